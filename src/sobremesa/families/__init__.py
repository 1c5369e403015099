"""The rules: a folder for each family of games, a module for each game."""

from typing import Final

from sobremesa.core.game import Game, register
from sobremesa.families.boards.djambi import Djambi
from sobremesa.families.hubs.mexican_train import MexicanTrain
from sobremesa.families.hubs.super_dominos import SuperDominos
from sobremesa.families.lines.bergen import Bergen
from sobremesa.families.lines.block import Block
from sobremesa.families.lines.draw import Draw
from sobremesa.families.lines.matador import Matador
from sobremesa.families.lines.muggins import Muggins
from sobremesa.families.lines.sebastopol import Sebastopol
from sobremesa.families.lines.tiddle_a_wink import TiddleAWink
from sobremesa.families.locks.cerrojo import Cerrojo
from sobremesa.families.melds.thats_it import ThatsIt
from sobremesa.families.plane.cuadrominos import Cuadrominos
from sobremesa.families.poker.domino_poker import Poker
from sobremesa.families.pool.high_fives import HighFives
from sobremesa.families.puzzle.cuadrominos_puzzle import Puzzle
from sobremesa.families.solo.big_clock import BigClock, FirstBigClock
from sobremesa.families.solo.bingo import Bingo
from sobremesa.families.solo.good_neighbors import GoodNeighbors
from sobremesa.families.solo.squeeze import Squeeze
from sobremesa.families.solo.traffic import Traffic
from sobremesa.families.tricks.double_takes import DoubleTakes
from sobremesa.families.tricks.super_bridge import SuperBridge
from sobremesa.families.tricks.texas_42 import Texas42

# All games of the house, in the order in which people find them.
ALL: Final[list[type[Game]]] = [
    Block, Draw, Muggins, Bergen, Matador, TiddleAWink, Sebastopol,
    MexicanTrain, SuperDominos,
    Cerrojo,
    BigClock, Bingo, GoodNeighbors, Squeeze, Traffic,
    HighFives, Poker, ThatsIt,
    Djambi,
    Cuadrominos, Puzzle,
    DoubleTakes, SuperBridge, Texas42,
]

# Rules of these games as they were before, for what began under them.
EARLIER: Final[list[type[Game]]] = [FirstBigClock]

for kind in [*ALL, *EARLIER]:
    register(kind)
