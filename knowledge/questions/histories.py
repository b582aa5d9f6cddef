"""What the cards went through before: opened with an effect, aimed at, taken, in a chain that is over.

Each of these is told by a mark of the lexicon and becomes a statement of the table; where it cannot be placed the word
stays open, and is shown as left out.
"""

from dataclasses import replace

from knowledge.data.profile import Card
from knowledge.questions.asked import ANY_TIME, Account, Asked, where_it_went
from knowledge.questions.cast import Cast, Item, does_one, marks_of, side_before
from knowledge.questions.told.accounts import LEAVING, in_the_order_of_its_text, tell_how_it_lay, waits_for
from knowledge.questions.told.described_cards import (
    done_to_what_is_answered,
    named_as_its_target,
    tell_a_described_winner,
)
from knowledge.questions.told.doomed import tell_the_doomed
from knowledge.questions.told.only_cards import tell_equips, tell_its_battle, tell_who_leads
from knowledge.questions.told.statements import called, field_zone
from knowledge.questions.told.turn_so_far import (
    tell_copies_in_one_chain,
    tell_the_hand_limit,
    tell_what_came_back,
    tell_what_it_needs,
    tell_what_was_passed_up,
)
from knowledge.rules.book import Book

_OFF_FIELD = ("hand", "deck", "gy")
_COMES = ("added-to-hand", "drawn")
_TRIBUTE_SUMMONED, _NEEDS_NO_TRIBUTE = "tribute-summoned", 4
_OF_MATERIALS = frozenset(("Synchro", "Fusion", "Link"))
_TURNED_UP = ("flip-summoned", "flipped")
_FACE_DOWN = "face-down-defence"
_KINDS = {"monster-effect": "monster", "monster-effect-field": "monster", "spell": "spell", "trap": "trap"}
_NEGATED_ONE = "negated-one"  # the handle of a card whose activation came to nothing, told by its kind


def tell_histories(asked: Asked, cast: Cast, book: Book) -> None:
    """Place what a question tells of the time before it."""
    if asked.card is None:
        return
    _about_to_be_summoned(asked, cast)
    _given_for_a_summon(asked, cast)
    _opens_with_its_effect(asked, cast)
    _chain_is_done(asked, cast)
    _lay_there_already(asked, cast)
    _lies_set(asked, cast)
    _within_its_own_chain(asked, cast)
    _taken(asked, cast)
    _turned_down(asked, cast, book)
    _moved_since_its_use(asked, cast, book)
    _used_on(asked, cast, book)
    named_as_its_target(asked, cast, book)
    done_to_what_is_answered(asked, cast, book)
    _left_the_field(asked, book)
    tell_how_it_lay(asked, cast)
    _came_after_it(asked)
    in_the_order_of_its_text(asked, book)
    _since_an_earlier_turn(asked, cast)
    _banished_instead(asked)
    _in_the_middle_of_a_chain(asked, cast)
    tell_what_was_passed_up(asked, cast)
    tell_what_came_back(asked, cast)
    _link_was_negated(asked, cast)
    _described_one_was_negated(asked, cast)
    _both_fell(asked, cast)
    tell_a_described_winner(asked, cast)
    _opened_on_this_chain(asked, cast)
    tell_copies_in_one_chain(asked, cast, book)
    tell_the_hand_limit(asked, cast)
    tell_what_it_needs(asked, cast, book)
    _in_this_duel(asked, cast)
    _name_was_declared(asked, cast, book)
    tell_equips(asked, cast, book)
    tell_its_battle(asked, cast)
    tell_the_doomed(asked, cast, book)
    tell_who_leads(asked, cast)


def _is_spell_or_trap(card: Card) -> bool:
    return not card.type.startswith("Monster")


def _marked(cast: Cast, mark: str) -> list[Item]:
    return [item for item in cast.items if mark in item.marks]


def _about_to_be_summoned(asked: Asked, cast: Cast) -> None:
    """`as X is about to be summoned`: what answers a summon meets it there, and nothing was activated."""
    words = _marked(cast, "attempt")
    effects = asked.effects_meant
    by_an_effect = any(i.has("the-effect") for word in words for i in cast.in_part(word.part))
    answers = any(e.responds_to is not None and "summon" in e.responds_to.to for e in effects)
    if words and answers and not by_an_effect:
        asked.told.used |= {item.start for item in words}
        asked.answered, asked.links = None, []
    elif words:  # it is not summoned yet, and what else may be done then no statement says
        events = {event for item in words if item.phrase for event in item.phrase.events}
        asked.accounts = [account for account in asked.accounts if account.event not in events]
        asked.events = [event for event in asked.events if event not in events]
        asked.not_placed += [asked.spelled(i.token) for i in words if i.token and i.start not in asked.told.used]
        asked.told.used |= {item.start for item in words}


