"""What was played: sessions, hands, why they paid so, what people have done."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final, Literal

from flask import Response, abort, request
from flask.typing import ResponseReturnValue

from kiosk.access.rights import Right
from kiosk.api.models import Body, Count, Flag, Reply, Text, Whole, Word, reply
from kiosk.api.operations import JPEG, PNG, SVG, Operation, Query
from kiosk.i18n import LANGUAGE_NAMES, Catalogue, catalogue
from kiosk.ledger.careers import Record, records_of
from kiosk.ledger.sittings import results_of
from kiosk.session import PlayedHand
from kiosk.session import Session as TableSession
from kiosk.session.state import Penalty
from kiosk.web.context import names_of, service, vocabulary_of, words
from kiosk.web.svg.qr import qr_file
from kiosk.web.views.history import past_view, result_text
from kiosk.web.views.ledger import find_hand, lines_of, still
from kiosk.web.views.results import photo as photo_of_result
from kiosk.web.views.results import picture as picture_of_result
from kiosk.web.views.results import results_table
from kiosk.web.views.scene import ranks
from kiosk.web.views.scores import ScoreView
from kiosk.web.views.settlement import SettlementView, SettlementWords

LANGUAGE: Final = Query(
    "language",
    Literal[tuple(LANGUAGE_NAMES)],
    "In whose words; without it in the kiosk's.",
)


class HandLine(Reply):
    """A hand in a list."""

    seq: Count
    number: Count
    is_void: Flag
    net: list[Whole]


class Hand(Reply):
    """A hand: what was recorded, what it paid, what the camera read, its log where it has one."""

    seq: Count
    record: dict[str, Any]
    settlement: dict[str, Any]
    reading: dict[str, Any]
    log: list[Text]


class Sitting(Reply):
    """A session in a list."""

    opened: Count
    ruleset: Text
    hands: list[HandLine]


class PenaltyPaid(Reply):
    """What was paid between hands."""

    seq: Count
    payments: list[dict[str, Any]]


class Session(Reply):
    """A session with people, places, hands and penalties."""

    opened: Count
    ruleset: Text
    names: list[Word]
    players: list[Text]
    bench: list[Text]
    totals: list[Whole]
    places: list[Count]
    hands: list[HandLine]
    penalties: list[PenaltyPaid]
    result: Word


class Line(Body):
    """A seat's totals after each hand, the start first."""

    name: Word
    seat: Count
    totals: list[Whole]


class TileInSet(Body):
    """A tile as it stands in a set."""

    code: Text
    is_wild: Flag


class Element(Reply):
    """A scoring element that counted."""

    title: Word
    value: Word


class Score(Reply):
    """What one hand is worth, and why."""

    seat: Count
    score: Word
    formula: Word
    sets: list[list[TileInSet]]
    items: list[Element]
    of_the_payment: list[Element]


class StepWords(Reply):
    """One step of an amount."""

    title: Word
    change: Word
    amount: Word


class AmountWords(Reply):
    """How an amount comes about."""

    formula: Word
    steps: list[StepWords]


class PaymentWords(Reply):
    """A payment in words."""

    amount: Whole
    reason: Word
    explained: AmountWords


class Explanation(Reply):
    """A settlement in the words of its screen."""

    title: Word
    wins: list[Score]
    losers: list[Score]
    payments: list[PaymentWords]
    totals: list[Whole]
    next: Word
    unseen: Word
    why: list[list[Word]]


class GameRecord(Reply):
    """What somebody has done in one game."""

    ruleset: Text
    hands: Count
    places: list[Count]
    results: list[Whole]


class Career(Reply):
    """What somebody has done, game by game."""

    id: Text
    name: Text
    records: list[GameRecord]


@Operation("GET", "/sessions", Right.READ, reply(sessions=list[Sitting]))
def sessions() -> ResponseReturnValue:
    """Return every session of the ledger, oldest first, with its hands."""
    found = map(service().past.session, service().past.opened())
    return {"sessions": [_sitting(session) for session in found if session is not None]}


@Operation("GET", "/sessions/<int:opened>", Right.READ, Session, fails=(404,))
def session(opened: int) -> ResponseReturnValue:
    """Return the session that event *opened* opened: people, places, hands, penalties."""
    view = past_view(opened)
    found = view.session
    return {
        **_sitting(found),
        "names": list(view.names),
        "start": found.start_score,
        "places": list(ranks(found.standing.everyones)),
        "pot": found.standing.pot,
        "penalties": [_penalty(one) for one in found.penalties],
        "result": result_text(view),
    }


@Operation("GET", "/sessions/<int:opened>/graph", Right.READ, reply(lines=list[Line]), fails=(404,))
def graph(opened: int) -> ResponseReturnValue:
    """Return each seat's totals after each hand that counts, the start first."""
    view = past_view(opened)
    return {"lines": [asdict(line) for line in lines_of(view, words(view.session.ruleset))]}


@Operation("GET", "/sessions/<int:opened>/qr.svg", Right.READ, media=SVG, fails=(404,))
def code(opened: int) -> ResponseReturnValue:
    """Return the result as a QR code to take home."""
    return Response(qr_file(result_text(past_view(opened)), 6), mimetype=SVG)


