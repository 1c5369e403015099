"""Solitaires: games for one person and one set of dominoes."""

from sobremesa.games.solo import big_clock as big_clock
from sobremesa.games.solo import bingo as bingo
from sobremesa.games.solo import good_neighbors as good_neighbors
from sobremesa.games.solo import squeeze as squeeze
from sobremesa.games.solo import traffic as traffic
