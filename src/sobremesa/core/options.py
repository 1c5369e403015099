"""Options: declared once by a game, typed, with a default, a sentence and a ruling."""

from __future__ import annotations

from sobremesa.core.errors import BadOption, Phrase, said, suggestion, there_are
from sobremesa.core.numbers import MANY, is_whole, whole

Value = int | bool | str


class Option:
    """One choice a game leaves to its players.

    `title` and `words` are what people read in place of the name and the values. `allowed`
    lists the values of a choice, if `words` does not; whole numbers have a `low` and, where
    there is one, a `high` instead. A default of True or False makes a yes-or-no option. A
    `seat` counts from 0, and from 1 for people; where it can be left to chance, that is -1.

    >>> Option("tie", "none", "Who scores.", "", words={"none": "nobody", "all": "all"}).allowed
    ['none', 'all']
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
        title: str = "",
        words: dict[str, str] | None = None,
        seat: bool = False,
    ) -> None:
        self.name: str = name
        self.default: Value = default
        self.sentence: str = sentence
        self.ruling: str = ruling
        self.low: int = low
        self.high: int | None = high
        if allowed is None and isinstance(default, bool):
            allowed = [False, True]
        if allowed is None and isinstance(default, str) and words is not None:
            allowed = [*words]
        self.allowed: list[Value] | None = allowed
        self.title: str = title or name.replace("_", " ").capitalize()
        self.words: dict[str, str] = words or {}
        self.seat: bool = seat

    def word(self, value: Value) -> str:
        """Gives a value as people read it.

        >>> dealer = Option("dealer", -1, "Who deals.", "", words={"-1": "by chance"}, seat=True)
        >>> dealer.word(-1), dealer.word(0)
        ('by chance', '1')
        """
        if isinstance(value, bool):
            return "yes" if value else "no"
        known = self.words.get(str(value))
        if known is not None:
            return known
        return str(value + 1) if self.seat and isinstance(value, int) else str(value)

    def spoken(self, value: Value) -> str:
        """Gives a value as people write it, which `heard` and `read` take back."""
        if self.seat and isinstance(value, int) and value >= 0:
            return str(value + 1)
        return str(value)

    def heard(self, given: str, players: int) -> Value:
        """Takes a seat as people give it, by its word or counted from 1.

        >>> dealer = Option("dealer", -1, "Who deals.", "", words={"-1": "by chance"}, seat=True)
        >>> dealer.heard("2", 4), dealer.heard("By chance", 4)
        (1, -1)
        """
        spoken = given.strip().lower()
        for value, word in self.words.items():
            if spoken == word.lower():
                return int(value)
        if spoken == "-1" and self.low < 0:
            return -1
        seat = whole(spoken, 1, players)
        if seat is not None:
            return seat - 1
        words = [Phrase(word) for word in self.words.values()]
        if words:
            raise BadOption(
                "{option} cannot be {value}: it is {words}, or a seat from 1 to {last} ({ruling})",
                option=self.name, value=said(given), words=words, last=players, ruling=self.ruling,
            )
        raise BadOption(
            "{option} cannot be {value}: the seats are 1 to {last} ({ruling})",
            option=self.name, value=said(given), last=players, ruling=self.ruling,
        )

    def read(self, value: object) -> Value:
        """Checks a value, or a value written as text, and answers it typed.

        >>> Option("target", 100, "Points that win.", "R14", low=1).read("60")
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
        values: object = self.values()
        if self.allowed is None and self.low < self.highest and self._is_too_large(value):
            # A bound that no rule names is told only to somebody who passes it.
            values = Phrase("a whole number from {low} to {high}", low=self.low, high=self.highest)
        raise BadOption(
            "{option} cannot be {value}: it is {values} ({ruling})",
            option=self.name, value=said(value), values=values, ruling=self.ruling,
        )

    @property
    def highest(self) -> int:
        """The largest value of a whole number, also where the rules name none."""
        return MANY if self.high is None else self.high

    def _is_too_large(self, value: object) -> bool:
        """Tells whether a value is a number above the bounds; one far above them is still text."""
        if isinstance(value, str):
            return value.strip().isdecimal()
        return isinstance(value, int) and value > self.highest

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

    def values(self) -> Phrase | list[Value] | list[Phrase]:
        """Says what is allowed: the alternatives, or the bounds in words."""
        if isinstance(self.default, bool):
            return [Phrase("no"), Phrase("yes")]
        if self.allowed is not None:
            return self.allowed
        if self.high is None:
            return Phrase("a whole number from {low}", low=self.low)
        if self.low == self.high:
            only: list[Value] = [self.low]
            return only
        return Phrase("a whole number from {low} to {high}", low=self.low, high=self.high)

    def __repr__(self) -> str:
        return f"Option({self.name!r}, {self.default!r})"


def players_option(default: int, ruling: str, low: int = 2, high: int | None = None) -> Option:
    """Declares how many sit at the table."""
    return Option(
        "players", default, "How many sit at the table.", ruling, title="Players", low=low,
        high=high,
    )


def target_option(default: int, ruling: str) -> Option:
    """Declares how many points win the match."""
    return Option(
        "target", default, "Points that win the match.", ruling, title="Points to win", low=1,
    )


def choice_option(name: str, title: str, ruling: str, sentence: str, **words: str) -> Option:
    """Declares a choice among words, each with what people read; the first is the default."""
    return Option(name, next(iter(words)), sentence, ruling, title=title, words=dict(words))


def hint_for(name: str, names: list[str]) -> Phrase:
    """Says which option was probably meant; one that other games have is no slip of the pen."""
    from sobremesa.core.game import REGISTRY

    for kind in REGISTRY.values():
        if any(option.name == name for option in kind.declared()):
            return there_are(names)
    return suggestion(name, names)


def read_options(game: str, declared: list[Option], given: dict[str, object]) -> dict[str, Value]:
    """Checks all of `given` and fills in the defaults, in the order of declaration."""
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise BadOption(
                "{game} has no option {option}: {hint}",
                game=game, option=name, hint=hint_for(name, names),
            )
    return {
        option.name: option.read(given[option.name]) if option.name in given else option.default
        for option in declared
    }
