"""From sentences to effects: which sentence begins an effect, what belongs to it, and what kind it is."""

from dataclasses import dataclass, field
from typing import Literal

from knowledge.cardtext.sentence import Clause, Event, take_apart
from knowledge.cardtext.splitting import Passage, Sentence
from knowledge.cardtext.wording import Wording

_STARTS = ("explicit", "trigger", "ignition", "flip", "imperative")


@dataclass(slots=True)
class Draft:
    """An effect while it is being put together."""

    number: int
    part: str
    clause: Clause
    start: int
    end: int
    numbered: bool
    bodies: list[tuple[int, int]] = field(default_factory=list)
    bullets: list[Sentence] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    card_activation: bool = False  # the text speaks of activating this very card
    resolves: bool = False  # a cost, a target or a resolution is printed
    negates: bool = False  # the resolution negates an activation or a summon


@dataclass(slots=True, frozen=True)
class CardType:
    """What the printed type means for reading."""

    frame: Literal["monster", "spell", "trap"]
    property: str
    words: tuple[str, ...]

    @property
    def stays(self) -> bool:
        """Whether the card stays on the field once activated."""
        return self.frame != "monster" and self.property in ("continuous", "field", "equip")


def card_type(printed: str) -> CardType:
    """The printed type taken apart; anything that is neither Spell nor Trap is read as a monster."""
    words = tuple(word.strip().lower() for word in printed.split("/") if word.strip())
    first = words[0] if words else ""
    if first.startswith(("spell", "trap")):
        frame: Literal["spell", "trap"] = "spell" if first.startswith("spell") else "trap"
        return CardType(frame, words[1] if len(words) > 1 else "normal", words)
    return CardType("monster", "", words)


def drafts_of(text: str, found: list[Passage], part: str, kind: CardType, wording: Wording) -> list[Draft]:
    """The effects of one part, in order, before their kinds are decided."""
    drafts: list[Draft] = []
    numbered_text = any(passage.number for passage in found)
    for passage in found:
        numbered = passage.number > 0
        inside: list[Draft] = []
        offers_choice = granted = False
        for sentence in passage.sentences:
            clause = take_apart(text, sentence, wording, numbered or (numbered_text and kind.frame == "monster"))
            current = inside[-1] if inside else None
            if sentence.bullet and (offers_choice or granted) and current:
                current.bullets.append(sentence)
                current.bodies.append((sentence.start, sentence.end))
                current.end = sentence.end
                continue
            if clause.role != "limit" and not sentence.bullet:
                offers_choice = wording.has("offers-choice", text, sentence.start, sentence.end) or (
                    offers_choice and clause.role in ("plain", "also")
                )
            if wording.has("grants", text, sentence.start, sentence.end):
                granted = True
            starts = clause.role in _STARTS
            if starts and current is not None and not numbered and _goes_on(text, sentence, clause, current, wording):
                starts = False
            if starts and numbered and current is not None and current.clause.role == "explicit":
                starts = clause.role == "explicit" and wording.has("another", text, sentence.start, sentence.end)
            note = wording.first("use-note", text, sentence.start, sentence.end)
            if note and current is not None:
                _take_note(note.reveals, inside)
                continue
            if current is not None and clause.role == "also":
                current.also.extend(mark.reveals for mark in wording.each("also", text, sentence.start, sentence.end))
                current.end = sentence.end
                continue
            apart = clause.role in ("continuous", "procedure") and not numbered and not _goes_on(text, sentence, clause, current, wording)
            if starts or current is None or apart:
                draft = Draft(passage.number, part, clause, sentence.start, sentence.end, numbered)
                if clause.role == "also":
                    draft.also.extend(mark.reveals for mark in wording.each("also", text, sentence.start, sentence.end))
                draft.bodies.append(clause.body)
                inside.append(draft)
                continue
            if clause.role == "limit":
                current.end = sentence.end
                continue
            if current.clause.role in ("plain", "limit", "also") and clause.role in _STARTS:
                current.clause = clause
            current.bodies.append((sentence.start, sentence.end))
            current.end = sentence.end
        drafts.extend(inside)
    return drafts


def _goes_on(text: str, sentence: Sentence, clause: Clause, current: Draft | None, wording: Wording) -> bool:
    """Whether an unnumbered sentence carries on the effect before it instead of beginning another."""
    if current is None or current.clause.role not in _STARTS:
        return False
    if wording.has("also-starts", text[sentence.start : sentence.end]):
        return False
    unresolved = current.clause.body[0] == current.clause.body[1]  # the activation stands alone, its resolution follows
    fresh = current.clause.role == "explicit" and unresolved and len(current.bodies) == 1
    if fresh and clause.role != "explicit":
        return True
    if clause.role == "imperative":
        return True
    if clause.role == "ignition" and wording.has("leaves-open", text, *current.bodies[-1]):
        return True
    return wording.has("continues", text[sentence.start : sentence.end])


def _take_note(note: str, inside: list[Draft]) -> None:
    """A sentence that says when "this effect" is used tells that what stands before it is activated by hand."""
    draft = inside[-1]
    if draft.clause.role not in _STARTS:
        draft.clause = draft.clause._replace(role="ignition", optional=True)
    if note == "opponent-turn":
        draft.also.append("opponent-turn")
