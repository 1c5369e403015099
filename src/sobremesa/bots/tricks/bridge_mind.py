"""A mind for Super Bridge: it bids and plays in deals that fit what was called.

In the auction the calls of the system that fit the hand are tried: in every deal the auction is bid
to its end by the system, and the contract is played. A card is tried in the same way. Late in a
deal every card is counted double dummy; before that the quick mind plays on until few tricks are
left, and double dummy counts those.

Double dummy takes everybody to see all hands, so that it finds many cards equal that are not for
who has to guess. Among cards that are as good the quick mind chooses, and of touching cards any is
played, so that none tells more than it must.
"""

from __future__ import annotations

import math
from typing import Final

from sobremesa.bots.bot import Bot, bot
from sobremesa.bots.policy import Policy, policy_of
from sobremesa.bots.search import liked
from sobremesa.bots.thoughts import POINTS, Thoughts, Weighed, only
from sobremesa.bots.tricks.bridge_policy import BridgeSight, listened
from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.breath import breathe
from sobremesa.core.game import View, Worlds
from sobremesa.core.rng import Rng
from sobremesa.families.tricks.bridge_score import NO_TRUMP, contract_score
from sobremesa.families.tricks.bridge_system import HONOURS, Bidding, Hand, ones
from sobremesa.families.tricks.super_bridge import CLAIM_MOVE, HAND, TO_CALL, SuperBridgeRound
from sobremesa.material.cards import RANKS
from sobremesa.material.dominoes import BIT, ZEROS
from sobremesa.solvers.dummy import Memory, Search

# How much a point and a card outside of what was shown weigh against a deal, as logarithms.
POINT_OFF: Final = 0.6
CARD_OFF: Final = 1.0
# Exchanges before the first deal is taken, and between two.
SETTLING: Final[Int] = 600
BETWEEN: Final[Int] = 150
# Answers that a search of a few tricks remembers, in blocks.
ROOM: Final[Int] = 8192
# How much of its heat the quick mind keeps while it plays on.
WARMTH: Final = 0.2
# A trick that the quick mind sees in a card weighs so many points beside double dummy.
GLANCE: Final = 5.0
UNKNOWN: Final[Int] = -1


