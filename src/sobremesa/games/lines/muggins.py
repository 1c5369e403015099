"""Muggins: Draw, led by the highest double, with a score whenever the ends add up to fives.

The highest double in any hand is led and is open on four sides. Whoever brings the sum of
the open ends to 5, 10, 15 and so on claims that many points; if he does not, an opponent
may call "Muggins" and take them. A player may draw although he could play. Going domino and
blocked hands are scored as in Draw, of which everything else is taken too.

To the moves of Draw come: to claim 0, 5, 10, … after laying a tile (0: nothing is claimed),
to let a play pass, and to call Muggins. The opponents are asked in turn, from the left of
the player, after every play whose points were not rightly claimed, so that being asked
tells nothing.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Round, View, register
from sobremesa.core.options import Option, Value
from sobremesa.games.lines.draw import (
    BONEYARD_RESERVE,
    DEAD_ENDS_BLOCK,
    Draw,
    DrawRound,
)
from sobremesa.games.lines.knowledge import AT_THE_DEAL
from sobremesa.games.lines.line import (
    FINISH_HAND,
    FIRST_PLAYER,
    HAND_SIZE,
    MATCH_TARGET,
    NO_TILE,
    PLAYERS,
    SET,
    TARGET,
    LineRound,
)
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, PIPS, parse_tile

NEXT_LEAD: Final = Option(
    "next_lead", "highest_double", "Who leads later hands: the highest double, the winner of "
    "the last hand, or the next to the left.", "MUGGINS-R09",
    allowed=["highest_double", "winner", "rotate"],
)
NO_DOUBLE: Final = Option(
    "no_double", "draw_in_turn", "What happens when nobody has a double to lead: all draw in "
    "turn until one comes, the tiles are dealt again, or the heaviest tile leads.",
    "SETS-R07", allowed=["draw_in_turn", "redeal", "heaviest"],
)
AUTO_CLAIM: Final = Option(
    "auto_claim", False, "Whether points are claimed by themselves, with no Muggins call.",
    "MUGGINS-R13",
)
ROUND_TO_FIVE: Final = Option(
    "round_to_five", False, "Whether what is gained when a hand is settled is rounded to "
    "the nearest five.", "MUGGINS-R21",
)

# The highest count that scores, by set: four arms that show the highest doubles they can.
HIGHEST_COUNT: Final = {6: 35, 9: 60, 12: 80, 15: 100}

# What the seat to decide is asked: to play, to claim, whether to call, or to seek a double.
TO_PLAY: Final[Int] = 0
TO_CLAIM: Final[Int] = 1
TO_CALL: Final[Int] = 2
TO_SEEK: Final[Int] = 3
ASKED: Final = ["play", "claim", "call", "seek"]


@mypyc_attr(allow_interpreted_subclasses=True)
class Muggins(Draw):
    """The rules of Muggins."""

    NAME: ClassVar[str] = "muggins"
    TITLE: ClassVar[str] = "Muggins"
    SENTENCE: ClassVar[str] = "Make the open ends add up to fives, and watch who forgets to say so."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, NEXT_LEAD, MATCH_TARGET, FINISH_HAND,
        BONEYARD_RESERVE, DEAD_ENDS_BLOCK, NO_DOUBLE, AUTO_CLAIM, ROUND_TO_FIVE,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "casual": {"auto_claim": True},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.auto_claim: bool = self.flag("auto_claim")
        self.round_to_five: bool = self.flag("round_to_five")
        self.quiet_move: Int = self.plays + 2
        self.muggins_move: Int = self.plays + 3
        self.claim_move: Int = self.plays + 4
        self.highest_count: Int = HIGHEST_COUNT[int(self.top)]
        self.move_count = self.claim_move + self.highest_count // 5 + 1
        # What can be said to a tile, the same every time.
        self.claims: vec[Int] = vec[Int]([
            move for move in range(self.claim_move, self.move_count)
        ])
        self.answers: vec[Int] = vec[Int]([self.quiet_move, self.muggins_move])
        # After every tile the player claims and each opponent is asked.
        self.longest += self.tiles * self.players

    def has_spinner(self) -> bool:
        """The first double is always open on four sides (MUGGINS-03)."""
        return True

    def may_draw_freely(self) -> bool:
        """Drawing is allowed to a player who could play (MUGGINS-08)."""
        return True

    def leads_highest(self, number: int) -> bool:
        """Tells whether hand `number` is opened by the highest double (MUGGINS-R09)."""
        return number == 1 or self.choice("next_lead") == "highest_double"

    def is_playable(self, deck: vec[Int], number: int) -> bool:
        """A deal without a double to lead is dealt again under `no_double` = redeal."""
        if self.choice("no_double") != "redeal" or not self.leads_highest(number):
            return True
        for place in range(self.players * self.hand_size):
            if HIGH[deck[place]] == LOW[deck[place]]:
                return True
        return False

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> LineRound:
        """Deals; the highest double is to be led by its holder (MUGGINS-02)."""
        round = super().begin(deck, first, number, before)
        assert isinstance(round, MugginsRound)
        if self.leads_highest(int(number)):
            round.open_by_double()
        return round

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return MugginsRound(self, number, before)

    def next_first(self, last: Round) -> int:
        """Keeps the nominal first player where the highest double leads."""
        assert isinstance(last, LineRound)
        if self.choice("next_lead") == "highest_double":
            return int(last.first)
        return super().next_first(last)

    def move_of(self, text: str) -> int:
        """Reads a move of a log."""
        if text.startswith("="):
            return int(self.claim_move) + int(text[1:]) // 5
        if text == "quiet":
            return int(self.quiet_move)
        return int(self.muggins_move) if text == "muggins" else super().move_of(text)

    def can_come(self, tile: int, seat: int, since: int, view: View) -> bool:
        """The lead tells which doubles no hand was dealt (MUGGINS-02, SETS-R07)."""
        data = view.data
        opening = data["opening"]
        if opening.get("line") or not self.leads_highest(data["number"]):
            return True
        lead = parse_tile(data["lead"]) if data["lead"] else NO_TILE
        is_double = HIGH[tile] == LOW[tile]
        # Draws in search of a double that this round saw, and whether one was needed at all.
        seen = data["sought"] - opening.get("sought", 0)
        if seat >= 0 and since == AT_THE_DEAL:
            if tile == lead:
                return bool(seat == data["leader"] and seen == 0)
            if data["sought"] > 0 or lead == NO_TILE or HIGH[lead] != LOW[lead]:
                heaviest = data["sought"] == 0 and lead != NO_TILE
                return not is_double and (not heaviest or is_heavier(lead, tile))
            return not is_double or tile < lead
        if 0 <= since < seen:
            if since == seen - 1 and lead != NO_TILE:
                return tile == lead
            return not is_double
        return tile != lead

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Adds how many tiles were drawn in search of a double, and who laid last."""
        found = super().bounds()
        found["sought"] = (0, int(self.tiles))
        found["layer"] = (-1, int(self.players) - 1)
        return found

    def words(self) -> dict[str, list[str]]:
        """Adds what is asked."""
        found = super().words()
        found["asked"] = ASKED
        return found

    def may_be_out(self, data: Data) -> int:
        """Who laid his last tile first claims, or is called upon (MUGGINS-R18)."""
        return layer_of(data) if data.get("asked") in ("claim", "call") else -1

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the lead, the claim or the call."""
        found = super().contradictions(data)
        lead = data.get("lead", "")
        if lead != "" and lead not in self.pieces():
            return [*found, "lead must be a tile of the set, or nothing"]
        if data.get("over", False):
            return found
        if data.get("asked") in ("claim", "call"):
            found += self._window_problems(data)
        elif data.get("line"):
            if data.get("asked") == "seek":
                found.append("no double is sought once a tile is led (SETS-R07)")
        elif self.leads_highest(data.get("number", 1)):
            found += self._lead_problems(data)
        totals = [
            before + made for before, made in zip(
                data.get("before", [0]), data.get("points", [0]), strict=False
            )
        ]
        if not self.finish_hand and self.winners(totals):
            found.append("the match is won, so the hand is over (MUGGINS-R23)")
        return found

    def _window_problems(self, data: Data) -> list[str]:
        found: list[str] = []
        if self.auto_claim:
            found.append("nobody is asked here, points are claimed by themselves (MUGGINS-R13)")
        if not data.get("line"):
            found.append("there is no tile yet to claim for (MUGGINS-R13)")
        layer = layer_of(data)
        turn = data.get("turn", data.get("leader", data.get("first", 0)))
        if data["asked"] == "claim" and layer != turn:
            found.append("who laid the last tile claims: turn and layer must be the same seat")
        if data["asked"] == "call" and layer in (-1, turn):
            found.append("an opponent is asked to call: layer must be a seat, turn another")
        return found

    def _lead_problems(self, data: Data) -> list[str]:
        """Says what is wrong before the lead of a hand that the highest double opens."""
        round = self.bare_round()
        assert isinstance(round, MugginsRound)
        for seat, hand in enumerate(data["hands"]):
            for name in hand:
                round.hands.give(seat, parse_tile(name))
        tile = round.highest_double()
        if tile == NO_TILE and self.choice("no_double") == "heaviest":
            tile = round.heaviest()
        if tile == NO_TILE and self.choice("no_double") == "redeal":
            return ["nobody holds a double: the tiles are dealt again (SETS-R07)"]
        if tile == NO_TILE and data.get("lead", ""):
            return ["nobody holds a double that could be led (MUGGINS-02)"]
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
            return [f"{NAMES[tile]} must be led by seat {round.turn} (MUGGINS-02)"]
        return []


def layer_of(data: Data) -> int:
    """Gives the seat that laid the last tile of a position; a claim is made by it."""
    if "layer" in data:
        return int(data["layer"])
    return int(data.get("turn", -1)) if data.get("asked") == "claim" else -1


def is_heavier(tile: Int, other: Int) -> bool:
    """Compares by pips, then by the higher half (SETS-R07)."""
    if PIPS[tile] != PIPS[other]:
        return PIPS[tile] > PIPS[other]
    return HIGH[tile] > HIGH[other]


@mypyc_attr(allow_interpreted_subclasses=True)
class MugginsRound(DrawRound):
    """One hand of Muggins."""

    def __init__(self, rules: Muggins, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.muggins: Muggins = rules
        self.asked: Int = TO_PLAY
        # The tile that must be led, how many were drawn in search of it, who laid last.
        self.lead_tile: Int = NO_TILE
        self.sought: Int = 0
        self.layer: Int = -1

    def open_by_double(self) -> None:
        """Finds the tile that leads, or lets all draw in turn for a double."""
        double = self.highest_double()
        if double != NO_TILE:
            self.must_lead(double)
        elif self.muggins.choice("no_double") == "heaviest":
            self.must_lead(self.heaviest())
        else:
            self.asked = TO_SEEK

    def highest_double(self) -> Int:
        """Finds the highest double in any hand."""
        best = NO_TILE
        for seat in range(self.rules.players):
            for tile in self.hands.tiles(seat):
                if HIGH[tile] == LOW[tile] and tile > best:
                    best = tile
        return best

    def heaviest(self) -> Int:
        """Finds the heaviest tile in any hand."""
        best = NO_TILE
        for seat in range(self.rules.players):
            for tile in self.hands.tiles(seat):
                if best == NO_TILE or is_heavier(tile, best):
                    best = tile
        return best

    def must_lead(self, tile: Int) -> None:
        """Gives the lead to the holder of a tile, who must lead it (MUGGINS-R07)."""
        self.lead_tile = tile
        self.asked = TO_PLAY
        for seat in range(self.rules.players):
            if self.hands.holds(seat, tile):
                self.leader = seat
                self.turn = seat

    def legal(self) -> vec[Int]:
        """Lists claims after a tile, the call when asked, else tiles, drawing and passing."""
        if self.asked == TO_CLAIM:
            return self.muggins.claims
        if self.asked == TO_CALL:
            return self.muggins.answers
        if self.asked == TO_SEEK:
            return vec[Int]([self.draw_move])
        if self.line.tiles == 0 and self.lead_tile != NO_TILE:
            return vec[Int]([self.lead_tile])
        return super().legal()

    def silence(self) -> Int:
        """Not calling is saying nothing."""
        return self.muggins.quiet_move if self.asked == TO_CALL else -1

    def is_plain(self) -> bool:
        """The tile that must be led and the draws in search of it are known to all."""
        if self.asked == TO_PLAY and self.line.tiles > 0:
            return super().is_plain()
        return self.asked == TO_SEEK or (self.asked == TO_PLAY and self.lead_tile != NO_TILE)

    def play(self, move: Int) -> None:
        """Lays a tile, draws, passes, claims, or answers whether to call."""
        if self.asked == TO_CLAIM:
            self.note(move)
            self.claim((move - self.muggins.claim_move) * 5)
        elif self.asked == TO_CALL:
            self.note(move)
            if move == self.muggins.muggins_move:
                self.call()
            else:
                self.ask_next()
        else:
            super().play(move)

    def draw(self) -> None:
        """Takes a tile; in search of a double the turn goes round until one comes."""
        super().draw()
        if self.asked == TO_SEEK:
            self.sought += 1
            tile = self.deck[self.next - 1]
            if HIGH[tile] == LOW[tile]:
                self.must_lead(tile)
            else:
                self.pass_turn()

    def count(self) -> Int:
        """Adds up the open ends (MUGGINS-R01, MUGGINS-R02).

        An arm counts what its last tile shows, a double both halves. The spinner counts as
        one end with both halves until its second arm is begun.
        """
        line = self.line
        total: Int = 0
        arms: Int = 0
        arm: Int = 1
        while arm < len(line.ends):
            if line.ends[arm] >= 0 and line.fresh & BIT[arm] == 0:
                arms += 1
                total += line.ends[arm]
                if line.cross & BIT[arm] != 0:
                    total += line.ends[arm]
            arm += 1
        if line.spinner != NO_TILE and arms < 2:
            total += PIPS[line.spinner]
        return total

    def worth(self) -> Int:
        """Gives the points of the count: itself if it is a multiple of five, else none."""
        count = self.count()
        return count if count % 5 == 0 else 0

    def tile_laid(self) -> None:
        """Lets the player claim, or credits him if claims are made by themselves."""
        self.layer = self.turn
        if self.muggins.auto_claim:
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
        if self.turn == self.layer:
            self.close_window()

    def close_window(self) -> None:
        """Ends the turn of the player who laid the tile."""
        self.asked = TO_PLAY
        self.turn = self.layer
        self.end_turn()

    def score(self, seat: Int, points: Int) -> None:
        """Credits points made in play, which may win the match at once (MUGGINS-R23)."""
        if points == 0:
            return
        self.won[seat] += points
        self.made(points)
        if not self.rules.finish_hand:
            totals = [self.before[place] + self.won[place] for place in range(len(self.won))]
            if self.rules.winners([int(total) for total in totals]):
                self.winner = seat
                self.asked = TO_PLAY
                self.end_hand(TARGET)

    def settled(self, gain: Int) -> Int:
        """Rounds what is gained in the settlement, if the table wants it (MUGGINS-R21)."""
        return (gain + 2) // 5 * 5 if self.muggins.round_to_five else gain

    def text(self, move: Int) -> str:
        """Writes a move; `=15` claims, `muggins` calls, `quiet` does not."""
        if move >= self.muggins.claim_move:
            return f"={(move - self.muggins.claim_move) * 5}"
        if move == self.muggins.muggins_move:
            return "muggins"
        return "quiet" if move == self.muggins.quiet_move else super().text(move)

    def read(self, text: str) -> int:
        """Reads a move; `=15` claims and `=` or `=0` claims nothing."""
        word = text.strip().lower()
        if word.startswith("="):
            return self._read_claim(word[1:].strip())
        if word in ("muggins", "muggins!"):
            return int(self.muggins.muggins_move)
        if word in ("quiet", "."):
            return int(self.muggins.quiet_move)
        if self.asked == TO_CLAIM or self.asked == TO_CALL:
            raise self.refusal(self.rules.pass_move)
        return super().read(text)

    def _read_claim(self, points: str) -> int:
        claimed = int(points) if points.isdecimal() else 0 if points == "" else -1
        if claimed < 0 or claimed % 5 or claimed > self.muggins.highest_count:
            raise IllegalMove(
                "{points} cannot be claimed: claims are 0, 5, 10 and so on up to {most} "
                "(MUGGINS-05)",
                points=points, most=int(self.muggins.highest_count),
            )
        return int(self.muggins.claim_move) + claimed // 5

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a claim, the call or letting it pass."""
        if move >= self.muggins.claim_move:
            return (f"claim:{(move - self.muggins.claim_move) * 5}",)
        if move == self.muggins.muggins_move:
            return ("muggins",)
        return ("quiet",) if move == self.muggins.quiet_move else super().touches(move)

    def refusal(self, move: Int) -> IllegalMove:
        """Says what is asked, or that the highest double leads."""
        if self.asked == TO_CLAIM:
            return IllegalMove("say first what you claim for your tile (MUGGINS-R13)")
        if self.asked == TO_CALL:
            return IllegalMove("say first whether you call Muggins (MUGGINS-R13)")
        if self.asked == TO_SEEK:
            return IllegalMove("nobody has a double: draw until one comes (SETS-R07)")
        if move >= self.muggins.quiet_move and self.muggins.auto_claim:
            return IllegalMove("points are claimed by themselves at this table (MUGGINS-R13)")
        if move >= self.muggins.claim_move:
            return IllegalMove("there is no new tile to claim for (MUGGINS-R13)")
        if move >= self.muggins.quiet_move:
            return IllegalMove("there is no play to call Muggins on (MUGGINS-R13)")
        if self.line.tiles == 0 and self.lead_tile != NO_TILE:
            return IllegalMove("{tile} must be led (MUGGINS-R07)", tile=NAMES[self.lead_tile])
        return super().refusal(move)

    def copied_into(self, twin: LineRound) -> None:
        """Copies what Muggins adds too."""
        super().copied_into(twin)
        assert isinstance(twin, MugginsRound)
        twin.asked = self.asked
        twin.lead_tile = self.lead_tile
        twin.sought = self.sought
        twin.layer = self.layer

    def extras(self) -> Data:
        """Gives what Muggins adds to a position; all of it is public."""
        return {
            "asked": ASKED[int(self.asked)],
            "lead": NAMES[self.lead_tile] if self.lead_tile != NO_TILE else "",
            "sought": int(self.sought),
            "layer": int(self.layer),
        }

    def shown(self, seat: int) -> Data:
        """Adds what is asked, the tile that must lead, and the count of the ends."""
        return {**super().shown(seat), "count": int(self.count())}

    def set_up(self, data: Data) -> None:
        """Takes over what Muggins adds too."""
        super().set_up(data)
        self.asked = ASKED.index(data.get("asked", "play"))
        self.lead_tile = parse_tile(data["lead"]) if data.get("lead") else NO_TILE
        self.sought = data.get("sought", 0)
        self.layer = layer_of(data)
        is_open = not self.over and self.line.tiles == 0 and self.lead_tile == NO_TILE
        if is_open and self.asked == TO_PLAY and self.muggins.leads_highest(int(self.number)):
            self.open_by_double()


register(Muggins)
