"""What is said at the table of a line game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Final, TypeVar

from sobremesa.core.game import NOBODY, View
from sobremesa.core.views import face_up
from sobremesa.core.wording import plural
from sobremesa.families.lines.game import LineGame
from sobremesa.families.lines.line import Line
from sobremesa.families.lines.views import seen
from sobremesa.picture import saying
from sobremesa.picture.saying import N_, Badge, Voice

SIDES: Final = {"W": N_("west"), "E": N_("east"), "N": N_("north"), "S": N_("south")}

SHORT_ENDS: Final = {"N": N_("north of {tile}"), "S": N_("south of {tile}")}

# How a log writes that a seat passed.
PASS: Final = "/"
# The sign of the tiles that fit everywhere.
WILD: Final = "✦"

NO_LINE: Final = N_("The line is empty.")

ASIDE: Final = N_("Set aside")
OPEN_ENDS: Final = N_("Open")
LINE: Final = N_("Line")
SPINNER: Final = N_("Spinner")

PASSED: Final = N_("pass")
CALL_DOMINO: Final = N_("Domino!")

YOU_DRAW: Final = N_("Nothing fits: draw a tile")
YOU_PASS: Final = N_("Nothing fits: pass")
YOU_SEEK: Final = N_("Nobody has a double: draw a tile")
IS_TO_SEEK: Final = N_("Nobody has a double: {name} draws")

DRAWS_SEVERAL: Final = plural("{name} draws {count} tile.", "{name} draws {count} tiles.")
BLOCKED_FOR: Final = N_("The hand is blocked; {name} gains {points}.")
BLOCKED_FOR_BOTH: Final = N_("The hand is blocked; {names} gain {points}.")
COUNTERS: Final = plural("{points} counter", "{points} counters", by="points")

LABEL_PASS: Final = N_("Pass")

# An end by the side of the picture on which it lies; without a picture it lies on none.
END_ON: Final = {
    "": N_("end"), "left": N_("left end"), "right": N_("right end"), "upper": N_("upper end"),
    "lower": N_("lower end"), "upper left": N_("upper left end"),
    "upper right": N_("upper right end"), "lower left": N_("lower left end"),
    "lower right": N_("lower right end"),
}
SPOKEN_START: Final = N_("the place for the first tile")


def rules_of(view: View) -> LineGame:
    """Gives the rules of a view's game, which says what fits."""
    game = view.game
    assert isinstance(game, LineGame)
    return game


def calls_tiddle_a_wink(view: View) -> bool:
    """Tells whether somebody who goes out says so by the game's own name, not by "Domino"."""
    return type(rules_of(view)).OUT_CALL == "tiddle-a-wink"


@dataclass
class Moment:
    """One entry of the log, with the open numbers that its seat faced and what they asked for."""

    seat: int
    text: str
    made: int
    open_numbers: list[int]
    wanted: list[str]
    # The open number to which a tile was joined.
    number: int = NOBODY

    @property
    def lays(self) -> bool:
        """Whether a tile was laid."""
        return self.text[0].isdigit()

    @property
    def draws(self) -> bool:
        """Whether a tile was drawn."""
        return self.text.startswith("+")

    @property
    def passes(self) -> bool:
        """Whether the seat passed."""
        return self.text == PASS

    @property
    def numbers(self) -> str:
        """The open numbers, as they are said."""
        return "|".join(str(number) for number in self.open_numbers)

    @property
    def lacks(self) -> str:
        """What the seat lacked if it passed, as a badge shows it."""
        return "|".join(self.wanted)


M = TypeVar("M", bound=Moment)


