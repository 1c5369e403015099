"""Studies from the terminal: `sobremesa lab run`, `lab compare`, `lab report`, `lab studies`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import isinf
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from sobremesa import Refused
from sobremesa.core.game import game_class, game_for_people
from sobremesa.files import check_file, write_text
from sobremesa.lab import report as pages
from sobremesa.lab import study_page
from sobremesa.lab.arena import seated
from sobremesa.lab.crowd import LOCAL, crowd
from sobremesa.lab.findings import Found, read_results
from sobremesa.lab.measures import measures_of
from sobremesa.lab.plots import effects_plot
from sobremesa.lab.running import RESULTS, Run
from sobremesa.lab.running import run as run_study
from sobremesa.lab.seer import NAME as SEER
from sobremesa.lab.study import MOST_DEALS, Study, Subject, Until, line_up, read_study, study_of
from sobremesa.rules import studies as rules_studies
from sobremesa.terminal import SEED, by_how_many, into_file, into_folder

DEALS = click.IntRange(1, MOST_DEALS)
# The seer thinks long, so that few deals must do.
SEER_DEALS = 2


def by_whom(command: Callable[..., None]) -> Callable[..., None]:
    """Adds who does the work."""
    for add in (
        by_how_many,
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


def finish(
    study: Study, folder: Path, where: str, workers: int | None, *, kept: bool = True
) -> list[Run]:
    """Runs a study and shows how far it is."""
    with bar_with_time("playing") as progress:
        return run_study(study, folder, crowd(where, workers), progress, kept=kept)


def say_found(study: Study, found: list[Found], runs: list[Run]) -> None:
    """Writes what a study found."""
    width = Console().width if sys.stdout.isatty() else None
    for one, ran in zip(found, runs, strict=True):
        click.echo(one.text(width))
        if study.until is not None and not ran.reached:
            click.echo(unreached(study.until, ran))


def unreached(until: Until, ran: Run) -> str:
    """Says how far the interval of a run is from what was wished."""
    width = ran.width or 0.0
    if isinf(width):
        return (
            f"There is no interval of {until.measure} after {ran.deals} deals: "
            "too few of them tell of it, or all came out alike."
        )
    need = int(ran.deals * (width / until.width) ** 2)
    return (
        f"The interval of {until.measure} is {width:.3g} wide after {ran.deals} "
        f"deals, not {until.width:g}: about {need} deals would be needed."
    )


def text_in(file: Path) -> str:
    """Reads a file that should be text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise Refused("{file} is not a text file", file=str(file)) from wrong


@click.command(name="run")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@into_folder("--out", "The folder of the results; beside the file unless given.")
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
@click.argument("games", nargs=-1, metavar="[GAME]...")
def measures(games: tuple[str, ...]) -> None:
    """Lists what a study measures; for a game that is named, its own measures too."""
    for measure in measures_of(*games).values():
        click.echo(f"{measure.name:<13} {measure.words}: {measure.meaning}")


@click.command(name="studies")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--check", is_flag=True, help="Plays nothing, and says which pages are out of date.")
@click.option("--again", is_flag=True, help="Plays everything again, also what is kept.")
@click.option("--folder", default=rules_studies.FOLDER,
              type=click.Path(file_okay=False, exists=True, path_type=Path),
              help="Where the study files and pages lie. [default: docs/studies]")
@by_whom
def pages_of_studies(
    games: tuple[str, ...], check: bool, again: bool, folder: Path, where: str,
    workers: int | None,
) -> None:
    """Brings the study pages of games up to date, or of all that have a study file.

    Only the parts are played whose questions have changed; what was written by hand stays.
    """
    begun = monotonic()
    names = list(games) or sorted(path.stem for path in folder.glob("*.toml"))
    late = []
    for name in names:
        path = folder / f"{name}.toml"
        if not path.is_file():
            # A name that is misspelt is told as what it is.
            game_class(name)
            raise Refused("there is no study file {path}", path=str(path))
        study = page_study(path)
        if check:
            late += [f"{name}: {reason}" for reason in out_of_date(study, path)]
        else:
            write_study(study, path, where, workers, again)
            click.echo(f"{path.with_suffix('.md')} is up to date.")
    if late:
        raise Refused("\n".join(late))
    click.echo(f"{len(names)} studies in {study_page.lasted(monotonic() - begun)}.")


def page_study(path: Path) -> Study:
    """Reads the study file of a page, whose parts all have names and are of its game."""
    study = read_study(text_in(path))
    for subject in study.subjects:
        if subject.game != path.stem or not subject.part.name or study.until is not None:
            raise Refused(
                "{path} is the study of a page: every [[games]] has a name, game = \"{game}\" "
                "and a fixed number of deals", path=str(path), game=path.stem,
            )
        if subject.part.name == study_page.ALL:
            raise Refused("no part is called {name}: that is the time of all", name=study_page.ALL)
    return study


