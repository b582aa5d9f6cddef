"""Which words of a sentence are cards.

mentions      cards, archetypes, quoted text, back references, effects (`names_in`)
segmentation  the sentence cut into names and ordinary words, the cheapest way
near_names    names that look like what was typed
name_words    the ordinary words beside names
"""
