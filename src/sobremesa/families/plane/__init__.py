"""The rules of games with square pieces, laid corner to corner."""
