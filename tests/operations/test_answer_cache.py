"""Answers kept: equal to answers worked out, never across another state of the data, and never without bound."""

import threading

import pytest

from service.operations import http_caching
from service.operations.http_caching import LARGEST, Kept, Memory, memory_of
from service.web.app import create_app

ASH = {"card": "灰流丽", "at": "damage-step"}


@pytest.fixture
def fresh():
    return create_app({"TESTING": True})


def test_the_second_answer_is_the_first_one_byte_for_byte(fresh):
    client = fresh.test_client()
    first = client.post("/api/v1/can", json=ASH)
    assert len(memory_of(fresh)) == 1
    second = client.post("/api/v1/can", json=dict(reversed(ASH.items())))
    assert len(memory_of(fresh)) == 1, "the order of keys is not another question"
    assert (first.data, first.mimetype) == (second.data, second.mimetype)
    memory_of(fresh).forget()
    assert client.post("/api/v1/can", json=ASH).data == first.data


def test_three_lines_and_data_are_kept_apart_and_so_are_the_languages(fresh):
    client = fresh.test_client()
    as_data = client.post("/api/v1/can", json=ASH)
    lines = {
        lang: client.post("/api/v1/can", json=ASH, headers={"Accept": "text/plain", "Accept-Language": lang}).text
        for lang in ("zh", "en")
    }
    again = client.post("/api/v1/can", json=ASH)
    assert again.data == as_data.data
    assert again.mimetype == "application/json"
    assert lines["zh"] != lines["en"]


def test_another_generation_of_imports_is_another_question(fresh, monkeypatch):
    client = fresh.test_client()
    client.post("/api/v1/can", json=ASH)
    monkeypatch.setattr("service.api.routes.state_of_data", lambda desk: ("other data", "", None))
    client.post("/api/v1/can", json=ASH)
    assert len(memory_of(fresh)) == 2


def test_an_answer_made_while_an_import_finished_is_not_kept(fresh, monkeypatch):
    states = iter(["before", "after"])
    monkeypatch.setattr("service.api.routes.state_of_data", lambda desk: next(states))
    assert fresh.test_client().post("/api/v1/can", json=ASH).status_code == 200
    assert len(memory_of(fresh)) == 0


@pytest.mark.parametrize("body", [{"card": "没有这样的卡", "at": "main"}, {**ASH, "effect": 10**40}, {"at": "main"}])
def test_refusals_are_refused_again_and_not_kept(fresh, body):
    client = fresh.test_client()
    replies = [client.post("/api/v1/can", json=body) for _ in range(2)]
    assert [r.status_code // 100 for r in replies] == [4, 4]
    assert replies[0].data == replies[1].data
    assert b"unforeseen" not in replies[0].data
    assert len(memory_of(fresh)) == 0


def test_a_page_is_kept_by_address_and_language_with_the_headers_of_the_first(fresh):
    client = fresh.test_client(use_cookies=False)
    address = "/ask?card=cid:12950&at=damage.before"
    pages = {lang: client.get(address, headers={"Accept-Language": lang}) for lang in ("zh", "en")}
    again = client.get(address, headers={"Accept-Language": "en"})
    assert pages["zh"].data != pages["en"].data == again.data
    assert list(again.headers) == list(pages["en"].headers)
    assert pages["zh"].headers["ETag"] != pages["en"].headers["ETag"]
    head = client.head(address, headers={"Accept-Language": "en"})
    assert (head.headers["ETag"], head.data) == (again.headers["ETag"], b"")
    assert (
        client.get(address, headers={"Accept-Language": "en", "If-None-Match": again.headers["ETag"]}).status_code
        == 304
    )


def test_a_changed_template_gives_the_pages_another_name(tmp_path, monkeypatch):
    monkeypatch.setattr(http_caching, "templates_folder", lambda: tmp_path)
    names = set()
    for said in ("one", "another"):
        (tmp_path / "answer.html").write_text(said)
        names.add(http_caching.desk_version.__wrapped__())
    assert len(names) == 2


def test_the_memory_forgets_what_was_not_used_for_longest():
    memory = Memory(most_bytes=3 * (100 + 400))
    for name in "abc":
        memory.keep(name, Kept(b"x" * 100))
    memory.recall("a")
    memory.keep("d", Kept(b"x" * 100))
    assert [name for name in "abcd" if memory.recall(name)] == ["a", "c", "d"]


def test_what_is_too_long_is_not_kept():
    memory = Memory()
    memory.keep("long", Kept(b"x" * (LARGEST + 1)))
    assert len(memory) == 0


def test_many_threads_keep_the_memory_within_its_bound():
    memory = Memory(most_bytes=20 * 500)

    def work(seed: int) -> None:
        for n in range(400):
            memory.keep((seed * n) % 97, Kept(b"x" * 100))
            memory.recall(n % 97)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(memory) == 20