@Operation("GET", "/sessions/<int:opened>/result.svg", Right.READ, media=SVG, fails=(404,))
def card(opened: int) -> ResponseReturnValue:
    """Return the result as a picture with a QR code."""
    return picture_of_result(opened)


@Operation("GET", "/sessions/<int:opened>/result.png", Right.READ, media=PNG, fails=(404,))
def card_png(opened: int) -> ResponseReturnValue:
    """Return the same picture as pixels."""
    return photo_of_result(opened)


@Operation("GET", "/results.csv", Right.READ, media="text/csv")
def results() -> ResponseReturnValue:
    """Return the results of every session that has ended, a line for each seat."""
    return Response(results_table(), mimetype="text/csv")


@Operation("GET", "/hands", Right.READ, reply(hands=list[HandLine]))
def hands() -> ResponseReturnValue:
    """Return the hands of the session that is open, or of the last one, voided ones too."""
    now = service().view().session
    return {"hands": [_summary(one) for one in now.hands] if now else []}


@Operation("GET", "/hands/<int:seq>", Right.READ, Hand, fails=(404,))
def hand(seq: int) -> ResponseReturnValue:
    """Return one hand of any session: record, settlement, and what the camera read of it."""
    found = find_hand(service().view(), seq)
    return {
        **_summary(found),
        "record": found.record,
        "settlement": found.settlement,
        "reading": found.reading,
        "log": list(service().past.log(seq)),
        "earlier": [
            {"seq": at, "record": record, "settlement": settlement}
            for at, record, settlement in found.earlier
        ],
    }


@Operation(
    "GET", "/hands/<int:seq>/explanation", Right.READ, Explanation, query=(LANGUAGE,), fails=(404,)
)
def explanation(seq: int) -> ResponseReturnValue:
    """Return a hand's settlement in the words of the screen: sets, elements, formula, why."""
    found = find_hand(service().view(), seq)
    names, t = names_of(found.players), address_words(found.record.get("ruleset", ""))
    settled = SettlementWords(found.record, found.settlement, found.before, names, t)
    return explanation_json(settled.view())


@Operation("GET", "/hands/<int:seq>/stills/<int:place>.jpg", Right.READ, media=JPEG, fails=(404,))
def picture(seq: int, place: int) -> ResponseReturnValue:
    """Return a picture by which a hand was read, the first being 0."""
    return still(seq, place)


@Operation("GET", "/players/<player>", Right.READ, Career, fails=(404,))
def player(player: str) -> ResponseReturnValue:
    """Return what somebody has done, game by game."""
    known = next((one for one in service().players() if one.id == player), None)
    if known is None:
        abort(404, f"There is no player {player}.")
    records = records_of(known.id, service().past.sittings())
    return {"id": known.id, "name": known.name, "records": [_career(one) for one in records]}


def address_words(ruleset: str) -> Catalogue:
    """Return the words for *ruleset* in the language that the address names, else the kiosk's."""
    body = request.args.get("language", "")
    known = body in LANGUAGE_NAMES
    return catalogue(body, vocabulary_of(ruleset)) if known else words(ruleset)


def _career(record: Record) -> dict[str, Any]:
    return {**asdict(record), "firsts": record.firsts}


def _sitting(found: TableSession) -> dict[str, Any]:
    return {
        "opened": found.opened,
        "ruleset": found.ruleset,
        "options": dict(found.options),
        "players": list(found.players),
        "bench": list(found.bench),
        "totals": list(found.standing.totals),
        "bench_totals": list(found.standing.bench),
        "prizes": list(found.standing.prizes),
        "results": list(results_of(found)),
        "is_closed": found.is_closed,
        "hands": [_summary(one) for one in found.hands],
    }


def _summary(found: PlayedHand) -> dict[str, Any]:
    return {
        "seq": found.seq,
        "number": found.number,
        "is_void": found.is_void,
        "net": list(found.settlement["net"]),
        "totals": list(found.after.totals),
    }


def _penalty(found: Penalty) -> dict[str, Any]:
    return {
        "seq": found.seq,
        "payments": list(found.payments),
        "note": found.note,
        "withdrawn": found.withdrawn,
    }


def explanation_json(shown: SettlementView) -> dict[str, Any]:
    """Return a settlement as its screen tells it, without the pictures."""
    return {
        "title": shown.title,
        "wins": [_score(one) for one in shown.wins],
        "losers": [_score(one) for one in shown.losers],
        "payments": [asdict(one) for one in shown.payments],
        "prizes": [asdict(one) for one in shown.prizes],
        "prizes_title": shown.prizes_title,
        "results": list(shown.results),
        "result_parts": [asdict(one) for one in shown.result_parts],
        "gains": [seat.gain for seat in shown.totals],
        "totals": [seat.total for seat in shown.totals],
        "places": list(shown.places.ranks),
        "next": shown.next,
        "unseen": shown.unseen,
        "why": [list(one) for one in shown.why],
    }


def _score(shown: ScoreView) -> dict[str, Any]:
    return {
        "seat": shown.seat.number,
        "how": shown.how,
        "score": shown.score,
        "formula": shown.formula,
        "sets": [[asdict(tile) for tile in group] for group in shown.sets],
        "items": [asdict(item) for item in shown.items],
        "of_the_payment": [asdict(item) for item in shown.of_the_payment],
        "fu": [asdict(item) for item in shown.fu],
    }
