"""Tile faces as our own vector drawings: one SVG file with a symbol for every tile.

Each face is 60 × 80 units. Pips are drawn, characters are outlines of a brush. A small figure in
the corner helps who cannot read the characters: it has the text's color where a page shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from math import cos, pi, sin
from typing import Final

from kiosk.web.svg.brush import OUTLINES
from rules.tiles import CODES

WIDTH: Final = 60
HEIGHT: Final = 80
BLUE: Final = "#14498c"
GREEN: Final = "#0b6b3a"
RED: Final = "#b3202a"
INK: Final = "#1b2430"
PAPER: Final = "#fffdf4"
CIRCLES: Final[Mapping[int, tuple[tuple[float, float, str], ...]]] = {
    1: ((30, 42, RED),),
    2: ((30, 26, GREEN), (30, 58, BLUE)),
    3: ((16, 22, BLUE), (30, 42, RED), (44, 62, GREEN)),
    4: ((18, 26, BLUE), (42, 26, GREEN), (18, 58, GREEN), (42, 58, BLUE)),
    5: ((16, 24, BLUE), (44, 24, GREEN), (30, 42, RED), (16, 60, GREEN), (44, 60, BLUE)),
    6: tuple((x, y, c) for y, c in ((22, GREEN), (43, RED), (63, RED)) for x in (18, 42)),
    7: (
        *((x, y, GREEN) for x, y in ((15, 17), (30, 24), (45, 31))),
        *((x, y, RED) for y in (48, 66) for x in (20, 40)),
    ),
    8: tuple((x, y, BLUE) for y in (16, 33, 50, 67) for x in (20, 40)),
    9: tuple((x, y, c) for y, c in ((20, GREEN), (42, RED), (64, BLUE)) for x in (14, 30, 46)),
}
"""Where the circles of each rank lie and their colour: x, y, colour."""
CIRCLE_RADIUS: Final = (0, 21.0, 13.0, 10.5, 10.5, 10.0, 9.5, 8.0, 8.0, 7.6)
STICKS: Final[Mapping[int, tuple[tuple[float, float, str], ...]]] = {
    2: ((30, 25, BLUE), (30, 58, GREEN)),
    3: ((30, 25, BLUE), (18, 58, GREEN), (42, 58, GREEN)),
    4: ((18, 25, BLUE), (42, 25, GREEN), (18, 58, GREEN), (42, 58, BLUE)),
    5: ((16, 25, GREEN), (44, 25, BLUE), (30, 42, RED), (16, 58, BLUE), (44, 58, GREEN)),
    6: tuple((x, y, c) for y, c in ((25, GREEN), (58, BLUE)) for x in (15, 30, 45)),
    7: (
        (30, 19, RED),
        *((x, y, c) for y, c in ((42, GREEN), (65, BLUE)) for x in (15, 30, 45)),
    ),
    9: tuple((x, y, c) for x, c in ((15, GREEN), (30, RED), (45, BLUE)) for y in (19, 42, 65)),
}
"""Where the bamboo sticks of each rank stand; 1 is a bird and 8 has slanted sticks."""
STICK_LENGTH: Final = (0, 0, 26.0, 26.0, 26.0, 24.0, 26.0, 19.0, 0, 19.0)
NUMERALS: Final = "〇一二三四五六七八九"
GLYPHS: Final[Mapping[str, tuple[str, str, str]]] = {
    "1z": ("東", INK, "E"),
    "2z": ("南", INK, "S"),
    "3z": ("西", INK, "W"),
    "4z": ("北", INK, "N"),
    "6z": ("發", GREEN, "Gr"),
    "7z": ("中", RED, "Rd"),
}
"""The honors that are one character: glyph, colour, corner figure."""
BLOSSOMS: Final[Mapping[str, tuple[str, str]]] = {
    "1f": ("春", "#c2447d"),
    "2f": ("夏", RED),
    "3f": ("秋", "#a85b00"),
    "4f": ("冬", BLUE),
    "5f": ("梅", "#c2447d"),
    "6f": ("蘭", "#6a3d9a"),
    "7f": ("菊", "#a85b00"),
    "8f": ("竹", GREEN),
}
"""Flowers: glyph and colour of the blossom."""
ANIMALS: Final[Mapping[str, tuple[str, str]]] = {
    "1a": ("貓", "#8a4b08"),
    "2a": ("鼠", "#4a4a55"),
    "3a": ("雞", RED),
    "4a": ("蜈", GREEN),
}


@cache
def sprite() -> str:
    """Return the SVG file with one symbol `t<code>` for every tile and `t--` for an empty place."""
    symbols = "".join(symbol(code) for code in CODES) + _symbol("--", _empty())
    signs = "".join(f'<path id="{_id(sign)}" d="{path}"/>' for sign, path in OUTLINES.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{signs}</defs>{symbols}</svg>\n'


def symbol(code: str) -> str:
    """Return the SVG symbol of the tile *code*."""
    return _symbol(code, _back() if code == "0z" else _ground() + _face(code))


def _symbol(code: str, body: str) -> str:
    return f'<symbol id="t{code}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}</symbol>'


def _face(code: str) -> str:
    rank, letter = int(code[0]), code[1]
    red = rank == 0
    rank = rank or 5
    match letter:
        case "m":
            return _character(rank, red) + _index(str(rank))
        case "p":
            return _on_top("".join(_circles(rank, red))) + _index(str(rank))
        case "s":
            return _on_top("".join(_bamboos(rank, red))) + _index(str(rank))
        case "f":
            return _flower(code)
        case "a":
            return _animal(code)
        case _:
            return _honor(code)


BACK: Final = "#1f6f4a"
SIDE: Final = "#d9cfae"


def _ground() -> str:
    """Return a tile seen a little from its owner: back, side and top."""
    return _block((BACK, "#0f3d29"), (SIDE, "#b3a67f"), (PAPER, "#cfc5a4"))


def _block(*layers: tuple[str, str]) -> str:
    return "".join(
        f'<rect x="1" y="1" width="58" height="{height}" rx="7" fill="{fill}" stroke="{edge}"/>'
        for height, (fill, edge) in zip((78, 75.5, 70.5), layers, strict=True)
    )


def _back() -> str:
    lines = "".join(
        f'<path d="M{x} 8 L{x - 44} 68" stroke="#2f8f63" stroke-width="2"/>'
        for x in range(20, 100, 11)
    )
    return (
        _block((PAPER, "#b3a67f"), (SIDE, "#b3a67f"), ("#12613f", "#0a3d28"))
        + f'<svg x="7" y="7" width="46" height="58" viewBox="7 7 46 58">{lines}</svg>'
        '<rect x="7" y="7" width="46" height="58" rx="4" fill="none" stroke="#7cc9a3"/>'
    )


def _empty() -> str:
    return (
        '<rect x="2" y="2" width="56" height="76" rx="7" fill="none" stroke="#8fa89b"'
        ' stroke-width="2" stroke-dasharray="6 5"/>'
    )


def _sign(at: tuple[float, float], size: float, colour: str, sign: str) -> str:
    """Return *sign* with its middle *at* a place, its longer side *size* units."""
    place = f"translate({at[0]:g} {at[1]:g}) scale({size / 100:g})"
    return f'<use href="#{_id(sign)}" fill="{colour}" transform="{place}"/>'


def _id(sign: str) -> str:
    return f"sign-{ord(sign):x}"


def _index(figure: str) -> str:
    """Return the figure in the corner, which takes its color from the page."""
    return _figure(figure, "currentColor")


def _figure(figure: str, colour: str) -> str:
    return f'<text x="5" y="15" font-size="13" font-weight="700" fill="{colour}">{figure}</text>'


def _on_top(drawing: str) -> str:
    """Return *drawing*, made for the whole tile, on the tile's top."""
    return f'<g transform="translate(3.6 -1.2) scale(.88)">{drawing}</g>'


