"""What the solitaires have in common.

One person plays with one set. The tiles are shuffled once; some are laid face up at once and
the rest is the boneyard, from which tiles come in order. Everything that has been turned up
is seen, so only the order of the boneyard is hidden. A match is one deal, which is won, nearly
won in the games that know such a thing, or lost; the points count what has been achieved.
"""

from __future__ import annotations

from abc import abstractmethod
from math import factorial
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import Boneyard, DealtGame, DealtRound, DealtWorlds, Hands
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY, Data, Round, View, Views
from sobremesa.core.options import Option, Value
from sobremesa.core.parts import Flag, Part, Word
from sobremesa.core.rng import Rng
from sobremesa.core.views import GameView
from sobremesa.material.dominoes import EVERY_TILE, NAMES, SET_WORDS, parse_tile, tiles_in

# How a deal ended.
WON: Final[Int] = 1
CLOSE: Final[Int] = 2
LOST: Final[Int] = 3
ENDINGS: Final = ["", "win", "close win", "loss"]

NO_TILE: Final[Int] = -1

# An event of the story packs the move it came with, what it was, a tile and a place.
ENTRY_BITS: Final = 36
KIND_BITS: Final = 28
TILE_BITS: Final = 20
PLACE_MASK: Final[Int] = 0xFFFFF
TILE_MASK: Final[Int] = 0xFF
KIND_MASK: Final[Int] = 0xFF

PLAYERS: Final = Option(
    "players", 1, "A solitaire is for one.", "SETS-R22", title="Players", low=1, high=1,
)


class SolitaireWorlds(DealtWorlds):
    """The orders in which the rest of the boneyard can lie, all equally likely."""

    def __init__(self, rules: Solitaire, view: View) -> None:
        super().__init__(rules, view)
        drawn = [name for name in self.opening["boneyard"] if not name.startswith("?")]
        # The deck as far as it has been turned up, and what has not.
        seen = {**self.opening, "boneyard": drawn}
        self.deck: vec[Int] = vec[Int]([
            piece for group in [*self.opening.get("hands", []), drawn]
            for piece in rules.pieces_of(group)
        ])
        self.hidden: vec[Int] = vec[Int]()
        if len(drawn) < len(self.opening["boneyard"]):
            known = set(rules.pieces_of(rules.named(seen)))
            self.hidden = vec[Int]([tile for tile in rules.set if int(tile) not in known])
        self.set_out()

    def count(self) -> int:
        """Counts the orders."""
        return factorial(len(self.hidden))

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists the rounds, one for every order."""
        if self.count() > limit:
            return None
        return self.ordered([(self.deck_drawn(Rng(0)), 1)], len(self.deck))

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that differs only in what has not been turned up."""
        deck = self.deck[:]
        for tile in self.hidden:
            deck = append(deck, tile)
        rng.shuffle(deck, len(self.deck))
        return deck


