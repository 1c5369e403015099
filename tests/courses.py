"""The course of every game with the language in which the game was written down."""

import sobremesa

DOCUMENTS = {"cerrojo": "es", "cuadrominos": "es", "cuadrominos-puzzle": "es", "djambi": "fr",
             "super-bridge": "ro"}
COURSES = [(name, DOCUMENTS.get(name, "en")) for name in sobremesa.games()]
