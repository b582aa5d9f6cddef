"""The cut sentence → kind, cards, moment, table, and what is missing."""

import re

from knowledge.data.profile import ACTIVATED
from knowledge.names.finder import Finder
from knowledge.names.fold import fold
from knowledge.questions.activation import (
    EITHER_WAY,
    effect_by_what_it_does,
    read_activation,
    take_subject,
)
from knowledge.questions.asked import Asked, told_by
from knowledge.questions.asked_topics import DIFFERENCE, Met, rule_topics, term_alone, terms_in
from knowledge.questions.cast import Cast, Item, marks_of
from knowledge.questions.forms import form_of
from knowledge.questions.histories import tell_histories
from knowledge.questions.lexicon import Lexicon, Phrase
from knowledge.questions.moments import UNSAID, settle_moment
from knowledge.questions.named.cut import Cut, Doubt, Rest, corrected, cut, named_in, slips_in
from knowledge.questions.named.name_words import names_as_verbs
from knowledge.questions.outcomes.counts import amount_words, counts_in
from knowledge.questions.roles import cast_of
from knowledge.questions.told.accounts import tell_whose_effect_it_was
from knowledge.questions.told.battles import Fighter, attack_in, tells_an_attack, values_in
from knowledge.questions.told.described_cards import aim_at, aims_at_a_thing, used_on_a_thing
from knowledge.questions.told.only_cards import tell_it_stands_alone
from knowledge.questions.told.particulars import tell_particulars
from knowledge.questions.told.traces import account_for_what_is_retold, find_idle_clauses, find_untouched, find_untraced
from knowledge.questions.told.turn_so_far import tell_it_was_just_set
from knowledge.questions.told.unplaced import find_unplaced
from knowledge.questions.told.who_did_it import only_negated_something
from knowledge.rules.book import Book

_REMARK = re.compile(r"[（(]([^（）()]{3,120})[）)]")  # a remark is a clause of its own
_FIGURE_BEHIND = re.compile(r"[（(](\d{3,5}|0)[）)]")
# no name goes on with one of these words, so a point before them ends a sentence that is typed in small letters, too
_OPENS = r"(?:can|could|may|does|do|did|will|would|is|are|if|what|when|how|which|who|my|i|they|he|so|then|now)\b"
_SENTENCE_END = re.compile(
    rf"(?<=[A-Za-z0-9)]{{2}})(?<!\b[DM]r)(?<!\bSt)(?<!\bNo)(?<!\bvs)\.(?=\s+(?:[A-Z\"']|{_OPENS}))"
)
_LIKE_A_NAME = 3  # characters
_WHILE_ATTACKING = ("battle-phase", "battle-step-whole", "battle-step", "attack-declaration")  # until the damage step
_OF_OUTCOMES = frozenset(("outcome", "where-asked", "who-asked", "refund", "is-cost"))
_OF_ACTIVATIONS = frozenset(("activate", "may", "must", "respond"))
_OF_WHAT_IS_TOLD = frozenset(("damage", "rulings", "value", "figures", "passive"))  # of a case, before its question
OF_LP = ("lp", "lose")  # figures of a battle asked for in LP
# what happens, is done or moves: an answer from the rules covers it by a concept, or does not speak of it
_OF_A_CASE = frozenset(("attack", "does", "equips", "events", "face", "position", "told"))
_OF_FIGURES = ("stats", "amount", "damage")  # what is told beside them is counted there
_WHOLE_BATTLE = "battle"  # what comes of a battle, and no one thing of it
_WAYS = {"destroyed-by-battle": "damage.end", "destroyed-by-effect": UNSAID}


