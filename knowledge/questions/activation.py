"""A question about an activation: who would act, what is answered, what applies, what happened, at which moment."""

from itertools import pairwise

from knowledge.data.profile import OFF_FIELD, Card, Effect
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.cast import (
    Cast,
    Item,
    answers_things,
    does_one,
    does_so,
    is_a_price,
    marks_of,
    neighbour,
    opponent_acts,
    side_before,
    zones_told,
)
from knowledge.questions.moments import attacks_of_earlier, settle_moment
from knowledge.questions.named.cut import Cut
from knowledge.questions.roles import hinted
from knowledge.questions.told.accounts import tell_what_happened
from knowledge.questions.told.answered import (
    acted_since,
    after_the_chain,
    answers_the_second,
    chain_over,
    is_ones_own,
    is_used_up,
    links_before,
    of_an_earlier_turn,
    only_guessed,
    targets_told,
    told_of_something_else,
    unnamed_activation,
    who_activated,
    whose_target,
    within_a_resolution,
)
from knowledge.questions.told.battles import (
    OF_AN_ATTACK,
    Attack,
    Fighter,
    attack_in,
    attacking_player,
    described_battle,
)
from knowledge.questions.told.described_cards import aim_at_cards, is_aimed_at, paid_with_a_card
from knowledge.questions.told.only_cards import tell_only_cards
from knowledge.questions.told.statements import called, statements_in
from knowledge.questions.told.turn_so_far import Past, how_often_used, parts_of, past_of_the_turn, statements_of
from knowledge.questions.told.unplaced import is_of_an_activation
from knowledge.rules.book import Book

_SUCCESS = "成功"  # in Chinese and Japanese; English says it by the tense, too faintly to rely on
_TIE = 2.6  # what grammar must prefer one reading by
_OF_AN_ATTACKER = frozenset(("attack-declared", "destroys-by-battle"))
_ROWS = ("monster-zone", "spell-zone")  # of a field
EITHER_WAY = "destroyed"  # an event that says too little: by battle or by an effect?


