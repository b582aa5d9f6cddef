"""`can X negate a spell`: a deed is asked for that its text does not do; is another thing asked than an activation."""

from itertools import pairwise

from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import AskAnswer
from knowledge.explanation.can_answer import card_identity
from knowledge.explanation.effect_sentences import doing_in_words
from knowledge.questions.asked import Asked, Used
from knowledge.questions.cast import Item, does_so, marks_of, side_before
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, names_of, sentence
from service.answers.ask_frame import frame, lexicon_for, reason_by_rule
from service.lookup import finder_of

_KINDS = ("can", "outcome", "out-of-scope", "rulings", "card", "answerable", "amount", "targets")
_BY_ITS_TEXT = ("effect-applies", "what-the-resolution-part-says-must-be-true")
# a deed by other names: acts that come to it, or may
_COMES_TO = {
    "negate": ("negate-effect", "negate-activation"),
    "negate-attack": ("negate-attack", "end-battle-phase", "no-damage-calculation"),
    "search": ("search", "add-to-hand", "excavate", "draw"),
    "return-to-hand": ("return-to-hand", "add-to-hand"),
    "return-to-deck": ("return-to-deck", "return-to-extra-deck"),
    "send-to-gy": ("send-to-gy", "mill", "discard", "tribute", "destroy"),
    "special-summon": ("special-summon", "summon-token", "fusion", "ritual", "synchro", "xyz", "link", "normal-summon"),
    "banish": ("banish", "redirect-to-banish"),
    "take-control": ("take-control", "give-control"),
    "inflict-damage": ("inflict-damage", "change-battle", "redirect-battle", "double-battle", "piercing", "change-lp"),
    "change-position": ("change-position", "flip-face"),
}
# what these come to is told elsewhere, or by the player
_OPEN = ("copy-effect", "activate-card", "gain-effect", "apply-later", "change-effect", "other", "declare")
_STAYS = frozenset(("continuous", "field", "equip"))
_LEAVES = ("destroy", "banish", "return-to", "send-to-gy")
_STOPS = "negate-attack"
_SPELLS_AND_TRAPS = frozenset(("spell", "trap", "spell-trap"))
_NEGATIONS = ("negate", _STOPS)
_ATTACKS = frozenset(("attack-declared", "attacked-directly", "chosen-as-attack-target"))
_ENDS_AN_ATTACK = (*_LEAVES, "flip-face-down", "change-position", "take-control", "tribute", "special-summon", "equip")
_MARK = "§"
_UNAFFECTED, _FORBIDS_ACTIVATION, _FORBIDDEN = "unaffected", "forbid-activation", "an-effect-forbids-it"
_MORE_IS_ASKED = frozenset(("respond", "targets", "is-cost", "often", "again", "attack", "when", "outcome"))
_OF_THE_SHIELDED = frozenset(("activation", "place", "zone", "amount", "card", "thing", "does", "states"))
_OTHERS_ASKED = frozenset(("where-asked", "who-asked", "or"))  # another thing than whether it does so
_OF_AN_ATTACK = frozenset(("attack", "states", "events", "at", "turn"))  # which alone may be told beside


def _is_what_it_answers(asked: Asked, deed: str) -> bool:
    """`can X respond to a Special Summon`: the deed is what somebody else does, behind the verb that answers it."""
    assert asked.cast is not None
    here = asked.cast.asked_items
    if any(i.phrase and i.phrase.activation and i.phrase.does for i in here) and "respond" in marks_of(here):
        return True  # "an effect that does so", before the verb or behind it
    verb = next((i for i in here if i.has("respond") and not i.has("passive") and i.phrase and not i.phrase.does), None)
    behind = [i for i in here if verb is not None and i.start > verb.start]
    done = next((i for i in behind if i.phrase and deed in i.phrase.does), None)
    return done is not None and not any(i.has("and") for i in behind if i.start < done.start)


