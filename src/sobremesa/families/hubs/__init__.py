"""The rules of games whose lines start from one hub."""
