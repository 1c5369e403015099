"""The pictures of games with square pieces, laid corner to corner."""

from sobremesa.picture.family import add_family
from sobremesa.picture.plane import advice, plain, table, words

add_family("plane", table, plain, words, kind="boards", advice=advice)
