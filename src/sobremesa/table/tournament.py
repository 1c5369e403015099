"""A tournament as data: who has entered, who met whom, what came of it, and how they stand.

It changes only by the methods here, which refuse what cannot be. Sides have their numbers in the
order in which they entered; a side is one person, or two where partners play.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from typing import Any, Final

from sobremesa.core.errors import Refused
from sobremesa.core.game import Game, known_games, make_game
from sobremesa.core.options import Value
from sobremesa.picture.saying import N_
from sobremesa.record import fair
from sobremesa.table import scoring
from sobremesa.table.events import fingerprint, is_invitation
from sobremesa.table.invitations import SeatTaken
from sobremesa.table.names import check_apart, clean_name
from sobremesa.table.pairing import BYE, round_robin, swiss
from sobremesa.table.problems import Problem
from sobremesa.table.scoring import Outcome
from sobremesa.table.storage import prints_of
from sobremesa.table.words import plural

ROUND_ROBIN: Final = "round-robin"
SWISS: Final = "swiss"
DUPLICATE: Final = "duplicate"
FORMS: Final = {
    ROUND_ROBIN: N_("round robin: everybody meets everybody"),
    SWISS: N_("Swiss: equals meet, nobody twice"),
    DUPLICATE: N_("duplicate: the same deals at every table"),
}
MATCH_POINTS: Final = "match-points"
IN_IMPS: Final = "imps"
SCORINGS: Final = {
    MATCH_POINTS: N_("match points: how many others one has beaten"),
    IN_IMPS: N_("IMPs: by how much, on the scale of bridge"),
}
# How a tournament breaks ties, in words.
TIE_BREAKS: Final = {
    ROUND_ROBIN: N_(
        "A win is 1 point and a draw ½. Ties are broken by Sonneborn-Berger: the points of "
        "everybody you have beaten, and half the points of everybody you drew with. Then wins "
        "count. A bye gets nothing."
    ),
    SWISS: N_(
        "A win is 1 point and a draw ½; a bye gets 1. Ties are broken by Buchholz: the points of "
        "all your opponents together; a bye counts as an opponent with your own points. Then wins "
        "count."
    ),
    MATCH_POINTS: N_(
        "Every deal is compared with all tables at which it was played: 2 points for every result "
        "in the same seats that was worse, 1 for every equal one. Places go by the share of all "
        "points that one could have got."
    ),
    IN_IMPS: N_(
        "Every deal is compared with all tables at which it was played: the difference to every "
        "other result in the same seats becomes IMPs, and their mean counts. Places go by the sum."
    ),
}
MOST_SIDES: Final = 128
MOST_ROUNDS: Final = 30
MOST_BOARDS: Final = 16
LONGEST_TITLE: Final = 60
# How an encounter came to its result.
PLAYED: Final = "played"
DECIDED: Final = "decided"
LEFT: Final = "left"
RESTED: Final = "rested"
# Line games that two play: a hand is one board.
_LINES: Final = ("block", "draw", "muggins", "bergen", "matador")


@dataclass(frozen=True)
class Boards:
    """How a game is played with the same deals at every table."""

    # Rules that a board needs; `{boards}` and `{dealer}` stand for numbers.
    options: dict[str, Any]
    # Whether one table plays all boards of an encounter.
    together: bool = False
    # Whether its points are fine enough for IMPs.
    in_imps: bool = True


DUPLICATES: Final = {
    "super-bridge": Boards({"deals": "{boards}", "passed_out": "score_zero"}, together=True),
    "texas-42": Boards({"max_hands": 1, "first_dealer": "{dealer}"}, in_imps=False),
    **{name: Boards({"target": 1, "finish_hand": True}) for name in _LINES},
}


def sides_of(game: Game) -> list[list[int]]:
    """Lists the seats of every side."""
    found: dict[int, list[int]] = {}
    for seat in range(int(game.players)):
        found.setdefault(game.side_of(seat), []).append(seat)
    return list(found.values())


@cache
def playable() -> dict[str, dict[str, Value]]:
    """Lists the games that two sides can play, each with the options for that."""
    found: dict[str, dict[str, Value]] = {}
    ways: list[dict[str, Value]] = [
        {}, {"players": 2}, {"teams": "pairs"}, {"partnership": True}
    ]
    for name in known_games():
        for options in ways:
            with suppress(Refused):
                if name not in found and len(sides_of(make_game(name, dict(options)))) == 2:
                    found[name] = options
    return found


@dataclass(frozen=True)
class Member:
    """One person; the fingerprints are those of the link that opens all their tables, and of the
    invitation by which they came."""

    name: str
    key: str
    shared: str
    invited: str = ""


def member_of(name: str, secret: str) -> Member:
    """Enters a person under a secret."""
    key, shared = prints_of(secret)
    return Member(name, key, shared or "")


@dataclass(frozen=True)
class Side:
    """Who plays together; `left` is the round from which they are gone, 0 while they are not."""

    members: tuple[Member, ...]
    cut: str = ""
    left: int = 0

    @property
    def name(self) -> str:
        """The name of a side."""
        return " + ".join(one.name for one in self.members)


@dataclass(frozen=True)
class Encounter:
    """Two sides that meet; nobody is second where the first rests.

    `points` is what the first side got: a win, a draw or a loss. In duplicate `boards` has by how
    much it won every board, and nothing for one that was not played.
    """

    first: int
    second: int
    how: str = ""
    points: float = 0.0
    boards: tuple[int | None, ...] = ()

    @property
    def is_done(self) -> bool:
        """Whether its result is known."""
        return bool(self.how)


@dataclass(frozen=True)
class Standing:
    """How one side stands: its place, what counts first, and the tie-breaks."""

    place: int
    side: int
    values: tuple[float, ...]


@dataclass(frozen=True)
class Tournament:
    """What is known of a tournament; `promise` was published before anybody entered."""

    id: str
    title: str
    game: str
    options: dict[str, Value]
    form: str
    organiser: str
    promise: str
    scoring: str = ""
    # How many rounds were wished for, and how many deals each encounter has.
    wished: int = 0
    boards: int = 0
    pace: str = "none"
    sides: tuple[Side, ...] = ()
    rounds: tuple[tuple[Encounter, ...], ...] = ()
    version: int = field(default=1, compare=False)
    made: float = field(default=0.0, compare=False)

    def rules(self, board: int = 0) -> Game:
        """Makes the game that is played, or that of a board."""
        return make_game(self.game, self.options_of(board))

    def options_of(self, board: int = 0) -> dict[str, Any]:
        """Gives the options of a table, on which a board is played, counted from 0."""
        options: dict[str, Any] = dict(self.options)
        if self.form == DUPLICATE:
            filled = {"{boards}": self.boards, "{dealer}": board % 4}
            options.update({
                name: filled.get(value, value) if isinstance(value, str) else value
                for name, value in DUPLICATES[self.game].options.items()
            })
        return options

    def data(self) -> dict[str, Any]:
        """Writes it for the database; `read_tournament` is its mirror."""
        told = asdict(self)
        return {name: told[name] for name in told if name not in ("id", "version", "made")}

    @property
    def members(self) -> int:
        """How many persons a side has."""
        return len(sides_of(self.rules())[0])

    @property
    def is_open(self) -> bool:
        """Whether sides can still enter."""
        return not self.rounds

    @property
    def length(self) -> int:
        """How many rounds there are, as far as that is known."""
        count = len(self.sides)
        whole = max(1, count - 1 + count % 2)
        return whole if self.form == ROUND_ROBIN else min(self.wished, whole)

    @property
    def is_round_over(self) -> bool:
        """Whether all results of the last round are known."""
        return all(one.is_done for one in self.rounds[-1]) if self.rounds else True

    @property
    def is_over(self) -> bool:
        """Whether nothing more will be played."""
        is_last = len(self.rounds) >= self.length or len(self.staying()) < self.fewest
        return bool(self.rounds) and self.is_round_over and is_last

    @property
    def fewest(self) -> int:
        """How many sides there have to be: in duplicate enough for two tables."""
        return 4 if self.form == DUPLICATE else 2

    def staying(self) -> list[int]:
        """Lists the sides that have not left."""
        return [at for at, side in enumerate(self.sides) if not side.left]

    def is_sealed(self, number: int) -> bool:
        """Tells whether the deals of a round, counted from 1, are still being played somewhere."""
        if self.form != DUPLICATE or not 1 <= number <= len(self.rounds):
            return False
        return not all(one.is_done for one in self.rounds[number - 1])

    def side_of(self, secret: str) -> int | None:
        """Finds the side of which a link is."""
        if is_invitation(secret):
            return None
        given = fingerprint(secret)
        for number, side in enumerate(self.sides):
            if any(one.key == given for one in side.members):
                return number
        return None

    def guests(self) -> dict[str, Member]:
        """Find those who came by an invitation, by its fingerprint."""
        every = [one for side in self.sides for one in side.members]
        return {one.invited: one for one in every if one.invited}

    def side_invited(self, invitation: str) -> int | None:
        """Find the side to which somebody is invited.

        :raises SeatTaken: if they, or somebody else, have come.
        """
        given = fingerprint(invitation)
        if given in self.guests():
            raise SeatTaken
        for number, side in enumerate(self.sides):
            if any(one.key == given for one in side.members):
                return number
        return None

    def claimed(self, invitation: str, secret: str) -> Tournament:
        """Give the place of an invitation to a secret.

        :raises SeatTaken: if somebody was faster.
        """
        given, (key, shared) = fingerprint(invitation), prints_of(secret)
        came = self.guests().get(given)
        if came is not None and came.key == key:
            return self
        if self.side_invited(invitation) is None:
            raise SeatTaken
        fresh = Member("", key, shared or "", given)
        return replace(self, sides=tuple(
            replace(side, members=tuple(
                replace(fresh, name=one.name) if one.key == given else one
                for one in side.members
            )) for side in self.sides
        ))

    def cut(self) -> tuple[str, ...]:
        """Gives what all sides together add to every deal: the SHA-256 of what each added, a line
        each, in the order in which they entered."""
        added = "".join(f"{side.cut}\n" for side in self.sides if side.cut)
        return (f"0:{hashlib.sha256(added.encode()).hexdigest()}",) if added else ()

    def tables_of(self, number: int, place: int) -> list[str]:
        """Names the tables of an encounter; rounds count from 1."""
        pair = self.rounds[number - 1][place]
        if pair.second == BYE or pair.how == LEFT:
            return []
        apart = self.form == DUPLICATE and not DUPLICATES[self.game].together
        count = self.boards if apart else 1
        return [f"{self.id}-{number}-{place + 1}-{board + 1}" for board in range(count)]

    def tables(self) -> list[str]:
        """Name the tables of all encounters."""
        return [
            table for number, pairs in enumerate(self.rounds, 1) for place in range(len(pairs))
            for table in self.tables_of(number, place)
        ]

    def awaited(self) -> dict[str, tuple[int, int]]:
        """Finds the tables whose results are awaited, with their round and place."""
        return {
            table: (number, place)
            for number, pairs in enumerate(self.rounds, 1) for place, pair in enumerate(pairs)
            if not pair.is_done for table in self.tables_of(number, place)
        }

    def entered(self, members: Iterable[Member], cut: str = "") -> Tournament:
        """Lets a side enter.

        :raises Problem: if it is too late, too full, or a name cannot be used.
        """
        self._check_open()
        side = tuple(replace(one, name=clean_name(one.name, "name")) for one in members)
        if len(side) != self.members or not all(one.name for one in side):
            raise Problem(422, "no-name", "Everybody who plays needs a name.", field="name")
        if len(self.sides) >= MOST_SIDES:
            raise Problem(
                409, "full", "This tournament is full: {most} have entered.", most=MOST_SIDES
            )
        known = [one.name for other in self.sides for one in other.members]
        for place, one in enumerate(side):
            others = [*known, *(two.name for two in side[:place])]
            try:
                check_apart(one.name, -1, enumerate(others))
            except Problem:
                raise Problem(
                    422, "same-name", "Somebody has entered with a name that looks like {name}.",
                    name=one.name, field="name",
                ) from None
        if cut and not fair.ADDED.fullmatch(cut):
            raise Problem(
                422, "bad-cut", "What you add has 1 to 64 letters, figures, _ or -.", field="cut"
            )
        return replace(self, sides=(*self.sides, Side(side, cut)))

    def _check_open(self) -> None:
        if not self.is_open:
            raise Problem(409, "begun", "The tournament has begun: nobody can enter any more.")

    def without(
        self, side: int, played: Mapping[int, tuple[int | None, ...]] | None = None
    ) -> Tournament:
        """Lets a side go: before the start as if it had never come; later what it has not finished
        goes to its opponents, but for the boards that were played, by their places."""
        if not 0 <= side < len(self.sides):
            raise Problem(404, "no-side", "Nobody with that number has entered.")
        if self.is_open:
            return replace(
                self, sides=tuple(one for at, one in enumerate(self.sides) if at != side)
            )
        if self.is_over:
            raise Problem(409, "over", "The tournament is over.")
        if self.sides[side].left:
            raise Problem(409, "gone", "{name} has left already.", name=self.sides[side].name)
        gone = replace(self.sides[side], left=len(self.rounds))
        sides = tuple(gone if at == side else one for at, one in enumerate(self.sides))
        boards = played or {}
        last = tuple(
            self._forfeited(pair, side, boards.get(place, ()))
            if side in (pair.first, pair.second) else pair
            for place, pair in enumerate(self.rounds[-1])
        )
        return replace(self, sides=sides, rounds=(*self.rounds[:-1], last))

    def _forfeited(
        self, pair: Encounter, gone: int, boards: tuple[int | None, ...] = ()
    ) -> Encounter:
        if pair.is_done:
            return pair
        points = scoring.LOSS if pair.first == gone else scoring.WIN
        return replace(
            pair, how=LEFT, points=points, boards=boards or (None,) * self.boards
        )

    def paired(self, seen: int) -> Tournament:
        """Pairs the next round, for somebody who has seen so many.

        :raises Problem: if another was faster, if results are missing, or if all is played.
        """
        number = len(self.rounds) + 1
        if seen != len(self.rounds):
            raise Problem(
                409, "paired", "Round {number} was paired by another page before yours.",
                number=len(self.rounds),
            )
        if not self.is_round_over:
            missing = sum(not one.is_done for one in self.rounds[-1])
            raise Problem(
                409, "not-over",
                plural(
                    "{count} result of this round is missing.",
                    "{count} results of this round are missing.",
                ), count=missing,
            )
        staying = self.staying()
        if len(staying) < self.fewest:
            raise Problem(
                409, "too-few",
                plural(
                    "At least {count} has to be there.", "At least {count} have to be there.",
                ), count=self.fewest,
            )
        if self.rounds and number > self.length:
            raise Problem(409, "over", "All rounds are played.")
        pairs = self._swiss(staying) if self.form == SWISS else self._rotated(number)
        return replace(self, rounds=(*self.rounds, tuple(pairs)))

    def _swiss(self, staying: list[int]) -> list[Encounter]:
        games = self._games()
        points = scoring.totals(games)
        ranked = [one.side for one in self.standings() if one.side in staying]
        met = {
            frozenset((pair.first, pair.second)) for pairs in self.rounds for pair in pairs
            if pair.second != BYE and pair.how != LEFT
        }
        rested = {pair.first for pairs in self.rounds for pair in pairs if pair.second == BYE}
        found = swiss(
            ranked, [points[at] for at in range(len(self.sides))], met, rested
        )
        # Whoever was first less often is.
        firsts = [
            sum(pair.first == at for pairs in self.rounds for pair in pairs)
            for at in range(len(self.sides))
        ]
        return [
            _rest(one, scoring.WIN) if two == BYE
            else Encounter(two, one) if firsts[one] > firsts[two] else Encounter(one, two)
            for one, two in found
        ]

    def _rotated(self, number: int) -> list[Encounter]:
        """Takes a round of the rotation; whoever should meet somebody who has left is alone."""
        found = []
        for one, two in round_robin(len(self.sides))[number - 1]:
            if two == BYE:
                found.append(_rest(one, scoring.LOSS))
                continue
            pair = Encounter(one, two)
            gone = [at for at in (one, two) if self.sides[at].left]
            found.append(self._forfeited(pair, gone[0]) if gone else pair)
        return found

    def noted(
        self, number: int, place: int, points: float, boards: tuple[int | None, ...] = ()
    ) -> Tournament:
        """Takes the result of an encounter from its tables; one that is known stays."""
        pair = self.rounds[number - 1][place]
        return self._settled(number, place, replace(
            pair, how=PLAYED, points=points, boards=boards
        )) if not pair.is_done else self

    def decided(
        self, number: int, place: int, points: float, boards: tuple[int | None, ...] = ()
    ) -> Tournament:
        """Lets the organiser decide an encounter that is not finished; in duplicate its boards
        that are missing are struck.

        :raises Problem: if there is none, or its result is known.
        """
        if not (1 <= number <= len(self.rounds) and 0 <= place < len(self.rounds[number - 1])):
            raise Problem(404, "no-encounter", "There is no such encounter.")
        pair = self.rounds[number - 1][place]
        if pair.is_done:
            raise Problem(409, "known", "The result of that encounter is known already.")
        if points not in (scoring.LOSS, scoring.DRAW, scoring.WIN):
            raise Problem(422, "bad-result", "A result is 1, 0.5 or 0.", field="points")
        return self._settled(number, place, replace(
            pair, how=DECIDED, points=points, boards=boards or (None,) * self.boards
        ))

    def _settled(self, number: int, place: int, pair: Encounter) -> Tournament:
        pairs = list(self.rounds[number - 1])
        pairs[place] = pair
        rounds = list(self.rounds)
        rounds[number - 1] = tuple(pairs)
        return replace(self, rounds=tuple(rounds))

    def _games(self) -> dict[int, list[Outcome]]:
        """Lists what every side got in every encounter whose result is known."""
        found: dict[int, list[Outcome]] = {at: [] for at in range(len(self.sides))}
        for pairs in self.rounds:
            for pair in pairs:
                if not pair.is_done:
                    continue
                if pair.second == BYE:
                    found[pair.first].append(Outcome(None, pair.points))
                    continue
                found[pair.first].append(Outcome(pair.second, pair.points))
                found[pair.second].append(Outcome(pair.first, 1 - pair.points))
        return found

    def standings(self) -> list[Standing]:
        """Lists how all sides stand, the best first; what is under way at other tables counts only
        when its round is over."""
        count = range(len(self.sides))
        if self.form == DUPLICATE:
            values = self._duplicate_values()
        else:
            games = self._games()
            first, then = scoring.totals(games), scoring.wins(games)
            tie_break = scoring.buchholz if self.form == SWISS else scoring.sonneborn_berger
            second = tie_break(games)
            values = [(first[at], second[at], then[at]) for at in count]
        places = scoring.places(values)
        return sorted(
            (Standing(places[at], at, values[at]) for at in count),
            key=lambda one: (one.place, one.side),
        )

    def _duplicate_values(self) -> list[tuple[float, ...]]:
        got = [0.0] * len(self.sides)
        most = [0.0] * len(self.sides)
        for number, pairs in enumerate(self.rounds, 1):
            if self.is_sealed(number):
                continue
            for board in range(self.boards):
                for side, made, top in self._compared(pairs, board):
                    got[side] += made
                    most[side] += top
        if self.scoring == IN_IMPS:
            return [(round(made, 2),) for made in got]
        return [
            (round(100 * made / top, 2) if top else 0.0, made)
            for made, top in zip(got, most, strict=True)
        ]

    def _compared(
        self, pairs: tuple[Encounter, ...], board: int
    ) -> list[tuple[int, float, float]]:
        """Compares a board over all tables: sides, what each got, and the most there was."""
        played = [
            (pair, result) for pair in pairs
            if board < len(pair.boards) and (result := pair.boards[board]) is not None
        ]
        if len(played) < 2:
            return []
        results = [result for _, result in played]
        if self.scoring == IN_IMPS:
            found = [(float(one), -float(one)) for one in scoring.cross_imps(results)]
            top = 0.0
        else:
            top = 2.0 * (len(played) - 1)
            found = [(float(one), top - one) for one in scoring.match_points(results)]
        return [
            line for (pair, _), (one, two) in zip(played, found, strict=True)
            for line in ((pair.first, one, top), (pair.second, two, top))
        ]

    def columns(self) -> list[str]:
        """Names what counts in the standings, in its order."""
        if self.form != DUPLICATE:
            tie_break = N_("Buchholz") if self.form == SWISS else N_("Sonneborn-Berger")
            return [N_("Points"), tie_break, N_("Wins")]
        return [N_("IMPs")] if self.scoring == IN_IMPS else [N_("Per cent"), N_("Match points")]

    def is_hidden(self, number: int, pair: Encounter) -> bool:
        """Tells whether a result is known but stays hidden until its round is over."""
        return pair.is_done and bool(pair.boards) and self.is_sealed(number)


def _rest(side: int, points: float) -> Encounter:
    return Encounter(side, BYE, RESTED, points)


def check_rules(found: Tournament) -> Tournament:
    """Checks a tournament that is to be made.

    :raises Problem: with the reason.
    :raises BadOption: if the rules of the game cannot be like that.
    """
    if found.form not in FORMS:
        raise Problem(
            422, "bad-form", "There is no form {form}: choose {known}.", form=found.form[:20],
            known=list(FORMS), field="form",
        )
    if found.form == DUPLICATE:
        _check_duplicate(found)
    if len(sides_of(found.rules())) != 2:
        raise Problem(
            422, "two-sides", "In a tournament two sides meet: choose rules for two players, or "
            "for partners.", field="players",
        )
    if found.form != ROUND_ROBIN and not 1 <= found.wished <= MOST_ROUNDS:
        raise Problem(
            422, "bad-rounds", "A tournament has 1 to {most} rounds.", most=MOST_ROUNDS,
            field="rounds",
        )
    return found


def _check_duplicate(found: Tournament) -> None:
    kind = DUPLICATES.get(found.game)
    if kind is None:
        raise Problem(
            422, "no-duplicate", "This game is not played with the same deals: choose {known}.",
            known=list(DUPLICATES), field="form",
        )
    if found.scoring not in SCORINGS:
        raise Problem(
            422, "bad-scoring", "Boards are not compared by {scoring}: choose {known}.",
            scoring=found.scoring[:20], known=list(SCORINGS), field="scoring",
        )
    if found.scoring == IN_IMPS and not kind.in_imps:
        raise Problem(
            422, "no-imps",
            "This game counts in marks, which are too coarse for IMPs: choose match points.",
            field="scoring",
        )
    if not 1 <= found.boards <= MOST_BOARDS:
        raise Problem(
            422, "bad-boards", "An encounter has 1 to {most} deals.", most=MOST_BOARDS,
            field="boards",
        )


def read_tournament(name: str, version: int, made: float, data: dict[str, Any]) -> Tournament:
    """Reads what is written of a tournament."""
    sides = tuple(
        Side(tuple(Member(**one) for one in side["members"]), side["cut"], side["left"])
        for side in data["sides"]
    )
    rounds = tuple(
        tuple(Encounter(**{**pair, "boards": tuple(pair["boards"])}) for pair in pairs)
        for pairs in data["rounds"]
    )
    return Tournament(
        name, **{**data, "sides": sides, "rounds": rounds}, version=version, made=made
    )


def standings_csv(found: Tournament) -> str:
    """Writes the standings as a table of commas."""
    rows = [["place", "name", *(one.lower() for one in found.columns())]]
    rows += [
        [str(one.place), found.sides[one.side].name, *(f"{value:g}" for value in one.values)]
        for one in found.standings()
    ]
    return _csv(rows)


def pairings_csv(found: Tournament) -> str:
    """Writes who meets whom, and what came of it, as a table of commas."""
    rows = [["round", "table", "first", "second", "result", "boards", "how"]]
    for number, pairs in enumerate(found.rounds, 1):
        for place, pair in enumerate(pairs, 1):
            shown = pair.is_done and not found.is_hidden(number, pair)
            is_match = shown and found.form != DUPLICATE
            boards = [("" if one is None else str(one)) for one in pair.boards] if shown else []
            rows.append([
                str(number), str(place), found.sides[pair.first].name,
                "" if pair.second == BYE else found.sides[pair.second].name,
                f"{pair.points:g}" if is_match else "", " ".join(boards),
                pair.how if shown else "",
            ])
    return _csv(rows)


def _csv(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows([_harmless(cell) for cell in row] for row in rows)
    return written.getvalue()


def _harmless(cell: str) -> str:
    """Keeps a program that opens the table from taking a name for a formula."""
    is_number = cell.lstrip("-").replace(".", "", 1).replace(" ", "").replace("-", "").isdigit()
    return f"'{cell}" if cell[:1] in tuple("=+-@\t\r") and not is_number else cell
