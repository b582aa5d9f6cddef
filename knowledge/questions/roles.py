"""What each card is in the question: readings are built from what stands around the names, and weighed.

A card is asked about (`subject`), answered by what is asked about (`answered`), in force on the table (`in-force`), or
told `aside`. Every name has features (what stands before it and behind it, what its profile can do); the weights of
`rulings/questions/weights.yaml` say what a feature counts for a role. All castings are weighed, the heaviest is read.
"""

from collections.abc import Iterator
from itertools import pairwise, takewhile
from math import fsum

from knowledge.questions.cast import (
    Cast,
    Casting,
    Item,
    answers_things,
    does_so,
    is_fast,
    is_given_up,
    is_the_cause,
    marks_of,
    neighbour,
    side_before,
    zones_told,
)
from knowledge.questions.lexicon import SPELL_OR_TRAP, Weights
from knowledge.questions.named.cut import Cut, Naming
from knowledge.questions.told.who_did_it import negated_in

OTHER_ROLES = ("answered", "in-force", "aside")
_MOST_WEIGHED = 5  # cards of one question
_USED_UP = ("Normal", "Quick-Play", "Ritual", "Counter")  # spells and traps that do not stay


def cast_of(made: Cut, naming: Naming, weights: Weights) -> Cast:
    """Put everything in order, and give every name the role that weighs most."""
    items = [Item(t.start, token=t) for t in made.tokens if t.phrase is not None]
    items += [Item(n.token.start, named=n) for n in naming.cards]
    for doubt in naming.doubts:
        at = doubt.start
        items.append(Item(next((n for n, place in enumerate(made.places) if place >= at), 0), doubt=doubt))
    for item in items:
        item.clause = made.clause_at(item.start)
    items.sort(key=lambda item: item.start)
    _number_parts(made, items)
    cast = Cast(items, {mark for item in items if item.phrase for mark in item.phrase.marks})
    if "chained-to" in cast.marks and not _something_behind(items):
        cast.marks.add("passive")  # "can X be chained to?": nothing is named that X would be chained to
    cast.loose_number = _numbers(items, cast.asked_part())
    cast.negated = negated_in(cast)
    cast.castings = sorted(_castings(cast, weights), key=lambda c: -c.score)
    if cast.castings:
        cast.give(cast.castings[0])
    return cast


def _something_behind(items: list[Item]) -> bool:
    """Whether a card or an activation stands behind the word for being chained to it."""
    at = next(n for n, item in enumerate(items) if item.has("chained-to"))
    return any(i.is_name or (i.phrase and i.phrase.activation) for i in items[at + 1 :])


def _number_parts(made: Cut, items: list[Item]) -> None:
    for at, (one, item) in enumerate(pairwise(items), start=1):
        begins = item.clause != one.clause or made.spaced_before(item.start) or _begins_to_ask(items, at)
        begins |= one.has("closes") and _asks(_first_told(items, at) if one.has("meanwhile") else item)
        begins |= item.has("clause") and any(_asks(i) for i in items[:at] if i.part == one.part)
        begins |= _asks(item) and _told_to_have_happened([i for i in items[:at] if i.part == one.part])
        item.part = one.part + begins
    last = [i for i in items if i.part == items[-1].part] if items else []
    if last and last[0].part and all(_only_asks(i) for i in last):
        for item in last:  # "…, may I?": what was said before it is what is asked
            item.part -= 1


def _only_asks(item: Item) -> bool:
    phrase = item.phrase
    if phrase is None or item.has("activate", "respond") or phrase.at or phrase.states:
        return False
    if phrase.number in ("effect", "link"):  # "can I use its ② as link 3?"
        return False
    return phrase.light or item.has("may", "asks")


def _begins_to_ask(items: list[Item], at: int) -> bool:
    """`我能…`, `can i …`: the speaker and the word for being allowed, in either order."""
    item = items[at]
    if item.phrase and item.phrase.opens:
        follows = next((i for i in items[at + 1 :] if not (i.phrase and i.phrase.light)), None)
        return _asks(follows) and not _asks(items[at - 1])
    follows = items[at + 1] if at + 1 < len(items) else None
    if follows is None or follows.phrase is None or not _asks(item):
        return False
    return follows.phrase.opens or (follows.phrase.side == "own" and follows.has("activate"))  # "can i use"