@saying.once
def moments(view: View) -> list[Moment]:
    """Reads the log, and finds the open numbers at every entry."""
    game = rules_of(view)
    table = game.shadow(view)
    found: list[Moment] = []
    for seat, text, made in view.log:
        numbers = table.line.numbers(table.reach(seat))
        wanted = [str(number) for number in table.line.wanted(table.reach(seat))]
        if table.line.wild_left:
            wanted.append(WILD)
        arm, names = saying.played(text)[1], table.rules.arm_names
        joined = int(table.line.ends[names.index(arm)]) if arm and arm in names else NOBODY
        found.append(Moment(seat, text, made, numbers, wanted, joined))
        table.follow(seat, game.move_of(text))
    return found


def gains(view: View) -> list[int]:
    """Finds what each seat gained when the hand was settled, without the points of play."""
    gained = [int(points) for points in seen(view)["points"]]
    side_of = view.game.side_of
    for mover, _, made in view.log:
        for seat in range(len(gained)):
            gained[seat] -= made if side_of(seat) == side_of(mover) else 0
    return gained


def stage(view: View, say: Voice) -> str:
    """Says which hand is played, and for what."""
    data = seen(view)
    if "pool" in data:
        return say(
            "Hand {number} of {hands} · pool {pool}", number=data["number"],
            hands=int(view.game.last_round), pool=data["pool"],
        )
    return say(saying.HAND_TO, number=data["number"], target=data["options"]["target"])


def is_tree(view: View) -> bool:
    """Tells whether every double is a spinner, so that the line is a tree (MUGGINS-R26)."""
    return seen(view)["options"].get("spinner") == "every"


def line_of(view: View) -> Line:
    """Lays the line of a view anew."""
    table = rules_of(view).bare_round()
    table.lay_all(seen(view)["line"])
    return table.line


def side_of(arm: str, say: Voice) -> str:
    """Names an arm by its side or, in a tree, by the double that it leaves and the side."""
    if arm in SIDES:
        return say(SIDES[arm])
    return say(SHORT_ENDS[arm[0]], tile=f"{arm[1:]}-{arm[1:]}")


def is_branching(view: View) -> bool:
    """Tells whether the lead still waits for its branches, as in Sebastopol."""
    return 0 < len(seen(view)["line"]) <= type(rules_of(view)).BRANCHES


def open_arms(view: View) -> list[str]:
    """Lists the ends at which tiles are laid now: while Sebastopol's branches are begun, the
    free sides of the double six."""
    begun = {saying.played(text)[1] for text in seen(view)["line"]}
    return [arm for arm in seen(view)["ends"] if not is_branching(view) or arm not in begun]


def is_wild(tile: str, view: View) -> bool:
    """Tells whether a tile fits everywhere."""
    return rules_of(view).fits_everywhere(tile)


def wanted_at(arm: str, view: View) -> str:
    """Says what an open end asks for: its number, another one, or a wild tile only."""
    number = rules_of(view).asked_by(seen(view)["ends"][arm])
    return str(number) if number >= 0 else WILD


def end_sign(arm: str, view: View, say: Voice) -> str:
    """Writes the number of an open end: with what it asks for if that is another, and whether
    it is a double where that counts."""
    number = seen(view)["ends"][arm]
    if "joined" in seen(view):
        wanted = wanted_at(arm, view)
        asking = N_("{number} asks for a matador") if wanted == WILD else N_(
            "{number} asks for {wanted}"
        )
        return say(asking, number=number, wanted=wanted)
    if arm in seen(view).get("double_ends", []):
        return say("{number} double", number=number)
    return str(number)


def headline(view: View, say: Voice) -> str:
    """Says in one sentence whose turn it is and what is asked, or how the hand ended."""
    data = seen(view)
    if view.over:
        return ending(view, say)[-1]
    asked = data.get("asked", "play")
    if view.turn == view.seat:
        return your_turn(view, asked, say)
    playing = saying.IS_TO_PLAY if data["line"] else N_("{name} is to lead")
    if is_branching(view):
        playing = N_("{name} is to play on {double}")
    simple = {
        "claim": N_("{name} may claim"), "call": N_("{name} may call Muggins"),
        "seek": IS_TO_SEEK, "add": N_("{name} may add a tile"),
    }
    told = simple.get(asked, playing)
    return say(told, name=say.seat(view.turn), **started(view))


