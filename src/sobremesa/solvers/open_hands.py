"""Double dummy: what every side takes when all hands are open and everybody plays at their best.

>>> deal = "N:AKQJ... .AKQJ.. ..AKQJ. ...AKQJ"
>>> table = double_dummy(deal)
>>> table["N"]["S"], table["E"]["S"], table["N"]["NT"]
(4, 0, 0)
>>> double_dummy_leads(deal, "N", "NT")
{'HA': 0, 'HK': 0, 'HQ': 0, 'HJ': 0}

A deal is written as in PBN: the seat that is named first, then its hand and the others clockwise,
spades to clubs. It may have any number of cards, the same in every hand. Ranks are those of
bridge, or of Super Bridge as soon as the deal has a card that only Super Bridge has: each is one
sign, `M` the Maid, `Z` 12, `E` 11, `T` 10. The Romanian letters are read too. In the middle of a
trick the cards that lie are named apart:

>>> double_dummy_cards("N:A2... K3... 54... .7..", "NT", "W", "S6")
{'SA': 1, 'S2': 0}

Every search remembers at most 180 MB of answers. With a bound of positions it may end before the
result is known, and then says so, with the least and the most that the result can be.
"""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int
from sobremesa.core.errors import BadPosition, Refused
from sobremesa.families.tricks.super_bridge import TO_CALL, SuperBridgeRound
from sobremesa.solvers.bounds import Bounds, known
from sobremesa.solvers.dummy import NO_TRUMP, Memory, Search

SEATS: Final = "NESW"
SUITS: Final = "SHDC"
STRAINS: Final = ["C", "D", "H", "S", "NT"]
BRIDGE: Final = "AKQJT98765432"
SUPER: Final = "AKQJMZET987654321"
# Other letters for the same ranks: the Romanian king, queen, jack and servant.
ROMANIAN: Final = {"R": "K", "D": "Q", "V": "J", "S": "M"}
# Pages of remembered answers, of 256 bytes each; with the slots in front of them 180 MB at most.
ROOM: Final[Int] = 524288
# More missing cards than anybody wants to be told.
MOST_NAMED: Final = 6

Table = dict[str, dict[str, int]]
BoundTable = dict[str, dict[str, Bounds]]


class Deal:
    """Four hands of cards, as masks with the best card lowest; what lies in a trick is among them.

    :raises BadPosition: if a card is missing, dealt twice or none, or if one that lies does not
        follow.
    """

    def __init__(self, text: str, leader: int = 0, trick: str = "") -> None:
        first, hands = split_deal(text)
        laid = [split_card(word) for word in trick.split()]
        if len(laid) > 3:
            raise BadPosition([f"at most three cards lie in a trick, not {len(laid)}"])
        signs = {sign for hand in hands for suit in hand for sign in suit}
        signs |= {sign for _, sign in laid}
        self.pack: str = BRIDGE if signs <= set(BRIDGE) else SUPER
        # The ranks of each suit that are in the deal, from the highest: others change nothing.
        self.orders: list[str] = []
        for suit in range(4):
            there = "".join([*(hand[suit] for hand in hands), *(
                sign for other, sign in laid if other == suit
            )])
            self.orders.append("".join(sign for sign in self.pack if sign in there))
        # The most cards that a suit has.
        self.ranks: int = max(len(order) for order in self.orders)
        self.masks: list[int] = [0] * 16
        seen: dict[str, str] = {}
        for place, hand in enumerate(hands):
            seat = (first + place) % 4
            for suit, cards in enumerate(hand):
                for sign in cards:
                    self.add(seat, suit, sign, seen)
        self.lying: list[tuple[int, int]] = []
        for place, (suit, sign) in enumerate(laid):
            seat = (leader + place) % 4
            if self.lying and suit != self.lying[0][0]:
                self.check_void(seat, self.lying[0][0], SUITS[suit] + sign)
            self.add(seat, suit, sign, seen)
            self.lying.append((suit, self.orders[suit].index(sign)))
        self.check_lengths(seen)
        self.tricks: int = sum(mask.bit_count() for mask in self.masks[:4])

    def add(self, seat: int, suit: int, sign: str, seen: dict[str, str]) -> None:
        """Gives a seat a card that nobody has yet."""
        rank = self.orders[suit].find(sign)
        card = SUITS[suit] + sign
        if rank < 0:
            raise BadPosition([f"{card} is no card"])
        if card in seen:
            whose = f"to {seen[card]} and" if seen[card] != SEATS[seat] else "both to"
            raise BadPosition([f"{card} is dealt twice, {whose} {SEATS[seat]}"])
        seen[card] = SEATS[seat]
        self.masks[4 * seat + suit] |= 1 << rank

    def check_void(self, seat: int, suit: int, card: str) -> None:
        """Asks that whoever did not follow cannot have done so."""
        for rank in range(len(self.orders[suit])):
            if self.masks[4 * seat + suit] >> rank & 1:
                raise BadPosition([
                    f"{card} does not follow: {SEATS[seat]} has {self.name(suit, rank)}"
                ])

    def check_lengths(self, seen: dict[str, str]) -> None:
        """Asks for hands of the same length, which only a whole pack lets name what is missing."""
        lengths = [
            sum(mask.bit_count() for mask in self.masks[4 * seat:4 * seat + 4]) for seat in range(4)
        ]
        if len(set(lengths)) == 1 and lengths[0] > 0:
            return
        said = ", ".join(f"{SEATS[seat]} {length}" for seat, length in enumerate(lengths))
        wrong = [f"the hands must be equally long, not {said}"]
        missing = [suit + sign for suit in SUITS for sign in self.pack if suit + sign not in seen]
        if max(lengths) == len(self.pack) and 0 < len(missing) <= MOST_NAMED:
            wrong.append(f"missing: {', '.join(missing)}")
        raise BadPosition(wrong)

    def name(self, suit: int, rank: int) -> str:
        """Names a card."""
        return SUITS[suit] + self.orders[suit][rank]

    def search(self, trump: int, memory: Memory) -> Search:
        """Makes a search of the deal in one strain."""
        return Search(self.masks, self.ranks, trump, memory)


