"""Short rows of numbers: in order, and what is where."""

from __future__ import annotations

from sobremesa.core.arrays import Int, vec


def in_order(numbers: vec[Int]) -> vec[Int]:
    """Sorts a short row, in place."""
    place: Int = 1
    while place < len(numbers):
        held = numbers[place]
        before = place - 1
        while before >= 0 and numbers[before] > held:
            numbers[before + 1] = numbers[before]
            before -= 1
        numbers[before + 1] = held
        place += 1
    return numbers


def place_in(numbers: vec[Int], number: Int) -> Int:
    """Finds a number in a row; -1 if it is not there."""
    place: Int = 0
    while place < len(numbers):
        if numbers[place] == number:
            return place
        place += 1
    return -1
