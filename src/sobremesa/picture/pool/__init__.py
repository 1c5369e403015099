"""The pictures of games in which tiles are won from a pool."""

from sobremesa.picture.family import add_family
from sobremesa.picture.pool import advice, plain, table, words

add_family("pool", table, plain, words, kind="hands", advice=advice)
