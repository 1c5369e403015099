"""What games dealt from one shuffled deck share: first the hands, then what is left.

What is left is the boneyard, drawn from its front. A round goes back to its deal, or to the
position that was set up, and a position is written with the history that led to it.
"""

from __future__ import annotations

from abc import abstractmethod
from itertools import permutations
from typing import Any, ClassVar

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import BadOption, BadPosition, IllegalMove, suggestion, written
from sobremesa.core.game import MOVE_MASK, NO_MOVE, NOBODY, Data, Game, Round, View, Worlds
from sobremesa.core.history import replayed
from sobremesa.core.numbers import MANY
from sobremesa.core.parts import Flag, Number, Part, Row, Word, as_list, texts
from sobremesa.core.rng import Rng


@mypyc_attr(allow_interpreted_subclasses=True)
class DealtGame(Game):
    """Rules of a game that is dealt from one shuffled deck.

    COUNTED is the clause that says which pieces there are, each once, and FIRST the option that
    says who is first.
    """

    COUNTED: ClassVar[str] = ""
    FIRST: ClassVar[str] = "first_player"

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        # The whole deck before it is shuffled, how people name its pieces, and how many of them
        # every seat is dealt.
        self.set: vec[Int] = vec[Int]()
        self.names: list[str] = []
        self.hand_size: Int = 0
        # The move that draws a piece, where there is one.
        self.draw_move: Int = NO_MOVE
        self._made_of: list[Part] = []
        self._numbers: dict[str, int] = {}

    def check_seat(self, option: str, ruling: str) -> None:
        """Refuses an option that names a seat which is not there."""
        if self.number(option) >= self.players:
            raise BadOption(
                "{option} cannot be {seat}: the seats are 0 to {last} ({ruling})",
                option=option, seat=self.number(option), last=int(self.players) - 1,
                ruling=ruling,
            )

    def opener(self, rng: Rng) -> int:
        """Takes the seat that was named, or draws lots; 0 where it is all the same."""
        if type(self).FIRST not in self.options:
            return 0
        named = self.number(type(self).FIRST)
        return named if named >= 0 else int(rng.below(self.players))

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> DealtRound:
        """Shuffles once, or again while nobody could play, and deals."""
        deck = self.set[:]
        rng.shuffle(deck)
        while not self.is_playable(deck, number):
            rng.shuffle(deck)
        return self.begin(deck, first, number, vec[Int]([score for score in before]))

    def is_playable(self, deck: vec[Int], number: int) -> bool:
        """Tells whether a deal can be played; if not, the deck is shuffled again."""
        return True

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> DealtRound:
        """Starts a round from a shuffled deck: hands in seat order, then the boneyard."""
        round = self.empty_round(number, before)
        round.deal(deck, first)
        return round

    def next_first(self, last: Round) -> int:
        """Lets the next seat be first, unless the game says otherwise."""
        return int((as_dealt(last).first + 1) % self.players)

    @abstractmethod
    def parts(self) -> list[Part]:
        """Lists the parts of a position in the order in which they are written."""

    @abstractmethod
    def empty_round(self, number: Int, before: vec[Int]) -> DealtRound:
        """Makes a round with nothing dealt, to be set up."""

    def pieces(self) -> list[str]:
        """Lists the whole deck."""
        return [self.piece_name(int(piece)) for piece in self.set]

    def piece_name(self, piece: int) -> str:
        """Names a piece of the deck."""
        return self.names[piece]

    @abstractmethod
    def parse_piece(self, text: str) -> int:
        """Reads a piece, or raises `IllegalMove`."""

    def piece_of(self, name: str) -> int:
        """Finds the piece of a name; other spellings are read."""
        if not self._numbers:
            self._numbers = {self.piece_name(int(piece)): int(piece) for piece in self.set}
        known = self._numbers.get(name, -1)
        return known if known >= 0 else self.parse_piece(written(name))

    def pieces_of(self, names: list[str]) -> list[int]:
        """Finds the pieces of some names."""
        return [self.piece_of(name) for name in names]

    def is_dealt(self, data: Data) -> bool:
        """Tells whether everything in a position lies where it does after a deal."""
        dealt = ["hands", "boneyard", *self.dealt_parts()]
        return self.are_full(data["hands"]) and not any(
            part.pieces(data.get(part.name))
            for part in self.made_of() if part.name not in dealt
        )

    def are_full(self, hands: list[list[str]]) -> bool:
        """Tells whether every hand has the number of pieces that is dealt."""
        return all(len(hand) == self.hand_size for hand in hands)

    def dealt_parts(self) -> list[str]:
        """Names the parts of a position that are dealt between the hands and the boneyard."""
        return []

    def made_of(self) -> list[Part]:
        """Lists the parts of a position, made once for a game."""
        if not self._made_of:
            self._made_of = self.parts()
        return self._made_of

    def heading_parts(self) -> list[Part]:
        """Lists what a deal and a position begin with."""
        return [
            Number("number", 1, int(self.last_round) or MANY, shown=False),
            Row("before", int(self.players), self.least(), shown=False),
            Number("first", 0, int(self.players) - 1),
        ]

    def turn_part(self) -> Part:
        """Makes the part that says whose turn it is, or that it is nobody's."""
        return Number("turn", NOBODY, int(self.players) - 1, shown=False)

    def ending_parts(self, endings: list[str]) -> list[Part]:
        """Lists the points made so far, how the round ended and who won it."""
        return [
            Row("points", int(self.players), self.least(), kept="won", shown=False),
            Flag("over", shown=False),
            *([Word("ending", endings)] if endings else []),
            Number("winner", NOBODY, int(self.players) - 1),
        ]

    def least(self) -> int:
        """Gives the fewest points that a seat can have."""
        return 0

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position, which must be one from which play can
        go on, though not one that play could have reached."""
        known = [part.name for part in self.parts_of(data)]
        found = [
            f"a position has no {name}: {suggestion(str(name), known)}"
            for name in data if name not in known
        ]
        shapes = [wrong for part in self.parts_of(data) for wrong in part.check(data)]
        counts = self.miscounted(self.named(data), shapes)
        found += shapes + counts + self.misplaced(data)
        return found if shapes else found + self.contradictions(data)

    def parts_of(self, data: Data) -> list[Part]:
        """Lists the parts that a deal or position may have."""
        return self.made_of()

    def named(self, data: Data) -> list[str]:
        """Names the pieces of a deal or position, as far as they can be found."""
        return [name for part in self.parts_of(data) for name in part.pieces(data.get(part.name))]

    def miscounted(self, names: list[str], unread: list[str]) -> list[str]:
        """Finds pieces that are there twice or not at all; adds those that cannot be read to
        what is `unread`."""
        found: list[str] = []
        seen: set[str] = set()
        clause = f" ({type(self).COUNTED})" if type(self).COUNTED else ""
        for text in names:
            try:
                name = self.piece_name(self.parse_piece(text))
            except IllegalMove as refused:
                unread.append(str(refused))
                continue
            if name in seen:
                found.append(f"{name} is there twice{clause}")
            seen.add(name)
        missing = [name for name in self.counted() if name not in seen]
        if missing:
            found.append("missing: " + ", ".join(missing) + clause)
        return found

    def counted(self) -> list[str]:
        """Lists every piece that a position has once."""
        return self.pieces()

    def misplaced(self, data: Data) -> list[str]:
        """Says where pieces lie as they cannot lie, as far as they can be read."""
        return []

    def contradictions(self, data: Data) -> list[str]:
        """Says where the parts of a position, each possible, do not go together."""
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
        return self.begun(self.spelt(data))

    def begun(self, data: Data) -> DealtRound:
        """Sets up a deal or a position that has been found possible."""
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
        groups = [*data["hands"], *[data[part] for part in self.dealt_parts()]]
        groups.append(data.get("boneyard", []))
        deck = vec[Int]()
        for group in groups:
            for name in group:
                deck = append(deck, self.parse_piece(written(name)))
        return self.begin(
            deck, data.get("first", 0), data.get("number", 1), self.points_before(data)
        )

    def load_position(self, data: Data) -> DealtRound:
        """Sets up a position, unchecked."""
        round = self.empty_round(data.get("number", 1), self.points_before(data))
        round.set_up(data)
        round.began = as_dealt(round.copy())
        return round

    def set_out(self, opening: Data, deck: vec[Int]) -> DealtRound:
        """Begins as an opening that a seat saw, with a deck in which nothing is hidden."""
        if "turn" not in opening:
            return self.begin(
                deck, opening.get("first", 0), opening.get("number", 1), self.points_before(opening)
            )
        names = [self.piece_name(int(piece)) for piece in deck]
        hands: list[list[str]] = []
        place = 0
        for hand in opening["hands"]:
            size = hand if isinstance(hand, int) else len(hand)
            hands.append(names[place : place + size])
            place += size
        return self.restored({**opening, "hands": hands, "boneyard": names[place:]})

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
        # The points by seat, how the round ended, and who won it alone.
        self.won: vec[Int] = vec[Int]()
        self.ending: Int = 0
        self.winner: Int = NOBODY
        # Who was nominally first, and the round as it was set up, if it was.
        self.first: Int = 0
        self.began: DealtRound | None = None

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives every seat its block of the shuffled deck; the rest is the boneyard."""
        self.deck = deck
        self.first = first
        self.turn = first
        size = self.dealt_by.hand_size
        self.dealt = vec[Int]([size for _ in range(self.game.players)])
        self.hand_out(size)

    def hand_out(self, size: Int) -> None:
        """Gives every seat its next pieces of the deck."""
        for seat in range(self.game.players):
            last = self.next + size
            while self.next < last:
                self.hold(seat, self.deck[self.next])
                self.next += 1

    @abstractmethod
    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a piece into a hand."""

    def empty_hand(self, seat: Int) -> None:
        """Takes everything out of a hand, where there are hands."""

    @abstractmethod
    def hand_names(self, seat: Int) -> list[str]:
        """Names what a seat holds."""

    def hands_named(self) -> list[list[str]]:
        """Names what every seat holds."""
        return [self.hand_names(seat) for seat in range(self.game.players)]

    def finish(self, ending: Int = 0) -> None:
        """Ends the round."""
        self.ending = ending
        self.over = True
        self.turn = NOBODY

    def points(self) -> list[int]:
        """Gives the points of this round by seat, as far as they are made."""
        return [points for points in self.won]

    def is_seen(self, other: int, seat: int) -> bool:
        """Tells whether a seat may see another's hand: at the end, unless the game says less."""
        return self.over or other == seat

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        return self.with_history(self.position())

    def position(self) -> Data:
        """Gives the position without its history."""
        return {part.name: part.value(self) for part in self.dealt_by.made_of()}

    def parts_seen(self, seat: int) -> Data:
        """Gives the opening and the parts of the position as a seat may know them."""
        found: Data = {"opening": self.opening_seen(seat)}
        for part in self.dealt_by.made_of():
            if part.shown:
                found[part.name] = part.seen(self, seat)
        return found

    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""
        self.take_pieces(data)
        self.take_parts(data)

    def take_parts(self, data: Data) -> None:
        """Takes over everything but what is hidden.

        The first player is to move unless the position says otherwise.
        """
        for part in self.dealt_by.made_of():
            if part.name in data:
                part.take(self, data[part.name])
        if "turn" not in data:
            self.turn = NOBODY if self.over else self.first

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

    def drawn_at(self, entry: int) -> str:
        """Names the piece that was drawn at an entry of the log."""
        move = self.log[entry] & MOVE_MASK
        place = self.first_draw()
        for before in range(entry):
            if self.log[before] & MOVE_MASK == move:
                place += 1
        return self.dealt_by.piece_name(int(self.deck[place]))

    def told_draw(self, entry: int, seat: int) -> str:
        """Writes a draw of the log; until the end its drawer alone knows the piece."""
        is_known = self.over or seat == self.mover(entry)
        return "+" + (self.drawn_at(entry) if is_known else "?")

    def says_draw(self, word: str) -> bool:
        """Tells whether a word says that a piece is drawn.

        A record may name the piece; that is not compared here, or asking would tell what lies
        in the boneyard.
        """
        if word != "draw" and not word.startswith("+"):
            return False
        if word[1:] not in ("", "?", "raw"):
            self.dealt_by.parse_piece(word[1:])
        return True

    def pass_turn(self) -> None:
        """Moves the turn to the neighbour on the left."""
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
        return {part.name: part.value(self) for part in self.dealt_by.heading_parts()}

    def opening(self) -> Data:
        """Gives the deal, or the position that was set up."""
        return self.dealt_opening() if self.began is None else self.began.position()

    def reopened(self) -> DealtRound:
        """Gives the round as it began, with the same deck."""
        if self.began is None:
            return self.dealt_by.begin(self.deck, self.first, self.number, self.before)
        twin = as_dealt(self.began.copy())
        twin.began = self.began
        return twin

    def with_deck(self, deck: vec[Int]) -> DealtRound:
        """Gives a position that was set up as it would be with another deck."""
        twin = as_dealt(self.copy())
        twin.deck = deck
        place: Int = 0
        for seat in range(len(self.dealt)):
            twin.empty_hand(seat)
            last = place + self.dealt[seat]
            while place < last:
                twin.hold(seat, deck[place])
                place += 1
        return twin

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

    def pieces(self) -> list[str]:
        """Lists every piece, wherever it lies."""
        return self.dealt_by.named(self.position())

    def with_history(self, data: Data) -> Data:
        """Adds the history that led to a position."""
        if len(self.log):
            moves = [self.noted(entry) for entry in range(len(self.log))]
            data["history"] = {"start": self.opening(), "moves": moves}
        return data

    def told(self, entry: int, seat: int) -> str:
        """Writes an entry of the log: everything that is done is seen, but for a piece drawn."""
        move = self.log[entry] & MOVE_MASK
        return self.told_draw(entry, seat) if move == self.dealt_by.draw_move else self.text(move)

    def noted(self, entry: int) -> str:
        """Writes an entry of the log so that it can be read again."""
        return self.text(self.log[entry] & MOVE_MASK)

    def copy_deal(self, twin: DealtRound) -> None:
        """Copies the deal and whose turn it is into a round with nothing dealt."""
        twin.turn, twin.over = self.turn, self.over
        twin.next, twin.first = self.next, self.first
        twin.won, twin.ending, twin.winner = self.won[:], self.ending, self.winner
        twin.log = self.log[:]
        twin.deck = self.deck
        twin.dealt = self.dealt
        twin.began = self.began


