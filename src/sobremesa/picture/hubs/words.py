"""What is said at the table of a game whose lines leave from one double."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sobremesa.core.game import View
from sobremesa.core.wording import plural
from sobremesa.families.hubs.hub import ASKED, HubGame
from sobremesa.families.hubs.mexican_train import TrainRound
from sobremesa.families.hubs.super_dominos import SuperRound
from sobremesa.families.hubs.views import seen
from sobremesa.picture import saying
from sobremesa.picture.lines import words
from sobremesa.picture.saying import N_, Badge, Voice

STATION: Final = N_("Station")
START: Final = N_("Start")
NOT_BEGUN: Final = N_("not begun")
MARKER: Final = N_("marker")
OPEN_DOUBLE: Final = N_("open double")
SPELL: Final = N_("spell")
GETS_MARKER: Final = N_("{name}: marker on.")


def is_train(view: View) -> bool:
    """Tells whether the lines are trains rather than legs."""
    return "marked" in seen(view)


def line_name(arm: str, view: View, say: Voice, *, owned: bool = False) -> str:
    """Names a line, or a train that is `owned` by whose it is.

    The lines of a train game are T1, T2, … by seat and M1, M2, …; legs are L1, L2, …
    """
    number = int(arm[1:])
    if arm[0] == "T":
        if number - 1 == view.seat:
            return say("Your train")
        return say.seat(number - 1) if owned else say("Train {number}", number=number)
    is_siding = arm[0] == "M"
    if is_new(arm, view):
        return say(N_("New siding") if is_siding else N_("New leg"))
    return say(N_("Siding {number}") if is_siding else N_("Leg {number}"), number=number)


@saying.once
def begun(view: View) -> set[str]:
    """Finds the lines on which tiles lie."""
    return {play.partition("@")[2] for play in seen(view)["line"]}


def is_new(arm: str, view: View) -> bool:
    """Tells whether no tile lies on a line yet."""
    return arm not in begun(view)


def stage(view: View, say: Voice) -> str:
    """Says which round of how many this is, or what wins the match."""
    data = seen(view)
    count = int(view.game.last_round)
    if count == 0:
        return say(saying.HAND_TO, number=data["number"], target=data["options"]["target"])
    return say(
        N_("Round {number} of {count}") if is_train(view) else N_("Hand {number} of {count}"),
        number=data["number"], count=count,
    )


@dataclass
class Event(words.Moment):
    """One entry of the log with what followed from it, as everybody saw it."""

    # Whether the line was begun by it, and the opening handed on.
    begins: bool = False
    opening: bool = False
    marker: list[tuple[str, int]] = field(default_factory=list)
    opened: str = ""
    powers: list[tuple[str, int]] = field(default_factory=list)
    last_tile: bool = False


class Story:
    """What everybody saw of a round, told from a view: nothing is in the hands of others."""

    def __init__(self, view: View) -> None:
        game = view.game
        assert isinstance(game, HubGame)
        self.game = game
        self.table = game.shadow(view)
        self.begun = {play.partition("@")[2] for play in seen(view)["opening"].get("line", [])}

    def event(self, seat: int, text: str, made: int) -> Event:
        """Follows an entry of the log."""
        table = self.table
        numbers = table.line.numbers(table.reach(seat)) if table.line.tiles else []
        arm = text.partition("@")[2]
        event = Event(
            seat, text, made, numbers, [str(number) for number in numbers],
            begins=arm not in self.begun, opening=table.line.tiles == 0,
        )
        self.begun.add(arm)
        if isinstance(table, TrainRound):
            self._follow_train(event)
        else:
            self._follow_super(event)
        event.last_tile = event.lays and not table.over and table.hands.sizes[seat] == 1
        return event

    def _follow_train(self, event: Event) -> None:
        """Plays an entry, and takes note of markers and open doubles."""
        table = self.table
        assert isinstance(table, TrainRound)
        before, open_before = int(table.marked), int(table.open)
        table.follow(event.seat, self.game.move_of(event.text))
        changed = before ^ int(table.marked)
        for seat in range(int(self.game.players)):
            if changed >> (seat + 1) & 1:
                is_on = int(table.marked) >> (seat + 1) & 1
                event.marker.append((GETS_MARKER if is_on else N_("{name}: marker off."), seat))
        if table.open and not open_before and event.lays:
            number = int(table.line.ends[table.open])
            event.opened = f"{number}-{number}"

    def _follow_super(self, event: Event) -> None:
        """Plays an entry, and takes note of the powers that worked."""
        table = self.table
        assert isinstance(table, SuperRound)
        before, way = int(table.spell), int(table.direction)
        table.follow(event.seat, self.game.move_of(event.text))
        if not event.lays:
            return
        if int(table.direction) != way:
            event.powers.append((N_("Three: the direction is reversed."), event.seat))
        if before and int(table.spell) != before:
            event.powers.append((N_("The spell is broken."), event.seat))
        if table.spell and (int(table.spell) != before or event.text.startswith("13-13@")):
            event.powers.append((N_("Thirteen: a spell is cast."), event.seat))
        if table.over:
            return
        asked = ASKED[int(table.asked)]
        if asked == "take":
            event.powers.append((N_("Fifteen: all others draw."), event.seat))
        elif asked == "add":
            event.powers.append((N_("Fourteen: {name} may go again."), event.seat))
        if table.skips and asked != "add":
            skipped = (event.seat + int(table.direction)) % int(self.game.players)
            event.powers.append((N_("A double: {name} loses a turn."), skipped))


@saying.once
def events(view: View) -> list[Event]:
    """Follows the game from its beginning as everybody saw it."""
    story = Story(view)
    return [story.event(seat, text, made) for seat, text, made in view.log]


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the round ended."""
    data = seen(view)
    if view.over:
        return ending(view, say)[-1]
    if view.turn == view.seat:
        return your_turn(view, say)
    name = say.seat(view.turn)
    asked = data["asked"]
    simple = {
        "open": N_("{name} is to open"), "seek": words.IS_TO_SEEK,
        "take": N_("{name} draws for the 15"), "add": N_("{name} may go on"),
    }
    if asked in simple:
        return say(simple[asked], name=name)
    if data.get("open"):
        return say("{name} must answer the open {double}", name=name, double=open_double(view))
    template = N_("{name} must answer the spell") if data.get("spell") else saying.IS_TO_PLAY
    return say(template, name=name)


