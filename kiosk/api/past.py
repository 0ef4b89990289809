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
    past_sessions = map(service().past.session, service().past.openings())
    return {"sessions": [_sitting(session) for session in past_sessions if session is not None]}


@Operation("GET", "/sessions/<int:opening>", Right.READ, Session, fails=(404,))
def session(opening: int) -> ResponseReturnValue:
    """Return the session that event *opening* opened: people, places, hands, penalties."""
    view = past_view(opening)
    past_session = view.session
    return {
        **_sitting(past_session),
        "names": list(view.names),
        "start": past_session.start_score,
        "places": list(ranks(past_session.standing.everyones)),
        "pot": past_session.standing.pot,
        "penalties": [_penalty(one) for one in past_session.penalties],
        "result": result_text(view),
    }


@Operation(
    "GET", "/sessions/<int:opening>/graph", Right.READ, reply(lines=list[Line]), fails=(404,)
)
def graph(opening: int) -> ResponseReturnValue:
    """Return each seat's totals after each hand that counts, the start first."""
    view = past_view(opening)
    return {"lines": [asdict(line) for line in lines_of(view, words(view.session.ruleset))]}


@Operation("GET", "/sessions/<int:opening>/qr.svg", Right.READ, media=SVG, fails=(404,))
def code(opening: int) -> ResponseReturnValue:
    """Return the result as a QR code to take home."""
    return Response(qr_file(result_text(past_view(opening)), 6), mimetype=SVG)


@Operation("GET", "/sessions/<int:opening>/result.svg", Right.READ, media=SVG, fails=(404,))
def card(opening: int) -> ResponseReturnValue:
    """Return the result as a picture with a QR code."""
    return picture_of_result(opening)


@Operation("GET", "/sessions/<int:opening>/result.png", Right.READ, media=PNG, fails=(404,))
def card_png(opening: int) -> ResponseReturnValue:
    """Return the same picture as pixels."""
    return photo_of_result(opening)


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
    past_hand = find_hand(service().view(), seq)
    return {
        **_summary(past_hand),
        "record": past_hand.record,
        "settlement": past_hand.settlement,
        "reading": past_hand.reading,
        "log": list(service().past.log(seq)),
        "earlier": [
            {"seq": at, "record": record, "settlement": settlement}
            for at, record, settlement in past_hand.earlier
        ],
    }


@Operation(
    "GET", "/hands/<int:seq>/explanation", Right.READ, Explanation, query=(LANGUAGE,), fails=(404,)
)
def explanation(seq: int) -> ResponseReturnValue:
    """Return a hand's settlement in the words of the screen: sets, elements, formula, why."""
    past_hand = find_hand(service().view(), seq)
    names, t = names_of(past_hand.players), address_words(past_hand.record.get("ruleset", ""))
    settlement_words = SettlementWords(
        past_hand.record, past_hand.settlement, past_hand.before, names, t
    )
    return explanation_json(settlement_words.view())


@Operation("GET", "/hands/<int:seq>/stills/<int:place>.jpg", Right.READ, media=JPEG, fails=(404,))
def picture(seq: int, place: int) -> ResponseReturnValue:
    """Return a picture by which a hand was read, the first being 0."""
    return still(seq, place)


@Operation("GET", "/players/<player>", Right.READ, Career, fails=(404,))
def player(player: str) -> ResponseReturnValue:
    """Return what somebody has done, game by game."""
    person = next((one for one in service().players() if one.id == player), None)
    if person is None:
        abort(404, f"There is no player {player}.")
    records = records_of(person.id, service().past.sittings())
    return {"id": person.id, "name": person.name, "records": [_career(one) for one in records]}


def address_words(ruleset: str) -> Catalogue:
    """Return the words for *ruleset* in the language that the address names, else the kiosk's."""
    language = request.args.get("language", "")
    is_known = language in LANGUAGE_NAMES
    return catalogue(language, vocabulary_of(ruleset)) if is_known else words(ruleset)


def _career(record: Record) -> dict[str, Any]:
    return {**asdict(record), "firsts": record.firsts}


def _sitting(session: TableSession) -> dict[str, Any]:
    return {
        "opened": session.opened,
        "ruleset": session.ruleset,
        "options": dict(session.options),
        "players": list(session.players),
        "bench": list(session.bench),
        "totals": list(session.standing.totals),
        "bench_totals": list(session.standing.bench),
        "prizes": list(session.standing.prizes),
        "results": list(results_of(session)),
        "is_closed": session.is_closed,
        "hands": [_summary(one) for one in session.hands],
    }


def _summary(hand: PlayedHand) -> dict[str, Any]:
    return {
        "seq": hand.seq,
        "number": hand.number,
        "is_void": hand.is_void,
        "net": list(hand.settlement["net"]),
        "totals": list(hand.after.totals),
    }


def _penalty(penalty: Penalty) -> dict[str, Any]:
    return {
        "seq": penalty.seq,
        "payments": list(penalty.payments),
        "note": penalty.note,
        "withdrawn": penalty.withdrawn,
    }


def explanation_json(view: SettlementView) -> dict[str, Any]:
    """Return a settlement as its screen tells it, without the pictures."""
    return {
        "title": view.title,
        "wins": [_score(one) for one in view.wins],
        "losers": [_score(one) for one in view.losers],
        "payments": [asdict(one) for one in view.payments],
        "prizes": [asdict(one) for one in view.prizes],
        "prizes_title": view.prizes_title,
        "results": list(view.results),
        "result_parts": [asdict(one) for one in view.result_parts],
        "gains": [seat.gain for seat in view.totals],
        "totals": [seat.total for seat in view.totals],
        "places": list(view.places.ranks),
        "next": view.next,
        "unseen": view.unseen,
        "why": [list(one) for one in view.why],
    }


def _score(view: ScoreView) -> dict[str, Any]:
    return {
        "seat": view.seat.number,
        "how": view.how,
        "score": view.score,
        "formula": view.formula,
        "sets": [[asdict(tile) for tile in group] for group in view.sets],
        "items": [asdict(item) for item in view.items],
        "of_the_payment": [asdict(item) for item in view.of_the_payment],
        "fu": [asdict(item) for item in view.fu],
    }
