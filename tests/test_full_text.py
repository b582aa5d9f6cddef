"""Rulings and rules by their words, numbers, cards and facets."""

import secrets
from array import array

import pytest
from whoosh import fields
from whoosh.analysis import SpaceSeparatedTokenizer
from whoosh.filedb.filestore import RamStorage
from whoosh.scoring import BM25F

from knowledge import search as full_text
from knowledge.problems import BadInput
from knowledge.search import Wanted, WordIndex, entries_of, pieces
from service.cli.main import cli
from service.reference.search import word_index_of


@pytest.fixture(scope="module")
def words(desk):
    return word_index_of(desk)


@pytest.fixture
def search(client):
    return lambda address: client.get(f"/api/v1/search?{address}").get_json()


def test_chinese_is_cut_into_pairs_and_english_into_words():
    assert pieces("伤害计算", asked=True) == ["伤害", "害计", "计算"]
    assert pieces("傷害 Step-by-step") == ["伤害", "伤", "害", "step", "by", "step"]


def test_words_are_found_anywhere_in_our_sentences(words):
    hits = words.search(Wanted(words=("卷回",))).hits
    assert hits
    assert all("卷回" in "".join(entry.texts) or "replay" in "".join(entry.texts).lower() for entry, _ in hits)
    assert hits[0][1] == 1.0


def test_all_the_words_count_before_some_of_them(words):
    both = words.search(Wanted(words=("卷回", "伤害步骤")))
    assert not both.loosened
    assert all("伤害步骤" in "".join(entry.texts) for entry, _ in both.hits)
    some = words.search(Wanted(words=("卷回", "绝没有这样的词语")))
    assert some.loosened
    assert some.hits


@pytest.mark.parametrize("word", ["怪兽", "damage", "发动"])
def test_the_best_of_many_are_the_first_of_all(words, word):
    every = words.search(Wanted(words=(word,)))
    assert len(every.hits) == every.total > 30
    for most in (1, 10, 30):
        best = words.search(Wanted(words=(word,)), most)
        assert most <= len(best.hits) <= every.total
        assert best.hits[:most] == every.hits[:most]
        assert (best.total, best.facets) == (every.total, every.facets)


@pytest.mark.parametrize("number", ["cid:12950", "12950", "ash-blossom-in-damage-step"])
def test_a_ruling_is_found_by_its_numbers(words, number):
    assert words.search(Wanted(words=(number,))).hits[0][0].id == "ash-blossom-in-damage-step"


@pytest.mark.parametrize("query", ["*", "text:*", "a AND (b", '"', "NOT", "[a TO z]", "卷回^9999", "key:ruling*", "\\"])
def test_the_syntax_of_the_search_engine_means_nothing(search, query):
    assert search(f"q={query}")["total"] >= 0


def test_facets_narrow_down_to_the_window(search):
    everything = search("q=伤害计算&kind=ruling&limit=100")
    window = search("q=伤害计算&kind=ruling&timing=damage.before&limit=100")
    assert 0 < window["total"] < everything["total"]
    counted = {value["value"]: value["count"] for value in everything["facets"]["timing"]}
    assert counted["damage.before"] == window["total"]
    for facet in ("document", "section", "gate", "category", "verdict"):
        chosen = everything["facets"][facet][0]
        assert search(f"q=伤害计算&kind=ruling&{facet}={chosen['value']}")["total"] == chosen["count"]
        assert chosen["names"]["zh"]


def test_dates_narrow_too(search):
    dated = search("q=发动&kind=ruling&from=2017&to=2017&limit=100")
    assert dated["total"] > 0
    assert all(hit["date"].startswith("2017") for hit in dated["results"])


def test_card_and_card_means_rulings_about_both(search):
    for address in (
        "q=大宇宙 增殖的G&kind=ruling",
        "q=裁定&kind=ruling&card=大宇宙&card=增G",
        "q=Macro 增G&kind=ruling",
    ):
        found = search(address)
        for hit in found["results"]:
            assert {"macro-cosmos", "maxx-c"} <= {card["id"] for card in hit["cards"]}, address
    assert search("q=大宇宙 增殖的G&kind=ruling")["total"] > 0


