"""What the games whose lines all leave from one double, the hub, have in common.

The first player sets a double from their hand, or, having none, hands the opening on to the next
player, and so on. If nobody has a double, all draw in turn, beginning with the first player, and
keep what they draw, until a double comes, which is set at once. From then on each player lays,
draws or passes as the game says.

Two moves are added to those of the line: to draw a tile, and to stop where a player may, or might
have to, add a tile. Handing on the opening is a pass. Everything that follows from a move follows
from what everybody sees, so a round with unknown hands can be followed.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import Data, View
from sobremesa.core.parts import Flag, Number, Part, Word
from sobremesa.families.lines.game import BLOCKED, DOMINO, LineGame
from sobremesa.families.lines.line import Line
from sobremesa.families.lines.round import LineRound
from sobremesa.material.dominoes import BIT, HIGH, LOW, parse_tile
from sobremesa.material.origins import AT_THE_DEAL

# What the seat to decide is asked: to set the double, to draw in search of one, to play,
# whether to add a tile, or to draw because another player's tile demands it.
TO_OPEN: Final[Int] = 0
TO_SEEK: Final[Int] = 1
TO_PLAY: Final[Int] = 2
TO_ADD: Final[Int] = 3
TO_TAKE: Final[Int] = 4
ASKED: Final = ["open", "seek", "play", "add", "take"]

# Stands for a tile that is not known; it is no double.
SOME_TILE: Final[Int] = 1


@mypyc_attr(allow_interpreted_subclasses=True)
class HubGame(LineGame):
    """Rules of a game whose lines leave from one double."""

    FAMILY: ClassVar[str] = "hubs"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.draw_move = self.plays + 1
        self.stop_move: Int = self.plays + 2
        self.word(self.draw_move, "+", "boneyard")
        self.word(self.stop_move, "stop", "stop", "done")
        self.move_count = self.plays + 3
        # Every tile is laid or drawn once; after each of them somebody may stop, and all may
        # pass, and pass again because something on the table has changed by it.
        self.longest = (2 * self.tiles + 2) * (2 * self.players + 2)

    def is_seen_blocked(self, line: Line, boneyard: Int) -> bool:
        """While tiles can be drawn they are drawn."""
        return boneyard == 0 and line.is_dead()

    def shadow(self, view: View) -> LineRound:
        """Makes a round with unknown hands as everybody saw it begin."""
        opening = view.data["opening"]
        round = self.empty_round(opening.get("number", 1), self.points_before(opening))
        for seat, hand in enumerate(opening["hands"]):
            round.hands.sizes[seat] = hand if isinstance(hand, int) else len(hand)
        stock = opening["boneyard"]
        for _ in range(stock if isinstance(stock, int) else len(stock)):
            round.deck = append(round.deck, SOME_TILE)
        round.take_parts(opening)
        return round

    def barred(self, seat: int, since: int, view: View) -> list[int]:
        """A seat that handed on the opening was dealt no double; a search ends with the first."""
        opening = view.data["opening"]
        if opening.get("line"):
            return []
        if since == AT_THE_DEAL:
            return self.doubled(True) if seat in self.handed_on(opening) else []
        sought = view.data["sought"] - opening.get("sought", 0)
        if seat < 0 or sought == 0:
            return []
        log = view.data["log"]
        draws = [time for time, entry in enumerate(log) if entry[1].startswith("+")]
        if since not in draws[:sought]:
            return []
        is_last = since == draws[sought - 1] and view.data["asked"] != "seek"
        return self.doubled(not is_last)

    def doubled(self, are: bool) -> list[int]:
        """Lists the tiles that are doubles, or those that are not."""
        return [tile for tile in range(self.tiles) if (HIGH[tile] == LOW[tile]) == are]

    def handed_on(self, data: Data) -> list[int]:
        """Lists the seats that handed the opening on before a position was set up."""
        if data.get("asked", "open") == "seek":
            return list(range(self.players))
        return [
            int((data.get("first", 0) + step) % self.players)
            for step in range(data.get("passes", 0))
        ]

    def parts(self) -> list[Part]:
        """Adds the stage of the turn and the draws in search of a double."""
        return [
            *super().parts(), Word("asked", ASKED), Number("sought", 0, int(self.tiles)),
            Flag("drawn"),
        ]

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the double in the middle."""
        found = super().contradictions(data)
        line = data.get("line", [])
        asked = data.get("asked", "play" if line else "open")
        if line:
            high, _, low = line[0].partition("-")
            if high != low:
                found.append(f"{line[0]} is no double: all lines leave from a double")
        if (asked in ("open", "seek")) != (not line) and not data.get("over", False):
            found.append("before the first double is set, and only then, asked is open or seek")
        if not line and not found:
            found += self._opening_problems(data, asked)
        return found

    def _opening_problems(self, data: Data, asked: str) -> list[str]:
        """Says what is wrong before the double is set."""
        if asked == "open" and data.get("sought", 0):
            return ["a position begins before the search for a double or after it (SETS-R07)"]
        turn = (data.get("first", 0) + data.get("passes", 0) + data.get("sought", 0))
        if data.get("turn", turn) != turn % self.players:
            return ["the opening goes round from the first player (SETS-R07)"]
        return [
            f"seat {seat} handed the opening on, but holds a double (SETS-R07)"
            for seat in self.handed_on({**data, "asked": asked})
            if any(HIGH[parse_tile(name)] == LOW[parse_tile(name)] for name in data["hands"][seat])
        ]