def _given_for_a_summon(asked: Asked, cast: Cast) -> None:
    """`用X上级召唤Y`, `用X同调召唤Y`: X did not summon Y, it was tributed or used as material for it."""
    card = asked.card
    if card is None or not card.type.startswith("Monster"):
        return
    low = card.level is not None and card.level <= _NEEDS_NO_TRIBUTE
    for account in list(asked.accounts):
        itself = account.card is card and account.event == _TRIBUTE_SUMMONED and low
        by_it = account.source is card and account.card is not None and account.card is not card
        kinds = set(account.card.type.split(" / ")) if account.card is not None else set()
        tributed = account.event == _TRIBUTE_SUMMONED and (itself or by_it)
        joined = by_it and account.event == "special-summoned" and bool(kinds & _OF_MATERIALS)
        if not tributed and not (joined and not does_one(card, ("special-summon", "synchro-summon", "fusion-summon"))):
            continue
        events = ("tributed", "sent-to-gy") if tributed else ("used-as-material", "sent-to-gy-as-material")
        asked.accounts = [a for a in asked.accounts if a is not account and a.event not in events]
        asked.accounts = [Account(event, card) for event in events] + asked.accounts
        asked.events = [*events, *(e for e in asked.events if e not in (*events, account.event))]
        if tributed:
            asked.told.happened.append({"event": "normal-summoned", "card": "another", "later": True})
        if asked.answered and account.card is not card and asked.answered[0] is account.card:
            asked.answered, asked.links = None, []
        words = [i for i in cast.items if i.phrase and account.event in (*i.phrase.told, *i.phrase.events)]
        asked.told.used |= {i.start for word in words for i in cast.in_part(word.part)}


def _opens_with_its_effect(asked: Asked, cast: Cast) -> None:
    """`in the same link as the card's activation`: it lies there set, and is turned up with the effect asked about."""
    card = asked.card
    turned_up = {i.part for i in _marked(cast, "turned-up")}
    words = [*_marked(cast, "same-link"), *(i for i in _marked(cast, "at-once") if i.part in turned_up)]
    if not words or card is None or not _is_spell_or_trap(card):
        return
    asked.told.own |= {"zone": field_zone(card), "face": "down"}
    asked.told.used |= {item.start for item in words}
    if asked.answered and asked.answered[0] is card:
        asked.answered, asked.answered_kind = None, ""


def _chain_is_done(asked: Asked, cast: Cast) -> None:
    """`after it resolves`: what was activated is no longer there to be answered."""
    words = [i for i in _marked(cast, "resolved") if i.part <= cast.asked_part()]
    asks_to_answer = "respond" in marks_of(cast.asked_items)
    before = any(i.part < cast.asked_part() for i in words)
    if not words or (asks_to_answer and not before):
        return
    asked.answered, asked.links, asked.answered_kind = None, [], ""
    asked.summon_done = True


def _lay_there_already(asked: Asked, cast: Cast) -> None:
    """`it is already face-up and they use its effect`: the one effect it has there is answered, not the card."""
    words = _marked(cast, "there-already")
    card = asked.answered[0] if asked.answered else None
    if not words or card is None or not _is_spell_or_trap(card):
        return
    there = card.effects_of("ignition", "quick", "trigger")
    if len(there) == 1:
        asked.answered = (card, there[0].number)
        asked.told.used |= {item.start for item in words}


def _lies_set(asked: Asked, cast: Cast) -> None:
    """`我方X盖放。…`: a spell or trap told to lie set, and nothing else in that part."""
    assert asked.card is not None
    for word in _marked(cast, "lies-set"):
        here = cast.in_part(word.part)
        names = [i for i in here if i.is_name]
        plain = all(i.is_name or i is word or (i.phrase and i.phrase.light) for i in here)
        its_own = [i.named.card for i in names if i.named] == [asked.card] and names[0].start < word.start
        if plain and its_own and word.part < cast.asked_part() and _is_spell_or_trap(asked.card):
            asked.told.own = {"zone": field_zone(asked.card), "face": "down"} | asked.told.own
            asked.told.used.add(word.start)


