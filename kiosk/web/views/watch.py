"""The hand in play where somebody follows it: what who stands beside the table sees of it.

At the simulated table its players can be watched; a real one has no such page yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from kiosk.session import Stage
from kiosk.view import HandView
from kiosk.web.context import display, open_view, service, voice, words
from kiosk.web.views.frame import PageData, SeatView, call_words, hand_summary, view_seats
from kiosk.web.views.spoken import spoken_of_play
from kiosk.web.views.table import frame
from rules.games import PLAYS
from rules.play.course import Course
from rules.play.views import view as seen_of
from rules.tiles import CODES, Tile

bp = Blueprint("watch", __name__)
Codes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WatchedSeat:
    """What is seen of one seat."""

    seat: SeatView
    hand: Codes
    melds: tuple[Codes, ...]
    flowers: Codes
    aside: Codes
    river: Codes
    """The discards that lie before it; none where they are thrown together in disorder."""
    words: tuple[str, ...]
    """What it has announced."""
    acts: bool
    """Whether it is to do something now."""


def can_watch(view: HandView) -> bool:
    """Return whether the hand of *view* can be watched: somebody follows it, and it is played."""
    is_played = view.session.ruleset in PLAYS and view.draft.amends is None
    return service().watcher is not None and view.stage is Stage.PLAYING and is_played


def followed(view: HandView) -> Course | None:
    """Return the hand of *view* as far as it has been played, `None` where nobody follows it."""
    watcher = service().watcher
    if watcher is None or not can_watch(view):
        return None
    return watcher.follow(view.session, view.draft)


@bp.get("/watch")
def show() -> ResponseReturnValue:
    """Show the hand as it is played; back to the table where it cannot be followed."""
    since = service().live.newest.id
    view = open_view()
    course = followed(view)
    if course is None:
        return redirect(url_for("screen.show"))
    spoken = spoken_of_play(view, course, words(), voice(), display().voice)
    shown = {**frame(view), **watched(view, course), "spoken": spoken}
    return render_template("watch.html", since=since, **shown)


def watched(view: HandView, course: Course) -> PageData:
    """Return what is seen of *course*: discards thrown in disorder lie together, in no order."""
    seen = seen_of(course)
    is_mixed = course.at.game.hides_order and not course.is_over
    rivers = [tile for one in seen.seats for tile in one.river] if is_mixed else []
    acting = course.to_act if course.at.window is None else ()
    return {
        "watched": [
            WatchedSeat(
                seat,
                _codes(one.hand),
                tuple(_codes(meld.tiles) for meld in one.melds),
                _codes(one.flowers),
                _codes(one.aside),
                () if is_mixed else _codes(one.river),
                tuple(call_words(view.session.ruleset, word, words()) for word in one.declared),
                acts=seat.number in acting,
            )
            for seat, one in zip(view_seats(view, words()), seen.seats, strict=True)
        ],
        "thrown": _codes(sorted(rivers)),
        "left": max(0, seen.left),
        "turned_up": _codes(seen.indicators),
        "ending": hand_summary(course.record(), view.names, words()) if course.is_over else "",
    }


def _codes(tiles: Iterable[Tile]) -> Codes:
    return tuple([CODES[tile] for tile in tiles])