def read_question(text: str, lexicon: Lexicon, finder: Finder, book: Book) -> Asked:
    """Understand a question; the same words always give the same reading."""
    text = lexicon.asked_plainly(names_as_verbs().written_out(text))
    spelled = _FIGURE_BEHIND.sub(lambda m: f"{m[1]}攻 ", text)  # "X (2000)": its ATK
    spelled = lexicon.two_figures.sub(lexicon.both_attack_values, spelled)
    for typed, meant in lexicon.read_as.items():
        spelled = spelled.replace(typed, meant)
    plain = lexicon.run_on.sub(r"\1，", _SENTENCE_END.sub("，", _REMARK.sub(r"，\1，", spelled)))
    made = cut(plain, lexicon, finder.index)
    if slips := slips_in(made, (term.names.en for term in book.library.terms.values())):
        asked = read_question(corrected(text, slips), lexicon, finder, book)
        asked.slips = [*((text[start:end], meant) for start, end, meant in slips), *asked.slips]
        return asked
    naming = named_in(made, finder)
    cast = cast_of(made, naming, lexicon.weights)
    alone = term_alone(made, cast, book)
    terms = alone or (terms_in(made, cast, book, lexicon.turned_round) if "define" in cast.marks else [])
    figure, figure_spans = amount_words().figure_asked(plain)
    kind = "define" if alone else "outcome" if _suffers(cast) else _kind(lexicon, cast, terms, figure)
    if kind == "card" and not cast.marks & {"define", "card-what"} and _tells_counts(made, cast):
        kind, figure = "stats", "value"  # "X with 3 cards in the GY?": what it comes to
    thing = aims_at_a_thing(cast) if kind == "targets" else None
    thing = used_on_a_thing(made, cast, lexicon.aimed_at) if kind == "can" else thing
    kind = "can" if thing else "answerable" if _asks_for_any_answer(cast) else kind
    kind = "can" if kind == "answerable" and _would_answer(cast) else kind
    asked = Asked(text, kind, terms=terms, figure=figure.removeprefix("effect-"))
    asked.named = [(made.spelled(i.named.token), i.named.card) for i in cast.items if i.named]
    asked.cards = list({card.id: card for _, card in asked.named}.values())
    carried = [rest for rest in naming.rests if not alone and not lexicon.carries_nothing(rest.text)]
    carried = [rest for rest in carried if not _is_a_figure_of_the_effect(made, cast, rest)]
    quoted = [rest for rest in carried if _quotes_a_text(made, rest, lexicon.quoted_text)]
    carried = [rest for rest in carried if rest not in quoted]
    asked.not_understood = [(rest.start, rest.end, rest.text) for rest in carried]
    _count(asked, made, cast, figure_spans, lexicon)
    asked.words = _words(made, cast)
    asked.cast, asked.places = cast, made.places
    fought = "attack" in cast.marks and asked.kind in ("outcome", "can", "out-of-scope") and _tells_figures(cast)
    looked_up = fought or asked.kind in ("damage", "stats") or (asked.kind == "define" and "define" in cast.marks)
    beside = only_negated_something(cast)  # the one card named is not the one asked about
    met = None if (naming.cards and not beside) else rule_topics().met(made)
    if looked_up and not (asked.kind == "define" and met is not None and met.topic.verdict == DIFFERENCE):
        met = None  # a term is looked up, unless a rule tells two of them apart
    if met is not None and (asked.kind != "replay" or "replay" in met.topic.needs):  # else the engine is asked
        _about_the_rules(asked, made, met, lexicon)
    elif asked.kind == "can":
        read_activation(asked, made, cast, book)
        _lies_where_it_is_asked(asked, cast, lexicon)
        tell_it_stands_alone(asked, cast, lexicon.stands_alone)
        tell_histories(asked, cast, book)
        tell_whose_effect_it_was(asked, lexicon.whose_effect)
        tell_it_was_just_set(asked, cast, lexicon.just_set)
        if thing is not None:
            aim_at(asked, thing)
    elif asked.kind == "replay":
        settle_moment(asked, cast, book)
        _replay(asked, cast)
    elif asked.kind == "damage":
        asked.attack = attack_in(cast)
        _battle(asked, made, cast)
        if asked.missing == "battle" and figure == "damage" and _used_on_the_attack(asked):
            asked.kind, asked.missing, asked.not_placed = "amount", "", []
            _count(asked, made, cast, figure_spans, lexicon)
    elif asked.kind == "stats":
        asked.values = values_in(cast)
        figures = [told for told in asked.counts if told.thing == "points"]
        if asked.values.monster is None and figures:
            asked.values.monster = Fighter(atk=figures[0].number)
        asked.missing = "" if asked.values.monster else "monster"
        asked.not_placed += _moment_of_values(made, cast)
    elif asked.kind == "define" and not terms:
        asked.terms = terms_in(made, cast, book, lexicon.turned_round)
    elif asked.kind in ("targets", "cost", "answerable"):
        subject = next(iter(cast.of("subject")), None) or next(iter(cast.of("answered")), None)
        asked.missing = "card" if subject is None else ""
        if subject is not None:
            take_subject(asked, made, subject)
            effect_by_what_it_does(asked, cast)
            find_untouched(asked, made, cast)
    elif asked.kind == "card":
        asked.card = asked.cards[0] if asked.cards else None
        asked.missing = "" if asked.cards else "card"
    if asked.kind == "rule":
        find_idle_clauses(asked, made, cast, lexicon.telling)
        return asked
    if beside and asked.kind == "can":
        asked.missing, asked.card, asked.doubt = "card", None, None
    if asked.kind == "can":
        asked.not_understood += [(r.start, r.end, r.text) for r in quoted if _tells_which(asked, made, r, lexicon)]
        account_for_what_is_retold(asked, cast, book)
        tell_particulars(asked, cast, book)
        find_unplaced(asked, made, cast, lexicon.meanings)
        find_untraced(asked, made, cast, form_of(book, asked))
    if asked.kind not in _OF_FIGURES:
        find_idle_clauses(asked, made, cast, lexicon.telling)
    _doubtful(asked, cast)
    _unaccounted(asked)
    return asked


