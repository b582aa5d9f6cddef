"""Running the service: counts, the log, standing behind a proxy, stopping in good order, workers that come back."""

import json
import os
import re
import signal
import socket
import threading
import time
import urllib.request

import pytest

from service.bench import servers as driving
from service.cli.machine_verbs import trust_one_proxy
from service.operations.requests import BUCKETS, Meter
from service.reference import search as searching
from service.web.app import create_app

ASH = {"card": "灰流丽", "at": "damage-step"}
posix = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers need a POSIX system")


@pytest.fixture
def fresh():
    return create_app({"TESTING": True})


def counted(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_requests_are_counted_by_route_and_status_never_by_path(fresh):
    client = fresh.test_client()
    client.post("/api/v1/can", json=ASH)
    client.post("/api/v1/can", json=ASH)
    client.get("/cards/no-such-card-here")
    client.get("/nowhere-at-all")
    reply = client.get("/metrics")
    assert reply.mimetype == "text/plain"
    counts = counted(reply.text)
    assert counts['ocg_rulings_requests_total{route="/api/v1/can",status="200"}'] == 2
    assert counts['ocg_rulings_requests_total{route="/cards/<path:card>",status="404"}'] == 1
    assert counts['ocg_rulings_requests_total{route="other",status="404"}'] == 1
    assert counts['ocg_rulings_verdicts_total{verdict="no"}'] == 2, "an answer from memory counts too"
    assert "no-such-card-here" not in reply.text


def test_the_histogram_adds_up(fresh):
    client = fresh.test_client()
    for _ in range(5):
        client.get("/healthz")
    counts = counted(client.get("/metrics").text)
    limits = [*map(str, BUCKETS), "+Inf"]
    running = [counts[f'ocg_rulings_request_seconds_bucket{{route="/healthz",le="{limit}"}}'] for limit in limits]
    assert running == sorted(running)
    assert running[-1] == counts['ocg_rulings_request_seconds_count{route="/healthz"}'] == 5


def test_every_line_of_the_metrics_is_well_formed(fresh):
    client = fresh.test_client()
    client.get("/ask?card=cid:12950&at=damage.before")
    for line in client.get("/metrics").text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) .+|[a-z_]+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? \d+(\.\d+)?', line), line


def test_rows_of_several_processes_are_told_together():
    meter = Meter(["/a"], rows=2)
    meter.count("/a", 200, 0.002)
    meter.write_in(1)
    meter.count("/a", 200, 9.0, "no such verdict")
    counts = counted(meter.told())
    assert counts['ocg_rulings_requests_total{route="/a",status="200"}'] == 2
    assert counts['ocg_rulings_verdicts_total{verdict="other"}'] == 1


def test_the_log_is_one_line_of_json_without_address_or_words(capsys):
    client = create_app({"TESTING": True, "REQUEST_LOG": True}).test_client()
    client.post("/api/v1/can", json=ASH, environ_base={"REMOTE_ADDR": "203.0.113.7"})
    client.get("/cards?q=secretwords", environ_base={"REMOTE_ADDR": "203.0.113.7"})
    written = capsys.readouterr().err
    lines = [json.loads(line) for line in written.splitlines()]
    assert [(line["route"], line["status"]) for line in lines] == [("/api/v1/can", 200), ("/cards", 200)]
    assert lines[0]["verdict"] == "no"
    assert "203.0.113.7" not in written
    assert "secretwords" not in written
    assert "灰流丽" not in written


def test_the_service_writes_nothing_but_json_lines_when_requests_queue(served):
    one = served("--threads", "1")
    asked = driving.request_bytes("/api/v1/can", ASH)
    drive = driving.Drive(one.address, [asked] * 24, 6, 60)
    drive.done()
    assert drive.statuses == {"200": 24}
    assert one.stop() == 0
    one.reader.join(30)
    assert len(one.lines) == 24
    assert {json.loads(line)["route"] for line in one.lines} == {"/api/v1/can"}


