"""How much sooner a study ends with two workers, and what Ray adds.

`python -m bench.lab` plays the same deals by one process, by two, and by two workers of Ray: quick
deals, as a study of greedy bots has them, and tasks of about ten seconds. The time is the clock's,
so nothing else should be busy; starting processes or Ray counts.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Final

from sobremesa.lab.crowd import LOCAL, RAY, crowd
from sobremesa.lab.study import Subject, read_study

STUDY: Final = """
deals = 1000000
[[games]]
game = "muggins"
compare = {round_to_five = ["no", "yes"]}
"""
PLACES: Final = {"one process": (LOCAL, 1), "two processes": (LOCAL, 2), "two of Ray": (RAY, 2)}


def played(subject: Subject, deals: int, task: int) -> int:
    """Plays the deals of a task."""
    return sum(len(subject.play(task * deals + deal)) for deal in range(deals))


def lasted(where: str, workers: int, work: Callable[[int], int], tasks: int) -> float:
    """Gives how long so many tasks take."""
    begun = perf_counter()
    assert sum(1 for _ in crowd(where, workers).done(work, iter(range(tasks)))) == tasks
    return perf_counter() - begun


def deals_in(subject: Subject, seconds: float) -> int:
    """Finds how many deals take so long."""
    begun, deals = perf_counter(), 0
    while perf_counter() - begun < 2.0:
        subject.play(deals)
        deals += 1
    return max(1, round(deals * seconds / (perf_counter() - begun)))


def show(title: str, work: Callable[[int], int], tasks: int) -> None:
    """Prints how long everybody takes, and how many times as fast that is as one process."""
    print(f"{title}, {tasks} tasks")
    alone = 0.0
    for name, (where, workers) in PLACES.items():
        seconds = lasted(where, workers, work, tasks)
        alone = alone or seconds
        print(f"  {name:14} {seconds:7.1f} s  {alone / seconds:5.2f} times as fast")


def main() -> None:
    """Prints both tables."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tasks", type=int, default=8, help="how many tasks of ten seconds")
    reader.add_argument("--quick", type=int, default=4000, help="how many tasks of one deal")
    given = reader.parse_args()
    subject = read_study(STUDY).subjects[0]
    show("tasks of one deal", partial(played, subject, 1), given.quick)
    deals = deals_in(subject, 10)
    show(f"tasks of {deals} deals, about 10 s", partial(played, subject, deals), given.tasks)


if __name__ == "__main__":
    main()
