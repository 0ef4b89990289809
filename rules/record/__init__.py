"""The hand record: its values, how it is read from JSON, what every game checks, what some claim.

What a game declares is in `rules.game` and `rules.ruleset`; what a hand pays in `rules.settle`.
"""
