"""The rules of puzzles with square pieces."""
