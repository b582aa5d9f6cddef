"""What a card does while it applies, as acts the engine applies, each with the conditions of its sentence."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from knowledge.data.profile import CARD_KINDS, Action, Filter, Requirement
from knowledge.text.effects.act_phrases import CHANGED
from knowledge.text.effects.actions import actions_in, said_until
from knowledge.text.effects.amounts import counted_in, level_given, value_of_another
from knowledge.text.effects.bans import UNREAD, barred, barred_summons
from knowledge.text.effects.continuous import HELD, Continuous, Passage, conditions_of
from knowledge.text.effects.effect_conditions import OF_THE_TABLE, one_of_them, required_by, stated
from knowledge.text.effects.filters import DESCRIBED, filter_in, there_is
from knowledge.text.grammar import Found, Wording
from knowledge.text.sentence import Stretch

SO_OFTEN = "not-destroyed-a-number-of-times"
PROTECTIONS = ("protect-from-battle", "protect-from-effect")
ABSENT = ("controls-none", "equipped", "not-in-gy")  # what a text that destroys its own card waits for
_FIELD_SPELL = Filter(side="either", zones=("field-zone",), type=("spell",), face="up")
_TIMES = re.compile(r"[2-9]")
_FIGURE = re.compile(r"\d{3,5}")
_DENIED = ("none", "not")  # in the names of conditions
_A_FIGURE = 4  # how far behind the words for a Level its figure may stand
_OF_THE_CARDS_THERE = ("equipped-monster", "half-of-equipped-monster")  # whose value a text that lasts goes by


def lasting_acts(
    text: str, spoken: str, sentences: list[Stretch], found: list[Continuous], wording: Wording
) -> list[Action]:
    """The acts of what was found in these sentences, each with the conditions of its sentence."""
    acts: list[Action] = []
    for sentence in sentences:
        inside = [one for one in found if sentence[0] <= one.span[0] < sentence[1]]
        if not inside:
            continue
        conditions = conditions_of(text, spoken, sentence, inside, wording)
        for one in inside:
            passage = Passage(
                text, spoken, sentence, one, wording, alone=all(other.does == one.does for other in found)
            )
            for fields in ACTS[one.does](passage):
                further = (*fields.pop("requires", ()), *_left_open(passage, fields), *_narrowed(passage))
                required = tuple(dict.fromkeys((*conditions, *further)))
                lasts = {"until": said_until(text, spoken, *sentence, wording)} | _fought(passage, fields)
                acts.append(Action(**lasts, requires=required))
    return list(dict.fromkeys(acts))


def _narrowed(passage: Passage) -> tuple[Requirement, ...]:
    """What a later clause of a sentence asks for by itself; the conditions of the first stand for all."""
    piece = passage.clause[0], passage.found.span[0]
    if piece[0] == passage.sentence[0] or not passage.wording.has("narrows-alone", passage.text, *piece):
        return ()
    marks = passage.wording.each("requirement", passage.text, *piece)
    read = tuple(required_by(passage.spoken, mark, passage.wording) for mark in marks)
    return read or (Requirement(is_=UNREAD, amount=passage.spoken[slice(*piece)].strip(" ,")),)


def bonds(text: str, stretch: Stretch, wording: Wording) -> list[Action]:
    """What becomes of a card later: it falls with the monster it holds, or turns to defence after its attack."""
    found = []
    for mark in wording.each("falls-with", text, *stretch):
        what, until, *done = mark.reveals.split()
        asked = (Requirement(is_="attacked-this-turn"),) if done else ()
        does = "".join(done) or "destroy"
        found.append(Action(act="apply-later", what=what, to=does, joined="also", until=until, requires=asked))
    return found


def _fought(passage: Passage, fields: dict[str, Any]) -> dict[str, Any]:
    """Where this card fights and the sentence goes on with "that monster", it is the one it fights that is hit."""
    if "which" not in fields or fields["act"] not in ("negate-effect", *CHANGED):
        return fields
    if not passage.wording.has("fights-it", passage.text, passage.sentence[0], passage.found.span[1]):
        return fields
    return {name: value for name, value in fields.items() if name not in ("which", "count")} | {"what": "battled"}


def _left_open(passage: Passage, fields: dict[str, Any]) -> tuple[Requirement, ...]:
    """An exception that a filter cannot say, or an amount that was not read, as a condition nobody has read."""
    which = fields.get("which")
    excepted = (
        which is not None
        and fields["act"] not in ("forbid-activation", "forbid-summon")  # what these except their filter says
        and passage.wording.has("excepts", passage.text, passage.clause[0], passage.sentence[1])
        and not (
            which.but
            or any(word.startswith("non-") for word in (*which.type, *which.race, *which.attribute, *which.group))
        )
    )
    values = fields["act"] in ("change-level", *CHANGED)
    at_times = values and passage.wording.has("narrows-alone", passage.text, *passage.found.span)
    if excepted or at_times or UNREAD in (fields.get("amount"), fields.get("to"), fields.get("count")):
        spoken = passage.spoken[passage.clause[0] : passage.sentence[1]].strip(" ,")
        return (Requirement(is_=UNREAD, amount=spoken),)
    return ()


def _plain(act: str, **more: Any) -> Callable[[Passage], list[dict[str, Any]]]:
    return lambda passage: [{"act": act, **passage.hit(), **more}]


def _by_whom(act: str) -> Callable[[Passage], list[dict[str, Any]]]:
    """A protection, against the opponent's effects where the text says so."""

    def build(passage: Passage) -> list[dict[str, Any]]:
        theirs = passage.wording.has("by-the-opponent", passage.text, passage.clause[0], passage.found.span[1])
        only = passage.wording.has("only-some-effects", passage.text, *passage.found.span)
        return [{"act": act, **passage.hit(), "to": _effects_told(passage, theirs=theirs, narrow=only)}]

    return build


