"""The pictures of solitaires, for one person and one set of dominoes."""

from sobremesa.picture.family import add_family
from sobremesa.picture.solo import plain, table, words

add_family("solo", table, plain, words, kind="alone")
