"""A board without a table, in no time: greets, answers for its state, says what a test wants."""

from __future__ import annotations

import json
import zlib

from firmware_bridge.link.endpoint import Delivered, DeviceLink
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
DICTIONARY = zlib.compress(json.dumps(SAID).encode())
AT_REST = m.Status(
    0, 2, 1, 0, 136, 4, 0, bytes((17, 17, 17, 17)), 136, 0, 0, 0, 0, 0, NO_SIDE, 7, 1000
)


class Board:
    """The other end of a `HostSession`, joined to it by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self.link = DeviceLink(self._greet)
        self.answer_status = AT_REST
        self.asked: list[m.Message] = []
        self.endings: list[str] = []
        self.announced = zlib.crc32(DICTIONARY)
        self.shift = 0
        """So many bytes off is each page of its description."""

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
        told: list[Notice] = []
        for _ in range(20):
            self.now += 0.001
            for event in self.link.receive(b"".join(session.frames(self.now)), self.now):
                if isinstance(event, Delivered):
                    self._answer(m.decode(event.body))
            told += session.receive(b"".join(self.link.frames(self.now)), self.now)
        for notice in told:
            if isinstance(notice, Answer):
                notice.give("board")
            if isinstance(notice, NoTable):
                self.endings.append(notice.detail)
        return told

    def _answer(self, message: m.Message) -> None:
        self.asked.append(message)
        match message:
            case m.Identify(tag, asked):
                offset = asked + self.shift
                page = DICTIONARY[offset : offset + m.PAGE]
                self._send(m.IdentifyPage(tag, len(DICTIONARY), offset, page))
            case m.GetStatus(tag):
                self._send(m.decode(_tagged(self.answer_status, tag)))
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
