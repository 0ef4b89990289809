"""The table from above as SVG: the walls with their break, and who pays whom.

Seat 0 sits below, the others follow counter-clockwise, as on the table itself: three sit at three
sides of a square. Colours, winds and
words come from the style sheet and from the caller; this module only knows places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import cos, degrees, hypot, pi, sin, tan
from typing import Any, Final

from markupsafe import Markup, escape

from kiosk.web import SEAT_ORDER

Point = tuple[float, float]
SIZE: Final = 400
"""Side of the square in which everything is drawn."""
CENTRE: Final = SIZE / 2
WALL_RADIUS: Final = 172.0
"""From the centre to the middle of a wall."""
STACK: Final = (16.4, 24.0)
"""Width and depth of one stack as seen from above."""
ARROW_RADIUS: Final = 118.0
WIDE: Final = (1.6, 0.6)
"""How payments stretch the ring of the seats: half a page is wider than high."""
FRAME: Final = "-76 74 552 252"
"""What the seats of a payment fill then."""
DIE: Final = 62
DIE_GAP: Final = 16
SQUARE: Final = 4
"""Sides of the table; where three play, the last one stays empty."""
LOW: Final = 0.25
MID: Final = 0.5
HIGH: Final = 0.75
PIPS: Final[Mapping[int, tuple[Point, ...]]] = {
    1: ((MID, MID),),
    2: ((LOW, LOW), (HIGH, HIGH)),
    3: ((LOW, LOW), (MID, MID), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MID, MID), (LOW, HIGH), (HIGH, HIGH)),
    6: tuple((x, y) for y in (LOW, MID, HIGH) for x in (LOW, HIGH)),
}
"""Where the pips of each face of a die are, as parts of its side."""


@dataclass(frozen=True, slots=True)
class WallBreak:
    """What `rules.break_wall` said, as far as it can be drawn."""

    wall: int
    after: int
    indicator: tuple[int, int] | None
    """Wall and stack (from 1, from its right end) of the indicator."""


@dataclass(frozen=True, slots=True)
class Walls:
    """How many walls there are and how many stacks each has."""

    seats: int
    stacks: int

    def onward(self, wall: int, stack: int) -> tuple[int, int]:
        """Return the stack numbered *stack* of *wall*, running on clockwise past either end."""
        place = stack - 1
        return (wall - place // self.stacks) % self.seats, place % self.stacks + 1


def wall_break(answer: Mapping[str, Any], walls: Walls) -> WallBreak | None:
    """Return the drawable part of *answer*; `None` without a wall, or while throws are missing."""
    if answer.get("after") is None or answer.get("wall") is None:
        return None
    wall, after = int(answer["wall"]), int(answer["after"])
    return WallBreak(wall, after, _indicator(answer.get("indicator"), wall, after, walls))


def _indicator(
    indicator: Mapping[str, Any] | None, wall: int, after: int, walls: Walls
) -> tuple[int, int] | None:
    """Return where the indicator lies as wall and stack."""
    if not indicator or "stack" not in indicator:
        return None
    stack = int(indicator["stack"])
    match indicator.get("from"):
        case "head":
            return walls.onward(wall, after + stack)
        case "tail":
            return walls.onward(wall, after + 1 - stack)
        case _:
            return (int(indicator["wall"]), stack) if "wall" in indicator else None


def walls_picture(
    walls: Walls, broken: WallBreak | None, throw: Sequence[int], label: str
) -> Markup:
    """Return the walls from above with the dice of *throw* in the middle.

    The stacks counted off are pale, the number counted off stands at the gap.
    """
    stacks = "".join(_stacks(walls, broken))
    gap = "" if broken is None else _gap(walls, broken)
    return Markup(  # noqa: S704 - built from numbers alone, the label is escaped
        f'<svg class="walls" viewBox="0 0 {SIZE} {SIZE}" role="img" aria-label="{escape(label)}">'
        f"{stacks}{gap}{_dice(throw)}</svg>"
    )


def _stacks(walls: Walls, broken: WallBreak | None) -> Iterator[str]:
    width, depth = _width(walls), STACK[1]
    for wall in range(walls.seats):
        turn = -degrees(_turn(wall, walls.seats))
        yield f'<g transform="rotate({turn:g} {CENTRE:g} {CENTRE:g})">'
        for stack in range(1, walls.stacks + 1):
            x = CENTRE + _along(walls, stack) - width / 2
            y = CENTRE + WALL_RADIUS - depth / 2
            yield (
                f'<rect class="{_stack_class(wall, stack, broken)}" x="{x:.1f}" y="{y:.1f}"'
                f' width="{width - 1:.1f}" height="{depth:g}" rx="2"/>'
            )
        yield "</g>"


def _stack_class(wall: int, stack: int, broken: WallBreak | None) -> str:
    if broken is None:
        return "stack"
    if (wall, stack) == broken.indicator:
        return "stack indicator"
    return "stack counted" if wall == broken.wall and stack <= broken.after else "stack"


def _width(walls: Walls) -> float:
    """Return how wide a stack is drawn, so that the walls of many seats do not cross."""
    side = 2 * (WALL_RADIUS - STACK[1] / 2) * tan(pi / max(walls.seats, SQUARE))
    return min(STACK[0], side / max(walls.stacks, 1))  # cards and dominoes build none


def _along(walls: Walls, stack: int) -> float:
    """Return how far *stack*, counted from the right end, lies right of its wall's middle."""
    return ((walls.stacks - 1) / 2 - (stack - 1)) * _width(walls)


