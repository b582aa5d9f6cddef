"""The system's Chromium, headless, with its background networking off."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

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


def installed() -> str | None:
    """Where Chromium is, if it is there together with its driver."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    return browser if browser and shutil.which("chromedriver") else None


@contextmanager
def driver(width: int = 1280, height: int = 900, *flags: str) -> Iterator[webdriver.Chrome]:
    """A fresh browser with an empty profile."""
    with tempfile.TemporaryDirectory() as profile:
        options = webdriver.ChromeOptions()
        options.binary_location = installed() or ""
        for flag in (*FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}", *flags):
            options.add_argument(flag)
        browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        browser.set_script_timeout(SLOWEST)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500},
        )
        try:
            yield browser
        finally:
            browser.quit()
