"""A real PostgreSQL for tests: started in a folder of its own, a fresh database for each test."""

from __future__ import annotations

import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

OWNER = "sobremesa"
PATIENCE = 60.0
_names = itertools.count()


def programs() -> Path:
    """Finds the folder of the newest PostgreSQL of this machine."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else []
    folders += sorted(
        Path("/usr/lib/postgresql").glob("*/bin"), key=lambda one: float(one.parent.name)
    )
    assert folders, "these tests need PostgreSQL: make postgres"
    return folders[-1]


def _somebody() -> dict[str, Any]:
    """PostgreSQL does not run as root: then somebody else runs it."""
    if os.geteuid():
        return {}
    known = {one.pw_name: one for one in pwd.getpwall()}
    user = known.get("postgres") or known["nobody"]
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Postgres:
    """One server, reached by a socket in its own folder, which can be stopped and started."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.durable = durable
        self.runner = _somebody()
        if self.runner:
            os.chown(folder, self.runner["user"], self.runner["group"])
        self._run("initdb", "-D", "data", "-A", "trust", "-U", OWNER, "-E", "UTF8", "--no-sync")
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def _run(self, program: str, *given: str) -> None:
        subprocess.run(
            [programs() / program, *given], cwd=self.folder, check=True, capture_output=True,
            **self.runner,
        )

    def start(self) -> None:
        """Starts the server, and waits until it answers."""
        with (self.folder / "log").open("ab") as told:
            self.process = subprocess.Popen(
                [
                    programs() / "postgres", "-D", "data", "-c", "listen_addresses=",
                    "-c", f"unix_socket_directories={self.folder}", "-c", "max_connections=200",
                    # Servers are killed here, not machines.
                    "-c", f"fsync={'on' if self.durable else 'off'}",
                ],
                cwd=self.folder, stdout=told, stderr=told, stdin=subprocess.DEVNULL, **self.runner,
            )
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self) -> None:
        """Ends the server as a crash would: connections break, what was committed stays."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None

    def url(self, database: str) -> str:
        """Gives the address of a database, as people write it."""
        return f"postgresql://{OWNER}@/{database}?host={self.folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """Makes a database for one test; gives its address."""
        name = f"test{next(_names)}"
        self._order(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            if self.process is None:
                self.start()
            self._order(f"DROP DATABASE {name} WITH (FORCE)")

    def _order(self, sentence: str) -> None:
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(sentence.encode())


@contextmanager
def running(*, durable: bool = False) -> Iterator[Postgres]:
    """Starts a server, and ends it and all it kept; a durable one would survive a power cut."""
    with tempfile.TemporaryDirectory(prefix="sobremesa-") as folder:
        server = Postgres(Path(folder), durable=durable)
        try:
            yield server
        finally:
            server.stop()
