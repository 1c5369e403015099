"""The moves and the stages of a deal of Domino Poker, by their numbers."""

from __future__ import annotations

from typing import Final

from sobremesa.core.arrays import Int

FOLD: Final[Int] = 0
CHECK: Final[Int] = 1
CALL: Final[Int] = 2
# Behind these a mask of five bits, then the number of chips.
EXCHANGE: Final[Int] = 3
STAKE: Final[Int] = 35

# The stages of a deal, by their place in STAGES; one that is over has none.
BETTING: Final[Int] = 0
EXCHANGING: Final[Int] = 1
SECOND_BETTING: Final[Int] = 2
FINISHED: Final[Int] = 3
STAGES: Final = ["betting", "exchange", "second betting", ""]

PAT: Final = "pat"
WORDS: Final = ["fold", "check", "call", PAT]