def _character(rank: int, red: bool) -> str:
    return _sign((30, 19), 23, RED if red else INK, NUMERALS[rank]) + _sign((30, 50), 31, RED, "萬")


def _circles(rank: int, red: bool) -> Iterator[str]:
    """Yield the circles of *rank*: rings round a dot, one large wheel for the one."""
    radius = CIRCLE_RADIUS[rank]
    for x, y, tint in CIRCLES[rank]:
        colour = RED if red else tint
        yield (
            f'<circle cx="{x}" cy="{y}" r="{radius - 1}" fill="none" stroke="{colour}"'
            f' stroke-width="{radius / 3.6:.1f}"/>'
            f'<circle cx="{x}" cy="{y}" r="{radius * 0.36:.1f}" fill="{colour}"/>'
        )
    if rank == 1:
        yield "".join(_spoke(30, 42, 13.5, turn, GREEN) for turn in range(8))


def _spoke(x: float, y: float, radius: float, turn: int, colour: str) -> str:
    angle = turn * pi / 4
    spot = (x + radius * cos(angle), y + radius * sin(angle))
    return f'<circle cx="{spot[0]:.1f}" cy="{spot[1]:.1f}" r="2.2" fill="{colour}"/>'


def _bamboos(rank: int, red: bool) -> Iterator[str]:
    """Yield the bamboo sticks of *rank*; the one is a bird, the eight leans."""
    if rank == 1:
        yield _bird()
    elif rank == 8:
        yield from (_stick(x, y, 20, GREEN, 0) for x in (12, 48) for y in (25, 59))
        yield from (_stick(x, 25, 20, BLUE, lean) for x, lean in ((24, 28), (36, -28)))
        yield from (_stick(x, 59, 20, BLUE, lean) for x, lean in ((24, -28), (36, 28)))
    else:
        for x, y, colour in STICKS[rank]:
            yield _stick(x, y, STICK_LENGTH[rank], RED if red else colour, 0)


