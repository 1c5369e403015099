"""The pictures of the games with square pieces."""

from sobremesa.picture.plane import puzzle as puzzle
