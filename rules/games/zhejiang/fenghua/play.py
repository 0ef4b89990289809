"""How Fenghua is played: fenghua.md, "Walls, dice, deal", "Special tiles", "Play", "Winning"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from rules.errors import Reason
from rules.games.zhejiang.fenghua import GAME
from rules.games.zhejiang.ningbo_play import WildFlowerPlay
from rules.play.absences import why_absent
from rules.play.actions import Win
from rules.play.flowers import wins_with_all_flowers
from rules.play.position import Position
from rules.ruleset import Ruleset
from rules.tiles import HONORS, KIND


class FenghuaPlay(WildFlowerPlay):
    """The last tile is offered round; pairs, unrelated tiles and honors win without sets."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            30_000: "declared",
        }
    )

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether *kinds* may be pairs, unrelated tiles, or nothing but honors."""
        melds = at.seats[seat].melds
        naturals = [kind for kind in kinds if kind not in at.wild]
        meld_kinds = [KIND[meld.tiles[0]] for meld in melds]
        if all(kind >= HONORS for kind in (*naturals, *meld_kinds)):
            return True
        different = set(naturals)
        odd = sum(naturals.count(kind) % 2 for kind in different)
        is_loose = odd <= len(kinds) - len(naturals) or len(different) == len(naturals)
        return not melds and is_loose

    def decline_bar(self, at: Position, seat: int) -> Reason | None:
        """Return that only the last tile may be refused."""
        return None if self.live(at) == 1 else super().decline_bar(at, seat)

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, and the win with all eight flowers."""
        yield from super().own_wins(at, seat)
        yield from wins_with_all_flowers(at, seat)


PLAY: Final = FenghuaPlay()
