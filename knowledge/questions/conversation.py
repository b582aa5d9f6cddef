"""A follow-up is the question before with one thing changed: another card, moment or figure, or it asks anew.

The lines of a conversation become one whole question in words, which is then read like any other; so what is taken over
from an earlier line is seen and shown like everything else.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from knowledge.data.profile import Card
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Item, answers_things, is_fast
from knowledge.questions.outcomes.asked_outcomes import outcome_words
from knowledge.questions.outcomes.counts import amount_words, counts_in
from knowledge.questions.outcomes.special_questions import brought_words

_OF_FIGURES = ("amount", "stats", "damage")  # a figure told anew stands for the one before
_PLAINLY_ASKS = ("may", "must", "when", "targets", "is-cost")
_ASKS_ITSELF = ("may", "must", "activate", "targets", "is-cost", "outcome", "attack-asked", "damage", "value", "often")
_ARTICLE = re.compile(r"\b(?:my|the|an)\s+$", re.I)
_POSSESSIVE = "'s"
_UNPLACED = "unplaced"
_THERE_OR_NOT = frozenset(("has-monster", "no-monsters"))
_SET_NOW, _THEIR_TURN = "set-this-turn", "opponent"
_KANA = re.compile("[\u3041-\u30ff]")
_DOER = "が"  # whoever stands before it does it
Reader = Callable[[str], Asked]


def _asks_anew(text: str) -> bool:
    """Whether a line asks for a figure, an outcome or an act by itself."""
    told = outcome_words().act_asked(text) or outcome_words().thing_asked(text)
    return told is not None or bool(amount_words().figure_asked(text)[0])


def whole_question(lines: list[str], read: Reader) -> str:
    """The last line in the light of those before it."""
    whole = lines[0]
    for line in lines[1:]:
        whole = _followed(read(whole), read(line))
    return whole


def _followed(before: Asked, now: Asked) -> str:
    if now.cast is None or before.cast is None or not before.cast.items:
        return now.text
    asks = any(item.has(*_ASKS_ITSELF) for item in now.cast.items) or _asks_anew(now.text)
    asks = asks and not _only_tells(now) and not _only_changes(now)
    figure = before.kind in _OF_FIGURES and not _asks_anew(now.text)
    figure = figure and not any(item.has(*_PLAINLY_ASKS) for item in now.cast.items)
    if not now.cards and brought_words().speaks_of_it(now.text) and (brought := brought_words().told(before)):
        return f"{before.text[brought.start : brought.end]} {now.text}"
    if before.kind == "damage" and not now.cards and (lying := _in_another_position(before, now)):
        return lying
    if (figure or not asks) and not now.cards and (told := _with_other_numbers(before.text, now.text)):
        return told
    if not now.cards and not asks and (told := _with_or_without(before, now)):
        return told
    if not now.cards and not asks and (turned := _with_another_face(before.text, now.text)):
        return turned
    if before.kind == "stats" and now.cards and not asks and amount_words().added.search(now.text.lower()):
        return f"{before.text}，{now.text}"
    if before.kind == "stats" and not asks and (two := _another_copy(before, now)):
        return two
    of_a_figure = bool(amount_words().figure_asked(now.text)[0]) and before.kind not in _OF_FIGURES
    if not now.cards and (of_a_figure or (outcome_words().thing_asked(now.text) and len(before.cards) > 1)):
        return f"{_as_told(before)} {now.text}"
    if not asks and not now.cards and (told := _a_turn_later(before, now)):
        return told
    if not asks and not now.cards and (told := _of_another_activation(before, now) or _of_another_thing(before, now)):
        return told
    if not asks and not now.cards and (told := _in_another_place(before, now)):
        return told
    if not asks and not now.cards and (told := _from_elsewhere(before.text, now.text)):
        return told
    if not asks and not now.cards and (told := _by_the_other_player(before, now)):
        return told
    if now.cards and not asks and (now.cast.of("in-force") or _lies_there(now)):
        return f"{now.text}，{before.text}"
    if now.cards and not asks and {card.id for card in now.cards} <= {card.id for card in before.cards}:
        return f"{now.text}，{before.text}"  # more is told of a card named before
    if now.cards:
        again = {card.id for card in before.cards} <= {card.id for card in now.cards} and _tells_nothing(before)
        return _with_another_card(before, now) if not asks else now.text if again else _told(before) + now.text
    doubted = [item.doubt for item in now.cast.items if item.doubt and item.doubt.cards]
    if doubted and not asks:
        return _with_another_card(
            before, replace(now, cards=doubted[0].cards[:1], named=[(doubted[0].name, doubted[0].cards[0])])
        )
    if asks:
        subject = before.asked_as or (before.named[0][0] if before.named else "")
        told = "" if _tells_another_event(before, now) else _told(before) or _summoned(before)
        return told + now.text if subject and subject in told else f"{told}{_quoted(subject)}{now.text}"
    return _changed(before, now)


def _only_tells(now: Asked) -> bool:
    """`what if I used it already`: a state of the table, and no word that asks."""
    assert now.cast is not None
    states = {state for item in now.cast.items if item.phrase for state in item.phrase.states} - {_UNPLACED}
    return bool(states) and not any(item.has(*_PLAINLY_ASKS, "asks", "outcome") for item in now.cast.items)


def _only_changes(now: Asked) -> bool:
    """`and those on the field?`: no word that asks, and one that sets it beside what was asked before."""
    assert now.cast is not None
    plain = not any(item.has(*_PLAINLY_ASKS, "asks", "outcome", "attack-asked", "often") for item in now.cast.items)
    return plain and not now.cards and not _asks_anew(now.text) and outcome_words().beside_it(now.text)


def _in_another_place(before: Asked, now: Asked) -> str:
    """`and those in the GY?`: the one place spoken of, replaced by another."""

    def lies(item: Item) -> bool:
        return item.phrase is not None and bool(item.phrase.zone or item.phrase.place)

    new, old = _spans(now, lies), _spans(before, lies)
    if len(new) != 1 or len(old) != 1 or any(i.phrase and i.phrase.events for i in _items(now)):
        return ""
    [(first, last)], [(start, end)] = old, new
    return before.text[:first] + now.text[start:end] + before.text[last:]


def _tells_nothing(before: Asked) -> bool:
    """Whether the parts before the question tell no state, number or place, and no card that lies there."""
    part = before.cast.asked_part() if before.cast else 0
    told = [i for i in _items(before) if i.part < part]
    phrases = [i.phrase for i in told if i.phrase]
    return not any(p.states or p.number or p.place or p.events or p.turn for p in phrases) and not any(
        i.role == "in-force" for i in told
    )


def _tells_another_event(before: Asked, now: Asked) -> bool:
    """`and if I set one, can I use it?`: another event in place of the one told, which is all that was told."""
    part = before.cast.asked_part() if before.cast else 0
    told = [i for i in _items(before) if i.part < part]
    happens = any(i.phrase and (i.phrase.events or i.phrase.told) for i in _items(now))
    kept = any(i.role == "in-force" or (i.phrase and (i.phrase.states or i.phrase.number)) for i in told)
    was_one = any(i.phrase and (i.phrase.events or i.has("other-act")) for i in told)
    return happens and was_one and not kept


def _items(asked: Asked) -> list[Item]:
    return asked.cast.items if asked.cast else []


def _lies_there(now: Asked) -> bool:
    """`and if they have X?`: a card is told to be there, one that works by lying there."""
    assert now.cast is not None
    there = any(i.phrase.amount == "some" or i.phrase.role == "in-force" for i in now.cast.items if i.phrase)
    return there and any(card.standing_effects for card in now.cards)


def _another_copy(before: Asked, now: Asked) -> str:
    """`and one more?`: two of the one card that was used."""
    used = [i for i in _items(before) if i.named and i.named.card.atk is None]
    if now.cards or len(used) != 1 or before.copies or not amount_words().one_more.search(now.text.lower()):
        return ""
    [(start, _)] = _spans(before, lambda item: item is used[0])
    lang = "en" if before.text.isascii() else "ja" if _KANA.search(before.text) else "zh"
    return before.text[:start] + amount_words().two_of[lang] + before.text[start:]


def _with_or_without(before: Asked, now: Asked) -> str:
    """`and if I control no monsters?`: in place of the monsters that were told to be there, or the other way round."""

    def tells(item: Item) -> bool:
        return bool(item.phrase and _THERE_OR_NOT & set(item.phrase.states))

    new, old = _spans(now, tells), _spans(before, tells)
    if len(new) != 1 or len(old) > 1:
        return ""
    first, last = old[0] if old else _told_there(before)
    [(start, end)] = new
    return before.text[:first] + now.text[start:end] + before.text[last:] if first < last else ""


def _told_there(asked: Asked) -> tuple[int, int]:
    """Where monsters are told to be there, without the words for whose: `有怪` of 我场上有怪, `モンスターがいる時`."""
    items = _items(asked)
    for at, item in enumerate(items):
        if not (item.phrase and item.phrase.thing and item.phrase.thing.kind == "monster" and item.token):
            continue
        start, end = asked.span(item.token)
        before, behind = items[at - 1] if at else None, items[at + 1] if at + 1 < len(items) else None
        if before and before.phrase and before.phrase.role == "in-force" and before.phrase.card == "after":
            there = next((word for word in outcome_words().there_is if asked.text[:start].endswith(word)), "")
            return (start - len(there), end) if there else (0, 0)
        if behind and behind.token and behind.phrase and behind.phrase.role == "in-force":
            return start, asked.places[behind.token.end - 1] + 1
    return 0, 0


def _with_another_face(before: str, now: str) -> str:
    """`and a face-up one?`: said in place of the other face, where the question before told one."""
    words = outcome_words()
    for old, new in ((words.lay_set, words.lay_open), (words.lay_open, words.lay_set)):
        told, said = old.search(before.lower()), new.search(now.lower())
        if told and said and not new.search(before.lower()):
            return before[: told.start()] + now[said.start() : said.end()] + before[told.end() :]
    return ""


def _in_another_position(before: Asked, now: Asked) -> str:
    """`and if it is in defence position with 2000 DEF?`: told of the monster attacked, in place of its figure."""
    lying = _spans(now, lambda i: bool(i.phrase and (i.phrase.position or i.phrase.face)))
    figures = _spans(now, lambda i: bool(i.phrase and i.phrase.number in ("atk", "def")))
    defender = before.attack.defender if before.attack else None
    if not lying or defender is None:
        return ""
    told = " ".join(now.text[first:last] for first, last in [*lying, *(f for f in figures if f not in lying)])
    named = _spans(before, lambda i: i.named is not None and i.named.card is defender.card)
    if named:
        first, _ = named[-1]
        return f"{before.text[:first]}{told} {before.text[first:]}"
    stated = _spans(before, lambda i: bool(i.phrase and i.phrase.number in ("atk", "def")))
    if not stated or not figures:
        return ""
    first, last = stated[-1]
    return f"{before.text[:first]} {told} {before.text[last:]}"


def _as_told(asked: Asked) -> str:
    """A question as an account: without the words that ask."""
    text = asked.text.rstrip("?？ ")
    for first, last in reversed(_spans(asked, lambda item: item.has("may", "asks", "must"))):
        text = f"{text[:first]} {text[last:]}"
    return f"{text.strip()}。" if not text.isascii() else f"{text.strip()}."


def _a_turn_later(before: Asked, now: Asked) -> str:
    """`and next turn?`, where the card was told to be set this turn: by then it was set a turn ago."""
    assert now.cast is not None
    later = any(i.has("next-turn") or (i.phrase and i.phrase.turn == _THEIR_TURN) for i in now.cast.items)
    told = [i for i in before.cast.items if i.phrase and i.phrase.turn] if before.cast else []
    spans = _spans(before, lambda i: bool(i.phrase and _SET_NOW in i.phrase.states))
    if not later or told or len(spans) != 1:
        return ""
    [(first, last)] = spans
    lang = "en" if before.text.isascii() else "ja" if _KANA.search(before.text) else "zh"
    turn = _spans(now, lambda i: bool(i.phrase and i.phrase.turn))
    when = "".join(f"{now.text[start:end]}，" for start, end in turn)
    return f"{when}{before.text[:first]} {outcome_words().set_earlier[lang]} {before.text[last:]}"


def _of_another_activation(before: Asked, now: Asked) -> str:
    """`and a monster effect?`: the activation spoken of, told without a card, replaced by another."""
    new, old = (_spans(asked, lambda i: bool(i.phrase and i.phrase.activation)) for asked in (now, before))
    if len(new) != 1 or not old:
        return ""
    (first, last), [(start, end)] = old[-1], new
    return before.text[:first] + now.text[start:end] + before.text[last:]


def _of_another_thing(before: Asked, now: Asked) -> str:
    """`how about a Synchro Monster`: the one kind of card described, replaced by another."""

    def described(item: Item) -> bool:
        thing = item.phrase.thing if item.phrase else None
        lies = item.phrase is not None and bool(item.phrase.position) and not item.phrase.number
        return lies or (thing is not None and bool(thing.type or thing.attribute or thing.race or thing.face))

    new, old = _spans(now, described), _spans(before, described)
    if len(new) != 1 or len(old) != 1:
        return ""
    [(first, last)], [(start, end)] = old, new
    return before.text[:first] + now.text[start:end] + before.text[last:]


def _from_elsewhere(before: str, now: str) -> str:
    """`and from the hand?`: where a card came from, said in place of where it came from before."""
    new = [(place, m) for place, pattern in outcome_words().origins.items() if (m := pattern.search(now.lower()))]
    old = [(place, m) for place, pattern in outcome_words().origins.items() if (m := pattern.search(before.lower()))]
    if len(new) != 1 or len(old) != 1 or new[0][0] == old[0][0]:
        return ""
    (_, said), (_, told) = new[0], old[0]
    return before[: told.start()] + now[said.start() : said.end()] + before[told.end() :]


def _by_the_other_player(before: Asked, now: Asked) -> str:
    """`and if I summon?`: the same done by the other player, where a player is all that is told anew."""
    assert now.cast is not None
    phrases = [item.phrase for item in now.cast.items if item.phrase]
    sides = {"own" if phrase.opens else phrase.side for phrase in phrases if phrase.side or phrase.opens}
    if len(sides) != 1 or any(phrase.at or phrase.turn or phrase.number or phrase.place for phrase in phrases):
        return ""
    told_before = {state for item in _items(before) if item.phrase for state in item.phrase.states}
    if any(set(phrase.states) - told_before for phrase in phrases):
        return ""  # "what if I used it already": more is told anew than a player
    [side] = sides
    other = amount_words().sides["opponent" if side == "own" else "own"]
    said = amount_words().sides[side].search(now.text.lower())
    told = other.search(before.text.lower())
    if said is None or told is None:
        return ""
    lead, rest = before.text[: told.start()], before.text[told.end() :]
    lead = _ARTICLE.sub("", lead) if rest.startswith(_POSSESSIVE) else lead
    rest = rest.removeprefix(_POSSESSIVE)
    return lead + now.text[said.start() : said.end()] + rest


def _with_other_numbers(before: str, now: str) -> str:
    """`and with 2?`: the numbers of the question before, of the same things, replaced by those told now."""
    text, changed = before, False
    for count in counts_in(now, []):
        earlier = [c for c in counts_in(text, []) if c.thing == count.thing]
        if earlier:
            of_the_attacker = amount_words().attacker.search(now.lower()) is not None
            start, end = earlier[0 if of_the_attacker else -1].spans[0]
            digits = len(text[start:end]) - len(text[start:end].lstrip("0123456789"))
            text = text[:start] + str(count.number) + text[start + (digits or 1) :]
            changed = True
    return text if changed else ""


def _quoted(name: str) -> str:
    return f"「{name}」 " if name else ""


def _spans(asked: Asked, wanted: Callable[[Item], bool]) -> list[tuple[int, int]]:
    """Where things of a question stand in its text."""
    assert asked.cast is not None
    found = []
    for item in asked.cast.items:
        token = item.token or (item.named.token if item.named else None)
        if token is not None and wanted(item):
            found.append(asked.span(token))
    return found


def _told(asked: Asked) -> str:
    """The parts of a question that tell of the table and do not ask."""
    assert asked.cast is not None
    asks = any(item.has("asks", "outcome", *_PLAINLY_ASKS) for item in asked.cast.items)
    if not asks and not _has_a_question_mark(asked):
        return f"{asked.text.rstrip('。. ，,')}，"  # the line only tells
    part = asked.cast.asked_part()
    asking = _spans(asked, lambda item: item.part == part)
    start = min((first for first, _ in asking), default=0)
    told = asked.text[:start].strip()
    return f"{told} " if told else ""


def _summoned(asked: Asked) -> str:
    """`X通招能…吗`: of the part that asks what stands before it, where that tells how the card came out."""
    here = asked.asked_items
    ask = next((i.start for i in here if i.has("may", "asks", "must")), 0)
    before = [i for i in here if i.start < ask]
    came = bool(before) and before[-1].has("other-act") and any(i.named for i in before[:-1])
    return f"{asked.text[: asked.places[ask]].strip()} " if came and len(before) == 2 else ""


def _has_a_question_mark(asked: Asked) -> bool:
    return any(sign in asked.text for sign in "?？")


def _with_another_card(before: Asked, now: Asked) -> str:
    """`what about X`: X in the place of the card it is most like."""
    new = now.cards[-1]
    name = next((spelled for spelled, card in now.named if card is new), new.names.zh)
    candidates = [card for card in before.cards if card is not new]
    if not candidates:
        return now.text
    done = _verb_before(now, new)  # "and chaining X?": in the place of the card that was chained
    candidates = [card for card in candidates if done and _verb_before(before, card) == done] or candidates
    old = max(reversed(candidates), key=lambda card: _likeness(card, new, before.card))
    spans = _spans(before, lambda item: item.named is not None and item.named.card is old)
    text = before.text
    for first, last in reversed(spans):
        text = text[:first] + name + text[last:]
    return text


def _verb_before(asked: Asked, card: Card) -> str:
    """Whether a card is told to be chained or to be activated, by the word right before its name."""
    items = _items(asked)
    for at, item in enumerate(items):
        if item.named and item.named.card is card:
            before = next((i for i in reversed(items[:at]) if i.part == item.part and i.phrase), None)
            if before is not None and before.has("respond", "chains-own"):
                return "chained"
            return "activated" if before is not None and before.has("activate") else ""
    return ""


def _likeness(one: Card, other: Card, subject: Card | None) -> int:
    kind = one.type.split(" / ")[0] == other.type.split(" / ")[0]
    answers, fast = answers_things(one) == answers_things(other), is_fast(one) == is_fast(other)
    return 3 * answers + fast + kind + (one is subject)


def _changed(before: Asked, now: Asked) -> str:
    """Another moment, figure or state: it stands for what was said of the kind, and before all else."""
    assert now.cast is not None
    phrases = [item.phrase for item in now.cast.items if item.phrase]
    moments = any(phrase.at or phrase.turn for phrase in phrases)
    numbers = {phrase.number for phrase in phrases if phrase.number}
    events = any(phrase.events for phrase in phrases)

    def replaced(item: Item) -> bool:
        phrase = item.phrase
        if phrase is None:
            return False
        return bool(
            (moments and (phrase.at or phrase.turn) and not phrase.events)
            or (phrase.number and phrase.number in numbers)
            or (events and (phrase.events or phrase.told))
        )

    spans = _spans(before, replaced)
    whose = _whose_event(before) if events and not any(phrase.side or phrase.opens for phrase in phrases) else None
    text = before.text
    for first, last in sorted([*spans, *([whose] if whose else [])], reverse=True):
        text = f"{text[:first]} {text[last:]}"
    return f"{_doer(before.text, whose)}{now.text}，{text}"


def _whose_event(before: Asked) -> tuple[int, int] | None:
    """Where the player stands of whose doing was told, before what was done."""
    assert before.cast is not None
    happened = [i.start for i in before.cast.items if i.phrase and i.phrase.events]
    sides = _spans(before, lambda i: bool(i.phrase and i.phrase.side and happened and i.start < happened[0]))
    return sides[-1] if sides else None


def _doer(text: str, whose: tuple[int, int] | None) -> str:
    """The word for a player who does something, to stand before what is done."""
    if whose is None:
        return ""
    first, last = whose
    word = text[first : last + text.startswith(_DOER, last)]
    return f"{word} " if word.isascii() else word
