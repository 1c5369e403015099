"""Runs studies: deals are played by whoever is there, kept, and written as Parquet.

The result file follows from the study alone: it has the deals from the first to the last in their
order, whoever played them, however often the run was killed.
"""

from __future__ import annotations

import errno
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, Final

from sobremesa import Refused
from sobremesa.extras import missing_library
from sobremesa.files import replaced
from sobremesa.lab.crowd import Crowd
from sobremesa.lab.intervals import ALPHA, Bounds, Sequence, difference_bounds, sequence
from sobremesa.lab.keeping import BLOCK, Journal, held, kept_json
from sobremesa.lab.measures import MEASURES, measure_named, measures_of
from sobremesa.lab.study import Progress, Row, Study, Subject, Until

if TYPE_CHECKING:
    import pyarrow

RESULTS: Final = "results.parquet"
# Deals after which a measure that none of them told of is taken for one that there is not.
PATIENCE: Final = 1000


@dataclass(frozen=True)
class Run:
    """How a subject came out: how many deals count, and how wide the interval is that was
    wished for; `reached` says whether it is as narrow as that, or that nothing was wished.
    `seconds` is how long processors worked for its deals, those of earlier runs included."""

    subject: Subject
    deals: int
    width: float | None
    reached: bool
    seconds: float = 0.0


class Level:
    """What a stopper knows of one alternative: its mean, and the difference from the first, as
    long as the measure means something in the same deals of both."""

    def __init__(self, bounds: Bounds | None, alpha: float) -> None:
        self.mean = sequence(bounds, alpha)
        self.apart = sequence(difference_bounds(bounds))
        self.paired = True

    def take(self, value: float | None, base: float | None) -> None:
        """Takes what a deal brought, and what it brought to the first alternative."""
        if value is not None:
            self.mean.take(value)
        if (value is None) != (base is None):
            self.paired = False
        elif value is not None and base is not None:
            self.apart.take(value - base)

    def width(self, base: Level) -> float:
        """How wide the interval of the difference from the first alternative is."""
        if self.paired:
            return width_of(self.apart)
        return width_of(self.mean) + width_of(base.mean)


def width_of(found: Sequence) -> float:
    """How wide the interval of a sequence is."""
    _, low, high = found.estimate()
    return high - low


class Stopper:
    """Says when enough deals are played. It sees them in their order, whoever played them."""

    def __init__(self, subject: Subject, until: Until | None, deals: int) -> None:
        self.subject = subject
        self.until = until
        self.deals = deals
        self.seen = 0
        self.waiting: dict[int, list[float | None]] = {}
        self.levels: list[Level] = []
        if until is not None:
            bounds = subject.bounds(measure_named(until.measure, subject.game))
            # Two means are set against each other where no difference can be taken.
            alpha = ALPHA / min(2, len(subject.alternatives))
            self.levels = [Level(bounds, alpha) for _ in subject.alternatives]

    def take(self, deal: int, rows: list[Row]) -> None:
        """Takes a deal, and those after it that have waited for it."""
        self.waiting[deal] = self._values(rows)
        while self.seen in self.waiting and not self.stopped:
            values = self.waiting.pop(self.seen)
            for one, value in zip(self.levels, values, strict=True):
                one.take(value, values[0])
            self.seen += 1
            if self.seen == PATIENCE and any(one.mean.count == 0 for one in self.levels):
                raise self._lacking()

    def _values(self, rows: list[Row]) -> list[float | None]:
        """Gives what the measure that stops came to in each alternative; what only some games
        are asked can mean nothing in a deal."""
        if self.until is None:
            return []
        name = self.until.measure
        means = [mean_of(rows, one, name) for one in range(len(self.subject.alternatives))]
        if None in means and name in MEASURES:
            raise self._lacking()
        return means

    def _lacking(self) -> Refused:
        assert self.until is not None
        return Refused(
            "{game} as it is played here has no measure {measure}",
            game=self.subject.game, measure=self.until.measure,
        )

    @property
    def width(self) -> float | None:
        """How wide the widest interval is: of the differences from the first alternative, if
        there are several."""
        if not self.levels:
            return None
        base, *others = self.levels
        if not others:
            return width_of(base.mean)
        return max(one.width(base) for one in others)

    @property
    def narrow(self) -> bool:
        """Whether the intervals are as narrow as was wished."""
        return self.until is None or (self.width or 0.0) <= self.until.width

    @property
    def stopped(self) -> bool:
        """Whether nothing more need be played."""
        return self.seen >= self.deals or (
            self.until is not None and self.seen > 0 and self.narrow
        )

    def total(self) -> int:
        """Guesses how many deals there will be, from how narrow the interval is so far."""
        width = self.width
        if self.until is None or width is None or not self.seen or width == float("inf"):
            return self.deals
        guess = self.seen * max(1.0, width / self.until.width) ** 2
        return min(self.deals, max(self.seen, int(guess)))


def mean_of(rows: list[Row], alternative: int, measure: str) -> float | None:
    """Gives the mean of a measure over the seatings of an alternative, if it has any."""
    values = [
        row[measure] for row in rows
        if row["alternative"] == alternative and row[measure] is not None
    ]
    return float(sum(values) / len(values)) if values else None