def _effects_told(passage: Passage, *, theirs: bool, narrow: bool) -> str:
    """Which effects are kept off; unread where more narrows them than whose, whether activated and of what kind."""
    shape = passage.wording.first("effects-kept-off", passage.text, passage.clause[0], passage.sentence[1])
    if shape is None:
        return UNREAD if narrow else "opponents-effects" if theirs else ""
    where = (shape.start, shape.end)
    kinds = {mark.reveals for mark in passage.wording.each("kind-of-effects", passage.text, *where)}
    whose = ["opponents"] if theirs or passage.wording.has("by-the-opponent", passage.text, *where) else []
    used = ["activated"] if passage.wording.has("effects-activated", passage.text, *where) else []
    told = [*whose, *used, *(kind for kind in CARD_KINDS if kind in kinds)]
    return "-".join((*told, "effects")) if told else ""


def _not_beaten(passage: Passage) -> list[dict[str, Any]]:
    """Safe in every battle, or in those with the monsters named."""
    start, end = passage.clause[0], passage.sentence[1]
    if passage.wording.has("both-fighters", passage.text, *passage.sentence):
        return [{"act": "protect-from-battle", "what": whom} for whom in ("self", "battled")]
    some = passage.wording.first("battle-with-some", passage.text, start, end)
    if some is None:
        return [{"act": "protect-from-battle", **passage.hit()}]
    of = filter_in(passage.spoken, start, some.end, passage.wording)
    if passage.found.reach != "self" or of in (Filter(), Filter(type=("monster",))):
        return [{"act": "protect-from-battle", **passage.hit(), "to": UNREAD}]
    battles = Requirement(is_="self-battles", of=msgspec.structs.replace(of, other=False, zones=()))
    return [{"act": "protect-from-battle", **passage.hit(), "requires": (battles,)}]


def _unaffected(passage: Passage) -> list[dict[str, Any]]:
    start, end = passage.clause[0], passage.sentence[1]
    mark = passage.wording.first("unaffected-by", passage.text, start, end)
    told = mark.reveals if mark else _effects_told(passage, theirs=False, narrow=True) or UNREAD
    return [{"act": "unaffected", **passage.hit(), "to": told}]


