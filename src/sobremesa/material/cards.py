"""The pack of 68 cards: four suits of seventeen.

A card is a small int, `17 * suit + rank`, suits from clubs to spades and ranks from the 1, which is
the lowest and no ace, to the ace. Its name is the letter of the suit and the rank: `SA`, `H12`.
"""

from __future__ import annotations

import re
from typing import Final

from sobremesa.core.arrays import Int, append, vec
from sobremesa.core.errors import IllegalMove

RANKS: Final[Int] = 17
CARDS: Final[Int] = 68
SUITS: Final = "CDHS"
SUIT_SIGNS: Final = "♣♦♥♠"
# From the lowest to the highest: the numbers, then servant or Maid, jack, queen, king, ace.
NUMBERS: Final = [str(number) for number in range(1, 13)]
ROMANIAN: Final = [*NUMBERS, "S", "V", "D", "R", "A"]
ENGLISH: Final = [*NUMBERS, "M", "J", "Q", "K", "A"]

# A lone bit of a suit, taken modulo 19, names its rank.
RANK_OF: Final = vec[Int]([
    next((rank for rank in range(17) if (1 << rank) % 19 == rest), 0) for rest in range(19)
])

# Every rank also has its value as a number, up to 17 for the ace (BRIDGE-61).
LEVELS: Final = [str(level) for level in range(1, 18)]

SPELLING: Final = re.compile(r"([CDHS♣♦♥♠])\s*(\d{1,2}|[ARDVSKQJM])", re.IGNORECASE)


def card_name(card: int, ranks: list[str] = ROMANIAN) -> str:
    """Names a card.

    >>> card_name(parse_card("♠a")), card_name(parse_card("HM"), ENGLISH)
    ('SA', 'HM')
    """
    suit, rank = divmod(card, 17)
    return SUITS[suit] + ranks[rank]


def parse_card(text: str) -> int:
    """Read a card: its suit as a letter or a sign, then its rank in either language or its value.

    >>> parse_card("S12") == parse_card("♠12"), parse_card("DD") == parse_card("dq")
    (True, True)
    >>> parse_card("♠17") == parse_card("SA")
    True
    """
    found = SPELLING.fullmatch(text.strip())
    if found is not None:
        sign, rank = found.group(1).upper(), found.group(2).upper()
        suit = SUITS.index(sign) if sign in SUITS else SUIT_SIGNS.index(sign)
        for ranks in (ROMANIAN, ENGLISH, LEVELS):
            if rank in ranks:
                return 17 * suit + ranks.index(rank)
    raise IllegalMove("{text} is no card: write the suit and the rank, as SA or H12", text=text)


def ranks_in(mask: Int, base: Int, found: vec[Int]) -> vec[Int]:
    """Adds the cards of one suit, given as a mask, to a list, ascending."""
    while mask != 0:
        bit = mask & -mask
        mask ^= bit
        found = append(found, base + RANK_OF[bit % 19])
    return found
