"""Studies from the terminal: `sobremesa lab run`, `lab compare` and `lab report`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from sobremesa import Refused
from sobremesa.lab.crowd import LOCAL, crowd
from sobremesa.lab.findings import Found, read_results
from sobremesa.lab.measures import MEASURES
from sobremesa.lab.running import RESULTS, Run
from sobremesa.lab.running import run as run_study
from sobremesa.lab.study import MOST_DEALS, Study, read_study, study_of

DEALS = click.IntRange(1, MOST_DEALS)


def by_whom(command: Callable[..., None]) -> Callable[..., None]:
    """Adds who does the work."""
    for add in (
        click.option("--workers", default=None, type=click.IntRange(1, 4096),
                     help="How many processes; as many as there are processors unless given."),
        click.option("--on", "where", default=LOCAL, show_default=True,
                     help="Who plays: local (processes of this machine), ray (Ray on this "
                          "machine) or ray://host:port (a cluster)."),
    ):
        command = add(command)
    return command


@contextmanager
def bar_with_time(what: str) -> Iterator[Callable[[int, int], None]]:
    """Shows how many deals are played, and how long the rest will take."""
    bar = Progress(
        TextColumn(what), BarColumn(), TextColumn("{task.completed}/{task.total} deals"),
        TimeRemainingColumn(), console=Console(stderr=True),
    )
    with bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def finish(study: Study, folder: Path, where: str, workers: int | None) -> list[Run]:
    """Runs a study and shows how far it is."""
    with bar_with_time("playing") as progress:
        return run_study(study, folder, crowd(where, workers), progress)


def say_found(study: Study, found: list[Found], runs: list[Run]) -> None:
    """Writes what a study found."""
    for one, ran in zip(found, runs, strict=True):
        click.echo(one.text())
        if study.until is not None and not ran.reached:
            width = ran.width or 0.0
            need = int(ran.deals * (width / study.until.width) ** 2)
            click.echo(
                f"The interval of {study.until.measure} is {width:.3g} wide after {ran.deals} "
                f"deals, not {study.until.width:g}: about {need} deals would be needed."
            )


def text_in(file: Path) -> str:
    """Reads a file that should be text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused("{file} is not a text file", file=str(file)) from wrong


@click.command(name="run")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=None,
              help="The folder of the results; beside the file unless given.")
@by_whom
def run(file: Path, out: Path | None, where: str, workers: int | None) -> None:
    """Runs a study that a file describes, or goes on with it.

    Whatever ends a run, no deal is lost: the same command goes on. The results are a Parquet
    file, a row for each play.
    """
    study = read_study(text_in(file))
    folder = out or file.with_suffix(".lab")
    runs = finish(study, folder, where, workers)
    say_found(study, read_results(folder / RESULTS)[1], runs)
    click.echo(f"results: {folder / RESULTS}")


@click.command(name="measures")
def measures() -> None:
    """Lists what a study measures."""
    for measure in MEASURES.values():
        click.echo(f"{measure.name:<10} {measure.words}: {measure.meaning}")


def read_choices(words: tuple[str, ...]) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Reads NAME=VALUE as an option that is set, NAME=VALUE,VALUE as one that is compared.

    >>> read_choices(("set=6", "round_to_five=no,yes"))
    ({'set': '6'}, {'round_to_five': ['no', 'yes']})
    """
    options: dict[str, str] = {}
    compare: dict[str, list[str]] = {}
    for word in words:
        name, equals, text = word.partition("=")
        values = [value.strip() for value in text.split(",")]
        if not equals or not name or not all(values):
            raise Refused("{word} is not understood: write NAME=VALUE,VALUE", word=word)
        name = name.replace("-", "_")
        if name in options or name in compare:
            raise Refused("{name} is named twice", name=name)
        if len(values) == 1:
            options[name] = values[0]
        else:
            compare[name] = values
    return options, compare


def asked(
    game: str, choices: tuple[str, ...], players: tuple[str, ...], deals: int, matches: bool,
    seed: int, title: str,
) -> Study:
    """Makes a study of what was said at the terminal."""
    options, compare = read_choices(choices)
    told: dict[str, Any] = {
        "title": title, "seed": seed, "deals": deals, "unit": "matches" if matches else "rounds",
        "games": [{"game": game, "options": options, "compare": compare}],
    }
    if players:
        told["games"][0]["bots"] = list(players)
    return study_of(told)


def played_by(command: Callable[..., None]) -> Callable[..., None]:
    """Adds what is played, how much of it, and by whom."""
    for add in (
        click.option("--seed", default=1, show_default=True, type=click.IntRange(0)),
        click.option("--matches", is_flag=True, help="Plays matches in place of rounds."),
        click.option("--deals", default=400, show_default=True, type=DEALS,
                     help="How many deals every alternative plays."),
        click.option("--players", multiple=True, metavar="BOTS",
                     help="Who plays: a bot for all seats, or several, as 'master learner'; given "
                          "several times, line-ups that are compared. [default: greedy]"),
    ):
        command = add(command)
    return by_whom(command)


@contextmanager
def folder_for(out: Path | None) -> Iterator[Path]:
    """Gives the folder that was named, or one that is gone afterwards."""
    if out is not None:
        yield out
        return
    with TemporaryDirectory(prefix="sobremesa-") as name:
        yield Path(name)
