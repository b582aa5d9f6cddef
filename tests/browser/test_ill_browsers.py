"""A browser that dies costs no test: another takes its place, and the test begins anew."""

import chromium
import pytest

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(chromium.installed() is None, reason="Chromium and its driver are not installed"),
]

DEATHS = {
    "its page crashes": lambda browser: browser.get("chrome://crash"),
    "its driver ends": lambda browser: browser.quit(),
}
died = {}


@pytest.mark.parametrize("how", DEATHS)
def test_a_browser_that_dies_is_replaced_and_its_test_begins_anew(base, browser, how):
    if how not in died:
        died[how] = browser
        DEATHS[how](browser)
    browser.get(base + "/?lang=zh")
    assert browser is not died[how]
    assert chromium.read(browser, "h1")


def test_a_fault_of_the_page_is_none_of_the_browser(base, browser):
    browser.get(base + "/?lang=zh")
    with pytest.raises(chromium.WebDriverException) as fault:
        browser.execute_script("return nothing.of.the.kind")
    assert not chromium.is_ill(fault.value)
