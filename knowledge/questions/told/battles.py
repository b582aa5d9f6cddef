"""Who attacks whom, with which values and what changes them; and which monster's values are asked for."""

from dataclasses import dataclass, field

from knowledge.data.profile import Card
from knowledge.questions.cast import Cast, Item, side_before
from knowledge.questions.lexicon import FILLER

OF_AN_ATTACK = frozenset(("chosen-as-attack-target", "attack-declared"))
ATTACKED_DIRECTLY = "attacked-directly"
_STAYING = ("Spell / Field", "Spell / Continuous", "Trap / Continuous")


@dataclass
class Fighter:
    """A monster of a battle: a card, or only its values; a position where one was told; the cards used on it."""

    card: Card | None = None
    atk: int | None = None
    defence: int | None = None
    position: str = ""
    face: str = ""
    changes: list[Card] = field(default_factory=list)
    equips: list[Card] = field(default_factory=list)
    side: str = ""  # whose it is, where that was said
    attribute: str = ""
    race: str = ""


@dataclass
class Attack:
    """A battle asked about; no defender in a direct attack. Of the cards in `loose` nothing tells whom they change."""

    attacker: Fighter | None = None
    defender: Fighter | None = None
    direct: bool = False
    in_force: list[Card] = field(default_factory=list)
    loose: list[Card] = field(default_factory=list)
    in_force_of: dict[str, str] = field(default_factory=dict)  # whose each of them is, where that was said
    mutual: bool = False  # two monsters fight, and which of them attacks was not said
    copies: int = 1  # `2只X直接攻击`: how many of them attack, one after the other


@dataclass
class Values:
    """A monster and the cards that change its values, in the order they are named."""

    monster: Fighter | None = None
    changes: list[Card] = field(default_factory=list)


def attack_in(cast: Cast) -> Attack:
    """The battle a question tells of: what stands before the word for attacking, and after it."""
    lying = cast.of("in-force") + [i for i in cast.items if i.role != "in-force" and _lies_there(cast, i)]
    items = [item for item in cast.items if item not in lying]
    lying += _standing_by(items)
    in_force = list({i.named.card.id: i.named.card for i in lying if i.named}.values())
    whose = {i.named.card.id: side_before(cast, i) or side_behind(cast, i) for i in lying if i.named}
    items = [item for item in items if item not in lying]
    places = [n for n, item in enumerate(items) if tells_an_attack(item)]
    if not places:
        return Attack(in_force=in_force)
    direct = any(_marked(item, "direct") or _direct(item) for item in items)
    word = items[places[0]]
    before, after = items[: places[0]], items[places[0] + 1 :]
    if word.phrase and word.phrase.side == "opponent" and word.phrase.events:  # "对方攻击X": who attacks is not named
        before, after = [i for i in before if i.part == word.part], [i for i in after if i.part == word.part]
    told = {i.who for i in before if i.is_name and i.start >= _sentence_start(before, word)}
    after = [i for i in after if not (i.is_name and i.who in told and i.clause != word.clause)]  # spoken of again
    beside = [i for i in after if i.part == word.part]
    if any(i.phrase and i.phrase.number in ("atk", "def") for i in beside) and not any(map(_monster, beside)):
        after = [i for i in after if i.part == word.part or not _monster(i)]  # "X attacks one with 3500 ATK. Can Y …"
    if word.phrase and word.phrase.number:  # "3000打": the word itself tells the attacker
        before, after = (before, [word, *after]) if _marked(word, "passive") else ([*before, word], after)
    means = [n for n, item in enumerate(after) if _marked(item, "with") and item.clause == word.clause]
    object_told = after[: means[-1]] if means else []
    meant: list[Item] = []
    pronoun = bool(object_told) and not any(_monster(i) or (i.phrase and i.phrase.thing) for i in object_told)
    if pronoun and any(_monster(i) for i in after[means[-1] :]):
        meant = [i for i in lying if _monster(i)][-1:]  # "they have X. I attack it with Y"
        before, after = after[means[-1] :], before if _fighter(before) is not None else meant
        in_force = [card for card in in_force if all(i.named and i.named.card is not card for i in meant)]
    elif _fighter(before) is None:  # "attack X with Y": whoever attacks is told last
        cuts = [n for n, item in enumerate(after) if _marked(item, "with")]
        before, after = (after[cuts[-1] :], after[: cuts[-1]]) if cuts else (before, after)
        if not cuts and _marked(word, "with"):  # "i attack with X": whom is told later, or not at all
            here = [i for i in after if i.clause == word.clause and i.part == word.part]
            before, after = here, [i for i in after if i not in here]
    elif _fighter(after) is None and not direct:  # "X が Y を攻撃", "X 和 Y 战斗": both are told first
        before, after = _two_told(before, word)
    attacker = _fighter(before, last=True)
    if attacker is None and direct:  # "直接攻击1900攻"
        attacker = _fighter([i for i in after if i.part == word.part])
    attack = Attack(attacker, None if direct else _fighter(after), direct, in_force)
    _told_later(attack, items, word)
    attack.in_force_of = {card: side for card, side in whose.items() if side}
    attack.mutual = not direct and (_marked(word, "mutual") or _marked(word, "fight"))
    free = list(items)
    for fighter in (attack.attacker, attack.defender):
        if fighter is not None and (place := _mention_of(free, fighter)) is not None:
            fighter.side = _whose(items, place, word)
            free.remove(place)  # of two with the same figure each is told once
    if meant and attack.defender is not None:
        attack.defender.side = attack.defender.side or side_before(cast, meant[0])
    if direct and attack.attacker is not None and (place := _mention_of(items, attack.attacker)) is not None:
        attack.copies = _counted(items, place)
    if _marked(word, "mutual") and attack.defender is None:
        attack.defender = attack.attacker  # two of a kind
    if _marked(word, "passive"):
        attack.attacker, attack.defender = attack.defender, attack.attacker
    _settle_changes(attack, items, word)
    return attack