def _within_its_own_chain(asked: Asked, cast: Cast) -> None:
    """`as the card was activated, the opponent chained Y, which destroyed Z`: its own resolution came after that."""
    card = asked.card
    assert card is not None
    told = [i for i in cast.items if i.named and i.named.card is card and i.part < cast.asked_part() + 1]
    if not _is_spell_or_trap(card) or not asked.accounts or not told:
        return
    for item in told:
        behind = [i for i in cast.items if i.start > item.start and i.part in (item.part, item.part + 1)]
        opened = next((i for i in behind if (i.phrase and not i.phrase.light) or i.is_name), None)
        chained = any(i.has("respond", "chains") and not i.has("passive") for i in behind)
        if opened is not None and opened.has("activation-told") and chained:
            own = {"zone": field_zone(card)} if not any(a.card is card for a in asked.accounts) else {}
            asked.told.own = own | asked.told.own
            asked.told.happened.append({"event": "effect-resolved", "card": "self", "later": True})
            asked.told.used |= {i.start for i in behind if i.has("respond", "activate") and i.part != cast.asked_part()}
            asked.answered, asked.links = None, []
            return


def _taken(asked: Asked, cast: Cast) -> None:
    """`it was taken from me`, `the one I took`: who controlled it as something befell it, and whose it is."""
    card = asked.card
    for item in (*_marked(cast, "taken"), *_marked(cast, "took")):
        names = [i for i in cast.in_part(item.part) if i.named]
        if not any(i.named and i.named.card is card for i in names):
            continue
        if item.has("took"):
            asked.told.own |= {"owner": "opponent"}
        elif any(_befell(account, card) for account in asked.accounts):
            asked.accounts = [replace(a, held_by="opponent") if _befell(a, card) else a for a in asked.accounts]
        else:
            asked.told.own |= {"side": "opponent"}
        asked.told.used.add(item.start)


def _befell(account: Account, card: Card | None) -> bool:
    return not account.another and account.card in (None, card)


def _turned_down(asked: Asked, cast: Cast, book: Book) -> None:
    """`X was turned face-down by Y`: X lies face-down since, the card asked about or another."""
    by: set[str] = set()
    for item in _marked(cast, "turned-down"):
        part = cast.in_part(item.part)
        names = [i for i in part if i.named]
        before, after = [i for i in names if i.start < item.start], [i for i in names if i.start > item.start]
        passive = [i.start for i in part if i.has("passive") and i.start < item.start]
        first = next((i for i in before if passive and i.start < passive[-1]), None)  # "X 被 Y 盖回去"
        led = after[0] if passive and after and not first else None  # "被 Y 盖住的 X"
        turned = first or led or (before[-1] if before and not passive else None)  # "Y 把 X 盖回去"
        if turned is None or turned.named is None or not turned.named.card.type.startswith("Monster"):
            continue
        asked.told.used |= {i.start for i in (item, turned, *before)}
        by |= {i.who for i in names if i is not turned}
        if turned.named.card is asked.card and _goes_later(asked, cast, book, item):
            continue
        if turned.named.card is asked.card:
            asked.told.own |= {"zone": "monster-zone", "face": "down", "position": "defence"}
            asked.answered, asked.links = None, []
        else:
            side = side_before(cast, turned) or "opponent"
            lying = {"card": called(book, turned.named.card), "side": side, "zone": "monster-zone"}
            asked.told.cards.append(lying | {"face": "down", "position": "defence"})
    for item in _marked(cast, "turned-down"):  # told again without the card it befell, by what did it
        part = cast.in_part(item.part)
        if {i.who for i in part if i.named} <= by and any(i.has("cause") for i in part):
            asked.told.used |= {i.start for i in part}


def _goes_later(asked: Asked, cast: Cast, book: Book, item: Item) -> bool:
    """`turned face-down, it left the field later`: so it lay as it left, and lies there no more."""
    words = [i for i in cast.items if i.start > item.start and i.phrase]
    later = {event for i in words if i.phrase for event in (*i.phrase.events, *i.phrase.told)}
    gone = {event for event in later if book.wider_events((event,)) & {*LEAVING, "left-field"}}
    left = [a for a in asked.accounts if a.event in gone and _befell(a, asked.card)]
    asked.accounts = [replace(a, was=_FACE_DOWN) if a in left else a for a in asked.accounts]
    return bool(left)


