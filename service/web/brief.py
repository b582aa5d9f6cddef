"""An answer in three lines, for bots and chats: the verdict, the reason, the source."""

import re
from typing import Any

from knowledge.wording import phrase


def language_asked_in(question: str) -> str | None:
    """The language of a question, where it is one the desk speaks: who asks in Chinese is answered in Chinese."""
    if re.search(r"[ぁ-ヿ]", question):
        return None
    return "zh" if re.search(r"[一-鿿]", question) else "en" if re.search(r"[A-Za-z]", question) else None


def three_lines(answer: dict[str, Any], lang: str) -> str:
    """The verdict or what was found; the first reason, what it depends on or what is asked back; basis and source."""
    lines = (answer["sentence"][lang], _reason(answer, lang), _source(answer, lang))
    return "".join(" ".join(line.split()) + "\n" for line in lines)


def _reason(answer: dict[str, Any], lang: str) -> str:
    if answer.get("ask"):
        return " / ".join([answer["ask"]["question"][lang], *(c["says"][lang] for c in answer["ask"]["choices"])])
    if answer["branches"]:
        glue = "；" if lang == "zh" else "; "
        return glue.join(
            phrase("branch", **{"if": b["if"], "verdict": phrase(f"short.{b['verdict']}")})[lang]
            for b in answer["branches"]
        )
    return reason_in_a_line(answer, lang) or str((answer.get("why") or answer["question"]["understood"])[lang])


def reason_in_a_line(answer: dict[str, Any], lang: str) -> str:
    """What decided: a ruling that the rules do not reach, else the first rule; nothing where nothing was decided."""
    against = [r for r in answer["rulings"] if r.get("agrees") is False]
    deciding = against if answer["basis"] == "ruling" and against else answer["because"]
    return str(deciding[0]["says"][lang]) if deciding else ""


def _source(answer: dict[str, Any], lang: str) -> str:
    on_point = [r for r in answer["rulings"] if r.get("agrees") is not None]
    cites = [" ".join(str(x) for x in (r["id"], r["faq"], r["date"]) if x) for r in on_point[:1]]
    cites += answer["because"][0]["cites"][:1] if answer["because"] else []
    cites += [cite["cite"] for term in answer.get("terms", []) for cite in term["cites"][:1]]
    return phrase(f"basis.{answer['basis']}")[lang] + (f" [{'; '.join(cites)}]" if cites else "")
