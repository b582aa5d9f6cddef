"""Reading card text into effect profiles: normalise, split, take sentences apart, compose effects."""

from knowledge.cardtext.reader import LONGEST, read_card
from knowledge.cardtext.reading import CardReading, EffectReading, Unsure

__all__ = ["LONGEST", "CardReading", "EffectReading", "Unsure", "read_card"]
