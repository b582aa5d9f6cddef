"""A case of a ruling told as steps: what lies on the table, what happened, what is asked. Never as raw data."""

from typing import Any

from knowledge.data.cases import CardOnTable, Case, Happening, Link, Table
from knowledge.data.language import Both
from knowledge.explanation.can_answer import moment
from knowledge.explanation.citations import both
from knowledge.explanation.effect_sentences import printed
from knowledge.phrases import circled, phrase, phrases, value_in_words
from knowledge.play.board.game import said
from knowledge.rules.book import Book
from service.presentation.page_words import words

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SAID = {True: "yes", False: "no"}


def scene_of(book: Book, case: Case) -> list[Both]:
    """The steps of a case, in the order a person would lay it out."""
    return _Scene(book, case).steps()


class _Scene:
    """One table being told; cards without a name are lettered."""

    def __init__(self, book: Book, case: Case) -> None:
        self.book, self.case = book, case
        self.table = case.given or Table()
        nameless = [c.called for c in self.table.cards if c.called and not c.card]
        self.letters = {called: _LETTERS[n % 26] for n, called in enumerate(dict.fromkeys(nameless))}
        self.handles = {c.called: c.card for c in self.table.cards if c.called and c.card}

    def steps(self) -> list[Both]:
        """Everything the table says, one sentence each."""
        table, told = self.table, []
        if self.case.at:
            told.append(self.say("moment", at=moment(self.book, self.case.at, self.case.turn or table.turn)))
        told += self._numbers()
        if table.self is not None and (state := self._state(table.self)):
            told.append(self.say("self", card=self._subject(), state=state))
        told += [self._lying(c) for c in table.cards]
        told += [self.say("nothing-else", place=words()[f"place.{p}"]) for p in table.nothing_else_in]
        told += [self.say("earlier", what=self._happening(h)) for h in table.earlier]
        told += [self.say("just-now", what=self._happening(h)) for h in table.happened]
        if table.battle is not None:
            told.append(self._battle())
        told += [self._link(n, link) for n, link in enumerate(table.chain, 1)]
        known = [f for f in table.known if f in self.book.library.facts]
        told += [self.say("known", what=value_in_words(self.book, fact, table.known[fact])) for fact in known]
        return [_ended(step) for step in told]

    def _numbers(self) -> list[Both]:
        told = []
        if self.table.turn_number is not None:
            told.append(self.say("turn-number", n=self.table.turn_number))
        if self.table.battle_phases is not None:
            told.append(self.say("battle-phases", n=self.table.battle_phases))
        for what in ("lp", "hand", "deck"):
            for side, number in getattr(self.table, what).items():
                told.append(self.say(what, side=words()[f"side.{side}"], n=number))
        return told

    def _subject(self) -> Both:
        name = (self.case.activate or self.case.of).partition("/")[0]
        return self.named(name) if name else words()["scene.this-card"]

    def named(self, name: str) -> Both:
        """A card as a sentence names it: by its names, by its letter, or as this card."""
        if name == "self":
            return self._subject()
        card = self.book.identified(self.handles.get(name, name))
        if card is not None:
            return {"zh": f"「{card.names.zh}」", "en": card.names.en or card.names.zh}
        if name in self.letters:
            return self.say("lettered", letter=self.letters[name])
        return {"zh": f"「{name}」", "en": f"“{name}”"}

    def _lying(self, card: CardOnTable) -> Both:
        name = self.named(card.card or card.called) if card.card or card.called else words()["scene.a-card"]
        state = self._state(card)
        told = self.say("lies", side=words()[f"side.{card.side}"], card=name)
        return (
            {lang: told[lang] + (f"（{state[lang]}）" if lang == "zh" else f" ({state[lang]})") for lang in told}
            if state
            else told
        )

    def _state(self, card: CardOnTable) -> Both | None:
        """Where and how a card lies, and what holds for it, as a row of short words."""
        found: list[Both | None] = [
            words().get(f"zone.{card.zone}"),
            words()["face.down"] if card.face == "down" else None,
            words().get(f"position.{card.position}"),
            *(words().get(f"type.{kind}") or {"zh": kind, "en": kind} for kind in card.type),
        ]
        for stat, number in (("level", card.level), ("atk", card.atk), ("def", card.defence)):
            if number is not None:
                found.append({lang: f"{word} {number}" for lang, word in words()[f"stat.{stat}"].items()})
        found += [printed(word) for word in (card.attribute, card.race) if word]
        found += [{"zh": f"「{group}」", "en": f"“{group}”"} for group in card.groups]
        found.append(words().get(f"summoned.{card.summoned}"))
        for key, name in (
            ("equipped-to", card.equipped_to),
            ("targeting", card.targeting),
            ("negated-by", card.negated_by),
            *(("affected-by", n) for n in card.affected_by),
            *(("material", n) for n in card.materials),
            *(("pointed-at", n) for n in card.pointed_at_by),
        ):
            if name:
                found.append(self.say(key, card=self.named(name)))
        found.append(words()["scene.set-this-turn"] if card.set_this_turn else None)
        found += [{"zh": f"「{name}」×{n}", "en": f"“{name}” ×{n}"} for name, n in card.counters.items()]
        said = [part for part in found if part]
        return {"zh": "，".join(p["zh"] for p in said), "en": ", ".join(p["en"] for p in said)} if said else None

    def _happening(self, happening: Happening) -> Both:
        word = self.book.library.events.get(happening.event)
        said = {"zh": word.zh, "en": word.en} if word else {"zh": happening.event, "en": happening.event}
        details: list[Both] = []
        if happening.card:
            details.append(self.named(happening.card))
        if happening.effect != "":
            details.append({lang: _numbered(happening.effect) for lang in ("zh", "en")})
        if happening.side:
            details.append(words()[f"player.{happening.side}"])
        if happening.by:
            details.append(words().get(f"cause.{happening.by}") or self.named(happening.by))
        for key, name in (("source", happening.source), ("to", happening.to)):
            if name:
                details.append(self.say(key, card=self.named(name)))
        if happening.origin:
            details.append(self.say("origin", zone=words()[f"zone.{happening.origin}"]))
        if happening.unseen:
            details.append(words()["scene.unseen"])
        if happening.amount is not None:
            details.append({lang: str(happening.amount) for lang in ("zh", "en")})
        if not details:
            return said
        return {
            "zh": f"{said['zh']}（{'，'.join(d['zh'] for d in details)}）",
            "en": f"{said['en']} ({', '.join(d['en'] for d in details)})",
        }

    def _battle(self) -> Both:
        battle = self.table.battle
        assert battle is not None
        attacker = self.named(battle.attacker) if battle.attacker else words()["scene.a-monster"]
        if battle.defender:
            told = self.say("battle", attacker=attacker, defender=self.named(battle.defender))
        else:
            told = self.say("direct", attacker=attacker)
        if not battle.calculated:
            return told
        return {lang: told[lang] + words()["scene.calculated"][lang] for lang in told}

    def _link(self, number: int, link: Link) -> Both:
        effect = _numbered(link.effect) if link.effect is not None else ""
        told = self.say("link", n=number, side=words()[f"player.{link.by}"], card=self.named(link.card), effect=effect)
        if not link.targets:
            return told
        targets = [self.named(t) for t in link.targets]
        listed = {"zh": "、".join(t["zh"] for t in targets), "en": ", ".join(t["en"] for t in targets)}
        aimed = self.say("aimed", targets=listed)
        return {lang: told[lang] + aimed[lang] for lang in told}

    def say(self, key: str, **parts: Any) -> Both:
        """A sentence of the page's words with its blanks filled."""
        template = words()[f"scene.{key}"]
        return {
            lang: template[lang].format(**{k: v[lang] if isinstance(v, dict) else v for k, v in parts.items()})
            for lang in ("zh", "en")
        }