def split_deal(text: str) -> tuple[int, list[list[str]]]:
    """Splits a deal into the seat of its first hand and the suits of the hands."""
    head, colon, rest = text.strip().partition(":")
    if not colon or head.upper() not in tuple(SEATS):
        raise BadPosition(["a deal begins with a seat, as N: or W:"])
    hands = [hand.split(".") for hand in rest.split()]
    if len(hands) != 4:
        raise BadPosition([f"a deal has four hands, not {len(hands)}"])
    for hand in hands:
        if len(hand) != 4:
            raise BadPosition([f"a hand has four suits with dots between, not {'.'.join(hand)}"])
    changed = [[spelt(suit) for suit in hand] for hand in hands]
    return SEATS.index(head.upper()), changed


def split_card(word: str) -> tuple[int, str]:
    """Reads a card as its suit and the sign of its rank."""
    card = word.upper()
    rank = spelt(card[1:])
    if card[:1] not in tuple(SUITS) or len(rank) != 1:
        raise BadPosition([f"{word} is no card"])
    return SUITS.index(card[0]), rank


def spelt(suit: str) -> str:
    """Writes the cards of a suit in the letters of this module."""
    cards = suit.upper().replace("10", "T").replace("-", "")
    return "".join(ROMANIAN.get(card, card) for card in cards)


def strain_of(strain: str) -> int:
    """Gives the suit that a strain makes trumps, 4 for none."""
    word = strain.strip().upper()
    if word in ("N", "NT"):
        return int(NO_TRUMP)
    if word not in tuple(SUITS):
        raise BadPosition([f"{strain} is no strain: say C, D, H, S or NT"])
    return SUITS.index(word)


def seat_of(seat: str) -> int:
    """Gives the number of a seat."""
    word = seat.strip().upper()
    if word not in tuple(SEATS):
        raise BadPosition([f"{seat} is no seat: say N, E, S or W"])
    return SEATS.index(word)


def double_dummy(deal: str, nodes: int = 0) -> Table:
    """Counts the tricks that each declarer takes in each strain.

    :param deal: four hands as in PBN, of bridge or of Super Bridge, all of one length; there `M` is
        the Maid, `Z` 12, `E` 11 and `T` 10.
    :param nodes: how many positions may be looked at for each of them, 0 for any number.
    :raises BadPosition: if the deal has a card twice, or one that there is not.
    :raises Unsolved: if that was not enough.
    """
    bounds = double_dummy_bounds(deal, nodes)
    results = known({
        f"{strain} by {seat}": bounds[seat][strain] for seat in SEATS for strain in STRAINS
    }, nodes)
    return {seat: {strain: results[f"{strain} by {seat}"] for strain in STRAINS} for seat in SEATS}


def double_dummy_bounds(deal: str, nodes: int) -> BoundTable:
    """Gives the least and the most tricks of each declarer in each strain, as far as they are
    known after `nodes` positions each.

    >>> double_dummy_bounds("N:AK... Q.A.. J2... .K.2.", 100)["N"]["NT"]
    (1, 1)
    """
    dealt = Deal(deal)
    table: BoundTable = {seat: {} for seat in SEATS}
    memory = Memory(ROOM)
    for strain in STRAINS:
        memory.clear()
        search = dealt.search(strain_of(strain), memory)
        search.begin(0, dealt.tricks)
        guess = search.guess()
        for declarer in range(4):
            search.begin((declarer + 1) % 4, dealt.tricks)
            search.allow(nodes)
            if search.settle(guess):
                guess = search.least
            table[SEATS[declarer]][strain] = found_by(search, declarer % 2 == 0)
    return table


