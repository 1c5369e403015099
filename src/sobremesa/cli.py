"""The terminal: `sobremesa games`, `rules`, `learn`, `schema`, `example`, `play`, `solve`,
`puzzle`, `table`, `record show`, `record verify`, `engine`, `lab duel`, `lab ladder`, `lab run`,
`lab compare`, `lab report`, `lab measures`, `lab studies`, `lab stakes`, `lab poker`, `study`."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import randbits
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console
from rich.markdown import Markdown
from rich.table import Table

import sobremesa
from sobremesa import (
    Game,
    Refused,
    boards,
    bots,
    ending_problems,
    engines,
    examples,
    open_deals,
    picture,
    record,
    reviewing,
    rules,
    schema,
    studies,
)
from sobremesa.core.errors import Phrase, suggestion
from sobremesa.core.game import NOBODY, game_class, game_for_people, served
from sobremesa.core.numbers import MOST_POINTS, shortened, whole
from sobremesa.core.options import Option, Value
from sobremesa.core.wording import You, plural
from sobremesa.extras import missing_library
from sobremesa.files import write_text
from sobremesa.lab import ladder as ladders
from sobremesa.lab import open_findings, open_hands, poker, solitaires, stakes
from sobremesa.lab.arena import Balance, Outcome, equal_duel
from sobremesa.lab.arena import duel as arena_duel
from sobremesa.picture.saying import N_, Say, Voice
from sobremesa.picture.tricks import openhands
from sobremesa.solvers import solve as solve_round
from sobremesa.solvers.solver import NODES, UNBOUNDED, UNKNOWN_WORD
from sobremesa.streams import (
    drop_output,
    pager_takes_styles,
    speak_any_encoding,
    speak_utf8,
    tidy_endings,
)
from sobremesa.table.words import LANGUAGES, speech
from sobremesa.terminal import (
    COUNT,
    LANGUAGE,
    SEED,
    TerminalTable,
    by_how_many,
    count_bar,
    harmless,
    in_language,
    into_file,
    into_folder,
    language_of,
    passing_bar,
    show,
    waiting_bar,
)
from sobremesa.terminal_lessons import teach

if TYPE_CHECKING:
    from sobremesa.table.storage import Store

# How many deals or matches there may be.
MANY_DEALS = click.IntRange(1, 10**7)


class Sentences(click.Group):
    """A group whose refusals are a sentence, not a traceback."""

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run a command, and say what the system refuses as an error."""
        speak_any_encoding()
        try:
            try:
                return super().main(*args, **extra)
            finally:
                sys.stdout.flush()
        except OSError as wrong:
            drop_output()
            if wrong.errno == errno.EPIPE:
                # Whoever read has had enough.
                sys.exit(1)
            reason = wrong.strerror or str(wrong)
            what = "the output cannot be written" if wrong.filename is None else wrong.filename
            with suppress(OSError):
                click.echo(f"Error: {harmless(f'{what}: {reason}')}", err=True)
            sys.exit(1)

    def invoke(self, ctx: click.Context) -> object:
        """Runs a command and says refusals as errors."""
        try:
            return super().invoke(ctx)
        except Refused as refused:
            said = refused.said(speech(language_of(ctx)))
            raise click.ClickException(harmless(said)) from refused


