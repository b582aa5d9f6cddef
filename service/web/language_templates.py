"""Templates compiled once for each language: words that never change stand in them as text, not as calls.

A page has some two hundred of them. `zh:answer.html` is `answer.html` with its words in Chinese; what a template
extends, includes or imports is taken in the same language, and pages ask for a template by its plain name. What a
template can say in its language is known to it before any page is made, so that what it imports is made once too.
"""

import re
from collections.abc import Callable, Hashable, Iterable, MutableMapping
from functools import partial
from keyword import iskeyword
from pathlib import Path
from typing import Any

import markupsafe
from flask import Flask, g, has_app_context, request
from flask.templating import Environment
from jinja2 import FileSystemLoader, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

from knowledge.data.language import LANGUAGES
from knowledge.phrases import phrase, phrases
from service.presentation.page_words import templates_folder, words

MOST_PARTS = 4096  # some kilobytes each at most
_PLAIN = re.compile(r"\b([wp])\('([\w.-]+)'\)")
_IS_LANGUAGE = re.compile(r"(?<![\w.])lang == '(zh|en)'")
_METHODS = frozenset(dir(dict))
# the letters of a text made safe, without a mark that they are; a version that has it not marks them
_escaped: Callable[[str], str] = getattr(markupsafe, "_escape_inner", escape)


class LanguageLoader(FileSystemLoader):
    """Reads a template in the language its name begins with."""

    def get_source(self, environment: Any, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source with its plain words said."""
        lang, _, name = template.rpartition(":")
        source, path, is_current = super().get_source(environment, name)
        return in_language(source, lang) if lang else source, path, is_current

    def load(self, environment: Any, name: str, globals: MutableMapping[str, Any] | None = None) -> Template:
        """The template, which knows what can be said in its language."""
        said = environment.said.get(name.rpartition(":")[0], {})
        return super().load(environment, name, {**environment.globals, **said, **(globals or {})})


class PlainCalls(CodeGenerator):
    """Writes a call as a call, and what is marked as safe as it is: a page has hundreds of both.

    The language looks at every function it calls whether it wants the context of the page; none here does.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """`f(a, b=c)`."""
        if forward_caller or any(iskeyword(part.key) for part in node.kwargs):
            super().visit_Call(node, frame, forward_caller)
            return
        self.visit(node.node, frame)
        self.write("(")
        parts = [("", part) for part in (*node.args, *node.kwargs)]
        for stars, part in (*parts, ("*", node.dyn_args), ("**", node.dyn_kwargs)):
            if part is not None:
                self.write(stars)
                self.visit(part, frame)
                self.write(", ")
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """`record.field` of a plain mapping is its entry, found without a call."""
        if node.attr in _METHODS:
            super().visit_Getattr(node, frame)
        else:
            self._entry(node.node, node.attr, "getattr", frame)

    def visit_Getitem(self, node: nodes.Getitem, frame: Frame) -> None:
        """`record['field']`, likewise."""
        if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            self._entry(node.node, node.arg.value, "getitem", frame)
        else:
            super().visit_Getitem(node, frame)

    def _entry(self, whole: nodes.Expr, key: str, otherwise: str, frame: Frame) -> None:
        kept = self.temporary_identifier()
        self.write(f"({kept}[{key!r}] if ({kept} := ")
        self.visit(whole, frame)
        self.write(f").__class__ is dict and {key!r} in {kept} else environment.{otherwise}({kept}, {key!r}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.autoescape and not frame.eval_ctx.volatile and finalize.src is None:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)


def in_language(source: str, lang: str) -> str:
    """A template in which every word that takes no parts, and every question which language it is, is answered."""
    source = _PLAIN.sub(partial(_said, lang), source).replace("[lang]", f"['{lang}']")
    return _IS_LANGUAGE.sub(lambda asked: str(asked[1] == lang).lower(), source)


def _said(lang: str, call: re.Match[str]) -> str:
    """A word as a literal of the template language; one that is not known is left to fail where it is used."""
    known = words() if call[1] == "w" else phrases()
    if call[2] not in known:
        return call[0]
    text = known[call[2]][lang].format() if call[1] == "w" else phrase(call[2])[lang]
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n") + "'"


class LanguageTemplate(Template):
    """Imported, it is the same for every page: what can be said in its language it knows without the page."""

    def _get_default_module(self, ctx: Any = None) -> Any:
        return self._module or super()._get_default_module()


class LanguageEnvironment(Environment):
    """Finds templates in the language of the page, and what a record holds without trying its attributes first."""

    code_generator_class, template_class = PlainCalls, LanguageTemplate

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.said: dict[str, dict[str, Any]] = {}  # by language, what its templates can say
        self._made: dict[str, Template] = {}

    def get_template(
        self, name: str | Template, parent: str | None = None, globals: MutableMapping[str, Any] | None = None
    ) -> Template:
        """The template in the language of the one that asks for it, else of the page."""
        if isinstance(name, Template):
            return name
        name = self.join_path(name, parent) if parent is not None else f"{_language()}:{name}"
        made = self._made.get(name)
        if made is None:
            made = self._load_template(name, None)
            if not self.auto_reload:
                self._made[name] = made
        return made

    @staticmethod
    def shown(value: Any) -> str:
        """A value as it stands in a page; what is put into the page at once need not be marked as safe."""
        if value.__class__ is str:
            return _escaped(value)
        return value if value.__class__ is Markup else escape(value)

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


def speak_languages(app: Flask, said_in: Callable[[str], dict[str, Any]]) -> None:
    """Let an application have its templates by language, and parts of pages that are alike made once."""
    app.jinja_environment = LanguageEnvironment
    app.jinja_env.loader = LanguageLoader(Path(templates_folder()))
    said: dict[str, dict[str, Any]] = app.jinja_env.said  # type: ignore[attr-defined]
    for lang in LANGUAGES:
        said[lang] = {**said_in(lang), "lang": lang, "once": _once(lang)}
    app.jinja_env.globals.update(having=having, lacking=lacking)
    app.jinja_env.filters["join"] = joined


def joined(parts: Iterable[Any], between: str = "") -> str:
    """Parts of a list with something between them; where one is safe already, the others are made so."""
    parts = list(parts)
    if all(part.__class__ is str for part in parts):
        return between.join(parts)
    return Markup(escape(between)).join(parts)


def having(entries: list[dict[str, Any]], key: str, value: Any) -> list[dict[str, Any]]:
    """Those entries of a list with this very value."""
    return [entry for entry in entries if entry[key] == value]


def lacking(entries: list[dict[str, Any]], key: str, value: Any) -> list[dict[str, Any]]:
    """The others."""
    return [entry for entry in entries if entry[key] != value]


def _once(lang: str) -> Callable[..., Markup]:
    kept: dict[Hashable, Markup] = {}

    def once(macro: Any, about: tuple[Hashable, ...], *parts: Any) -> Markup:
        """What a macro makes of its parts, by its name, where links begin, and what they are about."""
        key = (request.environ["SCRIPT_NAME"], macro.name, about)
        made = kept.get(key)
        if made is None:
            made = Markup(macro(*parts))
            if len(kept) >= MOST_PARTS:
                kept.clear()
            kept[key] = made
        return made

    return once
