"""The pictures of games of tricks."""

from sobremesa.picture.family import add_family
from sobremesa.picture.tricks import advice, plain, table, words

add_family("tricks", table, plain, words, kind="tricks", advice=advice)
