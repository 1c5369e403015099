"""Servers that start quickly: one process has loaded everything, and each server is its child."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from tests.table.host import AT_ONCE, SAME, answers
from tests.waiting import PATIENCE, wait_until

# Reads a database and a number of processes in every line, and makes a server of them; a line
# without a database is only said again. All end when the reading ends.
PROGRAM = """
import os, signal, sys
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.serve import serve
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
children = []
for line in sys.stdin:
    database, processes = line.rstrip("\\n").split("\\t")
    if not database:
        print("said", processes, flush=True)
        continue
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        print("pid", os.getpid(), flush=True)
        serve(
            port=0, database=database, pace={pace!r}, fate={fate!r}, limits={limits!r},
            workers=int(processes),
        )
        os._exit(0)
    children.append(child)
for child in children:
    try:
        os.kill(child, signal.SIGKILL)
    except OSError:
        pass
"""


# Here one address is many people.
ROOMY = Limits(tables=10**6)


class Child:
    """One server, which can be killed."""

    def __init__(self, pid: int, url: str) -> None:
        self.pid = pid
        self.url = url

    def kill(self, *, tree: bool = False) -> None:
        """Ends the server as a power cut would, with all that it has started if that is wished."""
        (os.killpg if tree else os.kill)(self.pid, signal.SIGKILL)


class Nursery:
    """Starts servers."""

    def __init__(self, pace: Pace) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(pace=pace, fate=SAME, limits=ROOMY)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )
        self.told: SimpleQueue[str] = SimpleQueue()
        self.marks = itertools.count()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.put(line)

    def start(self, database: str, processes: int = 1) -> Child:
        """Starts a server, and waits until it answers."""
        pid = self._begin(database, processes)
        child = Child(pid, self._line("Sobremesa:").rstrip("/"))
        wait_until(lambda: answers(child.url))
        return child

    def kill_while_it_starts(self, database: str, processes: int, after: float) -> None:
        """Start a server, and kill it after so many seconds, however far it has come."""
        pid = self._begin(database, processes)
        time.sleep(after)
        os.killpg(pid, signal.SIGKILL)
        # Whatever it has said lies before what is said now.
        wait_until(lambda: not _lives(pid))
        self._tell("", next(self.marks))
        self._line("said")

    def _begin(self, database: str, processes: int) -> int:
        self._tell(database, processes)
        return int(self._line("pid"))

    def _tell(self, database: str, number: int) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{database}\t{number}\n")
        self.process.stdin.flush()

    def _line(self, first: str) -> str:
        """Gives the second word of the next line that begins like that."""
        while True:
            said = self.told.get(timeout=PATIENCE).split()
            if said[:1] == [first]:
                return said[1]


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@contextmanager
def nursery(pace: Pace = AT_ONCE) -> Iterator[Nursery]:
    """Gives a place where servers are started; all that are left end with it."""
    place = Nursery(pace)
    try:
        yield place
    finally:
        assert place.process.stdin is not None and place.process.stdout is not None
        place.process.stdin.close()
        place.process.wait()
        place.listener.join()
        place.process.stdout.close()
