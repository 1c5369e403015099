"""Cardinal Mexican Train: trains leave a station, one for each player and some for everybody.

The first player opens the station with their highest double. All players have a train of their
own, begun with a tile that shows the station number; in the turn in which they begin it they go
on as long as a tile in their hand matches. Tiles with the station number also begin Mexican
sidings, on which all may play. In later turns a player lays one tile: on their own train, on a
siding, or on another player's train that carries a marker. A player who cannot play draws one
tile; if they still cannot play, their train gets a marker, which comes off when they play on it
themselves.

A double must be answered: its player lays another tile on it, or draws one for it. If that fails,
the player's train is marked and the next player must answer, and so on, and nobody may play
elsewhere. There is no such duty if the double is the last tile of its number, or if it was played
on one's own marked train; then one more tile may be added to it. A player who lays their last
tile ends the round. Everybody scores the pips left in their hand, and the lowest total wins.

The moves are those of all games with a hub: the arms are the trains T1, T2, … by seat and
behind them the sidings M1, M2, … in the order in which they are begun.
"""

from __future__ import annotations

from typing import ClassVar, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, Views
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.parts import Flag, Part, Seats, Word
from sobremesa.families.hubs.hub import TO_ADD, TO_PLAY, HubGame, HubRound
from sobremesa.families.hubs.views import TrainView
from sobremesa.families.lines.game import FIRST_PLAYER
from sobremesa.families.lines.round import LineRound
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, SET_WORDS

PLAYERS: Final = players_option(4, "MEXTRAIN-R38", high=8)
SET: Final = Option(
    "set", 12, "Highest number on the tiles; 9 or 6 make a fast game.", "MEXTRAIN-R38",
    title="Domino set", allowed=[12, 9, 6, 15], words=SET_WORDS,
)
HAND_SIZE: Final = Option(
    "hand_size", 0,
    "Tiles each player draws before the round; 0 takes as many as the rules give for the set "
    "and the number of players.",
    "MEXTRAIN-R38", title="Tiles in a hand", low=0,
)
ROUNDS: Final = Option(
    "rounds", 0, "Rounds in a match; 0 plays as many as there are players.", "MEXTRAIN-R34",
    title="Rounds", low=0,
)
OWNER_ON_MARKED: Final = choice_option(
    "owner_on_marked", "Your own marked train", "MEXTRAIN-R01",
    "What players may lay on their own marked train: any tile that matches, only a double, or "
    "nothing as long as the marker is there.",
    any="any tile that matches", double_only="only a double", never="nothing",
)
MARK_UNBEGUN: Final = Option(
    "mark_unbegun", False,
    "Whether a train that has not been begun is marked as well; others may then begin it.",
    "MEXTRAIN-R03", title="Mark trains not yet begun",
)
SINGLE_MEXICAN_TRAIN: Final = Option(
    "single_mexican_train", False, "Whether there is only one Mexican siding.", "MEXTRAIN-R07",
    title="Only one Mexican Train",
)
SERIES_MAY_STOP: Final = Option(
    "series_may_stop", False,
    "Whether players who begin their train may stop although they could go on.", "MEXTRAIN-R16",
    title="The first series may stop",
)
DOUBLE_BLANK_VALUE: Final = Option(
    "double_blank_value", 0, "Points that 0-0 counts in a hand.", "MEXTRAIN-R37",
    title="Points for the double blank", allowed=[0, 50],
)

# Tiles for each player, by set: two to four players, five or six, seven or eight.
HANDS: Final = {15: [22, 17, 16], 12: [15, 12, 11], 9: [9, 7, 6], 6: [5, 4, 3]}

# No double is open.
NONE_OPEN: Final[Int] = 0


