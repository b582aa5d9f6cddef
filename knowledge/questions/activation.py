"""A question about an activation: who would act, what is answered, what applies, what happened, at which moment."""

from dataclasses import replace

from knowledge.data.profile import Card, Effect
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.moments import attacks_of_earlier, settle_moment
from knowledge.questions.named.cut import Cut
from knowledge.questions.roles import (
    Cast,
    Item,
    answers_things,
    does_one,
    does_so,
    hinted,
    marks_of,
    opponent_acts,
    side_before,
    zones_told,
)
from knowledge.questions.told.accounts import tell_what_happened, waits_for
from knowledge.questions.told.battles import OF_AN_ATTACK, attack_in, described_battle
from knowledge.questions.told.described_cards import aim_at_cards, is_aimed_at
from knowledge.questions.told.statements import called, field_zone, statements_in
from knowledge.questions.told.turn_so_far import Past, parts_of, past_of_the_turn, statements_of
from knowledge.questions.told.unplaced import is_of_an_activation
from knowledge.rules.book import Book

_SUCCESS = "成功"  # in Chinese and Japanese; English says it by the tense, too faintly to rely on
_TIE = 2.6  # what grammar must prefer one reading by
_EFFECT = ("效果", "効果", "effect")
_TWIN = "another-copy"
_DOES = "does-"  # of an activation that is told by what it does: `does-search`
_STOOD_FOR = (("search",), ("draw",), ("special-summon",), ("destroy",), ("send-to-gy",))
_SUMMONS = ("summoned", "normal-summoned", "tribute-summoned", "special-summoned", "flip-summoned")
_MOVES = ("sent-to-gy", "sent-to-gy-by-effect", "destroyed-by-effect", "banished", "returned-to-deck")
EITHER_WAY = "destroyed"  # an event that says too little: by battle or by an effect?


def read_activation(asked: Asked, made: Cut, cast: Cast, book: Book) -> None:
    """Read who would act, and everything told of the table."""
    _able_to_do_so(cast)
    subject = next(iter(cast.of("subject")), None)
    if subject is None:
        asked.missing = "card"
    else:
        take_subject(asked, made, subject)
        if _is_of_the_other_field(cast, subject) or _is_itself_answered(cast, subject):
            asked.missing, asked.card = "card", None
        if _tied(cast):
            asked.missing = "which"
    past = past_of_the_turn(cast)
    for item in cast.items:
        if item.role not in ("subject", "") and any(item.who in (p.card.who, p.by.who if p.by else "") for p in past):
            item.role = "used"
    targets = _targets_told(cast)
    links = [item for item in cast.of("answered") if item.named and not _of_an_earlier_turn(cast, item)]
    links = links[::-1] if _answers_the_second(cast, links) else links
    if links:
        *before, answered = links
        asked.links = [(i.named.card, i.effect, side_before(cast, i)) for i in before if i.named]
        asked.answered = (answered.named.card, answered.effect) if answered.named else None
        asked.answered_zone = next(iter(zones_told(cast.items, answered)), "")
        asked.answered_targets = [
            (i.named.card, _whose(cast, i), next(iter(zones_told(cast.items, i)), ""))
            for i in targets
            if i.named and i.part == answered.part
        ]
        told = [i for i in cast.items if i.part != cast.asked_part() or answered.part == cast.asked_part()]
        asked.answered_does = tuple(act for i in told if i.phrase for act in i.phrase.does)
        asked.answered_guessed = asked.card is not None and (
            _is_used_up(cast, links)
            or (not answers_things(asked.card) and _only_guessed(cast, links))
            or _told_of_something_else(cast, links)
        )
    asked.answers_own = _is_ones_own(cast)
    if links:
        asked.answered_by = _who_activated(cast, links[-1])
        asked.answers_own |= asked.answered_by == ("opponent" if opponent_acts(cast) else "own")
    _chain_over(asked, made, cast)
    _unnamed_activation(asked, cast)
    _links_before(asked, cast)
    effect_by_what_it_does(asked, cast)
    _its_card(asked)
    asked.in_force = [item.named.card for item in cast.of("in-force") if item.named]
    asked.in_force_of = {
        item.named.card.id: side
        for item in cast.of("in-force")
        if item.named and (side := side_before(cast, item) or _side_of_its_place(cast, item))
    }
    if subject is not None:
        here = cast.in_part(cast.asked_part())
        zones = [i for i in here if i.phrase and i.phrase.zone and not _is_of_a_thing(here, i)]
        loose = [i.phrase.zone for i in zones if i.phrase and not is_of_an_activation(here, i)]
        owned = {zone for i in cast.items if i.is_name for zone in zones_told(cast.items, i)}
        own = [zone for i in cast.items if i.who == subject.who for zone in zones_told(cast.items, i)]
        asked.zone = next(iter([*own, *(zone for zone in loose if zone not in owned)]), "")
    used = asked.told.used
    asked.told = statements_in(cast, asked.card, book)
    asked.told.used |= used
    if asked.told.from_hand and not asked.zone and not any(i.phrase and i.phrase.face for i in cast.items):
        asked.zone = "hand"
    aim_at_cards(asked, cast, book)
    _tell_the_turn_so_far(asked, cast, book, past)
    _how_often(asked, cast, book)
    over = parts_of(past, cast)
    for item in cast.items:
        if item.phrase and item.token and item.part not in over:
            tell_what_happened(asked, item, cast, book)
            asked.summon_done |= bool(item.phrase.events) and _SUCCESS in made.spelled(item.token)
    asked.now = "now" in cast.marks
    asked.summon_done |= _acted_since(cast)
    _after_the_chain(asked, made, cast, book)
    _battle_told(asked, cast)
    if asked.attack is None and asked.card is not None:
        asked.attack, asked.attack_by, placed = described_battle(cast)
        asked.told.used |= placed
        if asked.attack is not None:
            asked.accounts = [account for account in asked.accounts if account.event not in OF_AN_ATTACK]
            asked.events = [event for event in asked.events if event not in OF_AN_ATTACK]
    settle_moment(asked, cast, book)
    attacks_of_earlier(asked, cast, book)
    asked.by_opponent = opponent_acts(cast)
    if asked.by_opponent and asked.turn:  # whose turn it is, is told from the player who would activate
        asked.turn = "opponent" if asked.turn == "own" else "own"
    if not asked.at and not asked.missing:
        asked.at, asked.assumed = ANY_TIME, "any-time"
    if EITHER_WAY in asked.events and not asked.missing:
        asked.missing = "happened"
        asked.at = "" if asked.assumed else asked.at  # each way has its own moment


