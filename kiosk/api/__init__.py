"""The door for programs: JSON in, JSON out, for everything that a page can do.

Described by `GET /api/v1/openapi.json`. Every error has one shape: `{"error": {code, message,
where}}`. What changes something is named by an operation id, so that it can be sent again.
"""

from __future__ import annotations

from flask import Blueprint

from kiosk.api import house, past, play, records, rule_book, sets

bp = Blueprint("api", __name__, url_prefix="/api/v1")

for routes in (
    rule_book.ROUTES,
    play.ROUTES,
    past.ROUTES,
    records.ROUTES,
    house.ROUTES,
    sets.ROUTES,
):
    for route in routes:
        bp.add_url_rule(
            route.path, route.view.__name__, route.view, methods=[route.method], strict_slashes=True
        )
