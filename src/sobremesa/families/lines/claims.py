"""Draw with points made in play: Draw, led by the highest double, where a tile can score.

The player who lays such a tile claims its points; if they do not, an opponent may call "Muggins"
and take them. A player may draw even when able to play. Each game says what a tile is worth. A
table may also have points claimed automatically; then there is no call.

These moves are added to those of Draw: to claim nothing, to claim one of the possible scores after
laying a tile, to let a play pass, and to call Muggins. The opponents are asked in turn, from the
player's left, after every play whose points were not rightly claimed, so that being asked tells
nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY, Data
from sobremesa.core.numbers import whole
from sobremesa.core.parts import Number, Part
from sobremesa.core.reading import tidy
from sobremesa.families.lines.draw import Draw, DrawRound
from sobremesa.families.lines.lead import TO_CALL, TO_CLAIM, TO_PLAY
from sobremesa.families.lines.round import LineRound

# What a person says who claims nothing, or does not call.
NOTHING: Final = ["nothing", "none", "no", "0"]


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimGame(Draw):
    """Rules of a game in which a laid tile can score."""

    CALLS: ClassVar[bool] = True
    # The ruling on claims.
    CLAIM_CLAUSE: ClassVar[str] = ""
    SAMPLE: ClassVar[tuple[int, int, float]] = (11, 5, 0.7)

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.auto_claim: bool = self.claims_itself()
        # How many pips are worth a point.
        self.point_worth: Int = 1
        self.quiet_move: Int = self.plays + 2
        self.muggins_move: Int = self.plays + 3
        self.claim_move: Int = self.plays + 4
        # The points that can be claimed, nothing first.
        self.claimable: list[int] = [0, *self.scores_there_are()]
        self.word(self.quiet_move, "quiet", "quiet", ".")
        self.word(self.muggins_move, "muggins", "muggins", "muggins!")
        for place, points in enumerate(self.claimable):
            self.word(self.claim_move + place, f"={points}", f"claim:{points}")
        self.move_count = self.claim_move + len(self.claimable)
        # What can be said to a tile, the same every time.
        self.claims: vec[Int] = vec[Int]([move for move in range(self.claim_move, self.move_count)])
        self.answers: vec[Int] = vec[Int]([self.quiet_move, self.muggins_move])
        # After every tile the player claims and each opponent is asked.
        self.longest += self.tiles * self.players

    @abstractmethod
    def claims_itself(self) -> bool:
        """Tells whether points are claimed automatically."""

    @abstractmethod
    def scores_there_are(self) -> list[int]:
        """Lists what a laid tile can score."""

    def most_gain(self) -> int:
        """Besides, every tile can score at the open ends, which count both halves of a double."""
        return super().most_gain() + int(self.tiles) * int(self.arms) * 2 * int(self.top)

    def may_draw_freely(self) -> bool:
        """Drawing is allowed to a player who could play (MUGGINS-08)."""
        return True

    def leads_highest(self, number: int) -> bool:
        """The highest double is led (MUGGINS-02)."""
        return True

    def questions(self) -> list[str]:
        """Adds the claim and the call."""
        found = super().questions()
        return found if self.auto_claim else [*found, "claim", "call"]

    def claimed_by(self, move: Int) -> int:
        """Gives the points that a move claims."""
        return self.claimable[int(move - self.claim_move)]

    def parts(self) -> list[Part]:
        """Adds who laid last."""
        return [*super().parts(), Number("layer", NOBODY, int(self.players) - 1)]

    def may_be_out(self, seat: int, data: Data) -> bool:
        """A player who has laid their last tile still claims, or is called upon (MUGGINS-R18)."""
        return data.get("asked") in ("claim", "call") and seat == layer_of(data)

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the claim or the call."""
        found = super().contradictions(data)
        if data.get("over", False):
            return found
        if data.get("asked") in ("claim", "call"):
            found += self._window_problems(data)
        totals = [
            before + made for before, made in zip(
                data.get("before", [0]), data.get("points", [0]), strict=False
            )
        ]
        if not self.finish_hand and self.winners(totals):
            found.append("the match is won, so the hand is over (SETS-R14)")
        return found

    def _window_problems(self, data: Data) -> list[str]:
        found: list[str] = []
        if not data.get("line"):
            found.append(f"there is no tile yet to claim for ({type(self).CLAIM_CLAUSE})")
        layer = layer_of(data)
        turn: Any = data.get("turn", data.get("leader", data.get("first", 0)))
        if data["asked"] == "claim" and layer != turn:
            found.append("the seat that laid the last tile claims: turn and layer must be one seat")
        if data["asked"] == "call" and (layer == -1 or self.teams.are_partners(layer, turn)):
            found.append("an opponent is asked to call: layer must be a seat, turn another")
        return found


def layer_of(data: Data) -> int:
    """Gives the seat that laid the last tile of a position; a claim is made by it."""
    if "layer" in data:
        return int(data["layer"])
    return int(data.get("turn", -1)) if data.get("asked") == "claim" else -1


