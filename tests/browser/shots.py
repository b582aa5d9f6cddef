"""Pictures of every page, for people to look at: `python tests/browser/shots.py [FOLDER] [PAGE]`."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import waitress
from chromium import driver
from kinds_of_pages import PAGES
from selenium.webdriver.chrome.webdriver import WebDriver

from service.web.app import create_app

SIZES = {"desktop": (1280, 900), "phone": (360, 740)}


def serve(wrapped: Callable[[Any], Any] = lambda app: app) -> str:
    """A server of our own on a free port; `wrapped` may put something around the application."""
    app = wrapped(create_app({"POSTS_PER_MINUTE": 0, "DEADLINE": 0}))  # a busy machine is no fault of a page
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=2)
    threading.Thread(target=server.run, daemon=True).start()
    return f"http://127.0.0.1:{server.effective_port}"


def dark(browser: WebDriver) -> None:
    """Pretend that the system is set to dark."""
    features = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def measured(browser: WebDriver, width: int, height: int) -> None:
    """Give the page a size; narrow ones are phones."""
    size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def main(folder: Path, base: str, only: str = "") -> None:
    """Take every page at every size, in Chinese and English, the English ones dark; `only` names one."""
    folder.mkdir(parents=True, exist_ok=True)
    for size, (width, height) in SIZES.items():
        for lang in ("zh", "en"):
            with driver(width, height) as browser:
                if lang == "en":
                    dark(browser)
                for page, path in PAGES.items() if not only else [(only, PAGES[only])]:
                    measured(browser, width, height)
                    browser.get(base + quote(path, safe="/?&=.:") + ("&" if "?" in path else "?") + f"lang={lang}")
                    tall = browser.execute_script("return document.documentElement.scrollHeight")
                    measured(browser, width, min(tall, 4000))
                    browser.save_screenshot(str(folder / f"{page}-{size}-{lang}.png"))


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "screenshots"), serve(), *sys.argv[2:3])
