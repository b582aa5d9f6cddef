"""What an effect that was activated leaves in force for a while: locks, protections, changed damage.

Texts say these things as they say what a card does while it lies there, so they are read by the same phrases; only
whom they reach and how long they last is said in another way.
"""

from typing import Any

import msgspec

from knowledge.data.profile import Action, Requirement
from knowledge.text.effects.act_phrases import POINTED_AT, pointed_at
from knowledge.text.effects.actions import said_until
from knowledge.text.effects.bans import UNREAD
from knowledge.text.effects.continuous import Continuous, Passage, conditions_of, continuous_in
from knowledge.text.effects.continuous_acts import ACTS
from knowledge.text.effects.filters import filter_in
from knowledge.text.grammar import Wording
from knowledge.text.sentence import Stretch

# what a resolution may leave behind that the acts of a sentence do not tell by themselves
LEFT = frozenset(
    {"no-battle-damage", "changes-battle-damage", "changes-effect-damage", "forbids-special-summon",
     "forbids-normal-summon", "cannot-attack", "cannot-attack-directly", "limits-attack-targets",
     "cannot-change-position", "piercing", "not-targeted-by-effects", "unaffected", "forbids-activation",
     "not-material", "not-tributed", "not-destroyed-by-battle", "not-destroyed-by-effects", "no-banishing"}
)  # fmt: skip
DAMAGE = frozenset({"no-battle-damage", "changes-battle-damage"})
PLAYERS_BARRED = frozenset({"forbids-special-summon", "forbids-normal-summon", "forbids-activation"})
# what is told less exactly by the acts read word for word
VAGUER = {
    "change-battle-damage": ("no-battle-damage", "halve-battle-damage", "double-battle-damage", "change-battle-damage"),
    "forbid-attack-declaration": ("forbid-attack", "forbid-other"),
    "forbid-attack": ("forbid-attack", "forbid-other"),
    "forbid-position-change": ("forbid-position-change", "change-position", "forbid-other"),
    "forbid-summon": ("forbid-summon", "forbid-other"),
    "forbid-activation": ("forbid-activation",),
}


def left_behind(text: str, spoken: str, bodies: list[Stretch], does: list[Action], wording: Wording) -> list[Action]:
    """The acts of a resolution, together with what it leaves in force."""
    known = list(does)
    for sentence in (body for body in bodies if body[0] < body[1]):
        found = [one for one in continuous_in(text, [sentence], "field", wording) if one.does in LEFT]
        for one in found:
            for act in _acts(text, spoken, sentence, one, wording):
                if _is_open(act) and any(other.act == act.act and not _is_open(other) for other in known):
                    continue  # the words of the sentence told it more exactly
                vaguer = VAGUER.get(_family(act.act), (act.act,))
                place = next((n for n, other in enumerate(known) if other.act in vaguer), len(known))
                if place < len(known):  # it stays where the words told it vaguely
                    act = msgspec.structs.replace(act, joined=known[place].joined)
                rest = [other for other in known[place:] if other.act not in vaguer]
                known = [*known[:place], act, *rest]
    return known


def _is_open(act: Action) -> bool:
    return act.to == UNREAD or any(printed.is_ == UNREAD for printed in act.requires)


def _family(act: str) -> str:
    return "change-battle-damage" if act.endswith("battle-damage") else act


def _acts(text: str, spoken: str, sentence: Stretch, one: Continuous, wording: Wording) -> list[Action]:
    passage = Passage(text, spoken, sentence, one, wording)
    whom = "" if _bars_a_player(text, sentence, one, wording) else pointed_at(text, sentence[0], one.span[1], wording)
    until = said_until(text, spoken, sentence[0], sentence[1], wording)
    conditions = tuple(
        printed
        for printed in conditions_of(text, spoken, sentence, [one], wording)
        if printed.is_ != UNREAD or not wording.has("until-it", str(printed.amount))
    )
    barred_but = one.does in ("not-material", "cannot-attack") and _leaves_some_out(text, sentence, wording)
    if barred_but and all(printed.is_ != UNREAD for printed in conditions):
        conditions = (*conditions, Requirement(is_=UNREAD, amount=spoken[sentence[0] : sentence[1]].strip()))
    once = one.does in DAMAGE and wording.has("only-for-once", text, *sentence)
    acts = []
    for fields in ACTS[one.does](passage):
        fields["requires"] = tuple(dict.fromkeys((*conditions, *fields.get("requires", ()))))
        told = _reaching(fields, whom, one.does, passage) | ({"count": 1} if once else {})
        acts.append(Action(**told, joined="also", until=until))
    return acts


def _bars_a_player(text: str, sentence: Stretch, one: Continuous, wording: Wording) -> bool:
    """Whether a ban is said of a player: the last one named before it, behind every card the sentence points at."""
    players = wording.all("player-barred", text, sentence[0], one.span[1])
    cards = [m.start for m in wording.all("act-object", text, sentence[0], one.span[1]) if m.reveals in POINTED_AT]
    return one.does in PLAYERS_BARRED and bool(players) and players[-1].start > max(cards, default=sentence[0] - 1)


def _leaves_some_out(text: str, sentence: Stretch, wording: Wording) -> bool:
    return any(wording.has(family, text, *sentence) for family in ("excepts", "nothing-but"))


def _reaching(fields: dict[str, Any], whom: str, word: str, passage: Passage) -> dict[str, Any]:
    """The fields of an act, aimed at the card the sentence points at."""
    excepted = passage.wording.first("all-but", passage.text, passage.clause[0], passage.found.span[1])
    if excepted and excepted.reveals == "all-but-target" and fields["act"].startswith("forbid-attack"):
        others = filter_in(passage.spoken, excepted.end, passage.found.span[1], passage.wording)
        rest = {name: value for name, value in fields.items() if name not in ("what", "to")}
        read = tuple(printed for printed in rest["requires"] if printed.is_ != UNREAD)
        return rest | {"which": others, "count": excepted.reveals, "requires": read}
    if whom not in POINTED_AT:
        player = passage.player("")
        if fields.get("count") == UNREAD and player:
            return {name: value for name, value in fields.items() if name not in ("which", "count")} | {"what": player}
        left = UNREAD in (fields.get("count"), fields.get("to"), fields.get("amount"))
        text = passage.spoken[passage.sentence[0] : passage.sentence[1]].strip(" ,")
        return fields | ({"requires": (*fields["requires"], Requirement(is_=UNREAD, amount=text))} if left else {})
    rest = {name: value for name, value in fields.items() if name not in ("which", "count")}
    if word in DAMAGE:
        battles = tuple(r for r in rest["requires"] if r.is_ not in ("self-battles", "own-monster-battles"))
        return rest | {"what": whom, "to": passage.player("both"), "requires": battles}
    return rest | {"what": whom}
