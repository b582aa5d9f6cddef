"""The knowledge as one graph with typed edges, and the walks over it. The only module that imports networkx."""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from knowledge.data.law import Cite
from knowledge.data.library import Library, every_rule
from knowledge.rules.categories import categories_of
from knowledge.rules.conditions import BadCondition, Condition, Test, compiled, every_test

Node = tuple[str, str]  # kind, id
Graph = Any  # networkx.MultiDiGraph, imported when a graph is built
WORDS = {"category": "categories", "act": "acts", "event": "events"}  # kind of node → shelf of the library
_A_FEW = 3  # children shown of a node that is not the middle


def built(library: Library) -> Graph:
    """The graph of everything: documents, timings, categories, words, rules, rulings, cards with effects, terms."""
    import networkx as nx  # here: an answer needs the walks below, not the graph, and half its start would be this line

    graph = nx.MultiDiGraph()
    _add_documents(graph, library)
    _add_timings(graph, library)
    _add_words(graph, library)
    _add_rules(graph, library)
    _add_cards(graph, library)
    _add_rulings(graph, library)
    for term in library.terms.values():
        _cited(graph, ("term", term.id), term.all_cites, library)
        graph.add_edges_from((("term", term.id), ("term", other), {"type": "see"}) for other in term.see)
    return graph


def _add_documents(graph: Graph, library: Library) -> None:
    for document in library.documents.values():
        for section in document.sections:
            graph.add_edge(("document", document.id), ("section", f"{document.id}#{section.id}"), type="contains")


def _add_timings(graph: Graph, library: Library) -> None:
    for timing in library.timings.values():
        node = ("timing", timing.id)
        graph.add_node(node)
        _cited(graph, node, timing.cites, library)
    graph.add_edges_from((around, inside, {"type": "contains"}) for around, inside in timings_inside(library))
    windows = sorted((t for t in library.timings.values() if t.kind == "window"), key=lambda t: t.order)
    for before, after in itertools.pairwise(windows):
        graph.add_edge(("timing", before.id), ("timing", after.id), type="next")


def _add_words(graph: Graph, library: Library) -> None:
    for kind, shelf in WORDS.items():
        graph.add_nodes_from((kind, word) for word in getattr(library, shelf))
    graph.add_edges_from((narrow, wide, {"type": "is-a"}) for narrow, wide in wider_words(library))


def _add_rules(graph: Graph, library: Library) -> None:
    for gate, rule in every_rule(library):
        node = ("rule", rule.id)
        graph.add_edge(("gate", gate.gate), node, type="contains")
        verb = {"yes": "permits", "no": "forbids"}.get(rule.then, "decides")
        graph.add_edge(node, ("gate", gate.gate), type=verb)
        graph.add_edges_from((node, ("rule", other), {"type": "exception-to"}) for other in rule.except_)
        _cited(graph, node, rule.cites, library)
        try:
            condition = compiled(rule.when, lambda _: True)
        except BadCondition:
            continue  # the checks report it
        asked = [test.fact for test in every_test(condition)] + [rule.then_as] * bool(rule.then_as)
        graph.add_edges_from((node, ("fact", fact), {"type": "asks"}) for fact in asked)
        for test in _demanded(condition):
            if test.fact == "timing":
                graph.add_edges_from((node, ("timing", t), {"type": "at"}) for t in _each(test.wanted))
            elif test.fact == "effect":
                graph.add_edges_from((node, ("category", c), {"type": "governs"}) for c in _each(test.wanted))
            elif test.fact == "effect.does":
                graph.add_edges_from((node, ("act", a), {"type": "governs"}) for a in _each(test.wanted))


def _demanded(condition: Condition) -> list[Test]:
    """The tests that must hold for the condition to hold: those by which a rule can be found."""
    if condition.mode != "all":
        return []
    found: list[Test] = []
    for part in condition.parts:
        if isinstance(part, Condition):
            found += _demanded(part)
        elif part.positive:
            found.append(part)
    return found


