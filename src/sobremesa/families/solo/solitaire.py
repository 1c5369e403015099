"""What the solitaires have in common.

One person plays with one set. The tiles are shuffled once; some are laid face up at once and
the rest is the boneyard, from which tiles come in order. Everything that has been turned up
is seen, so only the order of the boneyard is hidden. A match is one deal, which is won, nearly
won in the games that know such a thing, or lost; the points count what has been achieved.
"""

from __future__ import annotations

from abc import abstractmethod
from math import factorial
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadPosition, IllegalMove, written
from sobremesa.core.game import MOVE_MASK, NOBODY, Data, Game, Round, View, Worlds
from sobremesa.core.history import replayed
from sobremesa.core.options import Option
from sobremesa.core.rng import Rng
from sobremesa.families.solo.positions import problems
from sobremesa.material.dominoes import EVERY_TILE, NAMES, SET_WORDS, parse_tile, tiles_in
from sobremesa.material.hidden import shuffled_list

# How a deal ended.
UNFINISHED: Final[Int] = 0
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


def set_option(default: int, allowed: list[int], ruling: str) -> Option:
    """Declares which sets a solitaire is played with."""
    return Option(
        "set", default, "Highest number on the tiles.", ruling, title="Domino set",
        allowed=[*allowed], words=SET_WORDS,
    )


