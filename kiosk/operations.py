"""What each operation was told, so that a tap sent again is answered as before: once done, once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final, TypeVar

from kiosk.errors import Refused
from kiosk.ledger.rows import RepeatedError
from kiosk.ledger.store import LedgerStore
from kiosk.view import OPERATOR, Answer, answer_from_json, answer_to_json
from vision.errors import VisionError

log = logging.getLogger(__name__)

T = TypeVar("T")

LONGEST_ASK_S: Final = 10.0
"""So long an answer is waited for that the machine gives within 3 s at worst (`MachineTable`).

What takes the operator longer, such as a large backup, is told as not known yet."""


class Operations:
    """The answers in the ledger, and those that are still to come. Safe from any thread."""

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._asked: dict[str, threading.Event] = {}
        self._beginning = threading.Lock()

    def expect(self, op_id: str) -> None:
        """Let who sends *op_id* again wait from now on, until `ask` has brought its outcome."""
        self._asked[op_id] = threading.Event()

    def ask(self, answer: Answer, work: Callable[[], T]) -> T:
        """Return what *work*, expected before, brings; keep what comes of it, a refusal too."""
        try:
            result = work()
            self._note(answer)
        except (Refused, VisionError) as refusal:
            self._note(answer, refused=refusal.to_json())
            raise
        finally:
            self._asked.pop(answer.op_id).set()
        return result

    def once(self, answer: Answer, work: Callable[[], T]) -> tuple[bool, T | None]:
        """Return whether this was carried out before, else what *work*, no command, brings now.

        That it is asked for is on the disk before *work* begins. What was refused is refused
        again; what was cut off, with `outcome_unknown`.
        """
        try:
            with self._beginning:
                self._store.begin(answer.op_id, answer_to_json(answer, asked=OPERATOR))
                self.expect(answer.op_id)
        except RepeatedError as error:
            self.answer(answer.op_id, error)
            return True, None
        return False, self.ask(answer, work)

    def answer(self, op_id: str, refusal: Exception) -> Answer:
        """Return what the operation was told once it was carried out; else raise *refusal*.

        Most operations are new: the ledger itself knows one again when it is to write it. While
        the machine is being asked, its answer is waited for.
        """
        event = self._asked.get(op_id)
        if event is not None:
            event.wait(LONGEST_ASK_S)
        answer_json = self._store.answer(op_id)
        if answer_json is None:
            raise refusal
        return answer_from_json(op_id, answer_json, is_repeat=True)

    def _note(self, answer: Answer, **outcome: Any) -> None:
        try:
            self._store.note_outcome(answer.op_id, answer_to_json(answer, **outcome))
        except Refused as refusal:  # it was asked for all the same
            log.warning("outcome not kept operation=%s code=%s", answer.op_id, refusal.code)
