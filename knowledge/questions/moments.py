"""When it is asked about: the moment said, the one an event tells, and what is told of another moment than that."""

from knowledge.questions.asked import ANY_TIME, Account, Asked
from knowledge.questions.cast import Cast
from knowledge.questions.lexicon import Phrase
from knowledge.questions.told.battles import OF_AN_ATTACK
from knowledge.rules.book import Book

_ATTACKS = frozenset(("attack-declared", "attacked-directly"))
_CHOSEN, _BY_HAND = "chosen-as-attack-target", "normal-summoned"
UNSAID = "main"  # where an answer to an activation, or to an event of no moment of its own, is looked at


def settle_moment(asked: Asked, cast: Cast, book: Book) -> None:
    """The moment said, else the one an event tells, else a main phase for what answers something."""
    phrases = [item.phrase for item in cast.items if item.phrase]
    asked.turn = next((phrase.turn for phrase in phrases if phrase.turn), "") or _turn_of_the_moment(cast)
    attacked = any(item.has("attack") and item.has("passive") for item in cast.items)  # by whom is not told
    attacker = asked.attack.attacker if asked.attack else None
    plain = attacker is None or attacker.card is None or not attacker.card.effects
    turned = _flips_in_battle(asked, attacked) and plain and not any(p.at and not p.events for p in phrases)
    fought = asked.attack is not None or attacked
    if asked.kind == "can" and fought and ("when" in cast.marks or turned):
        asked.at, asked.accounts, asked.events = "damage-step", [], []  # the battle goes on: at which of its moments?
        asked.face = ""  # the battle turns it up
        if _flips_in_battle(asked, attacked):  # a flip effect of what is attacked comes after damage calculation
            asked.at, asked.events = "damage.after", ["flipped"]
            asked.accounts = [Account("flipped", asked.card, by="battle")]
        return
    here = [i.phrase for i in cast.asked_items if i.phrase]
    phrases = [*here, *(phrase for phrase in phrases if phrase not in here)]  # what is asked goes before what is told
    said = [phrase.at for phrase in phrases if phrase.at and not phrase.events]
    if said and not any(phrase.at for phrase in here) and _asks_of_the_whole_turn(cast):
        asked.at, asked.assumed = ANY_TIME, "any-time"  # the moment told is that of what came before
        return
    told = [phrase.at for phrase in phrases if phrase.at and phrase.events and not _fought_out(asked, phrase)]
    said_here = any(phrase.at and not phrase.events for phrase in here)
    later = _moment_after_a_use(asked, cast, book) if said and not said_here else ""
    if later:
        asked.at, asked.assumed, asked.answered, asked.links = later, "event", None, []
    elif said:
        asked.at = _narrowest(book, [*said, *(t for t in told if book.windows_of(t) <= book.windows_of(said[0]))])
    elif told:
        asked.at, asked.assumed = _latest(book, told), "event"
    elif "when" in cast.marks or asked.turn:
        asked.at = ANY_TIME
    elif asked.attack is not None and asked.kind == "can":
        asked.at, asked.assumed = "battle-phase", "event"
        asked.turn = asked.attack_by
    elif asked.events or asked.answered or asked.answered_kind:
        windows = {w for e in asked.events if e in book.library.events for w in book.library.events[e].happens}
        windows = windows or _moments_of_the_answered(asked, book)
        asked.at, asked.assumed = _moment_of(book, windows)
    asked.turn = asked.turn or _turn_of_the_account(asked)


def _moment_after_a_use(asked: Asked, cast: Cast, book: Book) -> str:
    """`X was used in the main phase, now they attack`: the moment of what happened last, and the use is over."""
    told = [i for i in cast.items if i.phrase and i.phrase.at and i.part <= cast.asked_part()]
    answered = asked.answered[0] if asked.answered else None
    used = {i.part for i in cast.items if i.named and i.named.card is answered}
    if len(told) < 2 or told[-1].phrase is None or not told[-1].phrase.events or "respond" in cast.marks:
        return ""
    first, last = told[0].phrase, told[-1].phrase
    apart = first is not None and not book.windows_of(first.at) & book.windows_of(last.at)
    return last.at if apart and used == {told[0].part} and told[-1].part > told[0].part else ""