def read_activation(asked: Asked, made: Cut, cast: Cast, book: Book) -> None:
    """Read who would act, and everything told of the table."""
    _able_to_do_so(cast)
    _of_the_number(cast)
    subject = next(iter(cast.of("subject")), None) or _one_that_lies_there(cast)
    if subject is None:
        asked.missing = "card"
    else:
        take_subject(asked, made, subject)
        of_others = _is_of_the_other_field(cast, subject)
        if of_others or _is_itself_answered(cast, subject):
            asked.missing, asked.card = "card", None
            subject.role = "in-force" if of_others else subject.role
        if _tied(cast):
            asked.missing = "which"
    past = past_of_the_turn(cast)
    for item in cast.items:
        if item.role not in ("subject", "") and any(item.who in (p.card.who, p.by.who if p.by else "") for p in past):
            item.role = "used"
    targets = targets_told(cast)
    links = [item for item in cast.of("answered") if item.named and not of_an_earlier_turn(cast, item)]
    links = links[::-1] if answers_the_second(cast, links) else sorted(links, key=lambda i: _told_last_at(cast, i))
    if links:
        *before, answered = links
        asked.links = [
            (i.named.card, i.effect, side_before(cast, i) or _the_speakers(cast, i)) for i in before if i.named
        ]
        asked.answered = (answered.named.card, answered.effect) if answered.named else None
        asked.answered_zone = next(iter([*zones_told(cast.items, answered), *_zones_before(cast, answered)]), "")
        asked.answered_targets = [
            (i.named.card, whose_target(cast, i), next(iter(zones_told(cast.items, i)), ""))
            for i in targets
            if i.named and i.part in (answered.part, answered.part + 1)
        ]
        told = [i for i in cast.items if i.part != cast.asked_part() or answered.part == cast.asked_part()]
        asked.answered_does = tuple(act for i in told if i.phrase for act in i.phrase.does)
        asked.answered_guessed = asked.card is not None and (
            is_used_up(cast, links)
            or (not answers_things(asked.card) and only_guessed(cast, links))
            or told_of_something_else(cast, links)
        )
    asked.answers_own = is_ones_own(cast)
    if links:
        asked.answered_by = who_activated(cast, links[-1])
        asked.answers_own |= asked.answered_by == ("opponent" if opponent_acts(cast) else "own")
    chain_over(asked, made, cast)
    unnamed_activation(asked, cast)
    links_before(asked, cast)
    effect_by_what_it_does(asked, cast)
    _its_card(asked, cast)
    asked.in_force = [item.named.card for item in cast.of("in-force") if item.named]
    asked.in_force_of = {
        item.named.card.id: side
        for item in cast.of("in-force")
        if item.named and (side := side_before(cast, item) or _side_of_its_place(cast, item))
    }
    if subject is not None:
        here = cast.asked_items
        zones = [i for i in here if i.phrase and i.phrase.zone and not _is_of_a_thing(here, i)]
        zones = [i for i in zones if not _is_of_effects(here, i)]
        loose = [i.phrase.zone for i in zones if i.phrase and not is_of_an_activation(here, i)]
        owned = {zone for i in cast.items if i.is_name for zone in zones_told(cast.items, i)}
        own = [zone for i in cast.items if i.who == subject.who for zone in zones_told(cast.items, i)]
        of_effects = {i.phrase.zone for i in here if i.phrase and i.phrase.zone and _is_of_effects(here, i)}
        own = [zone for zone in own if zone not in of_effects]
        asked.zone = next(iter([*own, *(zone for zone in loose if zone not in owned)]), "") or _place_alone(cast)
    used = asked.told.used
    asked.told = statements_in(cast, asked.card, book)
    places = [i.start for i in cast.items if i.phrase and i.phrase.zone == "hand"]
    if asked.zone == "hand" and asked.told.hand and places and asked.told.used.issuperset(places):
        asked.zone = ""  # "with one card in hand" tells how many lie there
    asked.told.used |= used
    if asked.told.from_hand and not asked.zone and not any(i.phrase and i.phrase.face for i in cast.items):
        asked.zone = "hand"
    tell_only_cards(asked, cast, book)
    aim_at_cards(asked, cast, book)
    paid_with_a_card(asked, cast, book)
    _tell_the_turn_so_far(asked, cast, book, past)
    how_often_used(asked, cast, book)
    over = parts_of(past, cast)
    for item in (i for i in cast.items if not is_a_price(cast, i)):
        if item.phrase and item.token and (item.part not in over or _befalls_the_subject(cast, item, asked)):
            tell_what_happened(asked, item, cast, book)
            asked.summon_done |= bool(item.phrase.events) and _SUCCESS in made.spelled(item.token)
    paid = {i.who for i in cast.items if i.role == "paid"}
    if paid:  # what would be given for it did not happen
        kept = [a for a in asked.accounts if a.part != cast.asked_part() or not a.card or a.card.id not in paid]
        asked.accounts, asked.events = kept, [e for e in asked.events if any(a.event == e for a in kept)]
    asked.now = "now" in cast.marks
    asked.summon_done |= acted_since(cast)
    after_the_chain(asked, made, cast, book)
    within_a_resolution(asked, cast)
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


def _zones_before(cast: Cast, item: Item) -> list[str]:
    """`the X in the monster zone`: a word for the zones of the field that stands right before a name."""
    placed = [(at, i.phrase.place) for at, i in enumerate(cast.items) if i.phrase and i.phrase.place in _ROWS]
    return [place for at, place in placed if neighbour(cast.items, at, 1) is item]


def _told_last_at(cast: Cast, link: Item) -> int:
    """Where a link is told in the last telling of the chain: a first one may leave out a name that comes before it."""
    return max(i.start for i in cast.items if i.who == link.who and (i.part < cast.asked_part() or i is link))


def _the_speakers(cast: Cast, link: Item) -> str:
    """`我发动X`: who speaks activates it, told right before it in its part."""
    before = [i for i in cast.in_part(link.part) if i.start < link.start]
    alone = not any(i.is_name for i in before)
    return "own" if alone and any(i.phrase and i.phrase.opens for i in before) else ""


def _befalls_the_subject(cast: Cast, item: Item, asked: Asked) -> bool:
    """`later X was banished by Y`: told of the turn so far, and befallen the card asked about, which is gone since."""
    here = cast.in_part(item.part)
    passive = [i.start for i in here if i.has("passive") and i.start < item.start]
    before = [i for i in here if i.named and passive and i.start < passive[0]]
    gone = item.phrase is not None and bool(item.phrase.does) and item.part != cast.asked_part()
    return gone and bool(before) and before[-1].named is not None and before[-1].named.card is asked.card


