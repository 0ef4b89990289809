"""The table from above with the place of a fault marked, for who has to put his hand there.

Side 0 is drawn below and the others follow in the order of the seats, as in
`kiosk.web.svg.table_top`; *turn* brings another side to the bottom. The place is filled, framed and
marked with "!", never only coloured.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from kiosk.web import SEAT_ORDER

SIZE: Final = 240
CENTRE: Final = SIZE // 2
SIDES: Final = 4
SEATS_AT_SIDES: Final = (SIDES - 1, SIDES)
"""Numbers of people who each sit at a side of the table, in its order; others do not."""
BADGE: Final = 100
"""How far from the centre the seats' badges are."""
BADGE_SCALE: Final = 0.75
Mark = tuple[str, tuple[int, int]]
"""What is drawn at a place, and where its "!" stands."""
AT_SIDE: Final[Mapping[str, Mark]] = {
    "wall": ("<rect x='68' y='172' width='104' height='18' rx='3'/>", (120, 181)),
    "belt": ("<rect x='64' y='154' width='112' height='14' rx='6'/>", (120, 161)),
    "head": ("<rect x='102' y='140' width='36' height='26' rx='4'/>", (120, 153)),
    "pusher": ("<rect x='156' y='166' width='28' height='26' rx='4'/>", (170, 179)),
    "chute": ("<path d='M72 140h26l-6 40h-14z'/>", (85, 158)),
    "sensor": ("<circle cx='120' cy='150' r='13'/>", (120, 150)),
    "motor": ("<circle cx='84' cy='152' r='16'/>", (84, 152)),
}
"""Places that each side of the table has, drawn at side 0."""
OF_TABLE: Final[Mapping[str, Mark]] = {
    "hole": ("<circle cx='120' cy='120' r='30'/>", (120, 120)),
    "cover": (
        "<path d='M80 80L126 62L202 84L160 108Z'/><rect class='ring' x='80' y='80' width='80'"
        " height='80' rx='8'/>",
        (142, 84),
    ),
    "tray": ("<circle cx='120' cy='120' r='52'/>", (120, 120)),
    "centre": ("<rect x='90' y='90' width='60' height='60' rx='6'/>", (120, 120)),
    "chain": ("<circle class='ring' cx='120' cy='120' r='62'/>", (120, 58)),
    "dice": (
        "<rect x='90' y='106' width='28' height='28' rx='6'/>"
        "<rect x='122' y='106' width='28' height='28' rx='6'/>",
        (120, 120),
    ),
    "console": ("<rect x='150' y='194' width='56' height='16' rx='4'/>", (178, 202)),
    "stop": ("<circle cx='196' cy='202' r='14'/>", (196, 202)),
    "power": (
        "<path class='ring' d='M186 186L206 206'/><rect x='200' y='198' width='34' height='30'"
        " rx='6'/>",
        (217, 213),
    ),
    "cable": (
        "<path class='ring' d='M206 76h14v-34'/><rect x='202' y='10' width='34' height='26'"
        " rx='4'/>",
        (220, 58),
    ),
    "floor": ("<rect class='ring' x='10' y='10' width='220' height='220' rx='24'/>", (18, 120)),
    "table": ("<rect class='ring' x='32' y='32' width='176' height='176' rx='16'/>", (120, 120)),
}
"""Places that a table has once."""
PLACES: Final[Mapping[str, tuple[int, ...]]] = {
    "floor": (101,),
    "tray": (102, 103, 104, 105, 106, 107),
    "hole": (201, 406),
    "cover": (703,),
    "belt": (202,),
    "head": (203,),
    "pusher": (204,),
    "wall": (205, 305, 702),
    "centre": (206,),
    "chute": (207,),
    "chain": (208,),
    "motor": (301, 302, 303, 304),
    "sensor": (401, 402, 403, 404),
    "power": (501, 502, 503, 505, 905, 908),
    "dice": (601, 602, 603, 604, 605, 606),
    "stop": (701,),
    "console": (504, 705, 706, 809, 912),
    "cable": (0, 808, 901, 902, 903, 904, 906, 907, 910, 911),
}
"""Where each fault is; every other one is the table's as a whole. 0 is a line that says no more."""
WITHOUT_SIDE: Final[Mapping[str, str]] = {"motor": "tray"}
"""Where it is if the table names no side, unless it may be any of them."""


