"""Whether a server is well: for proxies and supervisors on every port, in figures on one of its
own."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sobremesa.table.events import Unreachable
from sobremesa.table.live import House
from sobremesa.table.messages import Drawn
from sobremesa.table.metrics import Metrics
from sobremesa.table.visit import house_of

log = logging.getLogger(__name__)
router = APIRouter()

# Seconds that somebody has to ask for figures, and bytes that the question may have.
PATIENCE: Final = 5.0
LONGEST: Final = 8 * 1024


@router.get("/health")
async def health() -> Response:
    """Tells that this process answers."""
    return PlainTextResponse("well\n")


@router.get("/ready")
async def ready(request: Request) -> Response:
    """Tells whether this server can be sent people: its database answers, and it goes on."""
    found = await is_ready(house_of(request))
    return PlainTextResponse("ready\n" if found else "not ready\n", 200 if found else 503)


async def is_ready(house: House) -> bool:
    """Tells whether a server can be sent people."""
    if house.draining:
        return False
    with contextlib.suppress(Unreachable):
        await house.store.read(house.store.version, "")
        return await house.store.writing_works.now()
    return False


class Counting:
    """Counts answers by the first figure of their status."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serves one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.metrics.answers.labels(f"{message['status'] // 100}xx").inc()
            await send(message)

        await self.app(scope, receive, counted)


def add_gauges(metrics: Metrics, house: House, drawn: Drawn) -> None:
    """Lets a house be asked how full it is."""
    tables = house.tables
    for name, what, ask in (
        ("tables", "Tables in memory.", lambda: len(tables)),
        ("leases", "Tables that this server goes on with.",
         lambda: sum(1 for one in tables.values() if one.lease)),
        ("pages", "Live connections.", lambda: sum(len(one.listeners) for one in tables.values())),
        ("others", "Other servers of the same database.", lambda: len(house.bell.others)),
        ("waiting", "Events that wait to be written.", lambda: len(house.store.waiting)),
        ("drawn", "Messages that were drawn.", lambda: drawn.made),
        ("told", "Messages that were asked for.", lambda: drawn.told),
    ):
        metrics.add_gauge(name, what, ask)


async def tell_figures(house: House, metrics: Metrics, host: str, port: int) -> asyncio.Server:
    """Opens a port where figures can be read, and whether the server is well."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError,
                                 asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
                status, kind, body = await _figures(head.decode("latin-1"), house, metrics)
                writer.write(
                    f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
                    "Connection: close\r\n\r\n".encode() + body
                )
                await writer.drain()
        writer.close()

    return await asyncio.start_server(answer, host, port, limit=LONGEST)


async def _figures(head: str, house: House, metrics: Metrics) -> tuple[str, str, bytes]:
    """Answers a question, of which the first lines are given: a status, a kind and a body."""
    plain = "text/plain; charset=utf-8"
    first, *lines = head.splitlines()
    path = [*first.split(" "), ""][1]
    if path == "/metrics":
        told = {line.partition(":")[0].lower(): line.partition(":")[2] for line in lines}
        return "200 OK", *metrics.told(told.get("accept", ""))
    if path == "/health":
        return "200 OK", plain, b"well\n"
    if path == "/ready":
        if await is_ready(house):
            return "200 OK", plain, b"ready\n"
        return "503 Service Unavailable", plain, b"not ready\n"
    return "404 Not Found", plain, b"nothing here\n"
