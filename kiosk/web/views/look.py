"""What the camera sees and what is read in it, look after look: the part of a page that renews.

Pages that show it (`data-look`) put the parts of each answer in the places of the same name.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, cast

from flask import Blueprint, Response, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

import rules
from kiosk.table_setup import game_of
from kiosk.view import HandView
from kiosk.web.context import refusal_steps, service, words
from kiosk.web.live import frame_number
from kiosk.web.svg.table_top import badge
from kiosk.web.views.camera import usual_table
from kiosk.web.views.frame import view_seats
from kiosk.web.views.missing import all_tiles
from rules.ruleset import Ruleset, full_set
from vision.types import REVIEW_THRESHOLD, SeatReading, TableReading, TileReading

if TYPE_CHECKING:
    from kiosk.camera.newest import Newest
    from kiosk.camera.port import ReadFrame

bp = Blueprint("look", __name__)
LOOKS: Final = "jantaku_looks"
LYING: Final = ("hand", "sets", "flowers", "discards", "stacks", "sticks")
KNOWN: Final = 0.5
"""Confidence, 0 to 1, below which the name of a tile is likelier wrong than right."""


class Doubt(StrEnum):
    """How a tile that was read is drawn."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Outline:
    """One tile in the picture."""

    points: str
    """Its corners in pixels of the frame, as SVG takes them."""
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class Side:
    """What lies before one seat, in numbers."""

    badge: Markup
    name: str
    counts: Mapping[str, int]
    """How much of each of `LYING` lies there."""


@bp.get("/camera/look")
def show() -> ResponseReturnValue:
    """Return the parts of a look newer than frame `after`, whose number stands in `X-Frame`."""
    number, frame = newest_look(frame_number(request.args))
    reading = frame.reading
    outlines = [] if reading is None else [*_outlines(reading)]
    counts = Counter(one.doubt for one in outlines)
    page = render_template(
        "look.html",
        picture="data:image/jpeg;base64," + base64.b64encode(frame.jpeg).decode(),
        size=frame.size,
        outlines=outlines,
        counts=[(str(doubt), counts[doubt]) for doubt in Doubt],
        kinds=LYING,
        sides=[] if reading is None else [*_sides(reading)],
        middle=0 if reading is None else len(reading.thrown),
        problem=_problem(frame),
    )
    return Response(page, headers={"X-Frame": str(number), "Cache-Control": "no-store"})


def newest_look(after: int) -> tuple[int, ReadFrame]:
    """Return the number of a look other than *after*, and the look; all screens share it."""
    looks = cast("Newest[ReadFrame]", current_app.extensions[LOOKS])
    return looks.newer(after)


def take_look() -> ReadFrame:
    """Return what lies there now, read for the game at the table, without one for a whole set.

    Cards are not read: they have pages of their own.
    """
    view, reader = service().view(), service().camera_worker.reader
    if not isinstance(view, HandView):
        return reader.look(full_set(flowers=True), usual_table().seats)
    tiles, seats, _ = game_of(view.session, rules)
    is_of_tiles = isinstance(rules.ruleset(view.session.ruleset), Ruleset)
    return reader.look(tiles if is_of_tiles else {}, seats)


def doubt_of(tile: TileReading) -> Doubt:
    """Return how sure *tile* is told."""
    if tile.confidence >= REVIEW_THRESHOLD:
        return Doubt.SURE
    return Doubt.DOUBTFUL if tile.confidence >= KNOWN else Doubt.UNKNOWN


def _outlines(reading: TableReading) -> Iterator[Outline]:
    for tile in all_tiles(reading):
        if tile.box:
            points = " ".join(f"{x:.0f},{y:.0f}" for x, y in tile.box)
            yield Outline(points, doubt_of(tile))


def _sides(reading: TableReading) -> Iterator[Side]:
    """Yield what lies before each seat, named where people sit there."""
    view = service().view()
    seats = view_seats(view, words()) if isinstance(view, HandView) else ()
    people = {one.number: (one.badge, one.name) for one in seats}
    for one in reading.seats:
        person = people.get(one.seat, (badge(one.seat, str(one.seat + 1)), ""))
        yield Side(*person, dict(zip(LYING, _counts(one, reading), strict=True)))


def _counts(one: SeatReading, reading: TableReading) -> tuple[int, ...]:
    """Return how many of each of `LYING` lie before a seat."""
    return (
        len(one.hand) + (one.winning is not None),
        len(one.melds),
        len(one.flowers) + len(one.aside),
        len(one.river),
        count_of(reading.walls, one.seat),
        count_of(reading.sticks, one.seat),
    )


def count_of(counts: Sequence[int], seat: int) -> int:
    """Return which of the *counts* of a reading, one for each seat, is that of *seat*; else 0."""
    return counts[seat] if seat < len(counts) else 0


def _problem(frame: ReadFrame) -> str:
    """Return what hinders most, in words; empty where nothing does."""
    if frame.refusal is not None:
        return refusal_steps(frame.refusal)
    problems = () if frame.reading is None else frame.reading.problems
    return words()(f"reading.{problems[0]}") if problems else ""
