"""What all trick games have in common.

Everything is dealt out, or some of it lies aside for later. Where there is an auction it comes
first. Then each trick is one piece from every hand, clockwise; whoever takes it leads the next. A
player who does not follow shows that they have nothing of the suit that was led.

A position is written as its deal and what was called and played since: that is how people
write such a hand down, and every part of it can be read, changed and replayed.
"""

from __future__ import annotations

from abc import abstractmethod
from math import factorial
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtGame, DealtRound, DealtWorlds, Hands, Pieces
from sobremesa.core.errors import BadPosition, IllegalMove, written
from sobremesa.core.game import NOBODY, Data, Round, View, Views
from sobremesa.core.numbers import MOST_POINTS
from sobremesa.core.parts import Part
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.core.views import GameView
from sobremesa.material.hidden import Hidden, Listing
from sobremesa.material.trick import Trick, new_trick


class DealtHands(Hands):
    """The hands as they were dealt."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.write = "dealt_names"

    def wrong(self, value: Any) -> str:
        """Asks for as many hands as there are seats."""
        return f"hands must be a list of {self.seats} hands" if super().wrong(value) else ""


class TrickWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen.

    What is hidden now was in the same hand when its holder did not follow a suit, so a suit
    not followed is a suit not held. All deals that agree with this are equally likely.
    """

    def __init__(self, rules: TrickGame, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        self.laid: list[list[int]] = [[] for _ in range(rules.players)]
        # The suits, as sets of pieces, that each seat showed not to have.
        self.lacks: list[set[int]] = [set() for _ in range(rules.players)]
        # The seats whose hands are hidden; the deck as far as it is known, and where the hidden
        # pieces lie in it, those of the hands first.
        self.places: list[int] = []
        self.hidden: Hidden | None = None
        self.deck: vec[Int] = vec[Int]()
        self.spots: vec[Int] = vec[Int]()
        if view.over:
            self.deck = self.open_deck()
        else:
            self._read_tricks()
            self._find_places()
            self.lay_deck()
        self.set_out()

    def _read_tricks(self) -> None:
        data = self.view.data
        seats = int(self.rules.players)
        for number, trick in enumerate([*data["tricks"], data["trick"]]):
            suit: set[int] = set()
            for place, name in enumerate(trick["pieces"]):
                seat = (trick["leader"] + place) % seats
                piece = self.rules.piece_of(name)
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
                known.update(self.rules.pieces_of(hand))
            else:
                self.places.append(seat)
                sizes.append(hand)
        aside = int(data.get("aside", 0))
        owners = [*self.places, NOBODY] if aside else self.places
        masks = {
            piece: sum([
                1 << place for place, seat in enumerate(owners) if self.can_be(piece, seat)
            ])
            for piece in range(len(self.rules.set)) if piece not in known
        }
        self.hidden = Hidden([*sizes, aside] if aside else sizes, masks)

    def can_be(self, piece: int, seat: int) -> bool:
        """Tells whether a hidden piece can be in the hand of a seat, or aside (seat -1)."""
        return seat == NOBODY or piece not in self.lacks[seat]

    def since(self) -> int:
        """Gives the place of the first trick that was played from the present hands."""
        return 0

    def count(self) -> int:
        """Counts the ways in which the hidden pieces can lie."""
        return 1 if self.hidden is None else self.hidden.count()

    def lay_deck(self) -> None:
        """Puts together what is known of the deck: hands, then what lies aside."""
        for seat in range(self.rules.players):
            self.lay_hand(seat, self.laid[seat], self.opening["hands"][seat])
        self.hide(int(self.view.data.get("aside", 0)))

    def lay_hand(self, seat: int, laid: list[int], dealt: list[str] | int) -> None:
        """Puts a hand into the deck: as it was dealt if that is known, or else what was laid
        of it and what is held."""
        held = self.view.data["hands"][seat]
        if isinstance(dealt, list):
            self.add(self.rules.pieces_of(dealt))
            return
        self.add(laid)
        if isinstance(held, list):
            self.add(self.rules.pieces_of(held))
        else:
            self.hide(held)

    def add(self, pieces: list[int]) -> None:
        """Adds pieces that are known to the deck."""
        for piece in pieces:
            self.deck = append(self.deck, piece)

    def hide(self, count: int) -> None:
        """Adds as many hidden pieces to the deck."""
        for _ in range(count):
            self.spots = append(self.spots, len(self.deck))
            self.deck = append(self.deck, -1)

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely."""
        deck = self.deck[:]
        if self.hidden is not None:
            slots = self.hidden.draw(rng)
            if len(self.hidden.sizes) > len(self.places) and not self.hidden.is_mixed:
                rng.shuffle(slots, self.hidden.starts[len(self.places)])
            for slot in range(len(slots)):
                deck[self.spots[slot]] = slots[slot]
        return deck

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """Lists the rounds that differ in the hands, or in the order of what lies aside."""
        aside = int(self.view.data.get("aside", 0))
        if self.hidden is None:
            return self.ordered([(self.deck[:], 1)], len(self.deck)) if limit > 0 else None
        owners = list(range(len(self.hidden.sizes)))
        listed = Listing(self.hidden, owners, set()).each(limit // factorial(aside))
        if listed is None:
            return None
        decks: list[tuple[vec[Int], int]] = []
        for slots, ways in listed:
            deck = self.deck[:]
            for slot in range(len(slots)):
                deck[self.spots[slot]] = slots[slot]
            decks.append((deck, ways))
        return self.ordered(decks, len(self.deck) - aside)

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hidden hand its pieces."""
        if self.hidden is not None:
            for place, seat in enumerate(self.places):
                world.empty_hand(seat)
                for slot in range(self.hidden.starts[place], self.hidden.starts[place + 1]):
                    world.hold(seat, world.deck[self.spots[slot]])


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickGame(DealtGame):
    """Rules of a game of tricks."""

    FAMILY: ClassVar[str] = "tricks"
    VIEWS: ClassVar[Views] = Views(GameView, TrickWorlds)
    TOUCHED: ClassVar[dict[str, str]] = {
        "tile": "{0}", "tile suit": "{0}={1}", "card": "{0}", "bid": "{0}",
    }
    WHISPERS: ClassVar[bool] = False
    # Whether it is played with cards, or else the highest number on the tiles.
    CARDS: ClassVar[bool] = False
    TOP: ClassVar[int] = 6

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.teams: Teams = Teams(int(self.players), int(self.players))

    def side_of(self, seat: int) -> int:
        """Partners play for one side."""
        return int(self.teams.of(seat))

    def in_suit(self, view: View, trick: Data) -> set[int]:
        """Lists the pieces with which one would have followed in a trick of a view."""
        return set()

    def load(self, data: Data) -> DealtRound:
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

    def restored(self, opening: Data) -> DealtRound:
        """Sets up what `opening` gave, unchecked."""
        return self.load_deal(opening)

    def parts(self) -> list[Part]:
        """Lists the parts of a position: the deal, and what was called and played since."""
        return [
            *self.heading_parts(),
            DealtHands(int(self.players)),
            Pieces("boneyard", write="aside"),
            Part("moves", write="moves_told"),
        ]

    def least(self) -> int:
        """Points may go below zero."""
        return -MOST_POINTS

    def contradictions(self, data: Data) -> list[str]:
        """Says what is wrong with the size of the hands, and with what came after the deal."""
        found: list[str] = []
        if not self.are_full(data["hands"]):
            found.append(f"each hand is dealt {self.hand_size}")
        if not isinstance(data.get("moves", []), list):
            found.append("moves must be a list")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickRound(DealtRound):
    """One deal of a trick game."""

    def __init__(self, rules: TrickGame, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: TrickGame = rules
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

    def finish(self, ending: Int = 0) -> None:
        """Ends the deal; the last trick, if it is full, is put away with the others."""
        if len(self.trick.pieces) == self.rules.players:
            self.trick = new_trick(self.trick.taker)
        super().finish(ending)

    def tricks_of(self, seat: Int) -> Int:
        """Counts the tricks a seat has taken."""
        return sum(taker == seat for taker in self.takers)

    def names(self, pieces: vec[Int]) -> list[str]:
        """Names some pieces."""
        return [self.rules.piece_name(int(piece)) for piece in pieces]

    def hand_names(self, seat: Int) -> list[str]:
        """Names what a seat still holds."""
        return self.names(self.held(seat))

    def dealt_names(self) -> list[list[str]]:
        """Lists the hands in the order in which they were dealt."""
        size = int(self.rules.hand_size)
        return [
            self.deck_names(seat * size, seat * size + size) for seat in range(self.rules.players)
        ]

    def aside(self) -> list[str]:
        """Names what lay aside after the deal."""
        return self.deck_names(self.first_draw(), len(self.deck))

    def moves_told(self) -> list[str]:
        """Lists what was called and played since the deal."""
        return [self.told(entry, NOBODY) for entry in range(len(self.log))]

    def opening(self) -> Data:
        """Gives the deal."""
        return {
            part.name: part.value(self) for part in self.rules.made_of() if part.name != "moves"
        }

    def with_history(self, data: Data) -> Data:
        """A position has its history already."""
        return data

    def shown(self, seat: int) -> Data:
        """Gives the hands as far as the seat may see them, the trick and those before it."""
        return {
            "opening": self.opening_seen(seat),
            "first": int(self.first),
            "hands": [
                hand if self.is_seen(other, seat) else len(hand)
                for other, hand in enumerate(self.hands_named())
            ],
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
        found = self.names(self.past) + self.names(self.trick.pieces) + self.boneyard_names()
        return found + [name for hand in self.hands_named() for name in hand]

    def copied_into(self, twin: TrickRound) -> None:
        """Copies everything that all trick games have into a new round."""
        self.copy_deal(twin)
        twin.trick, twin.past, twin.leaders = self.trick.copy(), self.past[:], self.leaders[:]
        twin.takers, twin.suits = self.takers[:], self.suits[:]