def _is_of_the_other_field(cast: Cast, subject: Item) -> bool:
    """`they have X; can I use my effects in the GY`: X lies there, and something of mine is asked about."""
    here = cast.in_part(cast.asked_part())
    lies = side_before(cast, subject) == "opponent" and {"hint-in-force", "firm-in-force"} & hinted(cast.items, subject)
    mine = any(i.phrase and (i.phrase.opens or i.phrase.side == "own") for i in here)
    placed = any(i.phrase and i.phrase.zone for i in here)
    return bool(lies) and subject.part != cast.asked_part() and mine and placed and "respond" not in marks_of(here)


def _is_itself_answered(cast: Cast, subject: Item) -> bool:
    """`they activate X. Can I negate X`: the card that would answer is not told."""
    here = cast.in_part(cast.asked_part())
    told = [i for i in cast.items if i.who == subject.who and i.part < cast.asked_part()]
    used = any(
        {"firm-answered", "hint-answered"} & hinted(cast.items, i) and side_before(cast, i) == "opponent" for i in told
    )
    again = any(i.is_name and i.who == subject.who for i in here)
    others = {i.who for i in cast.items if i.is_name} - {subject.who}
    return used and again and not others and any(i.has("respond") and not i.has("activate") for i in here)


def _answers_the_second(cast: Cast, links: list[Item]) -> bool:
    """`X negated Y`, told: X stands on the chain behind Y, though it is named first."""
    if len(links) != 2 or links[0].part != links[1].part or links[0].named is None:
        return False
    between = [i for i in cast.in_part(links[0].part) if links[0].start < i.start < links[1].start]
    negates = any(i.has("respond") for i in between) and not any(i.has("passive") for i in between)
    return negates and answers_things(links[0].named.card)


def _of_an_earlier_turn(cast: Cast, item: Item) -> bool:
    """`I used X last turn`: told of another turn than the one asked about."""
    return item.part != cast.asked_part() and "last-turn" in marks_of(cast.in_part(item.part))


