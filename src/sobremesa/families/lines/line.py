"""What all games that build a line have in common.

Tiles are joined end to end (SETS-07). A point is a place where a tile may be joined; it
belongs to an arm and shows an open number, which asks for a number to be joined to it: its
equal, unless the game says otherwise (SETS-09). As a rule two arms, W and E, run from the led
tile; a double that the game makes a spinner opens two more, N and S, at its short ends
(SETS-R12). A game may have other arms, as many as it names, that all leave from one double.

The moves: joining tile t to arm a is `a * tiles + t`, with arm 0 standing for the lead.
Behind these come the moves without a tile, of which every line game has one: to pass.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.core.errors import BadOption, IllegalMove, Phrase
from sobremesa.core.game import (
    MOVE_MASK,
    NO_MOVE,
    NOBODY,
    Data,
    View,
    Worlds,
)
from sobremesa.core.numbers import MANY
from sobremesa.core.options import Option, players_option, target_option
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.families.lines.positions import problems
from sobremesa.families.lines.worlds import LineWorlds
from sobremesa.material.dominoes import (
    BIT,
    EVERY_TILE,
    HIGH,
    LOW,
    NAMES,
    PLACE,
    SET_NAMES,
    SET_WORDS,
    SIZES,
    TILE,
    WIDTH,
    ZEROS,
    Hands,
    empty_hands,
    parse_tile,
    tiles_in,
)

WEST: Final[Int] = 1
EAST: Final[Int] = 2
NORTH: Final[Int] = 3
SOUTH: Final[Int] = 4

# How a hand ended.
UNFINISHED: Final[Int] = 0
DOMINO: Final[Int] = 1
BLOCKED: Final[Int] = 2
TARGET: Final[Int] = 3
ENDINGS: Final = ["", "domino", "blocked", "target"]

NO_TILE: Final[Int] = -1

# Every arm there can be, one bit for each.
EVERY_ARM: Final[Int] = -1
# The arms before the lead, more than any game has; row n counts, for each number, the tiles
# of the double-n set.
NO_ENDS: Final = vec[Int]([-1 for _ in range(62)])
TILES_OF_EACH: Final = vec[Int]([top + 1 for top in range(16) for _ in range(16)])

# Every number asks for its equal (SETS-09), and no tile fits everywhere.
EQUALS: Final = EVERY_TILE[:16]
NONE_WILD: Final = ZEROS[:136]

PLAY: Final = re.compile(r"([^@]+?)(?:\s*@\s*([a-z]+\d*(?::\d+)?))?", re.IGNORECASE)

SET: Final = Option(
    "set", 6, "Highest number on the tiles.", "SETS-R20", title="Domino set", allowed=[*SIZES],
    words=SET_WORDS,
)
PLAYERS: Final = players_option(2, "SETS-R03")
HAND_SIZE: Final = Option(
    "hand_size", 7, "Tiles each player draws before the hand.", "SETS-R03",
    title="Tiles in a hand", low=1,
)
FIRST_PLAYER: Final = Option(
    "first_player", -1, "Who goes first in the first hand.", "SETS-R06", title="First player",
    low=-1, seat=True, words={"-1": "by chance"},
)
MATCH_TARGET: Final = target_option(100, "SETS-R14")
FINISH_HAND: Final = Option(
    "finish_hand", False, "Whether a hand is always finished before the target is tested.",
    "SETS-R14", title="Finish every hand",
)


class Line:
    """The tiles on the table, as far as play needs them.

    `ends[a]` is the open number of arm a, or negative where no tile may be joined. `fresh`
    marks the arms that still start at the spinner, whose points are all alike (SETS-R13);
    `cross` marks the arms that end in a double; `last` is the tile laid last. `left[n]` counts
    the tiles with n not laid yet, and `wild_left` those that fit everywhere.

    How halves are joined is the same for all lines of a game: `mates[n]` is the number that an
    open n asks for, or -1 if none will do, and `wild[t]` is 1 if tile t fits everywhere.
    """

    def __init__(self, ends: vec[Int], left: vec[Int], mates: vec[Int], wild: vec[Int]) -> None:
        self.ends: vec[Int] = ends
        self.left: vec[Int] = left
        self.mates: vec[Int] = mates
        self.wild: vec[Int] = wild
        self.wild_left: Int = 0
        self.tiles: Int = 0
        self.last: Int = NO_TILE
        self.spinner: Int = NO_TILE
        self.fresh: Int = 0
        self.cross: Int = 0

    def lead(self, tile: Int, four_way: bool) -> None:
        """Lays the first tile, its higher number to the west."""
        self._count(tile)
        self.ends[WEST] = HIGH[tile]
        self.ends[EAST] = LOW[tile]
        if HIGH[tile] == LOW[tile]:
            # The two long sides of a double are alike, whether or not its ends are open.
            self.fresh = BIT[WEST] | BIT[EAST]
            if four_way:
                self._spin(tile)

    def join(self, arm: Int, tile: Int, four_way: bool) -> None:
        """Joins a tile that fits to an arm."""
        self._count(tile)
        self.fresh &= ~BIT[arm]
        if HIGH[tile] != LOW[tile]:
            self.ends[arm] = HIGH[tile] + LOW[tile] - self.ends[arm]
            self.cross &= ~BIT[arm]
        elif four_way and self.spinner == NO_TILE:
            self.fresh = BIT[arm]
            self._spin(tile)
        else:
            self.ends[arm] = HIGH[tile]
            self.cross |= BIT[arm]

    def branch(self, tile: Int, alike: Int) -> None:
        """Lays a double first, from which all arms leave, those of `alike` in any order."""
        self._count(tile)
        self.spinner = tile
        self.fresh = alike
        arm: Int = 1
        while arm < len(self.ends):
            self.ends[arm] = HIGH[tile]
            arm += 1

    def _spin(self, tile: Int) -> None:
        self.spinner = tile
        self.ends[NORTH] = HIGH[tile]
        self.ends[SOUTH] = HIGH[tile]
        self.fresh |= BIT[NORTH] | BIT[SOUTH]

    def _count(self, tile: Int) -> None:
        self.tiles += 1
        self.last = tile
        self.wild_left -= self.wild[tile]
        self.left[HIGH[tile]] -= 1
        if HIGH[tile] != LOW[tile]:
            self.left[LOW[tile]] -= 1

    def is_alike(self, arm: Int) -> bool:
        """Tells whether an earlier arm offers the very same point (SETS-R13)."""
        return self.fresh & BIT[arm] != 0 and self.fresh & (BIT[arm] - 1) != 0

    def is_dead(self) -> bool:
        """Tells whether no tile outside the line, wherever it is, could be joined."""
        if self.wild_left > 0:
            return False
        arm: Int = 1
        while arm < len(self.ends):
            number = self.asks(arm)
            if number >= 0 and self.left[number] > 0:
                return False
            arm += 1
        return True

    def asks(self, arm: Int) -> Int:
        """Gives the number that an arm asks for; negative if none will do."""
        end = self.ends[arm]
        return self.mates[end] if end >= 0 else end

    def takes(self, tile: Int, arm: Int) -> bool:
        """Tells whether a tile can be joined to an arm."""
        if self.ends[arm] < 0:
            return False
        number = self.asks(arm)
        return number == HIGH[tile] or number == LOW[tile] or self.wild[tile] != 0

    def fits(self, tile: Int, reach: Int = EVERY_ARM) -> bool:
        """Tells whether a tile can be joined to some arm in `reach`."""
        arm: Int = 1
        while arm < len(self.ends):
            if reach & BIT[arm] != 0 and self.takes(tile, arm):
                return True
            arm += 1
        return False

    def numbers(self, reach: Int = EVERY_ARM) -> list[int]:
        """Lists the open numbers of the arms in `reach`, each once, in the order of the arms."""
        found: list[int] = []
        arm: Int = 1
        while arm < len(self.ends):
            end = self.ends[arm]
            if end >= 0 and reach & BIT[arm] != 0 and end not in found:
                found.append(end)
            arm += 1
        return found

    def wanted(self, reach: Int = EVERY_ARM) -> list[int]:
        """Lists the numbers that the arms in `reach` ask for, each once."""
        asked = [int(self.mates[number]) for number in self.numbers(reach)]
        return [number for number in asked if number >= 0]

    def first_alike(self, arm: Int) -> Int:
        """Finds the first of the arms that offer the very same point (SETS-R13)."""
        return arm if self.fresh & BIT[arm] == 0 else self.first_fresh()

    def first_fresh(self) -> Int:
        """Finds the first arm that still starts at the spinner."""
        arm: Int = 1
        while self.fresh & BIT[arm] == 0:
            arm += 1
        return arm

    def copy(self) -> Line:
        """Makes an independent copy."""
        twin = Line(self.ends[:], self.left[:], self.mates, self.wild)
        twin.wild_left = self.wild_left
        twin.tiles = self.tiles
        twin.last = self.last
        twin.spinner = self.spinner
        twin.fresh = self.fresh
        twin.cross = self.cross
        return twin


@mypyc_attr(allow_interpreted_subclasses=True)
class LineGame(DealtGame):
    """Rules of a game that builds a line from one domino set."""

    FAMILY: ClassVar[str] = "lines"
    # How many branches the lead gets before any may grow, what somebody calls who goes out, and
    # whether doubles in hand decide a block.
    BRANCHES: ClassVar[int] = 0
    OUT_CALL: ClassVar[str] = "domino"
    DOUBLES_DECIDE: ClassVar[bool] = False

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.top: Int = self.highest_number()
        self.tiles: Int = tiles_in(int(self.top))
        self.hand_size: Int = self.tiles_each()
        # The points that win a match; 0: no number of points does.
        self.target: Int = self.number("target") if "target" in self.options else 0
        self.finish_hand: bool = "finish_hand" in self.options and self.flag("finish_hand")
        # How halves are joined, for the lines of this game.
        self.mates: vec[Int] = EQUALS
        self.wild: vec[Int] = NONE_WILD
        # The names of the arms, with nothing for the lead at 0, and how many arms there are.
        self.arm_names: list[str] = ["", *self.arms_named()]
        self.arms: Int = len(self.arm_names) - 1
        self.plays: Int = (self.arms + 1) * self.tiles
        self.pass_move: Int = self.plays
        # The move that draws a tile; a game without drawing has none.
        self.draw_move: Int = NO_MOVE
        self.move_count = self.plays + 1
        # Every tile is laid once, and between two tiles not everybody can pass.
        self.longest = (self.tiles + 1) * self.players
        self._check_seats()

    def highest_number(self) -> int:
        """Gives the highest number on the tiles."""
        return self.number("set")

    def tiles_each(self) -> int:
        """Gives how many tiles every player is dealt."""
        return self.number("hand_size")

    def _check_seats(self) -> None:
        needed = self.players * self.hand_size
        if needed > self.tiles:
            raise BadOption(
                "{players} players with {hand} tiles each need {needed} tiles; "
                "the {set} set has {tiles} (SETS-R03)",
                option="players", players=int(self.players), hand=int(self.hand_size),
                needed=int(needed),
                set=Phrase(SET_NAMES[int(self.top)]), tiles=int(self.tiles),
            )
        if self.named_first() >= self.players:
            raise BadOption(
                "{option} cannot be {seat}: the seats are 0 to {last} ({ruling})",
                option="first_player", ruling="SETS-R06", seat=self.named_first(),
                last=int(self.players) - 1,
            )

    def named_first(self) -> int:
        """Gives the seat that is named as the first, or -1."""
        return self.number("first_player") if "first_player" in self.options else NOBODY

    def arms_named(self) -> list[str]:
        """Names the arms that a line can have, in their order."""
        return ["W", "E", "N", "S"]

    @abstractmethod
    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> LineRound:
        """Starts a hand from a shuffled set: hands in seat order, then the boneyard."""

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a round with nothing dealt, to be set up."""

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots (SETS-R06); 0 where it is all the same."""
        if "first_player" not in self.options:
            return 0
        named = self.named_first()
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> LineRound:
        """Shuffles once and gives each seat a consecutive block (SETS-R02)."""
        deck = EVERY_TILE[: self.tiles]
        rng.shuffle(deck)
        while not self.is_playable(deck, number):
            rng.shuffle(deck)
        return self.begin(deck, first, number, vec[Int]([score for score in before]))

    def is_playable(self, deck: vec[Int], number: int) -> bool:
        """Tells whether a deal can be played; if not, the tiles are shuffled again."""
        return True

    def winners(self, scores: list[int]) -> list[int]:
        """Finds who alone has the highest total at or above the target (SETS-R14)."""
        best = max(scores)
        if self.target == 0 or best < self.target or scores.count(best) > 1:
            return []
        return [scores.index(best)]

    def worlds(self, view: View) -> Worlds:
        """Finds the hands that fit everything a seat has seen."""
        return LineWorlds(self, view)

    def shadow(self, view: View) -> LineRound:
        """Makes a round with empty hands and the line that lay when the round began."""
        round = self.bare_round()
        round.lay_all(view.data["opening"].get("line", []))
        return round

    def move_of(self, text: str) -> int:
        """Reads a move of a log, which stands by itself; a drawn tile may be hidden."""
        if text == "/":
            return int(self.pass_move)
        if text.startswith("+"):
            return int(self.draw_move)
        name, _, place = text.partition("@")
        tile = parse_tile(name)
        return self.arm_at(place, tile) * int(self.tiles) + tile

    def arm_at(self, place: str, tile: int) -> int:
        """Finds the arm for a tile that goes to a place so written; -1 if there is none."""
        return self.arm_names.index(place) if place in self.arm_names else -1

    def place_text(self, arm: int, tile: int) -> str:
        """Writes the place to which a tile goes."""
        return self.arm_names[arm]

    def point(self, arm: Int) -> Int:
        """Gives the arm of the line to whose point the tiles laid at `arm` are joined."""
        return arm

    def is_draw(self, move: int) -> bool:
        """Tells whether a move draws a tile."""
        return move == self.draw_move

    def shows_lack(self, move: int) -> bool:
        """Tells whether a move tells everybody that nothing in the hand fits."""
        return move == self.pass_move

    def can_come(self, tile: int, seat: int, since: int, view: View) -> bool:
        """Tells whether the way the round opened lets a tile come from the deal of a hand
        (`since` -1), from the draw at `since`, or from the untouched boneyard (seat -1)."""
        return True

    def asked_by(self, number: int) -> int:
        """Gives the number that an open number asks for, or -1 if none will do."""
        return int(self.mates[number])

    def fits_everywhere(self, name: str) -> bool:
        """Tells whether a tile can be joined to any end."""
        return self.wild[parse_tile(name)] != 0

    @abstractmethod
    def is_seen_blocked(self, line: Line, boneyard: Int) -> bool:
        """Tells whether the table alone shows that nobody can play again (SETS-R09)."""

    def empty_line(self) -> Line:
        """Makes a line before the lead."""
        top = self.top
        left = TILES_OF_EACH[WIDTH * top : WIDTH * top + top + 1]
        return Line(NO_ENDS[: self.arms + 1], left, self.mates, self.wild)

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return NAMES[: int(self.tiles)]

    def play_text(self, move: int) -> str:
        """Writes a move that lays a tile: `6-6` for the lead, `6-4@W` for an arm."""
        arm, tile = divmod(move, int(self.tiles))
        return f"{NAMES[tile]}@{self.place_text(arm, tile)}" if arm else NAMES[tile]

    def piece_name(self, piece: int) -> str:
        """Names a tile."""
        return NAMES[piece]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return parse_tile(text)

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""
        return problems(self, data)

    def is_dealt(self, data: Data) -> bool:
        """Tells whether nothing lies on the table and every hand has its number of tiles."""
        return not data.get("line") and self.are_full(data["hands"])

    def are_full(self, hands: list[list[str]]) -> bool:
        """Tells whether every hand has the number of tiles that is dealt."""
        return all(len(hand) == self.hand_size for hand in hands)

    def bare_round(self) -> LineRound:
        """Makes the first round of a match with nothing dealt."""
        return self.empty_round(1, self.points_before({}))

    def least(self) -> int:
        """Gives the fewest points that a seat can have."""
        return 0

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Names the parts of a position that are whole numbers, with the least and the most."""
        last = int(self.players) - 1
        return {
            "number": (1, MANY), "first": (0, last), "leader": (0, last), "turn": (-1, last),
            "passes": (0, last + 1), "winner": (-1, last),
        }

    def words(self) -> dict[str, list[str]]:
        """Names the parts of a position that are words, with the words there are."""
        return {"ending": ENDINGS}

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        if self.winners(data.get("before", [0])):
            found.append("the match was won before this hand (SETS-R14)")
        ending = data.get("ending", "")
        if data.get("over", False) != (ending != ""):
            found.append("a hand that is over, and no other, has an ending")
        if data.get("over", False):
            winner = data.get("winner", NOBODY)
            if ending == "domino" and (winner == NOBODY or data["hands"][winner]):
                found.append("who went domino has no tiles left (SETS-10)")
            if data.get("turn", NOBODY) != NOBODY:
                found.append("nobody is to move in a hand that is over: turn must be -1")
        else:
            found += self._running_problems(data)
        return found

    def _running_problems(self, data: Data) -> list[str]:
        """Says what is wrong with a hand that is not over."""
        found: list[str] = []
        if data.get("turn", 0) == NOBODY:
            found.append("a hand that is not over has somebody to move: turn must be a seat")
        if data.get("passes", 0) == self.players:
            found.append("everybody has passed, so the hand is over (BLOCK-R02)")
        for seat, hand in enumerate(data["hands"]):
            if not hand and seat != self.may_be_out(data):
                found.append(f"seat {seat} has no tiles left, so the hand is over (SETS-10)")
        if not data.get("line") and "turn" not in data and not self.are_full(data["hands"]):
            found.append(f"each hand is dealt {self.hand_size} tiles (SETS-R03)")
        return found

    def may_be_out(self, data: Data) -> int:
        """Names the seat that may have laid its last tile although the hand is not over."""
        return NOBODY

    def misjoined(self, plays: list[str]) -> list[str]:
        """Says where a line breaks."""
        round = self.bare_round()
        for number, play in enumerate(plays):
            name, _, place = play.partition("@")
            try:
                tile = parse_tile(name, int(self.top))
            except IllegalMove:
                return []
            arm = self.arm_at(place, tile)
            if (number == 0) != (place == "") or arm < 0:
                return [
                    f"{play} is no place on the line: write 6-6 for the lead, "
                    f"then 6-4@{self.arm_names[1]}"
                ]
            end = round.line.ends[self.point(arm)]
            if number and end < 0:
                return [f"{play}: the line has no end {place} (SETS-R12)"]
            if number and not round.takes(tile, self.point(arm)):
                return [self.misjoin(play, int(end))]
            round.lay(arm, tile)
        return []

    def misjoin(self, play: str, end: int) -> str:
        """Says that a tile was joined to a number that it does not fit."""
        return f"{play} is not joined to an equal number, {end} (SETS-09)"


