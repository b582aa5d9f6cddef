"""What a text says and a verdict did not look at: conditions no profile holds, and what a used card binds to."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from knowledge.data.cases import Table
from knowledge.data.profile import Action, Card, Effect
from knowledge.data.yaml_files import question_words
from knowledge.desk import Answer, Desk
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Item, does_so
from knowledge.questions.meanings import OpenWord
from knowledge.questions.told.statements import on_the_field
from knowledge.rules.book import Book
from service.answers.ask_card import strangers_among
from service.answers.ask_doubts import APPLIES, other_way_told, told_too_little
from service.lookup import finder_of

_NOT_NEGATED = "not-negated"
_COPIES = ("copy-effect", "activate-card")

_PRINTED = "en"  # the values of profiles are the words of this text
_POINTS = 3  # digits of a figure that a text prints
_BESIDE = 10  # characters between the kind of a summon and the word for its material
_SHORTEST = 2  # characters of a word that means something by itself
_SENTENCE = re.compile(r"(?<=[.。\n])\s*")
_ALLOWS = "activation-allowed"
_OF_SENSE = frozenset(("no-empty-activation", "every-part-that-must-be-done-must-be-possible"))
_TURN, _TRAITS = "end-of-turn", "traits"
_COUNTED = "more-monsters-than-the-other-side"
_TAKES_AWAY = ("tribute", "destroy", "banish", "send-to-gy", "return-to-")
_LIKE = {"search": ("search", "add-to-hand"), "being-banished": ("banish",)}  # what a bar may stop, by other names


def condition_not_held(desk: Desk, judged: Answer) -> bool:
    """Whether the effect that decides prints a condition on its cause or its turn that nobody has looked at."""
    deciding = judged.deciding
    if deciding is None or deciding.effect.trigger is None or desk.book.library.cards.get(judged.card.id):
        return False
    stored = finder_of(desk).imported(judged.card)
    for lang, words in _words()[0].items():
        if stored is not None and stored.texts.get(lang):
            return any(_is_conditioned(part, deciding.effect, words) for part in _SENTENCE.split(stored.texts[lang]))
    return False


def takes_such(desk: Desk, asked: Asked, word: OpenWord) -> bool:
    """Whether a word describes what the effect asked about takes, as the text of the card itself does."""
    if asked.card is None or not asked.does or not word.asked:
        return False
    lying: dict[str, Any] = next((meaning["cards"][0] for meaning in word.meanings if meaning.get("cards")), {})
    stored = finder_of(desk).imported(asked.card)
    printed = stored.texts.get(_PRINTED, "") if stored is not None else ""
    told = [name for name in (lying.get("attribute", ""), lying.get("race", "")) if name]
    if stored is not None and lying.get("groups"):
        return any(word.text.casefold() in text.casefold() for text in stored.texts.values())
    return bool(told) and all(re.search(rf"\b{re.escape(name)}\b", printed) for name in told)


def names_it(desk: Desk, asked: Asked, card: Card) -> bool:
    """Whether the effect asked about, or the one it would answer, takes a card that its own text names."""
    doing = [asked.card] if asked.card is not None and asked.does else []
    doing += [asked.answered[0]] if asked.answered else []
    named = {"zh": card.names.zh, "ja": card.names.ja, "en": card.names.en}
    found = [stored.texts for one in doing if (stored := finder_of(desk).imported(one)) is not None]
    return any(name and name in texts.get(lang, "") for texts in found for lang, name in named.items())


def moment_is_printed(desk: Desk, asked: Asked, judged: Answer) -> bool:
    """Whether an effect is refused at a moment that its card's text names and the profile that was read does not."""
    card, book = asked.card, desk.book
    timing = book.library.timings.get(asked.at)
    if card is None or timing is None or judged.deciding is None or book.has_profile(card):
        return False
    if judged.deciding.effect.opens_the_card:
        return False  # the moment is one of what the card does once it lies there
    stored, windows = finder_of(desk).imported(card), book.windows_of(asked.at)
    printed = [at for e in card.effects for at in (*e.at, *e.also) if at in book.library.timings]
    held = {window for at in printed for window in book.windows_of(at)}
    named = stored is not None and bool(timing.names.ja) and timing.names.ja in stored.texts.get("ja", "")
    return named and len(windows) == 1 and asked.at.startswith("damage.") and not windows & held


def grants_the_same_again(asked: Asked, judged: Answer) -> bool:
    """Whether a further Normal Summon is granted by a card of which another copy was used: no rule adds them up."""
    deciding = judged.deciding
    grants = deciding is not None and any(act.act == "allow-normal-summon" for act in deciding.effect.does)
    used = [told for told in asked.told.earlier if str(told.get("event", "")).endswith("-activated")]
    return grants and any(told.get("card") in ("self", "another-copy") for told in used)


