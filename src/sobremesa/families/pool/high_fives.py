"""High Fives: fishing for doubles and for tiles whose pips are a multiple of five.

Five tiles lie face up as the pool. Everybody has five tiles, or four with five or more players,
and plays one in each turn. A tile that shares a number with a tile of the pool takes it, one
only, and both are won; a tile that matches nothing stays in the pool. When all hands are empty,
new ones are taken from the boneyard, and the same player begins again. What remains after the
last hands goes to the pool. A double is worth 1, and a tile of 5, 10, 15 … pips is worth one for
every five; the most tiles bring 5 more. The whole set is played once.

The moves: tile t with the code c is `33 * t + c`. Code 0 leaves it in the pool, 1 + m takes the
tile with t's higher number and m, 17 + m the one with t's lower number and m. The same codes
behind all these claim the tile that the player before overlooked, or let it lie.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Boneyard, Hands, Piece, Pieces, Piles
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import MOVE_MASK, NOBODY, Data, Round, Views
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.parts import Number, Part
from sobremesa.core.reading import tidy
from sobremesa.families.hands import NO_TILE, TILES, TileGame, TileRound
from sobremesa.families.pool.views import PoolView
from sobremesa.families.pool.worlds import PoolWorlds
from sobremesa.material import dominoes
from sobremesa.material.dominoes import BIT, HIGH, LOW, NAMES, PLACE, TILE, WIDTH, ZEROS, parse_tile

CODES: Final[Int] = 33
# The first move that answers to an overlooked tile.
CLAIM: Final[Int] = 4488
# The bonus for the most tiles (H5-18).
MOST_TILES: Final[Int] = 5
# The pools with which the booklet's remark about leftovers comes true (H5-R02).
POOL_FOR_LEFTOVERS: Final = {2: 5, 3: 15, 4: 15, 5: 15, 6: 15, 7: 8, 8: 5}

# What every tile is worth: 1 as a double, and 1 for every five in its pips (H5-14, H5-15).
VALUES: Final = vec[Int]([
    (1 if HIGH[tile] == LOW[tile] else 0)
    + (pips // 5 if pips % 5 == 0 else 0)
    for tile, pips in enumerate(dominoes.PIPS)
])


def value(name: str) -> int:
    """Gives what a tile is worth.

    >>> [value(name) for name in ("15-15", "12-3", "7-7", "12-2")]
    [7, 3, 1, 0]
    """
    return int(VALUES[parse_tile(name)])


def deals_for(players: int, pool: int) -> list[int]:
    """Lists the tiles that each player takes, deal by deal (H5-02, H5-10, H5-R02).

    >>> deals_for(3, 5)
    [5, 5, 5, 5, 5, 5, 5, 5, 3]
    >>> deals_for(7, 5)
    [4, 4, 4, 3, 3]
    """
    if players == 7:
        return [4, 4, 4, 3, 3]
    hand = 5 if players < 5 else 4
    full, rest = divmod(136 - pool, players * hand)
    shorter = rest // players
    return [hand] * full + ([shorter] if shorter else [])


def code_of(tile: Int, other: Int) -> Int:
    """Gives the code by which a tile takes another that shares a number with it."""
    high = HIGH[tile]
    if HIGH[other] == high or LOW[other] == high:
        return 1 + HIGH[other] + LOW[other] - high
    return 17 + HIGH[other] + LOW[other] - LOW[tile]


def taken_by(tile: Int, code: Int) -> Int:
    """Gives the tile that a code other than 0 takes."""
    number = HIGH[tile] if code < 17 else LOW[tile]
    return TILE[WIDTH * number + (code - 1) % WIDTH]


def is_match(tile: Int, other: Int) -> bool:
    """Tells whether two tiles share a number (H5-R07)."""
    return (
        HIGH[tile] == HIGH[other] or HIGH[tile] == LOW[other]
        or LOW[tile] == HIGH[other] or LOW[tile] == LOW[other]
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class HighFives(TileGame):
    """The rules of High Fives."""

    NAME: ClassVar[str] = "high-fives"
    VIEWS: ClassVar[Views] = Views(PoolView, PoolWorlds)
    FAMILY: ClassVar[str] = "pool"
    TOUCHED: ClassVar[dict[str, str]] = {"tile pool": "{0}x{1}", "tile leave": "{0}"}
    CALLS: ClassVar[bool] = True
    TITLE: ClassVar[str] = "High Fives"
    SENTENCE: ClassVar[str] = "Fish the pool for doubles and for pips in fives."
    OPTIONS: ClassVar[list[Option]] = [
        players_option(2, "H5-R12", high=8),
        choice_option(
            "pool", "Opening pool", "H5-R02",
            "Tiles that open the pool: five, or as many as make the leftovers come out as the "
            "booklet says.",
            five="five tiles", leftovers="what the booklet's leftovers imply",
        ),
        Option(
            "overlook", False,
            "Whether a capture may be overlooked and the next player may claim it.", "H5-R05",
            title="Overlooked captures",
        ),
        Option(
            "last_taker_sweeps", False,
            "Whether the last player to capture takes what is left in the pool.", "H5-R08",
            title="The last capture sweeps the pool",
        ),
        Option(
            "first_player", -1, "Who begins every deal.", "H5-R11", title="First player", low=-1,
            seat=True, words={"-1": "by chance"},
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "watchful": {"overlook": True},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        players = int(self.players)
        self.overlook: bool = self.flag("overlook")
        self.sweeps: bool = self.flag("last_taker_sweeps")
        leftovers = self.choice("pool") == "leftovers"
        self.pool: Int = POOL_FOR_LEFTOVERS[players] if leftovers else 5
        self.deals: vec[Int] = vec[Int](deals_for(players, int(self.pool)))
        self.hand_size = self.deals[0]
        # Every tile is played once, and may then be claimed.
        self.move_count = CLAIM + CODES
        self.longest = 2 * TILES
        # When the set is played the highest total wins (H5-R13).
        self.last_round = 1
        self.check_seat("first_player", "H5-R11")

    def empty_round(self, number: Int, before: vec[Int]) -> HighFivesRound:
        """Makes a round with nothing dealt."""
        return HighFivesRound(self, number, before)

    def next_first(self, last: Round) -> int:
        """The same player begins always (H5-11)."""
        assert isinstance(last, HighFivesRound)
        return int(last.first)

    def most_gain(self) -> int:
        """All tiles have 100 points, and most of them bring 5 (H5-17, H5-18)."""
        return 105

    def dealt_parts(self) -> list[str]:
        """The pool is turned up after the hands are taken (H5-03)."""
        return ["pool"]

    def parts(self) -> list[Part]:
        """Lists the parts of a position; the pool and what has been won lie open."""
        players = int(self.players)
        return [
            *self.heading_parts(),
            Hands(players),
            Pieces("pool", write="pool_names", read="lie_all"),
            Piles("piles", players, write="piles", read="win_all"),
            Boneyard(open_at_end=False),
            Number("deal", 1, len(self.deals), kept="deals_made"),
            self.turn_part(),
            Piece("missed"),
            Number("taker", NOBODY, players - 1),
            *self.ending_parts([]),
        ]

    def left_after(self, deal: int) -> int:
        """Counts the boneyard while a deal is played; the last leaves nothing (H5-R03)."""
        if deal == len(self.deals):
            return 0
        taken = sum([int(size) for size in self.deals[:deal]])
        return int(TILES) - int(self.pool) - int(self.players) * taken

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        over = data.get("over", False)
        if (data.get("turn", 0) == NOBODY) != over:
            found.append("turn must be -1 in a round that is over, and only there")
        if over and any(data["hands"]):
            found.append("the round is over when all hands are played (H5-10)")
        deal = data.get("deal", 1)
        if len(data["boneyard"]) != self.left_after(deal):
            found.append(f"in deal {deal} the boneyard has {self.left_after(deal)} tiles (H5-R02)")
        missed = data.get("missed")
        if missed and not self.overlook:
            found.append("nothing is overlooked at this table (H5-R05)")
        elif missed and missed not in data.get("pool", []):
            found.append("missed is a tile of the pool (H5-R14)")
        return found if over else found + self._turn_problems(data)

    def _turn_problems(self, data: Data) -> list[str]:
        """Says what is wrong with the hands."""
        first = data.get("first", 0)
        turn = data.get("turn", first)
        players = int(self.players)
        most = max(len(hand) for hand in data["hands"])
        if turn == NOBODY:
            return []
        gone = (turn - first) % players
        sizes = [most - (1 if (seat - first) % players < gone else 0) for seat in range(players)]
        if [len(hand) for hand in data["hands"]] != sizes or most > self.deals[0]:
            return ["a seat that has played has one tile fewer than one that has not (H5-05)"]
        if most == 0 and not data.get("missed"):
            return ["somebody must have a tile to play (H5-05)"]
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class HighFivesRound(TileRound):
    """One game of High Fives: the whole set, deal by deal."""

    def __init__(self, rules: HighFives, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: HighFives = rules
        # The pool by numbers, and every tile that ever came to it, in order.
        self.pool: dominoes.Hands = dominoes.empty_hands(1)
        self.came: vec[Int] = vec[Int]()
        # What was won, in order: seat and tile in one number; how many tiles by seat.
        self.wins: vec[Int] = vec[Int]()
        self.counts: vec[Int] = ZEROS[: rules.players]
        # Which deal this is, and how many tiles are left in the hands.
        self.deals_made: Int = 0
        self.left: Int = 0
        # The tile that the next player may claim, and who captured last.
        self.missed: Int = NO_TILE
        self.taker: Int = NOBODY

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its tiles and turns the pool up (H5-02, H5-03)."""
        super().deal(deck, first)
        self.turn_up(self.rules.pool)

    def hand_out(self, size: Int) -> None:
        """Gives every seat the tiles of the next deal (H5-10, H5-11)."""
        super().hand_out(size)
        self.deals_made += 1
        self.left = size * self.rules.players
        self.turn = self.first

    def turn_up(self, count: Int) -> None:
        """Turns tiles of the boneyard up into the pool."""
        last = self.next + count
        while self.next < last:
            self.lie(self.deck[self.next])
            self.next += 1

    def lie(self, tile: Int) -> None:
        """Puts a tile into the pool."""
        self.pool.give(0, tile)
        self.came = append(self.came, tile)

    def matches(self, tile: Int) -> Int:
        """Gives a mask that is 0 if a tile matches nothing in the pool."""
        return self.pool.rows[HIGH[tile]] | self.pool.rows[LOW[tile]]

    def legal(self) -> vec[Int]:
        """Lists every tile with every capture it can make, or the claims."""
        if self.over:
            return vec[Int]()
        moves = vec[Int]()
        if self.missed != NO_TILE:
            return self.add_captures(append(moves, CLAIM), self.missed, CLAIM)
        for tile in self.racks.tiles(self.turn):
            if self.rules.overlook or self.matches(tile) == 0:
                moves = append(moves, CODES * tile)
            moves = self.add_captures(moves, tile, CODES * tile)
        return moves

    def add_captures(self, moves: vec[Int], tile: Int, base: Int) -> vec[Int]:
        """Adds what a tile can take to some moves, ascending."""
        high = HIGH[tile]
        low = LOW[tile]
        moves = self.add_row(moves, tile, high, low, base + 1)
        return moves if low == high else self.add_row(moves, tile, low, high, base + 17)

    def add_row(self, moves: vec[Int], tile: Int, number: Int, other: Int, base: Int) -> vec[Int]:
        """Adds what one number of a tile can take."""
        row = self.pool.rows[number]
        if tile == self.missed:
            # An overlooked tile lies in the pool itself.
            row &= ~BIT[other]
        while row != 0:
            bit = row & -row
            row ^= bit
            moves = append(moves, base + PLACE[bit % 19])
        return moves

    def silence(self) -> Int:
        """Not claiming is saying nothing (H5-09)."""
        return CLAIM if self.missed != NO_TILE else -1

    def play(self, move: Int) -> None:
        """Plays a tile, or answers to one that was overlooked."""
        self.note(move)
        if move >= CLAIM:
            tile = self.missed
            self.missed = NO_TILE
            if move > CLAIM:
                self.pool.take(0, tile)
                self.capture(tile, taken_by(tile, move - CLAIM))
        else:
            tile = move // CODES
            self.racks.take(self.turn, tile)
            self.left -= 1
            if move % CODES == 0:
                if self.matches(tile) != 0:
                    self.missed = tile
                self.lie(tile)
            else:
                self.capture(tile, taken_by(tile, move % CODES))
            self.pass_turn()
        if self.left == 0 and self.missed == NO_TILE:
            self.end_deal()

    def capture(self, tile: Int, other: Int) -> None:
        """Wins a tile and the tile of the pool that it matches (H5-05)."""
        self.pool.take(0, other)
        self.win(self.turn, tile)
        self.win(self.turn, other)
        self.taker = self.turn
        self.made(VALUES[tile] + VALUES[other])

    def win(self, seat: Int, tile: Int) -> None:
        """Puts a tile onto a pile."""
        self.wins = append(self.wins, seat * WIDTH * WIDTH + tile)
        self.counts[seat] += 1
        self.won[seat] += VALUES[tile]

    def end_deal(self) -> None:
        """Hands out the next tiles, leftovers going to the pool, or ends the round."""
        deals: Int = len(self.rules.deals)
        if self.deals_made == deals:
            self.end_round()
            return
        self.hand_out(self.rules.deals[self.deals_made])
        if self.deals_made == deals:
            self.turn_up(self.boneyard())

    def end_round(self) -> None:
        """Sweeps the pool if the table does so, and gives the bonus (H5-18, H5-R09, H5-R15)."""
        if self.rules.sweeps and self.taker != NOBODY:
            for tile in self.pool.tiles(0):
                self.pool.take(0, tile)
                self.win(self.taker, tile)
        most: Int = 0
        for seat in range(self.rules.players):
            if self.counts[seat] == most:
                self.winner = NOBODY
            elif self.counts[seat] > most:
                most = self.counts[seat]
                self.winner = seat
        if self.winner != NOBODY:
            self.won[self.winner] += MOST_TILES
        self.finish()

    def text(self, move: Int) -> str:
        """Writes a move: `12-5x5-5` takes, `12-5` stays; `x5-5` claims, `quiet` does not."""
        if move == CLAIM:
            return "quiet"
        if move > CLAIM:
            return "x" + NAMES[taken_by(self.missed, move - CLAIM)]
        tile = move // CODES
        if move % CODES == 0:
            return NAMES[tile]
        return NAMES[tile] + "x" + NAMES[taken_by(tile, move % CODES)]

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; everything that is played is public."""
        move = self.log[entry] & MOVE_MASK
        if move > CLAIM:
            tile = self.overlooked_before(entry)
            return "x" + NAMES[taken_by(tile, move - CLAIM)]
        return self.text(move)

    def overlooked_before(self, entry: int) -> int:
        """Gives the tile that was overlooked before an entry of the log."""
        if entry > 0:
            return int((self.log[entry - 1] & MOVE_MASK) // CODES)
        assert isinstance(self.began, HighFivesRound)
        return int(self.began.missed)

    def read(self, text: str) -> int:
        """Reads `12-5x5-5`, or a tile alone if it can take but one or none; `x5-5`, `quiet`."""
        word = tidy(text).lower()
        if word in ("quiet", "."):
            return int(CLAIM)
        name, cross, other = word.partition("x")
        if name == "" and cross:
            return self._read_claim(parse_tile(other))
        tile = parse_tile(name)
        if cross == "":
            return self._read_tile(tile)
        return self._read_capture(int(CODES) * tile, tile, parse_tile(other))

    def _read_tile(self, tile: int) -> int:
        base = int(CODES) * tile
        if self.rules.overlook or self.missed != NO_TILE:
            return base
        if not self.racks.holds(self.turn, tile):
            return base
        taking = [int(move) for move in self.add_captures(vec[Int](), tile, base)]
        if len(taking) > 1:
            others = [NAMES[taken_by(tile, move - base)] for move in taking]
            raise IllegalMove(
                "{tile} can take {others}: say which, like {tile}x{other} (H5-07)",
                tile=NAMES[tile], others=others, other=others[0],
            )
        return taking[0] if taking else base

    def _read_claim(self, other: int) -> int:
        if self.missed == NO_TILE:
            raise IllegalMove("nothing was overlooked that you could claim (H5-R14)")
        return self._read_capture(int(CLAIM), int(self.missed), other)

    def _read_capture(self, base: int, tile: int, other: int) -> int:
        if not is_match(tile, other) or tile == other:
            raise IllegalMove(
                "{tile} and {other} share no number (H5-R07)", tile=NAMES[tile],
                other=NAMES[other],
            )
        return base + int(code_of(tile, other))

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a tile of the hand and the tile that it takes, or the pool where it stays."""
        if move == CLAIM:
            return ("quiet",)
        if move > CLAIM:
            return ("pool:" + NAMES[taken_by(self.missed, move - CLAIM)],)
        tile = move // CODES
        if move % CODES == 0:
            return ("tile:" + NAMES[tile], "leave")
        return ("tile:" + NAMES[tile], "pool:" + NAMES[taken_by(tile, move % CODES)])

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a tile cannot be played so."""
        if self.missed != NO_TILE:
            if move < CLAIM:
                return IllegalMove("say first whether you claim the overlooked tile (H5-R14)")
            return self._not_there(self.missed, move - CLAIM)
        if move >= CLAIM:
            return IllegalMove("nothing was overlooked that you could claim (H5-R14)")
        tile = move // CODES
        if not self.racks.holds(self.turn, tile):
            if self.pool.holds(0, tile):
                return IllegalMove(
                    "{tile} lies in the pool: name a tile of yours, and what it takes, like "
                    "12-5x5-5 (H5-05)", tile=NAMES[tile],
                )
            return IllegalMove("you do not hold {tile} (H5-05)", tile=NAMES[tile])
        if move % CODES == 0:
            return IllegalMove(
                "{tile} matches the pool: say what it takes (H5-R04)", tile=NAMES[tile]
            )
        return self._not_there(tile, move % CODES)

    def _not_there(self, tile: Int, code: Int) -> IllegalMove:
        return IllegalMove(
            "{tile} cannot take {other}, which is not in the pool (H5-05)",
            tile=NAMES[tile], other=NAMES[taken_by(tile, code)],
        )

    def pool_names(self) -> list[str]:
        """Lists the pool in the order in which its tiles came."""
        return [NAMES[tile] for tile in self.came if self.pool.holds(0, tile)]

    def piles(self) -> list[list[str]]:
        """Lists what every seat has won, in order."""
        piles: list[list[str]] = [[] for _ in range(self.rules.players)]
        for win in self.wins:
            piles[win // (WIDTH * WIDTH)].append(NAMES[win % (WIDTH * WIDTH)])
        return piles

    def shown(self, seat: int) -> Data:
        """Gives the pool, the piles and what else is public, and the seat's own hand."""
        return {**self.parts_seen(seat), "deals": len(self.rules.deals)}

    def dealt_opening(self) -> Data:
        """Gives the deal as data."""
        place = self.first_draw()
        pool = place + int(self.rules.pool)
        return {
            **self.heading(),
            "hands": self.dealt_names(),
            "pool": self.deck_names(place, pool),
            "boneyard": self.deck_names(pool, len(self.deck)),
        }

    def lie_all(self, names: list[str]) -> None:
        """Puts tiles into the pool."""
        for name in names:
            self.lie(parse_tile(name))

    def win_all(self, piles: list[list[str]]) -> None:
        """Gives every seat its pile; what it is worth counts unless the points are given."""
        for seat, pile in enumerate(piles):
            for name in pile:
                self.win(seat, parse_tile(name))

    def take_parts(self, data: Data) -> None:
        """Takes over what is open; it is the first deal unless it says otherwise."""
        self.deals_made = 1
        self.left = self.first_draw()
        super().take_parts(data)

    def copied_into(self, twin: TileRound) -> None:
        """Copies everything into a round with nothing dealt."""
        super().copied_into(twin)
        assert isinstance(twin, HighFivesRound)
        twin.pool = self.pool.copy()
        twin.came = self.came[:]
        twin.wins = self.wins[:]
        twin.counts = self.counts[:]
        twin.deals_made, twin.left = self.deals_made, self.left
        twin.missed, twin.taker = self.missed, self.taker
