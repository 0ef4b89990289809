"""Players of tiles, who play by rule or lay a hand down by wish; of cards and dominoes: `cards`.

Those of `by_rule` play from the wall as `rules.play` lets them, of `target_ends` to an end that
somebody wants. A hand by wish is kept if the game settles it: rare elements, for drills and tests.
"""

from __future__ import annotations

from hw_sim.players.further_wins import FurtherWin
from hw_sim.players.players import HandSpec, NoHandError, drawn_record, winning_record

__all__ = ["FurtherWin", "HandSpec", "NoHandError", "drawn_record", "winning_record"]
