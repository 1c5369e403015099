"""A match that is over, looked at again: how the chance to win went, and what each choice cost.

Two things are told apart. A **choice** is graded by what could be known then: the strong mind
compares it, from the view of its seat, with what it would have done, in the same imagined rounds.
The **chance** itself is that of the match as everything really lay: from every position the quick
mind plays the round to its end some times. What a choice lost is skill; whatever else the chance
did (the deal, the draws, how hidden things lay) is luck. Both together are the change, exactly:

    change of a seat's chance = its own choices + the others' choices + luck

What one side loses by a choice the other sides gain, in equal parts. The work comes in parts that
are bounded by rounds and positions, never by time, and draw all chance from where they are, so
that a part comes out the same wherever it is worked out.
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from sobremesa import bots
from sobremesa.bots.levels import COOL, IS_PLAIN, examiner, teacher
from sobremesa.bots.outlook import MATCH, STANDINGS, Outlook
from sobremesa.core.errors import Refused
from sobremesa.core.game import Round, View, make_game
from sobremesa.core.match import Match
from sobremesa.core.rng import Rng
from sobremesa.core.wording import plural
from sobremesa.picture.saying import N_, Voice
from sobremesa.solvers import solvable

# Rounds played on from each position, and for each of two moves that are compared; plain Python
# plays fewer.
PLAYED_ON: Final = 12 if IS_PLAIN else 100
COMPARED: Final = 8 if IS_PLAIN else 150
# Where the strongest takes a second for a choice, another compares.
QUICKER: Final = {"djambi": "strong"}
# Moves that one part of the work looks at, and the most moves of a match that is reviewed.
PART: Final = 6
MOST_MOVES: Final = 2000

BEST: Final = "best"
GOOD: Final = "good"
INACCURACY: Final = "inaccuracy"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
# A choice that loses less than this much of the chance to win is called so.
GRADES: Final = [(0.005, BEST), (0.02, GOOD), (0.05, INACCURACY), (0.1, MISTAKE)]
GRADE_WORDS: Final = {
    BEST: N_("best"), GOOD: N_("good"), INACCURACY: N_("inaccuracy"), MISTAKE: N_("mistake"),
    BLUNDER: N_("blunder"),
}
# Turning points are changes of at least this much, the largest of them.
TURNS_AT: Final = 0.08
MOST_TURNS: Final = 5
TOO_LONG: Final = plural(
    "a match of more than {most} move is not reviewed",
    "a match of more than {most} moves is not reviewed", by="most",
)


@dataclass(frozen=True)
class Step:
    """One move of a hand, counted from 0: who made it, how it is written, and the chance of every
    seat behind it. A choice has what the strong mind would have done, what both kept of the chance
    as it could be known, and what was lost; elsewhere `best` is empty and `loss` -1."""

    seat: int
    text: str
    chances: list[float]
    best: str = ""
    known: float = -1.0
    loss: float = -1.0

    @property
    def is_graded(self) -> bool:
        """Whether there was a choice that could be compared."""
        return self.loss >= 0

    @property
    def cost(self) -> float:
        """What the choice lost."""
        return max(self.loss, 0.0)

    @property
    def grade(self) -> str:
        """How good the choice was, or nothing."""
        return graded(self.loss) if self.is_graded else ""


def graded(loss: float) -> str:
    """Names a choice by what it lost of the chance to win.

    >>> graded(0.0), graded(0.03), graded(0.5)
    ('best', 'inaccuracy', 'blunder')
    """
    for least, name in GRADES:
        if loss < least:
            return name
    return BLUNDER


@dataclass(frozen=True)
class Hand:
    """One hand: the chances before it was dealt and behind the deal, and its moves."""

    number: int
    before: list[float]
    dealt: list[float]
    steps: list[Step]

    @property
    def ended(self) -> list[float]:
        """The chances behind the last move."""
        return self.steps[-1].chances if self.steps else self.dealt


@dataclass(frozen=True)
class Shares:
    """By what the chance of a seat changed."""

    own: float = 0.0
    others: float = 0.0
    luck: float = 0.0

    def __add__(self, other: Shares) -> Shares:
        return Shares(self.own + other.own, self.others + other.others, self.luck + other.luck)

    @property
    def total(self) -> float:
        """The whole change."""
        return self.own + self.others + self.luck


@dataclass(frozen=True)
class Review:
    """What was found out of a match; `about` says whether chances are those of the match or of
    each round."""

    about: str
    sides: list[int]
    hands: list[Hand] = field(default_factory=list)

    def of_deal(self, hand: Hand, seat: int) -> Shares:
        """Gives what the deal did, which is all luck."""
        return Shares(luck=hand.dealt[seat] - hand.before[seat])

    def of_step(self, hand: Hand, place: int, seat: int) -> Shares:
        """Divides what a move did to the chance of a seat."""
        step = hand.steps[place]
        past = hand.steps[place - 1].chances if place else hand.dealt
        change = step.chances[seat] - past[seat]
        sides = len(set(self.sides))
        is_own = self.sides[step.seat] == self.sides[seat]
        own = -step.cost if is_own else 0.0
        others = 0.0 if is_own or sides < 2 else step.cost / (sides - 1)
        return Shares(own, others, change - own - others)

    def shares(self, hand: Hand, seat: int) -> Shares:
        """Adds up what a hand did to the chance of a seat."""
        found = self.of_deal(hand, seat)
        for place in range(len(hand.steps)):
            found += self.of_step(hand, place, seat)
        return found

    def total(self, seat: int) -> Shares:
        """Adds up what the match did to the chance of a seat."""
        found = Shares()
        for hand in self.hands:
            found += self.shares(hand, seat)
        return found

    def counts(self, seat: int) -> dict[str, int]:
        """Counts the choices of a seat by their grades."""
        found = dict.fromkeys(GRADE_WORDS, 0)
        for hand in self.hands:
            for step in hand.steps:
                if step.seat == seat and step.is_graded:
                    found[step.grade] += 1
        return found

    def turning_points(self) -> list[tuple[int, int, int, float, float]]:
        """Lists the greatest changes: the place of the hand, of the move (-1: the deal), the seat
        that lost or won most by it, and its chance before and behind."""
        found: list[tuple[int, int, int, float, float]] = []
        for number, hand in enumerate(self.hands):
            past = hand.before
            for place in range(-1, len(hand.steps)):
                now = hand.dealt if place < 0 else hand.steps[place].chances
                seat = max(range(len(now)), key=lambda one: (abs(now[one] - past[one]), -one))
                if place >= 0 and abs(
                    abs(now[hand.steps[place].seat] - past[hand.steps[place].seat])
                    - abs(now[seat] - past[seat])
                ) < 1e-9:
                    seat = hand.steps[place].seat
                if abs(now[seat] - past[seat]) >= TURNS_AT:
                    found.append((number, place, seat, past[seat], now[seat]))
                past = now
        found.sort(key=lambda one: -abs(one[4] - one[3]))
        return sorted(found[:MOST_TURNS])


@dataclass(frozen=True)
class Part:
    """A part of the work: some moves of a hand, and with the first of them the deal."""

    spec: str
    opening: dict[str, Any]
    moves: list[int]
    first: int
    last: int


def parts_of(match: Match) -> list[Part]:
    """Divides the review of a match into parts.

    :raises Refused: if the match is too long.
    """
    rounds = match.rounds()
    if sum(len(round.log) for round in rounds) > MOST_MOVES:
        raise Refused(TOO_LONG, most=MOST_MOVES)
    found: list[Part] = []
    for round in rounds:
        moves = [int(move) for move in round.played()]
        opening = round.opening()
        for first in range(0, max(1, len(moves)), PART):
            last = min(first + PART, len(moves))
            found.append(Part(match.game.spec, opening, moves[:last], first, last))
    return found


def work_out(part: Part) -> list[dict[str, Any]]:
    """Does a part of the work: the deal, if it begins there, and the moves, as data."""
    game = make_game(part.spec, {})
    outlook = Outlook(game)
    round = game.load(part.opening)
    found: list[dict[str, Any]] = []
    past: list[float] = []
    if part.first == 0:
        before = [int(score) for score in round.before]
        prior = outlook.between(before, int(round.number) - 1)
        past = chances_of(outlook, round, part, prior)
        found.append({"before": prior, "dealt": past})
    for place, move in enumerate(part.moves):
        if place < part.first:
            round.play(move)
            continue
        seat, text = int(round.turn), round.text(move)
        weighed = compared(round.view(seat), move)
        round.play(move)
        # What is not known is taken over from the position before, when all parts are there.
        step = Step(seat, text, chances_of(outlook, round, part, past), **weighed)
        past = step.chances
        found.append(asdict(step))
    return found


def bare(part: Part) -> list[dict[str, Any]]:
    """Gives a part without grades and chances, for one that could not be worked out."""
    game = make_game(part.spec, {})
    round = game.load(part.opening)
    found: list[dict[str, Any]] = []
    if part.first == 0:
        before = [int(score) for score in round.before]
        prior = Outlook(game).between(before, int(round.number) - 1)
        found.append({"before": prior, "dealt": prior})
    for place, move in enumerate(part.moves):
        if place >= part.first:
            found.append(asdict(Step(int(round.turn), round.text(move), [])))
        round.play(move)
    return found


def chances_of(
    outlook: Outlook, round: Round, part: Part, past: list[float]
) -> list[float]:
    """Gives the chance of every seat as everything lies; where that cannot be found out, what it
    was before."""
    seed = seed_of("chance", part.spec, part.opening)
    return outlook.played_on(round, PLAYED_ON, seed, COOL) or past


def way_of(name: str) -> str:
    """Tells how the chance is found in a game: by rounds played on, by a look at the board, or by
    the solver.

    >>> way_of("block"), way_of("djambi"), way_of("traffic")
    ('played', 'judged', 'solved')
    """
    if name in STANDINGS:
        return "judged"
    return "solved" if solvable(name) else "played"


def seed_of(*what: object) -> int:
    """Derives the chance of one piece of work from what it is about."""
    return int.from_bytes(hashlib.sha256(repr(what).encode()).digest()[:6])


def compared(view: View, move: int) -> dict[str, Any]:
    """Compares a move with what the strong mind would do, from what its seat knows."""
    if len(view.moves) < 2 or move not in view.moves:
        return {}
    name = view.game.name
    rng = Rng(seed_of("choice", view.json()))
    best = bots.think(QUICKER.get(name) or teacher(name), view, rng).move
    pair = [best] if best == move else [best, move]
    judge = bots.bot(name, QUICKER.get(name) or examiner(name))
    found = {one.move: one for one in judge.weigh(view, pair, COMPARED, rng)}
    texts = {int(choice["move"]): choice["text"] for choice in view.data["moves"]}
    if any(one not in found for one in pair):
        return {}
    ahead = found[best].chance - found[move].chance
    # What chance alone explains is no loss.
    doubt = max(one.doubt for one in found.values())
    loss = ahead if ahead > doubt and best != move else 0.0
    return {
        "best": texts[best], "known": max(found[best].chance, found[move].chance), "loss": loss,
    }


def put_together(match: Match, found: list[list[dict[str, Any]]]) -> Review:
    """Makes the review of a match from its parts in their order.

    :raises ValueError: if they cannot be parts of it.
    """
    game = match.game
    rounds = match.rounds()
    seats = range(int(game.players))
    about = Outlook(game).about
    hands: list[Hand] = []
    rows = [row for part in found for row in part]
    place = 0
    try:
        for round in rounds:
            begun = rows[place]
            place += 1
            past = list(begun["dealt"])
            steps: list[Step] = []
            for _ in round.log:
                row = {**rows[place], "chances": rows[place]["chances"] or past}
                step = Step(**row)
                past = step.chances
                steps.append(step)
                place += 1
            before = list(begun["before"])
            if hands and about == MATCH:
                # Who begins is known between two hands, which decides some matches.
                before = hands[-1].ended
            hand = Hand(int(round.number), before, list(begun["dealt"]), steps)
            check(hand, len(seats))
            hands.append(hand)
    except (KeyError, TypeError, IndexError) as wrong:
        raise ValueError("the parts of a review do not fit the match") from wrong
    if place != len(rows):
        raise ValueError("a review has more parts than its match")
    return Review(about, [game.side_of(seat) for seat in seats], hands)


def check(hand: Hand, seats: int) -> None:
    """Refuses chances that are none."""
    for chances in [hand.before, hand.dealt, *(step.chances for step in hand.steps)]:
        if len(chances) != seats or not all(0 <= one <= 1 for one in chances):
            raise ValueError("chances of a review lie between 0 and 1, one for each seat")


def reviewed(match: Match) -> Review:
    """Reviews a whole match."""
    return put_together(match, [work_out(part) for part in parts_of(match)])


def percent(chance: float) -> str:
    """Writes a chance; no line ends before the sign.

    >>> percent(0.456)
    '46\\xa0%'
    """
    return f"{round(100 * chance)}\N{NO-BREAK SPACE}%"


def signed(change: float) -> str:
    """Writes a change of a chance, in hundredths.

    >>> signed(-0.123), signed(0.05)
    ('−12.3', '+5.0')
    """
    return f"{100 * change:+.1f}".replace("-", "−")


CHANCES: Final = {
    True: N_("The chance of {name} to win the match, as everything lay, behind each move:"),
    False: N_("The chance of {name} to win each round, as everything lay, behind each move:"),
}
BETTER: Final = N_("better: {move} ({loss})")
THE_DEAL: Final = N_("the deal")
TURNED: Final = N_("Hand {number}, {what}: {name} from {before} to {now}")


def lines(review: Review, seat: int, say: Voice) -> list[str]:
    """Writes a review as plain text, with the chances of one seat."""
    found = [say(CHANCES[review.about == MATCH], name=say.seat(seat))]
    for hand in review.hands:
        head = say(N_("Hand {number}"), number=hand.number)
        before, dealt = percent(hand.before[seat]), percent(hand.dealt[seat])
        found.append(f"{head}: {before} → {dealt} ({say(THE_DEAL)})")
        found += [
            f"  {place + 1:>3}. {say.seat(step.seat)}: {step.text:<12} "
            f"{percent(step.chances[seat]):>5}  {told_grade(step, say)}".rstrip()
            for place, step in enumerate(hand.steps)
        ]
    for number, place, who, past, now in review.turning_points():
        hand = review.hands[number]
        what = say(THE_DEAL) if place < 0 else hand.steps[place].text
        found.append(say(
            TURNED, number=hand.number, what=what, name=say.seat(who), before=percent(past),
            now=percent(now),
        ))
    for place in range(len(review.sides)):
        total = review.total(place)
        counts = ", ".join(
            f"{count} {say(GRADE_WORDS[grade])}" for grade, count in review.counts(place).items()
        )
        found.append(
            f"{say.seat(place)}: {counts}; {say('own choices')} {signed(total.own)}, "
            f"{say('others’ choices')} {signed(total.others)}, {say('luck')} "
            f"{signed(total.luck)}, {say('together')} {signed(total.total)}"
        )
    return found


def told_grade(step: Step, say: Voice) -> str:
    """Says how good a choice was, and what would have been better."""
    if not step.grade:
        return ""
    grade = say(GRADE_WORDS[step.grade])
    if step.loss <= 0 or step.best == step.text:
        return grade
    return f"{grade}, {say(BETTER, move=step.best, loss=signed(-step.loss))}"
