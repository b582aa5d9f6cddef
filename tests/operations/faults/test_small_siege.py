"""The scripts that besiege a real server, at a size for every day; tests/tools has them whole."""

import random
from collections import Counter
from itertools import islice

from load import asked_by
from soak import hostile_requests

from service.bench.servers import DESK, serving
from service.web.app import create_app

FINE = {"200", "302", "303", "304"}


def test_hostile_requests_to_every_door_are_answered_or_refused():
    client = create_app({"POSTS_PER_MINUTE": 0, "DEADLINE": 0}).test_client()  # a busy machine is no fault
    statuses: Counter[int] = Counter()
    for method, path, body in islice(hostile_requests(random.Random(5)), 200):
        told = client.open(path, method=method, data=body, content_type="application/json" if body else None)
        statuses[told.status_code] += 1
        assert told.status_code < 500, (method, path, (body or b"")[:300], told.text[:300])
    assert statuses[200]
    assert sum(count for status, count in statuses.items() if status >= 400)


def test_a_mixed_load_is_served_without_an_error_and_stops_in_order(desk):
    library = desk.book.library
    names = sorted(c.names.zh for c in library.cards.values() if len(desk.book.cards_named(c.names.zh)) == 1)
    with serving(*DESK, "--workers", "2", OCG_RULINGS_DEADLINE="0") as served:
        clients = asked_by(4, 0, served.address, 3.0, (names, list(desk.book.windows), sorted(library.rulings)))
        statuses = sum((client.statuses for client in clients), Counter())
        assert set(statuses) <= FINE, statuses
        assert statuses["200"]
        assert served.stop() == 0