@mypyc_attr(allow_interpreted_subclasses=True)
class HubRound(LineRound):
    """One round of a game whose lines leave from one double."""

    def __init__(self, rules: HubGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.hub: HubGame = rules
        self.asked = TO_OPEN
        # Whether the seat to decide has drawn for what is asked of it.
        self.drawn: bool = False

    def is_four_way(self) -> bool:
        """All lines leave from the first double already."""
        return False

    def lay(self, arm: Int, tile: Int) -> None:
        """Puts a tile on the table."""
        if arm == 0:
            self.line.branch(tile, self.alike())
        else:
            self.line.join(arm, tile, False)

    @abstractmethod
    def alike(self) -> Int:
        """Gives the arms that may be begun by anybody in any order."""

    def doubles(self) -> vec[Int]:
        """Lists the doubles in the hand of the seat to decide, ascending."""
        return vec[Int]([
            number * (number + 3) // 2 for number in range(self.rules.top + 1)
            if self.hands.with_number(self.turn, number) & BIT[number] != 0
        ])

    def openings(self) -> vec[Int]:
        """Lists the doubles that the seat to decide may set."""
        return self.doubles()

    def legal(self) -> vec[Int]:
        """Lists tiles, drawing, passing and stopping as the stage of the turn has it."""
        if self.over:
            return vec[Int]()
        if self.asked == TO_PLAY:
            moves = self.fitting()
            return moves if len(moves) > 0 else vec[Int]([self.without_a_tile()])
        if self.asked == TO_ADD:
            moves = self.fitting()
            if len(moves) == 0 or self.may_stop():
                moves = append(moves, self.hub.stop_move)
            return moves
        if self.asked == TO_OPEN:
            moves = self.openings()
            return moves if len(moves) > 0 else vec[Int]([self.rules.pass_move])
        return vec[Int]([self.rules.draw_move])

    def without_a_tile(self) -> Int:
        """Gives what is left to a player who cannot lay a tile: to draw once, then to pass."""
        if self.boneyard() > 0 and not self.drawn:
            return self.rules.draw_move
        return self.rules.pass_move

    def may_stop(self) -> bool:
        """Tells whether a player who could add a tile may leave it."""
        return True

    def is_plain(self) -> bool:
        """What is not laying a tile is seen to be the only move, unless it is stopping freely."""
        if self.over:
            return False
        if self.asked == TO_OPEN:
            return len(self.doubles()) == 0
        if self.asked == TO_ADD:
            return not self.may_stop() and not self.can_lay()
        return self.asked != TO_PLAY or not self.can_lay()

    def play(self, move: Int) -> None:
        """Lays a tile, draws one, passes or stops."""
        self.note(move)
        if move < self.rules.tiles:
            self.set_double(move)
        elif move < self.rules.plays:
            self.hands.take(self.turn, move % self.rules.tiles)
            self.add(move // self.rules.tiles, move % self.rules.tiles)
        elif move == self.rules.draw_move:
            self.draw()
        elif move == self.hub.stop_move:
            self.end_turn()
        elif self.asked == TO_OPEN:
            self.hand_on()
        else:
            self.fail()

    def hand_on(self) -> None:
        """Leaves the opening to the neighbour; when all have, they draw for a double."""
        self.passes += 1
        self.pass_turn()
        if self.passes == self.rules.players:
            self.passes = 0
            self.asked = TO_SEEK

    def draw(self) -> None:
        """Takes the next tile of the boneyard."""
        tile = self.deck[self.next]
        self.hands.give(self.turn, tile)
        self.next += 1
        if self.asked == TO_SEEK:
            self.sought += 1
            if HIGH[tile] == LOW[tile]:
                self.asked = TO_OPEN
            else:
                self.pass_turn()
        else:
            self.tile_drawn()

    def set_double(self, tile: Int) -> None:
        """Sets the double from which all lines leave."""
        self.hands.take(self.turn, tile)
        self.leader = self.turn
        self.lay(0, tile)
        self.passes = 0
        self.drawn = False
        self.asked = TO_PLAY
        self.double_set(tile)

    @abstractmethod
    def double_set(self, tile: Int) -> None:
        """Goes on after the double is set."""

    @abstractmethod
    def add(self, arm: Int, tile: Int) -> None:
        """Joins a tile that has left the hand to an arm, with all that follows."""

    def tile_drawn(self) -> None:
        """Goes on after a tile is drawn in play."""
        self.drawn = True

    @abstractmethod
    def fail(self) -> None:
        """Goes on after a player could not play."""

    @abstractmethod
    def end_turn(self) -> None:
        """Ends the turn of a player who has played."""

    @abstractmethod
    def settle(self) -> None:
        """Gives the points of the round."""

    def go_out(self) -> None:
        """Ends the round for the seat that has laid its last tile (SETS-10)."""
        self.winner = self.turn
        self.finish(DOMINO)

    def block(self) -> None:
        """Ends the round because nobody can play."""
        self.finish(BLOCKED)

    def finish(self, ending: Int = 0) -> None:
        """Settles the round and ends it."""
        self.asked = TO_PLAY
        self.settle()
        super().finish(ending)

    def fitting_of(self, seat: Int) -> vec[Int]:
        """Lists the tiles that a seat could lay if it held them."""
        return self.line.fitting(self.rules.tiles, self.reach(seat))

    def lacked(self, seat: Int, move: int) -> vec[Int]:
        """Lists the tiles that a seat shows not to hold by making a move here."""
        if self.asked == TO_OPEN:
            return self.lacked_to_open(move)
        must = self.asked == TO_PLAY or (self.asked == TO_ADD and not self.may_stop())
        if move < self.rules.plays or not must or self.is_drawing_on():
            return vec[Int]()
        return self.fitting_of(seat)

    def lacked_to_open(self, move: int) -> vec[Int]:
        """A player who hands the opening on has no double."""
        return vec[Int](self.hub.doubled(True)) if move == self.rules.pass_move else vec[Int]()

    def is_drawing_on(self) -> bool:
        """Tells whether the seat to decide has to draw whether or not it could play."""
        return False

    def follow(self, seat: int, move: int) -> None:
        """Takes over what everybody sees of a move, in a round whose hands are not known."""
        self.turn = seat
        if move < self.rules.plays:
            # The tile is in the hand for the moment of being laid.
            self.hands.give(seat, move % self.rules.tiles)
            self.hands.sizes[seat] -= 1
        self.play(move)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move does not go with the stage of the turn."""
        if self.asked == TO_SEEK:
            return IllegalMove("nobody has a double: draw until one comes (SETS-R07)")
        if self.asked == TO_OPEN:
            return self.misopened(move)
        if move == self.rules.draw_move:
            return self.undrawn()
        if move == self.hub.stop_move:
            return self.unstopped()
        if move == self.rules.pass_move and self.asked == TO_ADD:
            return self.unadded()
        if move == self.rules.pass_move and not self.can_lay():
            return IllegalMove(
                "you cannot pass while there is a tile to draw ({clause})",
                clause=self.draw_clause(),
            )
        return super().refusal(move)

    @abstractmethod
    def draw_clause(self) -> str:
        """Names the clause by which a player who cannot play draws."""

    @abstractmethod
    def misopened(self, move: Int) -> IllegalMove:
        """Says how the round is opened."""

    @abstractmethod
    def unstopped(self) -> IllegalMove:
        """Says why there is nothing to stop."""

    @abstractmethod
    def stop_clause(self) -> str:
        """Names the clause by which a player may or must add a tile."""

    def unadded(self) -> IllegalMove:
        """Says that a player who adds a tile neither passes nor draws."""
        if not self.can_lay():
            return IllegalMove(
                "nothing is passed or drawn here, and no tile of yours fits: stop ({clause})",
                clause=self.stop_clause(),
            )
        if self.may_stop():
            return IllegalMove(
                "nothing is passed or drawn here: lay a tile or stop ({clause})",
                clause=self.stop_clause(),
            )
        return self.unstopped()

    def undrawn(self) -> IllegalMove:
        """Says why nothing is drawn here."""
        if self.asked == TO_ADD:
            return self.unadded()
        if self.can_lay():
            return IllegalMove("you can play, so you may not draw (SETS-R08)")
        if self.boneyard() == 0:
            return IllegalMove("the boneyard is exhausted (SETS-R04)")
        return IllegalMove("you have drawn already ({clause})", clause=self.draw_clause())

    def copied_into(self, twin: LineRound) -> None:
        """Copies whether something was drawn too."""
        super().copied_into(twin)
        assert isinstance(twin, HubRound)
        twin.drawn = self.drawn

    def shown(self, seat: int) -> Data:
        """Leaves out the lines to come, but for the one that can be begun next."""
        data = super().shown(seat)
        names = self.rules.arm_names
        data["ends"] = {
            name: end for name, end in data["ends"].items()
            if not self.line.is_alike(names.index(name))
        }
        return data

    def take_parts(self, data: Data) -> None:
        """Takes over what is open; passes and draws before the lead tell whose turn it is."""
        super().take_parts(data)
        if "asked" not in data:
            self.asked = TO_PLAY if data.get("line") else TO_OPEN
        if "turn" not in data and not self.over:
            self.turn = (self.first + self.passes + self.sought) % self.rules.players
