"""Answers as text for a terminal, a chat or a bot: the first line answers alone, then the reasons; or a few lines."""

import re
from collections.abc import Mapping
from typing import Any

from knowledge.explanation.can_answer import names_side_by_side
from knowledge.explanation.citations import source_in_words
from knowledge.phrases import circled, phrase, phrases
from knowledge.rules.book import Book

MOST_TRIED = 4
MOST_LINES = 7  # the eighth is the address


def answer_as_text(answer: Mapping[str, Any], lang: str, *, full: bool = False) -> str:
    """The whole answer as lines of text."""
    words = answer.get("outcomes", {})
    lines = [answer["sentence"][lang], *_names(answer)]
    if len(answer["windows"]) > 1:
        lines.append(
            f"{phrase('windows')[lang]}: "
            + "  ".join(f"{w} {_verdict(v, words)[lang]}" for w, v in answer["windows"].items())
        )
    for effect in answer.get("effects", []):
        verdict = phrase(f"short.{effect['verdict']}")[lang]
        lines.append(f"  {circled(effect['number'])} {verdict}  {effect['summary'][lang]}")
    if answer["because"]:
        lines.append(phrase("because")[lang])
        for node in answer["because"]:
            lines += _reason(node, lang, 1, full)
    for found in answer["branches"]:
        lines.append("  " + _branch(found, lang, words))
    lines += _rulings(answer, lang)
    alike = answer.get("look_alike")
    if alike:
        lines.append(f"  {phrase('relation.look-alike')[lang]}: {alike['says'][lang]}  [{alike['rule']}]")
    if answer.get("would_change"):
        lines.append(phrase("would-change")[lang])
        for change in answer["would_change"]:
            lines.append("  " + _branch(change, lang, words))
    if answer["assumed"]:
        glue = "；" if lang == "zh" else "; "
        lines.append(f"{phrase('assumed')[lang]}: " + glue.join(a[lang] for a in answer["assumed"]))
    if answer.get("profile") == "read":
        lines.append(phrase("profile.read")[lang])
    lines += [f"{d['says'][lang]}  {'; '.join(d['cites'])}".rstrip() for d in answer.get("law", {}).get("differs", [])]
    lines.append(phrase(f"basis.{answer['basis']}")[lang])
    return "\n".join(lines)


def _names(answer: Mapping[str, Any]) -> list[str]:
    """Each card of a question by the name it was asked by and its others."""
    question = answer["question"]
    named = question.get("named")
    if named is None:
        named = [{"as": question.get("asked_as", ""), "card": question["card"]}] if question["card"] else []
    return list(dict.fromkeys(" = ".join(names_side_by_side(one["card"], one["as"])) for one in named))


def _verdict(verdict: str, words: dict[str, Any]) -> dict[str, str]:
    """A verdict in a word, or in the words of the matter it decides."""
    return words.get(verdict) or phrase(f"short.{verdict}")


def _branch(found: Mapping[str, Any], lang: str, words: dict[str, Any]) -> str:
    return phrase("branch", **{"if": found["if"], "verdict": _verdict(found["verdict"], words)})[lang]


def _reason(node: Mapping[str, Any], lang: str, depth: int, full: bool) -> list[str]:
    pad = "  " * depth
    if node["role"] == "tried":
        why = ("，" if lang == "zh" else ", ").join(f[lang] for f in node["facts"][:1])
        return [f"{pad}{phrase('tried')[lang]}: {node['says'][lang]} — {why}"]
    lines = [f"{pad}{node['says'][lang]}  [{node['rule']}]  {'; '.join(node['cites'])}"]
    lines += [f"{pad}  · {fact[lang]}" for fact in node["facts"]]
    tried = [c for c in node["children"] if c["role"] == "tried"]
    for child in node["children"]:
        if child["role"] != "tried" or full or child in tried[:MOST_TRIED]:
            lines += _reason(child, lang, depth + 1, full)
    if len(tried) > MOST_TRIED and not full:
        lines.append(f"{pad}  … +{len(tried) - MOST_TRIED}")
    return lines


