"""What would change a verdict is what judging the whole question again with that one fact says."""

from itertools import islice

import msgspec

from knowledge.checks.evaluation import effects_meant
from knowledge.data.cases import Table
from knowledge.data.library import Library
from knowledge.explanation.can_answer import MOST_CHANGES, changes_that_flip
from knowledge.rules.book import Book
from knowledge.rules.verdicts import domain, judged, judged_with
from knowledge.table.situation import Question
from service.bench.benchmark import some_questions


def test_each_change_leads_to_the_verdict_it_names(desk):
    seen = 0
    for question in some_questions(desk.book, 150):
        judgement = judged(desk.book, question)
        verdict = judgement.verdict
        changes = changes_that_flip(judgement, verdict)
        assert len(changes) <= MOST_CHANGES
        for change in changes:
            stated = {**question.table.known, change.fact: change.value}
            assert judged_with(desk.book, question, stated).verdict == change.verdict != verdict
            seen += 1
    assert seen > 50


def test_no_assumption_whose_failing_flips_the_verdict_is_left_out(desk):
    flipped = 0
    for question in some_questions(desk.book, 100):
        judgement = judged(desk.book, question)
        changes = changes_that_flip(judgement, judgement.verdict, most=1000)  # an answer shows the first few of them
        named = {(c.fact, c.value) for c in changes}
        for fact in judgement.assumed:
            if desk.book.library.facts[fact].type != "yes-no":
                continue
            for value in ("yes", "no"):
                other = judged_with(desk.book, question, {**question.table.known, fact: value}).verdict
                if other != judgement.verdict and {other, judgement.verdict} != {"yes", "must"}:
                    assert (fact, value) in named, (question.card.id, fact, value, other)
                    flipped += 1
    assert flipped > 10


TOLD = ("self", "cards", "battle", "happened", "earlier", "applied", "lp", "nothing_else_in", "turn_number")
ACCOUNT = ("happened", "earlier")


def tabled_questions(book):
    """The activation questions of the rulings, each on the table it states."""
    for ruling in book.library.rulings.values():
        for case in ruling.cases:
            if not case.activate or case.given is None or case.at not in book.windows:
                continue
            name, _, number = case.activate.partition("/")
            card = book.card_named(name)
            effects = effects_meant(card, number) if card else []
            if len(effects) == 1:
                yield Question(case.at, case.turn or "own", card, effects[0], case.given)


def test_each_change_on_a_stated_table_leads_to_the_verdict_it_names(desk):
    seen = 0
    for question in list(tabled_questions(desk.book))[::2]:
        judgement = judged(desk.book, question)
        for change in changes_that_flip(judgement, judgement.verdict):
            stated = {**question.table.known, change.fact: change.value}
            told = (question.card.id, question.effect.number, question.window, change)
            assert judged_with(desk.book, question, stated).verdict == change.verdict != judgement.verdict, told
            seen += 1
    assert seen > 300


def test_every_fact_asked_for_can_flip_the_verdict_and_each_branch_keeps_its_word(desk):
    """A table with one part left out: whatever is then asked for leads to the verdicts its branches name."""
    asked = 0
    for question in list(tabled_questions(desk.book))[::2]:
        for part in ("self", "cards", "battle", "chain", "happened", "earlier"):
            if not getattr(question.table, part):
                continue
            bare = msgspec.structs.replace(question.table, **{part: getattr(Table(), part)})
            open_question = Question(question.window, question.turn, question.card, question.effect, bare)
            judgement = judged(desk.book, open_question)
            if judgement.verdict != "depends":
                continue
            assert len({b.judgement.verdict for b in judgement.branches}) > 1
            for branch in judgement.branches:
                stated = {**bare.known, branch.fact: branch.value}
                assert judged_with(desk.book, open_question, stated).verdict == branch.judgement.verdict
            asked += 1
    assert asked > 5


def test_the_look_alike_comes_out_the_other_way_by_a_rule_of_its_own(desk):
    seen = 0
    for question in some_questions(desk.book, 300):
        judgement = judged(desk.book, question)
        alike = desk.precedents.opposite(question, judgement.verdict)
        if alike is None:
            continue
        assert (alike.case.expect == "no") != (judgement.verdict == "no")
        assert alike.case.activate.partition("/")[0] not in (question.card.names.zh, question.card.id)
        if alike.case.because and judgement.verdict == "no":
            assert alike.case.because not in judgement.rules_that_decided()
        seen += 1
    assert seen > 100


def without(table, part):
    return msgspec.structs.replace(table, **{part: getattr(Table(), part)})


TAKE_SILENCE_FOR_AN_ANSWER = {  # rules whose facts do not say what they assume of a silent table; may only shrink
    "last-link-is-not-what-it-answers",
}


def test_what_refused_an_activation_is_never_silently_forgotten(desk):
    """A refused activation with one part of its table left out: what that part told is asked for or told as assumed."""
    forgotten, silent, seen = [], set(), 0
    for question in tabled_questions(desk.book):
        full = judged(desk.book, question)
        for part in TOLD:
            if full.verdict != "no" or not getattr(question.table, part):
                continue
            if part in ACCOUNT and any(getattr(question.table, p) for p in ACCOUNT if p != part):
                continue  # an account that is given is complete
            bare = Question(
                question.window, question.turn, question.card, question.effect, without(question.table, part)
            )
            told = judged(desk.book, bare)
            if told.verdict not in ("yes", "must"):
                continue
            seen += 1
            new = [f for f in dict.fromkeys(told.assumed) if f not in full.assumed]
            if not any(judged_with(desk.book, bare, {f: v}).verdict == "no" for f in new for v in domain(desk.book, f)):
                closed = full.rules_that_decided() & TAKE_SILENCE_FOR_AN_ANSWER
                silent |= closed
                forgotten += [] if closed else [(question.card.id, question.window, part, new)]
    assert forgotten == []
    assert silent == TAKE_SILENCE_FOR_AN_ANSWER
    assert seen > 100


def test_what_rules_contradict_one_another_about_is_never_told_as_a_change(desk):
    library = desk.book.library
    limits = library.gates["limits"]
    used_up = next(rule for rule in limits.rules if rule.id == "limit-is-used-up")
    twin = msgspec.structs.replace(used_up, id="limit-is-used-up-otherwise", then="undetermined")
    gates = {**library.gates, "limits": msgspec.structs.replace(limits, rules=(*limits.rules, twin))}
    card = desk.book.card_named("灰流丽")
    clashing = Book(Library(**{**vars(library), "gates": gates}))
    asked = Question("main1", "opponent", card, card.effects[0])
    sound, torn = (changes_that_flip(judged(of, asked), "yes", most=50) for of in (desk.book, clashing))
    assert "used-up" in {change.fact for change in sound}
    assert [change for change in sound if change.fact != "used-up"] == torn


def test_a_hearing_that_is_kept_says_what_the_rules_say_when_they_are_heard_anew(desk):
    for question in (*some_questions(desk.book, 60), *islice(tabled_questions(desk.book), 60)):
        kept = judged(desk.book, question)
        anew = judged(desk.book.under(desk.book.ended), question)
        assert kept.verdict == anew.verdict
        assert kept.assumed == anew.assumed
        assert list(kept.hearing.facts().items()) == list(anew.hearing.facts().items())
        assert kept.rules_that_decided() == anew.rules_that_decided()
