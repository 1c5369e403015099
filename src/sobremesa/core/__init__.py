"""What a game is: games, rounds, matches, views, options, refusals and chance."""