def _rulings(answer: Mapping[str, Any], lang: str) -> list[str]:
    lines = []
    for found in answer["rulings"]:
        key = {True: "confirmed-by", False: "contradicted-by", None: "see-also"}[found["agrees"]]
        source = " ".join(str(x) for x in (found["doc"], found["faq"], found["date"]) if x)
        lines.append(f"  {phrase(key)[lang]}: {found['says'][lang]}  [{found['id']}]  {source}")
    return lines


def free_answer_as_text(answer: Mapping[str, Any], lang: str) -> str:
    """An answer to a question of another kind than "may it be activated"."""
    lines = [answer["question"]["understood"][lang], answer["sentence"][lang], *_names(answer)]
    if answer.get("why") and answer["why"] != answer["sentence"]:
        lines.append(answer["why"][lang])
    if answer["ask"]:
        lines.append(answer["ask"]["question"][lang])
        for choice in answer["ask"]["choices"]:
            verdict = f" → {phrase('short.' + choice['verdict'])[lang]}" if choice["verdict"] else ""
            said = " / ".join(names_side_by_side(choice["card"])) if choice.get("card") else choice["says"][lang]
            lines.append(f"  · {said}{verdict}")
    for term in answer.get("terms", []):
        lines.append(f"  {term['names'][lang]}: {'; '.join(c['cite'] for c in term['cites'])}")
        lines += [f"  - {point['says'][lang]}  [{'; '.join(point['cites'])}]" for point in term["points"]]
    for node in answer["because"]:
        if answer["question"].get("kind") == "rule":  # the first line is the rule: only where it stands is left to say
            lines.append(f"  {phrase('source')[lang]}{'; '.join(node['cites'])}")
        else:
            lines += _reason(node, lang, 1, False)
    for effect in (answer.get("card") or {}).get("effects", []):
        lines.append(f"  {circled(effect['number'])} {effect['summary'][lang]}")
    for found in answer["rulings"]:
        source = " ".join(str(x) for x in (found["doc"], found["faq"], found["date"]) if x)
        lines.append(f"  * {found['says'][lang]}  [{found['id']}]  {source}")
    if answer["assumed"]:
        glue = "；" if lang == "zh" else "; "
        lines.append(f"{phrase('assumed')[lang]}: " + glue.join(a[lang] for a in answer["assumed"]))
    return "\n".join(lines)


def in_japanese(answer: Mapping[str, Any]) -> list[str]:
    """The first line and what is asked back, for who asks in Japanese; the rest follows in another language."""
    lines = [answer["sentence"]["ja"]] if "ja" in answer["sentence"] else []
    if answer["ask"]:
        lines += [answer["ask"]["question"]["ja"]] if "ja" in answer["ask"]["question"] else []
        lines += [f"  · {names['ja']}" for names in _names_to_choose(answer) if names.get("ja")]
    short = {b["verdict"]: phrases().get(f"short.{b['verdict']}", {}).get("ja", "") for b in answer["branches"]}
    told = [b for b in answer["branches"] if b["if"].get("ja") and short[b["verdict"]]]
    lines += [f"  · {b['if']['ja']} → {short[b['verdict']]}" for b in told]
    return lines


def _names_to_choose(answer: Mapping[str, Any]) -> list[dict[str, str]]:
    return [choice["card"]["names"] for choice in answer["ask"]["choices"] if choice.get("card")]


def language_asked_in(question: str) -> str | None:
    """The language of a question, where it is one the desk speaks: who asks in Chinese is answered in Chinese."""
    if re.search(r"[ぁ-ヿ]", question):
        return None
    return "zh" if re.search(r"[一-鿿]", question) else "en" if re.search(r"[A-Za-z]", question) else None


