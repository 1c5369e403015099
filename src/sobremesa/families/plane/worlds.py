"""What a seat can work out about the hidden pieces of Cuadróminos.

In the first round the highest piece dealt is shown, so every other dealt piece ranks below it.
Where a player who can place must do so, one who draws or passes shows that nothing they hold fits
anywhere, unless the clock did it for them; and a start that the clock made was made with the
highest piece of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.arrays import Int, vec
from sobremesa.core.game import View
from sobremesa.families.plane.plane import Plane
from sobremesa.material.origins import AT_THE_DEAL, DrawnWorlds
from sobremesa.material.quadrominoes import RANK

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos


class PlaneWorlds(DrawnWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Cuadrominos, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        shown = view.data["shown"]
        # The piece that was shown, and who did.
        self.shown: int = rules.piece_of(shown) if shown else -1
        self.first: int = int(view.data["first"])
        self.read_hands()
        is_open = self.read_stock()
        self._read_log()
        if not is_open:
            self.settle()
        self.set_out()

    def shown_of(self, seat: int) -> list[int]:
        """The highest piece of the first deal was shown (CUAD-R13)."""
        return [self.shown] if self.shown >= 0 and seat == self.first else []

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
                    self.origins.draw(seat, time, -1 if text == "+?" else rules.piece_of(text[1:]))

    def _lay(self, plane: Plane, move: int) -> None:
        plane.lay(move // int(self.rules.forms), move % int(self.rules.forms))

    def _higher(self, piece: Int) -> vec[Int]:
        """Lists the pieces that stand above one (CUAD-16)."""
        return vec[Int]([
            other for other in range(self.rules.tiles) if RANK[other] > RANK[piece]
        ])

    def _fitting(self, plane: Plane) -> vec[Int]:
        """Lists the pieces that fit anywhere."""
        return vec[Int]([piece for piece in range(self.rules.tiles) if plane.ways[piece] > 0])

    def barred(self, seat: int, since: int) -> list[int]:
        """Nothing that was dealt stands above the piece that was shown (CUAD-R13)."""
        if self.shown < 0 or since != AT_THE_DEAL:
            return []
        return [int(piece) for piece in self._higher(self.shown)]
