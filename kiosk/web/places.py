"""Rows of tiles as forms and addresses write them: `hand:2`, `indicators`."""

from __future__ import annotations

from flask import abort

from kiosk.session import Part, Place


def place_text(place: Place) -> str:
    """Return *place* as a form writes it."""
    return str(place.part) if place.seat is None else f"{place.part}:{place.seat}"


def place_from(text: str) -> Place:
    """Return the place that *text* writes; end the request with 400 for none."""
    part, _, seat = text.partition(":")
    return place_of(part, int(seat) if seat.isdecimal() else None)


def place_of(part: str, seat: int | None) -> Place:
    """Return the row *part* of *seat*; end the request with 400 where there is none."""
    try:
        return Place(Part(part), seat)
    except ValueError:
        abort(400)
