"""Work shared among processes, which all stop as soon as whoever asked for it stops."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import active_children
from typing import TypeVar

Task = TypeVar("Task")
Done = TypeVar("Done")


def shared(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int) -> Iterator[Done]:
    """Does all tasks, in so many processes, and gives what comes of them in their order."""
    if workers == 1:
        yield from map(work, tasks)
        return
    others = set(active_children())
    pool = ProcessPoolExecutor(workers, initializer=leave_signals_to_parent)
    try:
        yield from pool.map(work, tasks)
    except BaseException:
        # Nobody waits for what the processes are doing just now.
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        raise
    pool.shutdown()


def leave_signals_to_parent() -> None:
    """Has a process pass over Ctrl-C: its parent gets it too, and ends the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
