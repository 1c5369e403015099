"""What is said at the table of the lock-and-key game, with the calls of its author."""

from __future__ import annotations

from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.locks.settling import counted, decided_by, standing
from sobremesa.picture.lines import words
from sobremesa.picture.locks.route import Play, parse
from sobremesa.picture.saying import (
    IS_TO_PLAY,
    N_,
    NUMBERS,
    WINS_MATCH,
    YOUR_TURN,
    Badge,
    Names,
    Say,
    points_text,
    seat_name,
)

ROUND_TO: Final = N_("Round {number} · first to {target}")
TABLE_EMPTY: Final = N_("Nothing has been laid yet.")
DEPOSIT: Final = N_("Deposit")
ASIDE: Final = N_("Set aside")
SIDE: Final = N_("Side {side}")
ASKS: Final = N_("asks for {number}")
LOCKED: Final = N_("closed by {lock}")
SHUT: Final = N_("closed for good")
DEAD: Final = N_("nothing can follow")
PAIRS: Final = N_("pairs made: {pairs}")
SALIDA_WAS: Final = N_("Salida {number}-{number}")
SPECIALS: Final = N_("Still out")
POINTS_HELD: Final = N_("{points} points left")

CALL_SALIDA: Final = N_("Salida")
CALL_PASS: Final = N_("Paso")
CALL_LOCK: Final = N_("Cerrojazo!")
CALL_OPEN_LOCK: Final = N_("Cerrojo abierto")
CALL_OPENS: Final = N_("Llave abre")
CALL_SHUTS: Final = N_("Llave cierra")
CALL_FINAL: Final = N_("Final!")
CALL_CLOSED: Final = N_("Cierre!")

YOUR_SALIDA: Final = N_("Your turn: open with a double")
YOU_DRAW: Final = N_("You have no play: take a tile from the deposit")
YOU_PASS: Final = N_("You have no play: say “Paso”")
NO_DOUBLE: Final = N_("You have no double: the right to open passes on")
IS_TO_OPEN: Final = N_("{name} is to open")

OPENS: Final = N_("{name}: “Salida”, with {tiles}.")
PLAYS: Final = N_("{name} plays {tiles} on side {side}.")
PLAYS_ALONE: Final = N_("{name} plays {tiles} alone on side {side}.")
SAYING: Final = N_("{said} “{call}”")
PASSES: Final = N_("{name}: “Paso”. Asked for: {numbers}.")
CANNOT_OPEN: Final = N_("{name}: “Paso”. No double.")
DRAWS: Final = N_("{name} takes a tile from the deposit.")
DRAWS_SEVERAL: Final = plural(
    "{name} takes {count} tile from the deposit.",
    "{name} takes {count} tiles from the deposit.",
)
DRAWS_TILE: Final = N_("{name} takes {tile} from the deposit.")
VOID: Final = N_("{name} plays {tiles} on side {side}: void, it could have been played before.")

GOES_OUT: Final = N_("{name}: “Final!” The round is worth {points}.")
CLOSES: Final = N_("“Cierre!” Both sides are closed; {name} has the best hand and scores {points}.")
CLOSES_TEAM: Final = N_("“Cierre!” Both sides are closed; {names} have the best hands and score "
                        "{points}.")
FEWER_TILES: Final = N_("Equal points, {points} each: fewer tiles decide (test a).")
BETTER_GROUPS: Final = N_("Equal points, {points} each, and equal tiles: the better groups decide "
                          "(test b).")
MIDDLE_TILE: Final = N_("Equal points, {points} each, and equal tiles: the lower middle tile "
                        "decides (test b).")
LAID_LAST: Final = N_("Equal hands, {points} points each: the last tile laid decides (test c).")
FORFEITS: Final = N_("{name} passed although there was a play, and loses the round: {points} to "
                     "the others.")
COUNT: Final = N_("{name}: {held} left, {gain} in this round, {total} in all.")

LABEL_PASS: Final = N_("Paso")
LABEL_ALONE: Final = N_("No free tile")
LABEL_DEPOSIT: Final = N_("Take a tile")
LABEL_START: Final = N_("Salida")
LABEL_END: Final = N_("Side {side}")
LABEL_CLOSE: Final = N_("Close side {side}")
LABEL_OPEN: Final = N_("Open side {side}")
LABEL_FREE: Final = N_("Side {side}, left open")

SPOKEN_PLAIN: Final = N_("tile {number}")
SPOKEN_LOCK: Final = N_("lock of {number}")
SPOKEN_KEY: Final = N_("key of {number}")
SPOKEN_START: Final = N_("the place for the salida")
SPOKEN_END: Final = N_("side {side}, asks for {number}: as base")
SPOKEN_CLOSE: Final = N_("side {side}, across: close it")
SPOKEN_OPEN: Final = N_("side {side}, against the lock: open it")
SPOKEN_FREE: Final = N_("side {side}, behind the base: leave the lock open")
SPOKEN_DEPOSIT: Final = plural(
    "deposit, {count} tile: take it", "deposit, {count} tiles: take one"
)

