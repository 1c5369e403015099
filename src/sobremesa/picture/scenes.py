"""A picture as a scene: the things on a table, where each lies, and two ways to write them.

A family lays out nodes. `svg` writes a scene whole, every face once as a symbol; `difference`
writes what came, changed, moved and went between two scenes. What can be touched is looked up
in the scene, never in what was written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from sobremesa.picture import style


@lru_cache(maxsize=16384)
def num(value: float) -> str:
    """Writes a number with at most two decimals, the same everywhere.

    >>> num(3.0), num(2.504), num(-0.001)
    ('3', '2.5', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def printable(text: str) -> str:
    """Leaves out what cannot be seen."""
    return text if text.isprintable() else "".join(sign for sign in text if sign.isprintable())


@lru_cache(maxsize=4096)
def clean(text: str) -> str:
    """Makes a text fit for XML."""
    return escape(printable(text))


@lru_cache(maxsize=4096)
def attr(text: str) -> str:
    """Makes a text fit for an attribute, quotes included."""
    return quoteattr(printable(text))


class Symbol(NamedTuple):
    """A face that is drawn once and used wherever it is seen; `made_of` are the faces in it."""

    name: str
    markup: str
    made_of: tuple[Symbol, ...] = ()

    def use(self, y: float = 0.0) -> str:
        """Writes the face where it is seen, which may be lower."""
        lower = f' y="{num(y)}"' if y else ""
        return f'<use href="#{self.name}"{lower}/>'


class Place(NamedTuple):
    """Where the middle of a thing lies, how it is turned, and how large it is."""

    x: float
    y: float
    turn: int = 0
    scale: float = 1.0

    def text(self) -> str:
        """Writes the place as a transform.

        >>> Place(3, 4.5, 90, 0.5).text()
        'translate(3 4.5) rotate(90) scale(0.500)'
        """
        turned = f" rotate({self.turn})" if self.turn else ""
        sized = f" scale({self.scale:.3f})" if self.scale != 1.0 else ""
        return f"translate({num(self.x)} {num(self.y)}){turned}{sized}"


@dataclass(frozen=True, slots=True)
class Node:
    """A thing on the table.

    `id` stays the same while the thing does, so that a page can move it. With `touch` it can be
    touched, and `label` is what a screen reader says of it. `state` are the classes that say
    what it is and how it stands; `more` are attributes for the page. What is drawn again and
    again is `fixed`, and written once.
    """

    id: str = ""
    inside: Drawn = ()
    state: str = ""
    at: Place | None = None
    touch: str = ""
    label: str = ""
    more: dict[str, str] = field(default_factory=dict)
    fixed: bool = False
    written: list[Writer] = field(default_factory=list, init=False, repr=False, compare=False)

    def attributes(self, *, still: bool = False) -> str:
        """Writes all but its place; a `still` picture has nothing to touch."""
        written = f' id="{self.id}"' if self.id else ""
        state = "touch " + self.state if self.touch and not still else self.state
        if state:
            written += f' class="{state.strip()}"'
        if self.touch and not still:
            written += f" data-touch={attr(self.touch)}"
        if self.label:
            role = "button" if self.touch and not still else "img"
            written += f' role="{role}" aria-label={attr(self.label)}'
        return written + "".join(f" {name}={attr(value)}" for name, value in self.more.items())

    def place(self) -> str:
        """Writes its place, which may be where its group is."""
        return self.at.text() if self.at is not None else ""


# What is drawn: finished markup, a face, a thing, or several of these one over the other.
Drawn = str | Symbol | Node | Sequence["Drawn"]


def group(state: str, inside: Drawn, id: str = "", **more: str) -> Node:
    """Gathers what belongs together."""
    return Node(id, inside, state, more=more)


class Shelf:
    """Keeps the things that were drawn last, so that what looks the same in the next picture, or
    in that of somebody else, is drawn and written once."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.kept: OrderedDict[Hashable, Node] = OrderedDict()

    def find(self, key: Hashable, draw: Callable[[], Node]) -> Node:
        """Finds a thing by all that its look depends on, or draws it."""
        found = self.kept.get(key)
        if found is None:
            found = self.kept[key] = replace(draw(), fixed=True)
            if len(self.kept) > self.room:
                self.kept.popitem(last=False)
        else:
            self.kept.move_to_end(key)
        return found


def nodes_in(drawn: Drawn) -> Iterator[Node]:
    """Gives every thing of a drawing, the outer before the inner."""
    if isinstance(drawn, Node):
        yield drawn
        yield from nodes_in(drawn.inside)
    elif not isinstance(drawn, str | Symbol):
        for one in drawn:
            yield from nodes_in(one)


class Shell(NamedTuple):
    """A thing written apart: its attributes, what is inside, and its place."""

    attributes: str
    inside: str
    place: str

    def text(self) -> str:
        """Writes it as one element."""
        where = f' transform="{self.place}"' if self.place else ""
        return f"<g{self.attributes}{where}>{self.inside}</g>"


class Writer:
    """Writes a drawing, and keeps the faces that it used and what can be touched in it.

    `apart` has things with an id written apart: where they stand a mark is left, `<i n="id"/>`.
    """

    def __init__(self, *, still: bool = False, apart: bool = False) -> None:
        self.still = still
        self.apart = apart
        self.symbols: dict[str, str] = {}
        self.shells: dict[str, Shell] = {}
        self.touches: dict[str, Node] = {}

    def write(self, drawn: Drawn) -> str:
        """Writes a drawing as markup."""
        if isinstance(drawn, str):
            return drawn
        if isinstance(drawn, Node):
            return self.node(drawn)
        if isinstance(drawn, Symbol):
            self.keep(drawn)
            return drawn.use()
        return "".join([
            one if isinstance(one, str) else self.node(one) if isinstance(one, Node)
            else self.write(one) for one in drawn
        ])

    def keep(self, symbol: Symbol) -> None:
        """Keeps a face, and those it is made of."""
        if symbol.name not in self.symbols:
            for part in symbol.made_of:
                self.keep(part)
            self.symbols[symbol.name] = symbol.markup

    def node(self, node: Node) -> str:
        """Writes a thing, or its mark where it is written apart."""
        if self.apart and node.fixed:
            written = node.written[0] if node.written else self.fixed(node)
            self.symbols.update(written.symbols)
            self.shells.update(written.shells)
            if written.touches:
                self.touches.update(written.touches)
            return f'<i n="{node.id}"/>'
        shell = Shell(node.attributes(still=self.still), self.inside(node), node.place())
        if self.apart and node.id:
            self.shells[node.id] = shell
            return f'<i n="{node.id}"/>'
        return shell.text()

    def inside(self, node: Node) -> str:
        """Writes what is in a thing, and how it is called if it can be touched."""
        if node.touch:
            self.touches[node.touch] = node
        if node.more:
            for turn in node.more.get("data-turns", "").split():
                self.touches[turn] = node
        inside = self.write(node.inside)
        if node.touch and not self.still and node.label:
            return f"<title>{clean(node.label)}</title>{inside}"
        return inside

    def fixed(self, node: Node) -> Writer:
        """Writes a thing that stays as it is apart, with the faces and things in it."""
        if not node.written:
            writer = Writer(apart=True)
            inside = writer.inside(node)
            writer.shells[node.id] = Shell(node.attributes(), inside, node.place())
            node.written.append(writer)
        return node.written[0]


# The part of a picture that a gallery shows (x, y, width, height), or how it is found.
Part = tuple[float, float, float, float]
Crop = Part | Callable[[Drawn], Part | None] | None


@dataclass(frozen=True)
class Scene:
    """A table as one seat sees it.

    `title` and `told` describe it to those who cannot see it. `middle` is the part that a
    gallery shows; without it, all.
    """

    width: float
    height: float
    shape: str
    title: str
    told: str
    drawn: Drawn
    middle: Crop = None

    @property
    def size(self) -> tuple[str, float, float]:
        """The shape of the picture, and how wide and high it is."""
        return self.shape, self.width, self.height

    @property
    def touches(self) -> dict[str, Node]:
        """What can be touched, by the name of the touch; the turns of a thing among them."""
        return self.shells.touches

    @cached_property
    def shells(self) -> Writer:
        """The things with an id, each written apart."""
        writer = Writer(apart=True)
        writer.shells[""] = Shell("", writer.write(self.drawn), "")
        return writer

    def svg(
        self, *, standalone: bool = True, still: bool = False, crop: bool = False,
        sheet: str = "",
    ) -> str:
        """Writes the whole scene.

        A `standalone` picture carries its own style sheet, to which `sheet` adds; a page links
        it. A `still` one has nothing to touch, and a cropped one shows the middle alone.
        """
        writer = Writer(still=still)
        inside = writer.write(self.drawn)
        # Rules of a style sheet do not see what is around a face where it is used.
        defined = "".join(
            f'<g id="{name}" class="sobremesa">{markup}</g>'
            for name, markup in writer.symbols.items()
        )
        faces = f"<defs>{defined}</defs>" if defined else ""
        size = f"{num(self.width)} {num(self.height)}"
        box = f"0 0 {size}"
        part = self.middle(self.drawn) if callable(self.middle) else self.middle
        if crop and part is not None:
            box = " ".join(f"{one:g}" for one in part)
        # What is inside an image is hidden from screen readers, so a table to play at is a group.
        kind = (
            f'width="{num(self.width)}" height="{num(self.height)}" role="img"'
            if standalone else 'role="group"'
        )
        root = f'class="sobremesa {self.shape}" viewBox="{box}" {kind}'
        if standalone:
            used = style.css_for(f"<svg {root}>{faces}{inside}</svg>")
            sheet = f"<style>{escape(used + sheet)}</style>"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {root} aria-labelledby="sm-title sm-desc">'
            f'<title id="sm-title">{clean(self.title)}</title>'
            f'<desc id="sm-desc">{clean(self.told)}</desc>{sheet}{faces}{inside}</svg>'
        )


def difference(old: Scene | None, new: Scene) -> dict[str, Any]:
    """Writes what a page that shows the old scene, or none, needs to show the new one.

    `size` is the shape, the width and the height of the picture. `nodes` has what came or
    changed, by its id (the whole under the empty one), with a mark where another thing stands
    in it; `moved` has the new places of what only moved, and `symbols` the faces not seen
    before; `went` names what is no longer there, and `told` is how the scene describes itself.
    """
    before, after = old.shells if old is not None else Writer(), new.shells
    changed: dict[str, str] = {}
    moved: dict[str, str] = {}
    for id, shell in after.shells.items():
        known = before.shells.get(id)
        # What stays as it is was written once for both.
        if known is shell:
            continue
        if known is None or known[:2] != shell[:2]:
            changed[id] = shell.text()
        elif known.place != shell.place:
            moved[id] = shell.place
    symbols = {name: markup for name, markup in after.symbols.items() if name not in before.symbols}
    went = [id for id in before.shells if id not in after.shells]
    found: dict[str, Any] = {"nodes": changed, "moved": moved, "went": went, "symbols": symbols}
    if old is None or (old.title, old.told) != (new.title, new.told):
        found["told"] = [new.title, new.told]
    if old is None or old.size != new.size:
        found["size"] = new.size
    return {name: value for name, value in found.items() if value}