def _is_of_the_other_field(cast: Cast, subject: Item) -> bool:
    """`they have X; can I use my effects in the GY`: X lies there, and something of mine, or where X does nothing, is
    asked about."""
    here = cast.asked_items
    lies = {"hint-in-force", "firm-in-force"} & hinted(cast.items, subject)
    mine = any(i.phrase and (i.phrase.opens or i.phrase.side == "own") for i in here)
    mine = mine and side_before(cast, subject) == "opponent"
    places = {i.phrase.zone for i in here if i.phrase and i.phrase.zone}
    works = {zone for e in subject.named.card.activated_effects for zone in e.zones} if subject.named else places
    elsewhere = "the-effect" in marks_of(here) and places <= set(OFF_FIELD) - works
    asked_there = subject.part != cast.asked_part() and bool(places) and "respond" not in marks_of(here)
    return bool(lies) and asked_there and (mine or elsewhere)


def _is_itself_answered(cast: Cast, subject: Item) -> bool:
    """`they activate X. Can I negate X`: the card that would answer is not told."""
    here = cast.asked_items
    told = [i for i in cast.items if i.who == subject.who and i.part < cast.asked_part()]
    used = any(
        {"firm-answered", "hint-answered"} & hinted(cast.items, i) and side_before(cast, i) == "opponent" for i in told
    )
    again = any(i.is_name and i.who == subject.who for i in here)
    others = {i.who for i in cast.items if i.is_name} - {subject.who}
    return used and again and not others and any(i.has("respond") and not i.has("activate") for i in here)


def _its_card(asked: Asked, cast: Cast) -> None:
    """`can X be activated` of an equip spell means the card, as `activate this card` does of any: what it does later
    is not used as a card."""
    card = asked.card
    here = cast.asked_items
    of_it = [i for i in here if not (i.named and i.named.card is card)]  # "发动X这张卡"
    the_card = any(act.has("activate") and thing.has("the-card") for act, thing in pairwise(of_it))
    if card is None or asked.effect is not None or asked.does or not (the_card or card.type.endswith("Equip")):
        return
    worn = "equips" in cast.marks and "the-effect" in marks_of(here)  # it lies there already
    meant = [e.number for e in card.activated_effects if e.opens_the_card != worn]
    asked.effect = meant[0] if len(meant) == 1 and len(card.effects) > 1 else None


def _side_of_its_place(cast: Cast, item: Item) -> str:
    """`X on their field`: whose field it is, told right behind the card."""
    at = cast.items.index(item)
    behind = next((i.phrase for i in cast.items[at + 1 :] if i.part == item.part and i.phrase), None)
    return behind.side if behind is not None and behind.role == "in-force" and behind.card == "before" else ""


def _one_that_lies_there(cast: Cast) -> Item | None:
    """`X is on the field; they activate a spell, can I negate it`: the one card named, where it answers activations."""
    if (again := _named_again(cast)) is not None:
        again.role = "subject"
        return again
    named = [i for i in cast.items if i.is_name]
    lying = [i for i in named if i.role == "in-force" and i.named and i.named.card.type.startswith("Monster")]
    here = marks_of(cast.asked_items)
    told = any(i.phrase and i.phrase.activation for i in cast.items)
    if len({i.who for i in named}) != 1 or not lying or not told or "may" not in here or "respond" not in here:
        return None
    card = lying[0].named.card  # type: ignore[union-attr]
    if "passive" in here or side_before(cast, lying[0]) == "opponent" or not answers_things(card):
        return None
    lying[0].role = "subject"
    return lying[0]


def _named_again(cast: Cast) -> Item | None:
    """`X is on the field. … Does the effect of X activate`: the card told to lie there, asked about by its name."""
    here = cast.asked_items
    asked_for = {i.who for i in here if i.named}
    lying = [i for i in cast.of("in-force") if i.named and i.who in asked_for and i.part != cast.asked_part()]
    activates = any(i.has("activate") and not (i.phrase and i.phrase.does) for i in here)
    plain = not {"respond", "passive", "targets"} & marks_of(here)
    mine = bool(lying) and side_before(cast, lying[0]) != "opponent"
    mine = mine and lying[0].named is not None and lying[0].named.card.type.startswith("Monster")
    return lying[0] if len(asked_for) == 1 and activates and plain and mine else None


