"""What is said at a board: every sentence, as a template that can be translated."""

from __future__ import annotations

import re
from typing import Any, Final

from sobremesa.core.game import NOBODY, View
from sobremesa.core.wording import plural
from sobremesa.families.boards.djambi import Djambi
from sobremesa.picture import saying
from sobremesa.picture.boards.story import Turn, last_turn, turns
from sobremesa.picture.saying import N_, Names, Say

PIECES: Final = {
    "P": N_("the prince"), "N": N_("the necromobile"), "Z": N_("the zoomobile"),
    "T": N_("the direct killer"), "R": N_("the remote killer"), "G": N_("a warrior"),
    "x": N_("a corpse"),
}
CAMP_NAMES: Final = {
    "SW": N_("south-west"), "NW": N_("north-west"), "NE": N_("north-east"),
    "SE": N_("south-east"),
}

YOUR_CENTRE_TURN: Final = N_("Your turn, for your prince is on the centre")
YOU_PUT_CORPSE: Final = N_("Where does the corpse go?")
YOU_SEND: Final = N_("Where do you send it: {piece}?")
YOU_SHOOT: Final = N_("Whom does the remote killer kill?")
YOU_MOVE_ON: Final = N_("It has to leave the centre: {piece}")
HAS_CENTRE_TURN: Final = N_("{name} is to play, with a prince on the centre")
IS_KING: Final = N_("{name} is king and wins.")
IS_DRAWN: Final = N_("The game is drawn: {names} share it.")

ROTATION: Final = N_("a turn in rotation")
CENTRE: Final = N_("a turn by the centre")
COMING: Final = N_("Turns to come")
PIECES_LEFT: Final = plural("{count} piece", "{count} pieces")
ON_CENTRE: Final = N_("prince on the centre")
OUT: Final = N_("out of the game")
KING: Final = N_("king")

GOES: Final = N_("{name}: {piece} {start}–{end}")
DECLINES: Final = N_("{name} declines the turn by the centre.")
KILLED: Final = N_("killed: {piece}")
KILLED_ON: Final = N_("killed: {piece} on {square}")
CORPSE_TO: Final = N_("the corpse goes to {square}")
SENT_TO: Final = N_("sent to {square}: {piece}")
SPARES: Final = N_("kills nobody")

DISAPPEARS: Final = N_("It disappears from {square}: {piece}.")
DIES: Final = N_("It dies where it stands, on {square}: {piece}.")
TAKEN_OVER: Final = N_("{name} takes over what {former} had: {pieces}.")
LEFT_BEHIND: Final = N_("What {former} had belongs to nobody now: {pieces}.")
OF_CAMP: Final = N_("the {camp} camp")
IS_OUT: Final = N_("{name} is out of the game.")
IS_SKIPPED: Final = N_("{name} cannot move and is passed over.")
TAKES_CENTRE: Final = N_("{name} takes the centre.")
RINGED: Final = N_("The prince on the centre is encircled.")
QUIET: Final = plural(
    "{count} round without a kill; {most} make a draw.",
    "{count} rounds without a kill; {most} make a draw.",
)
WAITS: Final = N_("The pieces of {camp} wait for a prince on the centre.")
WAITS_FOR: Final = N_("The pieces of {camp} can be claimed when {names} have played.")
RING_RUNS: Final = N_("The prince on the centre disappears when {names} have played.")
WAITS_NOW: Final = N_("The pieces of {camp} can be claimed once this turn is over.")
RING_ENDS: Final = N_("The prince on the centre disappears once this turn is over.")

SQUARE_FREE: Final = N_("{square}, free")
SQUARE_CENTRE: Final = N_("{square}, the centre, free")
SQUARE_HELD: Final = N_("{square}: {piece}, {owner}")
NOBODYS: Final = N_("of nobody")
LABEL_NOBODY: Final = N_("Kill nobody")
LABEL_ALL: Final = N_("Kill all within reach")
LABEL_DECLINE: Final = N_("Decline the turn")

HANDED: Final = re.compile(r"(~?[NSEW]{1,2})>(~?[NSEW]{1,2}):(\d+)")
LOST: Final = re.compile(r"([-x])([PNZTRG])([a-m]\d+)")


def game_of(view: View) -> Djambi:
    """Gives the rules that a view is of."""
    assert isinstance(view.game, Djambi)
    return view.game


def picture_title(view: View, say: Say) -> str:
    """Names the picture."""
    return saying.title(view, say)


