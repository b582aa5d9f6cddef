"""Reading one card: parts, passages, sentences, then a profile for each effect."""

import re
from collections.abc import Iterable
from typing import get_args

import msgspec

from knowledge.data.profile import Action, Effect, Requirement, UnreadClause
from knowledge.problems import bad_input
from knowledge.text.card_reading import (
    CardReading,
    Doubt,
    Dropped,
    EffectReading,
    Language,
    Standing,
    Unread,
    Unsure,
    clauses_with,
    dropped_in,
    left_over,
    why_unsure,
)
from knowledge.text.drafts import Draft, drafts_of
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.effect_conditions import ALL_SO_LIMITED
from knowledge.text.effects.effect_kinds import CardType, Source, type_of
from knowledge.text.effects.effect_profile import Profile, profile_of
from knowledge.text.effects.filters import equip_target
from knowledge.text.effects.qualifiers import REMARKS
from knowledge.text.grammar import Wording, wording_of
from knowledge.text.passages import Plain, Span, card_parts, masked, passages, plain, without_materials
from knowledge.text.printer import read_wording

LONGEST = 10_000
_BULLET = "●"
_STOP = re.compile(r"[。.]")
READ_AT_MOST = 2_000  # more than twice the longest card; what stands behind is named as not read
_A_FEW = 6  # characters of a resolution that say nothing yet


def read_card(text: str, card_type: str, lang: Language, pendulum: str | None = None) -> CardReading:
    """Read a card's text into effect profiles; never fails on text up to 10,000 characters."""
    for given in (text, pendulum or ""):
        if len(given) > LONGEST:
            raise bad_input(
                "card-text.too-long",
                field="text",
                value=len(given),
                accepted=[f"<= {LONGEST}"],
                longest=LONGEST,
            )
    text, pendulum = _writable(text), pendulum and _writable(pendulum)
    if not pendulum and (own := read_wording(text.strip(), lang)) is not None:  # the desk's own wording
        return CardReading((_as_worded(*own, card_type, lang),), ())
    wording = wording_of(lang)
    kind = type_of(card_type)
    effects: list[EffectReading] = []
    unsure: list[Unsure] = []
    unread: list[Unread] = []
    for default_part, source in (("pendulum", pendulum), ("monster" if kind.frame == "monster" else "card", text)):
        if source:
            _read_part(source, default_part, kind, wording, pendulum is not None, effects, unsure, unread)
    if kind.printed_property == "equip" and not any(read.effect.opens_the_card for read in effects):
        effects.insert(0, _equip_activation(text, wording))
    return CardReading(tuple(_one_procedure(_activated_once(effects))), tuple(unsure), tuple(dict.fromkeys(unread)))


def _as_worded(plainly: str, effect: Effect, card_type: str, lang: Language) -> EffectReading:
    """An effect in the desk's own wording, with what the sentences before it say of it while it applies."""
    told = read_card(plainly, card_type, lang).effects if plainly.strip() else ()
    standing = tuple(one for read in told for one in read.continuous)
    when_or_if = effect.trigger.when_or_if if effect.trigger is not None else None
    return EffectReading(effect, when_or_if, (0, 0), {}, standing)


def ready_to_read() -> None:
    """Compile the patterns of every language now, so that no reading has to wait for them."""
    for language in get_args(Language):
        wording_of(language).look_through("")


def _activated_once(effects: list[EffectReading]) -> list[EffectReading]:
    """A sentence on how long the card stays is no second activation beside the one that does something."""
    activations = [read.effect for read in effects if read.effect.opens_the_card]
    if all(_only_stays(effect) for effect in activations) or len(activations) < 2:
        return effects
    return [
        msgspec.structs.replace(read, effect=msgspec.structs.replace(read.effect, kind="condition"))
        if read.effect.opens_the_card and _only_stays(read.effect)
        else read
        for read in effects
    ]


def _one_procedure(effects: list[EffectReading]) -> list[EffectReading]:
    """A sentence that rules other summons out belongs to the procedure that follows it."""
    kept: list[EffectReading] = []
    for read in effects:
        before = kept[-1].effect if kept else None
        if before and read.effect.kind == "summoning" and _rules_summons_out(before, read.effect):
            whole = msgspec.structs.replace(read.effect, does=(*before.does, *read.effect.does))
            span = (kept[-1].text_span[0], read.text_span[1])
            kept[-1] = msgspec.structs.replace(read, effect=whole, text_span=span)
        else:
            kept.append(read)
    return kept


def _rules_summons_out(condition: Effect, procedure: Effect) -> bool:
    same = (condition.kind, condition.number, condition.part) == ("condition", procedure.number, procedure.part)
    return same and bool(condition.does) and all(act.act == "forbid-summon" for act in condition.does)


