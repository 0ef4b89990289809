"""What was confirmed: every hand, the totals, and undoing the last one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, render_template, request

from kiosk.session.commands import VoidHand
from kiosk.session.repairs import AmendHand
from kiosk.web.book import book_shown
from kiosk.web.forms import carry_out, names_of, service
from kiosk.web.settled import Settled
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import PlayedHand

bp = Blueprint("ledger", __name__, url_prefix="/ledger")


@bp.get("/")
def show() -> ResponseReturnValue:
    """Show every hand of the session with running totals."""
    view = service().view()
    book = book_shown(view, words()) if view.session is not None else None
    opened = None if view.session is None else view.session.opened
    return render_template(
        "ledger.html", book=book, seen=view.seq, may_repair=may_repair(view), opened=opened
    )


@bp.get("/<int:seq>")
def hand(seq: int) -> ResponseReturnValue:
    """Show one hand as it was settled."""
    return _hand_page(seq, asks=False)


@bp.get("/<int:seq>/undo")
def undo(seq: int) -> ResponseReturnValue:
    """Ask whether a hand is to be undone."""
    return _hand_page(seq, asks=True)


@bp.post("/<int:seq>/undo")
def void(seq: int) -> ResponseReturnValue:
    """Withdraw a confirmed hand; the ledger keeps both."""
    return carry_out(VoidHand(seq, fix=request.form.get("fix") == "1"))


def _hand_page(seq: int, *, asks: bool) -> ResponseReturnValue:
    view = service().view()
    played = find_hand(view, seq)
    say = words()
    names = names_of(played.players)
    settled = Settled(played.record, played.settlement, played.before, names, say)
    return render_template(
        "hand.html",
        seen=view.seq,
        seq=seq,
        asks=asks,
        is_last=_is_last(view, played),
        may_fix=service().can(AmendHand(seq)),
        earlier=[
            Settled(record, settlement, played.before, names, say).shown()
            for _, record, settlement in reversed(played.earlier)
        ],
        title=say.say("ui.hand_number", number=played.number),
        reading_words=_reading_words(played),
        has_stills=bool(_stills(played)),
        stills=[n for n, name in enumerate(_stills(played)) if find_still(name) is not None],
        settled=settled.shown(),
    )


@bp.get("/<int:seq>/still/<int:place>.jpg")
def still(seq: int, place: int) -> ResponseReturnValue:
    """Return a picture by which the hand was read, the first being 0."""
    names = _stills(find_hand(service().view(), seq))
    jpeg = find_still(names[place]) if place < len(names) else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


def find_still(name: str) -> bytes | None:
    """Return the picture of a reading; `None` where it is gone."""
    album = service().lookout.album
    return None if album is None else album.find(name)


def _stills(played: PlayedHand) -> list[str]:
    """Return the names of the pictures by which *played* was read."""
    return list(played.reading.get("stills", ()))


def may_repair(view: View) -> bool:
    """Return whether the session can still be put right."""
    return view.session is not None and not view.session.is_closed


def find_hand(view: View, seq: int) -> PlayedHand:
    """Return the hand that event *seq* counted, of any session; end with 404 for none."""
    now = view.session.hands if view.session is not None else ()
    found = next((hand for hand in now if hand.seq == seq), None) or service().past.hand(seq)
    if found is None:
        abort(404)
    return found


def _is_last(view: View, played: PlayedHand) -> bool:
    """Return whether *played* is the hand that can be undone."""
    session = view.session
    if session is None or session.is_closed or session.last_hand is None:
        return False
    return session.last_hand.seq == played.seq


def _reading_words(played: PlayedHand) -> str:
    """Return how many tiles the camera read and how many people corrected."""
    reading = played.reading
    if not reading.get("readings"):
        return words().say("ui.reading.by_hand")
    return words().say(
        "ui.reading.summary", read=reading["read"], corrections=reading["corrections"]
    )
