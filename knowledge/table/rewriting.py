"""Effects on the chain that another effect has rewritten: what they target now, and whose doing they are."""

from knowledge.data.cases import Happening, Link
from knowledge.data.profile import Action, effects_numbered
from knowledge.table.resolved_effects import account
from knowledge.table.situation import Situation

_REWRITES = "change-effect"
_KEPT = "the-target"  # of a new text: it is done to what the effect targeted before


def new_text(s: Situation, link: Link) -> Action | None:
    """What the rewriting makes of a link; nothing where it was not rewritten or the new text is not known."""
    name, _, number = link.rewritten_by.partition("/")
    card = s.book.card_named(name) if name else None
    effects = effects_numbered(card, number) if card is not None else []
    acts = (a for e in effects for a in (*e.does, *(a for c in e.choices for a in c.does)))
    return next((a for a in acts if a.act == _REWRITES), None)


def targets_now(s: Situation, link: Link) -> tuple[str, ...]:
    """What a link targets: as it was activated, and after a rewriting only what the new text still names."""
    text = new_text(s, link)
    return link.targets if text is None or text.count == _KEPT else ()


def rewritten_original(s: Situation, happening: Happening) -> Happening | None:
    """Where a card is told to have done something by rewriting another's effect: that it was rewritten."""
    source = s.book.card_named(happening.source) if happening.source else None
    told = [h for h in account(s) if h.event == "effect-rewritten" and h.source and h.card]
    return next((h for h in told if source is not None and s.book.card_named(h.source) is source), None)
