"""Pictures where a lesson leaves them little room: nothing lies over anything else."""

from __future__ import annotations

import pytest

from sobremesa import View
from sobremesa.picture.poker import table as poker
from sobremesa.picture.seats import Look, Room
from sobremesa.picture.tricks import table as tricks
from sobremesa.rules import lessons

# What the explanation leaves of a phone of 390 by 844.
LITTLE = Look("tall", Room(390, 545), standalone=False)
TRICKS = [
    (name, place) for name in ("super-bridge", "double-takes", "texas-42")
    for place in range(len(lessons.course(name).steps))
]


def view_of(name: str, place: int) -> View:
    match = lessons.course(name).steps[place].start()
    return match.view(match.turn)


@pytest.mark.parametrize(("name", "place"), TRICKS)
def test_a_trick_lies_between_the_cards_of_others_dummy_and_the_hand(
    name: str, place: int
) -> None:
    view = view_of(name, place)
    if tricks.bids_by_touch(view):
        return
    layout = tricks.layout_of(view, LITTLE)
    area = layout.frame.line
    half = 0.7 * layout.piece if name == "super-bridge" else layout.piece
    x, y = layout.centre
    assert y - layout.reach[1] - half >= area.y - 1
    assert y + layout.reach[1] + half <= area.bottom + 1
    if tricks.opened(view) and layout.dummy.width < area.width:
        assert x - layout.reach[0] - layout.piece / 2 >= layout.dummy.right - 1


@pytest.mark.parametrize("place", range(len(lessons.course("domino-poker").steps)))
def test_what_is_written_below_the_pot_lies_above_the_names_of_hands(place: int) -> None:
    view = view_of("domino-poker", place)
    assert LITTLE.room is not None
    spots = poker.tall_layout(view, False, LITTLE.room)
    assert spots.pot.y + 1.2 * 28 <= spots.ranking.y
    assert all(
        abs(spot.x - spots.pot.x) > 40 or abs(spot.y - spots.pot.y) > 50
        for spot in spots.bets.values()
    )
