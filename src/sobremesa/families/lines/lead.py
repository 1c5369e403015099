"""Who leads a hand: somebody with any tile, or the highest double in any hand.

Where the highest double leads, its holder must lead it. If nobody has a double, the game or
its players say what happens (SETS-R07): all draw in turn, beginning with the nominal first
player, until a double comes, which is led at once; the tiles are dealt again; or the
heaviest tile leads.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import DealtRound, Piece
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Round, View
from sobremesa.core.options import Option
from sobremesa.core.parts import Number, Part, Word
from sobremesa.families.lines.line import NO_TILE, LineGame, LineRound
from sobremesa.material.dominoes import HIGH, LOW, NAMES, PIPS, parse_tile
from sobremesa.material.origins import AT_THE_DEAL

NO_DOUBLE: Final = Option(
    "no_double", "draw_in_turn",
    "What happens when nobody has a double to lead: all draw in turn until somebody finds one, "
    "the tiles are dealt again, or the heaviest tile leads.",
    "SETS-R07", title="Nobody has a double",
    words={
        "draw_in_turn": "all draw in turn",
        "redeal": "deal again",
        "heaviest": "the heaviest tile leads",
    },
)

# What the seat to decide is asked: to play, to claim points, whether to call, to draw in
# search of a double, or whether to add a tile. Which of these there are is the game's.
TO_PLAY: Final[Int] = 0
TO_CLAIM: Final[Int] = 1
TO_CALL: Final[Int] = 2
TO_SEEK: Final[Int] = 3
TO_ADD: Final[Int] = 4
ASKED: Final = ["play", "claim", "call", "seek", "add"]


@mypyc_attr(allow_interpreted_subclasses=True)
class LedGame(LineGame):
    """Rules of a game that says who leads and with what."""

    def leads_highest(self, number: int) -> bool:
        """Tells whether hand `number` is opened by the highest double."""
        return False

    def without_double(self) -> str:
        """Says what happens when nobody has a double to lead (SETS-R07)."""
        return self.choice("no_double") if "no_double" in self.options else "redeal"

    def questions(self) -> list[str]:
        """Lists what a seat can be asked."""
        if self.leads_highest(1) and self.without_double() == "draw_in_turn":
            return ["play", "seek"]
        return ["play"]

    def is_playable(self, deck: vec[Int], number: int) -> bool:
        """A deal without a double to lead may have to be dealt again."""
        if not self.leads_highest(number) or self.without_double() != "redeal":
            return True
        for place in range(self.players * self.hand_size):
            if HIGH[deck[place]] == LOW[deck[place]]:
                return True
        return False

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> DealtRound:
        """Deals, and finds the tile that must be led if there is one."""
        round = super().begin(deck, first, number, before)
        if self.leads_highest(int(number)):
            assert isinstance(round, LedRound)
            round.open_by_double()
        return round

    def next_first(self, last: Round) -> int:
        """Keeps the nominal first player where the highest double leads."""
        assert isinstance(last, LineRound)
        return int(last.first)

    def can_come(self, tile: int, seat: int, since: int, view: View) -> bool:
        """The lead tells which doubles no hand was dealt (SETS-R07)."""
        data = view.data
        opening = data["opening"]
        if opening.get("line") or not self.leads_highest(data["number"]):
            return True
        lead = parse_tile(data["lead"]) if data["lead"] else NO_TILE
        is_double = HIGH[tile] == LOW[tile]
        # Draws in search of a double that this round saw, and whether one was needed at all.
        sought = data.get("sought", 0)
        seen = sought - opening.get("sought", 0)
        if seat >= 0 and since == AT_THE_DEAL:
            if tile == lead:
                return bool(seat == data["leader"] and seen == 0)
            if sought > 0 or lead == NO_TILE or HIGH[lead] != LOW[lead]:
                heaviest = sought == 0 and lead != NO_TILE
                return not is_double and (not heaviest or is_heavier(lead, tile))
            return not is_double or tile < lead
        if 0 <= since < seen:
            if since == seen - 1 and lead != NO_TILE:
                return tile == lead
            return not is_double
        return tile != lead

    def parts(self) -> list[Part]:
        """Adds what is asked, which tile must be led, and the draws in search of a double."""
        found = super().parts()
        questions = self.questions()
        if len(questions) > 1:
            found.append(Word("asked", ASKED, questions))
        if self.leads_highest(1):
            found.append(Piece("lead", "lead_tile"))
        if "seek" in questions:
            found.append(Number("sought", 0, int(self.tiles)))
        return found

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the lead."""
        found = super().contradictions(data)
        if data.get("lead", "") != "" and data["lead"] not in self.pieces():
            return [*found, "lead must be a tile of the set, or nothing"]
        if data.get("over", False) or data.get("asked") in ("claim", "call"):
            return found
        if data.get("line"):
            if data.get("asked") == "seek":
                found.append("no double is sought once a tile is led (SETS-R07)")
        elif self.leads_highest(data.get("number", 1)):
            found += self._lead_problems(data)
        return found

    def _lead_problems(self, data: Data) -> list[str]:
        """Says what is wrong before the lead of a hand that the highest double opens."""
        round = self.bare_round()
        assert isinstance(round, LedRound)
        for seat, hand in enumerate(data["hands"]):
            for name in hand:
                round.hands.give(seat, parse_tile(name))
        tile = round.tile_to_lead()
        if tile == NO_TILE and self.without_double() == "redeal":
            return ["nobody holds a double: the tiles are dealt again (SETS-R07)"]
        if tile == NO_TILE and data.get("lead", ""):
            return [f"nobody holds a double that could be led ({self.lead_clause()})"]
        if tile == NO_TILE:
            return []
        if data.get("asked") == "seek":
            return [f"no double is sought when {NAMES[tile]} leads (SETS-R07)"]
        round.must_lead(tile)
        if (
            data.get("lead", NAMES[tile]) != NAMES[tile]
            or data.get("turn", int(round.turn)) != round.turn
            or data.get("leader", int(round.turn)) != round.turn
        ):
            return [f"{NAMES[tile]} must be led by seat {round.turn} ({self.lead_clause()})"]
        return []

    def lead_clause(self) -> str:
        """Names the clause by which the highest double must be led."""
        return "SETS-R07"