def opened_with_several(asked: Asked) -> bool:
    """`turned up, may ① and ② both be activated with it`: two numbers in what is asked of a card that lies set."""
    here = asked.asked_items
    numbers = {i.token.number for i in here if i.token and i.phrase and i.phrase.number == "effect"}
    set_there = asked.told.own.get("face") == "down" and asked.card is not None
    at_once = asked.cast is not None and bool({"same-link", "at-once"} & asked.cast.marks)
    return set_there and at_once and len(numbers) > 1 and not asked.card.type.startswith("Monster")  # type: ignore[union-attr]


def told_from_the_other_seat(asked: Asked, judged: Answer) -> bool:
    """`X of mine attacks, they have Y. Can Z be chained`: nobody says that it is not they who would activate Z, and
    it is refused for what its player does not have."""
    deciding = judged.deciding
    rules = deciding.deciding.judgement.rules_that_decided() if deciding is not None else ()
    if asked.cast is None or "printed-condition-is-not-met" not in rules or asked.by_opponent:
        return False
    theirs = any(side == "opponent" for side in asked.in_force_of.values())
    mine = any(i.phrase and (i.phrase.opens or i.phrase.side == "own") for i in asked.cast.items)
    return theirs and not mine


def aimed_by_several(asked: Asked, judged: Answer) -> bool:
    """Whether a thing is told as the target, and of several effects that target only some may be activated so."""
    aimed = any(card.get("called") == "aimed-at" for card in asked.told.cards)
    of_several = [e for e in (asked.card.activated_effects if asked.card else ()) if e.targets]
    verdicts = {each.effect.number: each.verdict for each in judged.effects}
    return aimed and asked.effect is None and len({verdicts.get(e.number) for e in of_several}) > 1


def is_named_on(desk: Desk, card: Card, other: Card) -> bool:
    """Whether the text of a card names another one, in any language it is known in; unknown texts may."""
    stored = finder_of(desk).imported(card)
    named = {"zh": other.names.zh, "ja": other.names.ja, "en": other.names.en}
    return stored is None or any(name and name in stored.texts.get(lang, "") for lang, name in named.items())


def printed_on_it(desk: Desk, asked: Asked, start: int, word: str, *, refused: bool) -> bool:
    """Whether a word nobody knows stands in what is asked of an effect, and in the text of the card as well.

    Where the effect is refused, it does not matter either what it would have been done to.
    """
    if asked.card is None or asked.cast is None or len(word) < _SHORTEST:
        return False
    here = asked.cast.asked_items
    first = min(asked.places[i.start] for i in here)
    if start >= first and refused and asked.does and _is_done_to(asked, here, start + len(word)):
        return True
    if not (asked.does or (word.isdecimal() and len(word) >= _POINTS)):
        return False
    stored = finder_of(desk).imported(asked.card)
    printed = [] if stored is None else [text.casefold() for text in stored.texts.values()]
    asking = start >= first and not any(first < asked.places[i.start] <= start for i in _of_later_parts(asked))
    return asking and any(_stands_in(text, word.casefold()) for text in printed)


def _of_later_parts(asked: Asked) -> list[Item]:
    assert asked.cast is not None
    asks = asked.cast.asked_part()
    return [item for item in asked.cast.items if item.part > asks]


def _stands_in(text: str, word: str) -> bool:
    """Whether a text prints a word; a Latin one as a whole word, for "ate" is no part of "negate"."""
    if not word.isascii():
        return word in text
    return re.search(rf"(?<![a-z0-9]){re.escape(word)}(?![a-z0-9])", text) is not None


def _is_done_to(asked: Asked, here: list[Item], end: int) -> bool:
    """`ヒーローをサーチ`: the object of what the effect is asked to do, by the particle behind it."""
    behind = [i for i in here if asked.places[i.start] >= end]
    return len(behind) > 1 and behind[0].has("object") and bool(behind[1].phrase and behind[1].phrase.does)


def _is_conditioned(part: str, effect: Effect, words: dict[str, Any]) -> bool:
    assert effect.trigger is not None
    end = words["ends"].search(part)
    before = part[: end.start()] if end else part
    roots = {event.partition("-")[0] for event in effect.trigger.events}
    spoken = any(root in words["events"] and words["events"][root].search(before) for root in roots)
    return spoken and any(condition.search(before) for condition in words["conditions"])


