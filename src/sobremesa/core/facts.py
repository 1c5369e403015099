"""What a game is like, for those who choose among games by program."""

from __future__ import annotations

from sobremesa.core.gains import fewest_win
from sobremesa.core.game import Data, Game

# If so many seeds begin alike, chance decides nothing.
SEEDS = 12


def facts_of(game: Game) -> Data:
    """Says what a game is like with its options, as plain data.

    `players` and `sides` differ where there are partners; `hidden` says that somebody does not
    see everything, `chance` that a seed decides something; `utility` has the bounds of what a
    first round brings; `moves` are the numbers that moves can have, and `longest` is how many of
    them a round has at most.

    >>> import sobremesa
    >>> found = facts_of(sobremesa.game("texas-42"))
    >>> found["players"], found["sides"], found["hidden"], found["zero_sum"]
    (4, 2, True, True)
    >>> facts_of(sobremesa.game("djambi", first_player=0))["chance"]
    False
    """
    players = int(game.players)
    begun = game.start(0).round
    return {
        "game": game.name,
        "players": players,
        "sides": len({game.side_of(seat) for seat in range(players)}),
        "hidden": any(game.worlds(begun.view(seat)).count() > 1 for seat in range(players)),
        "chance": any(game.start(seed).round != begun for seed in range(1, SEEDS)),
        "zero_sum": game.is_zero_sum(),
        "utility": list(game.utility_range()),
        "fewest_win": fewest_win(game),
        "moves": int(game.move_count),
        "longest": int(game.longest),
        "rounds": int(game.last_round),
    }