def _told_to_have_happened(before: list[Item]) -> bool:
    """`X被Y破坏了能发动吗`: what befell a card and by what, in one breath with what is asked."""
    told = [i for i in before if i.is_name or not (i.phrase and i.phrase.light)]
    happened = bool(told) and told[-1].phrase is not None and bool(told[-1].phrase.events or told[-1].phrase.does)
    return happened and any(i.has("passive") for i in told) and not any(_asks(i) for i in told)


def _first_told(items: list[Item], at: int) -> Item | None:
    """`… 的时候X的②能发动吗`: what follows in the same clause beyond a card, with the number of its effect."""
    here = [i for i in items[at:] if i.clause == items[at].clause]
    named = [i for i in here if i.is_name]
    if not here[0].is_name or len({i.who for i in named}) > 1:
        return here[0]
    return next((i for i in here if not i.is_name and not (i.phrase and i.phrase.light)), None)


def _asks(item: Item | None) -> bool:
    return item is not None and item.has("may", "must")


def _numbers(items: list[Item], asked_part: int) -> int | None:
    """The number of an effect belongs to the card before it, else after it; told alone in what is asked it is loose."""
    loose = None
    for at, item in enumerate(items):
        phrase = item.phrase
        if phrase is None or (phrase.number != "effect" and phrase.effect is None):
            continue
        number = phrase.effect if phrase.effect is not None else item.token.number if item.token else None
        if number == 0 and phrase.effect is None:
            continue  # "damage of 0 by effects": no text numbers an effect so
        owner = neighbour(items, at, -1) or neighbour(items, at, 1)
        alone = not any(i.is_name for i in items if i.part == item.part)
        if owner is None and alone and item.part == asked_part and len({i.who for i in items if i.is_name}) > 1:
            loose = number
            continue
        owner = owner or next((i for i in reversed(items[:at]) if i.is_name and _may_have(i, number)), None)
        owner = owner or next((i for i in reversed(items[:at]) if i.is_name), None)
        owner = owner or next((i for i in items[at:] if i.is_name), None)
        used = owner is not None and owner.effect is not None and _was_used(items, owner, item)
        if owner is not None and (owner.effect is None or alone or used):
            owner.effect = number
            owner.beside = number if owner.part == item.part and not used else owner.beside
    return loose


def _was_used(items: list[Item], owner: Item, number: Item) -> bool:
    """`X's ① was used ② can still be used`: between the card and this number the other one is told to be used."""
    between = [i.phrase for i in items if owner.start < i.start < number.start and i.phrase]
    return any("used" in phrase.states for phrase in between)


def _may_have(item: Item, number: int | None) -> bool:
    """Whether a card has an effect of a number; of a name in doubt nobody can tell."""
    return item.named is None or any(e.number == number for e in item.named.card.effects)


def _castings(cast: Cast, weights: Weights) -> Iterator[Casting]:
    """Every choice of the one asked about, with the best roles for the others."""
    names = [item for item in cast.items if item.is_name]
    features: dict[str, set[str]] = {}
    for item in names:
        found = _features(cast, item)
        if "firm-aside" in found and any(i.who == item.who and i is not item for i in names):
            continue  # set apart here, and spoken of elsewhere
        features.setdefault(item.who, set()).update(found)
    for item in names:
        here = item.part == cast.asked_part() and any(_asks(i) for i in cast.in_part(item.part))
        if here and "firm-in-force" not in hinted(cast.items, item):
            features.get(item.who, set()).discard("firm-in-force")  # told to lie there, and then asked about
    kept = dict(list(features.items())[:_MOST_WEIGHED])
    only_in_force = [who for who in kept if "firm-in-force" in kept[who]]
    if only_in_force and len(only_in_force) == len(kept):
        asked = [who for who in kept if len(kept) == 1 and _would_do_it(cast, who)]
        yield Casting(dict.fromkeys(kept, "subject" if asked else "in-force"), 0.0)
        return
    if _a_kind_is_activated(cast) and any("in-force" in name for some in kept.values() for name in some):
        yield Casting(dict.fromkeys(kept, "in-force"), 0.0)
        return
    for subject in kept:
        told = {f"subject {name}": weights.of("subject", name) for name in kept[subject]}
        roles = {subject: "subject"}
        for who in (other for other in kept if other != subject):
            best = max(OTHER_ROLES, key=lambda role: weights.together(role, kept[who]))
            roles[who] = best
            told |= {f"{best} {name}": weights.of(best, name) for name in kept[who]}
        told |= {f"whole {name}": weights.of("whole", name) for name in _of_the_whole(cast, roles)}
        yield Casting(roles, round(fsum(told.values()), 3), {name: w for name, w in told.items() if w})


