"""Worker processes: each does one thing at a time, and is replaced when it hangs or dies."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from queue import SimpleQueue
from time import monotonic
from typing import Any, NamedTuple, TypeVar

from sobremesa.core.errors import BadPosition, Phrase, Refused
from sobremesa.table.turns import Queue, Turn

log = logging.getLogger(__name__)
Found = TypeVar("Found")

_SPAWN = multiprocessing.get_context("spawn")
# Seconds within which a new process is ready, however busy the machine is.
START = 120.0


class WorkerDied(Exception):
    """A worker process ended before it had answered."""


class WorkFailed(Exception):
    """What a worker was given to do raised an error; its words are those of the error."""


def work_for(line: Connection, niceness: int) -> None:
    """Does what comes over the line, one thing after the other; runs in the worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    leave_with_parent(lambda: os._exit(0))
    if hasattr(os, "nice"):
        os.nice(niceness)
    # A server that is killed says nothing any more.
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            work, given = line.recv()
            line.send(_done(work, given))


def _done(work: Callable[..., Any], given: tuple[Any, ...]) -> tuple[str, Any]:
    """Does one thing, and tells how it went."""
    try:
        return "done", work(*given)
    except Refused as refused:
        return "refused", packed(refused)
    except Exception as failed:
        return "failed", f"{type(failed).__name__}: {failed}"[:1000]


def leave_with_parent(leave: Callable[[], None]) -> None:
    """Let a process leave when the one that started it ends, however that ends."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        leave()

    threading.Thread(target=watch, daemon=True).start()


class Packed(NamedTuple):
    """A refusal or a phrase taken apart, so that it can be sent."""

    kind: type[Refused] | type[Phrase]
    said: Any
    values: dict[str, Any]


def packed(value: Any) -> Any:
    """Takes apart what a line cannot send, in lists too."""
    if isinstance(value, BadPosition):
        return Packed(type(value), value.problems, {})
    if isinstance(value, Refused | Phrase):
        return Packed(type(value), value.template, packed(value.values))
    if isinstance(value, dict):
        return {name: packed(one) for name, one in value.items()}
    return [packed(one) for one in value] if isinstance(value, list) else value


def unpacked(value: Any) -> Any:
    """Puts together again what was taken apart."""
    if isinstance(value, Packed):
        return value.kind(value.said, **unpacked(value.values))
    if isinstance(value, dict):
        return {name: unpacked(one) for name, one in value.items()}
    return [unpacked(one) for one in value] if isinstance(value, list) else value


@contextmanager
def _no_interrupt() -> Iterator[None]:
    """Keeps Ctrl-C from what is started here, also before it can say that it does not listen."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # It would let the signal through again when the first process is started.
    # Imported here: a page that plays without a server has no processes and no tracker.
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Worker:
    """One process, started when it is first needed; used by one thread at a time."""

    def __init__(self, niceness: int) -> None:
        self.niceness = niceness
        self.process: multiprocessing.process.BaseProcess | None = None
        self.line: Connection | None = None

    def do(self, work: Callable[..., Any], given: tuple[Any, ...], within: float) -> Any:
        """Lets the process do something, and waits for it.

        :raises TimeoutError: if it takes longer, counted from when it starts.
        :raises WorkerDied: if the process ends first.
        """
        try:
            line = self._ready()
            line.send((work, given))
            if not line.poll(within):
                self.end()
                raise TimeoutError
            kind, answer = line.recv()
        except (EOFError, OSError, pickle.UnpicklingError) as gone:
            self.end()
            if isinstance(gone, TimeoutError):
                raise
            raise WorkerDied from gone
        if kind == "refused":
            raise unpacked(answer)
        if kind == "failed":
            raise WorkFailed(answer)
        return answer

    def _ready(self) -> Connection:
        """Gives the line to a process that listens."""
        if self.line is None or self.process is None or not self.process.is_alive():
            self.end()
            self.line, other = _SPAWN.Pipe()
            process = _SPAWN.Process(target=work_for, args=(other, self.niceness), daemon=True)
            with _no_interrupt():
                process.start()
            # Only now: whoever closes the crew meanwhile cannot end what has not begun.
            self.process = process
            other.close()
            if not self.line.poll(START):
                raise EOFError
            self.line.recv()
        return self.line

    def end(self) -> None:
        """Ends the process at once, whatever it does."""
        process, line, self.process, self.line = self.process, self.line, None, None
        if process is not None:
            process.kill()
            process.join()
        if line is not None:
            with suppress(OSError):
                line.close()


class Job(NamedTuple):
    """What a worker is to do, and where the answer is waited for."""

    work: Callable[..., Any]
    given: tuple[Any, ...]
    answer: Future[Any]


class Crew:
    """Some worker processes, and a queue in which every visitor has their turn."""

    def __init__(self, size: int, within: float, niceness: int = 0) -> None:
        self.size = size
        self.within = within
        self.workers = [Worker(niceness) for _ in range(size)]
        self.idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self.workers:
            self.idle.put(worker)
        self.threads = ThreadPoolExecutor(size, "crew")
        # Reviews never have all workers, where there are several.
        self.queue: Queue[Job] = Queue(max(1, size // 2))
        self.lock = threading.Lock()
        self.closed = False

    async def do(self, turn: Turn, work: Callable[..., Found], *given: Any) -> Found:
        """Let a worker do something when it is somebody's turn.

        Whoever stops waiting leaves the queue; what has begun is finished by its worker, which
        is free again then.
        """
        job = Job(work, given, Future())
        with self.lock:
            if self.closed:
                raise WorkerDied
            self.queue.put(turn, job)
            self.threads.submit(self._work)
        done: Found = await asyncio.wrap_future(job.answer)
        return done

    def _work(self) -> None:
        """Do whatever is next, and what may be begun only after it."""
        while True:
            with self.lock:
                taken = self.queue.take()
            if taken is None:
                return
            turn, job = taken
            began = monotonic()
            self._answer(job)
            with self.lock:
                self.queue.done(turn, monotonic() - began)

    def _answer(self, job: Job) -> None:
        if not job.answer.set_running_or_notify_cancel():
            return
        try:
            job.answer.set_result(self._do(job.work, job.given))
        except BaseException as failed:
            job.answer.set_exception(failed)

    def _do(self, work: Callable[..., Found], given: tuple[Any, ...]) -> Found:
        worker = self.idle.get()
        try:
            if self.closed:
                raise WorkerDied
            done: Found = worker.do(work, given, self.within)
            return done
        finally:
            self.idle.put(worker)

    def close(self) -> None:
        """Ends all workers."""
        with self.lock:
            self.closed = True
        for worker in self.workers:
            process = worker.process
            if process is not None:
                process.kill()
        # Whoever waits is told by the threads, which find that all is closed.
        self.threads.shutdown(wait=True)
        for worker in self.workers:
            worker.end()
