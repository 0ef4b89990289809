"""How tiles divide into sets: counts as numbers, the sets a game knows, divisions, waits, shapes.

Nothing here knows a record, a winner or what a hand is worth.
"""
