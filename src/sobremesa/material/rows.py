"""Short rows of numbers: in order, and what is where."""

from __future__ import annotations

from sobremesa.core.arrays import Int, vec


def in_order(numbers: vec[Int]) -> vec[Int]:
    """Sorts a short row, in place."""
    for place in range(1, len(numbers)):
        held = numbers[place]
        before = place - 1
        while before >= 0 and numbers[before] > held:
            numbers[before + 1] = numbers[before]
            before -= 1
        numbers[before + 1] = held
    return numbers


def place_in(numbers: vec[Int], number: Int) -> Int:
    """Finds a number in a row; -1 if it is not there."""
    for place in range(len(numbers)):
        if numbers[place] == number:
            return place
    return -1
