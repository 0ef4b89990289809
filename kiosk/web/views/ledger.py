"""The ledger as people read it: hands with running totals, and a line for every player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import sub

from flask import Blueprint, Response, abort, render_template, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

import rules
from kiosk.errors import Refused
from kiosk.i18n import Catalogue, number, signed
from kiosk.session import PlayedHand, Session
from kiosk.session.events import postings
from kiosk.session.repairs import AmendHand, ReopenSession
from kiosk.session.shapes import Json
from kiosk.session.standings import carry_forward, post_transfers
from kiosk.session.state import Penalty
from kiosk.view import SessionView, View
from kiosk.web.context import names_of, service, words
from kiosk.web.svg.charts import Line, totals_chart
from kiosk.web.views.beside_points import prizes_title_of
from kiosk.web.views.frame import (
    UNREADABLE,
    GameView,
    PageData,
    SeatChange,
    SeatView,
    changes,
    changes_of_bench,
    gains_of,
    hand_summary,
    lamps_of,
    name_of,
    view_everyone,
    view_faults,
    view_game,
)
from kiosk.web.views.scene import ranks
from kiosk.web.views.settlement import (
    SettlementView,
    SettlementWords,
)
from kiosk.web.views.standing import hand_words
from kiosk.web.views.what_else import find_shown_seats

bp = Blueprint("ledger", __name__)


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of the ledger, a penalty between hands, or a consent to be told of hands."""

    seq: int
    title: str
    summary: str
    is_void: bool
    cells: tuple[SeatChange, ...]
    """By present seats: who has moved since keeps one column."""
    sum: str
    is_hand: bool = True
    is_amended: bool = False
    is_typed: bool = False
    """Whether people typed the payments, and no rule did."""
    may_ask: bool = False
    """Whether a hand was shown that can be asked about."""


@dataclass(frozen=True, slots=True)
class RankView:
    """Someone's place in a session."""

    rank: int
    name: str
    total: int


@dataclass(frozen=True, slots=True)
class LedgerView:
    """The ledger of one session."""

    game: GameView
    seats: tuple[SeatView, ...]
    start: tuple[int, ...]
    hands: tuple[HandRow, ...]
    totals: tuple[int, ...]
    prizes: tuple[int, ...]
    """What each seat has of prizes beside the points; empty in a game without them."""
    prizes_title: str
    adds_up: bool
    sum: str
    places: tuple[int, ...]
    """Each seat's place."""
    ranked: tuple[RankView, ...]
    """Everyone by place."""
    preset: str
    """Name, version and hash of the house's own rules, where they are in force."""
    chart: Markup | None
    last_seq: int | None
    """The hand that can be undone, while the session is open."""


def view_ledger(view: SessionView, t: Catalogue) -> LedgerView:
    """Return the ledger of the open session, or of the last one."""
    session = view.session
    last = session.hand_to_undo
    adds_up = _adds_up(session)
    return LedgerView(
        view_game(session.ruleset, t),
        view_everyone(view, t),
        (session.start_score,) * len(session.everyone),
        tuple(_rows(session, t)),
        session.standing.everyones,
        session.standing.prizes,
        prizes_title_of(session, t),
        adds_up,
        _sum_words(session, t),
        ranks(session.standing.everyones),
        tuple(rank_players(session.standing.everyones, view.names, t)),
        session.preset,
        _chart(view, session, t),
        last.seq if last is not None and not session.is_closed else None,
    )


def rank_players(totals: Sequence[int], names: Sequence[str], t: Catalogue) -> list[RankView]:
    """Return everyone by place; equal totals share one."""
    views = [
        RankView(rank, name_of(names, seat, t), totals[seat])
        for seat, rank in enumerate(ranks(totals))
    ]
    return sorted(views, key=lambda one: one.rank)


def _rows(session: Session, t: Catalogue) -> list[HandRow]:
    rows = [_row(hand, session, t) for hand in session.hands]
    rows += [_penalty(one, session, t) for one in session.penalties]
    rows += [_consent(seq, t) for seq in session.consents]
    return sorted(rows, key=lambda row: row.seq)


