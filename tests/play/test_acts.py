"""What effects do when they resolve: summons negated, chance stated, things left for later, targets moved."""

import pytest

from knowledge.data.profile import Action, Card, Effect, Filter, Names
from knowledge.play import read_scenario


def resolved(played, cards, *steps, **more):
    return played(cards=cards, steps=[*steps, {"pass": "both"}], **more)


def zones(game, *names):
    return [game.answers["zone"][name] for name in names]


SOLEMN = {"card": "神之宣告", "side": "opponent"}
COMING = {"called": "X", "zone": "hand", "atk": 1900}


def test_a_negated_summon_never_reaches_the_field(played):
    game = resolved(played, [COMING, SOLEMN], {"summon": "X"}, {"activate": "神之宣告", "by": "opponent"})
    assert zones(game, "X", "神之宣告") == ["gy", "gy"]
    assert game.answers["lp"]["opponent"] == 4000
    assert game.answers["destroyed"] == {"X": "effect"}


def test_the_negated_summon_was_the_summon_of_the_turn(refusal):
    cards = [COMING, {**COMING, "called": "Y"}, SOLEMN]
    steps = [{"summon": "X"}, {"activate": "神之宣告", "by": "opponent"}, {"pass": "both"}, {"summon": "Y"}]
    assert refusal(cards=cards, steps=steps).kind == "once-a-turn-acts-do-not-come-back"


def test_a_summon_nobody_answers_succeeds(played):
    game = played(cards=[COMING, SOLEMN], steps=[{"summon": "X"}, {"next": "main2"}])
    assert zones(game, "X") == ["monster-zone"]


def test_a_summon_whose_answer_was_negated_succeeds_after_the_chain(played):
    own = {"card": "神之宣告", "called": "我方", "side": "own"}
    cards = [COMING, {**SOLEMN, "called": "对方"}, own, {"card": "激流葬", "side": "opponent"}]
    steps = [{"summon": "X"}, {"activate": "对方", "by": "opponent"}, {"activate": "我方", "by": "own"}]
    game = resolved(played, cards, *steps, ask=[{"activate": "激流葬", "by": "opponent", "expect": "yes"}])
    assert game.right
    assert zones(game, "X") == ["monster-zone"]
    assert "summon-succeeded" in [d.outcome for d in game.steps[-1].decided]


def test_no_summon_means_nothing_to_negate(refusal):
    steps = [{"activate": "升天之黑角笛", "by": "opponent"}]
    wrong = refusal(cards=[{"card": "升天之黑角笛", "side": "opponent"}], steps=steps)
    assert wrong.kind == "no-summon-is-about-to-happen"


def test_materials_fall_with_the_negated_xyz_monster(played):
    cards = [
        {"card": "No.39 希望皇 霍普", "zone": "extra-deck"},
        {"called": "甲", "atk": 1},
        {"called": "乙", "atk": 1},
        SOLEMN,
    ]
    summon = {"summon": "No.39 希望皇 霍普", "how": "xyz", "cost": ["甲", "乙"]}
    game = resolved(played, cards, summon, {"activate": "神之宣告", "by": "opponent"})
    assert zones(game, "No.39 希望皇 霍普", "甲", "乙") == ["gy", "gy", "gy"]


def test_maxx_c_draws_for_each_special_summon_of_the_opponent(played):
    cards = [
        {"card": "增殖的G", "zone": "hand", "side": "opponent"},
        {"card": "电子龙", "zone": "hand"},
        {"called": "N", "zone": "hand", "atk": 1},
    ]
    steps = [
        {"activate": "增殖的G", "by": "opponent"},
        {"pass": "both"},
        {"summon": "电子龙", "how": "special"},
        {"summon": "N"},
    ]
    game = played(cards=cards, steps=steps, hand={"opponent": 5})
    assert game.steps[-1].state["hand"]["opponent"] == 5  # one sent as the cost, one drawn


SPIDER = [
    {"called": "A", "atk": 2000, "defence": 0},
    {"called": "B", "atk": 1000, "side": "opponent"},
    {"card": "轮盘蜘蛛", "side": "opponent"},
]


