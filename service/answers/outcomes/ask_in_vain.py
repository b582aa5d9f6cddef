"""Whether what may be activated comes to nothing, for what is told to be in force."""

from knowledge.data.cases import Table
from knowledge.data.profile import Card, Effect
from knowledge.desk import Answer, Desk
from knowledge.questions.asked import Asked
from knowledge.questions.told.statements import on_the_field
from service.answers.ask_card import strangers_among

_APPLYING, _NEGATION = "effect-applies", "effect-negated"
_LEAVING = ("tribute", "send-to-gy", "banish", "return-to-", "discard")
# ways in which a card is not on the field any more, or was not there
_GONE = (
    "left-field", "sent-to-gy", "destroyed", "banished", "returned", "tributed",
    "used-as-material", "detached", "discarded", "added", "drawn",
)  # fmt: skip


def carried_out_in_vain(desk: Desk, asked: Asked, judged: Answer) -> str:
    """`X is in force; can Y still destroy something`: whether what Y would do is negated: yes, perhaps, or no.

    Asked only where the deed is asked for and not the activation.
    """
    cast = asked.cast
    if cast is None or not asked.does or asked.card is None:
        return "no"
    here = cast.in_part(cast.asked_part())
    bare = any(i.has("activate", "respond") and i.phrase and not i.phrase.does for i in here)
    return "no" if bare else negated_as_it_resolves(desk, asked, judged)


def negated_as_it_resolves(desk: Desk, asked: Asked, judged: Answer) -> str:
    """Whether what is told to be in force negates what is activated, of an effect that resolves while its card lies
    there: yes, perhaps, or no."""
    deciding = judged.deciding
    if deciding is None or asked.card is None or not asked.in_force:
        return "no"
    effect, of_monster = deciding.effect, asked.card.type.startswith("Monster")
    trigger = effect.trigger
    awaited = trigger.events if trigger is not None and trigger.subject == "self" else ()
    stays = not any(event.startswith(_GONE) for event in awaited) and "gy" not in effect.zones
    stays = stays and (not effect.zones or "monster-zone" in effect.zones)
    leaves = any(act.act.startswith(_LEAVING) and (of_monster or act.what == "self") for act in effect.cost)
    if (of_monster and not stays) or leaves or asked.zone not in ("", "field"):
        return "no"
    lying = tuple(on_the_field(card, "opponent") for card in asked.in_force)
    own = on_the_field(asked.card, "own")
    table, strangers = Table(self=own, cards=lying), strangers_among(desk, [asked.card, *asked.in_force])
    found = desk.matter(_NEGATION, asked.card, effect, at="main1", turn="own", table=table, strangers=strangers)
    known = all(desk.book.has_profile(card) for card in asked.in_force)
    if found.verdict == "no":
        return "yes" if known and comes_to_nothing(desk, asked.card, effect, table) == "yes" else "no"
    return "yes" if found.verdict == "yes" and known else "perhaps"


def comes_to_nothing(desk: Desk, card: Card, effect: Effect, table: Table) -> str | None:
    """Whether what lies there keeps an effect from applying that would apply without it; nothing where that is open."""
    strangers = strangers_among(desk, [card])
    with_them, alone = (
        desk.matter(_APPLYING, card, effect, at="main1", turn="own", table=there, strangers=strangers).verdict
        for there in (table, Table(self=table.self))
    )
    return {"no": "yes", "yes": "no"}.get(with_them) if alone == "yes" else None
