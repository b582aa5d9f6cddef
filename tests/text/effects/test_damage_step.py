"""Which profiles the documents let into the damage step (battle-phase, lines 263-316)."""

import msgspec
import pytest

from knowledge.data.profile import Action, Effect, Response, Trigger
from knowledge.rules.damage_step import DamageStep

MONSTER, TRAP, COUNTER, QUICK_PLAY = "Monster / Effect", "Trap / Normal", "Trap / Counter", "Spell / Quick-Play"
OPEN, SHUT, CALCULATION = DamageStep(True, False), DamageStep(False, False), DamageStep(False, True)
RAISES = (Action(act="gain-atk-def"),)


def effect(kind: str, **fields: object) -> Effect:
    return Effect(number=1, kind=kind, **fields)  # type: ignore[arg-type]


def on(*events: str, subject: str = "self") -> Trigger:
    return Trigger(events=events, subject=subject)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("profile", "card_type", "expected"),
    [
        (effect("ignition", does=RAISES), MONSTER, SHUT),
        (effect("quick", does=RAISES), MONSTER, OPEN),
        (effect("activate", does=RAISES), QUICK_PLAY, OPEN),
        (effect("activate", does=RAISES), "Spell / Normal", SHUT),
        (effect("quick", does=(Action(act="special-summon"), *RAISES)), MONSTER, SHUT),
        (effect("quick", does=RAISES, at=("main",)), MONSTER, SHUT),
        (effect("quick", does=RAISES, at=("battle-phase",)), MONSTER, OPEN),
        (effect("quick", does=(Action(act="destroy"),)), MONSTER, SHUT),
        (effect("trigger", trigger=on("sent-to-gy")), MONSTER, OPEN),
        (effect("trigger", trigger=on("sent-to-gy", subject="other")), MONSTER, SHUT),
        (effect("trigger", trigger=on("destroyed-by-battle", subject="other")), MONSTER, OPEN),
        (effect("trigger", trigger=on("sent-to-gy", subject="other"), mandatory=True), MONSTER, OPEN),
        (effect("trigger", trigger=on("attack-declared"), mandatory=True), MONSTER, SHUT),
        (effect("trigger", trigger=on("standby-phase-came", subject="other"), at=("standby",)), MONSTER, SHUT),
        (effect("trigger", trigger=on("battle-started"), at=("damage.start",)), MONSTER, OPEN),
        (effect("quick", at=("damage.calculation",)), MONSTER, CALCULATION),
        (effect("trigger", trigger=on("flipped", subject="other"), also=("damage-step",)), MONSTER, OPEN),
    ],
)
def test_what_the_damage_step_lets_in(desk, profile: Effect, card_type: str, expected: DamageStep) -> None:
    assert desk.damage_step(profile, card_type) == expected


@pytest.mark.parametrize(
    ("act", "card_type", "speed", "expected"),
    [
        ("negate-activation", MONSTER, None, DamageStep(True, True)),
        ("negate-activation", TRAP, None, DamageStep(True, True)),
        ("negate-activation", QUICK_PLAY, None, DamageStep(True, True)),  # since February 2019
        ("negate-effect", MONSTER, None, SHUT),
        ("negate-effect", COUNTER, 3, DamageStep(True, True)),
    ],
)
def test_answering_an_activation(desk, act: str, card_type: str, speed: int | None, expected: DamageStep) -> None:
    kind = "quick" if card_type == MONSTER else "activate"
    answer = effect(kind, does=(Action(act=act),), responds_to=Response(to=("effect-activation",)), speed=speed)
    assert desk.damage_step(answer, card_type) == expected


def test_a_counter_trap_that_answers_a_summon_finds_no_summon_to_answer(desk) -> None:
    answer = effect("activate", does=(Action(act="negate-summon"),), responds_to=Response(to=("summon",)), speed=3)
    assert desk.damage_step(answer, COUNTER) == SHUT


@pytest.mark.slow
def test_reading_and_asking_say_the_same_of_every_profiled_effect(desk) -> None:
    """A Tribute Summon does not happen in the damage step, whoever asks about what it sets off."""
    mobius = desk.book.card_named("冰帝 美比乌斯")
    assert desk.damage_step(mobius.effects[0], mobius.type) == SHUT
    steps = [w for w in desk.book.windows_of("damage-step") if w != "damage.calculation"]
    differing = []
    for card in desk.book.library.cards.values():
        for one in (e for e in card.effects if e.kind in ("activate", "ignition", "trigger", "quick")):
            asks = tuple(r for r in one.requires if r.is_ != "chain-at-least")  # of the chain, not of the moment
            plain = msgspec.structs.replace(one, cost=(), targets=(), limit=None, requires=asks)
            asked = desk.can(msgspec.structs.replace(card, id="-", effects=(plain,)), plain, "damage-step")
            verdicts = {w.window: w.judgement.verdict for w in asked.effects[0].windows}
            open_ = any(verdicts[w] in ("yes", "must") for w in steps)
            if desk.damage_step(one, card.type).step != open_:
                differing.append(f"{card.id}/{one.number}")
    assert differing == []
