"""The API: its description, its examples, refusals, caching, pacing, batches and the form for bots."""

import json
import re

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from knowledge.explanation import answer_records as replies
from service.answers.ask_card import can_shown
from service.api import routes as api
from service.api.openapi import OPERATIONS, told
from service.operations.http_caching import memory_of
from service.operations.requests import Pace, TooMany
from service.reference import lookup_records as lookups
from service.web import pages
from service.web.app import create_app

EXAMPLES = [
    pytest.param(operation, example, id=f"{operation.name}-{example['name']}")
    for operation in OPERATIONS
    for example in told()[operation.name].get("examples", [])
]


def asked(client, operation, example):
    address = operation.path
    for name, value in example.get("path", {}).items():
        address = address.replace(f"<{name}>", value).replace(f"<path:{name}>", value)
    if operation.method == "GET":
        return client.get(address, query_string=example.get("query", {}))
    return client.post(address, json=example["body"])


@pytest.mark.parametrize(("operation", "example"), EXAMPLES)
def test_an_example_of_the_description_gets_the_answer_it_promises(client, operation, example):
    reply = asked(client, operation, example)
    assert reply.status_code == 200, reply.text
    msgspec.convert(reply.get_json(), operation.gives)
    got = reply.get_json()
    assert {key: got[key] for key in example["expect"]} == example["expect"]


def test_every_address_of_the_api_is_described_and_every_description_has_words(app, client):
    document = client.get("/api/v1/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    offered = {
        (rule.rule.replace("<path:", "<").replace("<", "{").replace(">", "}"), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/") and rule.endpoint != "api.openapi"
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, m.upper()) for path, methods in document["paths"].items() for m in methods}
    assert offered == described
    for operation in OPERATIONS:
        assert told()[operation.name]["says"].keys() == {"zh", "en"}


def test_every_card_and_ruling_has_the_described_shape(client, desk):
    rulings = client.get("/api/v1/rulings").get_json()
    assert msgspec.convert(rulings, lookups.RulingsAnswer)["total"] == len(desk.book.library.rulings)
    for card in list(desk.book.library.cards)[::17]:
        msgspec.convert(client.get(f"/api/v1/cards/{card}").get_json(), lookups.CardAnswer)
    for rule in list(desk.book.rules)[::9]:
        msgspec.convert(client.get(f"/api/v1/rules/{rule}").get_json(), lookups.RuleAnswer)


def test_what_goes_beyond_a_verdict_is_told_to_who_asks_for_it(client):
    body, everything = {"card": "灰流丽", "at": "main1"}, sorted(replies.EVERYTHING)
    whole = client.post("/api/v1/can", json={**body, "include": everything}).get_json()
    assert whole["would_change"]
    assert "look_alike" in whole
    plain = client.post("/api/v1/can", json=body).get_json()
    assert plain == {key: told for key, told in whole.items() if key not in replies.EVERYTHING}
    by_address = client.get("/api/v1/can", query_string={**body, "include": ",".join(everything)}).get_json()
    assert by_address == whole
    one = client.post("/api/v1/can", json={**body, "include": "would_change"}).get_json()
    assert one == {**plain, "would_change": whole["would_change"]}
    batch = client.post("/api/v1/batch", json={"questions": [body, {**body, "include": everything}]}).get_json()
    assert [line["answer"] for line in batch["results"]] == [plain, whole]


def test_what_goes_beyond_is_asked_for_in_plain_words_too(client):
    question = "灰流丽在伤害步骤能发动吗"
    plain = client.post("/api/v1/ask", json={"question": question}).get_json()
    assert replies.EVERYTHING.isdisjoint(plain)
    whole = client.get("/api/v1/ask", query_string={"q": question, "include": "rests_on,would_change"}).get_json()
    assert {**plain, "rests_on": whole["rests_on"], "would_change": whole["would_change"]} == whole
    wrong = client.get("/api/v1/ask", query_string={"q": question, "include": "everything"})
    assert wrong.status_code == 400
    assert wrong.get_json()["field"] == "include"


def test_windows_come_in_the_order_of_the_turn(client, desk):
    answer = client.post("/api/v1/can", json={"card": "灰流丽", "at": "battle-phase"}).get_json()
    assert list(answer["windows"]) == [w for w in desk.book.windows if w in answer["windows"]]


