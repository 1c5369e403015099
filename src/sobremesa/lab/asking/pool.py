"""What is asked of High Fives."""

from __future__ import annotations

from typing import Final, cast

from sobremesa import Round
from sobremesa.families.pool.high_fives import CLAIM, CODES, MOST_TILES, HighFivesRound, value
from sobremesa.lab.asking.play import Own, Play, Step, amount, share
from sobremesa.lab.units import NUMBER, POINTS


def fishing(round: Round) -> HighFivesRound:
    """Gives a round as what it is."""
    return cast("HighFivesRound", round)


def left(play: Play) -> float:
    """Counts the tiles that are left in the pool at the end."""
    return play.each_round(sum(len(fishing(round).pool_names()) for round in play.rounds))


def left_points(play: Play) -> float:
    """Adds up what the tiles that are left in the pool are worth."""
    return play.each_round(sum(
        sum(map(value, fishing(round).pool_names())) for round in play.rounds
    ))


def taker_wins(play: Play) -> float | None:
    """Gives the share of the win that goes to whoever captures last."""
    if len(play.rounds) > 1 or fishing(play.rounds[0]).taker < 0:
        return None
    return play.won[fishing(play.rounds[0]).taker]


def last_seat_takes(play: Play) -> float:
    """Gives the share of the games in which whoever moves last captures last."""
    players = int(play.game.players)
    return play.each_round(sum(
        fishing(round).taker == (fishing(round).first - 1) % players for round in play.rounds
    ))


def last_wins(play: Play) -> float | None:
    """Gives the share of the win that goes to whoever moves last."""
    return play.won[(play.first - 1) % int(play.game.players)] if len(play.rounds) == 1 else None


def bonus_given(play: Play) -> float:
    """Gives the share of the games in which somebody alone has most tiles."""
    return play.each_round(sum(fishing(round).winner >= 0 for round in play.rounds))


def bonus_decides(play: Play) -> float:
    """Gives the share of the games that without the bonus would be won otherwise."""
    return play.each_round(sum(is_decided_by_bonus(fishing(round)) for round in play.rounds))


def is_decided_by_bonus(round: HighFivesRound) -> bool:
    """Tells whether others have most points without the bonus."""
    points = [int(made) for made in round.points()]
    bare = [
        made - (int(MOST_TILES) if seat == round.winner else 0)
        for seat, made in enumerate(points)
    ]
    return bool(round.game.leaders(points) != round.game.leaders(bare))


def taking(play: Play) -> float | None:
    """Gives the share of the tiles played that take another."""
    laid = [step for step in play.steps if step.move < CLAIM]
    return sum(step.move % CODES != 0 for step in laid) / len(laid) if laid else None


def worth_taken(play: Play) -> float | None:
    """Gives what a capture is worth, in the mean."""
    captures = [
        step.made for step in play.steps
        if (step.move < CLAIM and step.move % CODES != 0) or step.move > CLAIM
    ]
    return sum(captures) / len(captures) if captures else None


def given(play: Play) -> float:
    """Adds up what the tiles are worth that players leave in the pool."""
    return play.each_round(sum(
        value(tile_named(step)) for step in play.steps
        if step.move < CLAIM and step.move % CODES == 0
    ))


def tile_named(step: Step) -> str:
    """Names the tile that a step plays."""
    return step.round.touches(step.move)[0].partition(":")[2]


def overlooked(play: Play) -> float:
    """Counts the tiles of a game that are left though they match."""
    return play.each_round(sum(
        step.move < CLAIM and step.move % CODES == 0
        and fishing(step.round).matches(step.move // CODES) != 0 for step in play.steps
    ))


ASKED: Final[dict[str, list[Own]]] = {"high-fives": [
    amount("left", "tiles left", "Tiles left in the pool at the end.", NUMBER, left),
    amount("left_points", "points left",
           "What the tiles left in the pool at the end are worth, of 100 points.", POINTS,
           left_points),
    share("taker_wins", "last taker wins", "The share of the win of whoever captures last.",
          taker_wins),
    share("last_seat_takes", "last seat takes last",
          "Games in which whoever moves last captures last.", last_seat_takes),
    share("last_wins", "last mover wins", "The share of the win of whoever moves last.",
          last_wins),
    share("bonus_given", "bonus given", "Games in which somebody alone has most tiles.",
          bonus_given),
    share("bonus_decides", "bonus decides",
          "Games that would be won otherwise without the 5 points for most tiles.",
          bonus_decides),
    share("taking", "tiles that take", "Of the tiles played, those that take another.", taking),
    amount("worth_taken", "points of a capture", "What a capture is worth.", POINTS, worth_taken),
    amount("given", "points given away", "What the tiles are worth that players leave in the pool.",
           POINTS, given),
    amount("overlooked", "overlooked", "Tiles of a game left though they match.", NUMBER,
           overlooked),
]}
