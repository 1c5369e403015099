"""Domino Poker (Spanish: Póquer): ordinary poker with twenty dominoes.

The double-ace and all blanks are taken out of a double-six set. Everybody antes a chip and gets
five tiles. From the dealer's left each player in turn checks or bets until somebody has bet; from
then on each folds, calls or raises, until all who are left have staked the same. They show, and
the best hand takes the pot; when all but one have folded, the last takes it without showing. A
player who runs out of chips is all-in and plays for the part of the pot they could match. Doubles
make the hands: two are a pair, five the Royal. With `draw` up to three tiles may be exchanged
after the betting, and a second betting round follows. After twenty deals, or when one player has
everything, the most chips win.

Chips are the points of the match. The moves: to fold, to check, to call; `STAKE + n` bets or
raises to n chips in this betting round; `EXCHANGE + mask` throws away tiles of the hand, bit 0
standing for the highest.
"""

from __future__ import annotations

import re
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtGame, DealtRound
from sobremesa.core.errors import BadOption, BadPosition, IllegalMove
from sobremesa.core.game import (
    MOVE_MASK,
    NOBODY,
    Data,
    Round,
    View,
    Worlds,
)
from sobremesa.core.options import Option, Value, players_option
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.families.poker.positions import STAGES, problems
from sobremesa.families.poker.ranks import (
    ALL_TILES,
    COUNT,
    HAND_SIZE,
    MOST_EXCHANGED,
    ORDER,
    RANKS,
    mask_of,
    names_of,
    rank_of,
    read_tile,
    tiles_of,
    worth,
)
from sobremesa.families.poker.views import PokerView
from sobremesa.families.poker.worlds import PokerWorlds
from sobremesa.material.dominoes import BIT, ZEROS

FOLD: Final[Int] = 0
CHECK: Final[Int] = 1
CALL: Final[Int] = 2
# Behind these a mask of five bits, then the number of chips.
EXCHANGE: Final[Int] = 3
STAKE: Final[Int] = 35

# Every legal raise is a move of its own, so stacks stay below this.
LARGEST_STACK: Final = 1000

# The stages of a deal, by their place in STAGES.
BETTING: Final[Int] = 0
EXCHANGING: Final[Int] = 1
SECOND_BETTING: Final[Int] = 2
FINISHED: Final[Int] = 3

# How a deal ended.
SHOWDOWN: Final = "showdown"
FOLDED: Final = "folded"

EXCHANGE_WORDS: Final = re.compile(r"(?:exchange|discard|throw|x)[\s:]*(.*)")
STAKE_WORDS: Final = re.compile(r"(bet|b|raise|r)\s*(?:to\s*)?([+-]?\d+)")
PLAIN_WORDS: Final = {
    "fold": FOLD, "f": FOLD, "check": CHECK, "k": CHECK, "call": CALL, "c": CALL,
    "pat": EXCHANGE, "stand": EXCHANGE, "stand pat": EXCHANGE,
}
PAT: Final = "pat"

