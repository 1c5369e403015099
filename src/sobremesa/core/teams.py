"""Who plays together."""

from __future__ import annotations

from sobremesa.core.arrays import Int


class Teams:
    """The teams of a table: everybody for themselves, or partners who sit alternately.

    >>> pairs = Teams(4, 2)
    >>> [pairs.of(seat) for seat in range(4)], pairs.seats(1)
    ([0, 1, 0, 1], [1, 3])
    """

    def __init__(self, players: int, count: int) -> None:
        self.players: Int = players
        # How many teams there are; as many as players where everybody plays for themselves.
        self.count: Int = count

    def of(self, seat: Int) -> Int:
        """Gives the team of a seat."""
        return seat % self.count

    def seats(self, team: int) -> list[int]:
        """Lists the seats of a team."""
        return [seat for seat in range(self.players) if seat % self.count == team]

    def are_partners(self, one: Int, other: Int) -> bool:
        """Tells whether two seats play together."""
        return one % self.count == other % self.count
