"""A new ruling from a sentence: on page and command line the same case, verdict and YAML; nothing is kept."""

import shutil
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml
from click.testing import CliRunner

from knowledge.checks import all_faults
from knowledge.checks.evaluation import outcome_of
from knowledge.data.library import add_file, read_library
from knowledge.data.yaml_files import rulings_folder
from knowledge.problems import BadInput
from knowledge.rules.book import Book
from service.cli.main import cli
from service.presentation.page_words import words
from service.ruling_draft import ruling_drafted

ASH = {"question": "伤害步骤能发动灰流丽吗？", "expect": "no", "faq": "cid:12950", "date": "2017-01-07"}
SAID = {"zh": "伤害步骤里用不了「灰流丽」。", "en": "Ash Blossom has no use in the Damage Step."}


def test_a_sentence_becomes_a_case_with_the_rule_that_decides(desk):
    draft = ruling_drafted(desk, ASH | SAID)
    case = draft.ruling["cases"][0]
    assert case == {"activate": "灰流丽", "at": "damage-step", "expect": "no", "because": "damage-step-is-closed"}
    assert draft.ruling["cites"] == [{"doc": "official-database", "faq": ["cid:12950"], "date": "2017-01-07"}]
    assert draft.agrees
    assert draft.missing == ()


def test_the_draft_put_into_the_library_is_a_ruling_without_faults_that_is_tested(desk, own_library):
    library = own_library
    before = len(library.rulings)
    text = ruling_drafted(desk, ASH | SAID | {"id": "ash-blossom-drafted"}).text
    add_file(library, "cases/dated/drafted.yaml", text)
    assert len(library.rulings) == before + 1
    assert not [fault for fault in all_faults(library) if fault.file == "cases/dated/drafted.yaml"]
    ruling = library.rulings["ash-blossom-drafted"]
    assert outcome_of(Book(library), ruling, ruling.id, ruling.cases[0]).right


def test_what_the_rules_do_not_reach_is_said_in_the_draft(desk):
    draft = ruling_drafted(desk, ASH | {"expect": "yes"})
    assert draft.agrees is False
    assert "推不出" in draft.ruling["precedent"]["zh"]
    assert draft.ruling["cases"][0]["expect"] == "yes"
    assert "because" not in draft.ruling["cases"][0]


def test_a_sentence_that_asks_for_no_activation_gives_a_draft_without_a_case(desk):
    draft = ruling_drafted(desk, {"question": "天气怎么样"})
    assert draft.agrees is None
    assert "cases" not in draft.ruling
    assert draft.ruling["precedent"]["en"]


def test_the_table_and_the_card_answered_stand_in_the_case(desk):
    case = ruling_drafted(desk, {"question": "对方发动增援，我能连锁灰流丽吗？"}).ruling["cases"][0]
    assert [link["card"] for link in case["given"]["chain"]] == ["增援"]


def test_an_id_that_is_taken_gets_a_number(desk):
    first = ruling_drafted(desk, ASH).ruling["id"]
    assert first not in desk.book.library.rulings
    assert first.startswith("ash-blossom")


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"question": ""}, "question"),
        ({"question": "x" * 5000}, "question"),
        ({**ASH, "expect": "maybe"}, "expect"),
        ({**ASH, "faq": "12950"}, "faq"),
        ({**ASH, "date": "2017-13-40"}, "date"),
        ({**ASH, "date": "yesterday"}, "date"),
        ({**ASH, "doc": "hearsay"}, "doc"),
        ({**ASH, "id": "Ash Blossom!"}, "id"),
    ],
)
def test_what_cannot_be_is_refused_with_the_field_on_the_page_and_as_a_file(client, told, field):
    page = client.get("/new-ruling", query_string={**told, "zh": "。", "lang": "en"})
    assert page.status_code == 400
    assert 'role="alert"' in page.text
    file = client.get("/new-ruling.yaml", query_string=told)
    assert file.status_code == 400
    assert field in file.text


def test_the_page_offers_the_form_then_verdict_yaml_and_file(client):
    assert "/new-ruling" in client.get("/rulings?lang=zh").text
    empty = client.get("/new-ruling?lang=zh")
    assert empty.status_code == 200
    assert 'name="question"' in empty.text
    html = client.get("/new-ruling", query_string={**ASH, "lang": "zh"}).text
    assert "不可以。「灰流丽」不能在伤害步骤发动。" in html
    assert words()["draft.agrees"]["zh"] in html
    assert words()["draft.missing.zh"]["zh"] in html
    link = next(part for part in html.split('href="') if part.startswith("/new-ruling.yaml"))
    address = unescape(link.split('"')[0])
    assert parse_qs(urlsplit(address).query)["faq"] == ["cid:12950"]
    file = client.get(address)
    assert file.mimetype == "application/yaml"
    assert yaml.safe_load(file.text)["rulings"][0]["cases"][0]["activate"] == "灰流丽"


def test_what_is_typed_cannot_break_out_of_page_or_yaml(client):
    evil = '"}]\nother: [<script>alert(1)</script>'
    html = client.get("/new-ruling", query_string={**ASH, "zh": evil}).text
    assert "<script>alert" not in html
    file = client.get("/new-ruling.yaml", query_string={**ASH, "zh": evil})
    assert list(yaml.safe_load(file.text)) == ["rulings"]
    assert yaml.safe_load(file.text)["rulings"][0]["says"]["zh"] == evil


def test_the_command_prints_the_same_yaml_and_tells_the_verdict_beside_it(desk):
    run = CliRunner().invoke(cli, ["new", "ruling", "--from", ASH["question"], "--expect", "no", "--lang", "en"])
    assert run.exit_code == 0
    assert yaml.safe_load(run.stdout)["rulings"][0]["cases"][0]["because"] == "damage-step-is-closed"
    assert "cannot be activated in the damage step" in run.stderr
    assert words()["draft.missing.source"]["en"] in run.stderr


def test_the_command_writes_into_the_file_of_the_year(tmp_path, monkeypatch):
    folder = tmp_path / "rulings"
    shutil.copytree(rulings_folder(), folder)
    monkeypatch.setattr("service.cli.upkeep_verbs.rulings_folder", lambda: folder)
    options = ["--expect", "no", "--faq", "cid:12950", "--date", "2017-01-07", "--zh", SAID["zh"], "--en", SAID["en"]]
    name = "ash-blossom-written"
    run = CliRunner().invoke(cli, ["new", "ruling", name, "--from", ASH["question"], *options, "--write"])
    assert run.exit_code == 0, run.stderr
    library = read_library(folder)
    assert library.where["rulings", name][0] == "cases/dated/2017.yaml"
    assert not all_faults(library)


@pytest.mark.parametrize("options", [[], ["some-id"], ["some-id", "--doc", "battle-phase"], ["--from", " "]])
def test_a_command_that_says_too_little_is_refused(options):
    with pytest.raises(BadInput):  # told and ended with 2 by the program around it
        CliRunner().invoke(cli, ["new", "ruling", *options], catch_exceptions=False)
