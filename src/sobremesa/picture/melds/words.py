"""What is said at a table of That's It!"""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.melds.melds import grouped, hand_points
from sobremesa.families.melds.thats_it import ThatsIt
from sobremesa.picture.saying import (
    DRAWS,
    DRAWS_TILE,
    LABEL_BONEYARD,
    N_,
    SPOKEN_BONEYARD,
    Badge,
    Names,
    Say,
    match_won,
    seat_name,
    spoken_tile,
)

YOU_TAKE: Final = N_("Take the discard or draw a tile")
YOU_DRAW: Final = N_("Your turn: draw a tile")
YOU_TAKE_OR_END: Final = N_("The boneyard is empty: take the discard, or end the hand")
YOU_DISCARD: Final = N_("Discard a tile")
YOU_MAY_DECLARE: Final = N_("Discard a tile, or lay one face down: That's it!")
IS_TO_TAKE: Final = N_("{name} takes the discard or draws")
IS_TO_DRAW: Final = N_("{name} is to draw")
IS_TO_DISCARD: Final = N_("{name} is to discard")

TAKES: Final = N_("{name} takes {tile}.")
DISCARDS: Final = N_("{name} discards {tile}.")
DECLARES: Final = N_("{name}: “That's it!” The hand scores {points}.")
LEAVES_LAST: Final = N_("{name} does not want the last discard.")
IS_VOID: Final = N_("The hand is void: nobody scores.")
SHOWS: Final = N_("{name} shows {melds}.")
CALL: Final = N_("That's it!")
TOOK: Final = N_("took {tile}")

DISCARD: Final = N_("Discard")
TRASH: Final = N_("Trash")
MELDS: Final = N_("Melds")
SCORES_NOW: Final = N_("Your hand scores {points}")
MELDED: Final = N_("Melded: {count} of {hand}")

LABEL_TAKE: Final = N_("Take the discard")
LABEL_OUT: Final = N_("Discard face up")
LABEL_DOWN: Final = N_("That's it!")
LABEL_VOID: Final = N_("End the hand")
SPOKEN_DISCARD: Final = N_("the discard, {tile}: take it")
SPOKEN_OUT: Final = N_("discard it face up")
SPOKEN_DOWN: Final = N_("lay it face down: That's it!")


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the hand ended."""
    if view.over:
        return ending(view, names, say)[-1]
    asked = view.data["asked"]
    if view.turn == view.seat:
        return your_turn(view, say)
    name = seat_name(view.turn, names, say)
    if asked == "discard":
        return say(IS_TO_DISCARD).format(name=name)
    asked_of = IS_TO_TAKE if view.data["discard"] else IS_TO_DRAW
    return say(asked_of).format(name=name)


def your_turn(view: View, say: Say) -> str:
    """Says what is asked of the seat that looks on."""
    last = {choice["touches"][-1] for choice in view.data["moves"]}
    if view.data["asked"] == "discard":
        asked = YOU_MAY_DECLARE if "down" in last else YOU_DISCARD
    elif "discard" not in last:
        asked = YOU_DRAW
    else:
        asked = YOU_TAKE_OR_END if "void" in last else YOU_TAKE
    return say(asked)


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says how a hand ended, and who won the match if it is won."""
    winner = int(view.data["winner"])
    if winner >= 0:
        said = say(DECLARES).format(
            name=seat_name(winner, names, say), points=view.data["points"][winner]
        )
    else:
        said = say(IS_VOID)
    return [said, *match_won(view, names, say)]


def shown_melds(view: View, names: Names, say: Say) -> list[str]:
    """Says which melds the winner shows."""
    winner = int(view.data["winner"])
    if winner < 0:
        return []
    melds = " + ".join(" ".join(meld) for meld in view.data["melds"] if meld)
    return [say(SHOWS).format(name=seat_name(winner, names, say), melds=melds)]


def discards(view: View) -> list[str]:
    """Gives for every entry of the log the tile that lay face up before it, or nothing."""
    face = view.data["opening"].get("discard", "")
    found: list[str] = []
    for _, text, _ in view.data["log"]:
        found.append(face)
        face = text if text[0].isdigit() and not text.endswith("!") else ""
    return found