def _targets_told(cast: Cast) -> list[Item]:
    """`X is activated on Y`, told before the question: Y is what X was aimed at, and no link of the chain."""
    found = []
    for item in cast.of("answered"):
        behind = [i for i in cast.in_part(item.part) if i.start > item.start]
        used = [i for i in behind if i.role in ("answered", "aside") and i.named and i.who != item.who]
        if item.part != cast.asked_part() and is_aimed_at(cast, item) and used and marks_of(behind) & {"activate"}:
            item.role = "target"
            used[0].role = "answered"
            found.append(item)
    return found


def _whose(cast: Cast, item: Item) -> str:
    """Whose a target is: told between it and the word that takes it; else the other player's than who aims at it."""
    for other in reversed([i for i in cast.in_part(item.part) if i.start < item.start]):
        if other.is_name or other.has("towards", "takes"):
            break
        if other.phrase and other.phrase.side:
            return other.phrase.side
    return "own" if side_before(cast, item) == "opponent" else ""


def _its_card(asked: Asked) -> None:
    """`can X be activated` of an equip spell means the card: what it does later is not used as a card."""
    card = asked.card
    if card is None or asked.effect is not None or asked.does or not card.type.endswith("Equip"):
        return
    of_the_card = [e.number for e in card.effects if e.opens_the_card]
    asked.effect = of_the_card[0] if len(of_the_card) == 1 and len(card.effects) > 1 else None


def _is_used_up(cast: Cast, links: list[Item]) -> bool:
    """`X was used, since then …`: told as over, and nobody says that it is answered."""
    told = [cast.in_part(link.part) for link in links if link.part != cast.asked_part()]
    return "respond" not in marks_of(cast.in_part(cast.asked_part())) and any("since" in marks_of(p) for p in told)


def _only_guessed(cast: Cast, links: list[Item]) -> bool:
    """Whether nobody says that something is activated or answered: the cards are only told beside each other."""
    if "respond" in marks_of(cast.in_part(cast.asked_part())):
        return False
    meant = {link.who for link in links}
    named = [item for item in cast.items if item.who in meant]
    if any({"firm-answered", "hint-answered"} & hinted(cast.items, item) for item in named):
        return False
    told = [i.phrase for item in named for i in cast.in_part(item.part) if i.has("activate", "chains") and i.phrase]
    return all(phrase.does or phrase.told or phrase.events for phrase in told)


def _told_of_something_else(cast: Cast, links: list[Item]) -> bool:
    """`as X is summoned`, `X is equipped`: nobody says that X is answered, and its part tells of more than its use."""
    if "respond" in marks_of(cast.in_part(cast.asked_part())):
        return False
    meant = {link.who for link in links}
    if any({"firm-answered", "hint-answered"} & hinted(cast.items, i) for i in cast.items if i.who in meant):
        return False
    parts = {link.part for link in links} - {cast.asked_part()}
    told = [i.phrase for i in cast.items if i.part in parts and i.phrase]
    return any(phrase.events or phrase.told or phrase.states or "equips" in phrase.marks for phrase in told)


def _side_of_its_place(cast: Cast, item: Item) -> str:
    """`X on their field`: whose field it is, told right behind the card."""
    at = cast.items.index(item)
    behind = next((i.phrase for i in cast.items[at + 1 :] if i.part == item.part and i.phrase), None)
    return behind.side if behind is not None and behind.role == "in-force" and behind.card == "before" else ""


def _is_of_a_thing(here: list[Item], item: Item) -> bool:
    """`a monster in their GY`: the place of something that is not named, before or behind the word for the place."""
    at = here.index(item)
    behind = here[at + 1].phrase if at + 1 < len(here) else None
    before = here[at - 1].phrase if at > 0 else None
    theirs = before is not None and before.side == "opponent"
    told_there = bool(item.phrase and item.phrase.amount) and behind is not None  # "in the GY there is one"
    return theirs or told_there or (behind is not None and behind.thing is not None and behind.thing.kind != "card")


def _who_activated(cast: Cast, link: Item) -> str:
    """`I activate X; can I chain Y`: the one player who is named beside X, where it is told."""
    here = [i.phrase for i in cast.in_part(cast.asked_part()) if i.phrase]
    if not any(phrase.side or phrase.opens for phrase in here):
        return ""  # nor is it told who would answer
    told = {i.phrase.side for i in cast.in_part(link.part) if i.phrase and i.phrase.side and i.start < link.start}
    return told.pop() if len(told) == 1 and link.part != cast.asked_part() else "both" if told else ""