def _lies_where_it_is_asked(asked: Asked, cast: Cast, lexicon: Lexicon) -> None:
    """`X在墓地能发吗`, `can I use X from the field`: of the only card, with nothing told beside it, where it lies."""
    here = cast.asked_items
    names = [i for i in cast.items if i.is_name]
    plain = "activate" in marks_of(here) and not any(i.phrase and (i.phrase.does or i.phrase.thing) for i in here)
    told = asked.zone or asked.events or asked.told.own or asked.told.cards or asked.answered or asked.in_force
    if len(names) != 1 or names[0] not in here or not plain or told or asked.card is None:
        return
    text = asked.text[asked.places[here[0].start] :].lower()
    asked.zone = next((zone for zone, said in lexicon.activated_in.items() if said.search(text)), "")


def _asks_for_any_answer(cast: Cast) -> bool:
    """`can I respond to X`: whether anything may answer the one card named."""
    here = cast.asked_items
    told = any(i.phrase and (i.phrase.activation or i.phrase.events or i.phrase.states) for i in cast.items)
    return (
        any(i.has("answered-asked") for i in here) and len({i.who for i in cast.items if i.is_name}) == 1 and not told
    )


def _would_answer(cast: Cast) -> bool:
    """`通常魔法能被X康吗`: the one card stands behind the passive, and what suffers it has no name."""
    here = cast.asked_items
    names = [i.start for i in here if i.is_name]
    passive = [i.start for i in here if i.has("passive") and names and i.start < names[0]]
    return bool(passive) and any(_is_a_thing_or_an_act(i) for i in here if i.start < passive[0])


def _is_a_thing_or_an_act(item: Item) -> bool:
    phrase = item.phrase
    if phrase is None:
        return False
    return bool(phrase.thing or phrase.activation or phrase.events) or item.has("other-act", "activate", "describes")


def _is_a_figure_of_the_effect(made: Cut, cast: Cast, rest: Rest) -> bool:
    """Whether a bare figure stands in what is asked, beside what the effect does: how much, which decides nothing."""
    if not rest.text.isdigit():
        return False
    at, _ = made.folded_span(rest.start, rest.end)
    before = [item for item in cast.items if item.start < at]
    behind = next((item for item in cast.items if item.start > at), None)
    part = before[-1].part if before else 0
    if behind is not None and behind.phrase and behind.phrase.does:  # "2000ダメージを与える効果"
        part = behind.part
    here = cast.in_part(part)
    return part == cast.asked_part() and any(i.phrase and i.phrase.does for i in here)


