"""What is said at the table of Cuadróminos."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.picture.saying import (
    IS_TO_PLAY,
    N_,
    Badge,
    Names,
    Say,
    match_won,
    seat_name,
    signed,
)

ROUND_OF: Final = N_("Round {number} of {rounds}")
TABLE_EMPTY: Final = N_("Nothing has been laid yet.")
LYING: Final = plural(
    "{count} piece lies on the table.", "{count} pieces lie on the table."
)
POOL: Final = N_("The pool")
PIECES_LEFT: Final = plural("{count} piece", "{count} pieces")
CLOCK: Final = N_("{seconds} seconds a turn")

YOUR_START: Final = N_("Your turn: lay the first piece")
IS_TO_START: Final = N_("{name} is to start")
PLACE_OR_DRAW: Final = N_("Your turn: place a piece, or draw")
PLACE_OR_DRAW_AGAIN: Final = N_("Place a piece, or draw again: {count} drawn of 3")
PLACE_OR_PASS: Final = N_("Place a piece, or pass and pay a point")
MUST_PLACE: Final = N_("Your turn: place a piece")
MUST_DRAW: Final = N_("Nothing you hold fits: draw a piece")
MUST_PASS: Final = N_("Nothing you hold fits: you pay a point")
TIME_IS_UP: Final = N_("Your time is up")

SHOWS: Final = N_("{name} shows {piece}, the highest piece, and starts.")
OPENS: Final = N_("{name} opens with {piece}.")
LAYS: Final = N_("{name} lays {piece} on {cell}.")
LAYS_THREE: Final = N_("{name} lays {piece} on {cell}: three corners, 2 points.")
LAYS_FOUR: Final = N_("{name} lays {piece} on {cell}: four corners, 4 points.")
DRAWS: Final = N_("{name} draws from the pool.")
DRAWS_SEVERAL: Final = plural(
    "{name} draws {count} piece from the pool.", "{name} draws {count} pieces from the pool."
)
DRAWS_PIECE: Final = N_("{name} draws {piece} from the pool.")
PASSES: Final = N_("{name} lays nothing and pays a point.")
IS_LATE: Final = N_("{name} is out of time.")

WINS_ROUND: Final = N_("{name} lays the last piece and wins the round.")
BLOCKED: Final = N_("A whole lap without a piece: the round ends.")
COUNT: Final = N_("{name}: {held} left, {gain} in this round, {total} in all.")

CALL_THREE: Final = N_("Three corners!")
CALL_FOUR: Final = N_("Four corners!")
CALL_ROUND: Final = N_("Round!")
DREW: Final = N_("drew {count}")
PAID: Final = N_("laid nothing")
LATE: Final = N_("out of time")

LABEL_DRAW: Final = N_("Draw a piece")
LABEL_PASS: Final = N_("Pass and pay a point")
LABEL_TURN: Final = N_("Lay it as {form}")
SPOKEN_PIECE: Final = N_("piece {piece}")
SPOKEN_LYING: Final = N_("piece {form} on row {row}, column {column}")
SPOKEN_CELL: Final = plural(
    "row {row}, column {column}: {count} corner meets",
    "row {row}, column {column}: {count} corners meet",
)
SPOKEN_FIRST_CELL: Final = N_("the middle of the table")
SPOKEN_DRAW: Final = plural("pool, {count} piece: draw it", "pool, {count} pieces: draw one")
SPOKEN_TURN: Final = N_("turned: above {above}, below {below}")
SPOKEN_CHIPS: Final = N_("chips: {white} white, {blue} blue, {red} red")


def chips(points: int) -> tuple[int, int, int]:
    """Pays points in chips: white ones of 1, blue ones of 2, red ones of 1 against (CUAD-39).

    >>> chips(7), chips(-3)
    ((1, 3, 0), (0, 0, 3))
    """
    return (points % 2, points // 2, 0) if points >= 0 else (0, 0, -points)


def pieces_left(count: int, say: Say) -> str:
    """Says how many pieces there are."""
    return say(PIECES_LEFT).format(count=count)


def pool_count(view: View) -> int:
    """Counts the pool, which lies open once the round is over."""
    lying = view.data["boneyard"]
    return lying if isinstance(lying, int) else len(lying)


def stage(view: View, say: Say) -> str:
    """Says which round this is, and how long a turn may take."""
    told = say(ROUND_OF).format(
        number=view.data["number"], rounds=int(view.game.last_round)
    )
    seconds = int(view.game.turn_seconds)
    return f"{told} · {say(CLOCK).format(seconds=seconds)}" if seconds else told


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, names, say)[-1]
    if view.turn == view.seat:
        return your_turn(view, say)
    template = IS_TO_PLAY if view.data["plane"] else IS_TO_START
    return say(template).format(name=seat_name(view.turn, names, say))


def your_turn(view: View, say: Say) -> str:
    """Says what is asked, and nothing of what fits unless placing is forced (CUAD-R06)."""
    data = view.data
    if data["late"]:
        return say(TIME_IS_UP)
    if not data["plane"]:
        return say(YOUR_START)
    touches = {choice["touches"][0] for choice in data["moves"]}
    if data["options"]["draw_rule"] == "forced_placement":
        if touches == {"boneyard"}:
            return say(MUST_DRAW)
        return say(MUST_PASS if touches == {"pass"} else MUST_PLACE)
    if "pass" in touches:
        return say(PLACE_OR_PASS)
    if data["drawn"]:
        return say(PLACE_OR_DRAW_AGAIN).format(count=data["drawn"])
    return say(PLACE_OR_DRAW)


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says how a round ended, and who won the match if it is won."""
    winner = int(view.data["winner"])
    if winner >= 0:
        said = say(WINS_ROUND).format(name=seat_name(winner, names, say))
    else:
        said = say(BLOCKED)
    return [said, *match_won(view, names, say)]


