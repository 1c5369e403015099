"""Laying a table: from a wish, checked, to a table with its links; or from a record."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sobremesa import alone, bots, record
from sobremesa.core.errors import Refused
from sobremesa.core.game import NOBODY, Data, Game, game_class, make_game
from sobremesa.core.match import Match
from sobremesa.record import fair
from sobremesa.solvers import solvable, solver_of
from sobremesa.table import watching
from sobremesa.table.asked import ClockWish
from sobremesa.table.clock import checked
from sobremesa.table.events import Event, Place, Taken, fingerprint
from sobremesa.table.fairness import agree
from sobremesa.table.invitations import KEY, new_invitation
from sobremesa.table.live import BOT, PERSON, House, begins_by_itself
from sobremesa.table.minds import Asker
from sobremesa.table.names import BOT_NAMES, LONGEST_NAME, check_apart, clean_name, looks
from sobremesa.table.numbers import Body
from sobremesa.table.problems import Problem
from sobremesa.table.review_rows import Comment, add_comments, notes_in
from sobremesa.table.start import FREELY, PUBLIC, UNSEEN, Start, events_of
from sobremesa.table.storage import Store, new_secret, prints_of
from sobremesa.table.words import plural

ME = "me"
HOT = "hot"
FRIEND = "friend"
# Whoever comes.
OPEN = "open"
MOST_SEATS = 12
LONGEST_SILENCE = 60.0


class Sitter(Body):
    """Who shall sit on one seat."""

    kind: str
    name: str = ""


class Wish(Body):
    """The table somebody wants."""

    game: str
    options: dict[str, int | bool | str] = {}
    seats: list[Sitter]
    silence: float = 8.0
    # For a game for one: a deal that can surely be won.
    winnable: bool = False
    # The deal of the day, for one person alone or against bots.
    daily: bool = False
    # For a puzzle: how difficult it shall be; nothing: an empty board.
    difficulty: str = ""
    # What those who watch may see; see `watching.py`.
    watching: str = PUBLIC
    clock: ClockWish = ClockWish()
    # Whether the result shall count; see `ratings.py`.
    rated: bool = False
    # A promise that was asked for, and what is added to its secret.
    ticket: str = ""
    cut: str = ""


@dataclass(frozen=True)
class Laid:
    """A table that was laid, with the only copy of its links; those of friends are invitations."""

    table: str
    mine: str | None
    friends: dict[int, str]
    watch: str


def daily_wish(name: str) -> Wish:
    """Wishes for the deal of the day as everybody has it: the usual game against usual bots.

    >>> [sitter.kind for sitter in daily_wish("block").seats]
    ['me', 'bot:middle']
    """
    others = int(make_game(name, {}).players) - 1
    seats = [ME, *[BOT + bots.usual(name)] * others]
    return Wish(game=name, seats=[Sitter(kind=kind) for kind in seats], daily=True)


async def lay_in(house: House, wish: Wish, asker: Asker) -> Laid:
    """Lays the table of a wish in a house, and opens it."""
    house.tables_laid.take(asker.address)
    game_class(wish.game)
    game = make_game(wish.game, wish.options)
    if wish.rated:
        check_rated(wish)
    start, deal = await chosen_start(house, game, wish, asker)
    name = ""
    if deal is None and not start.daily and not start.winnable:
        start, name = await promised(house, start, wish)
    try:
        laid = await house.store.write(lay, house.store, wish, start, deal, name)
    except Taken:
        raise Problem(
            409, "old-promise", "That promise was used for another table: ask for another."
        ) from None
    table = await house.begin(laid.table)
    if table is not None:
        table.visited(asker.address)
    return laid


async def promised(
    house: House, start: Start, wish: Wish, purpose: str = "", seat: int | None = None
) -> tuple[Start, str]:
    """Lets a table be dealt by a secret that was promised, unless chance is held still; gives
    the name of the table too where that follows from the promise."""
    if house.fate.seed is not None:
        return start, ""
    if seat is None:
        mine = [place for place, sitter in enumerate(wish.seats) if sitter.kind in (ME, HOT)]
        seat = mine[0] if mine else NOBODY
    agreed = await agree(house, wish.ticket, wish.cut, seat, purpose)
    seed = fair.seed_of(agreed.secret, 1, list(agreed.cut))
    return replace(start, seed=seed, secret=agreed.secret, cut=agreed.cut), agreed.table


async def chosen_start(
    house: House, game: Game, wish: Wish, asker: Asker
) -> tuple[Start, Data | None]:
    """Decides how a table starts but for its seats, and finds its first deal where that does
    not follow from the seed."""
    today = house.fate.today()
    start = Start(
        game, [], wish.silence, house.fate.new_seed(), house.fate.new_chance(), today,
        today if wish.daily else "", wish.winnable, wish.difficulty, watching=wish.watching,
        clock=checked(wish.clock, int(game.turn_seconds)), rated=wish.rated,
    )
    solver = solver_of(game.name) if solvable(game.name) else None
    if wish.difficulty and (solver is None or not solver.usual):
        raise Problem(422, "no-puzzle", "Only puzzles have a difficulty.")
    if not (wish.winnable or wish.daily or wish.difficulty):
        return start, None
    if game.players > 1 and (wish.winnable or wish.difficulty):
        raise Problem(422, "not-alone", "Winnable deals are for games for one.")
    if sum(not sitter.kind.startswith(BOT) for sitter in wish.seats) > 1:
        raise Problem(
            422, "not-alone", "The deal of the day is for one person, alone or against bots."
        )
    if wish.daily:
        # Everybody has the same hands on that day, and bots that do the same.
        start = replace(
            start, seed=alone.daily_seed(game, today), chance=alone.daily_seed(game, f"{today}+"),
        )
    if game.players > 1:
        return start, None
    if solver is None:
        if wish.winnable:
            raise Problem(422, "no-solver", "There is nothing to choose in this game.")
        return start, None
    difficulty = wish.difficulty or (solver.usual if wish.daily else "")
    if difficulty:
        known = [kind for kind in solver.difficulties if kind]
        return start, await _made_deal(house, start, difficulty, known, asker)
    found = await house.questions.ask(asker, alone.winnable_seed, game, start.seed)
    if found is None:
        raise Problem(503, "too-hard", "No winnable deal was found in time; try again.")
    return replace(start, seed=found), None


async def _made_deal(
    house: House, start: Start, wished: str, known: list[str], asker: Asker
) -> Data:
    """Makes a deal with exactly one solution, of the wished difficulty."""
    if wished not in known:
        raise Problem(
            422, "bad-difficulty", "A puzzle cannot be {word}: it is {known}.", word=wished[:20],
            known=known, field="difficulty",
        )
    # Small boards have no hard puzzles, but every day has one.
    others = [kind for kind in known if kind != wished] if start.daily else []
    try:
        return await house.questions.ask(
            asker, alone.made_deal, start.game, [wished, *others], start.seed
        )
    except Problem:
        raise
    except Refused as refused:
        raise Problem(422, "no-puzzle", "{reason}", reason=refused, field="difficulty") from None


def lay(
    store: Store, wish: Wish, start: Start, deal: Data | None = None, name: str = ""
) -> Laid:
    """Checks who shall sit where and lays the table, under a name if that is given; nothing is
    kept unless everything is right.

    :raises Taken: if there is a table of that name.
    """
    _check(start.game, wish)
    mine, watch = new_secret(), new_secret()
    house_key = store.key(KEY)
    keys = {
        seat: mine if sitter.kind in (ME, HOT) else new_invitation(house_key)
        for seat, sitter in enumerate(wish.seats) if not sitter.kind.startswith(BOT)
    }
    places = [_place(NOBODY, "watch", "", watch)]
    if wish.watching == UNSEEN:
        places = [Place(NOBODY, "watch", "", None, None)]
    given = [
        (seat, clean_name(sitter.name, name_field(seat))) for seat, sitter in enumerate(wish.seats)
    ]
    for seat, called in given:
        check_apart(called, seat, given, name_field(seat))
    taken = {seen for _, called in given for seen in looks(called)}
    free = [name for name in BOT_NAMES if not looks(name) & taken]
    for seat, sitter in enumerate(wish.seats):
        if sitter.kind.startswith(BOT):
            places.append(Place(seat, sitter.kind, given[seat][1] or free.pop(0), None, None))
        else:
            places.append(_place(seat, PERSON, given[seat][1], keys[seat]))
    if wish.watching not in FREELY:
        others = [seat for seat, one in enumerate(wish.seats) if one.kind in (HOT, FRIEND)]
        start = replace(start, to_ask=tuple(others))
    table = store.lay(places, *first_events(start, places, deal), table=name)
    return Laid(
        table,
        _link(table, mine) if mine in keys.values() else None,
        {seat: _link(table, key) for seat, key in keys.items() if key != mine},
        "" if wish.watching == UNSEEN else _link(table, watch),
    )


def first_events(start: Start, places: list[Place], deal: Data | None) -> tuple[list[Event], bool]:
    """Makes the first events of a table, and tells whether it goes on by itself from there."""
    seats = [(place.kind, place.name) for place in places if place.seat >= 0]
    start = replace(start, seats=seats)
    events = start.events(deal)
    return events, begins_by_itself(start, events)


def check_wish(wish: Wish) -> Game:
    """Checks a wish, in which seats may be free for whoever comes; gives its game."""
    game_class(wish.game)
    game = make_game(wish.game, wish.options)
    checked(wish.clock, int(game.turn_seconds))
    _check(game, wish, OPEN)
    return game


def check_rated(wish: Wish) -> None:
    """Refuses a table that cannot be rated: everybody at it comes by themselves, signed in, and
    nobody can keep the others waiting."""
    kinds = sorted(sitter.kind for sitter in wish.seats)
    if len(kinds) < 2 or kinds != [ME, *[OPEN] * (len(kinds) - 1)]:
        raise Problem(
            422, "rated-seats",
            "At a rated table you sit down yourself, and every other seat is for whoever comes.",
            field="rated",
        )
    if not wish.clock.kind:
        raise Problem(422, "rated-clock", "A rated table needs a clock.", field="rated")


def _check(game: Game, wish: Wish, *others: str) -> None:
    players = int(game.players)
    if players > MOST_SEATS:
        raise Problem(
            422, "bad-option", "At most {most} can sit at a table here.", most=MOST_SEATS,
            field="players",
        )
    if len(wish.seats) != players:
        raise Problem(
            422, "bad-seats",
            plural(
                "{given} seat is filled; this table has {players}.",
                "{given} seats are filled; this table has {players}.", by="given",
            ),
            given=len(wish.seats), players=players,
        )
    known = [ME, HOT, FRIEND, *others, *(BOT + kind for kind in bots.names(game.name))]
    for seat, sitter in enumerate(wish.seats):
        if sitter.kind not in known:
            raise Problem(
                422, "unknown-sitter", "{kind} cannot sit here: choose {known}.",
                kind=sitter.kind[:20], known=known, field=f"sitter{seat}",
            )
    persons = sum(1 for sitter in wish.seats if not sitter.kind.startswith(BOT))
    is_open = wish.rated or any(sitter.kind == OPEN for sitter in wish.seats)
    watching.check(wish.watching, players, persons, is_open=is_open)
    if not 0 <= wish.silence <= LONGEST_SILENCE:
        raise Problem(
            422, "bad-silence",
            plural(
                "The time to call is 0 to {most} second.",
                "The time to call is 0 to {most} seconds.", by="most",
            ),
            most=int(LONGEST_SILENCE), field="silence",
        )


def name_field(seat: int) -> str:
    """Names the field of the form for a seat's name."""
    return f"sitter{seat}.name"


