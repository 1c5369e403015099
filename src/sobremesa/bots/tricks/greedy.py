"""Bots for the trick games, by what every beginner is taught.

In a trick: let a partner's sure winner stand and add what counts; when last, take it as
cheaply as possible; third hand plays high, second hand low; a player who cannot take it throws
away what they will miss least. In the lead: draw trumps while the other side has some, then cash
what nobody can beat, else lead low from the longest suit. What is gone is counted from the tricks
in the view.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, cast

from mypy_extensions import mypyc_attr

from sobremesa.bots.bot import Bot, add_bot
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import face_up
from sobremesa.families.tricks.hand import TrickGame
from sobremesa.families.tricks.texas_42 import (
    AMOUNTS,
    COUNTS,
    DECLARATIONS,
    LED_SUIT,
    STRENGTH,
    is_trump,
    suit_rank,
)
from sobremesa.families.tricks.views import DoubleTakesView, TexasView, TrickView
from sobremesa.material.dominoes import HIGH, LOW, NAMES, parse_tile

# What an off costs on average: the trick, and its share of the counting tiles.
OFF: Final = 6


class Seen:
    """A trick as the seat that plays to it sees it.

    `strength(piece)` is what a piece is worth in this trick, `keep(piece)` how much its holder
    would miss it, `count(piece)` what it counts for whoever takes it.
    """

    def __init__(self, view: View, hand: int) -> None:
        game = view.game
        assert isinstance(game, TrickGame)
        data = cast(TrickView, view.data)
        self.game: TrickGame = game
        self.seats: int = int(game.players)
        # The seat whose hand plays, which is not always the one that decides.
        self.hand: int = hand
        trick = data["trick"]
        self.fallen: list[int] = [game.parse_piece(name) for name in trick["pieces"]]
        self.suit: str = trick["suit"]
        self.taker: int = trick["taker"]
        self.gone: set[int] = {
            game.parse_piece(name) for past in data["tricks"] for name in past["pieces"]
        }
        self.gone |= set(self.fallen)
        self.seen: set[int] = set(self.gone)
        for held in data["hands"]:
            if isinstance(held, list):
                self.seen |= {game.parse_piece(name) for name in held}

    def is_last(self) -> bool:
        """Tells whether nobody plays after this hand."""
        return len(self.fallen) == self.seats - 1

    def is_partners(self) -> bool:
        """Tells whether a partner is taking the trick."""
        return (
            self.taker >= 0 and self.taker != self.hand
            and self.game.teams.are_partners(self.taker, self.hand)
        )


def choices(view: View) -> dict[str, int]:
    """Gives the legal moves as they are written."""
    return {choice["text"]: choice["move"] for choice in cast(TrickView, view.data)["moves"]}


@mypyc_attr(allow_interpreted_subclasses=True)
class TrickBot(Bot):
    """Plays to tricks; a game says how strong its pieces are and what to lead or call."""

    @abstractmethod
    def strength(self, seen: Seen, piece: int) -> int:
        """Tells how strong a piece is in the trick on the table."""

    @abstractmethod
    def keep(self, seen: Seen, piece: int) -> float:
        """Tells how much the holder of a piece would miss it."""

    @abstractmethod
    def lead(self, seen: Seen, pieces: list[int]) -> int:
        """Chooses what to lead."""

    def count(self, piece: int) -> int:
        """Tells what a piece counts for whoever takes it."""
        return 0

    def is_sure(self, seen: Seen, piece: int) -> bool:
        """Tells whether nothing unseen can beat a piece of the trick."""
        mine = self.strength(seen, piece)
        return all(
            self.strength(seen, other) < mine
            for other in range(len(seen.game.set)) if other not in seen.seen
        )

    def play_to(self, seen: Seen, pieces: list[int]) -> int:
        """Chooses what to play to a trick that somebody else has led."""
        best = max(self.strength(seen, piece) for piece in seen.fallen)
        taking = [piece for piece in pieces if self.strength(seen, piece) > best]
        top = max(seen.fallen, key=lambda piece: self.strength(seen, piece))
        if seen.is_partners() and (seen.is_last() or self.is_sure(seen, top)):
            rest = [piece for piece in pieces if piece not in taking] or pieces
            return max(rest, key=lambda piece: (self.count(piece), -self.keep(seen, piece)))
        if taking:
            if seen.is_last():
                return min(taking, key=lambda piece: self.keep(seen, piece))
            sure = [piece for piece in taking if self.is_sure(seen, piece)]
            if sure:
                return min(sure, key=lambda piece: self.keep(seen, piece))
            if len(seen.fallen) == seen.seats - 2 and not seen.is_partners():
                return max(taking, key=lambda piece: self.strength(seen, piece))
        rest = [piece for piece in pieces if piece not in taking] or pieces
        return min(rest, key=lambda piece: (self.count(piece), self.keep(seen, piece)))


class GreedyTexas(TrickBot):
    """Bids by counting offs, and plays Four-Hand Texas."""

    def __init__(self) -> None:
        self.declaration: int = 8

    def choose(self, view: View, rng: Rng) -> int:
        """Bids, names trumps or plays."""
        data = cast(TexasView, view.data)
        if data["stage"] == "play":
            self.declaration = DECLARATIONS.index(data["declaration"])
            seen = Seen(view, view.seat)
            pieces = view.moves
            return self.play_to(seen, pieces) if seen.fallen else self.lead(seen, pieces)
        hand = [parse_tile(name) for name in face_up(data["hands"][view.seat])]
        worth, declaration = max((self.worth(hand, choice), choice) for choice in range(9))
        texts = choices(view)
        if data["stage"] == "declaration":
            return texts[DECLARATIONS[declaration]]
        return self.call(view, worth, texts)

    def call(self, view: View, worth: int, texts: dict[str, int]) -> int:
        """Bids as low as possible while the hand is worth it; a partner's bid is left alone."""
        bidder = cast(TexasView, view.data)["bidder"]
        bids = [bid for bid in AMOUNTS if str(bid) in texts]
        partners = bidder >= 0 and bidder % 2 == view.seat % 2
        if "pass" not in texts:
            return texts[str(bids[0])]
        if bids and bids[0] <= min(worth, 42) and not (partners and worth < 42):
            return texts[str(bids[0])]
        if bids and bids[0] == 84 and worth >= 48 and not partners:
            return texts["84"]
        return texts["pass"]

    def worth(self, hand: list[int], declaration: int) -> int:
        """Guesses how many of the 42 points a hand takes with these trumps."""
        trumps = [tile for tile in hand if is_trump(tile, declaration)]
        if declaration == 8:
            tops = [tile for tile in hand if HIGH[tile] == LOW[tile]]
            offs = sum(not self.follows_double(tile, hand) for tile in hand)
            return 42 - OFF * offs if len(tops) >= 3 else 0
        ranks = sorted((suit_rank(tile, 7, declaration) for tile in trumps), reverse=True)
        best = 6 if declaration == 7 else 7
        if len(trumps) < 3 or (ranks[0] < best and len(trumps) < 4):
            return 0
        offs = sum(
            HIGH[tile] != LOW[tile] and not self.follows_double(tile, hand)
            for tile in hand if tile not in trumps
        )
        missing = 7 - len(trumps)
        control = 0 if ranks[0] == best else 6
        if len(trumps) == 3:
            control += 4
        bonus = 8 if offs == 0 and control == 0 and missing <= 2 else 0
        return 42 - OFF * offs - control + bonus

    def follows_double(self, tile: int, hand: list[int]) -> bool:
        """Tells whether a tile is a double, or is second to a double of its higher number."""
        high = int(HIGH[tile])
        if high == LOW[tile]:
            return True
        double = parse_tile(f"{high}-{high}")
        top = parse_tile(f"6-{high}") if high < 6 else parse_tile("6-5")
        return double in hand and tile == top

    def strength(self, seen: Seen, piece: int) -> int:
        """Looks up the strength of a tile in the trick, or in a trick that it leads."""
        suit = self.led(seen.fallen[0] if seen.fallen else piece)
        return int(STRENGTH[(8 * self.declaration + suit) * 28 + piece])

    def led(self, tile: int) -> int:
        """Gives the suit that a led tile calls for."""
        return int(LED_SUIT[28 * self.declaration + tile])

    def keep(self, seen: Seen, piece: int) -> float:
        """Trumps are kept longest, then doubles and high tiles."""
        if is_trump(piece, self.declaration):
            return 100.0 + suit_rank(piece, 7, self.declaration)
        if HIGH[piece] == LOW[piece]:
            return 50.0
        return float(HIGH[piece] + LOW[piece])

    def count(self, piece: int) -> int:
        """Five tiles count."""
        return int(COUNTS[piece])

    def lead(self, seen: Seen, pieces: list[int]) -> int:
        """Draws trumps, cashes what nobody can beat, else leads what counts least."""
        sure = [piece for piece in pieces if self.wins_alone(seen, piece)]
        trumps = [piece for piece in sure if is_trump(piece, self.declaration)]
        if trumps and self.trumps_out(seen):
            return max(trumps, key=lambda piece: self.keep(seen, piece))
        others = [piece for piece in sure if not is_trump(piece, self.declaration)]
        if others:
            return max(others, key=lambda piece: (self.count(piece), self.keep(seen, piece)))
        if trumps:
            return trumps[0]
        plain = [piece for piece in pieces if not is_trump(piece, self.declaration)] or pieces
        return min(plain, key=lambda piece: (self.count(piece), self.keep(seen, piece)))

    def wins_alone(self, seen: Seen, piece: int) -> bool:
        """Tells whether no unseen tile of the suit it calls for, or trump, beats a led tile."""
        suit = self.led(piece)
        mine = int(STRENGTH[(8 * self.declaration + suit) * 28 + piece])
        return all(
            int(STRENGTH[(8 * self.declaration + suit) * 28 + other]) < mine
            for other in range(28)
            if other not in seen.seen
            and (self.led(other) == suit or not is_trump(other, self.declaration))
        )

    def trumps_out(self, seen: Seen) -> bool:
        """Tells whether somebody else may still hold a trump."""
        return any(is_trump(tile, self.declaration) for tile in range(28) if tile not in seen.seen)


