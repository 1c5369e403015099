"""Boards to be filled with square pieces, from the terminal: `sobremesa puzzle` and a study."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from secrets import randbits

import click
from click.core import ParameterSource

import sobremesa
from sobremesa import Match
from sobremesa.core.numbers import shortened, whole
from sobremesa.core.wording import plural
from sobremesa.families.puzzle.boards import LARGEST, nearest_boards
from sobremesa.files import write_text
from sobremesa.lab.tilings import BOARDS, DRAWN, Finding, table
from sobremesa.material.lattice import Lattice, parse_lattice
from sobremesa.material.quadrominoes import form_name, parse_form, piece_name, pieces_in
from sobremesa.picture.puzzle.region import lattice_rows, lattice_text, region_svg
from sobremesa.picture.saying import Say
from sobremesa.solvers import tilings
from sobremesa.solvers.puzzles import given as given_on
from sobremesa.solvers.solver import LOST_WORD, UNBOUNDED, UNKNOWN_WORD
from sobremesa.solvers.tilings import Tiling
from sobremesa.table.words import speech
from sobremesa.terminal import (
    COUNT,
    SEED,
    TerminalTable,
    in_language,
    into_file,
    into_folder,
    language_of,
    share_bar,
)


def puzzle_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds what the commands about boards share."""
    for add in (
        click.option("--quiet", is_flag=True, help="Shows no progress."),
        click.option("--corner", "corners", multiple=True, metavar="ROW,COLUMN=NUMBER",
                     help="A corner that has its number already, as 0,1=3."),
        click.option("--piece", "pieces", multiple=True, metavar="ROW,COLUMN=PIECE",
                     help="A piece that lies already, as 0,1=01/42."),
        click.option("--numbers", default=3, show_default=True,
                     help="How many numbers the pieces show."),
    ):
        command = add(command)
    return command


@click.group()
def puzzle() -> None:
    """Boards to be filled with different square pieces whose corners agree, and endings of
    tricks."""


@puzzle.command(name="solve")
@click.argument("board")
@puzzle_options
@click.option("--all", "everything", is_flag=True, help="Lists every filling.")
@click.option("--nodes", default=tilings.NODES, show_default=True, type=COUNT,
              help="Corners to look at before giving up; 0 for no bound.")
@click.option("--seed", default=1, show_default=True, type=SEED,
              help="Finds another of many fillings.")
@into_file("--svg", "Draws the filling into a file.")
@click.pass_context
def puzzle_solve(
    ctx: click.Context, board: str, numbers: int, pieces: tuple[str, ...],
    corners: tuple[str, ...], quiet: bool, everything: bool, nodes: int, seed: int,
    svg: Path | None,
) -> None:
    """Fills a board, or proves that it cannot be filled.

    BOARD is rows and columns, as 3x5, or a drawing of its rows with # for a cell and . for none,
    as '##./.##'.
    """
    tiling = read_tiling(board, numbers, pieces, corners)
    if everything:
        given = [
            f"--{name}" for name in ("nodes", "seed", "svg")
            if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT
        ]
        if given:
            raise click.UsageError(
                f"--all lists every filling, without {' and '.join(given)}: leave one out"
            )
        found = 0
        for lattice in tiling.solutions():
            click.echo(lattice_text(lattice))
            found += 1
        click.echo(f"{board} on {numbers} numbers: {fillings(found)}.")
        return
    with share_bar("solving", quiet) as progress:
        answer = tiling.first(nodes or UNBOUNDED, seed, progress)
    click.echo(f"{board} on {numbers} numbers: {FILLED[answer.verdict]}.")
    click.echo(
        CORNERS_AND_CELLS.format(count=answer.nodes) if answer.nodes
        else tiling.why_not() or "Counting pieces and sides of the rim suffices to know."
    )
    if answer.verdict == UNKNOWN_WORD:
        click.echo(f"Look further: --nodes {10 * nodes}, or --nodes 0 to search without a bound.")
    if answer.verdict == LOST_WORD and not tiling.pieces and not tiling.corners:
        say_nearest(tiling)
    if answer.won:
        click.echo(f"{lattice_text(answer.lattice)}\n")
        show_region(tiling, answer.lattice, svg, f"{board} on {numbers} numbers")


CORNERS_AND_CELLS = plural(
    "{count} corner or cell looked at.", "{count} corners and cells looked at."
)


def say_nearest(tiling: Tiling) -> None:
    """Names the boards nearest to one that cannot be filled which can be."""
    sides = tiling.sides()
    near = nearest_boards(tiling.numbers, *sides) if sides and tiling.numbers in LARGEST else []
    if near:
        named = " and ".join(f"{rows}x{columns}" for rows, columns in near)
        click.echo(f"The nearest boards that can be filled: {named}.")


