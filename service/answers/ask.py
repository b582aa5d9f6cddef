"""A question in plain words → its answer: understood, said back, answered by the desk, or asked back."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from knowledge.data.folder import rulings_folder
from knowledge.data.profile import Card
from knowledge.desk import ACTIVATED, Desk
from knowledge.phrases import effect_named
from knowledge.problems import BadInput
from knowledge.questions.battles import Fighter, Values
from knowledge.questions.conversation import whole_question
from knowledge.questions.forms import battle_table, form_of, replay_table, stats_form
from knowledge.questions.lexicon import Lexicon, lexicon_of
from knowledge.questions.reading import ANY_TIME, Asked, does_so, read_question
from knowledge.questions.rule_topics import rule_topics_of
from knowledge.questions.wording import joined, name_of_term, names_of, sentence, understood
from knowledge.rules.damage import battle_damage
from knowledge.rules.reasons import Decision
from knowledge.rules.verdicts import matter_judged, strongest
from knowledge.stats import read_request
from knowledge.table.situation import NeedsFact, Question
from service.answers.ask_back import counter_question
from service.answers.ask_card import can_asked, can_told
from service.answers.ask_text import cost_told, targets_told, told_apart
from service.answers.law import by_law
from service.answers.stats import stats_answer
from service.lookup import checked_text, finder_of
from service.presentation.can_answer import branch, card_identity, profile_kind
from service.presentation.citations import both, cited, faq_url, ruling_line
from service.presentation.library_records import card_page
from service.presentation.reason_tree import because_of
from service.presentation.search import Search, searched

MOST_RULINGS = 5
MOST_LISTED = 20
MOST_LINES = 8  # of a conversation that are read


def lexicon_for(desk: Desk) -> Lexicon:
    """The phrases people use, with the names of the moments."""
    timings = tuple(t for _, t in sorted(desk.book.library.timings.items()) if t.id != ANY_TIME)
    return lexicon_of(rulings_folder(), timings)


def understood_question(desk: Desk, text: str) -> Asked:
    """What a person asks."""
    return read_question(text, lexicon_for(desk), finder_of(desk), desk.book, rule_topics_of(rulings_folder()))


def answer_asked(desk: Desk, question: Any, as_of: Any = None, context: Sequence[Any] = ()) -> dict[str, Any]:
    """The answer to a question in plain words, in the shape of `can`, by the law of today or of the day asked for.

    Several lines are a conversation, as is a question with its `context`: the last line is asked.
    """
    checked_text(question, "question")
    lines = [checked_text(line, "context") for line in context]
    lines += [checked_text(line, "question") for line in str(question).splitlines() if line.strip()]
    return by_law(desk, as_of, lambda by: _answer_by(by, lines[-MOST_LINES:]))


def _answer_by(desk: Desk, lines: list[str]) -> dict[str, Any]:
    asked = understood_question(desk, whole_question(lines, lambda text: understood_question(desk, text)))
    answer = _answered(desk, asked)
    _left_out(desk, asked, answer)
    answer["not_understood"] = [{"text": t, "start": s, "end": e} for s, e, t in asked.not_understood]
    answer["question"]["text"] = lines[-1]
    if len(lines) > 1:
        answer["question"] |= {"context": lines[:-1], "whole": asked.text}
    answer["question"]["named"] = [{"as": called, "card": card_identity(card)} for called, card in asked.named]
    return answer


def _left_out(desk: Desk, asked: Asked, answer: dict[str, Any]) -> None:
    """Say what could matter and reached nothing; then the verdict is only what holds if it does not matter."""
    left = [{"text": text, "why": "word"} for _, _, text in asked.not_understood]
    left += [{"text": text, "why": "statement"} for text in asked.not_placed]
    left += [{"text": text, "why": "card"} for text, card in asked.aside if _could_matter(desk, asked, card, answer)]
    answer["not_considered"] = left
    if not left or answer["verdict"] not in ("yes", "no", "must"):
        return
    lexicon = lexicon_for(desk)
    said = sentence(lexicon, "left-out", words="」「".join(entry["text"] for entry in left))
    verdict = answer["verdict"]
    answer["branches"] = [{"if": sentence(lexicon, "left-out.if"), "verdict": verdict}]
    answer["sentence"] = {lang: f"{said[lang]} {text}" for lang, text in answer["sentence"].items() if lang in said}
    answer["verdict"] = "depends"


def _could_matter(desk: Desk, asked: Asked, card: Card, answer: dict[str, Any]) -> bool:
    """Whether a card named beside the question would change the verdict if it lay on either field."""
    if asked.kind != "can" or asked.missing:
        return False
    for side in ("own", "opponent"):
        lying = replace(asked, in_force=[*asked.in_force, card], in_force_of={**asked.in_force_of, card.id: side})
        if _verdict(desk, lying) != answer["verdict"]:
            return True
    return asked.answered is None and _verdict(desk, replace(asked, answered=(card, None))) != answer["verdict"]


def _answered(desk: Desk, asked: Asked) -> dict[str, Any]:
    try:
        if asked.missing:
            return _incomplete(desk, asked)
        return {
            "can": _can,
            "replay": _replay,
            "damage": _damage,
            "stats": _stats,
            "define": _define,
            "rulings": _rulings,
            "card": _card,
            "rule": _rule,
            "targets": _of_the_text,
            "cost": _of_the_text,
        }.get(asked.kind, _beyond)(desk, asked)
    except BadInput as wrong:
        asked.missing = "effect" if wrong.field == "effect" and asked.kind == "can" else "step"
        return {**_incomplete(desk, asked), "why": wrong.says}


def _frame(desk: Desk, asked: Asked, verdict: str | None, said: dict[str, str], **more: Any) -> dict[str, Any]:
    """An answer with every field of the contract, empty where the kind of question has none."""
    question: dict[str, Any] = {
        "kind": asked.kind,
        "card": card_identity(asked.card) if asked.card else None,
        "effect": asked.effect,
        "at": asked.at or None,
        "turn": asked.turn or None,
        "understood": understood(lexicon_for(desk), desk.book, asked),
        "form": {},
    }
    empty: dict[str, Any] = {"windows": {}, "because": [], "rulings": [], "assumed": [], "branches": [], "ask": None}
    return {"verdict": verdict, "basis": "rule", "sentence": said, "question": question, **empty, **more}


def _can(desk: Desk, asked: Asked) -> dict[str, Any]:
    readings = [replace(asked, answered=(card, n)) for card, n in _effects_answered(asked)] or [asked]
    forms = [form_of(desk.book, reading) for reading in readings]
    judged = [can_asked(desk, form) for form in forms]
    answer = can_told(desk, judged[0])
    answer["question"] |= {
        "kind": "can",
        "understood": understood(lexicon_for(desk), desk.book, asked),
        "form": form_of(desk.book, asked),
        "asked_as": asked.asked_as,
        "respond_to": card_identity(asked.answered[0]) if asked.answered else None,
        "in_force": [card_identity(card) for card in asked.in_force],
        "happened": list(asked.events),
    }
    answer["assumed"] = [*_settled(desk, asked), *answer["assumed"]]
    answer["ask"] = None
    if len({a.verdict for a in judged}) > 1:
        _told_apart(desk, answer, readings, [a.verdict for a in judged])
    elif asked.now and answer["verdict"] in ("yes", "must") and not form_of(desk.book, asked).get("given"):
        _of_an_untold_table(desk, asked, answer)
    return answer


def _effects_answered(asked: Asked) -> list[tuple[Card, int]]:
    """The effects of the card answered that may be meant, where no number was given."""
    if asked.answered is None or asked.answered[1] is not None:
        return []
    card = asked.answered[0]
    activated = [e for e in card.effects if e.kind in ACTIVATED]
    if not card.type.startswith("Monster") and not asked.answered_zone:
        activated = [e for e in activated if e.kind == "activate"] or activated
    there = [e for e in activated if asked.answered_zone in e.zones] or activated
    doing = [e for e in there if asked.answered_does and does_so(e, asked.answered_does)] or there
    return [(card, e.number) for e in doing] if len(doing) > 1 or len(doing) < len(card.effects) else []


def _told_apart(desk: Desk, answer: dict[str, Any], readings: list[Asked], verdicts: list[str]) -> None:
    """It depends on which effect is answered: one branch for each."""
    answer["branches"] = []
    for reading, verdict in zip(readings, verdicts, strict=True):
        assert reading.answered is not None
        card, number = reading.answered
        effect = next(e for e in card.effects if e.number == number)
        condition = sentence(lexicon_for(desk), "if.effect", card=names_of(card), effect=effect_named(effect))
        answer["branches"].append({"if": condition, "verdict": verdict})
    answer["verdict"] = "depends"
    answer["sentence"] = sentence(lexicon_for(desk), "depends.effect", card=names_of(readings[0].answered[0]))  # type: ignore[index]


def _of_an_untold_table(desk: Desk, asked: Asked, answer: dict[str, Any]) -> None:
    """`now`: of a table nobody told the desk can only say what holds if the text's conditions are met."""
    condition = sentence(lexicon_for(desk), "if.conditions")
    answer["branches"] = [{"if": condition, "verdict": answer["verdict"]}]
    answer["verdict"] = "depends"
    answer["sentence"] = sentence(lexicon_for(desk), "depends.now", card=names_of(asked.card))  # type: ignore[arg-type]


