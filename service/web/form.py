"""The form in the address: which parameter says what, the table they make, the answer, addresses made from it."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

import msgspec
from flask import current_app, g, request, url_for
from werkzeug.datastructures import MultiDict

from knowledge.data.cases import CardOnTable
from knowledge.data.library import current_id
from knowledge.data.records import nearest
from knowledge.desk import Answer, Desk
from knowledge.explanation.answer_records import CanAnswer
from knowledge.problems import BadInput, bad_input
from knowledge.rules.verdicts import domain
from service.answers.ask_card import can_asked, can_told, table_stated
from service.answers.law import by_law
from service.loaded_desk import data_version
from service.operations.http_caching import WHEREABOUTS

Args = MultiDict[str, str]
PLAIN = ("card", "effect", "at", "turn", "respond_to", "as_of", "given")
STATE = ("zone", "face", "position", "battling")
OWN = "self."  # before any attribute of the record of the table: `self.counters`, stated of the card asked about
ATTRIBUTES = {field.encode_name: field.type for field in msgspec.structs.fields(CardOnTable)}
ROWS = {"link": "link_by", "on": "on_by"}  # a card of the chain and who activated it; a card in force and whose it is
BATTLES = {
    "attacks": {"attacker": "self", "defender": "foe"},
    "attacks-directly": {"attacker": "self"},
    "attacked": {"attacker": "foe", "defender": "self"},
}
MOST_ROWS = 8
MOST_PARTS = 2048  # of addresses, kept as they are written
FACT = "f."


def desk_here() -> Desk:
    """The desk of this application."""
    desk: Desk = current_app.extensions["desk"]
    return desk


def stated(args: Args) -> dict[str, Any]:
    """What the form shows as stated: rows of cards with their side, the state of the card, answers to questions."""
    plain = args.to_dict()  # which finds that a parameter is not there without a fault to catch
    return {
        **{key: plain.get(key, "").strip() for key in STATE},
        **{key: _rows(args, key, side) if key in plain else [] for key, side in ROWS.items()},
        "own": {key[len(OWN) :]: said for key, v in plain.items() if key.startswith(OWN) and (said := v.strip())},
        "facts": {key[len(FACT) :]: value for key, value in plain.items() if key.startswith(FACT) and value},
    }


def given_by(desk: Desk, args: Args) -> dict[str, Any] | None:
    """The table as the contract's `given`, or nothing when nothing is stated."""
    told = stated(args)
    given: dict[str, Any] = {}
    own: dict[str, Any] = {key: told[key] for key in ("zone", "face", "position") if told[key]}
    own |= {name: _attribute(name, text) for name, text in told["own"].items()}
    if own:
        given["self"] = own
    cards: list[dict[str, Any]] = [{"card": name, "side": side} for name, side in told["on"]]
    if told["battling"]:
        given["battle"] = _battle(told["battling"])
        if "foe" in given["battle"].values():
            cards.append({"called": "foe", "side": "opponent", "zone": "monster-zone"})
    if cards:
        given["cards"] = cards
    if told["link"]:
        given["chain"] = [_link(name, side) for name, side in told["link"]]
    if told["facts"]:
        now = {current_id(desk.book.library, "fact", fact): value for fact, value in told["facts"].items()}
        given["known"] = {fact: _answer(desk, fact, value) for fact, value in now.items()}
    return given or None


def _attribute(name: str, text: str) -> Any:
    """What a parameter says of the card, in the type the record of the table has for it."""
    if name not in ATTRIBUTES:
        near = nearest(name, list(ATTRIBUTES))
        raise _refused(OWN + name, name, [near] if near else list(ATTRIBUTES))
    ways = [json_or_text(text)] if text.startswith(("[", "{")) else [text, text.split(",")]
    for value in ways:
        try:
            read = msgspec.convert(value, ATTRIBUTES[name], strict=False)
        except msgspec.ValidationError:
            continue
        return list(read) if isinstance(read, tuple) else read
    raise _refused(OWN + name, text, [])


