"""Who may ask about hands, and when: in a hand that is played, only with everybody's consent."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from kiosk.errors import Refused
from kiosk.session.draft import Draft, DraftChanged, Stage
from kiosk.session.events import AskingAllowed
from kiosk.session.state import Session, State

IN_PLAY: Final = (Stage.PLAYING, Stage.OUTCOME, Stage.READING)
"""Where hands are still hidden from each other."""


@dataclass(frozen=True, slots=True)
class AllowAsking:
    """*seat* agrees that hands may be asked about while this one is played (playing).

    Once everybody does, they may be, and the ledger has it.
    """

    seat: int


def may_ask(state: State) -> bool:
    """Return whether hands may be asked about now, at this table."""
    draft = state.draft
    if draft is None:
        return True
    at_table = draft.set_aside or draft
    return at_table.stage not in IN_PLAY or _is_agreed(at_table)


def _is_agreed(draft: Draft) -> bool:
    return len(draft.asking_allowed_by) == len(draft.seats)


def verify_consent(draft: Draft, seat: int) -> None:
    """Raise `Refused` unless *seat* is there and has not agreed yet."""
    if seat in draft.asking_allowed_by or not 0 <= seat < len(draft.seats):
        raise Refused("no_such_seat", f"nobody at seat {seat} has still to agree", where="seat")


def allow_asking(
    session: Session, draft: Draft, seat: int
) -> tuple[AskingAllowed | DraftChanged, ...]:
    """Return that *seat* agrees; where it was the last, also what the ledger notes."""
    next_draft = replace(draft, asking_allowed_by=(*draft.asking_allowed_by, seat))
    events = (AskingAllowed(len(session.counted_hands) + 1),) if _is_agreed(next_draft) else ()
    return (*events, DraftChanged(next_draft))