def test_pages_follow_each_other_without_gap_or_overlap(search):
    first, second = (search(f"q=发动&kind=ruling&limit=5&page={page}") for page in (1, 2))
    together = search("q=发动&kind=ruling&limit=10")
    assert [hit["id"] for hit in first["results"] + second["results"]] == [hit["id"] for hit in together["results"]]
    assert first["pages"] == -(-first["total"] // 5)
    assert search("q=发动&kind=ruling&limit=5&page=900")["results"] == []


def test_a_hit_shows_its_section_and_neighbours(search):
    hit = search("q=ash-blossom-in-damage-step&kind=ruling")["results"][0]
    assert hit["section_names"]["en"]
    assert hit["neighbours"]


def test_the_exact_card_leads_and_sentences_follow(search):
    found = search("q=欧尼斯特")["results"]
    assert (found[0]["kind"], found[0]["id"], found[0]["score"]) == ("card", "honest", 0.98)
    assert "ruling" in {hit["kind"] for hit in found}


@pytest.mark.parametrize("part", ["limit=0", "page=0", "page=x", "kind=deck", "from=soon", "limit=9999999999999", "q="])
def test_a_part_that_cannot_be_is_refused(client, part):
    address = f"/api/v1/search?q=龙&{part}" if part != "q=" else "/api/v1/search?q="
    reply = client.get(address)
    assert (reply.status_code, reply.mimetype) == (400, "application/problem+json")


def test_the_page_narrows_by_links_and_needs_no_script(client):
    html = client.get("/rulings?q=伤害计算&lang=zh").text
    assert "timing=damage.before" in html
    assert 'rel="next"' in html
    assert "timing=damage.before" in client.get("/rulings?q=伤害计算&timing=damage.before&lang=zh").text


def test_a_broken_or_foreign_index_is_built_anew(desk, tmp_path):
    entries = entries_of(desk.book)[:40]
    asked = Wanted(words=("发动",))
    expected = [entry.key for entry, _ in WordIndex(entries, tmp_path).search(asked).hits]
    (folder,) = tmp_path.glob("words-*")
    for spoil in (
        lambda path: path.write_bytes(b"not an index"),
        lambda path: path.write_bytes(path.read_bytes()[: len(path.read_bytes()) // 2]),
        lambda path: path.unlink(),
    ):
        for path in sorted(folder.iterdir()):
            if path.is_file():
                spoil(path)
        assert [entry.key for entry, _ in WordIndex(entries, tmp_path).search(asked).hits] == expected
    assert [entry.key for entry, _ in WordIndex(entries, tmp_path).search(asked).hits] == expected
    other = entries_of(desk.book)[40:60]
    assert {entry.key for entry, _ in WordIndex(other, tmp_path).search(Wanted()).hits} == {e.key for e in other}


def test_a_facet_is_named_as_people_call_it(search):
    by_id = search("q=效果&kind=ruling&timing=damage.before&verdict=no")
    assert by_id["total"] > 0
    for named in ("timing=伤害计算前&verdict=不可以", "timing=before damage calculation&verdict=No"):
        assert search(f"q=效果&kind=ruling&{named}")["total"] == by_id["total"]
    assert [chosen["names"]["zh"] for chosen in by_id["chosen"]] == ["伤害计算前", "不可以"]


@pytest.mark.parametrize("facet", ["document", "section", "timing", "gate", "category", "verdict"])
def test_a_facet_that_does_not_exist_is_refused_with_what_is_accepted(client, facet):
    reply = client.get(f"/api/v1/search?q=龙&{facet}=nonsense")
    assert reply.status_code == 400
    assert (reply.get_json()["field"], len(reply.get_json()["accepted"]) > 3) == (facet, True)


def test_what_is_narrowed_needs_no_words(search, runner):
    assert search("card=大宇宙&card=增殖的G")["results"][0]["id"] == "maxx-c-under-macro-cosmos"
    assert search("timing=damage.calculation&kind=rule")["total"] > 0
    assert {hit["date"][:4] for hit in search("from=2016&to=2016&kind=ruling&limit=50")["results"]} == {"2016"}
    told = runner.invoke(cli, ["search", "--card", "大宇宙", "--card", "增殖的G", "--lang", "zh"])
    assert (told.exit_code, "maxx-c-under-macro-cosmos" in told.output) == (0, True)
    assert isinstance(runner.invoke(cli, ["search"]).exception, BadInput)


def test_the_page_searches_rules_and_dates_too(client):
    html = client.get("/rulings?q=伤害计算&kind=rule&from=2001&lang=zh").text
    assert 'name="from" value="2001"' in html
    assert client.get("/rulings?q=伤害计算&kind=rule&lang=zh").text.count('href="/rules/') > 3
    assert "✕ 时点: 伤害计算前" in client.get("/rulings?q=伤害计算&timing=damage.before&lang=zh").text


def test_an_index_is_built_whatever_another_process_left_where_unfinished_ones_lie(desk, tmp_path, monkeypatch):
    """All processes that let whoosh name its index wrote to `MAIN.tmp`, and the first to finish removed it."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (tmp_path / "MAIN.tmp").touch()
    entries = entries_of(desk.book)[:20]
    assert len(WordIndex(entries, None).search(Wanted()).hits) == 20
    assert [path.name for path in tmp_path.iterdir()] == ["MAIN.tmp"]


def test_a_word_weighs_what_whoosh_says_it_weighs(desk):
    """The weights are worked out without an index of whoosh's; one over the same sentences gives just the same."""
    entries = entries_of(desk.book)[::20]
    spaced = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
    # whoosh keeps what is unfinished in the machine's folder for that, by the index's name: two runs share none
    made = RamStorage().create_index(
        fields.Schema(text=spaced, cards=spaced, numbers=spaced), indexname=secrets.token_hex(8)
    )
    writer = made.writer()
    for entry in entries:
        numbers = " ".join(entry.numbers).lower()
        writer.add_document(text=" ".join(pieces(" ".join(entry.texts))), cards=" ".join(entry.cards), numbers=numbers)
    writer.commit()
    weighed = full_text._weighed(entries)
    with made.searcher(weighting=BM25F()) as searcher:
        reader = searcher.reader()
        for field, terms in weighed.terms.items():
            assert sorted(reader.field_terms(field)) == list(terms)
            for word in [*terms][::11]:
                found = searcher.postings(field, word)
                weights = {}
                while found.is_active():
                    weights[found.id()] = found.score()
                    found.next()
                documents, told = array("I", terms[word][0]), array("d", terms[word][1])
                assert dict(zip(documents, told, strict=True)) == weights, word