def _gap(walls: Walls, broken: WallBreak) -> str:
    along = _along(walls, broken.after) - _width(walls) / 2
    turn = _turn(broken.wall, walls.seats)
    inner, outer, number = (
        _rotate((along, WALL_RADIUS + offset), turn) for offset in (-38, 17, -42)
    )
    return (
        f'<line class="gap" x1="{inner[0]:.1f}" y1="{inner[1]:.1f}"'
        f' x2="{outer[0]:.1f}" y2="{outer[1]:.1f}"/>'
        f'<circle class="gap-plate" cx="{number[0]:.1f}" cy="{number[1]:.1f}" r="19"/>'
        f'<text class="gap-number" x="{number[0]:.1f}" y="{number[1] + 9:.1f}">'
        f"{broken.after}</text>"
    )


def _dice(throw: Sequence[int]) -> str:
    left = CENTRE - (len(throw) * (DIE + DIE_GAP) - DIE_GAP) / 2
    return "".join(
        f'<g class="throw-die" transform="translate({left + place * (DIE + DIE_GAP):.1f}'
        f' {CENTRE - DIE / 2:.1f})">{_die(pips)}</g>'
        for place, pips in enumerate(throw)
    )


def _die(pips: int) -> str:
    """Return the face of a die with *pips*, on a square of `DIE`."""
    radius = 9 if pips == 1 else 6
    kind = ' class="one"' if pips == 1 else ""
    spots = "".join(
        f'<circle{kind} cx="{DIE * x:.1f}" cy="{DIE * y:.1f}" r="{radius}"/>' for x, y in PIPS[pips]
    )
    return f'<rect width="{DIE}" height="{DIE}" rx="12"/>{spots}'


def die_picture(pips: int) -> Markup:
    """Return the face of a die with *pips*, for a view box of `DIE` by `DIE`."""
    return Markup(_die(pips))  # noqa: S704 - built from numbers


def _turn(seat: int, seats: int) -> float:
    """Return by how many radians *seat* of *seats* is turned counter-clockwise from seat 0."""
    sides = SQUARE if seats == SQUARE - 1 else seats
    return 2 * pi * SEAT_ORDER * seat / sides


def _rotate(at: Point, angle: float) -> Point:
    """Return *at* (right, towards the viewer) turned counter-clockwise about the centre."""
    x, y = at
    return (
        CENTRE + x * cos(angle) + y * sin(angle),
        CENTRE - x * sin(angle) + y * cos(angle),
    )


@dataclass(frozen=True, slots=True)
class Flow:
    """Points that one seat gives another in all."""

    payer: int
    payee: int
    text: str


