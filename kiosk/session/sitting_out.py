"""Who sits out, where more people take part than have a seat, and who comes in for them.

The sheets say that people take turns and no more; so the one who deals stays, and of the others
whoever has played most hands sits out, the last in the order of play of those with equally many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kiosk.session.events import PlayerId
from kiosk.session.state import Move, Session


def is_due(session: Session) -> bool:
    """Return whether people sit as in the last hand, while somebody who sat it out could come."""
    last = session.last_hand
    return bool(session.bench) and last is not None and not session.seats_since(last.seq)


def last_exchange(session: Session) -> Move | None:
    """Return the last change of seats since the last hand, if somebody came in by it."""
    move, seats = (session.moves[-1] if session.moves else None), len(session.players)
    last = session.last_hand
    if move is None or (last is not None and move.seq < last.seq):
        return None
    return move if any(place >= seats for place in move.order[:seats]) else None


def proposed_seats(session: Session) -> tuple[int | None, ...]:
    """Return for each who sits out the seat to take over; `None` for who goes on sitting out."""
    hand_counts = Counter(player for hand in session.counted_hands for player in hand.players)
    leaving, seats = _leaving(session, hand_counts), len(session.players)
    coming = sorted(
        range(len(session.bench)), key=lambda place: hand_counts[session.everyone[seats + place]]
    )
    seat_by_place = dict(zip(coming, leaving, strict=False))
    return tuple(seat_by_place.get(place) for place in range(len(session.bench)))


def _leaving(session: Session, hand_counts: Counter[PlayerId]) -> list[int]:
    """Return the seats whose people may sit out, who should first; never the dealer's."""
    seats, dealer = len(session.players), session.standing.banker or 0
    others = [(dealer + step) % seats for step in range(seats - 1, 0, -1)]
    return sorted(others, key=lambda seat: -hand_counts[session.players[seat]])


def order_of(session: Session, new_seats: Sequence[int | None]) -> tuple[int, ...]:
    """Return the order of `ChangeSeats` by which those who sit out take their *new_seats*.

    Where two take the same one it seats nobody twice and is no order.
    """
    seats = len(session.players)
    order = list(range(len(session.everyone)))
    for place, seat in enumerate(new_seats):
        if seat is not None:
            order[seat], order[seats + place] = seats + place, seat
    return tuple(order)
