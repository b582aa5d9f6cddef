"""A real browser asks a question through the form."""

import chromium
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium.installed() is None, reason="Chromium and its driver are not installed"),
]


def test_a_player_asks_about_ash_blossom_by_typing_half_its_name(base):
    with chromium.driver(360, 740) as browser:
        browser.get(base + "/?lang=zh")
        field = browser.find_element(By.ID, "card")
        field.send_keys("灰流")
        WebDriverWait(browser, chromium.SLOWEST).until(lambda b: b.find_elements(By.CSS_SELECTOR, "#card-list li"))
        field.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
        assert field.get_attribute("value") == "灰流丽"
        chromium.leave_by(browser, browser.find_element(By.CSS_SELECTOR, ".ask button"))
        assert "不可以。" in chromium.read(browser, "#verdict")
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360


def test_the_answer_works_without_scripts_and_switches_language(base):
    with chromium.driver(1280, 900, "--blink-settings=scriptEnabled=false") as browser:
        browser.get(base + "/?lang=zh")
        browser.find_element(By.ID, "card").send_keys("屋敷童")
        chromium.leave_by(browser, browser.find_element(By.CSS_SELECTOR, ".ask button"))
        assert "不可以" not in chromium.read(browser, "#verdict")
        chromium.leave_by(browser, browser.find_element(By.CSS_SELECTOR, ".switch"))
        assert "Yes." in chromium.read(browser, "#verdict")


def test_a_player_just_asks_and_edits_what_was_understood(base):
    with chromium.driver(360, 740, "--blink-settings=scriptEnabled=false") as browser:
        browser.get(base + "/?lang=zh")
        browser.find_element(By.ID, "question").send_keys("小灰伤判能发吗")
        chromium.leave_by(browser, browser.find_element(By.CSS_SELECTOR, ".free button"))
        assert "不可以。" in chromium.read(browser, "#verdict")
        assert browser.find_element(By.ID, "card").get_attribute("value") == "灰流丽"
        browser.find_element(By.CSS_SELECTOR, 'input[name=at][value="main1"]').click()
        chromium.leave_by(browser, browser.find_element(By.CSS_SELECTOR, ".ask button"))
        assert "不可以" not in chromium.read(browser, "#verdict")
