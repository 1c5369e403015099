"""What a server counts and measures, as Prometheus reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.exposition import choose_encoder

# Upper bounds of seconds, and of how many are done at once.
SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
SIZES: Final = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0)

# When each figure began to be counted, as a figure of its own, is of no use to anybody.
disable_created_metrics()  # type: ignore[no-untyped-call]


class Metrics:
    """The figures of one server; gauges are asked when somebody reads them."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self.events = Counter(
            "sobremesa_events", "Events that were written.", ["kind"], registry=registry
        )
        self.answers = Counter(
            "sobremesa_answers", "Answers to requests.", ["status"], registry=registry
        )
        self.notices = Counter(
            "sobremesa_notices", "Notices to devices.", ["outcome"], registry=registry
        )
        self.failures = Counter(
            "sobremesa_database_failures", "Failures of the database.", registry=registry
        )
        self.writing = Histogram(
            "sobremesa_write_seconds", "Time to write a group of events.", buckets=SECONDS,
            registry=registry,
        )
        self.group = Histogram(
            "sobremesa_write_size", "Events that were written in one group.", buckets=SIZES,
            registry=registry,
        )
        self.thinking = Histogram(
            "sobremesa_thought_seconds", "Time that bots thought.", buckets=SECONDS,
            registry=registry,
        )
        self.gauges: dict[str, Gauge] = {}
        # The memory, the processor's time and the open files of this process.
        ProcessCollector(registry=registry)

    def add_gauge(self, name: str, what: str, ask: Callable[[], float]) -> None:
        """Lets a figure be asked; a new question takes the place of an old one."""
        if name not in self.gauges:
            self.gauges[name] = Gauge(f"sobremesa_{name}", what, registry=self.registry)
        self.gauges[name].set_function(ask)

    def value(self, name: str, **labels: str) -> float:
        """Reads one figure; 0 before there is any."""
        return self.registry.get_sample_value(f"sobremesa_{name}", labels) or 0.0

    def told(self, accepted: str) -> tuple[str, bytes]:
        """Writes all figures in a form that the reader accepts, and says which that is."""
        encode, kind = choose_encoder(accepted)
        return kind, encode(self.registry)
