"""The system's Chromium, headless, with its background networking off."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait
from urllib3.exceptions import HTTPError

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
)

SLOWEST = 180  # seconds a script may take on a machine that is busy with other things
PAUSES = (1, 5)  # seconds before a browser that did not start or fell ill is followed by another
# what the driver says of a browser that died, or that gives up what it does another time: no fault of a page
_ILL = (
    "Printing failed",
    "tab crashed",
    "chrome not reachable",
    "invalid session id",
    "disconnected",
    "receiving message from renderer",
)


def installed() -> str | None:
    """Where Chromium is, if it is there together with its driver."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    return browser if browser and shutil.which("chromedriver") else None


@contextmanager
def driver(width: int = 1280, height: int = 900, *flags: str) -> Iterator[webdriver.Chrome]:
    """A fresh browser with an empty profile."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:  # a dead one may still write
        options = webdriver.ChromeOptions()
        options.binary_location = installed() or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}", *flags):
            options.add_argument(flag)
        browser = _started(options)
        browser.set_script_timeout(SLOWEST)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        try:
            yield browser
        finally:
            browser.quit()


def _started(options: webdriver.ChromeOptions) -> webdriver.Chrome:
    for pause in PAUSES:
        try:
            return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        except WebDriverException:  # a busy machine had no room for it or its driver
            time.sleep(pause)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def is_ill(fault: BaseException) -> bool:
    """Whether a fault is one of the browser itself, which another browser may not have."""
    if isinstance(fault, WebDriverException):
        return any(said in str(fault.msg) for said in _ILL)
    return isinstance(fault, HTTPError)  # its driver answers no more


def leave_by(browser: webdriver.Chrome, element: WebElement) -> None:
    """Press what opens another page, and wait until the page that was there is gone."""
    page = browser.find_element(By.TAG_NAME, "html")
    element.click()
    WebDriverWait(browser, SLOWEST).until(lambda _: _gone(page))


def read(browser: webdriver.Chrome, selector: str) -> str:
    """What an element says; a page that changes meanwhile is read again."""
    return WebDriverWait(browser, SLOWEST).until(lambda b: _text(b, selector))


def _gone(element: WebElement) -> bool:
    try:
        element.is_enabled()
    except WebDriverException as fault:
        return _page_was_left(fault)
    return False


def _text(browser: webdriver.Chrome, selector: str) -> str:
    try:
        return browser.find_element(By.CSS_SELECTOR, selector).text or " "
    except WebDriverException as fault:
        if _page_was_left(fault):
            return ""
        raise


def _page_was_left(fault: WebDriverException) -> bool:
    # the driver has two ways to say that an element belonged to a page that is no longer there
    return isinstance(fault, StaleElementReferenceException) or "does not belong to the document" in str(fault.msg)
