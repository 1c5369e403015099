"""How the servers of one database wake each other: by NOTIFY of PostgreSQL, or, on a file of
SQLite, by sockets in a folder of this machine.

Each server has a name and holds a lock for as long as it lives, so that any other can tell at
once whether it is gone, however it went.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import secrets
import socket
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import psycopg
    from sqlalchemy import Engine, TextClause

log = logging.getLogger(__name__)

# What servers say to each other: a word, who says it, and what it is about.
HERE: Final = "here"
ASKS: Final = "asks"
GONE: Final = "gone"
NEWS: Final = "news"
SIGNS: Final = "signs"
LOOKS: Final = "looks"
MEETS: Final = "meets"
CLUBS: Final = "clubs"
WORDS: Final = (HERE, ASKS, GONE, NEWS, SIGNS, LOOKS, MEETS, CLUBS)
# Said to oneself when something may have been missed.
MISSED: Final = "missed"

CHANNEL: Final = "sobremesa"
# The first of the two numbers under which PostgreSQL keeps the lock of a server.
LOCKS: Final = 0x50B3
# PostgreSQL carries no more than this in one note, and a socket no more at once.
LONGEST: Final = 7000
# Seconds for which a new server waits for the others to know it, and between tries to listen.
ANSWERS: Final = 4.0
TRY_AGAIN: Final = 0.5
# Seconds after which a server that does not hear its own signs of life listens anew, and between
# two looks whether it does.
DEAF: Final = 3.0
LISTENS: Final = 1.0

Heard = Callable[[str, str, list[str]], None]


def new_name() -> str:
    """Names a server, so that no two ever have the same name."""
    return secrets.token_hex(8)


class Bell:
    """Rings at the other servers, and tells when they ring; this one is alone in its house."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.heard: Heard = lambda word, who, about: None
        # When each of the others last gave a sign.
        self.others: dict[str, float] = {}

    async def open(self, heard: Heard) -> None:
        """Begins to listen; the others know of this server when it returns."""
        self.heard = heard

    async def close(self) -> None:
        """Stops listening, and lets go of the lock."""

    async def ring(self, word: str, about: Iterable[str] = ()) -> None:
        """Says something to all others; what cannot be said is missed."""

    def wrote(self, connection: Any, tables: list[str]) -> None:
        """Says within a transaction that there is news of some tables."""

    def told(self, tables: list[str]) -> None:
        """Says after a transaction that there is news of some tables."""

    def is_alive(self, name: str) -> bool:
        """Tells whether a server lives."""
        return name == self.name

    def heard_until(self) -> float:
        """Return until when this server surely heard what others said."""
        return time.monotonic()

    def _hear(self, said: str) -> None:
        """Takes in what a server said."""
        word, _, rest = said.partition(" ")
        who, _, about = rest.partition(" ")
        if word not in WORDS or not who:
            return
        if who == self.name:
            self._hear_self()
            return
        if word == GONE:
            self.others.pop(who, None)
        else:
            self.others[who] = time.monotonic()
        if word == ASKS:
            asyncio.get_running_loop().create_task(self.ring(HERE))
        self._tell(word, who, about.split())

    def _hear_self(self) -> None:
        """Takes in what this server said itself."""

    def _tell(self, word: str, who: str, about: list[str]) -> None:
        """Passes on what was heard; whatever it brings about, this goes on listening."""
        try:
            self.heard(word, who, about)
        except Exception:
            log.exception("what a server said cannot be taken in: %s", word)

    async def _wait_for(self, names: set[str]) -> None:
        """Waits a moment for others to answer."""
        deadline = time.monotonic() + ANSWERS
        while not names <= set(self.others) and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        # One that holds its lock lives, though it was too busy to answer.
        for one in names:
            self.others.setdefault(one, time.monotonic())

    def _said(self, word: str, about: Iterable[str]) -> list[str]:
        """Writes what is said in as many pieces as it needs."""
        pieces, length = [f"{word} {self.name}"], 0
        for one in about:
            length += len(one) + 1
            if length > LONGEST:
                pieces.append(f"{word} {self.name}")
                length = len(one) + 1
            pieces[-1] += f" {one}"
        return pieces


