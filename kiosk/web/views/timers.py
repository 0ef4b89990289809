"""How much time is left: that was paid for, and of round and hand where this screen shows it.

Of round and hand nothing is kept: a round begins with its session, a hand with the end of the one
before, and of both the ledger knows when that was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from kiosk.access.request_guard import operator_context
from kiosk.paid_time import SOON_S as PAID_SOON_S
from kiosk.view import SessionView
from kiosk.web.context import display, service, words

if TYPE_CHECKING:
    from kiosk.i18n import Catalogue

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
    def text(self) -> str:
        """Return the time that is left, or what is said when there is none."""
        minutes, seconds = divmod(self.left_s, MINUTE_S)
        return f"{minutes}:{seconds:02}" if self.left_s else self.words


def view_timers() -> tuple[TimerView, ...]:
    """Return the clocks that this screen shows: of the paid time, the round, the hand."""
    view, look, t = service().view(), display(), words()
    timer = paid_timer(t, is_in_hand=view.stage.is_in_hand)
    timers = [] if timer is None else [timer]
    if not isinstance(view, SessionView) or view.session.is_closed:
        return tuple(timers)
    opening, last = view.session.opened, view.session.last_hand
    began, hand_began = (
        service().time_of(seq) or 0 for seq in (opening, last.seq if last else opening)
    )
    if look.round_min != "off":
        is_last = hand_began < began + _ms(look.round_min)
        over = t("ui.timer.last_hand") if is_last else t("ui.timer.over")
        timers.append(_timer(t("ui.timer.round"), look.round_min, began, over))
    if look.hand_min != "off":
        timers.append(_timer(t("ui.timer.hand"), look.hand_min, hand_began, "0:00"))
    return tuple(timers)


def paid_timer(t: Catalogue, *, is_in_hand: bool) -> TimerView | None:
    """Return the clock of the paid time, `None` where it is not counted."""
    here = service().paid_time
    if not here.is_on:
        return None
    over = t("ui.timer.last_hand" if is_in_hand else "ui.timer.over")
    return TimerView(t("ui.paid"), here.left_s, PAID_SOON_S, LATE_S, over)


def _ms(minutes: str) -> int:
    return int(minutes) * MINUTE_S * 1000


def _timer(title: str, minutes: str, began_ms: int, over: str) -> TimerView:
    whole_s = int(minutes) * MINUTE_S
    past_s = (operator_context().clock.wall_ms() - began_ms) // 1000
    soon_s = min(SOON_S, whole_s // SOON_PART)
    left_s = min(whole_s, max(0, whole_s - past_s))
    return TimerView(title, left_s, soon_s, min(LATE_S, soon_s // 2), over)
