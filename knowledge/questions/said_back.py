"""The question said back in words, in both languages."""

from knowledge.data.language import Both, spoken
from knowledge.data.profile import Card, Effect
from knowledge.phrases import circled, effect_named, phrase
from knowledge.questions.asked import ANY_TIME, Asked
from knowledge.questions.lexicon import Lexicon
from knowledge.questions.told.battles import Fighter
from knowledge.rules.book import Book

_GLUE = {"zh": "，", "en": ", ", "ja": "、"}
_LIST = {"zh": "、", "en": ", "}


def sentence(lexicon: Lexicon, key: str, **parts: Both | str) -> Both:
    """A sentence of `rulings/questions/sentences.yaml` with its blanks filled."""
    template = lexicon.sentences[key]
    filled = {
        lang: text.format(**{k: v if isinstance(v, str) else v.get(lang) or v["en"] for k, v in parts.items()})
        for lang in ("zh", "en", "ja")
        if (text := template.get(lang))
    }
    return {lang: " ".join(text.split()) for lang, text in filled.items()}


def language_of(question: str) -> str:
    """The language a question is put in: kana are Japanese, other Chinese characters Chinese, else it is English."""
    if any("\u3041" <= c <= "\u30ff" for c in question):
        return "ja"
    return "zh" if any("\u4e00" <= c <= "\u9fff" for c in question) else "en"


def names_of(card: Card) -> Both:
    """A card's name in every language the desk answers in."""
    return {
        "zh": card.names.zh,
        "en": card.names.en or card.names.zh,
        "ja": card.names.ja or card.names.en or card.names.zh,
    }


def joined(parts: list[Both], glue: Both = _LIST) -> Both:
    """Several things in a row."""
    langs = [lang for lang in ("zh", "en", "ja") if all(lang in part for part in parts)]
    return {lang: glue.get(lang, glue["zh"]).join(part[lang] for part in parts) for lang in langs}