def _settled(desk: Desk, asked: Asked) -> list[dict[str, str]]:
    """How the moment was settled, where the question did not say it."""
    if not asked.assumed:
        return []
    timing = desk.book.library.timings[asked.at]
    at = {"zh": timing.names.zh, "en": timing.said}
    return [sentence(lexicon_for(desk), f"assumed.{asked.assumed}", at=at)]


def _incomplete(desk: Desk, asked: Asked) -> dict[str, Any]:
    """A counter-question with choices; a choice that completes the question shows its verdict already."""
    ask = counter_question(desk, lexicon_for(desk), asked, lambda other: _verdict(desk, other))
    complete = [choice for choice in ask["choices"] if choice.get("verdict")]
    if asked.missing == "happened" and len({choice["verdict"] for choice in complete}) == 1 and len(complete) > 1:
        return _can(desk, ask["readings"][0])  # open, but it changes nothing
    if asked.missing == "at" and not ask["choices"]:
        return _can(desk, replace(asked, at=ANY_TIME, assumed="always", missing=""))
    ask.pop("readings", None)
    branches = [{"if": c["says"], "verdict": c["verdict"], "form": c["form"]} for c in complete]
    answer = _frame(desk, asked, "depends", sentence(lexicon_for(desk), "incomplete"), ask=ask)
    answer["branches"] = branches if asked.missing in ("happened", "at", "effect") else []
    answer["question"] |= {"kind": "incomplete", "of": asked.kind, "missing": asked.missing}
    answer["question"]["form"] = form_of(desk.book, asked) if asked.kind == "can" else {}
    return answer