PASSED_AT: Final = N_("paso {numbers}")


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


def moments(view: View) -> list[Moment]:
    """Reads the log, and finds what each open side asked for at every entry."""
    asks: dict[str, int] = {}
    for text in view.data["opening"].get("line", []):
        follow(asks, parse(text))
    found: list[Moment] = []
    for seat, text, _ in view.data["log"]:
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
    last = int((play.free or play.base).rstrip("CL"))
    if not play.side:
        asks.update(A=last, B=last)
    elif play.sign == "!" or play.closes:
        asks.pop(play.side, None)
    else:
        asks[play.side] = last


def tiles_of(play: Play) -> str:
    """Writes the tiles of a play."""
    return f"{play.base}+{play.free}" if play.free else play.base


def calls_of(play: Play, say: Say) -> list[str]:
    """Lists what the player calls with a play."""
    called: list[str] = []
    if not play.side:
        return [say(CALL_SALIDA)]
    if play.sign == "^":
        called.append(say(CALL_OPENS))
    if play.sign == "!":
        called.append(say(CALL_LOCK if play.base.endswith("C") else CALL_SHUTS))
    elif play.base.endswith("C"):
        called.append(say(CALL_OPEN_LOCK))
    if play.free.endswith("C"):
        called.append(say(CALL_LOCK if play.closes else CALL_OPEN_LOCK))
    return called


