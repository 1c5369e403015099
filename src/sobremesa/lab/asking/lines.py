"""What is asked of the games of the line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, cast

from sobremesa import Round
from sobremesa.core.gains import round_won
from sobremesa.families.lines.claims import ClaimRound
from sobremesa.families.lines.draw import DrawRound
from sobremesa.families.lines.game import BLOCKED, DOMINO
from sobremesa.families.lines.lead import TO_ADD
from sobremesa.families.lines.line import EAST, WEST
from sobremesa.families.lines.matador import MatadorRound
from sobremesa.families.lines.round import LineRound
from sobremesa.lab.asking.play import Own, Play, Step, amount, share, steps_of
from sobremesa.lab.units import NUMBER, POINTS
from sobremesa.material.dominoes import HIGH, LOW

# The tiles that lie when the four branches of Sebastopol stand, the double six among them.
SIEGE: Final = 5


def line(round: Round) -> LineRound:
    """Gives a round as what it is."""
    return cast("LineRound", round)


def passes(play: Play) -> float:
    """Counts the passes of a hand."""
    return play.each_round(play.count("pass"))


def leader_out(play: Play) -> float:
    """Gives the share of the hands in which the leader goes domino."""
    return play.each_round(sum(
        line(round).ending == DOMINO and line(round).winner == line(round).leader
        for round in play.rounds
    ))


def closer(play: Play) -> float | None:
    """Gives the share of the blocked hands that whoever laid the last tile wins."""
    blocked = [round for round in play.rounds if line(round).ending == BLOCKED]
    if not blocked:
        return None
    return sum(
        play.game.side_of(last_to_lay(round)) == winning_side(play, round) for round in blocked
    ) / len(blocked)


def winning_side(play: Play, round: Round) -> int:
    """Names the side that has won a hand, or -1."""
    winner = int(line(round).winner)
    return play.game.side_of(winner) if winner >= 0 else -1


def last_to_lay(round: Round) -> int:
    """Names the seat that laid the last tile of a hand."""
    plays = line(round).rules.plays
    return next(
        round.mover(place) for place, move in reversed(list(enumerate(round.played())))
        if move < plays
    )


def draws(play: Play) -> float:
    """Counts the tiles drawn in a hand."""
    return play.each_round(play.count("boneyard"))


def made_in_play(play: Play) -> float:
    """Adds up the points that are made in a hand before it is settled."""
    return play.each_round(sum(step.made for step in play.steps))


def share_in_play(play: Play) -> float | None:
    """Gives which part of the points is made before hands are settled."""
    gains = sum(
        gain for step in play.steps for seat, gain in enumerate(step.gained)
        if play.game.side_of(seat) == seat
    )
    return sum(step.made for step in play.steps) / gains if gains else None


def forgotten(play: Play) -> float | None:
    """Gives which part of the tiles that score are not rightly claimed."""
    scoring = [
        (worth, claimed(step)) for step in play.steps
        if step.touches("claim") and (worth := worth_of(step)) > 0
    ]
    return sum(worth != told for worth, told in scoring) / len(scoring) if scoring else None


def claim_round(step: Step) -> ClaimRound:
    """Gives the round of a step as what it is."""
    return cast("ClaimRound", step.round)


def worth_of(step: Step) -> int:
    """Gives what the tile laid last is worth."""
    return int(claim_round(step).worth())


def claimed(step: Step) -> int:
    """Gives the points that a step claims."""
    return int(claim_round(step).claiming.claimed_by(step.move))


def called(play: Play) -> float:
    """Adds up the points that callers take in a hand."""
    return play.each_round(sum(step.made for step in play.steps if step.touches("muggins")))


def vain_calls(play: Play) -> float | None:
    """Gives which part of the calls brings nothing."""
    calls = [step.made for step in play.steps if step.touches("muggins")]
    return sum(made == 0 for made in calls) / len(calls) if calls else None


def part(some: int, all_of_them: int) -> float | None:
    """Gives a share, None of nothing."""
    return some / all_of_them if all_of_them else None


def is_double(tile: int) -> bool:
    """Tells whether a tile is a double."""
    return bool(HIGH[tile] == LOW[tile])


def tile_of(step: Step) -> int:
    """Gives the tile that a step lays, or -1."""
    rules = line(step.round).rules
    return step.move % int(rules.tiles) if step.move < rules.plays else -1


def hand_of(round: LineRound, seat: int) -> list[int]:
    """Lists the tiles that a seat holds."""
    return [int(tile) for tile in round.hands.tiles(seat)]


def won_by_seat_of(play: Play, place: int) -> float | None:
    """Gives the share of the hands that goes to the seat so many places after the leader."""
    players = int(play.game.players)
    if place >= players:
        return None
    return play.each_round(sum(
        round_won(round)[(line(round).leader + place) % players] for round in play.rounds
    ))


def next_wins(play: Play) -> float | None:
    """Gives the share of the hands that goes to the seat after the leader."""
    return won_by_seat_of(play, 1)


def third_wins(play: Play) -> float | None:
    """Gives the share of the hands that goes to the third to move."""
    return won_by_seat_of(play, 2)


def last_wins(play: Play) -> float | None:
    """Gives the share of the hands that goes to the last to move."""
    return won_by_seat_of(play, int(play.game.players) - 1)


def most_wins(play: Play, counts: Callable[[Round], list[int]]) -> float | None:
    """Gives the share of the hands won by the seat that alone has most of something, of those
    in which there is one."""
    won = [
        round_won(round)[had.index(max(had))]
        for round in play.rounds if (had := counts(round)).count(max(had)) == 1
    ]
    return sum(won) / len(won) if won else None


def dealt(round: Round, counted: Callable[[LineRound, int], bool]) -> list[int]:
    """Counts by seat the tiles of a kind in the hands as they were dealt."""
    began = line(round.reopened())
    return [
        sum(counted(began, tile) for tile in hand_of(began, seat))
        for seat in range(int(began.rules.players))
    ]


def drawn_by_seat(round: Round) -> list[int]:
    """Counts the tiles that each seat draws."""
    rules = line(round).rules
    drawn = [0] * int(rules.players)
    for place, move in enumerate(round.played()):
        drawn[round.mover(place)] += move == rules.draw_move
    return drawn


def drawer_wins(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone has drawn most."""
    return most_wins(play, drawn_by_seat)


