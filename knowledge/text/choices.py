"""Choices whose bullets state activations of their own: each bullet is an effect, under the condition of the choice."""

from knowledge.text.clause import ACTIVATED, Clause
from knowledge.text.draft import Draft
from knowledge.text.wording import Wording


def branches_of(draft: Draft, text: str, wording: Wording) -> list[Draft]:
    """A choice whose bullets state activations of their own is several effects; else the draft itself."""
    equips_or_returns = wording.has("union", text, draft.start, draft.end)
    if not equips_or_returns and not any(_own_activation(clause) for _, clause in draft.bullets):
        return [draft]
    one_activation = wording.has("one-of", text, draft.start, draft.bullets[0][0].start) if draft.bullets else False
    answers = one_activation and any(clause.response for _, clause in draft.bullets)
    branches: dict[int, Draft] = {}
    for sentence, clause in draft.bullets:
        known = branches.get(sentence.bullet)
        if known is None:
            outer = draft.clause
            own = clause if clause.role == "explicit" else outer._replace(body=(sentence.start, sentence.end))
            merged = own._replace(
                role=outer.role if outer.role in ACTIVATED else own.role,
                optional=own.optional or (outer.optional and outer.role in ACTIVATED),
                events=own.events or outer.events,
                moments=(*outer.moments, *own.moments) if own is clause else outer.moments,
                response=own.response or outer.response,
            )
            branches[sentence.bullet] = Draft(
                number=draft.number,
                part=draft.part,
                clause=merged,
                start=sentence.start,
                end=sentence.end,
                modern=draft.modern,
                bodies=[merged.body],
                bullet=sentence.bullet,
                also=list(draft.also),
                outer=outer.condition,
                choice=outer.activation,
                quick=answers,
            )
        else:
            known.bodies.append((sentence.start, sentence.end))
            known.end = sentence.end
    by_chance = wording.has("chance", text, draft.clause.body[0], draft.bullets[0][0].start) if draft.bullets else False
    return [draft, *branches.values()] if by_chance else list(branches.values()) or [draft]


def _own_activation(clause: Clause) -> bool:
    return clause.role == "explicit"
