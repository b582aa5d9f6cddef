"""May X fetch, destroy or target Y, or use it as material: what X speaks of and shows, what keeps Y off."""

from dataclasses import dataclass

from knowledge.data.cases import CardOnTable, Table
from knowledge.data.profile import FIELD, Action, Card, Effect, Filter, Zone
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.other_answers import matter_reply
from knowledge.questions.asked import Asked, Used, told_by
from knowledge.questions.cast import Cast, Item, does_one, marks_of, zones_told
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.statements import on_the_field
from knowledge.table.situation import NOTHING_STATED
from service.answers.ask_card import strangers_among
from service.answers.ask_frame import frame, lexicon_for
from service.answers.ask_text import effects_meant

_OBJECT = "object"
NARROW = ("type", "group", "attribute", "race", "level", "atk", "defence")
_OF_THE_EXTRA_DECK = ("Fusion", "Synchro", "Xyz", "Link", "Ritual")
_SUMMONS, _ANYWHERE = "special-summon", "field"
_OTHERWISE = {"yes": "no", "no": "yes"}


@dataclass(frozen=True)
class Taking:
    """Who would do what to whom; without acts it is asked whether the one reaches the other at all."""

    doer: Card
    taken: Card
    acts: tuple[str, ...] = ()
    spared: bool = False  # it is asked whether it does not
    said_at: tuple[int, int] = (0, 0)
    zones: frozenset[str] = frozenset()  # where it is told to lie; empty where that is not told