def _standing_by(items: list[Item]) -> list[Item]:
    """`X is on my field. A attacks B`: monsters told to lie there, where the clause of the attack tells who fights."""
    word = next((item for item in items if tells_an_attack(item)), None)
    if word is None:
        return []
    here = [i for i in items if i.clause == word.clause]
    fighting = {i.who for i in here if _monster(i)}
    direct = any(_marked(i, "direct") or _direct(i) for i in here)
    if len(_mentions(here)) < (1 if direct else 2):
        return []
    there = {
        i.clause
        for i in items
        if i.phrase and (i.phrase.amount == "some" or "field" in (i.phrase.place, i.phrase.zone))
    }
    before = [i for i in items if _monster(i) and i.clause < word.clause]
    return [i for i in before if i.clause in there and i.who not in fighting]


def _mention_of(items: list[Item], fighter: Fighter) -> Item | None:
    """Where a monster of the battle is told: its name, else its figure."""
    if fighter.card is not None:
        return next((i for i in items if i.named and i.named.card is fighter.card), None)
    figures = [i for i in items if i.phrase and i.token and i.phrase.number in ("atk", "def")]
    return next((i for i in figures if i.token and i.token.number in (fighter.atk, fighter.defence)), None)


def _whose(items: list[Item], told: Item, word: Item) -> str:
    """Whose a monster is: the last player named before it and behind the monster or attack told before, else behind."""
    here = [i for i in items if i.part == told.part]
    bounds = [i.start for i in here if i is not told and (i is word or _monster(i) or _is_figure(i))]
    of_players = [i.start for i in here if _is_lp(i)]  # whoever was named before LP has them
    first = max((at for at in (*bounds, *of_players) if at < told.start), default=-1)
    last = min((at for at in bounds if at > told.start), default=told.start + 1)
    players = [(i.start, "own" if i.phrase.opens else i.phrase.side) for i in here if i.phrase]
    before = [side for at, side in players if first < at <= told.start and side]
    behind = [side for at, side in players if told.start < at < last and side] if _is_figure(told) else []
    return before[-1] if before else behind[0] if behind else ""


def _counted(items: list[Item], told: Item) -> int:
    """`2只X`: how many of a monster are told, right before it."""
    at = items.index(told)
    before = items[at - 1] if at else None
    if before is None or before.phrase is None or before.phrase.number != "count" or before.clause != told.clause:
        return 1
    number = before.token.number if before.token else None
    return number or before.phrase.value or 1


def _is_figure(item: Item) -> bool:
    return item.phrase is not None and item.phrase.number in ("atk", "def")


