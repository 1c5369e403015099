"""Games with square pieces, laid corner to corner."""

from sobremesa.games.plane import cuadrominos as cuadrominos
from sobremesa.games.plane import puzzle as puzzle