def _a_kind_is_activated(cast: Cast) -> bool:
    """`X and Y are there. Can I activate traps`: no card named is asked about, and those named only lie there."""
    here = cast.asked_items
    kinds = [i for i in here if i.phrase and i.phrase.activation in SPELL_OR_TRAP]
    told = [i for i in cast.items if i.part != cast.asked_part()]
    if not kinds or any(i.is_name for i in here) or any(i.part > cast.asked_part() for i in told):
        return False
    acts = any(i.has("activate") and i.phrase and not i.phrase.does for i in here) and "respond" not in marks_of(here)
    plain = not any(i.has("activate", "respond", "attack") for i in told)
    return acts and plain and not any(i.phrase and (i.phrase.events or i.phrase.told or i.phrase.zone) for i in told)


def _would_do_it(cast: Cast, who: str) -> bool:
    """`I have X out, can I destroy a spell`: what is asked is what X, which is one's own, does when it is activated."""
    item = next(i for i in cast.items if i.who == who)
    here = cast.asked_items
    acts = tuple(act for i in here if i.phrase and i.has("activate") for act in i.phrase.does)
    effects = item.named.card.activated_effects if item.named else []
    spoken_of = not any(i.is_name or _tells_a_kind(i) for i in here)  # "X is on the field. Can I activate it?"
    if item.part == cast.asked_part() or (spoken_of and not acts):  # "X在场上能发吗": where the card asked about lies
        plain = any(i.has("may") for i in here) and any(i.has("activate") and not i.has("respond") for i in here)
        plain &= not any(_tells_a_kind(i) for i in here if i.start > item.start)  # "X在场怪兽能发动效果吗"
        return plain and not acts and bool(effects) and side_before(cast, item) != "opponent"
    own = side_before(cast, item) == "own"
    return own and bool(acts) and any(does_so(effect, acts) for effect in effects)


def _tells_a_kind(item: Item) -> bool:
    """Whether cards are told by their kind: a monster, trap cards."""
    return item.phrase is not None and bool(item.phrase.thing or item.phrase.activation)


def _of_the_whole(cast: Cast, roles: dict[str, str]) -> Iterator[str]:
    answered = "answered" in roles.values()
    if "respond" in cast.marks and len(roles) > 1:
        yield "answers" if answered else "answers-nothing"


