"""How Qing-hun-peng is played: qinghunpeng.md, "Walls, dice, deal", "Play", "Winning"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from rules.games.shanghai.qinghunpeng import GAME
from rules.play.absences import why_absent
from rules.play.actions import Win
from rules.play.aims import ONE_SUIT, PUNGS
from rules.play.flowers import wins_by_seven_flowers, wins_with_all_flowers
from rules.play.misses import MISSED_WIN, MISSED_WINS, missed_tiles
from rules.play.play_rules import PlayRules
from rules.play.position import LoggedWin, Position, Window
from rules.ruleset import Ruleset
from rules.tiles import CODES, HONORS, KIND, Tile
from rules.value import NOTHING


class QinghunpengPlay(PlayRules):
    """One of seven hands wins; a tile let go bars its like until the next draw or claim."""

    game: ClassVar[Ruleset] = GAME
    absences = why_absent(
        rare={
            5_000: "robbed_flower",
            20_000: "missed",
            30_000: "declared",
        },
        evident="discarder_ready",
    )
    opening = ("flowers",)
    bots_aims = (*ONE_SUIT, PUNGS)
    cleared_by_draw = frozenset(MISSED_WINS)
    cleared_by_own_claim = frozenset(MISSED_WINS)

    def may_be_special(self, at: Position, seat: int, kinds: Sequence[int]) -> bool:
        """Return whether all tiles are honors, in any arrangement."""
        meld_kinds = [KIND[meld.tiles[0]] for meld in at.seats[seat].melds]
        return min((*kinds, *meld_kinds)) >= HONORS

    def own_wins(self, at: Position, seat: int) -> Iterable[Win]:
        """Yield the self-draw, and the win with all eight flowers."""
        yield from super().own_wins(at, seat)
        yield from wins_with_all_flowers(at, seat)

    def flower_wins(self, at: Position, seat: int, tile: Tile) -> Iterable[Win]:
        """Yield seven robs one, of who has laid out no other flower."""
        for win in wins_by_seven_flowers(at, seat, tile):
            if win.source is not None and len(at.seats[win.source].flowers) == 1:
                yield win

    def miss_notes(
        self,
        at: Position,  # noqa: ARG002 -- hook
        window: Window,
        seat: int,  # noqa: ARG002 -- hook
        *,
        was_offered: bool,
    ) -> tuple[str, ...]:
        """Return that the tile was let go, where it could have been won on."""
        return (MISSED_WIN.format(CODES[window.tile]),) if was_offered else ()

    def win_facts(self, at: Position, win: Win) -> Mapping[str, Any]:
        """Return the tiles let go since the last draw or claim."""
        tiles = "".join(CODES[tile] for tile in missed_tiles(at.seats[win.seat].notes))
        return {"missed": tiles} if tiles and win.by == "discard" else NOTHING

    def marks(self, at: Position, win: Win) -> frozenset[str]:
        """Return the marks; the last tile is the last one that the winner draws."""
        marks = super().marks(at, win) - {"last_tile"}
        is_last = win.by == "self_draw" and self.live(at) < at.players
        return marks | {"last_tile"} if is_last else marks

    def winners(self, at: Position, wins: Sequence[LoggedWin]) -> Sequence[LoggedWin]:  # noqa: ARG002 -- hook
        """Return all who claim the tile."""
        return wins


PLAY: Final = QinghunpengPlay()
