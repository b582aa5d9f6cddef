"""What a rule comes to for this very card: sentences of `rulings/reasons.yaml`, filled from card and table."""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from string import Formatter
from typing import Any

from knowledge.data.cases import Happening
from knowledge.data.language import LANGUAGES, Both, catalogue, filled, listed
from knowledge.data.profile import Card, Effect
from knowledge.explanation.citations import both
from knowledge.explanation.effect_sentences import (
    doing_in_words,
    events_in_words,
    filled_words,
    moment_in_words,
    part_in_words,
    places_in_words,
    printed,
    requirement_in_words,
    with_article,
    word,
)
from knowledge.phrases import effect_named, phrase
from knowledge.rules.gates import Reason
from knowledge.table.responses import effects_of_link
from knowledge.table.situation import Situation

NEAR_SENTENCES = 3  # a rule may have several sentences, the first whose blanks can all be filled is said


def said_of_this_card(s: Situation, node: Reason, now: Both | None = None) -> Both | None:
    """The rule in the words of this card; nothing where it has no such sentence, or something in it is not told."""
    if s.question.card is None or s.question.effect is None:
        return None
    known = catalogue("reasons.yaml", "reasons")
    for key in (node.rule, *(f"{node.rule}.{n}" for n in range(2, NEAR_SENTENCES + 1))):
        if key not in known:
            return None
        blanks = {name: now if now and name == "now" else BLANKS[name](s, node) for name in _blanks_of(key)}
        if all(blanks.values()):
            said = filled(known[key], {name: value for name, value in blanks.items() if value})
            return {lang: said[lang][:1].upper() + said[lang][1:] for lang in LANGUAGES}
    return None


def assumption_in_words(s: Situation, fact: str, value: Any = None) -> Both | None:
    """What was assumed of this very card, or what would be otherwise; nothing where there is no such sentence."""
    known = catalogue("reasons.yaml", "assumed")
    key = fact if value is None else f"{fact}.{value}"
    if key not in known or s.question.card is None or s.question.effect is None:
        return None
    node = Reason("", "", "tried", "")
    blanks = {name: BLANKS[name](s, node) for name in _blanks_in(*known[key].values())}
    return filled(known[key], {k: v for k, v in blanks.items() if v}) if all(blanks.values()) else None


@cache
def _blanks_of(key: str) -> tuple[str, ...]:
    return _blanks_in(*catalogue("reasons.yaml", "reasons")[key].values())


@cache
def _blanks_in(*texts: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for text in texts for _, name, _, _ in Formatter().parse(text) if name))


def _effect(s: Situation) -> tuple[Card, Effect]:
    card, effect = s.question.card, s.question.effect
    assert card is not None
    assert effect is not None
    return card, effect


def _part(name: str) -> Callable[[Situation, Reason], Both | None]:
    def told(s: Situation, node: Reason) -> Both | None:
        said = part_in_words(s.book, *_effect(s), name)
        return said if said["zh"] else None

    return told


def _subject(s: Situation, node: Reason) -> Both:
    card, effect = _effect(s)
    names = {"zh": card.names.zh, "en": card.names.en or card.names.zh}
    said = phrase("matter.card", card=names, effect=effect_named(effect if len(card.effects) > 1 else None))
    return {lang: text.strip() for lang, text in said.items()}


def kind_in_words(card: Card, effect: Effect) -> Both:
    """What kind of effect it is, or what kind of spell or trap is activated."""
    return _card_opened(card.type) if effect.opens_the_card else phrase(f"kind.{effect.kind}.one")


@lru_cache(256)  # likewise shared
def _card_opened(type_line: str) -> Both:
    family, *rest = (part.strip() for part in type_line.split("/"))
    said = filled_words("kind-of-card", kind=printed(family), property=printed(rest[0] if rest else "Normal"))
    return {lang: with_article(text, lang) for lang, text in said.items()}


def _speed(s: Situation, node: Reason) -> Both | None:
    return _part("speed")(s, node)


def _moment(s: Situation, node: Reason) -> Both | None:
    return moment_in_words(s.book, _effect(s)[1])


def _now(s: Situation, node: Reason) -> Both | None:
    timing = s.book.library.timings.get(s.question.window)
    if timing is None:
        return None
    at = {"zh": timing.names.zh, "en": timing.said}
    return phrase("in-turn", turn=phrase(f"turn.{s.question.turn}.short"), at=at)


def _at(s: Situation, node: Reason) -> Both | None:
    timing = s.book.library.timings.get(s.question.window)
    return both(timing.names) if timing else None


