"""Facts about the window, the turn and the chain."""

from collections.abc import Callable

from knowledge.data.cases import UNKNOWN, CardOnTable
from knowledge.data.profile import Effect, Response
from knowledge.rules.categories import speed_of
from knowledge.table.cards import card_called
from knowledge.table.filters import matches
from knowledge.table.responses import effects_of_link, of_all
from knowledge.table.situation import Fact, Situation

_AFTER = "damage.after"
_DAMAGE_WINDOWS = "damage-step"
_ONE_ALONE = "exactly-one-monster-summoned"


def timing(s: Situation) -> Fact:
    """The window asked about."""
    return s.question.window or UNKNOWN


def turn(s: Situation) -> Fact:
    """Whose turn it is, seen from the player who would activate."""
    return s.question.turn


def duel_begun(s: Situation) -> Fact:
    """Whether the first turn has begun."""
    number = s.question.table.turn_number
    if number is None:
        return UNKNOWN if s.question.window == "draw" else "yes"
    return "yes" if number > 0 else "no"


def printed_moment(s: Situation) -> Fact:
    """Whether the window is one the text names: none named, named and here, or named and elsewhere."""
    windows = printed_windows(s)
    if windows is None:
        return "none-named"
    battle = s.question.table.battle
    inside = battle is not None and battle.inside and battle.calculated  # the moment comes once that effect is resolved
    return "here" if s.question.window in windows or (inside and _AFTER in windows) else "elsewhere"


def printed_windows(s: Situation) -> frozenset[str] | None:
    """The windows the effect's text names, or those in which its events can happen; None when it names none."""
    e = s.question.effect
    if e is None:
        return None
    printed = frozenset(w for moment in e.at for w in s.book.windows_of(_in_this_turn(s, moment)))
    happens = _windows_of_its_events(s, e)
    if e.at and not printed:
        return printed  # every moment it names is one of the other player's turn
    if printed and happens:
        return printed & happens or printed  # a text may place its effect elsewhere than where its event falls
    return printed or happens or None


def _in_this_turn(s: Situation, moment: str) -> str:
    """A moment without the player whose it is (`own:main`); nothing where it is the other player's turn."""
    side, _, timing = moment.rpartition(":")
    return timing if side in ("", s.question.turn) else ""


def _windows_of_its_events(s: Situation, e: Effect) -> frozenset[str]:
    """The windows in which its events can happen; none where they can happen anywhere or it has other occasions too."""
    if e.trigger is None or e.responds_to is not None:
        return frozenset()
    happens = [s.book.library.events[event].happens for event in e.trigger.events if event in s.book.library.events]
    return frozenset(w for some in happens for w in some) if all(happens) else frozenset()


def names_this_window(s: Situation) -> Fact:
    """Whether the text names this very window of the damage step, or the damage step as its moment."""
    of_the_damage_step = s.book.windows_of(_DAMAGE_WINDOWS)
    if s.question.window not in of_the_damage_step:
        return "no"
    windows = printed_windows(s)
    return "yes" if windows is not None and s.question.window in windows and windows <= of_the_damage_step else "no"


def printed_turn_fits(s: Situation) -> Fact:
    """Whether the turn is one the text allows."""
    wanted = s.question.effect.turn if s.question.effect else "either"
    return "no" if wanted != "either" and wanted != s.question.turn else "yes"


def starts_by_hand(s: Situation) -> Fact:
    """Whether activating now would start a chain by the player's own choice, answering nothing."""
    e = s.effect
    if s.question.table.chain or (s.question.table.happened and e.trigger):
        return "no"
    return "no" if e.trigger or e.responds_to or e.mandatory else "yes"


def who_starts_here(s: Situation) -> Fact:
    """Who may start a chain by hand in this window."""
    return s.book.library.timings[s.question.window].by_hand


def chain_length(s: Situation) -> Fact:
    """How many links the chain has already."""
    return len(s.question.table.chain)


def answers_last_link(s: Situation) -> Fact:
    """Whether the last link is what the effect's text answers."""
    e, chain = s.question.effect, s.question.table.chain
    if e is None or e.responds_to is None:
        return "nothing-to-answer"
    if not chain:
        return UNKNOWN
    last = chain[-1]
    card = s.book.card_named(last.card)
    if card is None:
        return UNKNOWN
    return s.book.answers(e.responds_to, last, card, s)


