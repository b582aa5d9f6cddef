"""Facts about activations around the battle phase: effects that need one, oaths, leave to attack again."""

from knowledge.data.cases import UNKNOWN, CardOnTable, Link
from knowledge.data.profile import Action, Card, Effect, Filter
from knowledge.rules.facts.battle_facts.attacks import acts_on, cannot_attack
from knowledge.rules.facts.table_facts.prohibitions import is_of_kind
from knowledge.table.attack_counts import (
    FURTHER_ATTACKS,
    IN_A_ROW,
    declared_earlier,
    declared_so_far,
    grant_in,
    grants_on,
)
from knowledge.table.cards import (
    card_called,
    every_card,
    fighter,
    handle_of,
    is_meant,
    names_given,
    profile_of,
    words_of,
)
from knowledge.table.filters import perhaps, something_matches, surely
from knowledge.table.in_force import InForce
from knowledge.table.responses import effects_of_link, of_all
from knowledge.table.situation import Fact, Situation, yes

_ATTACKS_OF = {  # whose monster attacks where a text sets this condition
    "self-attacks": "own",
    "own-monster-attacks": "own",
    "self-attacked": "opponent",
    "own-monster-attacked": "opponent",
    "opponent-monster-attacks": "opponent",
}
_AGAIN = ("once-more", "only-once-more")
_GRANTS = (*FURTHER_ATTACKS, "allow-direct-attack")


def battle_phase_ahead(s: Situation) -> Fact:
    """Whether this turn has a battle phase, now or still to come."""
    q = s.question
    if q.window in s.book.windows_of("battle-phase"):
        return "yes"
    if q.window in ("main2", "end") or q.table.turn_number == 1:
        return "no"
    forbids = [a for a in s.state.acts("forbid-battle-phase", "skip-phase") if "draw" not in a.act.to]
    if any(_meant(a, q.turn) for a in forbids):
        return "no"
    return UNKNOWN


def battle_phase_skipped(s: Situation) -> Fact:
    """Whether the only thing against a battle phase this turn is an effect that skips it."""
    q = s.question
    if battle_phase_ahead(s) != "no" or q.window in ("main2", "end") or q.table.turn_number == 1:
        return "no"
    forbids = [a for a in s.state.acts("forbid-battle-phase") if _meant(a, q.turn)]
    return yes(not forbids)


def _meant(lasting: InForce, turn: str) -> bool:
    """Whether an effect against battle phases speaks of the player whose turn it is."""
    return lasting.act.what == "both" or (lasting.side == turn) == (lasting.act.what in ("you", ""))


def direct_attacks_fit(s: Situation) -> Fact:
    """Whether the account of the turn has as many direct attacks as a text counts."""
    e = s.question.effect
    for r in e.requires if e is not None else ():
        if r.is_ == "direct-attack-number" and isinstance(r.amount, int):
            if not s.question.table.earlier:
                return UNKNOWN
            attacks = declared_earlier(s, None, "opponent")
            return yes(sum(a.direct and a.calculated for a in attacks) == r.amount - 1)
    return "yes"


def attacking_side_fits(s: Situation) -> Fact:
    """Whether the attack the text speaks of is one of the player's who attacks: as told, else the turn player."""
    e: Effect | None = s.question.effect
    sides: set[str | None] = {_ATTACKS_OF[r.is_] for r in (e.requires if e else ()) if r.is_ in _ATTACKS_OF}
    trigger = e.trigger if e and not e.responds_to else None  # a text with other occasions does not wait for an attack
    if trigger is not None and s.book.wider_events(trigger.events) <= {"attack-declared", "attacked-directly"}:
        whose = "own" if trigger.subject == "self" else trigger.of.side if trigger.of and not trigger.of.other else None
        sides.add(whose)
    if trigger is not None and trigger.events == ("chosen-as-attack-target",):
        sides.add("opponent" if trigger.subject == "self" or (trigger.of and trigger.of.side == "own") else None)
    if e is not None and any(r.is_ == "own-monster-battles" for r in e.requires):
        sides = set()  # an attack between monsters of the two sides, whoever declares it
    named = sides & {"own", "opponent"}
    attacker = fighter(s, "attacker")
    attacking = attacker.side if attacker is not None else s.question.turn
    return yes(len(named) != 1 or attacking in named)  # a text about both speaks of whatever battle there is


