"""A phrase written later takes the place of an earlier one with its spelling: it may not forget whose thing it is."""

from collections import defaultdict
from itertools import permutations

import pytest

import knowledge.questions.lexicon as lexicons
from knowledge.data.yaml_files import rulings_folder

TOLD = ("side", "turn", "by", "origin", "activation")  # what would change a verdict without a word being left out
MEANT_OTHERWISE = {"own"}  # in English a word that stands with any player


def test_no_spelling_forgets_what_an_earlier_phrase_tells(monkeypatch):
    written = defaultdict(list)
    added = lexicons.Lexicon._add

    def watched(self, phrase):
        plain = [said for said in phrase.says if "{n}" not in said]
        for spelling in (key for said in plain for key in lexicons.keys_of(said)):
            written[spelling].append(phrase)
        added(self, phrase)

    monkeypatch.setattr(lexicons.Lexicon, "_add", watched)
    lexicons.Lexicon(rulings_folder() / "questions")
    assert len(written) > 1000
    forgotten = {
        (spelling, key)
        for spelling, phrases in written.items()
        for earlier in phrases[:-1]
        for key in TOLD
        if getattr(earlier, key) and not getattr(phrases[-1], key) and spelling not in MEANT_OTHERWISE
    }
    assert forgotten == set()


@pytest.mark.parametrize(
    "said", ["特召(了|)(一只|)怪", "(を|)特殊召喚(する|した)(？|)", "(が|を)", "(！|？)", "Ａ(, | )b"]
)
def test_a_phrase_folded_choice_by_choice_is_each_of_its_spellings_folded(said):
    assert lexicons.keys_of(said) == [lexicons._key(spelling) for spelling in lexicons.spelled_out(said)]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("phrases:\n  - {says: [那时], at: main3}", "questions/zh.yaml:2: [unknown-word-in-phrase] found `main3`"),
        ("phrases:\n  - {says: [炸], does: [destory]}", "did you mean `destroy`"),
        ("phrases:\n  - {says: [被打], events: [hit]}", "for `events` a word the data defines"),
        ("phrases:\n  - {says: [兴许], could: [nothing-known]}", "for `could` a word the data defines"),
        ("phrases:\n  - {says: [我], sides: own}", "questions/zh.yaml:2:"),
        ("phrases:\n  - {says: [我], side: own, side: opponent}", "the key `side` twice"),
        ("phrases:\n  - {says: [我\n", "questions/zh.yaml:"),
    ],
)
def test_a_mistake_in_a_file_of_phrases_is_told_with_its_place(desk, tmp_path, written, said):
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "zh.yaml").write_text(written, encoding="utf-8")
    faults = "\n".join(map(str, lexicons.phrase_file_faults(desk.book.library, tmp_path)))
    assert said in faults


def test_a_sentence_for_a_term_that_does_not_exist_is_told_with_its_place(desk, tmp_path):
    (tmp_path / "questions").mkdir()
    written = "says:\n  chain: 発動の連なりです。\n  chain-lnk: 発動の一つです。\n"
    (tmp_path / "questions" / "terms-ja.yaml").write_text(written, encoding="utf-8")
    [fault] = lexicons.phrase_file_faults(desk.book.library, tmp_path)
    assert str(fault).startswith("questions/terms-ja.yaml:3: [unknown-reference] found `chain-lnk`")
    assert "did you mean `chain-link`" in str(fault)


def test_the_built_in_phrases_have_no_fault(desk):
    assert lexicons.phrase_file_faults(desk.book.library, rulings_folder()) == []


COMPARE_LIMIT_OR_ORDER = """
    more than without not no only another same before after first next once twice two both either instead~of
    仅 仅仅 只会 尚未 曾经 所有 合计 总共 分别 前者 后者 次数 顺序 等级 属性 指示物 持有者 控制者
    优先权 另外 多于 少于
    または すべて 他の 別の 次の レベル 持ち主 コントローラー しか
"""


def test_words_that_compare_limit_or_order_are_never_passed_over(desk):
    known = lexicons.lexicon_of(rulings_folder(), ())
    words = [word.replace("~", " ") for word in COMPARE_LIMIT_OR_ORDER.split()]
    assert [word for word in words if known.plain.get(lexicons._key(word)) is lexicons.FILLER] == []


@pytest.mark.parametrize("order", list(permutations(("first", "second", "third"))))
def test_what_features_count_together_does_not_hang_on_their_order(order):
    weights = lexicons.Weights({"subject": {"first": "0.1", "second": "0.2", "third": "-0.3"}})
    assert weights.together("subject", order) == weights.together("subject", ("first", "second", "third"))
