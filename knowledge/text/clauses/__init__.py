"""A card's text taken apart into sentences, each sentence into a clause, and these put together to drafts of effects.

passages   parts, numbered passages, sentences, bullets; one spelling of each character and the way back to the original
sentence   what one sentence does, by the way it is written
events     what must have happened, and to what
drafts     which sentences make one effect
clause     the records a sentence is taken apart into
"""
