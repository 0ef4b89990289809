"""The 48 flower cards: a plant for each month, and what stands on it.

Our own drawings after what every deck shows, in no maker's style: pages show them, the simulated
camera sees them, and they are the kit that the recogniser ships for flower cards. Codes as in
`mushi.md`, "Equipment and table": `03-bright`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.art.drawing import Copy, Drawing, Mark, Oval, disc, paint, polygon, shape, stroke
from hw_sim.camera.art.plants import (
    BLUE,
    BROWN,
    DARK,
    GREEN,
    LEAF,
    ORANGE,
    PLANTS,
    RED,
    WHITE,
    YELLOW,
    stamp,
)

SIZE: Final = (66.0, 108.0)
"""Width and height of a card's sheet: two units a millimetre."""
_FRAME: Final = [
    Mark(((1, 1), (65, 1), (65, 107), (1, 107), (1, 1)), "#7a211d", 3.2, is_curved=False)
]
"""A deck with red backs, whose paper goes about the edge."""

_WRITING: Final[Mapping[str, Drawing]] = {
    "a": [stroke(DARK, 1.3, "-4 -3 0 -3 4 -3.5"), stroke(DARK, 1.3, "-1 -5 -1.5 0 0 4"),
          stroke(DARK, 1.3, "2 -2 0 4 -4 4 -4 0 1 -2 5 0 4 5 1 5")],
    "ka": [stroke(DARK, 1.3, "-5 -2 0 -4 3 -3 2 2 0 5"), stroke(DARK, 1.3, "-1 -5 -2 0 -5 5"),
           stroke(DARK, 1.3, "3 -5 5 -3 5 -1")],
    "yo": [stroke(DARK, 1.3, "0 -5 0 0 0 3 -1 5 -4 5 -4 2 0 2 4 5"),
           stroke(DARK, 1.3, "0 -2 2 -2 4 -2.5")],
    "ro": [stroke(DARK, 1.3, "-3 -5 3 -5 3 -5 -4 1 -4 1 2 -2 5 1 4 5 -1 5")],
    "shi": [stroke(DARK, 1.3, "-2 -5 -2 2 -1 5 2 5 4 2")],
    "mi": [stroke(DARK, 1.3, "-3 -5 1 -5 1 -5 -1 3 -4 4 -4 1 0 0 5 3"),
           stroke(DARK, 1.3, "3 -2 3 2 1 5")],
    "no": [stroke(DARK, 1.3, "0 -4 -1 2 -4 4 -5 0 -1 -5 4 -3 5 2 1 5")],
}  # fmt: skip
"""The signs of the poems on three ribbons."""

_GROUND: Final[Mapping[str, Drawing]] = {
    "01": stamp("pine", "16 100 -12 110 50 100 10 120"),
    "02": [stroke(BROWN, 4, "8 106 22 84 14 60 32 40 30 20"),
           stroke(BROWN, 2, "20 76 38 70 52 56")],
    "03": [stroke(BROWN, 4, "4 22 26 16 44 26 62 18"),
           *stamp("leaf", "8 30 200 50 60 30 150 50")],
    "04": [stroke(BROWN, 2.6, "4 12 24 20 42 8 62 14"),
           *stamp("leaf", "14 16 120 60 34 14 60 60 54 12 200 60 24 14 230 55")],
    "05": stamp("blade", "12 107 -6 110 24 107 2 150 40 107 -2 130 54 107 7 120"),
    "06": stamp("leaf", "12 98 -50 110 54 98 50 110 33 104 0 120 10 66 -80 90 57 66 80 90"),
    "07": stamp("clover", "12 104 -8 120 46 106 -30 120"),
    "08": [shape(DARK, "0 108 0 108 0 78 10 66 33 60 56 66 66 78 66 108 66 108"),
           *(stroke("#8d9a86", 0.9, f"{x} 106 {x + 2} 92 {x + 7} 84") for x in range(4, 62, 9))],
    "09": stamp("leaf", "10 102 -40 110 32 106 -8 120 56 102 40 110 8 70 -70 80 59 64 60 80"),
    "10": [stroke(BROWN, 3, "4 20 26 12 46 22 62 12")],
    "11": stamp("willow", "10 4 6 80 22 3 0 95 44 3 -3 90 57 4 -6 75"),
    "12": stamp("broad", "14 104 -10 95 52 104 10 95 33 106 0 110"),
}  # fmt: skip
"""What every card of a month shows."""

