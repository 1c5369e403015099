"""Who does the work of a study: this process, several of this machine, or a Ray cluster."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, Protocol

from sobremesa import Refused
from sobremesa.extras import missing_library
from sobremesa.lab.workers import AHEAD, RETRIES, Done, Processes, Task

LOCAL: Final = "local"
RAY: Final = "ray"


class Crowd(Protocol):
    """Whoever does tasks, and gives what comes of them as soon as it is there."""

    def done(
        self, work: Callable[[Task], Done], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Done]]:
        """Does tasks, asks for the next when there is room, and gives results in any order."""
        ...


def crowd(where: str = LOCAL, workers: int | None = None) -> Crowd:
    """Finds who does the work: `local`, `ray` on this machine, or the cluster at `ray://…`.

    :raises Refused: if nobody is called so.
    """
    count = workers or os.cpu_count() or 1
    if where == LOCAL:
        return Alone() if count == 1 else Processes(count)
    if where == RAY or where.startswith(f"{RAY}://"):
        return Cluster(None if where == RAY else where, count)
    raise Refused("work is done local, on ray or on ray://host:port, not on {where}", where=where)


class Alone:
    """This process."""

    def done(
        self, work: Callable[[Task], Done], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Done]]:
        """Does one task after another."""
        for task in tasks:
            yield task, work(task)


class Cluster:
    """Workers of Ray, on this machine or on many."""

    def __init__(self, address: str | None, workers: int) -> None:
        self.address = address
        self.workers = workers

    def done(
        self, work: Callable[[Task], Done], tasks: Iterator[Task]
    ) -> Iterator[tuple[Task, Done]]:
        """Does tasks on all workers; a worker that dies is replaced by Ray."""
        ray = self._ray()
        began = not ray.is_initialized()
        if began:
            self._join(ray)
        try:
            room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", self.workers)))
            remote = ray.remote(max_retries=RETRIES)(_called)
            flying: dict[Any, Task] = {}
            while True:
                while len(flying) < room:
                    try:
                        task = next(tasks)
                    except StopIteration:
                        break
                    flying[remote.remote(work, task)] = task
                if not flying:
                    return
                ready, _ = ray.wait(list(flying), num_returns=1)
                for one in ready:
                    result = ray.get(one)
                    yield flying.pop(one), result
        except ray.exceptions.RayTaskError as wrong:
            raise wrong.cause or wrong from wrong
        except (ray.exceptions.RayError, ConnectionError) as dead:
            raise Refused(
                "the cluster is gone ({reason}): what is done stays done, run the study again",
                reason=str(dead).splitlines()[0],
            ) from dead
        finally:
            if began:
                with suppress(Exception):
                    ray.shutdown()

    @staticmethod
    def _ray() -> Any:
        try:
            import ray
        except ImportError as missing:
            raise Refused(missing_library("a study on Ray", missing, "lab")) from missing
        return ray

    def _join(self, ray: Any) -> None:
        """Starts Ray on this machine, or joins the cluster."""
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": "error"}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        try:
            if self.address is None:
                # Only this machine, though the environment may name a cluster.
                ray.init(
                    address="local", num_cpus=self.workers, include_dashboard=False, **quiet
                )
            else:
                ray.init(address=self.address, **quiet)
        except Exception as wrong:
            raise Refused(
                "no cluster answers at {address}: {reason}",
                address=self.address or "this machine", reason=str(wrong).splitlines()[0],
            ) from wrong


def _called(work: Callable[[Task], Done], task: Task) -> Done:
    return work(task)
