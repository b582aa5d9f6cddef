"""A service of a few lines under the same supervisor as the desk, with addresses that hang, spin, die and break."""

import os
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from service.operations.processes import REHEARSAL, Limits, Service, listening, sockets_handed_on


def app(environ, start_response):
    path = environ["PATH_INFO"]
    if path == "/hang":
        re.match(r"(a|a)*b", "a" * 60)  # holds the interpreter: nothing of this process goes on
    while path == "/spin":
        pass
    if path == "/die":
        os._exit(7)
    content = str(os.getpid()).encode()
    start_response("200 OK", [("Content-Length", str(len(content))), ("Content-Type", "text/plain")])
    return [content]


def main() -> None:
    workers, connections, request_seconds, broken = sys.argv[1:]
    if Path(broken).exists():
        sys.exit("it does not start any more")
    if os.environ.get(REHEARSAL):
        return
    sockets = sockets_handed_on()
    again, sockets = bool(sockets), sockets or listening("127.0.0.1", 0)

    def tell(address):
        if not again:
            print(f"http://127.0.0.1:{address[1]}/", file=sys.stderr, flush=True)

    limits = Limits(4, int(connections), float(request_seconds), 60.0)
    sys.argv[1:] = []
    Service(app, sockets, int(workers), limits, lambda row: None, tell).run()


if __name__ == "__main__":
    main()
