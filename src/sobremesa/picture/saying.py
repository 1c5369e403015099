"""What every family of games says at the table.

A template is marked by `N_`, so that translators find it, and filled in after translation.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, wraps
from typing import Any, Final, NamedTuple, TypeVar

from sobremesa.core.game import View
from sobremesa.core.views import count_of, seen
from sobremesa.core.wording import Template, plural

Say = Callable[[str], str]
Names = Sequence[str] | None
T = TypeVar("T")


@cache
def N_(words: str) -> Template:
    """Marks a template for translation; `plural` does so for one whose words go by a number."""
    return Template(words)


class Voice:
    """Says sentences in a language, and calls the seats by their names.

    >>> Voice(str, ["Ana"])("{name} draws {tile}.", name="Ana", tile="6-4")
    'Ana draws 6-4.'
    """

    def __init__(self, say: Say = str, names: Names = None) -> None:
        self.say = say
        self.names = names

    def __call__(self, words: str, /, **fields: Any) -> str:
        """Says a sentence, filled in."""
        if not fields:
            return self.say(words)
        values = tuple(fields.values())
        template = words if isinstance(words, Template) else None
        how = (template.many, template.one, template.by) if template else (words, "", "count")
        try:
            return filled(self.say, how, tuple(fields), values, tuple(map(type, values)))
        except TypeError:
            return told(self.say, *how).format(**fields)

    def seat(self, seat: int) -> str:
        """Names a seat."""
        if self.names is not None and seat < len(self.names):
            return self.names[seat]
        return self(SEAT, number=seat + 1)


PLAIN: Final = Voice()
SEAT: Final = N_("Seat {number}")


@lru_cache(maxsize=16384)
def filled(
    say: Say, how: tuple[str, str, str], fields: tuple[str, ...], values: tuple[Any, ...],
    kinds: tuple[type, ...],
) -> str:
    """Fills a sentence in that is said again and again; by their kinds a name is told from the
    same name of whoever is spoken to."""
    return told(say, *how).format(**dict(zip(fields, values, strict=True)))


@lru_cache(maxsize=4096)
def told(say: Say, many: str, one: str = "", by: str = "count") -> str:
    """Finds the words for a template in a language."""
    return say(Template(many, one, by))


def once(read: Callable[[View], T]) -> Callable[[View], T]:
    """Reads a view once for all that is drawn and said of it in a row."""
    last: list[tuple[View, Any, T]] = []

    @wraps(read)
    def found(view: View) -> T:
        known = last[-1:]
        if not known or known[0][0] is not view or known[0][1] is not view.data:
            known = [(view, view.data, read(view))]
            last[:] = known
        return known[0][2]

    return found


NUMBERS: Final = [
    N_("blank"), N_("one"), N_("two"), N_("three"), N_("four"), N_("five"), N_("six"),
    N_("seven"), N_("eight"), N_("nine"), N_("ten"), N_("eleven"), N_("twelve"),
    N_("thirteen"), N_("fourteen"), N_("fifteen"),
]

TILES_LEFT: Final = plural("{count} tile", "{count} tiles")
POINTS: Final = plural("{points} point", "{points} points", by="points")
PIPS: Final = plural("{pips} pip", "{pips} pips", by="pips")
BONEYARD: Final = N_("Boneyard")
YOUR_HAND: Final = N_("Your hand")
NOTHING: Final = N_("nothing")
YOUR_TURN: Final = N_("Your turn")
IS_TO_PLAY: Final = N_("{name} is to play")
HAND_TO: Final = N_("Hand {number} · first to {target}")
DRAWS: Final = N_("{name} draws a tile.")
DRAWS_TILE: Final = N_("{name} draws {tile}.")
LABEL_BONEYARD: Final = N_("Draw a tile")
SPOKEN_BONEYARD: Final = plural(
    "boneyard, {count} tile: draw it", "boneyard, {count} tiles: draw one"
)
WINS_MATCH: Final = plural(
    "{name} wins the match with {points} point.",
    "{name} wins the match with {points} points.", by="points",
)
WIN_TOGETHER: Final = plural(
    "{names} win the match with {points} point.",
    "{names} win the match with {points} points.", by="points",
)
SHARE_MATCH: Final = plural(
    "{names} share the match with {points} point each.",
    "{names} share the match with {points} points each.", by="points",
)


def halves(tile: str) -> tuple[int, int]:
    """Splits the name of a tile into its numbers.

    >>> halves("6-4@W")
    (6, 4)
    """
    high, _, low = tile.partition("@")[0].partition("-")
    return int(high), int(low)


def is_double(tile: str) -> bool:
    """Tells whether a tile is a double.

    >>> is_double("12-12"), is_double("12-1")
    (True, False)
    """
    one, other = halves(tile)
    return one == other


def cell_at(place: str) -> tuple[int, int]:
    """Reads a cell.

    >>> cell_at("-2,12")
    (-2, 12)
    """
    one, _, other = place.partition(",")
    return int(one), int(other)


def played(text: str) -> tuple[str, str, str]:
    """Splits a play into the tile, its arm and the half by which it is said to be joined.

    >>> played("6-1@W:6"), played("6-6")
    (('6-1', 'W', '6'), ('6-6', '', ''))
    """
    name, _, place = text.partition("@")
    arm, _, half = place.partition(":")
    return name, arm, half


def touched(view: View, kind: str) -> set[str]:
    """Lists what some move touches of a kind, without the kind."""
    return {
        touch.partition(":")[2] for choice in seen(view)["moves"] for touch in choice["touches"]
        if touch.startswith(f"{kind}:")
    }


def boneyard_count(view: View) -> int:
    """Counts what is left to draw, which lies open once the round is over."""
    return count_of(seen(view)["boneyard"])


def pips(tiles: list[str]) -> int:
    """Adds up the pips of a hand.

    >>> pips(["6-4", "1-0"])
    11
    """
    return sum(sum(halves(tile)) for tile in tiles)


def signed(points: int) -> str:
    """Writes what a hand brought.

    >>> signed(3), signed(-1)
    ('+3', '−1')
    """
    return f"+{points}" if points >= 0 else f"−{-points}"


def whole(points: int) -> str:
    """Writes where somebody stands, who may have fewer points than none.

    >>> whole(3), whole(-1)
    ('3', '−1')
    """
    return str(points) if points >= 0 else f"−{-points}"


def in_a_row(parts: Sequence[str], say: Voice) -> str:
    """Joins what may hold commas itself; languages space what stands between differently.

    >>> in_a_row(["one, two", "three"], PLAIN)
    'one, two; three'
    """
    joined = parts[0]
    for part in parts[1:]:
        joined = say(N_("{before}; {after}"), before=joined, after=part)
    return joined


def tiles_left(count: int, say: Voice) -> str:
    """Says how many tiles there are."""
    return say(TILES_LEFT, count=count)


def drawn(name: str, text: str, say: Voice) -> str:
    """Says what an entry of the log drew, if that may be known: `+6-4`, or `+?`."""
    template = DRAWS if text == "+?" else DRAWS_TILE
    return say(template, name=name, tile=text[1:])


def side_name(view: View, seat: int, say: Voice) -> str:
    """Names a seat, or it and its partner."""
    partners = [
        say.seat(other) for other in range(int(view.game.players))
        if view.game.side_of(other) == view.game.side_of(seat)
    ]
    return partners[0] if len(partners) == 1 else say(
        "{one} and {other}", one=partners[0], other=partners[1]
    )


def match_won(view: View, say: Voice) -> list[str]:
    """Says who has won the match, or shares it; nothing while it goes on."""
    winners = seen(view)["winners"]
    if not winners:
        return []
    told = [say.seat(seat) for seat in winners]
    points = view.scores[winners[0]]
    if len(told) == 1:
        return [say(WINS_MATCH, name=told[0], points=points)]
    if len({view.game.side_of(seat) for seat in winners}) == 1:
        return [say(WIN_TOGETHER, names=side_name(view, winners[0], say), points=points)]
    return [say(SHARE_MATCH, names=", ".join(told), points=points)]


def spoken_tile(tile: str, say: Voice) -> str:
    """Says a tile in words.

    >>> spoken_tile("6-4", PLAIN)
    'tile six-four'
    """
    return in_language(tile, say.say)


@lru_cache(maxsize=2048)
def in_language(tile: str, say: Say) -> str:
    """Says a tile in the words of a language."""
    high, low = halves(tile)
    if is_double(tile):
        return say(N_("tile double {number}")).format(number=say(NUMBERS[high]))
    return say(N_("tile {high}-{low}")).format(high=say(NUMBERS[high]), low=say(NUMBERS[low]))


class Badge(NamedTuple):
    """A small sign at a seat, a shorter one, and whether it tells what just happened."""

    text: str
    short: str
    now: bool
