"""What each operation was told, so that a tap sent again is answered as before: once done, once."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from kiosk.errors import Refused
from kiosk.ledger.store import LedgerStore
from kiosk.view import Answer, answer_from_json, answer_to_json

log = logging.getLogger(__name__)

LONGEST_ASK_S: Final = 10.0
"""So long an answer is waited for that the machine gives within 3 s at worst (`MachineTable`)."""


class Operations:
    """The answers in the ledger, and the machine's that are still to come. Safe from any thread."""

    def __init__(self, store: LedgerStore) -> None:
        self._store = store
        self._asked: dict[str, threading.Event] = {}

    def expect(self, op_id: str) -> None:
        """Let who sends *op_id* again wait from now on, until `ask` has brought its outcome."""
        self._asked[op_id] = threading.Event()

    def ask(self, answer: Answer, start: Callable[[], None]) -> None:
        """Do *start*, expected before, and keep what comes of it; raise `Refused` as it does."""
        try:
            start()
            self._note(answer)
        except Refused as refused:
            self._note(answer, refused=refused.to_json())
            raise
        finally:
            self._asked.pop(answer.op_id).set()

    def answer(self, op_id: str, refusal: Exception) -> Answer:
        """Return what the operation was told once it was carried out; else raise *refusal*.

        Most operations are new: the ledger itself knows one again when it is to write it. While
        the machine is being asked, its answer is waited for.
        """
        asked = self._asked.get(op_id)
        if asked is not None:
            asked.wait(LONGEST_ASK_S)
        told = self._store.answer(op_id)
        if told is None:
            raise refusal
        return answer_from_json(op_id, told, is_repeat=True)

    def _note(self, answer: Answer, **outcome: Any) -> None:
        try:
            self._store.note_outcome(answer.op_id, answer_to_json(answer, **outcome))
        except Refused as failed:  # the machine was asked all the same
            log.warning("outcome not kept operation=%s code=%s", answer.op_id, failed.code)