PLAYERS: Final = players_option(3, "DPOKER-R01", high=4)
STRAIGHTS: Final = Option(
    "straights", "examples",
    "What the number of a straight means: what fits the printed examples, or its suit, as in "
    "Hoyle.",
    "DPOKER-R03", title="Straights",
    words={"examples": "as in the printed examples", "hoyle": "by suit, as in Hoyle"},
)
DRAW: Final = Option(
    "draw", False,
    "Whether up to three tiles may be exchanged before a second betting round; for two or "
    "three players.",
    "DPOKER-R10", title="Draw poker",
)
BETTING_LIMIT: Final = Option(
    "betting", "limit", "Whether bets and raises are of one size, or any size up to the stack.",
    "DPOKER-R11", title="Betting",
    words={"limit": "fixed size", "no_limit": "no limit"},
)
ANTE: Final = Option(
    "ante", 1, "Chips that each player stakes before the deal.", "DPOKER-R11", title="Ante", low=1,
    high=LARGEST_STACK,
)
BET: Final = Option(
    "bet", 2, "Size of a bet and of a raise; without a limit, the smallest bet.", "DPOKER-R11",
    title="Size of a bet", low=1, high=LARGEST_STACK,
)
MAX_RAISES: Final = Option(
    "max_raises", 3, "Raises allowed in a betting round with a limit.", "DPOKER-R11",
    title="Most raises", low=0, high=100,
)
STACK: Final = Option(
    "stack", 100, "Chips each player starts with.", "DPOKER-R11", title="Chips to start with",
    low=2, high=LARGEST_STACK,
)
HANDS: Final = Option(
    "hands", 20, "Deals after which the session ends.", "DPOKER-R16", title="Deals", low=1,
    high=1000,
)
FIRST_DEALER: Final = Option(
    "first_dealer", -1, "Who deals first.", "DPOKER-R20", title="First dealer", low=-1, high=3,
    seat=True, words={"-1": "by chance"},
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Poker(DealtGame):
    """The rules of Domino Poker."""

    NAME: ClassVar[str] = "domino-poker"
    VIEW: ClassVar[type] = PokerView
    FAMILY: ClassVar[str] = "poker"
    TITLE: ClassVar[str] = "Domino Poker"
    SENTENCE: ClassVar[str] = "Poker with twenty tiles: doubles make the hands, chips decide."
    VERSION: ClassVar[int] = 1
    OPTIONS: ClassVar[list[Option]] = [
        PLAYERS, STRAIGHTS, DRAW, BETTING_LIMIT, ANTE, BET, MAX_RAISES, STACK, HANDS,
        FIRST_DEALER,
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as printed": {}, "draw poker": {"draw": True}, "no limit": {"betting": "no_limit"},
    }

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        self.hoyle: bool = self.choice("straights") == "hoyle"
        self.draws: bool = self.flag("draw")
        self.no_limit: bool = self.choice("betting") == "no_limit"
        self.ante: Int = self.number("ante")
        self.bet: Int = self.number("bet")
        self.max_raises: Int = self.number("max_raises")
        self.stack: Int = self.number("stack")
        self.chips: Int = self.players * self.stack
        self.last_round = self.number("hands")
        self.move_count = STAKE + self.chips + 1
        self.longest = self._longest()
        self._check_seats()

    def _longest(self) -> Int:
        """Bounds the moves of a deal: after each of the raises everybody acts at most once, and
        a raise that is not a full one takes somebody's last chip."""
        raises = self.chips // self.bet if self.no_limit else self.max_raises + 1
        rounds: Int = 2 if self.draws else 1
        return self.players * ((raises + self.players + 1) * rounds + 1)

    def _check_seats(self) -> None:
        if self.draws and self.players == 4:
            raise BadOption(
                "four players cannot draw: all twenty tiles are dealt (DPOKER-R21)",
                option="draw",
            )
        if self.ante >= self.stack:
            raise BadOption(
                "an ante of {ante} leaves nothing to bet from a stack of {stack} (DPOKER-R11)",
                option="ante", ante=int(self.ante), stack=int(self.stack),
            )
        if self.number("first_dealer") >= self.players:
            raise BadOption(
                "{option} cannot be {seat}: the seats are 0 to {last} ({ruling})",
                option="first_dealer", ruling="DPOKER-R20", seat=self.number("first_dealer"),
                last=int(self.players) - 1,
            )

    def starting_points(self) -> list[int]:
        """Gives all players their stack (DPOKER-R11)."""
        return [int(self.stack) for _ in range(self.players)]

    def opener(self, rng: Rng) -> int:
        """Finds who acts first in the first deal: the seat at the left of its dealer."""
        named = self.number("first_dealer")
        dealer = named if named >= 0 else int(rng.below(self.players))
        return (dealer + 1) % int(self.players)

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> PokerRound:
        """Shuffles the twenty tiles and gives five to everybody who has chips (SETS-R02)."""
        deck = ALL_TILES[:]
        rng.shuffle(deck)
        return self.begin(deck, first, number, vec[Int]([chips for chips in before]))

    def begin(self, deck: vec[Int], first: Int, number: Int, before: vec[Int]) -> PokerRound:
        """Starts a deal from the shuffled tiles."""
        round = self.empty_round(number, before)
        round.deal(deck, first)
        return round

    def empty_round(self, number: Int, before: vec[Int]) -> PokerRound:
        """Makes a deal with nothing dealt."""
        return PokerRound(self, number, before)

    def next_first(self, last: Round) -> int:
        """Passes the deal to the left, over those who are out (DPOKER-R16, DPOKER-R20)."""
        assert isinstance(last, PokerRound)
        stacks = last.scores()
        dealer = next_with_chips(stacks, int(last.dealer()))
        return next_with_chips(stacks, dealer)

    def winners(self, scores: list[int]) -> list[int]:
        """Finds who has all the chips; after the last deal the most win (DPOKER-R16)."""
        holding = [seat for seat, chips in enumerate(scores) if chips > 0]
        return holding if len(holding) == 1 else []

    def pieces(self) -> list[str]:
        """Lists the tiles, and the chips of all players together."""
        return [*ORDER, f"{self.chips} chips"]

    def worlds(self, view: View) -> Worlds:
        """Finds the hands that fit everything a seat has seen."""
        return PokerWorlds(self, view)

    def piece_name(self, piece: int) -> str:
        """Names a tile."""
        return ORDER[piece]

    def parse_piece(self, text: str) -> int:
        """Reads a tile."""
        return read_tile(text)

    def problems(self, data: Data) -> list[str]:
        """Says everything that is wrong with a position."""
        return problems(self, data)

    def is_dealt(self, data: Data) -> bool:
        """Tells whether all have five tiles, or none where they are out, and none is thrown."""
        return all(len(hand) in (0, HAND_SIZE) for hand in data["hands"]) and not any(
            data.get("discards", [])
        )

    def load(self, data: Data) -> DealtRound:
        """Sets up a deal or a position, whose points must be those of its chips."""
        round = super().load(data)
        if "points" in data and data["points"] != round.points():
            raise BadPosition([f"the points of this position are {round.points()}"])
        return round


def next_with_chips(stacks: list[int], seat: int) -> int:
    """Finds the next seat to the left that has chips."""
    after = (seat + 1) % len(stacks)
    while stacks[after] == 0:
        after = (after + 1) % len(stacks)
    return after


class Pot:
    """A pot: its chips, the seats that contest it, and who took it, or -1."""

    def __init__(self, chips: Int, seats: Int) -> None:
        self.chips: Int = chips
        self.seats: Int = seats
        self.winner: Int = NOBODY


@mypyc_attr(allow_interpreted_subclasses=True)
class PokerRound(DealtRound):
    """One deal of Domino Poker.

    Sets of seats are masks. `staked` counts all chips of a seat in the pots, `bets` those of
    the present betting round, the greatest of which is the `level` to be matched.
    """

    def __init__(self, rules: Poker, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.rules: Poker = rules
        seats = rules.players
        self.hands: vec[Int] = ZEROS[:seats]
        self.discards: vec[Int] = ZEROS[:seats]
        self.drawn: vec[Int] = ZEROS[:seats]
        # `first` acts first: the seat at the dealer's left.
        self.stage: Int = BETTING
        self.chips: vec[Int] = before[:]
        self.staked: vec[Int] = ZEROS[:seats]
        self.bets: vec[Int] = ZEROS[:seats]
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

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Takes the antes and gives five tiles to everybody who has chips."""
        self.deck = deck
        self.first = first
        seat: Int = 0
        place: Int = 0
        while seat < self.rules.players:
            if self.before[seat] > 0:
                self.staying |= BIT[seat]
                self.pay_ante(seat)
                end = place + HAND_SIZE
                while place < end:
                    self.hands[seat] |= BIT[deck[place]]
                    place += 1
            self.dealt = append(self.dealt, place - self.next)
            self.next = place
            seat += 1
        self.open_betting()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a tile into a hand."""
        self.hands[seat] |= BIT[piece]

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
        steps: Int = 0
        seat = self.turn
        while steps < seats:
            seat = seat + 1 if seat + 1 < seats else 0
            if able & BIT[seat] != 0 and (
                self.acted & BIT[seat] == 0 or self.bets[seat] < self.level
            ):
                self.turn = seat
                return
            steps += 1
        self.end_betting()

    def able_to_bet(self) -> Int:
        """Gives the seats that are in the deal and have chips."""
        able: Int = 0
        seat: Int = 0
        while seat < self.rules.players:
            if self.staying & BIT[seat] != 0 and self.chips[seat] > 0:
                able |= BIT[seat]
            seat += 1
        return able

    def owes(self, able: Int) -> bool:
        """Tells whether the only seat that has chips still has something to call."""
        seat: Int = 0
        while seat < self.rules.players:
            if able & BIT[seat] != 0:
                return self.bets[seat] < self.level
            seat += 1
        return False

    def legal(self) -> vec[Int]:
        """Lists what can be exchanged, or what can be staked."""
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
        while least <= most:
            moves = append(moves, STAKE + least)
            least += 1
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
        return (
            self.opened and not self.rules.no_limit and self.raises >= self.rules.max_raises
        )

    def is_closed(self) -> bool:
        """Tells whether the seat to act has acted since the last full bet or raise: then a
        short all-in does not let it raise again (DPOKER-R19)."""
        return self.opened and self.acted & BIT[self.turn] != 0

    def exchanges(self) -> vec[Int]:
        """Lists the ways to exchange up to three tiles as far as the boneyard lasts."""
        moves = vec[Int]()
        most = self.boneyard() if self.boneyard() < MOST_EXCHANGED else MOST_EXCHANGED
        mask: Int = 0
        while mask < 32:
            if COUNT[mask] <= most:
                moves = append(moves, EXCHANGE + mask)
            mask += 1
        return moves

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
        if (
            self.stage == BETTING and self.rules.draws
            and self.staying & (self.staying - 1) != 0
        ):
            self.stage = EXCHANGING
            self.next_to_exchange()
        else:
            self.settle()

    def gather(self) -> None:
        """Puts the bets into the middle, ready for another betting round."""
        seat: Int = 0
        while seat < self.rules.players:
            self.bets[seat] = 0
            seat += 1
        self.level = 0
        self.acted = 0
        self.opened = False
        self.raise_by = self.rules.bet
        self.raises = 0

    def give_back(self) -> None:
        """Gives back the part of the largest stake that no other has matched (DPOKER-R18)."""
        owner: Int = 0
        second: Int = 0
        seat: Int = 1
        while seat < self.rules.players:
            if self.staked[seat] > self.staked[owner]:
                second = self.staked[owner]
                owner = seat
            elif self.staked[seat] > second:
                second = self.staked[seat]
            seat += 1
        back = self.staked[owner] - second
        self.staked[owner] -= back
        self.chips[owner] += back

    def exchange(self, mask: Int) -> None:
        """Throws tiles away and draws as many from the boneyard (DPOKER-R10)."""
        held = tiles_of(self.hands[self.turn])
        thrown: Int = 0
        place: Int = 0
        while place < len(held):
            if mask & BIT[place] != 0:
                thrown |= BIT[held[place]]
            place += 1
        drawn: Int = 0
        count = COUNT[mask]
        while count > 0:
            drawn |= BIT[self.deck[self.next]]
            self.next += 1
            count -= 1
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

    def pots(self) -> list[Pot]:
        """Cuts what lies in the middle into pots (DPOKER-R18).

        There is a cut at each total of somebody who is all-in. Every slice is contested by
        those who stay and have paid it in full; what nobody who stays has paid in full joins
        the pot below. The bets of a betting round that goes on do not lie in the middle yet.
        """
        found: list[Pot] = []
        floor: Int = 0
        while True:
            level = self.next_cut(floor)
            if level == floor:
                break
            contesting: Int = 0
            chips: Int = 0
            for seat in range(self.rules.players):
                total = self.staked[seat] - self.bets[seat]
                if self.staying & BIT[seat] != 0 and total >= level:
                    contesting |= BIT[seat]
                if total > floor:
                    chips += (total if total < level else level) - floor
            found.append(Pot(chips, contesting))
            floor = level
        for seat in range(self.rules.players):
            total = self.staked[seat] - self.bets[seat]
            if total > floor and len(found) > 0:
                found[len(found) - 1].chips += total - floor
        return found

    def next_cut(self, floor: Int) -> Int:
        """Finds the lowest cut above `floor`: where somebody is all-in, or the highest total."""
        cut: Int = 0
        top = floor
        for seat in range(self.rules.players):
            total = self.staked[seat] - self.bets[seat]
            if self.staying & BIT[seat] != 0 and total > floor:
                if total > top:
                    top = total
                if self.chips[seat] == 0 and self.bets[seat] == 0 and (cut == 0 or total < cut):
                    cut = total
        return cut if cut > 0 else top

    def settle(self) -> None:
        """Gives every pot to the best hand that contests it (DPOKER-R17, DPOKER-R18)."""
        self.taken = self.pots()
        for pot in self.taken:
            pot.winner = self.best_of(pot.seats)
        for pot in self.taken:
            self.chips[pot.winner] += pot.chips
        self.stage = FINISHED
        self.over = True
        self.turn = NOBODY

    def best_of(self, seats: Int) -> Int:
        """Finds the seat with the best hand; a seat that is alone need not show."""
        best: Int = NOBODY
        highest: Int = -1
        seat: Int = 0
        while seat < self.rules.players:
            if seats & BIT[seat] != 0:
                value = worth(self.hands[seat], self.rules.hoyle) if seats != BIT[seat] else 0
                if value > highest:
                    highest = value
                    best = seat
            seat += 1
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
        return ["fold", "check", "call"][int(move)]

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
            return ["fold", "check", "call", PAT][int(move)]
        if seat != mover:
            return f"x{COUNT[move - EXCHANGE]}"
        thrown = thrown_text(names_of(self.discards[mover]))
        return thrown + "+" + ",".join(names_of(self.drawn[mover]))

    def was_first_bet(self, entry: int) -> bool:
        """Tells whether nobody had staked in the betting round before an entry of the log."""
        for before in range(entry - 1, -1, -1):
            move = self.log[before] & MOVE_MASK
            if move >= STAKE:
                return False
            if move >= EXCHANGE:
                return True
        return self.set_up_as is None or max(self.set_up_as["bets"]) == 0

    def read(self, text: str) -> int:
        """Reads `fold`, `check`, `call`, `bet 2`, `raise to 6`, `all-in`, `x6-4,5-3`, `pat`."""
        word = tidy(text).lower()
        if word in PLAIN_WORDS:
            return int(PLAIN_WORDS[word])
        if word in ("bet", "raise", "b", "r"):
            return self._read_plain_stake(word)
        if word in ("all-in", "all in", "allin", "a"):
            return int(CALL if self.most() <= self.level else STAKE + self.most())
        staked = STAKE_WORDS.fullmatch(word)
        if staked is not None:
            return self._read_stake(staked.group(1), staked.group(2))
        thrown = EXCHANGE_WORDS.fullmatch(word)
        if thrown is not None:
            return self._read_exchange(thrown.group(1))
        raise IllegalMove(
            "{text} is no move: write fold, check, call, bet 2, raise 6 or all-in", text=text
        )

    def _check_stake(self, word: str) -> None:
        """Refuses a bet where a raise is possible, and a raise where a bet is (DPOKER-R11)."""
        if self.stage == EXCHANGING or not self.may_raise():
            return
        if self.level > 0 and word.startswith("b"):
            raise IllegalMove(
                "there is a bet of {chips} already: say raise if you mean to raise (DPOKER-R11)",
                chips=int(self.level),
            )
        if self.level == 0 and word.startswith("r"):
            raise IllegalMove("nobody has bet, so there is nothing to raise: bet (DPOKER-R11)")

    def _read_plain_stake(self, word: str) -> int:
        self._check_stake(word)
        if self.rules.no_limit and self.stage != EXCHANGING and self.may_raise():
            least = int(self.least() if self.least() < self.most() else self.most())
            if self.level > 0:
                raise IllegalMove(
                    "say to how much: at least {least}, like raise {least} (DPOKER-R11)",
                    least=least,
                )
            raise IllegalMove(
                "say how much: at least {least}, like bet {least} (DPOKER-R11)", least=least
            )
        return int(STAKE + (self.least() if self.least() < self.most() else self.most()))

    def _read_stake(self, word: str, digits: str) -> int:
        self._check_stake(word)
        chips = int(digits) if len(digits) < 10 else int(self.rules.chips) + 1
        if chips < 1:
            raise IllegalMove("a bet is at least one chip (DPOKER-R11)")
        if chips > self.rules.chips:
            raise self.too_much()
        return int(STAKE) + chips

    def _read_exchange(self, text: str) -> int:
        hand = names_of(self.hands[self.turn])
        mask: Int = 0
        # A record tells what was drawn, too; that follows from the deal.
        for word in text.partition("+")[0].replace(",", " ").split():
            name = ORDER[read_tile(word)]
            if name not in hand:
                raise IllegalMove("you do not hold {tile} (DPOKER-R10)", tile=name)
            if mask & BIT[hand.index(name)] != 0:
                raise IllegalMove("{tile} is named twice (DPOKER-R10)", tile=name)
            mask |= BIT[hand.index(name)]
        if mask == 0:
            raise IllegalMove(
                "say which tiles, like x6-4,5-3, or stand pat (DPOKER-R10)"
            )
        return int(EXCHANGE + mask)

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
        return (["fold", "check", "call"][int(move)],)

    def refusal(self, move: Int) -> IllegalMove:
        """Says why a move is not legal here."""
        if self.stage == EXCHANGING:
            return self.misexchanged(move)
        if EXCHANGE <= move < STAKE:
            if self.rules.draws:
                return IllegalMove("this is no time to exchange, but to bet (DPOKER-R10)")
            return IllegalMove("no tiles are exchanged without the option draw (DPOKER-R10)")
        if move >= STAKE:
            return self.misstaked(move - STAKE)
        if move == CHECK:
            return IllegalMove(
                "you cannot check: there are {chips} chips to call (DPOKER-R12)",
                chips=int(self.level - self.bets[self.turn]),
            )
        if move == FOLD:
            return IllegalMove("nobody has bet, so there is no need to fold: check (DPOKER-R12)")
        return IllegalMove("nobody has bet, so there is nothing to call: check (DPOKER-R12)")

    def misexchanged(self, move: Int) -> IllegalMove:
        """Says what is wrong with an exchange."""
        if not EXCHANGE <= move < STAKE:
            return IllegalMove(
                "tiles are exchanged now: throw some away or stand pat (DPOKER-R10)"
            )
        if COUNT[move - EXCHANGE] > MOST_EXCHANGED:
            return IllegalMove("at most three tiles may be exchanged (DPOKER-R10)")
        return IllegalMove(
            "the boneyard has only {count} tiles left (DPOKER-R10)", count=int(self.boneyard())
        )

    def misstaked(self, chips: Int) -> IllegalMove:
        """Says what is wrong with a bet or raise to that many chips."""
        if chips > self.most():
            return self.too_much()
        if self.may_raise():
            return self.wrong_size()
        if self.is_capped():
            return IllegalMove(
                "there have been {count} raises in this betting round, and that is all: "
                "call or fold (DPOKER-R11)", count=int(self.raises),
            )
        if self.is_closed():
            return IllegalMove(
                "you have acted since the last full bet, and a short all-in does not let you "
                "raise again: call or fold (DPOKER-R19)"
            )
        if self.most() <= self.level:
            return IllegalMove(
                "you have just enough to call or less: call or fold (DPOKER-R15)"
            )
        return IllegalMove(
            "nobody else has chips to answer a raise: call or fold (DPOKER-R19)"
        )

    def too_much(self) -> IllegalMove:
        """Says how much a seat can stake."""
        return IllegalMove(
            "you do not have so many chips: all-in is {most} here (DPOKER-R15)",
            most=int(self.most()),
        )

    def wrong_size(self) -> IllegalMove:
        """Says how much a bet or raise must be."""
        least, most = int(self.least()), int(self.most())
        if most < least:
            return IllegalMove(
                "you cannot pay a full bet or raise; less is possible only all-in, with {most} "
                "(DPOKER-R19)", most=most,
            )
        if not self.rules.no_limit:
            if self.level == 0:
                return IllegalMove("a bet is {bet} chips here (DPOKER-R11)", bet=least)
            return IllegalMove(
                "a raise is by {bet} chips here, so to {least} (DPOKER-R11)",
                bet=int(self.rules.bet), least=least,
            )
        if self.level == 0:
            return IllegalMove("the least bet is {least} (DPOKER-R11)", least=least)
        return IllegalMove(
            "the least raise is by {by}, so to {least} (DPOKER-R11)",
            by=int(self.raise_by), least=least,
        )

    def shown(self, seat: int) -> Data:
        """Gives what is public, the seat's own tiles, and the hands shown at the end."""
        seats = range(self.rules.players)
        return {
            "opening": self.seen_opening(seat),
            "first": int(self.first),
            "dealer": int(self.dealer()),
            "stage": STAGES[int(self.stage)],
            "hands": [
                names_of(self.hands[other]) if other == seat or self.is_shown(other)
                else len(names_of(self.hands[other]))
                for other in seats
            ],
            "ranks": [
                RANKS[int(rank_of(self.hands[other], self.rules.hoyle))]
                if self.hands[other] != 0 and (other == seat or self.is_shown(other)) else ""
                for other in seats
            ],
            "boneyard": int(self.boneyard()),
            "discards": [
                names_of(self.discards[other]) if other == seat
                else len(names_of(self.discards[other]))
                for other in seats
            ],
            "chips": [int(chips) for chips in self.chips],
            "staked": [int(chips) for chips in self.staked],
            "bets": [int(chips) for chips in self.bets],
            "pots": [
                {
                    "chips": int(pot.chips), "seats": seats_in(pot.seats),
                    "winner": int(pot.winner),
                }
                for pot in (self.taken if self.over else self.pots())
            ],
            "folded": self.folded(),
            **self.terms(),
            "quick": self.quick() if seat == self.turn else [],
            "ending": self.ending(),
        }

    def seen_opening(self, seat: int) -> Data:
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

    def folded(self) -> list[int]:
        """Lists the seats that got tiles and folded."""
        dealt: Int = 0
        for seat in range(self.rules.players):
            if self.before[seat] > 0:
                dealt |= BIT[seat]
        return seats_in(dealt & ~self.staying)

    def ending(self) -> str:
        """Says how the deal ended: by a showdown, or because all but one folded."""
        if not self.over:
            return ""
        return SHOWDOWN if self.staying & (self.staying - 1) != 0 else FOLDED

    def dump(self) -> Data:
        """Gives the position as a person would set it up, and the history that led to it."""
        return self.with_history({
            **self.heading(),
            "stage": STAGES[int(self.stage)],
            "hands": [names_of(hand) for hand in self.hands],
            "boneyard": self.boneyard_names(),
            "discards": [names_of(thrown) for thrown in self.discards],
            "staked": [int(chips) for chips in self.staked],
            "bets": [int(chips) for chips in self.bets],
            "folded": self.folded(),
            "acted": seats_in(self.acted),
            "opened": self.opened,
            "raise_by": int(self.raise_by),
            "raises": int(self.raises),
            "turn": int(self.turn),
            "points": self.points(),
            "over": self.over,
        })

    def dealt_names(self) -> list[list[str]]:
        """Lists the hands as they were dealt, each from its highest tile."""
        return [hand[::-1] for hand in super().dealt_names()]

    def noted(self, entry: int) -> str:
        """Writes an entry of the log as its mover knows it."""
        return self.told(entry, self.mover(entry))

    def set_up(self, data: Data) -> None:
        """Takes over a position that has been found possible."""
        seats = int(self.rules.players)
        nothing = [0 for _ in range(seats)]
        folded = data.get("folded", [])
        self.take_pieces(data)
        for seat in range(seats):
            if "discards" in data:
                self.discards[seat] = mask_of(canonical(data["discards"][seat]))
            if self.before[seat] > 0 and seat not in folded:
                self.staying |= BIT[seat]
            self.staked[seat] = data.get("staked", nothing)[seat]
            self.bets[seat] = data.get("bets", nothing)[seat]
            self.chips[seat] = self.before[seat] - self.staked[seat]
            if self.bets[seat] > self.level:
                self.level = self.bets[seat]
        for seat in data.get("acted", []):
            self.acted |= BIT[seat]
        self.first = data.get("first", 0)
        self.opened = bool(data.get("opened", False))
        self.raise_by = data.get("raise_by", int(self.rules.bet))
        self.raises = data.get("raises", 0)
        self.stage = STAGES.index(data.get("stage", STAGES[0]))
        self.turn = data["turn"]
        if data.get("over", False):
            self.give_back()
            self.settle()

    def pieces(self) -> list[str]:
        """Lists the tiles wherever they are, and the chips on the table."""
        found = self.boneyard_names()
        chips: Int = 0
        for seat in range(self.rules.players):
            found += names_of(self.hands[seat]) + names_of(self.discards[seat])
            chips += self.chips[seat] + (0 if self.over else self.staked[seat])
        return [*found, f"{chips} chips"]

    def copy(self) -> PokerRound:
        """Makes an independent copy."""
        twin = self.rules.empty_round(self.number, self.before)
        self.copy_deal(twin)
        twin.hands = self.hands[:]
        twin.discards = self.discards[:]
        twin.drawn = self.drawn[:]
        twin.stage = self.stage
        twin.chips = self.chips[:]
        twin.staked = self.staked[:]
        twin.bets = self.bets[:]
        twin.taken = self.taken
        twin.staying = self.staying
        twin.acted = self.acted
        twin.level = self.level
        twin.opened = self.opened
        twin.raise_by = self.raise_by
        twin.raises = self.raises
        return twin


def seats_in(mask: Int) -> list[int]:
    """Lists the seats of a mask."""
    return [seat for seat in range(4) if mask & BIT[seat] != 0]


def canonical(names: list[str]) -> list[str]:
    """Writes tiles as the game does, higher number first."""
    return [ORDER[read_tile(name)] for name in names]


def thrown_text(names: list[str]) -> str:
    """Writes an exchange: `x6-4,5-3`, or `pat` for none."""
    return "x" + ",".join(names) if names else PAT