class DealtWorlds(Worlds):
    """The rounds that fit what a seat has seen of a game that was dealt.

    The log is played through once, from a deal that fits. Every other round has the same open to
    the seat, so that it is a copy of this model in which the rest is dealt anew.
    """

    def __init__(self, dealt_by: DealtGame, view: View) -> None:
        super().__init__(view)
        self.dealt_by: DealtGame = dealt_by
        self.opening: Data = view.data["opening"]
        self.model: DealtRound | None = None

    @abstractmethod
    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely."""

    def set_out(self) -> None:
        """Plays the log through, from a deal that fits.

        :raises BadPosition: if it leads elsewhere.
        """
        self.follow(self.dealt_by.set_out(self.opening, self.deck_drawn(Rng(0))))

    def follow(self, round: DealtRound) -> None:
        """Takes a round as it began for the model, and plays the log."""
        for time, (seat, text, _) in enumerate(self.view.data["log"]):
            move: Int = self.move_at(round, time, text)
            round.retrace(seat, move)
        round.compare(self.view)
        self.model = round

    def move_at(self, round: DealtRound, time: int, text: str) -> int:
        """Reads an entry of the log."""
        return round.read(text)

    def open_deck(self) -> vec[Int]:
        """Gives the deck of an opening in which nothing is hidden."""
        groups: list[list[str]] = list(self.opening.get("hands", []))
        if "turn" not in self.opening:
            groups += [self.opening[part] for part in self.dealt_by.dealt_parts()]
        groups.append(self.opening["boneyard"])
        return vec[Int]([piece for group in groups for piece in self.dealt_by.pieces_of(group)])

    def sample(self, rng: Rng) -> Round:
        """Draws one of the rounds that the seat cannot tell apart, all equally likely."""
        return self.world(self.deck_drawn(rng))

    def world(self, deck: vec[Int]) -> DealtRound:
        """Gives the round with a deck that fits."""
        assert self.model is not None
        world = as_dealt(self.model.copy())
        world.deck = deck
        if self.model.began is not None:
            world.began = self.model.began.with_deck(deck)
        self.hold_again(world)
        return world

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hand what it holds by its deck."""

    def ordered(
        self, listed: list[tuple[vec[Int], int]], first: int
    ) -> list[tuple[Round, int]]:
        """Gives the rounds of decks, with all orders of what lies from a place on."""
        found: list[tuple[Round, int]] = []
        for deck, ways in listed:
            for order in permutations([int(piece) for piece in deck[first:]]):
                fresh = deck[:first]
                for piece in order:
                    fresh = append(fresh, piece)
                found.append((self.world(fresh), ways))
        return found

    def replayed(self, deck: vec[Int]) -> DealtRound:
        """Plays all moves again with a deck that fits."""
        model = self.model
        assert model is not None
        if model.began is None:
            round = self.dealt_by.begin(deck, model.first, model.number, model.before)
        else:
            began = model.began.with_deck(deck)
            round = as_dealt(began.copy())
            round.began = began
        for entry in model.log:
            round.play(entry & MOVE_MASK)
        return round


