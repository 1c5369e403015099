"""A bot for Super Bridge that bids and plays like a sensible beginner.

The count: ace 5, king 4, queen 3, jack 2, Maid 1, which makes 60 in the pack and 15 in an average
hand; 1 more for each card beyond the fifth in a suit and, once a suit is agreed, 2 for a doubleton,
3 for a singleton, 5 for a void. About three and a half points take a trick, so that the side's 30
points take half of them.

The system: an opening bid of one names the longest suit and shows 18 points; 1NT shows a balanced
hand of 21 to 23, 2NT of 27 to 29. A new suit in answer shows five cards and 10 points, a raise four
cards and 10 points. From what a partner has shown each works out how many tricks the side will
take, and bids game or slam when they are there, otherwise as low as it goes. A contract of the
other side is doubled when two tricks more than enough are in sight against it.
"""

from __future__ import annotations

from typing import Final, cast

from sobremesa.bots.bot import add_bot
from sobremesa.bots.tricks.greedy import Seen, TrickBot, choices
from sobremesa.core.game import View
from sobremesa.core.rng import Rng
from sobremesa.core.views import face_up
from sobremesa.families.tricks.super_bridge import BID_NAMES, STRAINS
from sobremesa.families.tricks.views import BridgeView
from sobremesa.material.cards import parse_card

# Points of a card by rank, the ace last.
POINTS: Final = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5]
SHORT: Final = [5, 3, 2]
POINTS_A_TRICK: Final = 3.5
OPENING: Final = 18
ANSWER: Final = 10
# The level that makes a game in each strain (BRIDGE-42).
GAME_LEVEL: Final = [6, 6, 5, 5, 4]


