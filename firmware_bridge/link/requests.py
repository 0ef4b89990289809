"""The table as other threads ask it: questions go to the I/O thread, answers come back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from typing import Final

from firmware_bridge import errors
from firmware_bridge.faults import FAULTS, Fault, refusal
from firmware_bridge.link.connection import Connection
from firmware_bridge.link.session import Ask, HostSession
from firmware_bridge.link.watch import Watch
from firmware_bridge.state import Identity
from firmware_bridge.wire import messages as m

REPLY_S: Final = 3.0
"""A table replies within 0.1 s; a link that loses frames needs up to six tries more."""


class Requests:
    """Hands questions to the I/O thread and waits for answers; safe to use from any thread."""

    def __init__(self, port: str, connection: Connection, watch: Watch) -> None:
        """Send through *connection*; *watch* knows how the link stands."""
        self.is_closed = False
        self._port = port
        self._connection = connection
        self._watch = watch

    @property
    def identity(self) -> Identity | None:
        """Who the table says it is, once it was reached."""
        return self._watch.identity

    def ask(self, question: Ask) -> m.Message:
        """Return the answer to *question*; raise the `BridgeError` that says why there is none."""
        self.check_up()
        future: Future[m.Message] = Future()
        self._connection.post(lambda: self._send(question, future))
        try:
            return future.result(REPLY_S)
        except CancelledError as problem:
            raise self.down() from problem
        except FutureTimeoutError as problem:
            raise errors.NoReplyError(self._port) from problem

    def order(self, question: Ask) -> m.Message:
        """Return the answer to an order that was carried out; raise where it is refused."""
        answer = self.ask(question)
        code = refusal(answer)
        if code:
            raise errors.CommandRefusedError(Fault(FAULTS[code]))
        return answer

    def require(self, command: str) -> None:
        """Raise `CommandMissingError` unless the table says that it has *command*."""
        if self.identity is None or command not in self.identity.commands:
            raise errors.CommandMissingError(command, Fault(FAULTS[803]))

    def post(self, work: Callable[[HostSession | None], None]) -> None:
        """Do *work* on the I/O thread, with the conversation if there is one that can be used."""

        def on_the_thread() -> None:
            session = self._connection.session
            work(session if session is not None and session.phase.is_up else None)

        self._connection.post(on_the_thread)

    def stop_motors(self) -> None:
        """Send the emergency stop, whatever else is going on.

        A port that is open carries it beside the bytes (EP0, BREAK) even while nobody
        answers; raise why not where there is none.
        """
        if self.is_closed or self._connection.session is None:
            self.check_up()
        self._connection.post(self._send_stop)

    def check_up(self) -> None:
        """Raise why nothing can be sent, if so."""
        if self.is_closed:
            raise errors.ClosedError()
        if not self._watch.status.link.is_up:
            raise self.down()

    def down(self) -> errors.BridgeError:
        """Return why the link is down."""
        return self._watch.status.problem or errors.ConnectionLostError(self._port)

    def tell(self, message: m.Message) -> None:
        """Send *message* from the I/O thread itself."""
        if self._connection.session is not None:
            self._connection.session.tell(message)

    def _send(self, question: Ask, future: Future[m.Message]) -> None:
        """Ask on the I/O thread; *future* gets the answer or is cancelled."""
        session = self._connection.session
        if session is None or not session.phase.is_up:
            future.cancel()
        else:
            session.ask(question, future)

    def _send_stop(self) -> None:
        if self._connection.session is not None:
            self._connection.session.stop_motors()