def _features(cast: Cast, item: Item) -> set[str]:
    """What stands around a name, and what its card can do."""
    items = cast.items
    at = items.index(item)
    here = cast.in_part(item.part)
    marks = {mark for i in here if i.phrase for mark in i.phrase.marks}
    names = [i for i in items if i.is_name]
    found = {"any", "asks" if item.part == cast.asked_part() else "told"}
    found |= {"first"} if item is names[0] else set()
    found |= {"last"} if item is names[-1] else set()
    found |= {"number"} if item.effect is not None else set()
    found |= {"respond"} if "respond" in cast.marks else set()
    before, after = _beside(items, at, -1), _beside(items, at, 1)
    where = "asks" if item.part == cast.asked_part() else "told"
    for name in [*(f"before-{n}" for n in _standing(after)), *(f"after-{n}" for n in _standing(before))]:
        found |= {name, f"{where}-{name}"}
    found |= {"may-follows"} if any(_asks(i) for i in here if i.start > item.start) else set()
    found |= {"may-precedes"} if any(_asks(i) for i in here if i.start < item.start) else set()
    sides = [i.phrase.side for i in here if i.start < item.start and i.phrase and i.phrase.side]
    found |= {sides[-1]} if sides else set()
    told = item.part != cast.asked_part()
    used = any(_tells_an_activation(i) for i in here)
    if told and used and sides[-1:] == ["opponent"]:
        found.add("opponent-uses")
    if told and sides[-1:] == ["opponent"] and "before-name" in found and not marks & {"attack", "and"}:
        found.add("opponent-on-name")
    found |= {"used-here"} if told and used else set()
    found |= {"is-absent"} if told and _is_denied(items, at) else set()
    of_several = told or any(i.is_name and i.who != item.who for i in here)
    found |= {"is-target"} if of_several and after and after[0].has("aimed") else set()
    found |= {"acts-next"} if told and _acts_next(cast, item) else set()
    found |= {"caused-it"} if told and any(i.has("caused") for i in after[:1]) else set()
    found |= {"caused-it"} if is_the_cause(here, item) else set()
    found |= {"caused-it"} if "activate" in marks and any(i.has("by-behind") for i in before[:1]) else set()
    found |= {"caused-it"} if told and _behind_the_passive(before) and _does_it(after[:1]) else set()
    found |= {"is-paid-for"} if told and any(i.has("is-cost") for i in after[:1]) else set()
    found |= {"is-link"} if told and _is_a_link(items, at) else set()
    found |= {"is-given-up"} if is_given_up(cast, item) else set()
    found |= {"chained-alone"} if _chained_alone(cast, item) else set()
    found |= hinted(items, item)
    found |= {"was-negated"} if any(item.who == x.who for x, _ in cast.negated) else set()
    found |= {"negated-it"} if any(item.who == y.who for _, y in cast.negated) else set()
    found |= _of_what_is_activated(cast, item)
    found |= {"asked-alone"} if _asked_alone(cast, item) else set()
    found |= {"only-lies-there"} if told and _only_lies_there(cast, item) else set()
    found |= {"told-by-its-name"} if told and _told_by_its_name(cast, item) else set()
    found |= {f"lies-{zone}" for zone in zones_told(items, item)}
    if item.named and item.named.card.type.startswith("Monster / ") and not item.named.card.effects:
        found |= {"has-no-effect"} if "Effect" not in item.named.card.type else set()
    if item.named and "respond" in cast.marks:
        found.add("fast" if is_fast(item.named.card) else "slow")
        found |= {"answers-things"} if answers_things(item.named.card) else set()
    return found


def _is_denied(items: list[Item], at: int) -> bool:
    """`there is no X`: the word for that stands right before the name."""
    before = items[at - 1] if at > 0 and items[at - 1].part == items[at].part else None
    return before is not None and before.phrase is not None and before.phrase.amount == "none"


def _is_a_link(items: list[Item], at: int) -> bool:
    """`连锁2是X`: the number of a link stands before the name, in its part and with nothing told between."""
    before = reversed([i for i in items[:at] if i.part == items[at].part])
    row = list(takewhile(lambda i: i.phrase is not None and i.phrase.light, before))
    return any(i.has("numbered-link") or (i.phrase and i.phrase.number == "link") for i in row)


def _acts_next(cast: Cast, item: Item) -> bool:
    """`they summon X, activate its effect, can I …`: behind X its player activates something without a name."""
    here, behind = cast.in_part(item.part), cast.in_part(item.part + 1)
    if (
        item.part + 1 >= cast.asked_part()
        or any(i.is_name for i in behind)
        or any(i.start > item.start and i.is_name for i in here)
    ):
        return False
    acts = [i for i in behind if i.has("activate") and i.phrase and not i.phrase.events]
    sides = {i.phrase.side for i in behind if i.phrase and i.phrase.side}
    return bool(acts) and sides <= {side_before(cast, item)} and not any(i.has("attack") for i in behind)


def _only_lies_there(cast: Cast, item: Item) -> bool:
    """`X表侧，…`: a card that works while it lies there, in a part of its own in which nothing is done."""
    here = cast.in_part(item.part)
    if item.named is None or any(i.is_name and i is not item for i in here) or item.part > cast.asked_part():
        return False
    told = [i.phrase for i in here if i.phrase]
    plain = all(p.light and not (p.zone or p.number or p.amount or p.could) for p in told)
    again = any(i.who == item.who and i is not item for i in cast.items)
    staying = item.named.card.type.endswith(("Continuous", "Field"))
    return plain and not again and staying and bool(item.named.card.standing_effects)


def _told_by_its_name(cast: Cast, item: Item) -> bool:
    """`对面增援 我能丢灰流丽吗`: a player and a card that is used up, in a part of its own before what is asked."""
    here = [i for i in cast.in_part(item.part) if i is not item]
    if item.named is None or not item.named.card.type.endswith(_USED_UP) or item.part >= cast.asked_part():
        return False
    again = any(i.who == item.who for i in cast.items if i is not item and i.is_name)
    told = [i.phrase for i in here if i.phrase and (i.phrase.side or i.phrase.opens)]
    plain = all(i.phrase is not None and i.phrase.light and not i.phrase.marks for i in here)
    return bool(told) and plain and not again and all(not (p.zone or p.thing or p.amount) for p in told)


