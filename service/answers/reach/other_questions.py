"""Whether another thing is asked than an activation: then the verdict on the activation is not the answer."""

from knowledge.data.profile import Effect
from knowledge.desk import Answer
from knowledge.questions.asked import Asked
from knowledge.questions.cast import does_so, marks_of
from knowledge.questions.outcomes.asked_outcomes import outcome_words

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
    """`is X destroyed by Y`: Y did it, so that whether Y may be activated is not what is asked."""
    if asked.cast is None:
        return False
    part = asked.cast.asked_part()
    acts = marks_of(asked.cast.in_part(part)) & {"activate", "respond", "may", "must", "when"}
    return not acts and any(a.source is asked.card and a.part == part for a in asked.accounts)


def asks_whether_it_befalls(asked: Asked) -> bool:
    """`can X be destroyed by battle`: being allowed is asked of what would be done to the card, with no activation."""
    here = asked.asked_items
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