@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize(
    "question",
    [
        "灰流丽在伤害步骤能发动吗", "灰流丽能发动吗", "圣枪伤判能开吗", "什么是卷回",
        "青眼白龙攻击欧尼斯特，受到多少战斗伤害",
        "青眼白龙被收缩之后攻击力是多少", "今天天气怎么样", "灰流丽有什么裁定",
    ],
)  # fmt: skip
def test_a_chat_gets_a_few_lines_to_a_question_of_any_kind(client, question, lang):
    reply = client.post(
        "/api/v1/ask", json={"question": question}, headers={"Accept": "text/plain", "Accept-Language": lang}
    )
    assert reply.mimetype == "text/plain"
    lines = reply.text.splitlines()
    assert 3 <= len(lines) <= 8, reply.text
    assert all(line.strip() for line in lines)
    assert lines[-1].startswith("http://localhost/ask?q=")


def test_the_shelves_of_the_api_hold_what_the_pages_show(client, desk):
    assert client.get("/api/v1/terms").get_json()["total"] == len(desk.book.library.terms)
    for part in client.get("/api/v1/shelves").get_json()["results"]:
        for entry in part["entries"][::6]:
            shelf = client.get(f"/api/v1/shelves/{part['kind']}/{entry['id']}").get_json()
            msgspec.convert(shelf, lookups.ShelfAnswer)
            assert entry["count"] == shelf["total"] or entry["count"] == len(shelf["rules"])
    assert client.get("/api/v1/shelves/moon/x").status_code == 404


def test_a_chat_gets_verdict_why_ruling_basis_and_link(client):
    headers = {"Accept": "text/plain", "Accept-Language": "en"}
    reply = client.post("/api/v1/can", json={"card": "灰流丽", "at": "damage-step"}, headers=headers)
    assert reply.mimetype == "text/plain"
    verdict, reason, ruling, basis, link = reply.text.splitlines()
    assert verdict == "No. Ash Blossom & Joyous Spring cannot be activated in the damage step."
    assert reason.startswith("Ash Blossom & Joyous Spring is a quick effect (negating an effect)")
    assert "Counter Trap" in reason
    assert "cid:12950" in ruling
    assert "https://" in ruling
    assert basis.startswith("Basis:")
    assert client.get(link.removeprefix("http://localhost")).status_code == 200


def test_the_same_question_may_stand_in_the_address(client):
    posted = client.post("/api/v1/can", json={"card": "灰流丽", "at": "damage-step"})
    by_address = client.get("/api/v1/can", query_string={"card": "灰流丽", "at": "damage-step"})
    assert by_address.get_json() == posted.get_json()
    asked = client.post("/api/v1/ask", json={"question": "灰流丽在伤害步骤能发动吗"})
    assert client.get("/api/v1/ask", query_string={"q": "灰流丽在伤害步骤能发动吗"}).get_json() == asked.get_json()
    as_text = client.get("/api/v1/ask.txt", query_string={"q": "灰流丽在伤害步骤能发动吗"})
    assert as_text.mimetype == "text/plain"
    assert as_text.text.startswith("不可以。")


def test_what_is_wrong_is_said_in_plain_text_too(client):
    wrong = client.get("/api/v1/can.txt", query_string={"card": "没有的卡", "at": "main1", "lang": "en"})
    assert (wrong.status_code, wrong.mimetype) == (404, "text/plain")
    assert len(wrong.text.splitlines()) == 1


def test_what_is_asked_back_comes_with_its_choices(client):
    lines = client.get("/api/v1/ask.txt", query_string={"q": "圣枪伤判能开吗"}).text.splitlines()
    assert any(line.startswith("· ") for line in lines)


def test_one_bad_question_does_not_spoil_the_batch(client):
    questions = [{"card": "灰流丽", "at": "damage-step"}, {"card": "没有的卡", "at": "main"}]
    results = client.post("/api/v1/batch", json={"questions": questions}).get_json()["results"]
    assert results[0]["answer"]["verdict"] == "no"
    assert results[1]["problem"]["status"] == 404


def test_a_question_that_stands_in_a_batch_again_is_worked_out_once(app, monkeypatch):
    worked_out = []
    monkeypatch.setattr(api, "can_shown", lambda *asked: worked_out.append(asked) or can_shown(*asked))
    memory_of(app).forget()
    asked = {"card": "灰流丽", "at": "main"}
    results = app.test_client().post("/api/v1/batch", json={"questions": [asked] * 5}).get_json()["results"]
    assert len(worked_out) == 1
    assert results == [{"answer": app.test_client().post("/api/v1/can", json=asked).get_json()}] * 5
    refused = app.test_client().post("/api/v1/batch", json={"questions": [{"card": "没有的卡", "at": "main"}] * 5})
    assert len(worked_out) == 2
    assert [line["problem"]["status"] for line in refused.get_json()["results"]] == [404] * 5