def _asked_alone(cast: Cast, item: Item) -> bool:
    """Whether it is the only card of what is asked, which is whether something is activated and answers nothing."""
    here = cast.asked_items
    marks = marks_of(here)
    alone = item in here and not any(i.is_name and i.who != item.who for i in here)
    return alone and bool(marks & {"may", "must"}) and "activate" in marks and not marks & {"respond", "passive"}


def _behind_the_passive(before: list[Item]) -> bool:
    """`被X破坏`, `被对方发动的X破坏`: the passive stands right before the card, or before who used it."""
    if not before or before[0].has("passive"):
        return bool(before)
    whose = before[0].phrase
    return whose is not None and bool(whose.side) and len(before) > 1 and before[1].has("passive")


def _does_it(behind: list[Item]) -> bool:
    """`was destroyed by X`: behind X stands what X did to the card before it, and no word for negating."""
    return any(
        i.phrase and (i.phrase.does or i.phrase.told or i.phrase.events) and not i.has("respond") for i in behind
    )


def _of_what_is_activated(cast: Cast, item: Item) -> set[str]:
    """`能以X为对象发动Y`, `X盖放的Y能发动`: Y stands right behind the word for activating, else right before `能`."""
    items, here = cast.items, cast.asked_items
    asks = [i for i in here if i.has("may", "must") or (i.has("asks") and i.has("activate"))]  # "…会发动吗"
    acts = [i for i in here if asks and i.start >= asks[0].start and i.has("activate") and not i.phrase.does]  # type: ignore[union-attr]
    if item not in here or not acts or "passive" in marks_of(here):
        return set()
    behind = [name for i in acts if (name := neighbour(items, items.index(i), 1)) and name in here]
    if "respond" in marks_of(here):
        return _chained_by_its_activation(here, item, acts, behind)
    head = neighbour(items, items.index(asks[0]), -1)
    if behind and head is not None:
        return set()  # `X能点Y吗`
    if behind:
        return {"activated"} if item is behind[0] else {"not-activated"}
    if head is None or head not in here or head.start < item.start:
        return set()
    return {"heads"} if item is head else {"hangs-on-head"}


def _chained_by_its_activation(here: list[Item], item: Item, acts: list[Item], behind: list[Item]) -> set[str]:
    """`能对X连锁发动Y`, `能连锁X发动Y`: Y stands right behind the word for activating, X before it; Y answers X."""
    if not behind or not any(i.has("respond") and i.start < acts[0].start for i in here):
        return set()
    if item is behind[0]:
        return {"activated"}
    return {"not-activated", "is-chained-to"} if item.start < acts[0].start else set()


def _chained_alone(cast: Cast, item: Item) -> bool:
    """`Y activates. Can X be chained`: no other card beside the word for chaining, and another one was used before."""
    here = cast.in_part(item.part)
    if item.part != cast.asked_part() or any(i.is_name and i.who != item.who for i in here):
        return False
    asks = [i.start for i in here if _asks(i) and i.start < item.start]
    chains = [i.start for i in here if i.has("respond") and asks and asks[0] <= i.start < item.start]
    before = [i for i in cast.items if i.is_name and i.part < item.part]
    others = {i.part for i in before if i.who != item.who}
    told = [i for i in cast.items if i.part in others]
    new = not any(i.who == item.who for i in before)
    acts = any(_tells_an_activation(i) or (new and (i.has("respond") or _tells_an_event(i))) for i in told)
    return bool(chains) and acts


def _tells_an_event(item: Item) -> bool:
    return item.phrase is not None and bool(item.phrase.events or item.phrase.told)


def _tells_an_activation(item: Item) -> bool:
    """`发动效果时`: the word for activating, or one that tells that the card beside it is activated."""
    return item.has("activate", "activation-told", "use-told")


