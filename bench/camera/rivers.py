"""Simulated tables as they lie at the end of a hand: W8, with discards, walls and sticks.

The same hands, played by rule, are read with and without what play left on the table.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from bench.camera.progress import with_progress
from bench.camera.scores import share
from bench.camera.tables import SIZES
from hw_sim.camera import HASTY, Scene, SimCamera, rough
from hw_sim.camera.record_part import record_part
from hw_sim.camera.scene import lying
from hw_sim.players import HandSpec
from hw_sim.players.by_rule import deal
from vision.geometry import Layout, TileSize
from vision.table import read_table
from vision.types import REVIEW_THRESHOLD, TableReading, TileReading

GAMES: Final = ("riichi", "wuhan", "singapore", "taiwan", "jinan", "ningbo", "riichi-3p")
"""Discards in rows, some sideways, and thrown; with tiles set aside, flowers, animals."""
_FIRST: Final = 7000


@dataclass
class Ends:
    """Counts over tables at the end of a hand."""

    seats: int = 0
    exact: int = 0
    tables: int = 0
    middles: int = 0
    """Tables whose indicators are right."""
    discards: int = 0
    discards_right: int = 0
    rivers: int = 0
    rivers_in_order: int = 0
    sideways: int = 0
    sideways_right: int = 0
    walls: int = 0
    walls_right: int = 0
    sticks_right: int = 0
    sure_and_wrong: int = 0
    problems: Counter[str] = field(default_factory=Counter)
    misread: list[str] = field(default_factory=list)

    def add(self, reading: TableReading, scene: Scene) -> None:
        """Count one table."""
        part, true = record_part(reading), scene.record_part()
        self.tables += 1
        self.middles += part["deal"] == true["deal"]
        self.problems.update(reading.problems)
        for seat_reading, true_seat in zip(part["seats"], true["seats"], strict=True):
            self.seats += 1
            self.exact += seat_reading == true_seat
        self._rivers(reading, scene)
        for seat, true_seat in enumerate(scene.seats):
            self.walls += 1
            self.walls_right += reading.walls[seat] == sum(high > 0 for high in true_seat.wall)
            self.sticks_right += reading.sticks[seat] == true_seat.has_stick + len(true_seat.sticks)

    def _rivers(self, reading: TableReading, scene: Scene) -> None:
        """Count the discards: one by one where they lie in rows, else which of them are there."""
        true = [lying(seat.river) for seat in scene.seats]
        if scene.in_disorder:
            codes = Counter(one.code for river in true for one in river)
            # Where they were too many to lie apart, they have been pushed into rows, anybody's.
            rows = (reading.thrown, *(seat.river for seat in reading.seats))
            read = Counter(one.code for tiles in rows for one in tiles)
            self.discards += codes.total()
            self.discards_right += (codes & read).total()
            self.misread += [f"{code} thrown" for code in ((codes - read) + (read - codes))]
            return
        for discards, seat_reading in zip(true, reading.seats, strict=True):
            self._river([(one.code, one.sideways) for one in discards], seat_reading.river)

    def _river(self, discards: list[tuple[str, bool]], read: tuple[TileReading, ...]) -> None:
        """Count one river whose discards lie in rows."""
        reading = [(one.code, one.sideways) for one in read]
        self.rivers += bool(discards)
        self.rivers_in_order += bool(discards) and discards == reading
        self.discards += len(discards)
        if len(discards) == len(reading):
            right = [code == other for (code, _), (other, _) in zip(discards, reading, strict=True)]
            self.discards_right += sum(right)
            self.sure_and_wrong += sum(
                not is_right and one.confidence >= REVIEW_THRESHOLD
                for is_right, one in zip(right, read, strict=True)
            )
        else:
            codes, others = (Counter(code for code, _ in some) for some in (discards, reading))
            self.discards_right += (codes & others).total()
        self.sideways += sum(across for _, across in discards)
        self.sideways_right += sum(
            one == other for one, other in zip(discards, reading, strict=False) if one[1]
        )
        if discards != reading:
            self.misread.append(f"{discards} read as {reading}")

    def figures(self) -> dict[str, Any]:
        """Return how much was right, with intervals."""
        return {
            "exact_seats": share(self.exact, self.seats),
            "indicators": share(self.middles, self.tables),
            "discards": share(self.discards_right, self.discards),
            "rivers_in_order": share(self.rivers_in_order, self.rivers),
            "sideways": share(self.sideways_right, self.sideways),
            "walls": share(self.walls_right, self.walls),
            "sticks": share(self.sticks_right, self.walls),
            "wrong_and_sure": self.sure_and_wrong,
            "problems": dict(self.problems),
        }


def measure_ends(frames: int) -> dict[str, Any]:
    """Return how *frames* tables of each tile size are read, in good light and in any."""
    figures: dict[str, Any] = {}
    places = [(light, size) for light in ("good", "rough") for size in SIZES]
    for number, (light, size) in enumerate(with_progress("ends of hands", places)):
        counts = {"without": Ends(), "with": Ends()}
        for frame in range(frames):
            one_end(number * frames + frame, size, counts, is_rough=light == "rough")
        for kind, count in counts.items():
            figures[f"{light} {size.width_mm:g}×{size.height_mm:g} {kind}"] = count.figures()
    return figures


def one_end(seed: int, size: TileSize, counts: dict[str, Ends], *, is_rough: bool) -> None:
    """Count one table, `without` what play left on it and `with` it, in *counts*."""
    chance = random.Random(_FIRST + seed)  # noqa: S311 -- tiles, not secrets
    hand = deal(GAMES[seed % len(GAMES)], None, chance, HandSpec()).to_the_end()
    record, game = hand.record(), hand.course.at.game
    plain = Scene.from_record(record, game.hand_size)
    for kind, scene in (("without", plain), ("with", hand.scene(record))):
        if kind not in counts:
            continue
        rng = np.random.default_rng(_FIRST + seed)
        camera = SimCamera(
            Layout(seats=len(scene.seats), tile=size),
            seed=seed,
            tile_set="garden" if seed % 2 else "plain",
            conditions=rough(rng) if is_rough else None,
        )
        camera.show(scene, HASTY if is_rough else None)
        tiles = game.tiles_for(game.defaults)
        layout = Layout(seats=len(scene.seats))
        counts[kind].add(read_table(camera.grab().image, camera.calibration, tiles, layout), scene)
