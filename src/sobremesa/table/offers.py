"""Offers between those who play: to take a move back, and to call the match a draw.

An offer and every answer to it are events, so that all servers and every restart know what waits.
All other persons are asked. The last who agrees makes it so, one who declines ends it, and so
does one who moves instead of answering.

A move that is taken back must leave nobody with knowledge that they would not have. Where
everything is open that is always so. Where hands are hidden, a move can be taken back only while
nobody else has decided anything, and only if it has shown nothing: for every seat the hidden
things can lie in as many ways after it as before. What partners have heard cannot be unsaid.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from sobremesa.core.game import Game, Round
from sobremesa.core.rng import Rng
from sobremesa.table.events import AGREE, ANSWER, DEAL, MOVE, OFFER, REDO, UNDO, Event
from sobremesa.table.problems import Problem

TAKE_BACK: Final = "take-back"
DRAW: Final = "draw"
KINDS: Final = (TAKE_BACK, DRAW)
# Rounds in which a turn that is to be taken back must have told nothing.
IMAGINED: Final = 4


@dataclass(frozen=True)
class Offer:
    """What a seat has offered by the event of a number, and who has still to answer.

    `keep` is how many moves of the hand stay if it is agreed to take some back.
    """

    number: int
    what: str
    seat: int
    asked: frozenset[int]
    keep: int = 0


class Offering:
    """What waits for an answer at a table, and who has asked for what since their last move."""

    def __init__(self) -> None:
        self.waiting: Offer | None = None
        self.spent: set[tuple[str, int]] = set()

    def follow(self, happened: Event, is_over: bool) -> None:
        """Takes in an event, after which the match is over or not."""
        data, kind = happened.data, happened.kind
        self.waiting = None if is_over else after(self.waiting, happened)
        if kind == OFFER:
            self.spent.add((str(data["what"]), int(data["seat"])))
        elif kind == DEAL:
            self.spent.clear()
        elif kind == UNDO or (kind == MOVE and "id" in data):
            self.spent -= {(what, int(data["seat"])) for what in KINDS}


def after(offer: Offer | None, happened: Event) -> Offer | None:
    """Gives the offer that waits for an answer after an event.

    >>> draw = Event(3, OFFER, {"seat": 0, "what": DRAW, "asked": [1, 2], "id": "0:a"})
    >>> first = after(None, draw)
    >>> sorted(after(first, Event(4, ANSWER, {"seat": 1, "yes": True, "seats": [1]})).asked)
    [2]
    >>> after(first, Event(4, MOVE, {"seat": 2, "move": 1, "id": "2:a"})) is None
    True
    """
    data, kind = happened.data, happened.kind
    if kind == OFFER:
        return Offer(
            happened.number, str(data["what"]), int(data["seat"]), frozenset(data["asked"]),
            int(data.get("keep", 0)),
        )
    if offer is None or kind in (DEAL, UNDO, REDO, AGREE):
        return None
    if kind == ANSWER:
        left = offer.asked - set(data["seats"])
        return replace(offer, asked=left) if data["yes"] else None
    # What a bot does, or the table when time is up, is nobody's answer.
    if kind == MOVE and "id" in data and _moves_on(offer, int(data["seat"])):
        return None
    return offer


def _moves_on(offer: Offer, seat: int) -> bool:
    """Tells whether a move of a seat ends an offer: of one who is asked, or of one who wanted to
    take the last move back."""
    return seat in offer.asked or (offer.what == TAKE_BACK and seat == offer.seat)


def last_turn(round: Round, seat: int) -> list[int]:
    """Lists how many moves can stay if a seat takes back its last turn, the fewest first: all of
    the turn, or only some of its last steps.

    :raises Problem: if it has decided nothing yet, or others have since where that tells of
        their hands.
    """
    is_open = type(round.game).OPEN
    for entry in reversed(range(len(round.log))):
        is_own = round.mover(entry) == seat
        if (is_open and not is_own) or not _decided(round, entry):
            continue
        if not is_own:
            raise Problem(
                409, "told", "Others have decided something since: it cannot be taken back."
            )
        first = entry
        while first > 0 and round.mover(first - 1) == seat:
            first -= 1
        return list(range(first, entry + 1))
    raise Problem(409, "nothing-to-undo", "There is nothing to take back.")


def _decided(round: Round, entry: int) -> bool:
    """Tells whether anything was decided by a move; silence decides nothing, nor does what
    everybody can see to be forced."""
    moves = round.played()
    before = round.undone(len(moves) - entry)
    return moves[entry] != int(before.silence()) and not before.is_plain()


def has_partners(game: Game) -> bool:
    """Tells whether some seats play for one side."""
    seats = range(int(game.players))
    return len({game.side_of(seat) for seat in seats}) < len(seats)


def tells_nothing(before: Round, now: Round) -> bool:
    """Tells whether nobody knows more of what is hidden now than before some moves."""
    game = now.game
    if type(game).OPEN:
        return True
    if now.over or not may_tell_nothing(before, now):
        return False
    return all(
        game.worlds(before.view(seat)).count() == game.worlds(now.view(seat)).count()
        for seat in range(int(game.players))
    )


def may_tell_nothing(before: Round, now: Round) -> bool:
    """Guesses quickly whether moves have told nothing: nothing went from hand to table."""
    if type(now.game).OPEN:
        return True
    public = [round.known(-1) for round in (before, now)]
    parts = ("hands", "boneyard", "over")
    return all(public[0].get(part) == public[1].get(part) for part in parts)


def alike(round: Round, seat: int) -> list[Round]:
    """Imagines rounds that a seat cannot tell from one, so that what it is answered depends on
    nothing that it does not know."""
    if round.over or type(round.game).OPEN:
        return [round]
    worlds = round.game.worlds(round.view(seat))
    return [worlds.sample(Rng(chance)) for chance in range(IMAGINED)]


def kept_moves(round: Round, seat: int, *, at_a_glance: bool = False) -> int:
    """Counts the moves that stay if a seat takes back as much of its last turn as it may.

    :raises Problem: if it can take nothing back.
    """
    if has_partners(round.game) and not type(round.game).OPEN:
        raise Problem(
            409, "told",
            "In {game} your partner has learnt from it already: nothing can be taken back.",
            game=round.game.title,
        )
    tells = may_tell_nothing if at_a_glance else tells_nothing
    tried = [round] if at_a_glance else alike(round, seat)
    for keep in last_turn(round, seat):
        if all(tells(one.undone(len(one.log) - keep), one) for one in tried):
            return keep
    raise Problem(
        409, "told", "Your move has shown something that was hidden: it cannot be taken back."
    )
