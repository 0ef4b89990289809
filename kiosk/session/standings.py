"""Where the table stands after payments, hands and moves: what folding and settling again share."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from kiosk.session import events
from kiosk.session.events import Transfer
from kiosk.session.shapes import Json
from kiosk.session.state import Move, Penalty, Session, Standing


def post_transfers(standing: Standing, rows: tuple[Transfer, ...]) -> Standing:
    """Return *standing* after these transfers."""
    gains = events.balance(rows)
    scores = (
        total + gains.get(events.seat_account(place), 0)
        for place, total in enumerate(standing.everyones)
    )
    return replace(
        standing.with_scores(scores),
        pot=standing.pot + gains.get(events.POT, 0),
        bank=standing.bank + gains.get(events.BANK, 0),
    )


def standing_after(before: Standing, settlement: Json) -> Standing:
    """Return where the table stands after *settlement*, by its payments and its `next`."""
    following = settlement["next"]
    return replace(
        post_transfers(before, events.transfers(settlement)),
        banker=following["banker"],
        round=following["round"],
        repeats=following["repeats"],
        carry=following.get("carry", {}),
        over=following.get("over", False),
        prizes=before.prizes_with(settlement.get("prize_net", ())),
        winners=tuple(following.get("winners", ())),
    )


def carry_forward(session: Session, standing: Standing, after: int, until: float = inf) -> Standing:
    """Return *standing* after what happened between the hands, from event *after* to *until*."""
    changes: dict[int, tuple[Transfer, ...] | Move] = {
        move.seq: move for move in session.moves if after < move.seq < until
    }
    for penalty in session.penalties:
        if after < penalty.seq < until:
            changes[penalty.seq] = events.postings(penalty.payments)
        if after < penalty.withdrawn < until:
            changes[penalty.withdrawn] = _withdrawal(session, penalty)
    for _, change in sorted(changes.items()):
        if isinstance(change, Move):
            standing = standing.reseat(change.order, change.counters)
        else:
            standing = post_transfers(standing, change)
    return standing


def _withdrawal(session: Session, penalty: Penalty) -> tuple[Transfer, ...]:
    """Return what takes *penalty* back, between the seats of when it was withdrawn."""
    until = tuple(move for move in session.moves if move.seq < penalty.withdrawn)
    seats = replace(session, moves=until).seats_since(penalty.seq)
    back = tuple(row.reverse() for row in events.postings(penalty.payments))
    return events.reseat(back, seats)
