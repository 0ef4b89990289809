"""What a hand waits for, in words: each tile, what it pays in each way, why it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import rules
from kiosk.i18n import Catalogue
from kiosk.session.shapes import Json
from kiosk.web.views.frame import name_of
from kiosk.web.views.settlement import ItemView, SettlementWords, standing_before
from rules import Completion, Wait
from rules.waits import won


@dataclass(frozen=True, slots=True)
class WayView:
    """One way of winning on a tile."""

    title: str
    gain: int = 0
    """What the winner gets by it."""
    score: str = ""
    items: tuple[ItemView, ...] = ()
    refusal: str = ""
    """Why it is no win; empty where it is one."""
    detail: str = ""
    """The engine's own words for that, in English."""


@dataclass(frozen=True, slots=True)
class WaitView:
    """A tile that completes the hand."""

    tile: str
    left: int
    ways: tuple[WayView, ...]
    wins: bool
    """Whether any way of winning on it is allowed."""


@dataclass(frozen=True, slots=True)
class WaitWords:
    """The hand of a seat, ready to be asked what it waits for."""

    record: Json
    seat: int
    names: Sequence[str]
    t: Catalogue

    def view(self, found: Iterable[Wait]) -> tuple[WaitView, ...]:
        """Return what was *found* in the screen's language, tiles that win first."""
        views = [
            WaitView(
                wait.tile,
                wait.left,
                tuple(self._way(wait.tile, one) for one in wait.completions),
                wait.wins,
            )
            for wait in found
        ]
        return tuple(sorted(views, key=lambda view: not view.wins))

    def _way(self, tile: str, one: Completion) -> WayView:
        title = way_title(one.by, one.sources, self.record, self.names, self.t)
        if one.settlement is None:
            text = self.t(f"error.{one.problems[0].code}")
            detail = "; ".join(dict.fromkeys(problem.message for problem in one.problems))
            return WayView(title, refusal=text, detail=detail)
        source = one.sources[0] if one.sources else None
        record = won(self.record, self.seat, tile, one.by, source)
        settled = one.settlement.to_json()
        before = standing_before(record, len(one.settlement.net))
        (score,) = SettlementWords(record, settled, before, self.names, self.t).wins()
        return WayView(
            title,
            one.settlement.net[self.seat],
            score.score,
            score.items + score.of_the_payment,
        )


def way_title(
    by: str, sources: Sequence[int], record: Json, names: Sequence[str], t: Catalogue
) -> str:
    """Return what a way of winning is called: by own draw, on the discard of some, or of any."""
    if not sources:
        return t(f"ui.way.{by}")
    if len(sources) == len(record["seats"]) - 1:
        return t("ui.waits.any_discard")
    return t("ui.waits.discards", names=", ".join(name_of(names, seat, t) for seat in sources))


def names_by_wind(record: Json, t: Catalogue) -> tuple[str, ...]:
    """Return what the seats of *record* are called where nobody sits: the banker's is East."""
    seats = len(record["seats"])
    winds = rules.ruleset(record["ruleset"]).seat_winds(seats)
    banker = record.get("state", {}).get("banker", 0)
    return tuple(t(f"tile.{winds[(seat - banker) % seats]}") for seat in range(seats))