def run(
    study: Study, folder: Path, crowd: Crowd, progress: Progress | None = None, *,
    kept: bool = True,
) -> list[Run]:
    """Plays what a study still lacks, and writes its results into a folder, which is `kept` or gone
    afterwards.

    :raises Refused: if something does not work out; what is done stays done.
    """
    arrow()
    try:
        with held(folder):
            runs = [_played(study, subject, folder, crowd, progress) for subject in study.subjects]
            write_results(study, runs, folder)
            kept_json(folder / "study.json", study.told)
            return runs
    except OSError as wrong:
        full = wrong.errno in (errno.ENOSPC, errno.EDQUOT)
        told = (
            "{folder} cannot be written ({reason}): what is done stays done; {remedy} and run "
            "the study again" if kept else
            "{folder} cannot be written ({reason}): {remedy}, or name another folder with --out"
        )
        raise Refused(
            told, folder=str(folder), reason=wrong.strerror or str(wrong),
            remedy="make room" if full else "mend that",
        ) from wrong


def _played(
    study: Study, subject: Subject, folder: Path, crowd: Crowd, progress: Progress | None
) -> Run:
    """Plays what a subject lacks."""
    journal = Journal(folder, subject)
    deals = study.deals_of(subject)
    stopper = Stopper(subject, study.until, deals)
    done: set[int] = set()
    worked = 0.0
    try:
        for block in journal.blocks():
            for deal, rows in journal.read(block).items():
                done.add(deal)
                if deal < deals:
                    stopper.take(deal, rows)
        tell = progress or (lambda *_: None)
        tell(stopper.seen, stopper.total())
        for deal, (rows, seconds) in crowd.done(partial(_play, subject), _lacking(stopper, done)):
            journal.add(deal, rows)
            worked += seconds
            stopper.take(deal, rows)
            tell(stopper.seen, stopper.total())
            if stopper.stopped:
                break
    finally:
        journal.close()
        if worked:
            journal.took(worked)
    return Run(subject, stopper.seen, stopper.width, stopper.narrow, journal.seconds())


def _play(subject: Subject, deal: int) -> tuple[list[Row], float]:
    """Plays a deal, and says how long the processor worked."""
    begun = process_time()
    return subject.play(deal), process_time() - begun


def _lacking(stopper: Stopper, done: set[int]) -> Iterator[int]:
    """Gives the deals that are still to be played, until enough are."""
    for deal in range(stopper.deals):
        if stopper.stopped:
            return
        if deal not in done:
            yield deal


def arrow() -> Any:
    """Finds the library that writes results.

    :raises Refused: if it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as missing:
        raise Refused(missing_library("a file of results", missing, "lab")) from missing
    return pyarrow


def schema(study: Study) -> pyarrow.Schema:
    """Gives the columns of a result file: a row for each play."""
    pa = arrow()
    measures = measures_of(*(subject.game for subject in study.subjects))
    counted = [("count", pa.int32())]
    return pa.schema([
        ("subject", pa.int32()), ("game", pa.string()), ("spec", pa.string()),
        ("alternative", pa.int32()),
        ("label", pa.string()), ("deal", pa.int64()), ("seating", pa.int32()),
        ("bots", pa.list_(pa.string())), ("first_seat", pa.int32()),
        *((name, pa.float64()) for name in measures),
        ("won_by_seat", pa.list_(pa.float64())), ("gained_by_seat", pa.list_(pa.float64())),
        ("endings", pa.list_(pa.struct([("ending", pa.string()), *counted]))),
        ("events", pa.list_(pa.struct([
            ("kind", pa.string()), *counted, ("points", pa.int64()),
        ]))),
    ])


def write_results(study: Study, runs: list[Run], folder: Path) -> None:
    """Writes the deals that count into one file, a block at a time."""
    pa = arrow()
    told = {
        "study": study.told, "pace": asdict(study.subjects[0].pace),
        "runs": [
            {
                "game": run.subject.game, "fingerprint": run.subject.fingerprint(),
                "deals": run.deals, "reached": run.reached,
            }
            for run in runs
        ],
    }
    # In the order of the file, in which alternatives are numbered.
    columns = schema(study).with_metadata({"sobremesa": json.dumps(told)})
    with replaced(folder / RESULTS) as fresh, pa.parquet.ParquetWriter(fresh, columns) as writer:
        for number, run in enumerate(runs):
            journal = Journal(folder, run.subject)
            for block in range(-(-run.deals // BLOCK)):
                rows = [
                    {"subject": number, **full_row(run.subject, deal, row)}
                    for deal, found in journal.read(block).items() if deal < run.deals
                    for row in found
                ]
                writer.write_table(pa.Table.from_pylist(rows, schema=columns))


def full_row(subject: Subject, deal: int, row: Row) -> Row:
    """Adds to what was measured whose it is."""
    one = subject.alternatives[row["alternative"]]
    return {
        **row, "game": subject.game, "spec": one.game.spec, "label": one.label, "deal": deal,
        "bots": one.seatings()[row["seating"]],
        "endings": [{"ending": word, "count": count} for word, count in row["endings"]],
        "events": [
            {"kind": kind, "count": count, "points": points}
            for kind, count, points in row["events"]
        ],
    }