def _asks_of_the_whole_turn(cast: Cast) -> bool:
    """`in the Draw Phase X was used; can I activate Y this turn`: asked of the turn that it happened in."""
    return any(item.has("this-turn") for item in cast.asked_items)


def _moment_of(book: Book, windows: set[str]) -> tuple[str, str]:
    """The narrowest moment that holds all windows in which it can have happened; a main phase where it may be one."""
    if not windows or windows & book.windows_of(UNSAID):
        return UNSAID, "main"
    around = [moment for moment in book.library.timings if windows <= book.windows_of(moment)]
    return min(around, key=lambda moment: len(book.windows_of(moment))), "event"


def _moments_of_the_answered(asked: Asked, book: Book) -> set[str]:
    """The moments at which what is answered can have been activated: those of the event that sets it off."""
    card, number = asked.answered or (None, None)
    effects = [e for e in (card.activated_effects if card else ()) if number in (None, e.number)]
    waits = [e.trigger.events for e in effects if e.trigger is not None]
    if not effects or len(waits) < len(effects):
        return set()
    events = [event for each in waits for event in each]
    known = [book.library.events[event].happens for event in events if event in book.library.events]
    return {window for happens in known for window in happens} if len(known) == len(events) and all(known) else set()


def _fought_out(asked: Asked, phrase: Phrase) -> bool:
    """Whether an attack is told as the battle that goes on, not as the moment it was declared."""
    described = [f for f in (asked.attack.attacker, asked.attack.defender) if f] if asked.attack else []
    return any(f.attribute or f.race for f in described) and bool(OF_AN_ATTACK & set(phrase.events))


def _latest(book: Book, moments: list[str]) -> str:
    """Of the moments an account passes through the one that comes last in a turn."""
    return max(moments, key=lambda moment: max(map(book.windows.index, book.windows_of(moment)), default=0))


def _flips_in_battle(asked: Asked, attacked: bool) -> bool:
    defender = asked.attack.defender if asked.attack else None
    attacked = attacked or (defender is not None and defender.card is not None and defender.card is asked.card)
    triggers = [e.trigger for e in asked.card.effects if e.trigger] if asked.card else []
    return attacked and any("flipped" in trigger.events for trigger in triggers)


def _narrowest(book: Book, moments: list[str]) -> str:
    """Of moments that contain each other the innermost; of others the first said."""
    first = moments[0]
    inside = [m for m in moments if book.windows_of(m) < book.windows_of(first)]
    return min(inside, key=lambda m: len(book.windows_of(m))) if inside else first


def _turn_of_the_moment(cast: Cast) -> str:
    """`the opponent's end phase`: whose turn it is, told by the word right before the moment."""
    tokens = [item.token for item in cast.items if item.token]
    sides = {token.end: token.phrase.side for token in tokens if token.phrase and token.phrase.side}
    return next((sides[t.start] for t in tokens if t.phrase and t.phrase.at and t.start in sides), "")


def _turn_of_the_account(asked: Asked) -> str:
    """Whose turn what happened tells: one is attacked on the other's turn, and summons by hand on one's own."""
    own = [a for a in asked.accounts if a.card in (None, asked.card) and not a.another]
    if any(a.event == _CHOSEN for a in own) and "" in {a.side for a in own}:
        return "opponent"
    summons = [a for a in asked.accounts if a.event == _BY_HAND]
    return "own" if len(summons) == len(asked.accounts) == 1 and summons[0].side == "own" else ""


def attacks_of_earlier(asked: Asked, cast: Cast, book: Book) -> None:
    """An attack told in a question about a later phase did not just happen; what came of it nobody knows."""
    for item in cast.items:
        phrase = item.phrase
        if phrase is None or not _ATTACKS & set(phrase.events) or not asked.at or asked.assumed:
            continue
        if not book.windows_of("battle-phase") & book.windows_of(asked.at):
            asked.accounts = [account for account in asked.accounts if account.event not in _ATTACKS]
            asked.events = [event for event in asked.events if event not in _ATTACKS]
            asked.told.open.append(item)