def material_as_printed(desk: Desk, asked: Asked) -> str:
    """Whether a card was used for a summon of the kind its text speaks of: yes, no, or empty where that is open."""
    stored = finder_of(desk).imported(asked.card) if asked.card is not None else None
    kinds = _words()[1]
    material = kinds["material"]
    spoken = asked.text
    for called_by, _ in asked.named:  # a name may hold the word for a summon
        spoken = spoken.replace(called_by, " ")
    told = {kind for kind, called in kinds.items() if called is not material and called.search(spoken)}
    if stored is None or len(told) != 1:
        return ""
    [kind] = told
    sentences = [part for text in stored.texts.values() for part in _SENTENCE.split(text) if material.search(part)]

    def speaks_of(part: str, of: str) -> bool:
        return any(material.search(part, m.start(), m.end() + _BESIDE) for m in kinds[of].finditer(part))

    if sentences and all(speaks_of(part, kind) for part in sentences):
        return "yes"
    others = [of for of, called in kinds.items() if called is not material and of != kind]
    of_others = [of for of in others if sentences and all(speaks_of(part, of) for part in sentences)]
    return "no" if len(of_others) == 1 and not any(kinds[kind].search(part) for part in sentences) else ""


def lacks_what_is_printed(desk: Desk, asked: Asked, judged: Answer) -> bool:
    """Whether a kind of card is told to be missing that the text speaks of, and no part of its profile does.

    What was read then asks for less than what is printed.
    """
    deciding = judged.deciding
    stored = finder_of(desk).imported(asked.card) if asked.card is not None else None
    groups = [name for lack in asked.told.lacks for name in lack.get("group", ()) if name]
    if deciding is None or stored is None or not groups or not _is_read(desk.book, asked):
        return False
    printed = any(name.casefold() in text.casefold() for name in groups for text in stored.texts.values())
    meant = str((deciding.effect.targets, deciding.effect.requires, deciding.effect.cost, deciding.effect.does))
    return printed and not any(name in meant for name in groups)


@cache
def _words() -> tuple[dict[str, dict[str, Any]], dict[str, re.Pattern[str]]]:
    record: Any = question_words("printed-conditions.yaml")
    materials = {kind: re.compile(called) for kind, called in record.pop("materials").items()}
    conditions = {
        lang: {
            "ends": re.compile(told["ends"]),
            "events": {event: re.compile(p) for event, p in told["events"].items()},
            "conditions": [re.compile(p) for p in told["conditions"]],
        }
        for lang, told in record.items()
    }
    return conditions, materials


def _is_read(book: Book, asked: Asked) -> bool:
    return asked.card is not None and asked.card.id not in book.library.cards


def _done(effect: Effect) -> list[Action]:
    return [*effect.every_act]


