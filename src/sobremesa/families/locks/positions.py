"""What can be wrong with a position that somebody sets up, all of it said at once.

A position need not be one that play could have reached, so that lessons and studies are
free; it must be one from which play can go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY, Data
from sobremesa.core.numbers import is_whole
from sobremesa.core.parts import Part, texts
from sobremesa.families.locks.layout import Plays
from sobremesa.families.locks.refusals import misplaced
from sobremesa.material.locks import NAMES, kinds_in

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo


class Laid(Part):
    """The plays on the table, in the order of laying."""

    def __init__(self, plays: Plays) -> None:
        super().__init__("line", write="line_texts", read="lay_all")
        self.plays: Plays = plays

    def check(self, data: Data) -> list[str]:
        """Asks for a list of plays that can be read."""
        if not isinstance(data.get(self.name, []), list):
            return ["the line must be a list of plays"]
        return read_all(self.plays, data.get(self.name))[1]

    def pieces(self, value: Any) -> list[str]:
        """Names the tiles of the plays that can be read."""
        return [
            NAMES[kind] for move in read_all(self.plays, value)[0]
            for kind in self.plays.tiles(move)
        ]


class Recent(Part):
    """The seats that have laid tiles, the last one last."""

    def __init__(self, seats: int) -> None:
        super().__init__("recent", write="recent", read="lay_in_order", shown=False)
        self.seats: int = seats

    def wrong(self, value: Any) -> str:
        """Asks for different seats."""
        if isinstance(value, list) and len(value) == len({str(seat) for seat in value}) and all(
            is_whole(seat, 0, self.seats - 1) for seat in value
        ):
            return ""
        return "recent must list the seats that have laid tiles, the last one last"


def miscounted(rules: Cerrojo, names: list[str], unread: list[str]) -> list[str]:
    """Finds kinds of which there are too many or too few tiles (CERROJO-02), if all tiles can
    be read; adds those that cannot to what is `unread`."""
    kinds: list[int] = []
    for name in names:
        try:
            kinds.append(rules.parse_piece(name))
        except IllegalMove as refused:
            unread.append(str(refused))
    whole = [int(kind) for kind in rules.set]
    return [
        f"there are {kinds.count(kind)} of {NAMES[kind]}, not {whole.count(kind)} (CERROJO-02)"
        for kind in kinds_in(int(rules.suits))
        if kinds.count(kind) != whole.count(kind) and not unread
    ]


def read_all(plays: Plays, value: object) -> tuple[list[int], list[str]]:
    """Reads the plays of a line, and says why others cannot be read."""
    moves: list[int] = []
    unread: list[str] = []
    for text in texts(value):
        try:
            moves.append(plays.read(text))
        except IllegalMove as refused:
            unread.append(str(refused))
    return moves, unread


def misplayed(rules: Cerrojo, data: Data) -> list[str]:
    """Says where a line that can be read breaks the rules."""
    layout = rules.bare_round().layout
    moves, unread = read_all(rules.plays, data.get("line"))
    for place, move in enumerate([] if unread else moves):
        barrier = misplaced(rules, layout, moves[:place], move)
        if barrier is not None:
            return [f"{data['line'][place]}: {barrier}"]
        layout.lay(move)
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
    if "turn" not in data and not data.get("line") and not rules.are_full(data["hands"]):
        found.append(f"each player takes {rules.hand_size} tiles (CERROJO-27)")
    if not found and not data.get("line"):
        round = rules.bare_round()
        round.take_pieces(data)
        if not round.somebody_can_open():
            found.append("nobody has a double to open with (CERROJO-R13)")
    return found
