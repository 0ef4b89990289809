"""A board without a table, in no time: greets, answers for its state, says what a test wants."""

from __future__ import annotations

import json
import zlib
from dataclasses import replace

from firmware_bridge.link.endpoint import Delivered, DeviceLink, Unsequenced
from firmware_bridge.link.session import Answer, HostSession, NoTable, Notice
from firmware_bridge.wire import messages as m
from firmware_bridge.wire.codes import NO_SIDE

SAID = {
    "model": "board",
    "serial": "B-1",
    "firmware": "1.0.0",
    "sides": 4,
    "max_stacks": 19,
    "dice": 2,
    "deals": False,
}
AT_REST = m.Status(
    0, 2, 1, 0, 136, 4, 0, bytes((17, 17, 17, 17)), 136, 0, 0, 0, 0, 0, NO_SIDE, 7, 1000
)
TICK_S = 2**-10
"""A message takes so long; half a second is a whole number of them."""


class Board:
    """The other end of a `HostSession`, joined to it by hand; *more* stands in its description."""

    def __init__(self, **more: object) -> None:
        self.now = 0.0
        self.dictionary = zlib.compress(json.dumps(SAID | more).encode())
        self.link = DeviceLink(self._greet)
        self.answer_status = AT_REST
        self.asked: list[m.Message] = []
        self.urgent: list[m.Message] = []
        self.endings: list[str] = []
        self.announced = zlib.crc32(self.dictionary)
        self.reports: dict[int, m.JobReport] = {}
        """What it knows of ops."""
        self.fast: type[m.Message] = m.Done
        """How it answers where a faster line is asked for, and after how many seconds."""
        self.fast_after_s = TICK_S
        self.total = len(self.dictionary)
        """How long it says that its description is."""
        self.shift = 0
        """Offset error of each page of its description, in bytes."""

    def greeted(self) -> HostSession:
        """Return a conversation that is ready for orders."""
        session = HostSession(5, self.now, list, {})
        self.turn(session)
        assert session.phase.is_up
        return session

    def say(self, session: HostSession, message: m.Message) -> list[Notice]:
        """Send *message* unasked; return what the conversation makes of it."""
        self.link.send(m.encode(message))
        return self.turn(session)

    def turn(self, session: HostSession) -> list[Notice]:
        """Let everything cross that there is to say; return what the host was told."""
        notices: list[Notice] = []
        for _ in range(20):
            self.now += TICK_S
            reply = self.hear(b"".join(session.frames(self.now)), self.now)
            notices += session.receive(reply, self.now)
        for notice in notices:
            if isinstance(notice, Answer):
                notice.give("board")
            if isinstance(notice, NoTable):
                self.endings.append(notice.detail)
        return notices

    def hear(self, data: bytes, now: float) -> bytes:
        """Return what the board says once it has heard *data*."""
        for event in self.link.receive(data, now):
            if isinstance(event, Delivered):
                self._answer(m.decode(event.body))
            if isinstance(event, Unsequenced):
                self.urgent.append(m.decode(event.body))
        return b"".join(self.link.frames(now))

    def _answer(self, message: m.Message) -> None:
        self.asked.append(message)
        match message:
            case m.Identify(tag, asked):
                offset = asked + self.shift
                page = self.dictionary[offset : offset + m.PAGE]
                self._send(m.IdentifyPage(tag, self.total, offset, page))
            case m.GetStatus(tag):
                self._send(m.decode(_tagged(self.answer_status, tag)))
            case m.Query(tag, op_id) if op_id in self.reports:
                self._send(replace(self.reports[op_id], tag=tag))
            case m.SetBaud(tag):
                self.now += self.fast_after_s - TICK_S
                answers = m.Done(tag, 1, 4), m.Refused(tag, 803, 1, 4)
                self._send(next(answer for answer in answers if type(answer) is self.fast))
            case _:
                return

    def _send(self, message: m.Message) -> None:
        self.link.send(m.encode(message))

    def _greet(self) -> m.SyncAnswer:
        return m.SyncAnswer(1, 0, m.PROTOCOL, 8, self.announced)


def _tagged(message: m.Message, tag: int) -> bytes:
    """Return the bytes of *message* as the answer to question *tag*."""
    body = m.encode(message)
    return body[:1] + tag.to_bytes(2, "little") + body[3:]