def _is_lp(item: Item) -> bool:
    return item.phrase is not None and item.phrase.number == "lp"


def side_behind(cast: Cast, item: Item) -> str:
    """`X is on my field`: whose field it is, told right behind the name."""
    behind = next((i.phrase for i in cast.items if i.clause == item.clause and i.start > item.start), None)
    return behind.side if behind is not None and behind.role == "in-force" and behind.card == "before" else ""


def _told_later(attack: Attack, items: list[Item], word: Item) -> None:
    """`they attack my set monster. It has 2000 DEF, theirs 1600 ATK`: figures told behind of monsters not named."""
    missing = attack.attacker is None or (attack.defender is None and not attack.direct)
    if not missing or any(_monster(i) for i in items):
        return
    here = [i for i in items if i.part == word.part]
    later = [i for i in items if i.part > word.part and i.phrase and i.token and i.phrase.number in ("atk", "def")]
    figures = {kind: [i for i in later if i.phrase and i.phrase.number == kind] for kind in ("atk", "def")}
    if attack.defender is None and not attack.direct and len(figures["def"]) == 1:
        attack.defender = _figures([*here, *figures["def"]])
        attack.defender.atk, attack.defender.position = None, "defence"
    if attack.attacker is None and len(figures["atk"]) == 1:
        attack.attacker = _figures(figures["atk"])


def attacking_player(cast: Cast, attack: Attack) -> str:
    """Whose monster attacks, where that is said: of either monster, or in `attacks me directly`."""
    other = {"own": "opponent", "opponent": "own"}
    if attack.attacker and attack.attacker.side:
        return attack.attacker.side
    if attack.defender and attack.defender.side:
        return other[attack.defender.side]
    word = next((i for i in cast.items if tells_an_attack(i)), None)
    if word is None or not attack.direct:
        return ""
    if word.phrase and word.phrase.side and word.phrase.events:
        return word.phrase.side
    part = [i for i in cast.items if i.clause == word.clause and i.phrase]
    passive = [i.start for i in part if _marked(i, "passive")]
    attacked = [i for i in part if i.start > word.start or (passive and i.start < passive[0])]
    sides = ["own" if i.phrase.opens else i.phrase.side for i in attacked if i.phrase]
    return next((other[side] for side in sides if side), "")


def described_battle(cast: Cast) -> tuple[Attack | None, str, set[int]]:
    """`my DARK monster battles`: a monster described by its kind that fights, whose attack it is, the words used."""
    for item in cast.items:
        thing = item.phrase.thing if item.phrase else None
        if thing is None or not (thing.attribute or thing.race) or item.part == cast.asked_part():
            continue
        part = cast.in_part(item.part)
        words = [i for i in part if i.start > item.start and (_marked(i, "attack") or _chosen(i))]
        if not words or any(i.is_name for i in part):
            continue
        fighter = Fighter(attribute=thing.attribute, race=thing.race, side=side_before(cast, item) or "own")
        attacked = _marked(words[0], "passive") or _chosen(words[0]) or any(_marked(i, "passive") for i in part)
        by = {"own": "opponent", "opponent": "own"}[fighter.side] if attacked else fighter.side
        attack = Attack(None, fighter) if attacked else Attack(fighter, None)
        return attack, by, {item.start, *(i.start for i in words)}
    return None, "", set()


def tells_an_attack(item: Item) -> bool:
    """Whether it is the word for an attack, also for one on a player."""
    return _marked(item, "attack") or _direct(item)


def _direct(item: Item) -> bool:
    return item.phrase is not None and ATTACKED_DIRECTLY in item.phrase.events


def _chosen(item: Item) -> bool:
    return item.phrase is not None and "chosen-as-attack-target" in item.phrase.events


def values_in(cast: Cast) -> Values:
    """The monster whose values are asked for, and what changes them."""
    cards = [item.named.card for item in cast.items if item.named]
    stated = _figures(cast.items)
    if stated.atk is not None:
        told = _called(cast)
        asked_for = [i.named.card for i in cast.asked_items if i.named and _monster(i)]
        if asked_for and not told and asked_for[0].id in {i.who for i in cast.items if i.part != cast.asked_part()}:
            return Values(Fighter(card=asked_for[0]), [card for card in cards if card.id != asked_for[0].id])
        if told:
            return _as_told(cast, told, stated)
        return Values(stated, cards)
    monsters = [card for card in cards if card.atk is not None]
    if not monsters:
        return Values(None, cards)
    monster = monsters[0]
    return Values(Fighter(card=monster), [card for card in cards if card.id != monster.id])


