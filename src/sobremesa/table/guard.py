"""What stands between the network and the pages: limits on bodies, and headers of safety."""

from __future__ import annotations

from typing import Any

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024

POLICY = "; ".join([
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
])
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # A link is a seat, so no other site may learn it.
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
}


class Guard:
    """Refuses large bodies before they are read through, and adds the headers."""

    def __init__(self, app: ASGIApp, too_large: ASGIApp) -> None:
        self.app = app
        self.too_large = too_large

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if "cache-control" not in headers:
                    headers["Cache-Control"] = "no-store"
            await send(message)

        body = await self._body(scope, receive)
        if body is None:
            await self.too_large(scope, receive, send_safely)
        else:
            await self.app(scope, _replayed(body, receive), send_safely)

    async def _body(self, scope: Scope, receive: Receive) -> bytes | None:
        """Reads the body as far as the limit; nothing if it is longer."""
        for name, value in scope["headers"]:
            if name == b"content-length" and value.isdigit() and int(value) > LARGEST_BODY:
                return None
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return body
            body += bytes(message.get("body", b""))
            if len(body) > LARGEST_BODY:
                return None
            if not message.get("more_body", False):
                return body


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
