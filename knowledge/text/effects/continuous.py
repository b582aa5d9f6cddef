"""What a card does while it applies: in words and whom it reaches, and as acts the engine applies, with conditions."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import msgspec

from knowledge.data.profile import Action, Filter, Requirement
from knowledge.text.clauses.clause import Stretch
from knowledge.text.effects.actions import actions_in, said_until
from knowledge.text.effects.bans import barred
from knowledge.text.effects.effect_conditions import FILTERED
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Found, Wording

_ASIDE = re.compile(r"\(□{3,300}\)")
GRANTED = "granted-as-material"
_FIELD_SPELL = Filter(side="either", zones=("field-zone",), type=("spell",), face="up")
PRINTED_SO = {"from-hand": "trap-from-hand", "turn-it-was-set": "trap-the-turn-it-is-set"}


class Continuous(NamedTuple):
    """One thing a card does while it applies: a word of `rulings/words/continuous.yaml`, whom it reaches, and where."""

    does: str
    reach: str
    span: Stretch


def continuous_in(text: str, sentences: list[Stretch], usual: str, wording: Wording) -> list[Continuous]:
    """What sentences without an activation do; `usual` is whom they reach where they name nobody."""
    found: list[Continuous] = []
    granted = ""
    for stretch in sentences:
        if granted:
            found.extend(one._replace(reach=granted) for one in _in_sentence(text, stretch, usual, wording))
        elif wording.has("grants", text, *stretch):
            granted = _receiver(text, stretch, wording)
            if not granted:
                break  # what others are given is no text of this card
        else:
            found.extend(_in_sentence(text, stretch, usual, wording))
    return found


def _receiver(text: str, stretch: Stretch, wording: Wording) -> str:
    """Who is given the effects that follow: the monster it equips, or the one it is a material of."""
    if any(one.reveals == "equipped" for one in wording.all("reach", text, *stretch)):
        return "equipped"
    return GRANTED if wording.has("as-material", text, *stretch) else ""


def in_asides(text: str, spoken: str, stretch: Stretch, wording: Wording) -> list[Continuous]:
    """What remarks in brackets say of other cards, as those of Union monsters do of the equipped one."""
    asides = [aside.span() for aside in _ASIDE.finditer(text, *stretch)]
    return [one for span in asides for one in _in_sentence(spoken, span, "self", wording) if one.reach != "self"]


def _in_sentence(text: str, stretch: Stretch, usual: str, wording: Wording) -> list[Continuous]:
    marks = _widest(wording.all("continuous", text, *stretch))
    if not marks or wording.has("passing", text, *stretch):
        return []
    named = [one for one in _widest(wording.all("reach", text, *stretch)) if one.reveals != "against"]
    found: list[Continuous] = []
    for mark in marks:
        words, _, whom = mark.reveals.partition(" @")
        before = [one for one in named if one.start < mark.start]
        reach = _fixed(mark, whom, before, named, usual)
        if reach is None:
            previous = found[-1].reach if found else ""
            reach = _topic(text, stretch[0], mark, before) or _meant(text, mark, before, previous, usual)
        if reach:
            found.extend(Continuous(word, reach, (mark.start, mark.end)) for word in words.split())
    return found


def _fixed(mark: Found, whom: str, before: list[Found], named: list[Found], usual: str) -> str | None:
    """Whom a phrase reaches by its own words; none where that depends on what was named before it."""
    if whom == "object":
        inside = [one for one in named if mark.start <= one.start < mark.end][:1]
        if inside and inside[0].reveals == "it":
            return None
        return inside[0].reveals.removeprefix("while-") if inside else usual
    if whom == "mention":
        mentioned = {one.reveals for one in named}
        if "it" in mentioned and "while-self" in mentioned:
            return "self"
        return next((one for one in ("equipped", "self") if one in mentioned), "field")
    if whom == "others":
        return "" if before and before[-1].reveals == "self" else "field"
    return whom or None


def _topic(text: str, start: int, mark: Found, before: list[Found]) -> str:
    """This card or the equipped one, where the sentence opens with it and goes on without a pause."""
    opens = bool(before) and before[0].start == start and before[0].reveals in ("self", "equipped")
    return before[0].reveals if opens and "," not in text[start : mark.start] else ""


def _meant(text: str, mark: Found, before: list[Found], previous: str, usual: str) -> str:
    """The last card named before the phrase; a further thing said in one breath is said of the same card."""
    plain = [one for one in before if one.reveals != "while-self"]
    since = text.rfind(",", 0, mark.start)
    if previous and (not plain or plain[-1].start < since or plain[-1].reveals == "it"):
        return previous
    if not plain:
        return usual
    if plain[-1].reveals != "it":
        return plain[-1].reveals
    earlier = [one.reveals.removeprefix("while-") for one in before if one.reveals != "it"]
    return next((whom for whom in ("equipped", "self") if whom in earlier), next(iter(earlier), usual))


def _widest(marks: list[Found]) -> list[Found]:
    """The marks without those inside another, which says more exactly what is meant, and without repetitions."""
    kept: list[Found] = []
    for mark in marks:  # by their beginning, longer ones first
        if not any(_covers(other, mark) for other in kept):
            kept.append(mark)
    return kept


def _covers(wider: Found, mark: Found) -> bool:
    """Whether a mark that begins no later says all that the other says."""
    if mark.reveals == wider.reveals:
        return mark.start < wider.end
    return mark.end <= wider.end and (mark.start, mark.end) != (wider.start, wider.end)


UNREAD = "unread"
OF_ITSELF = ("has-material", "no-material", "has-counter", "equipped", "in-defence-position", "in-attack-position")
PROTECTIONS = ("protect-from-battle", "protect-from-effect")
ABSENT = ("controls-none", "equipped", "not-in-gy")  # what a text that destroys its own card waits for
_POINTS = re.compile(r"(?<![\d,])\d{1,3},?\d{2,3}(?!\d)")
_TIMES = re.compile(r"[2-9]")


@dataclass(frozen=True, slots=True)
class Passage:
    """One thing a sentence does while its card applies, with the sentence around it."""

    text: str
    spoken: str
    sentence: Stretch
    found: Continuous
    wording: Wording

    @property
    def clause(self) -> Stretch:
        """The clause the phrase stands in: from the last comma before it to its end."""
        start, _ = self.found.span
        pause = self.text.rfind(",", self.sentence[0], start)
        return (pause + 1 if pause >= 0 else self.sentence[0]), self.found.span[1]

    def says(self, family: str) -> bool:
        """Whether the clause has a phrase of this family."""
        return self.wording.has(family, self.text, *self.clause)

    def player(self, usual: str = "both") -> str:
        """Which player the sentence speaks of last, up to the end of the phrase."""
        start = self.found.span[0]
        marks = self.wording.all("player", self.text, self.sentence[0], self.found.span[1])
        near = [mark.reveals for mark in marks if mark.start <= start] or [mark.reveals for mark in marks]
        return near[-1] if near else usual

    def hit(self) -> dict[str, Any]:
        """Whom it reaches, as the fields of an act."""
        if self.found.reach in ("self", "equipped"):
            return {"what": self.found.reach}
        if self.found.reach == GRANTED:
            return {"what": "holder"}
        start, end = self.clause
        begin = self.found.span[0]
        if self.points_at_the_target():
            return {"what": "target"}
        for stretch in ((start, begin), (start, end), (self.sentence[0], begin)):
            which = filter_in(self.spoken, *stretch, self.wording)
            if which != Filter():
                return {"which": which, "count": "all"}
        return {"which": Filter(), "count": UNREAD}

    def points_at_the_target(self) -> bool:
        """Whether it speaks of what the card targeted: in its clause, or before it where the clause names no card."""
        start, begin = self.clause[0], self.found.span[0]
        if self.wording.has("its-target", self.text, start, begin):
            return True
        named = filter_in(self.spoken, start, begin, self.wording) != Filter()
        return not named and self.wording.has("its-target", self.text, self.sentence[0], start)

    def points(self) -> int | str:
        """The figure the phrase gives; a word where it depends on the table."""
        figure = _POINTS.search(self.text, *self.found.span) or _POINTS.search(
            self.text, self.found.span[1], min(self.sentence[1], self.found.span[1] + 12)
        )
        if self.wording.has("varies", self.text, self.found.span[0], self.sentence[1]):
            return UNREAD
        return int(figure.group().replace(",", "")) if figure else UNREAD


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
            passage = Passage(text, spoken, sentence, one, wording)
            for fields in ACTS[one.does](passage):
                further = (*fields.pop("requires", ()), *_left_open(passage, fields))
                required = tuple(dict.fromkeys((*conditions, *further)))
                lasts = {"until": said_until(text, spoken, *sentence, wording)} | fields
                acts.append(Action(**lasts, requires=required))
    return list(dict.fromkeys(acts))


def conditions_of(
    text: str, spoken: str, sentence: Stretch, found: list[Continuous], wording: Wording
) -> tuple[Requirement, ...]:
    """What a sentence asks of the table before the first thing it does; a clause nobody could read is kept as such."""
    start, end = sentence[0], min(one.span[0] for one in found)
    required: list[Requirement] = []
    after = max(one.span[1] for one in found)
    for opening in (*_openings(text, start, end, wording), *_closing(text, after, sentence[1], wording)):
        marks = [m for m in wording.each("requirement", text, *opening) if m.reveals != "was-on-field"]
        for mark in marks:
            of = filter_in(spoken, mark.start, mark.end, wording) if mark.reveals in FILTERED else None
            required.append(Requirement(is_=mark.reveals, of=of))
        so = wording.first("summoned-so", text, *opening)
        if so:
            ways = tuple(way.reveals for way in wording.each("summon-kind", text, so.start, so.end))
            required.append(Requirement(is_="summoned-so", of=Filter(summoned=ways[:1])))
        told = wording.has("lies-there", text, *opening) or wording.has("beaten-monster", text, *sentence)
        if not marks and not so and not told:
            required.append(Requirement(is_=UNREAD, amount=spoken[opening[0] : opening[1]].strip(" ,")))
    described = wording.first("this-card-that", text, start, end)
    if described and not required and not so_told(text, described, wording):
        marks = [m for m in wording.each("requirement", text, described.start, described.end) if m.reveals in OF_ITSELF]
        required.extend(Requirement(is_=mark.reveals) for mark in marks)
        if not marks:
            required.append(Requirement(is_=UNREAD, amount=spoken[described.start : described.end].strip(" ,")))
    return tuple(dict.fromkeys(required))


def so_told(text: str, described: Found, wording: Wording) -> bool:
    """Whether the words before "this card" only say where it lies."""
    return wording.has("lies-so", text, described.start, described.end)


def _openings(text: str, start: int, end: int, wording: Wording) -> list[Stretch]:
    """The clauses before a phrase that state a condition."""
    found = []
    at = start
    for pause in (n for n in range(start, end) if text[n] == ","):
        if wording.has("states-a-condition", text, at, pause):
            found.append((at, pause))
        at = pause + 1
    if wording.has("narrows", text, at, end):  # a condition without a pause behind it
        found.append((at, end))
    return found


def _closing(text: str, start: int, end: int, wording: Wording) -> list[Stretch]:
    """The condition that stands behind what is done, as English texts put it."""
    return [(start, end)] if wording.punctuated and wording.has("states-a-condition", text, start, end) else []


def _left_open(passage: Passage, fields: dict[str, Any]) -> tuple[Requirement, ...]:
    """An exception that a filter cannot say, or an amount that was not read, as a condition nobody has read."""
    excepted = (
        "which" in fields
        and fields["act"] != "forbid-activation"  # what that excepts its filter says
        and passage.wording.has("excepts", passage.text, passage.clause[0], passage.sentence[1])
    )
    if excepted or UNREAD in (fields.get("amount"), fields.get("to"), fields.get("count")):
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
        return [{"act": act, **passage.hit(), "to": UNREAD if only else "opponents-effects" if theirs else ""}]

    return build


def _not_beaten(passage: Passage) -> list[dict[str, Any]]:
    """Safe in every battle, or in those with the monsters named."""
    start, end = passage.clause[0], passage.sentence[1]
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
    return [{"act": "unaffected", **passage.hit(), "to": mark.reveals if mark else UNREAD}]


def _values(stat: str) -> Callable[[Passage], list[dict[str, Any]]]:
    def build(passage: Passage) -> list[dict[str, Any]]:
        wide = [
            mark.reveals.partition(">") for mark in passage.wording.each("act-detail", passage.text, *passage.clause)
        ]
        act = next((narrow for of, _, narrow in wide if of == "change-atk-def"), "set-atk-def")
        original = passage.wording.has("original-value", passage.text, *passage.clause)
        amount: int | str = "" if act in ("halve-atk-def", "double-atk-def", "swap-atk-def") else passage.points()
        return [{"act": act, **passage.hit(), "stat": f"original-{stat}" if original else stat, "amount": amount}]

    return build


def _attacks_more(passage: Passage) -> list[dict[str, Any]]:
    if passage.says("every-monster-once"):
        return [{"act": "allow-attack-all", **passage.hit(), "to": "monsters"}]
    times = _TIMES.search(passage.text, passage.clause[0], passage.sentence[1])
    count: int | str = int(times.group()) if times else 2 if passage.says("twice") else UNREAD
    on_monsters = passage.wording.has("on-monsters", passage.text, passage.clause[0], passage.sentence[1])
    return [{"act": "allow-extra-attack", **passage.hit(), "count": count, "to": "monsters" if on_monsters else ""}]


def _limits_targets(passage: Passage) -> list[dict[str, Any]]:
    """Which monsters may not be chosen as attack target, or which only."""
    if passage.wording.has("only-this-one", passage.text, passage.clause[0], passage.sentence[1]):
        return [{"act": "restrict-attack-target", "what": "opponent", "to": "only-this"}]
    which = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
    only = passage.wording.has("only-such", passage.text, *passage.clause)
    return [{"act": "restrict-attack-target", "which": which, "count": "all", "to": UNREAD if only else "not-these"}]


def _no_battle_damage(passage: Passage) -> list[dict[str, Any]]:
    limited = passage.wording.has("so-much-damage", passage.text, passage.clause[0], passage.found.span[1])
    return [{"act": "no-battle-damage", **_battle_of(passage), **({"to": UNREAD} if limited else {})}]


def _battle_damage(passage: Passage) -> list[dict[str, Any]]:
    mark = passage.wording.first("damage-change", passage.text, passage.clause[0], passage.sentence[1])
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
    if reach == "equipped":
        return {"what": reach, "to": player}
    which = filter_in(passage.spoken, *passage.clause, passage.wording)
    if not (which.name or which.group or which.race or which.attribute or "monster" in which.type):
        return {"what": player}
    ours = Filter(side="own", type=("monster",), name=which.name, group=which.group, race=which.race,
                  attribute=which.attribute)  # fmt: skip
    return {"what": player, "requires": (Requirement(is_="own-monster-battles", of=ours),)}


def _effect_damage(passage: Passage) -> list[dict[str, Any]]:
    zero = passage.wording.has("none-at-all", passage.text, passage.clause[0], passage.sentence[1])
    half = passage.wording.has("half", passage.text, passage.clause[0], passage.sentence[1])
    amount: int | str = 0 if zero else "half" if half else UNREAD
    return [{"act": "change-effect-damage", "what": passage.player("both"), "amount": amount}]


def _forbids_activation(passage: Passage) -> list[dict[str, Any]]:
    if passage.found.reach != "field":
        return [{"act": "forbid-activation", **passage.hit()}]
    start, end = passage.clause[0], passage.found.span[1]
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
        which = filter_in(passage.spoken, start, end, passage.wording)
        plain = not (which.name or which.group or which.attribute or which.race or which.level or which.atk)
        narrow = bool(set(which.zones) & {"extra-deck", "gy", "hand", "deck", "banished"})
        to = "" if plain and not narrow and not passage.wording.has("excepts", passage.text, start, end) else UNREAD
        return [{"act": "forbid-summon", "what": passage.player("both"), "which": Filter(summoned=(way,)), "to": to}]

    return build


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
    return [{"act": "negate-effect", "which": which, "count": "all", "to": UNREAD if of_targets else ""}]


def _attack_in_defence(passage: Passage) -> list[dict[str, Any]]:
    acts = [{"act": "attack-in-defence", **passage.hit()}]
    if passage.wording.has("def-as-atk", passage.text, passage.found.span[0]):
        acts.append({"act": "count-def-as-atk", **passage.hit()})
    return acts


def _replaces(passage: Passage) -> list[dict[str, Any]]:
    optional = passage.wording.has("may", passage.text, passage.found.span[0], passage.sentence[1])
    return [{"act": "replace-destruction", **passage.hit(), "optional": optional or passage.wording.punctuated}]


def _elsewhere(passage: Passage) -> list[dict[str, Any]]:
    if passage.found.reach == "self":
        return [{"act": "redirect-to-banish", "what": "self", "to": "when-leaving-field"}]
    which = filter_in(passage.spoken, passage.clause[0], passage.found.span[1], passage.wording)
    side = which.side or "either"
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
    start, end = passage.sentence[0], demand.end
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
    """A protection that is used up: how often it served already is nothing a table tells."""
    told = {mark.reveals for mark in passage.wording.all("act", passage.text, *passage.sentence)}
    return [{"act": act, **passage.hit(), "to": UNREAD} for act in PROTECTIONS if act in told]


def _no_material(passage: Passage) -> list[dict[str, Any]]:
    """No material of the summons named, or of any."""
    start, end = passage.clause[0], passage.found.span[1]
    kinds = [mark.reveals for mark in passage.wording.each("material-of", passage.text, start, end)]
    return [{"act": "forbid-other", **passage.hit(), "to": "-".join(("no", *kinds, "material"))}]


def _destroys_itself(passage: Passage) -> list[dict[str, Any]]:
    """Its own destruction, with the condition that stands in the very words of the phrase."""
    start, end = passage.sentence[0], passage.found.span[1]
    required: list[Requirement] = []
    for mark in passage.wording.each("requirement", passage.text, start, end):
        if mark.reveals in ABSENT:
            of = filter_in(passage.spoken, mark.start, mark.end, passage.wording)
            required.append(Requirement(is_=mark.reveals, of=of))
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
    "not-destroyed-a-number-of-times": _so_many_times,
    "replaces-destruction": _replaces,
    "not-targeted-by-effects": _by_whom("protect-from-targeting"),
    "unaffected": _unaffected,
    "not-tributed": _plain("forbid-other", to="being-tributed"),
    "not-material": _no_material,
    "changes-atk": _values("atk"),
    "changes-def": _values("def"),
    "changes-level": lambda passage: [{"act": "change-level", **passage.hit(), "amount": UNREAD}],
    "control": _plain("take-control"),
    "negates-effects": _negates,
    "forbids-activation": _forbids_activation,
    "forbids-special-summon": _forbids_summon("special"),
    "forbids-normal-summon": _forbids_summon("normal"),
    "further-normal-summon": lambda passage: [{"act": "allow-normal-summon", "what": "you"}],
    "no-banishing": _no_banishing,
    "trap-from-hand": lambda passage: [],  # a permission printed apart, read as such
    "trap-the-turn-it-is-set": lambda passage: [],
    "sends-elsewhere": _elsewhere,
    "destroys-itself": _destroys_itself,
}
