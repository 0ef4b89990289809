"""The table as it stands: people, hand at work, machine, camera, and every command."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from flask import Response, abort, jsonify, request

from kiosk.access.request_guard import needs
from kiosk.access.rights import Right
from kiosk.api import body, past
from kiosk.api.commands import command_of
from kiosk.api.route import Route
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.drafts import draft_to_json
from kiosk.session.events import PlayerId
from kiosk.session.record import hand_record
from kiosk.web import faces, live
from kiosk.web.forms import at_the_hand, service
from kiosk.web.settled import Settled

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from kiosk.service import View
    from kiosk.table.port import TableStatus

MAX_NAME: Final = 24


@needs(Right.OPEN)
def state() -> ResponseReturnValue:
    """Return where the table stands, without names."""
    return jsonify(_state(service().view()))


@needs(Right.READ)
def table() -> ResponseReturnValue:
    """Return everything that the table's screen shows: people, hand at work, machine, reading."""
    view = service().view()
    status, error = view.table, view.reading_error
    return jsonify(
        **_state(view),
        names=list(view.names),
        draft=None if view.draft is None else draft_to_json(view.draft),
        machine=_machine(status),
        reading=view.reading,
        reading_error=None if error is None else error.to_json(),
    )


@needs(Right.READ)
def explain_table() -> ResponseReturnValue:
    """Return the settlement that the screen shows, in its words; 409 while there is none."""
    view = at_the_hand()
    session, draft = view.session, view.draft
    if session is None or draft is None or view.stage is not Stage.SETTLEMENT:
        raise Refused("not_now", "no settlement is shown now", where="stage")
    record = hand_record(session, draft)
    told = Settled(record, draft.settlement, session.standing, view.names, past.words_asked())
    return jsonify(past.explained(told.shown()))


@needs(Right.SCORE)
def command() -> ResponseReturnValue:
    """Carry a command out, once, and return what came of it."""
    asked = body.fields("op", "command", expected_seq=None)
    op_id, seen = body.op_id(asked["op"]), asked["expected_seq"]
    if seen is not None:
        body.whole(seen, "expected_seq", 0, 1_000_000_000)
    answer = service().submit(command_of(asked["command"]), op_id, seen)
    return jsonify(
        op=answer.op_id, seq=answer.seq, stage=str(answer.stage), is_repeat=answer.is_repeat
    )


@needs(Right.READ)
def players() -> ResponseReturnValue:
    """Return everybody known, latest first."""
    return jsonify(players=[asdict(player) for player in service().players()])


@needs(Right.SCORE)
def enrol() -> ResponseReturnValue:
    """Return the id of the person of this name, a new one if nobody is called so."""
    name = " ".join(body.text(body.fields("name")["name"], "name", MAX_NAME).split())
    if not name:
        raise Refused("bad_name", "a name has at least one letter", where="name")
    return jsonify(id=service().enrol(name), name=name)


@needs(Right.OPERATE)
def forget(player: str) -> ResponseReturnValue:
    """Erase a person's name; past hands keep the seat."""
    if player not in {known.id for known in service().players()}:
        abort(404, f"There is no player {player}.")
    service().forget(PlayerId(player))
    return Response(status=204)


@needs(Right.READ)
def still() -> ResponseReturnValue:
    """Return what the camera sees, once it is newer than the frame `after`."""
    return faces.still_answer(request.args)


@needs(Right.READ)
def tile(number: int) -> ResponseReturnValue:
    """Return the picture of one tile of the hand at work."""
    return Response(service().crop(number), mimetype="image/jpeg")


@needs(Right.READ)
def events() -> ResponseReturnValue:
    """Return the stream that tells when something has changed."""
    return live.stream()


def _machine(status: TableStatus) -> dict[str, Any]:
    """Return how the machine stands, with what stopped it or its other set, and where."""
    fault, warning, other = status.fault, status.warning, status.other_set
    return {
        "link": str(status.link),
        "line_code": status.line_code,
        "job": status.job,
        "outcome": status.outcome,
        "stage": status.stage,
        "percent": status.percent,
        "left_s": status.left_s,
        "is_stopped": status.is_stopped,
        "walls_built": status.walls_built,
        "next_job": status.next_job,
        "by_hand": None if status.by_hand is None else status.by_hand.why,
        "fault": None if fault is None else fault.code,
        "fault_side": None if fault is None else fault.side,
        "warning": None if warning is None else warning.code,
        "other_set": None if other is None else asdict(other),
    }


def _state(view: View) -> dict[str, Any]:
    """Return stage, number and standing."""
    session = view.session
    answer: dict[str, Any] = {"stage": str(view.stage), "seq": view.seq, "session": None}
    if session is not None:
        standing = session.standing
        answer["session"] = {
            "ruleset": session.ruleset,
            "options": dict(session.options),
            "hands": len(session.counted),
            "banker": standing.banker,
            "round": standing.round,
            "repeats": standing.repeats,
            "totals": list(standing.totals),
            "pot": standing.pot,
            "over": standing.over,
        }
    return answer


ROUTES: Final = (
    Route("GET", "/state", state),
    Route("GET", "/table", table),
    Route("GET", "/table/explanation", explain_table),
    Route("POST", "/commands", command),
    Route("GET", "/players", players),
    Route("POST", "/players", enrol),
    Route("DELETE", "/players/<player>", forget),
    Route("GET", "/camera/still.jpg", still),
    Route("GET", "/camera/tiles/<int:number>.jpg", tile),
    Route("GET", "/events", events),
)
