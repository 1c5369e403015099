"""What all trick games have in common.

Everything is dealt out, or some of it lies aside for later. Where there is an auction it comes
first. Then each trick is one piece from every hand, clockwise; whoever takes it leads the next. A
player who does not follow shows that they have nothing of the suit that was led.

A position is written as its deal and what was called and played since: that is how people
write such a hand down, and every part of it can be read, changed and replayed.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadPosition, IllegalMove, written
from sobremesa.core.game import (
    MOVE_MASK,
    NOBODY,
    Data,
    Game,
    Round,
    View,
    Worlds,
)
from sobremesa.core.numbers import MANY, MOST_POINTS, is_whole
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.material.hidden import Hidden, shuffled_list
from sobremesa.material.positions import as_list
from sobremesa.material.trick import Trick, new_trick


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickGame(Game):
    """Rules of a game of tricks."""

    FAMILY: ClassVar[str] = "tricks"
    WHISPERS: ClassVar[bool] = False
    # Whether it is played with cards, or else the highest number on the tiles.
    CARDS: ClassVar[bool] = False
    TOP: ClassVar[int] = 6

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        # Who plays together; the size of a hand; how many pieces there are.
        self.teams: Teams = Teams(int(self.players), int(self.players))
        self.hand_size: Int = 0
        self.count: Int = 0

    @abstractmethod
    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> TrickRound:
        """Starts a round from a deck: the hands in seat order, then what lies aside."""

    @abstractmethod
    def piece_name(self, piece: int) -> str:
        """Names a piece."""

    @abstractmethod
    def parse_piece(self, text: str) -> int:
        """Reads a piece, or raises `IllegalMove`."""

    @abstractmethod
    def first_option(self) -> str:
        """Names the option that says who is first in the first round."""

    def side_of(self, seat: int) -> int:
        """Partners play for one side."""
        return int(self.teams.of(seat))

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots."""
        named = self.number(self.first_option())
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> TrickRound:
        """Shuffles once and gives each seat a consecutive block."""
        deck = vec[Int]([piece for piece in range(self.count)])
        rng.shuffle(deck)
        return self.begin(deck, first, number, vec[Int]([score for score in before]))

    def next_first(self, last: Round) -> int:
        """The next seat clockwise is first."""
        assert isinstance(last, TrickRound)
        return int((last.first + 1) % self.players)

    def pieces(self) -> list[str]:
        """Lists the whole set or pack."""
        return [self.piece_name(piece) for piece in range(self.count)]

    def worlds(self, view: View) -> Worlds:
        """Finds the hands that fit everything a seat has seen."""
        return TrickWorlds(self, view)

    def in_suit(self, view: View, trick: Data) -> set[int]:
        """Lists the pieces with which one would have followed in a trick of a view."""
        return set()

    def load(self, data: Data) -> Round:
        """Sets up a deal and plays what was called and played since."""
        wrong = self.problems(data)
        if wrong:
            raise BadPosition(wrong)
        round = self.restored(data)
        for number, text in enumerate(data.get("moves", [])):
            try:
                move = round.read(written(text))
                round.check(move)
            except IllegalMove as refused:
                raise BadPosition([f"move {number + 1}, {written(text)}: {refused}"]) from None
            round.play(move)
        return round

    def restored(self, opening: Data) -> TrickRound:
        """Sets up what `opening` gave, unchecked."""
        deck = vec[Int]()
        for group in [*opening["hands"], opening.get("boneyard", [])]:
            for name in group:
                deck = append(deck, self.parse_piece(written(name)))
        before = opening.get("before", [0 for _ in range(self.players)])
        return self.begin(
            deck, opening.get("first", 0), opening.get("number", 1),
            vec[Int]([score for score in before]),
        )

    def parts(self) -> list[str]:
        """Names the parts that a position may have."""
        return ["number", "before", "first", "hands", "boneyard", "moves"]

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a deal."""
        seats = int(self.players)
        found = [f"there is no part called {part}" for part in data if part not in self.parts()]
        if not is_whole(data.get("number", 1), 1, MANY):
            found.append(f"number must be a whole number from 1 to {MANY}")
        if not is_whole(data.get("first", 0), 0, seats - 1):
            found.append(f"first must be a whole number from 0 to {seats - 1}")
        before = data.get("before", [0] * seats)
        if not isinstance(before, list) or len(before) != seats or not all(
            is_whole(score, -MOST_POINTS, MOST_POINTS) for score in before
        ):
            found.append(f"before must have the points of each of the {seats} seats")
        if not isinstance(data.get("moves", []), list):
            found.append("moves must be a list")
        if not isinstance(data.get("boneyard", []), list):
            found.append("boneyard must be a list")
        return found + self._misdealt(data)

    def _misdealt(self, data: Data) -> list[str]:
        """Says what is wrong with the hands and what lies aside."""
        hands = [as_list(hand) for hand in as_list(data.get("hands"))]
        found: list[str] = []
        if len(hands) != self.players:
            found.append(f"hands must be a list of {self.players} hands")
        elif any(len(hand) != self.hand_size for hand in hands):
            found.append(f"each hand is dealt {self.hand_size}")
        seen: set[int] = set()
        for name in [one for hand in hands for one in hand] + as_list(data.get("boneyard", [])):
            try:
                piece = self.parse_piece(written(name))
            except IllegalMove as refused:
                found.append(str(refused))
                continue
            if piece in seen:
                found.append(f"{self.piece_name(piece)} is there twice")
            seen.add(piece)
        missing = [name for piece, name in enumerate(self.pieces()) if piece not in seen]
        return [*found, "missing: " + ", ".join(missing)] if missing else found


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickRound(Round):
    """One deal of a trick game."""

    def __init__(self, rules: TrickGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: TrickGame = rules
        # The deal: hands in seat order, then what lies aside; and who was nominally first.
        self.deck: vec[Int] = vec[Int]()
        self.first: Int = 0
        self.trick: Trick = new_trick(0)
        # The pieces of all full tricks in the order of play, with who led and took each.
        self.past: vec[Int] = vec[Int]()
        self.leaders: vec[Int] = vec[Int]()
        self.takers: vec[Int] = vec[Int]()
        self.suits: vec[Int] = vec[Int]()

    @abstractmethod
    def held(self, seat: Int) -> vec[Int]:
        """Lists what a seat still holds, ascending."""

    @abstractmethod
    def trick_taken(self) -> None:
        """Counts what the trick brings and decides what comes next."""

    @abstractmethod
    def suit_name(self, suit: Int) -> str:
        """Names a suit."""

    def lay(self, piece: Int, strength: Int) -> None:
        """Adds a piece to the trick; a full trick goes to the strongest."""
        trick = self.trick
        trick.add(piece, strength, self.rules.players)
        if len(trick.pieces) == self.rules.players:
            self.keep_trick()
            self.trick_taken()

    def keep_trick(self) -> None:
        """Puts the full trick away."""
        for piece in self.trick.pieces:
            self.past = append(self.past, piece)
        self.leaders = append(self.leaders, self.trick.leader)
        self.takers = append(self.takers, self.trick.taker)
        self.suits = append(self.suits, self.trick.suit)

    def finish(self) -> None:
        """Ends the deal; the last trick, if it is full, is put away with the others."""
        if len(self.trick.pieces) == self.rules.players:
            self.trick = new_trick(self.trick.taker)
        self.over = True
        self.turn = NOBODY

    def tricks_of(self, seat: Int) -> Int:
        """Counts the tricks a seat has taken."""
        found: Int = 0
        for taker in self.takers:
            if taker == seat:
                found += 1
        return found

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; everybody hears and sees all of them."""
        return self.text(self.log[entry] & MOVE_MASK)

    def sees(self, seat: int, other: int) -> bool:
        """Tells whether a seat may see the hand of another."""
        return self.over or seat == other

    def names(self, pieces: vec[Int]) -> list[str]:
        """Names some pieces."""
        return [self.rules.piece_name(int(piece)) for piece in pieces]

    def dealt(self, seat: int) -> list[str]:
        """Names what a seat was dealt."""
        size = int(self.rules.hand_size)
        return self.names(self.deck[seat * size : (seat + 1) * size])

    def aside(self) -> list[str]:
        """Names what lay aside after the deal."""
        return self.names(self.deck[int(self.rules.hand_size * self.rules.players) :])

    def opening(self) -> Data:
        """Gives the deal."""
        return {
            "number": int(self.number),
            "before": [int(score) for score in self.before],
            "first": int(self.first),
            "hands": [self.dealt(seat) for seat in range(self.rules.players)],
            "boneyard": self.aside(),
        }

    def opening_seen(self, seat: int) -> Data:
        """Gives the deal as a seat knows it: its own hand, and counts of the others."""
        known = self.opening()
        if not self.over:
            size = int(self.rules.hand_size)
            known["hands"] = [
                hand if place == seat else size for place, hand in enumerate(known["hands"])
            ]
            known["boneyard"] = len(known["boneyard"])
        return known

    def dump(self) -> Data:
        """Gives the deal, and what was called and played since."""
        moves = [self.told(entry, NOBODY) for entry in range(len(self.log))]
        return {**self.opening(), "moves": moves}

    def shown(self, seat: int) -> Data:
        """Gives the hands as far as the seat may see them, the trick and those before it."""
        hands: list[list[str] | int] = []
        for place in range(self.rules.players):
            held = self.names(self.held(place))
            hands.append(held if self.sees(seat, place) else len(held))
        return {
            "opening": self.opening_seen(seat),
            "first": int(self.first),
            "hands": hands,
            "trick": self._trick(
                int(self.trick.leader), int(self.trick.suit), self.names(self.trick.pieces),
                int(self.trick.taker),
            ),
            "tricks": [self.past_trick(place) for place in range(len(self.takers))],
        }

    def past_trick(self, place: int) -> Data:
        """Tells of a trick that was taken."""
        size = int(self.rules.players)
        return self._trick(
            int(self.leaders[place]), int(self.suits[place]),
            self.names(self.past[place * size : (place + 1) * size]), int(self.takers[place]),
        )

    def _trick(self, leader: int, suit: int, pieces: list[str], taker: int) -> Data:
        return {
            "leader": leader, "suit": self.suit_name(suit) if suit >= 0 else "",
            "pieces": pieces, "taker": taker if pieces else NOBODY,
        }

    def pieces(self) -> list[str]:
        """Lists everything, wherever it is."""
        found = self.names(self.past) + self.names(self.trick.pieces)
        for seat in range(self.rules.players):
            found += self.names(self.held(seat))
        return found + self.lying_aside()

    def lying_aside(self) -> list[str]:
        """Names what still lies aside."""
        return []

    def copied_into(self, twin: TrickRound) -> None:
        """Copies everything that all trick games have into a new round."""
        twin.turn = self.turn
        twin.over = self.over
        twin.log = self.log[:]
        twin.deck = self.deck
        twin.first = self.first
        twin.trick = self.trick.copy()
        twin.past = self.past[:]
        twin.leaders = self.leaders[:]
        twin.takers = self.takers[:]
        twin.suits = self.suits[:]


