"""The pictures of games of melds."""

from sobremesa.picture.family import add_family
from sobremesa.picture.melds import advice, plain, table, words

add_family("melds", table, plain, words, kind="hands", advice=advice)
