"""What a question tells of the table and that reached no statement: it is said, and there is no sure verdict."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from knowledge.data.profile import Card, Effect
from knowledge.names.fold import fold
from knowledge.questions.asked import Asked
from knowledge.questions.cast import Cast, Item, does_one, does_so, neighbour
from knowledge.questions.lexicon import Phrase
from knowledge.questions.meanings import Meaning, open_word
from knowledge.questions.named.cut import Cut
from knowledge.questions.told.described_cards import is_described

_BATTLE = re.compile("attack|battle|damage")  # in words of events and moments
_ZONES = 5  # for monsters, of the main ones
_DONE = ("了", "已", "过", "already", "just", "ed ", "した")  # in a told part: it has been done


def find_unplaced(asked: Asked, made: Cut, cast: Cast, meanings: Mapping[str, Sequence[Meaning]]) -> None:
    """What tells of the table, and did not reach it."""
    left: list[Item] = []
    in_battle = {made.spelled(i.token) for i in cast.items if i.token and _says_how_a_fighter_lies(asked, cast, i)}
    asked.not_placed = [word for word in asked.not_placed if word not in in_battle]
    for item in cast.items:
        phrase, token = item.phrase, item.token
        if phrase is None or token is None or item.start in asked.told.used or restates_a_text(cast, item):
            continue
        described = item.has("describes") and item.part != cast.asked_part() and not _lies_face_up(cast, item)
        of_others = bool(token.groups) and not (_is_of_its_own(asked, cast, item) or _is_taken(asked, cast, item))
        loose = item.part != cast.asked_part() and _hangs_loose(asked, made, cast, item)
        counts = bool(phrase.number) and phrase.number not in ("effect", "link", "count")
        is_of_a_kind = phrase.thing is not None and is_described(phrase.thing) and not phrase.does
        is_of_a_kind = is_of_a_kind and not _is_the_kind_of_a_name(cast, item)
        described = described and not _is_the_kind_of_a_name(cast, item)
        described = described and not _tells_which_effect(asked, cast, item)
        counts = counts and not _is_the_kind_of_a_name(cast, item)
        if (
            described
            or is_of_a_kind
            or _is_of_others(asked, cast, item)
            or of_others
            or loose
            or phrase.states
            or counts
            or (phrase.origin == "material" and not any(a.origin == "material" for a in asked.accounts))
            or _dates_what_happened(cast, item)
        ):
            left.append(item)
    named_there = [i for i in asked.told.open if i.phrase and i.phrase.amount == "only" and i.start in asked.told.used]
    left += [i for i in asked.told.open if i not in left and not _tells_the_full_field_again(asked, i)]
    left = [i for i in left if i not in named_there and not (_is_a_count(i) and _is_taken(asked, cast, i))]
    asked.open_words += [
        replace(open_word(made.spelled(i.token), i, meanings), asked=i.part == cast.asked_part())
        for i in left
        if i.token
    ]
    aside = [i for i in cast.of("aside") if i.named and i.start not in asked.told.used]
    aside = [i for i in aside if not _is_taken(asked, cast, i)]
    for item in aside:
        assert item.named is not None
        name = made.spelled(item.named.token)
        plain = not _is_acted_on(cast, item) and not _may_be_a_word(cast, item, name)
        if plain and (item.part == cast.asked_part() or item.has_no_verb(cast)):
            asked.aside.append((name, item.named.card))
        else:
            asked.not_placed.append(name)


def _says_how_a_fighter_lies(asked: Asked, cast: Cast, item: Item) -> bool:
    """`attacks the face-down X`: the battle on the table says so."""
    fighter = asked.attack.defender if asked.attack is not None else None
    beside = neighbour(cast.items, cast.items.index(item), 1)
    if fighter is None or fighter.face != "down" or beside is None or beside.named is None:
        return False
    return item.phrase is not None and item.phrase.face == "down" and beside.named.card is fighter.card


def _tells_which_effect(asked: Asked, cast: Cast, item: Item) -> bool:
    """`they activate X, the effect that destroys`: right behind the card answered, what one of its effects does."""
    before = [i for i in cast.in_part(item.part) if i.named and i.start < item.start]
    acts = item.phrase.does if item.phrase else ()
    if not acts or not before or asked.answered is None or before[-1].named is None:
        return False
    return before[-1].named.card is asked.answered[0] and does_one(asked.answered[0], acts)


def _may_be_a_word(cast: Cast, item: Item, typed: str) -> bool:
    """`the monsters are all asleep`: one word that begins a card's name, told beside; as a word it may say anything."""
    assert item.named is not None
    card = item.named.card
    whole = {fold(name) for name in (card.names.en, *card.aliases)}
    again = any(i.who == item.who and i is not item for i in cast.items)
    return typed.isascii() and typed.isalpha() and typed.islower() and fold(typed) not in whole and not again


