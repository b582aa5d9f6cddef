"""The honest measures: what is left when a ruling goes with the rules written for it, and when texts are only read."""

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from knowledge.cards.read_profiles import cards_as_read
from knowledge.cards.store import open_store
from knowledge.checks.evaluation import evaluated, measured, private_rules
from knowledge.data.accuracy import Row, add_to_record, frozen_rulings, read_record
from knowledge.data.yaml_files import rulings_folder
from knowledge.rules.book import Book
from service.cli.card_verbs import import_cards
from service.cli.upkeep_verbs import check

RULE = "inflicting-a-multiple-is-the-damage-itself"
OF_ONE_CARD = ("damage-diet-against-chaos-max", "full-turn-doubles-chaos-max-again")
OF_ANOTHER = "damage-diet-against-metalfoes-orichalc"


def book_of(desk, *rulings):
    library = desk.book.library
    return Book(replace(library, rulings={name: library.rulings[name] for name in rulings}))


def private(book):
    return private_rules(book, evaluated(book).outcomes)


def test_a_second_ruling_of_the_same_card_does_not_make_a_rule_general(desk):
    book = book_of(desk, *OF_ONE_CARD)
    assert all(RULE in private(book)[name] for name in OF_ONE_CARD)


def test_a_ruling_of_another_card_makes_the_rule_general(desk):
    book = book_of(desk, *OF_ONE_CARD, OF_ANOTHER)
    assert not any(RULE in rules for rules in private(book).values())


def test_a_card_that_lies_under_the_word_asked_about_is_what_the_ruling_is_about(desk):
    book = book_of(desk, "macro-cosmos-and-materials", "banisher-of-the-radiance-and-materials")
    assert "every-card-is-banished-so-materials-too" not in private(book)["macro-cosmos-and-materials"]


def test_a_rule_that_says_it_is_an_exception_decides_for_one_card_only(desk, figures):
    rules = {rule for rules in private_rules(desk.book, figures.outcomes).values() for rule in rules}
    decide = {rule for outcome in figures.outcomes for rule in outcome.decided_by}
    marked = {rule.id for rule in desk.book.rules.values() if rule.exception}
    assert marked & decide <= rules


def test_without_its_private_rules_a_ruling_is_not_reached(desk):
    book = book_of(desk, *OF_ONE_CARD)
    rulings = list(book.library.rulings.values())
    assert measured(book, rulings).derived == 2
    strict = measured(book, rulings, private(book))
    assert strict.derived == 0
    assert strict.wrong_with_confidence + strict.undecided > 0


def test_a_rule_taken_out_takes_its_exceptions_along_and_leaves_the_book_itself_alone(desk):
    book = desk.book
    default = next(g.roots[0] for g in book.activation_gates if g.roots[0].exceptions)
    poorer = book.without(frozenset({default.rule.id}))
    assert all(r.rule.id != default.rule.id for r in poorer.gates[default.gate].roots)
    assert any(r.rule.id == default.rule.id for r in book.gates[default.gate].roots)


def test_taking_nothing_out_changes_nothing(desk, figures):
    rulings = list(desk.book.library.rulings.values())
    whole, same = figures.total, measured(desk.book, rulings)
    assert (same.derived, same.cases, same.rulings) == (whole.derived, whole.cases, whole.rulings)


def test_the_frozen_rulings_are_still_there(desk):
    assert len(frozen_rulings(rulings_folder())) == 675
    assert frozen_rulings(rulings_folder()) <= desk.book.library.rulings.keys()


def test_a_line_of_the_record_comes_back_as_it_was_written(tmp_path):
    rows = [
        Row("2026-11-17", "strict", "cases", 10, 7, 1, 2, "data, with a comma"),
        Row("2026-11-17", "strict", "rulings", 4, 3, None, None, ""),
    ]
    add_to_record(tmp_path / "record.csv", rows[:1])
    add_to_record(tmp_path / "record.csv", rows[1:])
    assert read_record(tmp_path / "record.csv") == rows


@pytest.fixture
def mirror_force_retold(tmp_path, monkeypatch):
    """A data directory whose Mirror Force is an ordinary trap that draws a card."""
    retold = {
        "konami_id": 4922,
        "password": 44095762,
        "name": {"en": "Mirror Force"},
        "text": {"en": "Draw 1 card."},
        "card_type": "Trap",
        "property": "Normal",
    }
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([retold]), encoding="utf-8")
    monkeypatch.setenv("OCG_RULINGS_DATA", str(tmp_path))
    assert CliRunner().invoke(import_cards, [str(file), "--json"]).exit_code == 0
    return tmp_path


def test_a_read_card_keeps_its_names_and_takes_its_effects_from_the_text(desk, mirror_force_retold):
    library = desk.book.library
    read = cards_as_read(library.cards, open_store(mirror_force_retold), library.acts)
    assert list(read) == ["mirror-force"]
    card = read["mirror-force"]
    assert card.names == library.cards["mirror-force"].names
    assert [act.act for effect in card.effects for act in effect.does] == ["draw"]


def checked():
    return CliRunner().invoke(check, ["--json"])


@pytest.fixture(scope="module")
def without_a_database(tmp_path_factory):
    """What `check` comes to where no card is imported; it takes seconds and is done once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OCG_RULINGS_DATA", str(tmp_path_factory.mktemp("empty")))
        return checked()


def test_another_text_in_the_database_counts_against_read_and_not_against_strict(mirror_force_retold):
    told = json.loads(checked().stdout)
    assert told["read"]["wrong_with_confidence"] > 0
    assert told["read"]["derived"] < told["total"]["derived"]
    assert told["strict_read"]["derived"] <= min(told["read"]["derived"], told["strict"]["derived"])


def test_without_a_database_read_is_not_measured_and_says_why(without_a_database):
    told = json.loads(without_a_database.stdout)
    assert (told["read"], told["strict_read"]) == (None, None)
    assert "database" in told["not_measured"]
    assert told["strict"].keys() == told["total"].keys() | {"wrong_with_confidence", "undecided"}
    assert told["strict"]["derived"] < told["total"]["derived"]


def test_check_reports_the_derivation_rate(without_a_database):
    report = json.loads(without_a_database.stdout)
    assert without_a_database.exit_code == 0, report["faults"] or report["failures"]
    assert report["faults"] == []
    assert report["documents"]["damage-step"]["derivation_rate"] >= 0.9
    assert all(entry["why"] for entry in report["not_derived"])