def spun(played, *result):
    steps = [{"attack": "A", "target": "B"}, {"activate": "轮盘蜘蛛", "by": "opponent", "result": list(result)}]
    return resolved(played, SPIDER, *steps, at="battle-step")


@pytest.mark.parametrize(
    ("result", "lp", "fallen"),
    [
        (1, {"own": 8000, "opponent": 4000}, {}),
        (5, {"own": 6000, "opponent": 8000}, {}),
        (6, {"own": 8000, "opponent": 8000}, {"A": "effect"}),
    ],
)
def test_the_die_decides_as_the_scenario_says(played, result, lp, fallen):
    game = spun(played, result)
    assert (game.answers["lp"], game.answers["destroyed"]) == (lp, fallen)


def test_a_two_makes_it_a_direct_attack(played):
    steps = [{"attack": "A", "target": "B"}, {"activate": "轮盘蜘蛛", "by": "opponent", "result": 2}, {"pass": "both"}]
    game = played(at="battle-step", cards=SPIDER, steps=[*steps, {"next": "damage.end"}])
    assert game.answers["damage"]["opponent"] == 2000


def test_a_die_nobody_threw_is_asked_for(played):
    game = spun(played)
    assert "give it as result" in game.steps[-1].not_simulated[0]["en"]
    assert game.answers["lp"] == {"own": 8000, "opponent": 8000}


@pytest.mark.parametrize(("result", "fallen"), [("heads", {"B": "effect"}), ("tails", {})])
def test_a_coin_decides(played, result, fallen):
    cards = [{"card": "一击必杀侍", "called": "A"}, {"called": "B", "atk": 3000, "side": "opponent"}]
    steps = [{"attack": "A", "target": "B"}, {"next": "damage.start"}, {"pass": "both", "result": result}]
    game = played(at="battle-step", cards=cards, steps=steps)
    assert game.answers["destroyed"] == fallen


def test_limiter_removal_destroys_what_it_doubled_in_the_end_phase(played):
    cards = [
        {"card": "限制解除"},
        {"called": "M", "atk": 1000, "race": "Machine"},
        {"called": "D", "atk": 1000, "race": "Dragon"},
    ]
    steps = [{"activate": "限制解除"}, {"pass": "both"}, {"next": "end"}, {"pass": "both"}]
    game = played(cards=cards, steps=steps)
    assert [c["atk"] for c in game.steps[2].state["cards"][1:]] == [2000, 1000]
    assert game.answers["destroyed"] == {"M": "effect"}
    assert game.answers["window"] == "end"


def test_battle_fader_is_banished_when_it_leaves(played):
    cards = [{"called": "A", "atk": 1000}, {"card": "消战者", "side": "opponent", "zone": "hand"}]
    steps = [
        {"attack": "A"},
        {"activate": "消战者", "by": "opponent"},
        {"pass": "both"},
        {"happens": {"event": "destroyed-by-effect", "card": "消战者"}},
    ]
    assert zones(played(at="battle-step", cards=cards, steps=steps), "消战者") == ["banished"]


def test_a_moved_target_is_what_the_effect_hits(played):
    cards = [
        {"card": "暗迁士 黑蛇晶", "side": "opponent", "materials": ["素材"]},
        {"card": "强制脱出装置"},
        {"called": "A", "atk": 1000, "side": "opponent"},
        {"called": "B", "atk": 1000},
    ]
    steps = [
        {"activate": "强制脱出装置", "targets": ["A"]},
        {"activate": "暗迁士 黑蛇晶", "by": "opponent", "targets": ["B"]},
    ]
    game = resolved(played, cards, *steps)
    assert zones(game, "A", "B") == ["monster-zone", "hand"]


def test_creature_swap_exchanges_one_monster_each(played):
    cards = [
        {"card": "强制转移", "zone": "hand"},
        {"called": "A", "atk": 1},
        {"called": "B", "atk": 2, "side": "opponent"},
        {"called": "C", "atk": 3, "side": "opponent"},
    ]
    game = resolved(played, cards, {"activate": "强制转移", "pick": ["A", "C"]})
    assert {name: game.answers["side"][name] for name in "ABC"} == {"A": "opponent", "B": "opponent", "C": "own"}


