"""What is said at the table of Cuadróminos."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import count_of
from sobremesa.core.wording import plural
from sobremesa.families.plane.views import seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Voice

TABLE_EMPTY: Final = N_("Nothing has been laid yet.")
POOL: Final = N_("The pool")
CLOCK: Final = N_("{seconds} seconds a turn")
SPOKEN_PIECE: Final = N_("piece {piece}")


def chips(points: int) -> tuple[int, int, int]:
    """Pays points in chips: white ones of 1, blue ones of 2, red ones of 1 against (CUAD-39).

    >>> chips(7), chips(-3)
    ((1, 3, 0), (0, 0, 3))
    """
    return (points % 2, points // 2, 0) if points >= 0 else (0, 0, -points)


def pieces_left(count: int, say: Voice) -> str:
    """Says how many pieces there are."""
    return say(plural("{count} piece", "{count} pieces"), count=count)


def stage(view: View, say: Voice) -> str:
    """Says which round this is, and how long a turn may take."""
    rounds, seconds = int(view.game.last_round), int(view.game.turn_seconds)
    told = say("Round {number} of {rounds}", number=seen(view)["number"], rounds=rounds)
    return f"{told} · {say(CLOCK, seconds=seconds)}" if seconds else told


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, say)[-1]
    if view.turn == view.seat:
        return your_turn(view, say)
    template = saying.IS_TO_PLAY if seen(view)["plane"] else N_("{name} is to start")
    return say(template, name=say.seat(view.turn))


def your_turn(view: View, say: Voice) -> str:
    """Says what is asked, and nothing of what fits unless placing is forced (CUAD-R06)."""
    data = seen(view)
    if data["late"]:
        return say("Your time is up")
    if not data["plane"]:
        return say("Your turn: lay the first piece")
    touches = {choice["touches"][0] for choice in data["moves"]}
    if data["options"]["draw_rule"] == "forced_placement":
        if touches == {"boneyard"}:
            return say("Nothing you hold fits: draw a piece")
        return say(
            N_("Nothing you hold fits: you pay a point") if touches == {"pass"}
            else N_("Your turn: place a piece")
        )
    if "pass" in touches:
        return say("Place a piece, or pass and pay a point")
    if data["drawn"]:
        return say("Place a piece, or draw again ({count} of 3)", count=data["drawn"])
    return say("Your turn: place a piece, or draw")


def ending(view: View, say: Voice) -> list[str]:
    """Says how a round ended, and who won the match if it is won."""
    winner = seen(view)["winner"]
    if winner >= 0:
        said = say("{name} lays the last piece and wins the round.", name=say.seat(winner))
    else:
        said = say("A whole lap without a piece: the round ends.")
    return [said, *saying.match_won(view, say)]


def count(view: View, say: Voice) -> list[str]:
    """Says for each seat what it held, what it gained and where it stands."""
    return [
        say(
            "{name}: {held} left, {gain} in this round, {total} in all.", name=say.seat(seat),
            held=pieces_left(count_of(hand), say), gain=saying.signed(seen(view)["points"][seat]),
            total=saying.whole(view.scores[seat]),
        )
        for seat, hand in enumerate(seen(view)["hands"])
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


def happened(view: View, entry: int, say: Voice) -> str:
    """Says what one entry of the log tells."""
    seat, text, _ = seen(view)["log"][entry]
    name = say.seat(seat)
    if text == "/":
        return say("{name} lays nothing and pays a point.", name=name)
    if text == "late":
        return say("{name} is out of time.", name=name)
    if text == "+?":
        return say("{name} draws from the pool.", name=name)
    if text.startswith("+"):
        return say("{name} draws {piece} from the pool.", name=name, piece=text[1:])
    template = {
        0: N_("{name} lays {piece} on {cell}."),
        2: N_("{name} lays {piece} on {cell}: three corners, 2 points."),
        4: N_("{name} lays {piece} on {cell}: four corners, 4 points."),
    }[rewarded(view, entry)]
    before = any(is_laid(text) for _, text, _ in view.log[:entry])
    if not before and not seen(view)["opening"].get("plane"):
        template = N_("{name} opens with {piece}.")
    return say(template, name=name, piece=named(text), cell=text.partition("@")[2])


def rewarded(view: View, entry: int) -> int:
    """Gives what the corners of a placement brought; the last one may have won the round."""
    made = int(seen(view)["log"][entry][2])
    last = entry == len(seen(view)["log"]) - 1
    return made - 4 if last and view.over and seen(view)["winner"] >= 0 else made


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [happened(view, entry, say) for entry in range(len(seen(view)["log"]))]
    if seen(view)["shown"]:
        said.insert(0, shows(view, say))
    if view.over:
        said += ending(view, say) + count(view, say)
    return said


def shows(view: View, say: Voice) -> str:
    """Says who showed which piece for the right to start (CUAD-R13)."""
    return say(
        "{name} shows {piece}, the highest piece, and starts.",
        name=say.seat(seen(view)["first"]), piece=seen(view)["shown"],
    )


def news(view: View, say: Voice) -> str:
    """Says what happened last, several draws of one seat as one."""
    log = view.log
    if view.over:
        return ending(view, say)[0]
    if not log:
        return shows(view, say) if seen(view)["shown"] else ""
    drawn = len([*takewhile(lambda entry: entry[1].startswith("+"), reversed(log))])
    several = plural(
        "{name} draws {count} piece from the pool.", "{name} draws {count} pieces from the pool."
    )
    if drawn > 1:
        return say(several, name=say.seat(log[-1][0]), count=drawn)
    return happened(view, len(log) - 1, say)


def calls(view: View, say: Voice) -> dict[int, str]:
    """Finds what is called with the last move."""
    log = view.log
    if view.over:
        winner = seen(view)["winner"]
        return {winner: say("Round!")} if winner >= 0 else {}
    if not log or not is_laid(log[-1][1]):
        return {}
    call = {2: N_("Three corners!"), 4: N_("Four corners!")}.get(rewarded(view, len(log) - 1))
    return {int(log[-1][0]): say(call)} if call else {}


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat what it drew in its last turn, and whether it laid nothing."""
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    drew: dict[int, int] = {}
    last = -1
    for seat, text, _ in view.log:
        if seat != last:
            drew[seat] = 0
            found[seat] = []
            last = seat
        if text.startswith("+"):
            drew[seat] += 1
        elif text == "/":
            found[seat].append(Badge(say("laid nothing"), "−1", True))
        elif text == "late":
            found[seat].append(Badge(say("out of time"), "!", True))
    for seat, number in drew.items():
        if number:
            found[seat].append(Badge(say("drew {count}", count=number), f"+{number}", seat == last))
    return {
        seat: [badge._replace(now=badge.now and seat == last) for badge in signs]
        for seat, signs in found.items()
    }


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    if kind == "turn":
        return say("Lay it as {form}", form=what)
    if kind == "boneyard":
        return say("Draw a piece")
    return what or say("Pass and pay a point")


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return say(SPOKEN_PIECE, piece=what)
    if kind == "cell":
        return spoken_cell(what, view, say)
    if kind == "turn":
        above, _, below = what.partition("/")
        return say(
            "turned: above {above}, below {below}", above=" ".join(above), below=" ".join(below)
        )
    if kind == "boneyard":
        drawn = plural("pool, {count} piece: draw it", "pool, {count} pieces: draw one")
        return say(drawn, count=saying.boneyard_count(view))
    return label(touch, view, say)


