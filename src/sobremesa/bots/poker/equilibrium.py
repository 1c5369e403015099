"""A bot for Domino Poker that is hard to exploit, where its game has been solved or learnt.

For two players with a limit, without a draw, an ante of 1, bets of 2 and three raises a table says
for every hand and every point of the betting how often each action is taken. `lab/heads_up.py`
makes it and says what the best answer to it wins. For some other tables there is one that was
learnt from sampled deals (`sampled.py`). Elsewhere the bot refuses.
"""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Final, cast

from sobremesa.bots.bot import Bot, add_bot
from sobremesa.bots.poker.greedy import GreedyPoker
from sobremesa.bots.poker.sampled import (
    ANTE,
    BET,
    KINDS,
    PLENTY,
    RAISES,
    Kind,
    SampledTable,
    drawn_action,
)
from sobremesa.bots.poker.tables import HANDS, SETS, tables_for
from sobremesa.core.arrays import Int, vec
from sobremesa.core.errors import Refused
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import face_up
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.poker.moves import EXCHANGE, STAKE, WORDS
from sobremesa.families.poker.ranks import MOST_EXCHANGED, mask_of, worth
from sobremesa.families.poker.round import PokerRound
from sobremesa.families.poker.views import PokerView
from sobremesa.solvers.betting import move_for, pass_exchange
from sobremesa.solvers.heads_up import Betting, HeadsUp, Strategy

# Nobody stakes more in a deal with a limit and no draw: with fewer chips the betting is another
# game.
MOST_STAKED: Final = ANTE + BET * (1 + RAISES)
# Shares are kept in so many parts.
PARTS: Final = 255
TABLE: Final = Path(__file__).with_name("heads_up.bin")


def solved_tree() -> Betting:
    """Makes the tree of the betting that has been solved."""
    return Betting(ANTE, BET, RAISES)


def ranked_hands(hoyle: bool) -> vec[Int]:
    """Lists all hands, the weakest first."""
    order = [(int(worth(hand, hoyle)), int(hand)) for hand in SETS.all_hands()]
    order.sort()
    return vec[Int]([hand for _, hand in order])


def solved_game(hoyle: bool) -> HeadsUp:
    """Makes the game for two in a reading of the straights."""
    return HeadsUp(SETS, ranked_hands(hoyle), solved_tree())


def packed(strategy: Strategy) -> bytes:
    """Writes a strategy, a byte for the share of each action but the last."""
    rows: list[int] = []
    for place, point in enumerate(strategy.tree.points):
        shares = strategy.shares[place]
        for action in range(len(point.actions) - 1):
            base = action * int(strategy.hands)
            for hand in range(strategy.hands):
                rows.append(round(shares[base + hand] * PARTS))
    return bytes(rows)


class Shares:
    """A strategy as it is kept: bytes for every point, action and hand."""

    def __init__(self, tree: Betting, hands: int, data: bytes) -> None:
        self.tree: Betting = tree
        self.hands: int = hands
        self.data: bytes = data
        self.starts: list[int] = [0]
        for point in tree.points:
            self.starts.append(self.starts[-1] + hands * (len(point.actions) - 1))

    def parts(self, place: int, rank: int) -> list[int]:
        """Gives the parts of 255 in which each action is taken with a hand."""
        count = len(self.tree.points[place].actions)
        start = self.starts[place] + rank
        found = [self.data[start + self.hands * action] for action in range(count - 1)]
        # Two shares that are rounded up can be a part too much together.
        return [*found, max(0, PARTS - sum(found))]

    def strategy(self) -> Strategy:
        """Gives the shares as a strategy, to be measured."""
        found = Strategy(self.tree, self.hands)
        for place in range(len(self.tree.points)):
            shares = found.shares[place]
            for hand in range(self.hands):
                for action, part in enumerate(self.parts(place, hand)):
                    shares[action * self.hands + hand] = float(part)
        found.evened()
        return found


def read_shares(data: bytes) -> list[Shares]:
    """Reads the strategies for both readings of the straights, the printed one first."""
    rows = zlib.decompress(data)
    half = len(rows) // 2
    return [Shares(solved_tree(), int(HANDS), part) for part in (rows[:half], rows[half:])]