def open_double(view: View) -> str:
    """Names the double that is open."""
    number = seen(view)["ends"][seen(view)["open"]]
    return f"{number}-{number}"


def your_turn(view: View, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    data = seen(view)
    texts = {choice["touches"][0] for choice in data["moves"]}
    asked = data["asked"]
    if asked == "open":
        if texts == {"pass"}:
            return say("You have no double: hand the opening on")
        if is_train(view):
            return say("Your turn: open the station with {tile}", tile=data["moves"][0]["text"])
        return say("Your turn: set a double")
    if asked == "seek":
        return say(words.YOU_SEEK)
    if asked == "take":
        return say("A 15 was left: draw a tile")
    if asked == "add":
        return say(your_addition(view, texts))
    if data.get("open"):
        double = open_double(view)
        template = N_("{double} is open: play a tile with {number} on it")
        if texts == {"boneyard"}:
            template = N_("You have no {number} for the open {double}: draw a tile")
        elif texts == {"pass"}:
            template = N_("You have no {number} for the open {double}: pass")
        return say(template, double=double, number=double.partition("-")[0])
    if texts == {"boneyard"}:
        if is_train(view):
            return say(words.YOU_DRAW)
        is_second = data["owed"] > 0
        return say(N_("Draw the second tile") if is_second else N_("Nothing fits: draw two tiles"))
    if texts == {"pass"}:
        return say(words.YOU_PASS)
    is_bound = bool(data.get("spell"))
    return say(N_("Spell: play a 13 or a double on it") if is_bound else saying.YOUR_TURN)


def your_addition(view: View, texts: set[str]) -> str:
    """Says what is asked of a seat that may add a tile."""
    if not is_train(view):
        return N_("You left a 14: go again, or stop")
    if not seen(view)["begins"]:
        return N_("You may add a tile to your double, or stop")
    return N_("Nothing matches your train: end your turn") if texts == {"stop"} else N_(
        "Go on with your train"
    )


def ending(view: View, say: Voice) -> list[str]:
    """Says how a round ended, and who won the match if it is won."""
    data = seen(view)
    winner = int(data["winner"])
    template = N_("Nobody can play: the round is over.")
    if data["ending"] == "domino":
        template = N_("{name} goes out.") if is_train(view) else N_(
            "{name} goes out and scores {points}."
        )
    elif winner >= 0:
        template = words.BLOCKED_FOR
    name = say.seat(winner) if winner >= 0 else ""
    said = say(template, name=name, points=data["points"][winner])
    return [said, *saying.match_won(view, say)]


def happened(event: Event, view: View, say: Voice) -> list[str]:
    """Says what one entry of the log tells, and what followed from it."""
    name = say.seat(event.seat)
    if event.draws:
        return [saying.drawn(name, event.text, say)]
    if event.passes:
        said = [say(
            N_("{name} has no double and hands the opening on.") if event.opening
            else N_("{name}: “pass”."),
            name=name,
        )]
    elif event.text == "stop":
        said = [say("{name} stops.", name=name)]
    else:
        said = [laid(event, view, say)]
    if event.opened:
        said.append(say("{double} is open and must be answered.", double=event.opened))
    followed = [*event.marker, *event.powers]
    return said + [say(template, name=say.seat(seat)) for template, seat in followed]


def laid(event: Event, view: View, say: Voice) -> str:
    """Says which tile was laid where."""
    tile, _, arm = event.text.partition("@")
    name = say.seat(event.seat)
    if not arm:
        return say(
            N_("{name} opens the station with {tile}.") if is_train(view)
            else N_("{name} starts with {tile}."),
            name=name, tile=tile,
        )
    number = int(arm[1:])
    owner = say.seat(number - 1)
    is_own = arm[0] == "T" and number - 1 == event.seat
    templates = {
        "M": (
            N_("{name} lays {tile} on siding {number}."),
            N_("{name} begins siding {number} with {tile}."),
        ),
        "L": (
            N_("{name} lays {tile} on leg {number}."), N_("{name} begins leg {number} with {tile}.")
        ),
        "T": (
            N_("{name} lays {tile} on {owner}'s train."),
            N_("{name} begins {owner}'s train with {tile}."),
        ),
    }
    if is_own:
        templates["T"] = (
            N_("{name} lays {tile} on their own train."),
            N_("{name} begins their train with {tile}."),
        )
    return say(templates[arm[0]][event.begins], name=name, tile=tile, number=number, owner=owner)


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a line for each event."""
    said = [" ".join(happened(event, view, say)) for event in events(view)]
    if view.over:
        said += ending(view, say)
        said += [
            say(
                "{name}: {gain} in this round, {total} in all.", name=say.seat(seat),
                gain=say(saying.POINTS, points=seen(view)["points"][seat]), total=view.scores[seat],
            )
            for seat in range(len(view.scores))
        ]
    return said


def news(view: View, say: Voice) -> str:
    """Says what happened last, several draws of one seat as one."""
    if view.over:
        return ending(view, say)[0]
    return words.latest(
        events(view), say, words.DRAWS_SEVERAL, lambda last: " ".join(happened(last, view, say))
    )


def calls(view: View, past: list[Event], say: Voice) -> dict[int, str]:
    """Finds what has just been called: the last domino, or Domino."""
    if seen(view)["ending"] == "domino":
        return {seen(view)["winner"]: say(words.CALL_DOMINO)}
    for event in reversed(past):
        if event.lays:
            return {event.seat: say("Last domino!")} if event.last_tile else {}
    return {}


def badges(view: View, past: list[Event], say: Voice) -> dict[int, list[Badge]]:
    """Finds for each seat its marker, its last pass and its last draws."""
    played = [event for event in past if not (event.opening and event.passes)]
    found = words.badges_of(played, int(view.game.players), say)
    fresh = past[-1].marker if past else []
    for seat in seen(view).get("marked", []):
        found[seat].insert(0, Badge(say(MARKER), say(MARKER), (GETS_MARKER, seat) in fresh))
    return found


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    if kind == "end":
        return say("Open") if what == "start" else line_name(what, view, say)
    if kind == "pass" and seen(view)["asked"] == "open":
        return say("Hand on the opening")
    plain = {"pass": words.LABEL_PASS, "stop": N_("Stop"), "boneyard": saying.LABEL_BONEYARD}
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        return saying.spoken_tile(what, say)
    if kind == "end":
        if what == "start":
            return say(words.SPOKEN_START)
        told = say(
            "{line}, open {number}", line=line_name(what, view, say),
            number=say(saying.NUMBERS[seen(view)["ends"][what]]),
        )
        signs = [say(sign) for sign in signs_of(what, view)]
        return ", ".join([told, *signs])
    if kind == "boneyard":
        return say(saying.SPOKEN_BONEYARD, count=saying.boneyard_count(view))
    return label(touch, view, say)


def signs_of(arm: str, view: View) -> list[str]:
    """Lists what a line carries: a marker, an open double, a spell, or nothing at all yet."""
    data = seen(view)
    carried = {
        NOT_BEGUN: arm[0] == "T" and is_new(arm, view),
        MARKER: arm[0] == "T" and int(arm[1:]) - 1 in data["marked"],
        OPEN_DOUBLE: data.get("open") == arm, SPELL: data.get("spell") == arm,
    }
    return [sign for sign, is_there in carried.items() if is_there]


def in_words(view: View, say: Voice) -> str:
    """Says how many tiles lie on the table and what is open."""
    if not seen(view)["line"]:
        return say(words.NO_LINE)
    return say(
        plural(
            "{count} tile lies on the table; open: {numbers}.",
            "{count} tiles lie on the table; open: {numbers}.",
        ),
        count=len(seen(view)["line"]),
        numbers=", ".join(
            f"{line_name(arm, view, say)} {number}" for arm, number in seen(view)["ends"].items()
        ),
    )


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    where = N_("On which train or siding does it go?")
    return {"end": where if is_train(view) else N_("On which leg does it go?")}