def longest_draw(play: Play) -> float:
    """Gives the most tiles that somebody draws at one turn, in the mean of the hands."""
    return play.each_round(sum(most_at_once(round) for round in play.rounds))


def most_at_once(round: Round) -> int:
    """Gives the most tiles drawn without another move between.

    Whoever draws goes on until a tile is laid or nothing is left, so that it is one turn.
    """
    most = running = 0
    for move in round.played():
        running = running + 1 if move == line(round).rules.draw_move else 0
        most = max(most, running)
    return most


def emptied(play: Play) -> float:
    """Gives the share of the hands that end with nothing left to draw."""
    return play.each_round(sum(not draw_round(round).can_draw() for round in play.rounds))


def draw_round(round: Round) -> DrawRound:
    """Gives a round with a boneyard as what it is."""
    return cast("DrawRound", round)


def headers(play: Play, points: int) -> list[Step]:
    """Lists the steps that score so much by making the ends agree; the second tile of a hand
    never does (BERGEN-R06), so that leads are left out."""
    return [
        step for step in play.steps if step.made == points and line(step.round).line.tiles > 1
    ]


def doubles_made(play: Play) -> float:
    """Counts the double-headers of a hand."""
    return play.each_round(len(headers(play, 2)))


def triples_made(play: Play) -> float:
    """Counts the triple-headers of a hand."""
    return play.each_round(len(headers(play, 3)))


def points_gained(play: Play) -> int:
    """Adds up all points, those of partners once."""
    return sum(
        gain for step in play.steps for seat, gain in enumerate(step.gained)
        if play.game.side_of(seat) == seat
    )


def from_doubles(play: Play) -> float | None:
    """Gives which part of the points double-headers bring."""
    return part(2 * len(headers(play, 2)), points_gained(play))


