"""What nobody foresaw is told in a sentence, never as a traceback."""

import sys

import pytest

from service.cli import main as cli


@pytest.fixture
def broken_verb(monkeypatch):
    def fails(standalone_mode):
        raise ZeroDivisionError("seven")

    monkeypatch.setattr(cli.cli, "main", fails)
    monkeypatch.setattr(sys, "argv", ["ocg-rulings", "can", "--lang", "en"])


def test_an_unforeseen_fault_is_one_sentence(broken_verb, capsys):
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == 1
    said = capsys.readouterr().err
    assert "ZeroDivisionError: seven" in said
    assert len(said.splitlines()) == 1


def test_a_maintainer_can_see_the_trace(broken_verb, monkeypatch):
    monkeypatch.setenv("OCG_RULINGS_TRACE", "1")
    with pytest.raises(ZeroDivisionError):
        cli.main()