class MexicanTrain(HubGame):
    """The rules of Mexican Train."""

    NAME: ClassVar[str] = "mexican-train"
    VIEWS: ClassVar[Views] = HubGame.VIEWS.holding(TrainView)
    TITLE: ClassVar[str] = "Mexican Train"
    SENTENCE: ClassVar[str] = "A train of your own, sidings for all, and doubles to be answered."
    # None says who is first later: the office moves one seat to the left (MEXTRAIN-34).
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SET, HAND_SIZE, FIRST_PLAYER, ROUNDS, OWNER_ON_MARKED, MARK_UNBEGUN,
        SINGLE_MEXICAN_TRAIN, SERIES_MAY_STOP, DOUBLE_BLANK_VALUE,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "fast": {"set": 6},
        "custom": {"mark_unbegun": True, "single_mexican_train": True, "rounds": 13},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.last_round = self.number("rounds") or self.players
        # Whether the owner of a marked train is barred from it, even with a double.
        self.is_strict: bool = self.choice("owner_on_marked") != "any"
        self.never_own: bool = self.choice("owner_on_marked") == "never"
        self.mark_unbegun: bool = self.flag("mark_unbegun")
        self.series_may_stop: bool = self.flag("series_may_stop")
        self.blank_value: Int = self.number("double_blank_value")
        # The sidings, one bit for each arm.
        self.sidings: Int = 0
        for arm in range(self.players + 1, self.arms + 1):
            self.sidings |= BIT[arm]

    def tiles_each(self) -> int:
        """Gives the hand size by set and players (MEXTRAIN-02, MEXTRAIN-R38)."""
        row = HANDS[self.number("set")]
        return self.number("hand_size") or row[max(0, (self.number("players") - 3) // 2)]

    def arms_named(self) -> list[str]:
        """Names the trains by seat, and as many sidings as tiles can begin (MEXTRAIN-R07)."""
        sidings = 1 if self.flag("single_mexican_train") else self.number("set")
        return [
            *(f"T{seat + 1}" for seat in range(self.number("players"))),
            *(f"M{siding + 1}" for siding in range(sidings)),
        ]

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a round with nothing dealt."""
        return TrainRound(self, number, before)

    def most_gain(self) -> int:
        """Besides, 0-0 may count in a hand."""
        return super().most_gain() + int(self.blank_value)

    def leaders(self, scores: list[int]) -> list[int]:
        """Lists who has the lowest total (MEXTRAIN-33, MEXTRAIN-R36)."""
        best = min(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def parts(self) -> list[Part]:
        """Adds markers, the open double and whether a train is being begun."""
        return [
            *super().parts(), Seats("marked", int(self.players), first=1),
            Word("open", self.arm_names), Flag("begins"),
        ]

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with markers, an open double or a series."""
        found = super().contradictions(data)
        if found or not data.get("line") or data.get("over", False):
            return found
        table = self.bare_round()
        assert isinstance(table, TrainRound)
        table.take_parts(data)
        return table.problems()


class TrainRound(HubRound):
    """One round of Mexican Train."""

    def __init__(self, rules: MexicanTrain, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.station: MexicanTrain = rules
        # The trains that have been begun, and those that carry a marker, one bit for each arm.
        self.begun: Int = 0
        self.marked: Int = 0
        # The line with the double that must be answered.
        self.open: Int = NONE_OPEN
        # Whether the seat to decide has begun its train in this turn.
        self.begins: bool = False

    def alike(self) -> Int:
        """Any free siding is as good as another (MEXTRAIN-R09)."""
        return self.station.sidings

    def lay(self, arm: Int, tile: Int) -> None:
        """Puts a tile on the table; a train with a tile has been begun."""
        super().lay(arm, tile)
        if 0 < arm <= self.rules.players:
            self.begun |= BIT[arm]

    def openings(self) -> vec[Int]:
        """The station is opened with the highest double of the hand (MEXTRAIN-04)."""
        doubles = self.doubles()
        return doubles[len(doubles) - 1 :] if len(doubles) > 0 else doubles

    def reach(self, seat: Int) -> Int:
        """Gives the seat's own train, the sidings and others' marked trains (MEXTRAIN-14).

        While a double is open there is nothing but that double (MEXTRAIN-25), and a player
        who adds a tile adds it to their own train (MEXTRAIN-R19, MEXTRAIN-R28).
        """
        own = BIT[seat + 1]
        if self.open != NONE_OPEN:
            return BIT[self.open]
        if self.asked == TO_ADD:
            return own
        return own | self.station.sidings | self.marked

    def is_barred(self, seat: Int, tile: Int) -> bool:
        """Tells whether a tile may not go to the seat's own train because it is marked.

        That is so where the owner may lay doubles only, or nothing (MEXTRAIN-R01), and never on
        an open double or at the beginning of a train.
        """
        own = BIT[seat + 1]
        is_free = HIGH[tile] == LOW[tile] and not self.station.never_own
        return (
            self.station.is_strict and not is_free and self.open == NONE_OPEN
            and self.marked & self.begun & own != 0
        )

    def fitting_of(self, seat: Int) -> vec[Int]:
        """Leaves out what would fit one's own marked train only and is barred there."""
        found = super().fitting_of(seat)
        if not self.station.is_strict:
            return found
        elsewhere = self.reach(seat) & ~BIT[seat + 1]
        return vec[Int]([
            tile for tile in found
            if not self.is_barred(seat, tile) or self.line.fits(tile, elsewhere)
        ])

    def fitting(self) -> vec[Int]:
        """Lists the moves by which the seat to decide can lay a tile, ascending."""
        moves = super().fitting()
        if not self.station.is_strict:
            return moves
        allowed = vec[Int]()
        for move in moves:
            tile = move % self.rules.tiles
            if move // self.rules.tiles != self.turn + 1 or not self.is_barred(self.turn, tile):
                allowed = append(allowed, move)
        return allowed

    def can_lay(self) -> bool:
        """Tells whether the seat to decide holds a tile that it may lay."""
        return len(self.fitting()) > 0 if self.station.is_strict else super().can_lay()

    def may_stop(self) -> bool:
        """A series is exhausted (MEXTRAIN-R16); a tile on a waived double is free (R28)."""
        return self.station.series_may_stop or not self.begins

    def double_set(self, tile: Int) -> None:
        """The opener takes a whole turn; the station asks for no answer (MEXTRAIN-R10)."""
        if self.hands.sizes[self.turn] == 0:
            self.go_out()

    def add(self, arm: Int, tile: Int) -> None:
        """Joins a tile: markers, doubles and the series follow from it."""
        own = BIT[self.turn + 1]
        is_own = arm == self.turn + 1
        was_marked = is_own and self.marked & own != 0
        if is_own:
            self.begins = self.begins or self.begun & own == 0
            self.marked &= ~own
        self.lay(arm, tile)
        self.passes = 0
        self.drawn = False
        self.open = NONE_OPEN
        self.asked = TO_PLAY
        if self.hands.sizes[self.turn] == 0:
            self.go_out()
        elif self.line.left[self.line.ends[arm]] == 0:
            # Nothing can follow: the last of its number (MEXTRAIN-28), or a series at its end.
            self.end_turn()
        elif HIGH[tile] == LOW[tile]:
            if was_marked:
                self.asked = TO_ADD
            else:
                self.open = arm
        elif self.begins:
            self.asked = TO_ADD
        else:
            self.end_turn()

    def fail(self) -> None:
        """Marks the train of a player who cannot play (MEXTRAIN-18, MEXTRAIN-24).

        A round is blocked when all have failed in succession; a new marker opens a train to
        those who failed before, so it begins the count again (MEXTRAIN-R32).
        """
        own = BIT[self.turn + 1]
        is_new = self.marked & own == 0 and (self.station.mark_unbegun or self.begun & own != 0)
        if is_new:
            self.marked |= own
        if self.boneyard() == 0:
            self.passes = 1 if is_new else self.passes + 1
        if self.passes == self.rules.players:
            self.block()
        else:
            self.next_turn()

    def end_turn(self) -> None:
        """Ends the round if all can see that it is blocked, else the turn."""
        if self.rules.is_seen_blocked(self.line, self.boneyard()):
            self.block()
        else:
            self.next_turn()

    def next_turn(self) -> None:
        """Gives the turn to the neighbour on the left (MEXTRAIN-13)."""
        self.asked = TO_PLAY
        self.drawn = False
        self.begins = False
        self.pass_turn()

    def settle(self) -> None:
        """Everybody scores the pips left in their hand (MEXTRAIN-32)."""
        for seat in range(self.rules.players):
            self.won[seat] = self.hands.pips(seat)
            if self.hands.holds(seat, 0):
                self.won[seat] += self.station.blank_value

    def lacked_to_open(self, move: int) -> vec[Int]:
        """A player who opens the station has no higher double (MEXTRAIN-R11)."""
        lacked = super().lacked_to_open(int(self.rules.pass_move))
        if move == self.rules.pass_move:
            return lacked
        return vec[Int]([tile for tile in lacked if tile > move])

    def draw_clause(self) -> str:
        """Names the clause by which one tile is drawn."""
        return "MEXTRAIN-17" if self.open == NONE_OPEN else "MEXTRAIN-23"

    def misopened(self, move: Int) -> IllegalMove:
        """Says how the station is opened."""
        doubles = self.openings()
        if len(doubles) == 0:
            return IllegalMove("you have no double: hand the opening on (MEXTRAIN-05)")
        return IllegalMove(
            "open the station with {tile}, your highest double (MEXTRAIN-04)",
            tile=NAMES[doubles[0]],
        )

    def stop_clause(self) -> str:
        """Names the clause on adding a tile: to a series, or to a double that needs none."""
        return "MEXTRAIN-R16" if self.begins else "MEXTRAIN-R28"

    def unstopped(self) -> IllegalMove:
        """Says why a player may not stop."""
        if self.asked == TO_ADD:
            return IllegalMove(
                "your train asks for {number}, and you hold one: go on (MEXTRAIN-R16)",
                number=int(self.line.ends[self.turn + 1]),
            )
        return IllegalMove("there is nothing to stop here (MEXTRAIN-R15)")

    def refusal(self, move: Int) -> IllegalMove:
        """Names the open double, the owner of a private train, or what else is in the way."""
        arm = int(move // self.rules.tiles)
        tile = int(move % self.rules.tiles)
        if (
            self.line.tiles == 0 or move >= self.rules.plays or arm == 0
            or not self.hands.holds(self.turn, tile)
        ):
            return super().refusal(move)
        if self.open != NONE_OPEN:
            return self.unanswered(tile)
        if self.asked == TO_ADD and arm != self.turn + 1:
            return self.elsewhere()
        if self.line.takes(tile, arm) and arm <= self.rules.players:
            if arm == self.turn + 1:
                if self.station.never_own:
                    return IllegalMove(
                        "your train is marked: only the others may play there (MEXTRAIN-R01)"
                    )
                return IllegalMove(
                    "your train is marked: you may lay a double there only (MEXTRAIN-R01)"
                )
            if self.begun & BIT[arm] == 0:
                return IllegalMove(
                    "seat {seat} has not begun its train, and only its owner begins it "
                    "(MEXTRAIN-R04)",
                    seat=int(arm),
                )
            return IllegalMove(
                "this is the train of seat {seat} and has no marker (MEXTRAIN-14)", seat=int(arm)
            )
        return super().refusal(move)

    def unanswered(self, tile: int) -> IllegalMove:
        """Says that an open double must be answered first."""
        number = int(self.line.ends[self.open])
        name = self.rules.arm_names[int(self.open)]
        if HIGH[tile] == number or LOW[tile] == number:
            return IllegalMove(
                "{double} is open at {line}: play {tile} there and nowhere else (MEXTRAIN-R23)",
                double=f"{number}-{number}", line=name, tile=NAMES[tile],
            )
        return IllegalMove(
            "{double} is open at {line}: only a tile with {number} will do (MEXTRAIN-25)",
            double=f"{number}-{number}", line=name, number=number,
        )

    def elsewhere(self) -> IllegalMove:
        """Says that the tile may go only to the player's own train."""
        if self.begins:
            return IllegalMove(
                "you are beginning your train: nothing goes elsewhere in this turn (MEXTRAIN-R19)"
            )
        return IllegalMove(
            "after a double that took your marker off you may only add a tile to it "
            "(MEXTRAIN-R28)"
        )

    def problems(self) -> list[str]:
        """Says where markers, an open double or a series do not go with the table."""
        found: list[str] = []
        own = BIT[self.turn + 1]
        if not self.station.mark_unbegun and self.marked & ~self.begun != 0:
            found.append("only a train that has been begun carries a marker (MEXTRAIN-18)")
        if self.open != NONE_OPEN:
            number = self.line.ends[self.open]
            if self.line.cross & BIT[self.open] == 0:
                found.append("the open double must be the last tile of its line (MEXTRAIN-22)")
            elif self.line.left[number] == 0:
                found.append("the last double of its number is not open (MEXTRAIN-28)")
            if self.asked == TO_ADD:
                found.append("an open double must be answered before anything else (R23)")
        if (self.begins or self.asked == TO_ADD) and self.begun & own == 0:
            found.append("who goes on with a train has begun it (MEXTRAIN-09)")
        elif self.asked == TO_ADD and not self.begins and self.line.cross & own == 0:
            found.append("a tile is added to a double only (MEXTRAIN-R28)")
        return found

    def copied_into(self, twin: LineRound) -> None:
        """Copies trains, markers and the open double too."""
        super().copied_into(twin)
        assert isinstance(twin, TrainRound)
        twin.begun, twin.marked = self.begun, self.marked
        twin.open, twin.begins = self.open, self.begins