def _only_stays(effect: Effect) -> bool:
    return not effect.number or (bool(effect.does) and all(action.act == "apply-later" for action in effect.does))


def _writable(text: str) -> str:
    """The text without halves of characters, which no answer could be written with; as long as before."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def _read_part(
    original: str,
    default_part: str,
    kind: CardType,
    wording: Wording,
    scale_apart: bool,
    effects: list[EffectReading],
    unsure: list[Unsure],
    unread: list[Unread],
) -> None:
    """Read one text, which may itself hold a scale part and a monster part."""
    whole = plain(original, wording)
    if len(whole.text) > READ_AT_MOST:
        unsure.append(_unsure(Doubt("too-long", (READ_AT_MOST, len(whole.text))), default_part, whole))
        whole = Plain(whole.text[:READ_AT_MOST], whole.places)
    hidden = masked(whole.text, wording)
    lowered = whole.text.lower() if wording.lower_case else whole.text
    spoken = lowered if len(lowered) == len(hidden) else whole.text
    wording.look_through(hidden, spoken)
    parts = [("", Span(0, len(hidden)))] if default_part == "pendulum" else card_parts(hidden, wording)
    for part, span in parts:
        name = part or default_part
        if (part == "pendulum" and scale_apart) or (name == "monster" and "normal" in kind.words):
            continue  # the scale was given apart as well; a Normal Monster's text is no effect
        rest = left_over(hidden, span, wording)
        profiles = _profiles(_drafts(hidden, spoken, span, name, kind, wording), kind, len(effects))
        all_told = [profile.effect for _, profile in profiles if profile is not None]
        for draft, profile in profiles:
            within = [run for run in rest if draft.start <= run[0] < draft.end]
            clauses = clauses_with(hidden, within, (draft.start, draft.end))
            kept = {clause: _unread(original, name, whole, clause, phrase) for clause, phrase in clauses.items()}
            unread.extend(kept.values())
            if profile is None:
                continue
            standing = tuple(one.does for one in profile.continuous)
            # what stands before the effects is said of all of them, and the profiles of these hold it
            holders = all_told if profile.effect.kind == "condition" else [_with_remarks(profile)]
            lost = dropped_in(spoken, hidden, (draft.start, draft.end), holders, standing, wording)
            unheld = {} if profile.unapplied else _clauses_of(hidden, draft, lost, clauses)
            kept |= {one: _unread(original, name, whole, one, word) for one, word in unheld.items()}
            unread.extend(kept[one] for one in unheld)
            clauses |= unheld
            doubtful = _about_activation(draft, clauses) if profile.effect.is_activated else []
            aside = [one for one in profile.unplaced_deeds if not any(_meet(one, clause) for clause in clauses)]
            kept |= {one: _unread(original, name, whole, one, spoken[one[0] : one[1]].strip()) for one in aside}
            unread.extend(kept[one] for one in aside)
            if profile.effect.kind == "continuous":
                spans = [one.span for one in profile.continuous]
                open_ = _beside_what_applies(hidden, within, spans, clauses)
                beside = [one for one in unheld if any(_in_one_sentence(hidden, one, span) for span in spans)]
                open_ = list(dict.fromkeys((*open_, *aside, *beside)))
                profile = profile._replace(effect=_in_doubt(profile.effect, [kept[one].text for one in open_]))
            if profile.effect.is_activated and (label := _label_of(hidden, draft)):
                kept[label] = _unread(original, name, whole, label, spoken[label[0] : label[1]])
                doubtful.append(label)
                unread.append(kept[label])
            for piece in profile.unplaced:
                kept.setdefault(piece, _unread(original, name, whole, piece, spoken[piece[0] : piece[1]].strip()))
                doubtful.append(piece)
            unread.extend(kept[piece] for piece in profile.unplaced)
            if doubtful:
                texts = tuple(dict.fromkeys(kept[clause].text for clause in doubtful))
                profile = profile._replace(effect=msgspec.structs.replace(profile.effect, unread=texts))
            left = [clause for clause in (*clauses, *aside) if clause not in doubtful]
            shell = _is_a_shell(profile.effect) or _is_lost(
                profile.effect, spoken[draft.start : draft.end], kind, wording
            )
            if profile.unapplied or _does_nothing_read(draft, profile.effect) or shell:
                # its words are known, but nothing of what they say is applied
                left = [(draft.start, draft.end)]
                kept[left[0]] = _unread(original, name, whole, left[0], "")
            if profile.effect.kind == "condition" and shell:
                profile = profile._replace(effect=msgspec.structs.replace(profile.effect, kind="unclassified"))
            if left and profile.effect.kind != "condition":
                deeds = tuple(_deed(kept[one].text, spoken, one, wording) for one in left)
                profile = profile._replace(effect=msgspec.structs.replace(profile.effect, unread_deeds=deeds))
            places = {field: whole.original_span(*stretch) for field, stretch in profile.spans.items()}
            text_span = whole.original_span(draft.start, draft.end)
            lasting = tuple(Standing(one.does, one.reach, whole.original_span(*one.span)) for one in profile.continuous)
            read = EffectReading(profile.effect, profile.when_or_if, text_span, places, lasting, profile.quick_if)
            effects.append(read)
            unsure.extend(_unsure(doubt, name, whole) for doubt in profile.doubts)


def _label_of(text: str, draft: Draft) -> tuple[int, int] | None:
    """What stands before the colon of a bullet that is an effect of its own: under what condition the card has it."""
    label = (draft.start, draft.clause.condition[0])
    in_a_list = text[: draft.start].rstrip().endswith(_BULLET)
    return label if in_a_list and text[label[0] : label[1]].rstrip().endswith(":") else None


def _does_nothing_read(draft: Draft, effect: Effect) -> bool:
    """Whether a text says what an activated effect does, and no part of the profile holds any of it."""
    told = any(end - start > _A_FEW for start, end in draft.bodies)
    return effect.is_activated and told and not (effect.does or effect.choices or effect.unread or effect.cost)


def _is_a_shell(effect: Effect) -> bool:
    """Whether a condition that is an effect of its own, or a way of coming out, holds nothing of what its text says."""
    bare = Effect(number=effect.number, kind=effect.kind, part=effect.part, summary=effect.summary)
    return effect.kind in ("condition", "summoning") and effect.number > 0 and effect == bare


def _is_lost(effect: Effect, said: str, kind: CardType, wording: Wording) -> bool:
    """Whether what a monster's text says before its effects is held nowhere: it is no limit, no oath and no remark."""
    bare = Effect(number=0, kind=effect.kind, part=effect.part, summary=effect.summary)
    return kind.frame == "monster" and effect == bare and not any(wording.has(one, said) for one in REMARKS)


