"""Facts about what a card would be used for: a cost, a procedure, a material, a target."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Action, Effect, Filter
from knowledge.rules.facts.resolution_facts.costs import DESCRIBING
from knowledge.table.cards import as_equip, asked_card, card_called, every_card, handle_of, is_token, profile_of
from knowledge.table.filters import lists_all, perhaps
from knowledge.table.situation import Fact, Situation, one_holds, yes

USES = (
    "send-to-gy",
    "return-to-hand",
    "return-to-deck",
    "banish",
    "banish-face-down",
    "tribute",
    "detach-material",
    "xyz-summon",
    "attach-material",
    "synchro-summon",
    "link-summon",
    "fusion-summon",
)

_STACKED = ("over-target", "on-top-of-one")
_HIDING = frozenset(("flip-face-down", "banish-face-down"))
_PLAYERS = ("you", "opponent", "both", "loser")


def _demanding(s: Situation) -> Effect | None:
    """The effect that asks for the card; of a card named without one, its summoning procedure."""
    q = s.question
    if q.effect is not None or q.card is None:
        return q.effect
    return next(iter(q.card.effects_of("summoning")), None)


def payment_with(s: Situation, lying: CardOnTable | None) -> Action | None:
    """What the text does with this card: its cost, what it does to its target, what it does; else its first part."""
    effect = _demanding(s)
    if effect is None:
        return None
    if lying is not None:
        paying = [a for a in effect.cost if perhaps(s, lying, a.which)]
        chosen = any(perhaps(s, lying, which) for which in effect.targets)
        done = [a for a in effect.does if perhaps(s, lying, a.which) or (chosen and a.what == "target")]
        if paying or done:
            return (*paying, *done)[0]
    return next(iter((*effect.cost, *effect.does)), None)


def use(s: Situation) -> Fact:
    """What the card would be used for."""
    if s.question.card is None:
        return s.question.about if s.question.about in USES else UNKNOWN
    act = payment_with(s, asked_card(s))
    if act is None:
        return UNKNOWN
    word = act.act
    if word == "use-as-material":
        effect = _demanding(s)
        word = effect.does[0].act if effect else word
    if act.to == "as-fusion-material" or _makes_a_fusion(s, act):
        word = "fusion-summon"
    if act.to in _STACKED:
        word = "xyz-summon"
    return word if word in USES else "other-use"


def _makes_a_fusion(s: Situation, act: Action) -> bool:
    """Whether a text moves cards of the field or hand and makes a Fusion Summon with them in one."""
    effect = _demanding(s)
    does = effect.does if effect is not None else ()
    at = next((n for n, a in enumerate(does) if a is act), len(does))
    after = does[at + 1] if at + 1 < len(does) else None
    return after is not None and after.act == "fusion-summon" and after.joined in ("and-if-you-do", "with", "also")


def use_differs_in_name(s: Situation) -> Fact:
    """Whether a text that asks for different names gets one more name with this card."""
    lying = asked_card(s)
    act = payment_with(s, lying)
    together = act.which.together if act is not None and act.which is not None else None
    if act is None or lying is None or together is None or "name" not in together.different:
        return "not-asked"
    others = [c for c in every_card(s) if c is not lying and perhaps(s, c, act.which)]
    return yes(not any(_same_name(s, lying, c) for c in others))


def _same_name(s: Situation, one: CardOnTable, other: CardOnTable) -> bool:
    if one.token_name or other.token_name:
        return one.token_name == other.token_name
    card = profile_of(s, one)
    return card is not None and card is profile_of(s, other)


def namesake_there(s: Situation) -> Fact:
    """Whether another face-up monster on the table has the same name."""
    lying = asked_card(s)
    if lying is None or not s.question.table.cards:
        return UNKNOWN
    return yes(any(c is not lying and c.face == "up" and _same_name(s, lying, c) for c in every_card(s)))


def cost_only_refused_cards(s: Situation) -> Fact:
    """Whether the cards that come near the cost are all such as may not be used for it, and nothing else lies there."""
    e = s.question.effect
    return _any_of([_refused_cost(s, cost) for cost in e.cost] if e is not None else [])


def _any_of(answers: list[Fact]) -> Fact:
    return one_holds(answers)


def _refused_cost(s: Situation, cost: Action) -> Fact:
    """Whether what lies there will not do; unknown where the table does not list everything."""
    if cost.which is None or cost.what or not s.question.table.cards:
        return "no"
    near = [c for c in every_card(s) if perhaps(s, c, cost.which) or _was_such(cost, c)]
    usable = [c for c in near if s.book.decided("may-be-used", s, handle_of(s, c)) == "yes"]
    if not near or len(usable) >= (cost.count if isinstance(cost.count, int) else 1):
        return "no"
    return "yes" if lists_all(s, cost.which) else UNKNOWN


def _was_such(cost: Action, lying: CardOnTable) -> bool:
    """A token that lies there as an equip card: near what a text about tokens or monsters asks for."""
    return cost.act == "tribute" and is_token(lying) and as_equip(lying)


def targets_all_refused(s: Situation) -> Fact:
    """Whether the cards a targeting text speaks of may none of them be targeted by it."""
    e = s.question.effect
    return _any_of([_refused_target(s, which) for which in e.targets] if e is not None else [])


def _refused_target(s: Situation, which: Filter) -> Fact:
    """Whether nothing that lies there may be targeted; unknown where the table does not list everything."""
    if not s.question.table.cards:
        return "no"
    near = [
        c
        for c in every_card(s)
        if perhaps(s, c, which) or (is_token(c) and as_equip(c) and which.zones == ("spell-zone",))
    ]
    if not near or any(s.book.decided("may-be-target", s, handle_of(s, c)) == "yes" for c in near):
        return "no"
    return "yes" if lists_all(s, which) else UNKNOWN


def _done_to_target(*acts: str) -> Callable[[Situation], Fact]:
    """Whether the effect does one of these to its target."""

    def fact(s: Situation) -> Fact:
        e = s.question.effect
        done = [s.book.wider_acts((a.act,)) for a in e.does if a.what == "target"] if e is not None else []
        return yes(any(not wider.isdisjoint(acts) for wider in done))

    return fact


def effect_takes_name(s: Situation) -> Fact:
    """Whether the effect takes over the name of its target."""
    e = s.question.effect
    return yes(e is not None and any(a.act == "change-name" and a.to.startswith("target") for a in e.does))


def effect_describes_target(s: Situation) -> Fact:
    """Whether the text asks more of its target than that it lies there: a name, a type, a level, a value."""
    e = s.question.effect
    return yes(e is not None and any(getattr(w, part) for w in e.targets for part in DESCRIBING))


def effect_stacks_on_target(s: Situation) -> Fact:
    """Whether the effect Xyz Summons a monster over its target."""
    e = s.question.effect
    return yes(e is not None and any(a.act == "xyz-summon" and a.to == "over-target" for a in e.does))


def _hidden_cards(s: Situation) -> list[CardOnTable] | None:
    """The cards the first thing an effect does would turn down or banish face-down; None where it does not hide."""
    e = s.question.effect
    hiding = next((a for a in e.does if a.act in _HIDING), None) if e is not None else None
    if hiding is None or hiding.which is None or hiding.what:
        return None
    return [c for c in every_card(s) if perhaps(s, c, hiding.which)]


def _lists_what_it_hides(s: Situation) -> bool:
    which = next(a.which for a in s.effect.does if a.act in _HIDING)
    return which is not None and lists_all(s, which)


def effect_only_tokens_to_hide(s: Situation) -> Fact:
    """Whether tokens are all that the effect could turn face-down."""
    found = _hidden_cards(s)
    if found is None or not all(is_token(c) for c in found):
        return "no"
    if _lists_what_it_hides(s):
        return yes(bool(found))
    return UNKNOWN


def effect_hides_a_fighting_token(s: Situation) -> Fact:
    """Whether the effect would hide a battling monster, and a token is one of the two that battle."""
    e, battle = s.question.effect, s.question.table.battle
    if e is None or not any(a.act in _HIDING and _fights(a) for a in e.does):
        return "no"
    if battle is None:
        return UNKNOWN
    fighting = [card_called(s, name) for name in (battle.attacker, battle.defender) if name]
    if any(c is not None and is_token(c) for c in fighting):
        return "yes"
    return UNKNOWN if None in fighting else "no"


def _fights(act: Action) -> bool:
    return act.what == "battled" or act.to == "own-battling-monster"


def effect_acts_through_player(s: Situation) -> Fact:
    """Whether the text tells a player to do it, instead of doing it to the cards."""
    e = s.question.effect
    acts = [a for a in e.does if a.act in _HIDING] if e is not None else []
    if acts or e is None or not e.does:
        return UNKNOWN if not acts else yes(any(a.what in _PLAYERS for a in acts))
    on_players = {a.what in _PLAYERS for a in e.does if a.what or a.which is not None}
    return yes(True in on_players) if len(on_players) == 1 else UNKNOWN


effect_hides_target = _done_to_target(*_HIDING)
effect_turns_target_down = _done_to_target("flip-face-down")
effect_summons_target = _done_to_target("special-summon")
effect_returns_target = _done_to_target("return-to-hand", "return-to-deck")
effect_attaches_target = _done_to_target("attach-material")
