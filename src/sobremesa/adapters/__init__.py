"""Doors to the libraries of others: PettingZoo, Gymnasium, OpenSpiel and RLCard.

Each adapter is a module of its own, imported only by who has its library. What they share is
how a view becomes numbers (`encoding`), how moves become actions (`actions`) and what a round
is worth (`rewards`).
"""

from sobremesa.extras import needed_for

with needed_for("stepping rounds in arrays of numbers", "batch"):
    import numpy  # noqa: F401
