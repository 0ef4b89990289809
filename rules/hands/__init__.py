"""How tiles divide into sets: suit tables, divisions with wild tiles, special shapes, waits."""
