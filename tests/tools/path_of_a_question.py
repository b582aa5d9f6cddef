"""How far a question walks: the modules that answering `can` for one card enters, and how often service and knowledge
call one another on the way. Run as `python tests/tools/path_of_a_question.py [CARD] [TIMING]`."""

import json
import sys
from collections import Counter
from collections.abc import Callable
from types import FrameType
from typing import Any

PACKAGES = ("knowledge", "service")


def walked(work: Callable[[], Any]) -> dict[str, Any]:
    """The modules entered by a piece of work, and its calls from one package straight into the other."""
    entered: Counter[str] = Counter()
    crossings: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        here = str(frame.f_globals.get("__name__", ""))
        package = here.partition(".")[0]
        if package not in PACKAGES or here == __name__:
            return
        entered[here] += 1
        caller = str(frame.f_back.f_globals.get("__name__", "")) if frame.f_back else ""
        if caller.partition(".")[0] in PACKAGES and caller.partition(".")[0] != package:
            crossings[f"{caller} -> {here}"] += 1

    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return {
        "modules": len(entered),
        "crossings": sum(crossings.values()),
        "calls": sum(entered.values()),
        "entered": dict(entered.most_common()),
        "crossed": dict(crossings.most_common()),
    }


def path_of_can(card: str, at: str) -> dict[str, dict[str, Any]]:
    """One `can` on a desk that is loaded and has answered once already, with another card.

    `door` is the question put to the desk and its answer made; `request` the same over the API, with what a request
    passes on its way (limits, log, cache, compression) beside it.
    """
    from service.answers.ask_card import can_shown
    from service.loaded_desk import loaded_desk
    from service.web.app import create_app

    client, first = create_app().test_client(), {"card": "增援", "at": "main1"}
    client.post("/api/v1/can", json=first)  # loads the desk and what is imported late
    desk, asked = loaded_desk(), {"card": card, "at": at}
    can_shown(desk, first)
    at_the_door = walked(lambda: can_shown(desk, asked))
    return {"door": at_the_door, "request": walked(lambda: client.post("/api/v1/can", json=asked))}


if __name__ == "__main__":
    asked = [*sys.argv[1:], *("灰流丽", "damage.before")[len(sys.argv) - 1 :]]
    print(json.dumps(path_of_can(*asked[:2]), ensure_ascii=False, indent=1))
