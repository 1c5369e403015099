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
from sobremesa.core.game import game_class, game_for_people
from sobremesa.lab import report as pages
from sobremesa.lab.crowd import LOCAL, crowd
from sobremesa.lab.findings import Found, read_results
from sobremesa.lab.measures import MEASURES
from sobremesa.lab.plots import effects_plot
from sobremesa.lab.running import RESULTS, Run
from sobremesa.lab.running import run as run_study
from sobremesa.lab.seer import NAME as SEER
from sobremesa.lab.study import MOST_DEALS, Study, read_study, study_of
from sobremesa.terminal import into_file

DEALS = click.IntRange(1, MOST_DEALS)
# The seer thinks long, so that few deals must do.
SEER_DEALS = 2


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


def write_page(path: Path, text: str) -> None:
    """Writes a file, or says why not."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as wrong:
        raise Refused(
            "{path} was not written: {reason}", path=str(path), reason=wrong.strerror or str(wrong)
        ) from wrong


@click.command(name="compare")
@click.argument("game")
@click.argument("choices", nargs=-1, required=True, metavar="NAME=VALUE,VALUE...")
@played_by
@into_file("--svg", "Draws all measures into a file.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=None,
              help="Keeps the deals in a folder, to go on with them later.")
def compare(
    game: str, choices: tuple[str, ...], players: tuple[str, ...], deals: int, matches: bool,
    seed: int, where: str, workers: int | None, svg: Path | None, out: Path | None,
) -> None:
    """Says what an option of a game changes, on equal deals.

    `sobremesa lab compare muggins round_to_five=no,yes --players master`; an option with one
    value is set for all: set=6.
    """
    study = asked(game, choices, players, deals, matches, seed, f"{game}: {' '.join(choices)}")
    if len(study.subjects[0].alternatives) < 2:
        raise Refused("nothing is compared: give an option several values, as {example}",
                      example="round_to_five=no,yes")
    with folder_for(out) as folder:
        runs = finish(study, folder, where, workers)
        found = read_results(folder / RESULTS)[1]
    say_found(study, found, runs)
    if svg is not None:
        write_page(svg, effects_plot(found[0], f"{study.title}, {deals} equal deals"))
        click.echo(f"drawn: {svg}")


@click.command(name="report")
@click.argument("game")
@click.argument("choices", nargs=-1, metavar="[NAME=VALUE...]")
@played_by
@click.option("--skill", default="", metavar="BOTS",
              help="The strong and the weak bot that show how much skill decides, as "
                   "'master learner'. [default: the player among random ones]")
@click.option("--seer/--no-seer", default=True, show_default=True,
              help="Plays a tenth of the deals with one player who sees everything.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), default=None,
              help="The page. [default: GAME.html]")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), default=None,
              help="Keeps the deals in a folder, to go on with them later.")
def report(
    game: str, choices: tuple[str, ...], players: tuple[str, ...], deals: int, matches: bool,
    seed: int, where: str, workers: int | None, skill: str, seer: bool, html: Path | None,
    out: Path | None,
) -> None:
    """Writes one page about how a game plays, for whoever invents or changes it.

    Options are given as NAME=VALUE, or NAME=VALUE,VALUE to compare them.
    """
    options, _ = read_choices(choices)
    known = game_class(game)
    one = game_for_people(game, options)
    usual = players or (pages.strong(one),)
    first = usual[0].split()[0]
    study = asked(game, choices, usual, deals, matches, seed, known.TITLE)
    versus = skill or ("" if first == "random" else f"{first} random")
    few = max(SEER_DEALS, deals // 10)
    with folder_for(out) as folder:
        def made(study: Study, name: str) -> Found:
            finish(study, folder / name, where, workers)
            return read_results(folder / name / RESULTS)[1][0]

        def among(line_up: str, deals: int) -> Study:
            plain = tuple(f"{name}={value}" for name, value in options.items())
            return asked(game, plain, (line_up,), deals, matches, seed, line_up)

        several = int(one.players) > 1
        equals = made(study, "equals")
        skilled = made(among(versus, deals), "skill") if several and versus else None
        seen = made(
            among(f"{SEER} {first}", few), "seer"
        ) if seer and pages.seeable(one) else None
    words = " ".join(["sobremesa lab report", game, *choices])
    words += "".join(f" --players '{line_up}'" for line_up in usual)
    words += f" --deals {deals} --seed {seed}" + (" --matches" if matches else "")
    path = html or Path(f"{game}.html")
    write_page(path, pages.page(equals, skilled, seen, words))
    click.echo(f"{path} is here: {equals.deals} deals, all measures.")