def from_triples(play: Play) -> float | None:
    """Gives which part of the points triple-headers bring."""
    return part(3 * len(headers(play, 3)), points_gained(play))


def triple_by_double(play: Play) -> float | None:
    """Gives the share of the triple-headers whose last tile is the double (BERGEN-R02)."""
    triples = headers(play, 3)
    return part(
        sum(is_double(last_tile(step)) for step in triples), len(triples)
    )


def last_tile(step: Step) -> int:
    """Gives the tile that a step lays, or for which it claims."""
    tile = tile_of(step)
    return tile if tile >= 0 else int(line(step.round).line.last)


def bids(play: Play) -> list[tuple[int, int]]:
    """Lists the doubles laid at an end while the other end differs, by which a triple-header waits
    to be made: the seat that laid each, and the seat that made it so, or -1."""
    found: list[tuple[int, int]] = []
    waiting: dict[int, int] = {}
    for step in play.steps:
        before = line(step.round)
        if before.line.tiles == 0:
            found += [(seat, -1) for seat in waiting.values()]
            waiting = {}
        if tile_of(step) < 0:
            continue
        arm = step.move // int(before.rules.tiles)
        if arm in waiting:
            found.append((waiting.pop(arm), -1))
        if step.made == 3:
            found += [(seat, step.seat) for seat in waiting.values()]
            waiting = {}
        elif is_double(tile_of(step)) and before.line.tiles > 0 and step.made == 0:
            waiting[arm] = step.seat
    return found + [(seat, -1) for seat in waiting.values()]


def bid_own(play: Play) -> float | None:
    """Gives the share of the doubles laid in wait with which their own side makes the triple."""
    laid = bids(play)
    side = play.game.side_of
    return part(sum(by >= 0 and side(by) == side(seat) for seat, by in laid), len(laid))


def bid_other(play: Play) -> float | None:
    """Gives the share of the doubles laid in wait with which another side makes the triple."""
    laid = bids(play)
    side = play.game.side_of
    return part(sum(by >= 0 and side(by) != side(seat) for seat, by in laid), len(laid))


def blocks(play: Play) -> list[LineRound]:
    """Lists the hands that end blocked."""
    return [line(round) for round in play.rounds if line(round).ending == BLOCKED]


def tied_blocks(play: Play) -> float | None:
    """Gives the share of the blocked hands that nobody wins."""
    return part(sum(round.winner < 0 for round in blocks(play)), len(blocks(play)))


def free_blocks(play: Play) -> float | None:
    """Gives the share of the blocked hands in which a double in hand cannot win, because some
    hand has none while another has one (BERGEN-08)."""
    barred = 0
    for round in blocks(play):
        having = [
            any(map(is_double, hand_of(round, seat))) for seat in range(int(play.game.players))
        ]
        barred += any(having) and not all(having)
    return part(barred, len(blocks(play)))


def matador_round(round: Round) -> MatadorRound:
    """Gives a hand of Matador as what it is."""
    return cast("MatadorRound", round)


def is_matador(round: LineRound, tile: int) -> bool:
    """Tells whether a tile is a matador."""
    return bool(matador_round(round).matador.wild[tile])


def matadors_laid(play: Play) -> float:
    """Counts the matadors laid in a hand."""
    return play.each_round(len(matador_steps(play)))


def matador_steps(play: Play) -> list[Step]:
    """Lists the steps that lay a matador."""
    return [
        step for step in play.steps
        if (tile := tile_of(step)) >= 0 and is_matador(line(step.round), tile)
    ]


def closed_ends(round: LineRound) -> int:
    """Counts the ends that show a blank, which only a matador opens."""
    ends = round.line.ends
    return int(ends[WEST] == 0) + int(ends[EAST] == 0)


def reopening(play: Play) -> float | None:
    """Gives the share of the matadors that are laid on an end with a blank."""
    joined = [step for step in matador_steps(play) if line(step.round).line.tiles > 0]
    return part(sum(end_joined(step) == 0 for step in joined), len(joined))


