"""What mjai calls tiles and ends of a hand, and whose hands it tells."""

from __future__ import annotations

from typing import Final

from rules.games.riichi.logs.foreign import ANY_END, DRAW
from rules.games.riichi.play import PLAY as FOR_FOUR
from rules.games.riichi.three_player_play import PLAY as FOR_THREE
from rules.tiles import CODES, TILES

HONORS: Final = tuple("ESWNPFC")
WINDS: Final = HONORS[:4]
NAMES: Final = {TILES[code]: code for code in CODES if code[1] in "mps" and code[0] != "0"} | {
    **{TILES[f"{number}z"]: letter for number, letter in enumerate(HONORS, start=1)},
    **{TILES[f"0{suit}"]: f"5{suit}r" for suit in "mps"},
}
"""What each tile is called."""
BY_NAME: Final = {name: tile for tile, name in NAMES.items()}
UNKNOWN: Final = "?"
PLAYS: Final = {4: FOR_FOUR, 3: FOR_THREE}
REASONS: Final = {
    DRAW: "exhaustive_draw",
    "nine_terminals": "kyushu_kyuhai",
    "four_winds": "sufuurenta",
    "four_kongs": "suukansansen",
    "four_riichi": "suucha_riichi",
    "three_wins": "sanchaho",
}
"""What each end without a winner is called."""
BY_REASON: Final = {name: reason for reason, name in REASONS.items()} | {
    "": ANY_END,
    "nagashimangan": DRAW,
}
