"""The clock: a pile at every hour, 0-0 in the centre, and what is turned up below it."""

from __future__ import annotations

from math import cos, pi, sin

from sobremesa.families.solo.views import seen
from sobremesa.picture import parts, saying
from sobremesa.picture.scenes import Drawn, Node, num
from sobremesa.picture.seats import Box, Table
from sobremesa.picture.solo import words
from sobremesa.picture.solo.sheet import Card, boneyard_card

# Tiles of a pile that show below the top one.
UNDER = 3


def clock(table: Table, box: Box) -> Node:
    """Draws the piles on the face of a clock: twelve or more all round, nine up to nine o'clock,
    six on the half from one to six o'clock (CLOCK-16, CLOCK-17), or in a line."""
    hours = len(seen(table.view)["clock"])
    if table.view.game.flag("straight_line"):
        return in_line(table, box, hours)
    half = hours == 6
    round_the_clock = max(hours, 12)
    # The piles stand round the clock without touching.
    narrow = 12.2 if round_the_clock == 12 else 17.0
    size = min(48.0, box.width / narrow, box.height / (12.6 * round_the_clock / 12))
    left = box.width * 0.3 if half else box.width / 2
    middle = (box.x + left, box.y + box.height / 2)
    across = (box.width - left if half else left) - size * 1.5
    reach = (across, box.height / 2 - size * 1.55)
    marks = [ring(middle, reach, half)]
    piles: list[Node] = []
    for hour in range(1, hours + 1):
        angle = pi / 2 - hour * 2 * pi / round_the_clock
        x = middle[0] + reach[0] * cos(angle)
        y = middle[1] - reach[1] * sin(angle)
        marks.append(hour_mark(hour, middle, reach, angle, size))
        piles.append(pile(table, hour, x, y, angle, size))
    dial = Node("sm-dial", marks)
    return Node("sm-clock", [dial, piles, centre(table, middle, size)])


def in_line(table: Table, box: Box, hours: int) -> Node:
    """Draws the piles in a straight line from one o'clock on, each with its hour below."""
    size = min(48.0, box.width / (hours * 2.4), box.height / 9)
    y = box.y + box.height / 2 - size
    marks: list[Drawn] = []
    piles: list[Node] = []
    for hour in range(1, hours + 1):
        x = box.x + box.width * (hour - 0.5) / hours
        marks.append(parts.words(
            str(hour), x, y + size * 1.75, "hour mid", max(size * 0.5, 12.5)
        ))
        piles.append(pile(table, hour, x, y, pi / 2, size))
    middle = (box.x + box.width / 2, y + size * 3.4)
    return Node("sm-clock", [Node("sm-dial", marks), piles, centre(table, middle, size)])


def ring(middle: tuple[float, float], reach: tuple[float, float], half: bool) -> str:
    """Draws the ring on which the hours stand."""
    x, y, across, down = map(num, (*middle, *reach))
    if half:
        top, bottom = num(middle[1] - reach[1]), num(middle[1] + reach[1])
        return f'<path class="dial" d="M{x} {top}A{across} {down} 0 0 1 {x} {bottom}"/>'
    return f'<ellipse class="dial" cx="{x}" cy="{y}" rx="{across}" ry="{down}"/>'


def hour_mark(
    hour: int, middle: tuple[float, float], reach: tuple[float, float], angle: float, size: float
) -> str:
    """Writes the number of an hour inside the ring."""
    x = middle[0] + (reach[0] - size * 1.9) * cos(angle)
    y = middle[1] - (reach[1] - size * 1.75) * sin(angle)
    return parts.words(str(hour), x, y + size * 0.18, "hour mid", max(size * 0.5, 12.5))


