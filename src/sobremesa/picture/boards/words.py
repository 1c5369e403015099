"""What is said at a board: every sentence, as a template that can be translated."""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.game import NOBODY, View
from sobremesa.core.wording import plural
from sobremesa.families.boards.djambi import Djambi
from sobremesa.families.boards.views import Piece, seen
from sobremesa.picture import saying
from sobremesa.picture.boards.story import Turn, last_turn, turns
from sobremesa.picture.saying import N_, Voice

PIECES: Final = {
    "P": N_("the prince"), "N": N_("the necromobile"), "Z": N_("the zoomobile"),
    "T": N_("the direct killer"), "R": N_("the remote killer"), "G": N_("a warrior"),
    "x": N_("a corpse"),
}
CAMP_NAMES: Final = {
    "SW": N_("south-west"), "NW": N_("north-west"), "NE": N_("north-east"),
    "SE": N_("south-east"),
}
COMING: Final = N_("Turns to come")
HANDED: Final = re.compile(r"(~?[NSEW]{1,2})>(~?[NSEW]{1,2}):(\d+)")
LOST: Final = re.compile(r"([-x])([PNZTRG])([a-m]\d+)")


def game_of(view: View) -> Djambi:
    """Gives the rules that a view is of."""
    assert isinstance(view.game, Djambi)
    return view.game


def told(view: View, say: Voice) -> str:
    """Describes the picture: who has how much, and whose turn it is."""
    seats = [
        f"{say.seat(seat)}: {', '.join(standing(view, seat, say))}."
        for seat in range(int(view.game.players))
    ]
    return " ".join([*seats, headline(view, say)])


def named(view: View, notation: str, say: Voice) -> str:
    """Names a player, or what a prince left to nobody, from the notation."""
    game = game_of(view)
    for seat in range(int(game.players)):
        if game.seat_name(seat) == notation:
            return say.seat(seat)
    return say("the {camp} camp", camp=say(CAMP_NAMES[notation.lstrip("~")]))


def listed(seats: list[int], say: Voice) -> str:
    """Lists some players by name."""
    return ", ".join(say.seat(seat) for seat in seats)


@saying.once
def by_square(view: View) -> dict[str, Piece]:
    """Finds the piece on every square that has one."""
    return {piece["square"]: piece for piece in reversed(seen(view)["pieces"])}


def centre_seat(view: View) -> int:
    """Gives the player whose prince stands on the centre, or -1."""
    held = by_square(view).get(seen(view)["centre"])
    return held["owner"] if held and held["kind"] == "P" else NOBODY


def piece_name(piece: Piece, say: Voice) -> str:
    """Names a piece by its kind."""
    named = PIECES[piece["kind"]]
    return say(named)


def held_piece(view: View) -> Piece:
    """Gives the piece that was taken up and not put down yet."""
    return next(one for one in seen(view)["pieces"] if one["id"] == seen(view)["held"])


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the game ended."""
    if view.over:
        return ending(view, say)
    if view.turn == view.seat:
        return your_turn(view, say)
    at_centre = N_("{name} is to play, with a prince on the centre")
    asked = at_centre if is_centre_turn(view) else saying.IS_TO_PLAY
    return say(asked, name=say.seat(view.turn))


def is_centre_turn(view: View) -> bool:
    """Tells whether the player to move owes their turn to the centre."""
    return seen(view)["kind"] == "centre"


def your_turn(view: View, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    step = seen(view)["step"]
    if step == "victim":
        return say("Whom does the remote killer kill?")
    if step == "place":
        held = held_piece(view)
        if held["kind"] == "x":
            return say("Where does the corpse go?")
        return say("Where do you send it: {piece}?", piece=piece_name(held, say))
    if step == "move_on":
        acting = by_square(view)[seen(view)["acting"]]
        return say("It has to leave the centre: {piece}", piece=piece_name(acting, say))
    return say(
        N_("Your turn, for your prince is on the centre") if is_centre_turn(view)
        else saying.YOUR_TURN
    )


def ending(view: View, say: Voice) -> str:
    """Says how the game ended."""
    data = seen(view)
    if data["ending"] == "king":
        return say("{name} is king and wins.", name=say.seat(data["winner"]))
    left = [seat for seat, one in enumerate(data["seats"]) if one["in"]]
    return say("The game is drawn: {names} share it.", names=listed(left, say))


def happened(view: View, turn: Turn, say: Voice) -> str:
    """Says what one turn did and what followed from it."""
    name = say.seat(turn.seat)
    said = [say("{name} declines the turn by the centre.", name=name)] if turn.declined else []
    if turn.end:
        done = [say(
            "{name}: {piece} {start}–{end}", name=name, piece=say(PIECES[turn.piece]),
            start=turn.start, end=turn.end,
        )]
        if turn.way == "x":
            done.append(say("killed: {piece}", piece=say(PIECES[turn.met])))
        done += [
            say("killed: {piece} on {square}", piece=say(PIECES[kind]), square=square)
            for kind, square in turn.shot
        ]
        if turn.spared:
            done.append(say("kills nobody"))
        if turn.put:
            sent = turn.way == "~" and turn.met != "x"
            done.append(
                say("sent to {square}: {piece}", piece=say(PIECES[turn.met]), square=turn.put)
                if sent else say("the corpse goes to {square}", square=turn.put)
            )
        said.append(saying.in_a_row(done, say) + ".")
    said += [consequence(view, part, say) for part in turn.followed]
    return " ".join(part for part in said if part)


def consequence(view: View, part: str, say: Voice) -> str:
    """Says what followed from a turn; empty for what its own words tell."""
    handed, lost = HANDED.fullmatch(part), LOST.fullmatch(part)
    if handed:
        old, new, count = handed.groups()
        template = N_("{name} takes over what {former} had: {pieces}.")
        if new.startswith("~"):
            template = N_("What {former} had belongs to nobody now: {pieces}.")
        return say(
            template, name=named(view, new, say), former=named(view, old, say),
            pieces=pieces_left(int(count), say),
        )
    if lost:
        how, kind, square = lost.groups()
        template = N_("It disappears from {square}: {piece}.") if how == "-" else N_(
            "It dies where it stands, on {square}: {piece}."
        )
        return say(template, piece=say(PIECES[kind]), square=square)
    who, _, what = part.partition("-")
    fates = {
        "out": N_("{name} is out of the game."),
        "skipped": N_("{name} cannot move and is passed over."),
    }
    if what in fates:
        return say(fates[what], name=named(view, who, say))
    if part.startswith("centre="):
        return say("{name} takes the centre.", name=named(view, part[7:], say))
    return say("The prince on the centre is encircled.") if part == "ring" else ""


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a line for each turn."""
    said = [happened(view, turn, say) for turn in turns(view)]
    if view.over:
        said.append(ending(view, say))
    return [line for line in said if line]


