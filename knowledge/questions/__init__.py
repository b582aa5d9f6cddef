"""A question in plain words → a structured question; what is not understood is said, never guessed.

lexicon          the phrases of `rulings/questions/`, folded and ready to be looked for
named/           which words are cards, archetypes, quoted text, back references, effects; which cards are meant
roles            what each card is in the question: asked about, answered, in force
told/            what a sentence tells of the table: cards in their zones, boards without names, battles
outcomes/        values, amounts and what becomes of something
histories        what the cards went through before
meanings         what a word that reached no statement may mean
asked            the question as understood
activation       who would act, what is answered, what applies, what happened
moments          when: the moment said, or the one an event tells
question_reader  the cut sentence → kind, form, what is missing
asked_topics     what is asked about beside activations: a matter, a rule, a term
conversation     a follow-up as a whole question
forms            the question as understood → the body of `can` or `stats`, the table of a battle
said_back        the question said back in words
"""