def deed_asked(desk: Desk, asked: Asked) -> AskAnswer | None:
    """No, where the whole text does nothing of the kind; open, where only what it answers is meant; else nothing."""
    card = _doer(asked)
    in_an_attack = card is None
    card = card or _doer(asked, in_an_attack=True)
    deed = _deed(asked, card) if card is not None else ""
    if card is None or not deed or (in_an_attack and deed != _STOPS) or _is_what_it_answers(asked, deed):
        return None
    literal = outcome_words().negation_asked(asked.text)
    if deed == _STOPS and not literal and (_takes_the_attacker(card) or (not in_an_attack and _bars_attacks(card))):
        return None  # the attack ends, or is not made, some other way
    acts = _acts(card)
    wanted = _COMES_TO.get(deed, (deed,))
    doing = [act for act in acts if act.act.startswith(wanted)]
    if any(act.act in _OPEN for act in acts) or (doing and deed in _NEGATIONS):
        return None
    if any(act.what != "answered" for act in doing):
        return None
    if doing:
        return _said(desk, asked, card, "depends", "deeds.answered")
    if any(cost.act.startswith(wanted) for effect in card.effects for cost in effect.cost):
        return None  # it is what is paid
    if not _known_whole(desk, card, deed):
        return _said(desk, asked, card, "depends", "depends.meant")
    if deed == "negate" and any(act.act.startswith(_LEAVES) for act in acts) and _works_by_lying_there(asked):
        return _said(desk, asked, card, "depends", "deeds.stays")
    return _said(desk, asked, card, "no", "deeds.no")


