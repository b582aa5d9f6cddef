"""Outcomes and figures asked for in plain words.

counts             every number a question tells, with what it counts; what a text leaves to the table
value_form         a value asked for → the form of `stats`
asked_outcomes     what becomes of something: which thing is asked, and who answered whom
special_questions  questions in a shape of their own: tied cards, monsters brought, speeds of kinds
"""