class TrickWorlds(Worlds):
    """The hands that fit everything a seat has seen.

    What is hidden now was in the same hand when its holder did not follow a suit, so a suit
    not followed is a suit not held. All deals that agree with this are equally likely.
    """

    def __init__(self, rules: TrickGame, view: View) -> None:
        super().__init__(view)
        self.rules = rules
        self.moves: list[str] = [text for _, text, _ in view.data["log"]]
        self.laid: list[list[int]] = [[] for _ in range(rules.players)]
        # The suits, as sets of pieces, that each seat showed not to have.
        self.lacks: list[set[int]] = [set() for _ in range(rules.players)]
        self.places: list[int] = []
        self.hidden: Hidden | None = None
        if not view.over:
            self._read_tricks()
            self._find_places()

    def _read_tricks(self) -> None:
        data = self.view.data
        seats = int(self.rules.players)
        for number, trick in enumerate([*data["tricks"], data["trick"]]):
            suit: set[int] = set()
            for place, name in enumerate(trick["pieces"]):
                seat = (trick["leader"] + place) % seats
                piece = self.rules.parse_piece(name)
                self.laid[seat].append(piece)
                if place == 0:
                    suit = self.rules.in_suit(self.view, trick)
                elif piece not in suit and number >= self.since():
                    self.lacks[seat] |= suit

    def _find_places(self) -> None:
        """Lists the hands and what lies aside, and where each hidden piece can be."""
        data = self.view.data
        known = {piece for laid in self.laid for piece in laid}
        sizes: list[int] = []
        for seat, hand in enumerate(data["hands"]):
            if isinstance(hand, list):
                known.update(self.rules.parse_piece(name) for name in hand)
            else:
                self.places.append(seat)
                sizes.append(hand)
        aside = int(data.get("aside", 0))
        where = {
            piece: [
                place for place, seat in enumerate(self.places) if self.can_be(piece, seat)
            ] + ([len(sizes)] if aside and self.can_be(piece, NOBODY) else [])
            for piece in range(self.rules.count) if piece not in known
        }
        self.hidden = Hidden([*sizes, aside] if aside else sizes, where)

    def can_be(self, piece: int, seat: int) -> bool:
        """Tells whether a hidden piece can be in the hand of a seat, or aside (seat -1)."""
        return seat == NOBODY or piece not in self.lacks[seat]

    def since(self) -> int:
        """Gives the place of the first trick that was played from the present hands."""
        return 0

    def count(self) -> int:
        """Counts the ways in which the hidden pieces can lie."""
        return 1 if self.hidden is None else self.hidden.count()

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        data = self.view.data
        opening = dict(data["opening"])
        if self.hidden is not None:
            lying = self.hidden.sample(rng)
            hands = [
                [self.rules.parse_piece(name) for name in hand] if isinstance(hand, list) else []
                for hand in data["hands"]
            ]
            for place, seat in enumerate(self.places):
                hands[seat] = lying[place]
            aside = shuffled_list(lying[-1], rng) if len(lying) > len(self.places) else []
            self.fill(opening, hands, aside)
        return self.rebuilt(opening)

    def fill(self, opening: Data, hands: list[list[int]], aside: list[int]) -> None:
        """Writes the deal that leads to the present hands into an opening."""
        dealt = [
            hand if isinstance(hand, list)
            else self.named(sorted([*hands[seat], *self.laid[seat]]))
            for seat, hand in enumerate(opening["hands"])
        ]
        opening["hands"] = dealt
        opening["boneyard"] = self.named(aside)

    def named(self, pieces: list[int]) -> list[str]:
        """Names some pieces."""
        return [self.rules.piece_name(piece) for piece in pieces]

    def rebuilt(self, opening: Data) -> Round:
        """Plays the log again from a deal."""
        round = self.rules.restored(opening)
        for text in self.moves:
            round.play(round.read(text))
        return round
