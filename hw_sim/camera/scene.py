"""What lies on the table when a hand has ended, and where players put it: the truth."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from rules import tiles as tile_codes
from vision import geometry as places
from vision.geometry import Layout, Row
from vision.table import compact, compact_hand, meld_part

BACK: Final = "0z"


@dataclass(frozen=True, slots=True)
class LaidMeld:
    """A set as its owner laid it down."""

    kind: str
    tiles: tuple[str, ...]
    claimed: str | None = None
    from_offset: int | None = None
    """Who gave *claimed*, counted counter-clockwise from the owner; `None` when concealed."""

    def __post_init__(self) -> None:
        if (self.from_offset is None) != (self.kind == "kong_concealed"):
            raise ValueError(f"a {self.kind} with from_offset {self.from_offset}")
        if self.claimed is not None and self.claimed not in self.tiles:
            raise ValueError(f"{self.claimed} is not in {self.tiles}")


@dataclass(frozen=True, slots=True)
class SeatTiles:
    """Everything that lies before one seat."""

    hand: tuple[str, ...] = ()
    melds: tuple[LaidMeld, ...] = ()
    flowers: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    winning: str | None = None
    won_again: tuple[str, ...] = ()
    """The tiles of further wins, to the right of *winning*, where play goes on after a win."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The tiles on the table, by seat and place."""

    seats: tuple[SeatTiles, ...]
    indicators: tuple[str, ...] = ()
    hidden_indicators: tuple[str, ...] = ()

    @classmethod
    def from_record(cls, record: Mapping[str, Any], hand_size: int = 13) -> Scene:
        """Return what lies on the table at the end of the hand that *record* tells.

        A hand that was not shown (`null`) lies face down. A tile on which several
        seats won lies before the first of them, and a robbed kong lies as the pung
        that it stays: there is one such tile.
        """
        wins = record.get("wins") or []
        seats = []
        for seat, seat_tiles in enumerate(record["seats"]):
            melds = tuple(
                _meld(meld, seat, len(record["seats"])) for meld in seat_tiles.get("melds", ())
            )
            melds = tuple(_unrobbed(meld, seat, wins) for meld in melds)
            hand = seat_tiles.get("hand")
            winning, *again = _winning(wins, seat) or (None,)
            seats.append(
                SeatTiles(
                    hand=(BACK,) * (hand_size - 3 * len(melds)) if hand is None else codes(hand),
                    melds=melds,
                    flowers=codes(seat_tiles.get("flowers", "")),
                    aside=codes(seat_tiles.get("aside", "")),
                    winning=winning,
                    won_again=tuple(again),
                )
            )
        deal = record.get("deal") or {}
        return cls(
            tuple(seats),
            tuple(deal.get("indicators", ())),
            tuple(deal.get("hidden_indicators", ())),
        )

    def record_part(self) -> dict[str, Any]:
        """Return what a camera can see of the hand record.

        `vision.table.grouping.record_part` gives the same form for a reading: the two
        compare equal when everything was read right.
        """
        return {
            "seats": [
                self._seat_part(seat, seat_tiles) for seat, seat_tiles in enumerate(self.seats)
            ],
            "deal": {
                "indicators": list(self.indicators),
                "hidden_indicators": list(self.hidden_indicators),
            },
        }

    def _seat_part(self, seat: int, seat_tiles: SeatTiles) -> dict[str, Any]:
        return {
            "hand": compact_hand(seat_tiles.hand),
            "melds": [_meld_part(meld, seat, len(self.seats)) for meld in seat_tiles.melds],
            "flowers": compact(seat_tiles.flowers),
            "aside": compact(seat_tiles.aside),
            "winning": seat_tiles.winning,
        }


def codes(tiles: str | Sequence[str]) -> tuple[str, ...]:
    """Return the tile codes of *tiles*, compact text or a list of compact texts."""
    text = tiles if isinstance(tiles, str) else "".join(tiles)
    return tuple(tile_codes.CODES[tile] for tile in tile_codes.parse(text))


