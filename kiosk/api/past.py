"""What was played, for programs: sessions, hands, why they paid so, what people have done."""

from __future__ import annotations

import io
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify, request

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.api.route import Route
from kiosk.i18n import LANGUAGE_NAMES, Catalogue, catalogue
from kiosk.ledger.history import records_of
from kiosk.web import book, history, ledger
from kiosk.web.forms import names_of, service
from kiosk.web.settled import Settled, ranks
from kiosk.web.words import words

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.session import PlayedHand, Session
    from kiosk.session.state import Penalty
    from kiosk.web.settled import ScoreShown, SettledShown


@needs(Right.READ)
def sessions() -> ResponseReturnValue:
    """Return every session of the ledger, oldest first, with its hands."""
    found = map(service().past.session, service().past.opened())
    return jsonify(sessions=[_sitting(session) for session in found if session is not None])


@needs(Right.READ)
def session(opened: int) -> ResponseReturnValue:
    """Return the session that event *opened* opened: people, places, hands, penalties."""
    view = _view_of(opened)
    found = view.session
    assert found is not None
    return jsonify(
        {
            **_sitting(found),
            "names": list(view.names),
            "start": found.start_score,
            "places": list(ranks(found.standing.totals)),
            "pot": found.standing.pot,
            "penalties": [_penalty(one) for one in found.penalties],
            "result": history.result_text(view),
        }
    )


@needs(Right.READ)
def graph(opened: int) -> ResponseReturnValue:
    """Return each seat's totals after each hand that counts, the start first."""
    lines = book.lines_of(_view_of(opened), words())
    return jsonify(lines=[asdict(line) for line in lines])


@needs(Right.READ)
def code(opened: int) -> ResponseReturnValue:
    """Return the result as a QR code to take home."""
    picture = io.BytesIO()
    history.code_of(history.result_text(_view_of(opened))).save(picture, kind="svg", light="#fff")
    return Response(picture.getvalue(), mimetype="image/svg+xml")


@needs(Right.READ)
def hands() -> ResponseReturnValue:
    """Return the hands of the session that is open, or of the last one, voided ones too."""
    now = service().view().session
    return jsonify(hands=[_summary(one) for one in now.hands] if now else [])


@needs(Right.READ)
def hand(seq: int) -> ResponseReturnValue:
    """Return one hand of any session: record, settlement, and what the camera read of it."""
    found = ledger.find_hand(service().view(), seq)
    more = {name: getattr(found, name) for name in ("record", "settlement", "reading")}
    earlier = [
        {"seq": at, "record": record, "settlement": settlement}
        for at, record, settlement in found.earlier
    ]
    return jsonify({**_summary(found), **more, "earlier": earlier})


@needs(Right.READ)
def explanation(seq: int) -> ResponseReturnValue:
    """Return a hand's settlement in the words of the screen: sets, elements, formula, why."""
    found = ledger.find_hand(service().view(), seq)
    names = names_of(found.players)
    settled = Settled(found.record, found.settlement, found.before, names, words_asked())
    return jsonify(explained(settled.shown()))


@needs(Right.READ)
def picture(seq: int, place: int) -> ResponseReturnValue:
    """Return a picture by which a hand was read, the first being 0."""
    return ledger.still(seq, place)


@needs(Right.READ)
def player(player: str) -> ResponseReturnValue:
    """Return what somebody has done, game by game."""
    known = next((one for one in service().players() if one.id == player), None)
    if known is None:
        abort(404, f"There is no player {player}.")
    records = records_of(known.id, service().past.sittings())
    return jsonify(id=known.id, name=known.name, records=[asdict(one) for one in records])


def words_asked() -> Catalogue:
    """Return the words of the language that the address names, else of the kiosk's."""
    asked = request.args.get("language", "")
    return catalogue(asked) if asked in LANGUAGE_NAMES else words()


def _view_of(opened: int) -> View:
    """Return the view of the session that event *opened* opened; end with 404 for none."""
    found = service().past.session(opened)
    if found is None:
        abort(404, f"No session was opened by event {opened}.")
    return replace(service().view(), session=found, names=names_of(found.players), draft=None)


def _sitting(found: Session) -> dict[str, Any]:
    """Return what a list of sessions tells of each."""
    return {
        "opened": found.opened,
        "ruleset": found.ruleset,
        "options": dict(found.options),
        "players": list(found.players),
        "totals": list(found.standing.totals),
        "is_closed": found.is_closed,
        "hands": [_summary(one) for one in found.hands],
    }


def _summary(found: PlayedHand) -> dict[str, Any]:
    """Return what a list of hands tells of each."""
    return {
        "seq": found.seq,
        "number": found.number,
        "is_void": found.is_void,
        "net": list(found.settlement["net"]),
        "totals": list(found.after.totals),
    }


def _penalty(found: Penalty) -> dict[str, Any]:
    """Return what was paid between hands, and whether it was taken back."""
    return {
        "seq": found.seq,
        "payments": list(found.payments),
        "note": found.note,
        "withdrawn": found.withdrawn,
    }


def explained(shown: SettledShown) -> dict[str, Any]:
    """Return a settlement as its screen tells it, without the pictures."""
    return {
        "title": shown.title,
        "wins": [_score(one) for one in shown.wins],
        "losers": [_score(one) for one in shown.losers],
        "payments": [asdict(one) for one in shown.payments],
        "prizes": [asdict(one) for one in shown.prizes],
        "gains": [seat.gain for seat in shown.totals],
        "totals": [seat.total for seat in shown.totals],
        "places": list(shown.ranks),
        "next": shown.next,
        "why": [list(one) for one in shown.why],
    }


def _score(shown: ScoreShown) -> dict[str, Any]:
    """Return one winner's sets and elements."""
    return {
        "seat": shown.seat.number,
        "how": shown.how,
        "score": shown.score,
        "formula": shown.formula,
        "sets": [[asdict(tile) for tile in group] for group in shown.sets],
        "items": [asdict(item) for item in shown.items],
        "fu": [asdict(item) for item in shown.fu],
    }


ROUTES: Final = (
    Route("GET", "/sessions", sessions),
    Route("GET", "/sessions/<int:opened>", session),
    Route("GET", "/sessions/<int:opened>/graph", graph),
    Route("GET", "/sessions/<int:opened>/qr.svg", code),
    Route("GET", "/hands", hands),
    Route("GET", "/hands/<int:seq>", hand),
    Route("GET", "/hands/<int:seq>/explanation", explanation),
    Route("GET", "/hands/<int:seq>/stills/<int:place>.jpg", picture),
    Route("GET", "/players/<player>", player),
)
