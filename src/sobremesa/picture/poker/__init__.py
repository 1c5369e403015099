"""The pictures of poker."""

from sobremesa.picture.family import add_family
from sobremesa.picture.poker import advice, plain, table, words

add_family("poker", table, plain, words, kind="hands", advice=advice)