def test_a_batch_has_at_most_a_hundred_questions(client):
    one = {"card": "灰流丽", "at": "main1"}
    assert len(client.post("/api/v1/batch", json={"questions": [one] * 100}).get_json()["results"]) == 100
    assert client.post("/api/v1/batch", json={"questions": [one] * 101}).status_code == 400
    assert client.post("/api/v1/batch", json={"questions": []}).status_code == 400


def test_what_was_read_before_is_not_sent_again(client):
    first = client.get("/api/v1/rules/damage-step-is-closed")
    version = client.get("/readyz").get_json()["version"]
    assert version in first.headers["ETag"]
    again = client.get("/api/v1/rules/damage-step-is-closed", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    named = client.get(f"/api/v1/rules/damage-step-is-closed?v={version}")
    assert "immutable" in named.headers["Cache-Control"]
    assert "immutable" not in client.get("/api/v1/rules/damage-step-is-closed?v=old").headers["Cache-Control"]


def test_pages_of_other_sites_may_read_but_not_post(client):
    assert client.get("/api/v1/timings").headers["Access-Control-Allow-Origin"] == "*"
    posted = client.post("/api/v1/can", json={"card": "灰流丽", "at": "main"})
    assert "Access-Control-Allow-Origin" not in posted.headers


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("get", "/api/v1/batch", 405),
        ("get", "/api/v1/can", 400),
        ("delete", "/api/v1/timings", 405),
        ("post", "/cards", 405),
        ("put", "/api/v1/x", 404),
    ],
)
def test_other_methods_are_refused_with_those_that_are_taken(client, method, address, status):
    reply = getattr(client, method)(address)
    assert reply.status_code == status
    assert status != 405 or reply.headers["Allow"]


