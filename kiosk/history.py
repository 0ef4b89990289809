"""What the ledger's events come to: every session, what a person did in them, the hand at work."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiosk.session import DraftChanged, Session, State, apply
from kiosk.session.drafts import draft_from_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from kiosk.events import Json, PlayerId
    from kiosk.ledger.store import Entry
    from kiosk.session import PlayedHand

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Record:
    """What one person has done at one game."""

    ruleset: str
    sessions: int
    hands: int
    wins: int
    drawn: int
    """Wins by self-draw."""
    given: int
    """Hands in which others won on this person's tile."""
    points: int
    """What was gained (+) or lost (−) in all hands."""
    best: int
    """The most that one hand has brought."""
    firsts: int
    """Sessions that ended with nobody above this person."""
    last: int
    """Number of the event that counted the last of these hands."""


class Chronicle:
    """Everything that was ever played at a table, and when; it grows as the ledger does."""

    def __init__(self) -> None:
        self.seq = 0
        """The last event that was read."""
        self.times: dict[int, int] = {}
        """When each event was written, in milliseconds since 1970 by the clock of then."""
        self.timed = 0
        """The last event whose time was read: times are small, sessions are not."""
        self._state = State()
        self._sessions: dict[int, Session] = {}

    @property
    def sessions(self) -> tuple[Session, ...]:
        """Return every session, oldest first, each as it stands in the end."""
        return tuple(self._sessions.values())

    def read(self, entries: Iterable[Entry]) -> None:
        """Take in the events after `seq`, in order."""
        for entry in entries:
            self._state = apply(self._state, entry.event, entry.seq)
            assert self._state.session is not None
            self._sessions[self._state.session.opened] = self._state.session
            self.seq = entry.seq

    def read_times(self, entries: Iterable[Entry]) -> None:
        """Take in when the events after `timed` were written, and nothing else of them."""
        for entry in entries:
            self.times[entry.seq] = entry.at_ms
            self.timed = entry.seq


def with_draft(state: State, kept: Json | None, seq: int) -> State:
    """Return *state* after event *seq* with the draft whose JSON was *kept* beside it."""
    if kept is None or state.draft is None:
        return state
    try:
        return apply(state, DraftChanged(draft_from_json(kept)), seq)
    except (KeyError, TypeError, ValueError):
        log.exception("the draft cannot be read; the hand begins anew seq=%s", seq)
        return state


def records_of(player: PlayerId, sessions: Iterable[Session]) -> tuple[Record, ...]:
    """Return what *player* has done, game by game, the one with most hands first."""
    games: dict[str, list[Session]] = {}
    for session in sessions:
        if any(True for _ in _hands_of(player, session)):
            games.setdefault(session.ruleset, []).append(session)
    records = [_record(player, ruleset, played) for ruleset, played in games.items()]
    return tuple(sorted(records, key=lambda one: -one.hands))


def _hands_of(player: PlayerId, session: Session) -> Iterator[tuple[PlayedHand, int]]:
    """Yield the hands that count and in which *player* sat, with the seat."""
    for hand in session.counted:
        if player in hand.players:
            yield hand, hand.players.index(player)


def _record(player: PlayerId, ruleset: str, sessions: list[Session]) -> Record:
    """Return what *player* has done in these sessions of one game."""
    played = [one for session in sessions for one in _hands_of(player, session)]
    gains = [hand.settlement["net"][seat] for hand, seat in played]
    wins = [win for hand, seat in played for win in _wins(hand.record) if win["seat"] == seat]
    given = [
        hand for hand, seat in played if any(win.get("from") == seat for win in _wins(hand.record))
    ]
    return Record(
        ruleset,
        len(sessions),
        len(played),
        len(wins),
        sum(win.get("by") == "self_draw" for win in wins),
        len(given),
        sum(gains),
        max(0, *gains),
        sum(_is_first(player, session) for session in sessions),
        max(hand.seq for hand, _ in played),
    )


def _wins(record: Json) -> list[Json]:
    """Return the recorded wins; a hand of cards or dominoes names none."""
    wins: list[Json] = record.get("wins", [])
    return wins


def _is_first(player: PlayerId, session: Session) -> bool:
    """Return whether *player* ended a closed session with nobody above."""
    if not session.is_closed or player not in session.players:
        return False
    totals = session.standing.totals
    return totals[session.players.index(player)] == max(totals)
