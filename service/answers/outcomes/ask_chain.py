"""What becomes of a card that was answered: the two links are played, and the answer is read off the table."""

from typing import Any

from knowledge.data.cases import Table
from knowledge.data.profile import FIELD, Action, Card, Effect, effects_numbered, number_of
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, Reason
from knowledge.explanation.can_answer import card_identity
from knowledge.play import Played, read_scenario
from knowledge.problems import BadInput
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Cast, answers_things, does_so, marks_of
from knowledge.questions.lexicon import Phrase
from knowledge.questions.outcomes.asked_outcomes import Answering, Named, can_hinder, outcome_words
from knowledge.questions.outcomes.special_questions import brought_words
from knowledge.questions.said_back import names_of, sentence
from knowledge.questions.told.described_cards import is_aimed_at
from knowledge.questions.told.statements import called, field_zone, on_the_field
from service.answers.ask_card import applying, can_asked, strangers_among
from service.answers.ask_frame import frame, lexicon_for, rules_played
from service.answers.outcomes.ask_in_vain import at_one_target
from service.answers.outcomes.ask_summons import negated_summon
from service.lookup import card_by_name

_DESTROYED = "destroyed"
_FIRST, _SECOND, _THIRD = "first", "second", "third"
_NEGATIONS = ("negate-effect", "negate-activation")
_OF_OTHERS = {"negated": "negate-effect", "destroyed": "destroy"}
_ATTACK, _NEGATED = "negate-attack", "negated"
# what tells of the links; what happened besides is found word by word
_OF_A_CHAIN = frozenset(("respond", "activation", "does", "events", "told"))
_OF_ITS_TARGET = frozenset(("card", "thing", "face", "position", "states", "zone", "place"))


