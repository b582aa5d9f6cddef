"""What a card's own text answers: its kind, targets, cost, timing; terms, rules and rulings that are looked up."""

import unicodedata
from typing import Any

from knowledge.data.language import Both
from knowledge.data.profile import Action, Card, Effect
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, Branch, Reason
from knowledge.explanation.can_answer import card_identity, profile_kind
from knowledge.explanation.citations import both, cited, faq_url, names, ruling_line, sources_of_statements
from knowledge.explanation.effect_sentences import act_in_words
from knowledge.phrases import effect_named
from knowledge.questions.asked import Asked, Span, Used
from knowledge.questions.asked_topics import Topic
from knowledge.questions.cast import does_so, marks_of
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.said_back import joined, name_of_term, names_of, sentence
from service.answers.ask_frame import MOST_RULINGS, frame, lexicon_for, reason_by_rule
from service.lookup import finder_of
from service.reference.entries_told import card_page
from service.reference.search import Search, searched
from service.reference.shelves import points_told

_LP, _HALF = "pay-lp", "half"
_PAUSES = "，,。：:；;！!？?、"
_IN_PASSING = frozenset(("events", "told", "does"))  # what tells how the card came to its effect
_GATE, _RULE = "trigger", "a-when-that-something-followed-is-missed"


def printed_kind(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`is X a Quick-Play Spell`, `is X once per turn`: by what is printed; nothing where something else is asked."""
    if len(asked.named) != 1 or asked.doubt is not None:
        return None
    (called, card), kinds, lexicon = asked.named[0], lexicon_for(desk).printed_kinds, lexicon_for(desk)
    start = _clause_start(asked.text, asked.text.find(called))  # "Hi, is X …"
    around = _around(asked.text[start:], called)
    words = kinds.kind_in(around)
    if words and card.type:
        printed = card.type.lower().replace("/", " ").split()
        verdict = "yes" if all(word in printed for word in words) else "no"
        said = sentence(lexicon, f"card.is-kind.{verdict}", card=names_of(card), type=card.type)
    elif kinds.asks_for_once(around) and (verdict := _limited(desk, card)):
        said = sentence(lexicon, f"card.once.{verdict}", card=names_of(card))
    else:
        return None
    asked.used, asked.missing = Used(((start, len(asked.text)),)), ""
    answer = frame(desk, asked, verdict, said)
    answer["question"] |= {"kind": "card", "card": card_identity(card)}
    return answer


def _clause_start(text: str, at: int) -> int:
    """Where the clause begins in which something stands."""
    return max((end for pause in _PAUSES if (end := text.rfind(pause, 0, at) + 1)), default=0)


def printed_duty(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`is the effect of X mandatory`, `必发还是选发`: by what is printed; nothing where something else is asked."""
    lexicon, text = lexicon_for(desk), unicodedata.normalize("NFKC", asked.text).lower()
    found = [(way, match.span()) for way, pattern in lexicon.printed_duty.items() if (match := pattern.search(text))]
    way, (start, end) = found[0] if found else ("", (0, 0))
    if not way or len({card.id for card in asked.cards}) != 1 or asked.doubt is not None:
        return None
    card = asked.cards[0]
    meant = _effects_told(asked, card)
    if not meant or any(e.kind == "unclassified" for e in card.effects):
        return None
    duties = {e.number: "must" if e.mandatory else "may" for e in meant}
    alike = set(duties.values())
    duty = alike.pop() if len(alike) == 1 else "apart"
    alike_all = len({e.mandatory for e in card.activated_effects}) == 1  # whichever of its effects is meant
    asked.used = Used(((_clause_start(asked.text, start) if alike_all else start, end),), _IN_PASSING)
    asked.missing = ""
    as_verdicts = {"must": "must", "may": "yes", "apart": "depends"}
    verdict = as_verdicts[duty] if duty in (way, "apart") else None if way == "either" else "no"
    answer = frame(desk, asked, verdict, sentence(lexicon, f"duty.{duty}", card=names_of(card)))
    if duty == "apart":
        answer["branches"] = told_apart(card, {number: as_verdicts[each] for number, each in duties.items()})
    understood = sentence(lexicon, "duty.asked", card=names_of(card))
    answer["question"] |= {"kind": "card", "card": card_identity(card), "understood": understood}
    return answer


def printed_cost(desk: Desk, asked: Asked) -> AskAnswer | None:
    """`what is the cost of X`, `do I have to discard for X`: by what is printed; nothing where more is asked."""
    if len(asked.named) != 1 or asked.doubt is not None:
        return None
    (called, card), lexicon = asked.named[0], lexicon_for(desk)
    start = _clause_start(asked.text, asked.text.find(called))
    around = _around(asked.text[start:], called)
    act, what = lexicon.printed_cost.act_in(around), lexicon.printed_cost.asks_what(around)
    effects = [e for e in card.activated_effects if e.does or e.choices or e.cost]
    if not (act or what) or not effects or any(e.unread for e in effects):
        return None
    if what:
        costs = [[cost for cost in _cost(e) if not cost.act.startswith("forbid-")] for e in effects]
        if len({bool(cost) for cost in costs}) > 1 or (len(effects) > 1 and any(costs)):
            return None
        told = [said for cost in costs[0] if (said := act_in_words(desk.book, cost))]
        parts: dict[str, Both | str]
        key, verdict, parts = "some" if told else "none", None, {"cost": joined(told)} if told else {}
        if len(costs[0]) == 1 and costs[0][0].act == _LP and (figure := str(costs[0][0].amount)):
            key = "lp" if figure.isdecimal() else _HALF if figure == _HALF else key
            parts["n"] = figure
    else:
        each = {_asked_for(e, act) for e in effects}
        key = each.pop() if len(each) == 1 else "apart"
        verdict, parts = {"apart": "depends", "no": "no"}.get(key, "yes"), {}
    asked.used, asked.missing = Used(((start, len(asked.text)),)), ""
    answer = frame(desk, asked, verdict, sentence(lexicon, f"printed-cost.{key}", card=names_of(card), **parts))
    understood = sentence(lexicon, "printed-cost.asked", card=names_of(card))
    answer["question"] |= {"kind": "card", "card": card_identity(card), "understood": understood}
    return answer


def _asked_for(effect: Effect, act: str) -> str:
    """Whether an act is paid for an effect, done as it resolves, or neither."""
    if pays_so(effect, (act,)):
        return "yes"
    done = [one for one in effect.does if one.act.startswith(act) and not one.optional]
    return "effect" if done else "no"


def _around(text: str, called: str) -> str:
    """The words of a question around the one name in it."""
    around = unicodedata.normalize("NFKC", text.replace(called, " ", 1)).lower()
    return around.strip(" ?？.。!！「」『』\"'《》")


def _effects_told(asked: Asked, card: Card) -> list[Effect]:
    """The effects that are set off and that the words mean: by number, by what they do, by what sets them off."""
    items = asked.cast.items if asked.cast else []
    waiting = [e for e in card.activated_effects if e.trigger is not None] or card.activated_effects
    numbers = [i.effect for i in items if i.effect is not None] or ([asked.effect] if asked.effect else [])
    acts = tuple(act for i in items if i.phrase for act in i.phrase.does)
    events = {event for i in items if i.phrase for event in i.phrase.events}
    ways = (
        [e for e in card.activated_effects if e.number in numbers],
        [e for e in waiting if acts and does_so(e, acts)],
        [e for e in waiting if e.trigger is not None and events & set(e.trigger.events)],
    )
    return next((some for some in ways if some), waiting)


def _limited(desk: Desk, card: Card) -> str:
    """Whether all that is activated is limited to a turn, or nothing is; empty where it differs or was not read so."""
    limits = {e.limit is not None and e.limit.per == "turn" and e.limit.times == 1 for e in card.activated_effects}
    stored = finder_of(desk).imported(card)
    printed = stored.texts.get("en", "") if stored is not None else ""
    if limits == {True}:
        return "yes"
    return "no" if limits == {False} and "per turn" not in printed.lower() else ""


def effects_meant(asked: Asked, card: Card) -> list[Effect]:
    """The activated effects a question may mean: by number, else by what it is said to do, else all."""
    activated = card.activated_effects
    numbered = [e for e in activated if asked.effect is not None and e.number == asked.effect]
    doing = [e for e in activated if asked.does and (does_so(e, asked.does) or pays_so(e, asked.does))]
    return numbered or doing or activated


def pays_so(effect: Effect, acts: tuple[str, ...]) -> bool:
    """Whether an effect's cost is one of these acts."""
    return any(act.act.startswith(acts) for act in _cost(effect))


def targets_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether it targets."""
    return {e.number: "yes" if _targets(e) else "no" for e in effects_meant(asked, card)}


def cost_told(asked: Asked, card: Card) -> dict[int, str]:
    """Of each effect meant: whether what was named is its cost; without a name, whether it has one."""
    found: dict[int, str] = {}
    for effect in effects_meant(asked, card):
        acts = asked.does
        if acts and not pays_so(effect, acts) and not does_so(effect, acts):
            continue
        found[effect.number] = "yes" if (pays_so(effect, acts) if acts else bool(_cost(effect))) else "no"
    return found


def _targets(effect: Effect) -> bool:
    return bool(effect.targets) or any(choice.targets for choice in effect.choices)


def _cost(effect: Effect) -> list[Action]:
    return [*effect.cost, *(act for choice in effect.choices for act in choice.cost)]


def told_apart(card: Card, verdicts: dict[int, str]) -> list[Branch]:
    """One branch for each effect, where they differ."""
    effects = {e.number: e for e in card.effects}
    return [{"if": effect_named(effects[number]), "verdict": verdict} for number, verdict in verdicts.items()]


def missed_timing(desk: Desk, asked: Asked) -> AskAnswer | None:
    """The answer where it is asked whether one card misses its timing; nothing where it is not."""
    words = outcome_words()
    said = words.missed_timing(asked.text)
    if said is None or len({card.id for card in asked.cards}) != 1 or _told_before(asked, said[0]):
        return None
    card = asked.cards[0]
    effects = [e for e in card.activated_effects if asked.effect in (None, e.number)]
    if any(e.unread for e in effects):
        return None
    missable = [e for e in effects if _may_be_missed(e)]
    verdict = "no" if not missable else "yes" if _all_that_wait(effects, missable) else "depends"
    if verdict == "yes" and asked.events and not words.in_passing(asked.text):
        return None  # whether this was the last thing to happen is for the activation asked about
    asked.not_understood = words.left_over_of_timing([w for w in asked.not_understood if not _inside(w, said)])
    asked.used = Used((said,), _IN_PASSING, keeps="all")
    lexicon = lexicon_for(desk)
    answer = frame(desk, asked, verdict, sentence(lexicon, f"missed-timing.{verdict}", card=names_of(card)))
    answer["because"] = [reason_by_rule(desk, _GATE, _RULE, verdict)]
    answer["question"]["understood"] = sentence(lexicon, "missed-timing.asked", card=names_of(card))
    if verdict == "depends":
        answer["branches"] = [_branch(desk, card, e, e in missable) for e in effects]
    answer["question"] |= {"kind": "outcome", "card": card_identity(card)}
    return answer


def _told_before(asked: Asked, start: int) -> bool:
    """`it misses its timing; can it be activated`: told, and something else is asked."""
    here = asked.asked_items
    return bool(here) and start < asked.places[here[0].start] and any(i.has("activate", "respond") for i in here)


def _may_be_missed(effect: Effect) -> bool:
    return effect.trigger is not None and effect.trigger.when_or_if == "when" and not effect.mandatory


def _all_that_wait(effects: list[Effect], missable: list[Effect]) -> bool:
    return all(e in missable for e in effects if e.trigger is not None)


def _branch(desk: Desk, card: Card, effect: Effect, missable: bool) -> Branch:
    condition = sentence(lexicon_for(desk), "if.effect", card=names_of(card), effect=effect_named(effect))
    return {"if": condition, "verdict": "yes" if missable else "no"}


def _inside(word: tuple[int, int, str], span: tuple[int, int]) -> bool:
    return word[0] < span[1] and span[0] < word[1]


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
