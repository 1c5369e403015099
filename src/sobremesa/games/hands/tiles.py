"""What the games for hands of double-fifteen tiles have in common: no line is built."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, BadPosition, suggestion
from sobremesa.core.game import MOVE_BITS, NOBODY, SEAT_MASK, Data, Game, Round
from sobremesa.core.history import copied, replayed
from sobremesa.core.rng import Rng
from sobremesa.material.dominoes import EVERY_TILE, NAMES, TOP, ZEROS, parse_tile
from sobremesa.material.positions import (
    MANY,
    as_list,
    miscounted,
    mishanded,
    misshapen,
    unnamed,
)
from sobremesa.material.racks import Racks, empty_racks

NO_TILE: Final[Int] = -1
TILES: Final[Int] = 136


@mypyc_attr(allow_interpreted_subclasses=True)
class TileGame(Game):
    """Rules of a game in which hands of a double-fifteen set are played without a line."""

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> TileRound:
        """Makes a round with nothing dealt, to be set up."""

    @abstractmethod
    def is_dealt(self, data: Data) -> bool:
        """Tells whether the tiles of a position lie as they do after the deal."""

    @abstractmethod
    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""

    def open_parts(self) -> list[str]:
        """Names the parts of a position that are lists of tiles lying open."""
        return []

    def lone_parts(self) -> list[str]:
        """Names the parts of a position that are one tile, or nothing."""
        return []

    def bounds(self) -> dict[str, tuple[int, int]]:
        """Names the parts of a position that are whole numbers, with the least and the most."""
        last = int(self.players) - 1
        return {"number": (1, MANY), "first": (0, last), "turn": (-1, last), "winner": (-1, last)}

    def words(self) -> dict[str, list[str]]:
        """Names the parts of a position that are words, with the words there are."""
        return {}

    def check_first(self, ruling: str) -> None:
        """Refuses a first player who has no seat."""
        if self.number("first_player") >= self.players:
            raise BadOption(
                "first_player cannot be {seat}: the seats are 0 to {last} ({ruling})",
                seat=self.number("first_player"), last=int(self.players) - 1, ruling=ruling,
            )

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots (SETS-R06)."""
        named = self.number("first_player")
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> TileRound:
        """Shuffles once and gives each seat a consecutive block (SETS-R02)."""
        deck = EVERY_TILE[:TILES]
        rng.shuffle(deck)
        round = self.empty_round(number, vec[Int]([score for score in before]))
        round.begin(deck, first)
        return round

    def pieces(self) -> list[str]:
        """Lists the tiles of the set."""
        return list(NAMES)

    def load(self, data: Data) -> TileRound:
        """Sets up a deal, a position, or a position with the history that led to it."""
        if "history" in data:
            round = replayed(self, data)
            assert isinstance(round, TileRound)
            return round
        wrong = self.problems(data)
        if wrong:
            raise BadPosition(wrong)
        if self.is_dealt(data):
            fresh = self._load_deal(data)
            known = fresh.dump()
            if all(known[part] == data[part] for part in data if part != "hands"):
                return fresh
        return self._load_position(data)

    def restored(self, opening: Data) -> TileRound:
        """Sets up what `opening` gave, unchecked."""
        return self._load_position(opening) if "turn" in opening else self._load_deal(opening)

    def _load_deal(self, data: Data) -> TileRound:
        round = self._bare(data)
        groups = [*data["hands"], *(data[part] for part in self.dealt_parts()), data["boneyard"]]
        deck = vec[Int]()
        for group in groups:
            for name in group:
                deck = append(deck, parse_tile(name))
        round.begin(deck, data.get("first", 0))
        return round

    def dealt_parts(self) -> list[str]:
        """Names the open parts that are dealt, between the hands and the boneyard."""
        return []

    def _load_position(self, data: Data) -> TileRound:
        round = self._bare(data)
        round.set_up(data)
        round.set_up_as = round.dump()
        return round

    def _bare(self, data: Data) -> TileRound:
        nothing = [0 for _ in range(self.players)]
        before = vec[Int]([score for score in data.get("before", nothing)])
        return self.empty_round(data.get("number", 1), before)

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""
        known = list(self._bare({}).dump())
        found = [
            f"a position has no {part}: {suggestion(str(part), known)}"
            for part in data if part not in known
        ]
        names = self._names(data)
        shapes = misshapen(data, int(self.players), self.bounds(), self.words())
        shapes += mishanded(data, int(self.players))
        shapes += [
            f"{part} must be a list of tiles"
            for part in self.open_parts() if not isinstance(data.get(part, []), list)
        ]
        shapes += unnamed(names, TOP)
        found += shapes + miscounted(names, TOP, self.pieces())
        return found if shapes else found + self.contradictions(data)

    def _names(self, data: Data) -> list[str]:
        """Lists the names of all tiles of a position, as far as they can be found."""
        names: list[str] = []
        groups = [*as_list(data.get("hands")), data.get("boneyard")]
        for part in self.open_parts():
            groups += self.heaps(data, part)
        for group in groups:
            names += [str(name) for name in as_list(group)]
        return names + [str(data[part]) for part in self.lone_parts() if data.get(part)]

    def heaps(self, data: Data, part: str) -> list[object]:
        """Gives the lists of tiles that an open part of a position has."""
        return [data.get(part)]