def suits_of(cards: list[int]) -> list[list[int]]:
    """Sorts the ranks of a hand by suit."""
    found: list[list[int]] = [[], [], [], []]
    for card in cards:
        found[card // 17].append(card % 17)
    return found


def high_points(cards: list[int]) -> int:
    """Counts the high cards of a hand.

    >>> high_points([parse_card(name) for name in ("SA", "HM", "D12")])
    6
    """
    return sum(POINTS[card % 17] for card in cards)


def is_balanced(suits: list[list[int]]) -> bool:
    """Tells whether no suit is longer than six cards or shorter than three."""
    return all(3 <= len(suit) <= 6 for suit in suits)


class Shown:
    """What the calls of one player have promised: points at least, and cards in each suit."""

    def __init__(self) -> None:
        self.points: float = 0.0
        self.length: list[int] = [0, 0, 0, 0]
        self.has_bid: bool = False

    def read(self, call: str, partner: Shown, opened: bool) -> None:
        """Takes in a call; `opened` says that the side had bid before."""
        if call not in BID_NAMES:
            return
        strain = STRAINS.index(call[1])
        level = int(call[0])
        if strain == 4:
            self.points = max(self.points, 21.0 if level == 1 and not opened else ANSWER + 3.0)
            if level == 2 and not opened:
                self.points = 27.0
        elif partner.length[strain] and not self.length[strain]:
            self.points = max(self.points, float(ANSWER))
            self.length[strain] = 4
        else:
            self.points = max(self.points, float(ANSWER if opened else OPENING))
            self.length[strain] = max(self.length[strain], 5)
        self.has_bid = True


class GreedyBridge(TrickBot):
    """Bids by points and fit, and plays Super Bridge."""

    def __init__(self) -> None:
        self.trumps: int = 4

    def choose(self, view: View, rng: Rng) -> int:
        """Calls, plays, claims never, and judges a claim by what can be seen."""
        data = cast(BridgeView, view.data)
        texts = choices(view)
        if data["stage"] == "auction":
            return texts[self.call(view, texts)]
        self.trumps = STRAINS.index(data["contract"][1])
        if data["stage"] == "claim":
            return texts[self.judged(view)]
        seen = Seen(view, data["hand"])
        pieces = [move for move in view.moves if move < 68]
        return self.play_to(seen, pieces) if seen.fallen else self.lead(seen, pieces)

    def judged(self, view: View) -> str:
        """Accepts a claim when no trick of its own is sure."""
        data = cast(BridgeView, view.data)
        left = 17 - len(data["tricks"])
        cards = [parse_card(name) for name in face_up(data["hands"][view.seat])]
        seen = Seen(view, view.seat)
        seen.fallen = []
        sure = sum(self.is_master(seen, card) for card in cards)
        return "accept" if left - data["claimed"] >= sure else "refuse"

    def call(self, view: View, texts: dict[str, int]) -> str:
        """Chooses a call from what the hand and the partner's calls promise."""
        data = cast(BridgeView, view.data)
        cards = [parse_card(name) for name in face_up(data["hands"][view.seat])]
        suits = suits_of(cards)
        partner, mine, opened = self.heard(view)
        holder = data["calls"][-1 :]
        if not opened:
            return self.opening(suits, cards, texts)
        strain, tricks = self.best_strain(suits, cards, partner)
        level = int(tricks) - 8
        target = self.target(strain, level)
        contract = data["contract"]
        ours = self.is_ours(view)
        if contract and not ours and self.doubles(cards, partner, contract) and "X" in texts:
            return "X"
        if target < 1 or (not partner.has_bid and mine.has_bid and not holder):
            return "pass"
        if contract and ours:
            now, held = int(contract[0]), STRAINS.index(contract[1])
            game = now >= GAME_LEVEL[held]
            if (game and target < 7) or now >= target or now >= 7:
                return "pass"
            if target < GAME_LEVEL[strain] and (held == strain or mine.has_bid):
                return "pass"
        return self.lowest(strain, target, level, texts)

    def lowest(self, strain: int, target: int, level: int, texts: dict[str, int]) -> str:
        """Bids game or slam at once, anything else as low as it goes."""
        letter = STRAINS[strain]
        if target >= GAME_LEVEL[strain]:
            bid = f"{target}{letter}"
            return bid if bid in texts else "pass"
        for low in range(1, level + 1):
            if f"{low}{letter}" in texts:
                return f"{low}{letter}"
        return "pass"

    def target(self, strain: int, level: int) -> int:
        """Gives the level worth bidding: a slam, a game, or what there is."""
        if level >= 7:
            return min(level, 9)
        return GAME_LEVEL[strain] if level >= GAME_LEVEL[strain] else level

    def opening(self, suits: list[list[int]], cards: list[int], texts: dict[str, int]) -> str:
        """Opens one of the longest suit, or no trump with a balanced strong hand."""
        points = high_points(cards)
        if is_balanced(suits):
            for low, high, bid in ((21, 23, "1N"), (27, 29, "2N")):
                if low <= points <= high and bid in texts:
                    return bid
        long = max(range(4), key=lambda suit: (len(suits[suit]), suit))
        if points + max(0, len(suits[long]) - 5) < OPENING:
            return "pass"
        bid = f"1{STRAINS[long]}"
        if bid in texts:
            return bid
        return f"2{STRAINS[long]}" if f"2{STRAINS[long]}" in texts and points >= 21 else "pass"

    def heard(self, view: View) -> tuple[Shown, Shown, bool]:
        """Reads what partner and oneself have promised, and whether the side has bid."""
        shown = [Shown(), Shown(), Shown(), Shown()]
        opened = [False, False]
        calls = cast(BridgeView, view.data)["calls"]
        for seat, call in calls:
            shown[seat].read(call, shown[(seat + 2) % 4], opened[seat % 2])
            if call in BID_NAMES:
                opened[seat % 2] = True
        mate = shown[(view.seat + 2) % 4]
        if not mate.has_bid:
            mate.points = 9.0 if len(calls) >= 4 else 11.0
        return mate, shown[view.seat], opened[view.seat % 2]

    def best_strain(
        self, suits: list[list[int]], cards: list[int], partner: Shown
    ) -> tuple[int, float]:
        """Finds the strain in which the side takes most, and how many tricks that may be."""
        points = float(high_points(cards))
        best, tricks = 4, (points + partner.points + 1.0) / POINTS_A_TRICK
        if not is_balanced(suits):
            tricks -= 1.0
        for strain in range(4):
            length = len(suits[strain])
            fit = length + (partner.length[strain] or 3)
            if fit < 9:
                continue
            worth = points + partner.points + 1.0
            worth += sum(SHORT[len(suit)] for suit in suits if len(suit) < 3)
            found = worth / POINTS_A_TRICK + (fit - 8) * 0.7
            bonus = 0.6 if strain >= 2 else 0.0
            if found + bonus > tricks:
                best, tricks = strain, found
        return best, tricks

    def is_ours(self, view: View) -> bool:
        """Tells whether the highest bid is that of one's own side."""
        bids = [seat for seat, call in cast(BridgeView, view.data)["calls"] if call in BID_NAMES]
        return bool(bids) and bids[-1] % 2 == view.seat % 2

    def doubles(self, cards: list[int], partner: Shown, contract: str) -> bool:
        """Tells whether a contract of the others is worth doubling."""
        if "X" in contract:
            return False
        needed = 17 - (8 + int(contract[0])) + 1
        return (high_points(cards) + partner.points) / POINTS_A_TRICK >= needed + 1.5

    def strength(self, seen: Seen, piece: int) -> int:
        """Ranks trumps above the suit led, and all else below."""
        suit = piece // 17
        led = seen.fallen[0] // 17 if seen.fallen else suit
        if suit == self.trumps:
            return 40 + piece % 17
        return 20 + piece % 17 if suit == led else -1

    def keep(self, seen: Seen, piece: int) -> float:
        """Trumps are kept longest, then high cards."""
        return float(piece % 17) + (30.0 if piece // 17 == self.trumps else 0.0)

    def is_master(self, seen: Seen, card: int) -> bool:
        """Tells whether no unseen card of its suit is higher."""
        return all(other in seen.seen for other in range(card + 1, 17 * (card // 17) + 17))

    def lead(self, seen: Seen, pieces: list[int]) -> int:
        """Draws trumps, cashes masters, else leads low from the longest suit."""
        trumps = [card for card in pieces if card // 17 == self.trumps]
        out = [
            card for card in range(17 * self.trumps, 17 * self.trumps + 17)
            if card not in seen.seen
        ] if self.trumps < 4 else []
        masters = [card for card in pieces if self.is_master(seen, card)]
        if len(trumps) > 3 and out:
            high = [card for card in trumps if card in masters]
            return max(high or trumps)
        plain = [card for card in masters if card // 17 != self.trumps]
        if plain:
            return max(plain, key=lambda card: (len(out) == 0, card % 17))
        rest = [card for card in pieces if card // 17 != self.trumps] or pieces
        counts = [sum(card // 17 == suit for card in rest) for suit in range(4)]
        long = max(range(4), key=lambda suit: counts[suit])
        return min(card for card in rest if card // 17 == long)


add_bot("super-bridge", "greedy", GreedyBridge())