def chain_outcome(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where a question tells two links and asks what becomes of the first; nothing where it does not."""
    words = outcome_words()
    found = words.thing_asked(asked.text)
    if (saved := _summon_saved(desk, asked)) is not None:
        return saved
    if found is None or asked.cast is None:
        return None
    thing, (start, end) = found
    named = _named(asked)
    asks = asked.text[max(start - _AROUND, 0) :].lower()
    if any(_lasts_for_the_turn(card) for card in asked.cards):
        asks = words.this_turn.sub(" ", asks)  # its effect is what this turn brings
    if words.of_later(asks) or "next-turn" in asked.cast.marks:
        return None
    if thing == _DESTROYED and words.by_battle.search(asked.text[max(start - _AROUND, 0) : end].lower()):
        return None  # what a battle does is no matter of the chain
    if (summon := negated_summon(desk, asked, thing)) is not None:
        return summon
    if (alone := _of_the_negator(desk, asked, thing)) is not None:
        return alone
    told = words.answering(asked.text, named, start)
    if told and (_is_only_its_target(asked.cast, told) or _asks_of_another(asked.cast, told)):
        return None
    if told and (brought := brought_words().told(asked)) and brought.card is told.first:
        return None  # "a monster X summoned uses its effect, and Y answers": the link is not X
    if told and thing == _DESTROYED and _would_fall_to(asked.cast, told.second, told.first):
        return None
    if told and (shared := at_one_target(desk, asked, told, thing, start)) is not None:
        asked.not_understood = words.left_over(asked.not_understood)
        asked.used = Used(((start, end),), _OF_A_CHAIN | _OF_ITS_TARGET)
        return shared
    if told and told.third is told.second and stopped_by_its_like(desk, told.second) != "yes":
        return None
    chains = [told] if told else _with_stand_ins(desk, asked, named)
    verdicts = {
        _verdict_on(desk, thing, chain, asked, named, start, number)
        for chain in chains
        for number in _effects_meant(asked, chain, told is not None)
    }
    if len(verdicts) != 1 or None in verdicts:
        return None
    asked.not_understood = words.left_over([*asked.not_understood, *_told_besides(asked, start, chains[0])])
    asked.used = Used(((start, end),), _OF_A_CHAIN)
    [verdict] = verdicts
    settled = thing == "resolves" and _whose_doing(asked, chains[0], "", start) is not None
    thing = "settled" if settled else _as_asked(asked, thing, chains[0], start)
    answer = _said(
        desk, asked, thing, _subject(asked, thing, chains[0], named, start), chains[0], str(verdict), bool(told)
    )
    answer["because"] = _by_the_rules_played(desk, chains[0], _effects_meant(asked, chains[0], told is not None)[0])
    return answer


def _lasts_for_the_turn(card: Card) -> bool:
    """Whether what a card does on its activation is done through the rest of the turn."""
    acts = [act for e in card.activated_effects for act in e.does]
    return any(act.act == "apply-later" and act.until == "end-of-turn" for act in acts)


def _by_the_rules_played(desk: Desk, chain: Answering, number: str) -> list[Reason]:
    """The rules by which the links resolved, each once; the one that settled the lowest link tells most."""
    played = _played(desk, chain, number)
    decided = played.steps[-1].decided if played else []
    return rules_played(desk, decided)


def _asks_of_another(cast: Cast, chain: Answering) -> bool:
    """Whether what is asked names a card that is no link of the chain, and none that is."""
    here = [i.named.card for i in cast.asked_items if i.named]
    links = [card for card in (chain.first, chain.second, chain.third) if card is not None]
    return bool(here) and not any(card in links for card in here)


def _would_fall_to(cast: Cast, one: Card, other: Card) -> bool:
    """`is X destroyed by Y`, with nothing told before: Y is the one that would do it, and nobody chains anything."""
    names = [i for i in cast.items if i.named]
    here = sorted((i for i in names if i.part == cast.asked_part()), key=lambda i: i.start)
    if len(here) != 2 or len(names) != 2 or [i.named.card for i in here if i.named] != [one, other]:
        return False
    between = [i for i in cast.items if here[0].start < i.start < here[1].start and i.phrase]
    return any(i.has("passive", "by", "with") or (i.phrase and i.phrase.role == "subject") for i in between)


def _is_only_its_target(cast: Cast, chain: Answering) -> bool:
    """`Y is activated on X. Is X …`: X is what Y is aimed at, and nobody says that X was activated, too."""
    named = [i for i in cast.items if i.named and i.named.card is chain.second]
    aimed = [i for i in named if i.part != cast.asked_part() and is_aimed_at(cast, i)]
    used = [i for i in named if i not in aimed and {"activate", "chains", "respond"} & marks_of(cast.in_part(i.part))]
    return bool(aimed) and not used


def stopped_by_its_like(desk: Desk, card: Card) -> str:
    """Whether a card may be chained to another copy of itself."""
    name = called(desk.book, card)
    return can_asked(desk, {"card": name, "at": "main", "respond_to": name}).verdict


def stopped_by(desk: Desk, first: Card, second: Card) -> str | None:
    """Whether `second`, chained to `first`, keeps it from resolving, played for each effect that may be meant."""
    chain = Answering(first, second)
    activated = [f"/{number_of(e)}" for e in first.effects if e.is_activated] or [""]
    played = [(number, _played(desk, chain, number)) for number in activated]
    resolves = {_read_off(desk, "resolves", first, chain, p, number) if p else None for number, p in played}
    return {"yes": "no", "no": "yes"}.get(resolves.pop() or "") if len(resolves) == 1 else None


def _summon_saved(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`my summon met X, and I negate X with Y; does it succeed`: yes where Y stops X; nothing where it is not so."""
    words = outcome_words()
    named = _named(asked)
    cards = list({one.card.id: one.card for one in named}.values())
    if len(cards) != 2 or not words.succeeds(asked.text):
        return None
    negators = [c for c in cards if any(a.act.startswith("negate-summon") for e in c.effects for a in _all_acts(e))]
    if len(negators) != 1:
        return None
    other = next(card for card in cards if card is not negators[0])
    if not can_hinder(other) or not (stopped := stopped_by(desk, negators[0], other)):
        return None
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used, asked.missing = Used(takes=_OF_A_CHAIN), ""
    parts = {"card": names_of(negators[0]), "other": names_of(other)}
    answer = frame(desk, asked, stopped, sentence(lexicon_for(desk), f"outcome.summon-saved.{stopped}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(negators[0])}
    return answer


def _all_acts(effect: Effect) -> list[Action]:
    return [*effect.every_act]


def _of_the_negator(desk: Desk, asked: Asked, thing: str) -> AskAnswer | None:
    """`is a monster negated by X destroyed`: as the text of X says of what it negates; else nothing."""
    words, cards = outcome_words(), list({card.id: card for card in asked.cards}.values())
    if len(cards) != 1 or thing != "destroyed" or not words.negates.search(asked.text.lower()):
        return None
    ways = [list(e.does) for e in cards[0].effects] + [list(c.does) for e in cards[0].effects for c in e.choices]
    negating = [way for way in ways if any(a.act.startswith(_NEGATIONS) for a in way)]
    each = {any(a.act == "destroy" and a.what in ("answered", "target") for a in way) for way in negating}
    known = desk.book.library.cards.get(cards[0].id) is cards[0]
    if not known or len(each) != 1 or asked.events or asked.in_force:
        return None
    [destroys] = each
    asked.not_understood = words.left_over(asked.not_understood)
    asked.used = Used(takes=_OF_A_CHAIN)
    lexicon, verdict = lexicon_for(desk), "yes" if destroys else "no"
    parts = {"card": sentence(lexicon, "outcome.unnamed"), "other": names_of(cards[0])}
    answer = frame(desk, asked, verdict, sentence(lexicon, f"outcome.destroyed.{verdict}", **parts))
    answer["question"] |= {"kind": "outcome", "card": card_identity(cards[0])}
    return answer


def _told_besides(asked: Asked, start: int, chain: Answering) -> list[tuple[int, int, str]]:
    """What else is told to have happened, before the question: a chain is not all there is to it then."""
    assert asked.cast is not None
    found = []
    for item in asked.cast.items:
        phrase, token = item.phrase, item.token
        lay_set = phrase is not None and phrase.states in _AS_ACTIVATED  # so it was as it was activated
        if phrase and token and not lay_set and (phrase.events or phrase.does or phrase.states or phrase.number):
            first, last = asked.span(token)
            if first < start and not _is_of_the_chain(phrase, chain):
                found.append((first, last, asked.text[first:last]))
    return found


def _is_of_the_chain(phrase: Phrase, chain: Answering) -> bool:
    """Whether what is told is what the two cards do, or pay."""
    effects = [*chain.first.effects, *chain.second.effects, *(chain.third.effects if chain.third else ())]
    parts = [act for e in effects for act in (*e.does, *e.cost, *(a for c in e.choices for a in c.does))]
    done = {act.act for act in parts}
    by_acts = any(act.startswith(phrase.does) for act in done) if phrase.does else False
    roots = {act.partition("-")[0][:_ROOT] for act in done}
    by_events = any(event.partition("-")[0][:_ROOT] in roots for event in phrase.events)
    return by_acts or by_events or bool(phrase.number and not (phrase.does or phrase.events))


def _subject(asked: Asked, thing: str, chain: Answering, named: list[Named], start: int) -> Card:
    """Whose fate is asked: the card named behind the words that ask, or the only one in a clause of nothing else."""
    assert asked.cast is not None
    conditions = [asked.places[i.start] for i in asked.cast.items if i.has("clause") and asked.places[i.start] > start]
    until = min(conditions, default=len(asked.text))  # "does X still negate if it is destroyed by Y"
    about = [one.card for one in named if start <= one.start < until]
    if about:
        return about[-1]
    part = asked.cast.asked_items
    here = {i.who: i.named.card for i in part if i.named}
    if thing != _NEGATED or len(here) != 1 or {"activate", "chains", "respond"} & marks_of(part):
        return chain.first
    [only] = here.values()
    return only if only in (chain.first, chain.second) else chain.first


def _verdict_on(
    desk: Desk, thing: str, chain: Answering, asked: Asked, named: list[Named], start: int, number: str
) -> str | None:
    open_ended = _may_undo_itself(chain.second) or _hangs_on_a_declaration(chain)
    played = None if open_ended else _played(desk, chain, number)
    if played is None:
        return None
    subject = _subject(asked, thing, chain, named, start)
    if thing == _DESTROYED and subject is chain.first and _may_be_spared(desk, subject, chain.second):
        return None
    if thing == "stops":
        resolves = _read_off(desk, "resolves", chain.first, chain, played, number)
        return {"yes": "no", "no": "yes"}.get(resolves or "")
    if thing == "resolves" and (whose := _whose_doing(asked, chain, number, start)):
        return whose
    what = _as_asked(asked, thing, chain, start)
    return _read_off(desk, what, subject, chain, played, number) if what else None


def _as_asked(asked: Asked, thing: str, chain: Answering, start: int) -> str:
    """What is asked; of a monster that the first link would act on, whether that link does what it would do."""
    act = _OF_OTHERS.get(thing)
    does_it = any(a.act == act for e in chain.first.effects for a in e.does)
    around = asked.text[max(start - _AROUND, 0) :]
    if thing == _NEGATED and outcome_words().of_an_attack.search(around.lower()):
        return "resolves" if any(a.act == _ATTACK for e in chain.first.effects for a in e.does) else ""
    of_others = bool(act) and outcome_words().of_others.search(around)
    spoken_of = "" if of_others and not chain.first.type.startswith("Monster") else thing  # not the card itself
    return "resolves" if of_others and does_it else spoken_of


def _may_be_spared(desk: Desk, card: Card, by: Card) -> bool:
    """Whether the text of a monster may keep it from the answer, by words that hang on what nobody told."""
    if not card.type.startswith("Monster"):
        return False
    lying = on_the_field(card, "opponent", _FIRST)
    there = desk.table(Table(cards=(lying,)), strangers=strangers_among(desk, [card, by]))
    return there.kept_from(lying, by, "own", "protect-from-effect") == "perhaps"


def _whose_doing(asked: Asked, chain: Answering, number: str, start: int) -> str | None:
    """`do I still draw` of something the answer does, or of a cost already paid: that is done; else nothing."""
    assert asked.cast is not None
    told = [(i.phrase, i.token) for i in asked.cast.asked_items if i.phrase and i.token]
    acts = [phrase.does for phrase, token in told if phrase.does and asked.places[token.end - 1] >= start]
    if not acts:
        return None
    meant = effects_numbered(chain.first, number.removeprefix("/") or None) or chain.first.effects
    done = [a.act for e in meant for a in e.every_act]
    paid = [a.act for e in meant for a in e.cost]
    by_the_answer = [a.act for e in chain.second.effects for a in e.does]
    if any(act.startswith(acts[-1]) for act in done):
        return None
    settled = any(act.startswith(acts[-1]) for act in (*paid, *by_the_answer))
    return "yes" if settled else None


def _effects_meant(asked: Asked, chain: Answering, named: bool) -> list[str]:
    """The effects of the first card that may be meant: by number, by what is told that it does, else all of them."""
    if not named or asked.cast is None:
        return [""]
    activated = chain.first.activated_effects
    told = [i.effect for i in asked.cast.items if i.named and i.named.card is chain.first and i.effect is not None]
    doing = [i.phrase.does for i in asked.cast.items if i.phrase and i.phrase.does]
    fitting = [e for e in activated if e.number in told]
    fitting = fitting or [e for e in activated if any(does_so(e, acts) for acts in doing)] or activated
    if not chain.first.type.startswith("Monster") and len(fitting) > 1:
        fitting = [e for e in fitting if e.opens_the_card] or fitting
    return [f"/{number_of(e)}" for e in fitting] or [""]


def _may_undo_itself(card: Card) -> bool:
    """Whether the text lets something keep the answer from working; that is not played."""
    acts = [act for e in card.activated_effects for act in e.does]
    return any(act.act.startswith("negate") and act.what == "self" for act in acts)


def _hangs_on_a_declaration(chain: Answering) -> bool:
    """Whether an answer does something to what its player declares, which nobody told."""
    effects = [e for card in (chain.second, chain.third) if card for e in card.activated_effects]
    return any(act.act == "declare" for e in effects for act in (*e.cost, *e.does))


def _with_stand_ins(desk: Desk, asked: Asked, named: list[Named]) -> list[Answering]:
    """One card that answered an activation told of without its card: cards that stand in for it."""
    cards = list({one.card.id: one.card for one in named}.values())
    kind = _kind_told(asked) if asked.cast is not None and len(cards) == 1 and can_hinder(cards[0]) else ""
    if not kind or asked.cast is None:
        return []
    words, text = outcome_words(), asked.text.lower()
    if kind != _OF_MONSTERS and words.discards(text):
        return []  # a spell or trap that is discarded is no activation
    on_field = any(i.phrase and i.phrase.zone == "field" for i in asked.cast.items) or _FIELD_TOLD in text
    used = any(i.has("activate") and i.phrase and not i.phrase.does for i in asked.cast.items)
    lies_there = kind.startswith(_WORK_BY_LYING) or used or words.just_activated.search(text)  # a spell is on the field
    if kind != _OF_MONSTERS and lies_there and not words.lay_set.search(text):
        on_field = True
    if not answers_things(cards[0]) and not on_field:
        return []  # it reaches cards on the field alone, and where the other one was is not told
    stand_ins = [card_by_name(desk, name.partition("/")[0]) for name in lexicon_for(desk).stand_ins[kind]]
    return [Answering(card, cards[0]) for card in stand_ins]


def _kind_told(asked: Asked) -> str:
    """What was activated, by the kind of activation told, or by the spell or trap described."""
    phrases = [i.phrase for i in asked.cast.items if i.phrase] if asked.cast else []
    things = [p.thing for p in phrases if p.thing and p.thing.kind in ("spell", "trap")]
    staying = [f"{word}-{thing.kind}" for thing in things for word in thing.type if word in _WORK_BY_LYING]
    kinds = [*staying, *(p.activation for p in phrases if p.activation), *(thing.kind for thing in things)]
    return kinds[0] if kinds else ""


_OF_MONSTERS = "monster-effect"
_WORK_BY_LYING = ("continuous", "field", "equip")
_FIELD_TOLD = "on field"
_AS_ACTIVATED = (("set-before",), ("used",))
_STAYING = ("Continuous", "Field", "Equip")
_ROOT = 5  # letters that an act and the event it brings have in common: destroy, destroyed
_AROUND = 12  # characters before the words that ask


def _named(asked: Asked) -> list[Named]:
    assert asked.cast is not None
    lying = {i.who for i in asked.cast.items if i.role == "in-force"}  # it is there, and on no chain
    tokens = [(i.named.card, i.named.token) for i in asked.cast.items if i.named and i.who not in lying]
    return [Named(card, asked.places[t.start], asked.places[t.end - 1] + 1) for card, t in tokens]


def _played(desk: Desk, told: Answering, number: str) -> Played | None:
    """The chain as told; also without the targets the second link cannot have."""
    for targets in ([_FIRST], []):
        steps: list[dict[str, Any]] = [
            {"activate": f"{_FIRST}{number}", "assume": True},
            {"activate": _SECOND, "by": "opponent", "assume": True, **({"targets": targets} if targets else {})},
            {"pass": "both"},
        ]
        if targets and not any(e.targets for e in told.second.effects):
            continue
        if told.third is not None:
            aims = any(e.targets for e in told.third.effects)
            steps.insert(2, {"activate": _THIRD, "assume": True, **({"targets": [_SECOND]} if aims else {})})
        played = _play(desk, told, number, steps)
        last = _THIRD if told.third else _SECOND
        if played is not None and played.steps[-1].fates.get(last) == "carried-out":
            return played
    return None


def _play(desk: Desk, told: Answering, number: str, steps: list[dict[str, Any]]) -> Played | None:
    cards = [
        {"card": called(desk.book, told.first), "called": _FIRST, "zone": _zone(told.first, number)},
        {"card": called(desk.book, told.second), "called": _SECOND, "side": "opponent"},
    ]
    if told.third is not None:
        cards.append({"card": called(desk.book, told.third), "called": _THIRD})
    strangers = strangers_among(desk, [c for c in (told.first, told.second, told.third) if c])
    names = {called(desk.book, card): card.names.zh for card in strangers}
    cards = [card | {"card": names.get(card["card"], card["card"])} for card in cards]
    try:
        return desk.scenario(read_scenario({"cards": cards, "steps": steps}), strangers)
    except BadInput:
        return None


def _zone(card: Card, number: str = "") -> str:
    """Where the card lies as it is used: a monster where that effect of it works, else on the field."""
    if not card.type.startswith("Monster"):
        return field_zone(card)
    effects = effects_numbered(card, number.removeprefix("/") or None)
    works = [zone for e in effects if e.kind in ("ignition", "quick", "trigger") for zone in e.zones]
    return works[0] if works and "monster-zone" not in works else "monster-zone"


def _read_off(desk: Desk, thing: str, subject: Card, told: Answering, played: Played, number: str) -> str | None:
    handle = _SECOND if subject is told.second else _FIRST
    if subject not in (told.first, told.second):
        return None
    fate, zone = played.steps[-1].fates.get(handle, ""), played.answers["zone"].get(handle, "")
    hindered = (
        fate.startswith("negated")
        or any(act.act == "flip-face-down" for e in told.second.effects for act in e.does)
        or zone != _zone(subject, number if handle == _FIRST else "")
        or played.answers["destroyed"].get(handle)
    )
    if handle == _FIRST and told.third is not None and not hindered:
        undone = played.steps[-1].fates.get(_SECOND, "")
        if not (undone.startswith("negated") or undone == "without-effect"):
            return None
        fate = "carried-out"
    elif handle == _FIRST and not hindered:
        return None  # the answer did nothing that this desk knows of
    if thing == "refund":
        return "no"
    if thing == "destroyed":
        return "yes" if played.answers["destroyed"].get(handle) else "no"
    if thing == "stays":
        return "yes" if zone in FIELD else "no"
    if thing == "where":
        return zone or None
    if thing == "resolves" and handle == _FIRST and zone not in FIELD and _works_by_lying_there(desk, told.first):
        return "no"
    if fate == "without-effect":
        alone = _play(desk, told, number, [{"activate": f"{_FIRST}{number}", "assume": True}, {"pass": "both"}])
        same = alone is not None and alone.steps[-1].fates.get(_FIRST) == fate
        fate = "carried-out" if same and not _rule_decides(played) else fate
    if fate == "carried-out" and handle == _FIRST and zone not in FIELD and _must_stay(subject):
        fate = "without-effect"
    if thing == "negated":
        if handle == _FIRST and fate == "without-effect" and _must_stay(subject):
            return None  # not negated, and yet nothing comes of it
        return "yes" if fate.startswith("negated") else "no"
    return "yes" if fate == "carried-out" else "no"


def _must_stay(card: Card) -> bool:
    """Whether a card works by lying there, so that nothing comes of its activation once it is gone."""
    return any(word in card.type for word in _STAYING) and not card.type.startswith("Monster")


def _works_by_lying_there(desk: Desk, card: Card) -> bool:
    """Whether a spell or trap stays on the field and works from there, of whatever kind it is."""
    return not card.type.startswith("Monster") and any(True for _ in applying(desk, card))


def _rule_decides(played: Played) -> bool:
    """Whether the card had to be there still: then not being carried out comes from the answer."""
    decided = [d for d in played.steps[-1].decided if d.gate == "effect-applies" and d.outcome == "no"]
    return any("a-card-that-stays-must-still-be-there" in d.judgement.rules_that_decided() for d in decided)


def _said(desk: Desk, asked: Asked, thing: str, subject: Card, told: Answering, verdict: str, named: bool) -> AskAnswer:
    lexicon = lexicon_for(desk)
    card = names_of(subject) if named else sentence(lexicon, "outcome.unnamed")
    answers = told.second if subject is not told.second else told.third or told.first
    parts = {"card": card, "other": names_of(answers)}
    said = sentence(lexicon, f"outcome.{thing}.{verdict}", **parts)
    sure = verdict if verdict in ("yes", "no") else None
    answer = frame(desk, asked, sure, said)
    meant = sentence(lexicon, "outcome.asked", card=card)
    identity = card_identity(subject) if named else card_identity(told.second)
    answer["question"] |= {"kind": "outcome", "card": identity, "understood": meant}
    first = names_of(told.first) if named else sentence(lexicon, "outcome.unnamed")
    answer["assumed"] = [sentence(lexicon, "assumed.chain", first=first, second=names_of(told.second))]
    return answer
