"""Every page, in a real browser: axe finds nothing, nothing scrolls sideways on a phone, everything can be touched."""

from pathlib import Path
from urllib.parse import quote

import chromium
import pytest
from kinds_of_pages import PAGES
from selenium.webdriver.support.ui import WebDriverWait
from shots import dark, serve

AXE = Path(__file__).parent / "axe" / "axe.min.js"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SMALLEST_TARGET = 44

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium.installed() is None, reason="Chromium and its driver are not installed"),
]

BYTES_A_RULING = 72  # of the file kept for offline use, compressed


def address(base, path, lang):
    return base + quote(path, safe="/?&=.:") + ("&" if "?" in path else "?") + f"lang={lang}"


def everything_open(browser):
    browser.execute_script("document.querySelectorAll('details').forEach((d) => { d.open = true; })")


def violations(browser):
    """What axe finds on the page, each with the elements concerned."""
    browser.execute_script(AXE.read_text(encoding="utf-8"))
    found = browser.execute_async_script(
        "const done = arguments[1];"
        "axe.run(document, {runOnly: arguments[0], resultTypes: ['violations']}).then((r) => done(r.violations))",
        TAGS,
    )
    return [(v["id"], n["target"], n["failureSummary"][:200]) for v in found for n in v["nodes"]]


HALVES = {"first": dict(list(PAGES.items())[::2]), "second": dict(list(PAGES.items())[1::2])}  # for two workers


@pytest.mark.parametrize("half", HALVES)
def test_axe_finds_nothing_on_any_page(base, half):
    with chromium.driver(1280, 900) as browser:
        found = {}
        for page, path in HALVES[half].items():
            browser.get(address(base, path, "zh"))
            everything_open(browser)
            if wrong := violations(browser):
                found[page] = wrong
        assert found == {}


TOO_SMALL = """
const wanted = "a.button, button, select, summary, .cell, .chips a, .examples a, .top nav a, .list a, .pick, "
  + ".option, .stated a, .switch, .brand, input:not([type=hidden], [type=radio], [type=checkbox])";
const small = [];
for (const e of document.querySelectorAll(wanted)) {
  const box = e.getBoundingClientRect();
  const tooLow = box.height < arguments[0] - 0.5, tooNarrow = box.width < 24;
  if (box.width && (tooLow || tooNarrow))
    small.push([e.className, e.textContent.trim().slice(0, 20), Math.round(box.width), Math.round(box.height)]);
}
return small;
"""


@pytest.mark.parametrize(("lang", "half"), [("en", "first"), ("en", "second"), ("zh", "first"), ("zh", "second")])
def test_a_phone_shows_every_page_without_sideways_scrolling_and_with_targets_for_a_thumb(base, lang, half):
    """The English ones at night, and with axe: it sees the Chinese ones by day, on a desktop."""
    with chromium.driver(360, 740) as browser:
        if lang == "en":
            dark(browser)
        wide, small, wrong = {}, {}, {}
        for page, path in HALVES[half].items():
            browser.get(address(base, path, lang))
            everything_open(browser)
            width = browser.execute_script("return document.documentElement.scrollWidth")
            if width > 360:
                wide[page] = width
            if found := browser.execute_script(TOO_SMALL, SMALLEST_TARGET):
                small[page] = found
            if lang == "en" and (found := violations(browser)):
                wrong[page] = found
        assert wide == {}
        assert small == {}
        assert wrong == {}


class Counting:
    """Counts what a server sends, head and body, whoever asked: the page, its worker, or a quiet moment later."""

    def __init__(self, app):
        self.app, self.sent = app, {}

    def __call__(self, environ, start_response):
        def begin(status, headers, *more):
            head = len(status) + sum(len(name) + len(value) + 4 for name, value in headers)
            self.sent[environ["PATH_INFO"]] = self.sent.get(environ["PATH_INFO"], 0) + head
            return start_response(status, headers, *more)

        for part in self.app(environ, begin):
            self.sent[environ["PATH_INFO"]] += len(part)
            yield part


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_first_load_of_an_answer_is_light_with_everything_kept_for_offline(desk, lang):
    """Four fifths of it is the file kept for offline use, and the offline page shows every column of that file.

    Measured 143,390 bytes (zh) and 137,748 (en) with 956 cards and 1,642 rulings. Nothing in the file is unused, so the
    bound grows with the rulings that are kept rather than leaving some out.
    """
    counted = {}

    def counting(app):
        counted["all"] = Counting(app)
        return counted["all"]

    base = serve(counting)
    with chromium.driver(360, 740) as browser:
        browser.get(address(base, PAGES["answer-no"], lang))
        sent = counted["all"].sent
        wait = WebDriverWait(browser, chromium.SLOWEST)
        wait.until(lambda b: b.execute_async_script(OFFLINE_IS_KEPT, f"/offline/{lang}.json"))
        assert {"/ask", "/static/desk.css", "/static/desk.js", "/worker.js", f"/offline/{lang}.json"} <= set(sent)
        assert sum(sent.values()) < 30_000 + BYTES_A_RULING * len(desk.book.library.rulings), sent


OFFLINE_IS_KEPT = "const done = arguments[1]; caches.match(arguments[0]).then((found) => done(!!found))"
