"""Players who lay a hand down for any game of tiles; those of cards and dominoes are in `cards`.

They know no game's rules: what they lay out is kept if the game settles it.
"""

from __future__ import annotations

from hw_sim.players.further_wins import FurtherWin
from hw_sim.players.players import HandSpec, NoHandError, drawn_record, winning_record

__all__ = ["FurtherWin", "HandSpec", "NoHandError", "drawn_record", "winning_record"]