def place_of(code: int) -> str:
    """Return the place of fault *code*: a key of `AT_SIDE` or `OF_TABLE`."""
    return next((place for place, codes in PLACES.items() if code in codes), "table")


def fault_picture(
    code: int, side: int | None, badges: Sequence[Markup], turn: int, label: str
) -> Markup:
    """Return the table from above with the place of fault *code* at *side* marked.

    *badges* are the signs of those who sit at the four sides, nearest to side *turn* below; with
    more or fewer seats than sides there are none.
    """
    place = place_of(code)
    if side is None:
        place = WITHOUT_SIDE.get(place, place)
    walls = "".join(_at(each(None), turn, "<rect x='62' y='184' width='116' height='14' rx='3'/>"))
    return Markup(  # noqa: S704 -- numbers and badges of ours, the label is escaped
        f"<svg class='where-fault' viewBox='0 0 {SIZE} {SIZE}' role='img'"
        f" aria-label='{escape(label)}'>"
        "<rect class='top' x='32' y='32' width='176' height='176' rx='16'/>"
        f"<g class='walls-of'>{walls}</g><circle class='lid' cx='120' cy='120' r='30'/>"
        f"<g class='spot'>{_spot(place, side, turn)}</g>{_people(badges, turn)}</svg>"
    )


def each(side: int | None) -> tuple[int, ...]:
    """Return *side* alone, or all of them where it is not known."""
    return tuple(range(SIDES)) if side is None else (side % SIDES,)


def _quarters(side: int, turn: int) -> int:
    """Return by how many quarter turns counter-clockwise *side* lies from what is below."""
    return SEAT_ORDER * (side - turn) % SIDES


def _at(sides: Sequence[int], turn: int, drawing: str) -> list[str]:
    """Return *drawing*, made for side 0, at each of *sides*, side *turn* being below."""
    return [
        f"<g transform='rotate({-90 * _quarters(side, turn)} {CENTRE} {CENTRE})'>{drawing}</g>"
        for side in sides
    ]


def _spot(place: str, side: int | None, turn: int) -> str:
    if place in OF_TABLE:
        drawing, at = OF_TABLE[place]
        return drawing + _mark(at)
    drawing, at = AT_SIDE[place]
    marks = "".join(_mark(_rotate(at, _quarters(one, turn))) for one in each(side))
    return "".join(_at(each(side), turn, drawing)) + marks


def _mark(at: tuple[int, int]) -> str:
    x, y = at
    return (
        f"<g class='sign' transform='translate({x} {y})'><circle r='11'/><text y='6'>!</text></g>"
    )


def _rotate(at: tuple[int, int], quarters: int) -> tuple[int, int]:
    """Return where *at*, a place of side 0, lies after *quarters* counter-clockwise turns."""
    x, y = at[0] - CENTRE, at[1] - CENTRE
    for _ in range(quarters):
        x, y = y, -x
    return x + CENTRE, y + CENTRE


def _people(badges: Sequence[Markup], turn: int) -> str:
    """Return the badges of who sits at the sides, where every side has its seat."""
    if len(badges) not in SEATS_AT_SIDES:
        return ""
    below = (CENTRE, CENTRE + BADGE)
    places = [_rotate(below, _quarters(seat, turn)) for seat in range(len(badges))]
    return "".join(
        f"<g class='badge' transform='translate({x} {y}) scale({BADGE_SCALE})'>{badge}</g>"
        for (x, y), badge in zip(places, badges, strict=True)
    )
