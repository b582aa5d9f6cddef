"""Which card an act is done to: what "it" means, and where a number of cards stands behind the verb."""

import pytest

from knowledge.data.profile import Action
from knowledge.text import Language, read_card

MONSTER = "Monster / Warrior / Effect"


def deeds(text: str, lang: Language = "en", card_type: str = MONSTER) -> tuple[Action, ...]:
    return read_card(text, card_type, lang).effects[-1].effect.does


@pytest.mark.parametrize(
    "text",
    [
        "If this card is banished: You can Special Summon it.",
        "If this card is sent to the GY: You can add it to your hand.",
        "When this card is Normal Summoned: Change it to Defense Position.",
    ],
)
def test_it_is_this_card_where_that_is_what_it_befell(text: str) -> None:
    assert deeds(text)[0].what == "self"


def test_what_was_summoned_before_is_what_the_rest_speaks_of() -> None:
    acts = deeds(
        "Once per turn: You can Special Summon 1 monster from your Deck, but its effects are negated, also destroy it."
    )
    assert [act.what for act in acts] == ["", "summoned", "summoned"]


def test_a_card_that_leaves_later_is_the_one_that_was_brought_and_not_the_target() -> None:
    text = "Once per turn: You can target 1 monster you control; destroy it, and if you do, Special Summon this card, but banish it when it leaves the field."  # noqa: E501
    acts = deeds(text)
    assert [(act.act, act.what) for act in acts] == [
        ("destroy", "target"),
        ("special-summon-self", "self"),
        ("apply-later", "self"),
    ]
    assert acts[-1].until == "self-left-field"


@pytest.mark.parametrize(
    "behind",
    ["destroy 1 Spell/Trap on the field", "destroy all monsters your opponent controls", "discard 1 card"],
)
def test_a_number_behind_the_verb_describes_other_cards_than_the_one_named_before(behind: str) -> None:
    act = deeds(f"If you control no monsters: You can Special Summon this card from your hand, then {behind}.")[-1]
    assert (act.what, act.act) == ("", behind.split()[0])


def test_the_places_of_the_next_sentence_are_none_of_this_one() -> None:
    text = 'Add 1 "Witchcrafter" monster from your Deck to your hand. During your End Phase, if this card is in your GY: You can add this card to your hand.'  # noqa: E501
    act = read_card(text, "Spell / Normal", "en").effects[0].effect.does[0]
    assert (act.whence, act.which and act.which.zones) == (("deck",), ("deck",))


def test_the_card_whose_effect_was_negated_is_destroyed_with_it() -> None:
    text = "When your opponent activates a monster effect (Quick Effect): You can negate the effect, and if you do, destroy that card."  # noqa: E501
    assert deeds(text)[-1].what == "answered"


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('Add 1 "Dark Magic Ritual" from your Deck to your hand.', {"name": ("dark magic ritual",)}),
        ('Add up to 2 "Wind-Up" monsters from your Deck to your hand.', {"group": ("wind-up",), "type": ("monster",)}),
        ("Return all Spells and Traps your opponent controls to the hand.", {"type": ("spell", "trap")}),
    ],
)
def test_what_is_acted_on_is_told_by_its_own_words(text: str, what: dict[str, tuple[str, ...]]) -> None:
    act = deeds(text, card_type="Spell / Normal")[0]
    assert act.which is not None
    told = {field: getattr(act.which, field) for field in ("name", "group", "type", "attribute", "race")}
    assert (act.what, told) == ("", {"name": (), "group": (), "type": (), "attribute": (), "race": ()} | what)


def test_a_card_placed_from_the_deck_is_not_returned_there() -> None:
    act = deeds('Place 1 "A" Continuous Spell from your Deck face-up on your field.', card_type="Spell / Normal")[0]
    assert act.act == "place-card"


def test_a_token_is_told_by_its_name() -> None:
    act = deeds('Special Summon 1 "Ox Token" (Beast/EARTH/Level 1/ATK 0/DEF 0).', card_type="Spell / Normal")[0]
    assert act.which is not None
    assert act.which.type == ("token",)


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "Target 1 monster in your GY; add it to your hand or Special Summon it."),
        ("zh", "①：以自己墓地的1只怪兽为对象才能发动。那只怪兽加入手卡或特殊召唤。"),
    ],
)
def test_one_act_or_another_is_told_as_not_read(lang: Language, text: str) -> None:
    assert read_card(text, "Spell / Normal", lang).effects[0].effect.unread_deeds


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("You can target 1 card in your GY, except a Link Monster; add it to your hand.", ("non-link",)),
        ("You can target 1 Link Monster in your GY; add it to your hand.", ("monster", "link")),
    ],
)
def test_a_kind_left_out_is_not_the_one_asked_for(text: str, types: tuple[str, ...]) -> None:
    assert read_card(text, MONSTER, "en").effects[0].effect.targets[0].type == types


def test_a_damage_step_allowed_as_well_is_no_moment_to_wait_for() -> None:
    text = "If a monster is banished, even during the Damage Step: You can draw 1 card."
    effect = read_card(text, MONSTER, "en").effects[0].effect
    assert (effect.at, effect.also) == ((), ("damage-step",))


def test_one_kind_of_card_or_another_is_not_asked_for_both() -> None:
    act = deeds('Add 1 "A" card or 1 Plant monster from your Deck to your hand.', card_type="Spell / Normal")[0]
    assert act.which is not None
    assert [(one.group, one.race) for one in act.which.either] == [(("a",), ()), ((), ("Plant",))]


def test_an_effect_quoted_in_a_text_is_no_name() -> None:
    text = "１５００ＬＰを払って発動する。相手が発動した「フィールド上のモンスターを破壊する効果」を持つカードの発動を無効にし破壊する。"  # noqa: E501
    answered = read_card(text, "Spell / Quick-Play", "ja").effects[0].effect.responds_to
    assert answered is not None
    assert answered.doing_to is not None
    assert answered.doing_to.type == ("monster",)
