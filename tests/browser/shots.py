"""Pictures of every page, for people to look at: `python tests/browser/shots.py [FOLDER] [PAGE]`."""

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import waitress
from chromium import driver
from selenium.webdriver.chrome.webdriver import WebDriver

from service.app import create_app

PAGES = {
    "home": "/",
    "answer-no": "/ask?card=灰流丽&at=damage-step",
    "answer-yes": "/ask?card=屋敷童&at=damage-step",
    "answer-windows": "/ask?card=禁忌的圣杯&at=damage-step",
    "answer-depends": "/ask?card=除草兽&effect=2&at=damage.end&zone=gy",
    "answer-stated": "/ask?card=欧尼斯特&effect=2&at=damage.before&zone=hand&on=技能抽取&on_by=own&f.cost-payable=no",
    "print": "/ask/print?card=灰流丽&at=damage-step",
    "form": "/ask?card=欧尼斯特",
    "choose": "/ask?card=灰流&at=damage-step",
    "card": "/cards/honest",
    "cards": "/cards?q=龙",
    "rulings": "/rulings",
    "rulings-found": "/rulings?q=伤害计算",
    "ask-can": "/ask?q=大宇宙适用中，增G能在主要阶段发动吗",
    "ask-card": "/ask?q=圣枪伤判能开吗",
    "ask-moment": "/ask?q=灰流丽能发动吗",
    "ask-term": "/ask?q=什么是卷回",
    "ask-damage": "/ask?q=青眼白龙攻击欧尼斯特，受到多少战斗伤害",
    "ask-stats": "/ask?q=青眼白龙被收缩之后攻击力是多少",
    "ask-beyond": "/ask?q=今天天气怎么样",
    "group": "/cards?q=黑羽",
    "ruling": "/rulings/ash-blossom-in-damage-step",
    "rule": "/rules/damage-step-is-closed",
    "stats": "/stats",
    "stats-steps": '/stats?name=青眼白龙&s={"use":"黑羽-疾风之盖尔"}&s={"use":"收缩"}&s={"end":"收缩"}',
    "battle": "/battle",
    "battle-steps": '/battle?q={"at":"battle-step","cards":[{"card":"青眼白龙"},{"card":"巨大老鼠","side":"opponent"},'
    '{"card":"禁忌的圣杯","side":"opponent"}],"steps":[{"attack":"青眼白龙","target":"巨大老鼠"},{"next":"damage.end"}]}',
    "battle-refused": '/battle?q={"cards":[{"card":"青眼白龙"}],"steps":[{"attack":"青眼白龙"}]}',
    "ruling-scene": "/rulings/daigusto-phoenix-second-attack",
    "browse": "/browse",
    "shelf": "/browse/timing/damage-step",
    "shelf-category": "/browse/category/counter-trap",
    "glossary": "/glossary",
    "graph": "/graph?node=rule:damage-step-is-closed",
    "graph-start": "/graph",
    "offline": "/offline",
    "problem": "/nope",
}
SIZES = {"desktop": (1280, 900), "phone": (360, 740)}


def serve(wrapped: Callable[[Any], Any] = lambda app: app) -> str:
    """A server of our own on a free port; `wrapped` may put something around the application."""
    app = wrapped(create_app({"POSTS_PER_MINUTE": 0}))
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
