"""Questions that are looked up: terms, rules, a card's own text, rulings, and what is beyond the desk."""

from typing import Any

from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, Reason
from knowledge.explanation.can_answer import card_identity, profile_kind
from knowledge.explanation.citations import both, cited, faq_url, names, ruling_line, sources_of_statements
from knowledge.questions.asked import Asked, Span, Used
from knowledge.questions.asked_topics import Topic
from knowledge.questions.cast import marks_of
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, name_of_term, names_of, sentence
from service.answers.ask_frame import MOST_RULINGS, frame, lexicon_for, reason_by_rule
from service.answers.ask_text import cost_told, targets_told, told_apart
from service.reference.entries_told import card_page
from service.reference.search import Search, searched
from service.reference.shelves import points_told

MOST_LISTED = 20
# the rule a text is measured by, by what is asked of it and what came
_BY = {
    ("targets", "yes"): ("does-it-target", "cards-picked-at-activation-are-targeted"),
    ("targets", "no"): ("does-it-target", "nothing-picked-at-activation-is-no-targeting"),
    ("cost", "yes"): ("demand-kind", "what-precedes-the-activation-is-cost"),
    ("cost", "no"): ("demand-kind", "resolution-is-done-by-the-effect"),
}
_OF_A_PRICE = frozenset(("does", "respond", "told"))  # what tells of what was paid for


def define(desk: Desk, asked: Asked) -> AskAnswer:
    """What a term, a moment or a matter is."""
    lexicon = lexicon_for(desk)
    told = [_explained(desk, lexicon, term) for term in asked.terms]
    if not told:
        near = searched(desk, Search(words=asked.words or asked.text, limit=MOST_RULINGS))["results"]
        answer = frame(desk, asked, None, sentence(lexicon, "define.unknown"), terms=[])
        answer["rulings"] = [hit for hit in near if hit["kind"] == "ruling"]
        answer["rules"] = [hit for hit in near if hit["kind"] == "rule"]
        return answer
    said = joined([term["says"] for term in told], {"zh": "", "en": " "})
    answer = frame(desk, asked, None, said, terms=told)
    words = " ".join(term["names"]["zh"] for term in told)
    answer["rulings"] = searched(desk, Search(words=words, kind="ruling", limit=MOST_RULINGS))["results"]
    return answer


def _explained(desk: Desk, lexicon: Lexicon, term: str) -> dict[str, Any]:
    """A term with its sentence and sources; a moment or a matter is told by what the rules say of it."""
    kind, _, name = term.partition(":")
    book = desk.book
    points: list[dict[str, Any]] = []
    if kind == "term":
        record = book.library.terms[name]
        says, cites = both(record.says), record.cites
        says |= {"ja": lexicon.terms_ja[name]} if name in lexicon.terms_ja else {}
        see = [{"id": other, "names": name_of_term(book, f"term:{other}")} for other in record.see]
        points = points_told(book, record)
    elif kind == "gate":
        gate = book.library.gates[name]
        rules = [rule for rule in gate.rules if not rule.except_] + [rule for rule in gate.rules if rule.except_][:1]
        says = {lang: " ".join([both(gate.asks)[lang], *(both(r.says)[lang] for r in rules)]) for lang in ("zh", "en")}
        cites, see = tuple(cite for rule in rules for cite in rule.cites), []
    else:
        timing = book.library.timings[name]
        inside = [book.library.timings[w] for w in book.windows_in_order(name)]
        windows = joined([names(window.names) for window in inside])
        says = {lang: f"{names(timing.names)[lang]}: {told}" for lang, told in windows.items()}
        cites, see = timing.cites, []
    sources = [
        {"doc": c.doc, "cite": cited(book, c), "faq": [{"id": f, "url": faq_url(book, f)} for f in c.faq]}
        for c in cites
    ]
    told = {"id": name, "kind": kind, "names": name_of_term(book, term), "says": says, "cites": sources, "see": see}
    return {**told, "points": points}


def rule(desk: Desk, asked: Asked) -> AskAnswer:
    """A rule of the game, said as it stands."""
    topic = asked.topic
    assert topic is not None
    asked.used = Used(asked.of_the_topic, keeps="all")
    verdict = topic.verdict if topic.verdict in ("yes", "no", "must", "depends") else None
    said = both(topic.says) | ({"ja": topic.ja} if topic.ja else {})
    answer = frame(desk, asked, verdict, said, figure=None if verdict else topic.verdict)
    answer["because"] = [reason_given(desk, topic)]
    answer["rulings"] = searched(desk, Search(words=asked.text, kind="ruling", limit=MOST_RULINGS))["results"]
    return answer


def reason_given(desk: Desk, topic: Topic) -> Reason:
    """A topic of the rules as the reason of an answer, with its sources: its own, else those of the law it states."""
    own = [cited(desk.book, topic.cites)] if topic.cites else []
    return {
        "rule": topic.id,
        "gate": "",
        "role": "decides",
        "outcome": topic.verdict,
        "says": both(topic.says),
        "cites": own or sources_of_statements(desk.book, topic.statements),
        "facts": [],
        "children": [],
        "statements": list(topic.statements),
    }


