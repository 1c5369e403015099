"""What is said at the table of the lock-and-key game, with the calls of its author."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.views import face_up
from sobremesa.core.wording import plural
from sobremesa.families.locks.settling import counted, decided_by, standing
from sobremesa.families.locks.views import seen
from sobremesa.picture import saying
from sobremesa.picture.lines import words
from sobremesa.picture.locks.route import Play, letter, parse, suit
from sobremesa.picture.saying import N_, Badge, Voice

TABLE_EMPTY: Final = N_("Nothing has been laid yet.")
DEPOSIT: Final = N_("Deposit")
ASIDE: Final = N_("Set aside")
SIDE: Final = N_("Side {side}")
SPECIALS: Final = N_("Still out")
POINTS_HELD: Final = plural("{points} point left", "{points} points left", by="points")

CALL_LOCK: Final = N_("Cerrojazo!")
CALL_OPEN_LOCK: Final = N_("Cerrojo abierto")


class Moment(words.Moment):
    """One entry of the log with what the sides asked for then."""

    def __init__(self, seat: int, text: str, asked: list[int]) -> None:
        super().__init__(seat, text, 0, asked, [str(number) for number in asked])

    @property
    def passes(self) -> bool:
        """Whether the seat passed."""
        return self.text == "paso"

    @property
    def lays(self) -> bool:
        """Whether tiles were laid."""
        return not self.draws and not self.passes


@saying.once
def moments(view: View) -> list[Moment]:
    """Reads the log, and finds what each open side asked for at every entry."""
    asks: dict[str, int] = {}
    for text in seen(view)["opening"].get("line", []):
        follow(asks, parse(text))
    found: list[Moment] = []
    for seat, text, _ in view.log:
        moment = Moment(seat, text, list(dict.fromkeys(asks.values())))
        found.append(moment)
        if moment.lays:
            follow(asks, parse(text))
    return found


def follow(asks: dict[str, int], play: Play) -> None:
    """Follows what the open sides ask for when a play is laid.

    >>> asks = {"A": 3, "B": 3}
    >>> follow(asks, parse("A:3+5"))
    >>> follow(asks, parse("B:3+2C!"))
    >>> asks
    {'A': 5}
    """
    last = suit(play.free or play.base)
    if not play.side:
        asks.update(A=last, B=last)
    elif play.sign == "!" or play.closes:
        asks.pop(play.side, None)
    else:
        asks[play.side] = last


def tiles_of(play: Play) -> str:
    """Writes the tiles of a play."""
    return f"{play.base}+{play.free}" if play.free else play.base


def calls_of(play: Play, say: Voice) -> list[str]:
    """Lists what the player calls with a play."""
    called: list[str] = []
    if not play.side:
        return [say("Salida")]
    if play.sign == "^":
        called.append(say("Llave abre"))
    if play.sign == "!":
        called.append(say(CALL_LOCK if play.base.endswith("C") else N_("Llave cierra")))
    elif play.base.endswith("C"):
        called.append(say(CALL_OPEN_LOCK))
    if play.free.endswith("C"):
        called.append(say(CALL_LOCK if play.closes else CALL_OPEN_LOCK))
    return called


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, say)[-1]
    opened = seen(view)["salida"] > 0
    if view.turn == view.seat:
        return your_turn(view, opened, say)
    template = saying.IS_TO_PLAY if opened else N_("{name} is to open")
    return say(template, name=say.seat(view.turn))


def your_turn(view: View, opened: bool, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    touches = {choice["touches"][0] for choice in seen(view)["moves"]}
    if touches == {"boneyard"}:
        return say("You have no play: take a tile from the deposit")
    if touches == {"pass"}:
        return say(
            N_("You have no play: say “Paso”") if opened
            else N_("You have no double: the right to open passes on")
        )
    return say(saying.YOUR_TURN if opened else N_("Your turn: open with a double"))


def ending(view: View, say: Voice) -> list[str]:
    """Says how a round ended, and who won the match if it is won."""
    data = seen(view)
    winner = int(data["winner"])
    gained = [int(points) for points in data["points"]]
    said: list[str] = []
    if data["ending"] == "forfeit":
        said.append(say(
            "{name} passed although there was a play, and loses the round: {points} to the others.",
            name=say.seat(data["offender"]), points=max(gained),
        ))
    elif data["ending"] == "final":
        template = plural(
            "{name}: “Final!” The round is worth {points} point.",
            "{name}: “Final!” The round is worth {points} points.", by="points",
        )
        said.append(say(template, name=say.seat(winner), points=gained[winner]))
    else:
        teams = data["teams"]
        team = [seat for seat, other in enumerate(teams) if other == teams[winner]]
        template = N_(
            "“Cierre!” Both sides are closed; {name} has the best hand and scores {points}."
        ) if len(team) == 1 else N_(
            "“Cierre!” Both sides are closed; {names} have the best hands and score {points}."
        )
        listed = " · ".join(say.seat(seat) for seat in team)
        said.append(say(template, name=say.seat(winner), names=listed, points=gained[winner]))
        said += tie_broken(view, winner, say)
    return said + [
        say(saying.WINS_MATCH, name=say.seat(seat), points=view.scores[seat])
        for seat in view.game.decided(view.scores, int(data["number"]))
    ]


def tie_broken(view: View, winner: int, say: Voice) -> list[str]:
    """Says which test decided a tie of points at a closed round (CERROJO-63 to 65)."""
    data = seen(view)
    median = data["options"]["tie_b"] == "lower_median"
    teams = data["teams"]
    joint = {
        team: standing(counted([
            suit(name) for seat, hand in enumerate(data["hands"])
            if teams[seat] == team for name in face_up(hand)
        ]), median)
        for team in teams
    }
    best = joint.pop(teams[winner])
    test = decided_by(best, min(joint.values()))
    templates = {
        "a": N_("Equal points, {points} each: fewer tiles decide (test a)."),
        "b": N_("Equal points, {points} each, and equal tiles: the better groups decide (test b)."),
        "c": N_("Equal hands, {points} points each: the last tile laid decides (test c)."),
    }
    if median:
        templates["b"] = N_(
            "Equal points, {points} each, and equal tiles: the lower middle tile decides (test b)."
        )
    return [say(templates[test], points=best[0])] if test in templates else []


def points_in(hand: list[str]) -> int:
    """Adds up the points of a hand.

    >>> points_in(["5", "2C"])
    7
    """
    return sum(suit(name) for name in hand)


def count(view: View, say: Voice) -> list[str]:
    """Says for each seat what it held, what it gained and where it stands."""
    return [
        say(
            "{name}: {held} left, {gain} in this round, {total} in all.", name=say.seat(seat),
            held=say(saying.POINTS, points=points_in(face_up(hand))),
            gain=say(saying.POINTS, points=seen(view)["points"][seat]), total=view.scores[seat],
        )
        for seat, hand in enumerate(seen(view)["hands"])
    ]


def happened(moment: Moment, say: Voice, void: bool = False) -> str:
    """Says what one entry of the log tells."""
    name = say.seat(moment.seat)
    if moment.passes:
        if not moment.wanted:
            return say("{name}: “Paso”. No double.", name=name)
        return say("{name}: “Paso”. Asked for: {numbers}.", name=name, numbers=moment.numbers)
    if moment.draws:
        if moment.text == "+?":
            return say("{name} takes a tile from the deposit.", name=name)
        return say("{name} takes {tile} from the deposit.", name=name, tile=moment.text[1:])
    play = parse(moment.text)
    tiles = tiles_of(play)
    if void:
        return say(
            "{name} plays {tiles} on side {side}: void, it could have been played before.",
            name=name, tiles=tiles, side=play.side,
        )
    if not play.side:
        return say("{name}: “Salida”, with {tiles}.", name=name, tiles=tiles)
    template = N_("{name} plays {tiles} on side {side}.") if play.free else N_(
        "{name} plays {tiles} alone on side {side}."
    )
    said = say(template, name=name, tiles=tiles, side=play.side)
    for call in calls_of(play, say):
        said = say("{said} “{call}”", said=said, call=call)
    return said


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    past = moments(view)
    said = [
        happened(moment, say, seen(view)["void"] and place + 1 == len(past))
        for place, moment in enumerate(past)
    ]
    if view.over:
        said += ending(view, say) + count(view, say)
    return said


def news(view: View, say: Voice) -> str:
    """Says what happened last, several draws of one seat as one."""
    if view.over:
        return ending(view, say)[0]
    several = plural(
        "{name} takes {count} tile from the deposit.",
        "{name} takes {count} tiles from the deposit.",
    )
    return words.latest(moments(view), say, several, lambda last: happened(last, say))


def calls(view: View, say: Voice) -> dict[int, str]:
    """Finds what was called with the last move."""
    past = moments(view)
    if view.over:
        if seen(view)["ending"] == "final":
            return {seen(view)["winner"]: say("Final!")}
        if seen(view)["ending"] == "closed" and past:
            return {past[-1].seat: say("Cierre!")}
        return {}
    if not past or past[-1].draws:
        return {}
    if past[-1].passes:
        return {past[-1].seat: say("Paso")}
    called = calls_of(parse(past[-1].text), say)
    return {past[-1].seat: called[-1]} if called else {}


def badges(view: View, say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat its last pass with what was asked for, and its last draws."""
    return words.badges_of(moments(view), int(view.game.players), say, N_("paso {numbers}"))


