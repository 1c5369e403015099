"""The pictures of the games with square pieces."""
