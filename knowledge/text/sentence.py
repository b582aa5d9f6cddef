"""What one sentence does: state an activation, an event with its consequence, a standing rule, a limit …"""

from knowledge.text.clause import Clause, Event, bare
from knowledge.text.older import older_sentence
from knowledge.text.punctuated import punctuated_sentence
from knowledge.text.splitting import Sentence
from knowledge.text.stated import stated_sentence
from knowledge.text.wording import Wording


def take_apart(text: str, sentence: Sentence, wording: Wording, modern: bool) -> Clause:
    """The role of a sentence and its pieces; in modern texts only a stated activation counts as one."""
    start, end = sentence.start, sentence.end
    label = wording.first("bullet-label", text, start, end) if sentence.bullet else None
    if label:
        start = label.end
    piece = text[start:end]
    flip = _flip(text, start, end, wording)
    if flip:
        return flip
    set_off = wording.has("psct", piece) or (modern and wording.has("states-condition", piece))
    if set_off or wording.has("chooses", piece):
        apart = punctuated_sentence(text, sentence, wording)
        if apart:
            return apart
    if not wording.has("no-activation", piece):
        stated = wording.first("activation", piece)
        if stated:
            return stated_sentence(text, start, end, stated, wording, modern)
    if wording.has("also", piece):
        return bare("also", start, end)
    if wording.has("limit-only", piece):
        return bare("limit", start, end)
    if wording.has("own-summon", piece):
        return bare("procedure", start, end)
    return bare("plain", start, end) if modern else older_sentence(text, start, end, wording)


def _flip(text: str, start: int, end: int, wording: Wording) -> Clause | None:
    """A sentence that opens with the word for flip effects, which says all about when it activates."""
    also = wording.first("also-starts", text[start:end])
    offset = also.end if also else 0
    flip = wording.first("flip", text[start + offset : end])
    if not flip:
        return None
    begin = start + offset + flip.end
    then = wording.first("then", text, begin, end)
    optional = wording.has("can", text, begin, then.start if then else end)
    if wording.punctuated:
        optional = wording.has("optional", text, begin, end)
    happened = (Event("flipped", "self", start, begin),)
    return Clause("flip", optional, (start, begin), (begin, begin), (begin, end), happened, (), None)
