"""What a round is worth to each seat, for those who learn and search."""

from __future__ import annotations

from sobremesa.core.game import Game, Round


def fewest_win(game: Game) -> bool:
    """Tells whether those with the fewest points stand best.

    >>> import sobremesa
    >>> fewest_win(sobremesa.game("mexican-train")), fewest_win(sobremesa.game("muggins"))
    (True, False)
    """
    players = int(game.players)
    return players > 1 and 0 not in game.leaders([1] + [0 for _ in range(players - 1)])


def gains(round: Round) -> list[float]:
    """Gives what each seat gains by a round as far as it is played.

    Alone these are the points. Where several play it is by how much a seat has more points than
    the mean of all, or fewer where the fewest win, so that they add up to nothing.

    >>> import sobremesa
    >>> round = sobremesa.game("muggins").start(seed=3).round
    >>> sum(gains(round))
    0.0
    """
    return gains_from(round.points(), fewest_win(round.game))


def gains_from(points: list[int], fewest: bool) -> list[float]:
    """Gives what each seat gains by the points of a round, of which the fewest may win."""
    if len(points) == 1:
        return [float(points[0])]
    sign = -1.0 if fewest else 1.0
    mean = sum(points) / len(points)
    return [sign * (made - mean) for made in points]


def wins(round: Round) -> list[float]:
    """Gives 1 to those who did best in a round and -1 to the others, shared out so that nothing
    is left over; alone, 1 for a round that is won and -1 for one that is not.

    >>> import sobremesa
    >>> match = sobremesa.game("block").start(seed=4)
    >>> while not match.round.over:
    ...     _ = match.play(match.round.moves()[0])
    >>> match.round.points(), wins(match.round)
    ([2, 0], [1.0, -1.0])
    """
    made = gains(round)
    if len(made) == 1:
        return [1.0 if round.winners() else -1.0]
    best = max(made)
    ahead = sum([1 if gain == best else 0 for gain in made])
    if ahead == len(made):
        return [0.0 for _ in made]
    return [1.0 / ahead if gain == best else -1.0 / (len(made) - ahead) for gain in made]


def round_won(round: Round) -> list[float]:
    """Divides the win of a round among the seats.

    The side that gains most has won it. Sides that gain the same share the win, so that all wins
    add up to one, and partners each have what their side has. Alone one wins the deal or does not.

    >>> import sobremesa
    >>> round_won(sobremesa.game("block", players=3).start(1).round)
    [0.3333333333333333, 0.3333333333333333, 0.3333333333333333]
    """
    gained = round.utility()
    if len(gained) == 1:
        return [1.0 if round.winners() else 0.0]
    best = max(gained)
    return divided(round.game, [seat for seat, gain in enumerate(gained) if gain == best])


def divided(game: Game, winners: list[int]) -> list[float]:
    """Divides a win among the sides of some seats; partners each have what their side has."""
    sides = {game.side_of(seat) for seat in winners}
    return [
        1.0 / len(sides) if game.side_of(seat) in sides else 0.0 for seat in range(game.players)
    ]