def link_bars_answers(s: Situation) -> Fact:
    """Whether the last link is an activation whose text lets this player answer nothing."""
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card)
    if card is None:
        return "no"
    if _card_bars_answers(card, chain[-1].by):
        return "yes"
    if chain[-1].gained_from:
        return "no"  # what its own effects say is not said of one it gained
    answered = effects_of_link(chain[-1], card)
    if any(_bars_the_kinds_sent(e) for e in answered) and chain[-1].by == "opponent":
        return _is_of_a_kind_sent(s, chain[-1])
    return of_all([_bars_answers(s, e, chain[-1]) for e in answered])


def _bars_the_kinds_sent(effect: Effect) -> bool:
    """Whether a text keeps the other player from answering with cards of the kinds its cost was paid with."""
    texts = (*effect.cost, *effect.does)
    return any(a.act == "forbid-activation" and a.to == "in-response-with-the-kinds-sent" for a in texts)


def _is_of_a_kind_sent(s: Situation, link: Link) -> Fact:
    """Whether what is asked about is of the kind of a card the cost was paid with: monster, spell or trap."""
    if not link.paid:
        return UNKNOWN
    paid = [(card_called(s, name), name) for name in link.paid]
    cards = [profile_of(s, c) if c is not None else s.book.card_named(name) for c, name in paid]
    words = {word for c, _ in paid if c is not None for word in c.type}
    kinds = {card.type.split(" / ")[0].lower() for card in cards if card is not None} | words
    kinds &= {"monster", "spell", "trap"}
    if any(is_of_kind(s, Filter(type=(kind,))) for kind in sorted(kinds)):
        return "yes"
    return "no" if kinds else UNKNOWN


def _another_bars_answers(s: Situation, link: Link) -> bool:
    """Whether a card that lies there keeps the other player from answering activations of this kind of card."""
    lying = card_called(s, link.card)
    bars = [a for a in s.state.acts("forbid-activation") if a.act.to == "in-response-to-such" and a.side == link.by]
    return (
        link.by == "opponent"
        and lying is not None
        and any(a.act.which is not None and surely(s, lying, a.act.which, link.by) for a in bars)
    )


def _card_bars_answers(card: Card, by: str) -> bool:
    """Whether a text about the card as a whole keeps the other player from answering its effects, gained ones too."""
    texts = (a for e in card.effects_of("condition") for a in e.does)
    return by == "opponent" and any(a.to == "in-response-to-this-card" for a in texts)


def another_bars_answers(s: Situation) -> Fact:
    """Whether another card lets the last link not be answered: for its kind, or for its name; none, or not told.

    A card is activated under its printed name; once its own effect has given it another, what it activates then is not
    an activation of that name any more.
    """
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card)
    if card is None:
        return "none"
    if _another_bars_answers(s, chain[-1]):
        return "its-kind"
    bars = [a for a in s.state.acts("forbid-activation") if a.act.to == "in-response-to-that-name"]
    meant = [a for a in bars if any(s.book.card_named(name) is card for name in a.targets)]
    lying = card_called(s, chain[-1].card)
    opening = all(e.opens_the_card for e in effects_of_link(chain[-1], card)) and chain[-1].activates != "effect"
    renamed = lying is not None and bool(names_given(s, lying)) and not opening
    if meant and not renamed:
        return "its-name"
    return "none" if lying is not None or bars else UNKNOWN


def _bars_answers(s: Situation, effect: Effect, link: Link) -> bool:
    """Whether its text keeps the asking player, or every player, from answers of the kind asked about.

    What a spell or trap says of its own activation is not said where another card lets its effect alone be activated.
    """
    of_the_card = () if effect.opens_the_card and link.activates == "effect" else effect.cost
    texts = [a for a in (*of_the_card, *effect.does) if a.act == "forbid-activation" and a.to == "in-response"]
    barred = [a for a in texts if a.what != "target" and (a.what == "both" or link.by == "opponent")]
    return any(a.which is None or is_of_kind(s, a.which) for a in barred)


