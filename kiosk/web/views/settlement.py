"""A settlement as people read it: the winner's sets, each element, who pays whom, what is next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

import rules
from kiosk.i18n import Catalogue, number, of_game
from kiosk.session import Standing
from kiosk.session.shapes import Json
from kiosk.session.standings import standing_after
from kiosk.web.svg.calligraphy import calligraphy
from kiosk.web.svg.table_top import Flow, badge, flows_picture
from kiosk.web.views.beside_points import ResultPart, prizes_title, result_parts
from kiosk.web.views.explanation import AmountView, Explanation
from kiosk.web.views.frame import (
    SeatChange,
    changes,
    hand_summary,
    name_of,
    value_words,
    way_words,
    wind_letters,
)
from kiosk.web.views.scene import Places, end_sign, limit_sign, places, scene_of
from kiosk.web.views.scores import ItemView, ScoreView, read_sets
from kiosk.web.views.standing import view_standing
from rules.game import Game
from rules.settle.settlement import ENTERED
from rules.tiles import CODES, parse

PAYERS: Final = "payers"
"""The step that adds up what several pay."""
MAX_POWER: Final = 40
"""More doubles than any hand can have."""


@dataclass(frozen=True, slots=True)
class PaymentView:
    """One row of what is paid."""

    payer: str
    payee: str
    amount: int
    reason: str
    explained: AmountView
    """How the amount comes about."""

    @property
    def parties(self) -> tuple[str, str]:
        """Return who pays and who is paid."""
        return self.payer, self.payee


@dataclass(frozen=True, slots=True)
class SettlementView:
    """Everything that the settlement screen shows."""

    title: str
    wins: tuple[ScoreView, ...]
    losers: tuple[ScoreView, ...]
    payments: tuple[PaymentView, ...]
    picture: Markup
    totals: tuple[SeatChange, ...]
    unseen: str
    """Whose hands would count but were not shown; empty where all were, or none needed to be."""
    prizes: tuple[PaymentView, ...]
    """What is given beside the points (祝儀)."""
    prize_net: tuple[int, ...]
    """Each seat's share of it; empty in a game without prizes."""
    prizes_title: str
    results: tuple[int, ...]
    """What the game brings each seat in the end, where it says so."""
    result_parts: tuple[ResultPart, ...]
    """What makes these results, where it is more than the points."""
    next: str
    is_last: bool
    """Whether the session ends with this hand."""
    places: Places
    scene: str
    """What makes this result another one than the last: it is played once."""
    sign: Markup
    """What ended a hand that nobody won, as calligraphy."""
    indicators_title: str
    typed: Json
    """What people typed in place of the rules; empty where the rules settled the hand."""
    why: tuple[tuple[str, ...], ...]
    """For each seat, why it pays or gets what it does."""


