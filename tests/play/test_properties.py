"""What holds in every scenario: passing ends, chains resolve, unrelated cards change nothing, damage is conserved."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.data.profile import number_of
from knowledge.play import play, read_scenario
from knowledge.problems import BadInput
from knowledge.rules.categories import speed_of
from knowledge.table.cards import working_zones

SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
FAST = ["突进", "收缩", "月之书", "禁忌的圣杯", "禁忌的圣枪", "禁忌的圣衣", "强制脱出装置", "旋风", "黑洞", "死者苏生"]
PLAIN = {"called": "旁观的卡", "zone": "gy", "atk": 100, "defence": 100, "type": ["normal"], "race": "Fish"}
points = st.integers(0, 40).map(lambda n: n * 100)
sides = st.sampled_from(["own", "opponent"])


@st.composite
def monsters(draw):
    figures = {"atk": draw(points), "defence": draw(points)}
    hidden = draw(st.booleans()) and draw(st.booleans())
    lies = (
        {"face": "down", "position": "defence"}
        if hidden
        else {"position": draw(st.sampled_from(["attack", "defence"]))}
    )
    return {**figures, **lies}


@st.composite
def tables(draw):
    cards = [{"called": f"M{n}", "side": draw(sides), **draw(monsters())} for n in range(draw(st.integers(1, 4)))]
    spells = [
        {"card": name, "side": draw(sides)} for name in draw(st.lists(st.sampled_from(FAST), unique=True, max_size=4))
    ]
    return [*cards, *spells, {"card": "青眼白龙", "zone": "gy"}]


def tried(desk, **scenario):
    try:
        return play(desk.book, read_scenario(scenario))
    except BadInput:
        return None


@SETTINGS
@given(cards=tables(), at=st.sampled_from(["draw", "standby", "main1", "start-step", "battle-step", "main2", "end"]))
def test_passing_always_ends(desk, cards, at):
    scenario = {"at": at, "cards": cards, "steps": [{"pass": "both"}] * 12}
    with pytest.raises(BadInput) as wrong:
        play(desk.book, read_scenario(scenario))
    assert "The turn is over" in wrong.value.says["en"]


@SETTINGS
@given(cards=tables(), data=st.data())
def test_every_chain_that_builds_resolves(desk, cards, data):
    steps: list[dict] = []
    for card in [c["card"] for c in cards if c.get("zone") is None and "card" in c]:
        more = {"activate": card, "by": data.draw(sides)}
        if tried(desk, cards=cards, steps=[*steps, more]) is not None:
            steps.append(more)
    game = tried(desk, cards=cards, steps=[*steps, {"pass": "both"}])
    if steps:
        assert game is not None
        assert len(game.steps[len(steps)].state["chain"]) == len(steps)
        assert game.steps[-1].state["chain"] == []


@SETTINGS
@given(cards=tables(), card=st.sampled_from(FAST), side=sides, at=st.sampled_from(["main1", "start-step", "end"]))
def test_an_unrelated_card_never_flips_a_verdict(desk, cards, card, side, at):
    asked = {"card": card, "called": "问的卡", "side": side}
    steps = [{"try": "问的卡", "by": side}]

    def verdict(table):
        return play(desk.book, read_scenario({"at": at, "cards": table, "steps": steps})).steps[1].answers[0].got

    assert verdict([asked, *cards]) == verdict([asked, *cards, {**PLAIN, "zone": "banished"}])


@SETTINGS
@given(attacker=monsters(), target=monsters(), redirect=st.booleans())
def test_battle_damage_is_conserved(desk, attacker, target, redirect):
    """What the players lose is what the two monsters differ by, whoever is made to take it."""
    attacker = {**attacker, "face": "up", "position": "attack"}
    first = {"called": "A", **attacker}
    if redirect:
        first = {"card": "亚马逊剑士", "called": "A", "atk": attacker["atk"]}
    cards = [first, {"called": "B", "side": "opponent", **target}]
    game = tried(desk, at="battle-step", lp={"own": 99999, "opponent": 99999}, cards=cards,
                 steps=[{"attack": "A", "target": "B"}, {"next": "battle-step"}])  # fmt: skip
    assert game is not None
    damage = game.answers["damage"]
    theirs = target["defence"] if target["position"] == "defence" else target["atk"]
    defends = target["position"] == "defence" and attacker["atk"] > theirs
    assert sum(damage.values()) == (0 if defends else abs(attacker["atk"] - theirs))
    assert {s: 99999 - n for s, n in damage.items()} == game.answers["lp"]
    if redirect:
        assert damage["own"] == 0


@SETTINGS
@given(atk=points, lp=st.integers(1, 8000))
def test_life_points_never_fall_below_zero(desk, atk, lp):
    cards = [{"called": "A", "atk": atk, "defence": 0}]
    game = tried(
        desk, at="battle-step", cards=cards, lp={"opponent": lp}, steps=[{"attack": "A"}, {"next": "damage.after"}]
    )
    assert game is not None
    assert game.answers["lp"]["opponent"] == max(0, lp - atk)


def _links(desk):
    for card in desk.book.library.cards.values():
        for effect in card.effects:
            if speed_of(card, effect):
                yield card, effect


def test_any_effect_that_is_put_on_the_chain_resolves(desk):
    """A sample of all effects of all profiles, on a table with something of everything; none leaves the chain open."""
    table = [
        {"called": "A", "atk": 2000, "defence": 1500, "level": 4, "attribute": "DARK", "race": "Warrior"},
        {"called": "B", "atk": 1500, "defence": 1500, "side": "opponent", "level": 5, "attribute": "LIGHT"},
        {"called": "G", "zone": "gy", "atk": 1000, "level": 4},
        {"called": "K", "zone": "hand", "atk": 500, "level": 3},
        {"called": "D", "zone": "deck", "atk": 700, "level": 4},
        {"called": "S", "zone": "spell-zone", "side": "opponent", "face": "down", "type": ["spell"]},
    ]
    played = 0
    for card, effect in list(_links(desk))[::17]:
        zone = next(iter(working_zones(card, effect)), "monster-zone") if effect.kind != "activate" else "spell-zone"
        if zone == "material":
            continue
        asked = {"card": card.id, "called": "它", "zone": zone, "materials": ["甲", "乙"] if "Xyz" in card.type else []}
        steps = [{"activate": f"它/{number_of(effect)}", "assume": True, "result": [1]}, {"pass": "both"}]
        game = play(desk.book, read_scenario({"cards": [asked, *table], "hand": {"own": 4}, "steps": steps}))
        assert game.steps[1].state["chain"], card.id
        left = [(link["called"], link["effect"]) for link in game.steps[2].state["chain"]]
        assert ("它", effect.number) not in left, card.id
        played += 1
    assert played > 40
