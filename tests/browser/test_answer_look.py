"""How an answer looks: on a phone the verdict, why and the ruling without scrolling; printed, one sheet."""

import base64
import re
from urllib.parse import quote

import pytest
from chromium import installed
from shots import measured

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(installed() is None, reason="Chromium and its driver are not installed"),
]

WITH_A_RULING = ["card=灰流丽&at=damage-step", "card=禁忌的圣杯&at=damage-step", "card=屋敷童&at=damage-step"]
SHEETS = [
    "card=灰流丽&at=damage-step",
    "card=涅槃之超魔导剑士&at=turn",
    "card=欧尼斯特&effect=2&at=damage.before&zone=hand&on=技能抽取&on_by=own",
    "card=除草兽&effect=2&at=damage.end&zone=gy",
]


def printed(browser):
    return base64.b64decode(browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})["data"])


def address(base, path, asked, lang):
    return f"{base}{path}?{quote(asked, safe='=&.')}&lang={lang}"


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("asked", WITH_A_RULING)
def test_a_phone_shows_verdict_why_and_ruling_without_scrolling(browser, base, asked, lang):
    measured(browser, 360, 640)
    browser.get(address(base, "/ask", asked, lang))
    parts = [browser.find_element("css selector", f".verdict {part}") for part in ("h1", ".because", ".direct")]
    ends = [part.rect["y"] + part.rect["height"] for part in parts]
    assert ends == sorted(ends)
    assert ends[-1] <= 640


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("asked", SHEETS)
def test_a_printed_answer_is_one_sheet_with_table_turn_and_assumptions(browser, base, asked, lang):
    browser.get(address(base, "/ask/print", asked, lang))
    sheet = printed(browser)
    assert len(re.findall(rb"/Type\s*/Page[^s]", sheet)) == 1
    assert browser.find_elements("css selector", ".sheet .scene li")
    assert browser.find_elements("css selector", ".sheet .turn-sheet tbody tr")
