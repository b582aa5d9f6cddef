"""What a person typed → a question: which card, effect, moment, turn and table. Never a silent guess."""

from typing import Any

import msgspec

from knowledge.answers import Answer, Desk
from knowledge.engine.precedents import number_of
from knowledge.engine.situation import NOTHING_STATED
from knowledge.loading.faults import nearest
from knowledge.loading.nodes import Placed, read_yaml
from knowledge.loading.records import as_record
from knowledge.model.cases import Link, Table
from knowledge.model.profile import Card, Effect
from knowledge.problems import BadInput
from knowledge.spelling import folded
from service.finding import card_by_name

LONGEST = 500


def checked_text(text: Any, field: str) -> str:
    """A text a person gave: not empty, not over-long, no control characters."""
    if not isinstance(text, str) or not text.strip():
        raise BadInput(f"没有填写{field}。", f"`{field}` is empty: say which one.", field=field, value=text)
    if len(text) > LONGEST:
        raise BadInput(
            f"{field}超过{LONGEST}个字符。",
            f"`{field}` is longer than {LONGEST} characters.",
            field=field,
            value=text[:40] + "…",
            accepted=[f"1-{LONGEST} characters"],
        )
    return "".join(c if c.isprintable() else " " for c in text).strip()


def can_asked(desk: Desk, asked: dict[str, Any]) -> Answer:
    """Answer a question given as the contract's body of `can`."""
    unknown = set(asked) - {"card", "effect", "at", "turn", "respond_to", "given"}
    if unknown:
        key = sorted(unknown)[0]
        known = ["card", "effect", "at", "turn", "respond_to", "given"]
        raise BadInput(
            f"不认识的字段「{key}」。",
            f"unknown field `{key}`; accepted: {', '.join(known)}.",
            field=key,
            value=key,
            accepted=known,
        )
    card = card_by_name(desk, checked_text(asked.get("card"), "card"))
    effect = effectnumber_of(card, asked.get("effect"))
    at = timing_named(desk, asked.get("at"))
    turn = turn_named(asked.get("turn"))
    return desk.can(card, effect, at, turn, table_given(desk, asked.get("given"), asked.get("respond_to")))


def effectnumber_of(card: Card, number: Any) -> Effect | None:
    """The effect a person means: its printed number, `p1` for a pendulum effect."""
    if number is None or number == "":
        return None
    word = str(number).strip().lower()
    found = [e for e in card.effects if number_of(e) == word]
    found = found or [e for e in card.effects if str(e.number) == word]
    if not found:
        have = [number_of(e) for e in card.effects]
        listed = ", ".join(have) or "-"
        raise BadInput(
            f"「{card.names.zh}」没有第{word}个效果；有：{listed}。",
            f"{card.names.en or card.names.zh} has no effect {word}; it has: {listed}.",
            field="effect",
            value=number,
            accepted=have,
        )
    return found[0]


def timing_named(desk: Desk, name: Any) -> str:
    """The timing a person means, by id or by a name in any language."""
    text = checked_text(name, "at")
    timings = desk.book.library.timings
    asked = [t for t in timings.values() if desk.book.windows_of(t.id)]
    for timing in asked:
        if folded(text) in {
            folded(n) for n in (timing.id, timing.names.zh, timing.names.ja, timing.names.en, *timing.aliases) if n
        }:
            return timing.id
    listed = [*desk.book.windows, "main", "damage-step", "battle-phase"]
    near = nearest(text, list(listed)) or ""
    raise BadInput(
        f"不认识的时点「{text}」；可用：{'、'.join(listed)}。",
        f"unknown timing `{text}`" + (f" (nearest: {near})" if near else "") + f"; accepted: {', '.join(listed)}.",
        field="at",
        value=text,
        accepted=listed,
    )


def turn_named(turn: Any) -> str | None:
    """Whose turn: own, opponent, or not said."""
    if turn in (None, ""):
        return None
    if turn not in ("own", "opponent"):
        raise BadInput(
            f"回合只能是own或opponent，不是「{turn}」。",
            f"`turn` is own or opponent, not `{turn}`.",
            field="turn",
            value=turn,
            accepted=["own", "opponent"],
        )
    return str(turn)


def table_given(desk: Desk, given: Any, respond_to: Any) -> Table:
    """The table as stated, with the activation answered as the last link of the chain."""
    table = NOTHING_STATED
    if given not in (None, "", {}):
        placed = Placed(given) if not isinstance(given, str) else read_yaml(given)
        record, faults = as_record(Table, placed, (), "given")
        if record is None:
            first = faults[0]
            raise BadInput(
                f"场面有误：{first.found}（应为：{first.expected}）。",
                f"the table is wrong: found {first.found}; expected {first.expected}"
                + (f"; nearest: {first.near}" if first.near else "")
                + ".",
                field="given",
                value=first.found,
                accepted=[first.expected],
            )
        table = record
        for lying in (*table.cards, *table.chain):
            if lying.card:
                card_by_name(desk, lying.card)
        for fact in table.known:
            if fact not in desk.book.library.facts:
                facts = list(desk.book.library.facts)
                raise BadInput(
                    f"不认识的事实「{fact}」。",
                    f"unknown fact `{fact}`; nearest: {nearest(fact, facts)}.",
                    field="given.known",
                    value=fact,
                )
    if respond_to in (None, ""):
        return table
    name, _, number = checked_text(respond_to, "respond_to").partition("/")
    answered = card_by_name(desk, name)
    effect = effectnumber_of(answered, number or None)
    link = Link(card=answered.names.zh, effect=effect.number if effect else None)
    return msgspec.structs.replace(table, chain=(*table.chain, link))