def pile(table: Table, hour: int, x: float, y: float, angle: float, size: float) -> Node:
    """Draws the pile of an hour: tiles lie along the ring, a double at home points outward."""
    view = table.view
    names = seen(view)["clock"][hour - 1]
    upright = abs(sin(angle)) > abs(cos(angle)) + 0.01
    home = bool(names) and names[-1] == f"{hour}-{hour}"
    turn = (0 if upright else 90) if home else (90 if upright else 0)
    drawn: list[Drawn] = []
    if not names:
        drawn.append(parts.outline("gap", x, y, size, turn, grow=-3))
    under = names[:-1][-UNDER:]
    for place, name in enumerate(under):
        lift = (len(under) - place) * size * 0.11
        drawn.append(table.tile(name, x - lift, y - lift, turn, size))
    if names:
        fixed = home or view.over
        drawn.append(table.tile(names[-1], x, y, turn, size, touch=not fixed))
        if home:
            drawn.append(parts.outline("at-home", x, y, size, turn, grow=2))
        elif saying.is_double(names[-1]):
            drawn.append(parts.outline("trouble", x, y, size, turn, grow=2))
    if len(names) > 1:
        # On the outer side, where no other pile lies.
        left = cos(angle) < -0.01
        away = size * (0.5 if turn == 0 else 0.9) + 3
        drawn.append(parts.words(
            f"×{len(names)}", x - away if left else x + away, y + size * 0.9,
            "quiet end" if left else "quiet", max(12.0, size * 0.32),
        ))
    if not view.over:
        touch = f"hour:{hour}"
        drawn.append(Node(
            "", parts.box("slot", 0, 0, 4), "ghost", parts.place(x, y, turn, size), touch,
            words.spoken(touch, view, table.say),
        ))
    return Node(f"sm-pile-{hour}", drawn, "peek", more={"data-peek": in_pile(table, hour)})


def in_pile(table: Table, hour: int) -> str:
    """Lists a pile from the top, for whoever looks into it."""
    names = seen(table.view)["clock"][hour - 1][::-1]
    if not names:
        return table.say(words.SPOKEN_EMPTY, hour=hour)
    return table.say("{hour} o’clock, from the top: {tiles}", hour=hour, tiles=", ".join(names))


def centre(table: Table, middle: tuple[float, float], size: float) -> list[Node]:
    """Draws 0-0, pointing to twelve, and the tile that is turned up."""
    view = table.view
    x, y = middle
    drawn = [table.tile("0-0", x - size * 1.1, y, 0, size * 0.8)]
    if seen(view)["pending"]:
        name = seen(view)["pending"][0]
        drawn.append(table.tile(name, x + size * 1.1, y, 0, size * 1.25, touch=not view.over))
    return drawn


def in_short(numbers: list[int]) -> str:
    """Lists ascending numbers, those that follow each other as a range.

    >>> in_short([1, 2, 3, 5, 7, 8])
    '1–3, 5, 7, 8'
    """
    told: list[str] = []
    start = 0
    for place, number in enumerate(numbers):
        if place + 1 < len(numbers) and numbers[place + 1] == number + 1:
            continue
        run = numbers[start : place + 1]
        told += [f"{run[0]}–{number}"] if len(run) > 2 else [str(one) for one in run]
        start = place + 1
    return ", ".join(told)


def clock_cards(table: Table) -> list[Card]:
    """Shows the boneyard, the waste heap and how many doubles are home."""
    data = seen(table.view)
    waste = data["waste"]
    home = table.say(words.HOME_OF, count=data["points"][0], hours=len(data["clock"]))
    missing = [
        hour for hour in range(1, len(data["clock"]) + 1)
        if not any(f"{hour}-{hour}" in pile for pile in data["clock"])
        and f"{hour}-{hour}" not in data["pending"]
    ]
    return [
        boneyard_card(table),
        Card(
            table.say(words.WASTE), saying.tiles_left(len(waste), table.say), "waste",
            tile=waste[-1] if waste else "",
        ),
        Card(
            table.say("Doubles to come"), in_short(missing) or table.say(saying.NOTHING), more=home
        ),
    ]
