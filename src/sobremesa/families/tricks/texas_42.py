"""Four-Hand Texas, which people call 42: partners bid for tricks with a double-six set.

Four play, opposite players together, with seven tiles each. Every trick is worth 1, the tiles 5-5
and 6-4 are worth 10 and the tiles 5-0, 4-1 and 3-2 are worth 5: 42 in all. From the dealer's left
each player bids what their side will take, from 30 up to 42 and then by the ladder 84, 168, 250.
The highest bidder names trumps (a number, the doubles, or none) and leads. A side that takes what
it bid scores what it took; one that falls short leaves the bid to the others. 250 is game.

The moves: playing tile t is t; then to pass, the sixteen bids, and the nine declarations.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import MOVE_MASK, Data, Round, View, Views
from sobremesa.core.numbers import whole
from sobremesa.core.options import Option, Value, choice_option
from sobremesa.core.reading import tidy
from sobremesa.core.teams import Teams
from sobremesa.families.tricks.hand import TrickGame, TrickRound
from sobremesa.families.tricks.views import TexasView
from sobremesa.material.auction import NO_BID, Auction
from sobremesa.material.dominoes import BIT, EVERY_TILE, HIGH, LOW, NAMES, parse_tile
from sobremesa.material.trick import new_trick

SEATS: Final[Int] = 4
TILES: Final[Int] = 28
HAND: Final[Int] = 7
GAME: Final[Int] = 250
ALL_POINTS: Final[Int] = 42

PASS_MOVE: Final[Int] = 28
BID_MOVE: Final[Int] = 29
# 30 to 42, and the ladder of limit bids above it (T42-13).
AMOUNTS: Final = [*range(30, 43), 84, 168, 250]
BIDS: Final = vec[Int]([amount for amount in AMOUNTS])
BID_NAMES: Final = [str(amount) for amount in AMOUNTS]
BID_OF_42: Final[Int] = 12
BID_OF_84: Final[Int] = 13
LAST_BID: Final[Int] = 15
DECLARE_MOVE: Final[Int] = 45
# The declarations: a number, the doubles, no trump (T42-R10).
NO_TRUMP_WORDS: Final = ["nt", "no trump", "no trumps", "notrump", "notrumps", "no-trumps"]
DECLARATIONS: Final = [
    "blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles", "no-trump",
]
DOUBLES: Final[Int] = 7
NO_TRUMP: Final[Int] = 8
UNDECLARED: Final[Int] = -1
MOVES: Final[Int] = 54
DECLARED: Final = vec[Int]([DECLARE_MOVE + choice for choice in range(9)])

# What is asked: a call, the declaration, a tile.
TO_CALL: Final[Int] = 0
TO_DECLARE: Final[Int] = 1
TO_PLAY: Final[Int] = 2
STAGES: Final = ["auction", "declaration", "play"]

# What a tile counts for the side that takes it (T42-03, T42-04).
COUNTS: Final = vec[Int]([
    10 if name in ("5-5", "6-4") else 5 if name in ("5-0", "4-1", "3-2") else 0
    for name in NAMES[:28]
])
# A lone bit of a hand, taken modulo 37, names its tile.
BIT_PLACE: Final = vec[Int]([
    next((place for place in range(28) if (1 << place) % 37 == rest), 0) for rest in range(37)
])


def is_trump(tile: int, declaration: int) -> bool:
    """Tells whether a tile is a trump under a declaration (T42-R12, T42-R14)."""
    if declaration == DOUBLES:
        return HIGH[tile] == LOW[tile]
    return declaration < DOUBLES and declaration in (HIGH[tile], LOW[tile])


def suit_tiles(declaration: int, suit: int) -> int:
    """Gives the mask of the tiles of a suit; suit 7 is the trumps (T42-R12)."""
    mask = 0
    for tile in range(28):
        trump = is_trump(tile, declaration)
        if trump if suit == DOUBLES else not trump and suit in (HIGH[tile], LOW[tile]):
            mask |= BIT[tile]
    return mask


def suit_rank(tile: int, suit: int, declaration: int) -> int:
    """Ranks a tile inside its suit: the double first, then by the other end (T42-R13)."""
    if suit == DOUBLES and declaration == DOUBLES:
        return int(HIGH[tile])
    number = declaration if suit == DOUBLES else suit
    return 7 if HIGH[tile] == LOW[tile] else int(HIGH[tile] + LOW[tile]) - number


# The suits under each declaration: SUIT_TILES[8 * declaration + suit].
SUIT_TILES: Final = vec[Int]([
    suit_tiles(declaration, suit) for declaration in range(9) for suit in range(8)
])
# The suit that a led tile calls for: the trumps, or its higher end (T42-R11).
LED_SUIT: Final = vec[Int]([
    7 if is_trump(tile, declaration) else int(HIGH[tile])
    for declaration in range(9) for tile in range(28)
])
# How strong a tile is when a suit was led: STRENGTH[(8 * declaration + suit) * 28 + tile].
STRENGTH: Final = vec[Int]([
    20 + suit_rank(tile, 7, declaration) if is_trump(tile, declaration)
    else 10 + suit_rank(tile, suit, declaration) if suit in (HIGH[tile], LOW[tile])
    else 0
    for declaration in range(9) for suit in range(8) for tile in range(28)
])


@mypyc_attr(allow_interpreted_subclasses=True)
class Texas42(TrickGame):
    """The rules of Four-Hand Texas."""

    NAME: ClassVar[str] = "texas-42"
    FIRST: ClassVar[str] = "first_dealer"
    VIEWS: ClassVar[Views] = TrickGame.VIEWS.holding(TexasView)
    TITLE: ClassVar[str] = "Four-Hand Texas (42)"
    SENTENCE: ClassVar[str] = "Partners bid for tricks with dominoes, 42 points in every hand."
    OPTIONS: ClassVar[list[Option]] = [
        Option("players", 4, "Two pairs of partners.", "T42-R01", title="Players", low=4, high=4),
        choice_option(
            "auction", "Bidding", "T42-R02", "How long the bidding goes on.",
            until_passed="until the others pass", one_round="one call each",
        ),
        choice_option(
            "all_pass", "Nobody bids", "T42-R08", "What happens when nobody bids.",
            throw_in="the hand is thrown in", dealer_30="the dealer must bid",
        ),
        Option(
            "open_84", False, "Whether 84 may be bid without 42 before it.", "T42-R05",
            title="Opening with 84",
        ),
        Option(
            "first_dealer", -1, "Who deals first.", "T42-R01", title="First dealer", low=-1,
            high=3, seat=True, words={"-1": "by chance"},
        ),
        Option(
            "max_hands", 200, "Hands after which the higher total wins.", "T42-R27",
            title="Most hands", low=1,
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as_printed": {},
        "usual_custom": {"auction": "one_round", "all_pass": "dealer_30"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        if self.players != SEATS:
            raise BadOption("four play this game, two and two (T42-01)")
        self.teams = Teams(4, 2)
        self.hand_size = HAND
        self.set = EVERY_TILE[:TILES]
        self.names = NAMES
        self.move_count = MOVES
        # Every seat calls at most once for each bid there is, and all pass in the end.
        self.longest = SEATS * 17 + 1 + TILES
        self.one_round: bool = self.choice("auction") == "one_round"
        self.dealer_must: bool = self.choice("all_pass") == "dealer_30"
        self.open_84: bool = self.flag("open_84")
        self.last_round = self.number("max_hands")

    def parse_piece(self, text: str) -> int:
        """Reads a tile of the double-six set."""
        return parse_tile(text, 6)

    def empty_round(self, number: Int, before: vec[Int]) -> Texas42Round:
        """Makes a hand with nothing dealt."""
        return Texas42Round(self, number, before)

    def most_gain(self) -> int:
        """All points of a hand, and the highest bid (T42-18 to T42-21)."""
        return int(ALL_POINTS) + int(GAME)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds the side that alone has 250 (T42-22); both at once is the round's to decide."""
        out = [side for side in range(2) if scores[side] >= GAME]
        return self.teams.seats(out[0]) if len(out) == 1 else []

    def in_suit(self, view: View, trick: Data) -> set[int]:
        """Lists the tiles that follow the suit led."""
        declaration = DECLARATIONS.index(view.data["declaration"])
        suit = 7 if trick["suit"] == "trumps" else DECLARATIONS.index(trick["suit"])
        mask = SUIT_TILES[8 * declaration + suit]
        return {tile for tile in range(28) if mask & BIT[tile] != 0}


