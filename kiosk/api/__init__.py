"""The interface for programs: JSON in, JSON out, for everything that a page can do.

What a page shows is the pages' to say; here stand addresses, rights and models alone. Described by
`GET /api/v1/openapi.json`. Every error has one shape: `{"error": {code, message, where}}`. What
changes something is named by an operation id, so that it can be sent again.
"""

from __future__ import annotations

from kiosk.api import (
    games,
    ledger,
    operator,
    paid_time,
    past,
    presets,
    ranking,
    sets,
    table,
    upkeep,
)
from kiosk.api.operations import bp

__all__ = [
    "bp",
    "games",
    "ledger",
    "operator",
    "paid_time",
    "past",
    "presets",
    "ranking",
    "sets",
    "table",
    "upkeep",
]
