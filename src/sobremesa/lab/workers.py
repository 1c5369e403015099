"""Work shared among processes, which all stop as soon as whoever asked for it stops."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import active_children, parent_process
from threading import Thread
from typing import Any, Final, TypeVar

from sobremesa import Refused, engines

Task = TypeVar("Task")
Done = TypeVar("Done")

# Tasks that wait for each worker, so that none is idle.
AHEAD: Final = 2
# How often a task is given to somebody else when whoever did it died.
RETRIES: Final = 3


class Processes:
    """Processes of this machine. One that is killed is replaced, and its task done again."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def done(
        self, work: Callable[[Task], Done], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Done]]:
        """Does tasks in all processes."""
        again: list[Task] = []
        deaths = 0
        while True:
            others = set(active_children())
            pool = ProcessPoolExecutor(self.workers, initializer=end_with_parent)
            flying: dict[Future[Any], Task] = {}
            try:
                while True:
                    while len(flying) < AHEAD * self.workers:
                        try:
                            task = again.pop() if again else next(tasks)
                        except StopIteration:
                            break
                        flying[pool.submit(work, task)] = task
                    if not flying:
                        # What the processes have started ends with them.
                        pool.shutdown()
                        return
                    for future in wait(flying, return_when=FIRST_COMPLETED).done:
                        result = future.result()
                        yield flying.pop(future), result
            except BrokenProcessPool as broken:
                deaths += 1
                if deaths > RETRIES:
                    raise Refused(
                        "the processes die again and again: is there enough memory?"
                    ) from broken
                again += flying.values()
            finally:
                # Nobody waits for what the processes are doing just now.
                pool.shutdown(wait=False, cancel_futures=True)
                for process in set(active_children()) - others:
                    process.terminate()


def shared(work: Callable[[Task], Done], tasks: Sequence[Task], workers: int) -> Iterator[Done]:
    """Does all tasks, in so many processes, and gives what comes of them in their order."""
    if workers == 1:
        yield from map(work, tasks)
        return
    waiting: dict[int, Done] = {}
    place = 0
    for (number, _), result in Processes(workers).done(partial(_second, work), enumerate(tasks)):
        waiting[number] = result
        while place in waiting:
            yield waiting.pop(place)
            place += 1


def _second(work: Callable[[Task], Done], task: tuple[int, Task]) -> Done:
    return work(task[1])


def end_with_parent() -> None:
    """Has a process end with its parent, also if that is killed and cannot say so.

    Ctrl-C is left to the parent: it gets that too, and ends the process.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            # What the parent does to clean up is not for its processes.
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        engines.end_all()
        os._exit(1)

    Thread(target=watch, daemon=True).start()