def of_the_text(desk: Desk, asked: Asked) -> AskAnswer:
    """What the card's own text decides, effect by effect where they differ."""
    assert asked.card is not None
    asked.used = Used(_told_of_it(asked), frozenset(("respond", "does", "amount")), keeps="all")
    lexicon = lexicon_for(desk)
    verdicts = (targets_told if asked.kind == "targets" else cost_told)(asked, asked.card)
    opens = [e.number for e in asked.card.effects if e.opens_the_card and e.targets]
    if asked.kind == "targets" and asked.effect is None and not asked.does and opens:
        verdicts = {
            number: told for number, told in verdicts.items() if number in opens
        } or verdicts  # the card is asked about
    each = set(verdicts.values())
    verdict = each.pop() if len(each) == 1 else "depends" if each else "unknown"
    said = sentence(lexicon, f"{asked.kind}.{verdict}", card=names_of(asked.card))
    answer = frame(desk, asked, verdict, said)
    answer["branches"] = told_apart(asked.card, verdicts) if verdict == "depends" else []
    answer["profile"] = profile_kind(desk, asked.card)
    answer["because"] = [reason_by_rule(desk, *_BY[asked.kind, told], told) for told in sorted(set(verdicts.values()))]
    if verdict == "unknown":
        answer["why"] = said
    return answer


def _told_of_it(asked: Asked) -> tuple[Span, ...]:
    """Where it is told what the effect does: which one is meant, and nothing of the table."""
    items = asked.cast.items if asked.cast else []
    tokens = [i.token for i in items if i.token and i.phrase and set(i.phrase.does) & set(asked.does)]
    return tuple(asked.span(token) for token in tokens)


def rulings(desk: Desk, asked: Asked) -> AskAnswer:
    """The rulings on cards, or nearest in wording."""
    lexicon = lexicon_for(desk)
    names = tuple(f"cid:{c.cid}" if c.cid else str(c.password or c.id) for c in asked.cards)
    words = "" if asked.cards else asked.words
    known = [card for card in asked.cards if card.id in desk.book.library.cards]
    if len(known) == 1 and len(asked.cards) == 1:
        hits = [{"kind": "ruling", **ruling_line(desk.book, r)} for r in desk.precedents.of_card(known[0])]
        more = searched(desk, Search(words=words, kind="ruling", cards=names, limit=MOST_LISTED))["results"]
        hits += [hit for hit in more if hit["id"] not in {h["id"] for h in hits}]
    else:
        hits = searched(desk, Search(words=words, kind="ruling", cards=names, limit=MOST_LISTED))["results"]
    said = sentence(lexicon, "rulings.found" if hits else "rulings.none", n=str(len(hits)))
    answer = frame(desk, asked, None, said)
    answer["basis"] = "ruling"
    answer["rulings"] = hits[:MOST_LISTED]
    answer["question"]["cards"] = [card_identity(card) for card in asked.cards]
    return answer


def card(desk: Desk, asked: Asked) -> AskAnswer:
    """What a card is."""
    assert asked.card is not None
    page = card_page(desk, asked.card)
    said = sentence(lexicon_for(desk), "card.answer", card=names_of(asked.card), type=asked.card.type or "?")
    answer = frame(desk, asked, None, said, card=page)
    answer["rulings"] = page["rulings"]
    return answer


def beyond(desk: Desk, asked: Asked) -> AskAnswer:
    """Out of scope: said so, with the rulings nearest in wording."""
    found = searched(desk, Search(words=asked.words or asked.text, kind="ruling", limit=MOST_RULINGS))
    said = sentence(lexicon_for(desk), "out-of-scope")
    answer = frame(desk, asked, "unknown", said, why=said)
    answer["question"]["kind"] = "out-of-scope"
    answer["rulings"] = found["results"]
    return answer


def outcome(desk: Desk, asked: Asked) -> AskAnswer:
    """What becomes of something: told back as open where the table was not told, else with the nearest rulings."""
    if asked.cast is not None and "refund" in marks_of(asked.cast.asked_items):
        return refund(desk, asked)
    return outcome_open(desk, asked)


def outcome_open(desk: Desk, asked: Asked) -> AskAnswer:
    """What hangs on a table that was not told, where one card is asked about; else what lies beyond the desk."""
    answer = beyond(desk, asked)
    suffers = asked.cast is not None and "passive" in asked.cast.marks  # "is X destroyed by Y": X is asked about
    if len(asked.cards) != 1 and not (suffers and len(asked.cards) > 1):
        return answer
    here = [i.named.card for i in asked.cast.asked_items if i.named] if asked.cast else []
    card = (here or asked.cards)[0]
    answer["verdict"] = "depends"
    answer["sentence"] = sentence(lexicon_for(desk), "depends.table", card=names_of(card))
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def refund(desk: Desk, asked: Asked) -> AskAnswer:
    """Whether a cost comes back when what it was paid for is negated: it does not. What was taken or banished for a
    while is no cost."""
    if not outcome_words().is_paid(asked.text):
        return outcome_open(desk, asked)
    asked.used = Used(belongs=_OF_A_PRICE, keeps="all")
    answer = frame(desk, asked, "no", sentence(lexicon_for(desk), "refund.no"))
    answer["because"] = [reason_by_rule(desk, "cost-undone", "a-paid-cost-does-not-come-back", "no")]
    answer["rulings"] = searched(desk, Search(words=asked.text, kind="ruling", limit=MOST_RULINGS))["results"]
    return answer
