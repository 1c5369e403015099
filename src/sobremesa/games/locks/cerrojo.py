"""Cerrojo, the lock-and-key game that Rafael Femenía Prats of Játiva registered in 1957.

Every tile shows one number, its suit; a suit has eight tiles, and every even suit has among
them a lock and a key. The round begins with a double, the salida, and grows on two sides. A
turn is two tiles: a base of the suit that a side asks for, and joined to it a free tile of
any suit, which the side then asks for. The same two suits may be joined only once on a side,
and the salida's double never again.

How a special tile is turned is the rule. A lock may close a side: alone as base, or as free
tile. Only its key then goes on: it opens the side, with or without a free tile, or, if the
lock was a free tile, closes it for good. Otherwise locks and keys are plain tiles. Who can
play must; who cannot takes tiles from the deposit, where there is one, or says "Paso". The
first to lay his last tile wins the round and scores the points left to the others; when
both sides are closed the team with the fewest points in hand does.

To the plays of `layout` come two moves without a tile: to pass, and to draw.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, BadPosition, IllegalMove
from sobremesa.core.game import (
    MOVE_BITS,
    MOVE_MASK,
    NOBODY,
    SEAT_MASK,
    Data,
    Game,
    Round,
    View,
    Worlds,
    register,
)
from sobremesa.core.options import Option, Value
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.games.locks.knowledge import LockWorlds
from sobremesa.games.locks.layout import (
    AS_PLAIN,
    KEY_AS_PLAIN,
    KEY_CLOSES,
    KEY_OPENS,
    LOCK_AS_PLAIN,
    LOCK_CLOSES,
    OPEN,
    SALIDA,
    SIDES,
    SHUT,
    STATES,
    Layout,
    Plays,
    empty_layout,
    name_of,
)
from sobremesa.games.locks.positions import problems
from sobremesa.games.locks.settling import Standing, standing
from sobremesa.material.locks import (
    BIT,
    KEY,
    LOCK,
    NAMES,
    PLACE,
    PLAIN,
    WIDTH,
    ZEROS,
    Hands,
    empty_hands,
    has_specials,
    parse_kind,
    tiles_in,
)

# How a round ended: somebody placed all his tiles, both sides are closed, or a player was
# found to have passed although he could play.
UNFINISHED: Final[Int] = 0
FINAL: Final[Int] = 1
CLOSED: Final[Int] = 2
FORFEIT: Final[Int] = 3
ENDINGS: Final = ["", "final", "closed", "forfeit"]

# Up to so many players take a quarter of the set each (CERROJO-R01).
TABLE: Final[Int] = 4

PLAYERS: Final = Option(
    "players", 4, "How many sit at the table.", "CERROJO-R04", low=2, high=8
)
SUITS: Final = Option(
    "suits", 5, "Suits in the set, of eight tiles each.", "CERROJO-R04",
    allowed=[2, 3, 4, 5, 6, 7, 8, 9, 10],
)
TEAMS: Final = Option(
    "teams", "individual", "Everybody for himself, or two pairs of partners seated alternately.",
    "CERROJO-R04", allowed=["individual", "pairs"],
)
DEAL: Final = Option(
    "deal", "ten_with_deposit", "What two or three players take: the hand of four players, "
    "leaving a deposit, or the whole set shared out.", "CERROJO-R01",
    allowed=["ten_with_deposit", "proportional"],
)
LEFTOVER: Final = Option(
    "leftover", "set_aside", "What becomes of tiles left over by more than four players.",
    "CERROJO-R02", allowed=["set_aside", "deposit"],
)
DRAW: Final = Option(
    "draw", "until_playable", "How many tiles a player without a play takes from the deposit.",
    "CERROJO-R05", allowed=["until_playable", "one"],
)
REPEAT_RULE: Final = Option(
    "repeat_rule", "unordered", "Whether 5-3 repeats 3-5.", "CERROJO-R09",
    allowed=["unordered", "ordered"],
)
LAST_SINGLE_TILE: Final = Option(
    "last_single_tile", "allowed", "Whether a last tile may be played alone as base.",
    "CERROJO-R12", allowed=["allowed", "forbidden"],
)
SALIDA_SPECIALS: Final = Option(
    "salida_specials", "plain", "Whether locks and keys may be in the salida, as plain tiles.",
    "CERROJO-R14", allowed=["plain", "forbidden"],
)
NEXT_STARTER: Final = Option(
    "next_starter", "rotate", "Who opens later rounds: the next to the right, the winner of "
    "the last round, or who draws the lowest suit.", "CERROJO-R16",
    allowed=["rotate", "winner", "redraw"],
)
KEY_CLOSES_BASE_LOCK: Final = Option(
    "key_closes_base_lock", False, "Whether a key may close for good on a lock that was played "
    "as base.", "CERROJO-R20",
)
KEY_ON_LOCKED_SIDE: Final = Option(
    "key_on_locked_side", "compulsory", "Whether a player must use a key on a closed side if he "
    "has no other play.", "CERROJO-R26", allowed=["compulsory", "optional"],
)
FREE_TILE_AFTER_KEY: Final = Option(
    "free_tile_after_key", "optional", "Whether a free tile may follow a key that opens.",
    "CERROJO-R45", allowed=["optional", "forbidden"],
)
TIE_B: Final = Option(
    "tie_b", "largest_group", "What decides a tie of points and tiles.", "CERROJO-R30",
    allowed=["largest_group", "lower_median"],
)
ROUND_SCORE: Final = Option(
    "round_score", "opponents", "What the winner of a round scores: the opponents' tiles, those "
    "less his team's own, or all tiles in hand.", "CERROJO-R32",
    allowed=["opponents", "difference", "all_hands"],
)
MAX_ROUNDS: Final = Option(
    "max_rounds", 100, "Rounds after which a match with round_score difference ends.",
    "CERROJO-R32", low=1,
)
TARGET: Final = Option("target", 100, "Points that win the match.", "CERROJO-R34", low=1)
LEGALITY: Final = Option(
    "legality", "enforced", "Whether false passes are impossible, or accepted and punished once "
    "they show.", "CERROJO-R35", allowed=["enforced", "honour"],
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Cerrojo(Game):
    """The rules of Cerrojo."""

    NAME: ClassVar[str] = "cerrojo"
    FAMILY: ClassVar[str] = "locks"
    TITLE: ClassVar[str] = "Cerrojo"
    SENTENCE: ClassVar[str] = "Two tiles a turn, no pair twice on a side, and locks that shut it."
    VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, SUITS, TEAMS, DEAL, LEFTOVER, DRAW, REPEAT_RULE, LAST_SINGLE_TILE,
        SALIDA_SPECIALS, NEXT_STARTER, KEY_CLOSES_BASE_LOCK, KEY_ON_LOCKED_SIDE,
        FREE_TILE_AFTER_KEY, TIE_B, ROUND_SCORE, MAX_ROUNDS, TARGET, LEGALITY,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as registered": {}, "in pairs": {"players": 4, "teams": "pairs"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.suits: Int = self.number("suits")
        self.set: vec[Int] = vec[Int]([kind for kind in tiles_in(self.number("suits"))])
        self.tiles: Int = len(self.set)
        self.plays: Plays = Plays(self.number("suits"))
        self.pass_move: Int = self.plays.count
        self.draw_move: Int = self.plays.count + 1
        self.move_count = self.plays.count + 2
        # Every tile is drawn and laid at most once, and in between not everybody can pass.
        self.longest = 2 * self.tiles * (self.players + 1) + self.players
        if self.choice("teams") == "pairs" and self.players != TABLE:
            raise BadOption(
                "pairs are for four players, not {players} (CERROJO-R04)",
                players=int(self.players),
            )
        pairs = self.choice("teams") == "pairs"
        self.teams: Teams = Teams(int(self.players), 2 if pairs else int(self.players))
        self.hand_size: Int = self._hand_size()
        # Whether the tiles that are left over can be drawn.
        self.draws: bool = self.players < TABLE or self.choice("leftover") == "deposit"
        self.draws_one: bool = self.choice("draw") == "one"
        self.ordered: bool = self.choice("repeat_rule") == "ordered"
        self.last_alone: bool = self.choice("last_single_tile") == "allowed"
        self.plain_salida: bool = self.choice("salida_specials") == "forbidden"
        self.shuts_base_lock: bool = self.flag("key_closes_base_lock")
        self.key_optional: bool = self.choice("key_on_locked_side") == "optional"
        self.free_after_key: bool = self.choice("free_tile_after_key") == "optional"
        self.median: bool = self.choice("tie_b") == "lower_median"
        self.honour: bool = self.choice("legality") == "honour"
        self.target: Int = self.number("target")
        if self.choice("round_score") == "difference":
            self.last_round = self.number("max_rounds")

    def _hand_size(self) -> Int:
        """A quarter of the set, or an equal share (CERROJO-R01, R02, R03)."""
        if self.players <= TABLE and self.choice("deal") == "ten_with_deposit":
            return 2 * self.suits
        return self.tiles // self.players

    def opener(self, rng: Rng) -> int:
        """Lets everybody uncover a tile; the lowest suit begins (CERROJO-24, R17)."""
        drawing = vec[Int]([seat for seat in range(self.players)])
        while len(drawing) > 1:
            apart = vec[Int]()
            while len(apart) < len(drawing):
                for suit in range(1, self.suits + 1):
                    apart = append(apart, suit)
            rng.shuffle(apart)
            lowest = vec[Int]()
            least: Int = WIDTH
            for place in range(len(drawing)):
                if apart[place] < least:
                    least = apart[place]
                    lowest = vec[Int]()
                if apart[place] == least:
                    lowest = append(lowest, drawing[place])
            drawing = lowest
        return int(drawing[0])

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> CerrojoRound:
        """Shuffles and serves, again if nobody could open (CERROJO-29, R13)."""
        if number > 1 and self.choice("next_starter") == "redraw":
            first = self.opener(rng)
        deck = self.set[:]
        rng.shuffle(deck)
        round = self._served(deck, first, number, before)
        while not round.somebody_can_open():
            rng.shuffle(deck)
            round = self._served(deck[:], first, number, before)
        return round

    def _served(
        self, deck: vec[Int], first: int, number: int, before: list[int]
    ) -> CerrojoRound:
        round = CerrojoRound(self, number, vec[Int]([score for score in before]))
        sizes = vec[Int]([self.hand_size for _ in range(self.players)])
        round.serve(deck, sizes, first)
        return round

    def shuffler(self, first: int) -> int:
        """Names who shuffles: the last in turn, on the left of the opener (CERROJO-26)."""
        return (first - 1) % int(self.players)

    def next_first(self, last: Round) -> int:
        """Finds who is due to open the next round (CERROJO-R16)."""
        assert isinstance(last, CerrojoRound)
        if self.choice("next_starter") == "winner" and last.heir >= 0:
            return int(last.heir)
        return int((last.first + 1) % self.players)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the team that alone has the highest total at or above the target
        (CERROJO-R34)."""
        best = max(scores)
        leaders = self.leaders(scores)
        if best < self.target or self.teams.of(leaders[0]) != self.teams.of(leaders[-1]):
            return []
        return leaders if len(leaders) == len(self.teams.seats(leaders[0] % self.team_count)) \
            else []

    @property
    def team_count(self) -> int:
        """How many teams there are."""
        return int(self.teams.count)
