"""Whatever one record says of another must exist."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from knowledge.data.cases import Case, Table
from knowledge.data.law import Cite, Gate
from knowledge.data.library import Library, every_rule
from knowledge.data.profile import Card, Effect
from knowledge.data.records import Fault, nearest
from knowledge.problems import BadInput
from knowledge.rules.book import DOES, subjects_in
from knowledge.rules.categories import PARTS
from knowledge.rules.conditions import BadCondition, compiled, every_test
from knowledge.rules.facts import FINDERS, in_python
from knowledge.spelling import folded
from knowledge.table.situation import TOLD
from knowledge.table.values import ROLES

_FIGURES = re.compile(r"none|own \d+(, opponent \d+)?|opponent \d+")


def citations_exist(library: Library) -> Iterator[Fault]:
    """`unknown-source`: cited documents exist, lines lie inside them, FAQ ids have a known form."""
    for shelf, name, cites in _all_cites(library):
        place = library.where[shelf, name]
        for cite in cites:
            document = library.documents.get(cite.doc)
            if document is None:
                yield _unknown(place, "document", cite.doc, library.documents)
                continue
            last = max((s.lines[1] for s in document.sections), default=0)
            if cite.lines is None:
                if not cite.faq and not cite.date:
                    yield Fault(
                        *place, "no-source", f"{cite.doc} alone", "lines, a FAQ entry, or the day of the answer"
                    )
            elif not 1 <= cite.lines[0] <= cite.lines[1] <= last:
                yield Fault(
                    *place,
                    "lines-outside-document",
                    f"lines {list(cite.lines)} of {cite.doc}",
                    f"1 to {last}, first before last",
                )
            for entry in cite.faq:
                prefix, _, number = entry.partition(":")
                if prefix not in library.faq or not number.isdigit():
                    yield Fault(*place, "wrong-faq-id", f"`{entry}`", "fid:NUMBER or cid:NUMBER")


def _all_cites(library: Library) -> Iterator[tuple[str, str, tuple[Cite, ...]]]:
    for ruling in library.rulings.values():
        yield "rulings", ruling.id, ruling.cites
    for _, rule in every_rule(library):
        yield "rules", rule.id, rule.cites
    for term in library.terms.values():
        yield "terms", term.id, term.all_cites
    for timing in library.timings.values():
        yield "timings", timing.id, timing.cites
    for note in library.notes.values():
        yield "notes", note.id, (Cite(doc=note.doc, lines=note.lines),)


def nothing_without_source(library: Library) -> list[Fault]:
    """`no-source`: rules, rulings and terms say where they stand."""
    return [
        Fault(
            *library.where[shelf, name], "no-source", f"`{name}` without a citation", "at least one document with lines"
        )
        for shelf, name, cites in _all_cites(library)
        if shelf != "timings" and not cites
    ]


def moved_ids_lead_somewhere(library: Library) -> Iterator[Fault]:
    """`moved`: an id that was given up is no longer in use, and what stands in its place exists."""
    known = {f"rule:{rule.id}" for _, rule in every_rule(library)}
    shelves: dict[str, Iterable[str]] = {
        "gate": library.gates,
        "ruling": library.rulings,
        "fact": library.facts,
        "term": library.terms,
        "card": library.cards,
    }
    known |= {f"{kind}:{name}" for kind, shelf in shelves.items() for name in shelf}
    for moved in library.moved.values():
        place = library.where["moved", moved.was]
        if moved.was in known:
            yield Fault(*place, "moved", f"`{moved.was}`, which exists", "an id that is no longer used")
        if moved.now not in known:
            yield _unknown(place, "record", moved.now, known)


def facts_have_functions(library: Library) -> Iterator[Fault]:
    """`unknown-fact`: every fact of the data has a function, and every function its sentences."""
    known = {*TOLD, *PARTS, *(f"{DOES} {act}" for act in library.acts)}
    yield from (
        _unknown(library.where["facts", name], "fact the engine can look up", name, FINDERS)
        for name, fact in library.facts.items()
        if in_python(name) not in FINDERS and fact.layer not in ("told", "reckoned")
    )
    for fact in library.facts.values():
        place = library.where["facts", fact.id]
        subjects = [subject for named in fact.without for subject in subjects_in(named)]
        yield from (_unknown(place, "part of a table or text", s, known) for s in subjects if s not in known)
    if library.facts:
        yield from (
            Fault("facts", 1, "missing-fact", f"no record for `{n}`", "a record with its sentences")
            for n in FINDERS.keys() - {in_python(fact) for fact in library.facts}
        )


def words_exist(library: Library) -> Iterator[Fault]:
    """`unknown-word`: wider words, timings of events, parents of timings, words of profiles."""
    for shelf in ("acts", "events"):
        words = getattr(library, shelf)
        for word in words.values():
            place = library.where[shelf, word.id]
            yield from (_unknown(place, shelf[:-1], wider, words) for wider in word.is_ if wider not in words)
            yield from (_unknown(place, "timing", t, library.timings) for t in word.happens if t not in library.timings)
    for category in library.categories.values():
        place = library.where["categories", category.id]
        yield from (
            _unknown(place, "category", w, library.categories) for w in category.is_ if w not in library.categories
        )
    for timing in library.timings.values():
        place = library.where["timings", timing.id]
        named = [*([timing.parent] if timing.parent else []), *timing.of]
        yield from (_unknown(place, "timing", t, library.timings) for t in named if t not in library.timings)
    for card in library.cards.values():
        for effect in card.effects:
            yield from _profile_words(library, card, effect)


def _profile_words(library: Library, card: Card, effect: Effect) -> Iterator[Fault]:
    place = library.where["cards", card.id]
    acts = [*effect.does, *effect.cost, *(a for c in effect.choices for a in (*c.does, *c.cost))]
    named: list[tuple[str, str, Iterable[str]]] = [("act", a.act, library.acts) for a in acts]
    named += [("requirement", r.is_, library.requirements) for r in effect.requires]
    named += [("timing", t.rpartition(":")[2], library.timings) for t in effect.at]
    named += [("event", e, library.events) for e in (effect.trigger.events if effect.trigger else ())]
    named += [("act", a, library.acts) for a in (effect.responds_to.doing if effect.responds_to else ())]
    for what, word, known in named:
        if word not in known:
            yield _unknown(place, what, word, known)


def cases_make_sense(library: Library) -> Iterator[Fault]:
    """`unknown-reference` in cases: cards, effects, timings, gates, rules, outcomes."""
    names: dict[str, Card | None] = {
        folded(n): card
        for card in library.cards.values()
        for n in (card.id, card.names.zh, card.names.en, card.names.ja, *card.aliases)
        if n
    }
    for other in library.other_cards.values():
        names.setdefault(folded(other.names.zh), None)
    rules = {rule.id for _, rule in every_rule(library)}
    looked_at = {name: _words_looked_at(library, gate) for name, gate in library.gates.items()}
    for ruling in library.rulings.values():
        place = library.where["rulings", ruling.id]
        if ruling.status == "superseded" and ruling.superseded_by not in library.rulings:
            yield Fault(
                *place,
                "superseded-needs-successor",
                f"`{ruling.superseded_by}`",
                "the id of the ruling that replaces it",
            )
        if not ruling.cases and ruling.precedent is None:
            yield Fault(*place, "no-case", f"`{ruling.id}` without a case", "a case, or `precedent` with why not")
        for case in ruling.cases:
            yield from _case(library, case, place, names, rules, looked_at)


def _case(
    library: Library,
    case: Case,
    place: tuple[str, int],
    names: dict[str, Card | None],
    rules: set[str],
    looked_at: dict[str, set[str]],
) -> Iterator[Fault]:
    if sum(map(bool, (case.activate, case.asks, case.stats, case.choose, case.play))) != 1:
        forms = "`activate`, `asks`, `stats`, `choose` and `play`"
        yield Fault(*place, "case-needs-a-question", f"none or several of {forms}", "one of them")
        return
    spoken_of = [case.activate.partition("/")[0]] if case.activate else []
    if case.play:
        from knowledge.play import read_scenario  # a start looks at the faults kept with the data, and plays nothing

        try:
            spoken_of += [lying.card for lying in read_scenario(case.play).cards if lying.card]
        except BadInput as wrong:
            yield Fault(*place, "case-cannot-be-played", wrong.says["en"], "a scenario such as those of scenarios/")
    if case.given:
        spoken_of += [c.card for c in case.given.cards if c.card] + [
            link.card for link in (*case.given.chain, *case.given.applied)
        ]
    for name in spoken_of:
        if folded(name) not in names:
            yield _unknown(place, "card", name, [c.names.zh for c in names.values() if c])
    for told in (*case.given.happened, *case.given.earlier) if case.given else ():
        if told.event not in library.events:
            yield _unknown(place, "event", told.event, library.events)
    if case.at and case.at not in library.timings:
        yield _unknown(place, "timing", case.at, library.timings)
    if case.given and case.given.known:
        yield Fault(*place, "case-states-a-conclusion", "`known` in a case", "only what is seen on the table")
    if case.activate and not case.at:
        yield Fault(*place, "missing-key", "no `at` in a case that activates", "the timing asked about")
    if case.because and case.because not in rules:
        yield _unknown(place, "rule", case.because, rules)
    if case.asks and case.asks not in library.gates:
        yield _unknown(place, "gate", case.asks, library.gates)
    elif case.asks and library.gates[case.asks].computes:
        if not _FIGURES.fullmatch(case.expect):
            yield Fault(
                *place, "unknown-outcome", f"`{case.expect}`", "none, or figures such as `own 800, opponent 500`"
            )
    elif case.asks and case.expect not in library.gates[case.asks].outcomes:
        yield _unknown(place, "outcome", case.expect, library.gates[case.asks].outcomes)
    elif case.activate and case.expect not in ("yes", "no", "must", "depends", "undetermined"):
        yield _unknown(place, "verdict", case.expect, ("yes", "no", "must", "depends", "undetermined"))
    if case.asks in library.gates and case.of and folded(case.of.partition("/")[0]) not in names:
        words = looked_at[case.asks] | _words_of_the_table(case.given)
        if case.of not in words:
            yield _unknown(place, "card or word", case.of, [*words, *(c.names.zh for c in names.values() if c)])
    if case.asks in library.gates and case.about:
        words = looked_at[case.asks] | _words_of_the_table(case.given)
        known = words | {*library.gates[case.asks].about, *_ALWAYS_KNOWN}
        act, _, handle = case.about.partition(" ")
        whole = case.about in known or folded(case.about) in names or case.about.isdigit()
        part = act in library.acts and (not handle or handle in known or folded(handle) in names)
        if not whole and not part:
            yield _unknown(place, "word to be asked about", case.about, known)
    name, _, number = (case.activate or case.of).partition("/")
    card = names.get(folded(name)) if name else None
    if card and number and not any(f"{'p' if e.part == 'pendulum' else ''}{e.number}" == number for e in card.effects):
        have = ", ".join(f"{'p' if e.part == 'pendulum' else ''}{e.number}" for e in card.effects)
        yield Fault(*place, "unknown-effect", f"effect `{number}` of {card.names.zh}", f"one of: {have or 'none'}")


def _words_looked_at(library: Library, gate: Gate) -> set[str]:
    """What a gate can be asked about besides a card and what the table shows: values of the choices it looks at."""
    words: set[str] = set()
    for rule in gate.rules:
        with suppress(BadCondition):  # reported by the check of conditions
            for test in every_test(compiled(rule.when, lambda fact: fact in library.facts)):
                words |= set(library.facts[test.fact].values)
    return words


def _words_of_the_table(table: Table | None) -> set[str]:
    """Handles of the cards that lie there, the two sides of the fight, and what an unnamed monster asked about is."""
    if table is None:
        return set()
    words = {lying.called for lying in table.cards if lying.called} | {"monster"}
    words |= set(ROLES) if table.battle else set()
    return words | (set(table.self.type) if table.self else set())


def glossary_hangs_together(library: Library) -> Iterator[Fault]:
    """`unknown-reference` and `no-topic` in the glossary: terms see known terms, and their file has one topic."""
    files = [library.where["topics", name][0] for name in library.topics]
    for term in library.terms.values():
        place = library.where["terms", term.id]
        yield from (_unknown(place, "term", other, library.terms) for other in term.see if other not in library.terms)
        if files.count(place[0]) != 1:
            expected = "one topic at the head of the file, with id and names"
            yield Fault(*place, "no-topic", f"{files.count(place[0])} topics in {place[0]}", expected)


def card_ids_equal_file_names(library: Library) -> list[Fault]:
    """`id-equals-file-name`: a card's file is called by its id."""
    return [
        Fault(file, line, "id-equals-file-name", f"the id `{name}` in {file}", f"cards/{name}.yaml")
        for (shelf, name), (file, line) in library.where.items()
        if shelf == "cards" and file != f"cards/{name}.yaml"
    ]


def _unknown(place: tuple[str, int], what: str, word: str, known: Iterable[str]) -> Fault:
    listed = sorted(known)
    expected = f"a known {what}" if len(listed) > 30 else "one of: " + ", ".join(listed)
    return Fault(*place, "unknown-reference", f"the {what} `{word}`", expected, nearest(word, listed))


_ALWAYS_KNOWN = ("self", "own", "opponent")  # what any table shows

CHECKS = (
    citations_exist,
    nothing_without_source,
    moved_ids_lead_somewhere,
    facts_have_functions,
    words_exist,
    cases_make_sense,
    glossary_hangs_together,
    card_ids_equal_file_names,
)
