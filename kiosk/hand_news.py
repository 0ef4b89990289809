"""What machine and watcher bring of a hand, and which hand it belongs to.

People press the machine's keys before the last hand is settled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kiosk.session import Stage
from kiosk.session import commands as c
from kiosk.session.from_log import TakeLog, matching_record
from rules.games.logs import write_hand

if TYPE_CHECKING:
    from collections.abc import Callable

    from kiosk.session import State
    from kiosk.session.from_log import Watcher
    from kiosk.table.port import TableNews

ROLLING: Final = (Stage.TABLE, Stage.PLAYING)
"""Where a throw of the machine belongs to this hand; later ones are somebody playing with it."""


class HandNews:
    """Notes what the machine brings in the hand at work, or once the next one begins."""

    def __init__(self, note: Callable[[c.NoteDice | c.NoteWalls | TakeLog], None]) -> None:
        """Hand on by *note*, which may refuse nothing."""
        self._note = note
        self._early: list[TableNews] = []
        """What the table's own keys have brought of the next hand."""

    def take(self, news: TableNews, state: State) -> None:
        """Note *news* of the machine, or keep what belongs to the hand after that of *state*."""
        if news.by_key and news.walls_up and _has_walls(state):
            self._early = [news]
        elif news.by_key and news.dice and self._early:
            self._early.append(news)
        else:
            self._tell(news, state.stage)

    def _fill_in(self, state: State, watcher: Watcher | None) -> None:
        """Note what the log of *watcher* shows, once, when the hand comes to review."""
        draft, session = state.draft, state.session
        if watcher is None or session is None or draft is None or draft.amends is not None:
            return
        if draft.stage is Stage.REVIEW and draft.from_log is None:
            hand = watcher.course(session, draft)
            record = matching_record(hand, draft)
            if hand is not None and record is not None:
                self._note(TakeLog(record, tuple(write_hand(hand))))

    def catch_up(self, state: State, watcher: Watcher | None) -> None:
        """Note what was kept, once its hand is at the table, and what *watcher* shows of one."""
        self._fill_in(state, watcher)
        if not self._early or state.stage not in (Stage.TABLE, Stage.LOBBY, Stage.OVER):
            return
        early, self._early = self._early, []
        for news in early if state.stage is Stage.TABLE else ():
            self._tell(news, state.stage)

    def _tell(self, news: TableNews, stage: Stage) -> None:
        if news.walls_up:
            self._note(c.NoteWalls())
        if news.dice and stage in ROLLING:
            source = news.source or "motor_sensor"
            self._note(c.NoteDice(news.dice, source, news.proof, news.rolled_ms))


def _has_walls(state: State) -> bool:
    """Return whether the hand of *state* is past the table, with the walls that it needs."""
    draft = state.draft
    if draft is None or draft.stage is Stage.TABLE:
        return False
    return draft.walls_up or draft.stage is not Stage.PLAYING