def is_the_object(asked: Asked, start: int, end: int) -> bool:
    """Whether words nobody knows stand in what is asked right beside a deed, as what it would be done to."""
    cast = asked.cast
    here = cast.asked_items if cast else []
    before = [i for i in here if i.token and asked.places[i.token.end - 1] + 1 <= start]
    behind = [i for i in here if i.token and asked.places[i.start] >= end and not i.has("object")]
    beside = [*before[-1:], *behind[:1]]
    first = asked.places[here[0].start] if here else 0
    apart = any(end <= asked.places[i.start] < first for i in cast.items) if cast else True  # it stands in another part
    inside = bool(here) and not apart
    return inside and any(i.phrase and i.phrase.does for i in beside)


def _tells_the_full_field_again(asked: Asked, item: Item) -> bool:
    """`no zone is left`, where one's monster zones are told to be full already."""
    own = [c for c in asked.told.cards if (c.get("side"), c.get("zone")) == ("own", "monster-zone")]
    return item.phrase is not None and item.phrase.amount == "full" and len(own) >= _ZONES


def _is_the_kind_of_a_name(cast: Cast, item: Item) -> bool:
    """`the Field Spell X`: a kind said before the name of a card that is of it."""
    names = [i.named for i in cast.items if i.named and item.token and i.named.token.start == item.token.end]
    if names and item.phrase and item.phrase.number == "level" and item.token:
        return item.token.number == names[0].card.level  # "the Level 10 X", which it is
    kinds = item.phrase.thing.type if item.phrase and item.phrase.thing else ()
    told = item.phrase.activation if item.phrase else ""
    if names and told in ("spell", "trap") and item.phrase and not item.phrase.thing:
        return names[0].card.type.lower().startswith(told)  # "the spell X"
    return bool(names and kinds) and all(kind in names[0].card.type.lower() for kind in kinds)


def restates_a_text(cast: Cast, item: Item) -> bool:
    """`X, which is unaffected by effects`: what the text of the card named before it says of it anyway."""
    told = item.phrase is not None and bool(item.phrase.does) and item.part != cast.asked_part()
    before = [i for i in cast.items if i.named and i.part in (item.part, item.part - 1) and i.start < item.start]
    at = cast.items.index(item)
    behind = cast.items[at + 1] if at + 1 < len(cast.items) and cast.items[at + 1].part == item.part else None
    beside = behind if behind is not None and behind.named else before[-1] if before else None  # "不能被解放的X"
    card = beside.named.card if told and beside is not None and beside.named else None
    lasting = card.standing_effects if card is not None else ()
    return any(_says_so(effect, item.phrase) for effect in lasting if item.phrase)


def _says_so(effect: Effect, phrase: Phrase) -> bool:
    """Whether a text does what a phrase says; of an act that is about one thing or another, about this one."""
    about = [mark for mark in phrase.marks if mark.startswith("being-")]
    return does_so(effect, phrase.does) and (not about or any(act.to in about for act in effect.does))


def _is_taken(asked: Asked, cast: Cast, item: Item) -> bool:
    """`they search Y with X`: what the activation answered would take, right behind what it does."""
    at = cast.items.index(item)
    before = cast.items[at - 1] if at > 0 else None
    if asked.answered is None or before is None or before.phrase is None or before.part != item.part:
        return False
    beside = cast.items[at - 2] if at > 1 else None
    thrown = beside is not None and beside.role == "answered" and before.has("activate") and not before.phrase.told
    acts = before.phrase.does or (("discard",) if thrown else ())  # "X丢Y": the word for using a card of the hand
    told = item.part != cast.asked_part() and bool(acts)
    return told and (does_one(asked.answered[0], acts) or _pays(asked.answered[0], acts))


def _is_a_count(item: Item) -> bool:
    return item.phrase is not None and item.phrase.number == "count" and item.phrase.thing is None


