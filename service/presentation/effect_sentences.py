"""An effect as profiled, in words of both languages: where, when, set off by what, at what cost, doing what."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.phrases import phrase
from knowledge.rules.book import Book
from knowledge.rules.categories import speed_of
from knowledge.table.places import working_zones
from service.presentation.citations import both
from service.presentation.page_words import words

Both = dict[str, str]
_BETWEEN = {"zh": " · ", "en": " · "}


@lru_cache(4096)  # answers share these parts: they are read, never changed
def effect_in_words(book: Book, card: Card, effect: Effect) -> list[dict[str, Any]]:
    """The parts of an effect that say something, each with its lines."""
    speed = speed_of(card, effect)
    parts: dict[str, list[Both | None]] = {
        "speed": [{"zh": str(speed), "en": str(speed)}] if speed else [],
        "where": [_joined(_word("zone", zone) for zone in working_zones(card, effect))],
        "when": [_when(book, effect)],
        "trigger": [_trigger(book, effect)],
        "answers": [_answers(book, effect)],
        "requires": [_with(_of_shelf(book, "requirements", r.is_), filter_in_words(r.of)) for r in effect.requires],
        "cost": [act_in_words(book, a) for a in effect.cost],
        "targets": [filter_in_words(t) or words()["filter.any"] for t in effect.targets],
        "does": [act_in_words(book, a) for a in effect.does],
        "choices": [both(c.summary) if c.summary else None for c in effect.choices],
        "limit": [_limit(effect)],
    }
    return [{"part": part, "said": said} for part, lines in parts.items() if (said := [line for line in lines if line])]


def act_in_words(book: Book, action: Action) -> Both | None:
    """One act: what is done, to whom or what, how many."""
    done = _of_shelf(book, "acts", action.act)
    number = str(action.count) if isinstance(action.count, int) else ""
    count = {"zh": f"×{number}", "en": f"×{number}"} if number else _word("count", str(action.count))
    amount = str(action.amount) if isinstance(action.amount, int) else ""
    points = {"zh": amount, "en": amount} if amount else _word("amount", str(action.amount))
    until = _word("until", action.until)
    return _with(done, _joined([_word("what", action.what), filter_in_words(action.which), count, points, until]))


def filter_in_words(which: Filter | None) -> Both | None:
    """Which cards a text speaks of, as a row of short words."""
    if which is None:
        return None
    quoted = [*which.name, *which.group]
    found = [
        _word("side", which.side or ""),
        *(_word("zone", zone) for zone in which.zones),
        _word("face", which.face or ""),
        _word("position", which.position or ""),
        *(_word("type", kind) for kind in which.type),
        *(printed(word) for word in (*which.attribute, *which.race)),
        *({"zh": f"「{name}」", "en": f"“{name}”"} for name in quoted),
        *(_word("summoned", how) for how in which.summoned),
        _range("level", which.level),
        _range("atk", which.atk),
        _range("def", which.defence),
        words()["filter.other"] if which.other else None,
    ]
    return _joined(found)


def printed(word: str) -> Both:
    """A word of the type line, or an attribute."""
    return words().get(f"printed.{word}") or {"zh": word, "en": word}


def _when(book: Book, effect: Effect) -> Both | None:
    turn = _word("turn-of", effect.turn) if effect.turn != "either" else None
    moments = [_moment(book, t) for t in effect.at]
    return _joined([turn, *moments, *(_word("also", also) for also in effect.also)])


def _moment(book: Book, named: str) -> Both | None:
    """A moment the text names, with the player whose it is where the text says so."""
    side, _, timing = named.rpartition(":")
    words = both(book.library.timings[timing].names) if timing in book.library.timings else None
    return phrase("in-turn", turn=phrase(f"turn.{side}"), at=words) if side and words else words


def _trigger(book: Book, effect: Effect) -> Both | None:
    if effect.trigger is None:
        return None
    events = [_of_shelf(book, "events", e) for e in effect.trigger.events]
    return _with(
        _joined(events), _joined([_word("subject", effect.trigger.subject), filter_in_words(effect.trigger.of)])
    )


def _answers(book: Book, effect: Effect) -> Both | None:
    if effect.responds_to is None:
        return None
    doing = _joined(_of_shelf(book, "acts", act) for act in effect.responds_to.doing)
    to = _joined([_word("side", effect.responds_to.by or ""), *(_word("answers", x) for x in effect.responds_to.to)])
    return _with(to, doing)


def _limit(effect: Effect) -> Both | None:
    if effect.limit is None:
        return None
    per, times = effect.limit.per, effect.limit.times
    said = words()[f"limit.{per}"]
    by_name = words()["limit.name"] if effect.limit.counts == "name" else None
    return _joined([{lang: said[lang].format(n=times) for lang in said}, by_name])


def _range(stat: str, bounds: tuple[int, int] | None) -> Both | None:
    if bounds is None:
        return None
    low, high = bounds
    said = f"{low}" if low == high else f"{low}–{high}"
    return {lang: f"{word} {said}" for lang, word in words()[f"stat.{stat}"].items()}


def _word(kind: str, key: str) -> Both | None:
    """A word of the pages, where there is one."""
    return words().get(f"{kind}.{key}") if key else None


def _of_shelf(book: Book, shelf: str, key: str) -> Both | None:
    word = getattr(book.library, shelf).get(key)
    return {"zh": word.zh, "en": word.en} if word else None


def _joined(parts: Iterable[Both | None]) -> Both | None:
    found = [part for part in parts if part]
    return {lang: _BETWEEN[lang].join(part[lang] for part in found) for lang in _BETWEEN} if found else None


def _with(head: Both | None, more: Both | None) -> Both | None:
    if head is None or more is None:
        return head or more
    return {"zh": f"{head['zh']}（{more['zh']}）", "en": f"{head['en']} ({more['en']})"}