def _values(stat: str) -> Callable[[Passage], list[dict[str, Any]]]:
    def build(passage: Passage) -> list[dict[str, Any]]:
        wide = [
            mark.reveals.partition(">") for mark in passage.wording.each("act-detail", passage.text, *passage.clause)
        ]
        act = next((narrow for of, _, narrow in wide if of == "change-atk-def"), "set-atk-def")
        original = passage.wording.has("original-value", passage.text, *passage.clause)
        amount: int | str = "" if act in ("halve-atk-def", "double-atk-def", "swap-atk-def") else passage.points()
        hit = passage.hit() | _at_calculation(passage)
        each = counted_in(passage.spoken, *_around(passage), passage.wording) if amount == UNREAD else None
        if (
            amount == UNREAD
            and act == "set-atk-def"
            and passage.wording.has("to-zero", passage.text, *passage.found.span)
        ):
            amount = 0
        value = value_of_another(passage.spoken, *_around(passage), passage.wording) if amount == UNREAD else None
        if value is not None and value.startswith(_OF_THE_CARDS_THERE):
            amount = value
        more = {"amount": each[0], "per": each[1]} if each is not None else {"amount": amount}
        return [{"act": act, **hit, "stat": f"original-{stat}" if original else stat, **more}]

    return build


def _level(passage: Passage) -> list[dict[str, Any]]:
    """The Level or Rank it has, or by how many that rises or falls."""
    end = (
        passage.sentence[1]
        if passage.wording.punctuated
        else min(passage.sentence[1], passage.found.span[1] + _A_FIGURE)
    )
    amount = level_given(passage.text, passage.found.span[0], end, passage.wording)
    return [{"act": "change-level", **passage.hit(), "amount": amount or UNREAD}]


def _around(passage: Passage) -> Stretch:
    """The words an amount is told by: those of the phrase, and what follows on it in its sentence."""
    return passage.found.span[0] if passage.wording.punctuated else passage.clause[0], passage.sentence[1]


def _at_calculation(passage: Passage) -> dict[str, Any]:
    """What a value that changes at damage calculation only asks of the battle."""
    if not passage.wording.has("at-calculation-only", passage.text, *passage.sentence):
        return {}
    mark = passage.wording.first("battles-so", passage.text, *passage.sentence)
    if mark is None:
        told = passage.spoken[slice(*passage.sentence)].strip(" ,")
        return {"until": "damage-calculation", "requires": (Requirement(is_=UNREAD, amount=told),)}
    if mark.reveals == "battled":
        fights = (Requirement(is_="self-battles"),)
        return {"until": "damage-calculation", "what": "battled", "which": None, "count": "", "requires": fights}
    which = passage.hit().get("which")
    of = Filter(type=which.type, name=which.name, group=which.group, race=which.race, attribute=which.attribute,
                summoned=which.summoned) if which else None  # fmt: skip
    return {"until": "damage-calculation", "requires": (Requirement(is_=mark.reveals, of=of),)}


def _attacks_more(passage: Passage) -> list[dict[str, Any]]:
    if passage.says("every-monster-once"):
        named = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
        hit = passage.hit() | ({"which": Filter(summoned=named.summoned)} if named.summoned else {})
        return [{"act": "allow-attack-all", **hit, "to": "monsters"}]
    times = _TIMES.search(passage.text, passage.clause[0], passage.sentence[1])
    count: int | str = int(times.group()) if times else 2 if passage.says("twice") else UNREAD
    on_monsters = passage.wording.has("on-monsters", passage.text, passage.clause[0], passage.sentence[1])
    return [{"act": "allow-extra-attack", **passage.hit(), "count": count, "to": "monsters" if on_monsters else ""}]


def _limits_targets(passage: Passage) -> list[dict[str, Any]]:
    """Which monsters may not be chosen as attack target, or which only."""
    if passage.wording.has("only-the-equipped", passage.text, passage.clause[0], passage.sentence[1]):
        return [{"act": "restrict-attack-target", "what": "equipped", "to": "only-this"}]
    if passage.wording.has("only-this-one", passage.text, passage.clause[0], passage.sentence[1]):
        return [{"act": "restrict-attack-target", "what": "opponent", "to": "only-this"}]
    if passage.wording.has("attacks-only", passage.text, passage.clause[0], passage.sentence[1]):
        attacked = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
        return [{"act": "restrict-attack-target", "what": "self", "which": attacked, "to": "attacks-only-these"}]
    if passage.wording.has("target-attacked", passage.text, passage.clause[0], passage.found.span[1]):
        return [{"act": "restrict-attack-target", "what": "target", "to": "not-this"}]
    which = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
    only = passage.wording.has("only-such", passage.text, *passage.clause)
    return [{"act": "restrict-attack-target", "which": which, "count": "all", "to": UNREAD if only else "not-these"}]


