"""That's It!: a rummy of dominoes, in which a hand becomes two melds.

Everybody has seven hidden tiles of a double-fifteen set. The player to move takes the tile that
the player before discarded, or lets it go to the trash for good and draws one from the boneyard;
then they discard a tile face up. A player who can keep seven tiles that make a meld of four and a
meld of three discards face down, says "That's it!" and is the only one to score. A meld is three
or four tiles of one number, or three or four doubles; consecutive tiles and melds of one suit
bring more. The player at the winner's left begins the next hand; 25 points win. With ten tiles a
hand is melds of four, three and three.

The moves: discarding tile t is t, discarding it face down is 136 + t. Behind these come taking
the discard, drawing and, when there is nothing to draw, ending the hand.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Boneyard, DealtRound, Hands, Piece, Pieces
from sobremesa.core.errors import BadOption, IllegalMove
from sobremesa.core.game import MOVE_MASK, NO_MOVE, NOBODY, Data, Round, Views
from sobremesa.core.options import Option, Value, players_option, target_option
from sobremesa.core.parts import Number, Part, Word
from sobremesa.core.reading import tidy
from sobremesa.families.hands import NO_TILE, TILES, TileGame, TileRound
from sobremesa.families.melds.melds import OTHER, SUITS, Search, Terms, grouped, hand_score, row_of
from sobremesa.families.melds.views import MeldView
from sobremesa.families.melds.worlds import MeldWorlds
from sobremesa.material.dominoes import HIGH, NAMES, ZEROS, parse_tile
from sobremesa.material.racks import ROOM

TAKE: Final[Int] = 272
DRAW: Final[Int] = 273
STOP: Final[Int] = 274

# What the seat to decide is asked: where to get a tile, then which to discard.
TO_TAKE: Final[Int] = 0
TO_DISCARD: Final[Int] = 1
ASKED: Final = ["take", "discard"]

# How a hand ended.
DECLARED: Final[Int] = 1
VOID: Final[Int] = 2
ENDINGS: Final = ["", "declared", "void"]

# Turns in a row without a draw that each player has, unless the table says otherwise.
EXCHANGES: Final = 8

# The choices at the beginning of a turn, the same every time.
TAKE_OR_DRAW: Final = vec[Int]([272, 273])
TAKE_OR_STOP: Final = vec[Int]([272, 274])
ONLY_DRAW: Final = vec[Int]([273])


class FaceDown(Piece):
    """The tile that the winner laid face down, which nobody else sees (TI-10)."""

    def seen(self, round: Round, seat: int) -> Any:
        """Names it to the winner."""
        assert isinstance(round, ThatsItRound)
        return "?" if round.down != NO_TILE and seat != round.winner else self.value(round)


@mypyc_attr(allow_interpreted_subclasses=True)
class ThatsIt(TileGame):
    """The rules of That's It!"""

    NAME: ClassVar[str] = "thats-it"
    VIEWS: ClassVar[Views] = Views(MeldView, MeldWorlds)
    FAMILY: ClassVar[str] = "melds"
    TOUCHED: ClassVar[dict[str, str]] = {
        "tile": "{0}", "tile out": "{0}", "boneyard": "+", "discard": "take",
    }
    SAMPLE: ClassVar[tuple[int, int, float]] = (3, 5, 1.0)
    TITLE: ClassVar[str] = "That's It!"
    SENTENCE: ClassVar[str] = "A rummy of dominoes: turn your hand into melds and say so first."
    OPTIONS: ClassVar[list[Option]] = [
        players_option(2, "TI-R01", high=19),
        Option(
            "version", 7, "Tiles in a hand: seven for two melds, ten for three.", "TI-R22",
            title="Tiles in a hand", allowed=[7, 10],
            words={"7": "seven, for two melds", "10": "ten, for three melds"},
        ),
        target_option(25, "TI-R16"),
        Option(
            "spare_allowed", False, "Whether two melds of three win with one tile left over.",
            "TI-R02", title="A tile may be left over",
        ),
        Option(
            "doubles_are_a_suit", False,
            "Whether melds of doubles count as one suit when a score is doubled.", "TI-R07",
            title="Doubles are a suit",
        ),
        Option(
            "double_on_pair", False, "Whether two melds of one suit among three double the score.",
            "TI-R08", title="Two melds of a suit double",
        ),
        Option(
            "exchange_cap", 0,
            "Turns in a row without a draw, after which the next player must draw; 0 allows "
            "eight for each player.",
            "TI-R14", title="Turns without a draw",
        ),
        Option(
            "max_hands", 200, "Hands after which the highest total wins.", "TI-R20",
            title="Most hands", low=1,
        ),
        Option(
            "first_player", -1, "Who goes first in the first hand.", "TI-R10",
            title="First player", low=-1, seat=True, words={"-1": "by chance"},
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "ten dominoes": {"version": 10},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.hand_size = self.number("version")
        self.target: Int = self.number("target")
        self.cap: Int = self.number("exchange_cap") or EXCHANGES * self.players
        self.terms: Terms = Terms(
            self.hand_size, self.flag("spare_allowed"), self.flag("doubles_are_a_suit"),
            self.flag("double_on_pair"),
        )
        self.move_count = STOP + 1
        # Every draw is followed by a discard, and by at most `cap` turns without one.
        self.longest = 2 * (TILES - self.players * self.hand_size + 1) * (self.cap + 1)
        self.last_round = self.number("max_hands")
        self._check_options()

    def _check_options(self) -> None:
        needed = self.players * self.hand_size + 1
        if needed > TILES:
            raise BadOption(
                "{players} players with {hand} tiles each, and one to draw, need {needed} tiles; "
                "the double-fifteen set has {tiles} (TI-R01)",
                option="players", players=int(self.players), hand=int(self.hand_size),
                needed=int(needed), tiles=int(TILES),
            )
        if self.hand_size == 10 and self.flag("spare_allowed"):
            raise BadOption("{option} is for hands of seven tiles (TI-R22)", option="spare_allowed")
        if self.hand_size == 7 and self.flag("double_on_pair"):
            raise BadOption("{option} is for hands of ten tiles (TI-R08)", option="double_on_pair")
        self.check_seat("first_player", "TI-R10")

    def empty_round(self, number: Int, before: vec[Int]) -> ThatsItRound:
        """Makes a hand with nothing dealt."""
        return ThatsItRound(self, number, before)

    def lay_down(self, round: DealtRound, tile: Int) -> None:
        """Lets a tile be the one that the winner laid face down, if one was."""
        assert isinstance(round, ThatsItRound)
        if round.down == NO_TILE or tile == NO_TILE:
            return
        round.down = tile
        last = len(round.log) - 1
        if last >= 0:
            round.log[last] += TILES + tile - (round.log[last] & MOVE_MASK)
        if round.began is not None:
            self.lay_down(round.began, tile)

    def next_first(self, last: Round) -> int:
        """The player at the left of the winner begins (TI-21, TI-24); after a void hand, the
        one at the left of who began it (TI-R13)."""
        assert isinstance(last, ThatsItRound)
        before = last.winner if last.winner >= 0 else last.first
        return int((before + 1) % self.players)

    def most_gain(self) -> int:
        """Three melds of ten tiles, every one with the highest bonus, twice (TI-16)."""
        return 2 * (3 + 2 * 10)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds who has reached the target (TI-R16)."""
        return [seat for seat, score in enumerate(scores) if score >= self.target]

    def parts(self) -> list[Part]:
        """Lists the parts of a position; the trash lies open (TI-R19)."""
        return [
            *self.heading_parts(),
            Hands(int(self.players)),
            Boneyard(open_at_end=False),
            Piece("discard", lies=True),
            Pieces("trash"),
            self.turn_part(),
            Word("asked", ASKED),
            Piece("taken"),
            Number("exchanges", 0, int(self.cap)),
            *self.ending_parts(ENDINGS),
            FaceDown("down", lies=True),
        ]

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        found: list[str] = []
        if self.winners(data.get("before", [0])):
            found.append("the match was won before this hand (TI-R16)")
        ending = data.get("ending", "")
        over = data.get("over", False)
        if over != (ending != ""):
            found.append("a hand that is over, and no other, has an ending")
        if (data.get("turn", 0) == NOBODY) != over:
            found.append("turn must be -1 in a hand that is over, and only there")
        if (ending == "declared") != bool(data.get("down")):
            found.append("who says That's It discards face down, and nobody else (TI-10)")
        if (ending == "declared") != (data.get("winner", NOBODY) >= 0):
            found.append("a hand that somebody declared has a winner, and no other")
        return found or self._hand_problems(data)

    def _hand_problems(self, data: Data) -> list[str]:
        """Says which hands have too many tiles or too few, and what does not go with them."""
        over = data.get("over", False)
        turn: int = data["turn"] if "turn" in data else data.get("first", 0)
        has_drawn = len(data["hands"][turn]) > self.hand_size
        asked = "take" if over else data.get("asked", "discard" if has_drawn else "take")
        found: list[str] = []
        for seat, hand in enumerate(data["hands"]):
            size = int(self.hand_size) + (1 if seat == turn and asked == "discard" else 0)
            if len(hand) != size:
                found.append(f"seat {seat} must have {size} tiles (TI-05, TI-09)")
        if found:
            return found
        taken = data.get("taken", "")
        if taken and (asked != "discard" or taken not in data["hands"][turn]):
            found.append("taken is a tile in the hand of the player who is to discard")
        if asked == "discard" and data.get("discard"):
            found.append("the discard has been taken or trashed before a new one (TI-09)")
        is_stuck = not data.get("discard") or data.get("exchanges", 0) >= self.cap
        if not over and asked == "take" and is_stuck and not data["boneyard"]:
            found.append("there is nothing to take and nothing to draw: the hand is void (TI-R13)")
        winner = data.get("winner", NOBODY)
        if winner != NOBODY and hand_score(row_of(data["hands"][winner]), self.terms) == 0:
            found.append("the hand of the winner is not melded (TI-R12)")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class ThatsItRound(TileRound):
    """One hand of That's It!"""

    def __init__(self, rules: ThatsIt, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: ThatsIt = rules
        # How many tiles of each suit every seat holds, and how many suits are long.
        self.suits: vec[Int] = ZEROS[: rules.players * SUITS]
        self.long: vec[Int] = ZEROS[: rules.players]
        self.asked: Int = TO_TAKE
        # The face-up discard, the tile that was taken in this turn, the one laid face down.
        self.discard: Int = NO_TILE
        self.taken: Int = NO_TILE
        self.down: Int = NO_TILE
        self.trash: vec[Int] = vec[Int]()
        # Turns in a row without a draw.
        self.exchanges: Int = 0

    def hold(self, seat: Int, tile: Int) -> None:
        """Puts a tile into a hand."""
        self.racks.give(seat, tile)
        self._count(seat, HIGH[tile])
        self._count(seat, OTHER[tile])

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        super().empty_hand(seat)
        for suit in range(seat * SUITS, (seat + 1) * SUITS):
            self.suits[suit] = 0
        self.long[seat] = 0

    def _count(self, seat: Int, suit: Int) -> None:
        place = seat * SUITS + suit
        self.suits[place] += 1
        if self.suits[place] == self.rules.terms.longest:
            self.long[seat] += 1

    def let_go(self, seat: Int, tile: Int) -> None:
        """Takes a tile out of a hand."""
        self.racks.take(seat, tile)
        self._uncount(seat, HIGH[tile])
        self._uncount(seat, OTHER[tile])

    def _uncount(self, seat: Int, suit: Int) -> None:
        place = seat * SUITS + suit
        if self.suits[place] == self.rules.terms.longest:
            self.long[seat] -= 1
        self.suits[place] -= 1

    def can_take(self) -> bool:
        """Tells whether there is a discard that may be taken (TI-06, TI-R14)."""
        return self.discard != NO_TILE and self.exchanges < self.rules.cap

    def legal(self) -> vec[Int]:
        """Lists where a tile can come from, or the tiles that can be discarded."""
        if self.over:
            return vec[Int]()
        if self.asked == TO_TAKE:
            if not self.can_take():
                return ONLY_DRAW
            return TAKE_OR_DRAW if self.boneyard() > 0 else TAKE_OR_STOP
        moves = self.racks.tiles(self.turn)
        if self.taken != NO_TILE:
            moves = without(moves, self.taken)
        if self.may_finish():
            for tile in self.finishing():
                moves = append(moves, TILES + tile)
        return moves

    def may_finish(self) -> bool:
        """Tells quickly whether no more tiles than may be left out are of short suits only."""
        seat = self.turn
        if self.long[seat] == 0:
            return False
        loose = self.racks.sizes[seat] - self.rules.terms.needed
        suits = seat * SUITS
        place = seat * ROOM
        end = place + self.racks.sizes[seat]
        while place < end:
            tile = self.racks.row[place]
            if self.suits[suits + HIGH[tile]] < 3 and self.suits[suits + OTHER[tile]] < 3:
                loose -= 1
                if loose < 0:
                    return False
            place += 1
        return True

    def finishing(self) -> vec[Int]:
        """Lists the tiles without which the hand is melded (TI-10, TI-R21)."""
        tiles = self.racks.tiles(self.turn)
        search = Search(tiles, self.rules.terms)
        search.finish()
        return vec[Int]([
            tiles[place] for place in range(len(tiles))
            if search.best[place] > 0 and tiles[place] != self.taken
        ])

    def is_plain(self) -> bool:
        """Everybody sees who has to draw."""
        return self.asked == TO_TAKE and not self.can_take()

    def play(self, move: Int) -> None:
        """Takes, draws, discards, declares, or ends the hand."""
        self.note(move)
        if move < TILES:
            self.put_out(move)
        elif move == TAKE:
            self.exchanges += 1
            self.taken = self.discard
            self.hold(self.turn, self.discard)
            self.discard = NO_TILE
            self.asked = TO_DISCARD
        elif move == DRAW:
            self.exchanges = 0
            self.throw_away()
            self.hold(self.turn, self.deck[self.next])
            self.next += 1
            self.asked = TO_DISCARD
        elif move == STOP:
            self.throw_away()
            self.finish(VOID)
        else:
            self.declare(move - TILES)

    def throw_away(self) -> None:
        """Trashes a discard that was not wanted (TI-08)."""
        if self.discard != NO_TILE:
            self.trash = append(self.trash, self.discard)
            self.discard = NO_TILE

    def put_out(self, tile: Int) -> None:
        """Discards face up; the hand is void if the next player can do nothing (TI-R13)."""
        self.let_go(self.turn, tile)
        self.discard = tile
        self.taken = NO_TILE
        self.asked = TO_TAKE
        self.pass_turn()
        if self.exchanges >= self.rules.cap and self.boneyard() == 0:
            self.throw_away()
            self.finish(VOID)

    def declare(self, tile: Int) -> None:
        """Discards face down and scores the melds (TI-10, TI-20)."""
        self.let_go(self.turn, tile)
        self.down = tile
        self.taken = NO_TILE
        self.asked = TO_TAKE
        self.winner = self.turn
        points = hand_score(self.racks.tiles(self.turn), self.rules.terms)
        self.won[self.turn] = points
        self.made(points)
        self.finish(DECLARED)

    def text(self, move: Int) -> str:
        """Writes a move: `9-7` discards, `9-7!` face down, `take`, `+` draws, `void`."""
        if move < TILES:
            return NAMES[move]
        if move < TAKE:
            return NAMES[move - TILES] + "!"
        return "take" if move == TAKE else "+" if move == DRAW else "void"

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; only its player knows a tile drawn or laid face down."""
        move = self.log[entry] & MOVE_MASK
        own = seat == self.mover(entry)
        if move == DRAW:
            return "+" + self.drawn_at(entry) if own else "+?"
        if TILES <= move < TAKE and not own:
            return "?!"
        return self.text(move)

    def known_move(self, entry: Int, seat: Int) -> Int:
        """Gives a move of the log; only its player knows which tile was laid face down."""
        move = self.log[entry] & MOVE_MASK
        return NO_MOVE if TILES <= move < TAKE and seat != self.mover(int(entry)) else move

    def read(self, text: str) -> int:
        """Reads `9-7`, `9-7!`, `take`, `+` or `draw`, `void`."""
        word = tidy(text).lower()
        if word == "take":
            return int(TAKE)
        if word == "void":
            return int(STOP)
        if self.says_draw(word):
            return int(DRAW)
        if word.endswith("!"):
            return int(TILES) + parse_tile(word[:-1])
        return parse_tile(word)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names the discard or the boneyard, or a tile and where it goes."""
        if move == TAKE:
            return ("discard",)
        if move == DRAW:
            return ("boneyard",)
        if move == STOP:
            return ("void",)
        where = "out" if move < TILES else "down"
        return ("tile:" + NAMES[move % TILES], where)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a tile cannot be had or discarded."""
        if self.asked == TO_TAKE:
            return self._no_source(move)
        if move >= TAKE:
            return IllegalMove("you have your tile: discard one (TI-09)")
        tile = move % TILES
        if not self.racks.holds(self.turn, tile):
            return IllegalMove("you do not hold {tile} (TI-05)", tile=NAMES[tile])
        if tile == self.taken:
            return IllegalMove(
                "you have just taken {tile}: put out another tile (TI-R09, TI-R21)",
                tile=NAMES[tile],
            )
        return IllegalMove("without {tile} your tiles are not melded (TI-R12)", tile=NAMES[tile])

    def _no_source(self, move: Int) -> IllegalMove:
        if move < TAKE:
            return self._too_early()
        if move == DRAW:
            return IllegalMove("the boneyard is empty (TI-R13)")
        if move == STOP:
            return IllegalMove("the hand goes on while there are tiles to draw (TI-R13)")
        if self.discard == NO_TILE:
            return IllegalMove("there is no discard yet: draw a tile (TI-06)")
        return IllegalMove(
            "nobody has drawn for {turns} turns: draw a tile (TI-R14)",
            turns=int(self.exchanges),
        )

    def _too_early(self) -> IllegalMove:
        """Says how a tile is had before one is discarded."""
        legal = self.moves()
        may_take = int(TAKE) in legal
        if may_take and int(DRAW) in legal:
            return IllegalMove("take the discard or draw before you discard (TI-09)")
        if may_take:
            return IllegalMove("take the discard before you discard (TI-09)")
        return IllegalMove("draw before you discard (TI-09)")

    def is_seen(self, other: int, seat: int) -> bool:
        """Only the winner shows their hand (TI-10)."""
        return other in (seat, int(self.winner))

    def shown(self, seat: int) -> Data:
        """Gives what is public, and the seat's own hand."""
        return {**self.parts_seen(seat), "melds": self.melds()}

    def opening_seen(self, seat: int) -> Data:
        """Gives the opening as a seat knows it, to the end of the hand and after."""
        opening = self.opening()
        winner = opening.get("winner", NOBODY)
        opening["hands"] = [
            hand if place in (seat, winner) else len(hand)
            for place, hand in enumerate(opening["hands"])
        ]
        opening["boneyard"] = len(opening["boneyard"])
        if opening.get("down") and winner != seat:
            opening["down"] = "?"
        return opening

    def melds(self) -> list[list[str]]:
        """Gives the melds of the winner, and behind them what is left over."""
        if self.winner == NOBODY:
            return []
        return grouped(self.racks.names(self.winner), self.rules.terms)

    def take_parts(self, data: Data) -> None:
        """Takes over what is open; a seat with a tile too many is to discard."""
        super().take_parts(data)
        has_drawn = not self.over and self.racks.sizes[self.turn] > self.rules.hand_size
        self.asked = TO_DISCARD if has_drawn else TO_TAKE

    def copied_into(self, twin: TileRound) -> None:
        """Copies everything into a hand with nothing dealt."""
        super().copied_into(twin)
        assert isinstance(twin, ThatsItRound)
        twin.suits = self.suits[:]
        twin.long = self.long[:]
        twin.discard, twin.taken, twin.down = self.discard, self.taken, self.down
        twin.trash = self.trash[:]
        twin.asked, twin.exchanges = self.asked, self.exchanges


def without(tiles: vec[Int], tile: Int) -> vec[Int]:
    """Lists ascending tiles without one that is among them."""
    place: Int = 0
    while tiles[place] != tile:
        place += 1
    last: Int = len(tiles) - 1
    while place < last:
        tiles[place] = tiles[place + 1]
        place += 1
    return tiles[:last]