def _ended(step: Both) -> Both:
    """A step as a sentence: it begins with a capital and has one full stop."""
    en = " ".join(step["en"].split()).rstrip(".")
    return {"zh": step["zh"].rstrip("。") + "。", "en": en[:1].upper() + en[1:] + "."}


def _numbered(effect: int | str) -> str:
    return circled(effect) if isinstance(effect, int) else str(effect)


def question_of(book: Book, case: Case) -> Both:
    """What the case asks, as a question."""
    scene = _Scene(book, case)
    if case.activate:
        name, _, number = case.activate.partition("/")
        return scene.say("may", card=scene.named(name), effect=_effect(number))
    if case.play:
        return words()["scene.played"]
    gate = book.library.gates.get(case.asks)
    if gate is None:
        return words()["scene.values"]
    about, _, number = case.of.partition("/")
    named = scene.named(about) if book.identified(about) or about in scene.letters else _value(book, about)
    if named is None:
        return both(gate.asks)
    effect, asks = _effect(number), both(gate.asks)
    return {lang: f"{named[lang]}{effect[lang]}{mark}{asks[lang]}" for lang, mark in (("zh", "："), ("en", ": "))}


def _effect(number: str) -> Both:
    if number == "0":
        return words()["scene.whole-card"]
    shown = _numbered(int(number)) if number.isdecimal() else number
    return {"zh": shown, "en": f" {shown}" if shown else ""}


def _value(book: Book, word: str) -> Both | None:
    """What a matter is asked about, where it is a word of a fact and no card."""
    found = (fact.values[word] for fact in book.library.facts.values() if word in fact.values)
    says = next(found, None)
    return both(says) if says else None


def _ended_in(expect: dict[str, Any]) -> Both:
    """What a scenario ends in: each of the final answers that are expected."""
    told = [
        (said(f"asked.{key}", of=said(f"player.{of}") if of in ("own", "opponent") else str(of)), _read_off(key, value))
        for key, found in expect.items()
        for of, value in (found.items() if isinstance(found, dict) else [("", found)])
    ]
    return {
        lang: end.join(f"{asked[lang]}{mark}{value[lang]}" for asked, value in told)
        for lang, mark, end in (("zh", "：", "；"), ("en", ": ", "; "))
    }


def _read_off(key: str, value: object) -> Both:
    kind = "cause" if key == "destroyed" else key
    plain = {"zh": str(value), "en": str(value)}
    return words().get(f"{kind}.{value}") or (words()[f"answer.{_SAID[value]}"] if isinstance(value, bool) else plain)


def outcome_of(book: Book, case: Case) -> Both:
    """How the case comes out, in words."""
    if isinstance(case.expect, dict):
        return _ended_in(case.expect)
    gate = book.library.gates.get(case.asks)
    if gate is not None and case.expect in gate.words:
        return both(gate.words[case.expect])
    if gate is not None and f"answer.{case.expect}" in words():
        return words()[f"answer.{case.expect}"]
    if isinstance(case.expect, str) and f"short.{case.expect}" in phrases():
        return phrase(f"short.{case.expect}")
    if isinstance(case.expect, list):
        told = " → ".join("/".join(map(str, pair)) for pair in case.expect)
        return {"zh": told, "en": told}
    return {"zh": str(case.expect), "en": str(case.expect)}
