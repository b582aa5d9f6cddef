"""A phrase written later takes the place of an earlier one with its spelling: it may not forget whose thing it is."""

from collections import defaultdict

import knowledge.questions.lexicon as lexicons
from knowledge.data.folder import rulings_folder

TOLD = ("side", "turn", "by", "origin", "activation")  # what would change a verdict without a word being left out
MEANT_OTHERWISE = {"own"}  # in English a word that stands with any player


def test_no_spelling_forgets_what_an_earlier_phrase_tells(monkeypatch):
    written = defaultdict(list)
    added = lexicons.Lexicon._add

    def watched(self, phrase):
        plain = [said for said in phrase.says if "{n}" not in said]
        for spelling in (s for said in plain for s in lexicons.spelled_out(said)):
            written[lexicons._key(spelling)].append(phrase)
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
