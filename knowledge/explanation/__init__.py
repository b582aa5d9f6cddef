"""Answers in the shape of the contract, in both languages: pages, text and JSON all read these.

answer_records    the shapes of answers as typed records; the API's description is made from them
can_answer        the answer to "may this be activated"
scenario_answer   a scenario played step by step; ATK and DEF after every step
matter_answer     the answer to any other matter, and the list of what can be asked
reason_tree       why: rules that decided, exceptions that spoke and those that did not; what kept each gate open
other_days        where the law of another day answers otherwise
citations         names, sentences and citations
effect_sentences  an effect as profiled, in words, and the cards it speaks of
card_reasons      what a rule comes to for the very card asked about
"""