def out_of_date(study: Study, path: Path) -> list[str]:
    """Says what of a page does not answer its study file, without playing."""
    told = study_page.read_kept(path.with_suffix(".json"))
    late = [
        f"{subject.part.name} is older than the study file"
        for subject in study.subjects if not study_page.is_fresh(study, subject, told)
    ]
    text = path.with_suffix(".md")
    if not late and (
        not text.is_file() or study_page.page(study, told, text_in(text)) != text_in(text)
    ):
        late.append("the page is older than what is kept")
    if not late and told.get("effects") != study_page.effects(study, told):
        late.append("the effects of the options are older than what is kept")
    return late


def write_study(
    study: Study, path: Path, where: str, workers: int | None, again: bool
) -> None:
    """Plays what a page lacks, and writes its figures, tables and plots."""
    old = {} if again else study_page.read_kept(path.with_suffix(".json"))
    names = [subject.part.name for subject in study.subjects]
    parts = {name: part for name, part in old.get("parts", {}).items() if name in names}
    lacking = [one for one in study.subjects if not study_page.is_fresh(study, one, old)]
    work = path.with_suffix(".lab")
    if again and work.exists():
        rmtree(work)
    for subject in lacking:
        one = replace(study, subjects=[subject], told=alone(study, subject))
        with bar_with_time(f"{subject.game}: {subject.part.name}") as progress:
            [ran] = run_study(one, work / subject.part.name, crowd(where, workers), progress)
        [found] = read_results(work / subject.part.name / RESULTS)[1]
        parts[subject.part.name] = study_page.kept(found, ran.seconds)
        study_page.keep(path.with_suffix(".json"), {**old, "parts": parts})
    told = {"game": path.stem, "parts": parts}
    told["effects"] = study_page.effects(study, told)
    study_page.keep(path.with_suffix(".json"), told)
    text = path.with_suffix(".md")
    written = study_page.page(study, told, text_in(text) if text.is_file() else "")
    write_text(text, written)
    (path.parent / "pictures").mkdir(exist_ok=True)
    for name, drawn in study_page.pictures(study, told).items():
        write_text(path.parent / "pictures" / name, drawn)


def alone(study: Study, subject: Subject) -> dict[str, Any]:
    """Gives what a study file says of one of its parts alone."""
    [own] = [one for one in study.told["games"] if one.get("name") == subject.part.name]
    return {**study.told, "games": [own]}


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
    for sitting in players:
        if sitting.strip().isdecimal():
            raise Refused(
                "--players names the bots that play; for {count} players write players={count}",
                count=sitting.strip(),
            )
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
        click.option("--seed", default=1, show_default=True, type=SEED),
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


@click.command(name="compare")
@click.argument("game")
@click.argument("choices", nargs=-1, required=True, metavar="NAME=VALUE,VALUE...")
@played_by
@into_file("--svg", "Draws all measures into a file.")
@into_folder("--out", "Keeps the deals in a folder, to go on with them later.")
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
        runs = finish(study, folder, where, workers, kept=out is not None)
        found = read_results(folder / RESULTS)[1]
    say_found(study, found, runs)
    if svg is not None:
        write_text(svg, effects_plot(found[0], f"{study.title}, {deals} equal deals"))
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
@into_file("--html", "The page. [default: GAME.html]")
@into_folder("--out", "Keeps the deals in a folder, to go on with them later.")
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
    first = (usual[0].split() or [""])[0]
    study = asked(game, choices, usual, deals, matches, seed, known.TITLE)
    versus = skill or ("" if first == "random" else f"{first} random")
    few = max(SEER_DEALS, deals // 10)
    path = html or check_file(Path(f"{game}.html"))
    if int(one.players) > 1 and versus:
        # Bots that the game does not have are refused before anything is played.
        seated(one, line_up(versus))
    with folder_for(out) as folder:
        def made(study: Study, name: str) -> Found:
            finish(study, folder / name, where, workers, kept=out is not None)
            return read_results(folder / name / RESULTS)[1][0]

        def among(sitting: str, deals: int) -> Study:
            plain = tuple(f"{name}={value}" for name, value in options.items())
            return asked(game, plain, (sitting,), deals, matches, seed, sitting)

        several = int(one.players) > 1
        equals = made(study, "equals")
        skilled = made(among(versus, deals), "skill") if several and versus else None
        seen = made(
            among(f"{SEER} {first}", few), "seer"
        ) if seer and pages.seeable(one) else None
    words = " ".join(["sobremesa lab report", game, *choices])
    words += "".join(f" --players '{sitting}'" for sitting in usual)
    words += f" --skill '{skill}'" if skill else ""
    words += "" if seer else " --no-seer"
    words += f" --deals {deals} --seed {seed}" + (" --matches" if matches else "")
    write_text(path, pages.page(equals, skilled, seen, words))
    click.echo(f"{path} is here: {equals.deals} deals, all measures.")
