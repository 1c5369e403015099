"""The terminal: `sobremesa games`, `rules`, `schema`, `play`, `solve`, `puzzle`, `table`,
`record show`, `lab duel`, `study`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from secrets import randbits

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import sobremesa
from sobremesa import Game, Refused, boards, bots, picture, record, rules, schema
from sobremesa.core.game import NOBODY, game_class, game_for_people, served
from sobremesa.core.options import Option, Value
from sobremesa.core.wording import plural
from sobremesa.lab import solitaires
from sobremesa.lab.arena import duel as arena_duel
from sobremesa.solvers import solve as solve_round
from sobremesa.solvers.solver import NODES, UNBOUNDED, UNKNOWN_WORD
from sobremesa.terminal import COUNT, TerminalTable, count_bar, harmless, into_file, show

# How many deals or matches there may be.
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


@main.command(name="schema")
@click.argument("game")
def show_schema(game: str) -> None:
    """Prints the JSON Schema of what a seat may know of a game."""
    click.echo(schema.text(game), nl=False)


class GameCommand(click.Command):
    """A command that takes the options of a game, which its help lists once a game is named."""

    allow_extra_args = ignore_unknown_options = True

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


@main.command(cls=GameCommand)
@click.argument("game")
@click.option("--bots", "kinds", default="",
              help="Who sits in the other seats: one kind, or one for each seat, with commas; "
                   "unless named, the strongest that answers within about a second.")
@click.option("--seat", default=1, show_default=True, help="Your seat; -1 to watch only.")
@click.option("--seed", default=None, type=int, help="Deals the same tiles again.")
@into_file("--save", "Writes the record of the match to a file.")
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
    return ["" if place == seat else wanted[others.index(place)] for place in range(game.players)]


@main.command(cls=GameCommand)
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
    click.echo(LOOKED_AT.format(count=answer.nodes) + "; " + BEST_LINE.format(count=len(texts)))
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


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Where to listen; lan lets every device in the house in.")
@click.option("--port", default=8000, show_default=True, help="0 takes any free port.")
@click.option("--database", default=None, help="Where tables are kept: a file or a database URL.")
@click.option("--open/--no-open", "open_page", default=False, help="Opens a browser.")
@click.option("--proxy", default="",
              help="Addresses of proxies in front, which may say from where a request comes.")
def table(host: str, port: int, database: str | None, open_page: bool, proxy: str) -> None:
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
    kept = record.read(text_of(file))
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


def text_of(file: Path) -> str:
    """Reads a file that should be text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise click.ClickException(f"{file} is not a text file") from wrong


def name_in(kept: record.Record, place: int) -> str:
    """Gives the name of a seat as a record has it, harmless also where it counts columns."""
    name = kept.tags.get(f"Seat{place + 1}", "?")
    return f"Seat {place + 1}" if name.strip() in ("", "?") else " ".join(harmless(name).split())


@record_group.command(name="pbn")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def show_pbn(file: Path) -> None:
    """Turns a record of Super Bridge into PBN, and PBN into a record."""
    text = text_of(file)
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
    with count_bar("playing", matches) as progress:
        outcome = arena_duel(chosen, list(kinds), matches, seed, progress=progress)
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
@into_file("--svg", "Draws the shares into a file.")
def study_solitaires(
    deals: int, played: int, nodes: int, seed: int, games: tuple[str, ...],
    sets: tuple[int, ...], svg: Path | None,
) -> None:
    """Says how many deals of the solitaires can be won, and what a careful player wins."""
    wanted = [
        (name, top) for name, top in solitaires.subjects()
        if (not games or name in games) and (not sets or top in sets)
    ]
    findings = []
    for name, top in wanted:
        with count_bar(f"{name}, double-{top}", deals) as progress:
            findings.append(solitaires.study(
                name, top, deals, played, nodes=nodes, seed=seed, progress=progress
            ))
    click.echo(solitaires.table(findings))
    if svg is not None:
        svg.write_text(solitaires.plot(findings), encoding="utf-8")


main.add_command(boards.puzzle)
study.add_command(boards.study)


if __name__ == "__main__":
    main()
