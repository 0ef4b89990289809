"""The screens of a hand that nobody won: who was ready after a draw, and why a hand is void."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import rules
from kiosk.i18n import of_game
from kiosk.session import Stage
from kiosk.session.readiness import is_ready, lacks_ready
from kiosk.session.record import hand_record
from kiosk.session.void_reasons import Reason, void_reasons
from kiosk.view import HandView
from kiosk.web.context import words
from kiosk.web.views.frame import PageData, SeatView, view_seats
from kiosk.web.views.settlement import SettlementView, SettlementWords
from rules.game import Game


@dataclass(frozen=True, slots=True)
class ReadySeat:
    """A seat that was ready or not, and what that brings it so far."""

    seat: SeatView
    is_ready: bool | None
    """`None` where nobody has said it."""
    shows_tiles: bool
    """Whether its tiles lie open, so that the rules see it themselves."""
    gain: int | None
    """`None` before the hand is settled."""


def drawn(view: HandView, game: Game, review: Callable[[HandView], PageData]) -> PageData:
    """Return who was ready so far, what that pays, and the rest of the *review* behind it."""
    settled = _settled(view) if view.stage is Stage.SETTLEMENT else None
    seats = [
        ReadySeat(
            seat,
            is_ready(view.draft.seats[seat.number]),
            view.draft.seats[seat.number].hand is not None,
            None if settled is None else settled.totals[seat.number].gain,
        )
        for seat in view_seats(view, words())
    ]
    return {
        **review(view),
        "ready": seats,
        "some_declared": any(one.is_ready for one in seats),
        "is_answered": not lacks_ready(view.draft, game),
        "settled": settled,
    }


def _settled(view: HandView) -> SettlementView:
    record = hand_record(view.session, view.draft)
    settlement, standing = view.draft.settlement, view.session.standing
    return SettlementWords(record, settlement, standing, view.names, words()).view()


def asks(view: HandView) -> bool:
    """Return whether something has to be said of a hand that nobody won, before it is settled."""
    game = rules.ruleset(view.session.ruleset)
    if game.plays or lacks_ready(view.draft, game) or view.draft.outcome in game.laid_counts_after:
        return True
    return view.draft.outcome == "abort" and bool(_reasons(view))


def void(view: HandView, review: Callable[[HandView], PageData]) -> PageData:
    """Return why the hand may be void, each reason one tap or one for each seat."""
    return {
        **review(view),
        "reasons": [(_title(view, one), one) for one in _reasons(view)],
    }


def _reasons(view: HandView) -> tuple[Reason, ...]:
    return void_reasons(view.session, view.draft, rules)


def _title(view: HandView, reason: Reason) -> str:
    return words()(*of_game("incident", view.session.ruleset, reason.kind))