class SocketBell(Bell):
    """The bell of a file: every server has a socket and a locked file in a folder."""

    def __init__(self, name: str, database: Path) -> None:
        super().__init__(name)
        mark = hashlib.sha256(str(database.resolve()).encode()).hexdigest()[:16]
        self.folder = Path(tempfile.gettempdir()) / f"sobremesa-{os.geteuid()}-{mark}"
        self.socket: socket.socket | None = None
        self.lock = -1

    async def open(self, heard: Heard) -> None:
        """Makes the socket and the lock, and greets those whose locks are held."""
        await super().open(heard)
        deadline = time.monotonic() + ANSWERS
        while not self._lock_own():
            if time.monotonic() > deadline:
                raise PermissionError(f"{self.folder} holds no lock")
            await asyncio.sleep(0.005)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.setblocking(False)
        self.socket.bind(str(self._place(self.name)))
        asyncio.get_running_loop().add_reader(self.socket.fileno(), self._read)
        alive = {one for one in self._known() if one != self.name and self.is_alive(one)}
        await self.ring(ASKS)
        await self._wait_for(alive)

    def _lock_own(self) -> bool:
        """Locks the file of this server; tells whether it is still there then. Another that looks
        whether it is locked may take it for left, and one that ends removes the folder."""
        with suppress(FileExistsError):
            self.folder.mkdir(mode=0o700)
        own = self.folder / f"{self.name}.lock"
        try:
            found = self.folder.stat()
            if found.st_uid != os.geteuid() or stat.S_IMODE(found.st_mode) & 0o077:
                raise PermissionError(f"{self.folder} belongs to somebody else")
            lock = os.open(own, os.O_CREAT | os.O_RDWR, 0o600)
        except FileNotFoundError:
            return False
        try:
            _take_lock(lock)
            if os.path.samestat(os.fstat(lock), own.stat()):
                self.lock = lock
                return True
        except (BlockingIOError, FileNotFoundError):
            pass
        os.close(lock)
        return False

    async def close(self) -> None:
        """Takes the socket and the lock away."""
        if self.socket is not None:
            asyncio.get_running_loop().remove_reader(self.socket.fileno())
            self.socket.close()
            self.socket = None
        self._clear(self.name)
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1
        with suppress(OSError):
            self.folder.rmdir()

    async def ring(self, word: str, about: Iterable[str] = ()) -> None:
        """Sends to every socket of the folder."""
        self._send(word, about, self._known() - {self.name})

    def _send(self, word: str, about: Iterable[str], others: set[str]) -> None:
        for said in self._said(word, about) if others else ():
            for one in others:
                with suppress(OSError):
                    if self.socket is not None:
                        self.socket.sendto(said.encode(), str(self._place(one)))

    def told(self, tables: list[str]) -> None:
        """Says that there is news, to those who were heard."""
        if self.others:
            self._send(NEWS, tables, set(self.others))

    def is_alive(self, name: str) -> bool:
        """Tries the lock of a server; one that can be had was left."""
        try:
            lock = os.open(self.folder / f"{name}.lock", os.O_RDWR)
        except OSError:
            return False
        try:
            _take_lock(lock)
            # While it is locked: who locks it then sees that it is gone.
            self._clear(name)
        except OSError:
            return True
        finally:
            os.close(lock)
        return False

    def _place(self, name: str) -> Path:
        return self.folder / f"{name}.bell"

    def _known(self) -> set[str]:
        with suppress(OSError):
            return {one.removesuffix(".lock") for one in os.listdir(self.folder)
                    if one.endswith(".lock")}
        return set()

    def _clear(self, name: str) -> None:
        for path in (self._place(name), self.folder / f"{name}.lock"):
            with suppress(OSError):
                path.unlink()

    def _read(self) -> None:
        while self.socket is not None:
            try:
                said = self.socket.recv(64 * 1024)
            except OSError:
                return
            self._hear(said.decode("ascii", "replace"))


