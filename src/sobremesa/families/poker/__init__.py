"""The rules of poker."""
