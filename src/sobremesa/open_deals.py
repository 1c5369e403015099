"""Deals with all hands open, for people: what each declarer takes, par, and what cards cost.

Boards come from PBN, of 68 cards or of 52, from the seed of a game, or from the view of a deal that
is over. An open deal names the pieces of work that solve it (`Work`), which can be done one by one
and elsewhere; what is not done yet is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, cast

from sobremesa import record
from sobremesa.core.errors import BadRecord, Refused
from sobremesa.core.game import Game, View, make_game
from sobremesa.core.match import Match
from sobremesa.core.wording import plural
from sobremesa.families.tricks.super_bridge import SuperBridge
from sobremesa.families.tricks.texas_42 import (
    ALL_POINTS,
    AMOUNTS,
    DECLARATIONS,
    Texas42,
    Texas42Round,
)
from sobremesa.picture.saying import N_, PLAIN, Voice
from sobremesa.picture.tricks.openhands import Diagram, Results
from sobremesa.picture.tricks.openhands import plain as diagram_text
from sobremesa.picture.tricks.words import COMPASS, COURT_LETTERS, SUIT_NAMES, VULNERABLE
from sobremesa.record import Board
from sobremesa.record.board import contract_called
from sobremesa.solvers.bounds import Bounds
from sobremesa.solvers.dummy import Memory
from sobremesa.solvers.open_hands import (
    ROMANIAN,
    ROOM,
    SEATS,
    STRAINS,
    SUITS,
    BoundTable,
    Deal,
    Played,
    Table,
    double_dummy_play,
    found_by,
    seat_of,
    split_card,
    strain_of,
)
from sobremesa.solvers.open_tiles import texas_bounds, texas_declared
from sobremesa.solvers.par import (
    CONTRACT_BRIDGE,
    Par,
    Scoring,
    best_contract,
    bounded,
    makeable,
    par,
    par_bounds,
    sacrifice,
)

SEAT_NAMES: Final = dict(zip(SEATS, COMPASS, strict=True))
SIDES: Final = [N_("North-South"), N_("East-West")]
STRAIN_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}
# How ranks with a sign of their own are spelt.
SPELT: Final = {"T": "10", "E": "11", "Z": "12"}
# The printed letter of each rank that has one.
PRINTED: Final = {english: letter for letter, english in ROMANIAN.items()}
# Positions to look at for each result of a deal, if nothing is said.
NODES: Final = 20_000_000
# There are so many more cards than results that a card of a deal at a table gets this share.
PLAYED_SHARE: Final = 8
# What stands for a result that is still being worked out.
NOT_YET: Final = "…"
# A contract as PBN writes it; that of an ending may be a strain alone.
CONTRACT: Final = re.compile(r"PASS|(?P<level>[1-9]?)(?P<strain>[CDHS]|NT?)(?P<doubled>X{0,2})")
LEAST_BID: Final = AMOUNTS[0]
Progress = Callable[[float], None]
# The piece of work that says what each card cost.
PLAY: Final = "play"


@dataclass(frozen=True)
class Work:
    """A piece of work that solves a part of a deal: what does it, and what that is given."""

    do: Callable[..., Any]
    given: tuple[Any, ...]


@dataclass(frozen=True)
class Laid:
    """A card or tile as it was played, and what it cost its side, nothing where that is not
    known."""

    seat: int
    text: str
    cost: int | None


@dataclass(frozen=True)
class Costs:
    """What was played trick by trick, and what the contract was worth before the first card."""

    lead: str
    tricks: list[list[Laid]]

    def given(self) -> list[int]:
        """Counts what each seat gave away."""
        found = [0, 0, 0, 0]
        for trick in self.tricks:
            for laid in trick:
                found[laid.seat] += laid.cost or 0
        return found


def bounds_text(bounds: Bounds) -> str:
    """Writes a result, or its bounds where it is not known.

    >>> bounds_text((9, 9)), bounds_text((7, 9))
    ('9', '7–9')
    """
    least, most = bounds
    return str(least) if least == most else f"{least}–{most}"


def signed(score: int) -> str:
    """Writes a score with its sign.

    >>> signed(120), signed(-450)
    ('120', '−450')
    """
    return f"−{-score}" if score < 0 else str(score)


def contract_text(contract: str) -> str:
    """Writes a contract with the sign of its suit."""
    return contract[0] + STRAIN_SIGNS[contract[1:]]


def rank_text(sign: str) -> str:
    """Writes a rank with the letters of English."""
    return SPELT.get(sign, sign)


def rank_said(sign: str, say: Voice) -> str:
    """Writes a rank in the letters of a language (BRIDGE-R37)."""
    letter = PRINTED.get(sign)
    return rank_text(sign) if letter is None else say(COURT_LETTERS[letter])


def card_text(card: str, rank: Callable[[str], str] = rank_text) -> str:
    """Writes a card with the sign of its suit."""
    return STRAIN_SIGNS[card[0]] + rank(card[1:])


def solve_strain(deal: str, strain: str, nodes: int) -> dict[str, Bounds]:
    """Bounds the tricks of each declarer in a strain, within `nodes` positions each."""
    dealt = Deal(deal)
    search = dealt.search(strain_of(strain), Memory(ROOM))
    search.begin(0, dealt.tricks)
    guess = search.guess()
    found: dict[str, Bounds] = {}
    for declarer in range(4):
        search.begin((declarer + 1) % 4, dealt.tricks)
        search.allow(nodes)
        if search.settle(guess):
            guess = search.least
        found[SEATS[declarer]] = found_by(search, declarer % 2 == 0)
    return found


class OpenBoard:
    """A board of bridge, of either pack, with everything that double dummy says of it."""

    def __init__(
        self, board: Board, place: int, scoring: Scoring, nodes: int, say: Voice = PLAIN,
        letters: str = "auto",
    ) -> None:
        self.board = board
        self.say = say
        self.letters = letters
        self.number = board.number(place)
        # Positions to look at for each result, and for each card that was played.
        self.nodes = nodes
        self.play_nodes = nodes
        self.names = {seat: board.tag(name) or say(name) for seat, name in SEAT_NAMES.items()}
        board.check_deal()
        self.text = board.tags["Deal"]
        self.dealt = Deal(self.text)
        self.scoring = CONTRACT_BRIDGE if len(self.dealt.pack) == 13 else scoring
        self.vulnerable = board.vulnerable() or "none"
        self.dealer = board.dealer() or "N"
        # What is known of each strain, and of every position of the play.
        self.known: dict[str, dict[str, Bounds]] = {}
        self.values: list[Bounds] = []
        self.cards: list[tuple[int, str]] = []
        self.contract = board.tag("Contract").replace(" ", "").upper()
        self.declarer = board.tag("Declarer").upper()
        # The level, none for an ending; what is trumps; and whose the first card is.
        self.level = self.trumps = self.leader = ""
        self.check_contract()
        self.check_auction()
        self.declarer = self.declarer.removeprefix("^")
        self.check_leader()
        # The tricks of declarer, where they are told.
        self.told = board.result(self.declarer, self.dealt.tricks) if self.is_whole() else None
        if self.is_played():
            self.play()

    def check_contract(self) -> None:
        """Asks for a contract and a declarer that there can be, where they are told."""
        told = CONTRACT.fullmatch(self.contract)
        if self.contract and (told is None or not self.is_contract(told)):
            raise BadRecord("{told} is no contract", told=self.board.tag("Contract"))
        if told is not None and told["strain"]:
            self.trumps = "NT" if told["strain"] == "N" else told["strain"]
            self.level = told["level"]
            self.contract = f"{self.level}{self.trumps}{told['doubled']}"
        if self.declarer.removeprefix("^") not in ("", *SEATS):
            raise BadRecord(
                "{told} is no declarer: say N, E, S or W", told=self.board.tag("Declarer")
            )

    def is_contract(self, told: re.Match[str]) -> bool:
        """Tells whether there is such a level; an ending needs none."""
        if told["strain"] and not told["level"]:
            return not self.is_whole()
        return int(told["level"] or 0) <= self.scoring.levels

    def check_auction(self) -> None:
        """Compares what the tags say with what came of the auction, which may say it alone."""
        called = contract_called(self.board.calls(), self.dealer)
        if called is None:
            return
        contract, declarer = called
        if self.contract not in ("", contract, self.trumps):
            raise BadRecord(
                "Contract says {told}, and the auction ended in {contract}",
                told=self.board.tag("Contract"), contract=contract,
            )
        # Declarer and dummy may have changed places by mistake, as ^ says.
        if self.declarer not in ("", declarer) and not self.declarer.startswith("^"):
            raise BadRecord(
                "Declarer says {told}, and by the auction it is {declarer}",
                told=self.board.tag("Declarer"), declarer=declarer or "nobody",
            )
        self.contract = contract
        self.declarer = self.declarer or declarer
        if declarer:
            self.level, self.trumps = contract[0], contract[1:].rstrip("X")

    def check_leader(self) -> None:
        """Finds who leads: left of declarer, or in an ending whoever it says."""
        if not self.declarer:
            return
        self.leader = SEATS[(seat_of(self.declarer) + 1) % 4]
        told = self.board.tag("Play").upper()
        if told in tuple(SEATS) and told != self.leader:
            if self.is_whole():
                raise BadRecord(
                    "the play begins with {told}, but {seat} leads", told=told, seat=self.leader
                )
            self.leader = told

    def is_whole(self) -> bool:
        """Tells whether it is a whole deal, and not an ending."""
        return self.dealt.tricks == len(self.dealt.pack)

    def play(self) -> None:
        """Plays the cards of the board, and compares what was taken with the result."""
        played = Played(self.dealt, strain_of(self.trumps), seat_of(self.leader))
        self.cards = play_words(played, self.words())
        tricks = self.dealt.tricks
        told = self.told
        if told is None:
            return
        gone = tricks - played.left
        taken = played.taken if seat_of(self.declarer) % 2 == 0 else gone - played.taken
        if played.left == 0 and told != taken:
            raise BadRecord("Result says {told}, and declarer took {taken}", told=told, taken=taken)
        if not taken <= told <= taken + played.left:
            raise BadRecord(
                "Result says {told}, which declarer cannot have taken after {won} of {played} "
                "tricks", told=told, won=taken, played=gone,
            )

    def words(self) -> list[str]:
        """Lists the words of the play section."""
        return [word for word in self.board.sections["Play"] if word != "*"]

    def is_played(self) -> bool:
        """Tells whether the board says what was played."""
        return bool(self.declarer and self.trumps and self.words())

    def works(self) -> dict[str, Work]:
        """Names the pieces of work that solve the board."""
        found = {
            strain: Work(solve_strain, (self.text, strain, self.nodes)) for strain in STRAINS
        }
        if self.cards:
            found[PLAY] = Work(play_values, (
                self.text, self.declarer, self.leader, self.trumps,
                [card for _, card in self.cards], self.play_nodes,
            ))
        return found

    def learn(self, what: str, answer: Any) -> None:
        """Notes what a piece of work found, nothing where it was given up."""
        if what == PLAY:
            self.values = answer or [(0, self.dealt.tricks)] * (len(self.cards) + 1)
        else:
            self.known[what] = answer or dict.fromkeys(SEATS, (0, self.dealt.tricks))

    def solve(self, progress: Progress | None = None) -> OpenBoard:
        """Does all the work, and tells how many pieces are done."""
        work_through(self, progress)
        return self

    def bounds(self) -> BoundTable:
        """Gives the results of the strains that were worked out."""
        return {
            seat: {strain: found[seat] for strain, found in self.known.items()} for seat in SEATS
        }

    def table(self) -> Table | None:
        """Gives the whole table, if it is known."""
        bounds = self.bounds()
        if len(self.known) < len(STRAINS) or any(
            least < most for row in bounds.values() for least, most in row.values()
        ):
            return None
        return {
            seat: {strain: least for strain, (least, _) in row.items()}
            for seat, row in bounds.items()
        }

    def diagram(self) -> Diagram:
        """Makes the hand diagram with the table of results."""
        return Diagram(
            self.say(
                "Board {number}, {dealer} deals, {vulnerable}", number=self.number,
                dealer=self.say(SEAT_NAMES[self.dealer]),
                vulnerable=self.say(VULNERABLE[self.vulnerable]),
            ),
            [self.names[seat] for seat in SEATS],
            [self.suits(seat) for seat in range(4)],
            Results(
                [STRAIN_SIGNS[strain] for strain in STRAINS],
                [
                    (self.say(SEAT_NAMES[seat]), [self.cell(seat, one) for one in STRAINS])
                    for seat in "NSEW"
                ],
            ),
            self.notes(),
        )

    def cell(self, seat: str, strain: str) -> str:
        """Writes a result."""
        return bounds_text(self.known[strain][seat]) if strain in self.known else NOT_YET

    def rank(self, sign: str) -> str:
        """Writes a rank in the letters of the table, or of the language (BRIDGE-R37)."""
        if self.letters == "auto":
            return rank_said(sign, self.say)
        return PRINTED.get(sign, rank_text(sign)) if self.letters == "ro" else rank_text(sign)

    def suits(self, seat: int) -> dict[str, list[str]]:
        """Lists the ranks of a hand by suit."""
        return {
            suit: [
                self.rank(sign) for rank, sign in enumerate(self.dealt.orders[place])
                if self.dealt.masks[4 * seat + place] >> rank & 1
            ]
            for place, suit in enumerate(SUITS)
        }

    def notes(self) -> list[str]:
        """Says what can be made, what par is, and what a sacrifice costs."""
        if len(self.known) < len(STRAINS):
            return []
        table = self.table()
        if table is None:
            return [
                self.say("Some results are unknown after {nodes} positions; they are bounds.",
                         nodes=self.nodes),
                *(self.bounded_notes() if self.is_whole() else []),
            ]
        if not self.is_whole():
            return []
        return [
            *(self.made_text(table, side) for side in range(2)),
            self.par_text(par(table, self.vulnerable, self.dealer, self.scoring)),
            *self.sacrifices(table),
        ]

    def bounded_notes(self) -> list[str]:
        """Says what can be made for certain, and between what par lies."""
        bounds = self.bounds()
        worst, best = par_bounds(bounds, self.vulnerable, self.dealer, self.scoring)
        return [
            *(self.made_text(bounded(bounds, side), side, sure=True) for side in range(2)),
            self.par_text(worst) if repr(worst) == repr(best) else self.say(
                "Par: {worst} to {best} for North-South.", worst=signed(worst.score),
                best=signed(best.score),
            ),
        ]

    def made_text(self, table: Table, side: int, *, sure: bool = False) -> str:
        """Says which contracts a side makes, or is sure to make."""
        contracts = self.made(table, side)
        if contracts:
            told = N_("{side} can surely make {contracts}.") if sure else N_(
                "{side} can make {contracts}."
            )
        else:
            told = N_("{side} cannot be sure of any contract.") if sure else N_(
                "{side} can make nothing."
            )
        return self.say(told, side=self.say(SIDES[side]), contracts=contracts)

    def made(self, table: Table, side: int) -> str:
        """Lists the highest contracts that a side makes, with who declares where that matters."""
        levels = makeable(table, self.scoring)
        seats = SEATS[side::2]
        found: list[str] = []
        for strain in STRAINS:
            best = max(levels[seat][strain] for seat in seats)
            if best > 0:
                able = [seat for seat in seats if levels[seat][strain] == best]
                by = f" ({self.say(SEAT_NAMES[able[0]])})" if len(able) == 1 else ""
                found.append(f"{best}{STRAIN_SIGNS[strain]}{by}")
        return ", ".join(found)

    def par_text(self, found: Par) -> str:
        """Says what par is."""
        if not found.contract:
            return self.say("Par: all pass.")
        told = (
            N_("Par: {contract} by {declarer}, doubled, {score} for {side}.") if found.doubled
            else N_("Par: {contract} by {declarer}, {score} for {side}.")
        )
        return self.say(
            told, contract=contract_text(found.contract),
            declarer=self.say(SEAT_NAMES[found.declarer]), score=abs(found.score),
            side=self.say(SIDES[0] if found.score > 0 else SIDES[1]),
        )

    def sacrifices(self, table: Table) -> list[str]:
        """Says which sacrifices are cheaper than what they prevent."""
        found: list[str] = []
        for side in range(2):
            theirs = best_contract(table, 1 - side, self.vulnerable, self.scoring)
            cheapest = sacrifice(table, side, self.vulnerable, self.scoring)
            if theirs is not None and cheapest is not None:
                found.append(self.say(
                    "Against {contract} ({score}) {side} can sacrifice in {other} doubled "
                    "({price}).",
                    contract=contract_text(theirs.contract), score=abs(theirs.score),
                    side=self.say(SIDES[side]), other=contract_text(cheapest.contract),
                    price=abs(cheapest.score),
                ))
        return found

    def costs(self) -> Costs | None:
        """Says trick by trick what was played and what each card cost, once that is known."""
        if not self.values:
            return None
        declarer = seat_of(self.declarer)
        cards = [
            Laid(seat, card_text(card, self.rank),
                 card_cost(self.values, number, seat % 2 == declarer % 2))
            for number, (seat, card) in enumerate(self.cards)
        ]
        lead = self.say(
            "{contract} by {declarer}: with best play declarer takes {tricks}.",
            contract=self.level + STRAIN_SIGNS[self.trumps],
            declarer=self.say(SEAT_NAMES[self.declarer]), tricks=bounds_text(self.values[0]),
        )
        return Costs(lead, [cards[row:row + 4] for row in range(0, len(cards), 4)])


def play_values(
    deal: str, declarer: str, leader: str, strain: str, cards: list[str], nodes: int
) -> list[Bounds]:
    """Bounds what declarer takes in all from each position; in an ending anybody may lead.

    >>> deal = "N:.AK.. A.3.. 32... 54..."
    >>> play_values(deal, "S", "E", "NT", ["H3", "S2", "S4", "HA"], 0)
    [(1, 1), (2, 2), (2, 2), (2, 2), (2, 2)]
    """
    right = (seat_of(leader) + 3) % 4
    values = double_dummy_play(deal, SEATS[right], strain, cards, nodes)
    if right % 2 == seat_of(declarer) % 2:
        return values
    tricks = Deal(deal).tricks
    return [(tricks - most, tricks - least) for least, most in values]


def card_cost(values: list[Bounds], number: int, ours: bool) -> int | None:
    """Gives what a card cost declarer's side or the other, if that is known."""
    before, after = values[number], values[number + 1]
    if before[0] < before[1] or after[0] < after[1]:
        return None
    return max(0, before[0] - after[0] if ours else after[0] - before[0])