def _quotes_a_text(made: Cut, rest: Rest, quoted: re.Pattern[str]) -> bool:
    """`X的『…』效果`, `记述『…』的X`: words of the text of a card named beside them, which is known whole."""
    before, behind = made.text[: rest.start], made.text[rest.end :]
    return before.endswith("『") and bool(quoted.match(behind))


def _tells_which(asked: Asked, made: Cut, rest: Rest, lexicon: Lexicon) -> bool:
    """`X的『…』效果`: whether a quotation alone tells which of several effects, or of the ways of one, is meant."""
    if not lexicon.quoted_effect.match(made.text[rest.end :]):
        return False
    effects = [e for e in (asked.card.effects if asked.card else ()) if e.kind in ACTIVATED]
    return asked.effect is None and (len(effects) > 1 or any(e.choices for e in effects))


def _kind(lexicon: Lexicon, cast: Cast, terms: list[str], figure: str) -> str:
    named = {item.named.card.id for item in cast.items if item.named}
    found = {
        "card": any(item.is_name for item in cast.items),
        "named": bool(named),
        "cards": len(named) > 1,
        "moment": any(item.phrase and (item.phrase.at or item.phrase.events) for item in cast.items),
        "term": bool(terms),
        "figures": _tells_figures(cast),
    }
    here = marks_of(cast.asked_items)
    told = (
        _OF_OUTCOMES - here if here & _OF_ACTIVATIONS else frozenset()
    )  # it is told what became of something, not asked
    if "activate" in here and here & {"may", "asks"} and not figure:
        told |= _OF_WHAT_IS_TOLD - here
    found["effect-asked"] = any(i.phrase and i.phrase.number == "effect" for i in cast.asked_items)
    marks = {*(cast.marks - told), *(mark for mark, holds in found.items() if holds)}
    marks |= {f"{figure}-asked"} if figure else set()
    battle = figure in OF_LP or (figure == "damage" and not cast.marks & {"activate", "respond"})
    marks |= {"attack"} if battle and any(tells_an_attack(item) for item in cast.items) else set()
    return next(rule.kind for rule in lexicon.kinds if rule.fits(marks, here))


def _count(
    asked: Asked,
    made: Cut,
    cast: Cast,
    figure_spans: list[tuple[int, int]],
    lexicon: Lexicon,
) -> None:
    """The numbers told, where a figure is asked for; the words that tell them are accounted for."""
    if not asked.figure or asked.kind not in ("stats", "amount", "damage"):
        return
    names = [i.named.token for i in cast.items if i.named]
    spans = [made.span(token) for token in names]
    asked.counts = counts_in(made.text, spans)
    if asked.kind == "damage":
        asked.counts = [count for count in asked.counts if count.thing == "times"]
        figure_spans = figure_spans if asked.figure in (*OF_LP, _WHOLE_BATTLE) else []
    spoken = {at for s, e in [*figure_spans, *(span for c in asked.counts for span in c.spans)] for at in range(s, e)}
    asked.not_understood = [
        piece
        for start, end, _ in asked.not_understood
        for piece in _unspoken(made.text, start, end, spoken)
        if not lexicon.carries_nothing(piece[2]) and amount_words().carried.sub("", piece[2].lower()).strip()
    ]
    counted = {c.named: c for c in asked.counts}
    told = [(i.named.card, counted.get(made.places[i.start])) for i in cast.items if i.named]
    for card, count in told:
        if count is None or not count.number:
            continue
        if card.atk is None and not count.place:  # "一张X", "两张X": so many are used on it
            asked.copies[card.id] = count.number
            asked.counts.remove(count)
        else:
            asked.counted.append(card)


def _tells_counts(made: Cut, cast: Cast) -> bool:
    """Whether so many of something are told beside one monster, and nothing is done or asked."""
    named = [i.named for i in cast.items if i.named]
    plain = not cast.marks & {"activate", "respond", "may", "must", "asks", "attack", "outcome", "when", "cards"}
    spans = [made.span(n.token) for n in named]
    one = len({n.card.id for n in named}) == 1 and named[0].card.atk is not None
    return one and plain and bool(counts_in(made.text, spans))


