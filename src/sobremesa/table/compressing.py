"""Compression of what is the same for everybody.

What a link opens is sent as it is: there a hidden hand and the words of an opponent would share
one compressed answer, and its length would tell of the one to whoever chooses the other.
"""

from __future__ import annotations

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

# What nobody's link is needed for.
PUBLIC = ("/games/", "/offline", "/pictures/", "/records", "/rules/", "/static/", "/studies/")
# Below this a header costs more than it saves.
SMALLEST = 500


class Compressing:
    """Compresses public answers for browsers that ask for it, and no others."""

    def __init__(self, app: ASGIApp) -> None:
        self.plain = app
        self.compressed = GZipMiddleware(app, minimum_size=SMALLEST, compresslevel=6)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        public = scope["type"] == "http" and scope["method"] == "GET" and (
            scope["path"] == "/" or scope["path"].startswith(PUBLIC)
        )
        await (self.compressed if public else self.plain)(scope, receive, send)
