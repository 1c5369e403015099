"""Games in which square pieces are laid on an open plane."""

from sobremesa.games.plane import cuadrominos as cuadrominos
