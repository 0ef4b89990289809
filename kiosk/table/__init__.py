"""The dealing machine: port, bridge, second set, maintenance; nothing of the game."""