def test_a_rank_up_lays_the_new_monster_over_the_old(played):
    cards = [
        {"card": "升阶魔法-限制型异晶人的魔力", "zone": "hand"},
        {"card": "No.39 希望皇 霍普", "materials": ["素材"]},
        {"called": "C", "zone": "extra-deck", "type": ["xyz"], "groups": ["CNo."], "level": 5, "atk": 2500},
    ]
    game = resolved(played, cards, {"activate": "升阶魔法-限制型异晶人的魔力", "targets": ["No.39 希望皇 霍普"]})
    new = next(c for c in game.steps[-1].state["cards"] if c["called"] == "C")
    assert (new["zone"], new["materials"]) == ("monster-zone", ["素材", "No.39 希望皇 霍普"])


def test_a_rewritten_effect_does_what_the_rewriter_says(played):
    cards = [
        {"card": "妖精传姬-塔利娅", "side": "opponent"},
        {"called": "T", "side": "opponent", "atk": 1},
        {"card": "黑洞", "zone": "hand"},
    ]
    steps = [{"activate": "黑洞"}, {"activate": "妖精传姬-塔利娅/2", "by": "opponent", "cost": ["T"]}]
    game = resolved(played, cards, *steps)
    faces = {c["called"]: c["face"] for c in game.steps[-1].state["cards"]}
    assert zones(game, "妖精传姬-塔利娅") == ["monster-zone"]
    assert faces["妖精传姬-塔利娅"] == "down"


@pytest.mark.parametrize(
    ("card", "more", "atk"),
    [
        ("特拉戈迪亚", {"hand": {"own": 3}}, 1800),
        ("电子龙·无限", {"materials": ["甲", "乙"]}, 2500),
        ("纳祭之魔", {"worn": 3000}, 3000),
    ],
)
def test_values_that_follow_the_table(played, card, more, atk):
    lying = {"card": card, **({"materials": more["materials"]} if "materials" in more else {})}
    worn = {"called": "W", "zone": "spell-zone", "atk": 3000, "defence": 2500, "equipped_to": card, "face": "up"}
    game = played(cards=[lying, *([worn] if "worn" in more else [])], hand=more.get("hand", {}))
    assert game.answers["atk"][card] == atk


def test_values_follow_the_hand_as_it_changes(played):
    cards = [{"card": "特拉戈迪亚"}, {"card": "增援", "zone": "hand"}]
    game = played(cards=cards, hand={"own": 3}, steps=[{"activate": "增援"}])
    assert game.steps[0].state["cards"][0]["atk"] == 1800
    assert game.steps[1].state["cards"][0]["atk"] == 1200


def test_what_comes_out_stands_under_what_applies_there_before_the_next_part(desk):
    acts = (
        Action(act="special-summon-self", what="self"),
        Action(act="gain-lp", what="you", amount="half-of-self-def", joined="then"),
    )
    healer = Card(
        id="自拟药师", names=Names(zh="自拟药师"), type="Monster / Dragon / Effect", atk=0, defence=2400, level=6,
        attribute="DARK", effects=(Effect(number=1, kind="ignition", zones=("hand",), does=acts),),
    )  # fmt: skip
    all_of_them = Filter(zones=("monster-zone",), type=("monster",))
    rise = Action(act="gain-atk-def", which=all_of_them, count="all", amount=500, stat="both")
    growing = Effect(number=1, kind="continuous", part="card", zones=("field-zone",), does=(rise,))
    altar = Card(id="自拟祭坛", names=Names(zh="自拟祭坛"), type="Spell / Field", effects=(growing,))
    cards = [{"card": "自拟药师", "zone": "hand"}, {"card": "自拟祭坛", "zone": "field-zone"}]
    steps = [{"activate": "自拟药师/1"}, {"pass": "both"}]
    played = desk.scenario(read_scenario({"lp": {"own": 8000}, "cards": cards, "steps": steps}), (healer, altar))
    assert played.answers["lp"]["own"] == 9450
