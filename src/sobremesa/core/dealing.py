"""What games dealt from one shuffled deck share: first the hands, then what is left.

What is left is the boneyard, drawn from its front. A round goes back to its deal, or to the
position that was set up, and a position is written with the history that led to it.
"""

from __future__ import annotations

from abc import abstractmethod

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadPosition
from sobremesa.core.game import MOVE_MASK, Data, Game, Round
from sobremesa.core.history import copied, replayed


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtGame(Game):
    """Rules of a game that is dealt from one shuffled deck."""

    @abstractmethod
    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> DealtRound:
        """Starts a round from a shuffled deck: hands in seat order, then the boneyard."""

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> DealtRound:
        """Makes a round with nothing dealt, to be set up."""

    @abstractmethod
    def piece_name(self, piece: int) -> str:
        """Names a piece of the deck."""

    @abstractmethod
    def parse_piece(self, text: str) -> int:
        """Reads a piece, or raises `IllegalMove`."""

    @abstractmethod
    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""

    @abstractmethod
    def is_dealt(self, data: Data) -> bool:
        """Tells whether everything in a position lies as it does after the deal."""

    def dealt_parts(self) -> list[str]:
        """Names the parts of a position that are dealt between the hands and the boneyard."""
        return []

    def load(self, data: Data) -> DealtRound:
        """Sets up a deal, a position, or a position with the history that led to it."""
        if "history" in data:
            round = replayed(self, data)
            assert isinstance(round, DealtRound)
            return round
        wrong = self.problems(data)
        if wrong:
            raise BadPosition(wrong)
        data = self.spelt(data)
        if self.is_dealt(data):
            # What a round says of itself before anything has happened is a deal.
            fresh = self.load_deal(data)
            known = fresh.dump()
            if all(known[part] == data[part] for part in data if part != "hands"):
                return fresh
        return self.load_position(data)

    def spelt(self, data: Data) -> Data:
        """Names the pieces that lie in hands and in the boneyard as a deal names them."""
        fresh = dict(data)
        fresh["hands"] = [self.names_of(hand) for hand in data["hands"]]
        for part in ["boneyard", *self.dealt_parts()]:
            if part in data:
                fresh[part] = self.names_of(data[part])
        return fresh

    def names_of(self, names: list[str]) -> list[str]:
        """Names pieces, however they were spelt, as the game does."""
        return [self.piece_name(self.parse_piece(name)) for name in names]

    def restored(self, opening: Data) -> DealtRound:
        """Sets up what `opening` gave, unchecked."""
        return self.load_position(opening) if "turn" in opening else self.load_deal(opening)

    def load_deal(self, data: Data) -> DealtRound:
        """Deals the hands of a position, unchecked."""
        groups = [*data["hands"], *[data[part] for part in self.dealt_parts()], data["boneyard"]]
        deck = vec[Int]()
        for group in groups:
            for name in group:
                deck = append(deck, self.parse_piece(name))
        return self.begin(
            deck, data.get("first", 0), data.get("number", 1), self.points_before(data)
        )

    def load_position(self, data: Data) -> DealtRound:
        """Sets up a position, unchecked."""
        round = self.empty_round(data.get("number", 1), self.points_before(data))
        round.set_up(data)
        round.set_up_as = round.dump()
        return round

    def bare_round(self) -> DealtRound:
        """Makes the first round of a match with nothing dealt."""
        return self.empty_round(1, self.points_before({}))

    def points_before(self, data: Data) -> vec[Int]:
        """Gives the match points before the round of a position."""
        return vec[Int]([score for score in data.get("before", self.starting_points())])


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtRound(Round):
    """One round of a game that is dealt from one shuffled deck."""

    def __init__(self, rules: DealtGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.dealt_by: DealtGame = rules
        # The deck as it was shuffled: hands as dealt, each of its size, then the boneyard,
        # which now begins at `next`.
        self.deck: vec[Int] = vec[Int]()
        self.dealt: vec[Int] = vec[Int]()
        self.next: Int = 0
        # Who was nominally first, and the position if one was set up.
        self.first: Int = 0
        self.set_up_as: Data | None = None

    @abstractmethod
    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a piece into a hand."""

    @abstractmethod
    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""

    def take_pieces(self, data: Data) -> None:
        """Takes over the hands and the boneyard of a position."""
        for seat, hand in enumerate(data["hands"]):
            self.dealt = append(self.dealt, len(hand))
            for name in hand:
                piece: Int = self.dealt_by.parse_piece(name)
                self.deck = append(self.deck, piece)
                self.hold(seat, piece)
        self.next = len(self.deck)
        for name in data["boneyard"]:
            self.deck = append(self.deck, self.dealt_by.parse_piece(name))

    def boneyard(self) -> Int:
        """Counts the pieces left in the boneyard."""
        return len(self.deck) - self.next

    def boneyard_names(self) -> list[str]:
        """Lists the boneyard in the order of drawing."""
        return self.deck_names(int(self.next), len(self.deck))

    def deck_names(self, start: int, end: int) -> list[str]:
        """Names a part of the deck as it was shuffled."""
        return [self.dealt_by.piece_name(int(self.deck[place])) for place in range(start, end)]

    def first_draw(self) -> int:
        """Gives the place in the deck where the boneyard began."""
        return sum([int(size) for size in self.dealt])

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the left (SETS-R05)."""
        self.turn = self.turn + 1 if self.turn + 1 < self.game.players else 0

    def dealt_names(self) -> list[list[str]]:
        """Lists the hands as they were dealt, each ascending."""
        hands: list[list[str]] = []
        place = 0
        for size in self.dealt:
            pieces = sorted([int(self.deck[place + piece]) for piece in range(size)])
            hands.append([self.dealt_by.piece_name(piece) for piece in pieces])
            place += int(size)
        return hands

    def heading(self) -> Data:
        """Gives what a deal and a position begin with."""
        return {
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "first": int(self.first),
        }

    def opening(self) -> Data:
        """Gives the deal, or the position that was set up."""
        if self.set_up_as is not None:
            return {part: copied(value) for part, value in self.set_up_as.items()}
        return self.dealt_opening()

    def dealt_opening(self) -> Data:
        """Gives the deal as data."""
        return {
            **self.heading(),
            "hands": self.dealt_names(),
            "boneyard": self.deck_names(self.first_draw(), len(self.deck)),
        }

    def opening_seen(self, seat: int) -> Data:
        """Gives the opening as a seat knows it: its own hand, and counts of what is hidden."""
        opening = self.opening()
        if not self.over:
            opening["hands"] = [
                hand if place == seat else len(hand)
                for place, hand in enumerate(opening["hands"])
            ]
            opening["boneyard"] = len(opening["boneyard"])
        return opening

    def with_history(self, data: Data) -> Data:
        """Adds the history that led to a position."""
        if len(self.log):
            moves = [self.noted(entry) for entry in range(len(self.log))]
            data["history"] = {"start": self.opening(), "moves": moves}
        return data

    def noted(self, entry: int) -> str:
        """Writes an entry of the log so that it can be read again."""
        return self.text(self.log[entry] & MOVE_MASK)

    def copy_deal(self, twin: DealtRound) -> None:
        """Copies the deal and whose turn it is into a round with nothing dealt."""
        twin.turn = self.turn
        twin.over = self.over
        twin.log = self.log[:]
        twin.deck = self.deck
        twin.dealt = self.dealt
        twin.next = self.next
        twin.first = self.first
        twin.set_up_as = self.set_up_as