def test_who_posts_too_often_is_told_when_to_come_back():
    client = create_app({"TESTING": True, "POSTS_PER_MINUTE": 6}).test_client()
    body = {"card": "灰流丽", "at": "main"}
    assert [client.post("/api/v1/can", json=body).status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = client.post("/api/v1/can", json=body)
    assert 1 <= int(refused.headers["Retry-After"]) <= 10
    assert refused.mimetype == "application/problem+json"
    assert client.get("/api/v1/timings").status_code == 429
    assert client.get("/healthz").status_code == 200


def test_a_bucket_fills_again_with_time():
    now = [0.0]
    pace = Pace(60, 2, lambda: now[0])
    pace.take("a")
    pace.take("a")
    with pytest.raises(TooMany):
        pace.take("a")
    pace.take("b")
    now[0] = 1.0
    pace.take("a")


@pytest.mark.parametrize(
    "sent", [b"{", b"\xff\xfe", b'{"card": NaN, "at": "main"}', b'{"card": "\\ud800", "at": "main"}', b"[" * 5000]
)
def test_broken_json_is_refused_not_guessed_at(client, sent):
    reply = client.post("/api/v1/can", data=sent, content_type="application/json")
    assert (reply.status_code, reply.mimetype) == (400, "application/problem+json")


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
bodies = st.fixed_dictionaries(
    {"card": st.sampled_from(["灰流丽", "Honest", "14558127"]) | plain},
    optional={
        "at": st.sampled_from(["main", "damage-step", "damage.before", "伤害计算前"]) | plain,
        "effect": st.sampled_from([1, 2, "1", "p1"]) | plain,
        "turn": st.sampled_from(["own", "opponent"]) | plain,
        "respond_to": st.sampled_from(["增援", "Honest/2"]) | plain,
        "given": st.fixed_dictionaries(
            {},
            optional={
                "self": st.fixed_dictionaries(
                    {}, optional={"zone": st.sampled_from(["hand", "gy"]) | plain, "face": plain}
                ),
                "cards": st.lists(st.fixed_dictionaries({}, optional={"card": plain, "zone": plain}), max_size=2)
                | plain,
                "known": st.dictionaries(st.sampled_from(["cost-payable", "target-exists"]), plain, max_size=2) | plain,
                "battle": plain,
                "lp": plain,
            },
        )
        | plain,
    },
)


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(bodies)
def test_whatever_is_posted_gets_an_answer_or_a_described_refusal(client, body):
    reply = client.post("/api/v1/can", data=msgspec.json.encode(body), content_type="application/json")
    assert reply.status_code in (200, 400, 404, 409)
    shape = replies.CanAnswer if reply.status_code == 200 else replies.Problem
    msgspec.json.decode(reply.data, type=shape)
    assert b"unforeseen" not in reply.data


REFUSED = [
    ("can", {"card": "灰流丽", "at": "main", "turn": "their"}, "turn", "their", ["own", "opponent"]),
    ("can", {"card": 5, "at": "main"}, "card", "5", ["string"]),
    ("can", {"card": "", "at": "main"}, "card", None, ["string", ">= 1"]),
    ("can", {"card": "x" * 501, "at": "main"}, "card", "x" * 120 + "…", ["string", "<= 500"]),
    ("can", {"card": "灰流丽"}, "at", None, []),
    ("can", {"card": "灰流丽", "at": "main", "given": {"self": {"zone": "moon"}}}, "given.self.zone", "moon", None),
    ("can", {"card": "灰流丽", "at": "main", "given": {"cardz": []}}, "given.cardz", "cardz", None),
    ("batch", {"questions": []}, "questions", "[]", ["array", ">= 1"]),
    ("ask", {"question": "什么是卷回", "lang": "fr"}, "lang", "fr", ["zh", "en", "ja"]),
    ("read", {"text": "x", "type": "Monster / Effect", "lang": 3}, "lang", "3", None),
    ("scenario", {"cards": [{"card": "青眼白龙", "side": "mine"}]}, "cards.0.side", "mine", ["own", "opponent"]),
    ("stats", {"monster": {"name": "青眼白龙", "atk": -1}}, "atk", -1, None),
    ("stats", {"monster": {"name": "青眼白龙"}, "steps": [{"do": "dance"}]}, "steps[1].do", "dance", None),
]
NOT_CHINESE = re.compile(r"[A-Za-z]+(?:['’]\w+)? [a-z]+ [a-z]+")  # three words in a row are a phrase, no field or value


@pytest.mark.parametrize(("verb", "body", "field", "value", "accepted"), REFUSED)
def test_a_refusal_names_field_value_and_what_is_accepted_in_both_languages(client, verb, body, field, value, accepted):
    problem = client.post(f"/api/v1/{verb}", json=body).get_json()
    assert (problem["status"], problem["field"], problem["value"]) == (400, field, value)
    assert accepted is None or sorted(problem["accepted"]) == sorted(accepted)
    assert not NOT_CHINESE.search(problem["says"]["zh"]), problem["says"]["zh"]
    assert re.search(r"[一-鿿]", problem["says"]["zh"])
    sent_back = re.sub(r"[一-鿿]", "", str(body))
    assert not [c for c in re.findall(r"[一-鿿]", problem["says"]["en"]) if c in sent_back]


@pytest.mark.parametrize("query", ["q=龙&limit=0", "q=龙&kind=spell", "q=", "q=龙&from=soon", "q=龙&page=x"])
def test_a_wrong_parameter_is_told_in_both_languages(client, query):
    problem = client.get(f"/api/v1/search?{query}").get_json()
    assert problem["status"] == 400
    assert problem["field"] == query.split("&")[-1].partition("=")[0]
    assert not NOT_CHINESE.search(problem["says"]["zh"])


def test_a_failure_of_ours_is_a_problem_document_without_a_trace_and_is_logged(monkeypatch, capsys):
    app = create_app({"TESTING": True})

    def broken(*_):
        raise LookupError("secret detail")

    monkeypatch.setattr(api, "searched", broken)
    reply = app.test_client().get("/api/v1/search?q=龙")
    assert (reply.status_code, reply.mimetype) == (500, "application/problem+json")
    assert "secret" not in reply.text
    assert "Traceback" not in reply.text
    logged = json.loads(capsys.readouterr().err)
    assert logged["fault"] == reply.get_json()["id"]
    assert "secret detail" in logged["trace"]
    counts = app.test_client().get("/metrics").text
    assert 'ocg_rulings_requests_total{route="/api/v1/search",status="500"} 1' in counts
    monkeypatch.setattr(pages, "searched", broken)
    page = app.test_client().get("/rulings?q=龙&lang=zh")
    assert page.status_code == 500
    assert "secret" not in page.text
    assert "服务自身出了错" in page.text


@pytest.mark.parametrize(
    ("question", "first"),
    [("灰流丽伤害步骤能发动吗", "不可以。"), ("can Ash Blossom be activated in the damage step", "No.")],
)
def test_the_plain_answer_is_in_the_language_of_the_question(client, question, first):
    reply = client.post("/api/v1/ask", json={"question": question}, headers={"Accept": "text/plain"})
    assert reply.text.startswith(first)
