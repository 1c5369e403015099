"""What is said at a table of That's It!"""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.families.melds.melds import grouped, hand_points
from sobremesa.families.melds.thats_it import ThatsIt
from sobremesa.families.melds.views import seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Voice

DECLARES: Final = N_("{name}: “That's it!” The hand scores {points}.")
CALL: Final = N_("That's it!")

DISCARD: Final = N_("Discard")
TRASH: Final = N_("Trash")
MELDS: Final = N_("Melds")


def rules_of(view: View) -> ThatsIt:
    """Gives the rules that a view is of."""
    assert isinstance(view.game, ThatsIt)
    return view.game


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the hand ended."""
    if view.over:
        return ending(view, say)[-1]
    asked = seen(view)["asked"]
    if view.turn == view.seat:
        return your_turn(view, say)
    name = say.seat(view.turn)
    if asked == "discard":
        return say("{name} is to discard", name=name)
    asked_of = N_("{name} takes the discard or draws") if seen(view)["discard"] else N_(
        "{name} is to draw"
    )
    return say(asked_of, name=name)


def your_turn(view: View, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    last = {choice["touches"][-1] for choice in seen(view)["moves"]}
    if seen(view)["asked"] == "discard":
        asked = N_("Discard a tile, or lay one face down: That's it!") if "down" in last else N_(
            "Discard a tile"
        )
    elif "discard" not in last:
        asked = N_("Your turn: draw a tile")
    else:
        asked = N_(
            "The boneyard is empty: take the discard, or end the hand"
        ) if "void" in last else N_("Take the discard or draw a tile")
    return say(asked)


def ending(view: View, say: Voice) -> list[str]:
    """Says how a hand ended, and who won the match if it is won."""
    winner = seen(view)["winner"]
    if winner >= 0:
        said = say(DECLARES, name=say.seat(winner), points=seen(view)["points"][winner])
    else:
        said = say("The hand is void: nobody scores.")
    return [said, *saying.match_won(view, say)]


def shown_melds(view: View, say: Voice) -> list[str]:
    """Says which melds the winner shows."""
    winner = seen(view)["winner"]
    if winner < 0:
        return []
    melds = " + ".join(" ".join(meld) for meld in seen(view)["melds"] if meld)
    return [say("{name} shows {melds}.", name=say.seat(winner), melds=melds)]


def discards(view: View) -> list[str]:
    """Gives for every entry of the log the tile that lay face up before it, or nothing."""
    face = seen(view)["opening"].get("discard", "")
    found: list[str] = []
    for _, text, _ in view.log:
        found.append(face)
        face = text if text[0].isdigit() and not text.endswith("!") else ""
    return found


def happened(entry: int, face: str, view: View, say: Voice) -> str:
    """Says what one entry of the log tells, `face` being the discard before it."""
    seat, text, points = seen(view)["log"][entry]
    name = say.seat(seat)
    if text == "take":
        return say("{name} takes {tile}.", name=name, tile=face)
    if text.startswith("+"):
        return saying.drawn(name, text, say)
    if text == "void":
        return say("{name} does not want the last discard.", name=name)
    if text.endswith("!"):
        return say(DECLARES, name=name, points=points)
    return say("{name} discards {tile}.", name=name, tile=text)


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [happened(entry, face, view, say) for entry, face in enumerate(discards(view))]
    if view.over:
        told = ending(view, say)
        said += shown_melds(view, say)
        said += [sentence for sentence in told if sentence not in said]
    return said


def news(view: View, say: Voice) -> str:
    """Says what happened last: both steps of a turn."""
    if view.over:
        return ending(view, say)[0]
    log = view.log
    steps = 2 if len(log) > 1 and log[-2][0] == log[-1][0] else 1
    faces = [*enumerate(discards(view))]
    return " ".join(happened(entry, face, view, say) for entry, face in faces[-steps:])


def calls(view: View, say: Voice) -> dict[int, str]:
    """Finds who says "That's it!"."""
    return {seen(view)["winner"]: say(CALL)} if seen(view)["winner"] >= 0 else {}


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat the tile that it took last, while it holds it."""
    took: dict[int, str] = {}
    faces = discards(view)
    log = view.log
    for entry, (seat, text, _) in enumerate(log):
        if text == "take":
            took[seat] = faces[entry]
        elif took.get(seat) == text:
            del took[seat]
    found: dict[int, list[Badge]] = {seat: [] for seat in range(int(view.game.players))}
    for seat, tile in took.items():
        found[seat].append(Badge(say("took {tile}", tile=tile), tile, seat == log[-1][0]))
    return found


def fresh_tiles(view: View) -> set[str]:
    """Finds what just happened: the discard, and the tile that the viewer got last."""
    found = {seen(view)["discard"], seen(view)["taken"]}
    log = view.log
    if log and log[-1][0] == view.seat and log[-1][1].startswith("+"):
        found.add(log[-1][1][1:])
    return found


def aside(view: View, say: Voice) -> str:
    """Says how far the viewer's own hand is melded, or what it scores."""
    hand = seen(view)["hands"][view.seat] if view.seat >= 0 else 0
    game = rules_of(view)
    if isinstance(hand, int) or view.over:
        return ""
    points = hand_points(hand, game.terms)
    finishing = [choice["text"] for choice in seen(view)["moves"] if choice["text"].endswith("!")]
    for text in finishing:
        rest = [name for name in hand if name != text[:-1]]
        points = max(points, hand_points(rest, game.terms))
    if points:
        return say("Your hand scores {points}", points=points)
    melded = sum(len(meld) for meld in grouped(hand, game.terms)[:-1])
    return say("Melded: {count} of {hand}", count=melded, hand=int(game.hand_size))


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    plain = {
        "discard": N_("Take the discard"), "boneyard": saying.LABEL_BONEYARD,
        "out": N_("Discard face up"), "down": N_("That's it!"), "void": N_("End the hand"),
    }
    kind, _, what = touch.partition(":")
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return saying.spoken_tile(what, say)
    if kind == "discard":
        return say(
            "the discard, {tile}: take it", tile=saying.spoken_tile(seen(view)["discard"], say)
        )
    if kind == "boneyard":
        return say(saying.SPOKEN_BONEYARD, count=seen(view)["boneyard"])
    plain = {"out": N_("discard it face up"), "down": N_("lay it face down: That's it!")}
    return say(plain[kind]) if kind in plain else label(touch, view, say)


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return dict.fromkeys(("out", "down"), N_("Face up, or face down for That's it?"))


def stage(view: View, say: Voice) -> str:
    """Says which hand is played, and for what."""
    return say(saying.HAND_TO, number=seen(view)["number"], target=seen(view)["options"]["target"])


def in_words(view: View, say: Voice) -> str:
    """Says what lies face up."""
    lies = seen(view)["discard"] or say(saying.NOTHING)
    return f"{say(DISCARD)}: {lies}."
