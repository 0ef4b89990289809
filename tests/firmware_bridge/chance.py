"""Chance that gives the outermost numbers that it may."""

from __future__ import annotations

import random


class Lowest(random.Random):
    """Gives the lowest number."""

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return *start*."""
        assert stop is not None
        assert start < stop - step
        return start


class Highest(Lowest):
    """Gives the highest number."""

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the one before *stop*."""
        super().randrange(start, stop, step)
        return (stop or 0) - step