def _no_battle_damage(passage: Passage) -> list[dict[str, Any]]:
    limited = passage.wording.first("so-much-damage", passage.text, passage.clause[0], passage.found.span[1])
    if limited and limited.reveals != UNREAD:
        return [{"act": "no-battle-damage", "what": passage.player("both"), "amount": limited.reveals}]
    return [{"act": "no-battle-damage", **_battle_of(passage), **({"to": UNREAD} if limited else {})}]


def _battle_damage(passage: Passage) -> list[dict[str, Any]]:
    mark = passage.wording.first("damage-change", passage.text, passage.clause[0], passage.sentence[1])
    fixed = passage.wording.first("damage-becomes", passage.text, passage.clause[0], passage.sentence[1])
    if mark is None and fixed:
        figure = _FIGURE.search(passage.text, fixed.start, fixed.end)
        return [
            {"act": "change-battle-damage", **_battle_of(passage), "amount": int(figure.group()) if figure else UNREAD}
        ]
    if mark is None:
        return [{"act": "change-battle-damage", **_battle_of(passage), "to": UNREAD}]
    if mark.reveals in ("shared", "both-take"):
        shared = "both" if mark.reveals == "shared" else mark.reveals
        return [{"act": "change-battle-damage", **_battle_of(passage), "to": shared}]
    changed = {"act": mark.reveals, **_battle_of(passage)}
    by_that_attack = passage.wording.has("by-that-attack", passage.text, *passage.sentence)
    if by_that_attack and passage.found.reach in ("self", "field"):
        changed |= {"to": "by-that-direct-attack"}
    return [changed]


def _battle_of(passage: Passage) -> dict[str, Any]:
    """Whose damage changes: the player named, in battles of what it reaches."""
    player, reach = passage.player("both"), passage.found.reach
    if reach == "self":
        return {"what": player, "requires": (Requirement(is_="self-battles"),)}
    if reach in ("equipped", HELD):
        return {"what": reach, "to": player}
    if passage.wording.has("monsters-battle", passage.text, *passage.clause):
        return {"what": player, "requires": (Requirement(is_="monsters-battle"),)}
    which = filter_in(passage.spoken, *passage.clause, passage.wording)
    if not (which.name or which.group or which.race or which.attribute or "monster" in which.type):
        return {"what": player}
    ours = Filter(side="own", type=("monster",), name=which.name, group=which.group, race=which.race,
                  attribute=which.attribute)  # fmt: skip
    return {"what": player, "requires": (Requirement(is_="own-monster-battles", of=ours),)}


def _effect_damage(passage: Passage) -> list[dict[str, Any]]:
    zero = passage.wording.has("none-at-all", passage.text, passage.clause[0], passage.sentence[1])
    half = passage.wording.has("half", passage.text, passage.clause[0], passage.sentence[1])
    twice = passage.wording.has("doubled", passage.text, passage.clause[0], passage.sentence[1])
    limited = passage.wording.first("so-much-damage", passage.text, passage.clause[0], passage.found.span[1])
    if limited:
        return [
            {"act": "change-effect-damage", "what": passage.player("both"), "amount": limited.reveals, "to": "none"}
        ]
    amount: int | str = 0 if zero else "half" if half else "double" if twice else UNREAD
    return [{"act": "change-effect-damage", "what": passage.player("both"), "amount": amount}]


def _forbids_activation(passage: Passage) -> list[dict[str, Any]]:
    if passage.found.reach != "field":
        return [{"act": "forbid-activation", **passage.hit()}]
    start, end = passage.clause[0], passage.found.span[1]
    if passage.wording.has(
        "of-those", passage.text, passage.found.span[0], passage.sentence[1]
    ):  # of cards named before it
        return [{"act": "forbid-activation", "what": passage.player("both"), "to": UNREAD}]
    so_long = passage.wording.all("so-long-as", passage.text, start, end)
    which, to = barred(passage.spoken, so_long[-1].end if so_long else start, end, passage.wording)
    acts: list[dict[str, Any]] = [
        {"act": "forbid-activation", "what": passage.player("both"), "which": which, "to": to}
    ]
    if passage.wording.has("only-so-many", passage.text, start, end):
        acts[0]["count"] = 1
    if passage.wording.has("barred-and-negated", passage.text, start, passage.sentence[1]):
        acts.append({"act": "negate-effect", "which": which or Filter(), "count": "all"})
    return acts


