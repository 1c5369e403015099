"""Super Bridge (Big Pod): bridge with 68 cards, seventeen tricks, nine levels and a Super Slam.

Four play, North and South against East and West, with seventeen cards each: ace, king, queen,
jack, Maid and 12 down to 1 in each suit. The dealer calls first. A bid of level n promises 8 + n
tricks with a suit as trumps or none; it can be doubled and redoubled; three passes end the
auction. The player of the contracting side who first named its strain is declarer. The defender
on declarer's left leads; declarer's partner lays their cards open, and declarer plays both hands.
A match is a number of deals, with vulnerability in groups of four.

The moves: playing card c is c; then to pass, to double, to redouble and the 45 bids; then, where
claims are allowed, to claim k of the tricks that are left, to accept a claim and to refuse it.
"""

from __future__ import annotations

from math import factorial
from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound
from sobremesa.core.errors import BadOption, IllegalMove, Phrase
from sobremesa.core.game import MOVE_MASK, NOBODY, Data, Round, View, Views
from sobremesa.core.numbers import whole
from sobremesa.core.options import Option, Value, choice_option
from sobremesa.core.parts import Part, as_list
from sobremesa.core.reading import tidy
from sobremesa.core.rng import Rng
from sobremesa.core.teams import Teams
from sobremesa.families.tricks.bridge_score import NO_TRUMP, Tally, Tariff, contract_score
from sobremesa.families.tricks.hand import DealtHands, TrickGame, TrickRound, TrickWorlds
from sobremesa.families.tricks.views import BridgeView
from sobremesa.material.auction import NO_BID, Auction
from sobremesa.material.cards import ENGLISH, RANKS, ROMANIAN, card_name, parse_card, ranks_in
from sobremesa.material.dominoes import BIT, EVERY_TILE, ZEROS
from sobremesa.material.trick import new_trick

SEATS: Final[Int] = 4
NORTH: Final[Int] = 0
SOUTH: Final[Int] = 2
# The letters of the superior cards below the ace, by those that are printed (BRIDGE-R37).
COURT_SAID: Final = {"R": Phrase("K"), "D": Phrase("Q"), "V": Phrase("J"), "S": Phrase("M")}

SEAT_NAMES: Final = ["N", "E", "S", "W"]
HAND: Final[Int] = 17

PASS_MOVE: Final[Int] = 68
DOUBLE_MOVE: Final[Int] = 69
REDOUBLE_MOVE: Final[Int] = 70
BID_MOVE: Final[Int] = 71
BIDS: Final[Int] = 45
CLAIM_MOVE: Final[Int] = 116
ACCEPT_MOVE: Final[Int] = 134
REFUSE_MOVE: Final[Int] = 135
MOVES: Final[Int] = 136
STRAINS: Final = "CDHSN"
BID_NAMES: Final = [f"{level}{strain}" for level in range(1, 10) for strain in STRAINS]
# How people write the strain of a bid: as signs, in the document's words, in English.
STRAIN_WORDS: Final = {
    "C": ["♣", "TREFLĂ", "TREFLA", "TREFLE", "CLUB", "CLUBS"],
    "D": ["♦", "CARO", "CAROURI", "DIAMOND", "DIAMONDS"],
    "H": ["♥", "CUPĂ", "CUPA", "CUPE", "HEART", "HEARTS"],
    "S": ["♠", "PICĂ", "PICA", "PICI", "SPADE", "SPADES"],
    "N": ["FĂRĂATU", "FARAATU", "NOTRUMP", "NOTRUMPS", "NT", "FA"],
}
# No auction is longer: three passes, nine calls about each bid, one more (fact 12).
LONGEST_AUCTION: Final[Int] = 409

# What is asked: a call, a card, whether a claim is accepted.
TO_CALL: Final[Int] = 0
TO_PLAY: Final[Int] = 1
TO_ASSENT: Final[Int] = 2
STAGES: Final = ["auction", "play", "claim"]