def few_lines(book: Book, answer: Mapping[str, Any], lang: str) -> list[str]:
    """At most seven lines for a chat: the verdict, why, what it depends on or is asked back, the ruling, the source."""
    said = answer["sentence"].get(lang) or answer["sentence"]["en"]
    if answer["question"].get("lang") == "ja":
        said = answer["sentence"].get("ja") or said
    lang = lang if lang in ("zh", "en") else "en"  # the rest follows in a language that has every sentence
    if answer.get("ask"):
        lines = [said, *_asked_back(answer, lang)]
    elif answer["branches"]:
        lines = [said, *_reasons(answer, lang), *_depending(answer, lang)]
    else:
        lines = [said, *_reasons(answer, lang)]
    on_point = [r for r in answer["rulings"] if r.get("agrees") is not None]
    listing = not answer["because"] and not answer.get("ask")  # rulings were asked for, or the nearest are shown
    told = on_point or (answer["rulings"] if listing else [])
    told = told[:2] if answer.get("terms") else told
    lines += [_ruling_brief(r, lang) for r in told[: max(1, MOST_LINES - 1 - len(lines))]]
    lines = list(dict.fromkeys(" ".join(line.split()) for line in [*lines, _source(book, answer, lang)] if line))
    return lines[:MOST_LINES]


def _asked_back(answer: Mapping[str, Any], lang: str) -> list[str]:
    """What is asked back: each choice with its verdict, a line each."""
    lines = [answer["ask"]["question"][lang]]
    for choice in answer["ask"]["choices"][:4]:
        verdict = f" → {phrase('short.' + choice['verdict'])[lang]}" if choice["verdict"] else ""
        lines.append(f"· {_choice(choice, lang)}{verdict}")
    return lines


def _choice(choice: dict[str, Any], lang: str) -> str:
    names = choice["card"]["names"] if choice.get("card") else {}
    return str(names.get(lang) or choice["says"][lang])


def _depending(answer: Mapping[str, Any], lang: str) -> list[str]:
    """What the verdict depends on: each case with its verdict, a line each."""
    words = answer.get("outcomes", {})
    return [f"· {_branch(found, lang, words)}" for found in answer["branches"][:4]]


def _ruling_brief(ruling: dict[str, Any], lang: str) -> str:
    source = " ".join(str(x) for x in (ruling["faq"] or _document(ruling, lang), ruling["date"], ruling["url"]) if x)
    return f"{phrase('ruling')[lang]}{ruling['says'][lang]} [{source}]"


def _document(ruling: dict[str, Any], lang: str) -> str:
    lines = "–".join(str(line) for line in dict.fromkeys(ruling["lines"]))
    return " ".join(part for part in (ruling["section_names"][lang], lines) if part)


def _reasons(answer: Mapping[str, Any], lang: str) -> list[str]:
    """Why, in a line; a term and a rule of the game say themselves, and values are reckoned step by step."""
    if answer.get("stats"):
        steps = [" ".join(b["says"][lang] for b in v["because"]) for v in answer["stats"]["values"]]
        return [step for step in steps if step][-3:]
    said = reason_in_a_line(answer, lang)
    return [said] if said else [str(answer["why"][lang])] if answer.get("why") else []


def reason_in_a_line(answer: Mapping[str, Any], lang: str) -> str:
    """What decided: a ruling that the rules do not reach, else the first rule; nothing where nothing was decided."""
    against = [r for r in answer["rulings"] if r.get("agrees") is False]
    deciding = against if answer["basis"] == "ruling" and against else answer["because"]
    return str(deciding[0]["says"][lang]) if deciding else ""


def _source(book: Book, answer: Mapping[str, Any], lang: str) -> str:
    """What it rests on and where that stands; nothing where nothing was decided."""
    cites = answer["because"][0]["cites"] if answer["because"] else []
    cites = cites or [cite["cite"] for term in answer.get("terms", []) for cite in term["cites"]]
    told = "; ".join(source_in_words(book, cite)[lang] for cite in cites[:2])
    if answer["because"] and answer["question"].get("kind") != "rule":
        return phrase(f"basis.{answer['basis']}")[lang] + (f" [{told}]" if told else "")
    return f"{phrase('source')[lang]}{told}" if told else ""
