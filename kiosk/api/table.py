"""The table as it stands: people, hand at work, machine, camera, and every command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from typing import Annotated, Any, Final

from flask import Response, abort, request
from flask.typing import ResponseReturnValue
from pydantic import Field

from kiosk.access.rights import Right
from kiosk.api.commands import Call
from kiosk.api.models import Body, Count, Flag, Op, Pair, Reply, Text, Word, reply, schema_extra
from kiosk.api.operations import JPEG, STREAM, Operation, Query
from kiosk.api.past import LANGUAGE, Explanation, address_words, explanation_json
from kiosk.errors import Refused
from kiosk.session import Stage
from kiosk.session.draft import draft_to_json
from kiosk.session.events import PlayerId
from kiosk.session.record import hand_record
from kiosk.table.port import TableStatus
from kiosk.view import View
from kiosk.web.context import at_the_hand, service
from kiosk.web.live import frame_number, still_answer, stream
from kiosk.web.views.look import count_of, newest_look
from kiosk.web.views.missing import tiles_in_the_middle, tiles_of
from kiosk.web.views.settlement import SettlementWords
from vision.types import TileReading

MAX_NAME: Final = 24
AFTER: Final = Query(
    "after",
    Annotated[int, Field(ge=0, le=999_999_999)],
    "Wait for a picture newer than this one, a second at most.",
)


class CurrentGame(Reply):
    """What is played."""

    ruleset: Text


class State(Reply):
    """Where the table stands, without names."""

    stage: Text
    seq: Count
    session: CurrentGame | None


class Answer(Body):
    """What came of a command."""

    op: Op
    seq: Count
    stage: Text
    is_repeat: Flag


class DraftStage(Reply):
    """The hand at work."""

    stage: Text


class OtherSet(Reply):
    """The set of tiles that is not in play."""

    state: Text
    percent: Count


class MachineState(Reply):
    """How the machine stands."""

    link: Text
    line_code: Count
    fault: Count | None
    fault_side: Count | None
    warning: Count | None
    other_set: OtherSet | None


class ReadingError(Reply):
    """Why the last look came to nothing."""

    code: Text


class Table(State):
    """Everything that the table's screen shows."""

    names: list[Text]
    draft: DraftStage | None
    machine: MachineState
    reading: Flag
    reading_error: ReadingError | None


class Player(Body):
    """Somebody who plays."""

    id: Text
    name: Text


class NewPlayer(Body):
    """Somebody who is to play."""

    name: Annotated[Word, Field(max_length=MAX_NAME), schema_extra(minLength=1)]


class LookedTile(Reply):
    """A tile that the camera has read."""

    code: Text
    confidence: float
    box: list[list[float]]
    sideways: Flag


class LookedSeat(Reply):
    """What lies before a seat: all its tiles, the discards among them in order, stacks, sticks."""

    tiles: list[LookedTile]
    river: list[LookedTile]
    stacks: Count
    sticks: Count


class Look(Reply):
    """One look of the camera; boxes are pixels of a picture of this size."""

    number: Count
    size: Pair
    refusal: Text | None
    problems: list[Text]
    seats: list[LookedSeat]
    middle: list[LookedTile]


@Operation("GET", "/state", Right.OPEN, State)
def state() -> ResponseReturnValue:
    """Return where the table stands, without names."""
    return _state(service().view())


@Operation("GET", "/table", Right.READ, Table)
def table() -> ResponseReturnValue:
    """Return everything that the table's screen shows: people, hand at work, machine, reading."""
    view = service().view()
    error = view.reading_error
    return {
        **_state(view),
        "names": list(view.names),
        "draft": None if view.draft is None else draft_to_json(view.draft),
        "machine": _machine(view.table),
        "reading": view.reading,
        "reading_error": None if error is None else error.to_json(),
    }


@Operation("GET", "/table/explanation", Right.READ, Explanation, query=(LANGUAGE,), fails=(409,))
def explain_table() -> ResponseReturnValue:
    """Return the settlement that the screen shows, in its words; 409 while there is none."""
    view = at_the_hand()
    session, draft = view.session, view.draft
    if session is None or draft is None or view.stage is not Stage.SETTLEMENT:
        raise Refused("not_now", "no settlement is shown now", where="stage")
    record = hand_record(session, draft)
    t = address_words(session.ruleset)
    settlement_words = SettlementWords(record, draft.settlement, session.standing, view.names, t)
    return explanation_json(settlement_words.view())


