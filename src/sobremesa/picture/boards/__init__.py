"""The pictures of games on a board of squares."""

from sobremesa.picture.boards import advice, plain, table, words
from sobremesa.picture.family import add_family

add_family("boards", table, plain, words, kind="boards", advice=advice)