def play_words(played: Played, words: list[str]) -> list[tuple[int, str]]:
    """Plays the rows of a play section, each from the hand that leads it, and gives the cards with
    their seats."""
    first = played.leader
    cards: list[tuple[int, str]] = []
    for row in range(0, len(words), 4):
        for _ in range(4):
            seat = (played.leader + len(played.lying)) % 4
            place = row + (seat - first) % 4
            if played.left == 0 or place >= len(words) or words[place] in ("-", "+"):
                return cards
            played.play(words[place])
            suit, sign = split_card(words[place])
            cards.append((seat, SUITS[suit] + sign))
    return cards


def play_lines(costs: Costs, say: Voice = PLAIN) -> list[str]:
    """Writes the tricks; what a card cost its side stands behind it, `?` where that is unknown."""
    lines = [costs.lead]
    for number, trick in enumerate(costs.tricks):
        row = [f"{SEATS[laid.seat]} {laid.text}{cost_text(laid.cost)}" for laid in trick]
        place = say("trick {number}:", number=f"{number + 1:>2}")
        lines.append(f"  {place}  " + "  ".join(f"{one:<9}" for one in row).rstrip())
    return lines


def cost_text(cost: int | None) -> str:
    """Writes what a card cost."""
    if cost is None:
        return " ?"
    return f" −{cost}" if cost else ""


