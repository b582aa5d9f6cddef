"""What the reader could not read stays with the card: where it stands, in its own words, and ranked over many cards."""

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from knowledge.cards.reading_quality import gaps_of
from knowledge.cards.record import StoredCard
from knowledge.data.profile import Action, Card, Names
from knowledge.rules.book import Book
from knowledge.rules.verdicts import judged
from knowledge.table.situation import NOTHING_STATED, Question
from knowledge.text import answer_of, read_card, reader
from knowledge.text.card_reading import Language
from knowledge.text.drafts import Draft
from knowledge.text.effects.effect_kinds import CardType, Source
from knowledge.text.effects.effect_profile import Profile, profile_of
from service.cli.main import cli
from service.loaded_desk import loaded_desk

MONSTER = "Monster / Fish / Effect"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("zh", "①：1回合1次，自己主要阶段才能发动。自己抽1张。"),
        ("ja", "①：１ターンに１度、自分メインフェイズに発動できる。自分はデッキから１枚ドローする。"),
        ("en", "Once per turn: You can draw 1 card."),
    ],
)
def test_a_plain_text_is_read_to_the_end(lang: Language, text: str) -> None:
    assert read_card(text, MONSTER, lang).unread == ()


def test_a_clause_that_was_not_read_is_kept_with_its_place() -> None:
    text = "①：天上正在打雷下雨的场合才能发动。自己抽1张。"
    (unread,) = read_card(text, MONSTER, "zh").unread
    assert text[slice(*unread.span)].strip() == unread.text
    assert "打雷" in unread.text


def test_an_unread_clause_about_the_activation_belongs_to_its_effect() -> None:
    text = "①：天上正在打雷下雨的场合才能发动。自己抽1张。②：自己主要阶段才能发动。自己抽1张。"
    first, second = (read.effect for read in read_card(text, MONSTER, "zh").effects)
    assert first.unread
    assert not second.unread


def test_an_unread_clause_of_the_resolution_does_not_touch_the_activation() -> None:
    (read,) = read_card("①：自己主要阶段才能发动。对方唱一首摇篮曲。", MONSTER, "zh").effects
    assert not read.effect.unread


# of every sort a text can narrow cards by, a phrase in each language
SAID = {
    "attribute": {"ja": "光属性モンスター１体", "zh": "1只光属性怪兽", "en": "1 LIGHT monster"},
    "race": {"ja": "岩石族モンスター１体", "zh": "1只岩石族怪兽", "en": "1 Rock monster"},
    "type": {"ja": "フィールドのリンクモンスター１体", "zh": "场上1只连接怪兽", "en": "1 Link Monster on the field"},
    "face": {
        "ja": "フィールドの表側表示モンスター１体",
        "zh": "场上1只表侧表示怪兽",
        "en": "1 face-up monster on the field",
    },
    "position": {
        "ja": "フィールドの守備表示モンスター１体",
        "zh": "场上1只守备表示怪兽",
        "en": "1 Defense Position monster on the field",
    },
    "place": {"ja": "手札のカード１枚", "zh": "手卡的1张卡", "en": "1 card in your hand"},
    "name": {
        "ja": "フィールドの「灯籠の番人」１体",
        "zh": "场上1只「灯笼守」",
        "en": '1 "Keeper of Lanterns" on the field',
    },
    "figure": {
        "ja": "フィールドのレベル７モンスター１体",
        "zh": "场上1只7星怪兽",
        "en": "1 Level 7 monster on the field",
    },
}
RESOLVED = {
    "ja": "①：このカードが召喚した場合に発動できる。{}を選んで破壊する。",
    "zh": "①：这张卡召唤的场合才能发动。选{}破坏。",
    "en": "If this card is Normal Summoned: You can destroy {}.",
}


@pytest.mark.parametrize("lang", ["ja", "zh", "en"])
@pytest.mark.parametrize("sort", SAID)
def test_what_a_resolution_names_and_a_profile_forgets_is_told(
    monkeypatch: pytest.MonkeyPatch, lang: Language, sort: str
) -> None:
    text = RESOLVED[lang].format(SAID[sort][lang])
    assert read_card(text, MONSTER, lang).unread == ()
    monkeypatch.setattr(reader, "profile_of", _forgetful)
    reading = read_card(text, MONSTER, lang)
    assert reading.unread
    assert [deed.text for deed in reading.effects[0].effect.unread_deeds] == [one.text for one in reading.unread]


