"""How the server reads requests: nobody may be slow for long, or say more than is needed."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from sobremesa.table.limits import Limits, household

_REFUSED = {
    408: b"Request Timeout", 431: b"Request Header Fields Too Large", 429: b"Too Many Requests",
}


def wire(limits: Limits, proxies: bool) -> type[asyncio.Protocol]:
    """Makes the protocol of a server with some limits.

    Behind `proxies` all connections come from the same address, and the proxy counts them.
    """
    return type("LimitedWire", (Wire,), {
        "limits": limits, "most": 0 if proxies else limits.connections, "open": Counter(),
    })


class Wire(HttpToolsProtocol):
    """One connection, of which the head, the body and the reading of the answer have their time."""

    limits: Limits
    most: int
    open: Counter[str]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.timer: asyncio.TimerHandle | None = None
        self.unread: asyncio.TimerHandle | None = None
        self.counted = ""
        self.head_bytes = 0
        self.in_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begins with a client, which has to say what it wants."""
        super().connection_made(transport)
        if self.most:
            self.counted = household(self.client[0] if self.client else "")
            self.open[self.counted] += 1
            if self.open[self.counted] > self.most:
                self._refuse(429)
                return
        self._wait(self.limits.head_time)

    def connection_lost(self, exc: Exception | None) -> None:
        """Ends with a client."""
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Takes what a client says, of the head not too much."""
        if self.transport.is_closing():
            return
        if self.in_head:
            if self.timer is None:
                self._wait(self.limits.head_time)
            self.head_bytes += len(data)
        super().data_received(data)
        # What came with the end of the head belongs to the body.
        if self.in_head and self.head_bytes > self.limits.head_bytes:
            self._refuse(431)

    def on_headers_complete(self) -> None:
        """Begins with the body."""
        self.in_head = False
        self.head_bytes = 0
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        if size > self.limits.head_bytes or len(self.headers) > self.limits.head_lines:
            self._refuse(431)
            return
        self._wait(self.limits.body_time)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Takes a piece of the body."""
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Has the whole request; what comes now is the head of another."""
        self._stop()
        self.in_head = True
        if not self.transport.is_closing():
            super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hands the connection on to a live one, which is counted at its table."""
        if not self.transport.is_closing():
            self._leave()
            super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Waits for a client who does not read."""
        super().pause_writing()
        if self.unread is None:
            self.unread = self.loop.call_later(self.limits.unread_time, self.transport.abort)

    def resume_writing(self) -> None:
        """Goes on, as the client reads again."""
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        super().resume_writing()

    def _leave(self) -> None:
        self._stop()
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None
        if self.counted:
            self.open[self.counted] -= 1
            if not self.open[self.counted]:
                del self.open[self.counted]
            self.counted = ""

    def _wait(self, seconds: float) -> None:
        self._stop()
        self.timer = self.loop.call_later(seconds, self._refuse, 408)

    def _stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _refuse(self, status: int) -> None:
        """Says why, and hangs up."""
        self._stop()
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(
                b"HTTP/1.1 %d %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
                % (status, _REFUSED[status])
            )
        self.transport.close()
