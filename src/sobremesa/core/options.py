"""Options: declared once by a game, typed, with a default, a sentence and a ruling."""

from __future__ import annotations

from sobremesa.core.errors import BadOption, Phrase, said, suggestion
from sobremesa.core.numbers import MANY, is_whole, whole

Value = int | bool | str


class Option:
    """One choice a game leaves to its players.

    `allowed` lists the values of a choice; whole numbers have a `low` and, where the rules
    name one, a `high` instead. A default of True or False makes a yes-or-no option.
    """

    def __init__(
        self,
        name: str,
        default: Value,
        sentence: str,
        ruling: str,
        allowed: list[Value] | None = None,
        low: int = 0,
        high: int | None = None,
    ) -> None:
        self.name: str = name
        self.default: Value = default
        self.sentence: str = sentence
        self.ruling: str = ruling
        self.low: int = low
        self.high: int | None = high
        if allowed is None and isinstance(default, bool):
            allowed = [False, True]
        self.allowed: list[Value] | None = allowed

    def read(self, value: object) -> Value:
        """Checks a value, or a value written as text, and answers it typed.

        >>> Option("target", 100, "Points that win.", "SETS-R14", low=1).read("60")
        60
        """
        if isinstance(value, str) and not isinstance(self.default, str):
            value = self._from_text(value)
        if self.allowed is not None:
            for known in self.allowed:
                if type(known) is type(value) and known == value:
                    return known
                # A choice may have words and numbers among its values.
                if isinstance(self.default, str) and str(known) == value:
                    return known
        elif isinstance(value, int) and is_whole(value, self.low, self.highest):
            return value
        raise BadOption(
            "{option} cannot be {value}: it is {values} ({ruling})",
            option=self.name, value=said(value), values=self.values(), ruling=self.ruling,
        )

    @property
    def highest(self) -> int:
        """The largest value of a whole number, also where the rules name none."""
        return MANY if self.high is None else self.high

    def _from_text(self, text: str) -> object:
        lowered = text.strip().lower()
        if isinstance(self.default, bool):
            if lowered in ("true", "yes", "on", "1"):
                return True
            if lowered in ("false", "no", "off", "0"):
                return False
            return text
        number = whole(lowered, -MANY, MANY)
        return text if number is None else number

    def values(self) -> Phrase | list[Value]:
        """Says what is allowed: the alternatives, or the bounds in words."""
        if self.allowed is not None:
            return self.allowed
        return Phrase("a whole number from {low} to {high}", low=self.low, high=self.highest)

    def __repr__(self) -> str:
        return f"Option({self.name!r}, {self.default!r})"


def read_options(game: str, declared: list[Option], given: dict[str, object]) -> dict[str, Value]:
    """Checks all of `given` and fills in the defaults, in the order of declaration."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise BadOption(
                "{game} has no option {option}: {hint}",
                game=game, option=name, hint=suggestion(name, names),
            )
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in declared
    }
