"""The pictures of games that build a line."""

from sobremesa.picture.family import add_family
from sobremesa.picture.lines import advice, plain, table, words

add_family("lines", table, plain, words, kind="lines", advice=advice)
