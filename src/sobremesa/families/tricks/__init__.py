"""The rules of games of tricks."""
