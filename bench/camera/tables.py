"""Simulated tables to measure on: T4, with the simulator's two sets, which training never saw."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bench.camera import template_reader
from bench.camera.progress import with_progress
from bench.camera.scores import Confidences, share
from hw_sim.camera import (
    HASTY,
    Conditions,
    LaidMeld,
    LayingStyle,
    Scene,
    SeatTiles,
    SimCamera,
    art,
    rough,
)
from hw_sim.camera.record_part import record_part
from rules.tiles import CODES
from vision.geometry import Layout, TileSize
from vision.recognise import WHOLE_SET, EnrolledSet, cut, enrol, merge_sets
from vision.table import read_table
from vision.types import REVIEW_THRESHOLD, TableReading, TileReading

_FIRST: Final = 2000
_SHEET: Final = 13
NEAR_PX: Final = 10.0
SIZES: Final = (
    TileSize(20.5, 28.0, 16.5),
    TileSize(24.0, 33.0, 19.0),
    TileSize(26.0, 35.0, 20.0),
    TileSize(30.0, 40.0, 22.0),
    TileSize(32.0, 44.0, 25.0),
)
"""Tiles of Japanese tables, of travel sets, and of Chinese tables, in mm."""


def deal_scene(rng: np.random.Generator, *, with_reds: bool = False, most: int = 1) -> Scene:
    """Return a table dealt by chance: four hands, sets with their givers, flowers, indicators.

    Each seat has at most *most* sets, the first just one.
    """
    wall = [code for code, copies in WHOLE_SET.items() if code[1] in "mps" for _ in range(copies)]
    tiles = [
        str(code)
        for code in rng.permutation([code for code in wall if code[0] != "0" or with_reds])
    ]
    honors = [str(code) for code in rng.permutation([f"{rank}z" for rank in range(1, 8)])]
    flowers = [str(code) for code in rng.permutation([f"{number}f" for number in range(1, 9)])]
    animals = [str(code) for code in rng.permutation([f"{number}a" for number in range(1, 5)])]
    kinds = ("pung", "kong_added", "kong_discard", "kong_concealed")
    seats = []
    for seat in range(4):
        melds = []
        for _ in range(int(rng.integers(0, most + 1)) if seat else 1):
            kind, code = kinds[int(rng.integers(4))], honors.pop()
            giver = None if kind == "kong_concealed" else int(rng.integers(1, 4))
            count = 3 if kind == "pung" else 4
            claimed_tile = None if giver is None else code
            melds.append(LaidMeld(kind, (code,) * count, claimed_tile, giver))
        hand = tuple(tiles.pop() for _ in range(13 - 3 * len(melds)))
        own = (*(flowers.pop() for _ in range(int(rng.integers(0, 3)))), animals.pop())
        seats.append(SeatTiles(hand, tuple(melds), own, (), tiles.pop() if seat == 1 else None))
    return Scene(tuple(seats), (tiles.pop(),))


@dataclass
class Tables:
    """Counts over simulated tables."""

    tables: int = 0
    tiles: int = 0
    right: int = 0
    seats: int = 0
    exact: int = 0
    hands: int = 0
    melds: int = 0
    melds_right: int = 0
    reds: int = 0
    reds_right: int = 0
    animals: int = 0
    animals_right: int = 0
    sure_and_wrong: int = 0
    taps: int = 0
    invented: int = 0
    """Tiles read where none lies."""
    template: int = 0
    misread: list[str] = field(default_factory=list)
    confidences: Confidences = field(default_factory=list)

    def add(self, reading: TableReading, scene: Scene, camera: SimCamera) -> None:
        """Count one table."""
        self.tables += 1
        seats, true = record_part(reading)["seats"], scene.record_part()["seats"]
        for seat, truth in zip(seats, true, strict=True):
            self.seats += 1
            self.exact += seat == truth
            self.hands += seat["hand"] == truth["hand"] and seat["winning"] == truth["winning"]
            self.melds += len(truth["melds"])
            self.melds_right += sum(meld in seat["melds"] for meld in truth["melds"])
        self._tiles(_all_tiles(reading), camera)

    def _tiles(self, readings: list[TileReading], camera: SimCamera) -> None:
        """Count how the tiles that lie under *camera* were read."""
        centers = np.array([np.mean(tile.box, axis=0) for tile in readings]).reshape(-1, 2)
        nowhere = np.ones(len(readings), bool)
        for true in camera.truth():
            gaps = np.hypot(*(centers - np.mean(true.box, axis=0)).T)
            nowhere &= gaps >= NEAR_PX
            near = len(readings) > 0 and float(gaps.min()) < NEAR_PX
            match = readings[int(gaps.argmin())] if near else None
            is_right = match is not None and match.code == true.code
            self._count(true.code, is_right)
            if match is not None:
                self.confidences.append((match.confidence, is_right))
            if not is_right:
                self.misread.append(f"{true.code}>{match.code if match else 'unseen'}")
                self.sure_and_wrong += match is not None and match.confidence >= REVIEW_THRESHOLD
            self.taps += match is None or match.confidence < REVIEW_THRESHOLD or not is_right
        self._nothing([readings[place] for place in np.nonzero(nowhere)[0]])

    def _nothing(self, readings: list[TileReading]) -> None:
        """Count tiles that were read where none lies."""
        self.invented += len(readings)
        self.taps += len(readings)
        self.sure_and_wrong += sum(tile.confidence >= REVIEW_THRESHOLD for tile in readings)
        self.confidences += [(tile.confidence, False) for tile in readings]

    def _count(self, code: str, is_right: bool) -> None:
        """Count one tile."""
        self.tiles += 1
        self.right += is_right
        self.reds += code in ("0m", "0p", "0s")
        self.reds_right += is_right and code in ("0m", "0p", "0s")
        self.animals += code[1] == "a"
        self.animals_right += is_right and code[1] == "a"

    def figures(self) -> dict[str, Any]:
        """Return T4 and reject quality."""
        return {
            "tables": self.tables,
            "tiles": share(self.right, self.tiles),
            "exact_hands": share(self.hands, self.seats),
            "exact_seats": share(self.exact, self.seats),
            "sets_laid_down": share(self.melds_right, self.melds),
            "red_fives": share(self.reds_right, self.reds),
            "animals": share(self.animals_right, self.animals),
            "wrong_and_sure": share(self.sure_and_wrong, self.tiles),
            "seen_where_none_lies": self.invented,
            "taps_a_hand": round(self.taps / max(1, self.seats), 2),
            "template_matching": share(self.template, self.tiles),
            "misread": sorted(set(self.misread)),
        }


def measure_simulated(frames: int) -> tuple[dict[str, Any], dict[str, Confidences]]:
    """Return how tables are read that were laid hastily under any light and lens.

    *frames* tables of each set, before and after it was enrolled; and every confidence.
    """
    figures, confidences = {}, {}
    for name in art.SETS:
        own = enrol_set(name)
        for suffix, score in zip(("", "_enrolled"), tables(name, frames, own), strict=True):
            figures[f"{name}{suffix}"] = score.figures()
            confidences[f"simulated, {name}{suffix.replace('_', ', ')}"] = score.confidences
    return figures, confidences


def measure_sizes(frames: int) -> dict[str, Any]:
    """Return how *frames* rough tables with tiles of each size in use are read, size not told."""
    figures = {}
    for size in SIZES:
        count = Tables()
        for seed in range(frames):
            rng = np.random.default_rng(_FIRST + seed)
            camera = SimCamera(Layout(tile=size), seed=seed, conditions=rough(rng))
            scene = deal_scene(rng, with_reds=True)
            camera.show(scene, HASTY)
            reading = read_table(camera.grab().image, camera.calibration, WHOLE_SET)
            count.add(reading, scene, camera)
        figures[f"{size.width_mm:g}×{size.height_mm:g}"] = count.figures()
    return figures


def tables(name: str, frames: int, own: EnrolledSet) -> tuple[Tables, Tables]:
    """Return how *frames* tables of the set *name* are read by themselves, and by its *own* faces.

    Every table is painted once.
    """
    alone, with_set = Tables(), Tables()
    templates = template_reader.Templates.of(name)
    for seed in with_progress(f"simulated tables, {name}", range(frames)):
        rng = np.random.default_rng(_FIRST + seed)
        camera = SimCamera(seed=seed, tile_set=name, conditions=rough(rng))
        scene = deal_scene(rng, with_reds=True)
        camera.show(scene, HASTY)
        image = camera.grab().image
        alone.add(read_table(image, camera.calibration, WHOLE_SET), scene, camera)
        with_set.add(read_table(image, camera.calibration, WHOLE_SET, own=own), scene, camera)
        # The plain recogniser is told where the tiles lie: it only has to name them.
        truth = camera.truth()
        names = templates.name(cut(image, np.array([tile.box for tile in truth])))
        hits = sum(code == tile.code for (code, _), tile in zip(names, truth, strict=True))
        alone.template, with_set.template = alone.template + hits, with_set.template + hits
    return alone, with_set


def enrol_set(name: str) -> EnrolledSet:
    """Return the set *name* as its owner enrols it: every face once, by an ordinary camera."""
    codes = list(CODES[:-1])
    whole: EnrolledSet | None = None
    for start in range(0, len(codes), 4 * _SHEET):
        part = codes[start : start + 4 * _SHEET]
        rows = [tuple(part[i : i + _SHEET]) for i in range(0, 4 * _SHEET, _SHEET)]
        camera = SimCamera(seed=90 + start, tile_set=name, conditions=Conditions(noise=3.0))
        camera.show(Scene(tuple(SeatTiles(row) for row in rows)), LayingStyle(upside_down=0.0))
        truth = camera.truth()
        quads = np.array([tile.box for tile in truth])
        sheet_set = enrol(name, camera.grab().image, quads, [tile.code for tile in truth])
        whole = sheet_set if whole is None else merge_sets(whole, sheet_set)
    assert whole is not None
    return whole


def _all_tiles(reading: TableReading) -> list[TileReading]:
    """Return every tile of *reading*."""
    tiles = [*reading.indicators, *reading.hidden_indicators]
    for seat in reading.seats:
        tiles += [*seat.hand, *seat.flowers, *seat.aside]
        tiles += [tile for meld in seat.melds for tile in meld.tiles]
        tiles += [seat.winning] if seat.winning else []
    return tiles
