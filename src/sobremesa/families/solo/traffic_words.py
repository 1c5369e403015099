"""Quads and tiles of Traffic as people write them, and why a move is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import IllegalMove
from sobremesa.core.reading import tidy
from sobremesa.families.solo.traffic_plan import AHEAD, NO_QUAD, QUAD, TURNS, Trial
from sobremesa.material.dominoes import BIT, HIGH, LOW, MARKS, NAMES, parse_tile

if TYPE_CHECKING:
    from sobremesa.families.solo.traffic import TrafficRound

# Directions by number.
COMPASS: Final = "ENWS"
LYING: Final = re.compile(r"(\d{1,2})-(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})([ENWS])", re.IGNORECASE)
LINE: Final = re.compile(r"(\d{1,2})\.\.(\d{1,2})@(-?\d{1,3}),(-?\d{1,3})([ENWS])", re.IGNORECASE)


def read_move(round: TrafficRound, text: str) -> int:
    """Reads `2..5@0,0E` or `4-6@0,4E`, the tile from either half."""
    word = tidy(text)
    line = LINE.fullmatch(word)
    if line is not None:
        return _read_quad(round, word, line.groups())
    lying = LYING.fullmatch(word)
    if lying is None:
        raise round.no_move(text, "2..5@0,0E or 4-6@0,4E")
    one, other, x, y, toward = lying.groups()
    tile = parse_tile(f"{one}-{other}", int(round.game_rules.top))
    if round.start == NO_QUAD:
        raise IllegalMove("choose the quad first, like 2..5@0,0E (TRAF-R05)")
    return _read_lay(round, tile, int(one), _cell_named(round, x, y), COMPASS.index(toward.upper()))


def _cell_named(round: TrafficRound, x: str, y: str) -> Int:
    """Reads a cell near the plan."""
    most = round.game_rules.side // 2 - 4
    if abs(int(x)) > most or abs(int(y)) > most:
        raise IllegalMove("{x},{y} is far from the tiles on the table", x=x, y=y)
    return round.game_rules.cell(int(x), int(y))


def _read_quad(round: TrafficRound, text: str, parts: tuple[Any, ...]) -> int:
    """Reads a quad, which is named by its oldest cell."""
    low, high, x, y, toward = parts
    if int(high) != int(low) + 3 or int(high) > round.game_rules.top:
        raise IllegalMove(
            "a quad is four consecutive numbers of the set (TRAF-02), not {low} to {high}",
            low=low, high=high,
        )
    if round.start != NO_QUAD:
        raise IllegalMove("a quad is begun: lay its tiles (TRAF-R09)")
    heading: Int = COMPASS.index(toward.upper())
    start = _cell_named(round, x, y)
    if len(round.cells) == 0:
        if start != round.game_rules.cell(0, 0) or heading != 0:
            raise IllegalMove("the first quad goes up from 0,0 to the east (TRAF-R01)")
        return int(round.game_rules.first_quads) + int(low)
    step = round.game_rules.steps[heading]
    for anchor in range(len(round.cells)):
        for place in range(4):
            if round.cells[anchor] == start + place * step:
                if round.numbers[anchor] != int(low) + place:
                    raise IllegalMove(
                        "{cell} shows {number}, which the quad {text} does not have there "
                        "(TRAF-02)", cell=round.game_rules.place_name(round.cells[anchor]),
                        number=int(round.numbers[anchor]), text=text,
                    )
                return 16 * anchor + 4 * place + int(heading)
    raise IllegalMove("a new quad has a number that is on the table (TRAF-09)")


def _read_lay(round: TrafficRound, tile: Int, number: Int, cell: Int, heading: Int) -> int:
    """Reads a tile that goes into the first free cell of the quad."""
    rules = round.game_rules
    place = round.free_place()
    wanted = round.start + place * rules.steps[round.toward]
    if cell != wanted and cell + rules.steps[heading] == wanted:
        number = HIGH[tile] + LOW[tile] - number
        cell = wanted
        heading = (heading + 2) % 4
    if cell != wanted or number != round.lowest + place:
        raise IllegalMove(
            "the quad wants {number} at {cell} first (TRAF-R05)",
            number=int(round.lowest + place), cell=rules.place_name(wanted),
        )
    way: Int = 0
    while (round.toward + TURNS[way]) % 4 != heading:
        way += 1
    return int(rules.lays + 4 * tile + way)


def refused(round: TrafficRound, move: Int) -> IllegalMove:
    """Says why a quad cannot be made or a tile not be laid."""
    rules = round.game_rules
    if move >= rules.lays:
        return _not_laid(round, (move - rules.lays) // 4, (move - rules.lays) % 4)
    if round.start != NO_QUAD:
        return IllegalMove("a quad is begun: lay its tiles (TRAF-R09)")
    if move >= rules.first_quads:
        if len(round.cells) > 0:
            return IllegalMove("a new quad has a number that is on the table (TRAF-09)")
        if move - rules.first_quads + 3 > rules.top:
            return IllegalMove("a quad is four consecutive numbers of the set (TRAF-02)")
        return IllegalMove("no quad can be made there with the tiles face up (TRAF-R05)")
    if move // 16 >= len(round.cells):
        return IllegalMove("there is no such number on the table (TRAF-09)")
    return _not_made(round, move)


def _not_made(round: TrafficRound, move: Int) -> IllegalMove:
    """Says why no quad goes through a number on the table like this."""
    rules = round.game_rules
    step = rules.steps[move % 4]
    start = round.cells[move // 16] - (move // 4 % 4) * step
    lowest = round.numbers[move // 16] - move // 4 % 4
    if lowest < 0 or lowest + 3 > rules.top:
        return IllegalMove("a quad is four consecutive numbers of the set (TRAF-02)")
    shown = {int(cell): int(round.numbers[at]) for at, cell in enumerate(round.cells)}
    there = 0
    for place in range(QUAD):
        cell = int(start + place * step)
        if cell not in shown:
            continue
        there += 1
        if shown[cell] != lowest + place:
            return IllegalMove(
                "{cell} shows {number}, which the quad {text} does not have there (TRAF-02)",
                cell=rules.place_name(cell), number=shown[cell],
                text=round.quad_text(start, move % 4, lowest),
            )
    if there == QUAD:
        return IllegalMove("that quad is on the table already (TRAF-09)")
    before, after = int(start - step), int(start + QUAD * step)
    for cell, fifth in ((before, int(lowest) - 1), (after, int(lowest) + QUAD)):
        if cell in shown and (rules.five_cells or shown[cell] == fifth):
            return IllegalMove(
                "with {cell} five numbers would lie in sequence (TRAF-15)",
                cell=rules.place_name(cell),
            )
    return IllegalMove("no quad can be made there with the tiles face up (TRAF-R05)")


def _not_laid(round: TrafficRound, tile: Int, way: Int) -> IllegalMove:
    """Says why a tile cannot be laid so."""
    if round.start == NO_QUAD:
        return IllegalMove("choose the quad first, like 2..5@0,0E (TRAF-R05)")
    if not any(other == tile for other in round.up):
        return IllegalMove("{tile} is not face up (TRAF-06)", tile=NAMES[tile])
    number = round.lowest + round.free_place()
    if MARKS[tile] & BIT[number] == 0:
        return IllegalMove(
            "the quad wants {number}, which {tile} does not have (TRAF-02)",
            number=int(number), tile=NAMES[tile],
        )
    return _cannot_lie(round, tile, way)


def _cannot_lie(round: TrafficRound, tile: Int, way: Int) -> IllegalMove:
    """Says what keeps a face-up tile that has the wanted number from lying so."""
    rules = round.game_rules
    name = NAMES[tile]
    place = round.free_place()
    number = round.lowest + place
    cell = round.start + place * rules.steps[round.toward]
    beside = cell + rules.steps[(round.toward + TURNS[way]) % 4]
    if any(other == beside for other in round.cells):
        return IllegalMove(
            "{tile} cannot lie so: {cell} is taken (TRAF-R02)", tile=name,
            cell=rules.place_name(beside),
        )
    other = HIGH[tile] + LOW[tile] - number
    if way == AHEAD and place < QUAD - 1 and other != number + 1:
        return IllegalMove(
            "{tile} cannot lie along the quad, which wants {number} at {cell} (TRAF-R02)",
            tile=name, number=int(number + 1), cell=rules.place_name(beside),
        )
    if not _lies_free(round, tile, place, way):
        return IllegalMove(
            "{tile} cannot lie so: five numbers would lie in sequence (TRAF-15)", tile=name
        )
    return IllegalMove(
        "with {tile} so, the tiles face up cannot complete the quad (TRAF-R05)", tile=name
    )


def _lies_free(round: TrafficRound, tile: Int, place: Int, way: Int) -> bool:
    """Tells whether a face-up tile can lie so, whatever becomes of the quad."""
    trial = Trial(round.game_rules, round.cells, round.numbers, round.up)
    trial.lay_all(round.cells, round.numbers, 0)
    trial.take_line(round.start, round.toward, round.lowest)
    index: Int = 0
    while round.up[index] != tile:
        index += 1
    lies = trial.try_out(index, place, way)
    if lies:
        trial.take_back(index, place, way)
    trial.clear()
    return lies