def _unspoken(text: str, start: int, end: int, spoken: set[int]) -> list[tuple[int, int, str]]:
    """The stretches of a leftover that no count accounts for."""
    pieces, at = [], start
    while at < end:
        last = at
        while last < end and last not in spoken:
            last += 1
        if text[at:last].strip():
            pieces.append((at, last, text[at:last].strip()))
        at = last + 1
    return pieces


def _about_the_rules(asked: Asked, made: Cut, met: Met, lexicon: Lexicon) -> None:
    """No card is named and a topic of the rules fits; words outside its concepts are left over as ever."""
    asked.kind, asked.topic = "rule", met.topic
    spoken, covered = (
        {made.places[at] for first, last in spans for at in range(first, last)} for spans in (met.spoken, met.covered)
    )
    kept = []
    for start, end, word in asked.not_understood:
        pieces = _unspoken(made.text, start, end, spoken)
        told_of = sum(e - s for s, e, _ in pieces) * 2 > end - start  # a concept inside a longer word does not tell it
        kept += [(start, end, word)] if told_of else [p for p in pieces if not lexicon.carries_nothing(p[2])]
    for item in asked.cast.items if asked.cast else ():
        if item.token and (item.is_name or told_by(item) & _OF_A_CASE or _tells_something(item.phrase)):
            start, end = made.span(item.token)
            if not covered & set(range(start, end)):
                kept.append((start, end, made.text[start:end]))
    asked.not_understood = sorted(set(kept))
    asked.of_the_topic = tuple((made.places[s], made.places[e - 1] + 1) for s, e in met.covered)


def _tells_something(phrase: Phrase | None) -> bool:
    """Whether a phrase tells a moment, whose turn it is or a later one, which a topic has to speak of."""
    return phrase is not None and bool(phrase.at or phrase.turn or "next-turn" in phrase.marks)


def _tells_figures(cast: Cast) -> bool:
    """Whether the ATK or DEF of two monsters are told: a battle, and no question about the rules."""
    return sum(item.phrase.number in ("atk", "def") for item in cast.items if item.phrase) > 1


def _moment_of_values(made: Cut, cast: Cast) -> list[str]:
    """The moment at which values are asked for, where a text may change them only then: no sum uses it."""
    texts = [effect for item in cast.items if item.named for effect in item.named.card.effects]
    changing = [effect for effect in texts if any(act.act.endswith("-atk-def") for act in effect.does)]
    if not any(effect.at or effect.requires for effect in changing):
        return []
    return [made.spelled(i.token) for i in cast.items if i.token and i.phrase and i.phrase.at]


def _used_on_the_attack(asked: Asked) -> bool:
    """`they attack with 2600 and I use X`: one card that is no monster of the battle, and may do the damage itself."""
    cards = {card.id: card for card in asked.cards}
    acts = [act.act for card in cards.values() for effect in card.effects for act in effect.does]
    fights = any(card.type.startswith("Monster") for card in cards.values())
    return len(cards) == 1 and not fights and any(act.startswith("inflict") for act in acts)


def _suffers(cast: Cast) -> bool:
    """`is X destroyed by Y`, `会被这个效果破坏吗`: the passive, and what the one or other would do to a card."""
    here = cast.asked_items
    plain = "asks" in marks_of(here) and not marks_of(here) & {"may", "must", "when", "activate", "respond"}
    passive = [i.start for i in here if i.has("passive")]
    names = [i.start for i in here if i.is_name]
    events = [i.start for i in here if i.phrase and (i.phrase.events or i.has("activate")) and not i.has("respond")]
    if plain and any(p < e for p in passive for e in events) and not any(i.phrase and i.phrase.at for i in here):
        return True
    return any(n < p < m < e for p in passive for n in names for m in names for e in events)


def _words(made: Cut, cast: Cast) -> str:
    """What to search for: everything but the words that only ask."""
    asking = [i.token for i in cast.items if i.token and i.phrase and not (i.phrase.at or i.phrase.events)]
    spoken = list(made.text)
    for token in asking:
        for at in range(made.places[token.start], made.places[token.end - 1] + 1):
            spoken[at] = " "
    return " ".join("".join(spoken).split())