def headline(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    if view.over:
        return ending(view, names, say)[-1]
    opened = view.data["salida"] > 0
    if view.turn == view.seat:
        return your_turn(view, opened, say)
    template = IS_TO_PLAY if opened else IS_TO_OPEN
    return say(template).format(name=seat_name(view.turn, names, say))


def your_turn(view: View, opened: bool, say: Say) -> str:
    """Says what is asked of the seat that looks on."""
    touches = {choice["touches"][0] for choice in view.data["moves"]}
    if touches == {"boneyard"}:
        return say(YOU_DRAW)
    if touches == {"pass"}:
        return say(YOU_PASS if opened else NO_DOUBLE)
    return say(YOUR_TURN if opened else YOUR_SALIDA)


def ending(view: View, names: Names, say: Say) -> list[str]:
    """Says how a round ended, and who won the match if it is won."""
    data = view.data
    winner = int(data["winner"])
    gained = [int(points) for points in data["points"]]
    said: list[str] = []
    if data["ending"] == "forfeit":
        said.append(say(FORFEITS).format(
            name=seat_name(data["offender"], names, say), points=max(gained)
        ))
    elif data["ending"] == "final":
        said.append(say(GOES_OUT).format(
            name=seat_name(winner, names, say), points=gained[winner]
        ))
    else:
        team = partners(view, winner)
        template = CLOSES if len(team) == 1 else CLOSES_TEAM
        listed = " · ".join(seat_name(seat, names, say) for seat in team)
        said.append(say(template).format(
            name=seat_name(winner, names, say), names=listed, points=gained[winner]
        ))
        said += tie_broken(view, winner, say)
    scores = view.scores
    for seat in view.game.decided(scores, int(data["number"])):
        said.append(say(WINS_MATCH).format(
            name=seat_name(seat, names, say), points=scores[seat]
        ))
    return said


def tie_broken(view: View, winner: int, say: Say) -> list[str]:
    """Says which test decided a tie of points at a closed round (CERROJO-63 to 65)."""
    data = view.data
    median = data["options"]["tie_b"] == "lower_median"
    teams = data["teams"]
    joint = {
        team: standing(counted([
            int(name.rstrip("CL")) for seat, hand in enumerate(data["hands"])
            if teams[seat] == team for name in hand
        ]), median)
        for team in teams
    }
    best = joint.pop(teams[winner])
    test = decided_by(best, min(joint.values()))
    templates = {"a": FEWER_TILES, "b": MIDDLE_TILE if median else BETTER_GROUPS, "c": LAID_LAST}
    return [say(templates[test]).format(points=best[0])] if test in templates else []


def partners(view: View, seat: int) -> list[int]:
    """Lists the seats of a team."""
    teams = view.data["teams"]
    return [other for other, team in enumerate(teams) if team == teams[seat]]


def points_in(hand: list[str]) -> int:
    """Adds up the points of a hand.

    >>> points_in(["5", "2C"])
    7
    """
    return sum(int(name.rstrip("CL")) for name in hand)


def count(view: View, names: Names, say: Say) -> list[str]:
    """Says for each seat what it held, what it gained and where it stands."""
    scores = view.scores
    return [
        say(COUNT).format(
            name=seat_name(seat, names, say), held=points_text(points_in(hand), say),
            gain=points_text(view.data["points"][seat], say), total=scores[seat],
        )
        for seat, hand in enumerate(view.data["hands"])
    ]


def happened(moment: Moment, names: Names, say: Say, void: bool = False) -> str:
    """Says what one entry of the log tells."""
    name = seat_name(moment.seat, names, say)
    if moment.passes:
        if not moment.wanted:
            return say(CANNOT_OPEN).format(name=name)
        return say(PASSES).format(name=name, numbers=moment.numbers)
    if moment.draws:
        if moment.text == "+?":
            return say(DRAWS).format(name=name)
        return say(DRAWS_TILE).format(name=name, tile=moment.text[1:])
    play = parse(moment.text)
    tiles = tiles_of(play)
    if void:
        return say(VOID).format(name=name, tiles=tiles, side=play.side)
    if not play.side:
        return say(OPENS).format(name=name, tiles=tiles)
    template = PLAYS if play.free else PLAYS_ALONE
    said = say(template).format(name=name, tiles=tiles, side=play.side)
    for call in calls_of(play, say):
        said = say(SAYING).format(said=said, call=call)
    return said


def log_lines(view: View, *, names: Names = None, say: Say = str) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    past = moments(view)
    said = [
        happened(moment, names, say, view.data["void"] and place + 1 == len(past))
        for place, moment in enumerate(past)
    ]
    if view.over:
        said += ending(view, names, say) + count(view, names, say)
    return said


def news(view: View, *, names: Names = None, say: Say = str) -> str:
    """Says what happened last, several draws of one seat as one."""
    if view.over:
        return ending(view, names, say)[0]
    past = moments(view)
    if not past:
        return ""
    last = past[-1]
    drawn = words.drawn_last(past)
    if drawn > 1:
        return say(DRAWS_SEVERAL).format(name=seat_name(last.seat, names, say), count=drawn)
    return happened(last, names, say)


def calls(view: View, say: Say) -> dict[int, str]:
    """Finds what was called with the last move."""
    past = moments(view)
    if view.over:
        if view.data["ending"] == "final":
            return {int(view.data["winner"]): say(CALL_FINAL)}
        if view.data["ending"] == "closed" and past:
            return {past[-1].seat: say(CALL_CLOSED)}
        return {}
    if not past or past[-1].draws:
        return {}
    if past[-1].passes:
        return {past[-1].seat: say(CALL_PASS)}
    called = calls_of(parse(past[-1].text), say)
    return {past[-1].seat: called[-1]} if called else {}


def badges(view: View, say: Say) -> dict[int, list[Badge]]:
    """Finds for each seat its last pass with what was asked for, and its last draws."""
    return words.badges_of(moments(view), int(view.game.players), say, PASSED_AT)


def side_state(view: View, side: str, say: Say) -> str:
    """Says how a side stands."""
    data = view.data["sides"][side]
    if data["state"] == "shut":
        return say(SHUT)
    if data["dead"]:
        return say(DEAD)
    if data["state"].startswith("locked"):
        return say(LOCKED).format(lock=f"{data['asks']}C")
    return say(ASKS).format(number=data["asks"])


def label(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a button for a touch shows."""
    kind, _, where = touch.partition(":")
    side = where.rstrip("!^")
    if kind == "tile":
        return where
    if where == "start":
        return say(LABEL_START)
    if where.endswith("!"):
        return say(LABEL_CLOSE).format(side=side)
    if where.endswith("^"):
        return say(LABEL_OPEN).format(side=side)
    plain = {
        "pass": LABEL_PASS, "alone": LABEL_ALONE, "boneyard": LABEL_DEPOSIT, "end": LABEL_END,
        "free": LABEL_FREE,
    }
    return say(plain[kind]).format(side=side)


def spoken(touch: str, view: View, *, say: Say = str) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, where = touch.partition(":")
    side = where.rstrip("!^")
    if kind == "tile":
        return spoken_tile(where, say)
    if kind == "boneyard":
        return say(SPOKEN_DEPOSIT).format(count=deposit_count(view))
    if where == "start":
        return say(SPOKEN_START)
    if where.endswith("!"):
        return say(SPOKEN_CLOSE).format(side=side)
    if where.endswith("^"):
        return say(SPOKEN_OPEN).format(side=side)
    if kind == "free":
        return say(SPOKEN_FREE).format(side=side)
    if kind == "end":
        asked = view.data["sides"][side]["asks"]
        return say(SPOKEN_END).format(side=side, number=say(NUMBERS[asked]))
    return label(touch, view, say=say)


def spoken_tile(name: str, say: Say) -> str:
    """Says a tile in words.

    >>> spoken_tile("2C", str)
    'lock of two'
    """
    templates = {"": SPOKEN_PLAIN, "C": SPOKEN_LOCK, "L": SPOKEN_KEY}
    letter = name.lstrip("0123456789")
    return say(templates[letter]).format(number=say(NUMBERS[int(name.rstrip("CL"))]))


def deposit_count(view: View) -> int:
    """Counts the tiles that are left over, which lie open once the round is over."""
    lying = view.data["boneyard"]
    return lying if isinstance(lying, int) else len(lying)