def told(view: View, names: Names, say: Say) -> str:
    """Describes the picture: who has how much, and whose turn it is."""
    seats = [
        f"{saying.seat_name(seat, names, say)}: {', '.join(standing(view, seat, say))}."
        for seat in range(int(view.game.players))
    ]
    return " ".join([*seats, headline(view, names=names, say=say)])


def named(view: View, notation: str, names: Names, say: Say) -> str:
    """Names a player, or what a prince left to nobody, from the notation."""
    game = game_of(view)
    for seat in range(int(game.players)):
        if game.seat_name(seat) == notation:
            return saying.seat_name(seat, names, say)
    camp = CAMP_NAMES[notation.lstrip("~")]
    return say(OF_CAMP).format(camp=say(camp))


def listed(seats: list[int], names: Names, say: Say) -> str:
    """Lists some players by name."""
    return ", ".join(saying.seat_name(seat, names, say) for seat in seats)


def piece_at(view: View, square: str) -> dict[str, Any] | None:
    """Finds what stands on a square."""
    for piece in view.data["pieces"]:
        if piece["square"] == square:
            found: dict[str, Any] = piece
            return found
    return None


def centre_seat(view: View) -> int:
    """Gives the player whose prince stands on the centre, or -1."""
    held = piece_at(view, str(view.data["centre"]))
    return int(held["owner"]) if held and held["kind"] == "P" else NOBODY


def acting_piece(view: View, say: Say) -> str:
    """Names the piece on the square where the turn in hand came to."""
    held = piece_at(view, str(view.data["acting"]))
    return piece_name(held, say) if held else ""


def piece_name(piece: dict[str, Any], say: Say) -> str:
    """Names a piece by its kind."""
    kind = piece["kind"]
    return say(PIECES[kind])