def _forbids_summon(way: str) -> Callable[[Passage], list[dict[str, Any]]]:
    def build(passage: Passage) -> list[dict[str, Any]]:
        if passage.found.reach == "self":
            return [{"act": "forbid-summon", "what": "self", "to": UNREAD}]
        start, end = passage.clause[0], passage.sentence[1]
        only_tributes = way == "normal" and passage.wording.has(
            "tribute-summons-only", passage.text, *passage.found.span
        )
        ways = ("tribute",) if only_tributes else (way,)
        which, to = barred_summons(passage.spoken, (start, end), ways, passage.wording)
        if passage.wording.has("several-at-once", passage.text, start, end):
            to = UNREAD  # one at a time may come
        return [{"act": "forbid-summon", "what": passage.player("both"), "which": which, "to": to}]

    return build


def _further_summon(passage: Passage) -> list[dict[str, Any]]:
    """A further Normal Summon, and of what monsters, where the text names them."""
    of = filter_in(passage.spoken, passage.clause[0], passage.sentence[1], passage.wording)
    which = Filter(type=of.type, name=of.name, group=of.group, attribute=of.attribute, race=of.race, level=of.level,
                   but=of.but)  # fmt: skip
    told = any(getattr(which, part) not in (None, ()) for part in DESCRIBED) or which.but
    return [{"act": "allow-normal-summon", "what": "you", **({"which": which} if told else {})}]


def _negates(passage: Passage) -> list[dict[str, Any]]:
    if passage.found.reach != "field" or passage.points_at_the_target():
        return [{"act": "negate-effect", **passage.hit()}]
    if passage.wording.has("beaten-monster", passage.text, *passage.sentence):
        return [{"act": "negate-effect", "what": "battled", "until": "while-on-field-or-in-gy"}]
    start, end = passage.clause[0], passage.sentence[1]
    which = filter_in(passage.spoken, start, end, passage.wording)
    of_targets = passage.wording.has("target", passage.text, start, end) or passage.wording.has(
        "that-target", passage.text, start, end
    )
    activated = passage.wording.has("negates-activated", passage.text, start, end)
    vague = which == Filter()  # "their effects": whose, the sentence says elsewhere
    to = UNREAD if of_targets or vague else "activated-effects" if activated else ""
    return [{"act": "negate-effect", "which": which, "count": "all", "to": to}]


def _attack_in_defence(passage: Passage) -> list[dict[str, Any]]:
    acts = [{"act": "attack-in-defence", **passage.hit()}]
    if passage.wording.has("def-as-atk", passage.text, passage.found.span[0]):
        acts.append({"act": "count-def-as-atk", **passage.hit()})
    return acts


def _replaces(passage: Passage) -> list[dict[str, Any]]:
    optional = passage.wording.has("may", passage.text, passage.found.span[0], passage.sentence[1])
    replaced = {"act": "replace-destruction", **passage.hit(), "optional": optional or passage.wording.punctuated}
    instead = passage.wording.first("instead", passage.text, passage.found.span[0], passage.sentence[1])
    if instead is None:
        return [replaced]
    done = actions_in(passage.text, passage.spoken, [(instead.end, passage.sentence[1])], passage.wording, True)
    told = ("act", "what", "which", "count", "amount")
    return [replaced, *({n: getattr(act, n) for n in told} | {"joined": "and-if-you-do"} for act in done[:1])]


def _elsewhere(passage: Passage) -> list[dict[str, Any]]:
    if passage.found.reach == "self":
        if passage.wording.has("beaten-by-it", passage.text, *passage.found.span):
            return [{"act": "redirect-to-banish", "what": "battled"}]
        if passage.wording.has("goes-back-to-the-deck", passage.text, *passage.sentence):
            return [{"act": "apply-later", "what": "self", "to": "return-to-deck", "until": "self-left-field"}]
        return [{"act": "redirect-to-banish", "what": "self", "to": "when-leaving-field"}]
    which = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
    side = which.side or "either"
    if passage.wording.has("sent-back-instead", passage.text, *passage.sentence):
        return []  # not banished, but put somewhere no word stands for
    return [{"act": "redirect-to-banish", "which": Filter(side=side, type=which.type), "count": "all"}]