ANSWERS: Final = vec[Int]([ACCEPT_MOVE, REFUSE_MOVE])
# The calls that may follow the highest bid, lists one behind the other: for each bid without, with
# the double and with the redouble. List n is CALLS[STARTS[n]:STARTS[n + 1]].
LISTS: Final = [
    [68, *([69] if also == 1 else [70] if also == 2 else []), *range(71 + least, 71 + 45)]
    for least in range(46) for also in range(3)
]
CALLS: Final = vec[Int]([call for calls in LISTS for call in calls])
STARTS: Final = vec[Int]([sum(len(calls) for calls in LISTS[:n]) for n in range(len(LISTS) + 1)])
# Who is vulnerable in each deal of a group of four, by the table's order (BRIDGE-R22): bit 0
# North-South, bit 1 East-West. In Chicago the dealer's side is, in the deals marked with DEALER.
DEALER: Final = -1
VULNERABLE: Final = {
    "none_ns_ew_both": [0, 1, 2, 3],
    "both_none_ns_ew": [3, 0, 1, 2],
    "chicago": [0, DEALER, DEALER, 3],
    "in_turn": [1, 2, 1, 2],
    "none": [0, 0, 0, 0],
    "both": [3, 3, 3, 3],
}
VULNERABLE_NAMES: Final = ["none", "NS", "EW", "both"]

# Trumps beat the suit led, which beats every other card.
TRUMP: Final[Int] = 40
FOLLOWS: Final[Int] = 20


