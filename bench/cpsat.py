"""OR-tools CP-SAT on corner tilings, as a model that its manual would write."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations_with_replacement
from time import perf_counter
from typing import Any


class CpSat:
    """CP-SAT: counts by enumerating, and finds a first filling."""

    def __init__(self) -> None:
        self.cp: Any = import_module("ortools.sat.python.cp_model")

    def model(self, rows: int, columns: int, numbers: int) -> tuple[Any, list[list[Any]]]:
        """States a board: corners, pieces, the ways pieces can lie, and no piece twice."""
        model = self.cp.CpModel()
        lattice = [
            [model.new_int_var(0, numbers - 1, f"corner {row},{column}")
             for column in range(columns + 1)]
            for row in range(rows + 1)
        ]
        kinds = list(combinations_with_replacement(range(numbers), 4))
        ways = sorted({
            (*kind[turn:], *kind[:turn], piece)
            for piece, kind in enumerate(kinds) for turn in range(4)
        })
        laid = []
        for row in range(rows):
            for column in range(columns):
                piece = model.new_int_var(0, len(kinds) - 1, f"piece {row},{column}")
                laid.append(piece)
                model.add_allowed_assignments(
                    [lattice[row][column], lattice[row][column + 1],
                     lattice[row + 1][column + 1], lattice[row + 1][column], piece],
                    ways,
                )
        model.add_all_different(laid)
        return model, lattice

    def count(self, rows: int, columns: int, numbers: int) -> tuple[int, float]:
        """Enumerates the fillings of a board; gives their number and the seconds."""
        model, _ = self.model(rows, columns, numbers)

        class Counter(self.cp.CpSolverSolutionCallback):  # type: ignore[misc,name-defined]
            """Counts what is found."""

            found = 0

            def on_solution_callback(self) -> None:
                """Counts one more."""
                self.found += 1

        solver = self.cp.CpSolver()
        solver.parameters.enumerate_all_solutions = True
        counter = Counter()
        start = perf_counter()
        solver.solve(model, counter)
        return counter.found, perf_counter() - start

    def first(self, rows: int, columns: int, numbers: int) -> float:
        """Finds a filling with CP-SAT's defaults; gives the seconds."""
        model, _ = self.model(rows, columns, numbers)
        solver = self.cp.CpSolver()
        start = perf_counter()
        solver.solve(model)
        return perf_counter() - start

    def fill(self, rows: int, columns: int, numbers: int) -> list[list[int]] | None:
        """Finds a filling, or nothing if CP-SAT proves that there is none."""
        model, lattice = self.model(rows, columns, numbers)
        solver = self.cp.CpSolver()
        if solver.solve(model) == self.cp.INFEASIBLE:
            return None
        return [[int(solver.value(corner)) for corner in row] for row in lattice]


def find_cpsat() -> CpSat | None:
    """Gives CP-SAT if it is installed."""
    try:
        return CpSat()
    except ImportError:
        return None