def started(view: View) -> dict[str, str]:
    """Names the double whose branches are begun, if they are."""
    return {"double": saying.played(seen(view)["line"][0])[0]} if is_branching(view) else {}


def your_turn(view: View, asked: str, say: Voice) -> str:
    """Says what is asked of the seat that looks on."""
    data = seen(view)
    if asked == "call":
        return say("Call Muggins on {name}?", name=say.seat(data["layer"]))
    simple = {
        "claim": N_("What do you claim?"), "seek": YOU_SEEK,
        "add": N_("Add another tile, or end your turn"),
    }
    if asked in simple:
        return say(simple[asked])
    if not data["line"]:
        is_free = data["options"].get("starts_with") == "any_tile"
        lead = "" if is_free else data.get("lead", "")
        return say("Your turn: lead {tile}", tile=lead) if lead else say("Your turn: lead a tile")
    texts = {choice["touches"][0] for choice in data["moves"]}
    if texts == {"boneyard"}:
        return say(YOU_DRAW)
    if texts == {"pass"}:
        return say(YOU_PASS)
    if "boneyard" in texts and data["options"].get("matador_compulsory") is False:
        tiles = {touch.partition(":")[2] for touch in texts if touch != "boneyard"}
        if all(is_wild(tile, view) for tile in tiles):
            return say("Only a matador fits: play it or draw")
    told = N_("Your turn: lay a tile on {double}") if is_branching(view) else saying.YOUR_TURN
    return say(told, **started(view))


def ending(view: View, say: Voice) -> list[str]:
    """Says how a hand ended, and who won the match if it is won."""
    data = seen(view)
    winner = int(data["winner"])
    name = say.seat(winner) if winner >= 0 else ""
    if "pool" in data:
        return pool_ending(view, say)
    said: list[str] = []
    if data["ending"] == "domino":
        goes = N_(
            "{name}: “Tiddle-a-Wink!”, and scores {points}."
        ) if calls_tiddle_a_wink(view) else N_("{name} goes domino and scores {points}.")
        said.append(say(goes, name=name, points=gains(view)[winner]))
    elif data["ending"] == "target":
        said.append(say("{name} reaches {target}.", name=name, target=data["options"]["target"]))
    elif winner >= 0:
        gain = BLOCKED_FOR_BOTH if rules_of(view).has_partners() else BLOCKED_FOR
        both = saying.side_name(view, winner, say)
        said.append(say(gain, name=name, names=both, points=gains(view)[winner]))
    else:
        said.append(say("The hand is blocked."))
    return said + saying.match_won(view, say)


def pool_ending(view: View, say: Voice) -> list[str]:
    """Says who took the pool, and who won the session if it is over."""
    data = seen(view)
    takers = [say.seat(seat) for seat, gain in enumerate(data["takings"]) if gain > 0]
    template = N_("The hand is blocked; {names} share the pool of {pool}.")
    if data["ending"] == "domino":
        template = N_("{name}: “Tiddle-a-Wink!”, and takes the pool of {pool}.")
    elif len(takers) == 1:
        template = N_("The hand is blocked; {name} takes the pool of {pool}.")
    elif not takers:
        template = N_("The hand is blocked; the pool of {pool} stays for the next hand.")
    said = [say(template, name="".join(takers[:1]), names=", ".join(takers), pool=data["pool"])]
    if data["closed"]:
        said.append(say("Not everybody can pay another stake: the session ends."))
    won = [say.seat(seat) for seat in data["winners"]]
    if won:
        template = plural(
            "{name} wins the session with {points} counter.",
            "{name} wins the session with {points} counters.", by="points",
        ) if len(won) == 1 else plural(
            "{names} share the session with {points} counter each.",
            "{names} share the session with {points} counters each.", by="points",
        )
        said.append(say(template, name=won[0], names=", ".join(won), points=max(view.scores)))
    return said