@click.group(cls=Sentences, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(sobremesa.__version__, prog_name="sobremesa")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Tabletop games that exist only on paper: exact, playable, fast and measurable."""
    if ctx.invoked_subcommand != "table":
        # The table ends its servers in its own way.
        ctx.with_resource(tidy_endings())
    if not sobremesa.compiled:
        click.echo("The engine runs uncompiled: everything works, only slower.", err=True)


@main.command()
@in_language
@click.pass_context
def games(ctx: click.Context) -> None:
    """Lists the games."""
    say = speech(language_of(ctx))
    listing = Table(box=None, pad_edge=False)
    longest = max(len(name) for name in sobremesa.games())
    listing.add_column(say("game"), style="bold", no_wrap=True, min_width=longest)
    listing.add_column(say("players"))
    listing.add_column(say("what it is"))
    for name in sobremesa.games():
        listing.add_row(name, seats_of(name), say(game_class(name).SENTENCE))
    console = Console()
    # Narrower, words would be cut.
    console.width = max(console.width, 3 * longest)
    console.print(listing)


MOST_PLAYERS = 19


def seats_of(name: str) -> str:
    """Says for how many players a game is, with its standard set."""
    fits = served(name, {}, MOST_PLAYERS)
    return str(fits[0]) if len(fits) == 1 else f"{fits[0]}-{fits[-1]}"


@main.command(name="rules")
@click.argument("game")
@in_language
@click.pass_context
def show_rules(ctx: click.Context, game: str) -> None:
    """Shows the rules of a game, or what all domino games share (domino-sets)."""
    console = Console()
    language = language_of(ctx)
    page = rules.page(game, language, speech(language))
    if console.is_terminal:
        with console.pager(styles=pager_takes_styles()):
            console.print(Markdown(page))
    else:
        click.echo(page)


@main.command(name="schema")
@click.argument("game")
def show_schema(game: str) -> None:
    """Prints the JSON Schema of what a seat may know of a game."""
    speak_utf8()
    click.echo(schema.text(game), nl=False)


@main.command()
@click.argument("name", required=False)
def example(name: str | None) -> None:
    """Lists programs to begin with, or writes the named one into this folder."""
    if name is None:
        for one in examples.names():
            click.echo(f"{one:<16}{examples.sentence(one)}")
        return
    if name not in examples.names():
        hint = suggestion(name, examples.names())
        raise click.ClickException(harmless(f"there is no example {name}: {hint}"))
    written = examples.text(name)
    if Path(name).exists():
        raise click.ClickException(f"{name} was not written: File exists")
    write_text(Path(name), written)
    click.echo(f"{name} is here: read it, run it, change it.")


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
    'Who leads later hands: fixed (the same player every time), rotate (the next player in \
turn), winner (the winner of the last hand) [fixed]'
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
@click.option("--seed", default=None, type=SEED, help="Deals the same tiles again.")
@into_file("--save", "Writes the record of the match to a file.")
@in_language
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
    say = speech(language_of(ctx))
    sitting = seat_bots(chosen, kinds or bots.usual(game), place)
    if seed is None:
        seed = randbits(32)
    TerminalTable(chosen.start(seed), place, sitting, seed, say).play_to_the_end(save)


@main.command()
@click.argument("game")
@click.argument("part", default="1")
@in_language
@click.pass_context
def learn(ctx: click.Context, game: str, part: str) -> None:
    """Teaches a game: a few steps, each with one thing to do, then a first hand in which what is
    new is explained.

    PART begins further on: the number of a step, or hand.
    """
    named = ctx.meta.get(LANGUAGE)
    teach(game, part, language_of(ctx), f" --language {named}" if named else "")


def place_of(seat: int, game: Game) -> int:
    """Finds a seat that people count from 1, or nobody's for somebody who only watches."""
    if seat != NOBODY and not 1 <= seat <= game.players:
        raise Refused(
            "there is no seat {seat}: the seats are 1 to {last}, and -1 is to watch",
            seat=seat, last=int(game.players),
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
        raise Refused(
            "{free}, {named}", free=Phrase(SEATS_FREE, count=len(others)),
            named=Phrase(BOTS_NAMED, count=len(wanted)),
        )
    for kind in wanted:
        bots.bot(game.name, kind)
    return ["" if place == seat else wanted[others.index(place)] for place in range(game.players)]


@main.command(cls=GameCommand)
@click.argument("game")
@click.option("--seed", default=0, show_default=True, type=SEED, help="The deal.")
@click.option("--nodes", default=None, type=COUNT,
              help="Positions to look at before giving up, for tricks those of one result; 0 for "
                   f"no bound. [default: {NODES}, for tricks {open_deals.NODES}]")
@click.option("--pbn", default=None,
              type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Solves the boards of a PBN file, of 68 cards or of 52, or of a record.")
@click.option("--board", default=None, type=int, help="Only the board of this number.")
@into_file("--svg", "Draws the hands and the results of one deal of tricks into a file.")
@in_language
@click.pass_context
def solve(
    ctx: click.Context, game: str, seed: int, nodes: int | None, pbn: Path | None,
    board: int | None, svg: Path | None,
) -> None:
    """Says whether a deal of a solitaire can be won, and by which moves; of tricks, what each
    side takes when all hands are open.

    Every option of the game can be given: --set 9. Name a game before --help to list its
    options.
    """
    chosen = game_for_people(game, read_extras(game, ctx.args))
    if pbn is not None or open_deals.solves(chosen):
        solve_tricks(
            chosen, seed, open_deals.NODES if nodes is None else nodes, pbn, board, svg,
            Voice(speech(language_of(ctx))),
        )
    elif svg is not None or board is not None:
        raise Refused("only deals of tricks have boards and pictures of results")
    else:
        solve_alone(chosen, seed, NODES if nodes is None else nodes, speech(language_of(ctx)))


def solve_tricks(
    chosen: Game, seed: int, nodes: int, pbn: Path | None, board: int | None, svg: Path | None,
    say: Voice,
) -> None:
    """Shows deals with all hands open."""
    text = None if pbn is None else text_of(pbn)
    found = open_deals.open_boards(chosen, seed, text, nodes, board, say)
    if svg is not None and len(found) > 1:
        raise Refused("a picture shows one deal: name it by --board")
    for place, deal in enumerate(found):
        with passing_bar("solving", len(deal.works())) as progress:
            deal.solve(progress)
        show(("\n" if place else "") + open_deals.shown(deal))
        if svg is not None:
            write_text(svg, openhands.svg(deal.diagram()))


def solve_alone(chosen: Game, seed: int, nodes: int, say: Say) -> None:
    """Says whether a deal of a solitaire can be won, and by which moves."""
    match = chosen.start(seed)
    with waiting_bar("solving"):
        answer = solve_round(match.round, nodes=nodes or UNBOUNDED)
    texts = []
    for move in answer.line:
        texts.append(match.round.text(move))
        match.play(move)
    verdict = say(SOLVED[answer.verdict])
    told = say("{game}, seed {seed}: {verdict}.")
    click.echo(told.format(game=say(chosen.title), seed=seed, verdict=verdict))
    looked = say(LOOKED_AT).format(count=answer.nodes)
    line = say(BEST_LINE).format(count=len(texts))
    click.echo(say("{looked}; {line}").format(looked=looked, line=line))
    click.echo("  " + "  ".join(texts))
    if answer.verdict == UNKNOWN_WORD:
        further = say("Look further: --nodes {nodes}, or --nodes 0 to search without a bound.")
        click.echo(further.format(nodes=10 * nodes))
    click.echo(picture.headline(match.view(0), say=say))


class Place(click.ParamType[tuple[str, int]]):
    """A port of this machine, or of one of its addresses: `9200`, `0.0.0.0:9200`."""

    name = "[HOST:]PORT"

    def convert(
        self, value: str | tuple[str, int], param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int]:
        """Reads an address and a port."""
        if isinstance(value, tuple):
            return value
        host, _, port = value.rpartition(":")
        if not port.isdecimal() or int(port) > MOST_PORT:
            self.fail(f"{value} is no port up to {MOST_PORT}, with or without HOST: before it")
        return host.strip("[]") or "127.0.0.1", int(port)


# Room is left for a port of each process.
MOST_PORT = 65_000

LOOKED_AT = plural("{count} position looked at", "{count} positions looked at")
BEST_LINE = plural("the best line has {count} move:", "the best line has {count} moves:")
SOLVED = {
    "won": N_("it can be won"), "lost": N_("it cannot be won"),
    "unknown": N_("unknown, the search stopped before the end"),
}


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True,
              help="Where to listen; lan lets every device in the house in.")
@click.option("--port", default=8000, show_default=True, help="0 takes any free port.")
@click.option("--database", default=None, help="Where tables are kept: a file or a database URL.")
@click.option("--open/--no-open", "open_page", default=False, help="Opens a browser.")
@click.option("--proxy", default="",
              help="Addresses of proxies in front, which may say from where a request comes.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64),
              help="Processes that serve together; best on PostgreSQL.")
@click.option("--figures", default="0", type=Place(), metavar="[HOST:]PORT",
              help="Where Prometheus reads figures: a port of this machine, or of another address "
                   "of it; one more for each further process.")
@click.option("--log", default="text", type=click.Choice(["text", "json"]), show_default=True,
              help="How the log is written.")
@click.option("--site", default="", metavar="URL",
              help="Where browsers open the table, if a proxy in front does not say it; "
                   "passkeys belong to its name.")
@click.option("--contact", default="", metavar="ADDRESS",
              help="Where push services find the owner of this table: mailto:… or https://….")
@click.option("--reload", is_flag=True, help="Starts anew when a file of the table changes.")
@click.option("--put-away", default=90, show_default=True, type=click.IntRange(0, 100_000),
              metavar="DAYS", help="Days without a sign of life after which of a table only its "
                                   "record is kept; 0: never.")
def table(
    host: str, port: int, database: str | None, open_page: bool, proxy: str, workers: int,
    figures: tuple[str, int], log: str, site: str, contact: str, reload: bool, put_away: int,
) -> None:
    """Opens the table for browsers."""
    try:
        from sobremesa.table.archive import A_DAY
        from sobremesa.table.limits import Limits
        from sobremesa.table.serve import serve
    except ImportError as missing:
        raise _lacking(missing) from missing
    try:
        serve(
            host=host, port=port, database=database, open_page=open_page, proxy=proxy,
            workers=workers, figures=figures[1], figures_host=figures[0], log=log, site=site,
            contact=contact, reload=reload,
            limits=Limits(put_away=put_away * A_DAY),
        )
    except Refused as refused:
        raise click.ClickException(str(refused)) from refused


def _lacking(missing: ImportError) -> click.ClickException:
    return click.ClickException(missing_library("the table", missing, "table"))


@contextmanager
def kept_tables(database: str | None) -> Iterator[Store]:
    """Opens the tables that are kept, brought up to date."""
    try:
        from sobremesa.table.database import NoDatabase
        from sobremesa.table.serve import database_url
        from sobremesa.table.storage import Store
    except ImportError as missing:
        raise _lacking(missing) from missing
    try:
        store = Store(database_url(database))
        store.migrate()
    except NoDatabase as refused:
        raise click.ClickException(str(refused)) from refused
    try:
        yield store
    finally:
        store.close()


@main.command(name="put-away")
@click.option("--database", default=None, help="Where tables are kept: a file or a database URL.")
@click.option("--days", default=90, show_default=True, type=click.IntRange(1, 100_000),
              help="Days without a sign of life.")
def put_away(database: str | None, days: int) -> None:
    """Puts tables away at which nothing has happened for long: their records are kept, and their
    links lead to the replay."""
    with kept_tables(database) as store:
        from sobremesa.table.archive import A_DAY, clear_all

        click.echo(f"put away: {clear_all(store, days * A_DAY)}")


@main.command(name="reports")
@click.option("--database", default=None, help="Where tables are kept: a file or a database URL.")
@click.option("--remove", default=0, type=COUNT, metavar="NUMBER",
              help="A report that was dealt with.")
def reports(database: str | None, remove: int) -> None:
    """Lists what people have reported about each other, the newest first."""
    with kept_tables(database) as store:
        from sobremesa.table.accounts import Accounts
        from sobremesa.table.shunning import told_to_owner

        if remove:
            if not Accounts(store).drop_report(remove):
                raise click.ClickException(f"there is no report {remove}")
            click.echo(f"removed: report {remove}")
            return
        found = Accounts(store).reports()
        click.echo("\n\n".join(told_to_owner(one) for one in found) or "nothing was reported")


@main.group(name="record")
def record_group() -> None:
    """Reads records of matches."""


@record_group.command(name="show")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", default=-1, help="Shows every position as this seat saw it.")
@click.option("--moves/--no-moves", default=True, help="Tells what happened, move by move.")
@in_language
@click.pass_context
def show_record(ctx: click.Context, file: Path, seat: int, moves: bool) -> None:
    """Shows a record, or PBN: who played, what happened, and how it ended."""
    say = speech(language_of(ctx))
    game, tags, views, agreed = record.views_in(text_of(file), lambda game: place_of(seat, game))
    names = [name_in(tags, place, say) for place in range(game.players)]
    show(f"{say(game.title)}: {', '.join(names)}")
    for view in views:
        if moves:
            show("\n" + say("Hand {number}").format(number=view.data["number"]))
            for line in picture.log_lines(view, names=names, say=say):
                show(f"  {line}")
        show(picture.ascii(view, names=names, say=say))
    if agreed:
        show("\n" + say("The match is a draw by agreement."))


@record_group.command(name="review")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--seat", default=1, show_default=True, help="Whose chance to win is told.")
@in_language
@click.pass_context
def review_record(ctx: click.Context, file: Path, seat: int) -> None:
    """Reviews a record: the chance to win, what each choice cost, and what luck did."""
    say = speech(language_of(ctx))
    match, tags = record.opened(text_of(file))
    place = max(place_of(seat, match.game), 0)
    names = [name_in(tags, place, say) for place in range(match.game.players)]
    parts = reviewing.parts_of(match)
    with count_bar("reviewing", len(parts)) as progress:
        found = []
        for done, part in enumerate(parts, 1):
            found.append(reviewing.work_out(part))
            progress(done)
    show(f"{say(match.game.title)}: {', '.join(names)}")
    review = reviewing.put_together(match, found)
    for line in reviewing.lines(review, place, Voice(say, names)):
        show(line)


def text_of(file: Path) -> str:
    """Reads a file that should be text."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        # The standard of PBN writes Latin-1, in which any file can be read.
        text = file.read_text(encoding="latin-1")
        if record.is_pbn(text):
            return text
        raise Refused("{file} is not a text file", file=str(file)) from wrong


def name_in(tags: dict[str, str], place: int, say: Say) -> str:
    """Gives the name of a seat as a record has it, harmless also where it counts columns; whoever
    played in this terminal is spoken to, in whatever language they played."""
    name = tags.get(f"Seat{place + 1}", "?")
    if any(name == speech(language)("You") for language in LANGUAGES):
        return You(say("You"))
    return f"Seat {place + 1}" if name.strip() in ("", "?") else " ".join(harmless(name).split())


DEALS_HOLD = plural(
    "{count} deal follows from the secret that was promised, and from what was added to it.",
    "All {count} deals follow from the secret that was promised, and from what was added to it.",
)


@record_group.command(name="verify")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@in_language
@click.pass_context
def verify_record(ctx: click.Context, file: Path) -> None:
    """Deals every hand of a record anew from its secret, and says whether that was promised."""
    say = speech(language_of(ctx))
    text = text_of(file)
    if record.is_pbn(text):
        raise Refused("this is PBN, which does not keep the secret of a deal")
    kept = record.read(text)
    match = record.fair.verify(kept)
    for number, hand in enumerate(kept.hands, 1):
        cuts = hand.tags.get("Cut", "").split()
        seats = ", ".join(sorted({cut.partition(":")[0] for cut in cuts}))
        added = say("Hand {number}: dealt by the secret and what seat {seats} added")
        alone = say("Hand {number}: dealt by the secret and nothing else")
        show((added if cuts else alone).format(number=number, seats=seats))
    show(say(DEALS_HOLD).format(count=len(match.rounds())))


@record_group.command(name="pbn")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def show_pbn(file: Path) -> None:
    """Turns a record of Super Bridge into PBN, and PBN into a record."""
    text = text_of(file)
    match, tags = record.opened(text)
    turned = record.write(match, tags=tags) if record.is_pbn(text) else record.pbn(match, tags)
    speak_utf8()
    click.echo(turned, nl=False)


@main.command()
@click.option("--bot", "kind", default="greedy", show_default=True, help="The kind of bot.")
def engine(kind: str) -> None:
    """Lets a bot play for other programs, line by line through input and output."""
    speak_utf8()
    engines.serve(kind, sys.stdin, sys.stdout)


@main.group()
def lab() -> None:
    """Experiments: how games and bots behave."""


def own_names(command: Callable[..., None]) -> Callable[..., None]:
    """Lets options of a game be given that have the name of one of the command's own."""
    return click.option(
        "--option", "pairs", multiple=True, metavar="NAME=VALUE",
        help="An option of the game, needed where the command has one of that name.",
    )(command)


def read_all(game: str, words: list[str], pairs: tuple[str, ...]) -> dict[str, str]:
    """Reads the options of a game as `--target 60` and as `--option target=60`."""
    return {**dict(pair.partition("=")[::2] for pair in pairs), **read_extras(game, words)}


@lab.command(cls=GameCommand)
@click.argument("game")
@click.argument("words", nargs=-1, required=True, metavar="BOTS...")
@click.option("--matches", default=2000, show_default=True, type=MANY_DEALS,
              help="How many matches, or rounds, are played.")
@click.option("--equal", is_flag=True, help="Plays every deal from every seat.")
@click.option("--rounds", is_flag=True, help="Plays rounds in place of matches, on equal deals.")
@click.option("--standing", default="", metavar="POINTS",
              help="Plays matches that stand so, by seat, on equal deals: 90,85.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@by_how_many
@own_names
def duel(
    game: str, words: tuple[str, ...], matches: int, equal: bool, rounds: bool, standing: str,
    seed: int, workers: int | None, pairs: tuple[str, ...],
) -> None:
    """Lets bots play many matches and says who wins how often.

    There is one seat for each kind named: `sobremesa lab duel muggins greedy random`. A program
    of its own plays as `engine:./my-bot`. Every option of the game can be given after the bots:
    --target 60. Name a game before --help to list its options.
    """
    kinds, extras = apart(words)
    given = read_all(game, extras, pairs)
    if "players" in given:
        raise click.ClickException("name a bot for each player: their number is that of the bots")
    if rounds and standing:
        raise click.UsageError("a standing is that of a match: leave --rounds or --standing out")
    chosen = game_for_people(game, {"players": str(len(kinds)), **given})
    with count_bar("playing", matches) as progress:
        outcome: Outcome | Balance
        if equal or rounds or standing:
            stands = parse_points(standing) if standing else None
            outcome = equal_duel(
                chosen, kinds, matches, seed, rounds, workers, progress, stands
            )
        else:
            outcome = arena_duel(chosen, kinds, matches, seed, workers, progress)
    click.echo(outcome.text())


def parse_points(text: str) -> list[int]:
    """Reads points by seat.

    >>> parse_points("90,85")
    [90, 85]
    """
    points = [whole(one.strip(), -MOST_POINTS, MOST_POINTS) for one in text.split(",")]
    known = [one for one in points if one is not None]
    if len(known) < len(points):
        raise click.ClickException(
            f"{shortened(text)} are no points: name a whole number for each seat, as in 90,85"
        )
    return known


def apart(words: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Takes names and the options of a game behind them apart.

    >>> apart(("greedy", "random", "--target", "60"))
    (['greedy', 'random'], ['--target', '60'])
    """
    first = next((place for place, word in enumerate(words) if word.startswith("--")), len(words))
    return list(words[:first]), list(words[first:])


@lab.command(cls=GameCommand)
@click.argument("words", nargs=-1, metavar="[GAME]")
@click.option("--all", "everything", is_flag=True, help="Climbs the ladders of all games.")
@click.option("--bot", "kinds", multiple=True,
              help="Only this kind of bot; can be given several times.")
@click.option("--deals", default=100, show_default=True, type=MANY_DEALS,
              help="How many deals any two kinds play.")
@click.option("--near", default=0, type=COUNT,
              help="Only kinds meet that stand at most so many rungs apart; 0 for all.")
@click.option("--whole-matches", is_flag=True, help="Plays matches in place of rounds.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@into_file("--csv", "Writes the ratings into a file.")
@into_file("--svg", "Draws the ratings into a file.")
@into_folder("--out", "Keeps every ladder in a folder, and adds to those that it has already.")
@by_how_many
@own_names
def ladder(
    words: tuple[str, ...], everything: bool, kinds: tuple[str, ...], deals: int, near: int,
    whole_matches: bool, seed: int, csv: Path | None, svg: Path | None, out: Path | None,
    workers: int | None, pairs: tuple[str, ...],
) -> None:
    """Lets all levels of a game play each other on equal deals, and gives their Elo.

    Every option of the game can be given after it: --target 60. With --all and --out a folder
    gets the ladders that it lacks, and what it has is written as one table.
    """
    named, extras = apart(words)
    if (len(named) != 1) != everything or (everything and (extras or pairs or csv or svg or kinds)):
        raise click.UsageError("name one game, or give --all without options of a game")
    if not everything:
        chosen = game_for_people(named[0], read_all(named[0], extras, pairs))
        if out is not None:
            asked = list(kinds) or ladders.rungs(chosen.name)
            ladders.check_room(out, chosen, asked, deals, seed, not whole_matches, near)
        found = climbed(chosen, list(kinds) or None, deals, seed, not whole_matches, near, workers)
        click.echo(found.text())
        for path, text in ((csv, found.csv()), (svg, ladders.plot(found))):
            if path is not None:
                write_text(path, text)
        if out is not None:
            ladders.write_into(out, found)
        return
    rows = []
    for name in sobremesa.games():
        kept = ladders.whole_in(out, name) if out is not None else []
        rows += kept or [
            climbed(sobremesa.game(name), None, deals, seed, not whole_matches, near, workers)
        ]
        if out is not None and not kept:
            ladders.write_into(out, rows[-1])
    click.echo(ladders.table(rows))


def climbed(
    game: Game, kinds: list[str] | None, deals: int, seed: int, rounds: bool, near: int,
    workers: int | None,
) -> ladders.Ladder:
    """Climbs the ladder of a game and shows how far it is."""
    known = ladders.rungs(game.name) if kinds is None else kinds
    pairs = 1 if int(game.players) == 1 else len(ladders.pairs_at(known, near))
    with count_bar(game.name, deals * pairs) as progress:
        return ladders.climb(game, kinds, deals, seed, rounds, near, workers, progress)


@lab.command(name="stakes", cls=GameCommand)
@click.argument("game")
@click.option("--deals", default=8000, show_default=True, type=MANY_DEALS,
              help="How many rounds show how rounds end.")
@click.option("--matches", default=1000, show_default=True, type=MANY_DEALS,
              help="How many matches show whether the chances are right.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@into_file("--into", "The file that keeps the results.")
@by_how_many
@own_names
@click.pass_context
def find_stakes(
    ctx: click.Context, game: str, deals: int, matches: int, seed: int, into: Path | None,
    workers: int | None, pairs: tuple[str, ...],
) -> None:
    """Finds out how rounds of a game end, from which the bots know what points are worth.

    Every option of the game can be given: --players 3. The results serve every target.
    """
    chosen = game_for_people(game, read_all(game, ctx.args, pairs))
    path = own_file(into)
    stakes.kept_in(path)
    with count_bar("rounds", deals) as progress:
        data = stakes.results(chosen, deals, seed, workers, progress=progress)
    if int(chosen.last_round) != 1:
        data, fit = stakes.fitted(chosen, data, matches, seed, workers)
        click.echo(f"{chosen.title}: {fit.text()}")
    stakes.keep(chosen, data, path)


def own_file(into: Path | None) -> Path:
    """Give the file that a command writes, which is never that of the installed bots unless it is
    named."""
    if into is None:
        raise click.UsageError(
            "name the file to be written, as in --into NEW: the bots' own is not replaced unasked"
        )
    return into


@lab.command(name="poker")
@click.argument("name")
@click.option("--rounds", default=3_000_000, show_default=True, type=COUNT,
              help="Deals from which the table is learnt; 0 measures the one that is there.")
@click.option("--answers", default=2_000_000, show_default=True, type=MANY_DEALS,
              help="Deals from which an answer is learnt.")
@click.option("--deals", default=200_000, show_default=True, type=MANY_DEALS,
              help="Deals on which the answer is measured.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@click.option("--hoyle", is_flag=True, help="Measures with straights by suit.")
@into_file("--into", "The file that keeps the table; needed unless none is learnt.")
def learn_poker(
    name: str, rounds: int, answers: int, deals: int, seed: int, hoyle: bool, into: Path | None,
) -> None:
    """Learns a table of the poker bots from sampled deals, and says what an answer to it wins.

    The tables are two-draw, three, four and two-no-limit.
    """
    kind = poker.kind_named(name)
    path = own_file(into) if rounds else into or kind.path()
    if rounds:
        poker.learn(kind, rounds, seed, path, click.echo)
    poker.measure(kind, path, answers, deals, seed, hoyle, click.echo)


@main.group()
def study() -> None:
    """Studies of games, with figures and plots."""


@study.command(name="solitaires")
@click.option("--deals", default=200, show_default=True, type=MANY_DEALS,
              help="Deals of each game and set.")
@click.option("--played", default=20, show_default=True, type=COUNT,
              help="How many of them the careful player plays.")
@click.option("--nodes", default=NODES, show_default=True, type=COUNT,
              help="Positions to look at for each deal.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@click.option("--game", "games", multiple=True, help="Only this game; can be given several times.")
@click.option("--set", "sets", type=int, multiple=True, help="Only this set.")
@into_file("--svg", "Draws the shares into a file.")
@by_how_many
def study_solitaires(
    deals: int, played: int, nodes: int, seed: int, games: tuple[str, ...],
    sets: tuple[int, ...], svg: Path | None, workers: int | None,
) -> None:
    """Says how many deals of the solitaires can be won, and what a careful player wins."""
    wanted = solitaires.chosen(games, sets)
    findings = []
    for name, top in wanted:
        with count_bar(f"{name}, double-{top}", deals) as progress:
            findings.append(solitaires.study(
                name, top, deals, played, nodes=nodes, seed=seed, workers=workers,
                progress=progress,
            ))
    click.echo(solitaires.table(findings))
    if svg is not None:
        write_text(svg, solitaires.plot(findings))


@study.command(name="super-bridge")
@click.option("--deals", default=100, show_default=True, type=MANY_DEALS)
@click.option("--nodes", default=open_deals.NODES, show_default=True, type=COUNT,
              help="Positions to look at for each result; 0 for no bound.")
@click.option("--seed", default=1, show_default=True, type=SEED)
@click.option("--bridge", is_flag=True, help="Bridge with 52 cards, for comparison.")
@click.option("--from", "kept", default=None,
              type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="Solves nothing, and reads the deals that --csv wrote.")
@into_file("--csv", "Writes the deals into a file, each as soon as it is solved.")
@into_file("--svg", "Draws tricks by points into a file.")
@by_how_many
def study_super_bridge(
    deals: int, nodes: int, seed: int, bridge: bool, kept: Path | None, csv: Path | None,
    svg: Path | None, workers: int | None,
) -> None:
    """Says what points, fits and Maids are worth in tricks with all hands open."""
    pack = open_hands.BRIDGE if bridge else open_hands.SUPER
    if kept is not None:
        found = open_hands.read_csv(text_of(kept))
    else:
        with count_bar("solving", deals) as progress, open_hands.keeping(csv) as keep:
            found = open_hands.study(
                deals, nodes=nodes, seed=seed, pack=pack, workers=workers, progress=progress,
                keep=keep,
            )
    click.echo(open_findings.table(found, pack))
    if svg is not None:
        write_text(svg, open_findings.plot(found, pack))


for command in (
    studies.run, studies.compare, studies.report, studies.measures, studies.pages_of_studies,
):
    lab.add_command(command)
boards.puzzle.add_command(ending_problems.tricks)
main.add_command(boards.puzzle)
study.add_command(boards.study)


if __name__ == "__main__":
    main()