def _place(seat: int, kind: str, name: str, key: str) -> Place:
    return Place(seat, kind, name, *prints_of(key))


def _link(table: str, key: str) -> str:
    return f"/t/{table}/{key}"


async def lay_out_record(house: House, text: str, asker: Asker) -> str:
    """Reads a record and keeps it for replay; answers the path of the replay.

    :raises BadRecord: with the reason; nothing is kept.
    """
    house.tables_laid.take(asker.address)
    events, notes = await house.questions.ask(asker, read_record, text)
    return await house.store.write(_keep_record, house.store, events, notes)


def read_record(text: str) -> tuple[list[Event], list[Comment]]:
    """Reads a record as the events of a table, and what it says of the moves; run in a worker
    process, as it takes its time.

    :raises BadRecord: with the reason.
    """
    match, tags = record.opened(text)
    names = [tags.get(f"Seat{seat + 1}", "?") for seat in range(int(match.game.players))]
    events = _events_of(match, ["" if name == "?" else _cut(name) for name in names])
    return events, [] if record.is_pbn(text) else notes_in(record.read(text))


def _keep_record(store: Store, events: list[Event], notes: list[Comment]) -> str:
    key = new_secret()
    watcher = Place(-1, "record", "", None, fingerprint(key))
    table = store.lay([watcher], events, ended=True)
    add_comments(store, table, notes)
    return f"/r/{table}/{key}"


def _cut(name: str) -> str:
    """Shortens a name of a record, which is not worth a refusal."""
    return clean_name(name[:LONGEST_NAME])


def _events_of(match: Match, names: list[str]) -> list[Event]:
    start = Start(match.game, [("record", name) for name in names])
    return [start.event(), *events_of(match, start)]
