"""What a text does while it applies is applied: a card known by its text alone fights like one with a profile."""

import msgspec
import pytest

from knowledge.data.cases import Battle, CardOnTable, Table
from knowledge.data.profile import Card, Effect, Names
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged, matter_judged
from knowledge.table.situation import Question
from knowledge.text import read_card
from knowledge.text.card_reading import Language
from knowledge.text.effects.continuous import PRINTED_SO
from knowledge.text.effects.continuous_acts import ACTS
from service.loaded_desk import loaded_desk

MONSTER = "Monster / Fish / Effect"


@pytest.fixture(scope="module")
def book() -> Book:
    return loaded_desk().book


def card_with(text: str, lang: Language = "zh", type_: str = MONSTER, name: str = "自拟怪兽") -> Card:
    effects = tuple(read.effect for read in read_card(text, type_, lang).effects)
    return Card(id=name, names=Names(zh=name), type=type_, atk=1000, defence=1000, effects=effects)


def beaten(book: Book, text: str, lang: Language = "zh") -> str:
    """What becomes of a monster with 1000 ATK and this text that is attacked by one with 2000."""
    card = card_with(text, lang)
    cards = (
        CardOnTable(
            card=card.id, called="x", side="opponent", zone="monster-zone", face="up", position="attack", atk=1000
        ),
        CardOnTable(called="y", zone="monster-zone", face="up", position="attack", atk=2000),
    )
    table = Table(cards=cards, battle=Battle(attacker="y", defender="x"))
    question = Question("damage.calculation", "own", table=table, about="target", strangers=(card,))
    return matter_judged(book, "battle-destruction", question).verdict


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "①：这张卡不会被战斗破坏。"),
        ("ja", "①：このカードは戦闘では破壊されない。"),
        ("en", "Cannot be destroyed by battle."),
    ],
)
def test_a_protection_that_was_only_read_protects(book: Book, lang: Language, text: str) -> None:
    assert beaten(book, text, lang) == "survives"


def test_a_text_that_says_nothing_of_battles_protects_from_none(book: Book) -> None:
    assert beaten(book, "①：这张卡不能作为融合素材。") == "destroyed"


def test_a_protection_on_a_condition_nobody_could_read_is_no_sure_verdict(book: Book) -> None:
    assert beaten(book, "①：天上下雨的场合，这张卡不会被战斗破坏。") == "depends"


def test_an_unread_condition_that_cannot_matter_changes_nothing(book: Book) -> None:
    assert beaten(book, "①：天上下雨的场合，这张卡可以直接攻击。") == "destroyed"


def test_an_unread_clause_about_the_activation_leaves_no_bare_yes(book: Book) -> None:
    card = card_with("①：自己主要阶段才能发动。自己从卡组抽1张。")
    plain = card.effects[0]
    assert judged(book, Question("main1", "own", card, plain)).verdict == "yes"
    doubtful = msgspec.structs.replace(plain, unread=("没有看懂的条件",))
    judgement = judged(book, Question("main1", "own", card, doubtful))
    assert judgement.verdict == "depends"
    assert {branch.judgement.verdict for branch in judgement.branches} == {"yes", "no"}
    assert all(branch.clauses == ("没有看懂的条件",) for branch in judgement.branches)
    assert judged(book, Question("battle-step", "own", card, doubtful)).verdict == "no"


def acts(text: str, lang: Language = "zh", type_: str = MONSTER) -> list[dict[str, object]]:
    effects: list[Effect] = [read.effect for read in read_card(text, type_, lang).effects]
    return [msgspec.to_builtins(action) for effect in effects for action in effect.does]


def test_those_reached_are_part_of_the_act_and_a_shared_condition_is_the_effects() -> None:
    text = "While you control a Wyrm monster, Fish monsters you control cannot be destroyed by battle."
    (effect,) = card_with(text, "en").effects
    assert [act.act for act in effect.does] == ["protect-from-battle"]
    assert effect.does[0].which is not None
    assert effect.does[0].which.race == ("Fish",)
    assert [printed.is_ for printed in effect.requires] == ["controls"]


def test_a_figure_that_depends_on_the_table_is_not_made_up() -> None:
    (act,) = acts("①：这张卡的攻击力上升自己墓地的怪兽数量×100。")
    assert act["amount"] == "100-per-such"  # so much for each, and no figure
    assert act["per"] == {"side": "own", "zones": ("gy",), "type": ("monster",)}


def test_every_word_of_a_continuous_text_is_turned_into_acts() -> None:
    library = loaded_desk().book.library
    assert set(ACTS) == set(library.continuous)
    assert set(PRINTED_SO.values()) <= set(library.continuous)