def _verdict(desk: Desk, asked: Asked) -> str | None:
    if asked.kind != "can" or asked.missing:
        return None
    try:
        return can_asked(desk, form_of(desk.book, asked)).verdict
    except BadInput:
        return None


def _because(desk: Desk, decisions: list[Decision]) -> list[dict[str, Any]]:
    return [node for decision in decisions if decision.outcome for node in because_of(desk.book, decision)]


def _replay(desk: Desk, asked: Asked) -> dict[str, Any]:
    windows = sorted(desk.book.windows_of(asked.at), key=desk.book.windows.index)
    table = replay_table(desk.book, asked)
    judged = {w: matter_judged(desk.book, "replay", Question(w, "own", None, None, table)) for w in windows}
    verdict = strongest([j.verdict for j in judged.values()])
    chosen = next(j for j in judged.values() if j.verdict == verdict)
    lexicon = lexicon_for(desk)
    answer = _frame(desk, asked, verdict, sentence(lexicon, f"replay.{verdict}"))
    answer["because"] = _because(desk, chosen.decisions)
    answer["branches"] = [branch(desk.book, b) for b in chosen.branches]
    answer["windows"] = {w: j.verdict for w, j in judged.items()}
    answer["assumed"] = [sentence(lexicon, "assumed.own-attack")]
    answer["question"]["happened"] = list(asked.events)
    answer["rulings"] = _of_gate(desk, "replay")
    return answer


def _of_gate(desk: Desk, gate: str) -> list[dict[str, Any]]:
    found = searched(desk, Search(kind="ruling", facets={"gate": gate}, limit=MOST_RULINGS))
    return [{**hit, "relation": "same-rule", "agrees": None} for hit in found["results"]]