def _take_lock(file: int) -> None:
    """Locks a file for as long as it is open.

    :raises OSError: if somebody else has locked it.
    """
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def lock_of(name: str) -> int:
    """Gives the second number of a server's lock."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], signed=True)


class PostgresBell(Bell):
    """The bell of PostgreSQL: one connection listens, and holds the lock of this server."""

    def __init__(self, name: str, engine: Engine) -> None:
        super().__init__(name)
        self.engine = engine
        self.listening: asyncio.Task[None] | None = None
        # When this server last heard itself, and whether its lock is held by the line.
        self.heard_self = time.monotonic()
        self.is_locked = False

    async def open(self, heard: Heard) -> None:
        """Begins to listen, and greets the others; what cannot be reached yet is tried again."""
        await super().open(heard)
        line, alive = None, 0
        with self._warning():
            line = await self._connect()
            alive = await asyncio.to_thread(self._count_others)
        self.listening = asyncio.create_task(self._listen(line))
        await self.ring(ASKS)
        deadline = time.monotonic() + ANSWERS
        while len(self.others) < alive and time.monotonic() < deadline:
            await asyncio.sleep(0.005)

    async def close(self) -> None:
        """Hangs up."""
        if self.listening is not None:
            self.listening.cancel()
            with suppress(asyncio.CancelledError):
                await self.listening
            self.listening = None

    async def _connect(self) -> psycopg.AsyncConnection[Any]:
        import psycopg

        from sobremesa.table.database import patience

        address = self.engine.url.set(drivername="postgresql")
        line = await psycopg.AsyncConnection.connect(
            address.render_as_string(hide_password=False), autocommit=True, **patience(address)
        )
        try:
            await line.execute(f"LISTEN {CHANNEL}")
            await self._take_lock(line)
        except BaseException:
            await line.close()
            raise
        self._begin_to_hear()
        return line

    async def _take_lock(self, line: psycopg.AsyncConnection[Any]) -> None:
        """Tries to take the lock of this server. After a line has broken PostgreSQL may still
        hold it for the old one, which tells the others as well that this server lives."""
        taken = await line.execute(
            "SELECT pg_try_advisory_lock(%s, %s)", (LOCKS, lock_of(self.name))
        )
        row = await taken.fetchone()
        self.is_locked = row is not None and bool(row[0])

    def heard_until(self) -> float:
        """Return until when this server surely heard what others said: itself, the last time."""
        return self.heard_self

    def _hear_self(self) -> None:
        if time.monotonic() - self.heard_self > DEAF:
            self._begin_to_hear()
        self.heard_self = time.monotonic()

    def _begin_to_hear(self) -> None:
        """Takes it that the others have given signs of life, which were not heard."""
        self.heard_self = time.monotonic()
        self.others = dict.fromkeys(self.others, self.heard_self)

    @contextmanager
    def _warning(self) -> Iterator[None]:
        """Lets whatever fails be tried again."""
        try:
            yield
        except Exception as fault:
            log.warning("other servers cannot be heard: %s", type(fault).__name__)

    async def _listen(self, line: psycopg.AsyncConnection[Any] | None) -> None:
        """Listens for ever; a line that breaks, or by which this server does not even hear
        itself, is made again, and what came meanwhile was missed."""
        while True:
            with self._warning():
                if line is None:
                    line = await self._connect()
                    self._tell(MISSED, self.name, [])
                await self._listen_to(line)
            if line is not None:
                with suppress(Exception):
                    await line.close()
                line, self.is_locked = None, False
            await asyncio.sleep(TRY_AGAIN)

    async def _listen_to(self, line: psycopg.AsyncConnection[Any]) -> None:
        """Listens to a line for as long as this server hears itself by it."""
        began = time.monotonic()
        while time.monotonic() - max(began, self.heard_self) < DEAF:
            async for note in line.notifies(timeout=LISTENS):
                self._hear(note.payload)
            if not self.is_locked:
                await self._take_lock(line)
        log.warning("this server does not hear itself")

    async def ring(self, word: str, about: Iterable[str] = ()) -> None:
        """Notifies all others."""
        said = self._said(word, about)
        with suppress(Exception):
            await asyncio.to_thread(self._notify, said)

    def _notify(self, said: list[str]) -> None:
        with self.engine.begin() as connection:
            for one in said:
                connection.execute(_sql(_NOTIFY), {"channel": CHANNEL, "said": one})

    def wrote(self, connection: Any, tables: list[str]) -> None:
        """Notifies all others when the transaction is kept."""
        if self.others:
            for said in self._said(NEWS, tables):
                connection.execute(_sql(_NOTIFY), {"channel": CHANNEL, "said": said})

    def is_alive(self, name: str) -> bool:
        """Looks for the lock of a server."""
        with self.engine.connect() as connection:
            return name == self.name or bool(
                connection.execute(
                    _sql(_HELD), {"locks": LOCKS, "lock": lock_of(name) % 2**32}
                ).scalar()
            )

    def _count_others(self) -> int:
        with self.engine.connect() as connection:
            return int(connection.execute(_sql(_COUNTED), {"locks": LOCKS}).scalar_one()) - 1


_NOTIFY = "SELECT pg_notify(:channel, :said)"
_LOCKS_HERE = (
    "FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 2 AND classid = :locks "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
_HELD = f"SELECT true {_LOCKS_HERE} AND objid = :lock LIMIT 1"
_COUNTED = f"SELECT count(*) {_LOCKS_HERE}"


def _sql(statement: str) -> TextClause:
    """Gives a statement to PostgreSQL; a page that plays by itself has no database to speak to."""
    from sqlalchemy import text

    return text(statement)


def bell_of(engine: Engine, name: str) -> Bell:
    """Gives the bell of a database. Where there are no sockets in folders, and for a database in
    memory, it is that of somebody alone."""
    from sobremesa.table.database import is_sqlite

    if not is_sqlite(engine.url):
        return PostgresBell(name, engine)
    in_memory = engine.url.database in (None, "", ":memory:")
    if in_memory or not hasattr(socket, "AF_UNIX") or os.name != "posix":
        return Bell(name)
    return SocketBell(name, Path(str(engine.url.database)))