def taking(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where two cards are named and the one is asked to be done something by the other; else nothing."""
    told = _told(asked)
    if told is None:
        return None
    verdict = _verdict(desk, told)
    if verdict is None and not told.acts:
        return None
    lexicon = lexicon_for(desk)
    key, verdict = f"taking.{verdict or 'open'}", verdict or "depends"
    if told.spared and verdict in _OTHERWISE:
        verdict = _OTHERWISE[verdict]
        key = f"taking.spared.{verdict}"
    said = sentence(lexicon, key, card=names_of(told.doer), other=names_of(told.taken))
    words = outcome_words()
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used = Used((told.said_at,), keeps="open-words")
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(told.doer)}
    return answer


def how_many(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`how many cards does X draw`: the figure its text prints, where one of the cards named does so; else nothing."""
    cast = asked.cast
    if cast is None or asked.kind not in ("outcome", "out-of-scope", "can") or "count-asked" not in cast.marks:
        return None
    here = cast.asked_items
    acts = [i.phrase.does for i in here if i.phrase and i.phrase.does]
    if len(acts) != 1 or any(i.phrase and i.phrase.number for i in here):
        return None
    doing = {card.id: card for card in asked.cards if _done(card, acts[0])}
    counts = {str(act.count) for card in doing.values() for act in _done(card, acts[0])}
    if len(doing) != 1 or len(counts) != 1 or not next(iter(counts)).isdecimal():
        return None
    [card], [count] = doing.values(), counts
    if any(act.requires or act.optional for act in _done(card, acts[0])) or any(e.choices for e in card.effects):
        return None
    said = sentence(lexicon_for(desk), "how-many", card=names_of(card), n=count)
    asked.not_understood = outcome_words().left_over(asked.not_understood)
    asked.used = Used()
    answer = frame(desk, asked, None, said, figure=count)
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def how_often(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`how many times a turn`, `a Duel`: the limit that is printed, where all its effects agree; else nothing."""
    card, cast = asked.card, asked.cast
    if card is None or cast is None or "times-asked" not in cast.marks or asked.told.earlier[1:]:
        return None
    effects = [e for e in card.activated_effects if asked.effect in (None, e.number)]
    effects = [e for e in effects if e.does or e.choices or e.unread] or effects  # opening a card is no use of it
    limits = {e.limit for e in effects}
    if len(limits) != 1 or len(asked.cards) != 1 or (None in limits and not desk.book.has_profile(card)):
        return None
    [limit] = limits
    if limit is not None and (limit.per not in ("turn", "duel") or limit.of not in ("use", "card")):
        return None
    if limit is not None and limit.per == "turn" and "a-duel" in cast.marks:
        return None  # how many turns the Duel takes nobody knows
    counted = "" if limit is None else "duel" if limit.per == "duel" else limit.counts
    key = f"how-often.{counted or 'any'}"
    times = str(limit.times) if limit is not None else ""
    answer = frame(
        desk, asked, None, sentence(lexicon_for(desk), key, card=names_of(card), n=times), figure=times or None
    )
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _done(card: Card, acts: tuple[str, ...]) -> list[Action]:
    return [act for e in card.activated_effects for act in e.does if act.act.startswith(acts)]


def _told(asked: Asked) -> Taking | None:
    cast = asked.cast
    if cast is None or asked.kind not in ("can", "targets", "outcome", "rulings", "card", "out-of-scope"):
        return None
    here = cast.asked_items
    named = [i for i in cast.items if i.named]
    names = list({i.who: i for i in named}.values())
    names = named if len(names) == 1 and len(named) == 2 else names  # another copy of the same card
    if len(names) == 2 and (pointed := _pointed_at(asked, names)) is not None:
        return pointed
    if len(names) != 2 or not all(_is_asked_with(cast, i) for i in names) or any(i.doubt for i in cast.items):
        return None
    if any(i.role == "in-force" for i in names):
        return None  # it lies there while the other is asked about
    if asked.events or any(i.phrase and (i.phrase.at or i.phrase.states or i.phrase.activation) for i in cast.items):
        return None
    if marks_of(cast.items) & {"where-asked", "who-asked"} or any(
        i.has("outcome") and i.clause > names[-1].clause for i in cast.items
    ):
        return None  # `X destroys Y. Does it go back to the Deck`: what becomes of it is asked
    one, other = sorted(names, key=lambda i: i.start)
    if (reached := _reached(asked, one, other)) is not None:
        return reached
    if any(i.has("may", "must") and i.has("activate") and i.phrase and not i.phrase.does for i in here):
        return None  # "X特殊召唤的Y能发动吗": an activation is asked about
    acts = [i.phrase.does for i in here if i.phrase and i.phrase.does]
    if len(acts) != 1 or {"respond", "passive", "attack", "is-cost", "and"} & marks_of(here):
        return None
    done = max(i.start for i in here if i.phrase and i.phrase.does)
    if any(i.has("clause") and i.start < done for i in here) and any(i.has("outcome") and i.start > done for i in here):
        return None  # "if X destroys Y, is it negated": the deed is told, and another thing asked
    able = [i for i in (one, other) if effects_doing(_card(i), acts[0])]
    if not able or (len(able) == 2 and _acts_before(here, one)):
        return None
    doer, taken = (one, other) if able[0] is one else (other, one)
    lies_in = {zone for told in zones_told(cast.items, taken) for zone in (FIELD if told == _ANYWHERE else (told,))}
    return Taking(_card(doer), _card(taken), acts[0], zones=frozenset(lies_in))


def _is_asked_with(cast: Cast, name: Item) -> bool:
    """Whether a card is named in what is asked, or alone right before it: `DD乌鸦 能除外我场上的青眼白龙吗`."""
    asked = cast.asked_part()
    alone = all(i is name or (i.phrase is not None and i.phrase.light and not i.marks) for i in cast.in_part(name.part))
    same = any(i.clause == name.clause for i in cast.in_part(asked))
    return name.part == asked or (name.part == asked - 1 and alone and same)


def _pointed_at(asked: Asked, names: list[Item]) -> Taking | None:
    """`they have X out, can Y target it`: X is the one thing told before that the pronoun can mean."""
    cast = asked.cast
    assert cast is not None
    found = outcome_words().target_it.search(asked.text.lower())
    here = [i for i in names if i.part == cast.asked_part()]
    before = [i for i in names if i.part < cast.asked_part() and i.role == "in-force"]
    if found is None or len(here) != 1 or len(before) != 1 or found.start() < asked.places[here[0].start]:
        return None
    if asked.events or any(i.phrase and (i.phrase.at or i.phrase.states) for i in cast.items):
        return None
    return Taking(_card(here[0]), _card(before[0]), said_at=found.span())


def _card(item: Item) -> Card:
    assert item.named is not None
    return item.named.card


def _acts_before(here: list[Item], first: Item) -> bool:
    return any(i.phrase and i.phrase.does and i.start < first.start for i in here)


def _reached(asked: Asked, one: Item, other: Item) -> Taking | None:
    """`is Y immune to X`, `does Y fall to X`, `target Y with X`: words that tell which of the two reaches the other."""
    span = outcome_words().reaching(asked.text)
    if span is None:
        return None
    by_the_first, spared, (start, end) = span
    first, last = asked.places[one.start], asked.places[other.start]
    if not (first < start or last > start):
        return None
    pair = (one, other) if by_the_first else (other, one)
    return Taking(_card(pair[0]), _card(pair[1]), spared=spared, said_at=(start, end))


def effects_doing(card: Card, acts: tuple[str, ...]) -> list[tuple[Effect, Action]]:
    """The activated effects that do one of these things to something else, with the act."""
    done = [(e, act) for e in card.activated_effects for act in e.does]
    done += [(e, act) for e in card.activated_effects for choice in e.choices for act in choice.does]
    to_itself = [(e, act) for e, act in done if act.what in ("self", "answered") and act.act != "equip"]
    return [(e, act) for e, act in done if act.act.startswith(acts) and (e, act) not in to_itself]


def _verdict(desk: Desk, told: Taking) -> str | None:
    pairs = effects_doing(told.doer, told.acts or ("",))
    fits = {_fits(desk, told, effect, act) for effect, act in pairs}
    kept = _kept_from(desk, told, [effect for effect, _ in pairs], [act for _, act in pairs])
    if not told.acts:
        if kept == "no" or kept == "depends":
            return kept
        return "yes" if fits == {"yes"} else None
    if None in fits or not fits:
        return None
    if "yes" not in fits:
        return "no"
    return kept or "yes"


def _fits(desk: Desk, told: Taking, effect: Effect, act: Action) -> str | None:
    """Whether the card taken is what the act speaks of; nothing where the text was not read so far."""
    which = act.which or (effect.targets[0] if effect.targets else None)
    if which is None or act.requires or effect.unread:
        return None
    known = desk.book.library.cards.get(told.doer.id) is told.doer
    if act.act.startswith(_SUMMONS) and _is_bound(told.taken):
        return None  # whether it was summoned properly, or may come out so at all, is not told
    if not known and (which.name or not any(getattr(which, part) for part in NARROW)):
        return None  # as read, a name may be the one excepted, and a filter without bounds one that was not read
    zones = which.zones or act.whence or ("monster-zone",)
    if told.zones and not told.zones & set(zones):
        return "no" if known else None
    answers = {_matches(desk, told, which, zone) for zone in zones}
    if "yes" in answers:
        return "yes"
    levels = which.level is not None and told.taken.type.split(" / ")[-2:-1] in (["Xyz"], ["Link"])
    return "no" if answers == {"no"} and (known or not levels) else None


def _is_bound(card: Card) -> bool:
    words = card.type.split(" / ")
    return any(word in words for word in _OF_THE_EXTRA_DECK) or bool(card.effects_of("condition"))


def _matches(desk: Desk, told: Taking, which: Filter, zone: Zone) -> str | None:
    of_monster = zone == "monster-zone"
    place = zone if not of_monster or told.taken.type.startswith("Monster") else "spell-zone"
    lying = CardOnTable(
        card=told.taken.names.zh,
        called=_OBJECT,
        side="opponent" if which.side == "opponent" else "own",
        zone=place,
        face=which.face or "up",
        position=which.position or ("attack" if of_monster else None),
    )
    return desk.table(Table(cards=(lying,)), strangers=strangers_among(desk, [told.doer, told.taken])).fits(
        lying, which, ignore=("other",)
    )


def _kept_from(desk: Desk, told: Taking, effects: list[Effect], acts: list[Action]) -> str | None:
    """Whether its own text keeps the card from it: no, depends where that hangs on the table, else nothing."""
    on_field = [e for e in effects if any(set(f.zones) & set(FIELD) for f in e.targets)]
    destroys = any(act.act == "destroy" for act in acts)
    shields = [*(["protect-from-targeting"] if on_field else []), *(["protect-from-effect"] if destroys else [])]
    if told.acts and not on_field and not destroys:
        return None  # it is taken from elsewhere
    lying = on_the_field(told.taken, "opponent", _OBJECT)
    there = desk.table(Table(cards=(lying,)), strangers=strangers_among(desk, [told.doer, told.taken]))
    return {"yes": "no", "perhaps": "depends"}.get(there.kept_from(lying, told.doer, "own", *shields))


_TRIBUTE = "tribute"
_FORBIDS = ("forbid-other", "forbid-use-as-material", "forbid-tribute")
_WITHOUT_A_LEVEL = {"synchro": ("Xyz", "Link"), "xyz": ("Link",)}  # a rank and a link rating are no levels
_ANY = "no-material"
_TAKE_FACE_DOWN = (_TRIBUTE, "fusion")  # what takes monsters that lie face-down, too
_TURNS_DOWN = ("flip-face-down", "change-position")
_HIDDEN = frozenset(("face", "position", "states", "events", "told", "respond", "thing", "activation"))  # what tells it


def use_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where one card is asked to be used for something, and nothing else is told; else nothing."""
    words = outcome_words()
    found = words.use_asked(asked.text)
    if found is None or asked.cast is None or any(i.doubt for i in asked.cast.items):
        return None
    use, (start, end) = found
    face_down = words.lies_face_down.search(asked.text.lower()) is not None
    cards = _named_before(asked, asked.cast, end)
    if face_down:
        cards = [card for card in cards if not does_one(card, _TURNS_DOWN)]  # by which it lies so
    told = _HIDDEN if face_down else frozenset[str]()
    if (
        len(cards) != 1
        or not cards[0].type.startswith("Monster")
        or _more_told(asked, asked.cast, start, end, face_down=face_down)
    ):
        return None
    verdict = _use_verdict(cards[0], use)
    if face_down and verdict != "no":
        verdict = "yes" if use in _TAKE_FACE_DOWN else "no"
    asked.used, asked.missing = Used(((start, end),), told, told), ""
    key = f"used-for.face-down.{verdict}" if face_down else f"used-for.{verdict}"
    said = sentence(lexicon_for(desk), key, card=names_of(cards[0]))
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "outcome", "card": card_identity(cards[0])}
    return answer


def _named_before(asked: Asked, cast: Cast, end: int) -> list[Card]:
    """The cards named, without one whose name the words that ask are themselves: "as Synchro Material"."""
    named = [i.named for i in cast.items if i.named]
    others = [n for n in named if not asked.places[n.token.start] < end <= asked.places[n.token.end - 1] + 1]
    return list({n.card.id: n.card for n in others}.values())


def _more_told(asked: Asked, cast: Cast, start: int, end: int, *, face_down: bool) -> bool:
    outside = [i for i in cast.items if i.phrase and not start <= asked.places[i.start] < end]
    if face_down:  # lying so is no effect of its own, and takes away what its text says
        outside = [i for i in outside if i.phrase and told_by(i) - _HIDDEN]
    return any(
        i.phrase.events or i.phrase.at or i.phrase.turn or i.phrase.states or i.phrase.thing or i.phrase.number
        for i in outside
        if i.phrase
    )


def _use_verdict(card: Card, use: str) -> str:
    """No by its text or its kind; yes only for a tribute, which asks for nothing more; else it hangs on the summon."""
    kinds = card.type.split(" / ")
    if any(kind in kinds for kind in _WITHOUT_A_LEVEL.get(use, ())):
        return "no"
    bars = [(e, act) for e in card.effects for act in e.does if act.act in _FORBIDS and act.what in ("", "self")]
    of_it = [(e, act) for e, act in bars if use in act.to or (use != _TRIBUTE and act.to == _ANY)]
    if any(not (e.requires or act.requires or e.unread) for e, act in of_it):
        return "no"
    plain = use == _TRIBUTE and not of_it and not card.has_unread
    return "yes" if plain else "depends"


_GATE, _MOVES_NONE = "must-be-shown", "none"
# what tells which effect is meant, and what it takes whence
_OF_THE_EFFECT = frozenset(("does", "events", "told", "face", "thing", "position", "card", "at", "activation"))
_PAUSES = "，,、。；;!！?？"


def shown_to_the_other(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where that is asked at the end of a question about one card; nothing where it is not."""
    said = outcome_words().must_be_shown(asked.text)
    if said is None or len({card.id for card in asked.cards}) != 1 or asked.doubt is not None:
        return None
    if any(pause in asked.text[said[1] :].rstrip(_PAUSES + " ") for pause in _PAUSES):
        return None  # it is told, and something else asked
    card = asked.cards[0]
    judged = {e: desk.matter(_GATE, card, e, "", "", None, NOTHING_STATED) for e in effects_meant(asked, card)}
    moving = {effect: one for effect, one in judged.items() if one.verdict != _MOVES_NONE}
    verdicts = {"depends" if e.unread or e.unread_deeds else one.verdict for e, one in moving.items()}
    verdict = verdicts.pop() if len(verdicts) == 1 else "depends"
    lexicon = lexicon_for(desk)
    if asked.cast is not None and {"activate", "activation-told"} & asked.cast.marks and not _tells_a_deed(asked.cast):
        verdict = "depends"  # the card itself may be meant, of which it is shown that it is activated
    start = max((at + 1 for at, c in enumerate(asked.text[: said[0]]) if c in _PAUSES), default=0)
    asked.used, asked.missing = Used(((start, len(asked.text)),), _OF_THE_EFFECT), ""  # the clause describes what moves
    answer = frame(desk, asked, verdict, sentence(lexicon, f"shown.{verdict}", card=names_of(card)))
    if verdict != "depends":
        answer["because"] = matter_reply(desk, next(iter(moving.values())))["because"]
    answer["question"] |= {"kind": "matter", "matter": _GATE, "card": card_identity(card)}
    return answer


def _tells_a_deed(cast: Cast) -> bool:
    """Whether it is said what the effect does, or to which cards."""
    told = [i.phrase for i in cast.items if i.phrase and i.phrase.does != ("reveal",)]
    return any(phrase.does or phrase.told or phrase.events or phrase.thing for phrase in told)