@mypyc_attr(allow_interpreted_subclasses=True)
class Texas42Round(TrickRound):
    """One hand of Four-Hand Texas."""

    def __init__(self, rules: Texas42, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.texas: Texas42 = rules
        self.stage: Int = TO_CALL
        self.auction: Auction = Auction(SEATS, False)
        self.declaration: Int = UNDECLARED
        # The tiles of each seat as a mask, and the points each side has taken.
        self.hands: vec[Int] = vec[Int]([0, 0, 0, 0])
        self.taken: vec[Int] = vec[Int]([0, 0])

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Deals seven tiles each; the dealer's left calls first (T42-02, T42-07)."""
        super().deal(deck, first)
        self.pass_turn()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands[seat] |= BIT[piece]

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.hands[seat] = 0

    def legal(self) -> vec[Int]:
        """Lists the calls, the declarations, or the tiles that may be played."""
        if self.over:
            return vec[Int]()
        if self.stage == TO_PLAY:
            return self.plays()
        return DECLARED if self.stage == TO_DECLARE else self.calls()

    def calls(self) -> vec[Int]:
        """Lists the pass, unless the dealer must bid, and every bid that is high enough."""
        found = vec[Int]()
        if not self.must_bid():
            found = append(found, PASS_MOVE)
        for bid in range(LAST_BID + 1):
            if self.may_bid(bid):
                found = append(found, BID_MOVE + bid)
        return found

    def must_bid(self) -> bool:
        """The dealer may not pass as the last of four, if the table wants it (T42-R08)."""
        return (
            self.texas.dealer_must and self.auction.highest == NO_BID
            and self.auction.calls == SEATS - 1
        )

    def may_bid(self, bid: Int) -> bool:
        """Tells whether a bid is higher, and above 42 the next rung (T42-R04, T42-R05)."""
        highest = self.auction.highest
        if bid <= highest:
            return False
        if bid <= BID_OF_42:
            return True
        if bid == BID_OF_84 and self.texas.open_84:
            return True
        return bid == highest + 1

    def plays(self) -> vec[Int]:
        """Lists the tiles of the suit led if there are any, else the whole hand (T42-16)."""
        held = self.hands[self.turn]
        if not self.trick.is_empty():
            following = held & SUIT_TILES[8 * self.declaration + self.trick.suit]
            if following != 0:
                held = following
        return listed(held)

    def play(self, move: Int) -> None:
        """Takes a call, the declaration or a tile."""
        self.note(move)
        if self.stage == TO_PLAY:
            self.play_tile(move)
        elif self.stage == TO_DECLARE:
            self.declaration = move - DECLARE_MOVE
            self.stage = TO_PLAY
            self.trick = new_trick(self.turn)
        else:
            self.call(move)

    def call(self, move: Int) -> None:
        """Takes a pass or a bid, and ends the auction when it is time."""
        if move == PASS_MOVE:
            self.auction.drop(self.turn)
        else:
            self.auction.bid(self.turn, move - BID_MOVE)
        if self.is_auctioned():
            if self.auction.highest == NO_BID:
                self.finish()
            else:
                self.turn = self.auction.holder
                self.stage = TO_DECLARE
        else:
            self.turn = self.auction.after(self.turn)

    def is_auctioned(self) -> bool:
        """Tells whether the auction is over (T42-R28); nothing is above 250 (T42-R07)."""
        if self.auction.highest == LAST_BID or self.auction.is_over():
            return True
        return self.texas.one_round and self.auction.calls == SEATS

    def play_tile(self, tile: Int) -> None:
        """Plays a tile; the first of a trick calls its suit (T42-R11)."""
        self.hands[self.turn] ^= BIT[tile]
        if self.trick.is_empty():
            self.trick.lead(LED_SUIT[28 * self.declaration + tile])
        strength = STRENGTH[(8 * self.declaration + self.trick.suit) * 28 + tile]
        self.lay(tile, strength)
        if not self.over:
            self.turn = self.trick.turn

    def trick_taken(self) -> None:
        """Gives the trick to its taker's side; the taker leads the next (T42-R15)."""
        worth: Int = 1
        for tile in self.trick.pieces:
            worth += COUNTS[tile]
        self.taken[self.trick.taker % 2] += worth
        if len(self.takers) == HAND:
            self.finish()
        else:
            self.trick = new_trick(self.trick.taker)

    def bid(self) -> Int:
        """Gives the amount of the highest bid, 0 before there is one."""
        return BIDS[self.auction.highest] if self.auction.highest != NO_BID else 0

    def sides(self) -> list[int]:
        """Scores the hand for each side (T42-18 to T42-21)."""
        if not self.over or self.auction.highest == NO_BID:
            return [0, 0]
        bidders = int(self.auction.holder % 2)
        bid = int(self.bid())
        score = [int(points) for points in self.taken]
        if score[bidders] < min(bid, ALL_POINTS):
            score[bidders] = 0
            score[1 - bidders] += bid
        elif bid >= ALL_POINTS:
            score[bidders] = bid
        return score

    def points(self) -> list[int]:
        """Gives each seat the points of its side."""
        sides = self.sides()
        return [sides[seat % 2] for seat in range(SEATS)]

    def winners(self) -> list[int]:
        """The bidding side wins when both have 250 at once (T42-23)."""
        scores = self.scores()
        if min(scores) >= GAME:
            return self.rules.teams.seats(int(self.auction.holder % 2))
        return super().winners()

    def is_plain(self) -> bool:
        """Everybody knows the last tile of a hand."""
        return self.stage == TO_PLAY and len(self.takers) == HAND - 1

    def held(self, seat: Int) -> vec[Int]:
        """Lists the tiles that a seat still holds."""
        return listed(self.hands[seat])

    def suit_name(self, suit: Int) -> str:
        """Names the suit that a trick calls for."""
        return "trumps" if suit == DOUBLES else DECLARATIONS[suit]

    def text(self, move: Int) -> str:
        """Writes a tile, a bid as its number, `pass`, or the declaration."""
        if move < TILES:
            return NAMES[move]
        if move == PASS_MOVE:
            return "pass"
        return BID_NAMES[move - BID_MOVE] if move < DECLARE_MOVE else (
            DECLARATIONS[move - DECLARE_MOVE]
        )

    def read(self, text: str) -> int:
        """Reads what is asked for: a call, a declaration or a tile."""
        word = tidy(text).lower()
        if self.stage == TO_CALL:
            return self._read_call(text, word)
        if self.stage == TO_DECLARE:
            return self._read_declaration(text, word)
        return parse_tile(word, 6)

    def _read_call(self, text: str, word: str) -> int:
        if word in ("pass", "/"):
            return int(PASS_MOVE)
        if word in BID_NAMES:
            return int(BID_MOVE) + BID_NAMES.index(word)
        raise IllegalMove(
            "{text} is no call: bid 30 to 42, 84, 168 or 250, or pass (T42-12, T42-13)",
            text=text,
        )

    def _read_declaration(self, text: str, word: str) -> int:
        name = "no-trump" if word in NO_TRUMP_WORDS else word
        if name in DECLARATIONS:
            return int(DECLARE_MOVE) + DECLARATIONS.index(name)
        number = whole(word, 0, 6)
        if number is not None:
            return int(DECLARE_MOVE) + number
        raise IllegalMove(
            "{text} is no declaration: name a number, doubles or no-trump (T42-R10)", text=text
        )

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a tile, a call or a declaration."""
        if move < TILES:
            return (f"tile:{NAMES[move]}",)
        if move == PASS_MOVE:
            return ("pass",)
        if move < DECLARE_MOVE:
            return (f"bid:{BID_NAMES[move - BID_MOVE]}",)
        return (f"trump:{DECLARATIONS[move - DECLARE_MOVE]}",)

    def refusal(self, move: Int) -> IllegalMove:
        """Says what is asked, or which rule the call or the tile breaks."""
        if self.stage == TO_CALL:
            return self._no_call(move)
        if self.stage == TO_DECLARE:
            return IllegalMove("name trumps first: a number, doubles or no-trump (T42-15)")
        if move >= TILES:
            return IllegalMove("the auction is over: play a tile (T42-14)")
        if self.hands[self.turn] & BIT[move] == 0:
            return IllegalMove("{tile} is not in this hand", tile=NAMES[move])
        suit = self.suit_name(self.trick.suit)
        if LED_SUIT[28 * self.declaration + move] == DOUBLES and self.trick.suit in (
            HIGH[move], LOW[move]
        ):
            return IllegalMove(
                "{tile} is a trump here, and {suit} were led (T42-R12)",
                tile=NAMES[move], suit=suit,
            )
        return IllegalMove(
            "{tile} does not follow: {suit} were led (T42-16)", tile=NAMES[move], suit=suit
        )

    def _no_call(self, move: Int) -> IllegalMove:
        if move == PASS_MOVE:
            return IllegalMove("the dealer must bid, because all others passed (T42-R08)")
        if move < BID_MOVE or move >= DECLARE_MOVE:
            return IllegalMove("the auction goes on: bid or pass (T42-14)")
        bid = BID_NAMES[move - BID_MOVE]
        if move - BID_MOVE <= self.auction.highest:
            return IllegalMove(
                "{bid} is not above {highest} (T42-R04)", bid=bid, highest=int(self.bid())
            )
        below = BID_NAMES[move - BID_MOVE - 1]
        return IllegalMove(
            "{bid} can be bid only on top of {below} (T42-R05)", bid=bid, below=below
        )

    def copy(self) -> Round:
        """Makes an independent copy."""
        twin = Texas42Round(self.texas, self.number, self.before)
        self.copied_into(twin)
        twin.stage, twin.auction = self.stage, self.auction.copy()
        twin.declaration, twin.hands = self.declaration, self.hands[:]
        twin.taken = self.taken[:]
        return twin

    def shown(self, seat: int) -> Data:
        """Adds the auction, the declaration and what each side has taken."""
        calls: list[list[int | str]] = []
        for entry in range(len(self.log)):
            move = self.log[entry] & MOVE_MASK
            if PASS_MOVE <= move < DECLARE_MOVE:
                calls.append([int(self.mover(entry)), self.text(move)])
        return {
            **super().shown(seat),
            "stage": STAGES[int(self.stage)],
            "dealer": int(self.first),
            "calls": calls,
            "bid": int(self.bid()),
            "bidder": int(self.auction.holder),
            "declaration": (
                DECLARATIONS[int(self.declaration)] if self.declaration != UNDECLARED else ""
            ),
            "taken": [int(points) for points in self.taken],
            "scored": self.sides(),
        }


def listed(mask: Int) -> vec[Int]:
    """Lists the tiles of a mask, ascending."""
    found = vec[Int]()
    while mask != 0:
        bit = mask & -mask
        mask ^= bit
        found = append(found, BIT_PLACE[bit % 37])
    return found
