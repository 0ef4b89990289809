"""Who was ready when nobody won: whether that is asked, and what is known of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from kiosk.session.draft import Draft, DraftSeat
from kiosk.session.winning import check_seat
from rules.errors import Problem
from rules.game import Game
from rules.questions import READY, asks_ready

UNSAID: Final = Problem("ready_unsaid", "nobody has said who was ready", f"seats.facts.{READY}")
"""Why a drawn hand is not settled yet: silence is no answer where it costs points."""


def is_ready(seat: DraftSeat) -> bool | None:
    """Return whether *seat* was ready as far as it was said; `None` where nothing was.

    Who has declared it was. Shown tiles speak for themselves: the rules read them.
    """
    answer: bool | None = seat.facts.get(READY)
    return True if answer is None and seat.declared else answer


def lacks_ready(draft: Draft, game: Game) -> bool:
    """Return whether a drawn hand of *draft* waits for the answer who was ready."""
    if not asks_ready(game, draft.outcome):
        return False
    return any(seat.hand is None and is_ready(seat) is None for seat in draft.seats)


def with_ready(draft: Draft, seats: Collection[int]) -> Draft:
    """Return *draft* with *seats* ready and all others not, but for those that show their tiles.

    Raise `Refused` for a seat that is none.
    """
    for seat in seats:
        check_seat(seat, len(draft.seats), "seats")
    return replace(
        draft,
        seats=tuple(
            replace(one, facts={**one.facts, READY: seat in seats}) if one.hand is None else one
            for seat, one in enumerate(draft.seats)
        ),
    )