def _damage(desk: Desk, asked: Asked) -> dict[str, Any]:
    assert asked.attack is not None
    lexicon = lexicon_for(desk)
    attack = replace(
        asked.attack,
        attacker=_with_its_values(desk, asked.attack.attacker, asked.attack.defender),
        defender=_with_its_values(desk, asked.attack.defender, asked.attack.attacker),
    )
    question = Question("damage.calculation", "own", None, None, battle_table(attack))
    try:
        reckoned = battle_damage(desk.book, question)
    except NeedsFact:
        return _frame(desk, asked, "unknown", sentence(lexicon, "damage.unknown"), damage=None)
    taken = {
        side: reckoned.amounts.get(player, 0) for side, player in (("attacking", "own"), ("defending", "opponent"))
    }
    told = [sentence(lexicon, f"damage.{side}", n=str(amount)) for side, amount in taken.items() if amount]
    said = joined(told, {"zh": "", "en": " "}) if told else sentence(lexicon, "damage.none")
    answer = _frame(desk, asked, "yes" if told else "no", said, damage=taken)
    answer["because"] = _because(desk, reckoned.decisions)
    fighters = {"attacker": attack.attacker, "defender": attack.defender}
    if attack.defender and not attack.defender.position:
        answer["assumed"] = [sentence(lexicon, "assumed.attack-position")]
    answer["assumed"] += [sentence(lexicon, "assumed.own-side", card=names_of(card)) for card in attack.in_force]
    answer["question"] |= {k: card_identity(f.card) if f and f.card else None for k, f in fighters.items()}
    changes = [card for fighter in fighters.values() if fighter for card in fighter.changes]
    answer["question"] |= {
        "cards": [card_identity(card) for card in changes],
        "in_force": [card_identity(card) for card in attack.in_force],
    }
    answer["rulings"] = _of_gate(desk, "battle-damage")
    return answer


def _with_its_values(desk: Desk, fighter: Fighter | None, other: Fighter | None) -> Fighter | None:
    """A monster with its ATK and DEF after the cards used on it; an effect may add the ATK of the one it fights."""
    if fighter is None or not fighter.changes:
        return fighter
    battled = None
    if other is not None and not other.changes:  # else it would matter which was used first
        battled = other.atk if other.atk is not None else other.card.atk if other.card else None
    form = stats_form(desk.book, Values(fighter, fighter.changes), battled if isinstance(battled, int) else None)
    final = stats_answer(desk, read_request(form))["final"]
    return replace(fighter, atk=final["atk"], defence=final["def"])


def _stats(desk: Desk, asked: Asked) -> dict[str, Any]:
    assert asked.values is not None
    lexicon = lexicon_for(desk)
    form = stats_form(desk.book, asked.values)
    computed = stats_answer(desk, read_request(form))
    final = computed["final"]
    key = "stats.answer.atk" if final["def"] is None else "stats.answer"
    said = sentence(lexicon, key, **{"atk": str(final["atk"]), "def": str(final["def"])})
    answer = _frame(desk, asked, None, said, stats=computed)
    monster = asked.values.monster
    answer["question"] |= {
        "form": form,
        "card": card_identity(monster.card) if monster and monster.card else None,
        "cards": [card_identity(card) for card in asked.values.changes],
    }
    return answer


def _define(desk: Desk, asked: Asked) -> dict[str, Any]:
    lexicon = lexicon_for(desk)
    told = [_explained(desk, term) for term in asked.terms]
    if not told:
        near = searched(desk, Search(words=asked.words or asked.text, limit=MOST_RULINGS))["results"]
        answer = _frame(desk, asked, None, sentence(lexicon, "define.unknown"), terms=[])
        answer["rulings"] = [hit for hit in near if hit["kind"] == "ruling"]
        answer["rules"] = [hit for hit in near if hit["kind"] == "rule"]
        return answer
    said = joined([term["says"] for term in told], {"zh": "", "en": " "})
    answer = _frame(desk, asked, None, said, terms=told)
    words = " ".join(term["names"]["zh"] for term in told)
    answer["rulings"] = searched(desk, Search(words=words, kind="ruling", limit=MOST_RULINGS))["results"]
    return answer


