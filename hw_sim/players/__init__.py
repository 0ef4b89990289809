"""Players who lay hands down, for any game."""
