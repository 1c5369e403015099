"""Tiddle-a-Wink: Block for larger groups, where a double earns another tile.

All tiles are shared out equally; what cannot be shared stays face down. The highest double is led
by its holder. Whoever lays a double, including the led one, may lay one more tile in the same
turn. A player who has laid all their tiles calls "Tiddle-a-Wink". Scoring is as in Block, to 100
points.

The second version is for six to nine players with three tiles each of the double-six set. The
line grows in one direction only, and instead of points there is a pool: everybody puts in a
stake, and whoever goes out takes it; after a block the fewest pips take it.

One move is added to those of Block: to end the turn without another tile. It is always there
after a double, so that ending the turn tells nothing.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, IllegalMove, Phrase
from sobremesa.core.game import Data, Views
from sobremesa.core.numbers import MOST_POINTS
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.parts import Flag, Part
from sobremesa.families.lines.block import Block, BlockRound
from sobremesa.families.lines.game import BLOCKED, DOMINO, FINISH_HAND
from sobremesa.families.lines.lead import TO_ADD, TO_PLAY
from sobremesa.families.lines.line import EAST
from sobremesa.families.lines.round import LineRound
from sobremesa.families.lines.views import TiddleView
from sobremesa.material.dominoes import HIGH, LOW, NAMES, SET_NAMES, SET_WORDS, parse_tile, tiles_in

VERSION_OPTION: Final = Option(
    "version", 1,
    "Which of the two printed games: shared-out tiles for points, or three tiles for a pool.",
    "TIDDLE-R24", title="Version", allowed=[1, 2],
    words={"1": "for points, all tiles shared out", "2": "for a pool, three tiles each"},
)
GROUP: Final = players_option(6, "TIDDLE-R01", high=30)
SET_FOR_GROUP: Final = Option(
    "set", "auto",
    "Highest number on the tiles; auto takes double-nine, or double-twelve for seven players "
    "or more, and double-six in version 2.",
    "TIDDLE-R01", title="Domino set", allowed=["auto", 6, 9, 12, 15],
    words={"auto": "by the number of players", **SET_WORDS},
)
CHAIN_DOUBLES: Final = Option(
    "chain_doubles", True, "Whether a double laid as the extra tile earns another extra tile.",
    "TIDDLE-R07", title="Doubles in a row",
)
STARTS_WITH: Final = choice_option(
    "starts_with", "Start of a hand", "TIDDLE-R03",
    "With what the holder of the highest double starts a hand: with that double, or with any "
    "tile (version 1).",
    highest_double="the highest double", any_tile="any tile",
)
SPINNER: Final = choice_option(
    "spinner", "Four-way double", "TIDDLE-R13",
    "Whether the starting double is open on four sides (version 1).",
    never="never", always="always",
)
TARGET: Final = Option(
    "target", 100, "Points that win the match (version 1).", "TIDDLE-R16", title="Points to win",
    low=1,
)
STAKE: Final = Option(
    "stake", 1, "Counters that each player puts into the pool for a hand (version 2).",
    "TIDDLE-R17", title="Stake", low=1, high=1000,
)
STACK: Final = Option(
    "stack", 0, "Counters each player starts with; 0 sets no limit (version 2).", "TIDDLE-R20",
    title="Counters to start with",
)
HANDS: Final = Option(
    "hands", 0, "Hands in a session; 0 plays one for each player (version 2).", "TIDDLE-R20",
    title="Hands",
)
POOL_BLOCK: Final = choice_option(
    "pool_block", "Pool after a block", "TIDDLE-R17",
    "Who takes the pool after a block: the player with the fewest pips, or nobody, and it is "
    "carried over to the next hand (version 2).",
    lowest="to the fewest pips", carry="carried over to the next hand",
)

# Which options belong to one version only (TIDDLE-R24).
OF_VERSION: Final = {
    1: ["target", "spinner", "finish_hand", "starts_with"],
    2: ["stake", "stack", "hands", "pool_block"],
}
# The fewest tiles that a player can be dealt, and what version 2 deals.
FEWEST: Final = 3


@mypyc_attr(allow_interpreted_subclasses=True)
class TiddleAWink(Block):
    """The rules of Tiddle-a-Wink, in both versions."""

    NAME: ClassVar[str] = "tiddle-a-wink"
    VIEWS: ClassVar[Views] = Block.VIEWS.holding(TiddleView)
    TITLE: ClassVar[str] = "Tiddle-a-Wink"
    SENTENCE: ClassVar[str] = "Block for a crowd: every double earns another tile."
    OPTIONS: ClassVar[list[Option]] = [
        VERSION_OPTION, GROUP, SET_FOR_GROUP, STARTS_WITH, CHAIN_DOUBLES, SPINNER, TARGET,
        FINISH_HAND, STAKE, STACK, HANDS, POOL_BLOCK,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}, "pool": {"version": 2}}
    OUT_CALL: ClassVar[str] = "tiddle-a-wink"
    LEAD_CLAUSE: ClassVar[str] = "TIDDLE-R03"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.chain: bool = self.flag("chain_doubles")
        self.free_lead: bool = self.choice("starts_with") == "any_tile"
        self.end_move: Int = self.plays + 1
        self.word(self.end_move, ".", "done", "end", "done")
        self.move_count = self.plays + 2
        # Besides the moves of Block a turn may be ended after every double.
        self.longest += self.top + 1
        # Version 2: what everybody pays for a hand, and what they begin with.
        self.stake: Int = self.number("stake") if self.has_pool() else 0
        self.stack: Int = self.number("stack")
        self.carries: bool = self.choice("pool_block") == "carry"
        if self.has_pool():
            self.last_round = self.number("hands")
            if self.last_round == 0:
                self.last_round = self.players
        if 0 < self.stack < self.stake:
            raise BadOption(
                "{option} cannot be {stack}: nobody could pay the stake of {stake} (TIDDLE-R20)",
                option="stack", stack=int(self.stack), stake=int(self.stake),
            )

    def has_pool(self) -> bool:
        """Tells whether version 2 is played, for the pool (TIDDLE-10)."""
        return self.number("version") == 2

    def _check_seats(self) -> None:
        self._check_version()
        super()._check_seats()

    def _check_version(self) -> None:
        version = self.number("version")
        for option in OF_VERSION[3 - version]:
            if option in self.chosen():
                raise BadOption(
                    "{option} belongs to version {other}, not to version {version} "
                    "(TIDDLE-R24)",
                    option=option, other=3 - version, version=version,
                )
        if self.has_pool() and not 6 <= self.players <= 9:
            raise BadOption(
                "{option} cannot be {players} in version 2: six to nine play it (TIDDLE-R23)",
                option="players", players=int(self.players),
            )
        if self.has_pool() and self.options["set"] not in ("auto", 6):
            raise BadOption(
                "{option} cannot be {set} in version 2: it is played with the double-six set "
                "(TIDDLE-R24)",
                option="set", set=int(self.top),
            )
        if self.hand_size < FEWEST:
            raise BadOption(
                "{players} players would get {hand} tiles each of the {set} set: they need "
                "three at least (TIDDLE-R01)",
                option="players", players=int(self.players), hand=int(self.hand_size),
                set=Phrase(SET_NAMES[int(self.top)]),
            )

    def highest_number(self) -> int:
        """Chooses a set for the group, unless one is wished (TIDDLE-R01)."""
        wish = self.options["set"]
        if isinstance(wish, int):
            return wish
        if self.has_pool():
            return 6
        return 9 if self.players <= 6 else 12

    def tiles_each(self) -> int:
        """Shares the tiles out equally, or three to each (TIDDLE-02, TIDDLE-08)."""
        if self.has_pool():
            return FEWEST
        return tiles_in(int(self.top)) // int(self.players)

    def leads_highest(self, number: int) -> bool:
        """Every hand is started by the highest double (TIDDLE-04, TIDDLE-R15)."""
        return True

    def questions(self) -> list[str]:
        """Adds whether to lay another tile."""
        return [*super().questions(), "add"]

    def starting_points(self) -> list[int]:
        """Gives all players their counters, if the session has a limit (TIDDLE-R20)."""
        return [int(self.stack) for _ in range(self.players)]

    def most_gain(self) -> int:
        """Besides, all stakes can be won."""
        return super().most_gain() + int(self.players) * int(self.stake)

    def winners(self, scores: list[int]) -> list[int]:
        """No number of counters ends a session (TIDDLE-R19)."""
        return [] if self.has_pool() else super().winners(scores)

    def parts(self) -> list[Part]:
        """Adds, for version 2, whether the session is closed."""
        return [*super().parts(), *([Flag("closed")] if self.has_pool() else [])]

    def least(self) -> int:
        """Balances may go below zero (TIDDLE-R20)."""
        return -MOST_POINTS if self.has_pool() else 0

    def contradictions(self, data: Data) -> list[str]:
        """Adds what does not go with the extra tile or the pool."""
        found = super().contradictions(data)
        if data.get("asked") == "add" and not data.get("over", False):
            line = data.get("line", [])
            tile = parse_tile(line[-1].partition("@")[0]) if line else 1
            if HIGH[tile] != LOW[tile]:
                found.append("a tile is added only when the last one is a double (TIDDLE-05)")
        if self.has_pool():
            found += self._pool_problems(data)
        return found

    def _pool_problems(self, data: Data) -> list[str]:
        there = int(self.stack * self.players)
        before = sum(data.get("before", self.starting_points()))
        if before > there or before + sum(data.get("points", [-int(self.stake)])) > there:
            return ["there are more counters before the players than there can be (TIDDLE-R17)"]
        return []

    def empty_round(self, number: Int, before: vec[Int]) -> LineRound:
        """Makes a hand with nothing dealt."""
        return TiddleAWinkRound(self, number, before)


@mypyc_attr(allow_interpreted_subclasses=True)
class TiddleAWinkRound(BlockRound):
    """One hand of Tiddle-a-Wink."""

    def __init__(self, rules: TiddleAWink, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.tiddle: TiddleAWink = rules
        # Whether the session ends with this hand because somebody cannot pay the next stake.
        self.closed: bool = False

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Deals, and takes the stakes."""
        super().deal(deck, first)
        self.pay_stakes()

    def leads(self) -> vec[Int]:
        """Lists the double that starts the hand, or all tiles of its holder (TIDDLE-R03)."""
        return self.hands.tiles(self.turn) if self.tiddle.free_lead else super().leads()

    def pay_stakes(self) -> None:
        """Puts everybody's stake into the pool (TIDDLE-R17)."""
        for seat in range(self.rules.players):
            self.won[seat] = -self.tiddle.stake

    def lay(self, arm: Int, tile: Int) -> None:
        """In version 2 the other side of the starting double is dead (TIDDLE-09, TIDDLE-R22)."""
        super().lay(arm, tile)
        if arm == 0 and self.tiddle.has_pool():
            self.line.ends[EAST] = -1
            self.line.fresh = 0

    def legal(self) -> vec[Int]:
        """Lists the tiles that fit; after a double the turn may also be ended (TIDDLE-R05)."""
        if self.over:
            return vec[Int]()
        if self.asked == TO_ADD:
            return append(self.fitting(), self.tiddle.end_move)
        return super().legal()

    def is_plain(self) -> bool:
        """Nobody sees whether another tile could be laid, nor which tile starts where any may."""
        if self.asked == TO_ADD or (self.tiddle.free_lead and self.line.tiles == 0):
            return False
        return super().is_plain()

    def play(self, move: Int) -> None:
        """Lays a tile, passes or ends the turn."""
        if move == self.tiddle.end_move:
            self.note(move)
            self.asked = TO_PLAY
            self.pass_turn()
        else:
            super().play(move)

    def tile_laid(self) -> None:
        """A double earns another tile, an extra one only by agreement (TIDDLE-05, TIDDLE-R07)."""
        last = self.line.last
        earns = HIGH[last] == LOW[last] and (self.tiddle.chain or self.asked != TO_ADD)
        self.asked = TO_PLAY
        if earns and self.hands.sizes[self.turn] > 0 and not self.rules.is_seen_blocked(
            self.line, self.boneyard()
        ):
            self.asked = TO_ADD
        else:
            self.end_turn()

    def pool(self) -> Int:
        """Counts the counters that are before nobody: stakes, and what earlier hands left."""
        total = self.tiddle.stack * self.rules.players
        for seat in range(self.rules.players):
            total -= self.before[seat] + self.won[seat]
        return total

    def go_domino(self) -> None:
        """Scores the pips left in the other hands, or takes the pool (TIDDLE-07, TIDDLE-R17)."""
        if not self.tiddle.has_pool():
            super().go_domino()
            return
        self.winner = self.turn
        self.won[self.turn] += self.pool()
        self.finish(DOMINO)

    def settle_block(self) -> None:
        """Scores as in Block, or divides the pool (TIDDLE-07, TIDDLE-R17)."""
        if not self.tiddle.has_pool():
            super().settle_block()
            return
        if not self.tiddle.carries or self.is_last():
            self.divide_pool(self.lowest())
        self.finish(BLOCKED)

    def is_last(self) -> bool:
        """Tells whether this is the last hand of the session."""
        return self.number == self.rules.last_round

    def lowest(self) -> vec[Int]:
        """Lists the seats with the fewest pips, from the starter to the left."""
        best: Int = -1
        found = vec[Int]()
        for step in range(self.rules.players):
            seat = (self.leader + step) % self.rules.players
            pips = self.hands.pips(seat)
            if best < 0 or pips < best:
                best = pips
                found = vec[Int]()
            if pips == best:
                found = append(found, seat)
        return found

    def divide_pool(self, tied: vec[Int]) -> None:
        """Divides the pool in whole counters; in the last hand the rest goes to the first of
        the tied, else it stays for the next hand (TIDDLE-R18)."""
        pool = self.pool()
        for seat in tied:
            self.won[seat] += pool // len(tied)
        if self.is_last():
            self.won[tied[0]] += pool % len(tied)
        if len(tied) == 1:
            self.winner = tied[0]

    def finish(self, ending: Int = 0) -> None:
        """Ends the hand, and the session if somebody cannot pay for another (TIDDLE-R20)."""
        super().finish(ending)
        if self.tiddle.has_pool() and self.tiddle.stack > 0 and not self.is_last():
            for seat in range(self.rules.players):
                if self.before[seat] + self.won[seat] < self.tiddle.stake:
                    self.closed = True
            if self.closed:
                self.share_rest()

    def share_rest(self) -> None:
        """Shares what is left in the pool by all, the odd ones from the starter to the left."""
        pool = self.pool()
        players = self.rules.players
        for step in range(players):
            seat = (self.leader + step) % players
            self.won[seat] += pool // players + (1 if step < pool % players else 0)

    def settles_match(self) -> bool:
        """A session is over when somebody cannot pay, too."""
        return self.closed or super().settles_match()

    def winners(self) -> list[int]:
        """The highest balance wins a session (TIDDLE-R20)."""
        return self.game.leaders(self.scores()) if self.closed else super().winners()

    def refusal(self, move: Int) -> IllegalMove:
        """Says why the turn cannot be ended, or need not be passed."""
        if move == self.tiddle.end_move:
            return IllegalMove("a turn is ended only after a double (TIDDLE-05)")
        if self.tiddle.free_lead and self.line.tiles == 0:
            return self.unstarted(move)
        if move == self.rules.pass_move and self.asked == TO_ADD:
            return IllegalMove("after a double a turn is ended, not passed (TIDDLE-R08)")
        return super().refusal(move)

    def unstarted(self, move: Int) -> IllegalMove:
        """Says what is no start of a hand that any tile may start."""
        if move == self.rules.pass_move:
            return IllegalMove("you can play, so you may not pass (SETS-R08)")
        tile = int(move % self.rules.tiles)
        if not self.hands.holds(self.turn, tile):
            return IllegalMove("you do not hold {tile} (SETS-05)", tile=NAMES[tile])
        return self.misplaced(tile)

    def copied_into(self, twin: LineRound) -> None:
        """Copies whether the session is closed too."""
        super().copied_into(twin)
        assert isinstance(twin, TiddleAWinkRound)
        twin.closed = self.closed

    def shown(self, seat: int) -> Data:
        """Adds the pool that is played for, and what each seat has taken from it."""
        found = super().shown(seat)
        if self.tiddle.has_pool():
            stake = self.tiddle.stake
            takings = [int(made + stake) for made in self.won]
            found["pool"] = int(self.pool()) + sum(takings)
            found["takings"] = takings
        return found

    def set_up(self, data: Data) -> None:
        """Takes over a position, with the stakes paid unless it has points."""
        self.pay_stakes()
        super().set_up(data)