def _turn(s: Situation, node: Reason) -> Both:
    return phrase(f"turn.{s.question.turn}")


def happened_in_words(s: Situation, happened: Iterable[Happening]) -> Both | None:
    """What has just happened as it was told, card by card."""
    return listed([said for one in happened if (said := events_in_words(s.book, [one.event], _whom(s, one)))]) or None


def _whom(s: Situation, one: Happening) -> Both | None:
    if one.card == "self":
        return word("subject", "self")
    lying = next((c for c in s.question.table.cards if one.card and one.card in (c.called, c.card)), None)
    card = s.book.card_named(lying.card if lying else one.card) if one.card else None
    if card is not None:
        return filled_words("named", name={"zh": card.names.zh, "en": card.names.en or card.names.zh})
    return word("whose-monster", one.side or "")


def _happened(s: Situation, node: Reason) -> Both | None:
    told = s.question.table.happened
    return happened_in_words(s, told) if told else None


def _link(s: Situation, node: Reason) -> Both | None:
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    if card is None:
        return None
    names = {"zh": card.names.zh, "en": card.names.en or card.names.zh}
    return phrase("chain-link", number=str(len(chain)), card=names)


def _link_does(s: Situation, node: Reason) -> Both | None:
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    effects = effects_of_link(chain[-1], card) if card else []
    return doing_in_words(s.book, effects[0]) if len(effects) == 1 else None


def _link_kind(s: Situation, node: Reason) -> Both | None:
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    effects = effects_of_link(chain[-1], card) if card else []
    return kind_in_words(card, effects[0]) if card and effects else None


def _unmet(s: Situation, node: Reason) -> Both | None:
    """The printed conditions that do not hold."""
    by = {name for held in node.facts for name in held.by}
    card, effect = _effect(s)
    asked = [*effect.requires, *(r for e in card.effects_of("condition") for r in e.requires)]
    found = [said for r in asked if r.is_ in by and (said := requirement_in_words(s.book, r))]
    return listed(list({one["zh"]: one for one in found}.values())) if found else None


def _requires(s: Situation, node: Reason) -> Both | None:
    """The printed conditions that say something; one that was not put into words is left out."""
    asked = [r for r in _effect(s)[1].requires if r.is_ != "unread"]
    found = [said for r in asked if (said := requirement_in_words(s.book, r))]
    return listed(found) if found else None


def _by(s: Situation, node: Reason) -> Both | None:
    """The cards that made it so."""
    cards = [s.book.card_named(name) for held in node.facts for name in held.by]
    named = {c.names.zh: {"zh": f"「{c.names.zh}」", "en": c.names.en or c.names.zh} for c in cards if c}
    return listed(list(named.values())) if named else None


def _lies(s: Situation, node: Reason) -> Both | None:
    """Where the card lies, as told."""
    own = s.question.table.self
    return places_in_words([own.zone]) if own is not None and own.zone is not None else None


def _life_points(s: Situation, node: Reason) -> Both | None:
    lp = s.question.table.lp.get("own") if isinstance(s.question.table.lp, dict) else None
    return dict.fromkeys(LANGUAGES, str(lp)) if lp is not None else None


def _kinds(s: Situation, node: Reason) -> Both | None:
    """What the rule's exceptions admit, all of them by name."""
    return _admitted(tuple([rule.id for rule in s.book.exceptions_to(node.rule) if rule.then == "yes"]))


@lru_cache(256)  # answers share these: they are read, never changed
def _admitted(opening: tuple[str, ...]) -> Both | None:
    told = {said["zh"]: said for rule, said in catalogue("reasons.yaml", "kinds").items() if rule in opening}
    return listed(list(told.values())) if told else None


BLANKS: dict[str, Callable[[Situation, Reason], Both | None]] = {
    "card": _subject,
    "kind": lambda s, node: kind_in_words(*_effect(s)),
    "speed": _speed,
    "trigger": _part("trigger"),
    "answers": _part("answers"),
    "targets": _part("targets"),
    "cost": _part("cost"),
    "does": lambda s, node: doing_in_words(s.book, _effect(s)[1]),
    "limit": _part("limit"),
    "where": _part("where"),
    "moment": _moment,
    "now": _now,
    "at": _at,
    "turn": _turn,
    "happened": _happened,
    "link": _link,
    "link_does": _link_does,
    "link_kind": _link_kind,
    "unmet": _unmet,
    "requires": _requires,
    "by": _by,
    "lies": _lies,
    "lp": _life_points,
    "kinds": _kinds,
}