class Piece(Part):
    """One piece, or nothing; a piece that `lies` there lies nowhere else."""

    def __init__(
        self, name: str, kept: str = "", *, lies: bool = False, shown: bool = True
    ) -> None:
        super().__init__(name, kept, shown=shown)
        self.lies: bool = lies

    def told(self, kept: Any, round: Round) -> Any:
        """Names the piece."""
        return as_dealt(round).dealt_by.piece_name(int(kept)) if kept >= 0 else ""

    def heard(self, value: Any, round: Round) -> Any:
        """Finds the piece."""
        return as_dealt(round).dealt_by.parse_piece(value) if value else -1

    def pieces(self, value: Any) -> list[str]:
        """Names the piece, if there is one."""
        return [written(value)] if value and self.lies else []


class Pieces(Part):
    """Pieces that lie open, in their order."""

    def told(self, kept: Any, round: Round) -> Any:
        """Names the pieces."""
        return [as_dealt(round).dealt_by.piece_name(int(piece)) for piece in kept]

    def heard(self, value: Any, round: Round) -> Any:
        """Finds the pieces."""
        return vec[Int]([as_dealt(round).dealt_by.parse_piece(name) for name in value])

    def wrong(self, value: Any) -> str:
        """Asks for a list."""
        return "" if isinstance(value, list) else f"{self.name} must be a list of tiles"

    def pieces(self, value: Any) -> list[str]:
        """Names the pieces."""
        return texts(value)