def solve_tiles(spec: str, data: dict[str, Any], nodes: int) -> list[list[tuple[str, int | None]]]:
    """Plays a hand of 42 again, and gives the tiles of each trick with what each cost its side."""
    round = Match(make_game(spec, {}), deal=data["opening"]).round
    assert isinstance(round, Texas42Round)
    for _, call in data["calls"]:
        round.play(round.read(call))
    if data["declaration"]:
        round.play(round.read(data["declaration"]))
    found: list[list[tuple[str, int | None]]] = []
    for trick in data["tricks"]:
        found.append([])
        for name in trick["pieces"]:
            move = round.read(name)
            found[-1].append((name, tile_cost(texas_bounds(round, nodes), move)))
            round.play(move)
    return found


def tile_cost(bounds: dict[int, Bounds], move: int) -> int | None:
    """Gives what a tile cost its side beside the best one, if that is known."""
    if any(least < most for least, most in bounds.values()):
        return None
    return max(least for least, _ in bounds.values()) - bounds[move][0]


class OpenTexas:
    """A hand of 42 with everything that double dummy says of it."""

    def __init__(
        self, hands: list[list[str]], title: str, nodes: int, say: Voice = PLAIN,
        played: View | None = None,
    ) -> None:
        self.title = title
        self.say = say
        self.hands = hands
        self.nodes = nodes
        self.played = played
        self.bounds: list[list[Bounds]] = []
        self.tiles: list[list[tuple[str, int | None]]] | None = None

    def works(self) -> dict[str, Work]:
        """Names the pieces of work that solve the hand."""
        found = {"trumps": Work(texas_declared, (self.hands, self.nodes))}
        if self.played is not None and self.played.data["tricks"]:
            found[PLAY] = Work(
                solve_tiles, (self.played.game.spec, self.played.data, self.nodes)
            )
        return found

    def learn(self, what: str, answer: Any) -> None:
        """Notes what a piece of work found, nothing where it was given up."""
        if what == PLAY:
            tricks = [] if self.played is None else self.played.data["tricks"]
            self.tiles = answer or [
                [(name, None) for name in trick["pieces"]] for trick in tricks
            ]
        else:
            everything = (0, int(ALL_POINTS))
            self.bounds = answer or [[everything] * len(DECLARATIONS) for _ in range(4)]

    def solve(self, progress: Progress | None = None) -> OpenTexas:
        """Does all the work, and tells how many pieces are done."""
        work_through(self, progress)
        return self

    def diagram(self) -> Diagram:
        """Makes the diagram: a row for each seat that names trumps, a column for each trump."""
        none = [NOT_YET] * len(DECLARATIONS)
        return Diagram(
            self.title, [self.say.seat(seat) for seat in range(4)],
            [sorted(hand, reverse=True) for hand in self.hands],
            Results(
                [self.say(SUIT_NAMES[name]).capitalize() for name in DECLARATIONS],
                [
                    (self.say.seat(seat),
                     [bounds_text(one) for one in self.bounds[seat]] if self.bounds else none)
                    for seat in range(4)
                ],
            ),
            self.notes() if self.bounds else [],
        )

    def notes(self) -> list[str]:
        """Says what each side could bid."""
        return [
            self.say("Points of the side of the seat that names trumps and leads."),
            *(self.side_note(side) for side in range(2)),
        ]

    def side_note(self, side: int) -> str:
        """Says what a side could bid, as far as it is known."""
        points, place, trump = max(
            (self.bounds[seat][trump][0], -seat, -trump)
            for seat in (side, side + 2) for trump in range(len(DECLARATIONS))
        )
        most = max(most for seat in (side, side + 2) for _, most in self.bounds[seat])
        if points < LEAST_BID <= most:
            told = N_("It is not known whether {one} and {other} could bid 30.")
        elif points < LEAST_BID:
            told = N_("{one} and {other} cannot make 30: {name} with {trumps} takes {points}.")
        else:
            told = N_("{one} and {other} could bid {points}: {name} with {trumps} as trumps.")
        return self.say(
            told, one=self.say.seat(side), other=self.say.seat(side + 2), points=points,
            name=self.say.seat(-place), trumps=self.say(SUIT_NAMES[DECLARATIONS[-trump]]),
        )

    def costs(self) -> Costs | None:
        """Says trick by trick what was played and what each tile cost, once that is known."""
        if self.tiles is None or self.played is None:
            return None
        data = self.played.data
        bidder, declared = data["bidder"], data["declaration"]
        trump = DECLARATIONS.index(declared)
        points = self.bounds[bidder][trump] if self.bounds else (0, int(ALL_POINTS))
        lead = self.say(
            "{bid}, {trumps}, by {name}: with best play {points} points.", bid=data["bid"],
            trumps=self.say(SUIT_NAMES[declared]), name=self.say.seat(bidder),
            points=bounds_text(points),
        )
        return Costs(lead, [
            [Laid((trick["leader"] + place) % 4, name, cost)
             for place, (name, cost) in enumerate(costs)]
            for trick, costs in zip(data["tricks"], self.tiles, strict=True)
        ])