def count(view: View, names: Names, say: Say) -> list[str]:
    """Says for each seat what it held, what it gained and where it stands."""
    scores = view.scores
    return [
        say(COUNT).format(
            name=seat_name(seat, names, say), held=pieces_left(len(hand), say),
            gain=signed(int(view.data["points"][seat])), total=scores[seat],
        )
        for seat, hand in enumerate(view.data["hands"])
    ]


def is_laid(text: str) -> bool:
    """Tells whether an entry of the log lays a piece.

    >>> is_laid("11/22@0,1"), is_laid("/"), is_laid("+?")
    (True, False, False)
    """
    return "@" in text


def named(text: str) -> str:
    """Names the piece that an entry of the log lays.

    >>> named("01/42@0,1")
    '0-1-2-4'
    """
    return "-".join(sorted(text.partition("@")[0].replace("/", "")))


def happened(view: View, entry: int, names: Names, say: Say) -> str:
    """Says what one entry of the log tells."""
    seat, text, _ = view.data["log"][entry]
    name = seat_name(seat, names, say)
    if text == "/":
        return say(PASSES).format(name=name)
    if text == "late":
        return say(IS_LATE).format(name=name)
    if text == "+?":
        return say(DRAWS).format(name=name)
    if text.startswith("+"):
        return say(DRAWS_PIECE).format(name=name, piece=text[1:])
    template = {0: LAYS, 2: LAYS_THREE, 4: LAYS_FOUR}[rewarded(view, entry)]
    if is_opening(view, entry):
        template = OPENS
    return say(template).format(name=name, piece=named(text), cell=text.partition("@")[2])


def is_opening(view: View, entry: int) -> bool:
    """Tells whether an entry lays the first piece of the table."""
    log = view.data["log"]
    return not view.data["opening"].get("plane") and not any(
        is_laid(text) for _, text, _ in log[:entry]
    )


def rewarded(view: View, entry: int) -> int:
    """Gives what the corners of a placement brought; the last one may have won the round."""
    made = int(view.data["log"][entry][2])
    last = entry == len(view.data["log"]) - 1
    return made - 4 if last and view.over and view.data["winner"] >= 0 else made


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [happened(view, entry, names, say) for entry in range(len(view.data["log"]))]
    if view.data["shown"]:
        said.insert(0, shows(view, names, say))
    if view.over:
        said += ending(view, names, say) + count(view, names, say)
    return said


def shows(view: View, names: Names, say: Say) -> str:
    """Says who showed which piece for the right to start (CUAD-R13)."""
    return say(SHOWS).format(
        name=seat_name(int(view.data["first"]), names, say), piece=view.data["shown"]
    )


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last, several draws of one seat as one."""
    log = view.data["log"]
    if view.over:
        return ending(view, names, say)[0]
    if not log:
        return shows(view, names, say) if view.data["shown"] else ""
    drawn = draws_at_the_end(view)
    if drawn > 1:
        return say(DRAWS_SEVERAL).format(name=seat_name(log[-1][0], names, say), count=drawn)
    return happened(view, len(log) - 1, names, say)


def draws_at_the_end(view: View) -> int:
    """Counts the draws with which the log ends."""
    drawn = 0
    for _, text, _ in reversed(view.data["log"]):
        if not text.startswith("+"):
            break
        drawn += 1
    return drawn


def calls(view: View, say: Say) -> dict[int, str]:
    """Finds what is called with the last move."""
    log = view.data["log"]
    if view.over:
        winner = int(view.data["winner"])
        return {winner: say(CALL_ROUND)} if winner >= 0 else {}
    if not log or not is_laid(log[-1][1]):
        return {}
    call = {2: CALL_THREE, 4: CALL_FOUR}.get(rewarded(view, len(log) - 1))
    return {int(log[-1][0]): say(call)} if call else {}


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds for each seat what it drew in its last turn, and whether it laid nothing."""
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    drew: dict[int, int] = {}
    last = -1
    for seat, text, _ in view.data["log"]:
        if seat != last:
            drew[seat] = 0
            found[seat] = []
            last = seat
        if text.startswith("+"):
            drew[seat] += 1
        elif text == "/":
            found[seat].append(Badge(say(PAID), "−1", True))
        elif text == "late":
            found[seat].append(Badge(say(LATE), "!", True))
    for seat, number in drew.items():
        if number:
            found[seat].append(
                Badge(say(DREW).format(count=number), f"+{number}", seat == last)
            )
    return {
        seat: [badge._replace(now=badge.now and seat == last) for badge in signs]
        for seat, signs in found.items()
    }


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    if kind == "turn":
        return say(LABEL_TURN).format(form=what)
    if kind == "boneyard":
        return say(LABEL_DRAW)
    return what or say(LABEL_PASS)


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return say(SPOKEN_PIECE).format(piece=what)
    if kind == "cell":
        return spoken_cell(what, view, say)
    if kind == "turn":
        above, _, below = what.partition("/")
        return say(SPOKEN_TURN).format(above=" ".join(above), below=" ".join(below))
    if kind == "boneyard":
        return say(SPOKEN_DRAW).format(count=pool_count(view))
    return label(touch, view, say=say)


def spoken_cell(cell: str, view: View, say: Say) -> str:
    """Says where a cell is and how many of its corners meet pieces."""
    if not view.data["plane"]:
        return say(SPOKEN_FIRST_CELL)
    row, _, column = cell.partition(",")
    return say(SPOKEN_CELL).format(row=row, column=column, count=coinciding(view, cell))


def coinciding(view: View, cell: str) -> int:
    """Counts the corners of an empty cell that meet corners of pieces."""
    return sum(number >= 0 for number in view.data["cells"][cell]["asks"])