def _is_ones_own(cast: Cast) -> bool:
    """`my own`, right before the activation that would be answered, in what is asked."""
    here = cast.in_part(cast.asked_part())
    for item in (i for i in here if i.has("mine")):
        after = [i for i in here if i.start > item.start]
        if after and (after[0].role == "answered" or (after[0].phrase and after[0].phrase.activation)):
            return True
    return False


def _able_to_do_so(cast: Cast) -> None:
    """Of several readings the first whose card does what is asked; a card that cannot is not the one meant."""
    here = cast.in_part(cast.asked_part())
    told = [item.phrase.does for item in here if item.phrase and item.phrase.does]
    cards = {i.who: i.named.card for i in cast.items if i.named}
    acting = [i.who for i in here if i.role == "subject" and i.who in cards]
    if not told or "respond" in marks_of(here) or any(cards[who].effects for who in acting):
        return
    able = [c for c in cast.castings if c.subject in cards and does_one(cards[c.subject], told[-1])]
    if able:
        cast.give(able[0])


def _chain_over(asked: Asked, made: Cut, cast: Cast) -> None:
    """`X was negated by Y. Can I still use Z this turn?`: that chain is over, and what it left behind is not placed."""
    here = cast.in_part(cast.asked_part())
    marks = marks_of(here)
    before = [i for i in cast.of("answered") if i.named and i.part != cast.asked_part()]
    moment = any(i.phrase and i.phrase.at for i in here)
    told = any(i.phrase and i.phrase.at for i in cast.items if i.part != cast.asked_part())
    later = any(i.has("later") and i.start > before[-1].start for i in cast.items) if before else False
    if (
        before
        and (later or (moment and not told))
        and not {"respond", "passive", "again", "another-copy", "often"} & marks
    ):
        asked.not_placed += [made.spelled(i.named.token) for i in before if i.named]


def _tied(cast: Cast) -> bool:
    """`X and Y`: two cards of which neither is more asked about than the other."""
    if "and" not in cast.marks or len(cast.castings) < 2:
        return False
    one, other = cast.castings[:2]
    joined = [i for i in cast.items if i.who in (one.subject, other.subject) and i.part == cast.asked_part()]
    return one.score - other.score < _TIE and len({i.who for i in joined}) > 1 and "respond" not in cast.marks


def _unnamed_activation(asked: Asked, cast: Cast) -> None:
    """`can it negate a monster effect`, `the opponent activates a spell`: what is answered, without a card."""
    if asked.answered is not None or asked.card is None:
        return
    acts = [i for i in cast.items if i.part != cast.asked_part() and i.phrase and i.phrase.role == "answered"]
    asked.activation_told = any(i.has("activate") and not any(n.is_name for n in cast.in_part(i.part)) for i in acts)
    if answers_things(asked.card) and (doing := _doing_told(cast)):
        asked.answered_kind = _DOES + doing.phrase.does[0]  # type: ignore[union-attr]
        asked.told.used.add(doing.start)
    for item in cast.items:
        if item.phrase and item.phrase.activation and (item.phrase.activation == "any" or answers_things(asked.card)):
            marks = marks_of(cast.in_part(item.part))
            told = item.part != cast.asked_part() and "activate" in marks
            if told or (item.part == cast.asked_part() and "respond" in marks):
                asked.answered_kind = item.phrase.activation
                asked.told.used.add(item.start)
        elif item.phrase and item.part == cast.asked_part() and "respond" in marks_of(cast.in_part(item.part)):
            asked.negated_kind = item.phrase.activation or asked.negated_kind


def _doing_told(cast: Cast) -> Item | None:
    """`the opponent searches`: an effect told by what it does, in a part without a card."""
    for item in cast.items:
        part = cast.in_part(item.part)
        told = item.part != cast.asked_part() and not any(i.is_name for i in part)
        theirs = any(i.phrase and i.phrase.side == "opponent" for i in part if i.start <= item.start)
        plain = item.phrase is not None and not item.phrase.events and not any(i.has("passive", "attack") for i in part)
        if told and theirs and plain and item.phrase and item.phrase.does[:1] in _STOOD_FOR:
            return item
    return None