def _moved_since_its_use(asked: Asked, cast: Cast, book: Book) -> None:
    """`it was used, turned face-down and flipped up: may it be used again`: the use came before it was turned."""
    uses = [
        told for told in asked.told.earlier if told.get("card") == "self" or told.get("event") == "effect-activated"
    ]
    back = [a for a in asked.accounts if a.event in _TURNED_UP and _befell(a, asked.card)]
    words = [i for i in _marked(cast, "turned-down") if i.part != cast.asked_part()]
    up = [i for i in _marked(cast, "turned-up") if i.part != cast.asked_part()]
    if not uses or not (back or up) or "again" not in cast.marks:
        return
    asked.told.used |= {i.start for i in (*words, *up)}
    beside = [i for word in up for i in cast.in_part(word.part) if i.role == "aside" and i.named]
    asked.told.used |= {i.start for i in beside if i.named and does_one(i.named.card, ("flip-face-down",))}
    asked.told.earlier.append({"event": "position-changed", "card": "self", "now": _FACE_DOWN})
    asked.told.used |= {i.start for word in words for i in cast.in_part(word.part)}
    asked.told.own = {key: value for key, value in asked.told.own.items() if key not in ("face", "position")}
    if not waits_for(asked, book, tuple(a.event for a in back)):
        asked.accounts = [a for a in asked.accounts if a not in back]
        asked.events = [event for event in asked.events if event not in _TURNED_UP]
        asked.at, asked.assumed = (ANY_TIME, "any-time") if asked.assumed else (asked.at, asked.assumed)


def _used_on(asked: Asked, cast: Cast, book: Book) -> None:
    """`对X发动Y`: X is what Y is aimed at, be Y the card asked about or the one that is answered."""
    for item in _marked(cast, "towards"):
        part = cast.in_part(item.part)
        names = [i for i in part if i.named and i.start > item.start]
        act = next((i for i in part if i.has("activate") and i.start > item.start), None)
        if len(names) < 2 or act is None or not names[0].start < act.start < names[1].start:
            continue
        if any(i.has("respond") and names[0].start < i.start < act.start for i in part):
            continue  # "对X连锁发动Y": Y answers X
        aimed, used = names[0], names[1]
        if aimed.named is None or used.named is None or aimed.named.card is used.named.card:
            continue
        asked.links = [link for link in asked.links if link[0] is not aimed.named.card]
        asked.told.used |= {i.start for i in cast.items if i.who == aimed.who}
        if used.named.card is asked.card:
            side = side_before(cast, aimed) or _whose_targets(asked)
            asked.answered = None if asked.answered and asked.answered[0] is aimed.named.card else asked.answered
            if not any(c.get("card") == called(book, aimed.named.card) for c in asked.told.cards):
                lying = {"card": called(book, aimed.named.card), "side": side, "zone": field_zone(aimed.named.card)}
                asked.told.cards.append(lying)
                asked.told.nothing_else_in.append(f"{side}-field")


def _whose_targets(asked: Asked) -> str:
    effects = asked.effects_meant
    sides = {which.side for effect in effects for which in effect.targets}
    return "own" if sides == {"own"} else "opponent"


def _left_the_field(asked: Asked, book: Book) -> None:
    """A card of the field that went anywhere has left the field, for a text that waits for that."""
    triggers = [e.trigger for e in (asked.card.effects if asked.card else ()) if e.trigger]
    waits = {event for trigger in triggers for event in trigger.events}
    if not any(event.startswith("left-field") for event in waits) or "left-field" in asked.events:
        return
    of_others = all(trigger.subject == "other" for trigger in triggers if "left-field" in " ".join(trigger.events))
    gone = [
        a
        for a in asked.accounts
        if (_befell(a, asked.card) or of_others)
        and a.origin not in _OFF_FIELD
        and book.wider_events((a.event,)) & LEAVING
    ]
    if gone and (of_others or asked.zone not in _OFF_FIELD):
        by_effect = not gone[0].event.endswith("by-battle") and "left-field-by-effect" in waits
        asked.events.append("left-field-by-effect" if by_effect else "left-field")
        asked.accounts.append(replace(gone[0], event=asked.events[-1]))


def _came_after_it(asked: Asked) -> None:
    """`Y was summoned, its effect fetched X`: as Y came X was not there yet, so that is over for it."""
    came = [at for at, a in enumerate(asked.accounts) if a.event in _COMES and _befell(a, asked.card)]
    for at, account in enumerate(asked.accounts):
        if came and at < came[0] and not _befell(account, asked.card):
            asked.accounts[at] = replace(account, over=True)