def json_or_text(text: str) -> Any:
    """What is written as JSON, else the text itself."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _rows(args: Args, key: str, side: str) -> list[tuple[str, str]]:
    sides = args.getlist(side)
    names = args.getlist(key)[:MOST_ROWS]
    pairs = [(name.strip(), sides[n] if n < len(sides) else "opponent") for n, name in enumerate(names)]
    return [(name, who if who in ("own", "opponent") else "opponent") for name, who in pairs if name]


def _link(text: str, side: str) -> dict[str, Any]:
    name, slash, number = text.rpartition("/")
    is_number = slash and number.removeprefix("p").isdecimal()
    return {"card": name, "effect": number, "by": side} if is_number else {"card": text, "by": side}


def _battle(word: str) -> dict[str, Any]:
    if word not in BATTLES:
        raise _refused("battling", word, list(BATTLES))
    return dict(BATTLES[word])


def _answer(desk: Desk, fact: str, value: str) -> str:
    facts = desk.book.library.facts
    if fact not in facts:
        near = nearest(fact, list(facts))
        raise _refused(f"{FACT}{fact}", fact, [near] if near else [])
    accepted = [str(v) for v in domain(desk.book, fact)]
    if accepted and value not in accepted:
        raise _refused(f"{FACT}{fact}", value, accepted)
    return value


def _refused(field: str, value: str, accepted: list[str]) -> BadInput:
    key = "form.value" if accepted else "form.value.none"
    return bad_input(key, field=field, value=value[:80], accepted=accepted, listed=", ".join(accepted))


def tidy(args: Args) -> list[tuple[str, str]]:
    """The parameters of a question without what says nothing; sides stay with their cards."""
    told = stated(args)
    kept = [(key, value) for key, value in asked_in(args).items() if value]
    kept += [(key, told[key]) for key in STATE if told[key]]
    for key, side in ROWS.items():
        kept += [pair for name, who in told[key] for pair in ((key, name), (side, who))]
    kept += [(OWN + name, value) for name, value in told["own"].items()]
    return kept + [(FACT + fact, value) for fact, value in told["facts"].items()]


def spread(form: dict[str, Any]) -> Args:
    """The contract's body of `can` as parameters of the form; what has no field of its own stays data."""
    args: Args = MultiDict((key, str(form[key])) for key in PLAIN[:-1] if form.get(key) is not None)
    given = dict(form.get("given") or {})
    own = given.get("self") or {}
    if own:
        given.pop("self")
        for name, value in own.items():
            plain_name = name in STATE
            said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            args[name if plain_name else OWN + name] = said
    plain = [c for c in given.get("cards", []) if c.keys() <= {"card", "side", "zone"} and c.get("card")]
    if plain and plain == given["cards"]:
        given.pop("cards")
        for card in plain:
            args.add("on", card["card"])
            args.add("on_by", card.get("side", "own"))
    if given:
        args["given"] = json.dumps(given, ensure_ascii=False)
    return args


def is_tidy(args: Args) -> bool:
    """Whether every parameter says something."""
    return all(value.strip() for value in args.values()) and all(v.strip() for k in ROWS for v in args.getlist(k))


def question_args() -> Args:
    """The parameters of the question: those of the address, or of the form a plain question was understood as."""
    understood: Args | None = g.get("question_args")
    return request.args if understood is None else understood


def understand_as(args: Args) -> None:
    """Take these parameters for the question, whatever stands in the address."""
    g.question_args, g.asked = args, None


def here(**changed: str) -> str:
    """The present address with parameters changed; an empty value takes one away. Repeated parameters stay."""
    return _changed(request.script_root + request.path, _written(list(request.args.items(multi=True))), changed)


def again(**changed: str) -> str:
    """The same question with parts changed."""
    return _changed(*_asked(), changed)


