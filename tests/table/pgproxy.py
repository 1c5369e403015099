"""A way to PostgreSQL that can be closed, and that can fall silent as after a failover."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

SOCKET = ".s.PGSQL.5432"


class Way:
    """Passes on what clients and the server say, unless it is told otherwise."""

    def __init__(self, folder: Path, server: str) -> None:
        self.folder = folder
        self.server = server
        # How many connections are refused next.
        self.refuses = 0
        self.silent: set[int] = set()
        self.count = 0
        self.writers: list[asyncio.StreamWriter] = []

    def fall_silent(self) -> None:
        """Let nothing more through on the lines that are open; new ones are as ever."""
        self.silent = set(range(self.count))

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection."""
        number, self.count = self.count, self.count + 1
        if self.refuses:
            self.refuses -= 1
            writer.close()
            return
        theirs, ours = await asyncio.open_unix_connection(self.server)
        self.writers += [writer, ours]

        async def copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
            with suppress(OSError):
                while said := await source.read(65536):
                    if number not in self.silent:
                        target.write(said)
                        await target.drain()
            target.close()

        await asyncio.gather(copy(reader, ours), copy(theirs, writer))


@asynccontextmanager
async def way_to(url: str) -> AsyncIterator[tuple[Way, str]]:
    """Open a way to the server of an address; give it, and the address that leads over it."""
    base, _, folder = url.partition("?host=")
    with tempfile.TemporaryDirectory(prefix="sobremesa-way-") as place:
        way = Way(Path(place), f"{folder}/{SOCKET}")
        listening = await asyncio.start_unix_server(way.pass_on, f"{place}/{SOCKET}")
        try:
            yield way, f"{base}?host={place}"
        finally:
            listening.close()
            # Whoever still waits for an answer on a silent line gets an end.
            for writer in way.writers:
                writer.close()
