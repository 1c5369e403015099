"""The terminal: `sobremesa games`, `rules`, `play`, `solve`, `puzzle`, `table`, `record show`,
`lab duel`, `study`."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import randbits

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import sobremesa
from sobremesa import Game, Match, Refused, bots, picture, record, rules
from sobremesa.core.game import NOBODY, game_class, game_for_people, served
from sobremesa.core.numbers import whole
from sobremesa.core.options import Option, Value
from sobremesa.core.wording import plural
from sobremesa.families.puzzle.boards import LARGEST, nearest_boards
from sobremesa.lab import solitaires
from sobremesa.lab import tilings as boards
from sobremesa.lab.arena import duel as arena_duel
from sobremesa.material.lattice import Lattice, parse_lattice
from sobremesa.material.quadrominoes import form_name, parse_form, piece_name, pieces_in
from sobremesa.picture.puzzle.region import lattice_rows, lattice_text, region_svg
from sobremesa.solvers import solve as solve_round
from sobremesa.solvers import tilings
from sobremesa.solvers.solver import LOST_WORD, NODES, UNBOUNDED, UNKNOWN_WORD
from sobremesa.solvers.tilings import Tiling
from sobremesa.terminal import TerminalTable, harmless, show

# How many nodes a search may look at, and how many deals or matches there may be.
COUNT = click.IntRange(0, 10**15)
MANY_DEALS = click.IntRange(0, 10**7)


class Sentences(click.Group):
    """A group whose refusals are a sentence, not a traceback."""

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command and says refusals as errors."""
        try:
            return super().invoke(ctx)
        except Refused as refused:
            raise click.ClickException(harmless(str(refused))) from refused


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(sobremesa.__version__, prog_name="sobremesa")
def main() -> None:
    """Tabletop games that exist only on paper: exact, playable, fast and measurable."""
    if not sobremesa.compiled:
        click.echo("The engine runs uncompiled: everything works, only slower.", err=True)


@main.command()
def games() -> None:
    """Lists the games."""
    listing = Table(box=None, pad_edge=False)
    listing.add_column("game", style="bold")
    listing.add_column("players")
    listing.add_column("what it is")
    for name in sobremesa.games():
        listing.add_row(name, seats_of(name), game_class(name).SENTENCE)
    Console().print(listing)


MOST_PLAYERS = 19


def seats_of(name: str) -> str:
    """Says for how many players a game is, with its standard set."""
    fits = served(name, {}, MOST_PLAYERS)
    return str(fits[0]) if len(fits) == 1 else f"{fits[0]}-{fits[-1]}"


@main.command(name="rules")
@click.argument("game")
def show_rules(game: str) -> None:
    """Shows the rules of a game, or what all domino games share (domino-sets)."""
    console = Console()
    page = rules.page(game)
    if console.is_terminal:
        with console.pager(styles=True):
            console.print(Markdown(page))
    else:
        click.echo(page)