SHAPES: Final = (
    '<circle class="shape" r="22"/>',
    '<path class="shape" d="M0 -24L23 18H-23Z"/>',
    '<rect class="shape" x="-20" y="-20" width="40" height="40" rx="4"/>',
    '<path class="shape" d="M0 -24L24 0L0 24L-24 0Z"/>',
    '<path class="shape" d="M-12 -21H12L24 0L12 21H-12L-24 0Z"/>',
    '<path class="shape" d="M0 24L23 -18H-23Z"/>',
    '<path class="shape" d="M0 -24L23 -7L14 21H-14L-23 -7Z"/>',
    '<path class="shape" d="M-8 -23H8V-8H23V8H8V23H-8V8H-23V-8H-8Z"/>',
    '<path class="shape" d="M-10 -23H10L23 -10V10L10 23H-10L-23 10V-10Z"/>',
)
"""A seat's own shape, so that nobody needs its colour; drawn about the origin."""


def badge(seat: int, letter: str) -> Markup:
    """Return the sign of *seat*: its shape with the *letter* of its wind, about the origin."""
    drop = 12 if seat == 1 else 2 if seat == 5 else 7
    return Markup(  # noqa: S704 - the letter is escaped
        f'<g class="seat-{seat}">{SHAPES[seat]}<text y="{drop}">{escape(letter)}</text></g>'
    )


def flows_picture(badges: Sequence[Markup], flows: Iterable[Flow], label: str) -> Markup:
    """Return seats in a ring (each drawn by its badge) and an arrow for every flow."""
    seats = len(badges)
    arrows = "".join(_arrow(flow, seats) for flow in flows)
    ring = "".join(
        f'<g transform="translate({_spot(_seat_at(seat, seats, 150))})">{badge}</g>'
        for seat, badge in enumerate(badges)
    )
    return Markup(  # noqa: S704 - built from numbers, badges and escaped words
        f'<svg class="flows" viewBox="{FRAME}" role="img" aria-label="{escape(label)}">'
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="4.5"'
        ' markerHeight="4.5" orient="auto"><path class="tip" d="M0 0L10 5L0 10Z"/></marker></defs>'
        f"{arrows}{ring}</svg>"
    )


def _spot(at: Point) -> str:
    return f"{at[0]:.1f} {at[1]:.1f}"


def _seat_at(seat: int, seats: int, radius: float) -> Point:
    x, y = _rotate((0, radius), _turn(seat, seats))
    return CENTRE + WIDE[0] * (x - CENTRE), CENTRE + WIDE[1] * (y - CENTRE)


def _arrow(flow: Flow, seats: int) -> str:
    start, end = (_seat_at(seat, seats, ARROW_RADIUS) for seat in (flow.payer, flow.payee))
    length = hypot(end[0] - start[0], end[1] - start[1])
    step = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    tail = (start[0] + 14 * step[0], start[1] + 14 * step[1])
    tip = (end[0] - 18 * step[0], end[1] - 18 * step[1])
    spot = (tail[0] + (tip[0] - tail[0]) * 0.36, tail[1] + (tip[1] - tail[1]) * 0.36)
    width = 20 + 17 * len(flow.text)
    return (
        f'<line class="flow seat-{flow.payer}" x1="{tail[0]:.1f}" y1="{tail[1]:.1f}"'
        f' x2="{tip[0]:.1f}" y2="{tip[1]:.1f}" marker-end="url(#tip)"/>'
        f'<g data-payer="{tail[0] - spot[0]:.1f} {tail[1] - spot[1]:.1f}"'
        f' data-payee="{tip[0] - spot[0]:.1f} {tip[1] - spot[1]:.1f}">'
        f'<rect class="flow-plate" x="{spot[0] - width / 2:.1f}" y="{spot[1] - 20:.1f}"'
        f' width="{width:.1f}" height="40" rx="9"/>'
        f'<text class="flow-amount" x="{spot[0]:.1f}" y="{spot[1] + 10:.1f}">'
        f"{escape(flow.text)}</text></g>"
    )
