"""What an answer leaves out: words that could matter and reached nothing; figures told as bounds."""

from dataclasses import replace

from knowledge.data.profile import Card
from knowledge.desk import Desk
from knowledge.explanation.answer_records import AskAnswer, NotConsidered
from knowledge.questions.asked import Asked, Used, left_beside, outside
from knowledge.questions.meanings import OpenWord
from knowledge.questions.said_back import sentence
from knowledge.questions.told.unplaced import is_the_object
from service.answers.ask_activation import verdict_of
from service.answers.ask_frame import lexicon_for
from service.answers.ask_printed import names_it, printed_on_it, takes_such
from service.lookup import finder_of

OF_NO_TABLE = ("answerable", "replay", "damage", "stats", "amount", "rule", "targets", "cost", "outcome", "refund")
_SHORT_FORM = 2  # characters of a name that are enough to say it again
OF_FIGURES = ("stats", "amount", "damage", "outcome", "rule")  # kinds of answers that are a figure or a place


def settle(asked: Asked) -> None:
    """Leave over what an answer did not use, whoever gave it; one that says nothing of it used no word beside its own.

    An answer knows which words it is made of, and not which others may stand there.
    """
    cast = asked.cast
    if cast is None:
        return
    used = asked.used or Used(keeps="all")
    asked.not_understood = outside(asked.not_understood, cast.items, asked.places, used)
    if used.keeps != "all":
        asked.not_placed, asked.aside = [], []
        asked.open_words = asked.open_words if used.keeps == "open-words" else []
    known = {*asked.not_placed, *(word for _, _, word in asked.not_understood), *(w.text for w in asked.open_words)}
    for item in left_beside(cast, asked.places, used):
        assert item.token is not None
        spelled = asked.spelled(item.token)
        if spelled not in known:
            known.add(spelled)
            asked.not_placed.append(spelled)


def left_out(desk: Desk, asked: Asked, answer: AskAnswer) -> None:
    """Say what could matter and reached nothing; then the verdict is only what holds if it does not matter."""
    refused = answer["verdict"] == "no"
    unknown = [
        text
        for start, _, text in asked.not_understood
        if not printed_on_it(desk, asked, start, text, refused=refused)
        and not _says_a_name_again(asked, start, text)
        and not _quotes_its_text(desk, asked, start, text)
    ]
    if refused and unknown and _refused_whatever_it_takes(desk, asked):
        objects = [t for start, end, t in asked.not_understood if is_the_object(asked, start, end)]
        unknown = [text for text in unknown if text not in objects]
    left: list[NotConsidered] = [{"text": text, "why": "word"} for text in unknown]
    called = dict(asked.named)
    left += [
        {"text": text, "why": "statement"}
        for text in asked.not_placed
        if text not in called or not names_it(desk, asked, called[text])
    ]
    told = [word for word in asked.open_words if not takes_such(desk, asked, word)]
    weighty = [word for word in told if _may_weigh(desk, asked, word, answer)]
    left += [{"text": word.text, "why": "statement"} for word in weighty]
    beside = [(text, card) for text, card in asked.aside if not names_it(desk, asked, card)]
    left += [{"text": text, "why": "card"} for text, card in beside if _could_matter(desk, asked, card, answer)]
    answer["not_considered"] = left
    figure = answer["verdict"] is None and answer["question"]["kind"] in OF_FIGURES
    if not left or not (figure or answer["verdict"] in ("yes", "no", "must")):
        return
    lexicon = lexicon_for(desk)
    said = sentence(lexicon, "left-out", words=" / ".join(entry["text"] for entry in left))
    verdict = answer["verdict"]
    answer["branches"] = [{"if": sentence(lexicon, "left-out.if"), "verdict": verdict}] if verdict else []
    answer["sentence"] = {lang: f"{said[lang]} {text}" for lang, text in answer["sentence"].items() if lang in said}
    answer["verdict"] = "depends"


