"""What a hand waits for, in words: each tile, what it pays in each way, why it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import rules
from kiosk.i18n import Catalogue, signed
from kiosk.play_words import Words
from kiosk.session.shapes import Json
from kiosk.web.views.frame import name_of
from kiosk.web.views.scores import ItemView
from kiosk.web.views.settlement import SettlementWords, standing_before
from rules import Completion, Wait
from rules.errors import RecordError
from rules.ruleset import Ruleset
from rules.waits import add_win


@dataclass(frozen=True, slots=True)
class WayView:
    """One way of winning on a tile."""

    title: str
    gain: int = 0
    """What the winner gets by it."""
    score: str = ""
    items: tuple[ItemView, ...] = ()
    other_role: str = ""
    """What he would get as banker who is none, or as none who is; empty where that is the same."""
    refusal: str = ""
    """Why it is no win; empty where it is one."""
    detail: str = ""
    """The rules against it; on an English screen also the engine's own words."""


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

    def view(self, waits: Iterable[Wait]) -> tuple[WaitView, ...]:
        """Return *waits* in the screen's language, tiles that win first."""
        views = [
            WaitView(
                wait.tile,
                wait.left,
                tuple(self._way(wait.tile, one) for one in wait.completions),
                wait.wins,
            )
            for wait in waits
        ]
        return tuple(sorted(views, key=lambda view: not view.wins))

    def _way(self, tile: str, one: Completion) -> WayView:
        title = way_title(one.by, one.sources, self.record, self.names, self.t)
        if one.settlement is None:
            return WayView(title, refusal=self._refusal(one), detail=self._detail(one))
        record = self._complete(self.record, tile, one)
        settlement = one.settlement.to_json()
        before = standing_before(record, len(one.settlement.net))
        (score,) = SettlementWords(record, settlement, before, self.names, self.t).wins()
        return WayView(
            title,
            one.settlement.net[self.seat],
            score.score,
            score.items + score.of_the_payment,
            self._in_other_role(tile, one, one.settlement.net[self.seat]),
        )

    def _complete(self, record: Json, tile: str, one: Completion) -> Json:
        return add_win(record, self.seat, tile, one.by, one.sources[0] if one.sources else None)

    def _in_other_role(self, tile: str, one: Completion, gain: int) -> str:
        """Return what the same win brings where the post of banker is the seat's, or no longer."""
        state = self.record.get("state", {})
        is_banker = state.get("banker", 0) == self.seat
        banker = (self.seat + is_banker) % len(self.record["seats"])
        record = {**self.record, "state": {**state, "banker": banker}}
        try:
            other = rules.settle(self._complete(record, tile, one)).net[self.seat]
        except RecordError:
            return ""
        key = "ui.waits.no_banker" if is_banker else "ui.waits.banker"
        return self.t(key, gain=signed(other)) if other != gain else ""

    def _refusal(self, one: Completion) -> str:
        return self.t(f"error.{one.problems[0].code}")

    def _detail(self, one: Completion) -> str:
        return Words(self.t, self.names).reasons(one.problems, self.record["ruleset"])


def way_title(
    by: str, sources: Sequence[int], record: Json, names: Sequence[str], t: Catalogue
) -> str:
    """Return what a way of winning is called: by own draw, on the discard of some, or of any."""
    if not sources:
        return t(f"ui.way.{by}")
    if len(sources) == len(record["seats"]) - 1:
        return t("ui.waits.any_discard")
    return t("ui.waits.discards", names=", ".join(name_of(names, seat, t) for seat in sources))


def minimum_words(game: Ruleset, options: Mapping[str, Any], t: Catalogue) -> str:
    """Return what a complete hand must have to win."""
    minimum = game.minimum_in(options)
    return t("minimum.none") if minimum is None else t(f"minimum.{minimum[0]}", count=minimum[1])


def names_by_wind(record: Json, t: Catalogue) -> tuple[str, ...]:
    """Return what the seats of *record* are called where nobody sits: the banker's is East."""
    seats = len(record["seats"])
    winds = rules.ruleset(record["ruleset"]).seat_winds(seats)
    banker = record.get("state", {}).get("banker", 0)
    return tuple(t(f"tile.{winds[(seat - banker) % seats]}") for seat in range(seats))
