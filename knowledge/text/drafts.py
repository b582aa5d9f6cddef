"""From sentences to effects: which sentence begins an effect, and what belongs to it."""

from dataclasses import dataclass, field

from knowledge.text.grammar import Wording
from knowledge.text.passages import Passage, Sentence
from knowledge.text.sentence import ACTIVATED_ROLES, Clause, bare, punctuated_sentence, take_apart

ONE_ONLY = "second-copy-face-up"


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
    beside_numbers: bool = False  # of a text that numbers its effects; one without a number has none
    preamble: bool = False  # it stands before the numbered effects
    in_force: bool = False  # it holds as long as the card stays
    spends_itself: bool = False  # its cost takes this very card, or counters from it
    limited: bool = False  # once per turn and the like
    negates: bool = False  # the resolution negates an activation or a summon


def branches_of(draft: Draft, text: str, wording: Wording) -> list[Draft]:
    """A choice whose bullets state activations of their own is several effects; else the draft itself."""
    equips_or_returns = wording.has("union", text, draft.start, draft.end)
    if not equips_or_returns and not any(_own_activation(clause) for _, clause in draft.bullets):
        return [draft]
    one_activation = wording.has("one-of", text, draft.start, draft.bullets[0][0].start) if draft.bullets else False
    answers = one_activation and any(clause.response for _, clause in draft.bullets)
    branches: dict[int, Draft] = {}
    for sentence, clause in draft.bullets:
        known = branches.get(sentence.bullet)
        if known is None:
            outer = draft.clause
            own = clause if clause.role == "explicit" else outer._replace(body=(sentence.start, sentence.end))
            merged = own._replace(
                role=outer.role if outer.role in ACTIVATED_ROLES else own.role,
                optional=own.optional or (outer.optional and outer.role in ACTIVATED_ROLES),
                events=own.events or outer.events,
                moments=(*outer.moments, *own.moments) if own is clause else outer.moments,
                response=own.response or outer.response,
            )
            branches[sentence.bullet] = Draft(
                number=draft.number,
                part=draft.part,
                clause=merged,
                start=sentence.start,
                end=sentence.end,
                modern=draft.modern,
                bodies=[merged.body],
                bullet=sentence.bullet,
                also=list(draft.also),
                outer=outer.condition,
                choice=outer.activation,
                quick=answers,
            )
        else:
            known.bodies.append((sentence.start, sentence.end))
            known.end = sentence.end
    by_chance = wording.has("chance", text, draft.clause.body[0], draft.bullets[0][0].start) if draft.bullets else False
    return [draft, *branches.values()] if by_chance else list(branches.values()) or [draft]


def _own_activation(clause: Clause) -> bool:
    return clause.role == "explicit"


def drafts_of(text: str, found: list[Passage], part: str, wording: Wording) -> list[Draft]:
    """The effects of one part, in order, before their kinds are decided."""
    drafts: list[Draft] = []
    modern = any(passage.number for passage in found) or _states_activations(text, found, wording)
    for passage in found:
        drafts.extend(_drafts_of_passage(text, passage, part, modern, wording))
    if {draft.number for draft in drafts if draft.number} == {1} and wording.has("gained-by-number", text):
        for draft in drafts:  # effects gained one by one have the number of their bullet
            draft.number = draft.bullet or draft.number
    if any(draft.number for draft in drafts):
        said_of_all = [mark for draft in drafts if not draft.number for mark in draft.also]
        for draft in drafts:
            draft.also.extend(said_of_all)
            draft.beside_numbers = True
            draft.preamble = not draft.number and draft.clause.role not in ACTIVATED_ROLES
            if draft.clause.role == "plain" and draft.number in _said_to_activate(text, drafts):
                draft.clause = draft.clause._replace(role="ignition", optional=True)
    return drafts


def _said_to_activate(text: str, drafts: list[Draft]) -> set[int]:
    """The numbers of which the text before them says that they can be activated on the opponent's turn."""
    said = [text[draft.start : draft.end] for draft in drafts if not draft.number and "opponent-turn" in draft.also]
    return {ord(char) - ord("①") + 1 for piece in said for char in piece if "①" <= char <= "⑳"}


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
        if note and note.reveals == "once" and current is not None:
            inside.extend(_used_by_hand(text, current, passage, wording))
            inside[-1].end = sentence.end
        elif note and current is not None:
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
            if _names_the_event(clause, current):
                current.clause = current.clause._replace(events=clause.events)
            if clause.role != "limit":
                current.bodies.append(span)
            current.end = sentence.end
    return [one for draft in inside for one in branches_of(draft, text, wording)]


