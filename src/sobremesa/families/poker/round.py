"""One deal of Domino Poker: antes, betting, an exchange, betting again, and the pots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound
from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import MOVE_MASK, NO_MOVE, NOBODY, Data
from sobremesa.families.poker.moves import (
    BETTING,
    CALL,
    CHECK,
    EXCHANGE,
    EXCHANGING,
    FINISHED,
    FOLD,
    PAT,
    SECOND_BETTING,
    STAKE,
    WORDS,
)
from sobremesa.families.poker.pots import Pot, cut_into_pots
from sobremesa.families.poker.ranks import (
    COUNT,
    HAND_SIZE,
    MOST_EXCHANGED,
    RANKS,
    mask_of,
    names_of,
    rank_of,
    tiles_of,
    worth,
)
from sobremesa.families.poker.reading import read_move, refused
from sobremesa.material.dominoes import BIT, ZEROS

if TYPE_CHECKING:
    from sobremesa.families.poker.domino_poker import Poker

# How a deal ended.
SHOWDOWN: Final = "showdown"
FOLDED: Final = "folded"


@mypyc_attr(allow_interpreted_subclasses=True)
class PokerRound(DealtRound):
    """One deal of Domino Poker.

    Sets of seats are masks. `staked` counts all chips of a seat in the pots, `bets` those of
    the present betting round, the greatest of which is the `level` to be matched.
    """

    def __init__(self, rules: Poker, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: Poker = rules
        self.hands: vec[Int] = before
        self.discards: vec[Int] = before
        self.drawn: vec[Int] = before
        # `first` acts first: the seat at the dealer's left.
        self.stage: Int = BETTING
        self.chips: vec[Int] = before
        self.staked: vec[Int] = before
        self.bets: vec[Int] = before
        # The pots as they were won.
        self.taken: list[Pot] = []
        # Who is still in the deal, and who has acted since the last full bet or raise.
        self.staying: Int = 0
        self.acted: Int = 0
        self.level: Int = 0
        # Whether a full bet was made in this betting round, the last full bet or raise, and
        # how many raises there were.
        self.opened: bool = False
        self.raise_by: Int = rules.bet
        self.raises: Int = 0

    def clear(self) -> None:
        """Lays out nothing for anybody; a copy gets its rows from its twin."""
        seats = self.rules.players
        self.hands, self.discards, self.drawn = ZEROS[:seats], ZEROS[:seats], ZEROS[:seats]
        self.chips, self.staked, self.bets = self.before[:], ZEROS[:seats], ZEROS[:seats]

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Takes the antes and gives five tiles to everybody who has chips."""
        self.deck = deck
        self.first = first
        place: Int = 0
        for seat in range(self.rules.players):
            if self.before[seat] > 0:
                self.staying |= BIT[seat]
                self.pay_ante(seat)
                end = place + HAND_SIZE
                while place < end:
                    self.hands[seat] |= BIT[deck[place]]
                    place += 1
            self.dealt = append(self.dealt, place - self.next)
            self.next = place
        self.open_betting()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands[seat] |= BIT[piece]

    def empty_hand(self, seat: Int) -> None:
        """Takes all tiles out of a hand."""
        self.hands[seat] = 0

    def pay_ante(self, seat: Int) -> None:
        """Takes an ante, or what a short stack has (DPOKER-R20)."""
        ante = self.rules.ante if self.chips[seat] >= self.rules.ante else self.chips[seat]
        self.chips[seat] -= ante
        self.staked[seat] += ante

    def open_betting(self) -> None:
        """Begins a betting round with the first at the dealer's left who can act (DPOKER-R12)."""
        self.turn = self.first - 1
        self.next_to_bet()

    def next_to_bet(self) -> None:
        """Passes the turn, or ends the betting when all have acted and matched the level, or
        nobody is left who could answer (DPOKER-R12, DPOKER-R19)."""
        seats = self.rules.players
        able = self.able_to_bet()
        if able & (able - 1) == 0 and not self.owes(able):
            self.end_betting()
            return
        seat = self.turn
        for _ in range(seats):
            seat = seat + 1 if seat + 1 < seats else 0
            if able & BIT[seat] != 0 and (
                self.acted & BIT[seat] == 0 or self.bets[seat] < self.level
            ):
                self.turn = seat
                return
        self.end_betting()

    def able_to_bet(self) -> Int:
        """Gives the seats that are in the deal and have chips."""
        able: Int = 0
        for seat in range(self.rules.players):
            if self.staying & BIT[seat] != 0 and self.chips[seat] > 0:
                able |= BIT[seat]
        return able

    def owes(self, able: Int) -> bool:
        """Tells whether the only seat that has chips still has something to call."""
        for seat in range(self.rules.players):
            if able & BIT[seat] != 0:
                return self.bets[seat] < self.level
        return False

    def legal(self) -> vec[Int]:
        """Lists what can be exchanged, or what can be staked."""
        if self.over:
            return vec[Int]()
        return self.exchanges() if self.stage == EXCHANGING else self.betting_moves()

    def betting_moves(self) -> vec[Int]:
        """Lists check, or fold and call, and the bets or raises (DPOKER-R12)."""
        moves = vec[Int]([CHECK])
        if self.bets[self.turn] < self.level:
            moves = vec[Int]([FOLD, CALL])
        if not self.may_raise():
            return moves
        most = self.most()
        least = self.least()
        if not self.rules.no_limit or least >= most:
            return append(moves, STAKE + (least if least < most else most))
        for level in range(least, most + 1):
            moves = append(moves, STAKE + level)
        return moves

    def most(self) -> Int:
        """Gives what the seat to act stakes in this betting round if it goes all-in."""
        return self.bets[self.turn] + self.chips[self.turn]

    def least(self) -> Int:
        """Gives the level that a full bet or raise reaches."""
        return self.level + self.raise_by

    def may_raise(self) -> bool:
        """Tells whether the seat to act may bet or raise, fully or for its last chips."""
        able = self.able_to_bet()
        return (
            self.most() > self.level
            and not self.is_capped()
            and not self.is_closed()
            # A raise that nobody could answer is none (DPOKER-R19).
            and able & ~BIT[self.turn] != 0
        )

    def is_capped(self) -> bool:
        """Tells whether the raises of this betting round are used up (DPOKER-R11)."""
        return self.opened and not self.rules.no_limit and self.raises >= self.rules.max_raises

    def is_closed(self) -> bool:
        """Tells whether the seat to act has acted since the last full bet or raise: then a
        short all-in does not let it raise again (DPOKER-R19)."""
        return self.opened and self.acted & BIT[self.turn] != 0

    def exchanges(self) -> vec[Int]:
        """Lists the ways to exchange up to three tiles as far as the boneyard lasts."""
        most = self.boneyard() if self.boneyard() < MOST_EXCHANGED else MOST_EXCHANGED
        return vec[Int]([EXCHANGE + mask for mask in range(32) if COUNT[mask] <= most])

    def play(self, move: Int) -> None:
        """Folds, checks, calls, stakes or exchanges."""
        self.note(move)
        if self.stage == EXCHANGING:
            self.exchange(move - EXCHANGE)
            self.acted |= BIT[self.turn]
            self.next_to_exchange()
            return
        if move == FOLD:
            self.staying &= ~BIT[self.turn]
        elif move == CALL:
            self.stake(self.level if self.level < self.most() else self.most())
        elif move >= STAKE:
            self.lift(move - STAKE)
        self.acted |= BIT[self.turn]
        if self.staying & (self.staying - 1) == 0:
            self.end_betting()
        else:
            self.next_to_bet()

    def stake(self, level: Int) -> None:
        """Brings what the seat to act has staked in this betting round to a level."""
        paid = level - self.bets[self.turn]
        self.bets[self.turn] = level
        self.staked[self.turn] += paid
        self.chips[self.turn] -= paid
        self.made(-paid)

    def lift(self, level: Int) -> None:
        """Bets or raises; only a full bet or raise counts and lets others raise again
        (DPOKER-R19)."""
        if level >= self.least():
            self.raise_by = level - self.level
            self.raises += 1 if self.opened else 0
            self.opened = True
            self.acted = 0
        self.stake(level)
        self.level = level

    def end_betting(self) -> None:
        """Gives back what nobody matched, then exchanges or settles."""
        self.give_back()
        self.gather()
        if self.stage == BETTING and self.rules.draws and self.staying & (self.staying - 1) != 0:
            self.stage = EXCHANGING
            self.next_to_exchange()
        else:
            self.settle()

    def gather(self) -> None:
        """Puts the bets into the middle, ready for another betting round."""
        for seat in range(self.rules.players):
            self.bets[seat] = 0
        self.level = 0
        self.acted = 0
        self.opened = False
        self.raise_by = self.rules.bet
        self.raises = 0

    def give_back(self) -> None:
        """Gives back the part of the largest stake that no other has matched (DPOKER-R18)."""
        owner: Int = 0
        second: Int = 0
        for seat in range(1, self.rules.players):
            if self.staked[seat] > self.staked[owner]:
                second = self.staked[owner]
                owner = seat
            elif self.staked[seat] > second:
                second = self.staked[seat]
        back = self.staked[owner] - second
        self.staked[owner] -= back
        self.chips[owner] += back

    def exchange(self, mask: Int) -> None:
        """Throws tiles away and draws as many from the boneyard (DPOKER-R10)."""
        held = tiles_of(self.hands[self.turn])
        thrown: Int = 0
        for place in range(len(held)):
            if mask & BIT[place] != 0:
                thrown |= BIT[held[place]]
        drawn: Int = 0
        for _ in range(COUNT[mask]):
            drawn |= BIT[self.deck[self.next]]
            self.next += 1
        self.discards[self.turn] = thrown
        self.drawn[self.turn] = drawn
        self.hands[self.turn] = (self.hands[self.turn] & ~thrown) | drawn

    def next_to_exchange(self) -> None:
        """Asks the next who stays, all-in or not, while there are tiles; then bets again."""
        seats = self.rules.players
        seat = self.first
        steps: Int = 0
        while steps < seats and self.boneyard() > 0:
            if self.staying & ~self.acted & BIT[seat] != 0:
                self.turn = seat
                return
            seat = seat + 1 if seat + 1 < seats else 0
            steps += 1
        self.stage = SECOND_BETTING
        self.acted = 0
        self.open_betting()

    def settle(self) -> None:
        """Gives every pot to the best hand that contests it (DPOKER-R17, DPOKER-R18)."""
        self.taken = cut_into_pots(self)
        for pot in self.taken:
            pot.winner = self.best_of(pot.seats)
        for pot in self.taken:
            self.chips[pot.winner] += pot.chips
        self.stage = FINISHED
        self.finish()

    def best_of(self, seats: Int) -> Int:
        """Finds the seat with the best hand; a seat that is alone need not show."""
        best: Int = NOBODY
        highest: Int = -1
        for seat in range(self.rules.players):
            if seats & BIT[seat] != 0:
                value = worth(self.hands[seat], self.rules.hoyle) if seats != BIT[seat] else 0
                if value > highest:
                    highest = value
                    best = seat
        return best

    def points(self) -> list[int]:
        """Gives the chips won or lost by seat; what is staked is lost until it is won."""
        return [int(self.chips[seat] - self.before[seat]) for seat in range(self.rules.players)]

    def dealer(self) -> Int:
        """Finds the dealer: the nearest seat with chips at the right of the first to act."""
        seats = self.rules.players
        seat = self.first
        while True:
            seat = seat - 1 if seat > 0 else seats - 1
            if self.before[seat] > 0:
                return seat

    def dealt_in(self) -> int:
        """Gives the seats that got tiles, because they had chips."""
        return sum([int(BIT[seat]) for seat in range(self.rules.players) if self.before[seat] > 0])

    def hand_names(self, seat: Int) -> list[str]:
        """Names what a seat holds, the highest tile first."""
        return names_of(self.hands[seat])

    def discards_named(self) -> list[list[str]]:
        """Names what every seat has thrown away."""
        return [names_of(thrown) for thrown in self.discards]

    def throw_away(self, rows: list[list[str]]) -> None:
        """Takes over what every seat has thrown away."""
        self.discards = vec[Int]([mask_of(self.rules.names_of(row)) for row in rows])

    def is_seen(self, other: int, seat: int) -> bool:
        """Tells whether a seat may see another's hand, which need not be so at the end."""
        return other == seat or self.is_shown(other)

    def is_shown(self, seat: Int) -> bool:
        """Tells whether a hand lies open: at the end, of those who stayed to the showdown."""
        return (
            self.over and self.staying & BIT[seat] != 0
            and self.staying & (self.staying - 1) != 0
        )

    def text(self, move: Int) -> str:
        """Writes a move: `fold`, `check`, `call`, `bet2`, `raise6`, `x6-4,5-3` or `pat`.

        A bet or raise says what the seat has then staked in this betting round.
        """
        if move >= STAKE:
            return f"{'raise' if self.level > 0 else 'bet'}{move - STAKE}"
        if move >= EXCHANGE:
            return thrown_text(self.picked(move - EXCHANGE))
        return WORDS[int(move)]

    def picked(self, mask: Int) -> list[str]:
        """Names the tiles that a mask picks from the hand of the seat to decide."""
        names = names_of(self.hands[self.turn])
        return [name for place, name in enumerate(names) if mask & BIT[place] != 0]

    def told(self, entry: int, seat: int) -> str:
        """Writes a move of the log; of an exchange others know only how many tiles (DPOKER-R10)."""
        move = self.log[entry] & MOVE_MASK
        mover = self.mover(entry)
        if move >= STAKE:
            return f"{'bet' if self.was_first_bet(entry) else 'raise'}{move - STAKE}"
        if move <= EXCHANGE:
            return WORDS[int(move)]
        if seat != mover:
            return f"x{COUNT[move - EXCHANGE]}"
        thrown = thrown_text(names_of(self.discards[mover]))
        return thrown + "+" + ",".join(names_of(self.drawn[mover]))

    def known_move(self, entry: Int, seat: Int) -> Int:
        """Gives a move of the log; others do not know which tiles were exchanged."""
        move = self.log[entry] & MOVE_MASK
        return NO_MOVE if EXCHANGE < move < STAKE and seat != self.mover(int(entry)) else move

    def was_first_bet(self, entry: int) -> bool:
        """Tells whether nobody had staked in the betting round before an entry of the log."""
        for before in range(entry - 1, -1, -1):
            move = self.log[before] & MOVE_MASK
            if move >= STAKE:
                return False
            if move >= EXCHANGE:
                return True
        if self.began is None:
            return True
        assert isinstance(self.began, PokerRound)
        return self.began.level == 0

    def read(self, text: str) -> int:
        """Reads `fold`, `check`, `call`, `bet 2`, `raise to 6`, `all-in`, `x6-4,5-3`, `pat`."""
        return read_move(self, text)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move is not legal here."""
        return refused(self, move)

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a button; for an exchange the tiles, in any order, and the button."""
        if move >= STAKE:
            chips = move - STAKE
            if chips == self.most():
                return ("all-in",)
            kind = "raise" if self.level > 0 else "bet"
            return (f"{kind}:{chips}",) if self.rules.no_limit else (kind,)
        if move == EXCHANGE:
            return (PAT,)
        if move > EXCHANGE:
            tiles = [f"pick:{name}" for name in self.picked(move - EXCHANGE)]
            return (*tiles, "exchange")
        return (WORDS[int(move)],)

    def shown(self, seat: int) -> Data:
        """Gives what is public, the seat's own tiles, and the hands shown at the end."""
        return {
            **self.parts_seen(seat),
            "dealer": int(self.dealer()),
            "ranks": [
                RANKS[int(rank_of(self.hands[other], self.rules.hoyle))]
                if self.hands[other] != 0 and self.is_seen(other, seat) else ""
                for other in range(self.rules.players)
            ],
            "chips": [int(chips) for chips in self.chips],
            "pots": [pot.shown() for pot in (self.taken if self.over else cut_into_pots(self))],
            **self.terms(),
            "quick": self.quick() if seat == self.turn else [],
            "ending": self.how_ended(),
        }

    def opening_seen(self, seat: int) -> Data:
        """Gives the deal or position as a seat knows it now.

        A player who shows without having exchanged shows what they were dealt.
        """
        opening = self.opening()
        known = [
            other == seat or (self.is_shown(other) and self.discards[other] == 0)
            for other in range(self.rules.players)
        ]
        for part in ("hands", "discards"):
            if part in opening:
                opening[part] = [
                    tiles if known[other] else len(tiles)
                    for other, tiles in enumerate(opening[part])
                ]
        opening["boneyard"] = len(opening["boneyard"])
        return opening

    def terms(self) -> Data:
        """Gives what the seat to act has to call, and how it may bet or raise."""
        if self.over or self.stage == EXCHANGING:
            return {"call": 0, "least": 0, "most": 0, "level": 0, "raises": 0}
        owed = self.level - self.bets[self.turn]
        least, most = (self.least(), self.most()) if self.may_raise() else (0, 0)
        return {
            "call": int(owed if owed < self.chips[self.turn] else self.chips[self.turn]),
            "least": int(least if least < most else most),
            "most": int(most if self.rules.no_limit or most < least else least),
            "level": int(self.level),
            "raises": int(self.raises),
        }

    def quick(self) -> list[str]:
        """Names the touches that people use most among many: half the pot and the pot on top
        of a call or, where these are none, the least raise."""
        if not self.rules.no_limit or self.stage == EXCHANGING or not self.may_raise():
            return []
        pot = self.level - self.bets[self.turn]
        for chips in self.staked:
            pot += chips
        named = [self.level + pot // 2, self.level + pot]
        wanted = [level for level in named if self.least() <= level < self.most()]
        if not wanted and self.least() < self.most():
            wanted = [self.least()]
        return [self.touches(STAKE + level)[0] for level in wanted]

    def how_ended(self) -> str:
        """Says how the deal ended: by a showdown, or because all but one folded."""
        if not self.over:
            return ""
        return SHOWDOWN if self.staying & (self.staying - 1) != 0 else FOLDED

    def dealt_names(self) -> list[list[str]]:
        """Lists the hands as they were dealt, each from its highest tile."""
        return [hand[::-1] for hand in super().dealt_names()]

    def noted(self, entry: int) -> str:
        """Writes an entry of the log as its mover knows it."""
        return self.told(entry, self.mover(entry))

    def set_up(self, data: Data) -> None:
        """Takes over a position; what it does not say of the chips follows from the rest."""
        self.staying = self.dealt_in()
        super().set_up(data)
        for seat in range(self.rules.players):
            self.chips[seat] = self.before[seat] - self.staked[seat]
            if self.bets[seat] > self.level:
                self.level = self.bets[seat]
        if self.over:
            self.give_back()
            self.settle()

    def pieces(self) -> list[str]:
        """Lists the tiles wherever they are, and the chips on the table."""
        chips = sum([int(chips) for chips in self.chips])
        if not self.over:
            chips += sum([int(chips) for chips in self.staked])
        return [*super().pieces(), f"{chips} chips"]

    def copy(self) -> PokerRound:
        """Makes an independent copy."""
        twin = PokerRound(self.rules, self.number, self.before)
        self.copy_deal(twin)
        twin.hands, twin.discards, twin.drawn = self.hands[:], self.discards, self.drawn
        if self.rules.draws:
            twin.discards, twin.drawn = self.discards[:], self.drawn[:]
        twin.stage, twin.chips, twin.staked = self.stage, self.chips[:], self.staked[:]
        twin.bets, twin.taken, twin.staying = self.bets[:], self.taken, self.staying
        twin.acted, twin.level, twin.opened = self.acted, self.level, self.opened
        twin.raise_by, twin.raises = self.raise_by, self.raises
        return twin


def thrown_text(names: list[str]) -> str:
    """Writes an exchange: `x6-4,5-3`, or `pat` for none."""
    return "x" + ",".join(names) if names else PAT