class GameCommand(click.Command):
    """A command that takes the options of a game, which its help lists once a game is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remembers which game is named, for the help."""
        ctx.meta[GAME_NAMED] = next((word for word in args if word in sobremesa.games()), "")
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the options of the command, then those of the game."""
        super().format_options(ctx, formatter)
        named = ctx.meta.get(GAME_NAMED)
        if named:
            with formatter.section(f"Options of {game_class(named).TITLE}"):
                formatter.write_dl(list(game_options(named)))


GAME_NAMED = "sobremesa.game"


def game_options(game: str) -> Iterator[tuple[str, str]]:
    """Lists the options of a game with what they mean, as people give and read them.

    >>> dict(game_options("block"))["--next_lead"].splitlines()[0]
    'Who leads later hands: fixed (the same player every time), rotate (the next player to the \
left), winner (the winner of the last hand) [fixed]'
    """
    for option in game_class(game).declared():
        if option.seat:
            named = [option.word(int(value)) for value in option.words]
            values = ", ".join(named if "0" in option.words else [*named, "or a seat from 1"])
        elif option.allowed is None:
            values = str(option.values())
        else:
            values = ", ".join(_with_word(option, value) for value in option.allowed)
        usual = option.word(option.default)
        if not option.seat and not isinstance(option.default, bool):
            usual = str(option.default)
        yield f"--{option.name}", f"{option.title}: {values} [{usual}]"


def _with_word(option: Option, value: Value) -> str:
    if isinstance(value, bool):
        return option.word(value)
    word = option.words.get(str(value), str(value))
    return word if word == str(value) else f"{value} ({word})"


@main.command(
    cls=GameCommand,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("game")
@click.option("--bots", "kinds", default="",
              help="Who sits in the other seats: one kind, or one for each seat, with commas; "
                   "unless named, the strongest that answers within about a second.")
@click.option("--seat", default=1, show_default=True, help="Your seat; -1 to watch only.")
@click.option("--seed", default=None, type=int, help="Deals the same tiles again.")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path),
              help="Writes the record of the match to a file.")
@click.pass_context
def play(
    ctx: click.Context, game: str, kinds: str, seat: int, seed: int | None, save: Path | None
) -> None:
    """Plays a match in the terminal against bots.

    Every option of the game can be given: --players 3 --target 60 --auto_claim yes. Name a
    game before --help to list its options. Seats count from 1.
    """
    chosen = game_for_people(game, read_extras(game, ctx.args))
    place = place_of(seat, chosen)
    sitting = seat_bots(chosen, kinds or bots.usual(game), place)
    if seed is None:
        seed = randbits(32)
    TerminalTable(chosen.start(seed), place, sitting, seed).play_to_the_end(save)


def place_of(seat: int, game: Game) -> int:
    """Finds a seat that people count from 1, or nobody's for somebody who only watches."""
    if seat != NOBODY and not 1 <= seat <= game.players:
        raise click.ClickException(
            f"there is no seat {seat}: the seats are 1 to {game.players}, and -1 is to watch"
        )
    return seat if seat == NOBODY else seat - 1


def read_extras(game: str, words: list[str]) -> dict[str, str]:
    """Reads `--target 60`, `--target=60` and `--auto-claim` as options of the game.

    >>> read_extras("muggins", ["--target", "60", "--auto-claim"])
    {'target': '60', 'auto_claim': 'yes'}
    """
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            raise click.UsageError(f"{word} is not understood: options begin with --")
        name, equals, value = word[2:].partition("=")
        if not equals:
            value = rest.pop(0) if rest and not rest[0].startswith("--") else "yes"
        options[name.replace("-", "_")] = value
    return options


SEATS_FREE = plural("{count} seat is free", "{count} seats are free")
BOTS_NAMED = plural("{count} bot is named", "{count} bots are named")


def seat_bots(game: Game, kinds: str, seat: int) -> list[str]:
    """Gives the kind of bot for each seat, and nothing for the person's."""
    wanted = [kind.strip() for kind in kinds.split(",")]
    others = [place for place in range(game.players) if place != seat]
    if len(wanted) == 1:
        wanted = wanted * len(others)
    if len(wanted) != len(others):
        raise click.ClickException(
            SEATS_FREE.format(count=len(others)) + ", " + BOTS_NAMED.format(count=len(wanted))
        )
    for kind in wanted:
        bots.bot(game.name, kind)
    sitting = ["" for _ in range(game.players)]
    for place, kind in zip(others, wanted, strict=True):
        sitting[place] = kind
    return sitting