def _names_the_event(clause: Clause, current: Draft) -> bool:
    """Whether an older text says first in which phase, and then, in its next sentence, upon what it is used."""
    in_battle = any(moment.reveals == "in-battle-phase" for moment in current.clause.moments)
    waits = current.clause.role == "explicit" and not current.clause.events and in_battle
    return waits and len(current.bodies) == 1 and clause.role == "trigger" and clause.optional and not current.number


def _begins(text: str, sentence: Sentence, clause: Clause, current: Draft, numbered: bool, wording: Wording) -> bool:
    """Whether a sentence begins another effect."""
    if numbered:
        if clause.role not in ACTIVATED_ROLES:
            return False
        another = wording.has("another", text, sentence.start, sentence.end) or sentence.bullet > 0
        return (another and clause.role == "explicit") or current.clause.role != "explicit"
    if any(mark.reveals.endswith(ONE_ONLY) for mark in wording.each("standing", text, sentence.start, sentence.end)):
        return True  # how many copies may lie there is no part of an effect
    if clause.role == "plain" and wording.has("stands-alone", text, sentence.start, sentence.end):
        return True
    if clause.role in ACTIVATED_ROLES or clause.role in ("continuous", "procedure"):
        return not _goes_on(text, sentence, clause, current, wording)
    # where punctuation marks every activation, what stands apart from it and does not refer back is a rule of its own
    alone = clause.role == "plain" and wording.punctuated and current.modern and not sentence.bullet
    return alone and not wording.has("continues", text, sentence.start, sentence.end)


def _states_activations(text: str, found: list[Passage], wording: Wording) -> bool:
    """Whether a text without numbers is of the kind that sets activations off with colons and semicolons."""
    if not wording.punctuated:
        return wording.has("modern", text)
    everything = [sentence for passage in found for sentence in passage.sentences]
    if everything and wording.has("modern", text, everything[0].start, everything[-1].end):
        return True
    return any(
        punctuated_sentence(text, sentence, wording) and not wording.has("chooses", text, sentence.start, sentence.end)
        for sentence in everything
    )


def _goes_on(text: str, sentence: Sentence, clause: Clause, current: Draft | None, wording: Wording) -> bool:
    """Whether an unnumbered sentence carries on the effect before it instead of beginning another."""
    if current is None or current.clause.role not in ACTIVATED_ROLES:
        return False
    if wording.punctuated and clause.role == "explicit":
        return False
    if wording.has("continues-anyway", text, sentence.start, sentence.end):
        return True
    if wording.has("further", text, sentence.start, sentence.end):
        return True
    if wording.has("also-starts", text, sentence.start, sentence.end):
        return False
    piece = text[sentence.start : sentence.end]
    if sentence.bullet != current.bullet and sentence.bullet:
        return False
    if clause.role == "trigger" and wording.has("equipped-word", piece):
        return False
    if clause.role in ("trigger", "ignition") and wording.has("own-event", piece):
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


def _used_by_hand(text: str, current: Draft, passage: Passage, wording: Wording) -> list[Draft]:
    """The sentence before "use this effect once per turn", which so turns out to be an effect to use by hand."""
    start, end = current.bodies[-1]
    if current.clause.role in ACTIVATED_ROLES or wording.has("passive", text, start, end):
        return []
    if not wording.has("act", text, start, end):
        return []
    if len(current.bodies) == 1 and current.clause.role == "plain":
        current.clause = current.clause._replace(role="ignition", optional=True)
        return []
    if len(current.bodies) == 1:
        return []
    del current.bodies[-1]
    current.end = current.bodies[-1][1]
    clause = bare("ignition", start, end)._replace(optional=True)
    return [Draft(passage.number, current.part, clause, start, end, current.modern, [(start, end)])]


def _take_note(note: str, draft: Draft) -> None:
    """A sentence that says when "this effect" is used tells that what stands before it is activated by hand."""
    if draft.clause.role not in ACTIVATED_ROLES:
        draft.clause = draft.clause._replace(role="ignition", optional=True)
    if note == "opponent-turn":
        draft.also.append("opponent-turn")
