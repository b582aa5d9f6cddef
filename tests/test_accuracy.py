"""The page and the API that tell how right the desk is, and the dated rulings found where they belong."""

import pytest

from knowledge.data.accuracy import read_measures, read_record, record_file


def test_every_figure_adds_up_and_belongs_to_a_set_that_says_how_it_is_measured():
    measures = read_measures()
    sets = {measured.id for measured in measures.sets}
    for row in read_record(record_file()):
        assert row.set in sets or row.set.rpartition("-")[0] in sets, row
        if row.undecided is not None and row.wrong_with_confidence is not None:
            assert row.right + row.wrong_with_confidence + row.undecided == row.total, row
        assert row.kind in measures.kinds, row.kind


def test_the_api_gives_each_set_with_its_command_and_the_blind_results_in_order(client):
    told = client.get("/api/v1/accuracy").get_json()
    assert {"strict", "read", "strict_read", "batch", "questions", "responses"} <= {s["id"] for s in told["sets"]}
    assert all(s["command"] and s["says"]["zh"] and s["says"]["en"] for s in told["sets"])
    first = told["curve"][0]
    assert first["set"] == "batch-1"
    assert first["right"] + first["wrong_with_confidence"] + first["undecided"] == 100


WORDS = [("zh", "不擅长的", "答错且肯定"), ("en", "bad at", "wrong with confidence")]


@pytest.mark.parametrize(("lang", "bad", "wrong"), WORDS)
def test_the_page_says_what_the_desk_is_bad_at_before_what_it_is_good_at(client, lang, bad, wrong):
    page = client.get(f"/accuracy?lang={lang}").get_data(as_text=True)
    assert page.index('id="bad"') < page.index('id="good"')
    assert bad in page
    assert wrong in page
    assert "<svg" in page


def test_a_dated_ruling_stands_on_the_pages_of_all_its_cards_with_its_official_link(client):
    for name in ("41367003", "15610297"):  # Draw Muscle, which it is about, and Vijam, which lies on the table
        page = client.get(f"/cards/{name}?lang=en").get_data(as_text=True)
        assert "Draw Muscle may be activated on a monster that battle cannot destroy anyway." in page
        assert "cid=11389" in page


def test_the_rulings_of_a_card_come_newest_first(client):
    rulings = client.get("/api/v1/cards/82732705").get_json()["rulings"]  # Skill Drain
    dates = [r["date"] or "" for r in rulings]
    assert dates == sorted(dates, reverse=True)
    assert dates[0] >= "2022-12-12"


def test_a_dated_ruling_is_found_by_its_number_and_shown_without_a_database(client):
    found = client.get("/api/v1/search?q=fid:22573&kind=ruling").get_json()["results"]
    assert found[0]["id"] == "mayosenju-hitot-counts-every-return"
    page = client.get("/rulings/mayosenju-hitot-counts-every-return?lang=zh").get_data(as_text=True)
    assert "独眼群主" in page
    assert "2019-04-12" in page


def test_a_superseded_ruling_names_its_successor_and_the_successor_what_it_replaces(client, desk):
    rulings = desk.book.library.rulings
    replaced = [r for r in rulings.values() if r.status == "superseded" and r.superseded_by in rulings]
    assert replaced
    for old in replaced:
        assert f"/rulings/{old.superseded_by}" in client.get(f"/rulings/{old.id}?lang=zh").text
        if old.id in rulings[old.superseded_by].replaces:
            assert f"/rulings/{old.id}" in client.get(f"/rulings/{old.superseded_by}?lang=en").text