def bound_to_a_player(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`must the target of X be the opponent's`: what the text says of whose cards it takes; nothing where open."""
    card, words = _doer(asked), outcome_words()
    if card is None or asked.cast is None or not words.must_be(asked.text):
        return None
    here = asked.cast.asked_items
    sides = {i.phrase.side for i in here if i.phrase and i.phrase.side and not i.has("may", "activate")}
    kinds = [i.phrase.thing.kind for i in here if i.phrase and i.phrase.thing]
    of_a_kind = any(kind != "card" for kind in kinds) and any(i.phrase and i.phrase.amount for i in here)
    if len(sides) != 1 or of_a_kind or any(_tells_more(i) for i in here):  # "only monsters": which kind, not whose
        return None
    acting = [e for e in card.activated_effects if e.does or e.choices]
    aims = [which for e in acting for which in e.targets]
    aims += [act.which for e in acting for act in e.does if act.which and act.what != "target"]
    whose = {which.side for which in aims}
    written = desk.book.library.cards.get(card.id) is card
    if not written or not aims or len(whose) != 1 or any(e.choices for e in acting):
        return None
    [side], [told] = whose, sides
    key = "yes" if side == told else "no" if side in (None, "either") else "other"
    answer = _said(desk, asked, card, "yes" if key == "yes" else "no", f"must-be.{key}")
    answer["question"]["understood"] = sentence(lexicon_for(desk), "must-be.asked", card=names_of(card))
    return answer


def _tells_more(item: Item) -> bool:
    """Whether a moment, an event, an amount or a condition is told: a table, and not whose card it is."""
    phrase = item.phrase
    told = phrase is not None and (phrase.at or phrase.turn or phrase.events or phrase.amount not in ("", "only"))
    return bool(told) or item.has("clause")


def _takes_the_attacker(card: Card) -> bool:
    """Whether something the card does may take the attacking monster out of its attack."""
    behind = [e for e in card.effects if e.targets and all(_is_behind(which) for which in e.targets)]
    elsewhere = [act for e in behind for act in e.does]
    acts = [act for act in _acts(card) if act not in elsewhere and not (act.which and _is_behind(act.which))]
    return any(act.act.startswith(_ENDS_AN_ATTACK) for act in acts)


def _is_behind(which: Filter) -> bool:
    """Whether a filter speaks of spells and traps alone."""
    return bool(which.type) and set(which.type) <= _SPELLS_AND_TRAPS


def _bars_attacks(card: Card) -> bool:
    return any(act.act.startswith("forbid-attack") for act in _acts(card))


def _of_an_attack(item: Item) -> bool:
    phrase = item.phrase
    return item.has("attack", "declares") or (phrase is not None and bool(set(phrase.events) & _ATTACKS))


def _doer(asked: Asked, in_an_attack: bool = False) -> Card | None:
    """The one card named, where nothing is told beside what is asked of it, or nothing but an attack."""
    cast = asked.cast
    accounts = [told for told in asked.accounts if not (in_an_attack and told.event in _ATTACKS)]
    if cast is None or asked.kind not in _KINDS or asked.answered or accounts or asked.links or asked.in_force:
        return None
    here = cast.asked_items
    if marks_of(here) & _OTHERS_ASKED:
        return None
    names = [i for i in cast.items if i.is_name]
    if len({i.who for i in names}) != 1 or names[-1] not in here or names[-1].named is None:
        return None
    told = any(_tells(i) and not (in_an_attack and _of_an_attack(i)) for i in cast.items if i not in here)
    return None if told or any(i.doubt for i in cast.items) else names[-1].named.card


def _tells(item: Item) -> bool:
    return item.is_name or (item.phrase is not None and not item.phrase.light)


def _deed(asked: Asked, card: Card) -> str:
    assert asked.cast is not None
    here = asked.cast.asked_items
    tokens = [(i.token or (i.named.token if i.named else None), i.named) for i in here]
    spans = [(asked.places[t.start], asked.places[t.end - 1] + 1, named) for t, named in tokens if t is not None]
    text, at = "", 0
    for start, end, named in spans:
        text += asked.text[at:start] if at else ""
        text += _MARK if named is not None and named.card is card else asked.text[start:end]
        at = end
    text += asked.text[at:]
    return outcome_words().done_by_it(text)


def _acts(card: Card) -> list[Action]:
    return [act for e in card.effects for act in e.every_act]


def _known_whole(desk: Desk, card: Card, deed: str) -> bool:
    """Whether a profile was written by hand, or the text was read to its end and prints no word for the deed."""
    if not card.effects or card.has_unread:
        return False
    if desk.book.library.cards.get(card.id) is card:
        return True
    stored = finder_of(desk).imported(card)
    words = outcome_words()
    return stored is not None and not any(words.prints_deed(deed, text) for text in stored.texts.values())


def _works_by_lying_there(asked: Asked) -> bool:
    assert asked.cast is not None
    things = [i.phrase.thing for i in asked.cast.items if i.phrase and i.phrase.thing]
    return any(_STAYS & set(thing.type) for thing in things)


def _said(desk: Desk, asked: Asked, card: Card, verdict: str, key: str) -> AskAnswer:
    lexicon = lexicon_for(desk)
    done = [said for e in card.effects if (said := doing_in_words(desk.book, e))]
    does = joined(done) if done else sentence(lexicon, "deeds.nothing")
    answer = frame(desk, asked, verdict, sentence(lexicon, key, card=names_of(card), does=does))
    asked.used, asked.missing = Used(takes=_OF_AN_ATTACK), ""
    answer["because"] = [reason_by_rule(desk, *_BY_ITS_TEXT, verdict)] if verdict == "no" else []
    asked_as = sentence(lexicon, "deeds.asked", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card), "understood": asked_as}
    return answer


_DECLARATION = "attack-declaration"
_BY_A_BATTLE = ("destroy", "sent-to-gy", "battle", "left-field", "flipped", "damage")
_DONE_TO_IT = ("destroyed", "banished", "returned-to", "sent-to-gy", "tributed")
_DEEDS = (
    "activate", "respond", "often", "again", "another-copy", "chains-own", "when", "must", "targets", "outcome",
    "attack", "direct", "turned-up", "passive", "count-asked", "is-cost",
)  # fmt: skip


def asks_another_act(asked: Asked) -> bool:
    """`can X be normal summoned`: whether what a player does without an effect is asked for, and no activation."""
    if asked.cast is None:
        return False
    here = marks_of(asked.cast.asked_items)
    return "other-act" in here and not here & {"activate", "respond", "attack", "when", "again", "often"}


def asks_for_a_kind(asked: Asked) -> bool:
    """`X is there, may spells be activated`: a kind of card is asked about that is named nowhere, and X is none."""
    if asked.cast is None or asked.card is None:
        return False
    here = asked.cast.asked_items
    kinds = {i.phrase.activation.partition("-")[0] for i in here if i.phrase and i.phrase.activation}
    marks = marks_of(here)
    told_more = any(i.is_name or (i.phrase and i.phrase.does) for i in here)
    unnamed = bool(kinds) and not told_more and "activate" in marks and "respond" not in marks
    parts = {i.part for i in asked.cast.items if i.named and i.named.card is asked.card}
    theirs = any(i.phrase and i.phrase.side == "opponent" for i in asked.cast.items if i.part in parts)
    return unnamed and (theirs or not any(asked.card.type.lower().startswith(kind) for kind in kinds))


def asks_what_comes(asked: Asked) -> bool:
    """`after X, does the battle phase end`: in what is asked stand no card, no deed and no word of an activation."""
    if asked.cast is None or not any(i.is_name and i.part < asked.cast.asked_part() for i in asked.cast.items):
        return False
    here = asked.cast.asked_items
    asks = marks_of(here)
    plain = not any(i.is_name or i.has(*_DEEDS) or (i.phrase and (i.phrase.does or i.phrase.states)) for i in here)
    return plain and "asks" in asks and not asks & {"may", "may-not"}


def asks_for_no_activation(asked: Asked) -> bool:
    """`can X be there together with a Link Monster`: being allowed is asked, of something else told, with no verb for
    an activation; a name used as the verb ("can I ash that") has nothing but names and moments behind it."""
    if asked.cast is None:
        return False
    here = asked.cast.asked_items
    may = [i.start for i in here if i.has("may")]
    deeds = any(
        i.has(*_DEEDS) or (i.phrase and (i.phrase.does or i.phrase.events or i.phrase.activation or i.phrase.states))
        for i in here
    )
    behind = [i for i in here if may and i.start > may[0] and i.phrase and (i.phrase.thing or i.phrase.place)]
    return bool(behind) and not deeds


def asks_what_it_does_to_another(asked: Asked) -> bool:
    """`is X destroyed by Y`: Y did it, so that whether Y may be activated is not what is asked; nor is it where Y is
    asked to do it to the one other card told: `they have X, can Y destroy it`."""
    if asked.cast is None:
        return False
    others = {i.who for i in asked.cast.items if i.named and i.named.card is not asked.card}
    deeds = [(one, other) for one, other in pairwise(asked.asked_items) if one.phrase and one.phrase.does]
    if len(others) == 1 and any(other.has("it") for _, other in deeds):
        return True
    part = asked.cast.asked_part()
    acts = marks_of(asked.cast.in_part(part)) & {"activate", "respond", "may", "must", "when"}
    return not acts and any(a.source is asked.card and a.part == part for a in asked.accounts)


def asks_whether_it_befalls(asked: Asked) -> bool:
    """`can X be destroyed by battle`: being allowed is asked of what would be done to the card, with no activation;
    用了效果会变守备吗: so is whether something comes of an activation that is told."""
    here = asked.asked_items
    weighs = [i for i in here if i.is_name or i.has("asks") or not (i.phrase and i.phrase.light)]
    said = weighs[-2].phrase if len(weighs) > 1 and weighs[-1].marks == {"asks"} else None
    if said is not None and said.events and not marks_of(here) & {"may", "respond"}:
        return "activate" in marks_of(here)
    may = [i.start for i in here if i.has("may")]
    if not may or marks_of(here) & {*_DEEDS} - {"passive", "direct"} or any(i.phrase and i.phrase.does for i in here):
        return False
    behind = [i.phrase for i in here if i.phrase and i.start > may[0]]
    return any(event.startswith(_DONE_TO_IT) for phrase in behind for event in phrase.events)


def asks_what_comes_of_a_battle(asked: Asked) -> bool:
    """`they attack my X, do I get its effect`: X waits for what the battle may bring, and it is not fought yet."""
    if asked.attack is None or asked.card is None or asked.at != _DECLARATION:
        return False
    fighters = [fighter.card for fighter in (asked.attack.attacker, asked.attack.defender) if fighter]
    effects = [e for e in asked.card.effects if asked.effect in (None, e.number) and e.trigger]
    awaited = [event for e in effects if e.trigger for event in e.trigger.events]
    return asked.card in fighters and any(event.startswith(_BY_A_BATTLE) for event in awaited)


def asks_where_it_goes(asked: Asked) -> bool:
    """`can it be summoned to my own field`: to whom something comes is asked, and the verdict is on the activation."""
    return outcome_words().to_a_player(_asking(asked))


def _asking(asked: Asked) -> str:
    """The words of the part that asks."""
    here = [i for i in asked.cast.asked_items if i.token or i.named] if asked.cast else []
    return asked.text[asked.places[here[0].start] :] if here else ""


def asks_for_two_choices(asked: Asked) -> bool:
    """`can I draw and also destroy with X`: two things of which the text lets one be chosen."""
    here = asked.asked_items
    deeds = [i.phrase.does for i in here if i.phrase and i.phrase.does]
    deeds += [(deed,) for deed in outcome_words().deeds_asked(_asking(asked))]
    chosen = [choice for e in (asked.card.effects if asked.card else ()) for choice in e.choices]
    ways = [{n for n, c in enumerate(chosen) if any(a.act.startswith(acts) for a in c.does)} for acts in deeds]
    ways = [way for way in ways if way]
    return len(ways) > 1 and not set.intersection(*ways)


def asks_when_it_happens(asked: Asked, *, refused: bool) -> bool:
    """`when is it summoned by X`: when something befalls a card, not when the effect may be activated; to `when does
    it destroy` a refusal is no answer."""
    here = asked.asked_items
    befalls = any(i.phrase and (i.phrase.events or (refused and i.phrase.does)) for i in here)
    plain = [i for i in here if not (refused and i.phrase and i.phrase.does)]
    return befalls and "when" in marks_of(here) and not marks_of(plain) & {"activate", "may", "must", "respond"}


def asks_how_often(asked: Asked) -> bool:
    """`how many times a turn`: a number is asked for, and a yes is none."""
    return asked.cast is not None and "times-asked" in asked.cast.marks


def cannot_do_so(asked: Asked) -> bool:
    """Whether the card is asked for something that none of its effects does: then another thing was meant."""
    if asked.card is None or not asked.does or not asked.card.effects:
        return False
    answers = asked.cast is not None and "respond" in marks_of(asked.cast.asked_items)
    if answers and asked.answered and any(does_so(e, asked.does) for e in asked.answered[0].effects):
        return False  # it is told of what is answered
    return not any(does_so(e, asked.does) or _pays_or_awaits(e, asked.does) for e in asked.card.effects)


def _pays_or_awaits(effect: Effect, acts: tuple[str, ...]) -> bool:
    awaited = effect.trigger.events if effect.trigger else ()
    meant = (*acts, "send-to-gy") if "discard" in acts else acts  # people say "discard" of any card they put down
    paid = any(act.act.startswith(meant) for act in effect.cost)
    return paid or any(event.startswith(act) for event in awaited for act in acts)


def summon_may_be_an_effects(asked: Asked, judged: Answer) -> bool:
    """`they Fusion Summon a monster; can I negate it`: most such summons are made as an effect resolves, and cannot be
    answered as they are made."""
    deciding = judged.deciding
    negates = deciding is not None and does_so(deciding.effect, ("negate-summon",))
    unnamed = any(a.event.endswith("summoned") and a.card is None for a in asked.accounts)
    return negates and unnamed and outcome_words().summon_way(asked.text) == "by-effect"


def activation_of_the_unaffected(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`X forbids activations: can an unaffected monster activate its effect`: it is its player who may not."""
    cast = asked.cast
    if cast is None or asked.kind not in ("can", "outcome", "out-of-scope") or len({c.id for c in asked.cards}) != 1:
        return None
    here, card = cast.in_part(cast.asked_part()), asked.cards[0]
    shielded = [i for i in here if i.phrase and _UNAFFECTED in i.phrase.does]
    asks = {"may", "must"} & marks_of(here) and "activate" in marks_of(here) and not _MORE_IS_ASKED & marks_of(here)
    if not shielded or not asks or any(i.is_name for i in here) or asked.doubt:
        return None
    effects = [e for e in card.effects if asked.effect in (None, e.number)]
    bans = [a for e in effects for a in e.every_act if a.act == _FORBIDS_ACTIVATION and a.what != "you"]
    owner = next((side_before(cast, i) for i in cast.items if i.named and i.named.card is card), "")
    mine = side_before(cast, shielded[0]) == "own" or any(i.phrase and i.phrase.opens for i in here)
    if len({a.what for a in bans}) != 1 or (bans[0].what == "opponent" and mine and owner != "opponent"):
        return None
    asked.used, asked.missing = Used(takes=_OF_THE_SHIELDED), ""
    said = sentence(lexicon_for(desk), "kind-under.unaffected", cards=names_of(card))
    answer = frame(desk, asked, "no", said)
    answer["because"] = [reason_by_rule(desk, "prohibitions", _FORBIDDEN, "no")]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer
