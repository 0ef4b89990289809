"""Games whose record holds a play of cards or dominoes in place of tile hands."""