def _stick(x: float, y: float, length: float, colour: str, lean: float) -> str:
    top, half = y - length / 2, length / 2
    turn = f' transform="rotate({lean} {x} {y})"' if lean else ""
    joints = "".join(
        f'<rect x="{x - 3}" y="{top + part * half + 1:.1f}" width="6" height="{half - 2:.1f}"'
        f' rx="2.4" fill="{colour}"/>'
        for part in (0, 1)
    )
    knots = "".join(
        f'<rect x="{x - 4.4}" y="{top + part * half - 1.4:.1f}" width="8.8" height="2.8"'
        f' rx="1.4" fill="{colour}"/>'
        for part in (0, 1, 2)
    )
    return f"<g{turn}>{joints}{knots}</g>"


def _bird() -> str:
    tail = "".join(
        f'<path d="M26 52 Q{x} 62 {x - 3} 73" fill="none" stroke="{colour}" stroke-width="3.4"'
        ' stroke-linecap="round"/>'
        for x, colour in ((16, GREEN), (23, BLUE), (31, GREEN), (38, RED))
    )
    return (
        f'{tail}<path d="M21 52 Q17 35 33 31 Q45 33 42 45 Q38 57 21 52Z" fill="{GREEN}"/>'
        f'<path d="M26 47 Q33 38 40 42 Q35 51 26 47Z" fill="{BLUE}"/>'
        f'<circle cx="39" cy="26" r="8" fill="{RED}"/>'
        f'<circle cx="41" cy="24.5" r="1.9" fill="#fff"/>'
        f'<path d="M46 25 L54 28 L46 30Z" fill="#a85b00"/>'
        f'<path d="M36 19 Q34 11 40 11" fill="none" stroke="{RED}" stroke-width="2.4"/>'
    )


def _honor(code: str) -> str:
    if code == "5z":
        return (
            f'<rect x="12" y="12" width="36" height="48" rx="3" fill="none" stroke="{BLUE}"'
            ' stroke-width="3.5"/>'
            f'<rect x="17.5" y="17.5" width="25" height="37" rx="2" fill="none" stroke="{BLUE}"'
            ' stroke-width="1.5"/>' + _index("Wh")
        )
    glyph, colour, figure = GLYPHS[code]
    return _sign((30, 36), 44, colour, glyph) + _index(figure)


def _flower(code: str) -> str:
    glyph, colour = BLOSSOMS[code]
    petals = "".join(
        f'<circle cx="{38 + 7.5 * cos(turn * 2 * pi / 5 - pi / 2):.1f}"'
        f' cy="{19 + 7.5 * sin(turn * 2 * pi / 5 - pi / 2):.1f}" r="6" fill="{colour}"/>'
        for turn in range(5)
    )
    heart = '<circle cx="38" cy="19" r="4" fill="#ffd75e"/>'
    number = (int(code[0]) - 1) % 4 + 1
    return petals + heart + _sign((30, 51), 30, colour, glyph) + _figure(str(number), colour)


def _animal(code: str) -> str:
    glyph, colour = ANIMALS[code]
    ears = {
        "1a": '<path d="M29 20 L30 8 L38 15Z M51 20 L50 8 L42 15Z"/>',
        "2a": '<circle cx="31" cy="14" r="6"/><circle cx="49" cy="14" r="6"/>',
        "3a": '<path d="M33 15 L34 5 L38 11 L41 4 L44 11 L48 6 L47 16Z"/>',
        "4a": '<path d="M35 14 Q29 8 27 5 M45 14 Q51 8 53 5" fill="none" stroke-width="2.4"/>',
    }[code]
    eyes = '<circle cx="36" cy="22" r="1.9"/><circle cx="44" cy="22" r="1.9"/>'
    return (
        f'<g transform="translate(-10 -1)"><g fill="{colour}" stroke="{colour}">{ears}'
        f'<circle cx="40" cy="24" r="11"/></g><g fill="#fff">{eyes}</g></g>'
        + _sign((30, 53), 28, colour, glyph)
        + _index(code[0])
    )