@dataclass(frozen=True, slots=True)
class SettlementWords:
    """A hand with its settlement, ready to be put into words."""

    record: Json
    settlement: Json
    before: Standing
    names: Sequence[str]
    t: Catalogue

    def view(self) -> SettlementView:
        """Return the settlement in the screen's language."""
        seats = self._seats
        return SettlementView(
            hand_summary(self.record, self.names, self.t),
            self.wins(),
            tuple(self._score(one, seats) for one in self.settlement.get("losers", ())),
            self._payments("payments"),
            self._picture(),
            seats,
            self._unseen_hands(),
            self._payments("prizes"),
            tuple(self.settlement.get("prize_net", ())),
            prizes_title(str(self.settlement.get("prize_unit", "points")), self.t),
            tuple(self.settlement["next"].get("final", ())),
            result_parts(self.settlement, self.t),
            self._next(),
            bool(self.settlement["next"].get("over")),
            places(self.before.totals, [seat.total for seat in seats]),
            scene_of(self.before, self.settlement),
            calligraphy(end_sign(self.record, self.t)),
            indicators_title(self._game, self.t),
            self.settlement.get("typed", {}),
            tuple(self._why.seat(seat) for seat in range(len(seats))),
        )

    @property
    def _seats(self) -> tuple[SeatChange, ...]:
        gains = self.settlement["net"]
        return changes(self.record["ruleset"], self.before, gains, self.names, self.t)

    @property
    def _game(self) -> Game:
        return rules.ruleset(self.record["ruleset"])

    @property
    def _why(self) -> Explanation:
        return Explanation(self.record, self.settlement, self.before, self.names, self.t)

    def _unseen_hands(self) -> str:
        """Return whose hands counted as empty because nobody saw them."""
        seats = self.settlement.get("unseen_hands", ())
        names = " · ".join(name_of(self.names, seat, self.t) for seat in seats)
        return self.t("ui.unseen_hands", names=names) if seats else ""

    def wins(self) -> tuple[ScoreView, ...]:
        """Return the wins, with what was recorded of each: a seat's first, second, … in order."""
        seats = self._seats
        left = list(self.record.get("wins", ()))
        scores = []
        for win in self.settlement.get("wins", ()):
            win_record = next((one for one in left if one["seat"] == win["seat"]), None)
            if win_record is not None:
                left.remove(win_record)
            scores.append(self._score(win, seats, win_record))
        return tuple(scores)

    def _score(
        self, win: Json, seats: Sequence[SeatChange], win_record: Json | None = None
    ) -> ScoreView:
        return ScoreView(
            seats[win["seat"]],
            way_words(win_record, self.names, self.t) if win_record else "",
            self.score(win),
            read_sets(self.record, win, win_record),
            *self._items(win, win_record or {}),
            self._units(win),
            self._why.amount(score_terms(win)).formula,
            self._base_items(win),
            (win_record or {}).get("tile") or "",
            self._indicators() if win_record else (),
            calligraphy(limit_sign(win, self.settlement, self.t)),
        )

    def score(self, win: Json) -> str:
        """Return the score of *win* in the game's unit."""
        key = f"unit.{win['unit']}"
        return self.t(f"{key}.{win['score']}", key, count=number(win["score"]))

    def _indicators(self) -> tuple[str, ...]:
        deal = self.record.get("deal", {})
        rows = ("indicators", "hidden_indicators")
        return tuple(CODES[tile] for row in rows for tile in parse("".join(deal.get(row, ()))))

    def _items(
        self, win: Json, win_record: Json
    ) -> tuple[tuple[ItemView, ...], tuple[ItemView, ...]]:
        """Return what makes the score of *win*, and what only raises the payments."""
        views = [(item["id"], self.item(item, self.unit(win))) for item in win["items"]]
        if "value" in win_record:
            value_item = ItemView(
                self.t(f"element.{ENTERED}"), "", value_words(win_record["value"], self.t)
            )
            views = [(name, value_item if name == ENTERED else view) for name, view in views]
        scoring = self._scoring(win)
        return (
            tuple(view for name, view in views if name in scoring),
            tuple(view for name, view in views if name not in scoring),
        )

    def _scoring(self, win: Json) -> set[str]:
        """Return which items of *win* make its score; the others only raise what is paid.

        Where no step of the score is an item's, as of riichi's han, those do that are no step of a
        payment either, or all if the score is itself what is paid.
        """
        items = {item["id"] for item in win["items"]}
        steps = {row["id"] for row in score_terms(win)}
        if steps & items or PAYERS in steps:
            return steps & items or items
        payments = zip(self.settlement["payments"], self.settlement.get("terms", ()), strict=False)
        return items - {
            step["id"] for row, terms in payments if row["to"] == win["seat"] for step in terms
        }

    def unit(self, win: Json) -> str:
        """Return what the items of a hand count: its limit, where that is counted."""
        limit = win.get("limit")
        return str(limit if limit in self._game.counted_limits else win["unit"])

    def _base_items(self, win: Json) -> tuple[ItemView, ...]:
        """Return where the base points of *win* come from, in a game that doubles some."""
        if self._game.base_and_power is None:
            return ()
        base, _power = self._game.base_and_power
        return tuple(
            ItemView(
                self.t(*of_game(base, self.record["ruleset"], item["id"])),
                "",
                self.t(f"unit.{base}", count=number(item["value"])),
            )
            for item in win.get(f"{base}_items", ())
        )

    def item(self, item: Json, unit: str) -> ItemView:
        """Return a scoring element that counted, worth what it says in *unit*."""
        ruleset = self.record["ruleset"]
        element = self._game.by_element.get(item["id"])
        title = self.t(*of_game("element", ruleset, item["id"]))
        native = element.native if element is not None else ""
        return ItemView(title, self.t.native(native, title), self._worth(item, unit))

    def _worth(self, item: Json, unit: str) -> str:
        """Return what an element contributed, as the game says it: 3 han, ×4, ×1.5, 10 points."""
        if item.get("factor"):
            return str(item["factor"])
        value = item["value"]
        power = 2**value if isinstance(value, int) and 0 <= value <= MAX_POWER else value
        key = f"worth.{self.record['ruleset']}"
        return self.t(
            f"{key}.{item['id']}",
            f"{key}.{unit}",
            key,
            "worth",
            value=number(value),
            power=power,
        )

    def _units(self, win: Json) -> str:
        """Return what is doubled how often, and the limit, in words: "6 han · 30 fu · haneman"."""
        units = self._game.base_and_power or ()
        numbers = {} if None in map(win.get, units) else {unit: win[unit] for unit in units}
        parts = [self.t(f"unit.{unit}", count=number(numbers[unit])) for unit in reversed(numbers)]
        if win.get("limit"):
            parts.append(self.t(f"limit.{win['limit']}"))
        return " · ".join(parts)

    def _payments(self, of: str) -> tuple[PaymentView, ...]:
        """Return the `payments` or the `prizes`."""
        return tuple(
            PaymentView(
                self._party(row["from"]),
                self._party(row["to"]),
                row["amount"],
                self._reason(row["for"]),
                explanation,
            )
            for row, explanation in zip(
                self.settlement.get(of, ()), self._why.payments(of), strict=True
            )
        )

    def _reason(self, reason: str) -> str:
        return self.t(*of_game("reason", self.record["ruleset"], reason))

    def _party(self, party: int | str) -> str:
        if isinstance(party, int):
            return name_of(self.names, party, self.t)
        return self.t(f"ui.party.{party}")

    def _picture(self) -> Markup:
        seats = len(self.settlement["net"])
        sums: dict[tuple[int, int], int] = {}
        for payment in self.settlement["payments"]:
            pair = (payment["from"], payment["to"])
            if all(isinstance(party, int) for party in pair):
                sums[pair] = sums.get(pair, 0) + payment["amount"]
        letters = wind_letters(self.record["ruleset"], self.before.banker, seats, self.t)
        badges = [badge(seat, letter) for seat, letter in enumerate(letters)]
        flows = (Flow(payer, to, number(sum_)) for (payer, to), sum_ in sums.items() if sum_)
        return flows_picture(badges, flows, self.t("ui.flows"))

    def _next(self) -> str:
        following = self.settlement["next"]
        if following.get("over"):
            return self.t("ui.next.over")
        banker = following["banker"]
        key = "ui.next.stays" if banker == self.before.banker else "ui.next.moves"
        words = [self.t(key, name=name_of(self.names, banker, self.t))]
        if self._game.counts_rounds:
            after = standing_after(self.before, self.settlement)
            words.append(view_standing(self._game.id, after, 0, self.t).words)
        return " · ".join(words)


def standing_before(record: Json, players: int) -> Standing:
    """Return where a table of *players* people stood before the hand of *record*."""
    state = record.get("state", {})
    totals = state.get("scores") or (0,) * players
    return Standing(
        state.get("banker", 0),
        state.get("round", 1),
        state.get("repeats", 0),
        tuple(totals),
        pot=0,
        bank=0,
        carry=state.get("carry", {}),
        prizes=tuple(state.get("prizes", ())),
        winners=tuple(state.get("winners", ())),
    )


def score_terms(entry: Json) -> list[Json]:
    """Return the steps of a score as its entry says them, or as the sum of its items."""
    if "terms" in entry:
        return [*entry["terms"]]
    items: list[Json] = [
        {"op": "add", "id": item["id"], "value": item["value"]} for item in entry["items"]
    ]
    return items if sum(item["value"] for item in entry["items"]) == entry["score"] else []


def indicators_title(game: Game, t: Catalogue) -> str:
    """Return what the tiles that are turned up are called."""
    return t(f"ui.indicators.{game.family}", "ui.part.indicators")
