"""What a seat can work out about the hidden pieces of Cuadróminos.

In the first round the highest piece dealt is shown, so every other dealt piece ranks below it.
Where a player who can place must do so, one who draws or passes shows that nothing they hold fits
anywhere, unless the clock did it for them; and a start that the clock made was made with the
highest piece of the hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sobremesa.core.game import Data, Round, View, Worlds
from sobremesa.core.rng import Rng
from sobremesa.families.plane.plane import Plane
from sobremesa.material.origins import AT_THE_DEAL, Origins
from sobremesa.material.quadrominoes import PIECE_NAMES, RANK, parse_piece

if TYPE_CHECKING:
    from sobremesa.families.plane.cuadrominos import Cuadrominos


class PlaneWorlds(Worlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Cuadrominos, view: View) -> None:
        super().__init__(view)
        self.rules = rules
        self.opening: Data = view.data["opening"]
        self.moves: list[int] = []
        shown = view.data["shown"]
        # The piece that was shown, and whether it was dealt to a hand that is hidden.
        self.shown: int = parse_piece(shown) if shown else -1
        self.first: int = int(view.data["first"])
        self.origins = Origins(int(rules.tiles))
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

    def count(self) -> int:
        """Counts the ways in which the hidden pieces can have been dealt and drawn.

        The order of the pieces that nobody has drawn is left out.
        """
        return self.origins.count()

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        opening = dict(self.opening)
        if not self.view.over:
            dealt, boneyard = self.origins.sample(rng)
            if self.shown >= 0 and self.first in dealt:
                dealt[self.first] = sorted([*dealt[self.first], self.shown])
            opening["hands"] = [
                hand if isinstance(hand, list) else [PIECE_NAMES[piece] for piece in dealt[seat]]
                for seat, hand in enumerate(self.opening["hands"])
            ]
            opening["boneyard"] = [PIECE_NAMES[piece] for piece in boneyard]
        round = self.rules.restored(opening)
        for move in self.moves:
            round.play(move)
        return round