def _is_of_a_thing(here: list[Item], item: Item) -> bool:
    """`a monster in their GY`: the place of something that is not named, before or behind the word for the place."""
    at = here.index(item)
    # "in my hand one monster": the number tells of what stands behind it
    later = [i.phrase for i in here[at + 1 :] if i.phrase is None or i.phrase.number != "count"]
    behind = later[0] if later else None
    before = here[at - 1].phrase if at > 0 else None
    theirs = before is not None and before.side == "opponent"
    told_there = bool(item.phrase and item.phrase.amount) and behind is not None  # "in the GY there is one"
    return theirs or told_there or (behind is not None and behind.thing is not None and behind.thing.kind != "card")


def _place_alone(cast: Cast) -> str:
    """`and from the hand?`: a place that is all a part tells, of the card asked about."""
    for part in {i.part for i in cast.items} - {cast.asked_part()}:
        here = [i.phrase for i in cast.in_part(part)]
        zones = [phrase.zone for phrase in here if phrase and phrase.zone]
        told = [
            p for p in here if p is None or not p.light or p.thing or p.number or p.activation or p.amount or p.role
        ]
        if len(zones) == 1 and not told:
            return zones[0]
    return ""


def _is_of_effects(here: list[Item], item: Item) -> bool:
    """`フィールドのモンスターの効果`: the place of those whose effects are spoken of, right before them."""
    behind = next((i.phrase for i in here[here.index(item) + 1 :]), None)
    return behind is not None and bool(behind.activation)


def _able_to_do_so(cast: Cast) -> None:
    """Of several readings the first whose card does what is asked; a card that cannot is not the one meant."""
    here = cast.asked_items
    told = [item.phrase.does for item in here if item.phrase and item.phrase.does]
    cards = {i.who: i.named.card for i in cast.items if i.named and not _only_aimed_at(cast, i)}
    acting = [i.who for i in here if i.role == "subject" and i.who in cards]
    if not told or "respond" in marks_of(here) or any(cards[who].effects for who in acting):
        return
    able = [c for c in cast.castings if c.subject in cards and does_one(cards[c.subject], told[-1])]
    if able:
        cast.give(able[0])


def _of_the_number(cast: Cast) -> None:
    """`…, can ② be activated`: told alone in what is asked, it is of the first reading whose card has it."""
    number, here = cast.loose_number, cast.asked_items
    cards = {i.who: i.named.card for i in cast.items if i.named}
    acting = next((i.who for i in cast.of("subject") if i.who in cards), None)
    if number is None or acting is None or any(i.is_name for i in here):
        return
    having = [c for c in cast.castings if c.subject in cards and _activates(cards[c.subject], number)]
    if having and not any(e.number == number for e in cards[acting].effects):
        cast.give(having[0])


def _activates(card: Card, number: int) -> bool:
    return any(e.number == number for e in card.activated_effects)


def _only_aimed_at(cast: Cast, item: Item) -> bool:
    """`以X为对象发动Y`, told, and X is spoken of nowhere else: it is what Y takes, and does nothing itself."""
    named = [i for i in cast.items if i.who == item.who]
    return len(named) == 1 and item.part != cast.asked_part() and is_aimed_at(cast, item)


def _tied(cast: Cast) -> bool:
    """`X and Y`: two cards of which neither is more asked about than the other."""
    if "and" not in cast.marks or len(cast.castings) < 2:
        return False
    one, other = cast.castings[:2]
    joined = [i for i in cast.items if i.who in (one.subject, other.subject) and i.part == cast.asked_part()]
    return one.score - other.score < _TIE and len({i.who for i in joined}) > 1 and "respond" not in cast.marks