def _in_passing(item: Item) -> bool:
    """`X 现在 2300攻`: a word between a monster and its figure that tells nothing of another."""
    return item.phrase is not None and item.phrase.light and set(item.phrase.marks) <= {"now"}


def _as_told(cast: Cast, monster: str, stated: Fighter) -> Values:
    """`X is at 2300 now`: where that is not its printed ATK, what was named before has gone into it."""
    named = [i for i in cast.items if i.named]
    card = next(i.named.card for i in named if i.named and i.who == monster)
    figure = next(i.start for i in cast.items if i.phrase and i.phrase.number == "atk")
    later = [i for i in named if stated.atk == card.atk or i.start > figure]
    stated.card = card
    return Values(stated, [i.named.card for i in later if i.named and i.who != monster])


def _called(cast: Cast) -> str:
    """The monster whose values are stated: one named right before its own figures."""
    for at, item in enumerate(cast.items):
        if item.phrase and item.phrase.number == "atk":
            told = [i for i in cast.items[:at] if i.clause == item.clause and not _in_passing(i)]
            before = told[-1] if told else None
            return before.named.card.id if before and before.named and before.named.card.atk is not None else ""
    return ""


def _two_told(items: list[Item], word: Item) -> tuple[list[Item], list[Item]]:
    """Two monsters told before the word for attacking, cut between them: who attacks, and who is attacked."""
    starts = _mentions(items)
    if len(starts) < 2:
        return items, []
    between = starts[-1]
    while between - 1 > starts[0] and _lies_so(items[between - 1]):  # "守備表示のY": told of the one behind it
        between -= 1
    first, second = items[:between], items[between:]
    passive = any(_marked(item, "passive") for item in items[starts[0] : starts[-1]])
    lay_there = items[starts[0]].clause < items[starts[-1]].clause == word.clause  # told before the attack is
    objects = [any(_marked(item, "object") for item in part) for part in (first, second)]
    spoken_of = any(_marked(item, "clause") for item in items[starts[0] : starts[-1]])  # "X falls if Y attacks it"
    attacked_first = passive or lay_there or spoken_of or (objects == [True, False] and not _marked(word, "object"))
    return (second, first) if attacked_first else (first, second)


def _mentions(items: list[Item]) -> list[int]:
    """Where monsters are told, each by its name, its figures or both."""
    starts = [
        n
        for n, item in enumerate(items)
        if _monster(item)
        or (item.phrase and item.phrase.number not in ("", "count") and not (n and _monster(items[n - 1])))
    ]
    return [n for n in starts if not (_monster(items[n]) and _figure_before(items, n) in starts)]


def _lies_so(item: Item) -> bool:
    """Whether a word tells how a monster lies."""
    return item.phrase is not None and bool(item.phrase.position or item.phrase.face) and not item.phrase.number


def _figure_before(items: list[Item], at: int) -> int:
    """`3000攻的X`: where a figure stands that is told of the monster behind it, with nothing but a particle between."""
    before = at - 1
    while before >= 0 and items[before].phrase == FILLER:
        before -= 1
    phrase = items[before].phrase if before >= 0 else None
    return before if phrase and phrase.number in ("atk", "def") and phrase.thing is None else -1


def _settle_changes(attack: Attack, items: list[Item], word: Item) -> None:
    """Give every other card to the monster it is told of: the only one of its clause, else the one it stands before."""
    fighters = [f for f in (attack.attacker, attack.defender) if f is not None]
    fighting = {f.card.id for f in fighters if f.card}
    for item in items:
        if item.named is None or (item.named.card.id in fighting):
            continue
        if item.named.card.type.endswith("Equip") and (wearer := _wearer(fighters, items, item, word)) is not None:
            wearer.equips.append(item.named.card)
            continue
        here = [i for i in items if i.clause == item.clause]
        told = [f for f in fighters if f.card and any(i.named and i.named.card.id == f.card.id for i in here)]
        owner = told[0] if len(told) == 1 else None
        if len(fighters) == 1 and not told:
            owner = fighters[0]
        elif len(told) != 1 and item.clause == word.clause and not _marked(word, "passive"):
            later = [i for i in here if i.start > item.start and _monster(i)]
            owner = attack.attacker if item.start < word.start else attack.defender if later else None
        (attack.loose if owner is None else owner.changes).append(item.named.card)
    settled = {card.id for fighter in fighters for card in fighter.changes}
    attack.loose = [card for card in attack.loose if card.id not in settled]  # told again, and then more clearly


