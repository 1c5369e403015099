"""Ratings: how well people play each game, by what they won and lost against each other.

The model is that of Plackett and Luce as `openskill` computes it, for two, for many, and for
partners. Each account has a mean and an uncertainty for each game. A match is counted once, when it
is over: whoever writes the result of its first seat writes all of it, in one transaction, so that
neither a restart nor another server counts it again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from openskill.models import PlackettLuce
from sqlalchemy import func, select, update
from sqlalchemy.orm import Session

from sobremesa.core.gains import fewest_win
from sobremesa.core.game import Game
from sobremesa.core.match import Match
from sobremesa.table import bell
from sobremesa.table.account_rows import AccountRow, AccountSeatRow, RatingRow
from sobremesa.table.accounts import Accounts
from sobremesa.table.events import BACK, BESIDES, STAND_IN, Event
from sobremesa.table.live import House, Table, patiently

log = logging.getLogger(__name__)

# Everybody begins in the middle of the scale, and nothing is known of them.
MIDDLE: Final = 1500
SCALE: Final = 30
# Whoever is less sure than this, on the scale that is shown, is on no leaderboard: about a dozen
# matches of two.
UNSURE: Final = 180
MOST_LED: Final = 100


@dataclass(frozen=True)
class Rating:
    """How well somebody plays, and how sure that is."""

    mu: float
    sigma: float
    matches: int = 0

    @property
    def shown(self) -> int:
        """The rating as people read it."""
        return on_scale(self.mu)

    @property
    def margin(self) -> int:
        """The uncertainty as people read it: one standard deviation."""
        return round(SCALE * self.sigma)

    @property
    def is_sure(self) -> bool:
        """Whether it is sure enough to be compared."""
        return self.margin <= UNSURE


@dataclass(frozen=True)
class Leader:
    """One line of a leaderboard."""

    place: int
    name: str
    rating: Rating


@dataclass(frozen=True)
class Result:
    """How a match ended: the place of every seat, from 1, who won, and for whom bots played."""

    places: tuple[int, ...]
    won: frozenset[int]
    left: frozenset[int]


@cache
def model() -> PlackettLuce:
    """Gives the model, with the parameters of its authors."""
    return PlackettLuce()


def newcomer() -> Rating:
    """Gives the rating of whoever has played nothing yet.

    >>> newcomer().shown, newcomer().margin, newcomer().is_sure
    (1500, 250, False)
    """
    return Rating(float(model().mu), float(model().sigma))


def on_scale(mu: float) -> int:
    """Gives a mean on the scale that is shown."""
    return round(MIDDLE + SCALE * (mu - float(model().mu)))


def places_of(match: Match) -> tuple[int, ...]:
    """Ranks the seats of a match that is over, from 1: the winners, or those who agreed on a draw,
    then the others by points.

    >>> import sobremesa
    >>> match = sobremesa.game("block", players=2, target=1).start(seed=3)
    >>> while not match.over:
    ...     _ = match.play(match.round.moves()[0]) if not match.round.over else match.next_round()
    >>> sorted(places_of(match))
    [1, 2]
    """
    won = set(match.agreed or match.winners)
    sign = 1 if fewest_win(match.game) else -1
    keys = [(seat not in won, 0 if seat in won else sign * score)
            for seat, score in enumerate(match.scores)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def held_in_the_end(events: list[Event]) -> frozenset[int]:
    """Lists the seats that bots held when a match ended; who came back later came too late."""
    last = max(place for place, one in enumerate(events) if one.kind not in BESIDES)
    held: set[int] = set()
    for one in events[:last]:
        if one.kind == STAND_IN:
            held.add(int(one.data["seat"]))
        elif one.kind == BACK:
            held.discard(int(one.data["seat"]))
    return frozenset(held)


def result_of(table: Table) -> Result:
    """Tells how the match of a table ended.

    Whoever's seat a bot holds in the end has given up: they are behind all who stayed, and so is
    their side.
    """
    match, held = table.match, held_in_the_end(table.events)
    places = places_of(match)
    gone = {match.game.side_of(seat) for seat in held}
    keys = [(match.game.side_of(seat) in gone, place) for seat, place in enumerate(places)]
    return Result(
        tuple(1 + sum(other < key for other in keys) for key in keys),
        frozenset(seat for seat in match.winners if match.game.side_of(seat) not in gone), held,
    )


def rated(game: Game, result: Result, before: list[Rating]) -> list[Rating]:
    """Computes the ratings after a match from those before it, by seat.

    Partners are one side. Whoever stayed at a side that a partner left keeps the old rating: they
    could not help it. If all left, nobody has played.
    """
    if len(result.left) == len(before):
        return before
    sides: dict[int, list[int]] = {}
    for seat in range(len(before)):
        sides.setdefault(game.side_of(seat), []).append(seat)
    teams = [
        [model().rating(mu=before[seat].mu, sigma=before[seat].sigma) for seat in members]
        for members in sides.values()
    ]
    ranks = [float(min(result.places[seat] for seat in members)) for members in sides.values()]
    after = list(before)
    for members, found in zip(sides.values(), model().rate(teams, ranks=ranks), strict=True):
        was_left = any(seat in result.left for seat in members)
        for seat, one in zip(members, found, strict=True):
            if not was_left or seat in result.left:
                after[seat] = Rating(float(one.mu), float(one.sigma), before[seat].matches + 1)
    return after


class Ledger:
    """Counts the matches of a house for the accounts that sat there."""

    def __init__(self, house: House, accounts: Accounts) -> None:
        self.house = house
        self.accounts = accounts
        house.store.enders.append(self.ended)
        self._heard = house.hearers.get(bell.GONE)
        house.hearers[bell.GONE] = self._hear_gone

    def ended(self, table: str) -> None:
        """Counts a match that is over, beside everything else."""
        self.house.run(patiently(partial(self.count, table)))

    async def catch_up(self) -> None:
        """Counts what was left uncounted by a server that is gone."""
        await patiently(self._count_left)

    async def _count_left(self) -> None:
        for table in await self.house.store.read(self.accounts.uncounted):
            await self.count(table)

    async def _hear_gone(self, server: str, about: list[str]) -> None:
        if self._heard is not None:
            await self._heard(server, about)
        await self.catch_up()

    async def count(self, name: str) -> None:
        """Writes how a match ended for the accounts of its seats, if nobody has."""
        store = self.house.store
        if not await store.read(self.accounts.seated, name):
            return
        # The last moves may be another server's.
        table = await self.house.fresh(name)
        if table is None or not table.match.over:
            return
        await store.write(self._write, table.id, table.game, result_of(table))

    def _write(self, table: str, game: Game, result: Result) -> bool:
        """Writes a result; tells whether it was not written before."""
        now = time.time()
        claimed = update(AccountSeatRow).where(
            AccountSeatRow.table_id == table, AccountSeatRow.ended.is_(None)
        )
        with self.accounts.store.transaction() as session:
            # Whoever changes these rows first has the others wait.
            taken = session.execute(
                claimed.values(ended=now).returning(AccountSeatRow.seat)
            ).all()
            if not taken:
                return False
            wanted = select(AccountSeatRow).where(AccountSeatRow.table_id == table)
            seats = {row.seat: row for row in session.scalars(
                wanted.execution_options(populate_existing=True)
            )}
            for seat, row in seats.items():
                row.place = result.places[seat]
                row.won = seat in result.won
                row.left = seat in result.left
            session.flush()
            whole = range(len(result.places))
            is_rated = len(taken) == len(whole) and all(row.rated for row in seats.values())
            if is_rated and len({row.account_id for row in seats.values()}) == len(whole):
                self._rate(session, game, result, [seats[seat] for seat in whole])
        return True

    def _rate(
        self, session: Session, game: Game, result: Result, seats: list[AccountSeatRow]
    ) -> None:
        fresh = newcomer()
        accounts = sorted(row.account_id for row in seats)
        session.execute(self.accounts.insert(RatingRow).values([
            {"account_id": account, "game": game.name, "mu": fresh.mu, "sigma": fresh.sigma,
             "matches": 0} for account in accounts
        ]).on_conflict_do_nothing())
        # All lock in one order, so that nobody waits in a circle.
        held = select(RatingRow).where(
            RatingRow.game == game.name, RatingRow.account_id.in_(accounts)
        ).order_by(RatingRow.account_id).with_for_update()
        known = {row.account_id: row for row in session.scalars(held)}
        before = [
            Rating(row.mu, row.sigma, row.matches)
            for row in (known[seat.account_id] for seat in seats)
        ]
        after = rated(game, result, before)
        for seat, old, new in zip(seats, before, after, strict=True):
            seat.mu_before, seat.mu = old.mu, new.mu
            row = known[seat.account_id]
            row.mu, row.sigma, row.matches = new.mu, new.sigma, new.matches

    def ratings(self, account: str) -> dict[str, Rating]:
        """Gives the ratings of somebody by game."""
        wanted = select(RatingRow).where(RatingRow.account_id == account, RatingRow.matches > 0)
        with self.accounts.store.transaction() as session:
            return {
                row.game: Rating(row.mu, row.sigma, row.matches) for row in session.scalars(wanted)
            }

    def of_accounts(self, accounts: Iterable[str], game: str) -> dict[str, Rating]:
        """Gives the ratings of some accounts in a game; of newcomers too."""
        wanted = select(RatingRow).where(
            RatingRow.account_id.in_(list(accounts)), RatingRow.game == game
        )
        with self.accounts.store.transaction() as session:
            known = {
                row.account_id: Rating(row.mu, row.sigma, row.matches)
                for row in session.scalars(wanted)
            }
        return {account: known.get(account, newcomer()) for account in accounts}

    def leaders(self, game: str) -> list[Leader]:
        """Lists the best of a game, but for those of whom too little is known."""
        wanted = select(AccountRow.name, RatingRow).join(
            AccountRow, AccountRow.id == RatingRow.account_id
        ).where(
            RatingRow.game == game, RatingRow.matches > 0,
            RatingRow.sigma < (UNSURE + 0.5) / SCALE,
        ).order_by(RatingRow.mu.desc(), AccountRow.name).limit(MOST_LED)
        with self.accounts.store.transaction() as session:
            found = [
                (name, Rating(row.mu, row.sigma, row.matches))
                for name, row in session.execute(wanted)
            ]
        shown = [rating.shown for _, rating in found]
        return [
            Leader(1 + shown.index(rating.shown), name, rating)
            for name, rating in found if rating.is_sure
        ]

    def games(self) -> dict[str, int]:
        """Counts by game how many people have a rating."""
        wanted = select(RatingRow.game, func.count()).where(RatingRow.matches > 0)
        with self.accounts.store.transaction() as session:
            return {
                game: count for game, count in session.execute(wanted.group_by(RatingRow.game))
            }