def _since_an_earlier_turn(asked: Asked, cast: Cast) -> None:
    """`… next turn`: what befell it is over, and it lies where it went."""
    if not any(item.has("next-turn") for item in cast.asked_items) or asked.card is None:
        return
    if gone := where_it_went(asked):
        asked.told.own = gone | asked.told.own
        asked.accounts, asked.events, asked.at, asked.assumed = [], [], ANY_TIME, "any-time"
    effects = [e for e in asked.card.effects if asked.effect in (None, e.number)]
    if all(e.limit is None or e.limit.per not in ("duel", "field") for e in effects):  # what was used counts no more
        asked.told.earlier = [use for use in asked.told.earlier if not str(use.get("event")).endswith("-activated")]


def _in_the_middle_of_a_chain(asked: Asked, cast: Cast) -> None:
    """`in the middle of a chain`: something else was resolved after what befell it."""
    words = [item for item in _marked(cast, "mid-chain") if item.part != cast.asked_part()]
    if words and asked.accounts:
        negated = any(a.source is not None and does_one(a.source, ("negate",)) for a in asked.accounts)
        if not negated and not _done_by_the_first_link(asked, cast):
            asked.told.happened.append({"event": "effect-resolved", "card": "another", "later": True})
        asked.told.used |= {item.start for item in words}
    if asked.accounts and any(item.part != cast.asked_part() for item in _marked(cast, "summon-follows")):
        asked.told.happened.append({"event": "normal-summoned", "card": "another", "later": True})


def _done_by_the_first_link(asked: Asked, cast: Cast) -> bool:
    """`连锁1特殊召唤…，连锁2是…`: what happened is told of link 1, which resolves last."""
    first = {i.part for i in cast.items if i.phrase and i.phrase.number == "link" and i.token and i.token.number == 1}
    return all(account.part in first for account in asked.accounts)


def _link_was_negated(asked: Asked, cast: Cast) -> None:
    """`link 1 was negated`: somebody's activation, by its place in a chain that is over."""
    for item in _marked(cast, "passive"):
        here = cast.in_part(item.part)
        numbered = any(i.phrase and i.phrase.number == "link" for i in here)
        if item.has("respond") and numbered and item.part != cast.asked_part() and not any(i.is_name for i in here):
            asked.told.earlier.append({"event": "activation-negated", "card": "another", "side": "opponent"})
            asked.told.used |= {i.start for i in here}


def _described_one_was_negated(asked: Asked, cast: Cast) -> None:
    """`they activate a monster effect, which X negates`: somebody's activation, told by its kind, that is over."""
    negating = [i for i in cast.of("answered") if i.named and does_one(i.named.card, ("negate",))]
    for item in negating:
        part = cast.in_part(item.part)
        before = [i for i in cast.items if i.part in (item.part, item.part - 1) and i.start < item.start]
        kinds = [i for i in before if i.phrase and i.phrase.activation in _KINDS and not i.phrase.at]
        passive = any(i.has("passive") or (i.phrase and i.phrase.side) for i in part if i.start < item.start)
        if not kinds or any(i.is_name for i in before) or not passive or item.part == cast.asked_part():
            continue
        if not any(i.has("respond") and i.start > item.start for i in part) or asked.answered is None:
            continue
        here = cast.asked_items
        asks = any(i.has("activate") and i.phrase and not i.phrase.does for i in here)
        if not asks or "respond" in marks_of(here):
            continue  # what is asked answers it, or is no activation
        side = side_before(cast, kinds[-1]) or "opponent"
        event = "effect-activated" if kinds[-1].phrase.activation.startswith("monster-effect") else "card-activated"  # type: ignore[union-attr]
        kind = _KINDS[kinds[-1].phrase.activation]  # type: ignore[union-attr]
        zone = "monster-zone" if kind == "monster" else "gy"
        asked.told.cards.append({"called": _NEGATED_ONE, "side": side, "zone": zone, "type": [kind]})
        asked.told.earlier += [
            {"event": told, "card": _NEGATED_ONE, "side": side} for told in (event, "activation-negated")
        ]
        asked.answered, asked.links, asked.answered_kind = None, [], ""
        told_kinds = {i.start for i in cast.items if i.phrase and i.phrase.activation == kinds[-1].phrase.activation}  # type: ignore[union-attr]
        asked.told.used |= {i.start for i in (*part, *before)} | told_kinds
        for again in (i for i in cast.items if i.who == item.who):
            again.role = "used"
            asked.told.used |= {i.start for i in cast.in_part(again.part) if i.has("respond", "passive", "activate")}
        return