def _row(hand: PlayedHand, session: Session, t: Catalogue) -> HandRow:
    total_gain = sum(gains_of(hand))
    pot = hand.after.pot - hand.before.pot
    text = f"{signed(total_gain)} ✓" if not total_gain else f"{signed(total_gain)}"
    if total_gain:
        text = t("ui.ledger.pot", change=signed(total_gain)) if total_gain == -pot else "✗"
    names = names_of(hand.players)
    cells = changes(session.ruleset, hand.before, gains_of(hand), names, t)
    cells += changes_of_bench(hand.after, names_of(hand.bench), t)
    return HandRow(
        hand.seq,
        hand_words(session.ruleset, hand, t),
        hand_summary(hand.record, names, t),
        hand.is_void,
        _by_present_seat(cells, session.seats_since(hand.seq)),
        text,
        is_amended=_is_another(hand),
        is_typed="typed" in hand.settlement,
        may_ask=bool(find_shown_seats(hand.record)),
    )


def _penalty(one: Penalty, session: Session, t: Catalogue) -> HandRow:
    """Return a penalty as a row, with what everyone had after it."""
    before = [hand for hand in session.counted_hands if hand.seq < one.seq]
    start = session.hands[0].before if session.hands else session.standing
    people = len(session.everyone)
    last = before[-1] if before else None
    standing = start.with_scores([session.start_score] * people) if last is None else last.after
    after = carry_forward(session, standing, 0 if last is None else last.seq, one.seq + 1)
    gains = post_transfers(after.with_scores([0] * people), postings(one.payments)).totals
    was = replace(after, totals=tuple(map(sub, after.totals, gains)))
    cells = changes(session.ruleset, was, gains, names_of(one.players), t)
    cells += changes_of_bench(after, names_of(one.bench), t)
    note = f"{t('reason.penalty')} {one.note}".strip()
    seats = session.seats_since(one.seq)
    is_void = bool(one.withdrawn)
    present_cells = _by_present_seat(cells, seats)
    return HandRow(one.seq, "", note, is_void, present_cells, "±0 ✓", is_hand=False)


def _consent(seq: int, t: Catalogue) -> HandRow:
    """Return a row without points: from then on the table answered questions about that hand."""
    return HandRow(seq, "", t("ui.ask.all_agreed"), is_void=False, cells=(), sum="", is_hand=False)


def _by_present_seat(
    cells: tuple[SeatChange, ...], seats: tuple[int, ...]
) -> tuple[SeatChange, ...]:
    if not seats:
        return cells
    return tuple(cells[seats.index(seat)] for seat in range(len(cells)))


def _adds_up(session: Session) -> bool:
    standing = session.standing
    start = session.start_score * len(session.everyone)
    return sum(standing.everyones) + standing.pot + standing.bank == start


def _sum_words(session: Session, t: Catalogue) -> str:
    """Return the check of the totals: ±0 ✓, with what lies in the pot."""
    standing = session.standing
    start = session.start_score * len(session.everyone)
    off = sum(standing.everyones) + standing.pot + standing.bank - start
    if off:
        return f"{signed(off)} ✗"
    pot = t("ui.ledger.in_pot", count=number(standing.pot)) if standing.pot else ""
    return f"±0 ✓ {pot}".strip()


def _chart(view: SessionView, session: Session, t: Catalogue) -> Markup | None:
    if not session.counted_hands:
        return None
    return totals_chart(lines_of(view, t), t("ui.ledger.chart"))


def lines_of(view: SessionView, t: Catalogue) -> list[Line]:
    """Return everyone's totals after each hand that counts, the start first."""
    session = view.session
    return [
        Line(
            seat.name,
            seat.number,
            (
                session.start_score,
                *(_total(hand, session, seat.number) for hand in session.counted_hands),
            ),
        )
        for seat in view_everyone(view, t)
    ]


def _total(hand: PlayedHand, session: Session, seat: int) -> int:
    """Return what whoever sits at *seat* now, or sits out there, had after *hand*."""
    seats = session.seats_since(hand.seq)
    return hand.after.everyones[seats.index(seat) if seats else seat]


def _is_another(hand: PlayedHand) -> bool:
    """Return whether *hand* was recorded otherwise once, or paid otherwise."""
    return any(
        settlement["net"] != hand.settlement["net"] or _stateless(record) != _stateless(hand.record)
        for _, record, settlement in hand.earlier
    )


def _stateless(record: Json) -> Json:
    """Return what people said of a hand: the record without where the table stood."""
    return {name: value for name, value in record.items() if name != "state"}