def settlement(view: View, say: Voice) -> list[str]:
    """Says for each seat what it held, what it gained and where it stands."""
    in_pool = "pool" in seen(view)
    template = N_("{name}: {pips} left, {gain}, {total} in all.") if in_pool else N_(
        "{name}: {pips} left, {gain} in this hand, {total} in all."
    )
    if type(rules_of(view)).DOUBLES_DECIDE and seen(view)["ending"] == "blocked":
        return settled_by_doubles(view, say)
    return [
        say(
            template, name=say.seat(seat), pips=say(saying.PIPS, pips=saying.pips(face_up(hand))),
            gain=say(COUNTERS if in_pool else saying.POINTS, points=seen(view)["points"][seat]),
            total=view.scores[seat],
        )
        for seat, hand in enumerate(seen(view)["hands"])
    ]


def settled_by_doubles(view: View, say: Voice) -> list[str]:
    """Says for each seat what decided the block: pips beside doubles, and who had none."""
    hands = [face_up(hand) for hand in seen(view)["hands"]]
    singles = [[tile for tile in hand if not saying.is_double(tile)] for hand in hands]
    free = [len(single) == len(hand) for single, hand in zip(singles, hands, strict=True)]
    others = (
        N_("{name}: a double in hand, so no win; {gain} in this hand, {total} in all.")
        if any(free) else N_("{name}: {pips} beside doubles; {gain} in this hand, {total} in all.")
    )
    without = N_("{name}: no double, {pips}; {gain} in this hand, {total} in all.")
    return [
        say(
            without if free[seat] else others, name=say.seat(seat),
            pips=say(saying.PIPS, pips=saying.pips(singles[seat])),
            gain=say(saying.POINTS, points=seen(view)["points"][seat]), total=view.scores[seat],
        )
        for seat in range(len(hands))
    ]


def happened(moment: Moment, say: Voice) -> str:
    """Says what one entry of the log tells; empty for what is not worth a sentence."""
    name = say.seat(moment.seat)
    text, made, number = moment.text, moment.made, moment.number
    numbers = moment.numbers if moment.passes else ""
    # A voice that listens has to hear every sentence.
    if type(say) is not Voice:
        return entry_told(say, name, text, made, number, numbers)
    # By its type a name is told from the same name of whoever is spoken to.
    return entry_kept(say.say, name, type(name), text, made, number, numbers)


@lru_cache(maxsize=8192)
def entry_kept(
    find: saying.Say, name: str, kind: type[str], text: str, made: int, number: int, passed: str
) -> str:
    """Says an entry once for all who read the log again and again."""
    return entry_told(Voice(find), name, text, made, number, passed)


def entry_told(
    say: Voice, name: str, text: str, made: int, number: int, passed: str
) -> str:
    """Says an entry; `passed` are the numbers on which a seat passed."""
    if text == "quiet":
        return ""
    if text == ".":
        return say("{name} adds no tile.", name=name)
    if text == PASS:
        return say("{name}: “pass”. Open: {numbers}.", name=name, numbers=passed)
    if text.startswith("+"):
        return saying.drawn(name, text, say)
    if text == "muggins":
        template = N_("{name}: “Muggins!”, and takes {points}.") if made else N_(
            "{name}: “Muggins!”, but there is nothing to take."
        )
        return say(template, name=name, points=made)
    if text.startswith("="):
        return claimed(name, int(text[1:]), made, say)
    return laid(name, text, made, number, say)


def claimed(name: str, points: int, made: int, say: Voice) -> str:
    """Says what was claimed, and whether it counted."""
    if points == 0:
        return say("{name} claims nothing.", name=name)
    return say(
        N_("{name}: “{points}”, and scores {points}.") if made
        else N_("{name}: “{points}”, which does not count."),
        name=name, points=points,
    )