def seen_by_the_attacker(attack: Attack, card: Card) -> str:
    """Whose a card that lies there is, told from the player who attacks."""
    told = attack.in_force_of.get(card.id, "own")
    whose = attack.attacker.side if attack.attacker else ""
    theirs = attack.defender.side if attack.defender else ""
    mine = whose or {"own": "opponent", "opponent": "own"}.get(theirs, "own")
    return "own" if told == mine else "opponent"


def without_what_it_wears(fighter: Fighter) -> int | None:
    """The ATK that is told, before the equip cards told beside it; they are added when it is played.

    `X (2000)` is what a card comes to, `a 2000 ATK monster` what was there before anything was put on it.
    """
    if fighter.card is None:
        return fighter.atk
    gains = [
        act.amount
        for card in fighter.equips
        for effect in card.effects
        for act in effect.does
        if act.act == "gain-atk-def" and act.what == "equipped" and act.stat != "def" and isinstance(act.amount, int)
    ]
    return None if fighter.atk is None else max(fighter.atk - sum(gains), 0)


def _sentence_start(before: list[Item], word: Item) -> int:
    """Where the two that fight begin to be told: with the clause of the word, or with the two before it."""
    names = [i for i in before if _monster(i)]
    return min([i.start for i in names[-2:]] + [i.start for i in before if i.clause == word.clause] + [word.start])


def _wearer(fighters: list[Fighter], items: list[Item], item: Item, word: Item) -> Fighter | None:
    """Who wears an equip card: `装备X的Y` names it before its wearer, `Y equipped with X` behind it."""
    told = [(place, f) for f in fighters if (place := _mention_of(items, f)) is not None]
    fighting = {i.start: f for place, f in told for i in items if i is place or (f.card and i.who == f.card.id)}
    here = [i for i in items if i.clause == item.clause and i.start in fighting]
    here = [i for i in here if (i.start < word.start) == (item.start < word.start)] or here
    behind = [i for i in here if i.start > item.start]
    wearers = behind[:1] or here[-1:]
    return fighting[wearers[0].start] if wearers else None


def _lies_there(cast: Cast, item: Item) -> bool:
    """Whether a card lies there and does not fight: a field or continuous card, or one a player is told to have."""
    if item.named is None:
        return False
    kind = item.named.card.type
    at = cast.items.index(item)
    before = cast.items[at - 1].phrase if at > 0 else None
    return kind.endswith(_STAYING) or (before is not None and before.role == "in-force")


def _marked(item: Item, mark: str) -> bool:
    return item.phrase is not None and mark in item.phrase.marks


def _monster(item: Item) -> bool:
    return item.named is not None and item.named.card.atk is not None


def _fighter(items: list[Item], last: bool = False) -> Fighter | None:
    fighter = _figures(items)
    named = [item.named.card for item in items if item.named and _monster(item)]
    if named:
        fighter.card = named[-1 if last else 0]
    told = fighter.card is not None or fighter.atk is not None or fighter.defence is not None
    return fighter if told else None


def _figures(items: list[Item]) -> Fighter:
    fighter = Fighter()
    for item in items:
        phrase, token = item.phrase, item.token
        if phrase is None or token is None:
            continue
        if phrase.number == "atk" and fighter.atk is None:
            fighter.atk = token.number
        if phrase.number == "def" and fighter.defence is None:
            fighter.defence = token.number
        if phrase.thing and item.has("describes"):
            fighter.attribute = fighter.attribute or phrase.thing.attribute
            fighter.race = fighter.race or phrase.thing.race
        if phrase.position or phrase.face:
            fighter.position = phrase.position or "defence"  # a monster lies face-down in no other
            fighter.face = phrase.face or fighter.face
    if fighter.atk is None and fighter.defence is not None:
        fighter.position = fighter.position or "defence"
    return fighter