def summon_can_come(s: Situation) -> Fact:
    """Whether a summon that uses no chain can be about to happen, where the text answers nothing else."""
    e, q = s.question.effect, s.question
    if e is None or e.trigger or e.responds_to is None or e.responds_to.to != ("summon",):
        return "yes"
    told = any(h.event == "summon-attempted" for h in (*q.table.earlier, *q.table.happened))
    if told or any(c.being_summoned for c in q.table.cards):
        return "yes"
    summoner_fits = e.responds_to.by in (None, "either", q.turn)
    return "yes" if summoner_fits and q.window in s.book.windows_of("main") else "no"


_SUMMON_TO_COME = {"summon-attempted", "would-be-summoned"}


def summon_to_answer(s: Situation) -> Fact:
    """Whether a summon the text answers is about to happen; only a table that tells of the moment says no."""
    e, happened = s.question.effect, s.question.table.happened
    arriving = [lying for lying in s.question.table.cards if lying.being_summoned]
    if e is None or e.responds_to is None or not (happened or arriving):
        return UNKNOWN
    told = [h for h in happened if s.book.wider_events((h.event,)) & _SUMMON_TO_COME]
    if told and any(h.later for h in happened[happened.index(told[-1]) + 1 :]):
        return "no"  # a chain has been dealt with since: the moment to answer the summon is over
    coming = [(h.side, card_called(s, h.card) if h.card else None) for h in told]
    coming += [(lying.side, lying) for lying in arriving if not any(lying is known for _, known in coming)]
    if e.responds_to.targeting == _ONE_ALONE and len(coming) > 1:
        return "no"
    answers = [_is_answered(s, e.responds_to, *one) for one in coming]
    return "yes" if "yes" in answers else UNKNOWN if UNKNOWN in answers else "no"


def _is_answered(s: Situation, response: Response, side: str | None, coming: CardOnTable | None) -> Fact:
    """Whether the text means this player's summon, and a summon of this kind; unknown where the table does not tell."""
    if response.by in ("own", "opponent") and side and response.by != side:
        return "no"
    if response.of is None:
        return "yes"
    return UNKNOWN if coming is None else matches(s, coming, response.of, ignore=("zones", "face"))


def summon_is_meant(s: Situation) -> Fact:
    """Whether the text that negates a summon means the summon of the monster asked about."""
    e, coming = s.effect, card_called(s, s.question.about)
    if e.responds_to is None or coming is None:
        return UNKNOWN
    return _is_answered(s, e.responds_to, coming.side, coming)


def speed(s: Situation) -> int:
    """The spell speed of the effect."""
    return speed_of(s.card, s.effect)


def slower_than_chain(s: Situation) -> Fact:
    """Whether the effect is too slow for the last link."""
    chain = s.question.table.chain
    if not chain:
        return "no"
    own = speed(s)
    if own < 2:
        return "yes"
    return of_all([own < last for last in sorted(s.book.link_speeds(chain[-1]))])


def last_link_is_a_trigger(s: Situation) -> Fact:
    """Whether the last link is an effect set off by an event: only such a link leaves room for others of the moment."""
    chain = s.question.table.chain
    card = s.book.card_named(chain[-1].card) if chain else None
    if card is None:
        return UNKNOWN
    return of_all([effect.kind == "trigger" for effect in effects_of_link(chain[-1], card)])


def window_chain_done(s: Situation) -> Fact:
    """Whether the chain of the effects that name this window has already been resolved, or another chain is open."""
    table = s.question.table
    if any(h.event == "window-chain-resolved" for h in (*table.earlier, *table.happened)):
        return "yes"
    return UNKNOWN


def _moments_named(s: Situation) -> tuple[str, ...]:
    """The moments the text names, where this is none of them: the windows, or the wider times it prints."""
    windows = printed_windows(s)
    if not windows or s.question.window in windows:
        return ()
    return tuple(s.effect.at) or tuple(w for w in s.book.windows if w in windows)


MADE_SO: dict[str, Callable[[Situation], tuple[str, ...]]] = {"printed-moment": _moments_named}
