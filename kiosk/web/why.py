"""Why a seat pays or gets what it does, in sentences: only what the record really says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from kiosk.i18n import number, of_game
from kiosk.web.frame import name_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kiosk.i18n import Catalogue
    from kiosk.session import Standing
    from kiosk.session.events import Json

MOST_TIMES: Final = 99
"""A payment is told as so many times the score up to this."""


@dataclass(frozen=True, slots=True)
class Why:
    """One hand, ready to be explained to each seat."""

    record: Json
    settlement: Json
    before: Standing
    names: Sequence[str]
    say: Catalogue

    def seat(self, seat: int) -> tuple[str, ...]:
        """Return the sentences for *seat*: each of its payments, then what bears on them."""
        rows = [row for row in self.settlement["payments"] if seat in (row["from"], row["to"])]
        if not rows:
            return (self.say.say("ui.why.nothing"),)
        told = [*(self._payment(row) for row in rows), *self._wins(rows), *self._banker(rows)]
        return tuple(dict.fromkeys(told))

    def _payment(self, row: Json) -> str:
        """Return who pays whom how much for what, and how often the hand's score that is."""
        ruleset = self.record["ruleset"]
        text = self.say.say(
            "ui.why.pays",
            payer=self._party(row["from"]),
            payee=self._party(row["to"]),
            amount=number(row["amount"]),
            reason=self.say.say(*of_game("reason", ruleset, row["for"])),
        )
        return f"{text} {self._times(row)}".strip()

    def _times(self, row: Json) -> str:
        """Return the amount as a multiple of the payee's score, where it is one."""
        scores = [win["score"] for win in self._won_by(row["to"])]
        if row["for"] != "win" or len(scores) != 1 or not scores[0]:
            return ""
        times, rest = divmod(row["amount"], scores[0])
        if rest or not 1 < times <= MOST_TIMES:
            return ""
        return f"({number(scores[0])} × {times} = {number(row['amount'])})"

    def _wins(self, rows: Sequence[Json]) -> Iterator[str]:
        """Yield how the wins of those who are paid were made."""
        paid = {row["to"] for row in rows if row["for"] == "win"}
        for win in self.record.get("wins", ()):
            if win["seat"] not in paid:
                continue
            giver = win.get("from")
            yield self.say.say(
                "ui.why.drawn" if giver is None else "ui.why.given",
                name=self._party(win["seat"]),
                giver="" if giver is None else self._party(giver),
            )

    def _banker(self, rows: Sequence[Json]) -> Iterator[str]:
        """Yield that the banker is among them, and how often the post was kept."""
        banker = self.record.get("state", {}).get("banker", self.before.banker)
        if banker is None or all(banker not in (row["from"], row["to"]) for row in rows):
            return
        yield self.say.say("ui.why.banker", name=self._party(banker))
        if self.before.repeats:
            yield self.say.say("ui.repeats", count=self.before.repeats)

    def _won_by(self, party: int | str) -> list[dict[str, Any]]:
        """Return the settled wins of *party*."""
        return [win for win in self.settlement.get("wins", ()) if win["seat"] == party]

    def _party(self, party: int | str) -> str:
        """Return the name of a seat, or the word for pot and bank."""
        if isinstance(party, int):
            return name_of(self.names, party, self.say)
        return self.say.say(f"ui.party.{party}")
