"""Domino Poker (Spanish: Póquer): ordinary poker with twenty dominoes.

The double-ace and all blanks are taken out of a double-six set. Everybody antes a chip and gets
five tiles. From the dealer's left each player in turn checks or bets until somebody has bet; from
then on each folds, calls or raises, until all who are left have staked the same. They show, and
the best hand takes the pot; when all but one have folded, the last takes it without showing. A
player who runs out of chips is all-in and plays for the part of the pot they could match. Doubles
make the hands: two are a pair, five the Royal. With `draw` up to three tiles may be exchanged
after the betting, and a second betting round follows. After twenty deals, or when one player has
everything, the most chips win.

Chips are the points of the match. The moves: to fold, to check, to call; `STAKE + n` bets or
raises to n chips in this betting round; `EXCHANGE + mask` throws away tiles of the hand, bit 0
standing for the highest.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, vec
from sobremesa.core.dealing import Boneyard, DealtGame, DealtRound, Hands
from sobremesa.core.errors import BadOption, BadPosition
from sobremesa.core.game import Data, Round, Views
from sobremesa.core.numbers import MANY
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.parts import Flag, Number, Part, Row, Seats, Word
from sobremesa.core.rng import Rng
from sobremesa.families.poker.moves import STAGES, STAKE
from sobremesa.families.poker.positions import Discards, Folded, contradictions
from sobremesa.families.poker.ranks import ALL_TILES, HAND_SIZE, ORDER, read_tile
from sobremesa.families.poker.round import PokerRound
from sobremesa.families.poker.views import PokerView
from sobremesa.families.poker.worlds import PokerWorlds

# Every legal raise is a move of its own, so stacks stay below this.
LARGEST_STACK: Final = 1000

PLAYERS: Final = players_option(3, "DPOKER-R01", high=4)
STRAIGHTS: Final = choice_option(
    "straights", "Straights", "DPOKER-R03",
    "What the number of a straight means: what fits the printed examples, or its suit, as in "
    "Hoyle.",
    examples="as in the printed examples", hoyle="by suit, as in Hoyle",
)
DRAW: Final = Option(
    "draw", False,
    "Whether up to three tiles may be exchanged before a second betting round; for two or "
    "three players.",
    "DPOKER-R10", title="Draw poker",
)
BETTING_LIMIT: Final = choice_option(
    "betting", "Betting", "DPOKER-R11",
    "Whether bets and raises are of one size, or any size up to the stack.",
    limit="fixed size", no_limit="no limit",
)
ANTE: Final = Option(
    "ante", 1, "Chips that each player stakes before the deal.", "DPOKER-R11", title="Ante", low=1,
    high=LARGEST_STACK,
)
BET: Final = Option(
    "bet", 2, "Size of a bet and of a raise; without a limit, the smallest bet.", "DPOKER-R11",
    title="Size of a bet", low=1, high=LARGEST_STACK,
)
MAX_RAISES: Final = Option(
    "max_raises", 3, "Raises allowed in a betting round with a limit.", "DPOKER-R11",
    title="Most raises", low=0, high=100,
)
STACK: Final = Option(
    "stack", 100, "Chips each player starts with.", "DPOKER-R11", title="Chips to start with",
    low=2, high=LARGEST_STACK,
)
HANDS: Final = Option(
    "hands", 20, "Deals after which the session ends.", "DPOKER-R16", title="Deals", low=1,
    high=1000,
)
FIRST_DEALER: Final = Option(
    "first_dealer", -1, "Who deals first.", "DPOKER-R20", title="First dealer", low=-1, high=3,
    seat=True, words={"-1": "by chance"},
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Poker(DealtGame):
    """The rules of Domino Poker."""

    NAME: ClassVar[str] = "domino-poker"
    VIEWS: ClassVar[Views] = Views(PokerView, PokerWorlds)
    FAMILY: ClassVar[str] = "poker"
    COUNTED: ClassVar[str] = "DPOKER-01"
    FIRST: ClassVar[str] = "first_dealer"
    DRAWS: ClassVar[bool] = False
    SAMPLE: ClassVar[tuple[int, int, float]] = (15, 96, 1.0)
    TITLE: ClassVar[str] = "Domino Poker"
    SENTENCE: ClassVar[str] = "Poker with twenty tiles: doubles make the hands, chips decide."
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, STRAIGHTS, DRAW, BETTING_LIMIT, ANTE, BET, MAX_RAISES, STACK, HANDS,
        FIRST_DEALER,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "draw poker": {"draw": True}, "no limit": {"betting": "no_limit"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.hoyle: bool = self.choice("straights") == "hoyle"
        self.draws: bool = self.flag("draw")
        self.no_limit: bool = self.choice("betting") == "no_limit"
        self.ante: Int = self.number("ante")
        self.bet: Int = self.number("bet")
        self.max_raises: Int = self.number("max_raises")
        self.stack: Int = self.number("stack")
        self.chips: Int = self.players * self.stack
        self.set = ALL_TILES
        self.names = ORDER
        self.last_round = self.number("hands")
        self.move_count = STAKE + self.chips + 1
        self.longest = self._longest()
        self._check_seats()

    def _longest(self) -> Int:
        """Bounds the moves of a deal: after each of the raises everybody acts at most once, and
        a raise that is not a full one takes somebody's last chip."""
        raises = self.chips // self.bet if self.no_limit else self.max_raises + 1
        rounds: Int = 2 if self.draws else 1
        return self.players * ((raises + self.players + 1) * rounds + 1)

    def _check_seats(self) -> None:
        if self.draws and self.players == 4:
            raise BadOption(
                "four players cannot draw: all twenty tiles are dealt (DPOKER-R21)",
                option="draw",
            )
        if self.ante >= self.stack:
            raise BadOption(
                "an ante of {ante} leaves nothing to bet from a stack of {stack} (DPOKER-R11)",
                option="ante", ante=int(self.ante), stack=int(self.stack),
            )
        self.check_seat("first_dealer", "DPOKER-R20")

    def most_gain(self) -> int:
        """Nobody wins more than all chips."""
        return int(self.chips)

    def starting_points(self) -> list[int]:
        """Gives all players their stack (DPOKER-R11)."""
        return [int(self.stack) for _ in range(self.players)]

    def opener(self, rng: Rng) -> int:
        """Finds who acts first in the first deal: the seat at the left of its dealer."""
        return (super().opener(rng) + 1) % int(self.players)

    def empty_round(self, number: Int, before: vec[Int]) -> PokerRound:
        """Makes a deal with nothing dealt."""
        round = PokerRound(self, number, before)
        round.clear()
        return round

    def next_first(self, last: Round) -> int:
        """Passes the deal to the left, over those who are out (DPOKER-R16, DPOKER-R20)."""
        assert isinstance(last, PokerRound)
        stacks = last.scores()
        dealer = next_with_chips(stacks, int(last.dealer()))
        return next_with_chips(stacks, dealer)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds who has all the chips; after the last deal the most win (DPOKER-R16)."""
        holding = [seat for seat, chips in enumerate(scores) if chips > 0]
        return holding if len(holding) == 1 else []

    def pieces(self) -> list[str]:
        """Lists the tiles, and the chips of all players together."""
        return [*ORDER, f"{self.chips} chips"]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return read_tile(text)

    def parts(self) -> list[Part]:
        """Lists the parts of a position; what each seat may still stake follows from them."""
        seats, chips = int(self.players), int(self.chips)
        return [
            *self.heading_parts(),
            Word("stage", STAGES),
            Hands(seats),
            Boneyard(open_at_end=False),
            Discards("discards", seats, write="discards_named", read="throw_away"),
            Row("staked", seats, high=chips, what="chips"),
            Row("bets", seats, high=chips, what="chips"),
            Folded("folded", seats, "staying"),
            Seats("acted", seats, shown=False),
            Flag("opened", shown=False),
            Number("raise_by", 1, MANY, shown=False),
            Number("raises", 0, MANY, shown=False),
            self.turn_part(),
            Part("points", write="points", shown=False),
            Flag("over", shown=False),
        ]

    def counted(self) -> list[str]:
        """Lists the tiles; chips are counted apart."""
        return ORDER

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        return contradictions(self, data)

    def is_dealt(self, data: Data) -> bool:
        """Tells whether all have five tiles, or none where they are out, and none is thrown."""
        return all(len(hand) in (0, HAND_SIZE) for hand in data["hands"]) and not any(
            data.get("discards", [])
        )

    def load(self, data: Data) -> DealtRound:
        """Sets up a deal or a position, whose points must be those of its chips."""
        round = super().load(data)
        if "points" in data and data["points"] != round.points():
            raise BadPosition([f"the points of this position are {round.points()}"])
        return round


def next_with_chips(stacks: list[int], seat: int) -> int:
    """Finds the next seat to the left that has chips."""
    after = (seat + 1) % len(stacks)
    while stacks[after] == 0:
        after = (after + 1) % len(stacks)
    return after