def _battle(asked: Asked, made: Cut, cast: Cast) -> None:
    """What the battle still needs to be played; the figures told beside it that no battle uses."""
    assert asked.attack is not None
    complete = asked.attack.attacker and (asked.attack.direct or asked.attack.defender)
    asked.missing = "battle" if not complete else "changed" if asked.attack.loose else ""
    if asked.missing and asked.figure == _WHOLE_BATTLE:
        asked.kind, asked.missing = "outcome", ""  # more than a battle is told
        return
    used = ("", "atk", "def", "effect", *(("lp",) if asked.figure in OF_LP else ()))
    twins = asked.attack.mutual and asked.attack.attacker is asked.attack.defender  # "two of them fight each other"
    told = [i for i in cast.items if i.token and i.phrase and i.phrase.number not in used]
    told = [i for i in told if not (twins and i.phrase and i.phrase.number == "count" and i.phrase.value == 2)]
    if asked.attack.copies > 1:
        told = [i for i in told if i.phrase and i.phrase.number != "count"]
    asked.not_placed += [made.spelled(i.token) for i in told if i.token]
    if not asked.attack.direct:
        several = [count for count in asked.counts if count.number > (2 if twins else 1)]
        asked.not_placed += [made.text[s:e] for count in several for s, e in count.spans[:1]]


def _replay(asked: Asked, cast: Cast) -> None:
    """What befell whose monster after which player's attack: the table of a replay is told from the attacker's seat."""
    side = attacker = whose = ""
    for phrase in [item.phrase for item in cast.items if item.phrase]:
        told = phrase.side or ("own" if phrase.opens else "")
        side = side if side and "reflexive" in phrase.marks else told or side  # "the opponent … their own"
        if "attack-declared" in phrase.events or "attack" in phrase.marks:
            attacker = attacker or side  # the attack whose replay is asked about
        elif phrase.events:
            asked.events += phrase.events
            whose = side  # whose monster it is, is told last before what befell it
    here = cast.asked_items
    word = next((i for i in here if i.has("replay")), None)
    before = next((i.phrase for i in reversed(here) if word and i.start < word.start), None)
    if before is not None and before.side and not before.events:
        attacker = before.side  # it is they who choose anew
    asked.event_side = "own" if whose and whose == (attacker or "own") else "opponent"
    asked.turn = ""
    if "count-changed" in cast.marks:
        asked.changed = "yes"
    if "count-unchanged" in cast.marks:
        asked.changed = "no"
    if not asked.at or asked.assumed or asked.at in _WHILE_ATTACKING:
        asked.at, asked.assumed = "after-declaration", ""


def _doubtful(asked: Asked, cast: Cast) -> None:
    """A name in doubt is asked about where it matters: whose role counts, or which may be the card itself."""
    doubts = [item for item in cast.items if item.doubt]
    if not doubts or asked.kind in ("out-of-scope", "define"):
        return
    weighty = [item for item in doubts if item.role in ("subject", "answered", "in-force")]
    weighty += [item for item in doubts if item.doubt and item.doubt.several and item not in weighty]
    if asked.kind in ("damage", "stats") or asked.missing in ("card", "which") or not asked.cards:
        weighty = weighty or doubts
    if weighty:
        asked.missing, asked.doubt = "card", weighty[0].doubt


def _unaccounted(asked: Asked) -> None:
    """Where sums are asked for, a word that may be a card's name is asked about: left out, the sum would be wrong."""
    long = [word for _, _, word in asked.not_understood if len(fold(word)) >= _LIKE_A_NAME]
    if asked.kind in ("damage", "stats") and not asked.missing and long and not asked.counts:
        asked.missing, asked.doubt = "card", Doubt(long[0], [], several=False, place=0, start=0)


def ways_of(event: str) -> dict[str, str]:
    """The two things a vague word may mean, each with its moment."""
    return _WAYS if event == EITHER_WAY else {}