_RIBBON_GROUND: Final[Mapping[str, Drawing]] = {
    "01": stamp("pine", "18 30 0 100 48 40 12 90 16 66 -10 80"),
    "02": stamp("plum", "50 24 0 100 14 40 20 100 52 74 40 90"),
    "03": stamp("cherry", "15 26 0 100 50 34 30 100 14 80 20 90 52 88 0 90"),
    "04": stamp("wisteria", "12 24 0 100 53 22 0 100 44 60 0 60"),
    "05": stamp("iris", "16 46 -8 90 50 34 6 90"),
    "06": stamp("peony", "46 28 0 110 18 74 0 110"),
    "07": stamp("clover", "28 50 -12 110 56 66 -20 90"),
    "09": stamp("chrysanthemum", "18 28 0 105 48 46 0 105 20 80 0 90"),
    "10": stamp("maple", "18 36 -20 100 48 30 24 90 16 72 30 90 50 82 -12 110"),
    "11": stamp("willow", "34 3 2 110 52 40 -4 100"),
}
_JUNK: Final[Mapping[str, Drawing]] = {
    "01-junk1": [stroke(BROWN, 4, "8 8 30 24 26 60 36 100"),
                 *stamp("pine", "18 34 -14 110 48 50 12 110 18 72 -8 100")],
    "01-junk2": [stroke(BROWN, 4, "60 8 40 30 46 66 30 100"),
                 *stamp("pine", "46 26 10 110 16 44 -14 90 48 64 14 90 22 76 -6 80")],
    "02-junk1": stamp("plum", "34 26 0 120 15 56 20 110 50 54 10 100 44 86 0 90"),
    "02-junk2": stamp("plum", "17 22 0 100 48 34 30 120 22 62 50 110 52 74 0 80 40 94 20 80"),
    "03-junk1": stamp("cherry", "17 38 0 105 47 34 30 105 32 62 10 110 14 86 40 95 51 86 20 100"),
    "03-junk2": stamp("cherry", "33 32 10 120 14 60 30 95 51 60 0 100 33 86 20 120"),
    "04-junk1": stamp("wisteria", "14 26 0 120 34 26 0 150 54 24 0 110"),
    "04-junk2": stamp("wisteria", "18 24 0 150 48 24 0 115"),
    "05-junk1": stamp("iris", "18 40 -6 105 48 28 6 100"),
    "05-junk2": stamp("iris", "34 28 0 110 16 66 -10 95 50 62 10 90"),
    "06-junk1": stamp("peony", "33 44 0 150 52 82 20 70"),
    "06-junk2": stamp("peony", "20 34 0 105 46 60 20 115"),
    "07-junk1": stamp("clover", "30 64 10 120 56 70 -16 110"),
    "07-junk2": stamp("clover", "16 56 14 110 34 58 -4 130 22 100 30 120"),
    "08-junk1": stamp("grass", "20 72 -8 140 44 70 6 130"),
    "08-junk2": stamp("grass", "14 76 -22 110 32 66 -4 170 50 74 16 110"),
    "09-junk1": stamp("chrysanthemum", "22 32 0 130 44 68 0 130"),
    "09-junk2": stamp("chrysanthemum", "18 26 0 95 48 38 0 110 19 60 0 110 47 80 0 95"),
    "10-junk1": stamp("maple", "20 42 -24 120 48 34 20 100 34 68 4 130 14 94 30 90 54 96 -20 90"),
    "10-junk2": stamp("maple", "32 38 10 140 16 70 -30 110 50 66 24 110 34 98 0 110"),
    "12-junk1": [polygon(YELLOW, "2 88 64 88 64 106 2 106"), *stamp("broad", "33 76 0 120")],
    "12-junk2": stamp("broad", "20 76 -16 80 48 76 16 80"),
    "12-junk3": stamp("broad", "33 74 0 110 15 88 -40 70 51 88 40 70"),
}  # fmt: skip
_SPIKES: Final[Mapping[str, str]] = {
    "12-junk1": "33 48 0 150 18 56 -14 110 48 56 14 110",
    "12-junk2": "20 50 -6 120 46 50 6 120 33 44 0 130",
    "12-junk3": "33 46 0 130 17 54 -18 130 49 54 18 130",
}