def _battle_told(asked: Asked, cast: Cast) -> None:
    """Who attacks whom, where a question about an activation tells it: two monsters in battle on the table."""
    words = [i for i in cast.items if i.has("attack") and not i.has("direct") and i.part != cast.asked_part()]
    if not words and asked.card:
        _declaration_told(asked, cast)
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
    said: str = words[0].phrase.side if words[0].phrase else ""
    own |= attack.attacker is not None and _waits_for_an_own_attack(asked)
    passive = any(i.has("passive") for i in cast.in_part(words[0].part) if i.start <= words[0].start)
    said = said or (attacking_player(cast, attack) if passive else "")  # "my X is attacked by their Y"
    asked.attack_by = said or (sides[0] if sides else "own" if own else "opponent")
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None]
    figures = {n for f in fighters for n in (f.atk, f.defence) if n is not None}
    for item in cast.in_part(words[0].part):
        of_one = item.phrase is not None and item.phrase.number in ("atk", "def") and item.token is not None
        asked.told.used |= {item.start} if of_one and item.token and item.token.number in figures else set()
    for word, name in pairwise(cast.in_part(words[0].part)):  # "攻击里侧的X": the attack turns it up
        hidden = word.has("face-down-there") and name.named is not None and attack.defender is not None
        if hidden and name.named and attack.defender and attack.defender.card is name.named.card:
            asked.told.used.add(word.start)
            attack.defender.position = "defence"
    settled = {f.card.id for f in fighting if f.card}
    for item in cast.items:
        if item.named and item.who in settled and item.role in ("aside", "answered"):
            item.role = "fights"
    if asked.answered and asked.answered[0].id in settled:
        asked.answered = None


def _waits_for_an_own_attack(asked: Asked) -> bool:
    """Whether the text asks for a monster of one's own that attacks or wins: its own condition is taken as met."""
    effects = asked.effects_meant
    waiting = [e.trigger for e in effects if e.trigger and e.trigger.of and _OF_AN_ATTACKER & set(e.trigger.events)]
    required = any(r.is_ == "own-monster-attacks" for e in effects for r in e.requires)
    return required or any(trigger.of is not None and trigger.of.side == "own" for trigger in waiting)


def _declaration_told(asked: Asked, cast: Cast) -> None:
    """`their X's attack declaration`: X attacks, where whose it is was told; whom, nobody says."""
    for name, moment in pairwise(cast.items):
        here = name.named is not None and name.role == "aside" and name.part == moment.part < cast.asked_part()
        declared = moment.phrase is not None and moment.phrase.at == "attack-declaration" and not moment.phrase.events
        side = side_before(cast, name)
        if here and declared and side and name.named and name.named.card.atk is not None:
            fighter = Fighter(card=name.named.card, side=side)
            attacker = _attacks_it(cast, name)
            asked.attack = Attack(fighter, None) if attacker is None else Attack(attacker, fighter)
            asked.attack_by = attacker.side if attacker is not None else side
            fighting = {f.card.id for f in (fighter, attacker) if f is not None and f.card}
            for item in (i for i in cast.items if i.who in fighting):
                item.role = "fights"
            return


def _attacks_it(cast: Cast, attacked: Item) -> Fighter | None:
    """`X向Y攻击宣言`: the monster before the preposition, where one stands before the name."""
    part = cast.in_part(attacked.part)
    before = [i for i in part if i.start < attacked.start]
    towards = [i.start for i in before if i.has("towards")]
    named = [i for i in before if i.named and towards and i.start < towards[-1]]
    if not named or named[-1].named is None:
        return None
    theirs = "own" if side_before(cast, attacked) == "opponent" else "opponent"
    return Fighter(card=named[-1].named.card, side=side_before(cast, named[-1]) or theirs)


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


def take_subject(asked: Asked, made: Cut, subject: Item) -> None:
    """The card asked about, with its effect and the name it was called by."""
    if subject.named is None:
        asked.missing, asked.doubt = "card", subject.doubt
        return
    asked.card, asked.effect = subject.named.card, subject.effect
    asked.asked_as = made.spelled(subject.named.token)


def effect_by_what_it_does(asked: Asked, cast: Cast) -> None:
    """`its negation`: the one effect of the card that does so, where there is one."""
    here = cast.asked_items
    told = [i.phrase.does for i in here if i.phrase and i.phrase.does and i.start not in asked.told.used]
    if asked.card is None or asked.effect is not None:
        return
    if not told:  # "can both of them negate": the one that answers
        answering = [e.number for e in asked.card.activated_effects if e.responds_to is not None]
        several = {"respond", "two-copies"} <= marks_of(here) and len(answering) == 1
        asked.effect = answering[0] if several else None
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
        activated = [e.number for e in asked.card.effects if e.is_activated]
        if fitting and "activate" in marks_of(here) and len(activated) == 1 and not any(e.is_activated for e in able):
            fitting = activated  # what it does only applies, once the one effect of the card that is activated was
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
