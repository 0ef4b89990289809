"""The ledger as people read it: hands with running totals, and a line for every player."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiosk.charts import Line, totals_chart
from kiosk.i18n import number, signed
from kiosk.pages.desk import names_of
from kiosk.pages.frame import GameShown, changes_of, gains_of, game_shown, seats_shown
from kiosk.pages.settled import hand_summary

if TYPE_CHECKING:
    from markupsafe import Markup

    from kiosk.i18n import Catalogue
    from kiosk.pages.frame import SeatChange, SeatShown
    from kiosk.service import View
    from kiosk.session import PlayedHand, Session


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand of the ledger."""

    seq: int
    number: int
    summary: str
    is_void: bool
    cells: tuple[SeatChange, ...]
    sum: str


@dataclass(frozen=True, slots=True)
class BookShown:
    """The ledger of one session."""

    title: str
    seats: tuple[SeatShown, ...]
    start: tuple[int, ...]
    hands: tuple[HandRow, ...]
    totals: tuple[int, ...]
    prizes: tuple[int, ...]
    """What each seat has of prizes beside the points; empty in a game without them."""
    adds_up: bool
    sum: str
    chart: Markup | None
    last_seq: int | None
    """The hand that can be undone, while the session is open."""


def book_shown(view: View, say: Catalogue) -> BookShown:
    """Return the ledger of the open session, or of the last one."""
    session = view.session
    assert session is not None
    game: GameShown = game_shown(session.ruleset, say)
    last = session.last_hand
    adds_up = _adds_up(session)
    return BookShown(
        f"{game.title} {game.native}".rstrip(),
        seats_shown(view, say),
        (session.start_score,) * len(session.players),
        tuple(_row(hand, view, say) for hand in session.hands),
        session.standing.totals,
        _prizes(session),
        adds_up,
        _sum_words(session, say),
        _chart(view, session, say),
        last.seq if last is not None and not session.is_closed else None,
    )


def _row(hand: PlayedHand, view: View, say: Catalogue) -> HandRow:
    gained = sum(gains_of(hand))
    pot = hand.after.pot - hand.before.pot
    text = f"{signed(gained)} ✓" if not gained else f"{signed(gained)}"
    if gained:
        text = say.say("ui.ledger.pot", change=signed(gained)) if gained == -pot else "✗"
    return HandRow(
        hand.seq,
        hand.number,
        hand_summary(hand.record, names_of(hand.players), say),
        hand.is_void,
        changes_of(hand, view.names, say),
        text,
    )


def _prizes(session: Session) -> tuple[int, ...]:
    """Return what each seat has of the prizes of all hands that count (祝儀)."""
    shares = [hand.settlement.get("prize_net", ()) for hand in session.counted]
    return tuple(map(sum, zip(*filter(None, shares), strict=True)))


def _adds_up(session: Session) -> bool:
    """Return whether all points are still there: what the seats, pot and house have together."""
    standing = session.standing
    start = session.start_score * len(session.players)
    return sum(standing.totals) + standing.pot + standing.bank == start


def _sum_words(session: Session, say: Catalogue) -> str:
    """Return the check of the totals: ±0 ✓, with what lies in the pot."""
    standing = session.standing
    start = session.start_score * len(session.players)
    off = sum(standing.totals) + standing.pot + standing.bank - start
    if off:
        return f"{signed(off)} ✗"
    pot = say.say("ui.ledger.in_pot", count=number(standing.pot)) if standing.pot else ""
    return f"±0 ✓ {pot}".strip()


def _chart(view: View, session: Session, say: Catalogue) -> Markup | None:
    """Return the lines of the totals, once there is a hand."""
    hands = session.counted
    if not hands:
        return None
    lines = [
        Line(
            shown.name,
            shown.number,
            (session.start_score, *(hand.after.totals[shown.number] for hand in hands)),
        )
        for shown in seats_shown(view, say)
    ]
    return totals_chart(lines, say.say("ui.ledger.chart"))