@mypyc_attr(allow_interpreted_subclasses=True)
class Solitaire(Game):
    """Rules of a game that one person plays with one domino set."""

    FAMILY: ClassVar[str] = "solo"
    # The way it is drawn and spoken of.
    MANNER: ClassVar[str] = ""

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.top: Int = self.number("set")
        self.tiles: Int = tiles_in(self.number("set"))
        # The points that are a win, and the tiles that the deal lays face up.
        self.goal: Int = self.tiles
        self.dealt: Int = self.tiles
        self.last_round = 1

    @abstractmethod
    def empty_round(self) -> SolitaireRound:
        """Makes a round with nothing dealt."""

    @abstractmethod
    def layout_parts(self) -> list[str]:
        """Names the parts of a position that are lists, besides the boneyard."""

    def whole_deck(self) -> vec[Int]:
        """Lists the tiles that are shuffled."""
        return EVERY_TILE[: self.tiles]

    def opener(self, rng: Rng) -> int:
        """The only player begins."""
        return 0

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> SolitaireRound:
        """Shuffles once and lays the first tiles face up (SETS-R02)."""
        deck = self.whole_deck()
        rng.shuffle(deck)
        return self.begin(deck)

    def begin(self, deck: vec[Int]) -> SolitaireRound:
        """Starts a deal from a shuffled set."""
        round = self.empty_round()
        round.deck = deck
        round.dealt = self.dealt
        round.next = self.dealt
        round.lay_out()
        round.settle()
        return round

    def next_first(self, last: Round) -> int:
        """The only player begins."""
        return 0

    def winners(self, scores: list[int]) -> list[int]:
        """Tells whether the deal is won."""
        return [0] if scores[0] >= self.goal else []

    def leaders(self, scores: list[int]) -> list[int]:
        """Nobody has won a deal that is lost."""
        return self.winners(scores)

    def worlds(self, view: View) -> Worlds:
        """Finds the orders in which the boneyard can lie."""
        return SolitaireWorlds(self, view)

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return NAMES[: int(self.tiles)]

    def endings(self) -> list[str]:
        """Lists how a deal can end; nothing stands for one that has not."""
        return ["", "win", "loss"]

    def load(self, data: Data) -> SolitaireRound:
        """Sets up a deal, a position, or a position with the history that led to it."""
        if "history" in data:
            round = replayed(self, data)
            assert isinstance(round, SolitaireRound)
            return round
        wrong = problems(self, data)
        if wrong:
            raise BadPosition(wrong)
        return self.restored(data)

    def restored(self, opening: Data) -> SolitaireRound:
        """Sets up what `opening` gave, unchecked."""
        if "hands" in opening:
            return self.begin(tiles_of([*opening["hands"][0], *opening["boneyard"]]))
        round = self.empty_round()
        round.deck = tiles_of(opening["boneyard"])
        round.set_up(opening)
        if opening.get("over", False):
            round.finish(ENDINGS.index(opening["ending"]))
        round.set_up_as = round.position()
        round.settle()
        return round

    def named(self, data: Data) -> list[str]:
        """Lists the names of all tiles of a deal or position, as far as they can be found."""
        names: list[str] = []
        if "hands" in data:
            for hand in listed(data["hands"]):
                names += [written(name) for name in listed(hand)]
        else:
            for part in self.layout_parts():
                names += self.names_in(part, listed(data.get(part)))
        return names + [written(name) for name in listed(data.get("boneyard"))]

    def names_in(self, part: str, value: list[Any]) -> list[str]:
        """Lists the tiles of one part of a position."""
        return [written(name) for name in value]

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Names the parts of a position that are whole numbers, with the least and the most."""
        return {"number": (1, 1), "first": (0, 0), "turn": (-1, 0)}

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class SolitaireRound(Round):
    """One deal of a solitaire."""

    def __init__(self, rules: Solitaire) -> None:
        super().__init__(rules, 1, vec[Int]([0]))
        self.rules: Solitaire = rules
        # The set as it was shuffled: what was laid face up, then the boneyard from `next` on.
        self.deck: vec[Int] = vec[Int]()
        self.dealt: Int = 0
        self.next: Int = 0
        self.set_up_as: Data | None = None
        self.ending: Int = UNFINISHED
        # What the last move brought or moved, and what has happened with each move so far.
        self.fresh: vec[Int] = vec[Int]()
        self.story: vec[Int] = vec[Int]()

    @abstractmethod
    def lay_out(self) -> None:
        """Lays the dealt tiles face up."""

    @abstractmethod
    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""

    @abstractmethod
    def settle(self) -> None:
        """Ends the deal if nothing more can be done."""

    @abstractmethod
    def copy(self) -> SolitaireRound:
        """Makes an independent copy."""

    @abstractmethod
    def layout(self) -> Data:
        """Gives the game's own parts of the position, all of them public."""

    @abstractmethod
    def left(self) -> Int:
        """Counts the tiles that are not got rid of."""

    def boneyard(self) -> Int:
        """Counts the tiles left in the boneyard."""
        return len(self.deck) - self.next

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

    def finish(self, ending: Int) -> None:
        """Ends the deal."""
        self.ending = ending
        self.over = True
        self.turn = NOBODY

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

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; everything that was turned up is seen."""
        return self.text(self.log[entry] & MOVE_MASK)

    def drawn_names(self) -> list[str]:
        """Lists the tiles that have come from the boneyard, and how many have not."""
        drawn = [NAMES[self.deck[place]] for place in range(self.dealt, self.next)]
        rest = int(self.boneyard())
        return [*drawn, f"?{rest}"] if rest else drawn

    def boneyard_names(self) -> list[str]:
        """Lists the boneyard in the order of drawing."""
        return [NAMES[self.deck[place]] for place in range(self.next, len(self.deck))]

    def shown(self, seat: int) -> Data:
        """Gives everything but the order of the boneyard."""
        opening = self.opening()
        if not self.over:
            opening["boneyard"] = self.drawn_names()
        kinds = self.kinds()
        return {
            "opening": opening,
            **self.layout(),
            "boneyard": self.boneyard_names() if self.over else int(self.boneyard()),
            "left": int(self.left()),
            "ending": ENDINGS[int(self.ending)],
            "fresh": names_of(self.fresh),
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

    def opening(self) -> Data:
        """Gives the deal, or the position that was set up."""
        if self.set_up_as is not None:
            return copied(self.set_up_as)
        names = names_of(self.deck)
        return {
            "number": 1,
            "before": [0],
            "first": 0,
            "hands": [names[: int(self.dealt)]],
            "boneyard": names[int(self.dealt) :],
        }

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        moves = [self.told(entry, 0) for entry in range(len(self.log))]
        return {**self.position(), "history": {"start": self.opening(), "moves": moves}}

    def position(self) -> Data:
        """Gives the position without its history."""
        return {
            "number": 1,
            "before": [0],
            "turn": int(self.turn),
            **self.layout(),
            "boneyard": self.boneyard_names(),
            "over": self.over,
            "ending": ENDINGS[int(self.ending)],
        }

    def pieces(self) -> list[str]:
        """Lists every tile, wherever it is."""
        return self.rules.named({**self.layout(), "boneyard": self.boneyard_names()})

    def copied_into(self, twin: SolitaireRound) -> None:
        """Copies everything that all solitaires have into a round with nothing dealt."""
        twin.turn = self.turn
        twin.over = self.over
        twin.log = self.log[:]
        twin.deck = self.deck
        twin.dealt = self.dealt
        twin.next = self.next
        twin.set_up_as = self.set_up_as
        twin.ending = self.ending
        twin.fresh = self.fresh[:]
        twin.story = self.story[:]


def no_move(text: str, like: str) -> IllegalMove:
    """Says that a text is no move, and what one looks like."""
    return IllegalMove("{text} is no move: write it like {like}", text=text, like=like)


def listed(value: Any) -> list[Any]:
    """Gives a list as it is, and nothing for anything else."""
    return value if isinstance(value, list) else []


def copied(data: Data) -> Data:
    """Copies a position, the lists within lists too."""
    return {part: copied_value(value) for part, value in data.items()}


def copied_value(value: Any) -> Any:
    """Copies a part of a position."""
    return [copied_value(item) for item in value] if isinstance(value, list) else value


def sorted_moves(moves: vec[Int]) -> vec[Int]:
    """Puts a few moves in ascending order."""
    place: Int = 1
    while place < len(moves):
        held = moves[place]
        before = place - 1
        while before >= 0 and moves[before] > held:
            moves[before + 1] = moves[before]
            before -= 1
        moves[before + 1] = held
        place += 1
    return moves


def names_of(tiles: vec[Int]) -> list[str]:
    """Names some tiles."""
    return [NAMES[tile] for tile in tiles]


def tiles_of(names: list[str]) -> vec[Int]:
    """Reads the names of some tiles."""
    tiles = vec[Int]()
    for name in names:
        tiles = append(tiles, parse_tile(name))
    return tiles


class SolitaireWorlds(Worlds):
    """The orders in which the rest of the boneyard can lie, all equally likely."""

    def __init__(self, rules: Solitaire, view: View) -> None:
        super().__init__(view)
        self.rules = rules
        self.opening: Data = view.data["opening"]
        self.texts: list[str] = [text for _, text, _ in view.data["log"]]
        drawn: list[str] = self.opening["boneyard"]
        self.drawn = [name for name in drawn if not name.startswith("?")]
        self.hidden: list[int] = []
        if len(self.drawn) < len(drawn):
            seen = {**self.opening, "boneyard": self.drawn}
            known = {parse_tile(name) for name in rules.named(seen)}
            deck = rules.whole_deck()
            self.hidden = [int(tile) for tile in deck if tile not in known]

    def count(self) -> int:
        """Counts the orders."""
        return factorial(len(self.hidden))

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that differ only in what has not been turned up."""
        rest = [NAMES[tile] for tile in shuffled_list(self.hidden, rng)]
        round = self.rules.restored({**self.opening, "boneyard": [*self.drawn, *rest]})
        for text in self.texts:
            round.play(round.read(text))
        return round