def _lies_face_up(cast: Cast, item: Item) -> bool:
    """`X表侧`: right behind a card in force a word that describes nothing else says how it lies there."""
    at = cast.items.index(item)
    before = cast.items[at - 1] if at > 0 else None
    plain = item.phrase is not None and item.phrase.thing is None and not item.phrase.activation
    return plain and before is not None and before.role == "in-force" and before.part == item.part


def _is_acted_on(cast: Cast, item: Item) -> bool:
    """`能把X除外来发动Y`: a name inside what is asked, which is neither what is activated nor told beside it."""
    here = cast.asked_items
    asks = [i.start for i in here if i.has("may", "must")]
    taken = [i for i in here if i.has("takes", "towards", "aimed", "is-cost") or (i.phrase and i.phrase.by == "cost")]
    return item in here and bool(asks) and asks[0] < item.start and bool(taken)


def _dates_what_happened(cast: Cast, item: Item) -> bool:
    """`was destroyed last turn`: no account of this moment, and no statement says what came since."""
    told = [i.phrase for i in cast.in_part(item.part) if i.phrase]
    return item.has("last-turn") and any(phrase.events or phrase.told for phrase in told)


def _is_of_others(asked: Asked, cast: Cast, item: Item) -> bool:
    """Whether a word tells where an activation was made, or how a monster stands that is in no battle."""
    phrase, here = item.phrase, cast.in_part(item.part)
    if phrase is None:
        return False
    told = " ".join(word for i in cast.items if i.phrase for word in (*i.phrase.events, i.phrase.at))
    fought = asked.attack is not None or any(i.has("attack") for i in cast.items) or _BATTLE.search(told)
    return bool(phrase.zone and is_of_an_activation(here, item)) or bool(phrase.position and not fought)


def _is_of_its_own(asked: Asked, cast: Cast, item: Item) -> bool:
    """Whether an archetype in what is asked is the card's own: what its effect takes, not what lies there."""
    if asked.card is None or item.part != cast.asked_part() or item.token is None or not asked.does:
        return False
    called = [fold(name) for group in item.token.groups for name in group.names.values() if name]
    names = asked.card.names
    spelled = [fold(name) for name in (names.zh, names.ja, names.en, *asked.card.aliases) if name]
    return any(group in name for group in called for name in spelled)


def _hangs_loose(asked: Asked, made: Cut, cast: Cast, item: Item) -> bool:
    """Whether a word tells that something was done, and no statement came of it."""
    phrase = item.phrase
    assert phrase is not None
    if phrase.events or phrase.told or phrase.states or phrase.activation or phrase.at:
        return False
    part = cast.in_part(item.part)
    if any(i.phrase and i.phrase.at for i in part) and not any(i.is_name for i in part):
        return False  # only a moment is told
    behind = next((i for i in part if i.start > item.start), None)
    if item.has("must") and behind is not None and behind.has("activate"):
        return False  # "强制发动": the activation tells it
    if item.has("attack", "other-act", "must"):
        return asked.attack is None and not any(i.phrase and i.phrase.at for i in part)
    if not item.has("activate", "respond") or asked.answered_kind:
        return False
    others = {card.id for card, _, _ in asked.links} | ({asked.answered[0].id} if asked.answered else set())
    named = {i.who for i in part if i.is_name}
    if named & others or any(i.role in ("answered", "link", "fights", "target") for i in part):
        return False
    if asked.card is not None and named <= {asked.card.id}:
        meant = [asked.card, *([asked.answered[0]] if asked.answered else [])]
        if phrase.does:  # it describes the effect that is meant
            return not any(does_one(card, phrase.does) or _pays(card, phrase.does) for card in meant)
        return _is_over(made, part)
    return True


def _pays(card: Card, acts: tuple[str, ...]) -> bool:
    return any(act.act.startswith(acts) for effect in card.effects for act in effect.cost)


def _is_over(made: Cut, part: list[Item]) -> bool:
    """Whether a part tells that something was done already, not that somebody wants to."""
    first, last = made.places[part[0].start], made.places[max(i.start for i in part)] + 2
    said = made.text[first:last].lower()
    return any(word in said for word in _DONE)


def is_of_an_activation(here: list[Item], item: Item) -> bool:
    """`a monster effect activated in the GY`: the place of the activation that is answered, told without its card."""
    before = [i for i in here[: here.index(item)] if i.is_name or (i.phrase and i.phrase.activation)]
    return bool(before) and not before[-1].is_name