def understood(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    """What the desk took the question to be."""
    told = {
        "can": _can,
        "replay": _replay,
        "damage": _damage,
        "stats": _stats,
        "define": _define,
        "rulings": _rulings,
        "card": _card,
        "rule": lambda lexicon, book, asked: sentence(lexicon, "rule"),
        "targets": _text,
        "cost": _text,
    }.get(asked.kind)
    if told is None and asked.kind != "out-of-scope":
        return as_typed(asked)
    return told(lexicon, book, asked) if told else sentence(lexicon, "out-of-scope.asked")


def as_typed(asked: Asked) -> Both:
    """What comes of something is said back in the asker's own words: no sentence of ours holds all of them."""
    return dict.fromkeys(("zh", "en", "ja"), asked.text)


def _can(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    table = table_in_words(lexicon, book, asked)
    if asked.card is None or not asked.at:
        parts = [sentence(lexicon, "monster.named", card=names_of(asked.card))] if asked.card else []
        parts += [_moment(book, asked)] if asked.at else []
        parts += table
        if not parts:
            return sentence(lexicon, "incomplete.nothing")
        return sentence(lexicon, "incomplete.asked", parts=joined(parts, _GLUE))
    effect = _effect(asked.card, asked.effect)
    if asked.at == ANY_TIME:
        turn = phrase(f"turn.{asked.turn}") if asked.turn else sentence(lexicon, "turn.any")
        main = sentence(lexicon, "can.any-time", card=names_of(asked.card), effect=effect, turn=turn)
    else:
        main = sentence(lexicon, "can", card=names_of(asked.card), effect=effect, at=_moment(book, asked))
    if not table:
        return main
    return _with_the_table(main, joined(table, _GLUE))


def _with_the_table(main: Both, told: Both) -> Both:
    both = {"zh": f"{main['zh']}（{told['zh']}）", "en": f"{main['en']} ({told['en']})"}
    return both | ({"ja": f"{main['ja']}（{told['ja']}）"} if "ja" in main and "ja" in told else {})


def _moment(book: Book, asked: Asked) -> Both:
    if asked.at == ANY_TIME and asked.turn:
        return phrase(f"turn.{asked.turn}")
    timing = book.library.timings[asked.at]
    words = {"zh": timing.names.zh, "en": timing.said, "ja": timing.names.ja or timing.names.zh}
    return phrase("in-turn", turn=phrase(f"turn.{asked.turn}"), at=words) if asked.turn else words


def _effect(card: Card, number: int | None) -> Both:
    found: Effect | None = next((e for e in card.effects if e.number == number), None)
    if found is not None or number is None:
        return effect_named(found)
    return phrase("effect", number=circled(number))


def table_in_words(lexicon: Lexicon, book: Book, asked: Asked) -> list[Both]:
    """Everything said about the table."""
    told: list[Both] = [sentence(lexicon, "by-opponent")] if asked.by_opponent and asked.turn else []
    if asked.answered:
        card, number = asked.answered
        told.append(sentence(lexicon, "answering", card=names_of(card), effect=_effect(card, number)))
    told += [sentence(lexicon, "in-force", card=names_of(card)) for card in asked.in_force]
    if asked.zone:
        zone = "monster-zone" if asked.zone == "field" else asked.zone
        told.append(sentence(lexicon, "zone", zone=sentence(lexicon, f"zone.{zone}")))
    if asked.face:
        told.append(sentence(lexicon, "set"))
    if asked.lp is not None:
        told.append(sentence(lexicon, "lp", n=str(asked.lp)))
    if asked.hand is not None:
        told.append(sentence(lexicon, "hand", n=str(asked.hand)))
    told += [sentence(lexicon, "happened", event=event_in_words(book, event)) for event in asked.events]
    return told


def event_in_words(book: Book, event: str) -> Both:
    """An event as a sentence names it."""
    word = book.library.events.get(event)
    return spoken(word) if word else {"zh": event, "en": event}


def _replay(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    key = {"yes": "replay.changed", "no": "replay.unchanged"}.get(asked.changed, "replay")
    told = joined([sentence(lexicon, "happened", event=event_in_words(book, e)) for e in asked.events], _GLUE)
    main = sentence(lexicon, key, at=_moment(book, asked))
    return _with_the_table(main, told) if asked.events else main


def _damage(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    attack = asked.attack
    unnamed = {"zh": "？", "en": "?"}
    attacker = _fighter(lexicon, attack.attacker) if attack and attack.attacker else unnamed
    if attack and attack.direct:
        return sentence(lexicon, "damage.direct", attacker=attacker)
    defender = _fighter(lexicon, attack.defender) if attack and attack.defender else unnamed
    return sentence(lexicon, "damage", attacker=attacker, defender=defender)


def _fighter(lexicon: Lexicon, fighter: Fighter) -> Both:
    monster = fighter_named(lexicon, fighter)
    if not fighter.changes:
        return monster
    cards = [sentence(lexicon, "monster.named", card=names_of(card)) for card in fighter.changes]
    return sentence(lexicon, "monster.changed", monster=monster, cards=joined(cards))


def fighter_named(lexicon: Lexicon, fighter: Fighter) -> Both:
    """A monster of a battle, by its name or by its values."""
    if fighter.card is not None:
        key = "monster.named.def" if fighter.position == "defence" else "monster.named"
        return sentence(lexicon, key, card=names_of(fighter.card))
    if fighter.position == "defence" and fighter.defence is not None:
        return sentence(lexicon, "monster.def", **{"def": str(fighter.defence)})
    return sentence(lexicon, "monster.atk", atk=str(fighter.atk))


def _stats(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    values = asked.values
    monster = _fighter(lexicon, values.monster) if values and values.monster else {"zh": "？", "en": "?"}
    changes = [sentence(lexicon, "monster.named", card=names_of(card)) for card in (values.changes if values else [])]
    if not changes:
        return sentence(lexicon, "stats.none", monster=monster)
    return sentence(lexicon, "stats", monster=monster, cards=joined(changes))


def _define(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    names = [name_of_term(book, term) for term in asked.terms] or [dict.fromkeys(("zh", "en", "ja"), asked.words)]
    return sentence(lexicon, "define.difference" if len(names) > 1 else "define", term=joined(names))


def name_of_term(book: Book, term: str) -> Both:
    """What a term, moment or matter is called."""
    kind, _, name = term.partition(":")
    shelf = {"term": book.library.terms, "timing": book.library.timings, "gate": book.library.gates}[kind]
    names = shelf[name].names  # type: ignore[index]
    return {"zh": names.zh, "en": names.en or names.zh} | ({"ja": names.ja} if names.ja else {})


def _rulings(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    named = [sentence(lexicon, "monster.named", card=names_of(card)) for card in asked.cards]
    return sentence(lexicon, "rulings", what=joined(named) if named else asked.words)


def _text(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    if asked.card is None:
        return sentence(lexicon, "ask.card")
    return sentence(lexicon, asked.kind, card=names_of(asked.card), effect=_effect(asked.card, asked.effect))


def _card(lexicon: Lexicon, book: Book, asked: Asked) -> Both:
    return sentence(lexicon, "card", card=names_of(asked.card)) if asked.card else sentence(lexicon, "ask.card")