_CRANE: Final[Drawing] = [
    disc(RED, 47, 22, 15),
    stroke(DARK, 1.8, "35 74 33 86 36 98"), stroke(DARK, 1.8, "42 74 42 86 45 98"),
    shape(DARK, "40 58 58 56 64 66 58 78 46 78"),
    shape(WHITE, "20 60 28 48 44 52 56 64 48 76 30 76"),
    stroke("#b9b2a0", 1, "30 60 40 62 48 70"), stroke("#b9b2a0", 1, "27 66 36 69 43 74"),
    stroke(WHITE, 5.5, "27 62 14 54 28 42 22 32"), stroke(DARK, 2.6, "24 57 15 52 25 43 23 36"),
    Oval((21, 31), (5, 4.2), WHITE), shape(RED, "15 30 17 25 24 25 26 30 20 28"),
    polygon("#b88a2a", "17 30 5 35 17 34"), disc(DARK, 19.5, 31, 0.9),
]  # fmt: skip
_WARBLER: Final[Drawing] = [
    *stamp("plum", "50 86 0 100 14 84 20 85 52 22 10 85"),
    shape("#8aa23a", "16 44 24 34 40 38 52 52 60 66 60 66 46 60 30 62 20 56"),
    shape("#c9d08a", "22 54 30 60 42 58 34 50 26 48"),
    shape("#5f7426", "30 44 44 44 56 60 56 60 42 56"),
    polygon("#6b4a1a", "18 42 9 44 18 47"), disc(WHITE, 24, 42, 2.2), disc(DARK, 24, 42, 1.2),
    stroke(DARK, 1.2, "34 60 33 66 36 70"),
]  # fmt: skip
_CURTAIN: Final[Drawing] = [
    *stamp("cherry", "16 30 0 100 47 26 30 105 32 42 10 95"),
    shape(WHITE, "3 58 3 58 20 64 33 58 46 64 63 58 63 58 63 105 63 105 3 105 3 105"),
    *(shape(RED, f"{x} 60 {x} 60 {x + 7} 61 {x + 7} 61 {x + 5} 82 {x + 8} 105 {x + 8} 105"
            f" {x} 105 {x} 105 {x - 2} 82") for x in (9, 29, 49)),
    shape("#5b3a92", "3 56 3 56 20 62 33 56 46 62 63 56 63 56 63 67 63 67 46 73 33 67 20 73 3 67"
          " 3 67"),
    *(disc(WHITE, x, y, 2.7) for x, y in ((13, 66), (33, 63.5), (53, 66))),
    stroke(YELLOW, 1.8, "3 55 20 61 33 55 46 61 63 55"),
]  # fmt: skip
_CUCKOO: Final[Drawing] = [
    disc(RED, 26, 50, 19), disc("#f6eeda", 33, 46, 16),
    *stamp("wisteria", "12 22 0 100 54 20 0 80"),
    shape("#3d4759", "8 78 18 70 34 72 48 82 62 96 62 96 44 92 24 90 12 86"),
    shape("#59657c", "26 74 30 56 46 46 56 46 56 46 48 62 40 78"),
    shape("#59657c", "26 82 22 96 30 103 42 104 42 104 40 94 36 86"),
    shape(WHITE, "12 84 22 80 34 85 42 91 24 90"),
    *(stroke("#3d4759", 1, f"{x} 83 {x + 1} 86 {x} 89") for x in (20, 25, 30)),
    polygon(YELLOW, "9 77 2 79 9 81"), disc(YELLOW, 14, 77.5, 1.9), disc(DARK, 14, 77.5, 1),
]  # fmt: skip
_BRIDGE: Final[Drawing] = [
    *stamp("iris", "18 36 -6 100 48 26 6 90"),
    *(polygon(DARK, f"{x} {y} {x + 3} {y} {x + 3} {y + 12} {x} {y + 12}")
      for x, y in ((8, 70), (28, 68), (34, 90), (56, 86))),
    *(part for text, lines in (
        ("2 66 40 58 40 68 2 76", "3 71 20 67 39 63"),
        ("26 68 40 64 48 84 32 90", "34 70 38 78 40 86"),
        ("28 88 64 78 64 90 28 100", "29 94 46 89 63 84"),
    ) for part in (polygon("#a9743a", text), stroke("#5d3a17", 1, lines))),
    stroke(BLUE, 1.4, "4 96 12 92 22 96"), stroke(BLUE, 1.4, "6 102 16 98 26 103"),
]  # fmt: skip
_BUTTERFLY: Final[Drawing] = [
    shape(YELLOW, "0 0 -5 -13 -16 -12 -15 -2 -6 2"), shape(YELLOW, "0 0 5 -13 16 -12 15 -2 6 2"),
    shape(ORANGE, "0 0 -10 1 -13 8 -6 12"), shape(ORANGE, "0 0 10 1 13 8 6 12"),
    *(disc(RED, x, y, r)
      for x, y, r in ((-10, -7, 2.3), (10, -7, 2.3), (-7.5, 6, 1.5), (7.5, 6, 1.5))),
    Oval((0, 1), (1.5, 7), DARK), stroke(DARK, 0.9, "0 -5 -2 -10 -6 -13"),
    stroke(DARK, 0.9, "0 -5 2 -10 6 -13"),
]  # fmt: skip
_BOAR: Final[Drawing] = [
    *stamp("clover", "38 50 10 100 62 64 -16 90"),
    *(polygon(DARK, f"{x} 88 {x + 6} 88 {x + 5} 102 {x + 1} 102") for x in (18, 27, 44, 52)),
    shape("#4a3020", "4 84 10 70 24 58 44 56 60 66 63 80 56 92 34 94 16 92"),
    *(stroke("#8a6238", 1.3, f"{x} {y} {x + 4} {y + 4} {x + 10} {y + 5}")
      for x, y in ((26, 64), (36, 62), (45, 66), (32, 72), (42, 76), (51, 78), (34, 84))),
    shape("#6b4528", "3 82 8 76 14 78 12 88 6 88"), disc(DARK, 6, 83, 1.1),
    polygon(DARK, "18 66 16 57 25 63"), disc(WHITE, 17, 74, 2.1), disc(DARK, 17, 74, 1.2),
    shape(WHITE, "10 86 10 86 13 78 16 76 16 76 14 86"),
]  # fmt: skip
_GOOSE: Final[Drawing] = [
    shape(DARK, "-12 2 -4 -2 6 -1 12 4 12 4 4 5 -6 5"),
    shape(DARK, "-2 0 2 -10 12 -13 12 -13 8 -4 5 1"),
    shape("#5b5a58", "0 2 -2 10 5 13 5 13 7 7 5 2"), polygon(ORANGE, "-11 1 -16 3 -11 3.6"),
]  # fmt: skip
_CUP: Final[Drawing] = [
    *stamp("chrysanthemum", "18 24 0 105 49 32 0 100"),
    shape("#8c1420", "6 66 6 66 14 90 26 94 26 102 22 104 22 104 44 104 44 104 40 102 40 94 52 90"
          " 60 66 60 66"),
    Oval((33, 66), (27, 14), RED), Oval((33, 66), (26.4, 13.4), YELLOW, width=1.4),
    *(Mark(((a, b), (c, d)), YELLOW, 1.7) for a, b, c, d in (
        (24, 58, 42, 58), (33, 54.5, 33, 66), (26, 62, 40, 62), (21, 66, 45, 66),
        (33, 62, 23, 76), (27, 70, 43, 70), (38, 66.5, 38, 77), (38, 77, 35, 76),
        (29, 73, 31, 75))),
]  # fmt: skip
_DEER: Final[Drawing] = [
    *stamp("maple", "14 34 -20 95 50 26 24 95"),
    *(polygon("#8f5a2c", f"{x} 84 {x + 5} 84 {x + 3.4} 104 {x + 0.6} 104")
      for x in (18, 25, 42, 48)),
    shape("#b06d33", "14 82 16 68 30 66 46 64 54 70 55 84 42 90 24 90"),
    shape("#b06d33", "40 74 40 62 36 52 42 46 48 52 54 74"),
    shape("#b06d33", "24 50 34 45 44 43 48 49 42 55 32 55"),
    polygon("#8f5a2c", "44 46 54 40 50 50"),
    stroke(DARK, 1.8, "40 44 36 34 40 24"), stroke(DARK, 1.5, "38 36 32 34 30 28"),
    stroke(DARK, 1.8, "44 44 48 34 46 24"), stroke(DARK, 1.5, "47 36 52 34 54 28"),
    disc(DARK, 36, 48.5, 1.2), disc(DARK, 25.5, 50.5, 1.4),
    *(disc(WHITE, x, y, 1.7)
      for x, y in ((22, 74), (30, 72), (38, 76), (46, 74), (27, 81), (36, 84), (46, 82))),
    shape(WHITE, "13 76 17 72 18 80 14 82"),
]  # fmt: skip
_RAIN_MAN: Final[Drawing] = [
    shape("#7fa6cf", "2 84 2 84 20 88 38 98 64 96 64 96 64 106 64 106 2 106 2 106"),
    stroke(WHITE, 1.4, "4 92 24 94 40 102"), stroke(WHITE, 1.4, "8 99 20 99 30 104"),
    stroke(BROWN, 1.8, "42 20 40 50 38 66"),
    shape(DARK, "30 54 40 46 50 54 56 74 52 82 34 82 28 70"),
    shape(RED, "33 76 33 76 51 76 51 76 54 94 54 94 44 92 32 94 32 94"),
    shape(WHITE, "37 52 40 62 45 52"), polygon(DARK, "36 94 42 94 42 98 36 98"),
    polygon(DARK, "46 94 52 94 52 98 46 98"), shape("#2f6b46", "28 58 38 60 40 68 30 70"),
    Oval((41, 44), (5.4, 6), "#f4dcc0"), shape(DARK, "35 42 36 34 46 34 47 42 41 38"),
    polygon(DARK, "39 37 41 28 44 37"), disc(DARK, 39, 44, 0.8),
    stroke(DARK, 0.8, "38 48 40 49 42 48"),
    shape("#d99a2e", "6 40 6 40 10 24 26 12 42 12 58 20 63 34 63 34 44 30 24 32"),
    *(stroke("#8a5a12", 1, f"36 12 {a} {b} {c} {d}") for a, b, c, d in (
        (20, 18, 12, 36), (30, 20, 26, 33), (42, 20, 42, 31), (52, 18, 56, 32))),
    disc("#8a5a12", 36, 12, 2),
    shape(LEAF, "6 92 8 82 15 79 21 86 20 94 12 96"), stroke(GREEN, 1.8, "20 92 25 94 22 98"),
    stroke(GREEN, 1.8, "8 92 4 96 8 99"), disc(WHITE, 12, 81, 2.1), disc(WHITE, 18, 82, 2.1),
    disc(DARK, 12, 81, 1), disc(DARK, 18, 82, 1),
]  # fmt: skip
_SWALLOW: Final[Drawing] = [
    shape(RED, "12 62 20 54 36 60 44 72 34 76 20 72"),
    shape(DARK, "10 58 18 50 32 54 46 66 62 84 62 84 52 80 56 94 56 94 44 82 32 70 18 64"),
    shape(DARK, "26 58 30 40 48 26 60 24 60 24 54 42 40 62"),
    shape("#3d4759", "24 68 18 84 22 98 30 104 30 104 34 90 34 74"),
    shape(YELLOW, "12 64 20 64 28 70 22 72"), polygon(YELLOW, "11 58 3 61 11 62"),
    disc(WHITE, 17, 57, 2), disc(DARK, 17, 57, 1.1),
]  # fmt: skip
_STORM: Final[Drawing] = [
    polygon(RED, "2 2 64 2 64 106 2 106"),
    shape(DARK, "2 2 2 2 64 2 64 2 64 34 64 34 54 44 44 34 34 46 22 34 12 44 2 32 2 32"),
    shape(DARK, "2 82 2 82 12 74 24 84 36 76 50 88 64 80 64 80 64 106 64 106 2 106 2 106"),
    polygon(YELLOW, "36 36 18 64 30 64 20 92 48 56 34 56 48 36"),
    *stamp("willow", "10 3 6 60 56 3 -6 60"),
    disc(WHITE, 50, 92, 11), Oval((50, 92), (10, 10), BLUE, width=2),
    *(Copy("comma", (50, 92), turn) for turn in (0, 120, 240)),
]  # fmt: skip
_PHOENIX: Final[Drawing] = [
    *(part for text, eye in (
        ("36 52 22 66 8 66 9 82", (9, 83)), ("36 54 30 74 18 80 22 97", (22, 97)),
        ("38 54 40 76 32 88 38 100", (38, 99)), ("40 52 50 70 46 82 55 92", (55, 92)),
    ) for part in (stroke(ORANGE, 4.4, text), stroke(YELLOW, 1.5, text), disc(RED, *eye, 4.6),
                   disc(YELLOW, *eye, 2.4), disc("#27503a", *eye, 1.1))),
    shape(RED, "34 46 22 46 6 36 3 14 3 14 10 22 12 16 12 16 17 26 20 20 20 20 25 30 34 36"),
    shape(RED, "44 46 54 48 64 38 64 16 64 16 58 24 56 18 56 18 52 28 49 23 49 23 46 32 42 38"),
    stroke(YELLOW, 1.3, "32 43 18 38 9 26"), stroke(YELLOW, 1.3, "45 44 56 40 60 28"),
    shape(ORANGE, "31 40 35 30 44 32 48 44 44 56 37 60 31 52"),
    shape(YELLOW, "36 40 33 28 38 14 44 11 48 17 44 26 45 38"),
    stroke("#c98b1a", 1, "36 46 39 48 43 46"), stroke("#c98b1a", 1, "36 51 39 53 43 51"),
    stroke(RED, 2, "42 13 36 10 34 5"), stroke(RED, 2, "43 12 40 8 42 4"),
    polygon("#a85a14", "47 15 56 20 47 19"), disc(DARK, 44, 16, 1.2),
]  # fmt: skip

