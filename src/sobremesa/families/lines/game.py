"""The rules that all games of the line have in common: options, arms, positions, worlds.

The moves: joining tile t to arm a is `a * tiles + t`, with arm 0 standing for the lead.
Behind these come the moves without a tile, of which every line game has one: to pass.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import Boneyard, DealtGame, Hands, Piece
from sobremesa.core.errors import BadOption, IllegalMove, Phrase
from sobremesa.core.game import NOBODY, Data, View, Views
from sobremesa.core.options import Option, players_option, target_option
from sobremesa.core.parts import Number, Part, Word, texts
from sobremesa.core.teams import Teams
from sobremesa.families.lines.lead import ASKED, lead_bars
from sobremesa.families.lines.line import NO_TILE, Line
from sobremesa.families.lines.views import LineView
from sobremesa.families.lines.worlds import LineWorlds
from sobremesa.material.dominoes import (
    EVERY_TILE,
    HIGH,
    LOW,
    NAMES,
    PIPS,
    SET_NAMES,
    SET_WORDS,
    SIZES,
    WIDTH,
    ZEROS,
    parse_tile,
    tiles_in,
)

if TYPE_CHECKING:
    from sobremesa.families.lines.round import LineRound

# How a hand ended.
DOMINO: Final[Int] = 1
BLOCKED: Final[Int] = 2
TARGET: Final[Int] = 3
ENDINGS: Final = ["", "domino", "blocked", "target"]

# Partners are two and two.
FOUR: Final[Int] = 4

# The arms before the lead, more than any game has; row n counts, for each number, the tiles
# of the double-n set.
NO_ENDS: Final = vec[Int]([-1 for _ in range(62)])
TILES_OF_EACH: Final = vec[Int]([top + 1 for top in range(16) for _ in range(16)])

# Every number asks for its equal (SETS-09), and no tile fits everywhere.
EQUALS: Final = EVERY_TILE[:16]
NONE_WILD: Final = ZEROS[:136]

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


class Laid(Part):
    """The tiles on the table, in the order of laying, each with its place."""

    def wrong(self, value: Any) -> str:
        """Asks for a list."""
        return "" if isinstance(value, list) else "the line must be a list of tiles"

    def pieces(self, value: Any) -> list[str]:
        """Names the tiles."""
        return [play.partition("@")[0] for play in texts(value)]


@mypyc_attr(allow_interpreted_subclasses=True)
class LineGame(DealtGame):
    """Rules of a game that builds a line from one domino set."""

    FAMILY: ClassVar[str] = "lines"
    COUNTED: ClassVar[str] = "SETS-01"
    TOUCHED: ClassVar[dict[str, str]] = {"tile": "{0}", "tile end": "{0}@{1}", "boneyard": "+"}
    VIEWS: ClassVar[Views] = Views(LineView, LineWorlds)
    # The clause by which the highest double must be led.
    LEAD_CLAUSE: ClassVar[str] = "SETS-R07"
    DRAW_CLAUSE: ClassVar[str] = "DRAW-08"
    # How many branches the lead gets before any may grow, what somebody calls who goes out, and
    # whether doubles in hand decide a block.
    BRANCHES: ClassVar[int] = 0
    OUT_CALL: ClassVar[str] = "domino"
    DOUBLES_DECIDE: ClassVar[bool] = False

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.top: Int = self.highest_number()
        self.tiles: Int = tiles_in(int(self.top))
        self.set = EVERY_TILE[: self.tiles]
        self.names = NAMES
        self.hand_size = self.tiles_each()
        self.teams: Teams = self._sides()
        # By how many seats the turn moves on: to the left, or nearly round (SETS-R27).
        self.step: Int = 1
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
        # How the moves without a tile are written and touched, and what people say for them.
        self.wordings: dict[int, tuple[str, str]] = {}
        self.spoken: dict[str, int] = {}
        # The moves that have been read of logs.
        self._read: dict[str, int] = {}
        self.word(self.pass_move, "/", "pass", "pass", "knock")
        self.move_count = self.plays + 1
        # Every tile is laid once, and between two tiles not everybody can pass.
        self.longest = (self.tiles + 1) * self.players
        self._check_seats()

    def word(self, move: Int, text: str, touch: str, *said: str) -> None:
        """Declares how a move without a tile is written and touched, and what is said for it."""
        self.wordings[int(move)] = (text, touch)
        for word in (text, *said):
            self.spoken[word] = int(move)

    def highest_number(self) -> int:
        """Gives the highest number on the tiles."""
        return self.number("set")

    def tiles_each(self) -> int:
        """Gives how many tiles every player is dealt."""
        return self.number("hand_size")

    def _sides(self) -> Teams:
        """Gives everybody a side, or two pairs theirs (SETS-R23)."""
        players = int(self.players)
        if "teams" not in self.options or self.choice("teams") == "none":
            return Teams(players, players)
        if players != FOUR:
            raise BadOption(
                "pairs are for four players, not {players} (SETS-R23)",
                option="players", players=players,
            )
        return Teams(players, 2)

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
        if "first_player" in self.options:
            self.check_seat("first_player", "SETS-R06")

    def arms_named(self) -> list[str]:
        """Names the arms that a line can have, in their order."""
        return ["W", "E", "N", "S"]

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> LineRound:
        """Deals, and finds the tile that must be led if there is one."""
        round = self.empty_round(number, before)
        round.deal(deck, first)
        if self.leads_highest(int(number)):
            round.open_by_double()
        return round

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a round with nothing dealt, to be set up."""

    def may_lead_highest(self) -> bool:
        """Tells whether there are hands that the highest double opens."""
        return self.leads_highest(1)

    def leads_highest(self, number: int) -> bool:
        """Tells whether hand `number` is opened by the highest double."""
        return False

    def without_double(self) -> str:
        """Says what happens when nobody has a double to lead (SETS-R07)."""
        return self.choice("no_double") if "no_double" in self.options else "redeal"

    def questions(self) -> list[str]:
        """Lists what a seat can be asked."""
        if self.may_lead_highest() and self.without_double() == "draw_in_turn":
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

    def has_partners(self) -> bool:
        """Tells whether two pairs play (SETS-R23)."""
        return self.teams.count < self.players

    def following(self, seat: Int) -> Int:
        """Gives the seat whose turn follows."""
        return (seat + self.step) % self.players

    def side_of(self, seat: int) -> int:
        """Names the side of a seat."""
        return int(self.teams.of(seat))

    def lets_whisper(self) -> bool:
        """Partners may talk only in public (SETS-R23)."""
        return super().lets_whisper() and not self.has_partners()

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the side that alone has the highest total at or above the target (SETS-R14)."""
        best = max(scores)
        alone = self.players // self.teams.count
        if self.target == 0 or best < self.target or scores.count(best) > alone:
            return []
        return self.leaders(scores)

    def most_gain(self) -> int:
        """All pips of the set are the most that a hand brings."""
        return sum([int(PIPS[tile]) for tile in range(self.tiles)])

    def shadow(self, view: View) -> LineRound:
        """Makes a round with empty hands and the line that lay when the round began."""
        round = self.bare_round()
        round.lay_all(view.data["opening"].get("line", []))
        return round

    def move_of(self, text: str) -> int:
        """Reads a move of a log, which stands by itself; a drawn tile may be hidden."""
        known = self._read.get(text, -1)
        if known >= 0:
            return known
        if text.startswith("+"):
            return int(self.draw_move)
        if text in self.spoken:
            return self.spoken[text]
        name, _, place = text.partition("@")
        tile = parse_tile(name, int(self.top))
        move = self.arm_at(place, tile) * int(self.tiles) + tile
        if text == self.play_text(move):
            self._read[text] = move
        return move

    def arm_at(self, place: str, tile: int) -> int:
        """Finds the arm for a tile that goes to a place so written; -1 if there is none."""
        return self.arm_names.index(place) if place in self.arm_names else -1

    def place_text(self, arm: int, tile: int) -> str:
        """Writes the place to which a tile goes."""
        return self.arm_names[arm]

    def point(self, arm: Int) -> Int:
        """Gives the arm of the line to whose point the tiles laid at `arm` are joined."""
        return arm

    def shows_lack(self, move: int) -> bool:
        """Tells whether a move tells everybody that nothing in the hand fits."""
        return move == self.pass_move

    def barred(self, seat: int, since: int, view: View) -> list[int]:
        """Lists the tiles that, by the way the round opened, cannot come from the deal of a hand
        (`since` -1), from the draw at `since`, or from the untouched boneyard (seat -1)."""
        if view.data["opening"].get("line") or not self.leads_highest(view.data["number"]):
            return []
        return lead_bars(int(self.tiles), seat, since, view.data)

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
        return Line(NO_ENDS[: self.arms + 1], self.all_left(), self.mates, self.wild)

    def all_left(self) -> vec[Int]:
        """Counts, for each number, the tiles of the set."""
        return TILES_OF_EACH[WIDTH * self.top : WIDTH * self.top + self.top + 1]

    def play_text(self, move: int) -> str:
        """Writes a move that lays a tile: `6-6` for the lead, `6-4@W` for an arm."""
        arm, tile = divmod(move, int(self.tiles))
        return f"{NAMES[tile]}@{self.place_text(arm, tile)}" if arm else NAMES[tile]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return parse_tile(text, int(self.top))

    def bare_round(self) -> LineRound:
        """Makes the first round of a match with nothing dealt."""
        return self.empty_round(1, self.points_before({}))

    def parts(self) -> list[Part]:
        """Lists the parts of a position; a game adds its own, public and needed to go on."""
        players = int(self.players)
        return [
            *self.heading_parts(),
            Number("leader", 0, players - 1),
            Hands(players),
            Boneyard(),
            Laid("line", write="line_texts", read="lay_all"),
            self.turn_part(),
            Number("passes", 0, players),
            *self.ending_parts(ENDINGS),
            *self.lead_parts(),
        ]

    def lead_parts(self) -> list[Part]:
        """Lists what is asked, which tile must be led, and the draws in search of a double."""
        found: list[Part] = []
        questions = self.questions()
        if len(questions) > 1:
            found.append(Word("asked", ASKED, questions))
        if self.may_lead_highest():
            found.append(Piece("lead", "lead_tile"))
        if "seek" in questions:
            found.append(Number("sought", 0, int(self.tiles)))
        return found

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        if self.winners(data.get("before", [0])):
            found.append("the match was won before this hand (SETS-R14)")
        for part in ("before", "points"):
            points = data.get(part, [])
            if any(points[seat] != points[self.side_of(seat)] for seat in range(len(points))):
                found.append(f"partners have the same points: {part} must say so (SETS-R23)")
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
        return found + self._lead_problems(data)

    def _running_problems(self, data: Data) -> list[str]:
        """Says what is wrong with a hand that is not over."""
        found: list[str] = []
        if data.get("turn", 0) == NOBODY:
            found.append("a hand that is not over has somebody to move: turn must be a seat")
        if data.get("passes", 0) == self.players:
            found.append("everybody has passed, so the hand is over (BLOCK-R02)")
        for seat, hand in enumerate(data["hands"]):
            if not hand and not self.may_be_out(seat, data):
                found.append(f"seat {seat} has no tiles left, so the hand is over (SETS-10)")
        if not data.get("line") and "turn" not in data and not self.are_full(data["hands"]):
            found.append(f"each hand is dealt {self.hand_size} tiles (SETS-R03)")
        return found

    def _lead_problems(self, data: Data) -> list[str]:
        """Says what does not go with the lead."""
        if data.get("lead", "") != "" and data["lead"] not in self.pieces():
            return ["lead must be a tile of the set, or nothing"]
        if data.get("over", False) or data.get("asked") in ("claim", "call"):
            return []
        if data.get("line"):
            sought = data.get("asked") == "seek" and "seek" in self.questions()
            return ["no double is sought once a tile is led (SETS-R07)"] if sought else []
        return self._unled_problems(data) if self.leads_highest(data.get("number", 1)) else []

    def _unled_problems(self, data: Data) -> list[str]:
        """Says what is wrong before the lead of a hand that the highest double opens."""
        round = self.bare_round()
        for seat, hand in enumerate(data["hands"]):
            for name in hand:
                round.hands.give(seat, parse_tile(name))
        tile = round.tile_to_lead()
        if tile == NO_TILE and self.without_double() == "redeal":
            return ["nobody holds a double: the tiles are dealt again (SETS-R07)"]
        if tile == NO_TILE and data.get("lead", ""):
            return [f"nobody holds a double that could be led ({type(self).LEAD_CLAUSE})"]
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
            return [f"{NAMES[tile]} must be led by seat {round.turn} ({type(self).LEAD_CLAUSE})"]
        return []

    def may_be_out(self, seat: int, data: Data) -> bool:
        """Tells whether a seat may have laid its last tile although the hand is not over."""
        return False

    def misplaced(self, data: Data) -> list[str]:
        """Says where a line breaks."""
        round = self.bare_round()
        for number, play in enumerate(texts(data.get("line"))):
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