def laid(name: str, text: str, made: int, number: int, say: Voice) -> str:
    """Says which tile was laid, and on which open number."""
    tile, arm, half = saying.played(text)
    if not arm:
        return say(
            N_("{name} leads {tile} and makes {points}.") if made else N_("{name} leads {tile}."),
            name=name, tile=tile, points=made,
        )
    template = N_("{name} lays {tile} on the open {number}.")
    if made:
        template = N_("{name} lays {tile} on the open {number} and makes {points}.")
    elif half:
        template = N_("{name} lays {tile} on the open {number}, joined by the {half}.")
    return say(template, name=name, tile=tile, number=number, points=made, half=half)


def log_lines(view: View, say: Voice) -> list[str]:
    """Says what happened so far, a sentence for each event."""
    said = [happened(moment, say) for moment in moments(view)]
    if view.over:
        said += ending(view, say) + settlement(view, say)
    return [sentence for sentence in said if sentence]


def news(view: View, say: Voice) -> str:
    """Says what happened last, several draws of one seat as one."""
    if view.over:
        return ending(view, say)[0]
    # Saying nothing is no news: what was laid is.
    past = [*moments(view)]
    while past and past[-1].text in ("quiet", "=0"):
        past.pop()
    return latest(past, say, DRAWS_SEVERAL, lambda last: happened(last, say))


def latest(past: Sequence[M], say: Voice, several: str, tell: Callable[[M], str]) -> str:
    """Tells the last entry of a log, or by `several` how many tiles one seat drew just now."""
    if not past:
        return ""
    last = past[-1]
    drawn = [*takewhile(lambda one: one.draws and one.seat == last.seat, reversed(past))]
    if len(drawn) > 1:
        return say(several, name=say.seat(last.seat), count=len(drawn))
    return tell(last)


def calls(view: View, past: Sequence[Moment], say: Voice) -> dict[int, str]:
    """Finds what each seat has called since the last tile was laid: a number, Muggins, Domino."""
    called: dict[int, str] = {}
    for moment in past:
        if moment.lays:
            called = {moment.seat: str(moment.made)} if moment.made else {}
        elif moment.text == "muggins":
            called[moment.seat] = say("Muggins!")
        elif moment.text.startswith("=") and moment.text != "=0":
            called[moment.seat] = moment.text[1:]
    if seen(view)["ending"] == "domino":
        out = N_("Tiddle-a-Wink!") if calls_tiddle_a_wink(view) else CALL_DOMINO
        called[seen(view)["winner"]] = say(out)
    return called


def badges_of(
    past: Sequence[Moment], players: int, say: Voice, passed_at: str = N_("pass {numbers}")
) -> dict[int, list[Badge]]:
    """Finds the last pass and the last draws of each seat in what happened."""
    passed: dict[int, Badge] = {}
    drew: dict[int, int] = {}
    drawing = NOBODY
    for moment in past:
        if moment.lays:
            passed = {seat: badge._replace(now=False) for seat, badge in passed.items()}
        if moment.draws:
            drew[moment.seat] = drew.get(moment.seat, 0) + 1 if drawing == moment.seat else 1
            drawing = moment.seat
        elif moment.lays or moment.passes:
            if drawing != moment.seat:
                drew[moment.seat] = 0
            drawing = NOBODY
        if moment.passes:
            long, short = (passed_at, N_("no {numbers}")) if moment.lacks else (PASSED, PASSED)
            passed[moment.seat] = Badge(
                say(long, numbers=moment.lacks), say(short, numbers=moment.lacks), True
            )
    found: dict[int, list[Badge]] = {}
    for seat in range(players):
        found[seat] = [passed[seat]] if seat in passed else []
        if drew.get(seat):
            told = say("drew {count}", count=drew[seat])
            found[seat].append(Badge(told, f"+{drew[seat]}", drawing == seat))
    return found