_PARTS: Final[Mapping[str, Drawing]] = {
    "butterfly": _BUTTERFLY,
    "goose": _GOOSE,
    "comma": [shape(BLUE, "1 -1 -3 -1 -5 -5 -1 -8 4 -6 6 -2 6 -2 3 -4")],
}
_PICTURES: Final[Mapping[str, Drawing]] = {
    "01-bright": _CRANE,
    "02-animal": _WARBLER,
    "03-bright": _CURTAIN,
    "04-animal": _CUCKOO,
    "05-animal": _BRIDGE,
    "06-animal": [*stamp("peony", "33 82 0 125"),
                  *stamp("butterfly", "20 28 -20 115 46 50 22 105")],
    "07-animal": _BOAR,
    "08-bright": [disc(WHITE, 33, 34, 22)],
    "08-animal": stamp("goose", "42 16 -6 105 22 30 -14 105 44 44 -8 105"),
    "09-animal": _CUP,
    "10-animal": _DEER,
    "11-bright": _RAIN_MAN,
    "11-animal": _SWALLOW,
    "11-junk": _STORM,
    "12-bright": _PHOENIX,
}  # fmt: skip
_POEMS: Final[Mapping[str, tuple[str, ...]]] = {
    "01": ("a", "ka", "yo", "ro", "shi"),
    "02": ("a", "ka", "yo", "ro", "shi"),
    "03": ("mi", "yo", "shi", "no"),
}
_BLUE_RIBBONS: Final = ("06", "09", "10")