def _piercing(passage: Passage) -> list[dict[str, Any]]:
    double = passage.wording.has("doubled", passage.text, passage.found.span[0], passage.sentence[1])
    hit = passage.hit()
    if "which" in hit:
        hit["which"] = msgspec.structs.replace(hit["which"], side="own", position=None)
    return [{"act": "piercing", **hit, "amount": "double" if double else ""}]


def _cannot_attack(passage: Passage) -> list[dict[str, Any]]:
    declares = passage.wording.has("declares", passage.text, *passage.found.span)
    limited = passage.wording.has("unless", passage.text, *passage.sentence)
    act = "forbid-attack-declaration" if declares else "forbid-attack"
    demand = passage.wording.first("unless-done", passage.text, passage.sentence[0], passage.found.span[0])
    if demand:
        return _demanded(passage, demand)
    return [{"act": act, **passage.hit(), "to": UNREAD if limited else ""}]


def _demanded(passage: Passage, demand: Found) -> list[dict[str, Any]]:
    """What has to be done before an attack is declared, and by whom."""
    topic = passage.wording.first("topic", passage.text, passage.sentence[0], demand.end)
    start, end = topic.end if topic else passage.sentence[0], demand.end
    price = actions_in(passage.text, passage.spoken, [(start, end)], passage.wording, True)
    whose = "self" if passage.found.reach == "self" else passage.player("both")
    forbidden: dict[str, Any] = {"act": "forbid-other", "what": whose, "to": "declare-an-attack-unless"}
    if not price:
        return [{**forbidden, "to": UNREAD}]
    paid = {name: getattr(price[-1], name) for name in ("act", "which", "count", "amount")}
    return [forbidden, {**paid, "what": "" if whose == "self" else whose}]


def _no_banishing(passage: Passage) -> list[dict[str, Any]]:
    """Players who cannot banish, at all or from a GY; or cards that cannot be banished."""
    if passage.wording.has("players-banish", passage.text, *passage.sentence):
        of_the_gy = passage.wording.has("banishes-from-gy", passage.text, *passage.sentence)
        place = "banish-from-gy" if of_the_gy else "banish"
        return [{"act": "forbid-other", "what": passage.player("both"), "to": place}]
    if passage.wording.has("not-banished-itself", passage.text, *passage.sentence):
        return [{"act": "forbid-other", "what": "self", "to": "being-banished"}]
    hit = passage.hit()
    told = hit.get("what") or any(getattr(hit.get("which"), x, None) for x in ("group", "race", "attribute", "name"))
    by_one_player = passage.wording.has("banished-by-one", passage.text, *passage.sentence)
    return [{"act": "forbid-other", **hit, "to": "being-banished" if told and not by_one_player else UNREAD}]


def _so_many_times(passage: Passage) -> list[dict[str, Any]]:
    """A protection that is used up, as the limit of an effect that does nothing else tells; else it is open."""
    told = {mark.reveals for mark in passage.wording.all("saved-from", passage.text, *passage.found.span)}
    counted = passage.alone and passage.wording.has("so-often-a-turn", passage.text, *passage.sentence)
    kept = [act for act in PROTECTIONS if act in told] or list(PROTECTIONS)
    by = {act: _by_whom(act)(passage)[0]["to"] if act == "protect-from-effect" else "" for act in kept}
    return [{"act": act, **passage.hit(), "to": by[act] if counted else UNREAD} for act in kept]


def saved_so_often(acts: list[Action], found: list[Continuous], text: str, stretch: Stretch, wording: Wording) -> int:
    """How many times a turn a text that does nothing else keeps each card from destruction; 0 where it is not told."""
    if not found or any(one.does != SO_OFTEN for one in found) or any(act.to == UNREAD for act in acts):
        return 0
    mark = wording.first("so-often-a-turn", text, *stretch)
    return int(mark.reveals) if mark else 0


def _no_material(passage: Passage) -> list[dict[str, Any]]:
    """No material of the summons named, or of any."""
    start, end = passage.clause[0], passage.found.span[1]
    kinds = [mark.reveals for mark in passage.wording.each("material-of", passage.text, start, end)]
    if any(passage.wording.has(one, passage.text, start, passage.sentence[1]) for one in ("only-such", "excepts")):
        return [{"act": "forbid-other", **passage.hit(), "to": UNREAD}]
    return [{"act": "forbid-other", **passage.hit(), "to": "-".join(("no", *kinds, "material"))}]


