"""The verb `import-cards`: what a person sees."""

import errno
import json

import pytest
from command_line import typed

from knowledge.cards.store import open_store
from knowledge.names.index import NameIndex

from .conftest import GREY_CAT, write_json


@pytest.fixture
def say(data):
    def run(*arguments):
        command = ["import-cards", *map(str, arguments)]
        if "--data" not in arguments:
            command += ["--data", str(data)]
        if "--lang" not in arguments:
            command += ["--lang", "en"]
        return typed(*command)

    return run


def test_an_import_says_what_it_did_and_is_quiet_on_stderr(say, cdb):
    told = say(cdb)
    assert told.stdout == "Imported small.cdb: 6 cards, 6 new; cards in the store: 6.\n"
    assert (told.stderr, told.returncode) == ("", 0)


def test_a_second_import_of_the_same_file_says_so(say, cdb):
    say(cdb)
    assert "was imported before; nothing changed" in say(cdb).stdout


def test_rows_left_out_are_listed_with_their_reason(say, tmp_path):
    cards = [GREY_CAT, {**GREY_CAT, "password": 2, "konami_id": 2}, GREY_CAT]
    told = say(write_json(tmp_path / "cards.json", cards))
    assert "Left out 1: repeats an id; the first row is kept." in told.stdout


def test_json_is_the_only_thing_on_stdout(say, cdb):
    told = say(cdb, "--json")
    answer = json.loads(told.stdout)
    assert (answer["total"], answer["already_known"], answer["file"]["source"]) == (6, False, "ygopro")
    assert told.stderr == ""


def test_forgetting_is_told(say, cdb):
    say(cdb)
    assert say("--forget").stdout == "The imported cards are removed.\n"
    assert say("--forget").stdout == "Nothing was imported.\n"
    assert json.loads(say("--forget", "--json").stdout) == {"forgotten": False}


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "could not be written to the data directory"), ("zh", "写不进数据目录")]
)
def test_an_index_that_cannot_be_written_is_said_and_the_cards_are_there(say, cdb, data, monkeypatch, lang, told):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(NameIndex, "save", full)
    said = say(cdb, "--lang", lang)
    assert told in said.stderr
    assert said.returncode == 0
    store = open_store(data)
    assert store is not None
    assert store.by_password(1001) is not None


def test_chinese_is_spoken_on_request(say, cdb):
    assert say(cdb, "--lang", "zh").stdout == "已导入 small.cdb：6 张卡，新增 6 张；卡片库现有 6 张卡。\n"


@pytest.mark.parametrize("arguments", [["nowhere.cdb"], [], ["README", "--forget"], [__file__]])
def test_bad_input_is_one_sentence_and_exit_status_2(say, arguments):
    told = say(*arguments)
    assert told.returncode == 2
    assert told.stdout == ""
    assert told.stderr.startswith("ocg-rulings: ")
    assert told.stderr.count("\n") == 1


def test_a_data_directory_that_is_a_file_is_refused(say, cdb, tmp_path):
    (tmp_path / "taken").write_text("")
    told = say(cdb, "--data", tmp_path / "taken")
    assert (told.returncode, "is not a folder" in told.stderr) == (2, True)
