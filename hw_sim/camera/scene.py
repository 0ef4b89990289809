"""What lies on the table when a hand has ended: the truth. Where it lies: `laying`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from hw_sim.camera.record_part import compact, compact_hand, meld_part
from rules import tiles as tile_codes
from rules.record.wins import is_shared

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
class Discard:
    """A tile that was discarded."""

    code: str
    sideways: bool = False
    """Whether its owner announced readiness with it."""
    is_claimed: bool = False
    """Whether it was taken for a set or a win, so that it no longer lies there."""


def lying(river: Sequence[Discard]) -> tuple[Discard, ...]:
    """Return what of *river* lies there still; after a claimed sideways tile the next one is it."""
    left, is_due = [], False
    for discard in river:
        is_due = is_due or discard.sideways
        if not discard.is_claimed:
            left.append(Discard(discard.code, is_due))
            is_due = False
    return tuple(left)


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
    river: tuple[Discard, ...] = ()
    """Every discard in order, claimed ones included."""
    has_stick: bool = False
    """Whether its own stick of 1,000 lies before the discards."""
    sticks: tuple[int, ...] = ()
    """Points of the sticks beside the discards: counters, and what earlier hands left."""
    wall: tuple[int, ...] = ()
    """How many tiles high each stack of the wall is, from its right end, 0 where it is gone."""


@dataclass(frozen=True, slots=True)
class Scene:
    """The tiles on the table, by seat and place."""

    seats: tuple[SeatTiles, ...]
    indicators: tuple[str, ...] = ()
    hidden_indicators: tuple[str, ...] = ()
    in_disorder: bool = False
    """Whether discards are thrown into the middle, where nobody can tell whose they were."""

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
            melds = tuple(_undo_robbed_kong(meld, seat, wins) for meld in melds)
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

        `hw_sim.camera.record_part` gives the same form for a reading: the two
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
    claimed_tile = meld.get("claimed") or tiles[0]
    return LaidMeld(meld["kind"], tiles, claimed_tile, (giver - seat) % seats)


def _undo_robbed_kong(meld: LaidMeld, seat: int, wins: Sequence[Mapping[str, Any]]) -> LaidMeld:
    for win in wins:
        is_robbed = win.get("by") == "robbed_kong" and win.get("from") == seat
        if is_robbed and meld.kind == "kong_added" and win["tile"] in meld.tiles:
            left = list(meld.tiles)
            left.remove(win["tile"])
            claimed_tile = meld.claimed if meld.claimed in left else left[0]
            return LaidMeld("pung", tuple(left), claimed_tile, meld.from_offset)
    return meld


def _winning(wins: Sequence[Mapping[str, Any]], seat: int) -> tuple[str, ...]:
    """Return the winning tiles before *seat*; a shared one lies before its first winner."""
    return tuple(
        str(win["tile"])
        for place, win in enumerate(wins)
        if win["seat"] == seat and win.get("tile") is not None and not is_shared(wins, place)
    )


def _meld_part(meld: LaidMeld, seat: int, seats: int) -> dict[str, Any]:
    giver = None if meld.from_offset is None else (seat + meld.from_offset) % seats
    return meld_part(meld.kind, meld.tiles, meld.claimed, giver)