def side_state(view: View, side: str, say: Voice) -> str:
    """Says how a side stands."""
    data = seen(view)["sides"][side]
    if data["state"] == "shut":
        return say("closed for good")
    if data["dead"]:
        return say("nothing can follow")
    if data["state"].startswith("locked"):
        return say("closed by {lock}", lock=f"{data['asks']}C")
    return say("asks for {number}", number=data["asks"])


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, where = touch.partition(":")
    side = where.rstrip("!^")
    if kind == "tile":
        return where
    if where == "start":
        return say("Salida")
    plain = {
        "pass": N_("Paso"), "alone": N_("No free tile"), "boneyard": N_("Take a tile"),
        "end": N_("Side {side}"), "free": N_("Side {side}, left open"),
        "!": N_("Close side {side}"), "^": N_("Open side {side}"),
    }
    return say(plain.get(where[-1:]) or plain[kind], side=side)


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, where = touch.partition(":")
    side = where.rstrip("!^")
    if kind == "tile":
        return spoken_tile(where, say)
    if kind == "boneyard":
        taken = plural("deposit, {count} tile: take it", "deposit, {count} tiles: take one")
        return say(taken, count=saying.boneyard_count(view))
    if where == "start":
        return say("the place for the salida")
    ways = {
        "!": N_("side {side}, across: close it"),
        "^": N_("side {side}, against the lock: open it"),
        "free": N_("side {side}, behind the base: leave the lock open"),
    }
    way = ways.get(where[-1:]) or ways.get(kind)
    if way:
        return say(way, side=side)
    if kind == "end":
        asked = seen(view)["sides"][side]["asks"]
        return say(
            "side {side}, asks for {number}: as base", side=side, number=say(saying.NUMBERS[asked])
        )
    return label(touch, view, say)


def spoken_tile(name: str, say: Voice) -> str:
    """Says a tile in words.

    >>> spoken_tile("2C", Voice())
    'lock of two'
    """
    templates = {"": N_("tile {number}"), "C": N_("lock of {number}"), "L": N_("key of {number}")}
    return say(templates[letter(name)], number=say(saying.NUMBERS[suit(name)]))


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return {
        "end": N_("On which side does it go, and how?"),
        "tile": N_("Which tile goes with it, as the free one?"),
        "alone": N_("Which tile goes with it, as the free one?"),
        "free": N_("Does it close the side, or is the side left open?"),
    }


def stage(view: View, say: Voice) -> str:
    """Says which round is played, and for what."""
    number, target = seen(view)["number"], seen(view)["options"]["target"]
    return say("Round {number} · first to {target}", number=number, target=target)


def in_words(view: View, say: Voice) -> str:
    """Says how each side stands, a sentence for each."""
    if not seen(view)["salida"]:
        return say(TABLE_EMPTY)
    return " ".join(
        f"{say(SIDE, side=side)}: {side_state(view, side, say)}." for side in seen(view)["sides"]
    )
