"""What a server counts and measures, written as Prometheus reads it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from typing import Final

# Upper bounds of seconds, and of how many are done at once.
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
SIZES: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)
CONTENT: Final = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """How values are spread over bounds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def add(self, value: float) -> None:
        """Takes in one value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.sum += value

    def lines(self, name: str) -> list[str]:
        """Writes how many values lie at or below each bound."""
        found, below = [], 0
        for bound, count in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            below += count
            found.append(f'{name}_bucket{{le="{bound}"}} {below}')
        return [*found, f"{name}_sum {self.sum:.6f}", f"{name}_count {below}"]


class Metrics:
    """The figures of one server; gauges are asked when somebody reads them."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.answers: Counter[str] = Counter()
        self.failures = 0
        # What became of notices to devices.
        self.notices: Counter[str] = Counter()
        self.writing = Histogram(SECONDS)
        self.group = Histogram(SIZES)
        self.thinking = Histogram(SECONDS)
        self.gauges: dict[str, tuple[str, Callable[[], float]]] = {}

    def text(self) -> str:
        """Writes all figures."""
        lines: list[str] = []

        def head(name: str, kind: str, what: str) -> str:
            lines.extend([f"# HELP {name} {what}", f"# TYPE {name} {kind}"])
            return name

        for short, (what, ask) in self.gauges.items():
            lines.append(f"{head(f'sobremesa_{short}', 'gauge', what)} {ask():g}")
        for short, label, what, counted in (
            ("events_total", "kind", "Events that were written.", self.events),
            ("answers_total", "status", "Answers to requests.", self.answers),
            ("notices_total", "outcome", "Notices to devices.", self.notices),
        ):
            name = head(f"sobremesa_{short}", "counter", what)
            for one, count in sorted(counted.items()):
                lines.append(f'{name}{{{label}="{one}"}} {count}')
        failures = head("sobremesa_database_failures_total", "counter", "Failures of the database.")
        lines.append(f"{failures} {self.failures}")
        for short, what, histogram in (
            ("write_seconds", "Time to write a group of events.", self.writing),
            ("write_size", "Events that were written in one group.", self.group),
            ("thought_seconds", "Time that bots thought.", self.thinking),
        ):
            lines += histogram.lines(head(f"sobremesa_{short}", "histogram", what))
        return "\n".join(lines) + "\n"
