"""The hand in play where somebody follows it: what who stands beside the table sees of it.

At the simulated table its players can be watched; a real one has no such page yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from kiosk.session import Stage
from kiosk.session.from_log import matching_record
from kiosk.view import HandView
from kiosk.web.context import display, open_view, service, voice, words
from kiosk.web.views.frame import PageData, SeatView, call_words, hand_summary, view_seats
from kiosk.web.views.replay_frames import pieces_of
from kiosk.web.views.speech import last_act, speech_of_play
from kiosk.web.views.table import frame
from rules.games import CARD_PLAYS, PLAYS
from rules.play.cards import CardCourse
from rules.play.course import Course
from rules.play.logs import Hand
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
    """Discards, or captured cards, that lie before it; no discards thrown together in disorder."""
    words: tuple[str, ...]
    """What it has announced, or is said of what it holds and has won."""
    acts: bool
    """Whether it is to do something now."""


def can_watch(view: HandView) -> bool:
    """Return whether the hand of *view* can be watched: somebody follows it, and it is played."""
    session, draft = view.session, view.draft
    leader = session.standing.banker if draft.leader is None else draft.leader
    is_played = session.ruleset in (PLAYS if leader is None else {**PLAYS, **CARD_PLAYS})
    is_at_play = view.stage is Stage.PLAYING and draft.amends is None
    return service().watcher is not None and is_at_play and is_played


def follow_hand(view: HandView) -> Hand | None:
    """Return the hand of *view* as far as it has been played, `None` where nobody follows it."""
    watcher = service().watcher
    if watcher is None or not can_watch(view):
        return None
    return watcher.follow(view.session, view.draft)


def other_ending(view: HandView) -> str:
    """Return how the hand that was followed has ended, nothing where it did as people said."""
    watcher = service().watcher
    course = None if watcher is None else watcher.course(view.session, view.draft)
    if not isinstance(course, Course) or not course.is_over or view.draft.amends is not None:
        return ""
    if matching_record(course, view.draft) is not None:
        return ""
    return hand_summary(course.record(), view.names, words())


@bp.get("/watch")
def show() -> ResponseReturnValue:
    """Show the hand as it is played; back to the table where it cannot be followed."""
    since = service().live.newest.id
    view = open_view()
    hand = follow_hand(view)
    if hand is None:
        return redirect(url_for("screen.show"))
    speech = speech_of_play(view, hand, words(), voice(), display().voice)
    context = {**frame(view), **view_hand(view, hand), "spoken": speech}
    return render_template("watch.html", since=since, **context)


def view_hand(view: HandView, hand: Hand) -> PageData:
    """Return what who stands beside the table sees of *hand*, and how it ended."""
    page = _cards(view, hand) if isinstance(hand, CardCourse) else _tiles(view, hand)
    ending = hand_summary(hand.record(), view.names, words()) if hand.is_over else ""
    return {**page, "pieces": pieces_of(hand, words()), "ending": ending}


def _tiles(view: HandView, course: Course) -> PageData:
    """Return what is seen of *course*: discards thrown in disorder lie together, in no order."""
    table_view = seen_of(course)
    is_mixed = course.at.game.hides_order and not course.is_over
    rivers = [tile for one in table_view.seats for tile in one.river] if is_mixed else []
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
            for seat, one in zip(view_seats(view, words()), table_view.seats, strict=True)
        ],
        "middle": _codes(sorted(rivers)),
        "middle_title": words()("ui.watch.thrown"),
        "beside": words()("ui.watch.left", count=max(0, table_view.left)),
        "turned_up": _codes(table_view.indicators),
    }


def _cards(view: HandView, hand: CardCourse[Any]) -> PageData:
    """Return what is seen of *hand*: what seats hold is hidden until it is over."""
    table_view, acting, t = hand.play.view(hand.table), hand.play.turn_seen(hand.table), words()
    pieces = hand.play.game.pieces
    return {
        "watched": [
            WatchedSeat(
                seat,
                codes if hand.is_over else (),
                (),
                (),
                (),
                tuple(one for one in before if one in pieces),
                (
                    *([] if hand.is_over else [t("play.held", count=len(codes))]),
                    *(t("play.piles", count=one) for one in before if one not in pieces),
                ),
                acts=seat.number in acting,
            )
            for seat, codes, before in zip(
                view_seats(view, t), table_view.hands, table_view.before, strict=True
            )
        ],
        "middle": table_view.table,
        "middle_title": t("ui.watch.middle"),
        "beside": last_act(view, hand, t),
        "turned_up": (),
    }


def _codes(tiles: Iterable[Tile]) -> Codes:
    return tuple([CODES[tile] for tile in tiles])