@mypyc_attr(allow_interpreted_subclasses=True)
class Solitaire(DealtGame):
    """Rules of a game that one person plays with one domino set."""

    FAMILY: ClassVar[str] = "solo"
    COUNTED: ClassVar[str] = "SETS-01"
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {"as printed": {}}
    # The way it is drawn and spoken of.
    MANNER: ClassVar[str] = ""
    VIEWS: ClassVar[Views] = Views(GameView, SolitaireWorlds)

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.top: Int = self.number("set")
        self.tiles: Int = tiles_in(self.number("set"))
        # The points that are a win; the hand is what the deal lays face up.
        self.goal: Int = self.tiles
        self.hand_size = self.tiles
        self.set = EVERY_TILE[: self.tiles]
        self.names = NAMES
        self.last_round = 1

    @staticmethod
    def with_sets(ruling: str, sets: list[int], *more: Option) -> list[Option]:
        """Declares with which sets a solitaire is played, the usual one first, and what else."""
        highest = Option(
            "set", sets[0], "Highest number on the tiles.", ruling, title="Domino set",
            allowed=[*sets], words=SET_WORDS,
        )
        return [PLAYERS, highest, *more]

    @abstractmethod
    def layout_parts(self) -> list[Part]:
        """Lists the game's own parts of a position, all of them public."""

    def next_first(self, last: Round) -> int:
        """The only player begins."""
        return 0

    def most_gain(self) -> int:
        """No more can be got rid of than all tiles."""
        return int(self.tiles)

    def winners(self, scores: list[int]) -> list[int]:
        """Tells whether the deal is won."""
        return [0] if scores[0] >= self.goal else []

    def leaders(self, scores: list[int]) -> list[int]:
        """Nobody has won a deal that is lost."""
        return self.winners(scores)

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return NAMES[: int(self.tiles)]

    def endings(self) -> list[str]:
        """Lists how a deal can end; nothing stands for one that has not."""
        return ["", "win", "loss"]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return parse_tile(text, int(self.top))

    def parts(self) -> list[Part]:
        """Lists the parts of a position; a deal has others."""
        return [
            *self.heading_parts()[:2],
            self.turn_part(),
            *self.layout_parts(),
            Boneyard(),
            Flag("over", shown=False),
            Word("ending", ENDINGS, self.endings()),
        ]

    def parts_of(self, data: Data) -> list[Part]:
        """A deal has hands: one, the tiles that are laid face up."""
        if self.is_dealt(data):
            return [*self.heading_parts(), self.dealt_part(), Boneyard()]
        return self.made_of()

    def dealt_part(self) -> Part:
        """Makes the part of a deal that is laid face up."""
        return Hands(1)

    def is_dealt(self, data: Data) -> bool:
        """Tells whether this is a deal."""
        return "hands" in data

    def begun(self, data: Data) -> DealtRound:
        """Sets up a deal or a position that has been found possible."""
        return self.restored(data)

    def restored(self, opening: Data) -> DealtRound:
        """Sets up what `opening` gave, unchecked."""
        if self.is_dealt(opening):
            return self.load_deal(opening)
        round = self.load_position(opening)
        assert isinstance(round, SolitaireRound)
        round.settle()
        return round

    def set_out(self, opening: Data, deck: vec[Int]) -> DealtRound:
        """Begins as an opening that was seen, with a deck in which nothing is hidden."""
        if self.is_dealt(opening):
            return super().set_out(opening, deck)
        names = [self.piece_name(int(piece)) for piece in deck]
        return self.restored({**opening, "boneyard": names})

    def spelt(self, data: Data) -> Data:
        """Tiles may be spelt in any way."""
        return data

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a deal or position, each possible, do not go together."""
        if self.is_dealt(data):
            dealt = len(data["hands"][0])
            if dealt == self.hand_size:
                return []
            return [f"{self.hand_size} tiles are dealt face up, not {dealt}"]
        found: list[str] = []
        if data.get("before", [0]) != [0]:
            found.append("before must be [0]: a solitaire is a match of its own")
        over = data.get("over", False)
        if over != (data.get("ending", "") != ""):
            found.append("a deal that is over, and no other, has an ending")
        if "turn" in data and (data["turn"] == NOBODY) != over:
            found.append("nobody is to move in a deal that is over, and seat 0 in every other")
        return found + self.mislaid(data)

    def mislaid(self, data: Data) -> list[str]:
        """Says where what is laid out cannot lie as it does."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class SolitaireRound(DealtRound):
    """One deal of a solitaire."""

    def __init__(self, rules: Solitaire) -> None:
        super().__init__(rules, 1, vec[Int]([0]))
        self.rules: Solitaire = rules
        # What the last move brought or moved, and what has happened with each move so far.
        self.fresh: vec[Int] = vec[Int]()
        self.story: vec[Int] = vec[Int]()

    @abstractmethod
    def settle(self) -> None:
        """Ends the deal if nothing more can be done."""

    @abstractmethod
    def copy(self) -> SolitaireRound:
        """Makes an independent copy."""

    @abstractmethod
    def left(self) -> Int:
        """Counts the tiles that are not got rid of."""

    def reopened(self) -> DealtRound:
        """Gives the deal as it began, what could be done at once being done."""
        round = super().reopened()
        assert isinstance(round, SolitaireRound)
        if self.began is not None:
            round.settle()
        return round

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Lays the first tiles face up, and sees whether anything can be done with them."""
        super().deal(deck, first)
        self.settle()

    def hand_names(self, seat: Int) -> list[str]:
        """Nothing is held in hand."""
        return []

    def draw(self) -> Int:
        """Takes the next tile of the boneyard."""
        tile = self.deck[self.next]
        self.next += 1
        self.fresh = append(self.fresh, tile)
        return tile

    def happens(self, kind: Int, tile: Int, place: Int) -> None:
        """Writes into the story what happens with the last move, or with the deal."""
        entry: Int = len(self.log)
        self.story = append(
            self.story,
            (entry << ENTRY_BITS) | (kind << KIND_BITS) | (tile << TILE_BITS) | place,
        )

    def tile_of(self, entry: int, kind: Int) -> Int:
        """Finds the tile to which something happened with an entry of the log, or NO_TILE."""
        for event in self.story:
            if event >> ENTRY_BITS == entry + 1 and (event >> KIND_BITS) & KIND_MASK == kind:
                return (event >> TILE_BITS) & TILE_MASK
        return NO_TILE

    def no_move(self, text: str, like: str) -> IllegalMove:
        """Says that a text is no move, and what one looks like."""
        return IllegalMove("{text} is no move: write it like {like}", text=text, like=like)

    def points(self) -> list[int]:
        """Counts the tiles that have been got rid of."""
        return [int(self.rules.tiles - self.left())]

    def is_plain(self) -> bool:
        """Where tiles can only be turned up, dealt or filled in there is no choice."""
        moves = self.legal()
        return len(moves) == 1 and self.is_chore(moves[0])

    def is_chore(self, move: Int) -> bool:
        """Tells whether a move only brings new tiles."""
        return False

    def noted(self, entry: int) -> str:
        """Writes an entry of the log with all that was seen."""
        return self.told(entry, 0)

    def opening_seen(self, seat: int) -> Data:
        """Gives the opening with the tiles that have come from the boneyard, and how many
        have not."""
        opening = self.opening()
        if not self.over:
            opening["boneyard"] = self.deck_names(self.first_draw(), int(self.next))
            if self.boneyard() > 0:
                opening["boneyard"].append(f"?{self.boneyard()}")
        return opening

    def shown(self, seat: int) -> Data:
        """Gives everything but the order of the boneyard."""
        kinds = self.kinds()
        return {
            **self.parts_seen(seat),
            "left": int(self.left()),
            "fresh": [NAMES[tile] for tile in self.fresh],
            "story": [
                [
                    int(event >> ENTRY_BITS), kinds[int((event >> KIND_BITS) & KIND_MASK)],
                    NAMES[(event >> TILE_BITS) & TILE_MASK], int(event & PLACE_MASK),
                ]
                for event in self.story
            ],
        }

    def kinds(self) -> list[str]:
        """Names what can happen with a move."""
        return []

    def dealt_names(self) -> list[list[str]]:
        """Lists the tiles that were laid face up, as they came."""
        return [self.deck_names(0, self.first_draw())]

    def with_history(self, data: Data) -> Data:
        """Adds the deal to every position, because it cannot be found in it."""
        data["history"] = {
            "start": self.opening(), "moves": [self.noted(entry) for entry in range(len(self.log))]
        }
        return data

    def take_pieces(self, data: Data) -> None:
        """Takes over the boneyard of a position."""
        for name in data["boneyard"]:
            self.deck = append(self.deck, self.rules.parse_piece(name))

    def copied_into(self, twin: SolitaireRound) -> None:
        """Copies everything that all solitaires have into a round with nothing dealt."""
        self.copy_deal(twin)
        twin.fresh, twin.story = self.fresh[:], self.story[:]