class Boneyard(Pieces):
    """What was not dealt, in the order of drawing; its length is all that is known of it."""

    def __init__(self, *, open_at_end: bool = True) -> None:
        super().__init__("boneyard", write="boneyard_names")
        self.open_at_end: bool = open_at_end

    def seen(self, round: Round, seat: int) -> Any:
        """Names the pieces when the round is over, if they are turned up then, or counts them."""
        if self.open_at_end and round.over:
            return self.value(round)
        return int(as_dealt(round).boneyard())

    def check(self, data: Data) -> list[str]:
        """Asks for a list, which cannot be left out."""
        return super().check({self.name: data.get(self.name)})


class Piles(Part):
    """Pieces that lie before every seat, in their order."""

    def __init__(self, name: str, seats: int, *, write: str, read: str = "") -> None:
        super().__init__(name, write=write, read=read)
        self.seats: int = seats

    def wrong(self, value: Any) -> str:
        """Asks for a list of pieces for each seat."""
        if not isinstance(value, list) or not all(isinstance(pile, list) for pile in value):
            return f"{self.name} must be a list of tiles for each seat"
        if len(value) != self.seats:
            return f"there are {len(value)} {self.name} for {self.seats} players"
        return ""

    def pieces(self, value: Any) -> list[str]:
        """Names the pieces."""
        return [name for pile in as_list(value) for name in texts(pile)]


class Hands(Piles):
    """What every seat holds; a seat sees its own, and others when they are shown."""

    def __init__(self, seats: int) -> None:
        super().__init__("hands", seats, write="hands_named")

    def seen(self, round: Round, seat: int) -> Any:
        """Names what the seat may see and counts what it may not."""
        return [
            hand if as_dealt(round).is_seen(other, seat) else len(hand)
            for other, hand in enumerate(self.value(round))
        ]

    def check(self, data: Data) -> list[str]:
        """Asks for hands, which cannot be left out."""
        return super().check({self.name: data.get(self.name)})


def as_dealt(round: Round) -> DealtRound:
    """Takes a round as one that was dealt."""
    assert isinstance(round, DealtRound)
    return round