def found_by(search: Search, even: bool) -> Bounds:
    """Gives what a search found for one of the sides."""
    least, most, left = int(search.least), int(search.most), int(search.left)
    return (least, most) if even else (left - most, left - least)


def double_dummy_leads(deal: str, declarer: str, strain: str, nodes: int = 0) -> dict[str, int]:
    """Counts the tricks that declarer takes after each opening lead.

    :param deal: four hands, as for `double_dummy`.
    :param declarer: N, E, S or W.
    :param strain: C, D, H, S or NT.
    :param nodes: how many positions may be looked at for each lead, 0 for any number.
    :raises BadPosition: if the deal, the declarer or the strain is wrong.
    :raises Unsolved: if that was not enough.
    """
    dealt = Deal(deal)
    seat = seat_of(declarer)
    search = dealt.search(strain_of(strain), Memory(ROOM))
    search.begin((seat + 1) % 4, dealt.tricks)
    return known(named_results(dealt, search, seat % 2 == 0, nodes), nodes)


def double_dummy_cards(
    hands: str, strain: str, leader: str, trick: str = "", nodes: int = 0
) -> dict[str, int]:
    """Counts for each card that may be played now how many of the tricks that are left the side
    takes whose turn it is, the one that lies included.

    :param hands: the cards that are still held, as for `double_dummy`.
    :param leader: who leads the trick, N, E, S or W.
    :param trick: the cards that lie, from the leader's on, as "SA S3".
    :param nodes: how many positions may be looked at for each card, 0 for any number.
    :raises BadPosition: if something of it is wrong, or a card that lies does not follow.
    :raises Unsolved: if that was not enough.
    """
    first = seat_of(leader)
    dealt = Deal(hands, first, trick)
    search = dealt.search(strain_of(strain), Memory(ROOM))
    search.begin(first, dealt.tricks)
    for suit, rank in dealt.lying:
        search.lay(suit, 1 << rank)
    even = (first + len(dealt.lying)) % 2 == 0
    return known(named_results(dealt, search, even, nodes), nodes)


class Played:
    """A deal as it is played card by card, with every position on the way."""

    def __init__(self, dealt: Deal, trump: int, leader: int) -> None:
        self.dealt: Deal = dealt
        self.trump: int = trump
        self.leader: int = leader
        # The hands when the trick began, the cards that lie, and the tricks of North-South.
        self.masks: list[int] = list(dealt.masks)
        self.lying: list[tuple[int, int]] = []
        self.taken: int = 0
        self.left: int = dealt.tricks
        self.positions: list[tuple[list[int], int, list[tuple[int, int]], int, int]] = []
        self.note()

    def note(self) -> None:
        """Keeps the position."""
        self.positions.append(
            (list(self.masks), self.leader, list(self.lying), self.taken, self.left)
        )

    def play(self, word: str) -> None:
        """Plays a card from the hand whose turn it is.

        :raises BadPosition: if it is not in that hand, or does not follow.
        """
        suit, sign = split_card(word)
        rank = self.dealt.orders[suit].find(sign)
        seat = (self.leader + len(self.lying)) % 4
        if rank < 0 or not self.masks[4 * seat + suit] >> rank & 1:
            raise BadPosition([f"{word} is not in the hand of {SEATS[seat]}, who is to play"])
        if self.lying and suit != self.lying[0][0] and self.masks[4 * seat + self.lying[0][0]]:
            held = self.masks[4 * seat + self.lying[0][0]]
            name = self.dealt.name(self.lying[0][0], (held & -held).bit_length() - 1)
            raise BadPosition([f"{word} does not follow: {SEATS[seat]} has {name}"])
        self.lying.append((suit, rank))
        if len(self.lying) == 4:
            self.put_away()
        self.note()

    def put_away(self) -> None:
        """Gives a full trick to its taker."""
        best = 0
        for place, (suit, rank) in enumerate(self.lying):
            self.masks[4 * ((self.leader + place) % 4) + suit] ^= 1 << rank
            top = self.lying[best]
            if (suit == top[0] and rank < top[1]) or (suit != top[0] and suit == self.trump):
                best = place
        self.leader = (self.leader + best) % 4
        self.taken += self.leader % 2 == 0
        self.left -= 1
        self.lying = []

    def values(self, nodes: int) -> list[Bounds]:
        """Bounds what North-South take in all from each position, the last position first: what
        is found out late in the deal helps earlier."""
        search = self.dealt.search(self.trump, Memory(ROOM))
        found: list[Bounds] = []
        in_all = -1
        for masks, leader, lying, taken, left in reversed(self.positions):
            if left == 0:
                found.append((taken, taken))
                continue
            search.restart(masks)
            search.begin(leader, left)
            for suit, rank in lying:
                search.lay(suit, 1 << rank)
            search.allow(nodes)
            if search.settle(int(search.guess()) if in_all < 0 else in_all - taken):
                in_all = taken + int(search.least)
            found.append((taken + int(search.least), taken + int(search.most)))
        return found[::-1]


