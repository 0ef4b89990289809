"""The simulated players' hand while it is followed: an action at a time, as fast as people look."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from rules.errors import RecordError
from rules.play.actions import Pass
from rules.play.cards import CardCourse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hw_sim.players.by_rule import TableHand
    from hw_sim.players.cards import CardHand
    from kiosk.clock import Clock
    from kiosk.session.draft import Draft
    from kiosk.session.state import Session
    from rules.play.logs import Hand

    FollowedHand = TableHand | CardHand

PACE_MS: Final = 900
"""So long the players take for what one sees of an action."""

Key = tuple[int, int, tuple[tuple[int, ...], ...], int | None]
"""Which session, how many of its hands were before, the dice, and who was said to lead."""


class SimWatcher:
    """Follows the hand that plain players play by rule, by the time that has gone by."""

    def __init__(self, deal: Callable[[Session, Draft], FollowedHand], clock: Clock) -> None:
        """Let *deal* give each hand as it begins; *clock* tells how long it goes on."""
        self._deal, self._clock = deal, clock
        self._lock = threading.Lock()
        self._key: Key | None = None
        self._hand: FollowedHand | None = None
        self._moves: Iterator[FollowedHand] = iter(())
        self._due_ms = 0
        """When the next action is seen."""

    def follow(self, session: Session, draft: Draft) -> Hand | None:
        """Return the hand as far as it has been played, to be followed from now on."""
        with self._lock:
            if self._key != _key(session, draft):
                self._begin(session, draft)
            return self._now()

    def course(self, session: Session, draft: Draft) -> Hand | None:
        """Return the same of the hand that is followed, `None` of any other."""
        with self._lock:
            return self._now() if self._key == _key(session, draft) else None

    def hand(self, session: Session, draft: Draft) -> FollowedHand | None:
        """Return that hand with the walls from which it is drawn."""
        return self._hand if self.course(session, draft) is not None else None

    def finish(self, session: Session, draft: Draft, hand: FollowedHand) -> None:
        """Take *hand*, which is over, for the one that is followed."""
        with self._lock:
            if self._key == _key(session, draft):
                self._hand, self._moves = hand, iter(())

    def hurry(self) -> None:
        """Let the hand that is followed be played to its end."""
        with self._lock:
            *_, self._hand = (self._hand, *self._moves)

    def forget(self) -> None:
        """Follow nothing any more: the table was cleared."""
        with self._lock:
            self._key = self._hand = None

    def _begin(self, session: Session, draft: Draft) -> None:
        self._key = _key(session, draft)
        try:
            self._hand = self._deal(session, draft)
        except RecordError:  # nobody leads yet, or walls of other tiles than the game's
            self._hand = None
        self._moves = iter(()) if self._hand is None else self._hand.follow()
        self._due_ms = self._clock.mono_ms() + PACE_MS

    def _now(self) -> Hand | None:
        """Return the hand after all that is to be seen by now; what is not takes no time."""
        while self._due_ms <= self._clock.mono_ms() and (hand := next(self._moves, None)):
            self._hand = hand
            if not _is_silent(hand.course):
                self._due_ms += PACE_MS
        return None if self._hand is None else self._hand.course


def _is_silent(hand: Hand) -> bool:
    """Return whether others notice nothing of what was done last: that a tile is let go, too."""
    return hand.is_silent if isinstance(hand, CardCourse) else isinstance(hand.log[-1], Pass)


def _key(session: Session, draft: Draft) -> Key:
    return session.opened, len(session.hands), draft.dice, draft.leader
