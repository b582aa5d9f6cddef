"""A card's text taken apart into sentences, and each sentence into a clause.

passages   parts, numbered passages, sentences, bullets; one spelling of each character and the way back to the original
sentence   what one sentence does, by the way it is written
events     what must have happened, and to what
clause     the records a sentence is taken apart into
"""