@main.command(
    cls=GameCommand,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
@click.argument("game")
@click.option("--seed", default=0, show_default=True, help="The deal.")
@click.option("--nodes", default=NODES, show_default=True, type=COUNT,
              help="Positions to look at before giving up; 0 for no bound.")
@click.pass_context
def solve(ctx: click.Context, game: str, seed: int, nodes: int) -> None:
    """Says whether a deal of a solitaire can be won, and by which moves.

    Every option of the game can be given: --set 9. Name a game before --help to list its
    options.
    """
    chosen = game_for_people(game, read_extras(game, ctx.args))
    match = chosen.start(seed)
    answer = solve_round(match.round, nodes=nodes or UNBOUNDED)
    texts = []
    for move in answer.line:
        texts.append(match.round.text(move))
        match.play(move)
    click.echo(f"{chosen.title}, seed {seed}: {SOLVED[answer.verdict]}.")
    click.echo(
        LOOKED_AT.format(count=answer.nodes) + "; " + BEST_LINE.format(count=len(texts))
    )
    click.echo("  " + "  ".join(texts))
    if answer.verdict == UNKNOWN_WORD:
        click.echo(f"Look further: --nodes {10 * nodes}, or --nodes 0 to search without a bound.")
    click.echo(picture.headline(match.view(0)))


LOOKED_AT = plural("{count} position looked at", "{count} positions looked at")
BEST_LINE = plural("the best line has {count} move:", "the best line has {count} moves:")
SOLVED = {
    "won": "it can be won", "lost": "it cannot be won",
    "unknown": "unknown, the search stopped before the end",
}


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


@main.group()
def puzzle() -> None:
    """Boards to be filled with different square pieces whose corners agree."""


@puzzle.command(name="solve")
@click.argument("board")
@puzzle_options
@click.option("--all", "everything", is_flag=True, help="Lists every filling.")
@click.option("--nodes", default=tilings.NODES, show_default=True, type=COUNT,
              help="Corners to look at before giving up; 0 for no bound.")
@click.option("--seed", default=1, show_default=True, help="Finds another of many fillings.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path),
              help="Draws the filling into a file.")
def puzzle_solve(
    board: str, numbers: int, pieces: tuple[str, ...], corners: tuple[str, ...], quiet: bool,
    everything: bool, nodes: int, seed: int, svg: Path | None,
) -> None:
    """Fills a board, or proves that it cannot be filled.

    BOARD is rows and columns, as 3x5, or a drawing of its rows with # for a cell and . for none,
    as '##./.##'.
    """
    tiling = read_tiling(board, numbers, pieces, corners)
    if everything:
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
@click.option("--seed", default=None, type=int, help="Makes the same puzzle again.")
@click.option("--solution", is_flag=True, help="Shows the solution, too.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path),
              help="Draws the puzzle into a file.")
@click.option("--play", "played", is_flag=True, help="Plays the puzzle in the terminal.")
def puzzle_make(
    board: str, numbers: int, difficulty: str, seed: int | None, solution: bool,
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
        svg.write_text(
            region_svg(made.cells, made.pieces, f"{board}, {difficulty}"), encoding="utf-8"
        )
    if played:
        play_puzzle(made, int(found[1]), int(found[2]), seed)


def play_puzzle(made: Tiling, rows: int, columns: int, seed: int) -> None:
    """Plays a puzzle that was made in the terminal."""
    game = sobremesa.game(
        "cuadrominos-puzzle", rows=rows, columns=columns, numbers=made.numbers
    )
    given = [
        f"{form_name(form)}@{row},{column}" for (row, column), form in sorted(made.pieces.items())
    ]
    click.echo()
    TerminalTable(Match(game, deal={"given": given}), 0, [""], seed).play_to_the_end()


SIZE_SPELLING = re.compile(r"([1-9]\d?)\s*[x×]\s*([1-9]\d?)")
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
        given[place] = parse_form(rest, numbers)
    shown: dict[tuple[int, int], int] = {}
    for text in corners:
        place, rest = read_given(text, "a corner", "0,1=3")
        number = whole(rest)
        if number is None:
            raise click.ClickException(f"{rest} is no number: write a corner like 0,1=3")
        shown[place] = number
    return Tiling(numbers, read_cells(board), given, shown)


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
        svg.write_text(region_svg(tiling.cells, forms, title), encoding="utf-8")


@contextmanager
def share_bar(what: str, quiet: bool) -> Iterator[tilings.Progress | None]:
    """Shows which share of a search is done, if somebody looks."""
    console = Console(file=sys.stderr)
    if quiet or not console.is_terminal:
        yield None
        return
    bar = Progress(
        TextColumn(what), BarColumn(), TextColumn("{task.percentage:>6.2f} % of the tree"),
        TimeRemainingColumn(), console=console, transient=True,
    )
    with bar:
        task = bar.add_task(what, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Where to listen; lan lets every device in the house in.")
@click.option("--port", default=8000, show_default=True, help="0 takes any free port.")
@click.option("--database", default=None, help="Where tables are kept: a file or a database URL.")
@click.option("--open/--no-open", "open_page", default=False, help="Opens a browser.")
@click.option("--proxy", default="",
              help="Addresses of proxies in front, which may say from where a request comes.")
def table(
    host: str, port: int, database: str | None, open_page: bool, proxy: str
) -> None:
    """Opens the table for browsers."""
    try:
        from sobremesa.table.database import NoDatabase
        from sobremesa.table.serve import serve
    except ImportError as missing:
        raise click.ClickException(
            f"the table needs more packages ({missing.name} is missing): "
            "pip install 'sobremesa[table]'"
        ) from missing
    try:
        serve(host=host, port=port, database=database, open_page=open_page, proxy=proxy)
    except NoDatabase as refused:
        raise click.ClickException(str(refused)) from refused


@main.group(name="record")
def record_group() -> None:
    """Reads records of matches."""


@record_group.command(name="show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", default=-1, help="Shows every position as this seat saw it.")
@click.option("--moves/--no-moves", default=True, help="Tells what happened, move by move.")
def show_record(file: Path, seat: int, moves: bool) -> None:
    """Shows a record: who played, what happened, and how it ended."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise click.ClickException(f"{file} is not a text file") from wrong
    kept = record.read(text)
    match = kept.match()
    names = [name_in(kept, place) for place in range(match.game.players)]
    show(f"{match.game.title}: {', '.join(names)}")
    for played in match.rounds():
        view = played.view(place_of(seat, match.game))
        if moves:
            show(f"\nHand {view.data['number']}")
            for line in picture.log_lines(view, names=names):
                show(f"  {line}")
        show(picture.ascii(view, names=names))


def name_in(kept: record.Record, place: int) -> str:
    """Gives the name of a seat as a record has it, harmless also where it counts columns."""
    name = kept.tags.get(f"Seat{place + 1}", "?")
    return f"Seat {place + 1}" if name.strip() in ("", "?") else " ".join(harmless(name).split())


@record_group.command(name="pbn")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def show_pbn(file: Path) -> None:
    """Turns a record of Super Bridge into PBN, and PBN into a record."""
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise click.ClickException(f"{file} is not a text file") from wrong
    if record.is_pbn(text):
        click.echo(record.write(record.read_pbn(text)), nl=False)
    else:
        click.echo(record.pbn(record.read(text).match()), nl=False)


@main.group()
def lab() -> None:
    """Experiments: how games and bots behave."""


@lab.command()
@click.argument("game")
@click.argument("kinds", nargs=-1, required=True)
@click.option("--matches", default=2000, show_default=True, type=MANY_DEALS)
@click.option("--seed", default=1, show_default=True)
@click.option("--option", "options", multiple=True, metavar="NAME=VALUE",
              help="An option of the game; can be given several times.")
def duel(
    game: str, kinds: tuple[str, ...], matches: int, seed: int, options: tuple[str, ...]
) -> None:
    """Lets bots play many matches and says who wins how often.

    There is one seat for each kind named: `sobremesa lab duel muggins greedy random`.
    """
    pairs = dict(pair.partition("=")[::2] for pair in options)
    if "players" in pairs:
        raise click.ClickException("name a bot for each player: their number is that of the bots")
    chosen = game_for_people(game, {"players": str(len(kinds)), **pairs})
    bar = Progress(
        TextColumn("playing"), BarColumn(), TextColumn("{task.completed}/{task.total}"),
        TimeRemainingColumn(), console=Console(file=sys.stderr),
    )
    with bar:
        task = bar.add_task("playing", total=matches)
        outcome = arena_duel(
            chosen, list(kinds), matches, seed,
            progress=lambda done: bar.update(task, completed=done),
        )
    click.echo(outcome.text())


@main.group()
def study() -> None:
    """Studies of games, with figures and plots."""


@study.command(name="solitaires")
@click.option("--deals", default=200, show_default=True, type=MANY_DEALS,
              help="Deals of each game and set.")
@click.option("--played", default=20, show_default=True, type=MANY_DEALS,
              help="How many of them the careful player plays.")
@click.option("--nodes", default=NODES, show_default=True, type=COUNT,
              help="Positions to look at for each deal.")
@click.option("--seed", default=1, show_default=True)
@click.option("--game", "games", multiple=True, help="Only this game; can be given several times.")
@click.option("--set", "sets", type=int, multiple=True, help="Only this set.")
@click.option("--svg", type=click.Path(dir_okay=False, path_type=Path),
              help="Draws the shares into a file.")
def study_solitaires(
    deals: int, played: int, nodes: int, seed: int, games: tuple[str, ...],
    sets: tuple[int, ...], svg: Path | None,
) -> None:
    """Says how many deals of the solitaires can be won, and what a careful player wins."""
    wanted = [
        (name, top) for name in (*solitaires.GAMES, "bingo")
        for top in (solitaires.BINGO_SETS if name == "bingo" else solitaires.SETS)
        if (not games or name in games) and (not sets or top in sets)
    ]
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(),
        TextColumn("{task.completed}/{task.total}"), console=Console(file=sys.stderr),
    )
    findings = []
    with bar:
        for name, top in wanted:
            task = bar.add_task(f"{name}, double-{top}", total=deals)
            findings.append(solitaires.study(
                name, top, deals, played, nodes=nodes, seed=seed,
                progress=lambda done, task=task: bar.update(task, completed=done),  # type: ignore[misc]
            ))
    click.echo(solitaires.table(findings))
    if svg is not None:
        svg.write_text(solitaires.plot(findings), encoding="utf-8")


@study.command(name="cuadrominos")
@click.option("--numbers", default=0, help="Only boards of so many numbers.")
@click.option("--nodes", default=100_000_000, show_default=True, type=COUNT,
              help="Corners to look at for each board; 0 for no bound.")
@click.option("--quiet", is_flag=True, help="Shows no progress.")
@click.option("--pictures", type=click.Path(file_okay=False, path_type=Path),
              help="Draws a filling of each board that can be filled into a folder.")
def study_cuadrominos(numbers: int, nodes: int, quiet: bool, pictures: Path | None) -> None:
    """Counts the fillings of the boards that the document about Cuadróminos asks for."""
    findings = []
    for board in boards.BOARDS:
        if numbers in (0, board[0]):
            finding = boards.Finding(*board)
            with share_bar(f"{board[1]}x{board[2]} on {board[0]}", quiet) as progress:
                finding.count(nodes, progress)
            findings.append(finding)
    click.echo(boards.table(findings))
    if pictures is not None:
        pictures.mkdir(parents=True, exist_ok=True)
        for name in boards.DRAWN:
            (pictures / f"cuadrominos-{name}.svg").write_text(drawn_board(name), encoding="utf-8")


def drawn_board(name: str) -> str:
    """Draws a board of the study."""
    numbers, text = boards.DRAWN[name]
    lattice = parse_lattice(text)
    tiling = tilings.rectangle(len(lattice) - 1, len(lattice[0]) - 1, numbers)
    title = f"{len(lattice) - 1} × {len(lattice[0]) - 1} on {numbers} numbers"
    return region_svg(tiling.cells, tiling.forms(lattice), title)


if __name__ == "__main__":
    main()