def _asked() -> tuple[str, list[tuple[str, str]]]:
    """The page of questions and the tidy parts of this one, worked out once a request: a page has dozens of links."""
    kept: tuple[str, list[tuple[str, str]]] | None = g.get("asked")
    if kept is None:
        g.asked = kept = (_page("pages.ask", False, _whereabouts()), _written(tidy(question_args())))
    return kept


def _written(parts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Parameters that say something, each by its name and as it stands in an address."""
    return [(name, _part(name, value)) for name, value in parts if value]


@lru_cache(MOST_PARTS)
def _part(name: str, value: str) -> str:
    return f"{quote_plus(name)}={quote_plus(value)}"


def with_fact(fact: str, value: object) -> str:
    """The same question with one more fact stated; whose turn it is has a parameter of its own."""
    return again(**{("turn" if fact == "turn" else f"f.{fact}"): str(value)})


def question(endpoint: str = "pages.ask", *, lasting: bool = False) -> str:
    """The question, tidy, for another page; a lasting one names host and data version."""
    page, parts = _asked()
    written = [part for _, part in parts] + ([f"v={data_version()}"] if lasting else [])
    if endpoint != "pages.ask" or lasting:
        page = _page(endpoint, lasting, _whereabouts())
    return f"{page}?{'&'.join(written)}"


def _whereabouts() -> tuple[str, ...]:
    """What tells where this service is, as the server says it."""
    environ = request.environ
    return tuple([environ.get(part, "") for part in WHEREABOUTS])


@lru_cache(256)
def _page(endpoint: str, external: bool, whereabouts: tuple[str, ...]) -> str:
    """The address of a page, with its host where that is wanted."""
    return url_for(endpoint, _external=external)


def _changed(path: str, parts: list[tuple[str, str]], changed: dict[str, str]) -> str:
    kept = [written for name, written in parts if name not in changed]
    kept += [written for _, written in _written(list(changed.items()))]
    return path + (f"?{'&'.join(kept)}" if kept else "")


@dataclass(frozen=True)
class Answered:
    """The answer, by the earlier of two possible laws, and the same as plain data."""

    answer: Answer
    shown: CanAnswer


def asked_in(values: Args) -> dict[str, str]:
    """What the plain fields of the form say."""
    plain = values.to_dict()
    return {key: plain.get(key, "").strip() for key in PLAIN}


def answered(desk: Desk) -> Answered:
    """Answer the question that stands in the address."""
    body: dict[str, Any] = {key: value for key, value in asked_in(request.args).items() if value}
    if given := table_asked(desk):
        body["given"] = given
    found: list[Answer] = []

    def ask(by: Desk) -> CanAnswer:
        found.append(can_asked(by, body))
        return can_told(by, found[-1])

    shown = by_law(desk, body.get("as_of"), ask)
    answer = found[0]
    shown["question"]["asked_as"] = body["card"]
    shown["unstated"] = unstated(answer)
    return Answered(answer, shown)


def table_asked(desk: Desk) -> dict[str, Any]:
    """The table of the address: what was typed as data, and what the fields of the form add to it."""
    typed = table_stated(asked_in(request.args)["given"])
    if not isinstance(typed, dict):
        raise bad_input("table.no-mapping", field="given", value=str(typed)[:80])
    for key, part in (given_by(desk, request.args) or {}).items():
        if isinstance(part, list) and isinstance(typed.get(key), list):
            part = [*typed[key], *part]
        elif isinstance(part, dict) and isinstance(typed.get(key), dict):
            part = {**typed[key], **part}
        typed = {**typed, key: part}
    return typed


def unstated(answer: Answer) -> list[str]:
    """What the question left out and the answer therefore did not look at: keys of the page's words."""
    args = question_args()
    told = stated(args)
    left = {
        "unstated.force": not told["on"] and not answer.table.cards,
        "unstated.used": any(e.effect.limit for e in answer.effects) and "used-up" not in told["facts"],
        "unstated.state": not told["zone"] and not told["own"] and not told["facts"] and answer.table.self is None,
        "unstated.chain": not answer.table.chain,
    }
    return [key for key, is_left in left.items() if is_left]