def double_dummy_play(
    deal: str, declarer: str, strain: str, cards: list[str], nodes: int = 0
) -> list[Bounds]:
    """Gives the least and the most tricks that declarer takes in all with best play from each
    position of a deal: before the first card, and after each. A card that changes it cost its
    side the difference.

    >>> deal = "N:.AK.. A.3.. 32... 54..."
    >>> double_dummy_play(deal, "N", "NT", ["H3", "S2", "S4", "HA"])
    [(1, 1), (2, 2), (2, 2), (2, 2), (2, 2)]

    :param nodes: how many positions may be looked at for each of them, 0 for any number.
    :raises BadPosition: if the deal is wrong, or a card cannot be played.
    """
    seat = seat_of(declarer)
    played = Played(Deal(deal), strain_of(strain), (seat + 1) % 4)
    for card in cards:
        played.play(card)
    tricks = played.dealt.tricks
    return [
        (least, most) if seat % 2 == 0 else (tricks - most, tricks - least)
        for least, most in played.values(nodes)
    ]


def named_results(dealt: Deal, search: Search, even: bool, nodes: int) -> dict[str, Bounds]:
    """Gives the results of all cards that can be played, for one of the sides."""
    found = card_results(search, dealt.ranks, even, nodes)
    return {dealt.name(suit, rank): bounds for (suit, rank), bounds in found.items()}


def card_results(
    search: Search, ranks: int, even: bool, nodes: int
) -> dict[tuple[int, int], Bounds]:
    """Bounds for each card that can be played, by suit and rank, the tricks that a side then
    takes, the trick that lies included; cards of one sequence have one result."""
    seat = int((search.leader + search.lying) % 4)
    led = int(search.played[4 * search.left]) >> 18 & 3
    follows = search.lying > 0 and search.hands[4 * seat + led] != 0
    guess = search.guess()
    found: dict[tuple[int, int], Bounds] = {}
    for suit in range(4):
        if follows and suit != led:
            continue
        mine = int(search.hands[4 * seat + suit])
        others = int(search.suits[suit]) & ~mine
        group = False
        bounds: Bounds = (0, 0)
        for rank in range(ranks):
            if others >> rank & 1:
                group = False
            elif mine >> rank & 1:
                if not group:
                    search.lay(suit, 1 << rank)
                    search.allow(nodes)
                    if search.settle(guess):
                        guess = search.least
                    bounds = found_by(search, even)
                    search.take_back()
                group = True
                found[suit, rank] = bounds
    return found


def bridge_bounds(round: SuperBridgeRound, nodes: int = 0) -> dict[int, Bounds]:
    """Gives for each card that may be played now in a deal of Super Bridge the least and the most
    tricks that the side whose turn it is takes from here on, found within `nodes` positions."""
    if round.stage == TO_CALL or round.over:
        raise Refused("no card is to be played")
    trick = round.trick
    lying = [int(card) for card in trick.pieces]
    held = [[int(card) for card in round.held(seat)] for seat in range(4)]
    for place, card in enumerate(lying):
        held[(int(trick.leader) + place) % 4].append(card)
    # The cards of each suit, from the highest: how far they are apart changes nothing.
    suits = [
        sorted((card for hand in held for card in hand if card // 17 == suit), reverse=True)
        for suit in (3, 2, 1, 0)
    ]
    masks = [0] * 16
    for seat, hand in enumerate(held):
        for card in hand:
            suit = 3 - card // 17
            masks[4 * seat + suit] |= 1 << suits[suit].index(card)
    strain = int(round.trumps)
    ranks = max(len(cards) for cards in suits)
    search = Search(masks, ranks, 3 - strain if strain < 4 else 4, Memory(ROOM))
    search.begin(trick.leader, len(held[0]))
    for card in lying:
        search.lay(3 - card // 17, 1 << suits[3 - card // 17].index(card))
    even = (int(trick.leader) + len(lying)) % 2 == 0
    return {
        suits[suit][rank]: bounds
        for (suit, rank), bounds in card_results(search, ranks, even, nodes).items()
    }


def bridge_results(round: SuperBridgeRound, nodes: int = 0) -> dict[int, int]:
    """Counts for each card that may be played now in a deal of Super Bridge the tricks that the
    side whose turn it is takes from here on.

    :raises Unsolved: if `nodes` positions were not enough for one of them.
    """
    found = bridge_bounds(round, nodes)
    known({round.text(card): bounds for card, bounds in found.items()}, nodes)
    return {card: least for card, (least, _) in found.items()}
