"""How hands are played, of tiles and of cards: what may be done, why not, what comes of it."""
