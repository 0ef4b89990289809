"""Mutants that no test can notice, and why."""

from __future__ import annotations

from typing import Final

HARMLESS: Final[dict[str, str]] = {}
"""File and change, as `make soak` tells them without the line, with the reason."""