def news(view: View, say: Voice) -> str:
    """Says what happened last."""
    turn = last_turn(view)
    return happened(view, turn, say) if turn is not None else ""


def pieces_left(count: int, say: Voice) -> str:
    """Says how many pieces there are."""
    return say(plural("{count} piece", "{count} pieces"), count=count)


def standing(view: View, seat: int, say: Voice) -> list[str]:
    """Says how a player stands: their pieces, the centre, or that they are out."""
    data = seen(view)
    if view.over and data["winner"] == seat:
        return [say("king")]
    if not data["seats"][seat]["in"]:
        return [say("out of the game")]
    count = sum(piece["owner"] == seat for piece in data["pieces"])
    said = [pieces_left(count, say)]
    if centre_seat(view) == seat:
        said.append(say("prince on the centre"))
    return said


def why(view: View, say: Voice) -> str:
    """Says by what right the player to move has this turn."""
    return say(N_("a turn by the centre") if is_centre_turn(view) else N_("a turn in rotation"))


def waiting(view: View, say: Voice) -> list[str]:
    """Says which pieces wait for an heir, what runs out, and how long nobody was killed."""
    data = seen(view)
    delayed = {timer["camp"]: timer["seats"] for timer in data["timers"]}
    said: list[str] = []
    for estate in [] if view.over else data["waiting"]:
        left_by = estate["camp"]
        seats = delayed.get(left_by)
        template = N_("The pieces of {camp} can be claimed when {names} have played.")
        if seats is None:
            template = N_("The pieces of {camp} wait for a prince on the centre.")
        elif not seats:
            template = N_("The pieces of {camp} can be claimed once this turn is over.")
        said.append(say(template, camp=say(CAMP_NAMES[left_by]), names=listed(seats or [], say)))
    if "" in delayed:
        waited = listed(delayed[""], say)
        said.append(
            say("The prince on the centre disappears when {names} have played.", names=waited)
            if waited else say("The prince on the centre disappears once this turn is over.")
        )
    most = int(data["options"]["no_kill_rounds"])
    if most and data["quiet"] >= most // 2 and not view.over:
        quiet = plural(
            "{count} round without a kill; {most} make a draw.",
            "{count} rounds without a kill; {most} make a draw.",
        )
        said.append(say(quiet, count=data["quiet"], most=most))
    return said


def owner_in_words(view: View, piece: Piece, say: Voice) -> str:
    """Says whose a piece is, by the camp of its owner, and from which camp it came."""
    owner = int(piece["owner"])
    if owner < 0:
        return say("of nobody")
    return say(CAMP_NAMES[game_of(view).seat_camps(owner)[0]])


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    plain = {
        "nobody": N_("Kill nobody"), "all": N_("Kill all within reach"),
        "decline": N_("Decline the turn"),
    }
    return say(plain[touch]) if touch in plain else touch.partition(":")[2]


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, square = touch.partition(":")
    if kind != "square":
        return label(touch, view, say)
    held = by_square(view).get(square)
    if held is None:
        if square == seen(view)["centre"]:
            return say("{square}, the centre, free", square=square)
        return say("{square}, free", square=square)
    if held["kind"] == "x":
        return f"{square}: {piece_name(held, say)}"
    return say(
        "{square}: {piece}, {owner}", square=square, piece=piece_name(held, say),
        owner=owner_in_words(view, held, say),
    )


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return {"square": N_("To which square does it go?")}