def _says_a_name_again(asked: Asked, start: int, word: str) -> bool:
    """Whether a word is a short form of a card or a group of cards that was told before it: `「北极天熊」…那只天熊`."""
    cast, before = asked.cast, asked.text[:start]
    if cast is None or len(word) < _SHORT_FORM or word.isascii():
        return False
    tokens = [i.token or (i.named.token if i.named else None) for i in cast.items if i.is_name or i.has("archetype")]
    told = [before[asked.places[t.start] : asked.places[t.end - 1] + 1] for t in tokens if t]
    return any(word != called and called.endswith(word) for called in told)


def _quotes_its_text(desk: Desk, asked: Asked, start: int, word: str) -> bool:
    """Whether words stand between quotation marks of card text, and the card asked about prints them."""
    stored = finder_of(desk).imported(asked.card) if asked.card is not None else None
    quoted = asked.text[:start].endswith("『") and asked.text[start + len(word) :].startswith("』")
    return quoted and stored is not None and any(word in text for text in stored.texts.values())


def _refused_whatever_it_takes(desk: Desk, asked: Asked) -> bool:
    """Whether no effect of the card may be activated, so that what it would take makes no difference."""
    return bool(asked.does) and verdict_of(desk, replace(asked, effect=None, does=())) == "no"


def _may_weigh(desk: Desk, asked: Asked, word: OpenWord, answer: AskAnswer) -> bool:
    """Whether a word that reached no statement would change the verdict in one of its meanings, or has none listed.

    Only a refusal is tried so: it is reached with everything else taken to be in order, and few things undo it. What
    allows may be undone by more than a list can hold.
    """
    if not word.meanings or asked.kind != "can" or asked.missing or answer["verdict"] != "no":
        return True
    return any(verdict_of(desk, replace(asked, supposed=meaning)) != "no" for meaning in word.meanings)


def _could_matter(desk: Desk, asked: Asked, card: Card, answer: AskAnswer) -> bool:
    """Whether a card that was named and has no part in the question may turn the verdict.

    What allows may rest on having taken the wrong card for the one asked about; a refusal holds if it does so with the
    card on either field, and answered.
    """
    if asked.kind != "can" or asked.missing:
        return False
    if answer["verdict"] != "no":
        return True
    for side in ("own", "opponent"):
        lying = replace(asked, in_force=[*asked.in_force, card], in_force_of={**asked.in_force_of, card.id: side})
        if verdict_of(desk, lying) != answer["verdict"]:
            return True
    return asked.answered is None and verdict_of(desk, replace(asked, answered=(card, None))) != answer["verdict"]


_FIGURES = ("atk", "defence", "level")
_LEAST, _MOST = {"atk": 0, "defence": 0, "level": 1}, {"atk": 9999, "defence": 9999, "level": 12}


def within_bounds(desk: Desk, asked: Asked) -> Asked:
    """The question with a figure that fits the bound, where both ends are judged alike; else the bound is left over."""
    if asked.kind != "can" or asked.missing:
        return asked
    for way, pattern in lexicon_for(desk).bounds.items():
        for found in pattern.finditer(asked.text.lower()):
            number = int(next(filter(None, found.groups())))
            ends = [one for far in (False, True) if (one := _with_figure(asked, number, way, far=far)) is not None]
            if not ends:
                continue
            if len({verdict_of(desk, end) for end in ends}) > 1:
                return replace(asked, not_placed=[*asked.not_placed, asked.text[found.start() : found.end()]])
            words = [word for word in asked.open_words if word.text.lower() not in found[0]]
            asked = replace(ends[0], open_words=words)
    return asked


def _with_figure(asked: Asked, number: int, way: str, *, far: bool) -> Asked | None:
    """The table with another figure for the number told, at the near or the far end; nothing where no card has it."""
    cards = [_changed(card, number, way, far=far) for card in asked.told.cards]
    if cards == asked.told.cards and not any(card.get(name) == number for card in cards for name in _FIGURES):
        return None
    return replace(asked, told=replace(asked.told, cards=cards))


def _changed(card: dict[str, object], number: int, way: str, *, far: bool) -> dict[str, object]:
    changed = dict(card)
    for name in _FIGURES:
        if card.get(name) == number:
            end = _MOST[name] if way in ("at-least", "above") else _LEAST[name]
            near = number + {"above": 1, "below": -1}.get(way, 0)
            changed[name] = end if far else near
    return changed
