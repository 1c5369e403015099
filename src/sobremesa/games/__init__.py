"""The rules, one module for each game; the families in the order in which people find them."""

from sobremesa.games import lines as lines
from sobremesa.games import locks as locks
from sobremesa.games import solo as solo

# isort: split
from sobremesa.games import hands as hands

# isort: split
from sobremesa.games import boards as boards

# isort: split
from sobremesa.games import plane as plane