@puzzle.command(name="count")
@click.argument("board")
@puzzle_options
@click.option("--nodes", default=0, type=COUNT,
              help="Corners to look at before giving up; without a bound unless given.")
def puzzle_count(
    board: str, numbers: int, pieces: tuple[str, ...], corners: tuple[str, ...], quiet: bool,
    nodes: int,
) -> None:
    """Counts the fillings of a board, also up to rotation and up to all symmetries.

    BOARD is as for solve.
    """
    tiling = read_tiling(board, numbers, pieces, corners)
    with share_bar("counting", quiet) as progress:
        count = tiling.count(nodes or None, progress=progress)
    if not count.known:
        click.echo(
            f"{board} on {numbers} numbers: at least {fillings(count.labelled)}; the search "
            "stopped before the end."
        )
        click.echo(f"Look further: --nodes {10 * nodes}, or --nodes 0 to count without a bound.")
        return
    click.echo(f"{board} on {numbers} numbers: {fillings(count.labelled)},")
    click.echo(f"{count.up_to_rotation:,} up to rotation of the board,")
    click.echo(f"{count.up_to_symmetry:,} up to rotation, cyclic renaming of the numbers and")
    click.echo("mirror image with reversed numbers.")
    click.echo(f"{count.nodes} corners looked at.")


@puzzle.command(name="make")
@click.argument("board")
@click.option("--numbers", default=3, show_default=True, help="How many numbers pieces show.")
@click.option("--difficulty", default=tilings.MEDIUM, show_default=True,
              type=click.Choice(tilings.DIFFICULTIES))
@click.option("--seed", default=None, type=SEED, help="Makes the same puzzle again.")
@click.option("--solution", is_flag=True, help="Shows the solution, too.")
@into_file("--svg", "Draws the puzzle into a file.")
@click.option("--play", "played", is_flag=True, help="Plays the puzzle in the terminal.")
@in_language
@click.pass_context
def puzzle_make(
    ctx: click.Context, board: str, numbers: int, difficulty: str, seed: int | None, solution: bool,
    svg: Path | None, played: bool,
) -> None:
    """Makes a puzzle with exactly one solution.

    BOARD is rows and columns, as 3x5.
    """
    found = SIZE_SPELLING.fullmatch(board)
    if found is None:
        raise click.ClickException(f"{board} is no size: write rows and columns like 3x5")
    if seed is None:
        seed = randbits(32)
    made = tilings.make(int(found[1]), int(found[2]), numbers, difficulty, seed)
    given = " ".join(
        f"--piece {row},{column}={form_name(form)}" for (row, column), form in
        sorted(made.pieces.items())
    )
    click.echo(
        f"{board} on {numbers} numbers, {difficulty}, seed {seed}: {len(made.pieces)} of "
        f"{len(made.cells)} pieces are given, and there is one solution.\n"
    )
    click.echo("\n".join(lattice_rows(made.lattice(made.givens))))
    click.echo(f"\nsobremesa puzzle solve {board} --numbers {numbers} {given}")
    if not played:
        click.echo(
            f"sobremesa puzzle make {board} --numbers {numbers} --difficulty {difficulty} "
            f"--seed {seed} --play"
        )
    if solution:
        click.echo("\n" + "\n".join(lattice_rows(made.first().lattice)))
    if svg is not None:
        write_text(svg, region_svg(made.cells, made.pieces, f"{board}, {difficulty}"))
    if played:
        play_puzzle(made, int(found[1]), int(found[2]), seed, speech(language_of(ctx)))


def play_puzzle(made: Tiling, rows: int, columns: int, seed: int, say: Say) -> None:
    """Plays a puzzle that was made in the terminal."""
    game = sobremesa.game("cuadrominos-puzzle", rows=rows, columns=columns, numbers=made.numbers)
    click.echo()
    TerminalTable(Match(game, deal=given_on(made)), 0, [""], seed, say).play_to_the_end()


SIZE_SPELLING = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")
TOO_LARGE = re.compile(r"\d{3,}\s*[x×]\s*\d+|\d+\s*[x×]\s*\d{3,}")
GIVEN_SPELLING = re.compile(r"(-?\d{1,4}),(-?\d{1,4})=(.+)")
FILLED = {
    "won": "it can be filled", "lost": "it cannot be filled",
    "unknown": "unknown, the search stopped before the end",
}


FILLINGS = plural("{count:,} filling", "{count:,} fillings")


