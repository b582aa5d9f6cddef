"""Every sentence of an answer is true of its table: what it claims is compared with facts written down by hand."""

import re
from pathlib import Path
from string import Formatter

import pytest
import yaml

from knowledge.data.language import catalogue
from service.answers.ask_card import can_shown

TABLES = yaml.safe_load((Path(__file__).parent / "tables.yaml").read_text(encoding="utf-8"))
IDS = [f"{t['ask']['card']}-{t['ask']['at']}-{n}" for n, t in enumerate(TABLES)]
CHINESE = re.compile(r"[一-鿿]")

# the blanks of the premises that are called otherwise than in the reasons
BLANKS = {
    "premise.answers.doing": {"card": "link card", "link": "link number"},
    "premise.answers.any": {"card": "link card", "link": "link number", "what": "answers"},
    "premise.answers.assumed": {"what": "answers"},
    "premise.trigger.told": {"event": "trigger"},
    "premise.trigger.fits": {"event": "trigger"},
    "premise.trigger.assumed": {"event": "trigger"},
    "premise.target.told": {"what": "targets"},
    "premise.target.assumed": {"what": "targets"},
    "premise.place.told": {"where": "lies"},
    "premise.place.set": {"where": "lies"},
}
# what a sentence claims beside its blanks: all of it must stand under `so`; what begins with "untold" under `untold`
CLAIMS = {
    "premise.answers.assumed": ["untold activation"],
    "premise.trigger.assumed": ["untold trigger"],
    "premise.target.assumed": ["untold target"],
    "premise.place.assumed": ["untold place"],
    "premise.cost.assumed": ["untold cost"],
    "premise.cost.told": ["it can pay"],
    "premise.limit.assumed": ["untold limit"],
    "premise.when.named": ["names this window"],
    "premise.when.spell": ["your own main phase"],
    "premise.when.ignition": ["your own main phase"],
    "premise.when.quick-play.own": ["your own turn"],
    "premise.when.quick-play.opponent": ["the opponent's turn"],
    "mandatory-effects-have-to-be-activated": ["mandatory"],
    "damage-step-admits-mandatory-effects": ["in the damage step", "mandatory"],
    "damage-step-admits-counter-traps": ["in the damage step", "a Counter Trap"],
    "damage-step-admits-negating-an-activation": ["in the damage step", "negates the activation"],
    "damage-step-admits-atk-def-changes": ["in the damage step", "changes values"],
    "damage-step-admits-own-events": ["in the damage step", "set off by itself"],
    "damage-step-admits-effects-that-name-its-windows": ["in the damage step", "names this window"],
    "damage-step-admits-effects-that-name-its-windows.2": ["in the damage step", "set off by itself"],
    "damage-step-is-closed": ["in the damage step", "negates no activation", "changes no values"],
    "atk-def-changes-end-before-calculation": ["from damage calculation on", "changes values"],
    "nobody-opens-a-chain-from-calculation-on": ["from damage calculation on"],
    "set-cards-wait-for-the-next-turn": ["set this turn"],
    "quick-plays-leave-the-hand-in-ones-own-turn": ["in the hand", "a Quick-Play Spell", "the opponent's turn"],
    "what-is-banished-instead-never-reached-the-gy": ["banished instead"],
    "no-empty-activation.2": ["nothing can be done"],
    "only-the-turn-player-attacks": ["your own monsters attack"],
    "premise.not-forbidden": ["Skill Drain forbids nothing here"],
    "an-effect-forbids-it": ["Jinzo forbids traps"],
}
LEFT_OPEN = {  # what an assumption is about
    "place-fits": "place",
    "cost-payable": "cost",
    "target-exists": "target",
    "used-up": "limit",
    "event-happened": "trigger",
    "activation-to-answer": "activation",
    "answers-last-link": "activation",
}
NOT_COMPARED = {"card", "kinds"}  # the card asked about; the kinds are those of the rule's exceptions


def templates_of(node):
    """The sentences this reason may have been made from."""
    if node["role"] == "premise":
        return {key: says for key, says in catalogue("phrases.yaml", "phrases").items() if key.startswith("premise.")}
    reasons = catalogue("reasons.yaml", "reasons")
    return {key: reasons[key] for key in (node["rule"], f"{node['rule']}.2", f"{node['rule']}.3") if key in reasons}


def taken_apart(template, sentence):
    """The blanks of a sentence, or nothing where it was not made from this template."""
    pattern, named = "", []
    for text, name, _, _ in Formatter().parse(template):
        pattern += re.escape(text)
        if name:
            pattern += f"(?P={name})" if name in named else f"(?P<{name}>.+)"
            named.append(name)
    found = re.fullmatch(pattern, sentence) or re.fullmatch(pattern, sentence[:1].lower() + sentence[1:])
    return found.groupdict() if found else None


def falsehoods(node, table):
    """What a sentence claims that was not written down of this table."""
    made = [(key, blanks) for key, says in templates_of(node).items()
            if (blanks := taken_apart(says["en"], node["says"]["en"])) is not None]  # fmt: skip
    if not made:
        return [f"no sentence of {node['rule']}: {node['says']['en']}"]
    wrong = []
    for key, blanks in made:
        wrong = [f"{key}: {claim}" for claim in CLAIMS.get(key, ()) if not stands(claim, table)]
        for blank, said in blanks.items():
            name = BLANKS.get(key, {}).get(blank, blank)
            if name not in NOT_COMPARED and not written(name, said, table):
                wrong.append(f"{key}: {name} = {said}")
        if not wrong:
            return []
    return wrong


def stands(claim, table):
    untold = claim.removeprefix("untold ")
    return untold in table.get("untold", ()) if untold != claim else claim in table.get("so", ())


def written(name, said, table):
    if name in ("link card", "link number"):
        return said in table["link"].removeprefix("chain link ").split(", ", 1)
    return str(table.get(name)) in (said, "*")


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_every_sentence_is_true_of_its_table(desk, table):
    answer = can_shown(desk, table["ask"])
    assert answer["verdict"] == table["verdict"]
    assert answer["because"]
    wrong = [fault for node in answer["because"] for fault in falsehoods(node, table)]
    assert wrong == []


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_what_stands_beside_the_verdict_was_left_open_by_the_asker(desk, table):
    answer = can_shown(desk, table["ask"])
    known = catalogue("reasons.yaml", "assumed")
    for said in answer.get("rests_on", []):
        for fact, what in LEFT_OPEN.items():
            blanks = taken_apart(known[fact]["en"], said["en"])
            if blanks is not None and (what != "place" or blanks["where"] == table.get("where")):
                assert what in table.get("untold", ()), said["en"]


@pytest.mark.parametrize("table", TABLES, ids=IDS)
def test_each_language_keeps_to_itself(desk, table):
    answer = can_shown(desk, table["ask"])
    shown = [answer["sentence"], *answer.get("rests_on", []), *(node["says"] for node in answer["because"])]
    assert [says["en"] for says in shown if CHINESE.search(says["en"])] == []


def test_a_false_sentence_is_found_out(desk):
    table = TABLES[0]
    [first, *_] = can_shown(desk, table["ask"])["because"]
    assert falsehoods(first, table) == []
    assert falsehoods(first, table | {"acts": "drawing cards"})
    assert falsehoods(first, table | {"link": "chain link 2, Reinforcement of the Army"})
    assumed = next(n for n in can_shown(desk, table["ask"])["because"] if n["gate"] == "where")
    assert falsehoods(assumed, table | {"untold": []})


def test_there_are_at_least_fifty_tables():
    assert len(TABLES) >= 50
