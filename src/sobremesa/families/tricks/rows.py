"""Rows of numbers for games of tricks."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final

from sobremesa.core.arrays import Cell, Int, vec
from sobremesa.core.game import MOVE_BITS, MOVE_MASK, NOBODY, SEAT_MASK, Round
from sobremesa.core.rows import ONE, SOFTS, SPAN, Layout, Rows, table_of
from sobremesa.families.tricks import super_bridge, texas_42
from sobremesa.families.tricks.double_takes import DoubleTakesRound
from sobremesa.families.tricks.hand import TrickGame, TrickRound
from sobremesa.families.tricks.super_bridge import SuperBridgeRound
from sobremesa.families.tricks.texas_42 import Texas42Round
from sobremesa.material.auction import NO_BID

# How many signs of a text there is room for, and how many of the last calls.
SIGNS: Final[Int] = 8
CALLS: Final[Int] = 8


class TrickRows(Rows):
    """Writes rows of a game of tricks."""

    def __init__(self, game: TrickGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.rules: TrickGame = game
        self.kinds: Int = len(game.pieces())
        self.first_at: Int = layout.start("first")
        self.hands_at: Int = layout.start("hands")
        self.leader_at: Int = layout.start("trick: leader")
        self.suit_at: Int = layout.start("trick: suit")
        self.pieces_at: Int = layout.start("trick: pieces")
        self.taker_at: Int = layout.start("trick: taker")
        self.tricks_at: Int = layout.start("tricks")
        bare = game.bare_round()
        assert isinstance(bare, TrickRound)
        self.suits: vec[Cell] = table_of(
            [bare.suit_name(suit) for suit in range(self.suit_count())], int(SIGNS)
        )

    @abstractmethod
    def suit_count(self) -> int:
        """Counts the suits."""

    @abstractmethod
    def done(self, round: TrickRound) -> Int:
        """Counts the tricks that were played from the hands that are held."""

    def own(self, round: Round, seat: Int) -> None:
        """Writes the hands, the trick and those before it."""
        assert isinstance(round, TrickRound)
        if round.over:
            self.points(round)
        self.seat(self.first_at, round.first)
        self.hands(round, seat)
        trick = round.trick
        self.seat(self.leader_at, trick.leader)
        if trick.suit >= 0:
            self.spelt(self.suit_at, self.suits, trick.suit, SIGNS)
        if len(trick.pieces) > 0:
            self.ordered(self.pieces_at, trick.pieces)
            self.seat(self.taker_at, trick.taker)
        self.tricks(round)
        self.more(round)

    @abstractmethod
    def more(self, round: TrickRound) -> None:
        """Writes what one game adds."""

    def hands(self, round: TrickRound, seat: Int) -> None:
        """Writes the hands that the seat sees, and how many pieces the others have."""
        trick = round.trick
        left = self.rules.hand_size - self.done(round)
        for other in range(self.players):
            at = self.hands_at + (self.kinds + 1) * self.seen_from(other)
            if round.is_seen(int(other), int(seat)):
                self.pieces(at, round.held(other))
            else:
                place = other - trick.leader
                if place < 0:
                    place += self.players
                self.number(at, left - 1 if place < len(trick.pieces) else left)

    def tricks(self, round: TrickRound) -> None:
        """Writes for every piece that was played in which trick it was, and by whom."""
        past = round.past
        cells = self.cells
        first = self.at + self.tricks_at
        size = self.players + 1
        place: Int = 0
        for number in range(len(round.takers)):
            player = self.seen_from(round.leaders[number])
            for _ in range(self.players):
                at = first + past[place] * size
                cells[at] = SOFTS[number + 1 + SPAN]
                cells[at + 1 + player] = ONE
                player = player + 1 if player + 1 < self.players else 0
                place += 1


class CallingRows(TrickRows):
    """Writes rows of a game with an auction."""

    def __init__(self, game: TrickGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.stage: vec[Int] = layout.places("stage", self.stages())
        self.dealer_at: Int = layout.start("dealer")
        self.calls_at: Int = layout.start("calls")
        bare = game.bare_round()
        first, last = self.call_moves()
        self.first_call: Int = first
        self.called: vec[Cell] = table_of(
            [bare.text(move) for move in range(first, last)], int(SIGNS)
        )

    @abstractmethod
    def stages(self) -> list[str]:
        """Lists what can be asked, in the order of the numbers that a round has."""

    @abstractmethod
    def call_moves(self) -> tuple[int, int]:
        """Gives the first move that is a call, and the first behind them."""

    def calls(self, round: TrickRound, before: Int, count: Int) -> None:
        """Writes the last of so many calls, before which there were some of other deals."""
        entry = before + count - 1
        at = self.calls_at
        for _ in range(min(CALLS, count)):
            packed = round.log[entry]
            self.mark(at + self.seen_from((packed >> MOVE_BITS) & SEAT_MASK))
            call = (packed & MOVE_MASK) - self.first_call
            self.spelt(at + self.players, self.called, call, SIGNS)
            at += self.players + SIGNS + 1
            entry -= 1


class BridgeRows(CallingRows):
    """Writes rows of Super Bridge."""

    def __init__(self, game: TrickGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.vulnerable: vec[Int] = layout.places("vulnerable", super_bridge.VULNERABLE_NAMES)
        self.redealt_at: Int = layout.start("redealt")
        self.contract_at: Int = layout.start("contract")
        self.declarer_at: Int = layout.start("declarer")
        self.dummy_at: Int = layout.start("dummy")
        self.hand_at: Int = layout.start("hand")
        self.won_at: Int = layout.start("won")
        self.claimed_at: Int = layout.start("claimed")
        self.faced_at: Int = layout.start("faced")
        self.contracts: vec[Cell] = table_of(
            [bid + "X" * doubling for bid in super_bridge.BID_NAMES for doubling in range(3)],
            int(SIGNS),
        )

    def suit_count(self) -> int:
        """Counts the suits."""
        return 4

    def stages(self) -> list[str]:
        """Lists what can be asked."""
        return super_bridge.STAGES

    def call_moves(self) -> tuple[int, int]:
        """Gives the first move that is a call, and the first behind them."""
        return int(super_bridge.PASS_MOVE), int(super_bridge.CLAIM_MOVE)

    def done(self, round: TrickRound) -> Int:
        """All tricks are played from the hands of one deal."""
        return len(round.takers)

    def more(self, round: TrickRound) -> None:
        """Writes the auction, the contract and whose hand plays."""
        assert isinstance(round, SuperBridgeRound)
        auction = round.auction
        self.mark(self.stage[round.stage])
        self.seat(self.dealer_at, round.first)
        self.mark(self.vulnerable[round.vulnerable()])
        self.number(self.redealt_at, round.redealt)
        self.calls(round, 4 * round.redealt, auction.calls)
        if auction.highest != NO_BID:
            contract = 3 * auction.highest + auction.doubling
            self.spelt(self.contract_at, self.contracts, contract, SIGNS)
        self.seat(self.declarer_at, round.declarer)
        if round.declarer != NOBODY:
            self.seat(self.dummy_at, round.dummy())
        if round.stage != super_bridge.TO_CALL and not round.over:
            self.seat(self.hand_at, round.trick.turn)
        self.number(self.won_at, round.won[0] + 1)
        self.number(self.won_at + 1, round.won[1] + 1)
        asks = round.stage == super_bridge.TO_ASSENT
        self.number(self.claimed_at, round.claimed if asks else -1)
        self.flag(self.faced_at, round.faced)


class TexasRows(CallingRows):
    """Writes rows of Four-Hand Texas."""

    def __init__(self, game: TrickGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.bid_at: Int = layout.start("bid")
        self.bidder_at: Int = layout.start("bidder")
        self.taken_at: Int = layout.start("taken")
        self.scored_at: Int = layout.start("scored")
        self.declared: vec[Int] = layout.places("declaration", ["", *texas_42.DECLARATIONS])

    def suit_count(self) -> int:
        """Counts the numbers, and the trumps."""
        return 8

    def stages(self) -> list[str]:
        """Lists what can be asked."""
        return texas_42.STAGES

    def call_moves(self) -> tuple[int, int]:
        """Gives the first move that is a call, and the first behind them."""
        return int(texas_42.PASS_MOVE), int(texas_42.DECLARE_MOVE)

    def done(self, round: TrickRound) -> Int:
        """All tricks are played from the hands of one deal."""
        return len(round.takers)

    def more(self, round: TrickRound) -> None:
        """Writes the auction, the declaration and what each side has taken."""
        assert isinstance(round, Texas42Round)
        self.mark(self.stage[round.stage])
        self.seat(self.dealer_at, round.first)
        self.calls(round, 0, round.auction.calls)
        self.number(self.bid_at, round.bid())
        self.seat(self.bidder_at, round.auction.holder)
        undeclared = round.declaration == texas_42.UNDECLARED
        self.mark(self.declared[0 if undeclared else round.declaration + 1])
        scored = round.sides() if round.over else [0, 0]
        for side in range(2):
            self.number(self.taken_at + side, round.taken[side] + 1)
            self.number(self.scored_at + side, scored[side] + 1)


class TakesRows(TrickRows):
    """Writes rows of Double Takes."""

    def __init__(self, game: TrickGame, layout: Layout) -> None:
        super().__init__(game, layout)
        self.part_at: Int = layout.start("part")
        self.parts_at: Int = layout.start("parts")
        self.aside_at: Int = layout.start("aside")
        self.taken_at: Int = layout.start("taken")
        self.won_at: Int = layout.start("won")
        self.returned_at: Int = layout.start("returned")
        self.asked: vec[Int] = layout.places("asked", ["play", "correct"])

    def suit_count(self) -> int:
        """Counts the numbers on the tiles."""
        return 16

    def done(self, round: TrickRound) -> Int:
        """Counts the tricks of the round that is played."""
        assert isinstance(round, DoubleTakesRound)
        return round.in_part

    def more(self, round: TrickRound) -> None:
        """Writes the round, what lies aside and the tiles that were shown and withdrawn."""
        assert isinstance(round, DoubleTakesRound)
        if self.rules.teams.count == self.players:
            self.by_seat(self.points_at, round.won)
        else:
            self.points(round)
        self.number(self.part_at, round.part)
        self.number(self.parts_at, round.takes.rounds)
        self.number(self.aside_at, 0 if round.over else round.boneyard())
        for seat in range(self.players):
            self.number(self.taken_at + self.seen_from(seat), round.tricks_of(seat))
        self.by_seat(self.won_at, round.won)
        self.mark(self.asked[1 if round.asking != NOBODY else 0])
        for tile in round.returned:
            for seat in range(self.players):
                if round.hands.holds(seat, tile):
                    self.mark(self.returned_at + 2 * tile)
                    self.number(self.returned_at + 2 * tile + 1, seat)
