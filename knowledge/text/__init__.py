"""Reading card text into effect profiles: any card of any set, in Chinese, Japanese and English.

grammar       the patterns of one language, loaded from `rulings/wording/`
passages      parts, numbered passages, sentences, bullets; one spelling of each character
sentence      what one sentence does, by the way it is written, and the events it names
drafts        which sentences make one effect
effects/      clauses put together to effects, and their profiles
reader        all of this for one card: `read_card`
card_reading  what a reading holds; what of a text no phrase covers and no profile holds
printer       a profile back in words, in each language; the text in pieces; a reading as plain data
"""

from knowledge.text.card_reading import CardReading, EffectReading, Language, Unsure
from knowledge.text.printer import answer_of
from knowledge.text.reader import LONGEST, read_card, ready_to_read

__all__ = ["LONGEST", "CardReading", "EffectReading", "Language", "Unsure", "answer_of", "read_card", "ready_to_read"]