@bp.get("/ledger/")
def show() -> ResponseReturnValue:
    """Show every hand of the session with running totals."""
    view = service().view()
    context: PageData = {"book": None, "opened": None, "may_repair": False, "may_reopen": False}
    if isinstance(view, SessionView):
        context = {
            "book": view_ledger(view, words(view.session.ruleset)),
            "opened": view.session.opened,
            "may_repair": not view.session.is_closed,
            "may_reopen": _may_reopen(view),
        }
    faults = view_faults(view.faults, words())
    return render_template("ledger.html", seen=view.seq, faults=faults, **context)


def _may_reopen(view: SessionView) -> bool:
    """Return whether the session was closed, and not long ago."""
    try:
        service().past.verify(ReopenSession(), view.seq)
    except Refused:
        return False
    return view.session.is_closed


@bp.get("/ledger/<int:seq>")
def hand(seq: int) -> ResponseReturnValue:
    """Show one hand as it was settled."""
    return _hand_page(seq, asks=False)


@bp.get("/ledger/<int:seq>/undo")
def undo(seq: int) -> ResponseReturnValue:
    """Ask whether a hand is to be undone."""
    return _hand_page(seq, asks=True)


def _hand_page(seq: int, *, asks: bool) -> ResponseReturnValue:
    view = service().view()
    hand = find_hand(view, seq)
    t = words(hand.record.get("ruleset", ""))
    names = names_of(hand.players)

    def view_hand(record: Json, settlement: Json) -> SettlementView | None:
        """Return the hand as it was settled; `None` where its record is none that we know."""
        try:
            return SettlementWords(record, settlement, hand.before, names, t).view()
        except UNREADABLE:
            return None

    return render_template(
        "hand.html",
        seen=view.seq,
        seq=seq,
        asks=asks,
        is_last=_is_last(view, hand),
        may_fix=service().can(AmendHand(seq)),
        earlier=list(filter(None, (view_hand(*older[1:]) for older in reversed(hand.earlier)))),
        title=_hand_title(hand, t),
        game=view_game(hand.record.get("ruleset", ""), t),
        reading_words=_reading_words(hand),
        has_stills=bool(_stills(hand)),
        stills=[n for n, name in enumerate(_stills(hand)) if find_still(name) is not None],
        settled=view_hand(hand.record, hand.settlement),
        ask_link=url_for("ask.of_hand", seq=seq) if find_shown_seats(hand.record) else "",
        has_log=bool(service().past.log(seq)),
    )


@bp.get("/ledger/<int:seq>/still/<int:place>.jpg")
def still(seq: int, place: int) -> ResponseReturnValue:
    """Return a picture by which the hand was read, the first being 0."""
    names = _stills(find_hand(service().view(), seq))
    jpeg = find_still(names[place]) if place < len(names) else None
    if jpeg is None:
        abort(404)
    return Response(jpeg, mimetype="image/jpeg")


def find_still(name: str) -> bytes | None:
    """Return the picture of a reading; `None` where it is gone."""
    image_store = service().camera_worker.image_store
    return None if image_store is None else image_store.find(name)


def _stills(hand: PlayedHand) -> list[str]:
    return list(hand.reading.get("stills", ()))


def find_hand(view: View, seq: int) -> PlayedHand:
    """Return the hand that event *seq* counted, of any session; end with 404 for none."""
    now = view.session.hands if view.session is not None else ()
    match = next((hand for hand in now if hand.seq == seq), None) or service().past.hand(seq)
    if match is None:
        abort(404)
    return match


def _hand_title(hand: PlayedHand, t: Catalogue) -> str:
    """Return which *hand* of the session it was; its number where nobody knows its game."""
    ruleset = hand.record.get("ruleset")
    if ruleset in rules.rulesets():
        return hand_words(ruleset, hand, t)
    return t("ui.hand_number", number=hand.number)


def _is_last(view: View, hand: PlayedHand) -> bool:
    session = view.session
    if session is None or session.is_closed or session.hand_to_undo is None:
        return False
    return session.hand_to_undo.seq == hand.seq


def _reading_words(hand: PlayedHand) -> str:
    """Return how the tiles of a hand were read; nothing where there is no camera to read any."""
    reading = hand.reading
    if not reading.get("readings"):
        has_camera = lamps_of(service().view()).camera is not None
        return words()("ui.reading.by_hand") if has_camera else ""
    figures = {name: reading.get(name, 0) for name in ("read", "corrections")}
    return words()("ui.reading.summary", **figures)