def answers_itself(s: Situation) -> Fact:
    """Whether the last link is this very card, and the text answers other cards only."""
    q = s.question
    response = q.effect.responds_to if q.effect is not None else None
    if response is None or response.of is None or not response.of.other:
        return "no"
    last = q.table.chain[-1]
    same = last.by == "own" and (last.card == "self" or s.book.card_named(last.card) is q.card)
    twins = [c for c in q.table.cards if c.side == "own" and profile_of(s, c) is q.card]
    return yes(same and not twins)


def mandatory_waiting(s: Situation) -> Fact:
    """Whether a mandatory effect of this moment on the table has not been activated yet."""
    q = s.question
    done = [h for h in (*q.table.earlier, *q.table.happened) if h.event == "effect-activated"]
    for lying in every_card(s):
        card = profile_of(s, lying)
        for e in card.effects if card and lying.face == "up" else ():
            events = e.trigger.events if e.trigger else ()
            happens = {w for event in events for w in s.book.library.events[event].happens}
            its_turn = e.turn == "either" or (e.turn == "own") == (lying.side == q.turn)
            if e.mandatory and q.window in happens and its_turn and not any(is_meant(s, h.card, lying) for h in done):
                return "yes"
    return "no"


def chain_just_resolved(s: Situation) -> Fact:
    """Whether a chain has just been resolved here."""
    return yes(any(h.event == "window-chain-resolved" for h in s.question.table.happened))


def _granting(e: Effect | None) -> Action | None:
    acts = [*(e.does if e else ()), *(a for c in (e.choices if e else ()) for a in c.does)]
    return next((a for a in acts if a.act in _GRANTS or (a.act == "change-attack-target" and a.to == "direct")), None)


def receiver(s: Situation) -> CardOnTable | None:
    """The monster that an effect would let attack."""
    q, act = s.question, _granting(s.question.effect)
    if q.about and (named := card_called(s, q.about)):
        return named
    if act is not None and act.what == "self":
        lying: CardOnTable | None = q.table.self
        return lying
    links = [x for x in q.table.chain if q.card is not None and s.book.card_named(x.card) is q.card and x.targets]
    if links:
        return card_called(s, links[-1].targets[0])
    if q.table.battle:
        return card_called(s, q.table.battle.attacker)
    fought = next((h for h in q.table.happened if h.event == "destroys-by-battle"), None)
    return card_called(s, fought.card) if fought is not None else None


def grant_is_direct(s: Situation) -> Fact:
    """Whether what the effect gives is a direct attack."""
    act = _granting(s.question.effect)
    return yes(act is not None and act.act not in FURTHER_ATTACKS)


def grant_receiver_cannot_attack(s: Situation) -> Fact:
    """Whether the monster that would receive the attack is not allowed to attack."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(_cannot_attack(s, monster))


def _cannot_attack(s: Situation, monster: CardOnTable | None) -> bool:
    found = acts_on(s, monster, "forbid-attack", "forbid-attack-declaration")
    return any(cannot_attack(a) for a in found)


def grant_receiver_cannot_attack_directly(s: Situation) -> Fact:
    """Whether the monster that would receive the attack is not allowed to attack directly."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(any(not cannot_attack(a) for a in acts_on(s, monster, "forbid-attack")))


def grant_number_reached(s: Situation) -> Fact:
    """Whether the receiver may already make as many attacks as the effect would give."""
    monster = receiver(s)
    return UNKNOWN if monster is None else yes(_number_reached(s, monster))


def _number_reached(s: Situation, monster: CardOnTable) -> bool:
    q, act = s.question, _granting(s.question.effect)
    if act is None or act.act != "allow-extra-attack":
        return False
    given = grant_in(s, InForce(act, s.card, s.effect, "own", q.table.self))
    had = max((g.number for g in grants_on(s, monster) if g.kind == "number"), default=1)
    return given.kind == "number" and given.number <= had


def grant_beside_a_number(s: Situation) -> Fact:
    """Whether "only once more" meets a monster that has already used a further attack, whatever let it."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "only-once-more":
        return "no"
    return yes(len(declared_so_far(s, monster)) > 1)


def grant_row_beside_a_number(s: Situation) -> Fact:
    """Whether "only once more, at once" meets a monster that may make a number of attacks anyway."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "only-once-more" or not act.to.endswith(IN_A_ROW):
        return "no"
    return yes(any(g.kind == "number" and g.number > 1 for g in grants_on(s, monster)))