class EquilibriumPoker(Bot):
    """Takes every action as often as an equilibrium does."""

    def __init__(self) -> None:
        self.shares: list[Shares] = []
        self.learnt: dict[tuple[str, bool], SampledTable] = {}
        self.by_odds: GreedyPoker = GreedyPoker()

    def is_choosy(self) -> bool:
        """Only some kinds of table have been solved."""
        return True

    def choose(self, view: View, rng: Rng) -> int:
        """Draws an action by its share; with a stack too short for the betting that was
        solved, bets by the odds."""
        game = view.game
        assert isinstance(game, Poker)
        seen = cast(PokerView, view.data)
        stacks = [chips for chips in seen["before"] if chips > 0]
        kind = kind_for(game, len(stacks))
        if "turn" in seen["opening"]:
            raise Refused("the equilibrium bot plays a deal from its beginning")
        if not game.no_limit and min(stacks) < (
            MOST_STAKED if kind is None else kind.most_staked()
        ):
            return self.by_odds.choose(view, rng)
        return self.solved(view, rng) if kind is None else self.sampled(view, kind, rng)

    def solved(self, view: View, rng: Rng) -> int:
        """Plays for two with a limit and no draw, hand by hand."""
        game = view.game
        assert isinstance(game, Poker)
        seen = cast(PokerView, view.data)
        if not self.shares:
            self.shares = read_shares(TABLE.read_bytes())
        shares = self.shares[1 if game.hoyle else 0]
        place = shares.tree.place("".join([text[0] for _, text, _ in view.log]))
        number = SETS.number(mask_of(face_up(seen["hands"][view.seat])))
        parts = shares.parts(place, int(tables_for(game.hoyle).rank[number]))
        drawn = int(rng.below(sum(parts)))
        action = 0
        while drawn >= parts[action]:
            drawn -= parts[action]
            action += 1
        word = shares.tree.points[place].actions[action]
        return WORDS.index(word) if word in WORDS else int(STAKE) + seen["least"]

    def sampled(self, view: View, kind: Kind, rng: Rng) -> int:
        """Plays by a table that was learnt; where no point of it is like the betting so far,
        by the odds."""
        game = view.game
        assert isinstance(game, Poker)
        if (kind.name, game.hoyle) not in self.learnt:
            self.learnt[kind.name, game.hoyle] = SampledTable(kind, game.hoyle)
        table = self.learnt[kind.name, game.hoyle]
        seen = cast(PokerView, view.data)
        number = SETS.number(mask_of(face_up(seen["hands"][view.seat])))
        if seen["stage"] == "exchange":
            return best_exchange(game, seen, number)
        book = table.book_for(min([chips for chips in seen["before"] if chips > 0]))
        round = opening_of(view)
        point: Int = 0
        for _, text, _ in view.log:
            pass_exchange(round)
            if is_exchange(text):
                continue
            move = round.read(text)
            action = book.tree.action_for(point, round, move)
            point = book.tree.next[book.tree.first[point] + action]
            if point < 0:
                return self.by_odds.choose(view, rng)
            round.play(move)
        pass_exchange(round)
        sight = book.grain.early[number]
        if book.tree.drew[point] != 0:
            own, least = exchanged(view, round.staying)
            sight = book.grain.late_sight(number, own, least)
        action = book.tree.first[point] + drawn_action(book, point, sight, rng)
        return int(move_for(round, book.tree.kinds[action], book.tree.shares[action]))


def opening_of(view: View) -> PokerRound:
    """Makes a round that begins with the chips of the view's; its tiles do not matter."""
    game = view.game
    assert isinstance(game, Poker)
    seen = cast(PokerView, view.data)
    round = game.deal(Rng(0), seen["first"], 1, seen["before"])
    assert isinstance(round, PokerRound)
    return round


def is_exchange(text: str) -> bool:
    """Tells whether an entry of the log is an exchange."""
    return text.startswith("x") or text == "pat"


def best_exchange(game: Poker, seen: PokerView, number: Int) -> int:
    """Throws away what promises most."""
    rivals = len([chips for chips in seen["before"] if chips > 0]) - len(seen["folded"]) - 1
    most = min(int(MOST_EXCHANGED), seen["boneyard"])
    return int(EXCHANGE + tables_for(game.hoyle).exchange(rivals, most).best[number])


def exchanged(view: View, staying: Int) -> tuple[int, int]:
    """Counts the tiles that the seat has exchanged, and the fewest that a rival has who is
    still in the deal: `staying` has a bit for each such seat."""
    own, least = 0, int(MOST_EXCHANGED)
    counts = {}
    for seat, text, _ in view.log:
        if text.startswith("x"):
            thrown = text[1:].partition("+")[0]
            counts[seat] = thrown.count(",") + 1 if seat == view.seat else int(thrown)
    for seat in range(view.game.players):
        if seat == view.seat:
            own = counts.get(seat, 0)
        elif staying >> seat & 1 == 1:
            least = min(least, counts.get(seat, 0))
    return own, least


def kind_for(game: Poker, players: int) -> Kind | None:
    """Finds the kind of table for so many who have chips; none for the one that was solved.

    :raises Refused: if there is no table for the game's options.
    """
    usual = game.ante == ANTE and game.bet == BET
    if game.no_limit:
        usual = usual and game.stack <= PLENTY
    else:
        usual = usual and game.max_raises == RAISES
    if usual:
        if players == 2 and not game.draws and not game.no_limit:
            return None
        for kind in KINDS.values():
            if (
                kind.players == players and kind.draws == game.draws
                and kind.no_limit == game.no_limit
            ):
                return kind
    raise Refused(
        "the equilibrium bot plays with an ante of {ante}, bets of {bet} and {raises} raises: with "
        "a limit for two to four, or for two with a draw; without a limit for two with no draw and "
        "at most {chips} chips",
        ante=ANTE, bet=BET, raises=RAISES, chips=PLENTY,
    )


add_bot("domino-poker", "equilibrium", EquilibriumPoker())
