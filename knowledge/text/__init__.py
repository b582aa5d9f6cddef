"""Reading card text into effect profiles: any card of any set, in Chinese, Japanese and English.

wording      the patterns of one language, loaded from `rulings/wording/`
normalising  markup out, one spelling of each character, and the way back to the original
splitting    parts, numbered passages, sentences, bullets

sentence     one sentence taken apart into a `clause`, by the way it is written:
             `stated` (Chinese, Japanese), `punctuated` (English) or `older`; `happenings` finds the events

composing    clauses put together to a `draft` of each effect; `choices` for bullets that are effects
kinds        the kind of an effect, by its draft and the `cardtype`
profile      the profile of an effect, with the help of `targets`, `filters`, `actions`, `conditions`,
             and `standing` for what a text forbids

continuous   what a text does while its card applies, and whom it reaches

lasting      the same as acts that the engine applies, with their conditions

reader       all of this for one card: `read_card`
reading      what a reading holds
coverage     what of a text no phrase covers
printer      a profile back in words, in each language
answer       a reading as plain data
marking      the text itself in pieces: cost, target, resolution
"""

from knowledge.text.answer import answer_of
from knowledge.text.reader import LONGEST, read_card, ready_to_read
from knowledge.text.reading import CardReading, EffectReading, Language, Unsure

__all__ = ["LONGEST", "CardReading", "EffectReading", "Language", "Unsure", "answer_of", "read_card", "ready_to_read"]