def _drafts(
    text: str, spoken: str, span: Span, part: str, kind: CardType, wording: Wording
) -> list[tuple[Draft, Source]]:
    """The effects of a part, each with the text it is read from."""
    found = passages(text, span, wording)
    if part == "monster" and kind.opens_with_materials:
        found = without_materials(text, found, no_effect="effect" not in kind.words)
    drafts = drafts_of(text, found, part, wording)
    limits = [
        (sentence.start, sentence.end)
        for passage in found
        if not passage.number and len(found) > 1
        for sentence in passage.sentences
        if wording.has("limit-only", text, sentence.start, sentence.end)
        or wording.has("sworn", spoken, sentence.start, sentence.end)
        or any(one.reveals == "summon" for one in wording.each("limit-of", spoken, sentence.start, sentence.end))
    ]
    limits.extend(
        (draft.start, draft.end) for draft in drafts if not draft.number and draft.clause.role in ("limit", "also")
    )
    if wording.punctuated:
        limits.extend((mark.start, mark.end) for mark in wording.all("limit-on-all", text, *span))
    if kind.frame != "monster" and not kind.stays:
        drafts = _resolutions_joined(drafts, text, wording)
    source = Source(text, spoken, wording, limits)
    return [(draft, source) for draft in drafts]


def _profiles(drafts: list[tuple[Draft, Source]], kind: CardType, before: int) -> list[tuple[Draft, Profile | None]]:
    """The drafts with their profiles, numbered on from those of the parts before."""
    found: list[tuple[Draft, Profile | None]] = []
    number = before + 1
    for draft, source in drafts:
        profile = profile_of(draft, source, kind, number)
        found.append((draft, profile))
        number += profile is not None
    return _with_shared_limits(found)


def _with_shared_limits(found: list[tuple[Draft, Profile | None]]) -> list[tuple[Draft, Profile | None]]:
    """The profiles, those of which only one may be used with the numbers of all of them."""
    limits = [profile.effect.limit if profile is not None else None for _, profile in found]
    alike = [limit is not None and limit.shared == ALL_SO_LIMITED for limit in limits]
    numbers = tuple(p.effect.number for (_, p), one in zip(found, alike, strict=True) if p is not None and one)
    return [
        (draft, _sharing(profile, numbers if len(numbers) > 1 else ()) if profile is not None and one else profile)
        for (draft, profile), one in zip(found, alike, strict=True)
    ]


def _sharing(profile: Profile, numbers: tuple[int, ...]) -> Profile:
    assert profile.effect.limit is not None
    limit = msgspec.structs.replace(profile.effect.limit, shared=numbers)
    return profile._replace(effect=msgspec.structs.replace(profile.effect, limit=limit))


def _with_remarks(profile: Profile) -> Effect:
    """The effect together with the condition under which a remark makes it a quick one."""
    return msgspec.structs.replace(profile.effect, requires=(*profile.effect.requires, *profile.quick_if))