def happened(entry: int, face: str, view: View, names: Names, say: Say) -> str:
    """Says what one entry of the log tells, `face` being the discard before it."""
    seat, text, points = view.data["log"][entry]
    name = seat_name(seat, names, say)
    if text == "take":
        return say(TAKES).format(name=name, tile=face)
    if text == "+?":
        return say(DRAWS).format(name=name)
    if text.startswith("+"):
        return say(DRAWS_TILE).format(name=name, tile=text[1:])
    if text == "void":
        return say(LEAVES_LAST).format(name=name)
    if text.endswith("!"):
        return say(DECLARES).format(name=name, points=points)
    return say(DISCARDS).format(name=name, tile=text)


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [
        happened(entry, face, view, names, say) for entry, face in enumerate(discards(view))
    ]
    if view.over:
        told = ending(view, names, say)
        said += shown_melds(view, names, say)
        said += [sentence for sentence in told if sentence not in said]
    return said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last: both steps of a turn."""
    if view.over:
        return ending(view, names, say)[0]
    log = view.data["log"]
    if not log:
        return ""
    first = len(log) - 1
    if first > 0 and log[first - 1][0] == log[first][0]:
        first -= 1
    faces = discards(view)
    return " ".join(
        happened(entry, faces[entry], view, names, say) for entry in range(first, len(log))
    )


def calls(view: View, say: Say) -> dict[int, str]:
    """Finds who says "That's it!"."""
    return {view.data["winner"]: say(CALL)} if view.data["winner"] >= 0 else {}


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds for each seat the tile that it took last, while it holds it."""
    took: dict[int, str] = {}
    faces = discards(view)
    log = view.data["log"]
    for entry, (seat, text, _) in enumerate(log):
        if text == "take":
            took[seat] = faces[entry]
        elif took.get(seat) == text:
            del took[seat]
    last = log[-1][0] if log else -1
    return {
        seat: [
            Badge(say(TOOK).format(tile=took[seat]), took[seat], seat == last)
        ] if seat in took else []
        for seat in range(int(view.game.players))
    }


def fresh_tiles(view: View) -> set[str]:
    """Finds what just happened: the discard, and the tile that the viewer got last."""
    found = {view.data["discard"], view.data["taken"]}
    log = view.data["log"]
    if log and log[-1][0] == view.seat and log[-1][1].startswith("+"):
        found.add(log[-1][1][1:])
    return found


def aside(view: View, say: Say) -> str:
    """Says how far the viewer's own hand is melded, or what it scores."""
    hand = view.data["hands"][view.seat] if view.seat >= 0 else 0
    game = view.game
    assert isinstance(game, ThatsIt)
    if isinstance(hand, int) or view.over:
        return ""
    points = hand_points(hand, game.terms)
    finishing = [choice["text"] for choice in view.data["moves"] if choice["text"].endswith("!")]
    for text in finishing:
        rest = [name for name in hand if name != text[:-1]]
        points = max(points, hand_points(rest, game.terms))
    if points:
        return say(SCORES_NOW).format(points=points)
    melded = sum(len(meld) for meld in grouped(hand, game.terms)[:-1])
    return say(MELDED).format(count=melded, hand=int(game.hand_size))


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    plain = {
        "discard": LABEL_TAKE, "boneyard": LABEL_BONEYARD, "out": LABEL_OUT,
        "down": LABEL_DOWN, "void": LABEL_VOID,
    }
    kind, _, what = touch.partition(":")
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return spoken_tile(what, say)
    if kind == "discard":
        return say(SPOKEN_DISCARD).format(tile=spoken_tile(view.data["discard"], say))
    if kind == "boneyard":
        return say(SPOKEN_BONEYARD).format(count=view.data["boneyard"])
    plain = {"out": SPOKEN_OUT, "down": SPOKEN_DOWN}
    return say(plain[kind]) if kind in plain else label(touch, view, say=say)
