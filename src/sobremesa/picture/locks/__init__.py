"""The pictures of the game of locks and keys."""

from sobremesa.picture.family import add_family
from sobremesa.picture.locks import advice, plain, table, words

add_family("locks", table, plain, words, kind="lines", advice=advice)
