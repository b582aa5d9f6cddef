"""Chains: links, resolution backwards, what was negated, what follows."""


def verdicts(game):
    return {f["card"]: f["verdict"] for f in game.answers["may_follow"]}


def test_links_resolve_backwards(played, lines):
    cards = [{"card": "突进"}, {"card": "收缩", "side": "opponent"}, {"called": "A", "atk": 2000, "defence": 0}]
    steps = [
        {"activate": "突进", "targets": ["A"]},
        {"activate": "收缩", "by": "opponent", "targets": ["A"]},
        {"pass": "both"},
    ]
    game = played(cards=cards, steps=steps)
    resolved = [line for line in lines(game) if "resolves" in line]
    assert "link 2" in resolved[0]
    assert "link 1" in resolved[1]
    assert game.answers["atk"]["A"] == 1700  # halved original value first, then 700 more


def test_values_end_with_the_turn(played):
    cards = [{"card": "突进"}, {"called": "A", "atk": 2000, "defence": 0}]
    game = played(
        cards=cards, steps=[{"activate": "突进", "targets": ["A"]}, {"pass": "both"}, {"next": "end"}, {"pass": "both"}]
    )
    assert [step.state["cards"][1]["atk"] for step in game.steps[2:]] == [2700, 2700, 2000]


def test_a_forced_effect_goes_on_the_chain_by_itself(played):
    cards = [{"card": "蒲公英狮"}, {"called": "X", "atk": 1}]
    game = played(
        cards=cards, steps=[{"happens": {"event": "destroyed-by-effect", "card": "蒲公英狮"}}, {"pass": "both"}]
    )
    assert [link["card"] for link in game.steps[1].state["chain"]] == ["蒲公英狮"]
    assert len([c for c in game.steps[2].state["cards"] if c["zone"] == "monster-zone"]) == 3


def test_a_when_that_was_followed_by_something_else_misses_its_time(played):
    """Torrential Tribute needs the summon to be the last thing that happened."""
    cards = [
        {"card": "活死人的呼声", "side": "opponent", "face": "down"},
        {"card": "青眼白龙", "side": "opponent", "zone": "gy"},
        {"card": "激流葬"},
        {"card": "突进"},
        {"called": "A", "atk": 1000, "defence": 0},
    ]
    last = [{"activate": "活死人的呼声/1", "by": "opponent", "targets": ["青眼白龙"]}, {"pass": "both"}]
    first = [{"activate": "突进", "targets": ["A"]}, *last]
    assert verdicts(played(cards=cards, steps=last)).get("激流葬") == "yes"
    assert "激流葬" not in verdicts(played(cards=cards, steps=first))


def test_a_limit_is_used_up_within_the_turn(refusal):
    cards = [
        {"card": "瑚之龙"},
        {"called": "B", "side": "opponent", "atk": 1},
        {"called": "C", "side": "opponent", "atk": 1},
    ]
    use = {"activate": "瑚之龙/1"}
    steps = [{**use, "targets": ["B"]}, {"pass": "both"}, {**use, "targets": ["C"]}]
    wrong = refusal(cards=cards, hand={"own": 3}, steps=steps)
    assert (wrong.field, wrong.kind) == ("steps[3]", "limit-is-used-up")


def test_a_slow_spell_cannot_answer(refusal):
    cards = [
        {"card": "突进"},
        {"card": "死者苏生", "zone": "hand"},
        {"called": "A", "atk": 1},
        {"card": "青眼白龙", "zone": "gy"},
    ]
    steps = [{"activate": "突进", "targets": ["A"]}, {"activate": "死者苏生", "targets": ["青眼白龙"]}]
    assert refusal(cards=cards, steps=steps).field == "steps[2]"


def test_a_negated_activation_destroys_the_card_and_its_cost_stays_paid(played):
    cards = [
        {"card": "瑚之龙"},
        {"called": "B", "side": "opponent", "atk": 1},
        {"card": "天罚", "side": "opponent"},
        {"called": "h", "zone": "hand", "atk": 1},
    ]
    steps = [
        {"activate": "瑚之龙/1", "targets": ["B"], "cost": ["h"]},
        {"activate": "天罚", "by": "opponent"},
        {"pass": "both"},
    ]
    game = played(cards=cards, hand={"opponent": 2}, steps=steps)
    assert {k: game.answers["zone"][k] for k in ("瑚之龙", "B", "h", "天罚")} == {
        "瑚之龙": "gy", "B": "monster-zone", "h": "gy", "天罚": "gy",
    }  # fmt: skip


def test_what_is_not_simulated_is_told(played):
    cards = [{"card": "终焉的倒计时", "zone": "hand"}, {"called": "A", "atk": 1}]
    game = played(cards=cards, steps=[{"activate": "终焉的倒计时"}, {"pass": "both"}])
    assert game.steps[2].not_simulated


def test_tied_cards_fall_together(played):
    cards = [{"card": "活死人的呼声", "face": "down"}, {"card": "青眼白龙", "zone": "gy"}]
    steps = [
        {"activate": "活死人的呼声/1", "targets": ["青眼白龙"]},
        {"pass": "both"},
        {"happens": {"event": "destroyed-by-effect", "card": "活死人的呼声"}},
    ]
    assert played(cards=cards, steps=steps).answers["zone"]["青眼白龙"] == "gy"


def test_a_slash_inside_a_name_is_no_number():
    from knowledge.data.profile import card_and_number

    assert card_and_number("D/D Orthros") == ("D/D Orthros", "")
    assert card_and_number("D/D Orthros/2") == ("D/D Orthros", "2")
    assert card_and_number("D/D Orthros/p1") == ("D/D Orthros", "p1")