def is_heavier(tile: Int, other: Int) -> bool:
    """Compares by pips, then by the higher half (SETS-R07)."""
    if PIPS[tile] != PIPS[other]:
        return PIPS[tile] > PIPS[other]
    return HIGH[tile] > HIGH[other]


@mypyc_attr(allow_interpreted_subclasses=True)
class LedRound(LineRound):
    """One hand of a game that says who leads and with what."""

    def __init__(self, rules: LedGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.led: LedGame = rules
        self.asked: Int = TO_PLAY
        # The tile that must be led, and how many were drawn in search of it.
        self.lead_tile: Int = NO_TILE
        self.sought: Int = 0

    def open_by_double(self) -> None:
        """Finds the tile that leads, or lets all draw in turn for a double."""
        tile = self.tile_to_lead()
        if tile != NO_TILE:
            self.must_lead(tile)
        else:
            self.asked = TO_SEEK

    def tile_to_lead(self) -> Int:
        """Finds the highest double in any hand or, where it leads instead, the heaviest tile."""
        double = self.highest_double()
        if double == NO_TILE and self.led.without_double() == "heaviest":
            return self.heaviest()
        return double

    def highest_double(self) -> Int:
        """Finds the highest double in any hand."""
        number = self.rules.top
        while number >= 0:
            tile = number * (number + 3) // 2
            seat: Int = 0
            while seat < self.rules.players:
                if self.hands.holds(seat, tile):
                    return tile
                seat += 1
            number -= 1
        return NO_TILE

    def heaviest(self) -> Int:
        """Finds the heaviest tile in any hand."""
        best = NO_TILE
        for seat in range(self.rules.players):
            for tile in self.hands.tiles(seat):
                if best == NO_TILE or is_heavier(tile, best):
                    best = tile
        return best

    def must_lead(self, tile: Int) -> None:
        """Gives the lead to the holder of a tile, who must lead it."""
        self.lead_tile = tile
        self.asked = TO_PLAY
        for seat in range(self.rules.players):
            if self.hands.holds(seat, tile):
                self.leader = seat
                self.turn = seat

    def leads(self) -> vec[Int]:
        """Lists the tile that must be led, or the whole hand."""
        if self.lead_tile != NO_TILE:
            return vec[Int]([self.lead_tile])
        return super().leads()

    def refusal(self, move: Int) -> IllegalMove:
        """Says which tile must be led, if one must."""
        if self.line.tiles == 0 and self.lead_tile != NO_TILE:
            return IllegalMove(
                "{tile} must be led ({clause})",
                tile=NAMES[self.lead_tile], clause=self.led.lead_clause(),
            )
        return super().refusal(move)

    def copied_into(self, twin: LineRound) -> None:
        """Copies what the lead adds too."""
        super().copied_into(twin)
        assert isinstance(twin, LedRound)
        twin.asked = self.asked
        twin.lead_tile = self.lead_tile
        twin.sought = self.sought

    def set_up(self, data: Data) -> None:
        """Seeks the double that must be led, where the position does not say so."""
        super().set_up(data)
        is_open = not self.over and self.line.tiles == 0 and self.lead_tile == NO_TILE
        if is_open and self.asked == TO_PLAY and self.led.leads_highest(int(self.number)):
            self.open_by_double()
