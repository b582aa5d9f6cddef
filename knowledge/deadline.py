"""Long work looks up now and then: whoever asked for it may have set an end, and then it stops there.

There is no clock in here. The service hands in a function that raises once the time is over; without one, work goes on.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_look: ContextVar[Callable[[], None] | None] = ContextVar("look", default=None)


def look_up() -> None:
    """Go on, or stop here by what the function raises; called where work may be repeated many times."""
    look = _look.get()
    if look is not None:
        look()


@contextmanager
def ended_by(look: Callable[[], None] | None) -> Iterator[None]:
    """Work done inside looks up with this function."""
    before = _look.set(look)
    try:
        yield
    finally:
        _look.reset(before)