def _add_cards(graph: Graph, library: Library) -> None:
    for card in library.cards.values():
        node = ("card", card.id)
        graph.add_node(node)
        for effect in card.effects:
            one = ("effect", f"{card.id}/{effect.part}/{effect.number}")
            graph.add_edge(node, one, type="contains")
            graph.add_edges_from((one, ("category", c), {"type": "is-a"}) for c in sorted(categories_of(card, effect)))
            graph.add_edges_from((one, ("act", a.act), {"type": "does"}) for a in effect.does)


def _add_rulings(graph: Graph, library: Library) -> None:
    names = {name: card.id for card in library.cards.values() for name in (card.names.zh, *card.aliases)}
    for ruling in library.rulings.values():
        node = ("ruling", ruling.id)
        _cited(graph, node, ruling.cites, library)
        for case in ruling.cases:
            name = (case.activate or case.of).partition("/")[0]
            if name in names:
                graph.add_edge(node, ("card", names[name]), type="about")
            if case.at:
                graph.add_edge(node, ("timing", case.at), type="at")
            if case.because:
                graph.add_edge(node, ("rule", case.because), type="tests")


def _cited(graph: Graph, node: Node, cites: Iterable[Cite], library: Library) -> None:
    graph.add_node(node)
    for cite in cites:
        document = library.documents.get(cite.doc)
        for section in document.sections if document else ():
            if section.lines[0] <= cite.first <= section.lines[1]:
                lines = list(cite.lines or ())
                graph.add_edge(node, ("section", f"{cite.doc}#{section.id}"), type="cites", lines=lines)


def _each(value: object) -> Iterable[str]:
    return [str(v) for v in value] if isinstance(value, tuple) else [str(value)]


def timings_inside(library: Library) -> Iterator[tuple[Node, Node]]:
    """Every timing that contains another, with it."""
    for timing in library.timings.values():
        if timing.parent:
            yield ("timing", timing.parent), ("timing", timing.id)
        for window in timing.of:
            yield ("timing", timing.id), ("timing", window)


def wider_words(library: Library) -> Iterator[tuple[Node, Node]]:
    """Every category, act and event that is a kind of another, with it."""
    for kind, shelf in WORDS.items():
        for word in getattr(library, shelf).values():
            for wider in word.is_:
                yield (kind, word.id), (kind, wider)


def reached(edges: Iterable[tuple[Node, Node]]) -> Callable[[Node], frozenset[str]]:
    """The walk along these edges: from a node to the ids of everything it leads to, itself included."""
    onward: dict[Node, list[Node]] = {}
    for start, end in edges:
        onward.setdefault(start, []).append(end)

    def walk(start: Node) -> frozenset[str]:
        found, waiting = set(), [start]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += onward.get(node, ())
        return frozenset(name for _, name in found)

    return walk


def governed_by(graph: Graph, node: Node, edge: str) -> frozenset[str]:
    """Ids of the rules that name a timing (`at`), a category or an act (`governs`)."""
    if node not in graph:
        return frozenset()
    return frozenset(a[1] for a, _, kind in graph.in_edges(node, data="type") if kind == edge and a[0] == "rule")


LEADS_BACK = frozenset(("asks", "governs", "tests", "is-a", "does", "at", "exception-to"))  # whoever points is touched


def impact(graph: Graph, node: Node) -> list[Node]:
    """What a change of this node touches: the rules, rulings, effects and cards that rest on it, and their cards."""
    import networkx as nx

    resting = nx.subgraph_view(graph, filter_edge=lambda a, b, key: graph.edges[a, b, key]["type"] in LEADS_BACK)
    touched = nx.ancestors(resting, node)
    for kind, name in list(touched):
        if kind == "effect":
            touched.add(("card", name.split("/")[0]))
        elif kind == "ruling":
            touched |= {b for _, b, edge in graph.out_edges((kind, name), data="type") if edge == "about"}
    return sorted(touched - {node})