def end_joined(step: Step) -> int:
    """Gives the number of the end to which a step joins a matador."""
    round = matador_round(step.round)
    arm = step.move // int(round.rules.tiles)
    return int(round.line.ends[round.matador.point(arm)])


def ever_closed(play: Play) -> float:
    """Gives the share of the hands in which both ends show a blank at some time."""
    return play.each_round(sum(
        closed_ends(line(round)) == 2 or any(
            closed_ends(line(step.round)) == 2 for step in steps_of(round)
        ) for round in play.rounds
    ))


def closed_at_last(play: Play) -> float | None:
    """Gives the share of the blocked hands that end with a blank at both ends."""
    return part(sum(closed_ends(round) == 2 for round in blocks(play)), len(blocks(play)))


def matador_out(play: Play) -> float | None:
    """Gives the share of the hands that go domino with a matador."""
    last = [
        step for step in play.steps
        if tile_of(step) >= 0 and len(hand_of(line(step.round), step.seat)) == 1
    ]
    return part(sum(is_matador(line(step.round), tile_of(step)) for step in last), len(last))


def matadors_win(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone is dealt most matadors."""
    return most_wins(play, lambda round: dealt(round, is_matador))


def blanks_win(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone is dealt most blanks."""
    return most_wins(play, lambda round: dealt(round, is_closing))


def is_closing(round: LineRound, tile: int) -> bool:
    """Tells whether a tile has a blank and is no matador."""
    return bool(LOW[tile] == 0) and not is_matador(round, tile)


def held_back(play: Play) -> float:
    """Counts the draws in a hand by somebody who could have laid a matador."""
    return play.each_round(sum(
        step.move == line(step.round).rules.draw_move
        and matador_round(step.round).holds_matador() for step in play.steps
    ))


def in_the_siege(play: Play) -> list[Step]:
    """Lists the steps between the lead and the fourth branch."""
    return [
        step for step in play.steps if 1 <= line(step.round).line.tiles < SIEGE
    ]


def siege_passes(play: Play) -> float:
    """Counts the passes of a hand before the four branches stand."""
    return play.each_round(sum(step.touches("pass") for step in in_the_siege(play)))


def later_passes(play: Play) -> float:
    """Counts the passes of a hand after the four branches stand."""
    return passes(play) - siege_passes(play)


def branched(play: Play) -> float:
    """Gives the share of the hands in which all four branches are begun."""
    return play.each_round(sum(line(round).line.fresh == 0 for round in play.rounds))


def all_grown(play: Play) -> float:
    """Gives the share of the hands in which every branch grows beyond its first tile."""
    return play.each_round(sum(min(lengths(round)) > 1 for round in play.rounds))


def lengths(round: Round) -> list[int]:
    """Counts the tiles of each arm, the lead not among them."""
    rules = line(round).rules
    arms = [move // int(rules.tiles) for move in round.played() if move < rules.plays]
    return [arms.count(arm) for arm in range(1, int(rules.arms) + 1)]


def longest_branch(play: Play) -> float:
    """Counts the tiles of the longest branch of a hand."""
    return play.each_round(sum(max(lengths(round)) for round in play.rounds))


def sixes_left(play: Play) -> float:
    """Counts the tiles with the highest number that are never laid in a hand."""
    return play.each_round(sum(
        has_top(line(round), tile)
        for round in play.rounds for seat in range(int(play.game.players))
        for tile in hand_of(line(round), seat)
    ))


def has_top(round: LineRound, tile: int) -> bool:
    """Tells whether a tile has the highest number of the set."""
    return bool(HIGH[tile] == round.rules.top)


def sixes_win(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone is dealt most sixes."""
    return most_wins(play, lambda round: dealt(round, has_top))


def leader_gain(play: Play) -> float:
    """Gives by how many points a leader has more from a hand than the others in the mean."""
    ahead = 0.0
    for round in play.rounds:
        made = round.points()
        own = made[line(round).leader]
        ahead += own - (sum(made) - own) / (len(made) - 1)
    return play.each_round(ahead)


def extra_chances(play: Play) -> list[Step]:
    """Lists the steps of those who may lay one more tile after a double and hold one that fits."""
    return [
        step for step in play.steps
        if line(step.round).asked == TO_ADD and line(step.round).can_lay()
    ]


def extras(play: Play) -> float:
    """Counts the tiles of a hand that are laid as extra tiles."""
    return play.each_round(sum(tile_of(step) >= 0 for step in extra_chances(play)))


def declined(play: Play) -> float | None:
    """Gives the share of the chances to lay an extra tile that are declined."""
    chances = extra_chances(play)
    return part(sum(tile_of(step) < 0 for step in chances), len(chances))


def extras_by_seat(round: Round) -> list[int]:
    """Counts the extra tiles that each seat lays."""
    laid = [0] * int(line(round).rules.players)
    for step in steps_of(round):
        laid[step.seat] += line(step.round).asked == TO_ADD and tile_of(step) >= 0
    return laid


def extras_win(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone has laid most extra tiles."""
    return most_wins(play, extras_by_seat)


def doubles_win(play: Play) -> float | None:
    """Gives the share of the hands won by the seat that alone is dealt most doubles."""
    return most_wins(play, lambda round: dealt(round, lambda _, tile: is_double(tile)))


def out_with_double(play: Play) -> float | None:
    """Gives the share of the hands that go out whose last tile is a double."""
    out = [
        line(round).line.last for round in play.rounds if line(round).ending == DOMINO
    ]
    return part(sum(is_double(tile) for tile in out), len(out))


def pool_shared(play: Play) -> float:
    """Gives the share of the hands in which nobody takes the pool, or all points, alone."""
    return play.each_round(sum(line(round).winner < 0 for round in play.rounds))


OF_ALL: Final = [
    share("leader_out", "leader goes out", "Hands in which whoever led goes domino.", leader_out),
    share("closer", "closer wins",
          "Of the blocked hands, those that whoever laid the last tile wins.", closer),
]
PASSES: Final = amount(
    "passes", "passes", "How often somebody must pass in a hand.", NUMBER, passes
)
DRAWS: Final = amount("draws", "tiles drawn", "Tiles drawn in a hand.", NUMBER, draws)
OF_CLAIMS: Final = [
    amount("in_play", "points in play", "Points made in a hand before it is settled, by all.",
           POINTS, made_in_play),
    share("share_in_play", "share made in play",
          "The part of the points of a hand that is made before it is settled.", share_in_play),
    share("forgotten", "not claimed",
          "Of the tiles that score, those that are not rightly claimed.", forgotten),
    amount("called", "points of callers", "Points that callers of Muggins take in a hand.",
           POINTS, called),
    share("vain_calls", "calls in vain", "Of the calls of Muggins, those that bring nothing.",
          vain_calls),
]

OF_DRAWING: Final = [
    DRAWS,
    amount("longest_draw", "drawn at once", "The most tiles that somebody draws at one turn.",
           NUMBER, longest_draw),
    share("emptied", "boneyard empty", "Hands that end with nothing left to draw.", emptied),
    share("drawer_wins", "most drawn wins",
          "Of the hands in which one player draws more than every other, those that they win.",
          drawer_wins),
]
OF_BERGEN: Final = [
    amount("doubles", "double-headers", "Double-headers of a hand, the lead not counted.", NUMBER,
           doubles_made),
    amount("triples", "triple-headers", "Triple-headers of a hand.", NUMBER, triples_made),
    share("from_doubles", "points by doubles",
          "The part of all points that double-headers bring.", from_doubles),
    share("from_triples", "points by triples",
          "The part of all points that triple-headers bring.", from_triples),
    share("by_double", "double came last",
          "Of the triple-headers, those whose last tile is the double.", triple_by_double),
    share("bid_own", "wait pays off",
          "Of the doubles laid at an end while the other differs, those with which the same side "
          "makes a triple-header.", bid_own),
    share("bid_other", "wait pays others",
          "Of the doubles laid at an end while the other differs, those with which another side "
          "makes a triple-header.", bid_other),
    share("tied_blocks", "tied blocks", "Of the blocked hands, those that nobody wins.",
          tied_blocks),
    share("free_blocks", "barred by doubles",
          "Of the blocked hands, those in which some hands have doubles and others none.",
          free_blocks),
]
OF_MATADOR: Final = [
    amount("matadors", "matadors laid", "Matadors laid in a hand.", NUMBER, matadors_laid),
    share("reopening", "on a blank", "Of the matadors joined to the line, those laid on a blank.",
          reopening),
    share("ever_closed", "both ends closed",
          "Hands in which both ends show a blank at some time.", ever_closed),
    share("closed_at_last", "closed for good",
          "Of the blocked hands, those that end with a blank at both ends.", closed_at_last),
    share("matador_out", "out with a matador",
          "Of the hands that go domino, those whose last tile is a matador.", matador_out),
    share("matadors_win", "most matadors wins",
          "Of the hands in which one player is dealt more matadors than every other, those that "
          "they win.", matadors_win),
    share("blanks_win", "most blanks wins",
          "Of the hands in which one player is dealt more blanks that are no matadors than every "
          "other, those that they win.", blanks_win),
    amount("held_back", "matadors held back",
           "Tiles drawn in a hand by somebody who could have laid a matador.", NUMBER, held_back),
]
OF_SEATS: Final = [
    share("next_wins", "second wins", "Hands won by the player after the leader.", next_wins),
    share("third_wins", "third wins", "Hands won by the third player to move.", third_wins),
    share("last_wins", "last wins", "Hands won by the last player to move.", last_wins),
]
LEADER_GAIN: Final = amount(
    "leader_gain", "gain of the leader",
    "By how many points the leader has more from a hand than the others in the mean.", POINTS,
    leader_gain,
)
OF_SEBASTOPOL: Final = [
    share("branched", "four branches", "Hands in which all four branches are begun.", branched),
    share("all_grown", "all four grow",
          "Hands in which every branch grows beyond its first tile.", all_grown),
    amount("longest_branch", "longest branch", "Tiles of the longest branch.", NUMBER,
           longest_branch),
    amount("siege_passes", "passes in the siege",
           "Passes of a hand before the four branches stand.", NUMBER, siege_passes),
    amount("later_passes", "passes later", "Passes of a hand after the four branches stand.",
           NUMBER, later_passes),
    amount("sixes_left", "sixes left", "Sixes that nobody lays in a hand.", NUMBER, sixes_left),
    share("sixes_win", "most sixes wins",
          "Of the hands in which one player is dealt more sixes than every other, those that they "
          "win.", sixes_win),
]
OF_TIDDLE: Final = [
    amount("extras", "extra tiles", "Extra tiles laid in a hand after doubles.", NUMBER, extras),
    share("declined", "extra declined",
          "Of the chances to lay an extra tile that fits, those that are declined.", declined),
    share("doubles_win", "most doubles wins",
          "Of the hands in which one player is dealt more doubles than every other, those that "
          "they win.", doubles_win),
    share("extras_win", "most extras wins",
          "Of the hands in which one player lays more extra tiles than every other, those that "
          "they win.", extras_win),
    share("out_with_double", "out with a double",
          "Of the hands in which somebody goes out, those whose last tile is a double.",
          out_with_double),
    share("shared", "no single winner", "Hands that nobody wins alone.", pool_shared),
]

ASKED: Final[dict[str, list[Own]]] = {
    "block": [PASSES, *OF_ALL],
    "draw": [*OF_DRAWING, PASSES, *OF_ALL],
    "bergen": [*OF_BERGEN, DRAWS, *OF_ALL],
    "matador": [*OF_MATADOR, DRAWS, PASSES, *OF_ALL],
    "sebastopol": [*OF_SEBASTOPOL, *OF_SEATS, LEADER_GAIN, PASSES, *OF_ALL],
    "tiddle-a-wink": [*OF_TIDDLE, *OF_SEATS, LEADER_GAIN, PASSES, *OF_ALL],
    "muggins": [*OF_CLAIMS, PASSES, DRAWS, *OF_ALL],
}
