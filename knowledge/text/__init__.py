"""Reading card text into effect profiles: any card of any set, in Chinese, Japanese and English.

grammar       the patterns of one language, loaded from `rulings/wording/`
clauses/      a text taken apart into sentences and clauses
effects/      clauses put together to effects, and their profiles
reader        all of this for one card: `read_card`
card_reading  what a reading holds
coverage      what of a text no phrase covers
held_words    what of a text its profile does not hold
printer       a profile back in words, in each language
answer        a reading as plain data
marked_text   the text itself in pieces: cost, target, resolution
"""

from knowledge.text.answer import answer_of
from knowledge.text.card_reading import CardReading, EffectReading, Language, Unsure
from knowledge.text.reader import LONGEST, read_card, ready_to_read

__all__ = ["LONGEST", "CardReading", "EffectReading", "Language", "Unsure", "answer_of", "read_card", "ready_to_read"]