def path(graph: Graph, start: Node, end: Node) -> list[tuple[Node, Node, str]]:
    """The shortest way from one node to the other, along edges in either direction; nothing where there is none."""
    import networkx as nx

    try:
        way = nx.shortest_path(graph.to_undirected(as_view=True), start, end)
    except nx.NetworkXNoPath:
        return []
    return [edges_between(graph, a, b)[0] for a, b in itertools.pairwise(way)]


@dataclass(frozen=True)
class Spot:
    """A node of a picture: its column left or right of the middle, its row, and the node it hangs on."""

    node: Node
    column: int
    row: float
    parent: Node | None


def around(graph: Graph, middle: Node, most: int) -> tuple[list[Spot], int]:
    """The nearest nodes as a tree without crossings, at most so many, and how many direct neighbours are left out."""
    direct = _in_turns(graph, middle)
    shown = sorted(direct[: most - 1], key=lambda found: (found[1], found[2], found[0]))
    half = (len(shown) + 1) // 2
    chosen: dict[Node, tuple[Node | None, int]] = {middle: (None, 0)}
    chosen |= {found[0]: (middle, -1 if n < half else 1) for n, found in enumerate(shown)}
    for node, (_, side) in list(chosen.items())[1:]:
        further = [found[0] for found in _in_turns(graph, node) if found[0] not in chosen]
        room = min(_A_FEW, max(0, most - len(chosen)))
        chosen |= dict.fromkeys(further[:room], (node, side * 2))
    return _in_rows(chosen, middle), len(direct) - len(shown)


def edges_between(graph: Graph, one: Node, other: Node) -> list[tuple[Node, Node, str]]:
    """Every edge from one node to the other and back."""
    found = [*graph.edges((one,), data="type"), *graph.edges((other,), data="type")]
    return sorted({(a, b, kind) for a, b, kind in found if {a, b} == {one, other}})


def _in_turns(graph: Graph, node: Node) -> list[tuple[Node, str, bool]]:
    """The neighbours with how they are joined, one of each kind of edge in turn: no kind crowds out the others."""
    kinds: dict[tuple[str, bool], list[Node]] = {}
    for _, other, kind in sorted(graph.out_edges(node, data="type")):
        kinds.setdefault((kind, False), []).append(other)
    for other, _, kind in sorted(graph.in_edges(node, data="type")):
        kinds.setdefault((kind, True), []).append(other)
    rounds = itertools.zip_longest(*([(n, *key) for n in kinds[key]] for key in sorted(kinds)))
    found: dict[Node, tuple[Node, str, bool]] = {}
    for joined in (joined for one_round in rounds for joined in one_round if joined is not None):
        if joined[0] != node:
            found.setdefault(joined[0], joined)
    return list(found.values())


def _in_rows(chosen: dict[Node, tuple[Node | None, int]], middle: Node) -> list[Spot]:
    """Leaves take a row each, a node stands halfway between its first and last child; both sides share the middle."""
    below: dict[Node, list[Node]] = {}
    for node, (parent, _) in chosen.items():
        if parent is not None:
            below.setdefault(parent, []).append(node)
    rows: dict[Node, float] = {}
    heights = []
    for side in (-1, 1):
        free = itertools.count()
        for child in [n for n in below.get(middle, []) if chosen[n][1] == side]:
            leaves = below.get(child, [])
            for leaf in leaves:
                rows[leaf] = float(next(free))
            rows[child] = (rows[leaves[0]] + rows[leaves[-1]]) / 2 if leaves else float(next(free))
        heights.append(next(free))
    tallest = max(*heights, 1)
    for side, height in zip((-1, 1), heights, strict=True):
        for node in rows:
            if chosen[node][1] * side > 0:
                rows[node] += (tallest - height) / 2
    rows[middle] = (tallest - 1) / 2
    return [Spot(node, column, rows[node], parent) for node, (parent, column) in chosen.items()]
