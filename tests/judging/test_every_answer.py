"""Every profiled card in every window, on a few tables: the first reason names the card, in one language at a time."""

import re

import pytest

from knowledge.desk import ACTIVATED
from knowledge.explanation.can_answer import can_answer
from service.answers.ask_card import table_given

CHINESE = re.compile(r"[一-鿿]")
LATIN = re.compile(r"[A-Za-z]{3,}")
PLAIN = {"cost", "ATK", "DEF", "HERO", "PSY", "LINK", "DDD"}  # Chinese sentences say these too
ITSELF = {"zh": re.compile("它|这张卡|这个卡名"), "en": re.compile(r"\b([Ii]ts?|[Tt]his card)\b")}
TABLES = {
    "nothing is stated": {},
    "the opponent has activated Reinforcement of the Army": {"chain": [{"card": "增援", "by": "opponent"}]},
    "Skill Drain is face-up": {"cards": [{"card": "技能抽取", "side": "opponent", "zone": "spell-zone"}]},
    "the opponent has summoned a monster": {"happened": [{"event": "normal-summoned", "side": "opponent"}]},
}


def answers(desk, cards, table):
    """Every window of every effect is judged; what comes out alike by the same rules and assumptions is told once."""
    for card in cards:
        for effect in card.effects:
            told = set()
            for window in desk.book.windows if effect.kind in ACTIVATED else ():
                answer = desk.can(card, effect, window, table=table)
                if (how := how_it_came_out(answer)) not in told:
                    told.add(how)
                    yield card, window, can_answer(desk, answer)


def how_it_came_out(answer):
    shown = answer.deciding.deciding
    judgement = shown.judgement
    by = (frozenset(judgement.rules_that_decided()), *judgement.assumed, judgement.missing)
    return (answer.verdict, shown.verdict, shown.turn, shown.basis, *by)


def names_a_fact(card, answer, lang):
    """Whether the first reason speaks of this card, or is the rule that closes."""
    first = answer["because"][0]
    if answer["verdict"] == "no" and first["outcome"] == "forbids":
        return True
    name = (card.names.en or card.names.zh) if lang == "en" else card.names.zh
    return name in first["says"][lang] or bool(ITSELF[lang].search(first["says"][lang]))


def in_the_other_language(card, says):
    """What of a sentence belongs to the other language; names that exist in one language only are left out."""
    english = says["en"] if card.names.en else says["en"].replace(card.names.zh, "")
    chinese = re.sub(r"「[^」]*」", "", says["zh"].replace(card.names.zh, ""))
    return bool(CHINESE.search(english)) or bool(set(LATIN.findall(chinese)) - PLAIN)


@pytest.mark.parametrize("given", TABLES.values(), ids=TABLES.keys())
@pytest.mark.parametrize("third", range(3))
def test_the_first_reason_names_the_card_and_every_sentence_keeps_to_its_language(desk, given, third):
    silent, mixed, empty = [], [], []
    table = table_given(desk, given, None, [])
    for card, window, answer in answers(desk, list(desk.book.library.cards.values())[third::3], table):
        shown = [answer["sentence"], *(node["says"] for node in answer["because"]), *answer.get("rests_on", [])]
        mixed += [(card.id, window, says) for says in shown if in_the_other_language(card, says)]
        if answer["verdict"] not in ("yes", "must", "no"):
            continue
        if not answer["because"]:
            empty.append((card.id, window))
        elif not all(names_a_fact(card, answer, lang) for lang in ("zh", "en")):
            silent.append((card.id, window, answer["because"][0]["says"]))
    assert (empty, silent, mixed) == ([], [], [])
