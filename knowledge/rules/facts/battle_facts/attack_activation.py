"""Facts about activations around the battle phase: effects that need one, oaths, links that bar answers."""

from knowledge.data.cases import UNKNOWN, Link
from knowledge.data.profile import Card, Effect, Filter
from knowledge.rules.facts.table_facts.prohibitions import is_of_kind
from knowledge.table.attack_counts import declared_earlier
from knowledge.table.cards import card_called, every_card, fighter, is_meant, names_given, profile_of
from knowledge.table.filters import surely
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
    return of_all([_bars_answers(s, e, chain[-1].by) for e in answered])


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
    texts = (a for e in card.effects if e.kind == "condition" for a in e.does)
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
    opening = all(e.kind == "activate" for e in effects_of_link(chain[-1], card)) and chain[-1].activates != "effect"
    renamed = lying is not None and bool(names_given(s, lying)) and not opening
    if meant and not renamed:
        return "its-name"
    return "none" if lying is not None or bars else UNKNOWN


def _bars_answers(s: Situation, effect: Effect, by: str) -> bool:
    """Whether its text keeps the asking player, or every player, from answers of the kind asked about."""
    texts = [a for a in (*effect.cost, *effect.does) if a.act == "forbid-activation" and a.to == "in-response"]
    barred = [a for a in texts if a.what == "both" or by == "opponent"]
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
