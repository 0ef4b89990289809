"""What to ask of a hand: the words that can matter for it (`rules.questions`), and those said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from kiosk.session.draft import Draft, DraftSeat, DraftWin
from kiosk.session.state import Session
from rules import questions
from rules.game import Fact, Game
from rules.record.values import KONGS


def _has_kong(seat: DraftSeat) -> bool:
    return any(meld.kind in KONGS for meld in seat.melds)


def _has_flowers(seat: DraftSeat) -> bool:
    return bool(seat.flowers)


def _has_declared(seat: DraftSeat) -> bool:
    return bool(seat.declared)


LIKELY: Final = {
    "kong_draw": _has_kong,
    "double_kong_draw": _has_kong,
    "flower_draw": _has_flowers,
    "ippatsu": _has_declared,
}
"""Marks that are asked at once where the winner's seat looks so; the others are rare."""


@dataclass(frozen=True, slots=True)
class Questions:
    """Says which words of *game* are shown for the hand of *draft*; those said stay in sight."""

    session: Session
    draft: Draft
    game: Game

    @property
    def _options(self) -> Mapping[str, Any]:
        return {**self.game.defaults, **self.session.options}

    @property
    def _endings(self) -> tuple[str, ...]:
        """Return how the hand ended: the ways of its wins, or its outcome."""
        ways = tuple(win.by for win in self.draft.noted_wins)
        return ways if ways and self.draft.outcome == "win" else (self.draft.outcome,)

    def _roles(self, seat: int) -> frozenset[str]:
        wins = self.draft.noted_wins
        roles = {
            "winner": any(win.seat == seat for win in wins),
            "giver": any(win.giver == seat for win in wins),
            "banker": self.session.standing.banker == seat,
        }
        return frozenset(role for role, is_theirs in roles.items() if is_theirs)

    def marks(self, win: DraftWin) -> tuple[str, ...]:
        """Return the marks that *win* may have."""
        words = questions.marks(self.game, win.by, self._options)
        return tuple(mark for mark in self.game.marks if mark in words or mark in win.marks)

    def likely_marks(self, win: DraftWin) -> tuple[str, ...]:
        """Return the marks of *win* that are said, or go with what lies before the winner."""
        seat = self.draft.seats[win.seat]
        return tuple(
            mark
            for mark in self.marks(win)
            if mark in win.marks or (mark in LIKELY and LIKELY[mark](seat))
        )

    def rare_marks(self, win: DraftWin) -> tuple[str, ...]:
        """Return the other marks that *win* may have."""
        likely = self.likely_marks(win)
        return tuple(mark for mark in self.marks(win) if mark not in likely)

    def win_facts(self, win: DraftWin) -> tuple[Fact, ...]:
        """Return the facts that may be said of *win*."""
        facts = questions.win_facts(self.game, win.by, self._options)
        return tuple(one for one in self.game.win_facts if one in facts or one.id in win.facts)

    def seat_facts(self, seat: int) -> tuple[Fact, ...]:
        """Return the facts that may be said of *seat*."""
        facts = questions.seat_facts(self.game, self._endings, self._roles(seat), self._options)
        answers = self.draft.seats[seat].facts
        return tuple(one for one in self.game.seat_facts if one in facts or one.id in answers)

    def declarations(self, seat: int) -> tuple[str, ...]:
        """Return the declarations that *seat* may have made."""
        words = questions.declarations(self.game, self._endings, self._roles(seat), self._options)
        declarations = self.draft.seats[seat].declared
        return tuple(word for word in self.game.declared if word in words or word in declarations)
