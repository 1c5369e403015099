"""Double Takes: tricks with a double-fifteen set, where a double out of suit takes all.

Two, three or four play, or four in partnership. The leader plays a tile and calls one of its two
numbers; the others follow with a tile of that number if they can. The highest tile of the suit
takes the trick; its other number decides, and the double has no privilege. But if somebody who
could not follow has played a double, the highest such double takes it. A trick counts 1, and each
double in it 1 more. The set is dealt out over several rounds, without shuffling again.

The moves: playing tile t to a trick is t, leading it and calling its higher number t + 136,
leading it and calling its lower number t + 272; then to let a tile stand that did not follow.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import NOBODY, Data, Round, View, Views
from sobremesa.core.numbers import whole
from sobremesa.core.options import Option, Value, choice_option, players_option
from sobremesa.core.reading import tidy
from sobremesa.core.teams import Teams
from sobremesa.families.tricks.hand import TrickGame, TrickRound, TrickWorlds
from sobremesa.families.tricks.views import DoubleTakesView
from sobremesa.material.dominoes import EVERY_TILE, HIGH, LOW, NAMES, Hands, empty_hands, parse_tile
from sobremesa.material.trick import new_trick

TILES: Final[Int] = 136
LEAD_HIGH: Final[Int] = 136
LEAD_LOW: Final[Int] = 272
KEEP_MOVE: Final[Int] = 408
MOVES: Final[Int] = 409
# How many tiles each takes for a round, and how many rounds that makes, by players.
HAND_SIZES: Final = [0, 0, 17, 15, 17]
ROUNDS: Final = [0, 0, 4, 3, 2]
# What a revoke costs, and what it costs when it is put right (DTAKE-23, DTAKE-24).
REVOKED: Final[Int] = 5
CORRECTED: Final[Int] = 1

SUIT_NAMES: Final = [str(number) for number in range(16)]
# A double out of suit beats every tile of the suit.
OUT_OF_SUIT: Final[Int] = 20

SEATS: Final[Int] = 4


class DoubleTakesWorlds(TrickWorlds):
    """The hands that fit what a seat has seen, over all rounds of a game."""

    def since(self) -> int:
        """A new round brings new hands."""
        return int(self.view.data["part"]) * int(self.rules.hand_size)

    def can_be(self, piece: int, seat: int) -> bool:
        """A tile that was withdrawn is where everybody saw it go."""
        back: dict[str, int] = self.view.data["returned"]
        return super().can_be(piece, seat) and back.get(NAMES[piece], seat) == seat

    def lay_deck(self) -> None:
        """Puts the rounds together: those played, the one on the table, those to come."""
        size = int(self.rules.hand_size)
        part = int(self.view.data["part"])
        for past in range(part + 1):
            for seat in range(self.rules.players):
                laid = self.laid[seat][past * size : (past + 1) * size]
                # The first hand is in the order in which the seat itself took it.
                dealt = self.opening["hands"][seat] if past == 0 else 0
                if past == part or isinstance(dealt, list):
                    self.lay_hand(seat, laid, dealt)
                else:
                    self.add(laid)
        self.hide(int(self.view.data["aside"]))


@mypyc_attr(allow_interpreted_subclasses=True)
class DoubleTakes(TrickGame):
    """The rules of Double Takes."""

    NAME: ClassVar[str] = "double-takes"
    FIRST: ClassVar[str] = "first_leader"
    VIEWS: ClassVar[Views] = Views(DoubleTakesView, DoubleTakesWorlds)
    CALLS: ClassVar[bool] = True
    TITLE: ClassVar[str] = "Double Takes"
    SENTENCE: ClassVar[str] = "Tricks with 136 tiles, where a double out of suit takes all."
    OPTIONS: ClassVar[list[Option]] = [
        players_option(4, "DTAKE-R02", high=4),
        Option(
            "partnership", False, "Whether four play two against two.", "DTAKE-R08",
            title="Two against two",
        ),
        choice_option(
            "revoke", "Not following suit", "DTAKE-R12",
            "Whether failing to follow suit is refused, or costs points.",
            refused="is refused", penalty="costs points",
        ),
        Option(
            "first_leader", -1, "Who leads first.", "DTAKE-R01", title="First leader", low=-1,
            seat=True, words={"-1": "by chance"},
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as_printed": {},
        "partners": {"players": 4, "partnership": True},
        "with_revokes": {"revoke": "penalty"},
    }
    TOP: ClassVar[int] = 15

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        if self.flag("partnership") and self.players != SEATS:
            raise BadOption("two against two needs four players (DTAKE-19)", option="players")
        self.check_seat("first_leader", "DTAKE-R01")
        self.teams = Teams(int(self.players), 2 if self.flag("partnership") else int(self.players))
        self.hand_size = HAND_SIZES[int(self.players)]
        self.rounds: Int = ROUNDS[int(self.players)]
        self.set = EVERY_TILE[:TILES]
        self.names = NAMES
        self.penalty: bool = self.choice("revoke") == "penalty"
        self.move_count = MOVES
        # Every tile is played once; after each trick all but the leader may be asked.
        self.longest = 2 * TILES
        # Nobody wins before all tiles are played (DTAKE-14).
        self.last_round = 1

    def most_gain(self) -> int:
        """84 points, and 5 for every tile that did not follow suit (DTAKE-R12)."""
        return 84 + 5 * int(TILES)

    def parse_piece(self, text: str) -> int:
        """Reads a tile of the double-fifteen set."""
        return parse_tile(text)

    def empty_round(self, number: Int, before: vec[Int]) -> DoubleTakesRound:
        """Makes a game with nothing dealt."""
        return DoubleTakesRound(self, number, before)

    def in_suit(self, view: View, trick: Data) -> set[int]:
        """Lists the tiles of the suit called; where revokes are possible nothing is sure."""
        if self.penalty:
            return set()
        suit = int(trick["suit"])
        return {tile for tile in range(TILES) if suit in (HIGH[tile], LOW[tile])}


@mypyc_attr(allow_interpreted_subclasses=True)
class DoubleTakesRound(TrickRound):
    """One game of Double Takes: all rounds, from one shuffle."""

    def __init__(self, rules: DoubleTakes, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.takes: DoubleTakes = rules
        self.hands: Hands = empty_hands(rules.players)
        # The round that is played, counted from 0, and the tricks taken in it.
        self.part: Int = 0
        self.in_part: Int = 0
        self.won = vec[Int]([0 for _ in range(rules.players)])
        # What each seat has to pay for revokes; it is paid at the end of a round.
        self.owed: vec[Int] = vec[Int]([0 for _ in range(rules.players)])
        # After a full trick: the place in it of the player who is asked about a revoke.
        self.asking: Int = NOBODY
        # Tiles that were withdrawn, so that all know who has them.
        self.returned: vec[Int] = vec[Int]()

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Deals the first round; the rest is set aside (DTAKE-16, DTAKE-R11)."""
        super().deal(deck, first)
        self.begin_part()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands.give(seat, piece)

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.hands.clear(seat)

    def begin_part(self) -> None:
        """Begins a round that is dealt, and finds its leader (DTAKE-R09)."""
        self.in_part = 0
        self.turn = (self.first + self.part) % self.rules.players
        self.trick = new_trick(self.turn)

    def legal(self) -> vec[Int]:
        """Lists the leads with their calls, the tiles that follow, or how to right a revoke."""
        if self.over:
            return vec[Int]()
        if self.asking != NOBODY:
            return append(self.followers(), KEEP_MOVE)
        if self.trick.is_empty():
            return self.leads()
        following = self.followers()
        if len(following) == 0 or self.takes.penalty:
            return self.hands.tiles(self.turn)
        return following

    def leads(self) -> vec[Int]:
        """Lists every tile with each of its numbers (DTAKE-04)."""
        held = self.hands.tiles(self.turn)
        found = vec[Int]([LEAD_HIGH + tile for tile in held])
        for tile in held:
            if HIGH[tile] != LOW[tile]:
                found = append(found, LEAD_LOW + tile)
        return found

    def followers(self) -> vec[Int]:
        """Lists the tiles of the suit called, ascending."""
        return self.hands.showing(self.turn, self.trick.suit)

    def play(self, move: Int) -> None:
        """Leads, follows, or rights a revoke or not."""
        self.note(move)
        if self.asking != NOBODY:
            self.right(move)
            return
        tile = move % TILES
        self.hands.take(self.turn, tile)
        if move >= LEAD_HIGH:
            self.trick.lead(HIGH[tile] if move < LEAD_LOW else LOW[tile])
        self.lay(tile, self.strength(tile))
        if not self.over and self.asking == NOBODY:
            self.turn = self.trick.turn

    def strength(self, tile: Int) -> Int:
        """Tells how strong a tile is in this trick (DTAKE-08 to DTAKE-10)."""
        suit = self.trick.suit
        high = HIGH[tile]
        low = LOW[tile]
        if high == suit:
            return low
        if low == suit:
            return high
        return OUT_OF_SUIT + high if high == low else -1

    def lay(self, piece: Int, strength: Int) -> None:
        """Adds a tile; before a full trick is taken, revokes can be put right (DTAKE-R15)."""
        self.trick.add(piece, strength, self.rules.players)
        if len(self.trick.pieces) == self.rules.players:
            self.asking = 0
            self.ask_next()

    def ask_next(self) -> None:
        """Asks the next who did not follow, in playing order, or gives the trick away.

        All are asked who did not follow, whether or not they could have, so that being asked
        tells nothing.
        """
        players = self.rules.players
        place = self.asking + 1
        while self.takes.penalty and place < players and self.is_late():
            tile = self.trick.pieces[place]
            if HIGH[tile] != self.trick.suit and LOW[tile] != self.trick.suit:
                self.asking = place
                self.turn = (self.trick.leader + place) % players
                return
            place += 1
        self.asking = NOBODY
        self.keep_trick()
        self.trick_taken()

    def is_late(self) -> bool:
        """The last trick cannot hold a revoke: there is one tile in hand (DTAKE-R13)."""
        return self.in_part < self.rules.hand_size - 1

    def right(self, move: Int) -> None:
        """Withdraws the tile for one that follows, or lets it stand (DTAKE-R12)."""
        free = self.in_part == self.rules.hand_size - 2
        if move == KEEP_MOVE:
            if not free and len(self.followers()) > 0:
                self.owed[self.turn] += REVOKED
        else:
            withdrawn = self.trick.pieces[self.asking]
            self.hands.give(self.turn, withdrawn)
            self.hands.take(self.turn, move)
            self.returned = append(self.returned, withdrawn)
            self.replace(self.asking, move)
            if not free:
                self.owed[self.turn] += CORRECTED
        self.ask_next()

    def replace(self, place: Int, tile: Int) -> None:
        """Puts another tile into the trick and finds its taker again."""
        old = self.trick
        self.trick = new_trick(old.leader)
        self.trick.lead(old.suit)
        for other in range(len(old.pieces)):
            piece = tile if other == place else old.pieces[other]
            self.trick.add(piece, self.strength(piece), self.rules.players)

    def trick_taken(self) -> None:
        """Counts the trick and its doubles; the taker leads the next (DTAKE-11, DTAKE-12)."""
        taker = self.trick.taker
        worth: Int = 1
        for tile in self.trick.pieces:
            if HIGH[tile] == LOW[tile]:
                worth += 1
        self.won[taker] += worth
        self.in_part += 1
        self.turn = taker
        self.trick = new_trick(taker)
        if self.in_part == self.rules.hand_size:
            self.end_part(taker)

    def end_part(self, taker: Int) -> None:
        """Ends a round: revokes are paid, and the next round is dealt or all is over."""
        for seat in range(len(self.owed)):
            self.won[seat] -= self.owed[seat]
            self.owed[seat] = 0
        self.part += 1
        if self.part < self.takes.rounds:
            self.hand_out(self.rules.hand_size)
            self.begin_part()
            return
        # One tile is left over with three players; it goes to the last taker (DTAKE-22).
        last = self.deck[TILES - 1]
        if self.rules.players == 3 and HIGH[last] == LOW[last]:
            self.won[taker] += 1
        self.finish()

    def points(self) -> list[int]:
        """Gives each seat its points, or those of its side (DTAKE-R08)."""
        teams = self.rules.teams
        return [
            sum(int(self.won[other]) for other in teams.seats(int(teams.of(seat))))
            for seat in range(self.rules.players)
        ]

    def is_plain(self) -> bool:
        """Everybody knows the last tile of a round; its call is a choice only in the lead."""
        return (
            self.asking == NOBODY and self.in_part == self.rules.hand_size - 1
            and not self.trick.is_empty()
        )

    def silence(self) -> Int:
        """Not correcting is saying nothing."""
        return KEEP_MOVE if self.asking != NOBODY else -1

    def held(self, seat: Int) -> vec[Int]:
        """Lists the tiles that a seat holds in this round."""
        return self.hands.tiles(seat)

    def suit_name(self, suit: Int) -> str:
        """Names the number that was called."""
        return SUIT_NAMES[suit]

    def text(self, move: Int) -> str:
        """Writes a tile; a lead with the number called, `13-10=10`; `keep` lets a tile stand."""
        if move == KEEP_MOVE:
            return "keep"
        tile = move % TILES
        if move < LEAD_HIGH:
            return NAMES[tile]
        return f"{NAMES[tile]}={HIGH[tile] if move < LEAD_LOW else LOW[tile]}"

    def read(self, text: str) -> int:
        """Reads a tile; in the lead with the number called, as `13-10=10`."""
        word = tidy(text).lower()
        if word in ("keep", "."):
            return int(KEEP_MOVE)
        name, equals, called = word.partition("=")
        tile = parse_tile(name)
        if not self.trick.is_empty():
            if equals:
                raise IllegalMove("only the leader calls a number (DTAKE-04)")
            return tile
        if not equals and (HIGH[tile] == LOW[tile] or not self.hands.holds(self.turn, tile)):
            return int(LEAD_HIGH) + tile
        if not equals:
            raise IllegalMove(
                "call a number with your lead, as {tile}={number} (DTAKE-04)",
                tile=NAMES[tile], number=int(HIGH[tile]),
            )
        number = whole(called.strip(), 0, int(HIGH[tile]))
        if number is None or number not in (HIGH[tile], LOW[tile]):
            raise IllegalMove(
                "{number} is not on {tile}: call one of its numbers (DTAKE-04)",
                number=called.strip() or "?", tile=NAMES[tile],
            )
        return tile + int(LEAD_HIGH if number == HIGH[tile] else LEAD_LOW)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the tile and, for a lead with two numbers, the number called."""
        if move == KEEP_MOVE:
            return ("keep",)
        tile = move % TILES
        if move < LEAD_HIGH or HIGH[tile] == LOW[tile]:
            return (f"tile:{NAMES[tile]}",)
        return (f"tile:{NAMES[tile]}", f"suit:{HIGH[tile] if move < LEAD_LOW else LOW[tile]}")

    def refusal(self, move: Int) -> IllegalMove:
        """Says what is asked, or which rule the tile breaks."""
        if self.asking != NOBODY:
            return IllegalMove(
                "play a tile of {suit} in place of yours, or let yours stand (DTAKE-R15)",
                suit=self.suit_name(self.trick.suit),
            )
        if move == KEEP_MOVE:
            return IllegalMove("there is no tile to let stand or withdraw (DTAKE-R15)")
        tile = move % TILES
        if not self.hands.holds(self.turn, tile):
            return IllegalMove("{tile} is not in this hand", tile=NAMES[tile])
        if self.trick.is_empty():
            return IllegalMove("the leader calls a number of the tile they lead (DTAKE-04)")
        if move >= LEAD_HIGH:
            return IllegalMove("only the leader calls a number (DTAKE-04)")
        return IllegalMove(
            "{tile} does not follow: {suit} was called (DTAKE-05)",
            tile=NAMES[tile], suit=self.suit_name(self.trick.suit),
        )

    def copy(self) -> Round:
        """Makes an independent copy."""
        twin = DoubleTakesRound(self.takes, self.number, self.before)
        self.copied_into(twin)
        twin.hands, twin.part, twin.in_part = self.hands.copy(), self.part, self.in_part
        twin.owed, twin.asking, twin.returned = self.owed[:], self.asking, self.returned[:]
        return twin

    def shown(self, seat: int) -> Data:
        """Adds the round, what lies aside, and the tiles that were shown and withdrawn."""
        return {
            **super().shown(seat),
            "part": int(self.part),
            "parts": int(self.takes.rounds),
            "aside": 0 if self.over else int(self.boneyard()),
            "taken": [int(self.tricks_of(place)) for place in range(self.rules.players)],
            "won": [int(points) for points in self.won],
            "asked": "correct" if self.asking != NOBODY else "play",
            "returned": {
                NAMES[tile]: place for tile in self.returned
                for place in range(self.rules.players) if self.hands.holds(place, tile)
            },
        }
