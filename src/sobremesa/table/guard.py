"""What stands between the network and the pages: limits on bodies, a look at where a request
comes from, and headers of safety."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sobremesa.table.numbers import number_in

LARGEST_BODY = 64 * 1024

POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'",
])
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # A link is a seat, so no other site may learn it. Without any referrer a browser would not
    # say either that a form was sent from this site.
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


# What only asks changes nothing.
ASKING = ("GET", "HEAD", "OPTIONS")
# Where a request of this site's own pages comes from, or of a person who typed the address.
OWN = ("same-origin", "none")


def is_foreign(headers: Headers) -> bool:
    """Tells whether a page of another site sent a request, as browsers say it.

    A client that says nothing is no browser, and nobody can be led to use one unawares.

    >>> is_foreign(Headers({"host": "here:8000", "origin": "http://here:8000"}))
    False
    >>> is_foreign(Headers({"host": "here:8000", "origin": "https://elsewhere.example"}))
    True
    """
    site = headers.get("sec-fetch-site")
    return has_foreign_origin(headers) if site is None else site not in OWN


def has_foreign_origin(headers: Headers) -> bool:
    """Tells whether a request names another origin than this site."""
    origin, host = headers.get("origin"), headers.get("host", "")
    return origin is not None and origin.lower().partition("://")[2] != host.lower()


class Guard:
    """Refuses large bodies before they are read through, and what other sites let a browser
    send; adds the headers."""

    def __init__(self, app: ASGIApp, too_large: ASGIApp, foreign: ASGIApp) -> None:
        self.app = app
        self.too_large = too_large
        self.foreign = foreign

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] == "websocket" and has_foreign_origin(Headers(scope=scope)):
            await self.foreign(scope, receive, send)
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        if scope["method"] not in ASKING and is_foreign(Headers(scope=scope)):
            await self.foreign(scope, receive, send_safely)
            return
        try:
            body = await self._body(scope, receive)
        except ClientDisconnect:
            # Half of a request is none.
            return
        if body is None:
            await self.too_large(scope, receive, send_safely)
        else:
            await self.app(scope, _replayed(body, receive), send_safely)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Reads the body as far as the limit; nothing if it is longer.

        :raises ClientDisconnect: if it breaks off.
        """
        for name, value in scope["headers"]:
            length = value.decode("latin-1").lstrip("0") or "0"
            if name == b"content-length" and number_in(length, 0, LARGEST_BODY) is None:
                return None
        body = bytearray()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            if len(body) > LARGEST_BODY:
                return None
            if not message.get("more_body", False):
                return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    """Gives a body that has been read, then whatever else comes."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        message: dict[str, Any] = {"type": "http.request", "body": body, "more_body": False}
        return message

    return again
