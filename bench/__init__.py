"""How fast the engine is, beside the nearest peer, measured in one run."""
