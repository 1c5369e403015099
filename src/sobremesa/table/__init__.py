"""The table in the browser: a gallery of games, seats by secret link, live play and replay."""
