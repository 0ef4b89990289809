"""How Yangzhou is played: yangzhou.md, "Walls, dice, deal", "Play", "Draw"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.games.jiangsu.yangzhou import DISCARD, GAME, OWN_DISCARD
from rules.play.absences import why_absent
from rules.play.actions import Discard, Win
from rules.play.play_rules import PlayRules
from rules.play.position import LoggedWin, Position
from rules.play.record import win_problem
from rules.record.values import TAKEN
from rules.ruleset import Ruleset
from rules.value import NOTHING

MISSED: Final = frozenset((DISCARD, OWN_DISCARD))


class YangzhouPlay(PlayRules):
    """No flowers, the whole wall, several winners, and wins let go that bar the next."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            20_000: "missed",
        }
    )
    cleared_by_draw = MISSED
    cleared_by_own_claim = MISSED
    missed_win = DISCARD

    def after_discard(self, at: Position, action: Discard) -> Position:
        """Return the position with a note of a discard that would have won for its own seat."""
        if not self.may_complete(at, action.seat, action.tile):
            return at
        giver = max(at.others(action.seat), key=lambda seat: at.state.scores[seat])
        win = Win(action.seat, "discard", action.tile, giver)
        would_win = win_problem(self, at, win) is None
        return at.note(action.seat, OWN_DISCARD) if would_win else at

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return which winning tile was let go since one's own turn; another's bars more."""
        notes = sorted(MISSED & at.seats[win.seat].notes)
        return {"missed": notes[0]} if notes and win.by in TAKEN else NOTHING

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:  # noqa: ARG002 -- hook
        """Return all: two or three may win on the same tile."""
        return wins


PLAY: Final = YangzhouPlay()