def label(touch: str, view: View, say: Voice) -> str:
    """Says what a button for a touch shows."""
    kind, _, what = touch.partition(":")
    if kind == "claim":
        return say("Claim nothing") if what == "0" else say("Claim {points}", points=what)
    if kind == "half":
        return say("Join by the {half}", half=what)
    if kind == "end":
        if what == "start":
            return say("Lead")
        return say(
            "At {tile}, open {number}", tile=tile_at(what, view), number=seen(view)["ends"][what]
        )
    plain = {
        "pass": LABEL_PASS, "muggins": N_("Muggins!"), "quiet": N_("Let it pass"),
        "boneyard": saying.LABEL_BONEYARD, "done": N_("End turn"),
    }
    return say(plain[kind]) if kind in plain else what


def spoken(touch: str, view: View, say: Voice) -> str:
    """Says what a screen reader tells of a thing that can be touched."""
    kind, _, what = touch.partition(":")
    if kind == "tile":
        if is_wild(what, view):
            return say("{tile}, a matador", tile=saying.spoken_tile(what, say))
        return saying.spoken_tile(what, say)
    if kind == "end":
        return say(SPOKEN_START) if what == "start" else spoken_end(what, view, say)
    if kind == "boneyard":
        return say(saying.SPOKEN_BONEYARD, count=saying.boneyard_count(view))
    return label(touch, view, say)


def spoken_end(arm: str, view: View, say: Voice, side: str = "") -> str:
    """Says where an end is, what it shows and, where that is another number, asks for."""
    number = seen(view)["ends"][arm]
    wanted = wanted_at(arm, view)
    template = N_(
        "{end} at {tile}, open {number}, closed by a blank: only a matador fits"
    ) if wanted == WILD else N_("{end} at {tile}, open {number}, asks for {wanted} or a matador")
    if wanted == str(number) and "joined" not in seen(view):
        template = N_("{end} at {tile}, open {number}")
    return say(
        template, end=say(END_ON[side]), tile=tile_at(arm, view), number=number,
        wanted=wanted if wanted != WILD else "",
    )


def tile_at(arm: str, view: View) -> str:
    """Names the tile that lies at an end; ends are told apart by it, however they are drawn."""
    line = seen(view)["line"]
    for text in reversed(line):
        name, place, _ = saying.played(text)
        if place == arm:
            return name
    if is_tree(view) and arm not in SIDES:
        return f"{arm[1:]}-{arm[1:]}"
    first = seen(view)["spinner"] if arm in ("N", "S") else 0
    return saying.played(line[max(first, 0)])[0]


def fresh_of(past: Sequence[Moment], viewer: int) -> set[str]:
    """Finds the tile laid last, and the tiles that the viewer has just drawn."""
    laid = next((moment for moment in reversed(past) if moment.lays), None)
    drawn = takewhile(lambda moment: moment.draws and moment.seat == viewer, reversed(past))
    found = {moment.text[1:] for moment in drawn}
    return found | {laid.text.partition("@")[0]} if laid is not None else found


def asks(view: View) -> dict[str, str]:
    """Says what is asked by each kind of touch that can follow another."""
    return {"end": N_("At which end does it go?"), "half": N_("By which half is it joined?")}


def in_words(view: View, say: Voice) -> str:
    """Says how long the line is and what is open."""
    count, numbers = len(seen(view)["line"]), ", ".join(open_numbers(view, say))
    template = plural(
        "The line has {count} tile; open: {numbers}.",
        "The line has {count} tiles; open: {numbers}.",
    ) if count else NO_LINE
    return say(template, count=count, numbers=numbers)


def open_numbers(view: View, say: Voice) -> list[str]:
    """Lists the open numbers, one for each arm."""
    return [end_sign(arm, view, say) for arm in open_arms(view)]
