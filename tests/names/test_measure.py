"""Search over a full database, side by side with FTS5: better on every kind of query."""

import pytest

from service.bench.names import compare_with_fts5, names_against_fts5

KINDS = ["exact", "prefix", "missing", "wrong", "extra", "traditional", "pinyin", "english-typo"]


def test_the_comparison_has_every_kind_and_a_sum(index):
    figures = compare_with_fts5(index, each=5)
    assert [line.kind for line in figures] == [*KINDS, "all"]
    assert figures[-1].queries == sum(line.queries for line in figures[:-1])


@pytest.mark.data
def test_the_right_card_is_first_more_often_than_with_fts5(full_index):
    figures = {line.kind: line for line in compare_with_fts5(full_index, each=200)}
    assert {kind: figures[kind].queries for kind in KINDS} == dict.fromkeys(KINDS, 200)
    assert [kind for kind in KINDS if figures[kind].right <= figures[kind].right_fts5] == []
    errors = [figures[kind].right for kind in ("missing", "wrong", "extra", "english-typo")]
    assert sum(errors) / len(errors) >= 0.98
    assert figures["exact"].right == 1


def test_an_error_that_fits_one_card_alone_finds_it(index):
    figures = {line.kind: line for line in compare_with_fts5(index, each=40)}
    for kind in ("missing", "wrong", "extra"):
        assert (figures[kind].clear > 0, figures[kind].right_clear) == (True, 1), kind


def test_without_an_import_there_is_nothing_to_compare(desk, monkeypatch, tmp_path):
    monkeypatch.setenv("OCG_RULINGS_DATA", str(tmp_path))
    assert "import-cards" in names_against_fts5(desk)["skipped"]
