"""The pictures of games whose lines start from one hub."""

from sobremesa.picture.family import add_family
from sobremesa.picture.hubs import advice, plain, table, words

add_family("hubs", table, plain, words, kind="trains", advice=advice)
