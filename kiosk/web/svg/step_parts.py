"""What drawings of steps are put together from: tiles, hands, arrows, parts of a table.

Each part is drawn about its own origin, for a sheet of `WIDE` by `TALL`; inks are the parts' own,
so that a drawing looks the same on every page.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

WIDE: Final = 120
TALL: Final = 90

_INK: Final = "#0d1512"
_SKIN: Final = "#f1c8a2"
_IVORY: Final = "#f6efdb"
_GREEN: Final = "#3aa873"
_BLUE: Final = "#4d8fe0"
_METAL: Final = "#a9b4ae"
_DARK: Final = "#43534c"
_WOOD: Final = "#8d7f58"
_FELT: Final = "#1f6b4c"
_AMBER: Final = "#ffbe4d"
_RED: Final = "#e2523a"


def _box(x: float, y: float, size: tuple[float, float], ink: str, radius: float = 3) -> str:
    wide, tall = size
    return (
        f"<rect x='{x:g}' y='{y:g}' width='{wide:g}' height='{tall:g}' rx='{radius:g}' fill='{ink}'"
        f" stroke='{_INK}' stroke-width='2'/>"
    )


def _disc(x: float, y: float, radius: float, ink: str) -> str:
    return f"<circle cx='{x:g}' cy='{y:g}' r='{radius:g}' fill='{ink}' {_EDGE}/>"


def _shape(path: str, ink: str) -> str:
    return f"<path d='{path}' fill='{ink}' {_EDGE}/>"


def _rod(path: str, wide: float, ink: str) -> str:
    """Return a line as thick as a finger or a cable, with an edge."""
    line = "fill='none' stroke-linecap='round' stroke-linejoin='round'"
    return (
        f"<path d='{path}' {line} stroke='{_INK}' stroke-width='{wide + 4:g}'/>"
        f"<path d='{path}' {line} stroke='{ink}' stroke-width='{wide:g}'/>"
    )


def _wire(path: str, wide: float, ink: str) -> str:
    """Return a line without an edge."""
    return f"<path d='{path}' fill='none' stroke='{ink}' stroke-width='{wide:g}'/>"


def _text(x: float, y: float, size: int, text: str, ink: str = _INK) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size}' font-weight='800' text-anchor='middle'"
        f" fill='{ink}'>{text}</text>"
    )


_EDGE: Final = f"stroke='{_INK}' stroke-width='2' stroke-linejoin='round'"
_BACK: Final = _box(-8, -11, (16, 22), _IVORY) + _box(-8, -11, (16, 16), _GREEN)
_DIE: Final = _box(-11, -11, (22, 22), _IVORY, 5) + "".join(
    f"<circle cx='{x}' cy='{y}' r='2.6' fill='{_RED}'/>"
    for x, y in ((-5, -5), (5, -5), (0, 0), (-5, 5), (5, 5))
)
_TABLE: Final = _box(-34, -34, (68, 68), _WOOD, 8) + _box(-28, -28, (56, 56), _FELT, 3)
_CONSOLE: Final = _box(-38, -15, (76, 30), _DARK, 6)
_STOP: Final = _box(-24, 2, (48, 20), _AMBER, 4) + _box(-8, -8, (16, 12), _DARK, 2)
_DOME: Final = (
    f"<path d='M-30 16A30 30 0 0 1 30 16Z' fill='#bfe3ff' fill-opacity='.35' {_EDGE}/>"
    + _box(-34, 14, (68, 8), _METAL, 3)
)

PARTS: Final[Mapping[str, str]] = {
    # people
    "grip": _rod("M0 0C12 -2 16 -14 30 -18", 9, _SKIN)
    + _rod("M0 -7C8 -16 18 -22 32 -24", 9, _SKIN)
    + _shape("M26 -34L46 -36V-8L24 -12Q18 -24 26 -34Z", _SKIN)
    + _box(42, -38, (12, 32), _BLUE, 2),
    "finger": _rod("M0 0L10 16", 9, _SKIN)
    + _shape("M4 16Q12 8 24 12L32 20L28 38H12L4 26Z", _SKIN)
    + _box(8, 34, (26, 10), _BLUE, 2),
    "palm": "".join(
        _rod(f"M{x} 0V{-up}", 7, _SKIN) for x, up in ((-12, 14), (-4, 20), (4, 20), (12, 15))
    )
    + _rod("M-16 8L-24 -2", 7, _SKIN)
    + _shape("M-17 -2H17V12Q14 22 8 24H-8Q-16 20 -17 10Z", _SKIN)
    + _box(-11, 22, (22, 10), _BLUE, 2),
    "eye": _shape("M-16 0Q0 -16 16 0Q0 16 -16 0Z", "#fff") + _disc(0, 0, 6, _INK),
    "phone": _rod("M-14 -14Q-16 14 14 14", 9, _IVORY)
    + _box(-22, -22, (14, 16), _IVORY, 4)
    + _box(6, 6, (16, 14), _IVORY, 4),
    # signs
    "arrow": _shape("M0 -20L13 -4H6V16H-6V-4H-13Z", _AMBER),
    "turn": _rod("M-24 8A26 26 0 1 1 20 14", 6, _AMBER) + _shape("M28 4L24 26L8 12Z", _AMBER),
    "cross": _rod("M-9 -9L9 9M9 -9L-9 9", 6, _RED),
    "tick": _rod("M-10 0L-3 8L11 -9", 6, _GREEN),
    "what": _text(0, 9, 30, "?", _AMBER),
    "clock": _disc(0, 0, 20, _IVORY) + _wire("M0 -12V0L9 6", 2, _INK),
    "ten": _text(0, 7, 20, "10 s", _IVORY),
    "two_minutes": _text(0, 7, 19, "2 min", _IVORY),
    # loose things
    "back": _BACK,
    "blue": _BACK.replace(_GREEN, _BLUE),
    "face": _box(-8, -11, (16, 22), _GREEN)
    + _box(-8, -11, (16, 18), _IVORY)
    + f"<circle cy='-2' r='5' fill='none' stroke='{_RED}' stroke-width='3'/>",
    "row": "".join(
        f"<g transform='translate({16 * place} 0)'>{_BACK}</g>" for place in range(-2, 3)
    ),
    "coin": _disc(0, 0, 9, _AMBER) + _box(-3, -3, (6, 6), _INK, 0),
    "cup": _rod("M12 -4H18Q22 4 12 8", 3, _IVORY) + _shape("M-13 -12H13L10 14H-10Z", _IVORY),
    "magnet": _rod("M-10 10V-2A10 10 0 0 1 10 -2V10", 7, _RED)
    + _box(-15, 6, (10, 8), _METAL, 0)
    + _box(5, 6, (10, 8), _METAL, 0),
    "die": _DIE,
    "dome": f"<g transform='translate(-12 3)'>{_DIE}</g><g transform='translate(12 3)'>{_DIE}</g>"
    + _DOME,
    "cloth": _shape("M-20 -8Q-10 -16 0 -9T22 -10L18 10Q6 16 -2 9T-22 12Z", "#fff"),
    "spanner": _rod("M-14 14L8 -8", 7, _METAL)
    + _shape("M4 -18A12 12 0 1 0 18 -4L10 -4L4 -10Z", _METAL),
    # a table from above
    "table": _TABLE,
    "walls": "".join(
        f"<g transform='rotate({turn})'>{_box(-22, 17, (44, 7), _IVORY, 2)}</g>"
        for turn in (0, 90, 180, 270)
    ),
    "lid": _disc(0, 0, 11, _DARK),
    "flap": _shape("M-28 34H28L36 44H-36Z", _AMBER) + _box(-26, 20, (52, 13), _INK, 2),
    "chute_flap": _box(-24, 6, (14, 26), _INK, 2) + _shape("M-24 34H-10L-6 44H-28Z", _AMBER),
    "chain_cover": "<circle r='20' fill='none'"
    f" stroke='{_METAL}' stroke-width='6' stroke-dasharray='5'/>"
    + _shape("M-34 34L34 34L40 44H-40Z", _AMBER),
    # a table from the side
    "bench": _box(-50, -8, (100, 12), _WOOD, 3)
    + _box(-44, -14, (88, 7), _FELT, 1)
    + _box(-12, 4, (24, 34), _DARK, 2)
    + _box(-26, 36, (52, 6), _DARK, 2),
    "cut": _box(-56, -4, (36, 8), _WOOD, 2)
    + _box(20, -4, (36, 8), _WOOD, 2)
    + _wire("M-50 4Q-46 38 0 38Q46 38 50 4", 5, _METAL),
    "raised_lid": _box(-26, -8, (52, 9), _DARK, 4) + _wire("M-17 2V34M17 2V34", 4, _METAL),
    "cover": _box(-40, -4, (80, 8), _WOOD, 2),
    "body": _box(-44, 0, (88, 30), _DARK, 4),
    "level": _box(-34, -9, (68, 18), _AMBER, 4)
    + _box(-14, -6, (28, 12), "#c9ef9a", 6)
    + _disc(0, 0, 4, "#fff"),
    # what moves tiles
    "belt": _disc(-44, 8, 8, _METAL)
    + _disc(44, 8, 8, _METAL)
    + _rod("M-44 0H44M-44 16H44", 3, _DARK),
    "head": _box(-32, -18, (20, 44), _METAL, 4)
    + _box(12, -18, (20, 44), _METAL, 4)
    + _box(-32, 26, (64, 8), _DARK, 2),
    "pusher": _rod("M-52 6H-30", 6, _METAL)
    + _box(-32, -10, (12, 30), _RED, 3)
    + _box(-50, 20, (104, 7), _DARK, 2),
    "lifter": _box(-46, 14, (92, 8), _METAL, 2) + _rod("M-30 26V38M30 26V38", 5, _METAL),
    "ramp": _wire("M-52 34Q-10 34 8 12T52 -14", 7, _METAL),
    "chute": _shape("M-50 -18L44 14V28L-50 -2Z", _METAL),
    "chain": "".join(_rod(f"M{x} 12H{x + 10}", 6, _METAL) for x in range(-52, 48, 18))
    + _rod("M-52 28H52", 4, _DARK),
    "motor": _disc(0, 4, 24, _METAL) + _disc(0, 4, 6, _DARK) + _box(-34, 26, (68, 8), _DARK, 2),
    "sensor": _box(-18, -14, (36, 28), _DARK, 4) + _disc(0, 0, 9, "#9fe0ff"),
    # current, line, switches
    "plug": _rod("M-46 0H-16", 5, _DARK)
    + _box(-18, -11, (24, 22), _IVORY, 5)
    + _rod("M9 -5H15M9 5H15", 2, _METAL),
    "socket": _box(-4, -18, (24, 36), _METAL, 4) + _wire("M2 -5H10M2 5H10", 3, _INK),
    "screen": _box(-22, -17, (44, 32), _DARK, 4)
    + _box(-18, -13, (36, 24), "#9fe0ff", 2)
    + _box(-10, 15, (20, 5), _DARK, 1),
    "switch": _box(-17, -25, (34, 50), _IVORY, 5)
    + _box(-12, -20, (24, 20), _RED, 3)
    + _box(-12, 0, (24, 20), _DARK, 3)
    + _text(0, -5, 15, "I", "#fff")
    + _text(0, 16, 15, "O", "#fff"),
    "console": _CONSOLE + _box(-30, -8, (16, 16), _IVORY, 4) + _box(14, -8, (16, 16), _IVORY, 4),
    "stop": _STOP + _shape("M-20 -8Q-20 -22 0 -22T20 -8Z", _RED),
    "chip": _box(-17, -17, (34, 34), _DARK, 4)
    + _wire("M-17 -9H-24M-17 0H-24M-17 9H-24M17 -9H24M17 0H24M17 9H24", 4, _METAL),
    "key": _disc(-16, 0, 11, _AMBER)
    + _disc(-16, 0, 4, _INK)
    + _rod("M-5 0H24M16 2V9M24 2V9", 4, _AMBER),
    "window": _box(-28, -20, (56, 40), _IVORY, 4) + _box(-28, -20, (56, 12), _BLUE, 4),
}
"""By name."""
