"""A hand that is tapped in tile by tile and stands in the address of its page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from werkzeug.datastructures import MultiDict

from kiosk.session.record import split
from rules.ruleset import Ruleset
from rules.tiles import CODES, HONORS, TILES, write

SETS: Final[Mapping[str, int]] = {"chow": 1, "pung": 3, "kong_discard": 4, "kong_concealed": 4}
"""The sets that a tap lays, with how many of the tapped tile they take."""
RUN: Final = 3
APART: Final = "1592637480"
"""Ranks in an order in which neighbours make no set."""
ROWS: Final = ("hand", "indicators", "flowers")
"""Where single tiles lie."""


@dataclass(frozen=True, slots=True)
class TappedHand:
    """A hand as the address tells it; its seat is 0."""

    game: Ruleset
    options: Mapping[str, Any]
    rows: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Single tiles by where they lie: `hand`, `indicators`, `flowers`."""
    melds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Kind and tiles of each set that is laid down."""
    wind: int = 0
    """Places after East."""
    declared: tuple[str, ...] = ()

    def row(self, place: str) -> tuple[str, ...]:
        """Return the single tiles at *place*."""
        return self.rows.get(place, ())

    @property
    def players(self) -> int:
        """Return how many play."""
        return self.game.players(self.options)

    @property
    def missing(self) -> int:
        """Return how many tiles the hand still needs."""
        return self.game.hand_size - RUN * len(self.melds) - len(self.row("hand"))

    def codes(self) -> tuple[str, ...]:
        """Return every tile that was tapped."""
        single = (code for row in self.rows.values() for code in row)
        return (*single, *(code for _, tiles in self.melds for code in tiles))

    def with_tile(self, code: str, place: str) -> TappedHand:
        """Return the hand with what a tap on *code* adds at *place*; itself where nothing fits."""
        tiles = tiles_of_set(place, code)
        counts = Counter(self.codes()) + Counter(tiles)
        copies = self.game.tiles_for(self.options)
        if not tiles or any(counts[one] > copies.get(one, 0) for one in tiles):
            return self
        if place in SETS:
            fits = self.missing >= RUN
            return replace(self, melds=(*self.melds, (place, tiles))) if fits else self
        if place == "hand" and not self.missing:
            return self
        return self.with_row(place, in_order((*self.row(place), code)))

    def with_row(self, place: str, row: tuple[str, ...]) -> TappedHand:
        """Return the hand with *row* at *place*."""
        return replace(self, rows={**self.rows, place: row})

    def without(self, place: str, number: int) -> TappedHand:
        """Return the hand without the tile or set *number* at *place*."""
        if place == "melds":
            melds = (*self.melds[:number], *self.melds[number + 1 :])
            return replace(self, melds=melds)
        row = self.row(place)
        return self.with_row(place, (*row[:number], *row[number + 1 :]))

    def record(self) -> dict[str, Any]:
        """Return the record that is asked about."""
        players = self.players
        mine = {
            "hand": "".join(self.row("hand")),
            "melds": [_meld(kind, tiles, players - 1) for kind, tiles in self.melds],
            "flowers": "".join(self.row("flowers")),
            "declared": list(self.declared),
        }
        banker = -self.wind % players
        return {
            "ruleset": self.game.id,
            "options": {
                name: value
                for name, value in self.options.items()
                if value != self.game.defaults[name]
            },
            "state": {"banker": banker},
            "deal": {"indicators": list(self.row("indicators")), "east": banker},
            "seats": [mine, *unready_hands(self.game, self.options, self.codes(), players - 1)],
        }

    def fields(self) -> list[tuple[str, str]]:
        """Return the hand as the address writes it."""
        return [
            *((name, "".join(row)) for name, row in self.rows.items() if row),
            *(("meld", f"{kind}.{''.join(tiles)}") for kind, tiles in self.melds),
            *(("declared", word) for word in self.declared),
            ("wind", str(self.wind)),
        ]


def unready_hands(
    game: Ruleset, options: Mapping[str, Any], codes: Iterable[str], count: int
) -> list[dict[str, Any]]:
    """Return *count* seats without *codes*: unseen, or where every hand counts, with any tiles.

    Those lie far apart, so that no such hand is ready.
    """
    if not game.all_hands_shown:
        return [{} for _ in range(count)]
    flowers = game.flower_tiles(options)
    left = Counter(game.tiles_for(options)) - Counter(codes)
    singles = [
        code
        for copy in range(max(left.values()))
        for code in sorted(left, key=lambda one: (APART.index(one[0]), one))
        if left[code] > copy and TILES[code] not in flowers
    ]
    size = game.hand_size
    return [{"hand": "".join(singles[at * size : (at + 1) * size])} for at in range(count)]


def _meld(kind: str, tiles: tuple[str, ...], left: int) -> dict[str, Any]:
    meld: dict[str, Any] = {"kind": kind, "tiles": "".join(tiles)}
    if kind != "kong_concealed":
        meld["from"] = left
    return {**meld, "claimed": tiles[0]} if kind == "chow" else meld


def tiles_of_set(place: str, code: str) -> tuple[str, ...]:
    """Return the tiles that a tap on *code* lays at *place*; none where there is no such set."""
    if place != "chow":
        return (code,) * SETS.get(place, 1)
    first = TILES.get(code, HONORS)
    is_run = first < HONORS and first % 9 <= 9 - RUN
    return tuple(CODES[first : first + RUN]) if is_run else ()


def in_order(codes: tuple[str, ...]) -> tuple[str, ...]:
    """Return *codes* in their usual order."""
    return split(write(TILES[code] for code in codes))


def tapped_hand(game: Ruleset, options: Mapping[str, Any], args: MultiDict[str, str]) -> TappedHand:
    """Return the hand in the address; what is no tile of the game is left out."""
    hand = TappedHand(game, options)
    copies = game.tiles_for(options)
    for place in ROWS:
        for code in _codes(args.get(place, "")):
            hand = hand.with_tile(code, place) if code in copies else hand
    for text in args.getlist("meld"):
        kind, _, tiles = text.partition(".")
        codes = _codes(tiles)
        hand = hand.with_tile(codes[0], kind) if kind in SETS and codes else hand
    declarations = dict.fromkeys(word for word in args.getlist("declared") if word in game.declared)
    wind = (args.get("wind", 0, type=int) or 0) % hand.players
    return _after_tap(replace(hand, declared=tuple(declarations), wind=wind), args)


def _codes(text: str) -> tuple[str, ...]:
    try:
        return split(text)
    except ValueError:
        return ()


def _after_tap(hand: TappedHand, args: MultiDict[str, str]) -> TappedHand:
    """Return *hand* after the tap that the address tells beside it."""
    place, _, number = args.get("drop", "").partition(".")
    if place in (*ROWS, "melds") and number.isdecimal():
        return hand.without(place, int(number))
    code = args.get("add", "")
    return hand.with_tile(code, place_in(hand, args)) if code in TILES else hand


def place_in(hand: TappedHand, args: MultiDict[str, str]) -> str:
    """Return where the next tap goes: as chosen, at first to an indicator that is needed."""
    place = args.get("place", "")
    if place in places(hand.game, hand.options):
        return place
    return "indicators" if len(hand.row("indicators")) < hand.game.indicators else "hand"


def places(game: Ruleset, options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return where a tapped tile may go in this game."""
    sets = [kind for kind in SETS if game.chows or kind != "chow"]
    meld_kinds = sets if game.players(options) > 1 else ["kong_concealed"]
    more = [("indicators", game.indicators), ("flowers", game.flower_tiles(options))]
    return ("hand", *meld_kinds, *(name for name, is_there in more if is_there))
