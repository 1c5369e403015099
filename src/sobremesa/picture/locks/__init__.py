"""The pictures of the game of locks and keys."""

from sobremesa.picture.family import add_family
from sobremesa.picture.locks import plain, table, words

add_family("locks", table, plain, words, kind="lines")