@mypyc_attr(allow_interpreted_subclasses=True)
class TileRound(Round):
    """One round of a game for hands of tiles."""

    def __init__(self, rules: TileGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.tile_rules: TileGame = rules
        self.racks: Racks = empty_racks(rules.players)
        # The set as it was shuffled; what has not been dealt or drawn begins at `next`.
        self.deck: vec[Int] = vec[Int]()
        self.next: Int = 0
        # How many tiles each seat had when the round began, and the position if set up.
        self.dealt: vec[Int] = vec[Int]()
        self.set_up_as: Data | None = None
        self.first: Int = 0
        self.won: vec[Int] = ZEROS[: rules.players]
        self.winner: Int = -1

    @abstractmethod
    def begin(self, deck: vec[Int], first: Int) -> None:
        """Deals a shuffled set: hands in seat order, then what the game needs."""

    @abstractmethod
    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""

    def boneyard(self) -> Int:
        """Counts the tiles left in the boneyard."""
        return len(self.deck) - self.next

    def boneyard_names(self) -> list[str]:
        """Lists the boneyard in the order of drawing."""
        return [NAMES[self.deck[place]] for place in range(self.next, len(self.deck))]

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the left (SETS-R05)."""
        self.turn = self.turn + 1 if self.turn + 1 < self.game.players else 0

    def points(self) -> list[int]:
        """Gives the points of this round by seat, as far as they are made."""
        return [points for points in self.won]

    def mover(self, entry: int) -> int:
        """Gives the seat that made entry `entry` of the log."""
        return int((self.log[entry] >> MOVE_BITS) & SEAT_MASK)

    def first_draw(self) -> int:
        """Gives the place in the shuffled set where the boneyard began."""
        return sum([int(size) for size in self.dealt])

    def hand_names(self) -> list[list[str]]:
        """Lists every hand by name."""
        return [self.racks.names(seat) for seat in range(self.game.players)]

    def dealt_names(self) -> list[list[str]]:
        """Lists the hands as they were dealt, each ascending."""
        hands: list[list[str]] = []
        place = 0
        for size in self.dealt:
            tiles = sorted([int(self.deck[place + tile]) for tile in range(size)])
            hands.append([NAMES[tile] for tile in tiles])
            place += int(size)
        return hands

    def opening(self) -> Data:
        """Gives the deal, or the position that was set up."""
        if self.set_up_as is not None:
            return {part: copied(value) for part, value in self.set_up_as.items()}
        return self.dealt_opening()

    @abstractmethod
    def dealt_opening(self) -> Data:
        """Gives the deal as data."""

    def with_history(self, data: Data) -> Data:
        """Adds the history that led to a position."""
        if len(self.log):
            moves = [self.told(entry, self.mover(entry)) for entry in range(len(self.log))]
            data["history"] = {"start": self.opening(), "moves": moves}
        return data

    def take_over(self, data: Data) -> None:
        """Takes over what every position has: hands, boneyard, turn, points and the end."""
        for seat, hand in enumerate(data["hands"]):
            self.dealt = append(self.dealt, len(hand))
            for name in hand:
                tile = parse_tile(name)
                self.deck = append(self.deck, tile)
                self.hold(seat, tile)
        self.next = len(self.deck)
        for name in data["boneyard"]:
            self.deck = append(self.deck, parse_tile(name))
        self.first = data.get("first", 0)
        self.over = bool(data.get("over", False))
        self.turn = data.get("turn", NOBODY if self.over else int(self.first))
        for seat, points in enumerate(data.get("points", [])):
            self.won[seat] = points
        self.winner = data.get("winner", -1)

    def hold(self, seat: Int, tile: Int) -> None:
        """Puts a tile into a hand."""
        self.racks.give(seat, tile)

    def copied_into(self, twin: TileRound) -> None:
        """Copies everything into a round with nothing dealt."""
        twin.turn = self.turn
        twin.over = self.over
        twin.log = self.log[:]
        twin.racks = self.racks.copy()
        twin.deck = self.deck
        twin.next = self.next
        twin.dealt = self.dealt
        twin.set_up_as = self.set_up_as
        twin.first = self.first
        twin.won = self.won[:]
        twin.winner = self.winner

    def copy(self) -> TileRound:
        """Makes an independent copy."""
        twin = self.tile_rules.empty_round(self.number, self.before)
        self.copied_into(twin)
        return twin