def _meld(meld: Mapping[str, Any], seat: int, seats: int) -> LaidMeld:
    tiles = codes(meld["tiles"])
    giver = meld.get("from")
    if giver is None:
        return LaidMeld(meld["kind"], tiles)
    claimed = meld.get("claimed") or tiles[0]
    return LaidMeld(meld["kind"], tiles, claimed, (giver - seat) % seats)


def _unrobbed(meld: LaidMeld, seat: int, wins: Sequence[Mapping[str, Any]]) -> LaidMeld:
    for win in wins:
        robbed = win.get("by") == "robbed_kong" and win.get("from") == seat
        if robbed and meld.kind == "kong_added" and win["tile"] in meld.tiles:
            left = list(meld.tiles)
            left.remove(win["tile"])
            claimed = meld.claimed if meld.claimed in left else left[0]
            return LaidMeld("pung", tuple(left), claimed, meld.from_offset)
    return meld


def _winning(wins: Sequence[Mapping[str, Any]], seat: int) -> tuple[str, ...]:
    """Return the winning tiles before *seat*; a shared one lies before its first winner."""
    return tuple(
        str(win["tile"])
        for place, win in enumerate(wins)
        if win["seat"] == seat and win.get("tile") is not None and not is_shared(wins, place)
    )


def is_shared(wins: Sequence[Mapping[str, Any]], place: int) -> bool:
    """Return whether the win at *place* was on the very tile of the one before it."""
    start = 0
    for later in range(1, place + 1):
        win, first = wins[later], wins[start]
        same = all(win.get(name) == first.get(name) for name in ("by", "from", "tile"))
        again = any(one["seat"] == win["seat"] for one in wins[start:later])
        separate = again or win.get("facts", {}).get("separate", False)
        if win.get("by") == "self_draw" or not same or separate:
            start = later
    return start < place


def _meld_part(meld: LaidMeld, seat: int, seats: int) -> dict[str, Any]:
    giver = None if meld.from_offset is None else (seat + meld.from_offset) % seats
    return meld_part(meld.kind, meld.tiles, meld.claimed, giver)


SIDEWAYS: Final = math.pi / 2


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """One tile on the table: its face, the centre in the table frame, how it is turned."""

    code: str
    center_mm: tuple[float, float]
    turn: float
    """Radians clockwise from upright for seat 0, half turns included."""
    tilt_mm: float = 0.0
    """By how much its left edge is up."""
    on_mm: float = 0.0
    """How high it lies: on other tiles of a pile."""


@dataclass(frozen=True, slots=True)
class LayingStyle:
    """How players lay tiles."""

    all_backs: bool = False
    """Whether a concealed kong lies with all four face down."""
    off_mm: float = 0.4
    off_radians: float = 0.008
    gap_mm: float = 0.5
    upside_down: float = 0.4
    """How many tiles lie upside down, 0 to 1."""
    tilted: float = 0.0
    """How many tiles lean with one edge on something, 0 to 1."""


HASTY: Final = LayingStyle(off_mm=1.6, off_radians=0.02, gap_mm=1.0, tilted=0.03)
"""How people lay tiles who want the next hand."""
_TILT_MM: Final = 2.5


@dataclass(frozen=True, slots=True)
class _Spot:
    """A tile in the frame of its seat."""

    code: str
    u: float
    v: float
    sideways: bool = False


def lay_out(
    scene: Scene, layout: Layout, rng: np.random.Generator, style: LayingStyle | None = None
) -> tuple[PlacedTile, ...]:
    """Return every tile of *scene* on the table."""
    style = style or LayingStyle()
    tiles: list[PlacedTile] = []
    for seat, seat_tiles in enumerate(scene.seats):
        for spot in _seat_spots(seat_tiles, layout, style):
            tiles.append(_settled(spot, seat, layout, rng, style))
    for y, codes in (
        (places.INDICATORS_Y_MM, scene.indicators),
        (places.HIDDEN_INDICATORS_Y_MM, scene.hidden_indicators),
    ):
        step = layout.tile.width_mm + style.gap_mm
        for i, code in enumerate(codes):
            spot = _Spot(code, places.INDICATORS_X_MM + i * step, y - layout.out_mm)
            tiles.append(_settled(spot, 0, layout, rng, style))
    return tuple(tiles)


