"""What a screen is given: how everything stands at one moment, and what a command is told."""

from __future__ import annotations

from typing import Any, Final

from kiosk.errors import Refused
from kiosk.session import Draft, Session, Stage
from kiosk.session.state import EventFault
from kiosk.table.port import TableStatus
from rules.value import value

OPERATOR: Final = "operator"
"""Who was asked for what is no machine's job."""


@value
class Answer:
    """What a command is told; the same again for the same operation."""

    op_id: str
    seq: int
    """The ledger's last number after it."""
    stage: Stage
    """The screen to show."""
    is_repeat: bool = False
    """Whether the operation had been carried out before ("already counted")."""


@value
class View:
    """Everything that a screen shows, at one moment."""

    stage: Stage
    seq: int
    """Put it into every form as `expected_seq`."""
    session: Session | None
    """The open session; in the lobby the last one, for "Again"."""
    names: tuple[str, ...]
    """Names by seat of *session*, then of who sits out; empty for a forgotten person."""
    draft: Draft | None
    table: TableStatus
    reading: bool
    """Whether the camera is looking now."""
    reading_error: Refused | None
    """Why the last look came to nothing; `None` after a good one."""
    faults: tuple[EventFault, ...] = ()
    """Events of this session that cannot be shown; of an unknown game nothing else is."""

    def of(
        self, session: Session, names: tuple[str, ...], draft: Draft | None = None
    ) -> SessionView:
        """Return what is shown of *session* while all else stands as here."""
        now = (self.table, self.reading, self.reading_error, self.faults)
        if draft is None:
            return SessionView(self.stage, self.seq, session, names, None, *now)
        return HandView(self.stage, self.seq, session, names, draft, *now)


@value
class SessionView(View):
    """What is shown of a session: the open one, or one that is over."""

    session: Session


@value
class HandView(SessionView):
    """What every screen inside an open session shows: there is a hand at work."""

    draft: Draft


def answer_to_json(answer: Answer, **outcome: Any) -> dict[str, Any]:
    """Return *answer* as the store keeps it; `asked` until the *outcome* is known.

    `asked` is true of a job of the machine's, `operator` of what the operator does.
    """
    return {"seq": answer.seq, "stage": str(answer.stage)} | {
        name: one for name, one in outcome.items() if one
    }


def answer_from_json(op_id: str, answer_json: Any, *, is_repeat: bool) -> Answer:
    """Return the answer kept in the store; raise the `Refused` that the machine answered with.

    What was asked for and never heard of again, as by a power cut in between, is not asked for
    twice: nobody knows whether it was done.
    """
    if refusal := answer_json.get("refused"):
        raise Refused(refusal["code"], refusal["message"], where=refusal["where"])
    if answer_json.get("asked") == OPERATOR:
        message = "this was begun, and how it ended is not known: look before you do it again"
        raise Refused("outcome_unknown", message)
    if answer_json.get("asked"):
        message = "the machine was asked, and what it answered is not known: look at the table"
        raise Refused("table_outcome_unknown", message, where="table")
    return Answer(op_id, answer_json["seq"], Stage(answer_json["stage"]), is_repeat)