def fillings(count: int) -> str:
    """Says how many fillings there are.

    >>> fillings(1), fillings(2640)
    ('1 filling', '2,640 fillings')
    """
    return FILLINGS.format(count=count)


def read_tiling(
    board: str, numbers: int, pieces: tuple[str, ...], corners: tuple[str, ...]
) -> Tiling:
    """Reads a board and what is given on it."""
    given: dict[tuple[int, int], int] = {}
    for text in pieces:
        place, rest = read_given(text, "a piece", "0,1=01/42")
        check_once(place, given, "piece")
        given[place] = parse_form(rest, numbers)
    shown: dict[tuple[int, int], int] = {}
    for text in corners:
        place, rest = read_given(text, "a corner", "0,1=3")
        check_once(place, shown, "corner")
        number = whole(rest)
        if number is None:
            raise click.ClickException(f"{rest} is no number: write a corner like 0,1=3")
        shown[place] = number
    return Tiling(numbers, read_cells(board), given, shown)


def check_once(place: tuple[int, int], given: dict[tuple[int, int], int], what: str) -> None:
    """Refuse a place that is given twice."""
    if place in given:
        raise click.ClickException(f"{place[0]},{place[1]} has two of --{what}: leave one out")


def read_given(text: str, what: str, example: str) -> tuple[tuple[int, int], str]:
    """Reads `row,column=…`."""
    found = GIVEN_SPELLING.fullmatch(text.replace(" ", ""))
    if found is None:
        raise click.ClickException(f"{text} is not understood: write {what} like {example}")
    return (int(found[1]), int(found[2])), found[3]


def read_cells(board: str) -> list[tuple[int, int]]:
    """Reads `3x5`, or rows of # and . with / between them.

    >>> read_cells("##/.#")
    [(0, 0), (0, 1), (1, 1)]
    """
    found = SIZE_SPELLING.fullmatch(board)
    if found is not None:
        rows, columns = int(found[1]), int(found[2])
        return [(row, column) for row in range(rows) for column in range(columns)]
    if TOO_LARGE.fullmatch(board) is not None:
        raise click.ClickException(f"{shortened(board)} is too large: a side has at most 99 pieces")
    if set(board) - set("#./"):
        raise click.ClickException(
            f"{board} is no board: write rows and columns like 3x5, or a drawing like '##./.##'"
        )
    return [
        (row, column) for row, line in enumerate(board.split("/"))
        for column, sign in enumerate(line) if sign == "#"
    ]


def show_region(tiling: Tiling, lattice: Lattice, svg: Path | None, title: str) -> None:
    """Writes a filling and the pieces that are left over, and draws it if wished."""
    click.echo("\n".join(lattice_rows(lattice)))
    forms = tiling.forms(lattice)
    used = {form // 4 for form in forms.values()}
    left = [piece_name(piece) for piece in range(pieces_in(tiling.numbers)) if piece not in used]
    click.echo(f"\nLeft over: {' '.join(left) or 'nothing'}")
    if svg is not None:
        write_text(svg, region_svg(tiling.cells, forms, title))


@click.command(name="cuadrominos")
@click.option("--numbers", default=0, type=click.IntRange(0, max(board[0] for board in BOARDS)),
              help="Only boards of so many numbers.")
@click.option("--nodes", default=100_000_000, show_default=True, type=COUNT,
              help="Corners to look at for each board; 0 for no bound.")
@click.option("--quiet", is_flag=True, help="Shows no progress.")
@into_folder("--pictures", "Draws a filling of each board that can be filled into a folder.")
def study(numbers: int, nodes: int, quiet: bool, pictures: Path | None) -> None:
    """Counts the fillings of the boards that the document about Cuadróminos asks for."""
    findings = []
    for board in BOARDS:
        if numbers in (0, board[0]):
            finding = Finding(*board)
            with share_bar(f"{board[1]}x{board[2]} on {board[0]}", quiet) as progress:
                finding.count(nodes, progress)
            findings.append(finding)
    click.echo(table(findings))
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        for name in DRAWN:
            write_text(pictures / f"cuadrominos-{name}.svg", drawn_board(name))


def drawn_board(name: str) -> str:
    """Draws a board of the study."""
    numbers, text = DRAWN[name]
    lattice = parse_lattice(text)
    tiling = tilings.rectangle(len(lattice) - 1, len(lattice[0]) - 1, numbers)
    title = f"{len(lattice) - 1} × {len(lattice[0]) - 1} on {numbers} numbers"
    return region_svg(tiling.cells, tiling.forms(lattice), title)
