"""Endings of trick games as problems for people: `sobremesa puzzle tricks`, and at the table."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from secrets import randbits
from typing import Final, cast

import click

import sobremesa
from sobremesa.alone import daily_seed
from sobremesa.core.errors import IllegalMove, Refused
from sobremesa.families.tricks.texas_42 import DECLARATIONS
from sobremesa.files import write_text
from sobremesa.open_deals import SPELT, STRAIN_SIGNS, card_text, rank_said
from sobremesa.picture.saying import N_, PLAIN, Voice
from sobremesa.picture.tricks import openhands
from sobremesa.picture.tricks.openhands import Diagram
from sobremesa.picture.tricks.words import COMPASS, SUIT_NAMES
from sobremesa.solvers.endings import (
    EASY,
    HARD,
    MEDIUM,
    SIZES,
    CardEnding,
    Ending,
    TileEnding,
    make_ending,
)
from sobremesa.solvers.open_hands import SUITS, spelt
from sobremesa.table.words import speech
from sobremesa.terminal import QUIT, SEED, in_language, into_file, language_of, show

GAMES: Final = ["super-bridge", "texas-42"]
# The compass from the first seat of an ending, South; and in which order a diagram has the seats
# from the top.
CARD_SEATS: Final = [COMPASS[2], COMPASS[3], COMPASS[0], COMPASS[1]]
FROM_TOP: Final = (2, 3, 0, 1)
DIFFICULTIES: Final = {EASY: N_("easy"), MEDIUM: N_("medium"), HARD: N_("hard")}
# Problems that a process keeps.
REMEMBERED: Final = 64


def is_cards(ending: Ending) -> bool:
    """Tells whether an ending is played with cards."""
    return type(ending) is CardEnding


def piece_text(ending: Ending, piece: str, say: Voice = PLAIN) -> str:
    """Writes a card with the sign of its suit, or a tile."""
    if not is_cards(ending):
        return piece
    return card_text(piece, lambda sign: rank_said(sign, say))


def seat_name(ending: Ending, seat: int, say: Voice = PLAIN) -> str:
    """Names a seat."""
    return say(CARD_SEATS[seat]) if is_cards(ending) else say.seat(seat)


def trumps_text(ending: Ending, say: Voice = PLAIN) -> str:
    """Says what is trumps."""
    if is_cards(ending):
        strain = cast(CardEnding, ending).strain
        name = "" if strain == "NT" else STRAIN_SIGNS[strain]
    else:
        declaration = DECLARATIONS[cast(TileEnding, ending).declaration]
        name = "" if declaration == "no-trump" else say(SUIT_NAMES[declaration])
    return say("{suit} trumps", suit=name) if name else say("no trumps")


def task(ending: Ending, say: Voice = PLAIN) -> str:
    """Says what is to be done."""
    told = (
        N_("{seat} leads, {trumps}: North and South take {goal} of the last {total} tricks.")
        if is_cards(ending) else
        N_("{seat} leads, {trumps}: Seats 1 and 3 take {goal} of the last {total} points.")
    )
    return say(
        told, seat=seat_name(ending, 0, say), trumps=trumps_text(ending, say), goal=ending.goal,
        total=ending.total,
    )


def diagram(ending: Ending, title: str, say: Voice = PLAIN) -> Diagram:
    """Makes the diagram of what is held."""
    held = ending.hands()
    hands: list[dict[str, list[str]] | list[str]] = []
    for seat in FROM_TOP:
        if is_cards(ending):
            hands.append({
                suit: [rank_said(card[1:], say) for card in held[seat] if card[0] == suit]
                for suit in SUITS
            })
        else:
            hands.append(held[seat])
    return Diagram(title, [seat_name(ending, seat, say) for seat in FROM_TOP], hands)


@lru_cache(maxsize=REMEMBERED)
def problem_of(game: str, difficulty: str, seed: int) -> Ending:
    """Makes a problem once; whoever plays it plays a copy."""
    return make_ending(game, difficulty, seed)


@dataclass(frozen=True)
class Standing:
    """How far somebody has come with a problem, in words and as a picture.

    `tricks` are the rows of what was played; `turn` says whose turn it is, and `choices` are their
    pieces, each with what it is called; `solved` is nothing until the end.
    """

    title: str
    task: str
    svg: str
    tricks: list[list[str]]
    turn: str
    choices: list[tuple[str, str]]
    taken: str
    key: str
    solved: bool | None


def standing(
    game: str, difficulty: str, seed: int, played: list[str], say: Voice = PLAIN
) -> Standing:
    """Plays a problem so far: the pieces are those of seats 0 and 2, and the others defend at
    their best.

    :raises Refused: if there is no such problem, or a piece cannot be played.
    """
    problem = problem_of(game, difficulty, seed)
    now = problem.copy()
    defend(now)
    for piece in played:
        if now.turn() < 0:
            raise Refused("the problem is over")
        now.play(piece)
        defend(now)
    over = now.turn() < 0
    title = say("{game}, {difficulty}", game=say(sobremesa.game(game).title),
                difficulty=say(DIFFICULTIES[difficulty]))
    return Standing(
        title, task(problem, say),
        openhands.svg(diagram(now, title, say), shape="tall", standalone=False),
        said_tricks(problem, now.played, say),
        "" if over else say("{name} plays", name=seat_name(now, now.turn(), say)),
        [] if over else [
            (piece, piece_text(now, piece, say)) for group in now.plays() for piece in group
        ],
        say("{taken} of {total}", taken=now.taken(), total=problem.total),
        say(" or ").join(piece_text(problem, key, say) for key in problem.serving()),
        now.taken() >= problem.goal if over else None,
    )


def defend(now: Ending) -> None:
    """Plays for the other side until seats 0 and 2 have a choice, or all is played."""
    while now.turn() >= 0 and now.turn() % 2 == 1:
        now.play(now.serving()[0])


def said_tricks(problem: Ending, line: list[str], say: Voice) -> list[list[str]]:
    """Says a line of play trick by trick, each piece with its seat."""
    after = problem.copy()
    rows: list[list[str]] = []
    for number, piece in enumerate(line):
        if number % 4 == 0:
            rows.append([])
        rows[-1].append(f"{seat_name(after, after.turn(), say)} {piece_text(after, piece, say)}")
        after.play(piece)
    return rows


@click.command(name="tricks")
@click.argument("game", type=click.Choice(GAMES))
@click.option("--difficulty", default=MEDIUM, show_default=True, type=click.Choice([*SIZES]))
@click.option("--seed", default=None, type=SEED, help="Makes the same problem again.")
@click.option("--daily", is_flag=True, help="The problem of the day, the same for everybody.")
@click.option("--solution", is_flag=True, help="Shows the play of both sides at their best.")
@into_file("--svg", "Draws the problem into a file.")
@click.option("--play", "played", is_flag=True,
              help="Plays it in the terminal, against the best defence.")
@in_language
@click.pass_context
def tricks(
    ctx: click.Context, game: str, difficulty: str, seed: int | None, daily: bool,
    solution: bool, svg: Path | None, played: bool,
) -> None:
    """Makes an ending with all hands open in which just one play reaches the goal."""
    if daily and seed is not None:
        raise click.UsageError("a day has its own seed")
    if daily:
        # The day of a table, by the clock of Greenwich.
        seed = daily_seed(sobremesa.game(game), time.strftime("%Y.%m.%d", time.gmtime()))
    elif seed is None:
        seed = randbits(32)
    ending = make_ending(game, difficulty, seed)
    say = Voice(speech(language_of(ctx)))
    named = say(
        "{game}, {difficulty}, seed {seed}", game=say(sobremesa.game(game).title),
        difficulty=say(DIFFICULTIES[difficulty]), seed=seed,
    )
    drawn = diagram(ending, named, say)
    drawn.notes = [task(ending, say)]
    show(openhands.plain(drawn))
    if svg is not None:
        write_text(svg, openhands.svg(drawn))
    if solution:
        show("\n" + say("The key: {keys}.", keys=keys_text(ending, say)))
        show("\n".join(line_rows(ending, ending.solution(), say)))
    if played:
        play(ending, say)


def keys_text(ending: Ending, say: Voice) -> str:
    """Name the pieces that begin the play that reaches the goal."""
    return say(" or ").join(piece_text(ending, key, say) for key in ending.serving())


def line_rows(ending: Ending, line: list[str], say: Voice) -> list[str]:
    """Writes a line of play trick by trick."""
    return [
        "  " + say("trick {number}:", number=number) + "  " + "  ".join(row)
        for number, row in enumerate(said_tricks(ending, line, say), 1)
    ]


def play(ending: Ending, say: Voice) -> None:
    """Lets a person play for seats 0 and 2; the others defend at their best."""
    now = ending.copy()
    while now.turn() >= 0:
        seat = now.turn()
        if seat % 2 == 1:
            piece = now.serving()[0]
            show("  " + say(
                "{seat} plays {piece}.", seat=seat_name(now, seat, say),
                piece=piece_text(now, piece, say),
            ))
            now.play(piece)
            continue
        held = " ".join(piece_text(now, piece, say) for piece in now.hands()[seat])
        question = say("{seat} has {held}. Play", seat=seat_name(now, seat, say), held=held)
        try:
            typed = click.prompt(say("{question}: ", question=question), prompt_suffix="")
        except (EOFError, KeyboardInterrupt, click.Abort):
            typed = QUIT[0]
        if typed.strip().lower() in QUIT:
            show("\n" + say("You leave the table."))
            return
        try:
            now.play(read_piece(now, typed))
        except IllegalMove:
            may = " ".join(piece_text(now, piece, say) for group in now.plays() for piece in group)
            show("  " + say(
                "{piece} cannot be played now. {seat} may play {may}.", piece=typed.strip(),
                seat=seat_name(now, seat, say), may=may,
            ))
    score = say("{taken} of {total}", taken=now.taken(), total=ending.total)
    if now.taken() >= ending.goal:
        show(say("Solved: {score}.", score=score))
    else:
        keys = keys_text(ending, say)
        show(say("Not solved: {score}. The key was {keys}.", score=score, keys=keys))


def read_piece(ending: Ending, typed: str) -> str:
    """Reads a card or a tile as a person types it."""
    word = typed.strip().upper()
    for sign, letter in zip("♠♥♦♣", SUITS, strict=True):
        word = word.replace(sign, letter)
    if not is_cards(ending):
        low, _, high = word.partition("-")
        return f"{high}-{low}" if high > low else word
    for sign, figures in SPELT.items():
        if word[1:] == figures:
            return word[:1] + sign
    return word[:1] + spelt(word[1:])