@Operation("POST", "/commands", Right.SCORE, Answer, Call, fails=(409,))
def command(body: Call) -> ResponseReturnValue:
    """Carry a command out, once, and return what came of it."""
    answer = service().submit(body.command, body.op, body.expected_seq)
    return {
        "op": answer.op_id,
        "seq": answer.seq,
        "stage": str(answer.stage),
        "is_repeat": answer.is_repeat,
    }


@Operation("GET", "/players", Right.READ, reply(players=list[Player]))
def players() -> ResponseReturnValue:
    """Return everybody known, latest first."""
    return {"players": [asdict(player) for player in service().players()]}


@Operation("POST", "/players", Right.SCORE, Player, NewPlayer, fails=(422,))
def enrol(body: NewPlayer) -> ResponseReturnValue:
    """Return the id of the person of this name, a new one if nobody is called so."""
    name = " ".join(body.name.split())
    if not name:
        raise Refused("bad_name", "a name has at least one letter", where="name")
    return {"id": service().enrol(name), "name": name}


@Operation("DELETE", "/players/<player>", Right.OPERATE, status=204, fails=(404,))
def forget(player: str) -> ResponseReturnValue:
    """Erase a person's name; past hands keep the seat."""
    if player not in {person.id for person in service().players()}:
        abort(404, f"There is no player {player}.")
    service().forget(PlayerId(player))
    return Response(status=204)


@Operation("GET", "/camera/still.jpg", Right.READ, media=JPEG, query=(AFTER,), fails=(404, 409))
def still() -> ResponseReturnValue:
    """Return what the camera sees, once it is newer than the frame `after`."""
    return still_answer(request.args)


@Operation("GET", "/camera/look", Right.READ, Look, query=(AFTER,), fails=(404, 409))
def look() -> ResponseReturnValue:
    """Return what the camera reads on the table, once it is newer than the look `after`."""
    number, camera_look = newest_look(frame_number(request.args))
    reading, refusal = camera_look.reading, camera_look.refusal
    answer: dict[str, Any] = {
        "number": number,
        "size": list(camera_look.size),
        "refusal": None if refusal is None else refusal.code,
        "problems": [],
        "seats": [],
        "middle": [],
    }
    if reading is None:
        return answer
    return {
        **answer,
        "problems": list(reading.problems),
        "seats": [
            {
                "tiles": _tiles(tiles_of(one)),
                "river": _tiles(one.river),
                "stacks": count_of(reading.walls, one.seat),
                "sticks": count_of(reading.sticks, one.seat),
            }
            for one in reading.seats
        ],
        "middle": _tiles(tiles_in_the_middle(reading)),
    }


def _tiles(tiles: Iterable[TileReading]) -> list[dict[str, Any]]:
    return [
        {
            "code": tile.code,
            "confidence": round(tile.confidence, 4),
            "box": [[round(x, 1), round(y, 1)] for x, y in tile.box],
            "sideways": tile.sideways,
        }
        for tile in tiles
    ]


@Operation("GET", "/camera/tiles/<int:number>.jpg", Right.READ, media=JPEG, fails=(404, 409))
def tile(number: int) -> ResponseReturnValue:
    """Return the picture of one tile of the hand at work."""
    return Response(service().crop(number), mimetype=JPEG)


@Operation("GET", "/events", Right.READ, media=STREAM, fails=(503,))
def events() -> ResponseReturnValue:
    """Return the stream that tells when something has changed."""
    return stream()


def _machine(status: TableStatus) -> dict[str, Any]:
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
        "is_unpaid": status.is_unpaid,
        "by_hand": None if status.by_hand is None else status.by_hand.why,
        "fault": None if fault is None else fault.code,
        "fault_side": None if fault is None else fault.side,
        "warning": None if warning is None else warning.code,
        "other_set": None if other is None else asdict(other),
    }


def _state(view: View) -> dict[str, Any]:
    session = view.session
    answer: dict[str, Any] = {"stage": str(view.stage), "seq": view.seq, "session": None}
    if session is not None:
        standing = session.standing
        answer["session"] = {
            "ruleset": session.ruleset,
            "options": dict(session.options),
            "hands": len(session.counted_hands),
            "banker": standing.banker,
            "round": standing.round,
            "repeats": standing.repeats,
            "totals": list(standing.totals),
            "bench_totals": list(standing.bench),
            "pot": standing.pot,
            "over": standing.over,
            "prizes": list(standing.prizes),
            "winners": list(standing.winners),
        }
    return answer
