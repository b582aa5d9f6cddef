"""Templates compiled once for each language: words that never change stand in them as text, not as calls.

A page has some two hundred of them. `zh:answer.html` is `answer.html` with its words in Chinese; what a template
extends, includes or imports is taken in the same language, and pages ask for a template by its plain name.
"""

import re
from collections.abc import Callable, Hashable, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask, g, has_app_context, request
from flask.templating import Environment
from jinja2 import FileSystemLoader, Template
from markupsafe import Markup

from knowledge.phrases import phrase, phrases
from service.presentation.page_words import templates_folder, words

MOST_PARTS = 4096  # some kilobytes each at most
_PLAIN = re.compile(r"\b([wp])\('([\w.-]+)'\)")
_IS_LANGUAGE = re.compile(r"(?<![\w.])lang == '(zh|en)'")
_METHODS = frozenset(dir(dict))


class LanguageLoader(FileSystemLoader):
    """Reads a template in the language its name begins with."""

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source with its plain words said."""
        lang, _, name = template.rpartition(":")
        source, path, is_current = super().get_source(environment, name)
        return in_language(source, lang) if lang else source, path, is_current


def in_language(source: str, lang: str) -> str:
    """A template in which every word that takes no parts, and every question which language it is, is answered."""
    source = _PLAIN.sub(partial(_said, lang), source)
    return _IS_LANGUAGE.sub(lambda asked: str(asked[1] == lang).lower(), source)


def _said(lang: str, call: re.Match[str]) -> str:
    """A word as a literal of the template language; one that is not known is left to fail where it is used."""
    known = words() if call[1] == "w" else phrases()
    if call[2] not in known:
        return call[0]
    text = known[call[2]][lang].format() if call[1] == "w" else phrase(call[2])[lang]
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


class LanguageEnvironment(Environment):
    """Finds templates in the language of the page, and what a record holds without trying its attributes first."""

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template in the language of the one that asks for it, else of the page."""
        if parent is None and isinstance(name, str):
            name = f"{_language()}:{name}"
        return super().get_template(name, parent, globals)

    def join_path(self, template: str, parent: str) -> str:
        """A template asked for by another: in the same language."""
        return f"{parent.rpartition(':')[0]}:{template}"

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`record.field`; of a plain mapping its entry, as the language itself does after a fault."""
        if obj.__class__ is dict and attribute not in _METHODS:
            return obj[attribute] if attribute in obj else self.undefined(obj=obj, name=attribute)
        return super().getattr(obj, attribute)


def _language() -> str:
    return str(g.get("lang", "zh")) if has_app_context() else "zh"


def speak_languages(app: Flask) -> None:
    """Let an application have its templates by language, and parts of pages that are alike made once."""
    app.jinja_environment = LanguageEnvironment
    app.jinja_loader = LanguageLoader(Path(templates_folder()))
    kept: dict[Hashable, Markup] = {}

    def once(macro: Any, about: tuple[Hashable, ...], *parts: Any) -> Markup:
        """What a macro makes of its parts, by its name, the language, where links begin, and what they are about."""
        key = (_language(), request.script_root, macro.name, about)
        made = kept.get(key)
        if made is None:
            made = Markup(macro(*parts))
            if len(kept) >= MOST_PARTS:
                kept.clear()
            kept[key] = made
        return made

    app.jinja_env.globals["once"] = once
