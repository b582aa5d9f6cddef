"""A Japanese question is answered in Japanese: first line, names, what is asked back; on page, API and terminal."""

import pytest

from knowledge.data.yaml_files import rulings_folder
from knowledge.questions.asked_topics import rule_topics
from knowledge.questions.lexicon import lexicon_of
from service.cli.main import cli

ASKED = {
    "灰流うららはダメージステップに発動できますか": "「灰流うらら」はダメージステップに発動できません",
    "増援が灰流うららで無効になりました。増援は破壊されますか": "いいえ。「灰流うらら」では「増援」は破壊されません",
    "虚無空間が場にあるとき、特殊召喚できますか": "いいえ。「虚無空間」があるため特殊召喚できません",
    "デコード・トーカーのリンク先にモンスターが2体います。攻撃力は？": "攻撃力3300です",
    "青眼の白龍が攻撃力2500のモンスターを攻撃したら、ダメージはいくつ": "攻撃された側が500の戦闘ダメージを受けます",
}


@pytest.mark.parametrize(("question", "first"), ASKED.items())
def test_the_first_line_is_japanese(asked, question, first):
    assert first in asked(question)["sentence"]["ja"]


@pytest.mark.parametrize(("question", "first"), list(ASKED.items())[:2])
def test_the_page_shows_it(client, question, first):
    assert first in client.get("/ask", query_string={"q": question}, follow_redirects=True).get_data(as_text=True)


ON_THE_PAGE = {
    "誘発効果とは何ですか": ("「誘発効果」とは何ですか？", "<h3>誘発効果</h3>"),
    "青眼の白龍が直接攻撃したらダメージはいくつ": ("「青眼の白龍」が直接攻撃します",),
    "エフェクト・ヴェーラーは相手のターンに発動できますか": ("相手のターンのいつ", "コストを払える"),
    "巻き戻しは起きますか": ("攻撃された側のモンスターの数が変わった場合", "いいえ"),
}


@pytest.mark.parametrize(("question", "said"), ON_THE_PAGE.items())
def test_the_page_says_in_japanese_what_was_understood_and_what_it_depends_on(client, question, said):
    page = client.get("/ask", query_string={"q": question}, follow_redirects=True).get_data(as_text=True)
    assert [words for words in said if words not in page] == []


@pytest.mark.parametrize(("question", "first"), ASKED.items())
def test_the_terminal_says_it_first(runner, question, first):
    result = runner.invoke(cli, ["ask", question])
    assert result.exit_code == 0
    assert first in result.output.splitlines()[0]


def test_what_is_missing_is_asked_in_japanese(asked):
    answer = asked("このモンスターの攻撃力はいくつですか")
    assert answer["ask"]["question"]["ja"]


def test_every_topic_of_the_rules_says_its_answer_in_japanese():
    topics = rule_topics().topics
    assert [topic.id for topic in topics if not topic.ja] == []


def test_every_term_of_the_glossary_is_explained_in_japanese(desk):
    said = lexicon_of(rulings_folder(), ()).terms_ja
    terms = desk.book.library.terms
    assert [name for name in terms if not said.get(name)] == []
    assert [name for name, term in terms.items() if not term.names.ja] == []


TERMS = {
    "チェーンブロックとは何ですか": "チェーン1",
    "アドバンス召喚ってどういう意味ですか": "リリースを行う召喚です",
    "起動効果と誘発即時効果の違いは？": "スペルスピード2のモンスター効果です",
    "ダメージ計算後とは何ですか": "ダメージ計算後",
}


@pytest.mark.parametrize(("question", "first"), TERMS.items())
def test_a_term_or_moment_asked_for_in_japanese_is_explained_in_japanese(asked, question, first):
    answer = asked(question)
    assert first in answer["sentence"]["ja"]
    assert all(term["names"]["ja"] for term in answer["terms"])
    assert answer["question"]["understood"]["ja"]


TURNED_ROUND = [
    "対象に取られない効果とは何ですか",
    "対象にならないとは？",
    "タイミングを逃さないとはどういう意味ですか",
]


@pytest.mark.parametrize("question", TURNED_ROUND)
def test_the_opposite_of_a_term_is_not_explained_as_the_term(asked, question):
    answer = asked(question)
    assert answer["terms"] == []
    assert answer["sentence"]["ja"] == "その用語は用語集にありません。"


CALLED_OTHERWISE = {
    "墓地送りとは何ですか": "sending-to-the-gy",
    "同名ターン1って何ですか": "once-per-turn-by-name",
    "フリチェとは": "free-chain",
    "対象に取らない効果とは？": "non-targeting",
    "破壊されない効果とは何ですか": "protected-from-destruction",
    "蘇生制限の意味がわからない": "revival-limit",
}


@pytest.mark.parametrize(("question", "term"), CALLED_OTHERWISE.items())
def test_a_term_is_known_by_what_players_call_it(asked, question, term):
    assert [found["id"] for found in asked(question)["terms"]] == [term]


OF_EACH_KIND = {
    "can": "激流葬は相手のターンに発動できますか",
    "outcome": "灰流うららで増援は無効になりますか",
    "damage": "青眼の白龍が直接攻撃したらダメージはいくつ",
    "stats": "収縮を青眼の白龍に使ったら攻撃力はいくつですか",
    "define": "永続効果とは何ですか",
    "rule": "リンクモンスターは守備表示にできますか",
    "targets": "灰流うららは対象を取りますか",
    "rulings": "灰流うららの裁定を教えて",
    "card": "灰流うららって何ですか",
    "replay": "巻き戻しは起きますか",
    "incomplete": "このモンスターの攻撃力はいくつですか",
    "out-of-scope": "今日の天気は？",
}


@pytest.mark.parametrize(("kind", "question"), OF_EACH_KIND.items())
def test_every_kind_of_answer_has_its_first_line_in_japanese(asked, kind, question):
    answer = asked(question)
    assert answer["question"]["kind"] == kind
    assert answer["sentence"]["ja"]
    assert answer["question"]["understood"]["ja"]


def test_every_sentence_said_back_has_its_japanese():
    sentences = lexicon_of(rulings_folder(), ()).sentences
    assert [key for key, said in sentences.items() if "ja" not in said] == []


def test_what_is_assumed_is_told_in_japanese(asked, desk):
    facts = desk.book.library.facts.values()
    assert [fact.id for fact in facts if fact.assumed and not fact.assumed.ja] == []
    answer = asked("エフェクト・ヴェーラーは相手のターンに発動できますか")
    assert answer["assumed"]
    assert all(said["ja"] for said in answer["assumed"])
    assert "相手のターン" in answer["question"]["understood"]["ja"]


def test_what_happened_is_said_back_in_japanese(asked, desk):
    assert [event.id for event in desk.book.library.events.values() if not event.ja] == []
    answer = asked("相手が召喚した時に激流葬を発動できますか")
    assert "モンスターが召喚された" in answer["question"]["understood"]["ja"]


def test_a_monster_told_by_its_figure_is_described_in_japanese(asked):
    answer = asked("攻撃力2300のモンスターで攻撃力1500の攻撃表示モンスターに攻撃したら、ダメージはいくつですか")
    assert "攻撃力1500のモンスターは破壊されます" in answer["sentence"]["ja"]


def test_what_an_answer_depends_on_is_told_in_japanese(asked):
    answer = asked("灰流うららは咕噜がある時に増援にチェーンして発動できますか")
    assert answer["verdict"] == "depends"
    assert all("ja" in branch["if"] for branch in answer["branches"])