def held_piece(view: View) -> dict[str, Any]:
    """Gives the piece that was taken up and not put down yet."""
    held = view.data["held"]
    found: dict[str, Any] = next(one for one in view.data["pieces"] if one["id"] == held)
    return found


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the game ended."""
    if view.over:
        return ending(view, names, say)
    if view.turn == view.seat:
        return your_turn(view, say)
    template = HAS_CENTRE_TURN if is_centre_turn(view) else saying.IS_TO_PLAY
    return say(template).format(name=saying.seat_name(view.turn, names, say))


def is_centre_turn(view: View) -> bool:
    """Tells whether the player to move owes their turn to the centre."""
    return str(view.data["kind"]) == "centre"


def your_turn(view: View, say: Say) -> str:
    """Says what is asked of the seat that looks on."""
    step = view.data["step"]
    if step == "victim":
        return say(YOU_SHOOT)
    if step == "place":
        held = held_piece(view)
        if held["kind"] == "x":
            return say(YOU_PUT_CORPSE)
        return say(YOU_SEND).format(piece=piece_name(held, say))
    if step == "move_on":
        return say(YOU_MOVE_ON).format(piece=acting_piece(view, say))
    return say(YOUR_CENTRE_TURN if is_centre_turn(view) else saying.YOUR_TURN)


def ending(view: View, names: Names, say: Say) -> str:
    """Says how the game ended."""
    data = view.data
    if data["ending"] == "king":
        return say(IS_KING).format(name=saying.seat_name(data["winner"], names, say))
    left = [seat for seat, one in enumerate(data["seats"]) if one["in"]]
    return say(IS_DRAWN).format(names=listed(left, names, say))


def happened(view: View, turn: Turn, names: Names, say: Say) -> str:
    """Says what one turn did and what followed from it."""
    name = saying.seat_name(turn.seat, names, say)
    said = [say(DECLINES).format(name=name)] if turn.declined else []
    if turn.end:
        done = [say(GOES).format(
            name=name, piece=say(PIECES[turn.piece]), start=turn.start, end=turn.end
        )]
        if turn.way == "x":
            done.append(say(KILLED).format(piece=say(PIECES[turn.met])))
        done += [
            say(KILLED_ON).format(piece=say(PIECES[kind]), square=square)
            for kind, square in turn.shot
        ]
        if turn.spared:
            done.append(say(SPARES))
        if turn.put:
            sent = turn.way == "~" and turn.met != "x"
            done.append(
                say(SENT_TO).format(piece=say(PIECES[turn.met]), square=turn.put) if sent
                else say(CORPSE_TO).format(square=turn.put)
            )
        said.append("; ".join(done) + ".")
    said += [consequence(view, part, names, say) for part in turn.followed]
    return " ".join(part for part in said if part)


def consequence(view: View, part: str, names: Names, say: Say) -> str:
    """Says what followed from a turn; empty for what its own words tell."""
    handed, lost = HANDED.fullmatch(part), LOST.fullmatch(part)
    if handed:
        old, new, count = handed.groups()
        former, many = named(view, old, names, say), pieces_left(int(count), say)
        if new.startswith("~"):
            return say(LEFT_BEHIND).format(pieces=many, former=former)
        return say(TAKEN_OVER).format(
            name=named(view, new, names, say), pieces=many, former=former
        )
    if lost:
        how, kind, square = lost.groups()
        template = DISAPPEARS if how == "-" else DIES
        return say(template).format(
            piece=say(PIECES[kind]), square=square
        )
    if part.endswith("-out"):
        return say(IS_OUT).format(name=named(view, part.removesuffix("-out"), names, say))
    if part.endswith("-skipped"):
        return say(IS_SKIPPED).format(
            name=named(view, part.removesuffix("-skipped"), names, say)
        )
    if part.startswith("centre="):
        return say(TAKES_CENTRE).format(name=named(view, part[7:], names, say))
    return say(RINGED) if part == "ring" else ""


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a line for each turn."""
    said = [happened(view, turn, names, say) for turn in turns(view)]
    if view.over:
        said.append(ending(view, names, say))
    return [line for line in said if line]


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last."""
    turn = last_turn(view)
    return happened(view, turn, names, say) if turn is not None else ""


def pieces_left(count: int, say: Say) -> str:
    """Says how many pieces there are."""
    return say(PIECES_LEFT).format(count=count)


def standing(view: View, seat: int, say: Say) -> list[str]:
    """Says how a player stands: their pieces, the centre, or that they are out."""
    data = view.data
    if view.over and data["winner"] == seat:
        return [say(KING)]
    if not data["seats"][seat]["in"]:
        return [say(OUT)]
    count = sum(piece["owner"] == seat for piece in data["pieces"])
    said = [pieces_left(count, say)]
    if centre_seat(view) == seat:
        said.append(say(ON_CENTRE))
    return said


def why(view: View, say: Say) -> str:
    """Says by what right the player to move has this turn."""
    return say(CENTRE if is_centre_turn(view) else ROTATION)


def waiting(view: View, names: Names, say: Say) -> list[str]:
    """Says which pieces wait for an heir, what runs out, and how long nobody was killed."""
    data = view.data
    delayed = {timer["camp"]: timer["seats"] for timer in data["timers"]}
    said: list[str] = []
    for estate in [] if view.over else data["waiting"]:
        left_by = estate["camp"]
        camp, seats = say(CAMP_NAMES[left_by]), delayed.get(left_by)
        if seats:
            said.append(say(WAITS_FOR).format(camp=camp, names=listed(seats, names, say)))
        else:
            said.append(say(WAITS if seats is None else WAITS_NOW).format(camp=camp))
    if "" in delayed:
        waited = listed(delayed[""], names, say)
        said.append(say(RING_RUNS).format(names=waited) if waited else say(RING_ENDS))
    most = int(data["options"]["no_kill_rounds"])
    if most and data["quiet"] >= most // 2 and not view.over:
        said.append(say(QUIET).format(count=data["quiet"], most=most))
    return said


def owner_in_words(view: View, piece: dict[str, Any], say: Say) -> str:
    """Says whose a piece is, by the camp of its owner, and from which camp it came."""
    owner = int(piece["owner"])
    if owner < 0:
        return say(NOBODYS)
    camp = game_of(view).seat_camps(owner)[0]
    return say(CAMP_NAMES[camp])


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    plain = {"nobody": LABEL_NOBODY, "all": LABEL_ALL, "decline": LABEL_DECLINE}
    return say(plain[touch]) if touch in plain else touch.partition(":")[2]


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, square = touch.partition(":")
    if kind != "square":
        return label(touch, view, say=say)
    held = piece_at(view, square)
    if held is None:
        if square == view.data["centre"]:
            return say(SQUARE_CENTRE).format(square=square)
        return say(SQUARE_FREE).format(square=square)
    if held["kind"] == "x":
        return f"{square}: {piece_name(held, say)}"
    return say(SQUARE_HELD).format(
        square=square, piece=piece_name(held, say), owner=owner_in_words(view, held, say)
    )