OpenDeal = OpenBoard | OpenTexas


def work_through(deal: OpenDeal, progress: Progress | None) -> None:
    """Does all the work of a deal, and tells how many pieces are done."""
    for done, (what, work) in enumerate(deal.works().items(), 1):
        deal.learn(what, work.do(*work.given))
        if progress is not None:
            progress(done)


def solves(game: Game) -> bool:
    """Tells whether deals of a game are solved with all hands open."""
    return game.name in (SuperBridge.NAME, Texas42.NAME)


def scoring_of(game: Game) -> Scoring:
    """Says how a table of Super Bridge scores."""
    return Scoring(cast("SuperBridge", game).tariff)


def can_open(view: View) -> bool:
    """Tells whether a deal can be looked at with all hands open: it is over, and shows them."""
    if not view.over or not solves(view.game):
        return False
    opening, redealt = view.data["opening"], view.data.get("redealt", 0)
    hands = opening["redeals"][redealt - 1] if redealt else opening["hands"]
    return not any(isinstance(hand, int) for hand in hands)


def opened(view: View, nodes: int, say: Voice = PLAIN) -> OpenDeal:
    """Opens a deal that is over, from what a seat may know of it.

    :raises Refused: if it is not over, or does not show all hands.
    """
    if not can_open(view):
        raise Refused("this deal is not open: it is still played, or its hands were never shown")
    if view.game.name == Texas42.NAME:
        title = say("Hand {number}", number=view.data["number"])
        return OpenTexas(view.data["opening"]["hands"], title, nodes, say, view)
    names = {
        f"Seat{seat + 1}": say("{name} ({place})", name=say.seat(seat), place=say(COMPASS[seat]))
        for seat in range(4)
    }
    board = OpenBoard(
        record.board_of(view, names), int(view.data["number"]), scoring_of(view.game), nodes, say,
        view.game.choice("letters"),
    )
    board.play_nodes = -(-nodes // PLAYED_SHARE)
    return board


def given_lines(costs: Costs, tricks: bool, say: Voice) -> list[str]:
    """Says what each seat gave away, in tricks or in points."""
    told = (
        plural("{name} gave {count} trick away.", "{name} gave {count} tricks away.") if tricks
        else plural("{name} gave {count} point away.", "{name} gave {count} points away.")
    )
    return [
        say(told, name=say.seat(seat), count=count)
        for seat, count in enumerate(costs.given()) if count
    ]


def open_boards(
    game: Game, seed: int, pbn: str | None, nodes: int, wanted: int | None = None,
    say: Voice = PLAIN,
) -> list[OpenDeal]:
    """Opens the deal of a seed, or the boards of a PBN or a record; all are looked through before
    the first is solved.

    :raises Refused: if the game is not solved like this, or a board cannot be.
    """
    if game.name == Texas42.NAME and pbn is None:
        hands = game.start(seed).round.opening()["hands"]
        title = say("{game}, seed {seed}", game=say(game.title), seed=seed)
        return [OpenTexas(hands, title, nodes, say)]
    if game.name != SuperBridge.NAME:
        raise Refused("PBN is for bridge, not for {game}", game=game.name)
    text = record.pbn(game.start(seed)) if pbn is None else pbn
    found: list[OpenDeal] = []
    for place, board in enumerate(record.boards_of(text)):
        number = board.number(place + 1)
        if wanted not in (None, number):
            continue
        try:
            found.append(OpenBoard(board, number, scoring_of(game), nodes, say))
        except Refused as refused:
            raise Refused("board {board}: {reason}", board=number, reason=refused) from refused
    if not found:
        raise Refused("there is no board {board}", board=wanted)
    return found


def shown(deal: OpenDeal) -> str:
    """Writes the diagram of a solved deal, and what was played."""
    costs = deal.costs()
    played = [] if costs is None else ["", *play_lines(costs, deal.say)]
    return "\n".join([diagram_text(deal.diagram()), *played])