STRICT = {
    "Content-Security-Policy": "default-src 'self'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


@pytest.mark.parametrize(
    ("address", "status"),
    [
        ("/", 200),
        ("/ask?card=cid:12950&at=damage.before", 200),
        ("/ask?card=no-such-card&at=main1", 404),
        ("/nowhere", 404),
        ("/static/desk.css", 200),
        ("/static/../app.py", 404),
        ("/static/%2e%2e/app.py", 404),
        ("/static/..%2fapp.py", 404),
        ("/static//etc/passwd", 308),
        ("/rulings/..%2f..%2fREADME.md", 404),
        ("/cards/../../etc/passwd", 404),
        ("/api/v1/cards/..%2f..%2fetc%2fpasswd", 404),
        ("/api/v1/search?q=dragon", 200),
        ("/api/v1/batch", 405),
        ("/healthz", 200),
        ("/metrics", 200),
    ],
)
def test_every_answer_has_the_strict_headers_and_no_path_leads_out(fresh, address, status):
    reply = fresh.test_client().get(address)
    assert reply.status_code == status
    assert {name: reply.headers.getlist(name) for name in STRICT if len(reply.headers.getlist(name)) != 1} == {}
    assert all(reply.headers[name].startswith(value) for name, value in STRICT.items())
    assert "Server" not in reply.headers
    assert b"root:" not in reply.data


def test_nothing_is_logged_unless_asked_for(fresh, capsys):
    fresh.test_client().get("/healthz")
    assert capsys.readouterr().err == ""


FORWARDED = {
    "X-Forwarded-Prefix": "/desk",
    "X-Forwarded-Host": "judge.example",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-For": "203.0.113.7",
}


def test_behind_a_proxy_every_link_keeps_the_prefix(fresh):
    trust_one_proxy(fresh)
    client = fresh.test_client()
    for address in ("/", "/ask?card=cid:12950&at=damage.before", "/cards?q=dragon", "/rulings", "/stats", "/battle"):
        page = client.get(address, headers=FORWARDED).text
        links = re.findall(r'(?:href|src|action)="(/[^"]*)"', page)
        assert links
        assert [link for link in links if not link.startswith("/desk/")] == [], address
    manifest = client.get("/manifest.webmanifest", headers=FORWARDED).get_json()
    assert manifest["scope"] == "/desk/"


def test_a_lasting_address_names_the_host_the_person_sees(fresh):
    trust_one_proxy(fresh)
    page = fresh.test_client().get("/ask?card=cid:12950&at=damage.before", headers=FORWARDED).text
    assert "https://judge.example/desk/" in page


def test_without_the_option_forwarded_headers_are_not_believed(fresh):
    page = fresh.test_client().get("/ask?card=cid:12950&at=damage.before", headers=FORWARDED).text
    assert "judge.example" not in page
    assert 'href="/desk/' not in page


def test_the_limit_on_posts_is_by_the_client_the_proxy_names():
    app = create_app({"TESTING": True, "POSTS_PER_MINUTE": 2})
    trust_one_proxy(app)
    client = app.test_client()
    first = [client.post("/api/v1/can", json=ASH, headers={"X-Forwarded-For": "203.0.113.7"}).status_code for _ in "ab"]
    other = client.post("/api/v1/can", json=ASH, headers={"X-Forwarded-For": "203.0.113.8"}).status_code
    assert (first, other) == ([200, 429], 200)


def test_without_being_told_of_the_proxy_all_its_clients_share_one_limit():
    client = create_app({"TESTING": True, "POSTS_PER_MINUTE": 2}).test_client()
    named = [{"X-Forwarded-For": f"203.0.113.{n}"} for n in (7, 8)]
    assert [client.post("/api/v1/can", json=ASH, headers=who).status_code for who in named] == [200, 429]


def test_threads_that_come_together_build_one_index_between_them(desk, tmp_path, monkeypatch):
    built = []

    def slow_index(entries, directory):
        built.append(directory)
        time.sleep(0.05)
        return object()

    monkeypatch.setenv("OCG_RULINGS_DATA", str(tmp_path))
    monkeypatch.setattr(searching, "WordIndex", slow_index)
    threads = [threading.Thread(target=searching.word_index_of, args=(desk,)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert built == [tmp_path]


class Served(driving.Served):
    """A real `serve` in a process of its own."""

    def __init__(self, *options: str) -> None:
        super().__init__("-m", "service.cli.main", "serve", "--port", "0", *options)

    def get(self, path: str) -> str:
        with urllib.request.urlopen(f"http://{self.address}/{path}", timeout=60) as reply:
            return reply.read().decode()


@pytest.fixture
def served():
    started: list[Served] = []

    def start(*options: str) -> Served:
        started.append(Served(*options))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.process.kill()
            one.process.wait()


@posix
def test_a_stop_lets_the_running_request_finish_and_ends_with_zero(served):
    one = served()
    host, port = one.address.split(":")
    with socket.create_connection((host, int(port)), timeout=60) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: desk\r\n\r\n")
        first = b""
        while not first.endswith(b"}"):
            first += line.recv(65536)
        line.sendall(b"GET /api/v1/timings HTTP/1.1\r\nHost: desk\r\n")  # not whole yet: it runs while the stop comes
        one.process.send_signal(signal.SIGTERM)
        time.sleep(0.1)
        line.sendall(b"Connection: close\r\n\r\n")
        reply = b"".join(iter(lambda: line.recv(65536), b""))
    assert reply.startswith(b"HTTP/1.1 200")
    assert json.loads(reply.partition(b"\r\n\r\n")[2])["results"]
    assert one.process.wait(timeout=60) == 0


@posix
def test_whichever_worker_is_asked_tells_the_counts_of_all(served):
    one = served("--workers", "2", "--no-log")
    for _ in range(12):
        one.get("healthz")
    told = [counted(one.get("metrics"))['ocg_rulings_requests_total{route="/healthz",status="200"}'] for _ in range(6)]
    assert told == [12] * 6
    assert one.stop() == 0
