"""Answers in the shape of the contract, in both languages: pages, text and JSON all read these.

answer_records    the shapes of answers as typed records; the API's description is made from them
can_answer        the answer to "may this be activated"
other_answers     matters, scenarios and calculations; where the law of another day answers otherwise
reason_tree       why: rules that decided, exceptions that spoke and those that did not; what kept each gate open
citations         names, sentences and citations
effect_sentences  an effect as profiled, in words, and the cards it speaks of
card_reasons      what a rule comes to for the very card asked about
"""
