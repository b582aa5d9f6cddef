"""The words of filters: profiles use defined ones, and each names the function that compares a card with it."""

import importlib
from collections.abc import Iterator
from typing import Any

import msgspec

from knowledge.checks.vocabulary import reads
from knowledge.data.faults import Fault, nearest
from knowledge.data.library import Library
from knowledge.data.profile import Card, Compared, Effect, Filter, Together
from knowledge.data.profile_words import acts_of, conditions_of
from knowledge.table.comparisons import MEASURED
from knowledge.table.filters import PARTS

_LEFT_OUT = "non-"
_ACT, _EVENT = "{act}", "{event}"
# read by `matches` itself, or by those who count cards
_SEEN_BY_MATCHES = ("other", "either", "original", "together", "extreme")
_WORDED = ("type", "attribute", "race", "summoned", "position", "place", "by_this", "extreme", "befell")
_PRINTED = ("type", "attribute", "race", "summoned", "position")  # compared with what cards have, whatever it is
_VALUES = ("different", "alike", "total")


def filters_use_defined_words(library: Library) -> Iterator[Fault]:
    """`unknown-word`: what a filter of a profile asks for is a word of words/filters.yaml."""
    for card in library.cards.values():
        for name in dict.fromkeys(word for one in _filters(card) for word in words_in(one)):
            if not _is_defined(library, name):
                near = nearest(name, library.filters)
                expected = "a word of words/filters.yaml"
                yield Fault(*library.where["cards", card.id], "unknown-word", f"`{name}` in a filter", expected, near)


def _is_defined(library: Library, name: str) -> bool:
    field, _, word = name.partition(".")
    composed = (word in library.acts and f"{field}.{_ACT}" in library.filters) or (
        word in library.events and f"{field}.{_EVENT}" in library.filters
    )
    return composed or f"{field}.{word.removeprefix(_LEFT_OUT)}" in library.filters


def words_in(one: Filter) -> Iterator[str]:
    """The words of a filter, each behind the field it stands in."""
    for field in _WORDED:
        value = getattr(one, field)
        yield from (f"{field}.{word}" for word in ((value,) if isinstance(value, str) else value or ()))
    for compared in one.compared:
        yield from _compared(compared)
    if one.together is not None:
        yield from _together(one.together)
    for other in one.either:
        yield from words_in(other)


def _compared(one: Compared) -> Iterator[str]:
    yield from (f"value.{word}" for word in (*one.value, one.their) if word)
    yield from (f"how.{one.how}", f"than.{one.than}")


def _together(one: Together) -> Iterator[str]:
    yield from (f"value.{word}" for field in _VALUES for word in getattr(one, field))
    if one.how:
        yield f"how.{one.how}"
    if isinstance(one.amount, str) and one.amount:
        yield f"than.{one.amount}"


def _filters(card: Card) -> Iterator[Filter]:
    for effect in card.effects:
        yield from _of_effect(effect)


def _of_effect(effect: Effect) -> Iterator[Filter]:
    yield from effect.targets
    yield from (target for choice in effect.choices for target in choice.targets)
    told = [one.of for one in (effect.trigger, *conditions_of(effect)) if one is not None]
    told += [one for act in acts_of(effect) for one in (act.which, act.per)]
    if effect.responds_to is not None:
        told += [effect.responds_to.of, effect.responds_to.doing_to]
    yield from (one for one in told if one is not None)


def every_part_of_a_filter_is_compared(library: Library) -> Iterator[Fault]:
    """`word-without-interpreter`: a field of filters is compared by a function, and its words name that very one."""
    by_field: dict[str, Any] = {**PARTS, **MEASURED}
    for part in msgspec.structs.fields(Filter):
        if part.name not in by_field and part.name not in _SEEN_BY_MATCHES:
            place = ("words/filters.yaml", 1)
            yield Fault(
                *place, "word-without-interpreter", f"the field `{part.name}`", "a function of table/filters.py"
            )
    for name, word in library.filters.items():
        field, _, plain = name.partition(".")
        if field not in _PRINTED and plain not in (_ACT, _EVENT) and not reads(word.by, plain):
            place = library.where["filters", name]
            wanted = "a function that spells the word"
            yield Fault(*place, "word-without-interpreter", f"`{word.by}` of `{name}`", wanted)
        elif field in by_field and _function(word.by) is not by_field[field]:
            wanted = f"`{by_field[field].__module__}.{by_field[field].__name__}`, which compares cards with it"
            yield Fault(*library.where["filters", name], "word-without-interpreter", f"`{word.by}` of `{name}`", wanted)


def _function(by: str) -> Any:
    module, _, name = by.rpartition(".")
    try:
        return getattr(importlib.import_module(f"knowledge.{module}"), name, None)
    except ImportError:
        return None


CHECKS = (filters_use_defined_words, every_part_of_a_filter_is_compared)
