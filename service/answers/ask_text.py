"""Questions a card's own text answers: does an effect target, is something its cost."""

from knowledge.data.profile import Action, Card, Effect
from knowledge.explanation.answer_records import Branch
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked
from knowledge.questions.roles import does_so


def effects_meant(asked: Asked, card: Card) -> list[Effect]:
    """The activated effects a question may mean: by number, else by what it is said to do, else all."""
    activated = card.activated_effects
    numbered = [e for e in activated if asked.effect is not None and e.number == asked.effect]
    doing = [e for e in activated if asked.does and (does_so(e, asked.does) or pays_so(e, asked.does))]
    return numbered or doing or activated


def pays_so(effect: Effect, acts: tuple[str, ...]) -> bool:
    """Whether an effect's cost is one of these acts."""
    return any(act.act.startswith(acts) for act in _cost(effect))


def targets_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether it targets."""
    return {e.number: "yes" if _targets(e) else "no" for e in effects_meant(asked, card)}


def cost_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether what was named is its cost; without a name, whether it has one."""
    found: dict[int, str] = {}
    for effect in effects_meant(asked, card):
        acts = asked.does
        if acts and not pays_so(effect, acts) and not does_so(effect, acts):
            continue
        found[effect.number] = "yes" if (pays_so(effect, acts) if acts else bool(_cost(effect))) else "no"
    return found


def _targets(effect: Effect) -> bool:
    return bool(effect.targets) or any(choice.targets for choice in effect.choices)


def _cost(effect: Effect) -> list[Action]:
    return [*effect.cost, *(act for choice in effect.choices for act in choice.cost)]


def told_apart(card: Card, verdicts: dict[int, str]) -> list[Branch]:
    """One branch for each effect, where they differ."""
    effects = {e.number: e for e in card.effects}
    return [{"if": effect_named(effects[number]), "verdict": verdict} for number, verdict in verdicts.items()]
