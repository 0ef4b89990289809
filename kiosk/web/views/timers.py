"""How much time is left of the round and of the hand, where this screen is set to show it.

Nothing is kept for it: a round begins with its session, a hand with the end of the one before, and
of both the ledger knows when that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kiosk.access.request_guard import operator_context
from kiosk.view import SessionView
from kiosk.web.context import display, service, words

MINUTE_S: Final = 60
SOON_PART: Final = 8
"""Amber from this part of the whole on, five minutes at most."""
SOON_S: Final = 5 * MINUTE_S
LATE_S: Final = MINUTE_S
"""Red from here on, or from half of what is amber."""


@dataclass(frozen=True, slots=True)
class TimerView:
    """One clock that runs down."""

    title: str
    left_s: int
    """Seconds; 0 when the time is over."""
    soon_s: int
    late_s: int
    words: str
    """What is said when the time is over."""

    @property
    def state(self) -> str:
        """Return `late` near the end, `soon` before that, else nothing."""
        if self.left_s > self.soon_s:
            return ""
        return "soon" if self.left_s > self.late_s else "late"

    @property
    def shown(self) -> str:
        """Return the time that is left, or what is said when there is none."""
        minutes, seconds = divmod(self.left_s, MINUTE_S)
        return f"{minutes}:{seconds:02}" if self.left_s else self.words


def view_timers() -> tuple[TimerView, ...]:
    """Return the clocks that this screen shows, that of the round first."""
    view, look, t = service().view(), display(), words()
    if not isinstance(view, SessionView) or view.session.is_closed:
        return ()
    opened, last = view.session.opened, view.session.last_hand
    began, hand_began = (
        service().time_of(seq) or 0 for seq in (opened, last.seq if last else opened)
    )
    found = []
    if look.round_min != "off":
        is_last = hand_began < began + _ms(look.round_min)
        over = t("ui.timer.last_hand") if is_last else t("ui.timer.over")
        found.append(_timer(t("ui.timer.round"), look.round_min, began, over))
    if look.hand_min != "off":
        found.append(_timer(t("ui.timer.hand"), look.hand_min, hand_began, "0:00"))
    return tuple(found)


def _ms(minutes: str) -> int:
    return int(minutes) * MINUTE_S * 1000


def _timer(title: str, minutes: str, began_ms: int, over: str) -> TimerView:
    whole_s = int(minutes) * MINUTE_S
    past_s = (operator_context().clock.wall_ms() - began_ms) // 1000
    soon_s = min(SOON_S, whole_s // SOON_PART)
    left_s = min(whole_s, max(0, whole_s - past_s))
    return TimerView(title, left_s, soon_s, min(LATE_S, soon_s // 2), over)