def spoken_cell(cell: str, view: View, say: Voice) -> str:
    """Says where a cell is and how many of its corners meet pieces."""
    if not seen(view)["plane"]:
        return say("the middle of the table")
    row, column = saying.cell_at(cell)
    meet = plural(
        "row {row}, column {column}: {count} corner meets",
        "row {row}, column {column}: {count} corners meet",
    )
    return say(meet, row=row, column=column, count=coinciding(view, cell))


def spoken_piece(cell: tuple[int, int], shape: str, say: Voice) -> str:
    """Says where a piece lies, and how."""
    above, _, below = shape.partition("/")
    return say(
        "row {row}, column {column}: above {above}, below {below}", row=cell[0], column=cell[1],
        above=" ".join(above), below=" ".join(below),
    )


def coinciding(view: View, cell: str) -> int:
    """Counts the corners of an empty cell that meet corners of pieces."""
    return sum(number >= 0 for number in seen(view)["cells"][cell]["asks"])


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return {"cell": N_("On which cell does it go?"), "turn": N_("Which way round?")}


def in_words(view: View, say: Voice) -> str:
    """Says how much lies on the table."""
    laid = len(seen(view)["plane"])
    lies = plural("{count} piece lies on the table.", "{count} pieces lie on the table.")
    return say(lies if laid else TABLE_EMPTY, count=laid)