def _is_all_it_asks(passage: Passage, sentence: Stretch, required: list[Requirement]) -> bool:
    """Whether what was read of a condition says who is meant, and no "not", "or" or "other than" of it is lost."""
    asked = [one for told in required for one in (told.among or (told,))]
    filters = [one.of for one in asked if one.of is not None]
    denies = any(one.is_.endswith(_DENIED) or one.is_.startswith(_DENIED) for one in asked)
    left_out = any(
        one.but or any(word.startswith("non-") for word in (*one.group, *one.type, *one.race)) for one in filters
    )
    named = all(one.type or one.name or one.group or one.race for one in filters)
    lost = (
        ("denies", denies),
        ("excepts", left_out),
        ("or-else", any(told.among for told in required)),
    )
    return named and all(told or not passage.wording.has(family, passage.spoken, *sentence) for family, told in lost)


def _destroys_itself(passage: Passage) -> list[dict[str, Any]]:
    """Its own destruction, with the condition that stands in the very words of the phrase."""
    start, end = passage.sentence[0], passage.found.span[1]
    required: list[Requirement] = []
    for mark in passage.wording.each("requirement", passage.text, start, end):
        if mark.reveals in ABSENT:
            of = filter_in(passage.spoken, mark.start, mark.end, passage.wording)
            required.append(Requirement(is_=mark.reveals, of=of))
    if not required:
        told = [mark for mark in stated(passage.text, (start, end), passage.wording) if mark.reveals in OF_THE_TABLE]
        read = [(mark.start, mark.end, required_by(passage.spoken, mark, passage.wording)) for mark in told]
        anywhere = None if told else passage.wording.first("lies-anywhere", passage.text, start, end)
        if anywhere:
            read = [(anywhere.start, anywhere.end, there_is(passage.spoken, anywhere, passage.wording))]
        required = one_of_them(passage.text, read, passage.wording)
        required = required if _is_all_it_asks(passage, (start, end), required) else []
    if passage.wording.has("once-targeted", passage.text, start, end):
        return [{"act": "destroy", "what": "self"}]
    if passage.wording.has("no-field-spell", passage.text, start, end):
        required = [Requirement(is_="controls-none", of=_FIELD_SPELL)]
    if not required:
        required.append(Requirement(is_=UNREAD, amount=passage.spoken[start:end].strip(" ,")))
    return [{"act": "destroy", "what": "self", "requires": tuple(required)}]


ACTS: dict[str, Callable[[Passage], list[dict[str, Any]]]] = {
    "piercing": _piercing,
    "attacks-directly": _plain("allow-direct-attack"),
    "attacks-in-defence": _attack_in_defence,
    "attacks-more-than-once": _attacks_more,
    "cannot-attack": _cannot_attack,
    "cannot-attack-directly": _plain("forbid-attack", to="direct"),
    "limits-attack-targets": _limits_targets,
    "not-attacked": _plain("restrict-attack-target", to="not-this"),
    "must-attack": _plain("force-attack"),
    "cannot-change-position": _plain("forbid-position-change"),
    "no-battle-damage": _no_battle_damage,
    "changes-battle-damage": _battle_damage,
    "changes-effect-damage": _effect_damage,
    "not-destroyed-by-battle": _not_beaten,
    "not-destroyed-by-effects": _by_whom("protect-from-effect"),
    SO_OFTEN: _so_many_times,
    "replaces-destruction": _replaces,
    "not-targeted-by-effects": _by_whom("protect-from-targeting"),
    "unaffected": _unaffected,
    "not-tributed": _plain("forbid-other", to="being-tributed"),
    "not-material": _no_material,
    "changes-atk": _values("atk"),
    "changes-def": _values("def"),
    "changes-level": _level,
    "control": _plain("take-control"),
    "negates-effects": _negates,
    "forbids-activation": _forbids_activation,
    "forbids-special-summon": _forbids_summon("special"),
    "forbids-normal-summon": _forbids_summon("normal"),
    "further-normal-summon": _further_summon,
    "no-banishing": _no_banishing,
    "trap-from-hand": lambda passage: [],  # a permission printed apart, read as such
    "trap-the-turn-it-is-set": lambda passage: [],
    "sends-elsewhere": _elsewhere,
    "destroys-itself": _destroys_itself,
}
