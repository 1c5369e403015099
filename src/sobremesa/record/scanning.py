"""What records and PBN share: a text taken apart into tags and words, in one pass.

Nothing is looked at twice, so the time grows with the length of the text and no faster. A tag
stands at the beginning of its line. Lines that begin with `%` are passed over, and so are comments
in braces or behind a semicolon and variations in brackets, unless they are to be kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from sobremesa.core.errors import BadRecord

# A longer text is no record of a match that people played; nor has one more of anything.
LARGEST: Final = 4_000_000
MOST_TAGS: Final = 100_000
MOST_WORDS: Final = 500_000
DEEPEST: Final = 100

# Every pattern can be matched in one way only: no two parts of it take the same sign.
SPACE: Final = re.compile(r"\s*")
NAME: Final = re.compile(r"\[\s*+(\w++)\s++\"")
VALUE: Final = re.compile(r'[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+')
CLOSING: Final = re.compile(r'"[^\S\n]*+\][^\S\n]*+(?=$|;|\{)', re.MULTILINE)
WORD: Final = re.compile(r"[^\s{};]+")
WORD_OR_VARIATION: Final = re.compile(r"[^\s{}();]+")
IN_VARIATION: Final = re.compile(r"[(){;]")
ESCAPED: Final = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
# What would end a line, a tag or a page, or would steer a terminal.
UNSAFE: Final = re.compile(r'["\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]')
UNBRACED: Final = re.compile(r"[{}\\\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
SPACES: Final = re.compile(r"(?<= ) |^ | $|[^\S ]")
LETTERS: Final = {"n": "\n", "r": "\r", "t": "\t"}
ESCAPES: Final = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Tag(NamedTuple):
    """A tag and the line on which it stands."""

    line: int
    name: str
    value: str


class Word(NamedTuple):
    """A word between the tags and the line on which it stands."""

    line: int
    text: str


class Comment(NamedTuple):
    """What somebody said of the moves, and the line on which it begins."""

    line: int
    text: str


class Bracket(NamedTuple):
    """The beginning or the end of a variation, `(` or `)`."""

    line: int
    text: str


Piece = Tag | Word | Comment | Bracket


def braced(text: str) -> str:
    """Writes a comment so that it can be broken into lines and is read again as it is.

    >>> braced("a }  b"), unbraced(braced("a }  b"))
    ('{a \\\\u007d \\\\u0020b}', 'a }  b')
    """
    safe = UNBRACED.sub(
        lambda sign: ESCAPES.get(sign[0], f"\\u{ord(sign[0]):04x}"), text
    )
    return "{" + SPACES.sub(lambda space: f"\\u{ord(space[0]):04x}", safe) + "}"


def unbraced(text: str) -> str:
    """Reads a comment, with or without its braces; what is broken into lines is one again.

    >>> unbraced("{so\\n  far}")
    'so far'
    """
    inner = text.removeprefix("{").removesuffix("}")
    return unescaped(" ".join(inner.split()))


def escaped(value: str) -> str:
    """Writes the value of a tag so that it stays on its line and is read again as it is.

    >>> escaped('Ana "A"'), escaped("a\\nb")
    ('Ana \\\\"A\\\\"', 'a\\\\nb')
    """
    return UNSAFE.sub(lambda sign: ESCAPES.get(sign[0], f"\\u{ord(sign[0]):04x}"), value)


def unescaped(value: str) -> str:
    """Reads what `escaped` wrote; a sign that needed no backslash stands for itself."""
    return ESCAPED.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else LETTERS.get(found[2], found[2]),
        value,
    )


def is_name(name: str) -> bool:
    """Tells whether a tag can have this name.

    >>> is_name("Seat1"), is_name("my tag")
    (True, False)
    """
    return re.fullmatch(r"\w+", name) is not None


def scan(text: str, *, variations: bool, keeps: bool = False) -> Iterator[Piece]:
    """Takes a text apart, with comments and the brackets of variations if it `keeps` them.

    :raises BadRecord: with the line, where a tag, a comment or a variation is not closed, or
        where there is too much of something.
    """
    if len(text) > LARGEST:
        raise BadRecord("the record is too long")
    return Scanner(text, variations, keeps).pieces()


class Scanner:
    """A text, and how far it has been read."""

    def __init__(self, text: str, variations: bool, keeps: bool = False) -> None:
        self.text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.variations = variations
        self.keeps = keeps
        # The lines on which the variations begin that are not closed yet.
        self.within: list[int] = []
        self.at = 0
        # Lines are counted up to here.
        self.line = 1
        self.counted = 0

    def pieces(self) -> Iterator[Piece]:
        """Gives the tags and words one by one, and what is kept besides."""
        tags = words = 0
        word = WORD_OR_VARIATION if self.variations else WORD
        while self.skip_space():
            begins = self.begins_line()
            sign = self.text[self.at]
            if sign == "%" and begins:
                self.skip_line()
            elif sign == "[" and begins and not self.within:
                tags += 1
                if tags > MOST_TAGS:
                    raise BadRecord("line {line}: there are too many tags", line=self.line_here())
                yield self.tag()
            elif sign in ";{":
                first, line = self.at, self.line_here() if self.keeps else 0
                if sign == ";":
                    self.skip_line()
                else:
                    self.skip_comment()
                if self.keeps:
                    yield Comment(line, unbraced(self.text[first:self.at].removeprefix(";")))
            elif self.keeps and self.variations and (
                sign == "(" or (sign == ")" and self.within)
            ):
                yield self.bracket(sign)
            elif sign == "(" and self.variations:
                self.skip_variation()
            elif sign == "}" or (sign == ")" and self.variations):
                raise BadRecord(
                    "line {line}: {sign} closes nothing", line=self.line_here(), sign=sign
                )
            else:
                words += 1
                if words > MOST_WORDS:
                    raise BadRecord("line {line}: there are too many moves", line=self.line_here())
                found = word.match(self.text, self.at)
                assert found is not None
                yield Word(self.line_here(), found[0])
                self.at = found.end()
        if self.within:
            raise BadRecord("line {line}: a variation is not closed", line=self.within[0])

    def bracket(self, sign: str) -> Bracket:
        """Goes behind a bracket, and remembers which variations are open."""
        found = Bracket(self.line_here(), sign)
        if sign == "(":
            self.within.append(found.line)
        else:
            self.within.pop()
        if len(self.within) > DEEPEST:
            raise BadRecord(
                "line {line}: variations lie too deep in each other", line=found.line
            )
        self.at += 1
        return found

    def skip_space(self) -> bool:
        """Goes to the next sign and tells whether there is one."""
        found = SPACE.match(self.text, self.at)
        assert found is not None
        self.at = found.end()
        return self.at < len(self.text)

    def begins_line(self) -> bool:
        """Tells whether only space stands before this place on its line."""
        place = self.at
        while place > 0 and self.text[place - 1] != "\n" and self.text[place - 1].isspace():
            place -= 1
        return place == 0 or self.text[place - 1] == "\n"

    def line_here(self) -> int:
        """Gives the line of this place."""
        self.line += self.text.count("\n", self.counted, self.at)
        self.counted = self.at
        return self.line

    def skip_line(self) -> None:
        """Goes to the end of the line."""
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end

    def skip_comment(self) -> None:
        """Goes behind a comment in braces."""
        end = self.text.find("}", self.at)
        if end < 0:
            raise BadRecord("line {line}: a comment is not closed", line=self.line_here())
        self.at = end + 1

    def skip_variation(self) -> None:
        """Goes behind a variation, with the variations and comments in it."""
        begin = self.at
        deep = 0
        while True:
            found = IN_VARIATION.search(self.text, self.at)
            if found is None:
                self.at = begin
                raise BadRecord("line {line}: a variation is not closed", line=self.line_here())
            self.at = found.start()
            if found[0] == "{":
                self.skip_comment()
            elif found[0] == ";":
                self.skip_line()
            else:
                deep += 1 if found[0] == "(" else -1
                if deep > DEEPEST:
                    raise BadRecord(
                        "line {line}: variations lie too deep in each other", line=self.line_here()
                    )
                self.at += 1
                if deep == 0:
                    return

    def tag(self) -> Tag:
        """Reads a tag, which fills its line but for a comment."""
        name = NAME.match(self.text, self.at)
        if name is not None and "\n" not in name[0]:
            value = VALUE.match(self.text, name.end())
            assert value is not None
            closing = CLOSING.match(self.text, value.end())
            if closing is not None:
                read = Tag(self.line_here(), name[1], unescaped(value[0]))
                self.at = closing.end()
                return read
        raise BadRecord('line {line}: a tag is written [Name "value"]', line=self.line_here())
