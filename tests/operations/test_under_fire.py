"""Requests that ask for too much, too often or in odd ways; damage that is said; versions that tell the truth."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from types import SimpleNamespace

import pytest
from cards.conftest import write_cdb
from click.testing import CliRunner

from knowledge.cards.database_import import import_file
from knowledge.cards.read_profiles import read_stored, version_of_reader
from knowledge.cards.store import STORE_NAME
from knowledge.problems import BadInput
from service.answers import ask_back, law
from service.answers.ask import answer_asked
from service.api import routes
from service.cli.card_verbs import import_cards
from service.operations import http_caching, requests
from service.operations.http_caching import YEAR
from service.web import offline
from service.web.app import create_app

ASH = {"card": "灰流丽", "at": "damage-step"}


def test_work_that_overruns_its_deadline_is_answered_with_a_hint(monkeypatch):
    hour = 3600
    app = create_app({"TESTING": True, "DEADLINE": hour})  # so that a busy machine alone overruns nothing
    real, clock = routes.can_shown, SimpleNamespace(ahead=0)

    def dawdling(*asked):
        clock.ahead += 2 * hour
        return real(*asked)

    monkeypatch.setattr(routes, "can_shown", dawdling)
    later = SimpleNamespace(**vars(time) | {"monotonic": lambda: time.monotonic() + clock.ahead})
    monkeypatch.setattr(requests, "time", later)
    client = app.test_client()
    real(app.extensions["desk"], ASH)  # what is made once is there
    reply = client.post("/api/v1/batch", json={"questions": [ASH] * 3})
    assert (reply.status_code, reply.mimetype) == (503, "application/problem+json")
    assert "fewer questions" in reply.get_json()["detail"]
    monkeypatch.setattr(routes, "can_shown", real)
    assert client.post("/api/v1/can", json=ASH).status_code == 200, "the next request has a clock of its own"


def test_the_tightest_deadline_ends_every_long_kind_of_work():
    client = create_app({"TESTING": True, "DEADLINE": 1e-6}).test_client()
    steps = [{"do": "gain", "stat": "atk", "by": f"e{n}", "value": 100} for n in range(5)]
    bodies = {
        "can": ASH,
        "batch": {"questions": [ASH]},
        "stats": {"monster": {"atk": 0, "def": 0}, "steps": steps},
        "scenario": {"steps": [{"next": "battle-step"}]},
    }
    replies = {name: client.post(f"/api/v1/{name}", json=body).status_code for name, body in bodies.items()}
    assert replies == dict.fromkeys(bodies, 503)


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("can", {**ASH, "given": {"cards": [{"card": "灰流丽", "zone": "hand"}] * 201}}),
        ("can", {**ASH, "given": {"chain": [{"card": "灰流丽"}] * 61}}),
        ("can", {**ASH, "given": {"happened": [{"event": "destroyed"}] * 61}}),
        ("can", {**ASH, "given": {"known": {f"f{n}": "yes" for n in range(201)}}}),
        ("batch", {"questions": [ASH] * 101}),
        ("scenario", {"steps": [], "ask": [{"tells": "lp"}] * 61}),
        ("scenario", {"steps": [{"next": "battle-step"}] * 61}),
        ("stats", {"monster": {"atk": 0, "def": 0}, "steps": [{"negate": "self"}] * 1001}),
    ],
)
def test_a_list_longer_than_a_duel_needs_is_refused(address, body):
    reply = create_app({"TESTING": True}).test_client().post(f"/api/v1/{address}", json=body)
    assert reply.status_code == 400
    assert reply.get_json()["field"]


def test_every_list_in_a_body_is_bounded_in_the_description():
    schemas = (
        create_app({"TESTING": True}).test_client().get("/api/v1/openapi.json").get_json()["components"]["schemas"]
    )
    taken, open_lists = ["CanBody", "BatchBody", "StatsBody", "Scenario", "AskBody", "ReadBody"], []
    seen = set()
    while taken:
        name = taken.pop()
        if name in seen or name not in schemas:
            continue
        seen.add(name)
        text = json.dumps(schemas[name])
        taken += [part.split('"')[0] for part in text.split("#/components/schemas/")[1:]]
        for field, about in schemas[name].get("properties", {}).items():
            for one in (about, *about.get("anyOf", ())):
                if one.get("type") == "array" and "maxItems" not in one:
                    open_lists.append(f"{name}.{field}")
    assert {"Table", "CardOnTable", "Step"} & seen
    assert open_lists == []


def test_a_batch_costs_its_questions_and_a_page_more_than_a_question(monkeypatch):
    monkeypatch.setattr(requests, "Pace", partial(requests.Pace, clock=lambda: 0.0))  # no token comes back
    client = create_app({"TESTING": True, "POSTS_PER_MINUTE": 40}).test_client()

    def left(reply):
        return int(reply.headers["RateLimit"].partition("r=")[2].partition(";")[0])

    assert left(client.post("/api/v1/can", json=ASH)) == 19
    assert left(client.get("/?lang=en")) == 16
    assert left(client.post("/api/v1/batch", json={"questions": [ASH] * 10})) == 6
    assert client.get("/static/desk.css").headers.get("RateLimit") is None
    refused = client.post("/api/v1/batch", json={"questions": [ASH] * 10})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) >= 1
    assert refused.headers["RateLimit-Policy"] == '"tokens";q=40;w=60'
    assert client.get("/healthz").status_code == 200


def test_pages_are_limited_too_and_one_setting_lifts_all_limits(monkeypatch):
    monkeypatch.setenv("OCG_RULINGS_POSTS_PER_MINUTE", "8")
    limited = create_app({"TESTING": True}).test_client()
    assert [limited.get("/").status_code for _ in range(3)] == [200, 429, 429]
    monkeypatch.setenv("OCG_RULINGS_POSTS_PER_MINUTE", "0")
    free = create_app({"TESTING": True}).test_client()
    replies = [free.get("/") for _ in range(30)]
    assert {reply.status_code for reply in replies} == {200}
    assert "RateLimit" not in replies[0].headers


@pytest.mark.parametrize(
    ("accepted", "squeezed"),
    [("gzip", True), ("gzip;q=0", False), ("gzip;q=0.5, br", True), ("identity", False), ("gzip;q=0, *;q=1", False)],
)
def test_gzip_is_sent_only_to_those_who_take_it(accepted, squeezed):
    reply = create_app({"TESTING": True}).test_client().get("/?lang=en", headers={"Accept-Encoding": accepted})
    assert ("Content-Encoding" in reply.headers) == squeezed


def test_only_the_names_of_the_service_are_answered_to(monkeypatch):
    monkeypatch.setenv("OCG_RULINGS_HOSTS", "judge.example, .desk.example")
    client = create_app({"TESTING": True}).test_client()
    asked = {
        host: client.get("/healthz", headers={"Host": host}).status_code for host in ("judge.example", "a.example")
    }
    assert asked == {"judge.example": 200, "a.example": 400}
    assert client.get("/healthz", headers={"Host": "a.desk.example:8000"}).status_code == 200


@pytest.mark.parametrize("address", ["/?f.x=1", "/ask?card=cid:12950&at=main1&f.no-such-fact=yes", "/ask?step=1&f.x=1"])
def test_a_fact_nobody_knows_any_more_breaks_no_page(address):
    reply = create_app({"TESTING": True}).test_client().get(address, follow_redirects=True)
    assert reply.status_code < 500


def test_a_report_that_cannot_be_kept_goes_back_to_the_person(tmp_path):
    (tmp_path / "file").touch()
    client = create_app({"TESTING": True, "REPORTS": str(tmp_path / "file" / "reports")}).test_client()
    reply = client.post(
        "/ask/report?card=cid:12950&at=damage.before",
        data={"words": "wrong", "verdict": "yes"},
        headers={"Sec-Fetch-Site": "same-origin"},
    )
    assert reply.status_code == 200
    assert reply.mimetype == "application/yaml"


@pytest.fixture
def damaged(tmp_path, monkeypatch):
    """A data directory whose store lost its end."""
    place = tmp_path / "data"
    place.mkdir()
    file = write_cdb(tmp_path / "invented.cdb")
    import_file(file, place, derive=read_stored, derived_by=version_of_reader())
    store = place / STORE_NAME
    store.write_bytes(store.read_bytes()[:-4096])
    monkeypatch.setenv("OCG_RULINGS_DATA", str(place))
    return place


def test_a_damaged_store_is_said_everywhere(damaged):
    client = create_app({"TESTING": True}).test_client()
    ready = client.get("/readyz")
    assert (ready.status_code, ready.get_json()["status"]) == (503, "damaged")
    assert "cannot be read" in ready.get_json()["damaged"][0]["en"]
    assert client.get("/healthz").status_code == 200
    assert "导入的卡片读不出来" in client.get("/?lang=zh").text
    unknown = client.get("/api/v1/cards/1001").get_json()
    assert "imported cards cannot be read" in unknown["detail"]
    assert client.post("/api/v1/can", json=ASH).status_code == 200


def test_an_import_does_not_take_the_place_of_a_damaged_store_unasked(damaged, tmp_path):
    before = (damaged / STORE_NAME).read_bytes()
    with pytest.raises(BadInput, match="nothing was imported"):
        import_file(tmp_path / "invented.cdb", damaged, derive=read_stored, derived_by=version_of_reader())
    assert (damaged / STORE_NAME).read_bytes() == before
    done = CliRunner().invoke(import_cards, [str(tmp_path / "invented.cdb"), "--replace", "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output)["replaced_damaged"]
    assert create_app({"TESTING": True}).test_client().get("/readyz").get_json()["status"] == "ready"


def test_the_version_of_answers_changes_with_an_import_and_with_the_day(tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    monkeypatch.setenv("OCG_RULINGS_DATA", str(tmp_path / "data"))
    client = create_app({"TESTING": True}).test_client()
    first = client.get("/readyz").get_json()["version"]
    address = f"/api/v1/rules/damage-step-is-closed?v={first}"
    assert client.get(address).headers["Cache-Control"] == f"public, max-age={YEAR}, immutable"
    import_file(write_cdb(tmp_path / "x.cdb"), tmp_path / "data", derive=read_stored, derived_by=version_of_reader())
    second = client.get("/readyz").get_json()["version"]
    assert second != first
    assert "immutable" not in client.get(address).headers["Cache-Control"]
    for module in (law, http_caching):
        monkeypatch.setattr(module, "today", lambda: "2031-01-01")
    assert client.get("/readyz").get_json()["version"] not in (first, second)


def test_the_same_question_in_words_is_worked_out_once(monkeypatch):
    client, worked = create_app({"TESTING": True}).test_client(), []
    client.get("/api/v1/search?q=dragon")  # the indexes are there
    real = routes.answer_asked
    monkeypatch.setattr(routes, "answer_asked", lambda *asked: worked.append(asked) or real(*asked))
    replies = [client.post("/api/v1/ask", json={"question": "灰流丽在伤害步骤能发动吗"}).data for _ in range(3)]
    assert len(worked) == 1
    assert replies[0] == replies[1] == replies[2]


def test_a_doubtful_name_is_read_once_with_each_card_it_may_mean(desk, monkeypatch):
    read, real = [], ask_back._read_again
    monkeypatch.setattr(ask_back, "_read_again", lambda *asked: read.append(asked[2]) or real(*asked))
    answer = answer_asked(desk, "烈风之在伤害步骤能发动吗")
    asked_back = [choice["question"] for choice in answer["ask"]["choices"]]
    assert len(asked_back) > 1
    assert read == asked_back


def test_what_is_kept_offline_is_made_once_however_many_come_first(monkeypatch):
    app, made = create_app({"TESTING": True, "POSTS_PER_MINUTE": 0}), []
    monkeypatch.setattr(offline, "compact", lambda desk, lang: made.append(lang) or {"lang": lang})
    with ThreadPoolExecutor(12) as visitors:
        told = list(visitors.map(lambda _: app.test_client().get("/offline/zh.json").get_json(), range(12)))
    assert (told, made) == ([{"lang": "zh"}] * 12, ["zh"])
    offline.make_offline_files(app)  # as a service does before it listens
    assert made == ["zh", "en"]
