"""Players of the flower-card games: they deal, and play hands by the rules to their end."""
