"""What each kind of request costs with ten times the cards, rules and rulings, beside the same with those there are."""

import gc
import statistics
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Flask

from knowledge.cards.data_directory import data_directory
from knowledge.cards.plain_verdicts import PlainVerdicts
from knowledge.data.library import Library
from knowledge.data.profile import Card, Names, Says
from knowledge.desk import Desk
from knowledge.rules.book import Book
from service.bench.kinds import new_requests, rate, sent

TIMES = 10


def ten_times_the_knowledge(desk: Desk, quick: bool, more_rules: Callable[[Library, int], Library]) -> dict[str, Any]:
    """Processor time of a new request over ten times the knowledge, divided by that over the knowledge as it is."""
    apps = {"as_it_is": _app(desk), "ten_times": _app(Desk(Book(more_cards(more_rules(desk.book.library, TIMES)))))}
    gc.collect()
    gc.freeze()
    requests = {size: new_requests(desk) for size in apps}
    seconds, rounds = (0.2, 3) if quick else (0.5, 7)
    rates: dict[str, dict[str, list[float]]] = {}
    for _ in range(rounds + 1):
        for kind in requests["as_it_is"]:
            for size, app in apps.items():  # in turns: a busy machine is so to both
                one = requests[size][kind]
                found = rate(lambda app=app, one=one: sent(app, *next(one)), seconds)  # type: ignore[misc]
                rates.setdefault(kind, {}).setdefault(size, []).append(found)
    # the first round warms up both
    median = {kind: {size: statistics.median(r[1:]) for size, r in sizes.items()} for kind, sizes in rates.items()}
    return {kind: {"costs": round(of["as_it_is"] / of["ten_times"], 2)} for kind, of in median.items()}


def _app(desk: Desk) -> Flask:
    from service.reference.search import prepare_search
    from service.web.app import create_app

    desk.plain = PlainVerdicts(desk, data_directory()).line  # the copies speak of no card there is: they hold for both
    prepare_search(desk)
    return create_app({"POSTS_PER_MINUTE": 0, "DEADLINE": 0, "DESK": desk})


def more_cards(library: Library) -> Library:
    """Nine more of every profile under names of their own; the copies of rulings get other words."""
    cards = dict(library.cards)
    for n in range(1, TIMES):
        cards |= {f"{name}-bench-{n}": _renamed(card, f"{name}-bench-{n}", n) for name, card in library.cards.items()}
    rulings = {
        name: ruling if ruling.cases else msgspec.structs.replace(ruling, says=_other_words(ruling.says, name))
        for name, ruling in library.rulings.items()
    }
    return Library(**{**vars(library), "cards": cards, "rulings": rulings})


def _renamed(card: Card, name: str, n: int) -> Card:
    names = Names(*(_moved(text, n) for text in (card.names.zh, card.names.en, card.names.ja)))
    return msgspec.structs.replace(card, id=name, names=names, aliases=(), cid=None, password=None)


def _other_words(says: Says, name: str) -> Says:
    n = int(name.rpartition("-")[2]) + 1 if name.rpartition("-")[2].isdigit() else 1
    return Says(_moved(says.zh, n), _moved(says.en, n))


def _moved(text: str, n: int) -> str:
    """A text of as many letters that says something else."""
    return "".join(chr(ord(char) + n * 37) if char.isalpha() else char for char in text)