class GreedyDoubleTakes(TrickBot):
    """Plays Double Takes."""

    def choose(self, view: View, rng: Rng) -> int:
        """Leads with a call, follows, and puts a revoke right."""
        if cast(DoubleTakesView, view.data)["asked"] == "correct":
            return view.moves[0]
        texts = choices(view)
        seen = Seen(view, view.seat)
        if not seen.fallen:
            return self.lead_with_call(seen, texts)
        pieces = [parse_tile(name) for name in texts]
        suit = seen.suit
        follow = [piece for piece in pieces if suit in NAMES[piece].split("-")]
        return texts[NAMES[self.play_to(seen, follow or pieces)]]

    def lead_with_call(self, seen: Seen, texts: dict[str, int]) -> int:
        """Leads the tile and call that fewest unseen tiles beat, from a suit others still have."""
        best = ""
        least = 1e9
        for text in texts:
            name, _, called = text.partition("=")
            tile, suit = parse_tile(name), int(called)
            other = int(HIGH[tile] + LOW[tile]) - suit
            out = [
                number for number in range(16)
                if parse_tile(f"{suit}-{number}") not in seen.seen
            ]
            above = sum(number > other for number in out)
            # A suit that is nearly gone asks for doubles from outside it.
            risk = 10.0 * above + max(0, seen.seats + 2 - len(out)) * 3.0
            if HIGH[tile] == LOW[tile] and above:
                risk += 15.0
            if risk < least:
                best, least = text, risk
        return texts[best]

    def strength(self, seen: Seen, piece: int) -> int:
        """Ranks inside the suit; a double from outside beats it all."""
        suit = int(seen.suit)
        if HIGH[piece] == suit:
            return int(LOW[piece])
        if LOW[piece] == suit:
            return int(HIGH[piece])
        return 20 + int(HIGH[piece]) if HIGH[piece] == LOW[piece] else -1

    def keep(self, seen: Seen, piece: int) -> float:
        """Doubles are kept for tricks of another suit; then high numbers."""
        if HIGH[piece] == LOW[piece]:
            return 60.0 + float(HIGH[piece])
        return float(HIGH[piece]) + float(LOW[piece]) / 2.0

    def count(self, piece: int) -> int:
        """A double in a trick counts one more."""
        return int(HIGH[piece] == LOW[piece])

    def lead(self, seen: Seen, pieces: list[int]) -> int:
        """Leads without a call do not occur."""
        return pieces[0]


add_bot("texas-42", "greedy", GreedyTexas())
add_bot("double-takes", "greedy", GreedyDoubleTakes())