class BridgeWorlds(TrickWorlds):
    """The hands that fit; deals that were passed out or may follow are free but for one's own."""

    def __init__(self, rules: SuperBridge, view: View) -> None:
        # The cards that are free in other deals, deal after deal, and where they lie in the deck.
        self.loose: list[vec[Int]] = []
        self.loose_spots: list[vec[Int]] = []
        super().__init__(rules, view)

    def count(self) -> int:
        """Counts the ways of all deals together."""
        ways = super().count()
        for cards in self.loose:
            hands = len(cards) // 17
            ways *= factorial(17 * hands) // factorial(17) ** hands
        return ways

    def deals(self) -> list[list[list[str] | int]]:
        """Lists all deals as the seat knows them."""
        return [self.opening["hands"], *self.opening.get("redeals", [])]

    def open_deck(self) -> vec[Int]:
        """Gives the deck when nothing is hidden."""
        return vec[Int]([
            card for deal in self.deals() for hand in deal if isinstance(hand, list)
            for card in self.rules.pieces_of(hand)
        ])

    def lay_deck(self) -> None:
        """Puts the deal on the table and all others together."""
        for place, deal in enumerate(self.deals()):
            if place == self.view.data["redealt"]:
                for seat, hand in enumerate(deal):
                    self.lay_hand(seat, self.laid[seat], hand)
            else:
                self._lay_other(deal)

    def _lay_other(self, deal: list[list[str] | int]) -> None:
        """Adds a deal of which one's own hand may be known."""
        known: set[int] = set()
        spots = vec[Int]()
        for hand in deal:
            if isinstance(hand, list):
                own = self.rules.pieces_of(hand)
                known.update(own)
                self.add(own)
            else:
                for _ in range(hand):
                    spots = append(spots, len(self.deck))
                    self.add([-1])
        cards = [card for card in range(68) if card not in known]
        for place, card in enumerate(cards):
            self.deck[spots[place]] = card
        self.loose.append(vec[Int](cards))
        self.loose_spots.append(spots)

    def each(self, limit: int) -> list[tuple[Round, int]] | None:
        """While deals may follow, they are too many to be listed."""
        if self.loose and self.view.data["stage"] == STAGES[int(TO_CALL)]:
            return None
        return super().each(limit)

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws the deal on the table, then those that were and that would be."""
        deck = super().deck_drawn(rng)
        for cards, spots in zip(self.loose, self.loose_spots, strict=True):
            mixed = cards[:]
            rng.shuffle(mixed)
            for place in range(len(mixed)):
                deck[spots[place]] = mixed[place]
        return deck


@mypyc_attr(allow_interpreted_subclasses=True)
class SuperBridge(TrickGame):
    """The rules of Super Bridge."""

    NAME: ClassVar[str] = "super-bridge"
    FIRST: ClassVar[str] = "first_dealer"
    VIEWS: ClassVar[Views] = Views(BridgeView, BridgeWorlds)
    FIGURES: ClassVar[str] = "Four colours for the suits"
    TITLE: ClassVar[str] = "Super Bridge"
    SENTENCE: ClassVar[str] = "Bridge with 68 cards: Maids, nine levels and a Super Slam."
    OPTIONS: ClassVar[list[Option]] = [
        Option(
            "players", 4, "Two pairs of partners.", "BRIDGE-R01", title="Players", low=4, high=4,
        ),
        Option("deals", 4, "Deals in a match.", "BRIDGE-R24", title="Deals", low=1),
        choice_option(
            "vulnerability", "Vulnerability", "BRIDGE-R22", "Who is vulnerable in which deal.",
            none_ns_ew_both="none, North-South, East-West, both",
            both_none_ns_ew="both, none, North-South, East-West", chicago="as in Chicago",
            in_turn="North-South and East-West in turn", none="neither side",
            both="both sides",
        ),
        choice_option(
            "doubled_tricks", "Tricks of a doubled contract", "BRIDGE-R09",
            "Whether the bid tricks of a doubled contract multiply.",
            literal="count once, as printed", bridge="multiply, as in bridge",
        ),
        choice_option(
            "passed_out", "All four pass", "BRIDGE-R06", "What happens when all four pass.",
            score_zero="the deal scores nothing", redeal="deal again",
        ),
        Option(
            "max_redeals", 8, "How often a deal that everybody passes is dealt again.",
            "BRIDGE-R36", title="Most redeals", low=0, high=8,
        ),
        Option(
            "cap_undertricks", 0, "How many undertricks cost points; 0 counts all of them.",
            "BRIDGE-R18", title="Undertricks that cost", allowed=[0, 10],
            words={"0": "all of them", "10": "ten at most"},
        ),
        choice_option(
            "tenth_undertrick", "Tenth undertrick, doubled", "BRIDGE-R17",
            "What ten undertricks cost when the contract is doubled and not vulnerable.",
            described="2450, as described", claimed="2200, as in claim 7",
        ),
        Option(
            "first_dealer", 2, "Who deals first.", "BRIDGE-R03", title="First dealer", low=0,
            high=3, seat=True, words={"0": "North", "1": "East", "2": "South", "3": "West"},
        ),
        Option(
            "claims", False, "Whether declarer may claim the rest.", "BRIDGE-R28", title="Claims",
        ),
        choice_option(
            "letters", "Letters on the cards", "BRIDGE-R37", "Letters of the superior cards.",
            auto="those of your language", ro="Romanian: A R D V S", en="English: A K Q J M",
        ),
    ]
    BUNDLES: ClassVar[dict[str, dict[str, Value]]] = {
        "as_printed": {},
        "bridge_players": {"doubled_tricks": "bridge", "claims": True, "letters": "en"},
    }
    CARDS: ClassVar[bool] = True

    def __init__(self, given: dict[str, object]) -> None:
        super().__init__(given)
        if self.players != SEATS:
            raise BadOption("four play bridge, two and two (BRIDGE-06)")
        self.teams = Teams(4, 2)
        self.hand_size = HAND
        self.set = EVERY_TILE[: SEATS * HAND]
        # What follows the language of a page is written as it is printed, in Romanian.
        self.ranks: list[str] = ENGLISH if self.choice("letters") == "en" else ROMANIAN
        self.follows_language: bool = self.choice("letters") == "auto"
        self.tariff: Tariff = Tariff(
            self.choice("doubled_tricks") == "bridge", self.number("cap_undertricks"),
            self.choice("tenth_undertrick") == "claimed",
        )
        self.claims: bool = self.flag("claims")
        self.redeals: Int = (
            self.number("max_redeals") if self.choice("passed_out") == "redeal" else 0
        )
        self.move_count = MOVES
        # Passed-out deals, an auction, the cards, and a claim with two answers in each trick.
        self.longest = 4 * self.redeals + LONGEST_AUCTION + len(self.set) + 3 * HAND
        # Nobody wins before the last deal (BRIDGE-11).
        self.last_round = self.number("deals")

    def piece_name(self, piece: int) -> str:
        """Names a card."""
        return card_name(piece, self.ranks)

    def card_said(self, card: int) -> Phrase:
        """Names a card for a sentence, its letter in the language of whoever reads it."""
        name = self.piece_name(card)
        if self.follows_language and name[1:] in COURT_SAID:
            return Phrase("{suit}{rank}", suit=name[0], rank=COURT_SAID[name[1:]])
        return Phrase("{card}", card=name)

    def parse_piece(self, text: str) -> int:
        """Reads a card."""
        return parse_card(text)

    def deal(self, rng: Rng, first: int, number: int, before: list[int]) -> DealtRound:
        """Shuffles and deals clockwise, and again for every redeal there may be."""
        deck = vec[Int]()
        for _ in range(self.redeals + 1):
            pack = self.set[:]
            rng.shuffle(pack)
            for card in dealt(pack, first):
                deck = append(deck, card)
        return self.begin(deck, first, number, vec[Int]([score for score in before]))

    def empty_round(self, number: Int, before: vec[Int]) -> SuperBridgeRound:
        """Makes a deal with nothing dealt."""
        return SuperBridgeRound(self, number, before)

    def most_gain(self) -> int:
        """The best or the worst that a contract brings, however it is doubled (BRIDGE-R32)."""
        return max([
            abs(contract_score(
                level, strain, doubling, vulnerable, tricks, Tariff(multiplied=True)
            ).total())
            for level in range(1, 10) for strain in range(5) for doubling in range(3)
            for vulnerable in (False, True) for tricks in range(int(HAND) + 1)
        ])

    def vulnerable(self, number: int, dealer: int) -> int:
        """Tells who is vulnerable: 1 North-South, 2 East-West, 3 both (BRIDGE-R22)."""
        sides = VULNERABLE[self.choice("vulnerability")][(number - 1) % 4]
        if sides == DEALER:
            return 1 if dealer % 2 == NORTH else 2
        return sides

    def in_suit(self, view: View, trick: Data) -> set[int]:
        """Lists the cards of the suit led."""
        suit = STRAINS.index(trick["suit"])
        return set(range(17 * suit, 17 * suit + 17))

    def load_deal(self, data: Data) -> DealtRound:
        """Deals the hands of a position and those that would follow it, unchecked."""
        hands = [hand for deal in [data["hands"], *data.get("redeals", [])] for hand in deal]
        return super().load_deal({"first": int(SOUTH), **data, "hands": hands, "boneyard": []})

    def parts(self) -> list[Part]:
        """Adds the deals that follow one that all pass."""
        parts = super().parts()
        if self.redeals > 0:
            parts.insert(len(parts) - 1, Part("redeals", write="redeals"))
        return parts

    def misplaced(self, data: Data) -> list[str]:
        """Says what is wrong with the deals that would follow."""
        again = as_list(data.get("redeals", []))
        if len(again) != self.redeals:
            return [f"there must be {self.redeals} redeals (BRIDGE-R36)"]
        found: list[str] = []
        hands = DealtHands(int(SEATS))
        for deal in again:
            found += hands.check({"hands": deal})
            if any(len(as_list(hand)) != HAND for hand in as_list(deal)):
                found.append(f"each hand is dealt {HAND}")
            found += self.miscounted(hands.pieces(deal), found)
        return found


def dealt(pack: vec[Int], dealer: Int) -> vec[Int]:
    """Deals a pack card by card from the dealer's left, and lists the hands (BRIDGE-R04)."""
    hands = pack[:]
    for place in range(len(pack)):
        seat = (dealer + 1 + place) % SEATS
        hands[seat * HAND + place // SEATS] = pack[place]
    return hands


@mypyc_attr(allow_interpreted_subclasses=True)
class SuperBridgeRound(TrickRound):
    """One deal of Super Bridge."""

    def __init__(self, rules: SuperBridge, number: Int, before: vec[Int]) -> None:
        super().__init__(rules, number, before)
        self.bridge: SuperBridge = rules
        self.stage: Int = TO_CALL
        self.auction: Auction = Auction(SEATS, True)
        # Which deal lies on the table: 0, or how often it was dealt again.
        self.redealt: Int = 0
        # The cards of a seat as four masks, one for each suit.
        self.hands: vec[Int] = ZEROS[:16]
        # Who first named each strain, by side: namers[5 * side + strain].
        self.namers: vec[Int] = vec[Int]([-1 for _ in range(10)])
        self.declarer: Int = NOBODY
        self.trumps: Int = NO_TRUMP
        # Tricks by side; what is claimed, by whom it is asked, and in which trick it was.
        self.won = vec[Int]([0, 0])
        self.claimed: Int = -1
        self.claimed_in: Int = -1
        self.faced: bool = False

    def deal(self, deck: vec[Int], first: Int) -> None:
        """Gives seventeen cards each; the dealer calls first (BRIDGE-07, BRIDGE-R01)."""
        self.deck = deck
        self.first = first
        self.deal_hands()

    def hold(self, seat: Int, piece: Int) -> None:
        """Puts a card into a hand."""
        self.hands[4 * seat + piece // RANKS] |= BIT[piece % RANKS]

    def empty_hand(self, seat: Int) -> None:
        """Takes all cards out of a hand."""
        for suit in range(4 * seat, 4 * seat + 4):
            self.hands[suit] = 0

    def deal_hands(self) -> None:
        """Gives out the cards of the deal that lies on the table; nothing is left over."""
        self.hands = ZEROS[:16]
        self.next = self.redealt * SEATS * HAND
        self.hand_out(HAND)
        self.next = len(self.deck)
        self.auction = Auction(SEATS, True)
        self.turn = self.first

    def legal(self) -> vec[Int]:
        """Lists the calls, the cards that may be played, or the answers to a claim."""
        if self.over:
            return vec[Int]()
        if self.stage == TO_PLAY:
            return self.plays()
        return self.calls() if self.stage == TO_CALL else ANSWERS

    def calls(self) -> vec[Int]:
        """Lists the pass, a double or redouble where it is legal, and the higher bids."""
        auction = self.auction
        also: Int = 0
        if auction.highest != NO_BID:
            opposed = (auction.holder ^ self.turn) & 1 == 1
            if auction.doubling == 0 and opposed:
                also = 1
            elif auction.doubling == 1 and not opposed:
                also = 2
        place = 3 * (auction.highest + 1) + also
        return CALLS[STARTS[place] : STARTS[place + 1]]

    def plays(self) -> vec[Int]:
        """Lists the cards of the suit led if there are any, else all (BRIDGE-29, BRIDGE-30)."""
        row = 4 * self.trick.turn
        found = vec[Int]()
        suit = self.trick.suit
        if suit >= 0 and self.hands[row + suit] != 0:
            found = ranks_in(self.hands[row + suit], RANKS * suit, found)
        else:
            found = ranks_in(self.hands[row], 0, found)
            found = ranks_in(self.hands[row + 1], RANKS, found)
            found = ranks_in(self.hands[row + 2], 2 * RANKS, found)
            found = ranks_in(self.hands[row + 3], 3 * RANKS, found)
        if self.may_claim():
            left = HAND - len(self.takers)
            for claim in range(left + 1):
                found = append(found, CLAIM_MOVE + claim)
        return found

    def may_claim(self) -> bool:
        """Declarer may claim when it is their turn to play, once in a trick (BRIDGE-R28)."""
        return (
            self.bridge.claims and self.turn == self.declarer and self.is_open()
            and self.claimed_in != len(self.takers)
        )

    def is_open(self) -> bool:
        """Tells whether the opening lead is made, so that dummy lies open (BRIDGE-R26)."""
        return len(self.takers) > 0 or not self.trick.is_empty()

    def play(self, move: Int) -> None:
        """Takes a call, a card, a claim or an answer to one."""
        self.note(move)
        if self.stage == TO_CALL:
            self.call(move)
        elif self.stage == TO_ASSENT:
            self.answer(move)
        elif move >= CLAIM_MOVE:
            self.claim(move - CLAIM_MOVE)
        else:
            self.play_card(move)

    def call(self, move: Int) -> None:
        """Takes a call; three passes after another call end the auction (BRIDGE-22)."""
        if move == PASS_MOVE:
            self.auction.drop(self.turn)
        elif move < BID_MOVE:
            self.auction.double()
        else:
            bid = move - BID_MOVE
            self.auction.bid(self.turn, bid)
            namer = 5 * (self.turn & 1) + bid % 5
            if self.namers[namer] == NOBODY:
                self.namers[namer] = self.turn
        if not self.auction.is_over():
            self.turn = (self.turn + 1) & 3
        elif self.auction.highest != NO_BID:
            self.begin_play()
        elif self.redealt < self.bridge.redeals:
            self.redealt += 1
            self.deal_hands()
        else:
            self.finish()

    def begin_play(self) -> None:
        """Finds declarer; the defender on their left leads (BRIDGE-25, BRIDGE-26)."""
        self.trumps = self.auction.highest % 5
        self.declarer = self.namers[5 * (self.auction.holder & 1) + self.trumps]
        self.turn = (self.declarer + 1) & 3
        self.trick = new_trick(self.turn)
        self.stage = TO_PLAY

    def play_card(self, card: Int) -> None:
        """Plays a card from the hand whose turn it is."""
        suit = card // RANKS
        rank = card - RANKS * suit
        trick = self.trick
        self.hands[4 * trick.turn + suit] ^= BIT[rank]
        if trick.suit < 0:
            trick.suit = suit
        strength = rank
        if suit == self.trumps:
            strength += TRUMP
        elif suit == trick.suit:
            strength += FOLLOWS
        else:
            strength = -1
        self.lay(card, strength)
        if not self.over:
            self.turn = self.who_plays(self.trick.turn)

    def who_plays(self, seat: Int) -> Int:
        """Declarer plays dummy's cards (BRIDGE-27, BRIDGE-R35)."""
        return self.declarer if seat == self.dummy() else seat

    def dummy(self) -> Int:
        """Gives the seat of declarer's partner."""
        return (self.declarer + 2) & 3

    def trick_taken(self) -> None:
        """Counts the trick; the hand that took it leads the next (BRIDGE-34)."""
        taker = self.trick.taker
        self.won[taker & 1] += 1
        if len(self.takers) == HAND:
            self.finish()
        else:
            self.trick = new_trick(taker)

    def claim(self, tricks: Int) -> None:
        """Declarer shows their hand and says how many of the tricks left are theirs."""
        self.claimed = tricks
        self.claimed_in = len(self.takers)
        self.faced = True
        self.stage = TO_ASSENT
        self.turn = (self.declarer + 1) & 3

    def answer(self, move: Int) -> None:
        """Asks both defenders; if either refuses, play goes on."""
        if move == REFUSE_MOVE:
            self.stage = TO_PLAY
            self.turn = self.declarer
        elif self.turn == (self.declarer + 1) & 3:
            self.turn = (self.declarer + 3) & 3
        else:
            left = HAND - len(self.takers)
            self.won[self.declarer & 1] += self.claimed
            self.won[1 - (self.declarer & 1)] += left - self.claimed
            self.finish()

    def level(self) -> int:
        """Gives the level of the contract."""
        return int(self.auction.highest) // 5 + 1

    def vulnerable(self) -> int:
        """Tells who is vulnerable in this deal."""
        return self.bridge.vulnerable(int(self.number), int(self.first))

    def tally(self) -> Tally:
        """Scores the contract for the side that bid it, once the deal is over."""
        if not self.over or self.declarer == NOBODY:
            return Tally()
        side = int(self.declarer & 1)
        return contract_score(
            self.level(), int(self.trumps), int(self.auction.doubling),
            (self.vulnerable() >> side) & 1 == 1, int(self.won[side]),
            self.bridge.tariff,
        )

    def points(self) -> list[int]:
        """Gives a made contract to its side and a penalty to the other (BRIDGE-R32)."""
        score = self.tally().total()
        sides = [0, 0]
        if score:
            side = int(self.declarer & 1)
            sides[side if score > 0 else 1 - side] = abs(score)
        return [sides[seat & 1] for seat in range(SEATS)]

    def is_plain(self) -> bool:
        """All know the last card of each hand, and see when dummy has no choice."""
        if self.stage != TO_PLAY or self.may_claim():
            return False
        return len(self.takers) == HAND - 1 or (self.trick.turn == self.dummy() and self.is_open())

    def held(self, seat: Int) -> vec[Int]:
        """Lists the cards of a seat, ascending."""
        found = vec[Int]()
        for suit in range(4):
            found = ranks_in(self.hands[4 * seat + suit], RANKS * suit, found)
        return found

    def is_seen(self, other: int, seat: int) -> bool:
        """Dummy lies open after the lead; declarer's hand does after a claim."""
        if self.over or seat == other:
            return True
        if self.stage == TO_CALL or not self.is_open():
            return False
        return other == self.dummy() or (self.faced and other == self.declarer)

    def suit_name(self, suit: Int) -> str:
        """Names a suit by its letter."""
        return STRAINS[suit]

    def text(self, move: Int) -> str:
        """Writes a card, a call (`pass`, `X`, `XX`, `4S`, `4N`), a claim or its answer."""
        if move < PASS_MOVE:
            return self.bridge.piece_name(int(move))
        if move >= CLAIM_MOVE:
            if move >= ACCEPT_MOVE:
                return "accept" if move == ACCEPT_MOVE else "refuse"
            return f"claim={move - CLAIM_MOVE}"
        if move >= BID_MOVE:
            return BID_NAMES[move - BID_MOVE]
        return "pass" if move == PASS_MOVE else "X" if move == DOUBLE_MOVE else "XX"

    def read(self, text: str) -> int:
        """Reads a call, a card or a claim."""
        word = tidy(text).lower()
        if self.stage == TO_ASSENT and word in ("accept", "refuse"):
            return int(ACCEPT_MOVE if word == "accept" else REFUSE_MOVE)
        if self.stage == TO_CALL:
            return self._read_call(text)
        if word.startswith("claim"):
            tricks = whole(word[5:].lstrip(" ="), 0, int(HAND))
            if tricks is not None:
                return int(CLAIM_MOVE) + tricks
            raise IllegalMove("say how many tricks you claim, as claim=5 (BRIDGE-R28)")
        if self.stage == TO_ASSENT:
            raise self.refusal(PASS_MOVE)
        return parse_card(tidy(text))

    def _read_call(self, text: str) -> int:
        call = tidy(text).upper().replace(" ", "")
        plain = {
            "PASS": PASS_MOVE, "P": PASS_MOVE, "/": PASS_MOVE, "PAS": PASS_MOVE,
            "X": DOUBLE_MOVE, "DOUBLE": DOUBLE_MOVE, "DBL": DOUBLE_MOVE, "CONTRA": DOUBLE_MOVE,
            "XX": REDOUBLE_MOVE, "REDOUBLE": REDOUBLE_MOVE, "RDBL": REDOUBLE_MOVE,
            "RECONTRA": REDOUBLE_MOVE,
        }
        if call in plain:
            return int(plain[call])
        for strain, spellings in STRAIN_WORDS.items():
            if call[1:] in spellings:
                call = call[0] + strain
        if call in BID_NAMES:
            return int(BID_MOVE) + BID_NAMES.index(call)
        raise IllegalMove(
            "{text} is no call: bid like 4S or 4NT, or say pass, X or XX (BRIDGE-14)", text=text
        )

    def touches(self, move: Int) -> tuple[str, ...]:
        """Names a card, a call, or a claim and its number of tricks."""
        if move < PASS_MOVE:
            return (f"card:{self.bridge.piece_name(int(move))}",)
        if move >= ACCEPT_MOVE:
            return ("accept",) if move == ACCEPT_MOVE else ("refuse",)
        if move >= CLAIM_MOVE:
            return ("claim", f"tricks:{move - CLAIM_MOVE}")
        if move >= BID_MOVE:
            return (f"bid:{BID_NAMES[move - BID_MOVE]}",)
        return ("pass",) if move == PASS_MOVE else (
            ("double",) if move == DOUBLE_MOVE else ("redouble",)
        )

    def refusal(self, move: Int) -> IllegalMove:
        """Says what is asked, or which law the call or the card breaks."""
        if self.stage == TO_ASSENT:
            return IllegalMove("say first whether you accept the claim (BRIDGE-R28)")
        if self.stage == TO_CALL:
            return self._no_call(move)
        if move >= CLAIM_MOVE:
            return self._no_claim(move)
        if move >= PASS_MOVE:
            return IllegalMove("the auction is over: play a card (BRIDGE-22)")
        name = self.bridge.card_said(int(move))
        seat = self.trick.turn
        suit = move // RANKS
        if self.hands[4 * seat + suit] & BIT[move % RANKS] == 0:
            return self._not_held(name, seat, move)
        return IllegalMove(
            "{card} does not follow: {suit} was led (BRIDGE-29)",
            card=name, suit=self.suit_name(self.trick.suit),
        )

    def _not_held(self, name: Phrase, seat: Int, card: Int) -> IllegalMove:
        other = self.dummy() if seat == self.declarer else self.declarer
        both = self.turn == self.declarer and self.is_open()
        if both and self.hands[4 * other + card // RANKS] & BIT[card % RANKS] != 0:
            return IllegalMove(
                "{card} is in the other hand: {seat} is to play (BRIDGE-R35)",
                card=name, seat=SEAT_NAMES[seat],
            )
        return IllegalMove("{card} is not in this hand", card=name)

    def _no_call(self, move: Int) -> IllegalMove:
        if move < PASS_MOVE or move >= CLAIM_MOVE:
            return IllegalMove("the auction goes on: call first (BRIDGE-09)")
        if move == DOUBLE_MOVE:
            return IllegalMove("only a bid of the other side can be doubled, once (BRIDGE-19)")
        if move == REDOUBLE_MOVE:
            return IllegalMove("only a double of the other side can be redoubled (BRIDGE-20)")
        return IllegalMove(
            "{bid} is not above {highest} (BRIDGE-15)",
            bid=BID_NAMES[move - BID_MOVE], highest=BID_NAMES[self.auction.highest],
        )

    def _no_claim(self, move: Int) -> IllegalMove:
        if not self.bridge.claims:
            return IllegalMove("all seventeen tricks are played at this table (BRIDGE-R28)")
        if move >= ACCEPT_MOVE:
            return IllegalMove("there is no claim to answer (BRIDGE-R28)")
        if not self.may_claim():
            return IllegalMove(
                "declarer may claim once in a trick, when it is their turn (BRIDGE-R28)"
            )
        return IllegalMove(
            "only {left} tricks are left (BRIDGE-R28)", left=int(HAND) - len(self.takers)
        )

    def redeals(self) -> list[list[list[str]]]:
        """Names the hands of the deals that would follow if all passed."""
        return [
            [self.hand_of(deal, seat) for seat in range(SEATS)]
            for deal in range(1, int(self.bridge.redeals) + 1)
        ]

    def hand_of(self, deal: int, seat: int) -> list[str]:
        """Names the cards that a deal gives to a seat."""
        start = 68 * deal + 17 * seat
        return self.deck_names(start, start + 17)

    def aside(self) -> list[str]:
        """Nothing is left over (BRIDGE-07)."""
        return []

    def opening_seen(self, seat: int) -> Data:
        """Hides the deals that have not come, and the other hands of those that were passed."""
        known = super().opening_seen(seat)
        if "redeals" in known and not self.over:
            known["redeals"] = [
                [
                    hand if place == seat and deal < self.redealt else int(HAND)
                    for place, hand in enumerate(hands)
                ]
                for deal, hands in enumerate(known["redeals"])
            ]
        return known

    def copy(self) -> Round:
        """Makes an independent copy."""
        twin = SuperBridgeRound(self.bridge, self.number, self.before)
        self.copied_into(twin)
        twin.stage, twin.auction, twin.redealt = self.stage, self.auction.copy(), self.redealt
        twin.hands, twin.namers, twin.declarer = self.hands[:], self.namers[:], self.declarer
        twin.trumps, twin.faced = self.trumps, self.faced
        twin.claimed, twin.claimed_in = self.claimed, self.claimed_in
        return twin

    def shown(self, seat: int) -> Data:
        """Adds the auction, the contract, whose hand plays and what was scored."""
        playing = self.stage != TO_CALL and not self.over
        return {
            **super().shown(seat),
            "stage": STAGES[int(self.stage)],
            "dealer": int(self.first),
            "vulnerable": VULNERABLE_NAMES[self.vulnerable()],
            "redealt": int(self.redealt),
            "calls": self.called(),
            "contract": self.contract(),
            "declarer": int(self.declarer),
            "dummy": int(self.dummy()) if self.declarer != NOBODY else NOBODY,
            "hand": int(self.trick.turn) if playing else NOBODY,
            "won": [int(tricks) for tricks in self.won],
            "claimed": int(self.claimed) if self.stage == TO_ASSENT else -1,
            "faced": self.faced,
            "tally": [[what, points] for what, points in self.tally().lines],
        }

    def called(self) -> list[list[int | str]]:
        """Lists the calls of the deal that lies on the table, each with its seat."""
        found: list[list[int | str]] = []
        for entry in range(len(self.log)):
            move = self.log[entry] & MOVE_MASK
            if PASS_MOVE <= move < CLAIM_MOVE:
                found.append([int(self.mover(entry)), self.text(move)])
        return found[4 * int(self.redealt) :]

    def contract(self) -> str:
        """Writes the contract, as `4SX`; nothing before there is a bid."""
        if self.auction.highest == NO_BID:
            return ""
        return BID_NAMES[self.auction.highest] + "X" * int(self.auction.doubling)