def card(code: str) -> Drawing:
    """Return the drawing of the card *code* on a sheet of `SIZE`."""
    month, picture = code.split("-")
    parts: list[Mark | Oval | Copy] = []
    if code == "08-bright":
        parts.append(polygon(RED, "2 2 64 2 64 80 2 80"))
    parts += _GROUND[month]
    if picture == "ribbon":
        parts += [*_RIBBON_GROUND[month], *_ribbon(month)]
    parts += _PICTURES.get(code, _JUNK.get(code, ()))
    if code in _SPIKES:
        parts += stamp("paulownia", _SPIKES[code])
    return [*parts, *_FRAME]


def _ribbon(month: str) -> Drawing:
    """Return a month's ribbon: three have poems on them, three are blue."""
    color = BLUE if month in _BLUE_RIBBONS else RED
    dark = "#27337a" if month in _BLUE_RIBBONS else "#8c1420"
    signs = _POEMS.get(month, ())
    return [
        shape(dark, "23 16 23 16 32 19 41 13 41 13 44 54 46 96 46 96 36 92 27 97 27 97 24 54"),
        shape(color, "24 17.5 24 17.5 32 20 40 15 40 15 43 54 45 94 45 94 36 90 28 95 28 95 25 54"),
        *(Copy(sign, (33 + place * 0.6, 28 + place * 62 / len(signs)), 3, (1.05, 1.05))
          for place, sign in enumerate(signs)),
    ]  # fmt: skip


def pictures(month: str) -> tuple[str, ...]:
    """Return the four pictures of the month `01` to `12`, as the codes call them."""
    odd = {
        "08": ("bright", "animal", "junk1", "junk2"),
        "11": ("bright", "animal", "ribbon", "junk"),
        "12": ("bright", "junk1", "junk2", "junk3"),
    }
    first = "bright" if month in ("01", "03") else "animal"
    return odd.get(month, (first, "ribbon", "junk1", "junk2"))


CODES: Final = tuple(f"{month}-{picture}" for month in _GROUND for picture in pictures(month))
MOTIFS: Final[Mapping[str, Drawing]] = {**PLANTS, **_WRITING, **_PARTS}
"""What cards copy."""


def faces() -> dict[str, NDArray[np.uint8]]:
    """Return the ink of every card, 140×104×4, by its code."""
    return {code: paint(card(code), MOTIFS, SIZE) for code in CODES}
