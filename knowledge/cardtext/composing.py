"""From sentences to effects: which sentence begins an effect, what belongs to it, and what kind it is."""

from dataclasses import dataclass, field
from typing import Literal

from knowledge.cardtext.clause import ACTIVATED, Clause
from knowledge.cardtext.punctuated import punctuated_sentence
from knowledge.cardtext.sentence import take_apart
from knowledge.cardtext.splitting import Passage, Sentence
from knowledge.cardtext.wording import Wording



@dataclass(slots=True)
class Draft:
    """An effect while it is being put together."""

    number: int
    part: str
    clause: Clause
    start: int
    end: int
    modern: bool  # of a text that states every activation
    bodies: list[tuple[int, int]] = field(default_factory=list)
    bullet: int = 0  # the bullet it began under
    bullets: list[tuple[Sentence, Clause]] = field(default_factory=list)
    also: list[str] = field(default_factory=list)
    outer: tuple[int, int] | None = None  # the condition of the choice this effect is one branch of
    choice: tuple[int, int] = (0, 0)  # what is paid and targeted before choosing
    card_activation: bool = False  # the text speaks of activating this very card
    resolves: bool = False  # a cost, a target or a resolution is printed
    equipped: bool = False  # it speaks of the monster this card is equipped to
    quick: bool = False  # the text calls it a quick effect
    limited: bool = False  # once per turn and the like
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


def drafts_of(text: str, found: list[Passage], part: str, wording: Wording) -> list[Draft]:
    """The effects of one part, in order, before their kinds are decided."""
    drafts: list[Draft] = []
    modern = any(passage.number for passage in found) or _states_activations(text, found, wording)
    for passage in found:
        drafts.extend(_drafts_of_passage(text, passage, part, modern, wording))
    if any(draft.number for draft in drafts):
        said_of_all = [mark for draft in drafts if not draft.number for mark in draft.also]
        for draft in drafts:
            draft.also.extend(said_of_all)
    return drafts


def _drafts_of_passage(text: str, passage: Passage, part: str, modern: bool, wording: Wording) -> list[Draft]:
    numbered = passage.number > 0
    inside: list[Draft] = []
    offers_choice = granted = False
    for sentence in passage.sentences:
        clause = take_apart(text, sentence, wording, modern)
        span = (sentence.start, sentence.end)
        current = inside[-1] if inside else None
        if sentence.bullet and (offers_choice or granted) and current:
            if offers_choice:
                current.bullets.append((sentence, clause))
            current.bodies.append(span)
            current.end = sentence.end
            continue
        begins = current is None or _begins(text, sentence, clause, current, numbered, wording)
        if clause.role != "limit" and not sentence.bullet:
            offers_choice = wording.has("offers-choice", text, *span) or (offers_choice and not begins)
            granted = wording.has("grants", text, *span)
        note = wording.first("use-note", text, *span)
        if note and current is not None:
            _take_note(note.reveals, current)
        elif current is not None and clause.role == "also":
            current.also.extend(mark.reveals for mark in wording.each("also", text, *span))
            current.end = sentence.end
        elif current is None or begins:
            draft = Draft(passage.number, part, clause, *span, modern, [clause.body], sentence.bullet)
            if clause.role in ("also", "limit"):
                draft.also.extend(mark.reveals for mark in wording.each("also", text, *span))
            inside.append(draft)
            if wording.has("union", text, *span):
                inside.append(Draft(passage.number, part, clause, *span, modern, [clause.body]))
        else:
            if clause.role != "limit":
                current.bodies.append(span)
            current.end = sentence.end
    return [one for draft in inside for one in _branches(draft, text, wording)]


def _begins(text: str, sentence: Sentence, clause: Clause, current: Draft, numbered: bool, wording: Wording) -> bool:
    """Whether a sentence begins another effect."""
    if numbered:
        if clause.role not in ACTIVATED:
            return False
        another = wording.has("another", text, sentence.start, sentence.end) or sentence.bullet > 0
        return (another and clause.role == "explicit") or current.clause.role != "explicit"
    if clause.role in ACTIVATED or clause.role in ("continuous", "procedure"):
        return not _goes_on(text, sentence, clause, current, wording)
    return False


def _branches(draft: Draft, text: str, wording: Wording) -> list[Draft]:
    """A choice whose bullets state activations of their own is several effects; else the draft itself."""
    equips_or_returns = wording.has("union", text, draft.start, draft.end)
    if not equips_or_returns and not any(_own_activation(clause) for _, clause in draft.bullets):
        return [draft]
    branches: dict[int, Draft] = {}
    for sentence, clause in draft.bullets:
        known = branches.get(sentence.bullet)
        if known is None:
            outer = draft.clause
            own = clause if clause.role == "explicit" else outer._replace(body=(sentence.start, sentence.end))
            merged = own._replace(
                role=outer.role if outer.role in ACTIVATED else own.role,
                optional=outer.optional if outer.role in ACTIVATED else own.optional,
                events=own.events or outer.events,
                moments=(*outer.moments, *own.moments) if own is clause else outer.moments,
                response=own.response or outer.response,
            )
            branches[sentence.bullet] = Draft(
                draft.number, draft.part, merged, sentence.start, sentence.end, draft.modern, [merged.body], sentence.bullet, [],
                list(draft.also), outer.condition, outer.activation,
            )  # fmt: skip
        else:
            known.bodies.append((sentence.start, sentence.end))
            known.end = sentence.end
    return list(branches.values()) or [draft]


def _own_activation(clause: Clause) -> bool:
    return clause.role == "explicit"


def _states_activations(text: str, found: list[Passage], wording: Wording) -> bool:
    """Whether an English text is of the kind that sets activations off with colons and semicolons."""
    if not wording.punctuated:
        return False
    return any(
        wording.has("modern", text, sentence.start, sentence.end) or punctuated_sentence(text, sentence, wording)
        for passage in found
        for sentence in passage.sentences
    )


def _goes_on(text: str, sentence: Sentence, clause: Clause, current: Draft | None, wording: Wording) -> bool:
    """Whether an unnumbered sentence carries on the effect before it instead of beginning another."""
    if current is None or current.clause.role not in ACTIVATED:
        return False
    if wording.punctuated and clause.role == "explicit":
        return False
    if wording.has("also-starts", text[sentence.start : sentence.end]):
        return False
    piece = text[sentence.start : sentence.end]
    if sentence.bullet != current.bullet and sentence.bullet:
        return False
    if clause.role == "trigger" and (wording.has("equipped-word", piece) or wording.has("own-event", piece)):
        return False
    if clause.role == "continuous" and wording.has("in-force", piece) and not current.modern:
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


def _take_note(note: str, draft: Draft) -> None:
    """A sentence that says when "this effect" is used tells that what stands before it is activated by hand."""
    if draft.clause.role not in ACTIVATED:
        draft.clause = draft.clause._replace(role="ignition", optional=True)
    if note == "opponent-turn":
        draft.also.append("opponent-turn")
