"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.errors import IllegalMove, suggestion, written
from sobremesa.core.game import NOBODY, Data
from sobremesa.core.numbers import MANY, is_whole
from sobremesa.families.locks.refusals import misplaced
from sobremesa.material.locks import NAMES, kinds_in, parse_kind
from sobremesa.material.positions import as_list, mishanded, misshapen

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo

WORDS = {"ending": ["", "final", "closed", "forfeit"]}


def problems(rules: Cerrojo, data: Data) -> list[str]:
    """Says everything that is wrong with a position."""
    shapes = misshapen(data, int(rules.players), bounds(rules), WORDS)
    shapes += mishanded(data, int(rules.players)) + unlisted(rules, data)
    kinds, unread = tiles_of(rules, data)
    found = unknown_parts(rules, data) + shapes + unread
    if not shapes and not unread:
        found += miscounted(rules, kinds)
    found += misplayed(rules, data)
    return found if found else contradictions(rules, data)


def bounds(rules: Cerrojo) -> dict[str, tuple[int, int]]:
    """Names the parts of a position that are whole numbers, with the least and the most."""
    last = int(rules.players) - 1
    return {
        "number": (1, MANY), "first": (0, last), "opener": (-1, last), "turn": (-1, last),
        "passes": (0, last + 1), "winner": (-1, last), "offender": (-1, last),
    }


def unknown_parts(rules: Cerrojo, data: Data) -> list[str]:
    """Finds parts that no position has, such as a misspelt one."""
    known = list(rules.bare_round().dump())
    return [
        f"a position has no {part}: {suggestion(str(part), known)}"
        for part in data if part not in known
    ]


def unlisted(rules: Cerrojo, data: Data) -> list[str]:
    """Finds a line or an order of laying that cannot be read, and a flag that is none."""
    found: list[str] = []
    if not isinstance(data.get("line", []), list):
        found.append("the line must be a list of plays")
    recent = data.get("recent", [])
    seats = as_list(recent)
    if not isinstance(recent, list) or not all(
        is_whole(seat, 0, int(rules.players) - 1) for seat in seats
    ) or len(set(seats)) != len(seats):
        found.append("recent must list the seats that have laid tiles, the last one last")
    if "drew" in data and not isinstance(data["drew"], bool):
        found.append("drew must be true or false")
    return found


def tiles_of(rules: Cerrojo, data: Data) -> tuple[list[int], list[str]]:
    """Reads all tiles of a position, and says which cannot be read."""
    kinds: list[int] = []
    found: list[str] = []
    for part in [*as_list(data.get("hands")), data.get("boneyard")]:
        for name in as_list(part):
            try:
                kinds.append(parse_kind(written(name), int(rules.suits)))
            except IllegalMove as refused:
                found.append(str(refused))
    for text in as_list(data.get("line")):
        try:
            kinds += rules.plays.tiles(rules.plays.read(written(text)))
        except IllegalMove as refused:
            found.append(str(refused))
    return kinds, found


def miscounted(rules: Cerrojo, kinds: list[int]) -> list[str]:
    """Finds kinds of which there are too many or too few tiles (CERROJO-02)."""
    found: list[str] = []
    whole = [int(kind) for kind in rules.set]
    for kind in kinds_in(int(rules.suits)):
        if kinds.count(kind) != whole.count(kind):
            found.append(
                f"there are {kinds.count(kind)} of {NAMES[kind]}, not {whole.count(kind)} "
                "(CERROJO-02)"
            )
    return found


def misplayed(rules: Cerrojo, data: Data) -> list[str]:
    """Says where the line breaks the rules."""
    round = rules.bare_round()
    past: list[int] = []
    for text in as_list(data.get("line")):
        try:
            move = rules.plays.read(written(text))
        except IllegalMove:
            return []
        barrier = misplaced(rules, round.layout, past, move)
        if barrier is not None:
            return [f"{text}: {barrier}"]
        round.layout.lay(move)
        past.append(move)
    return []


def contradictions(rules: Cerrojo, data: Data) -> list[str]:
    """Says where the parts of a position, each possible, do not go together."""
    found: list[str] = []
    if rules.winners(data.get("before", [0 for _ in range(rules.players)])):
        found.append("the match was won before this round (CERROJO-R34)")
    over = data.get("over", False)
    ending = data.get("ending", "")
    if over != (ending != ""):
        found.append("a round that is over, and no other, has an ending")
    if over:
        winner = data.get("winner", NOBODY)
        if ending == "final" and (winner == NOBODY or data["hands"][winner]):
            found.append("who went out has no tiles left (CERROJO-59)")
        if data.get("turn", NOBODY) != NOBODY:
            found.append("nobody is to move in a round that is over: turn must be -1")
        return found
    return found + running_problems(rules, data)


def running_problems(rules: Cerrojo, data: Data) -> list[str]:
    """Says what is wrong with a round that is not over."""
    found: list[str] = []
    if data.get("turn", 0) == NOBODY:
        found.append("a round that is not over has somebody to move: turn must be a seat")
    if data.get("passes", 0) == rules.players:
        found.append("everybody has passed, so the round is over (CERROJO-R28)")
    for seat, hand in enumerate(data["hands"]):
        if not hand:
            found.append(f"seat {seat} has no tiles left, so the round is over (CERROJO-59)")
    sizes = {len(hand) for hand in data["hands"]}
    if "turn" not in data and not data.get("line") and sizes != {int(rules.hand_size)}:
        found.append(f"each player takes {rules.hand_size} tiles (CERROJO-27)")
    if not found and not data.get("line"):
        round = rules.bare_round()
        round.take_pieces(data)
        if not round.somebody_can_open():
            found.append("nobody has a double to open with (CERROJO-R13)")
    return found
