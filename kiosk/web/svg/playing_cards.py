"""The faces of playing cards: a large figure and suit, so that they are told from afar."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hw_sim.camera.art.drawing import Copy, Drawing, disc, polygon, shape, stroke
from kiosk.web.svg.drawings import svg

SIZE: Final = (60.0, 84.0)
_RED: Final = "#c1272d"
_BLACK: Final = "#20242c"
_GOLD: Final = "#d9a520"
COLORS: Final[Mapping[str, str]] = {"S": _BLACK, "H": _RED, "D": _RED, "C": _BLACK}

SUITS: Final[Mapping[str, Drawing]] = {
    "S": [shape(_BLACK, "0 -12 0 -12 4 -6 12 0 10 8 2 7 0 4 -2 7 -10 8 -12 0 -4 -6"),
          shape(_BLACK, "-1 4 -5 12 -5 12 5 12 5 12 1 4")],
    "H": [shape(_RED, "0 12 0 12 -4 6 -13 0 -12 -9 -4 -11 0 -5 0 -5 4 -11 12 -9 13 0 4 6")],
    "D": [polygon(_RED, "0 -12 9 0 0 12 -9 0")],
    "C": [disc(_BLACK, 0, -6, 5.4), disc(_BLACK, -6, 2.6, 5.4), disc(_BLACK, 6, 2.6, 5.4),
          shape(_BLACK, "-1 -1 -5 12 -5 12 5 12 5 12 1 -1")],
    "J": [shape(_BLACK, "-14 6 -16 -12 -5 -3 0 -15 5 -3 16 -12 14 6 0 2"),
          *(disc(_GOLD, x, y, 3) for x, y in ((-14, -9), (0, -10), (14, -9)))],
    "court": [polygon(_GOLD, "-11 6 -12 -6 -6 -1 0 -9 6 -1 12 -6 11 6"),
              stroke("#8a6410", 1.2, "-11 3.6 0 3.6 11 3.6")],
}  # fmt: skip
"""What faces copy, about its own middle: the suits, a joker's cap, a crown."""
_COURT: Final = "JQK"


def face(code: str) -> str:
    """Return the face of the card *code*, such as `TH`, or `RJ` for the red joker."""
    if code[1] == "J":
        return _joker(_RED if code[0] == "R" else _BLACK)
    rank, suit = code[0], code[1]
    figure = "10" if rank == "T" else rank
    marks = [Copy(suit, (13, 37), 0, (0.62, 0.62)), Copy(suit, (38, 60), 0, (1.35, 1.35))]
    if rank in _COURT:
        marks.append(Copy("court", (40, 22)))
    return svg(marks) + (
        f'<text x="14" y="25" font-size="{20 if rank == "T" else 24}" font-weight="750"'
        f' text-anchor="middle" fill="{COLORS[suit]}">{figure}</text>'
    )


def _joker(color: str) -> str:
    cap = svg([Copy("J", (30, 40), 0, (1.4, 1.4))]).replace(_BLACK, color)
    return cap + (
        f'<text x="30" y="72" font-size="17" font-weight="750" text-anchor="middle"'
        f' fill="{color}">★</text>'
    )