@mypyc_attr(allow_interpreted_subclasses=True)
class LineRound(DealtRound):
    """One hand of a game that builds a line."""

    def __init__(self, rules: LineGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: LineGame = rules
        self.hands: Hands = empty_hands(rules.players)
        self.line: Line = rules.empty_line()
        # What lay on the table when a position was set up.
        self.laid: vec[Int] = vec[Int]()
        self.leader: Int = 0
        self.passes: Int = 0
        self.won: vec[Int] = ZEROS[: rules.players]
        self.ending: Int = UNFINISHED
        # The player who went domino, or who alone gained most from a block, or -1 (SETS-R21).
        self.winner: Int = -1

    @abstractmethod
    def is_four_way(self) -> bool:
        """Tells whether the first double of the hand opens its short ends."""

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its block of the shuffled set."""
        self.deck = deck
        self.first = first
        self.leader = first
        self.turn = first
        size = self.rules.hand_size
        seat: Int = 0
        place: Int = 0
        while seat < self.rules.players:
            self.dealt = append(self.dealt, size)
            while place < (seat + 1) * size:
                self.hands.give(seat, deck[place])
                place += 1
            seat += 1
        self.next = place

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands.give(seat, piece)

    def lay(self, arm: Int, tile: Int) -> None:
        """Puts a tile on the table."""
        if arm == 0:
            self.line.lead(tile, self.is_four_way())
        else:
            self.line.join(arm, tile, self.is_four_way())

    def takes(self, tile: Int, arm: Int) -> bool:
        """Tells whether a tile can be joined to an arm."""
        return self.line.takes(tile, arm)

    def reach(self, seat: Int) -> Int:
        """Gives the arms on which a seat may lay at this moment, one bit for each."""
        return EVERY_ARM

    def fitting(self) -> vec[Int]:
        """Lists the moves by which the seat to decide can lay a tile, ascending."""
        if self.line.tiles == 0:
            return self.leads()
        moves = vec[Int]()
        tiles = self.rules.tiles
        reach = self.reach(self.turn)
        arm: Int = 1
        while arm <= self.rules.arms:
            number = self.line.asks(arm)
            if number >= 0 and reach & BIT[arm] != 0 and not self.line.is_alike(arm):
                row = self.hands.with_number(self.turn, number)
                while row != 0:
                    bit = row & -row
                    row ^= bit
                    moves = append(
                        moves, arm * tiles + TILE[WIDTH * number + PLACE[bit % 19]]
                    )
            arm += 1
        return moves

    def leads(self) -> vec[Int]:
        """Lists the tiles that the seat to decide may lead."""
        return self.hands.tiles(self.turn)

    def can_lay(self) -> bool:
        """Tells whether the seat to decide holds a tile that fits."""
        if self.line.tiles == 0:
            return True
        reach = self.reach(self.turn)
        arm: Int = 1
        while arm <= self.rules.arms:
            number = self.line.asks(arm)
            if (
                number >= 0 and reach & BIT[arm] != 0
                and self.hands.with_number(self.turn, number) != 0
            ):
                return True
            arm += 1
        return False

    def points(self) -> list[int]:
        """Gives the points of this hand by seat, as far as they are made."""
        return [points for points in self.won]

    def text(self, move: Int) -> str:
        """Writes a move: `6-6` leads, `6-4@W` joins, `+` draws, `/` passes."""
        if move == self.rules.draw_move:
            return "+"
        return "/" if move == self.rules.pass_move else self.rules.play_text(int(move))

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; a drawn tile is known to its drawer only (SETS-R15)."""
        if self.log[entry] & MOVE_MASK != self.rules.draw_move:
            return self.text(self.log[entry] & MOVE_MASK)
        if seat != self.mover(entry) and not self.over:
            return "+?"
        earlier = 0
        for before in range(entry):
            if self.log[before] & MOVE_MASK == self.rules.draw_move:
                earlier += 1
        return "+" + NAMES[self.deck[self.first_draw() + earlier]]

    def read(self, text: str) -> int:
        """Reads `6-4@W`, `64`, `[4|6]@e` and the like, `/` and `pass`, or `+` and `draw`.

        A record may name the tile that is drawn, as in `+6-3`; that is not compared here, or
        asking would tell what lies in the boneyard.
        """
        word = tidy(text).lower()
        if word in ("/", "pass", "knock"):
            return int(self.rules.pass_move)
        if self.rules.draw_move != NO_MOVE and (word == "draw" or word.startswith("+")):
            if word[1:] not in ("", "?", "raw"):
                parse_tile(word[1:], int(self.rules.top))
            return int(self.rules.draw_move)
        found = PLAY.fullmatch(tidy(text))
        if found is None:
            raise IllegalMove("{text} is no move: write a tile like 6-4@W", text=text)
        tile = parse_tile(found.group(1), int(self.rules.top))
        if found.group(2) is None:
            return self._read_tile(tile)
        return self._read_play(found.group(2).upper(), tile)

    def _read_tile(self, tile: int) -> int:
        tiles = int(self.rules.tiles)
        if self.line.tiles == 0:
            return tile
        plays = self.rules.plays
        legal = [move for move in self.legal() if move < plays and move % tiles == tile]
        if len(legal) > 1:
            raise IllegalMove(
                "{tile} fits at {ends}: say which, like {tile}@{end}",
                tile=NAMES[tile], end=self.rules.place_text(int(legal[0]) // tiles, tile),
                ends=[self.rules.place_text(int(move) // tiles, tile) for move in legal],
            )
        return int(legal[0]) if legal else self._first_reached() * tiles + tile

    def _first_reached(self) -> int:
        """Gives the first arm at which the seat to decide may lay some tile."""
        reach = self.reach(self.turn)
        arm: Int = 1
        while arm < self.rules.arms and (self.line.ends[arm] < 0 or reach & BIT[arm] == 0):
            arm += 1
        return int(arm)

    def _read_play(self, place: str, tile: int) -> int:
        if self.line.tiles == 0:
            # There is no end yet, whatever its name.
            return int(WEST) * int(self.rules.tiles) + tile
        arm: Int = self.rules.arm_at(place, tile)
        if arm <= 0 and not self.hands.holds(self.turn, tile):
            return self._first_reached() * int(self.rules.tiles) + tile
        if arm <= 0:
            raise self.misnamed(place, tile)
        point = self.rules.point(arm)
        arm += self.line.first_alike(point) - point
        return int(arm * self.rules.tiles + tile)

    def misnamed(self, place: str, tile: int) -> IllegalMove:
        """Says that the line has no such end, whatever lies there."""
        return IllegalMove(
            "there is no end {end}: say {ends}", end=place, ends=self.ends_within_reach()
        )

    def ends_within_reach(self) -> list[str]:
        """Names the ends at which the seat to decide may lay, each of those alike once."""
        reach = self.reach(self.turn)
        found: list[str] = []
        arm: Int = 1
        while arm < len(self.line.ends):
            is_there = self.line.ends[arm] >= 0 and not self.line.is_alike(arm)
            if is_there and reach & BIT[arm] != 0:
                found.append(self.rules.arm_names[int(arm)])
            arm += 1
        return found

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a tile and an end, the boneyard, or the pass."""
        if move == self.rules.pass_move:
            return ("pass",)
        if move == self.rules.draw_move:
            return ("boneyard",)
        arm = int(move // self.rules.tiles)
        tile = int(move % self.rules.tiles)
        return ("tile:" + NAMES[tile], "end:" + (self.rules.arm_names[arm] or "start"))

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a tile cannot be laid there, or why there is no pass."""
        if move == self.rules.pass_move:
            return IllegalMove("you can play, so you may not pass (SETS-R08)")
        arm = move // self.rules.tiles
        tile = int(move % self.rules.tiles)
        if not self.hands.holds(self.turn, tile):
            return IllegalMove("you do not hold {tile} (SETS-05)", tile=NAMES[tile])
        if self.line.tiles == 0 or arm == 0:
            return self.misplaced(tile)
        if self.line.ends[arm] < 0:
            return IllegalMove(
                "the line has no end {end} (SETS-R12)", end=self.rules.arm_names[int(arm)]
            )
        if self.line.is_alike(arm):
            return IllegalMove(
                "the free points of the double are alike: take the first (SETS-R13)"
            )
        for other in self.fitting():
            if other % self.rules.tiles == tile:
                return self.misfit_at(tile, arm)
        return self.misfit(tile)

    def misplaced(self, tile: int) -> IllegalMove:
        """Says that a tile is led or joined at the wrong time."""
        if self.line.tiles == 0:
            return IllegalMove(
                "the line is empty: {tile} can only be led (SETS-07)", tile=NAMES[tile]
            )
        return IllegalMove(
            "the line has been led: say where {tile} goes (SETS-07)", tile=NAMES[tile]
        )

    def misfit_at(self, tile: int, arm: Int) -> IllegalMove:
        """Says that a tile does not fit an arm, though it fits another."""
        return IllegalMove(
            "{tile} does not fit at {end}, which asks for {number} (SETS-09)",
            tile=NAMES[tile], end=self.rules.arm_names[int(arm)],
            number=int(self.line.ends[arm]),
        )

    def misfit(self, tile: int) -> IllegalMove:
        """Says that a tile fits nowhere, and what the line asks for."""
        return IllegalMove(
            "{tile} does not fit: the line asks for {numbers} (SETS-09)",
            tile=NAMES[tile], numbers=self.line.numbers(self.reach(self.turn)),
        )

    def line_texts(self) -> list[str]:
        """Lists the tiles on the table in the order in which they were laid."""
        laid = [self.rules.play_text(int(play)) for play in self.laid]
        for entry in self.log:
            if entry & MOVE_MASK < self.rules.plays:
                laid.append(self.rules.play_text(int(entry & MOVE_MASK)))
        return laid

    def spinner_place(self) -> int:
        """Gives the place of the spinner in the order of laying, or -1."""
        if self.line.spinner == NO_TILE:
            return -1
        names = [text.partition("@")[0] for text in self.line_texts()]
        return names.index(NAMES[self.line.spinner])

    def hand_names(self, seat: Int) -> list[str]:
        """Lists the tiles of a hand by name."""
        return [NAMES[tile] for tile in self.hands.tiles(seat)]

    def shown(self, seat: int) -> Data:
        """Gives what is public, and the tiles of the seat's own hand (SETS-R15)."""
        return {
            "opening": self.opening_seen(seat),
            "first": int(self.first),
            "leader": int(self.leader),
            "hands": [
                self.hand_names(other) if other == seat or self.over
                else int(self.hands.sizes[other])
                for other in range(self.rules.players)
            ],
            "boneyard": self.boneyard_names() if self.over else int(self.boneyard()),
            "line": self.line_texts(),
            "spinner": self.spinner_place(),
            "ends": {
                self.rules.arm_names[arm]: int(self.line.ends[arm])
                for arm in range(1, self.rules.arms + 1)
                if self.line.ends[arm] >= 0
            },
            "passes": int(self.passes),
            "ending": ENDINGS[int(self.ending)],
            "winner": int(self.winner),
            **self.extras(),
        }

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        return self.with_history({
            **self.heading(),
            "leader": int(self.leader),
            "hands": [self.hand_names(seat) for seat in range(self.rules.players)],
            "boneyard": self.boneyard_names(),
            "line": self.line_texts(),
            "turn": int(self.turn),
            "passes": int(self.passes),
            "points": self.points(),
            "over": self.over,
            "ending": ENDINGS[int(self.ending)],
            "winner": int(self.winner),
            **self.extras(),
        })

    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""
        self.take_pieces(data)
        self.lay_all(data.get("line", []))
        self.first = data.get("first", 0)
        self.over = bool(data.get("over", False))
        self.leader = self.first
        if "leader" in data:
            self.leader = data["leader"]
        elif "turn" in data and self.line.tiles == 0 and not self.over:
            self.leader = data["turn"]
        self.turn = data.get("turn", NOBODY if self.over else int(self.leader))
        self.passes = data.get("passes", 0)
        for seat, points in enumerate(data.get("points", [])):
            self.won[seat] = points
        self.ending = ENDINGS.index(data.get("ending", ""))
        self.winner = data.get("winner", -1)

    def lay_all(self, plays: list[str]) -> None:
        """Lays the tiles that were on the table when a position was set up."""
        for text in plays:
            play: Int = self.rules.move_of(text)
            self.laid = append(self.laid, play)
            self.lay(play // self.rules.tiles, play % self.rules.tiles)

    def lacked(self, seat: int, move: int) -> set[int]:
        """Lists the tiles that a seat shows not to hold by making a move here."""
        if not self.rules.shows_lack(move) or self.line.tiles == 0:
            return set()
        reach = self.reach(seat)
        return {tile for tile in range(self.rules.tiles) if self.line.fits(tile, reach)}

    def follow(self, seat: int, move: int) -> None:
        """Takes over what everybody sees of a move, in a round whose hands are not known."""
        if move < self.rules.plays:
            self.lay(move // self.rules.tiles, move % self.rules.tiles)

    def extras(self) -> Data:
        """Gives what a game adds to the position, public and needed to go on from it."""
        return {}

    def pieces(self) -> list[str]:
        """Lists every tile, in the hands, the boneyard and the line."""
        found = self.boneyard_names()
        for seat in range(self.rules.players):
            found += self.hand_names(seat)
        found += [text.partition("@")[0] for text in self.line_texts()]
        return found

    def copied_into(self, twin: LineRound) -> None:
        """Copies everything into a round with nothing dealt."""
        self.copy_deal(twin)
        twin.hands = self.hands.copy()
        twin.line = self.line.copy()
        twin.laid = self.laid
        twin.leader = self.leader
        twin.passes = self.passes
        twin.won = self.won[:]
        twin.ending = self.ending
        twin.winner = self.winner

    def copy(self) -> LineRound:
        """Makes an independent copy."""
        twin = self.rules.empty_round(self.number, self.before)
        self.copied_into(twin)
        return twin
