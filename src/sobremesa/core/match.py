"""A match: rounds until somebody has won, with every move checked at the door."""

from __future__ import annotations

from typing import Any

from sobremesa.core.errors import IllegalMove
from sobremesa.core.game import NOBODY, Data, Game, Round, View
from sobremesa.core.numbers import is_whole
from sobremesa.core.rng import Rng


class Match:
    """What people play.

    `round` is the round on the table; once it is over and the match is not, `next_round`
    deals another. `finished` holds the rounds before it. `seed` is None if the match began
    with a given deal and nobody knows the seed. `agreed` has the seats that called it a draw.
    """

    def __init__(self, game: Game, seed: int | None = None, deal: Data | None = None) -> None:
        self.game: Game = game
        self.seed: int | None = 0 if seed is None and deal is None else seed
        self.rng: Rng = Rng(self.seed or 0)
        self.finished: list[Round] = []
        self.agreed: list[int] = []
        if deal is None:
            first = game.opener(self.rng)
            self.round: Round = game.deal(self.rng, first, 1, game.starting_points())
        else:
            self.round = game.load(deal)

    @property
    def scores(self) -> list[int]:
        """Points by seat, those of the round on the table included."""
        return self.round.scores()

    @property
    def winners(self) -> list[int]:
        """The seats that have won; empty while the match goes on, or if nobody has."""
        return [] if self.agreed else self.round.winners()

    @property
    def over(self) -> bool:
        """Whether the match is decided."""
        return len(self.agreed) > 0 or self.round.settles_match()

    @property
    def turn(self) -> int:
        """The seat to decide, or -1 between rounds and at the end."""
        return NOBODY if self.round.over or self.agreed else int(self.round.turn)

    def play(self, move: int | str, seat: int | None = None) -> int:
        """Plays a move, or one written as text, for the seat to decide; answers its number.

        :raises IllegalMove: with the reason; nothing has changed.
        """
        if self.over:
            raise IllegalMove("the match is over")
        if self.round.over:
            raise IllegalMove("the round is over: the next one is to be dealt")
        if seat is not None and not is_whole(seat, 0, int(self.game.players) - 1):
            raise IllegalMove("there is no seat {seat}", seat=seat)
        if seat is not None and seat != self.round.turn:
            raise IllegalMove("it is not your turn: seat {turn} is to decide", turn=self.turn + 1)
        number = self.round.read(move) if isinstance(move, str) else move
        self.round.check(number)
        self.round.play(number)
        return number

    def take_back(self, count: int = 1) -> list[int]:
        """Takes back the last moves of the round on the table and gives them, the first first.

        :raises IllegalMove: if the round has fewer; nothing has changed.
        """
        if self.agreed:
            raise IllegalMove("the match is over")
        moves = self.round.played()
        self.round = self.round.undone(count)
        return moves[len(moves) - count:]

    def agree(self) -> None:
        """Calls the match a draw between all who can still win it.

        :raises IllegalMove: if it is over, or the rules leave no room for a draw.
        """
        if self.over:
            raise IllegalMove("the match is over")
        contenders = self.round.contenders()
        if len(contenders) < 2:
            raise IllegalMove(
                "the rules of {game} leave no room for a draw by agreement", game=self.game.title
            )
        self.agreed = contenders

    def next_round(self, deal: Data | None = None) -> Round:
        """Deals the next round, or sets up the given deal as the next round."""
        if self.over:
            raise IllegalMove("the match is over")
        if not self.round.over:
            raise IllegalMove("the round is not over")
        last = self.round
        fresh = self.game.deal_next(self.rng, last) if deal is None else self.game.load(deal)
        self.finished.append(last)
        self.round = fresh
        return fresh

    def view(self, seat: int) -> View:
        """Gives what `seat` may know of the round on the table."""
        return self.round.view(seat)

    def rounds(self) -> list[Round]:
        """Lists the finished rounds and the one on the table."""
        return [*self.finished, self.round]

    def copy(self) -> Match:
        """Makes an independent copy, for which chance decides the same."""
        return match_at(
            self.game, self.seed, self.rng.copy(), [round.copy() for round in self.finished],
            self.round.copy(), self.agreed[:],
        )

    def __copy__(self) -> Match:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Match:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Match) and self.game == other.game and self.seed == other.seed
            and self.rng == other.rng and self.rounds() == other.rounds()
            and self.agreed == other.agreed
        )

    def __hash__(self) -> int:
        return hash((self.game, self.seed, self.rng, tuple(self.rounds())))

    def __reduce__(self) -> tuple[Any, ...]:
        return (
            match_at,
            (self.game, self.seed, self.rng, self.finished, self.round, self.agreed),
        )

    def __repr__(self) -> str:
        return f"<Match of {self.game!r}, round {len(self.finished) + 1}, {self.scores}>"


def match_at(
    game: Game, seed: int | None, rng: Rng, finished: list[Round], round: Round,
    agreed: list[int],
) -> Match:
    """Makes a match that stands where another stood; a pickled one is found by this."""
    match = Match(game, seed, deal=round.opening())
    match.rng = rng
    match.finished = finished
    match.round = round
    match.agreed = agreed
    return match
