"""What a seat can work out about the hidden tiles of the lock-and-key game.

A player who lays a tile was given it before. A player who passes or draws shows that they have no
play: for each open side they hold no base at all, or a base whose every pair with the rest of
their hand has been made there. Such a showing is a list of cases, each saying how many tiles of
each kind they can hold. Where passes are not checked they show nothing, but a base that is laid
later without ado could not have been played then.

Tiles come by the deal and by draws; so a case becomes limits on the tiles of a kind that
came with the deal and the draws up to then, and `material.alike` counts and draws the ways.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.dealing import DealtRound, DealtWorlds
from sobremesa.core.game import NOBODY, View
from sobremesa.core.rng import Rng
from sobremesa.families.locks.layout import Layout
from sobremesa.material.alike import (
    MANY_STATES,
    MOST_TRIALS,
    Alike,
    Limits,
    Places,
    TooManyStates,
    Trials,
    eased,
    keep_slots,
    narrowed,
)
from sobremesa.material.hidden import IMPOSSIBLE, SURELY, Impossible
from sobremesa.material.locks import BIT, KEY, KINDS, LOCK, has_specials

if TYPE_CHECKING:
    from sobremesa.families.locks.cerrojo import Cerrojo

# How many tiles of a kind can be held at some moment, by kind: the least and the most.
Case = dict[int, tuple[int, int]]

ANY: Final = 99
# With more cases than this, those of the later showings are left to trial.
MANY_CASES: Final = 100
# So many states of all tables are made at most: it takes about a second.
MOST_STATES: Final = 3_000_000
# So many trials are made before that.
FEW_TRIALS: Final = 10_000


def both(one: list[Case], other: list[Case]) -> list[Case]:
    """Gives the cases in which two showings are true together."""
    found: list[Case] = []
    for first in one:
        for second in other:
            case = dict(first)
            for kind, (low, high) in second.items():
                known = case.get(kind, (0, ANY))
                case[kind] = (max(low, known[0]), min(high, known[1]))
            if all(low <= high for low, high in case.values()):
                found.append(case)
    return found


def none_of(suit: int) -> Case:
    """The case of holding no tile of a suit."""
    return dict.fromkeys(kinds_of(suit), (0, 0))


def kinds_of(suit: int) -> list[int]:
    """Lists the kinds of a suit."""
    return [3 * suit, 3 * suit + 1, 3 * suit + 2] if has_specials(suit) else [3 * suit]


def without_play(rules: Cerrojo, layout: Layout, tiles: int, keys: bool) -> list[Case]:
    """Lists the cases in which a hand of that many tiles has no play; `keys` counts those on
    closed sides as plays."""
    cases: list[Case] = [{}]
    for side in range(2):
        suit = int(layout.asks[side])
        if layout.is_open(side):
            cases = both(cases, [none_of(suit), *_stuck_bases(rules, layout, side, tiles)])
        elif layout.is_locked(side) and keys:
            cases = both(cases, [{3 * suit + KEY: (0, 0)}])
    return cases


def _stuck_bases(rules: Cerrojo, layout: Layout, side: int, tiles: int) -> list[Case]:
    """Lists the cases in which a hand has bases for an open side, but none can be played."""
    suit = int(layout.asks[side])
    stuck = _unpaired(rules, layout, side)
    if stuck is None or (tiles == 1 and rules.last_alone):
        return []
    plain = 3 * suit
    most = 1 if layout.may_join(side, suit) & BIT[suit] else ANY
    if not has_specials(suit):
        return both([stuck], [{plain: (1, most)}])
    # A lock of the suit can always close; a key is a base like any other.
    without = {plain: (1, most), plain + LOCK: (0, 0), plain + KEY: (0, 0)}
    cases: list[Case] = [without]
    if not layout.key_may_close(side, rules.shuts_base_lock):
        cases.append({plain: (0, most - 1), plain + LOCK: (0, 0), plain + KEY: (1, 1)})
    return both([stuck], cases)


def _unpaired(rules: Cerrojo, layout: Layout, side: int) -> Case | None:
    """The case of holding no tile of another suit that could be joined to a base on a
    side."""
    suit = int(layout.asks[side])
    case: Case = {}
    for other in range(1, rules.suits + 1):
        if other != suit and layout.may_join(side, suit) & BIT[other]:
            case.update(none_of(other))
    return case


def stuck_base(rules: Cerrojo, layout: Layout, kind: int, tiles: int) -> list[Case]:
    """Lists the cases in which a kind that is held cannot be the base of any play."""
    cases: list[Case] = [{}]
    suit, what = divmod(kind, 3)
    for side in range(2):
        if layout.asks[side] != suit:
            continue
        if layout.is_locked(side) and what == KEY and not rules.key_optional:
            return []
        if not layout.is_open(side):
            continue
        closes = what == LOCK or (what == KEY and layout.key_may_close(side, rules.shuts_base_lock))
        unpaired = _unpaired(rules, layout, side)
        if closes or unpaired is None or (tiles == 1 and rules.last_alone):
            return []
        if layout.may_join(side, suit) & BIT[suit]:
            alone = none_of(suit)
            alone[kind] = (1, 1)
            unpaired.update(alone)
        cases = both(cases, [unpaired])
    return cases


def without_double(rules: Cerrojo) -> list[Case]:
    """Lists the cases in which a hand cannot open (CERROJO-R13)."""
    cases: list[Case] = [{}]
    for suit in range(1, rules.suits + 1):
        plain = 3 * suit
        if rules.plain_salida or not has_specials(suit):
            cases = both(cases, [{plain: (0, 1)}])
        else:
            cases = both(cases, [
                {plain: (0, 1), plain + LOCK: (0, 0), plain + KEY: (0, 0)},
                {plain: (0, 0), plain + LOCK: (1, 1), plain + KEY: (0, 0)},
                {plain: (0, 0), plain + LOCK: (0, 0), plain + KEY: (1, 1)},
            ])
    return cases


class Chain:
    """What is seen of a hidden hand: its tiles' last place so far, how many it has, and
    which it has laid; with the passes and draws that were not checked."""

    def __init__(self, place: int, size: int) -> None:
        self.place = place
        self.size = size
        self.laid: dict[int, int] = {}
        self.doubts: list[Doubt] = []


class Doubt:
    """A pass or draw that was not checked, to be looked at again when a base is laid."""

    def __init__(self, chain: Chain, layout: Layout) -> None:
        self.place = chain.place
        self.size = chain.size
        self.layout = layout.copy()
        self.laid = dict(chain.laid)


class LockWorlds(DealtWorlds):
    """The hands that fit everything a seat has seen."""

    def __init__(self, rules: Cerrojo, view: View) -> None:
        super().__init__(rules, view)
        self.rules = rules
        self.log: list[tuple[int, str]] = [(seat, text) for seat, text, _ in view.data["log"]]
        self.moves: list[int] = [rules.move_of(text) for _, text in self.log]
        self.totals: dict[int, int] = {}
        self.places = Places([], [])
        self.chains: dict[int, Chain] = {}
        # The place to which the draw at a time came, and the kinds of own draws.
        self.place_of: dict[int, int] = {}
        self.own_draws: dict[int, int] = {}
        # What is sure, and the showings of which one of several cases is true.
        self.limits: Limits = {}
        self.showings: list[list[Limits]] = []
        self.cases: list[Limits] = []
        self.samplers: list[Alike] = []
        self.soft: list[Limits] = []
        self.trials: Trials | None = None
        self.pending: list[list[Limits]] = []
        # The deck as far as it is known, and the place in it of every slot of the places; which
        # places are deals; whose hands are hidden, where in the deck their tiles came from, and
        # how many of each kind they have laid.
        self.deck: vec[Int] = vec[Int]()
        self.first_slots: vec[Int] = vec[Int]()
        self.spots: vec[Int] = vec[Int]()
        self.dealt_to: list[bool] = []
        self.holders: list[int] = []
        self.came: list[vec[Int]] = []
        self.laid: list[vec[Int]] = []
        self.shares: list[float] = []
        self.may_lack_opening: bool = False
        if not view.over:
            self._read_opening()
            self._make_places()
            self._read_log()
            self._make_samplers()
            self._lay_deck()
            self.may_lack_opening = self._may_lack_opening()
            for seat in self.holders:
                laid = self.chains[seat].laid
                self.laid.append(vec[Int]([laid.get(kind, 0) for kind in range(KINDS)]))
        self.set_out()

    def _read_opening(self) -> None:
        """Takes note of own tiles and of what lay already."""
        for kind in self.rules.set:
            self.totals[int(kind)] = self.totals.get(int(kind), 0) + 1
        for hand in self.opening["hands"]:
            if isinstance(hand, list):
                for name in hand:
                    self.totals[self.rules.piece_of(name)] -= 1
        for text in self.opening.get("line", []):
            for kind in self.rules.plays.tiles(self.rules.plays.read(text)):
                self.totals[kind] -= 1

    def _make_places(self) -> None:
        """Makes the places: for every hidden hand the deal and its draws, then the rest.

        The draws of one turn are two places: the last of them, and those before it.
        """
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                continue
            self.chains[seat] = Chain(self._new_place(hand, True), hand)
            run: list[int] = []
            for time in range(len(self.log) + 1):
                if self._draws_at(time, seat):
                    run.append(time)
                elif run:
                    self._place_run(run[:-1])
                    self._place_run(run[-1:])
                    run = []
        drawn = self.moves.count(int(self.rules.draw_move))
        self._new_place(self.opening["boneyard"] - drawn, True)

    def _draws_at(self, time: int, seat: int) -> bool:
        """Tells whether a seat draws at a time."""
        return (
            time < len(self.log) and self.log[time][0] == seat
            and self.moves[time] == self.rules.draw_move
        )

    def _drew_before(self, time: int, seat: int) -> bool:
        """Tells whether a seat whose turn is over at a time has drawn in it; a round may have been
        set up in the midst of a turn."""
        return self._draws_at(time - 1, seat) if time > 0 else bool(self.opening.get("drew"))

    def _place_run(self, run: list[int]) -> None:
        if run:
            place = self._new_place(len(run), False)
            self.place_of.update(dict.fromkeys(run, place))

    def _new_place(self, size: int, starts: bool) -> int:
        self.places.sizes.append(size)
        self.places.starts.append(starts)
        return len(self.places.sizes) - 1

    def _read_log(self) -> None:
        """Follows the game as the seat saw it, with the tiles of the others unknown."""
        layout = self._first_layout()
        deposit = int(self.opening["boneyard"])
        for time, (seat, text) in enumerate(self.log):
            move = self.moves[time]
            chain = self.chains.get(seat)
            if move == self.rules.draw_move:
                deposit -= 1
                if chain is None:
                    self.own_draws[time] = self.rules.piece_of(text[1:])
                    self.totals[self.own_draws[time]] -= 1
                else:
                    self._read_draw(chain, layout, time)
            elif chain is not None and move == self.rules.pass_move:
                self._read_pass(chain, layout, deposit, self._drew_before(time, seat))
            elif chain is not None:
                self._read_play(chain, move)
            if move < self.rules.plays.count:
                layout.lay(move)

    def _first_layout(self) -> Layout:
        """Gives the table as it lay when the round began."""
        layout = self.rules.bare_round().layout
        for text in self.opening.get("line", []):
            layout.lay(self.rules.plays.read(text))
        return layout

    def _read_draw(self, chain: Chain, layout: Layout, time: int) -> None:
        """A draw shows that there was no play. What is shown before the last draw of a turn
        was so before those before it, but for a single tile, which can be played alone."""
        seat = self.log[time][0]
        last = not self._draws_at(time + 1, seat)
        first = time == 0 or not self._draws_at(time - 1, seat)
        if last or (first and chain.size == 1):
            if self.rules.honour:
                chain.doubts.append(Doubt(chain, layout))
            else:
                self._show(chain, without_play(self.rules, layout, chain.size, True))
        chain.place = self.place_of[time]
        chain.size += 1

    def _read_pass(self, chain: Chain, layout: Layout, deposit: int, drew: bool) -> None:
        """A pass shows that there was no play, except keys that may be kept back; and such
        a key where otherwise a tile would have been drawn."""
        rules = self.rules
        if layout.salida == 0:
            self._show(chain, without_double(rules))
        elif rules.honour:
            chain.doubts.append(Doubt(chain, layout))
        else:
            cases = without_play(rules, layout, chain.size, not rules.key_optional)
            must_draw = rules.draws and deposit > 0 and not (rules.draws_one and drew)
            self._show(chain, both(cases, key_kept(layout)) if must_draw else cases)

    def _read_play(self, chain: Chain, move: int) -> None:
        """A play shows that its tiles were held, and that no unchecked pass was false."""
        tiles = self.rules.plays.tiles(move)
        base = tiles[0]
        for doubt in chain.doubts:
            since = chain.laid.get(base, 0) - doubt.laid.get(base, 0)
            stuck = stuck_base(self.rules, doubt.layout, base, doubt.size)
            cases = both([{base: (since + 1, ANY)}], stuck)
            self._show_at(doubt.place, doubt.laid, [{base: (0, since)}, *cases])
        for kind in tiles:
            chain.laid[kind] = chain.laid.get(kind, 0) + 1
            self._show_at(chain.place, {}, [{kind: (chain.laid[kind], ANY)}])
        chain.size -= len(tiles)

    def _show(self, chain: Chain, cases: list[Case]) -> None:
        """Takes note of cases of what a hand holds now."""
        self._show_at(chain.place, chain.laid, cases)

    def _show_at(self, place: int, laid: dict[int, int], cases: list[Case]) -> None:
        """Takes note of cases of what a hand held when its last tile had come to a place
        and it had laid what it had."""
        self.showings.append([
            {
                (kind, place): (laid.get(kind, 0) + low, laid.get(kind, 0) + high)
                for kind, (low, high) in case.items()
            }
            for case in cases
        ])

    def _settle(self, showings: list[list[Limits]]) -> list[list[Limits]]:
        """Takes what is sure into the limits; gives the showings that leave a choice."""
        again = True
        while again:
            again = False
            open: list[list[Limits]] = []
            for cases in showings:
                possible = [
                    case for case in cases
                    if narrowed(self.limits, case, self.totals) is not None
                ]
                if len(possible) == 1:
                    settled = narrowed(self.limits, possible[0], self.totals)
                    assert settled is not None
                    again = again or settled != self.limits
                    self.limits = settled
                else:
                    open.append(possible)
            showings = open
        return showings

    def _branches(self, showings: list[list[Limits]], most: int) -> list[Limits]:
        """Gives the limits of every case of the showings together; with `most`, showings
        that would make more cases are left pending."""
        branches = [self.limits]
        self.pending = []
        for cases in showings:
            grown: list[Limits] = []
            for branch in branches:
                for case in cases:
                    limits = narrowed(branch, case, self.totals)
                    if limits is not None:
                        grown.append(limits)
            if most and len(grown) > most:
                self.pending.append(cases)
                hull = hull_of(cases)
                narrow = [narrowed(branch, hull, self.totals) for branch in branches]
                branches = [limits for limits in narrow if limits is not None]
            else:
                branches = grown
        return branches

    def _make_samplers(self) -> None:
        """Finds the quickest exact way to draw: by counting, or else by trial."""
        self.first_slots = self.places.slots()
        showings = self._settle(self.showings)
        self.cases = self._branches(showings, MANY_CASES)
        # The small places of draws are seldom filled by trial.
        draws = len(self.place_of) > 0 and len(self.chains) < 4
        if not self._make_tables(MOST_STATES if draws else MANY_STATES):
            self.trials = Trials(self.places, self.totals, self.limits, self.cases)

    def _make_tables(self, left: int) -> bool:
        """Makes the table of every case, unless they have more states than that together."""
        self.samplers = []
        self.soft = []
        try:
            for limits in self.cases:
                hard, soft = eased(self.places, self.totals, limits)
                self.samplers.append(Alike(self.places, self.totals, hard, max(left, 1)))
                self.soft.append(soft)
                left -= self.samplers[-1].states
        except TooManyStates:
            return False
        self._share_out()
        return True

    def _share_out(self) -> None:
        """Finds how likely each case is."""
        total = sum([sampler.weight for sampler in self.samplers])
        if total == 0.0:
            raise Impossible(IMPOSSIBLE)
        share = 0.0
        for sampler in self.samplers:
            share += sampler.weight / total
            self.shares.append(share)
        while self.samplers[-1].weight == 0.0:
            self.samplers.pop()
            self.shares.pop()
        self.shares[-1] = SURELY

    def count(self) -> int:
        """Counts the ways in which the hidden tiles can have been dealt and drawn.

        The order of the tiles that nobody has drawn, and of those drawn in one turn before
        the last, is left out.
        """
        if self.view.over:
            return 1
        showings = self._settle(self.showings)
        return self._ways(showings) - self._ways_without_opening(showings)

    def _ways(self, showings: list[list[Limits]]) -> int:
        return sum([
            Alike(self.places, self.totals, limits).count()
            for limits in self._branches(showings, 0)
        ])

    def _ways_without_opening(self, showings: list[list[Limits]]) -> int:
        """Counts the ways in which nobody could open: such tiles are shuffled again."""
        if not self._may_lack_opening():
            return 0
        more = list(showings)
        for chain in self.chains.values():
            more.append([
                {(kind, chain.place): limit for kind, limit in case.items()}
                for case in without_double(self.rules)
            ])
        return self._ways(more)

    def _may_lack_opening(self) -> bool:
        """Tells whether nobody has opened and no hand that is seen can."""
        if self.opening.get("line") or any(move < self.rules.plays.count for move in self.moves):
            return False
        seat = self.view.seat
        return seat < 0 or not self._can_open(self.opening["hands"][seat])

    def _can_open(self, names: list[str]) -> bool:
        return self.rules.can_open(vec[Int](self.rules.pieces_of(names)))

    def deck_drawn(self, rng: Rng) -> vec[Int]:
        """Draws a deck that fits, all equally likely; if nobody could open, the tiles were
        shuffled again."""
        if self.view.over:
            return self.open_deck()
        while True:
            deck = self._deck(self._lying(rng), rng)
            if not self.may_lack_opening or self._somebody_can_open(deck):
                return deck

    def _somebody_can_open(self, deck: vec[Int]) -> bool:
        place: Int = 0
        for hand in self.opening["hands"]:
            last = place + (hand if isinstance(hand, int) else len(hand))
            if self.rules.can_open(deck[place:last]):
                return True
            place = last
        return False

    def _lying(self, rng: Rng) -> vec[Int]:
        """Draws how the tiles lie, place after place, until all that is pending is true too."""
        while True:
            if self.trials is not None:
                slots = self._tried(self.trials, rng)
            else:
                pick = rng.fraction()
                chosen = 0
                while pick >= self.shares[chosen]:
                    chosen += 1
                slots = self.samplers[chosen].draw(rng)
                if not keep_slots(self.places, self.soft[chosen], self.first_slots, slots):
                    continue
            if all(self._is_so(cases, slots) for cases in self.pending):
                return slots

    def _tried(self, trials: Trials, rng: Rng) -> vec[Int]:
        """Draws a way by trial; where few are enough for none, by larger tables from then on."""
        try:
            return trials.draw(rng, FEW_TRIALS)
        except Impossible:
            if not self._make_tables(MOST_STATES):
                return trials.draw(rng, MOST_TRIALS)
        self.trials = None
        return self._lying(rng)

    def _is_so(self, cases: list[Limits], slots: vec[Int]) -> bool:
        """Tells whether one of some cases is true."""
        return any(keep_slots(self.places, case, self.first_slots, slots) for case in cases)

    def _deck(self, slots: vec[Int], rng: Rng) -> vec[Int]:
        """Puts the deck together; tiles that came to one place come in any order."""
        starts = self.first_slots
        for place in range(len(starts) - 1):
            if starts[place + 1] - starts[place] > 1 and not self.dealt_to[place]:
                mixed = slots[starts[place] : starts[place + 1]]
                rng.shuffle(mixed)
                for at in range(len(mixed)):
                    slots[starts[place] + at] = mixed[at]
        deck = self.deck[:]
        for slot in range(len(slots)):
            deck[self.spots[slot]] = slots[slot]
        return deck

    def _lay_deck(self) -> None:
        """Finds what is known of the deck, and where in it the slots of the places lie."""
        at = [int(slot) for slot in self.first_slots]
        self.spots = vec[Int]([0 for _ in range(self.first_slots[len(self.first_slots) - 1])])
        self.dealt_to = [False for _ in self.places.sizes]
        place = 0
        for seat, hand in enumerate(self.opening["hands"]):
            if isinstance(hand, list):
                for kind in self.rules.pieces_of(hand):
                    self.deck = append(self.deck, kind)
                continue
            self.dealt_to[place] = True
            self.came.append(vec[Int]())
            self.holders.append(seat)
            for _ in range(hand):
                self._hide(at, place, seat)
            place += 1
            while not self.places.starts[place]:
                place += 1
        for time, move in enumerate(self.moves):
            if move == self.rules.draw_move:
                if time in self.own_draws:
                    self.deck = append(self.deck, self.own_draws[time])
                else:
                    self._hide(at, self.place_of[time], self.log[time][0])
        while at[place] < self.first_slots[place + 1]:
            self._hide(at, place, NOBODY)

    def _hide(self, at: list[int], place: int, seat: int) -> None:
        """Adds a hidden tile, of the next slot of a place, to the deck."""
        self.spots[at[place]] = len(self.deck)
        at[place] += 1
        if seat != NOBODY:
            number = self.holders.index(seat)
            self.came[number] = append(self.came[number], len(self.deck))
        self.deck = append(self.deck, 0)

    def move_at(self, round: DealtRound, time: int, text: str) -> int:
        """Gives a move that has been read already."""
        return self.moves[time]

    def world(self, deck: vec[Int]) -> DealtRound:
        """Where passes are not checked, a round remembers what hands have been, too."""
        return self.replayed(deck) if self.rules.honour else super().world(deck)

    def hold_again(self, world: DealtRound) -> None:
        """Gives every hidden hand what came to it and was not laid."""
        for number, seat in enumerate(self.holders):
            laid = self.laid[number][:]
            world.empty_hand(seat)
            for place in self.came[number]:
                kind = world.deck[place]
                if laid[kind] > 0:
                    laid[kind] -= 1
                else:
                    world.hold(seat, kind)


def hull_of(cases: list[Limits]) -> Limits:
    """Gives the limits that all cases keep."""
    hull: Limits = {}
    for at in cases[0]:
        if all(at in case for case in cases):
            low = min([case[at][0] for case in cases])
            hull[at] = (low, max([case[at][1] for case in cases]))
    return hull


def key_kept(layout: Layout) -> list[Case]:
    """Lists the cases in which a hand has the key of a closed side."""
    cases: list[Case] = []
    without: Case = {}
    for side in range(2):
        if layout.is_locked(side):
            key = 3 * int(layout.asks[side]) + int(KEY)
            cases.append({**without, key: (1, 1)})
            without[key] = (0, 0)
    return cases