@mypyc_attr(allow_interpreted_subclasses=True)
class ClaimRound(DrawRound):
    """One hand of a game in which a laid tile can score."""

    def __init__(self, rules: ClaimGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.claiming: ClaimGame = rules
        # Who laid the last tile.
        self.layer: Int = -1

    @abstractmethod
    def worth(self) -> Int:
        """Gives the points that the tile laid last makes."""

    def legal(self) -> vec[Int]:
        """Lists claims after a tile, the call when asked, else tiles, drawing and passing."""
        if self.over:
            return vec[Int]()
        if self.asked == TO_CLAIM:
            return self.claiming.claims
        if self.asked == TO_CALL:
            return self.claiming.answers
        return super().legal()

    def silence(self) -> Int:
        """Not calling is saying nothing."""
        return self.claiming.quiet_move if self.asked == TO_CALL else -1

    def is_plain(self) -> bool:
        """Claims and calls are free."""
        return self.asked != TO_CLAIM and self.asked != TO_CALL and super().is_plain()

    def play(self, move: Int) -> None:
        """Lays a tile, draws, passes, claims, or answers whether to call."""
        if self.asked == TO_CLAIM:
            self.note(move)
            self.claim(self.claiming.claimed_by(move))
        elif self.asked == TO_CALL:
            self.note(move)
            if move == self.claiming.muggins_move:
                self.call()
            else:
                self.ask_next()
        else:
            super().play(move)

    def tile_laid(self) -> None:
        """Lets the player claim, or credits them if claims are automatic."""
        self.layer = self.turn
        if self.claiming.auto_claim:
            self.score(self.turn, self.worth())
            if not self.over:
                self.end_turn()
        else:
            self.asked = TO_CLAIM

    def claim(self, points: Int) -> None:
        """Credits a right claim; any other leaves the points open to a call (MUGGINS-R15)."""
        if points > 0 and points == self.worth():
            self.score(self.turn, points)
            if not self.over:
                self.close_window()
        else:
            self.asked = TO_CALL
            self.pass_turn()

    def call(self) -> None:
        """Gives the caller what the player made and did not claim (MUGGINS-09)."""
        self.score(self.turn, self.worth())
        if not self.over:
            self.close_window()

    def ask_next(self) -> None:
        """Asks the next opponent, or closes the window when all have been asked."""
        self.pass_turn()
        if self.turn != self.layer and self.rules.teams.are_partners(self.turn, self.layer):
            self.pass_turn()
        if self.turn == self.layer:
            self.close_window()

    def close_window(self) -> None:
        """Ends the turn of the player who laid the tile."""
        self.asked = TO_PLAY
        self.turn = self.layer
        self.end_turn()

    def read(self, text: str) -> int:
        """Reads a move; `15` or `=15` claims, `nothing`, `=` or `=0` claims nothing."""
        word = tidy(text).lower()
        if self.asked == TO_CLAIM and (word.isdecimal() or word in NOTHING):
            return self._read_claim(word if word.isdecimal() else "")
        if self.asked == TO_CALL and word in NOTHING:
            return int(self.claiming.quiet_move)
        if word.startswith("="):
            return self._read_claim(word[1:].strip())
        is_asked = self.asked == TO_CLAIM or self.asked == TO_CALL
        if is_asked and self.rules.spoken.get(word, 0) < self.claiming.quiet_move:
            raise self.refusal(self.rules.pass_move)
        return super().read(text)

    def _read_claim(self, points: str) -> int:
        claimed = 0 if points == "" else whole(points)
        if claimed is None or claimed not in self.claiming.claimable:
            raise self.misclaim(points)
        return int(self.claiming.claim_move) + self.claiming.claimable.index(claimed)

    @abstractmethod
    def misclaim(self, points: str) -> IllegalMove:
        """Says that there is no such score."""

    def refusal(self, move: Int) -> IllegalMove:
        """Says what is asked, or that nothing is."""
        clause = type(self.claiming).CLAIM_CLAUSE
        if self.asked == TO_CLAIM:
            return IllegalMove(
                "say first what you claim for your tile: {points}, for example, or nothing "
                "({clause})",
                points=int(self.claiming.claimed_by(self.legal()[1])), clause=clause,
            )
        if self.asked == TO_CALL:
            return IllegalMove(
                "say first whether you call: muggins or quiet ({clause})", clause=clause
            )
        if move < self.claiming.quiet_move:
            return super().refusal(move)
        if self.claiming.auto_claim:
            return IllegalMove(
                "points are claimed by themselves at this table ({clause})", clause=clause
            )
        if move >= self.claiming.claim_move:
            return IllegalMove("there is no new tile to claim for ({clause})", clause=clause)
        return IllegalMove("there is no play to call Muggins on ({clause})", clause=clause)

    def copied_into(self, twin: LineRound) -> None:
        """Copies who laid last too."""
        super().copied_into(twin)
        assert isinstance(twin, ClaimRound)
        twin.layer = self.layer

    def set_up(self, data: Data) -> None:
        """Takes over who laid last too."""
        super().set_up(data)
        self.layer = layer_of(data)
