"""Text is sent compressed to those who take it so: pages on a phone's network are a fifth of their size."""

import gzip

from flask import Flask, Response, request

SMALLEST = 1024
_TEXT = ("text/", "application/json", "application/problem+json", "image/svg+xml", "application/manifest+json")


def register_squeezing(app: Flask) -> None:
    """Compress what is text, not tiny, and taken compressed."""

    @app.after_request
    def _squeeze(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXT) or response.status_code == 304:
            return response
        vary = response.headers.get("Vary")  # said as it is: no set need be made for it
        if not vary or "accept-encoding" not in vary.lower():
            response.headers["Vary"] = f"{vary}, Accept-Encoding" if vary else "Accept-Encoding"
        if not _is_taken(request.headers.get("Accept-Encoding", "")) or request.method == "HEAD":
            return response
        response.direct_passthrough = False
        plain = response.get_data()
        if len(plain) >= SMALLEST and "Content-Encoding" not in response.headers and response.status_code != 206:
            response.set_data(gzip.compress(plain, 6, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response


def _is_taken(accepted: str) -> bool:
    """Whether gzip is named and not refused: `gzip;q=0` says that it is not taken."""
    return "gzip" in accepted and ("q=" not in accepted or request.accept_encodings.quality("gzip") > 0)