def _after_the_chain(asked: Asked, made: Cut, cast: Cast, book: Book) -> None:
    """What is told as done is no activation to answer: a card that was summoned, the cause of what happened."""
    if asked.card is None or not asked.accounts:
        return
    moved = [a for a in asked.accounts if a.card is asked.card and a.event in _MOVES]
    if moved and asked.face:
        asked.face = ""  # so it lay before it went
    if moved and asked.zone and asked.zone != "gy":
        asked.accounts = [replace(a, origin=a.origin or asked.zone) if a in moved else a for a in asked.accounts]
        asked.zone = ""
    effects = [e for e in asked.card.effects_of("trigger", "quick") if asked.effect in (None, e.number)]
    waits = bool(effects) and all(e.kind == "trigger" and e.responds_to is None for e in effects)
    own = any(a.card in (asked.card, None) for a in asked.accounts)
    own |= asked.answered is not None and any(a.card is asked.answered[0] and a.event in _MOVES for a in asked.accounts)
    if waits and own and "respond" not in marks_of(cast.in_part(cast.asked_part())):
        asked.answered, asked.links = None, []
        return
    told = any(i.has("done") for i in cast.items if i.part != cast.asked_part())
    awaited = waits_for(asked, book, tuple(a.event for a in asked.accounts))
    if told and awaited and "respond" not in marks_of(cast.in_part(cast.asked_part())):
        asked.answered, asked.links = None, []
        return
    summoned = [a.card for a in asked.accounts if a.event in _SUMMONS]
    if asked.answered and asked.answered[0] in summoned and _waits_for_summons(asked.card):
        asked.answered = asked.answered if _acts_told(made, cast) and not asked.answered_guessed else None


def _waits_for_summons(card: Card) -> bool:
    waits = {event for e in card.effects if e.trigger for event in e.trigger.events}
    return bool(waits & set(_SUMMONS)) or any("summon" in e.responds_to.to for e in card.effects if e.responds_to)


def _acted_since(cast: Cast) -> bool:
    """Whether a summon is told, and after it that an effect is activated: then the summon is done."""
    told = [i for i in cast.items if i.part != cast.asked_part() and i.phrase]
    summons = [i.start for i in told if i.phrase and {*i.phrase.events, *i.phrase.told} & set(_SUMMONS)]
    acts = [i.start for i in told if i.has("activate") and i.phrase and not (i.phrase.told or i.phrase.events)]
    return any(s < a for s in summons for a in acts)


def _acts_told(made: Cut, cast: Cast) -> bool:
    """Whether an activation is told beside the summons, or an effect is spoken of."""
    told = [i for i in cast.items if i.part != cast.asked_part() and i.has("activate") and i.phrase]
    acts = any(not (i.phrase.told or i.phrase.events) for i in told if i.phrase)
    here = [i.phrase for i in cast.in_part(cast.asked_part()) if i.phrase and not i.phrase.told]
    return acts or any(phrase.does for phrase in here) or any(word in made.text for word in _EFFECT)


def _battle_told(asked: Asked, cast: Cast) -> None:
    """Who attacks whom, where a question about an activation tells it: two monsters in battle on the table."""
    words = [i for i in cast.items if i.has("attack") and not i.has("direct") and i.part != cast.asked_part()]
    if not words or not asked.card:
        return
    attack = attack_in(cast)
    told = {i.who for i in cast.items if i.is_name and i.part != cast.asked_part()}
    fighting = [f for f in (attack.attacker, attack.defender) if f is not None and f.card is not None]
    if not any(f.card and f.card.id in told for f in fighting):
        return
    asked.attack = attack
    sides = [i.phrase.side for i in cast.items if i.start < words[0].start and i.phrase and i.phrase.side]
    own = attack.attacker is not None and attack.attacker.card is asked.card
    said = words[0].phrase.side if words[0].phrase else ""
    asked.attack_by = said or (sides[0] if sides else "own" if own else "opponent")
    settled = {f.card.id for f in fighting if f.card}
    for item in cast.items:
        if item.named and item.who in settled and item.role in ("aside", "answered"):
            item.role = "fights"
    if asked.answered and asked.answered[0].id in settled:
        asked.answered = None


def _links_before(asked: Asked, cast: Cast) -> None:
    """`Y negated my X`, `X was negated by Y`: Y answered X, so X stands in the chain before it."""
    for item in cast.of("answered"):
        if item.named is None or item.part == cast.asked_part() or asked.links or not answers_things(item.named.card):
            continue
        for other in (i for i in cast.in_part(item.part) if i.role == "aside" and i.named):
            side = "own" if side_before(cast, item) == "opponent" else side_before(cast, other)
            if other.named and not zones_told(cast.items, other):
                asked.links.append((other.named.card, other.effect, side or "own"))
                other.role = "link"


