"""The screens of endings: who was ready after a draw, why a hand is void, the game's result."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from operator import itemgetter

import rules
from kiosk.i18n import of_game
from kiosk.session import Stage
from kiosk.session.readiness import is_ready, lacks_ready
from kiosk.session.record import hand_record
from kiosk.session.shapes import Json
from kiosk.session.void_reasons import Reason, void_reasons
from kiosk.view import HandView
from kiosk.web.context import words
from kiosk.web.views.beside_points import prizes_title_of, result_parts
from kiosk.web.views.frame import PageData, SeatView, name_of, view_everyone, view_seats
from kiosk.web.views.ledger import view_ledger
from kiosk.web.views.scene import ranks
from kiosk.web.views.settlement import SettlementView, SettlementWords
from kiosk.web.views.table import frame
from rules.game import Game

Party = int | str
"""A seat, the pot or the bank."""


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


def view_draw(view: HandView, game: Game, review: Callable[[HandView], PageData]) -> PageData:
    """Return who was ready so far, what that pays, and the rest of the *review* behind it."""
    settlement_view = _view_settlement(view) if view.stage is Stage.SETTLEMENT else None
    seats = [
        ReadySeat(
            seat,
            is_ready(view.draft.seats[seat.number]),
            view.draft.seats[seat.number].hand is not None,
            None if settlement_view is None else settlement_view.totals[seat.number].gain,
        )
        for seat in view_seats(view, words())
    ]
    return {
        **review(view),
        "flows": () if settlement_view is None else _flows(view),
        "ready": seats,
        "some_declared": any(one.is_ready for one in seats),
        "is_answered": not lacks_ready(view.draft, game),
        "settled": settlement_view,
    }


def _view_settlement(view: HandView) -> SettlementView:
    record = hand_record(view.session, view.draft)
    settlement, standing = view.draft.settlement, view.session.standing
    return SettlementWords(record, settlement, standing, view.names, words()).view()


def _flows(view: HandView) -> list[tuple[str, str, int, str]]:
    """Return in words who pays whom how much, and for what."""
    t, names = words(), view.names

    def name_party(party: Party) -> str:
        return name_of(names, party, t) if isinstance(party, int) else t(f"ui.party.{party}")

    return [
        (
            name_party(payer),
            name_party(payee),
            amount,
            t(*of_game("reason", view.session.ruleset, reason)),
        )
        for payer, payee, amount, reason in net_payments(view.draft.settlement["payments"])
    ]


def net_payments(payments: Iterable[Json]) -> Iterator[tuple[Party, Party, int, str]]:
    """Yield who pays whom how much and for what, of what seats pay for one thing the fewest rows.

    Two who were not ready give 1,500 each to one who was, not 750 to each of two.
    """
    balances: dict[str, Counter[int]] = {}
    for row in payments:
        if isinstance(row["from"], str) or isinstance(row["to"], str):
            yield row["from"], row["to"], row["amount"], row["for"]
            continue
        balance = balances.setdefault(row["for"], Counter())
        balance[row["to"]] += row["amount"]
        balance[row["from"]] -= row["amount"]
    for reason, balance in balances.items():
        while any(balance.values()):
            payer, payee = (most(balance, key=balance.__getitem__) for most in (min, max))
            amount = min(-balance[payer], balance[payee])
            balance[payer] += amount
            balance[payee] -= amount
            yield payer, payee, amount, reason


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


def over(view: HandView) -> PageData:
    """Return the final ranks, which equal totals share, and the result where the game has one."""
    context, last = frame(view), view.session.last_hand
    results = last.settlement["next"].get("final", ()) if last else ()
    everyone = view_everyone(view, words())
    places = zip(ranks([seat.total for seat in everyone]), everyone, strict=True)
    ranking = sorted(places, key=itemgetter(0))
    return {
        **context,
        "opened": view.session.opened,
        "ranked": ranking,
        "results": results,
        "result_parts": result_parts(last.settlement, words()) if last else (),
        "prizes": view.session.standing.prizes,
        "prizes_title": prizes_title_of(view.session, words()),
        "chart": view_ledger(view, words()).chart,
    }
