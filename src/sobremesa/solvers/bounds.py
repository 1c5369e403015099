"""Results that a search with a bound of its own may know only by their least and their most."""

from __future__ import annotations

from sobremesa.core.errors import Refused

# The least and the most that something can be; equal when it is known.
Bounds = tuple[int, int]


class Unsolved(Refused):
    """A search looked at as many positions as it may; `bounds` has what it knows by then."""

    def __init__(self, bounds: dict[str, Bounds], nodes: int) -> None:
        super().__init__(
            "unknown after {nodes} positions: {bounds}", nodes=nodes,
            bounds=tuple(
                f"{what} {least} to {most}" for what, (least, most) in bounds.items()
                if least < most
            ),
        )
        self.bounds: dict[str, Bounds] = bounds


def known(bounds: dict[str, Bounds], nodes: int) -> dict[str, int]:
    """Gives results that are all known.

    >>> known({"SA": (4, 4)}, 100)
    {'SA': 4}
    >>> known({"SA": (4, 4), "SK": (2, 4)}, 100)
    Traceback (most recent call last):
    sobremesa.solvers.bounds.Unsolved: unknown after 100 positions: SK 2 to 4

    :raises Unsolved: if one of them is not.
    """
    if any(least < most for least, most in bounds.values()):
        raise Unsolved(bounds, nodes)
    return {what: least for what, (least, _) in bounds.items()}
