"""Which language a page speaks, its words, and the questions it offers."""

from functools import cache
from pathlib import Path

from flask import Request

from knowledge.data.yaml_files import read_yaml
from knowledge.explanation.effect_sentences import words as words_for_cards

COOKIE = "lang"


def templates_folder() -> Path:
    """The folder `templates/` this copy works with."""
    here = Path(__file__).resolve().parents[1]
    installed = here / "templates"
    return installed if installed.is_dir() else here.parent / "templates"


@cache
def words() -> dict[str, dict[str, str]]:
    """The words of the pages and of what they show, read once."""
    loaded: dict[str, dict[str, str]] = read_yaml(
        (templates_folder() / "words.yaml").read_text(encoding="utf-8")
    ).value["words"]
    return {**words_for_cards(), **loaded}


@cache
def questions_to_try() -> list[dict[str, str]]:
    """The questions the home page offers, in both languages, read once."""
    text = (templates_folder() / "questions.yaml").read_text(encoding="utf-8")
    questions: list[dict[str, str]] = read_yaml(text).value["questions"]
    return questions


def language_of(request: Request) -> str:
    """The language asked for in the address, else remembered, else the browser's preference, else Chinese."""
    environ = request.environ  # most programs send none of the three: nothing is parsed for them
    if environ.get("QUERY_STRING") and "lang" in request.args and (asked := request.args["lang"]) in ("zh", "en"):
        return asked
    if "HTTP_COOKIE" in environ and (kept := request.cookies.get(COOKIE)) in ("zh", "en"):
        return str(kept)
    if "HTTP_ACCEPT_LANGUAGE" not in environ:
        return "zh"
    return request.accept_languages.best_match(["zh", "zh-CN", "zh-TW", "en"], "zh")[:2]
