"""Endings of trick games as problems in the terminal: `sobremesa puzzle tricks`."""

from __future__ import annotations

import datetime
from pathlib import Path
from secrets import randbits
from typing import Final, cast

import click

import sobremesa
from sobremesa.alone import daily_seed
from sobremesa.core.errors import IllegalMove
from sobremesa.families.tricks.texas_42 import DECLARATIONS
from sobremesa.open_deals import SPELT, STRAIN_SIGNS, card_text
from sobremesa.picture.tricks import openhands
from sobremesa.picture.tricks.openhands import Diagram
from sobremesa.solvers.endings import MEDIUM, SIZES, CardEnding, Ending, TileEnding, make_ending
from sobremesa.solvers.open_hands import SUITS, spelt
from sobremesa.terminal import into_file, show

GAMES: Final = ["super-bridge", "texas-42"]
# The seats by their number in an ending, and in which order a diagram has them from the top.
CARD_SEATS: Final = ["South", "West", "North", "East"]
FROM_TOP: Final = (2, 3, 0, 1)


def is_cards(ending: Ending) -> bool:
    """Tells whether an ending is played with cards."""
    return type(ending) is CardEnding


def piece_text(ending: Ending, piece: str) -> str:
    """Writes a card with the sign of its suit, or a tile."""
    return card_text(piece) if is_cards(ending) else piece


def seat_name(ending: Ending, seat: int) -> str:
    """Names a seat."""
    return CARD_SEATS[seat] if is_cards(ending) else f"Seat {seat + 1}"


def trumps_text(ending: Ending) -> str:
    """Says what is trumps."""
    if is_cards(ending):
        strain = cast(CardEnding, ending).strain
        return "no trumps" if strain == "NT" else f"{STRAIN_SIGNS[strain]} trumps"
    declaration = DECLARATIONS[cast(TileEnding, ending).declaration]
    return "no trumps" if declaration == "no-trump" else f"{declaration} trumps"


def task(ending: Ending) -> str:
    """Says what is to be done."""
    side = "North and South" if is_cards(ending) else "Seats 1 and 3"
    leads = f"{seat_name(ending, 0)} leads, {trumps_text(ending)}"
    if is_cards(ending):
        return f"{leads}: {side} take {ending.goal} of the last {ending.total} tricks."
    return f"{leads}: {side} take {ending.goal} of the last {ending.total} points."


def diagram(ending: Ending, title: str) -> Diagram:
    """Makes the diagram of what is held."""
    held = ending.hands()
    hands: list[dict[str, list[str]] | list[str]] = []
    for seat in FROM_TOP:
        if is_cards(ending):
            hands.append({
                suit: [SPELT.get(card[1:], card[1:]) for card in held[seat] if card[0] == suit]
                for suit in SUITS
            })
        else:
            hands.append(held[seat])
    return Diagram(title, [seat_name(ending, seat) for seat in FROM_TOP], hands)


@click.command(name="tricks")
@click.argument("game", type=click.Choice(GAMES))
@click.option("--difficulty", default=MEDIUM, show_default=True, type=click.Choice([*SIZES]))
@click.option("--seed", default=None, type=int, help="Makes the same problem again.")
@click.option("--daily", is_flag=True, help="The problem of the day, the same for everybody.")
@click.option("--solution", is_flag=True, help="Shows the play of both sides at their best.")
@into_file("--svg", "Draws the problem into a file.")
@click.option("--play", "played", is_flag=True,
              help="Plays it in the terminal, against the best defence.")
def tricks(
    game: str, difficulty: str, seed: int | None, daily: bool, solution: bool, svg: Path | None,
    played: bool,
) -> None:
    """Makes an ending with all hands open in which just one play reaches the goal."""
    if daily and seed is not None:
        raise click.UsageError("a day has its own seed")
    if daily:
        seed = daily_seed(sobremesa.game(game), datetime.date.today().isoformat())
    elif seed is None:
        seed = randbits(32)
    ending = make_ending(game, difficulty, seed)
    drawn = diagram(ending, f"{sobremesa.game(game).title}, {difficulty}, seed {seed}")
    drawn.notes = [task(ending)]
    show(openhands.plain(drawn))
    if svg is not None:
        svg.write_text(openhands.svg(drawn), encoding="utf-8")
    if solution:
        show(f"\nThe key: {' or '.join(piece_text(ending, key) for key in ending.serving())}.")
        show("\n".join(line_rows(ending, ending.solution())))
    if played:
        play(ending)


def line_rows(ending: Ending, line: list[str]) -> list[str]:
    """Writes a line of play trick by trick, each card with its seat."""
    after = ending.copy()
    rows: list[str] = []
    for number, piece in enumerate(line):
        if number % 4 == 0:
            rows.append(f"  trick {number // 4 + 1}:")
        rows[-1] += f"  {seat_name(ending, after.turn())} {piece_text(ending, piece)}"
        after.play(piece)
    return rows


def play(ending: Ending) -> None:
    """Lets a person play for seats 0 and 2; the others defend at their best."""
    now = ending.copy()
    while now.turn() >= 0:
        seat = now.turn()
        if seat % 2 == 1:
            piece = now.serving()[0]
            show(f"  {seat_name(now, seat)} plays {piece_text(now, piece)}.")
            now.play(piece)
            continue
        held = " ".join(piece_text(now, piece) for piece in now.hands()[seat])
        typed = click.prompt(f"{seat_name(now, seat)} has {held}. Play", prompt_suffix=": ")
        try:
            now.play(read_piece(now, typed))
        except IllegalMove as refused:
            show(f"  {refused}")
    if now.taken() >= ending.goal:
        show(f"Solved: {now.taken()} of {ending.total}.")
    else:
        keys = " or ".join(piece_text(ending, key) for key in ending.serving())
        show(f"Not solved: {now.taken()} of {ending.total}. The key was {keys}.")


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