def _both_fell(asked: Asked, cast: Cast) -> None:
    """`X and their monster destroy each other`: the other one fell as well, and each by the other."""
    fallen = [a for a in asked.accounts if a.event == "destroyed-by-battle" and not a.another]
    if not fallen or not _marked(cast, "both-fall"):
        return
    other = {"own": "opponent", "opponent": "own"}.get(fallen[0].side or "own", "opponent")
    card = fallen[0].card if fallen[0].card is not asked.card else None
    itself = {"card": card.names.zh} if card is not None else {"card": "self"}
    asked.told.happened += [
        {"event": "destroys-by-battle", **itself},
        {"event": "destroyed-by-battle", "card": "another", "side": other},
    ]
    asked.told.used |= {
        i.start for item in _marked(cast, "both-fall") for i in cast.in_part(item.part) if i.has("both")
    }


def _opened_on_this_chain(asked: Asked, cast: Cast) -> None:
    """`the card was only turned up; may its effect be used in the same chain`: its own activation lies on the chain."""
    card, words = asked.card, _marked(cast, "only-opened")
    later = [i for i in cast.items if words and i.start > words[0].start]
    same = [i for i in later if i.has("same-chain") or (i.phrase and i.phrase.number == "link")]
    if card is None or not words or not same or not _is_spell_or_trap(card):
        return
    before = [i for i in cast.in_part(words[0].part) if i.named and i.start < words[0].start]
    others = [e.number for e in card.activated_effects if not e.opens_the_card]
    if not before or before[-1].who != card.id or (asked.effect is None and len(others) != 1):
        return
    asked.effect = others[0] if asked.effect is None else asked.effect
    asked.told.own = {"zone": field_zone(card)} | asked.told.own
    asked.links = [(card, None, "own"), *(link for link in asked.links if link[0] is not card)]
    asked.told.used |= {i.start for i in (*words, *same)}


def _in_this_duel(asked: Asked, cast: Cast) -> None:
    """`again in this duel`: of an effect that is used once a duel no later turn makes a difference."""
    effects = asked.effects_meant
    once = [e for e in effects if e.is_activated]
    if once and all(e.limit is not None and e.limit.per == "duel" for e in once):
        asked.told.used |= {item.start for item in _marked(cast, "whole-duel")}


def _name_was_declared(asked: Asked, cast: Cast, book: Book) -> None:
    """`X declared Y`: X lies there, and what its text says of the card declared it says of Y."""
    for word in _marked(cast, "declares"):
        named = [i for i in cast.in_part(word.part) if i.named]
        declaring = [i for i in named if i.named and _binds_what_is_declared(i.named.card)]
        others = [i for i in named if i.who not in {d.who for d in declaring}]
        if len({i.who for i in declaring}) != 1 or len({i.who for i in others}) != 1:
            continue
        one, other = declaring[0].named, others[0].named
        assert one is not None
        assert other is not None
        lying = {"card": called(book, one.card), "zone": field_zone(one.card), "targeting": called(book, other.card)}
        lies = [c for c in asked.told.cards if c.get("card") == lying["card"]]
        asked.told.cards = [c for c in asked.told.cards if c not in lies]
        asked.told.cards.append(
            {"side": side_before(cast, declaring[0]) or "opponent", **(lies[0] if lies else {}), **lying}
        )
        asked.in_force = [card for card in asked.in_force if card is not one.card]
        asked.told.used |= {i.start for i in cast.in_part(word.part)}
        if asked.answered and asked.answered[0] in (one.card, other.card):
            asked.answered, asked.links = None, []
        asked.aside = [(text, card) for text, card in asked.aside if card not in (one.card, other.card)]
        for item in cast.items:
            if item.role == "aside" and item.who in (declaring[0].who, others[0].who):
                item.role = "used"


def _binds_what_is_declared(card: Card) -> bool:
    """Whether a card goes on saying something of the card whose name was declared."""
    return any(a.what == "declared" for e in card.effects if not e.is_activated for a in e.does)


def _banished_instead(asked: Asked) -> None:
    """`destroyed and banished`: a card that was banished never reached the GY."""
    gone = [account for account in asked.accounts if account.event == "banished" and _befell(account, asked.card)]
    if gone and any(account.event.startswith(("destroyed", "used-as-material")) for account in asked.accounts):
        asked.accounts = [
            a for a in asked.accounts if not (a.event.startswith("sent-to-gy") and _befell(a, asked.card))
        ]
        asked.events = [event for event in asked.events if not event.startswith("sent-to-gy")]
