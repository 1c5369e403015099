"""What a seat can work out about the hidden pieces of Cuadróminos.

In the first round the highest piece dealt is shown, so every other dealt piece ranks below it.
Where a player who can place must do so, one who draws or passes shows that nothing they hold fits
anywhere, unless the clock did it for them; and a start that the clock made was made with the
highest piece of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.game import View
from sobremesa.families.plane.plane import Plane
from sobremesa.material.origins import AT_THE_DEAL, DrawnWorlds
from sobremesa.material.quadrominoes import RANK, parse_piece

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos


class PlaneWorlds(DrawnWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Cuadrominos, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        shown = view.data["shown"]
        # The piece that was shown, and whether it was dealt to a hand that is hidden.
        self.shown: int = parse_piece(shown) if shown else -1
        self.first: int = int(view.data["first"])
        self._read_opening()
        self._read_log()
        if not view.over:
            self.origins.settle(self.opening["boneyard"], self._can_come)

    def _read_opening(self) -> None:
        """Takes note of the deal: own pieces, how many the others got, what lay already."""
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                self.origins.see([parse_piece(name) for name in hand])
            elif self.shown >= 0 and seat == self.first:
                self.origins.see([self.shown])
                self.origins.deal(seat, hand - 1)
            else:
                self.origins.deal(seat, hand)

    def _read_log(self) -> None:
        """Follows the game as the seat saw it, with the pieces of the others unknown."""
        rules = self.rules
        plane = Plane(rules.tiles)
        for text in self.opening.get("plane", []):
            self._lay(plane, rules.move_on(plane, text))
            self.origins.see([int(plane.lies[plane.filled[-1]] >> 2)])
        late = bool(self.opening.get("late", False))
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            move = rules.move_on(plane, text)
            self.moves.append(move)
            if move == rules.late_move:
                late = True
            elif move < rules.draw_move:
                piece = move % int(rules.forms) // 4
                if late:
                    self.origins.lack(seat, time, self._higher(piece))
                self.origins.lay(seat, time, piece)
                self._lay(plane, move)
                late = False
            else:
                if rules.forced and not late:
                    self.origins.lack(seat, time, self._fitting(plane))
                if move == rules.pass_move:
                    late = False
                else:
                    self.origins.draw(seat, time, -1 if text == "+?" else parse_piece(text[1:]))

    def _lay(self, plane: Plane, move: int) -> None:
        plane.lay(move // int(self.rules.forms), move % int(self.rules.forms))

    def _higher(self, piece: int) -> set[int]:
        """Lists the pieces that stand above one (CUAD-16)."""
        return {other for other in range(self.rules.tiles) if RANK[other] > RANK[piece]}

    def _fitting(self, plane: Plane) -> set[int]:
        """Lists the pieces that fit anywhere."""
        return {piece for piece in range(self.rules.tiles) if plane.ways[piece] > 0}

    def _can_come(self, piece: int, seat: int, since: int) -> bool:
        """Nothing that was dealt stands above the piece that was shown (CUAD-R13)."""
        return self.shown < 0 or since != AT_THE_DEAL or bool(RANK[piece] < RANK[self.shown])

    def hand_of(self, seat: int, hidden: list[int]) -> list[int]:
        """Gives a hand that was dealt out of sight, with the piece that was shown."""
        was_shown = self.shown >= 0 and seat == self.first
        return sorted([*hidden, self.shown]) if was_shown else hidden