def _tell_the_turn_so_far(asked: Asked, cast: Cast, book: Book, past: list[Past]) -> None:
    """What was done before in this turn, as statements; the words that told it are accounted for."""
    told = [statement for one in past for statement in statements_of(one, cast, book)]
    known = {str(statement["card"]) for statement in told}
    for use in [use for use in told if asked.card is not None and asked.effect is not None]:
        if use["card"] == called(book, asked.card) and use["event"] == "effect-activated":  # type: ignore[arg-type]
            use.setdefault("effect", asked.effect)
    parts = parts_of(past, cast)
    summoned = any(statement["event"] == "special-summoned" for statement in told)
    asked.told.earlier = [
        e for e in asked.told.earlier if e["card"] not in known and not (summoned and e["card"] == "another")
    ] + told
    asked.told.used |= {i.start for i in cast.items if i.part in parts}


def _how_often(asked: Asked, cast: Cast, book: Book) -> None:
    """`twice a turn`, `a second copy`: may it be used again after it was used once?"""
    told = asked.told.earlier
    if asked.card is None or not {"often", "again", "another-copy"} & cast.marks:
        return
    event = "effect-activated" if asked.card.type.startswith("Monster") else "card-activated"
    uses = [use for use in told if use["card"] == called(book, asked.card)]
    theirs = [i for i in cast.items if i.has("another-copy") and side_before(cast, i) == "opponent"]
    copies = set() if theirs else {"two-copies", "another-copy"} & cast.marks
    if not uses and not ({"often", "another-copy"} & cast.marks):
        return
    if not uses:
        told.append({"event": event, "card": "", "side": "own"})
        uses = told[-1:]
        if asked.effect is not None:
            uses[0]["effect"] = asked.effect
    for use in [use for use in told if use["card"] == called(book, asked.card)] or uses:
        use["card"] = _TWIN if copies else "self"
    if copies:
        asked.told.cards.append({"card": called(book, asked.card), "called": _TWIN, "zone": field_zone(asked.card)})


def take_subject(asked: Asked, made: Cut, subject: Item) -> None:
    """The card asked about, with its effect and the name it was called by."""
    if subject.named is None:
        asked.missing, asked.doubt = "card", subject.doubt
        return
    asked.card, asked.effect = subject.named.card, subject.effect
    asked.asked_as = made.spelled(subject.named.token)


def effect_by_what_it_does(asked: Asked, cast: Cast) -> None:
    """`its negation`: the one effect of the card that does so, where there is one."""
    here = cast.in_part(cast.asked_part())
    told = [item.phrase.does for item in here if item.phrase and item.phrase.does]
    if not told or asked.card is None or asked.effect is not None:
        return
    asked.does = told[-1]
    if len(told) > 1 and len({tuple(_numbers_that(asked.card, acts)) for acts in told}) > 1:
        return  # "复活炸场": more than one thing, perhaps of several effects
    waiting = _waiting_for_what_is_told(asked.card, cast)
    for act in asked.does:  # the likeliest act first
        able = [e for e in asked.card.effects if does_so(e, (act,))]
        if waiting and not any(e in waiting for e in able) and any(does_so(e, asked.does) for e in waiting):
            continue  # another act is meant: that of the effect that waits for what is told
        fitting = [e.number for e in able if e in waiting] or [e.number for e in able]
        if fitting:
            asked.effect = fitting[0] if len(fitting) == 1 and len(asked.card.effects) > 1 else None
            return


def _waiting_for_what_is_told(card: Card, cast: Cast) -> list[Effect]:
    """The effects of a card that wait for something that is told to have befallen it."""
    told = {
        event
        for item in cast.items
        if item.phrase and item.phrase.events and item.part != cast.asked_part()
        for event in item.phrase.events
    }
    roots = {event.partition("-by-")[0].partition("-as-")[0] for event in told} | told
    return [e for e in card.effects if e.trigger and any(_root(event) in roots for event in e.trigger.events)]


def _root(event: str) -> str:
    return event.partition("-by-")[0].partition("-as-")[0]


def _numbers_that(card: Card, acts: tuple[str, ...]) -> list[int]:
    return [e.number for e in card.effects if does_so(e, acts)]