def refused_for_a_part(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a text of several parts is refused only because one of them seems impossible."""
    deciding = judged.deciding
    if deciding is None or not _is_read(book, asked) or len(_done(deciding.effect)) < 2:
        return False
    counted = asked.told.hand or asked.told.deck  # cards that are not there are no matter of single words
    return not counted and set(deciding.deciding.judgement.rules_that_decided()) <= _OF_SENSE


def another_part_allows(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether an effect is refused, and a part not read of the same text, put to a sibling, tells when to activate."""
    deciding = judged.deciding
    if deciding is None or asked.card is None or deciding.effect.kind != "ignition" or not _is_read(book, asked):
        return False
    others = [e for e in asked.card.effects if e is not deciding.effect]
    return any(_ALLOWS in (*deed.about, *deed.beside) for e in others for deed in e.unread_deeds)


def part_is_barred(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a card in force bars one of the things an effect does or pays, and the effect is allowed all the same."""
    deciding = judged.deciding
    if deciding is None or not _is_read(book, asked):
        return False
    bars = [
        act
        for card in asked.in_force
        for e in card.effects
        for act in e.does
        if act.act.startswith("forbid-") and not _spares(act, asked.in_force_of.get(card.id, ""), asked.by_opponent)
    ]
    effects = [e for e in (asked.card.effects if asked.card else ()) if e.is_activated]
    meant = [e for e in effects if asked.effect == e.number] or effects[:1]
    acts = [act for e in {id(e): e for e in (*meant, deciding.effect)}.values() for act in (*_done(e), *e.cost)]
    return any(_bars(book, bar, acts) for bar in bars)


def _spares(bar: Action, side: str, by_opponent: bool) -> bool:
    """Whether a bar of a card whose side is told binds the other player than the one who would act."""
    actor = "opponent" if by_opponent else "own"
    return (bar.what == "opponent" and side == actor) or (bar.what == "you" and bool(side) and side != actor)


def _bars(book: Book, bar: Action, acts: Iterable[Action]) -> bool:
    if bar.act == "forbid-summon":
        return any("summon" in act.act and not act.act.startswith("forbid-") for act in acts)
    meant = set(_LIKE.get(bar.to, (bar.to,)))
    return bool(bar.to) and any(meant & {act.act, *book.wider_acts((act.act,))} for act in acts)


def changes_what_is_counted(asked: Asked, judged: Answer) -> bool:
    """Whether a card in force counts the monsters of both sides, and the effect takes some away before one comes."""
    effect = judged.deciding.effect if judged.deciding is not None else None
    if effect is None:
        return False
    counts = any(a.to == _COUNTED for card in asked.in_force for e in card.effects for a in e.does)
    acts = [a.act for a in (*effect.cost, *_done(effect))]
    return counts and any(a.startswith(_TAKES_AWAY) for a in acts) and any("special-summon" in a for a in acts)


def answered_part_is_granted(book: Book, asked: Asked) -> bool:
    """Whether what an answer waits for is only what the text answered lets somebody do later in the turn."""
    waits = [e.responds_to for e in (asked.card.effects if asked.card else ()) if e.responds_to and e.responds_to.doing]
    if asked.answered is None or not waits or asked.answered[0].id in book.library.cards:
        return False
    card, number = asked.answered
    effects = [e for e in card.activated_effects if number in (None, e.number)]
    awaited = {act for wait in waits for act in wait.doing}
    fitting = [(e, n) for e in effects for n, act in enumerate(e.does) if awaited & book.wider_acts((act.act,))]
    plain = any(awaited & book.wider_acts((act.act,)) for e in effects for choice in e.choices for act in choice.does)
    return bool(fitting) and not plain and all(any(act.until == _TURN for act in e.does[: n + 1]) for e, n in fitting)


def aimed_past_what_was_read(asked: Asked) -> bool:
    """Whether a card is described that would be chosen, and the text says of such cards what was not read."""
    described = any(told.get("called") == "aimed-at" for told in asked.told.cards)
    effects = asked.card.effects if asked.card else ()
    return described and any(_TRAITS in clause.about for effect in effects for clause in effect.unread_deeds)


_FORBIDS = "forbid-"


def oath_left_open(asked: Asked, judged: Answer) -> bool:
    """Whether a summon earlier in the turn is told, and the text forbids summons of that turn without saying which."""
    deciding = judged.deciding
    made = any(str(told.get("event", "")).endswith("summoned") for told in asked.told.earlier)
    oaths = [act for act in (deciding.effect.cost if deciding else ()) if act.act == "forbid-summon"]
    return (made and any(act.which is None for act in oaths)) or (bool(oaths) and _may_have_summoned(asked))


def _may_have_summoned(asked: Asked) -> bool:
    """Whether a card that summons is told to have been used this turn, and nobody says that it came to nothing."""
    negated = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-negated")}
    used = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-activated")} - negated
    return any(does_so(e, ("special-summon",)) for card in _named_so(asked, used) for e in card.effects)


def _named_so(asked: Asked, names: set[str]) -> list[Card]:
    """The cards of the question that statements of the table name so."""
    return [card for card in asked.cards if names & {card.names.zh, f"cid:{card.cid}", str(card.password), card.id}]


def bound_by_what_was_used(book: Book, asked: Asked) -> bool:
    """Whether a card that forbids something was used this turn, and one of the texts was not written by hand.

    Who tells of it thinks that what it forbids bears on the question; whether it does hangs on each word of both texts.
    """
    used = {told["card"] for told in asked.told.earlier if str(told.get("event", "")).endswith("-activated")}
    binding = [
        card
        for card in _named_so(asked, used)
        if card is not asked.card
        and any(act.act.startswith(_FORBIDS) for e in card.effects for act in (*e.cost, *e.does))
    ]
    return any(card.id not in book.library.cards for card in (*binding, asked.card) if card) if binding else False


def bound_by_what_is_answered(asked: Asked) -> bool:
    """Whether the activation answered binds who made it to what the answer would break, and nobody says whose it is."""
    if asked.answered is None or asked.card is None or asked.answered_by == "opponent":
        return False
    oaths = [act for e in asked.answered[0].effects for act in e.cost if act.act.startswith("forbid-summon")]
    return bool(oaths) and any(does_so(e, ("special-summon", "fusion-summon")) for e in asked.card.effects)


def oath_broken(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether a summon earlier in the turn is told, and a profile says that the turn must be free of all of them."""
    known = asked.card is not None and book.library.cards.get(asked.card.id) is asked.card
    known &= not _may_have_summoned(asked)
    own = all(told.get("side") == "own" for told in asked.told.earlier)
    return known and own and oath_left_open(asked, judged)


def in_force_unread(asked: Asked) -> bool:
    """Whether a card told to be in force does something by lying there that was not read: it may forbid this."""
    lasting = [e for card in asked.in_force for e in card.effects if not e.is_activated]
    return any(e.unread or e.unread_deeds for e in lasting)


def read_otherwise(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether an effect is said by its number to be activated, and its text, not written by hand, was read to apply."""
    deciding = judged.deciding
    if deciding is None or asked.card is None or asked.effect is None or asked.card.id in book.library.cards:
        return False
    return APPLIES in deciding.deciding.judgement.rules_that_decided()


def negation_barred(desk: Desk, asked: Asked) -> bool:
    """Whether a card in force keeps effects from being negated, and a negation is asked for: it may come to nothing."""
    if asked.answered is None or asked.card is None:
        return False
    done = [act for e in asked.card.effects for act in e.every_act]
    negates = any(act.act.startswith("negate") for act in done)
    if not negates or not asked.in_force:
        return False
    lying = tuple(on_the_field(card) for card in asked.in_force)
    return desk.table(Table(cards=lying), strangers=strangers_among(desk, asked.in_force)).applies(_NOT_NEGATED)


def copies_another(book: Book, asked: Asked, judged: Answer) -> bool:
    """Whether an effect becomes that of another card, or has it activated, and not all texts are written by hand."""
    deciding = judged.deciding
    copies = deciding is not None and any(act.act in _COPIES for act in deciding.effect.does)
    return copies and any(card.id not in book.library.cards for card in asked.cards)


def answers_a_copy(asked: Asked, *, refused: bool) -> bool:
    """Whether what is answered becomes the effect of another card, and the answer waits for what it does; or allows it
    for what it targets, and the effect that it becomes may target something, too."""
    if asked.answered is None or asked.card is None:
        return False
    waited = [e.responds_to for e in asked.card.effects if e.responds_to]
    waits = any(wait.doing if refused else wait.targeting or wait.targeted for wait in waited)
    card, number = asked.answered
    meant = [e for e in card.activated_effects if number in (None, e.number)]
    unknown = not refused and any(e.unread_deeds and not e.every_act for e in meant)
    return waits and (unknown or any(act.act in _COPIES for e in meant for act in e.does))


def gone_as_its_price(asked: Asked, judged: Answer) -> bool:
    """`they drop X`, where the text waits for a card that goes to the GY: X goes there as the price of its effect."""
    trigger = judged.deciding.effect.trigger if judged.deciding is not None else None
    if trigger is None or asked.answered is None or asked.accounts:
        return False
    awaited = any(event.startswith(("sent-to-gy", "discarded")) for event in trigger.events)
    costs = [act.act for e in asked.answered[0].activated_effects for act in e.cost]
    return awaited and any(act.startswith(("discard", "send-to-gy")) for act in costs)


def opened_card_by_card(asked: Asked, judged: Answer, rulings: Iterable[Mapping[str, Any]]) -> bool:
    """Whether a mandatory effect of a phase would come with its card's activation: decided card by card."""
    effect = judged.deciding.effect if judged.deciding is not None else None
    trigger = effect.trigger if effect is not None and effect.mandatory else None
    if trigger is None or asked.told.own.get("face") != "down":
        return False
    of_a_phase = any(event.endswith("-came") for event in trigger.events)
    return of_a_phase and not any(ruling["relation"] == "same-card-same-moment" for ruling in rulings)


def refused_by_the_account(desk: Desk, asked: Asked, judged: Answer) -> str:
    """Where what is told to have happened is another thing than the text waits for: the sentence that says so."""
    if other_way_told(asked, judged):
        return "account.other-way"
    of_material = told_too_little(asked, judged) and material_as_printed(desk, asked) == "no"
    return "account.other-material" if of_material else ""


def may_need_what_is_absent(desk: Desk, asked: Asked) -> bool:
    """Whether a card told to be absent is named by the text asked about, or answered and taken only from there."""
    beside = [i.named.card for i in (asked.cast.of("aside") if asked.cast else ()) if i.named]
    if asked.card is None or not beside or any(is_named_on(desk, asked.card, card) for card in beside):
        return True
    taken = [act.which for e in (asked.answered[0].effects if asked.answered else ()) for act in e.does if act.which]
    return any(set(which.zones) <= {place for _, place in asked.told.absent} for which in taken if which.name)