def grant_number_unspent(s: Situation) -> Fact:
    """Whether leave to go on attacking meets a monster with attacks of a number still to make."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.count != "once-more" or not act.to.endswith(IN_A_ROW):
        return "no"
    made = len(declared_so_far(s, monster))
    return yes(any(g.kind == "number" and made < g.number for g in grants_on(s, monster)))


def grant_once_more_counts_as_two(s: Situation) -> Fact:
    """Whether two attacks are offered to a monster that holds leave to attack once more."""
    act, monster = _granting(s.question.effect), receiver(s)
    if monster is None or act is None or act.act != "allow-extra-attack":
        return "no"
    given = grant_in(s, InForce(act, s.card, s.effect, "own", s.question.table.self))
    again = any(g.kind in _AGAIN for g in grants_on(s, monster))
    return yes(given.kind == "number" and given.number <= 2 and again)


def grant_too_late_for_all(s: Situation) -> Fact:
    """Whether "only once more", the first thing the effect does to its target, would apply to none it may choose."""
    e = s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act != "allow-extra-attack" or act.what != "target" or not e.targets:
        return "no"
    if act.count not in _AGAIN:
        return "no"
    reached = [c for c in every_card(s) if "monster" in _kind(s, c) and perhaps(s, c, e.targets[0])]
    refused = [s.book.decided("grant-applies", s, handle_of(s, c)) == "no" for c in reached]
    return "yes" if refused and all(refused) else UNKNOWN


def grant_monster_to_attack(s: Situation) -> Fact:
    """Whether the monster that would go on attacking monsters has one to attack; only where that is what is given."""
    _q, e = s.question, s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act != "allow-extra-attack" or not act.to.startswith("monsters"):
        return "yes"
    if act.count not in _AGAIN:
        return "yes"
    return something_matches(s, Filter(side="opponent", zones=("monster-zone",), type=("monster",)), s.viewer)


def grant_usable(s: Situation) -> Fact:
    """Whether some monster the effect can reach could use the attacks it gives; only where that is what it does."""
    q, e = s.question, s.effect
    act = e.does[0] if e.does else None
    if act is None or act.act not in _GRANTS:
        return "yes"
    if act.what == "self":
        useless = q.table.self is not None and s.book.decided("grant-applies", s, "self") == "no"
        return "no" if useless else UNKNOWN
    if e.trigger is not None and e.trigger.subject == "other" and not e.targets and act.count in _AGAIN:
        doers = [h.card for h in q.table.happened if h.event in e.trigger.events and card_called(s, h.card) is not None]
        barred = [s.book.decided("grant-applies", s, handle) == "no" for handle in doers]
        return "no" if barred and all(barred) else UNKNOWN
    if act.what != "target" or not e.targets or act.count in _AGAIN:
        return "yes"  # an attack more is not refused to a target beforehand; it merely may not apply
    wanted = e.targets[0]
    reached = [c for c in every_card(s) if "monster" in _kind(s, c) and perhaps(s, c, wanted, source=q.table.self)]
    refused = [s.book.decided("grant-applies", s, handle_of(s, c)) == "no" for c in reached]
    return "no" if refused and all(refused) else UNKNOWN


def grant_useful_to_it(s: Situation) -> Fact:
    """Whether the very monster asked about could use the attacks an effect gives to its target."""
    act = _granting(s.question.effect)
    if act is None or act.what != "target" or act.count in _AGAIN or receiver(s) is None:
        return "yes"
    return yes(s.book.decided("grant-applies", s, s.question.about) == "yes")


def grant_too_late_for_it(s: Situation) -> Fact:
    """Whether "only once more", the first thing its target is given, does not apply to the one asked about."""
    e = s.question.effect
    first = e.does[0] if e and e.does else None
    if first is None or first.act != "allow-extra-attack" or first.what != "target" or first.count not in _AGAIN:
        return "no"
    return yes(receiver(s) is not None and s.book.decided("grant-applies", s, s.question.about) == "no")


def _kind(s: Situation, lying: CardOnTable) -> frozenset[str]:
    words = words_of(s, lying)
    return words if words & {"spell", "trap"} else words | {"monster"}