def _settled(
    spot: _Spot, seat: int, layout: Layout, rng: np.random.Generator, style: LayingStyle
) -> PlacedTile:
    off = rng.normal(0, style.off_mm / 2, 2)
    turn = float(rng.normal(0, style.off_radians)) - layout.turn(seat)
    turn += SIDEWAYS * (1 if rng.random() < 0.5 else -1) if spot.sideways else 0.0
    turn += math.pi if rng.random() < style.upside_down else 0.0
    # Neighbors never overlap: the disorder across a row stays within half the gap.
    along = float(max(-style.gap_mm / 2, min(style.gap_mm / 2, off[0])))
    tilt = _TILT_MM if style.tilted and rng.random() < style.tilted else 0.0
    place = layout.to_table(seat, (spot.u + along, spot.v + float(off[1])))
    return PlacedTile(spot.code, place, turn, tilt)


def _seat_spots(seat_tiles: SeatTiles, layout: Layout, style: LayingStyle) -> Iterator[_Spot]:
    yield from _line(seat_tiles.hand, places.HAND, layout, style)
    for place, code in enumerate(
        () if seat_tiles.winning is None else (seat_tiles.winning, *seat_tiles.won_again)
    ):
        step = layout.tile.width_mm + style.gap_mm
        u = places.HAND.start_mm + len(seat_tiles.hand) * step + layout.tile.width_mm / 2
        u += (places.WINNING_GAP_MM if seat_tiles.hand else 0.0) + place * step
        yield _Spot(code, u, places.HAND.baseline_mm - layout.tile.height_mm / 2)
    yield from _line(seat_tiles.flowers, places.FLOWERS, layout, style)
    yield from _line(seat_tiles.aside, places.ASIDE, layout, style)
    right = layout.melds.start_mm
    for meld in seat_tiles.melds:
        spots = _meld_spots(meld, right, layout, style)
        yield from spots
        right = _left_end(spots, layout) - places.MELD_GAP_MM


def _line(codes: Sequence[str], row: Row, layout: Layout, style: LayingStyle) -> Iterator[_Spot]:
    tile = layout.tile
    for i, code in enumerate(codes):
        u = row.start_mm + tile.width_mm / 2 + i * (tile.width_mm + style.gap_mm)
        yield _Spot(code, u, row.baseline_mm - tile.height_mm / 2)


def _meld_spots(meld: LaidMeld, right: float, layout: Layout, style: LayingStyle) -> list[_Spot]:
    tile, spots, edge = layout.tile, [], right
    for code, sideways, stacked in reversed(_order(meld, layout.seats, style)):
        wide = tile.height_mm if sideways else tile.width_mm
        tall = tile.width_mm if sideways else tile.height_mm
        v = places.MELDS.baseline_mm - tall / 2
        spots.append(_Spot(code, edge - wide / 2, v, sideways))
        if stacked is not None:
            spots.append(_Spot(stacked, edge - wide / 2, v - tall - style.gap_mm, sideways))
        edge -= wide + style.gap_mm
    return spots


def _left_end(spots: Sequence[_Spot], layout: Layout) -> float:
    tile = layout.tile
    return min(s.u - (tile.height_mm if s.sideways else tile.width_mm) / 2 for s in spots)


def _order(meld: LaidMeld, seats: int, style: LayingStyle) -> list[tuple[str, bool, str | None]]:
    """Return *meld* from its owner's left: code, whether sideways, the tile stacked on it."""
    tiles = list(meld.tiles)
    if meld.from_offset is None:
        tiles = sorted(tiles, key=lambda code: code[0] != "0")
        faces = (BACK, *tiles[:-2], BACK) if not style.all_backs else (BACK,) * len(tiles)
        return [(code, False, None) for code in faces]
    claimed = meld.claimed or tiles[0]
    tiles.remove(claimed)
    stacked = tiles.pop() if meld.kind == "kong_added" else None
    place = {1: len(tiles), seats - 1: 0}.get(meld.from_offset, 1)
    row: list[tuple[str, bool, str | None]] = [(code, False, None) for code in tiles]
    row.insert(place, (claimed, True, stacked))
    return row