class Fitting:
    """Deals that fit what a seat knows, those more often that fit the calls better.

    From one deal to the next hidden cards change places; an exchange that fits worse is made the
    more seldom the worse it fits (Metropolis), so that deals come as often as their weight says.
    """

    def __init__(self, worlds: Worlds, rng: Rng) -> None:
        self.rng: Rng = rng
        first = worlds.sample(rng)
        assert isinstance(first, SuperBridgeRound)
        self.now: SuperBridgeRound = first
        self.heard: Bidding = listened(first)
        self.sight: BridgeSight = BridgeSight(first)
        # The hidden cards and who holds each; points and lengths of all hands as dealt.
        self.cards: vec[Int] = vec[Int]()
        self.owners: vec[Int] = vec[Int]()
        self.points: vec[Int] = ZEROS[:4]
        self.lengths: vec[Int] = ZEROS[:16]
        self.read(first)
        self.exchange(SETTLING)

    def read(self, world: SuperBridgeRound) -> None:
        """Counts the hands as they were dealt, and lists what is hidden."""
        dealt = world.hands[:]
        for number in range(len(world.takers)):
            for place in range(4):
                give(dealt, (world.leaders[number] + place) & 3, world.past[4 * number + place])
        for place in range(len(world.trick.pieces)):
            give(dealt, (world.trick.leader + place) & 3, world.trick.pieces[place])
        for seat in range(4):
            for suit in range(4):
                mask = dealt[4 * seat + suit]
                self.lengths[4 * seat + suit] = ones(mask)
                self.points[seat] += HONOURS[mask >> 12]
            if self.sight.open & BIT[seat] == 0:
                for card in world.held(seat):
                    self.cards = append(self.cards, card)
                    self.owners = append(self.owners, seat)

    def off(self, seat: Int) -> float:
        """Says how badly a hand fits the calls of its seat."""
        heard = self.heard
        points = self.points[seat]
        found = 0.0
        for suit in range(4):
            place = 4 * seat + suit
            length = self.lengths[place]
            if length > 5:
                points += length - 5
            if length < heard.least[place]:
                found += CARD_OFF * float(heard.least[place] - length)
            elif length > heard.most[place]:
                found += CARD_OFF * float(length - heard.most[place])
        if points < heard.low[seat]:
            found += POINT_OFF * float(heard.low[seat] - points)
        elif points > heard.high[seat]:
            found += POINT_OFF * float(points - heard.high[seat])
        return found

    def exchange(self, times: Int) -> None:
        """Lets hidden cards change places."""
        count = len(self.cards)
        if count == 0:
            return
        may = self.sight.may
        rng = self.rng
        for _ in range(times):
            one = rng.below(count)
            other = rng.below(count)
            a, b = self.owners[one], self.owners[other]
            if a == b:
                continue
            given, taken = self.cards[one], self.cards[other]
            if may[4 * b + given // RANKS] == 0 or may[4 * a + taken // RANKS] == 0:
                continue
            before = self.off(a) + self.off(b)
            self.pass_on(given, a, b)
            self.pass_on(taken, b, a)
            after = self.off(a) + self.off(b)
            if after > before and rng.fraction() >= math.exp(before - after):
                self.pass_on(given, b, a)
                self.pass_on(taken, a, b)
            else:
                self.owners[one], self.owners[other] = b, a

    def pass_on(self, card: Int, giver: Int, taker: Int) -> None:
        """Gives a card of one hand to another."""
        suit = card // RANKS
        rank = card - RANKS * suit
        hands = self.now.hands
        hands[4 * giver + suit] ^= BIT[rank]
        hands[4 * taker + suit] |= BIT[rank]
        self.lengths[4 * giver + suit] -= 1
        self.lengths[4 * taker + suit] += 1
        if rank >= 12:
            self.points[giver] -= rank - 11
            self.points[taker] += rank - 11

    def next(self) -> SuperBridgeRound:
        """Gives a deal, to be copied and not to be played in."""
        self.exchange(BETWEEN)
        found = self.now.copy()
        assert isinstance(found, SuperBridgeRound)
        return found


def give(hands: vec[Int], seat: Int, card: Int) -> None:
    """Puts a card into a hand."""
    hands[4 * seat + card // RANKS] |= BIT[card % RANKS]


class OpenDeal:
    """The cards that are left, with all hands open."""

    def __init__(self, round: SuperBridgeRound, memory: Memory) -> None:
        trick = round.trick
        lying = trick.pieces
        hands = round.hands[:]
        for place in range(len(lying)):
            give(hands, (trick.leader + place) & 3, lying[place])
        # By card, its place in its suit among those that are left, from the highest.
        self.places: vec[Int] = vec[Int]([0 for _ in range(4 * RANKS)])
        masks = [0] * 16
        ranks: Int = 0
        for suit in range(4):
            order: Int = 0
            for down in range(RANKS):
                rank = RANKS - 1 - down
                for seat in range(4):
                    if hands[4 * seat + suit] & BIT[rank] != 0:
                        masks[4 * int(seat) + int(suit)] |= int(BIT[order])
                        self.places[RANKS * suit + rank] = order
                        order += 1
            if order > ranks:
                ranks = order
        self.left: Int = HAND - len(round.takers)
        self.side: Int = trick.turn & 1
        memory.clear()
        trumps = round.trumps if round.trumps != NO_TRUMP else 4
        self.search: Search = Search(masks, ranks, trumps, memory)
        self.search.begin(trick.leader, self.left)
        for card in lying:
            self.search.lay(card // RANKS, BIT[self.places[card]])
        self.guess: Int = self.search.guess()

    def north_takes(self, nodes: Int) -> float:
        """Counts the tricks of North and South from here on; the middle of what is possible if
        that is not known after so many positions."""
        self.search.allow(nodes)
        if self.search.settle(self.guess):
            self.guess = self.search.least
        return 0.5 * float(self.search.least + self.search.most)

    def after(self, card: Int, nodes: Int) -> float:
        """Counts them after a card."""
        self.search.lay(card // RANKS, BIT[self.places[card]])
        found = self.north_takes(nodes)
        self.search.take_back()
        return found


class Scores:
    """What a contract scores for North and South, by the tricks that they take."""

    def __init__(self, round: SuperBridgeRound) -> None:
        self.by_tricks: vec[float] = vec[float]()
        side = int(round.declarer & 1)
        mark = (round.vulnerable() >> side) & 1 == 1
        for tricks in range(int(HAND) + 1):
            made = tricks if side == 0 else int(HAND) - tricks
            score = contract_score(
                round.level(), int(round.trumps), int(round.auction.doubling), mark, made,
                round.bridge.tariff,
            ).total()
            self.by_tricks = append(self.by_tricks, float(score if side == 0 else -score))

    def at(self, tricks: float) -> float:
        """Gives the score of so many tricks, between two of them the mean."""
        low: Int = int(tricks)
        if low >= HAND:
            return self.by_tricks[HAND]
        part = tricks - float(low)
        return self.by_tricks[low] * (1.0 - part) + self.by_tricks[low + 1] * part


class Trial:
    """Candidates with what they brought in the same deals; the favourite comes first."""

    def __init__(self, moves: vec[Int]) -> None:
        self.moves: vec[Int] = moves
        self.count: Int = 0
        self.totals: vec[float] = vec[float]([0.0 for _ in moves])
        self.ahead: vec[float] = vec[float]([0.0 for _ in moves])
        self.spread: vec[float] = vec[float]([0.0 for _ in moves])

    def add(self, gains: vec[float]) -> None:
        """Takes in what each brought in one deal."""
        self.count += 1
        for place in range(len(gains)):
            ahead = gains[place] - gains[0]
            self.totals[place] += gains[place]
            self.ahead[place] += ahead
            self.spread[place] += ahead * ahead

    def weighed(self, best: Int, played: Int) -> list[Weighed]:
        """Says what each brought in the mean; `played` is what stands for the best of them."""
        count = float(self.count)
        return [
            Weighed(
                int(played if self.moves[place] == best else self.moves[place]),
                self.totals[place] / count, int(self.count),
            )
            for place in range(len(self.moves) if self.count > 0 else 0)
        ]

    def best(self, doubt: float) -> Int:
        """Gives the candidate that did best, if by more than so many standard errors."""
        best: Int = 0
        for place in range(len(self.moves)):
            if self.totals[place] > self.totals[best]:
                best = place
        count = float(self.count)
        if best == 0 or count == 0.0:
            return self.moves[0]
        ahead = self.ahead[best] / count
        off = math.sqrt(max(self.spread[best] / count - ahead * ahead, 0.0) / count)
        return self.moves[best] if ahead > doubt * off else self.moves[0]


class BridgeMind(Bot):
    """Thinks in deals that fit: `calls` of them for a call, `cards` for a card.

    With at most `looks` tricks left every card is counted double dummy. Before that `early` deals
    are played on by the quick mind until `ending` tricks are left; with none of them it decides at
    a glance. `nodes` bounds each count. Without `bids` it calls like the greedy bot, so that
    the play can be judged alone.
    """

    def __init__(
        self, calls: int, cards: int, *, early: int = 12, looks: int = 11, ending: int = 8,
        nodes: int = 20_000, doubt: float = 1.0, bids: bool = True,
    ) -> None:
        self.calls: Int = calls
        self.cards: Int = cards
        self.early: Int = early
        self.looks: Int = looks
        self.ending: Int = ending
        self.nodes: Int = nodes
        self.doubt: float = doubt
        self.bids: bool = bids

    def choose(self, view: View, rng: Rng) -> int:
        """Calls or plays; a claim is answered at a glance."""
        return self.think(view, rng).move

    def think(self, view: View, rng: Rng) -> Thoughts:
        """Says for each candidate what its side scores in the deals that fit."""
        policy = policy_of(view.game.name)
        stage = str(view.data["stage"])
        if stage == "auction" and not self.bids:
            return only(bot(view.game.name, "greedy").choose(view, rng))
        worlds = view.game.worlds(view)
        if stage == "auction":
            return self.call(Fitting(worlds, rng), policy, rng)
        if stage == "play":
            return self.card(Fitting(worlds, rng), policy, rng)
        return only(int(policy.choose(worlds.sample(rng), rng, 0.0)))

    def call(self, fitting: Fitting, policy: Policy, rng: Rng) -> Thoughts:
        """Tries the calls within whose meaning the hand is."""
        now = fitting.now
        seat = now.turn
        legal = now.legal()
        moves = vec[Int]()
        for meaning in fitting.heard.fitting(seat, Hand(now.hands, seat)):
            for move in legal:
                if move == meaning.call:
                    moves = append(moves, move)
        if len(moves) < 2 or self.calls == 0:
            return only(int(moves[0]))
        trial = Trial(moves)
        memory = Memory(ROOM)
        for _ in range(self.calls):
            breathe()
            world = fitting.next()
            # By declarer and strain, the tricks of North and South.
            known = vec[float]([-1.0 for _ in range(20)])
            gains = vec[float]()
            for move in moves:
                after = world.copy()
                assert isinstance(after, SuperBridgeRound)
                gains = append(gains, self.called(after, move, known, memory, policy, rng))
            if seat & 1 != 0:
                for place in range(len(gains)):
                    gains[place] = -gains[place]
            trial.add(gains)
        best = trial.best(self.doubt)
        return Thoughts(int(best), trial.weighed(best, best), POINTS)

    def called(
        self, round: SuperBridgeRound, move: Int, known: vec[float], memory: Memory,
        policy: Policy, rng: Rng,
    ) -> float:
        """Bids on by the system and plays the contract; answers what North and South score."""
        dealt = round.redealt
        round.play(move)
        while not round.over and round.stage == TO_CALL and round.redealt == dealt:
            round.play(policy.choose(round, rng, 0.0))
        if round.over or round.redealt != dealt:
            return 0.0
        place = 5 * round.declarer + round.trumps
        scores = Scores(round)
        if known[place] < 0.0:
            known[place] = self.played_on(round, memory, policy, rng)
        return scores.at(known[place])

    def played_on(
        self, round: SuperBridgeRound, memory: Memory, policy: Policy, rng: Rng
    ) -> float:
        """Lets the quick mind play until few tricks are left; answers all that North and South
        take."""
        while HAND - len(round.takers) > self.ending or not round.trick.is_empty():
            round.play(policy.choose(round, rng, WARMTH))
        return float(round.won[0]) + OpenDeal(round, memory).north_takes(self.nodes)

    def card(self, fitting: Fitting, policy: Policy, rng: Rng) -> Thoughts:
        """Tries a card of each sequence."""
        now = fitting.now
        groups = self.groups(now, fitting.sight, policy)
        if len(groups) == 1:
            return only(int(any_of(groups[0], rng)))
        moves = vec[Int]([group[0] for group in groups])
        legal = now.legal()
        glance = policy.values(now, legal)
        trial = Trial(moves)
        memory = Memory(ROOM)
        scores = Scores(now)
        side = now.trick.turn & 1
        sign = 1.0 if side == 0 else -1.0
        exact = HAND - len(now.takers) <= self.looks
        for _ in range(self.cards if exact else self.early):
            breathe()
            world = fitting.next()
            gains = vec[float]()
            if exact:
                deal = OpenDeal(world, memory)
                taken = float(world.won[0])
                for move in moves:
                    gains = append(gains, sign * scores.at(taken + deal.after(move, self.nodes)))
            else:
                luck = int(rng.word())
                for move in moves:
                    after = world.copy()
                    assert isinstance(after, SuperBridgeRound)
                    after.play(move)
                    tricks = self.played_on(after, memory, policy, Rng(luck))
                    gains = append(gains, sign * scores.at(tricks))
            for place in range(len(moves)):
                gains[place] += GLANCE * glance[place_of(legal, moves[place])]
            trial.add(gains)
        best = trial.best(0.0 if exact else self.doubt)
        card = best
        for group in groups:
            if group[0] == best:
                card = any_of(group, rng)
        return Thoughts(int(card), trial.weighed(best, card), POINTS)

    def groups(
        self, round: SuperBridgeRound, sight: BridgeSight, policy: Policy
    ) -> list[vec[Int]]:
        """Lists the legal cards by sequences, what the quick mind likes best first."""
        found: list[vec[Int]] = []
        before: Int = UNKNOWN
        for move in round.legal():
            if move >= CLAIM_MOVE:
                continue
            if before == UNKNOWN or sight.are_apart(round, before, move):
                found.append(vec[Int]([move]))
            else:
                found[len(found) - 1] = append(found[len(found) - 1], move)
            before = move
        for move in liked(policy, round, 0):
            for place in range(len(found)):
                group = found[place]
                for card in group:
                    if card == move:
                        found.pop(place)
                        found.insert(0, group)
                        return found
        return found


def place_of(moves: vec[Int], move: Int) -> Int:
    """Finds a move in a list that has it."""
    place: Int = 0
    while moves[place] != move:
        place += 1
    return place


def any_of(cards: vec[Int], rng: Rng) -> Int:
    """Takes any of some cards that are worth the same."""
    return cards[rng.below(len(cards))]
