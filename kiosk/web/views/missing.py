"""Where tiles lie that the machine misses: what the camera finds on the table, marked.

The machine says how many it has counted and what it was doing. No sensor says where a tile is
that is not in it; the table's top can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from kiosk.errors import Refused
from kiosk.view import HandView
from kiosk.web.context import at_the_hand, refusal_words, service
from kiosk.web.views.frame import PageData
from kiosk.web.views.machine import may_look
from kiosk.web.views.table import frame
from vision.types import SeatReading, TableReading, TileReading

bp = Blueprint("missing", __name__)


@bp.get("/missing")
def show() -> ResponseReturnValue:
    """Show what the camera sees on the table while the machine misses tiles; else the table."""
    view = at_the_hand()
    if not isinstance(view, HandView) or not may_look(view):
        return redirect(url_for("screen.show"), 303)
    return render_template("missing.html", **frame(view), **_look())


@bp.get("/missing.jpg")
def picture() -> ResponseReturnValue:
    """Return the picture in which the camera looked for tiles."""
    view = at_the_hand()
    if not isinstance(view, HandView) or not may_look(view):
        return redirect(url_for("screen.show"), 303)
    still = service().camera_worker.reader.last_frame()
    return Response(still, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})


def _look() -> PageData:
    """Return what the camera finds now: whose side, how many, and where in its picture."""
    worker = service().camera_worker
    try:
        reading, (high, wide) = worker.glance(), worker.reader.frame().shape[:2]
    except Refused as refusal:
        return {"problem": refusal_words(refusal.code), "sides": [], "boxes": []}
    before = [(number, len([*tiles_of(one)])) for number, one in enumerate(reading.seats)]
    middle, everything = [*tiles_in_the_middle(reading)], [*all_tiles(reading)]
    return {
        "problem": "",
        "sides": [one for one in before if one[1]],
        "middle": len(middle),
        "count": len(everything),
        "size": (wide, high),
        "boxes": [" ".join(f"{x:.0f},{y:.0f}" for x, y in one.box) for one in everything],
    }


def all_tiles(table: TableReading) -> Iterator[TileReading]:
    """Yield every tile that was read."""
    yield from chain.from_iterable(map(tiles_of, table.seats))
    yield from tiles_in_the_middle(table)


def tiles_of(seat: SeatReading) -> Iterator[TileReading]:
    """Yield every tile that lies before a seat."""
    yield from (*seat.hand, *(tile for meld in seat.melds for tile in meld.tiles))
    yield from (*seat.flowers, *seat.aside, *seat.river)
    if seat.winning is not None:
        yield seat.winning


def tiles_in_the_middle(table: TableReading) -> Iterator[TileReading]:
    """Yield every tile that lies before nobody."""
    yield from (*table.indicators, *table.hidden_indicators, *table.thrown)
