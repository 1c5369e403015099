"""The pictures of puzzles with square pieces."""

from sobremesa.picture.family import add_family
from sobremesa.picture.puzzle import plain, table, words

add_family("puzzle", table, plain, words, kind="alone")
