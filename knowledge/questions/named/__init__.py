"""Which words of a sentence are cards.

mentions      cards, archetypes, quoted text, back references, effects (`names_in`)
segmentation  the sentence cut into names and ordinary words, the cheapest way
near_names    names that look like what was typed
name_words    the ordinary words beside names; words by their spellings, written out or walked
cut           a sentence cut into names, moments, phrases and what is left over; which cards are meant
"""
