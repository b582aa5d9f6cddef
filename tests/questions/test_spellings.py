"""A phrase with thousands of spellings is found as if each of them were written out."""

import random
from itertools import product

from knowledge.data.yaml_files import rulings_folder
from knowledge.questions import lexicon as lexicons
from knowledge.questions.named.name_words import Spellings

SAID = [("被", ""), ("战破", "战斗破坏", "打死"), ("了", ""), ("之后", "后", "")]


def _walked(meaning="fallen", rank=2):
    known = Spellings()
    known.add_many(SAID, lambda _: meaning, rank)
    return known


def test_every_spelling_is_found_and_nothing_else():
    known = _walked()
    assert all(known.get("".join(said)) == "fallen" for said in product(*SAID))
    assert [said for said in ("被", "战", "战破被", "被了", "了之后", "被战破之", "") if said in known] == []


def test_all_that_begins_at_a_place_is_told_the_longest_first():
    assert [size for size, _ in _walked().at("怪兽被战破了之后呢", 2)] == [6, 4, 3]
    assert _walked().at("怪兽被战破了之后呢", 1) == []


def test_the_higher_rank_has_its_meaning():
    for rank, meant in ((1, "fallen"), (3, "only this")):
        known = _walked()
        known.add(["战破后"], "only this", rank)
        assert known.get("战破后") == meant
        assert known.at("战破后", 0) == [(3, meant), (2, "fallen")]


def test_a_spelling_that_means_nothing_is_left_to_others():
    known = Spellings()
    known.add_many(SAID, lambda said: None if said.endswith("后") else "fallen", 2)
    known.add(["战破后"], "earlier", 1)
    assert (known.get("战破后"), known.get("打死后"), known.get("打死")) == ("earlier", None, "fallen")


def test_the_phrases_of_the_lexicon_are_the_same_walked_or_written_out(monkeypatch):
    folder = rulings_folder() / "questions"
    said: list[str] = []
    added = lexicons.Lexicon._add

    def watched(self, phrase):
        said.extend(says for says in phrase.says if "{n}" not in says and says.count("|") > 8)
        added(self, phrase)

    monkeypatch.setattr(lexicons.Lexicon, "_add", watched)
    walked = lexicons.Lexicon(folder)
    assert len(said) > 100
    monkeypatch.setattr(lexicons, "_MOST_WRITTEN_OUT", 4000)
    written = lexicons.Lexicon(folder)
    some = random.Random(7)
    for phrase in tuple(dict.fromkeys(said)):
        typed = ["".join(some.choice(choices) for choices in lexicons._choices(phrase)) for _ in range(20)]
        for key in map(lexicons._key, typed):
            assert walked.plain.get(key) == written.plain.get(key), key
            assert walked.kana.get(key) == written.kana.get(key), key
            assert walked.plain.at(key, 0) == written.plain.at(key, 0), key