def _explained(desk: Desk, term: str) -> dict[str, Any]:
    """A term with its sentence and sources; a moment or a matter is told by what the rules say of it."""
    kind, _, name = term.partition(":")
    book = desk.book
    if kind == "term":
        record = book.library.terms[name]
        says, cites = both(record.says), record.cites
        see = [{"id": other, "names": name_of_term(book, f"term:{other}")} for other in record.see]
    elif kind == "gate":
        gate = book.library.gates[name]
        rules = [rule for rule in gate.rules if not rule.except_] + [rule for rule in gate.rules if rule.except_][:1]
        says = {lang: " ".join([both(gate.asks)[lang], *(both(r.says)[lang] for r in rules)]) for lang in ("zh", "en")}
        cites, see = tuple(cite for rule in rules for cite in rule.cites), []
    else:
        timing = book.library.timings[name]
        inside = [book.library.timings[w] for w in sorted(book.windows_of(name), key=book.windows.index)]
        windows = {"zh": "、".join(t.names.zh for t in inside), "en": ", ".join(t.names.en for t in inside)}
        says = {lang: f"{both(timing.names)[lang]}: {windows[lang]}" for lang in ("zh", "en")}
        cites, see = timing.cites, []
    sources = [
        {"doc": c.doc, "cite": cited(book, c), "faq": [{"id": f, "url": faq_url(book, f)} for f in c.faq]}
        for c in cites
    ]
    return {"id": name, "kind": kind, "names": name_of_term(book, term), "says": says, "cites": sources, "see": see}


def _rule(desk: Desk, asked: Asked) -> dict[str, Any]:
    """A rule of the game, said as it stands."""
    topic = asked.topic
    assert topic is not None
    verdict = topic.verdict if topic.verdict in ("yes", "no", "must") else None
    answer = _frame(desk, asked, verdict, both(topic.says), figure=None if verdict else topic.verdict)
    sources = [cited(desk.book, topic.cites)] if topic.cites else []
    reason = {"rule": topic.id, "outcome": topic.verdict, "says": both(topic.says), "cites": sources, "children": []}
    answer["because"] = [{**reason, "statements": list(topic.statements)}]
    answer["rulings"] = searched(desk, Search(words=asked.text, kind="ruling", limit=MOST_RULINGS))["results"]
    return answer


def _of_the_text(desk: Desk, asked: Asked) -> dict[str, Any]:
    """What the card's own text decides, effect by effect where they differ."""
    assert asked.card is not None
    lexicon = lexicon_for(desk)
    verdicts = (targets_told if asked.kind == "targets" else cost_told)(asked, asked.card)
    each = set(verdicts.values())
    verdict = each.pop() if len(each) == 1 else "depends" if each else "unknown"
    said = sentence(lexicon, f"{asked.kind}.{verdict}", card=names_of(asked.card))
    answer = _frame(desk, asked, verdict, said)
    answer["branches"] = told_apart(asked.card, verdicts) if verdict == "depends" else []
    answer["profile"] = profile_kind(desk, asked.card)
    if verdict == "unknown":
        answer["why"] = said
    return answer


def _rulings(desk: Desk, asked: Asked) -> dict[str, Any]:
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
    answer = _frame(desk, asked, None, said)
    answer["basis"] = "ruling"
    answer["rulings"] = hits[:MOST_LISTED]
    answer["question"]["cards"] = [card_identity(card) for card in asked.cards]
    return answer


def _card(desk: Desk, asked: Asked) -> dict[str, Any]:
    assert asked.card is not None
    page = card_page(desk, asked.card)
    said = sentence(lexicon_for(desk), "card.answer", card=names_of(asked.card), type=asked.card.type or "?")
    answer = _frame(desk, asked, None, said, card=page)
    answer["rulings"] = page["rulings"]
    return answer


def _beyond(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Out of scope: said so, with the rulings nearest in wording."""
    found = searched(desk, Search(words=asked.words or asked.text, kind="ruling", limit=MOST_RULINGS))
    said = sentence(lexicon_for(desk), "out-of-scope")
    answer = _frame(desk, asked, "unknown", said, why=said)
    answer["question"]["kind"] = "out-of-scope"
    answer["rulings"] = found["results"]
    return answer