def _beside(items: list[Item], at: int, step: int) -> list[Item]:
    """The next two things in the same part that are not light."""
    part = items[at].part
    found: list[Item] = []
    at += step
    while 0 <= at < len(items) and items[at].part == part and len(found) < 2:
        if items[at].is_name or items[at].has("and") or not (items[at].phrase and items[at].phrase.light):  # type: ignore[union-attr]
            found.append(items[at])
        at += step
    return found


def _standing(beside: list[Item]) -> Iterator[str]:
    """What a neighbour is; the word for being allowed is looked through."""
    for n, item in enumerate(beside):
        if n == 1 and not _asks(beside[0]):
            return
        if item.is_name:
            yield "name"
            return
        assert item.phrase is not None
        for mark in ("activate", "respond", "passive", "attack", "may", "and"):
            if mark in item.phrase.marks:
                yield mark if n == 0 else f"may-{mark}"
        if item.phrase.events:
            yield "event"


def hinted(items: list[Item], item: Item) -> set[str]:
    """The roles that phrases right beside a name give it."""
    found = set()
    for at, other in enumerate(items):
        phrase = other.phrase
        if phrase is not None and phrase.side and at > 0 and _asks(items[at - 1]):
            continue  # "can I chain X": no account of what was done
        if phrase is None or not phrase.role:
            continue
        beside = neighbour(items, at, 1 if phrase.card == "after" else -1)
        if beside is None and phrase.card == "after" and phrase.zone:
            beside = neighbour(items, at, -1)  # "X从手卡发动的效果"
        if beside is item or (phrase.role == "in-force" and beside is not None and _in_a_row(items, beside, item)):
            if phrase.card == "before" and (of_a_thing(items, item, at) or _befell_it_there(items, at)):
                continue
            if phrase.role == "in-force" and phrase.card == "after" and _has_a_thing(items, at, item):
                continue
            here = {mark for i in items if i.clause == other.clause and i.phrase for mark in i.phrase.marks}
            role = phrase.role if not phrase.needs or phrase.needs in here else phrase.otherwise
            found |= {f"{'firm' if phrase.firm else 'hint'}-{role}"} if role else set()
    return found | ({"firm-in-force"} if _is_there_meanwhile(items, item) else set())


def _befell_it_there(items: list[Item], at: int) -> bool:
    """`X在场上被除外`: where it lay as something befell it, and not a card that is there."""
    behind = items[at + 1] if at + 1 < len(items) and items[at + 1].part == items[at].part else None
    alone = len({i.who for i in items if i.is_name and i.part == items[at].part}) == 1  # "X被放在Y下面时被除外"
    happens = behind is not None and behind.phrase is not None and behind.phrase.events and not behind.phrase.side
    return alone and bool(happens)


def _in_a_row(items: list[Item], one: Item, other: Item) -> bool:
    """`X and Y on the field`: two names of one part with only names and words that join between them."""
    first, last = sorted((items.index(one), items.index(other)))
    row = items[first : last + 1]
    touching = all(a.is_name != b.is_name or _meet(a, b) for a, b in pairwise(row))
    return one.part == other.part and touching and all(i.is_name or i.has("and") for i in row)


def _meet(one: Item, other: Item) -> bool:
    return bool(one.named and other.named and one.named.token.end == other.named.token.start)


def _is_there_meanwhile(items: list[Item], item: Item) -> bool:
    """`有X的时候…`: a card that is there while something else is asked about."""
    at = items.index(item)
    before = items[at - 1] if at > 0 else None
    behind = items[at + 1] if at + 1 < len(items) else None
    there = before is not None and before.phrase is not None and before.phrase.amount == "some"
    return there and behind is not None and behind.has("closes") and before.part == behind.part  # type: ignore[union-attr]


def _has_a_thing(items: list[Item], at: int, name: Item) -> bool:
    """`I have a monster. Can X …`: what lies there is told, and X opens another part."""
    between = items[at + 1 : items.index(name)]
    return any(i.phrase and i.phrase.thing and i.part != name.part for i in between)


def of_a_thing(items: list[Item], name: Item, at: int) -> bool:
    """`X if there are no traps on the field`: between the name and the place stands what lies there."""
    between = items[items.index(name) + 1 : at]
    things = [i for i in between if i.phrase and i.phrase.thing]
    lies = things and any(i.phrase and (i.phrase.place or i.phrase.side) for i in between if i.start < things[0].start)
    return any(i.part != name.part for i in things) or bool(lies)  # "Xは自分の場にモンスターがいる時に"
