"""Servers that start quickly: one process has loaded everything, and each server is its child."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue

from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from tests.table.host import AT_ONCE, SAME, answers
from tests.waiting import PATIENCE, wait_until

# Reads a database in every line, and makes a server for it; all end when the reading ends.
PROGRAM = """
import os, signal, sys
from sobremesa.table.fate import Fate
from sobremesa.table.limits import Limits
from sobremesa.table.live import Pace
from sobremesa.table.serve import serve
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
children = []
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.setsid()
        print("pid", os.getpid(), flush=True)
        serve(port=0, database=line.strip(), pace={pace!r}, fate={fate!r}, limits={limits!r})
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

    def kill(self) -> None:
        """Ends the server as a power cut would."""
        os.kill(self.pid, signal.SIGKILL)


class Nursery:
    """Starts servers."""

    def __init__(self, pace: Pace) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(pace=pace, fate=SAME, limits=ROOMY)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
        )
        self.told: SimpleQueue[str] = SimpleQueue()
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.told.put(line)

    def start(self, database: str) -> Child:
        """Starts a server, and waits until it answers."""
        assert self.process.stdin is not None
        self.process.stdin.write(database + "\n")
        self.process.stdin.flush()
        pid = int(self._line("pid"))
        child = Child(pid, self._line("Sobremesa:").rstrip("/"))
        wait_until(lambda: answers(child.url))
        return child

    def _line(self, first: str) -> str:
        """Gives the second word of the next line that begins like that."""
        while True:
            said = self.told.get(timeout=PATIENCE).split()
            if said[:1] == [first]:
                return said[1]


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