def _in_doubt(effect: Effect, clauses: list[str]) -> Effect:
    """A continuous effect whose acts wait for the clauses that were not read, as conditions nobody has read."""
    told = [printed for act in effect.does for printed in act.requires]
    if not clauses or any(printed.is_ == UNREAD for printed in told):
        return effect  # its acts tell themselves what was not read
    left = tuple(Requirement(is_=UNREAD, amount=clause) for clause in clauses)
    acts = tuple(msgspec.structs.replace(act, requires=(*act.requires, *left)) for act in effect.does)
    return msgspec.structs.replace(effect, does=acts)


def _beside_what_applies(
    text: str, runs: list[tuple[int, int]], spans: list[tuple[int, int]], clauses: Iterable[tuple[int, int]]
) -> list[tuple[int, int]]:
    """The clauses with something left over in the very sentence of what applies, but outside the words that say it."""
    found = []
    for clause in clauses:
        here = [span for span in spans if _in_one_sentence(text, span, clause)]
        outside = [run for run in runs if clause[0] <= run[0] < clause[1] and not any(a <= run[0] < b for a, b in here)]
        if here and outside:
            found.append(clause)
    return found


def _in_one_sentence(text: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    return not _STOP.search(text, min(one[0], other[0]), max(one[1], other[1]))


def _about_activation(draft: Draft, clauses: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of the clauses that stand before the resolution: condition, cost, target, limit."""
    clause = draft.clause
    end = clause.activation[1] if clause.role == "explicit" else clause.condition[1]
    return [one for one in clauses if one[0] < end]


def _clauses_of(
    text: str, draft: Draft, lost: list[Dropped], clauses: Iterable[tuple[int, int]]
) -> dict[tuple[int, int], str]:
    """The clauses that name what the profile holds nowhere, beside those told as not read."""
    begin = draft.clause.condition[0]  # behind the label of a bullet
    runs = [(one.start, one.end) for one in lost if begin <= one.start]
    found = clauses_with(text, runs, (draft.start, draft.end))
    return {one: word for one, word in found.items() if not any(_meet(one, other) for other in clauses)}


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one[0] < other[1] and other[0] < one[1]


def _deed(printed: str, text: str, clause: tuple[int, int], wording: Wording) -> UnreadClause:
    """A clause about what an effect does, with what its sentence speaks of.

    A condition nobody has read bears on what stands behind it, so the sentence counts as a whole.
    """
    begin = max((stop.end() for stop in _STOP.finditer(text, 0, clause[0])), default=0)
    stop = _STOP.search(text, max(clause[1] - 1, clause[0]))
    end = stop.start() if stop else None
    about = tuple(found.reveals for found in wording.each("speaks-of", text, *clause))
    beside = tuple(f.reveals for f in wording.each("speaks-of", text, begin, end) if f.reveals not in about)
    alone = wording.has("names-itself", text, begin, end) and not wording.has("speaks-of-others", text, begin, end)
    return UnreadClause(text=printed, about=about, beside=beside, own=alone)


def _unread(original: str, part: str, whole: Plain, stretch: tuple[int, int], phrase: str) -> Unread:
    span = whole.original_span(*stretch)
    return Unread(part, span, original[span[0] : span[1]].strip(), phrase)


def _unsure(doubt: Doubt, part: str, whole: Plain) -> Unsure:
    return Unsure(doubt.reason, part, whole.original_span(*doubt.span), why_unsure(doubt.reason))


def _resolutions_joined(drafts: list[Draft], text: str, wording: Wording) -> list[Draft]:
    """What an older Spell or Trap does later belongs to its activation, unless the card itself is elsewhere."""
    joined: list[Draft] = []
    for draft in drafts:
        clause = draft.clause
        own = any(event.subject == "self" for event in clause.events)
        apart = (
            draft.modern
            or not joined
            or clause.role in ("explicit", "limit", "also")
            or (own and wording.has("names-itself", text, *clause.condition))
            or wording.has("zone", text, draft.start, draft.end)
            or wording.has("equipped-word", text, draft.start, draft.end)
        )
        if apart:
            joined.append(draft)
        else:
            joined[-1].bodies.extend(draft.bodies)
            joined[-1].end = draft.end
    return joined


def _equip_activation(text: str, wording: Wording) -> EffectReading:
    """An Equip Card's activation targets the monster it will be equipped to, though few texts say so."""
    spoken = plain(text[:READ_AT_MOST], wording).text
    target = equip_target(spoken.lower() if wording.lower_case else spoken, wording)
    effect = Effect(number=0, kind="activate", part="card", targets=(target,), does=(Action(act="equip"),))
    return EffectReading(effect, None, (0, len(text)), {})