def _forgetful(draft: Draft, source: Source, kind: CardType, number: int) -> Profile | None:
    """A profile that lost whatever its effect acts on."""
    read = profile_of(draft, source, kind, number)
    does = (Action(act="destroy", count=1),)
    return read and read._replace(effect=msgspec.structs.replace(read.effect, does=does, targets=()))


def test_the_answer_lists_what_is_unread() -> None:
    answer = answer_of(
        read_card("①：天上正在打雷下雨的场合才能发动。自己抽1张。", MONSTER, "zh"), MONSTER, lambda *_: (False, False)
    )
    assert [set(one) >= {"span", "text"} for one in answer["unread"]] == [True]


def test_gaps_are_ranked_by_the_cards_they_block() -> None:
    def card(key: str, text: str) -> StoredCard:
        return StoredCard(key=key, type=MONSTER, described_by="yaml-yugi", names={"zh": key}, texts={"zh": text})

    cards = [
        card("甲", "①：自己主要阶段才能发动。对方唱一首摇篮曲。"),
        card("乙", "①：自己主要阶段才能发动。对方唱一首摇篮曲。"),
        card("丙", "①：自己主要阶段才能发动。对方跳华尔兹舞。"),
        card("丁", "①：自己主要阶段才能发动。自己抽1张。"),
    ]
    gaps, shares = gaps_of(cards, ("zh",))
    assert gaps[0].cards == 2
    assert gaps[0].examples == ("甲", "乙")
    assert shares["zh"].read == 1
    assert shares["zh"].activation_read == 4


def test_gaps_without_a_database_say_what_is_missing(tmp_path: Path) -> None:
    run = CliRunner().invoke(cli, ["gaps", "--json"], env={"OCG_RULINGS_DATA": str(tmp_path)})
    assert run.exit_code != 0
    assert "import-cards" in str(run.exception) + run.output


def test_the_unread_of_an_answer_is_plain_data() -> None:
    answer = answer_of(
        read_card("①：天上正在打雷下雨的场合才能发动。自己抽1张。", MONSTER, "zh"), MONSTER, lambda *_: (False, False)
    )
    assert json.loads(json.dumps(answer["unread"])) == answer["unread"]


@pytest.fixture(scope="module")
def book() -> Book:
    return loaded_desk().book


# what the reader knows how to read, and conditions that it does not; every text is our own
OPENINGS = ("自己主要阶段", "这张卡召唤成功的场合", "对方怪兽的攻击宣言时", "这张卡被战斗破坏的场合", "自己结束阶段")
NOT_READ = ("天上正在打雷下雨的场合", "双方玩家都戴着眼镜的场合", "今天是双方生日的场合")
QUALIFIED = ("「灯笼」卡的效果让这张卡回到手卡的场合", "自己失去2500以上的基本分的场合")
RESOLUTIONS = ("自己抽1张", "选场上1只怪兽破坏", "给与对方500伤害")


@given(
    opening=st.sampled_from(OPENINGS),
    clause=st.sampled_from((*NOT_READ, *QUALIFIED)),
    does=st.sampled_from(RESOLUTIONS),
    window=st.sampled_from(("main1", "attack-declaration", "damage.end", "end", "standby")),
    turn=st.sampled_from(("own", "opponent")),
    clause_first=st.booleans(),
)
def test_no_sure_yes_stands_on_a_condition_that_was_not_read(
    book: Book, opening: str, clause: str, does: str, window: str, turn: str, clause_first: bool
) -> None:
    condition = f"{clause}，{opening}" if clause_first else f"{opening}，{clause}"
    effects = tuple(one.effect for one in read_card(f"①：{condition}才能发动。{does}。", MONSTER, "zh").effects)
    card = Card(id="自拟怪兽", names=Names(zh="自拟怪兽"), type=MONSTER, atk=1000, defence=1000, effects=effects)
    used = [effect for effect in effects if effect.kind in ("ignition", "trigger", "quick")]
    assert used
    for effect in used:
        assert judged(book, Question(window, turn, card, effect, NOTHING_STATED)).verdict not in ("yes", "must")


def test_the_label_of_an_effect_in_a_list_is_a_condition_told_as_not_read() -> None:
    text = (
        "①：このカードは表示形式によって以下の効果を得る。\n"
        "●攻撃表示：１ターンに１度、自分メインフェイズに発動できる。自分は１枚ドローする。"
    )
    effects = [one.effect for one in read_card(text, "Monster / Fiend / Effect", "ja").effects]
    assert [one.unread for one in effects if one.is_activated] == [("攻撃表示：",)]
