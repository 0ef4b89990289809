"""The simulated camera above the table: a `vision.camera.Camera` that knows the truth.

`SimCamera.show` lays a scene on the table, `grab` takes a picture of it. Everything is
settled by the seed: the same seed and the same calls give the same pixels.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera import art
from hw_sim.camera import cards as laid_cards
from hw_sim.camera.laying import lay_out
from hw_sim.camera.painting import Cloth, DieOnFelt, empty_table, paint_on, stick_top
from hw_sim.camera.placing import LayingStyle, PlacedStick, PlacedTile
from hw_sim.camera.rivers import sticks
from hw_sim.camera.scene import BACK, Scene
from hw_sim.camera.solids import (
    Light,
    Material,
    Solid,
    View,
    back_top,
    face_on_body,
    look,
    paint,
    shadows,
)
from vision.calibration import Calibration, Lens, through
from vision.camera import Frame
from vision.errors import NoFrameError
from vision.geometry import STICK_MM, Layout
from vision.types import Box, Image

FULL_HD: Final = (1920, 1080)
UHD: Final = (3840, 2160)

_HEIGHT_MM: Final = 1500.0
_NEAR_MM: Final = 200.0
_COARSE: Final = 8
_SEEN_MM: Final = 985.0
"""How much of the table's plane the picture's height shows; above a larger table it hangs higher,
so that as much is seen around the field."""
_AROUND_MM: Final = 145.0


_BACKS: Final = ((36.0, 142.0, 226.0), (150.0, 60.0, 110.0))
"""Blue, green, red of the backs of two sets that nobody takes for each other: amber and violet."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the picture is taken; the defaults are an ordinary evening."""

    tilt_mm: float = 110.0
    """How far the camera hangs from above the centre, towards seat 0."""
    roll: float = 0.012
    kelvin: float = 4600.0
    noise: float = 2.2
    """Standard deviation of the sensor's noise, of 255."""
    blur_px: float = 0.5
    exposure: float = 0.95
    size: tuple[int, int] = FULL_HD
    """Width and height of the picture in pixels."""
    cloth: Cloth = field(default_factory=Cloth)
    material: Material = field(default_factory=Material)
    light: Light = field(default_factory=Light)
    bend: float = 0.0
    """How much the lens bends straight lines (`Lens.bend`): -0.2 is a cheap webcam."""
    sleeve_mm: float | None = None
    """How far somebody's hand reaches into the playing field; `None` where nobody's does."""


def rough(rng: np.random.Generator, size: tuple[int, int] = FULL_HD) -> Conditions:
    """Return the conditions of some real table: any light, lens, cloth and noise."""
    cloths = ((88.0, 118.0, 34.0), (118.0, 74.0, 30.0), (46.0, 34.0, 92.0), (62.0, 60.0, 58.0))
    color = np.array(cloths[int(rng.integers(len(cloths)))]) * rng.uniform(0.8, 1.15)
    # Nobody buys tiles whose backs have the color of the cloth.
    back = ((36.0, 142.0, 226.0), (20.0, 160.0, 240.0), (60.0, 170.0, 220.0), (150.0, 60.0, 110.0))
    return Conditions(
        tilt_mm=float(rng.uniform(0, 240)),
        roll=float(rng.normal(0, 0.02)),
        kelvin=float(rng.uniform(2700, 6500)),
        noise=float(rng.uniform(1.5, 6)),
        blur_px=float(rng.uniform(0.3, 0.9)),
        exposure=float(rng.uniform(0.65, 1.1)),
        size=size,
        cloth=Cloth(felt=(float(color[0]), float(color[1]), float(color[2]))),
        material=Material(back=back[int(rng.integers(len(back)))]),
        light=Light((float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1))), 0.5, 7.0),
        bend=float(rng.uniform(-0.18, 0.02)),
        sleeve_mm=float(rng.uniform(-30, 15)) if rng.random() < 0.5 else None,
    )


@dataclass(frozen=True, slots=True)
class TrueTile:
    """What really lies somewhere in the picture."""

    code: str
    box: Box
    """Corners of the face in pixels: top left, top right, bottom right, bottom left of the
    face upright."""
    area: str = "seat"
    """`river`, `wall`, `middle`, or `seat` for all else."""
    seat: int = 0


class SimCamera:
    """A camera whose pictures are painted from a `Scene`."""

    def __init__(
        self,
        layout: Layout | None = None,
        *,
        seed: int = 0,
        tile_set: str = "plain",
        conditions: Conditions | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.layout = layout or Layout()
        self.conditions = conditions or Conditions()
        self._rng = np.random.default_rng(seed)
        self._clock = clock
        self._size = size = self.conditions.size
        self._finer = 2 if size[1] <= 1200 else 1
        self._material = self.conditions.material
        self._tops = _tops(tile_set, self._material)
        further = (self.layout.span_mm + _AROUND_MM) / _SEEN_MM
        self._view = _view(size, 1, self.conditions, further)
        self._fine = _view(size, self._finer, self.conditions, further)
        self._empty = empty_table(self._fine, self.layout, self.conditions.cloth, self._rng)
        self._lens = _lens(size, self.conditions)
        self._bent = None if self._lens is None else _bending(self._lens, size, self._finer)
        self._tile_set = tile_set
        self._others: dict[int, SimCamera] = {}
        self._tiles: tuple[PlacedTile, ...] = ()
        self._sticks: tuple[PlacedStick, ...] = ()
        self._dice: tuple[DieOnFelt, ...] = ()
        self._covered = False
        self._painted: Image | None = None
        """What lies there, without the sensor's noise; nothing where it was changed since."""
        self._lock = threading.Lock()
        """While somebody paints what lies there, nobody lays anything else."""

    @property
    def calibration(self) -> Calibration:
        """Where the table lies in this camera's pictures, exactly."""
        plane = self._view.plane(self.layout.tile.depth_mm)
        return Calibration(plane, self._size, self._lens)

    @property
    def focal_px(self) -> float:
        """Focal length of the lens in pixels, for `vision.calibration.measure.calibrate`."""
        return _focal(self._size)

    def floor_pixels(self, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points on the cloth, N×2 in the table frame, are in the picture, N×2."""
        pixels = through(self._view.plane(0.0), points_mm)
        return pixels if self._lens is None else self._lens.distort(pixels)

    def above(self, seats: int) -> SimCamera:
        """Return the camera above the table for *seats*: another where it is a larger one."""
        layout = Layout(seats=seats)
        if layout.out_mm == self.layout.out_mm:
            return self
        if seats not in self._others:
            conditions = replace(self.conditions, size=UHD)
            self._others[seats] = SimCamera(layout, tile_set=self._tile_set, conditions=conditions)
        return self._others[seats]

    def play_with(self, which: int) -> None:
        """Let the tiles on the table be of set 0 or 1, whose backs have another colour."""
        own = self.conditions.material.back
        other = _BACKS[own[0] < own[2]]  # an amber one lies beside a violet one
        self._material = replace(self.conditions.material, back=other if which else own)
        with self._lock:
            self._tops[BACK] = _back(self._tops, self._material)
            self._painted = None

    def show(self, scene: Scene, style: LayingStyle | None = None) -> None:
        """Lay *scene* on the table in place of what lay there, each of its seats at a side.

        Raise `ValueError` where the camera's table has no place for that number of seats.
        """
        layout = replace(self.layout, seats=len(scene.seats))
        if layout.out_mm != self.layout.out_mm:
            raise ValueError(f"{layout.seats} seats at a table for {self.layout.seats}")
        self._lie(lay_out(scene, layout, self._rng, style), sticks(scene, layout))

    def spread(self, codes: Sequence[str], columns: int, apart: float = 1.35) -> None:
        """Lay *codes* out in rows of *columns* on the near half, *apart* in their sizes."""
        tile = self.layout.tile
        rows = -(-len(codes) // columns)
        tiles = []
        for number, code in enumerate(codes):
            u = (number % columns - (columns - 1) / 2) * tile.width_mm * apart
            v = _NEAR_MM + (number // columns - (rows - 1) / 2) * tile.height_mm * apart
            off = self._rng.normal(0, 0.8, 2)
            turn = float(self._rng.normal(0, 0.02))
            tiles.append(PlacedTile(code, (u + float(off[0]), v + float(off[1])), turn))
        self._lie(tiles)

    def lay(self, piles: Sequence[Sequence[str]], middle: Sequence[str]) -> None:
        """Lay cards on the table in place of what lay there: a pile for each seat, and the rest."""
        layout = replace(self.layout, seats=len(piles))
        self._lie(laid_cards.lay(piles, middle, layout, self._rng))

    def lay_trick(self, trick: Sequence[Sequence[str]], piles: Sequence[int]) -> None:
        """Lay the last trick on the table, a row for each seat, and the number of *piles* of each.

        Piles are four tiles high and face down.
        """
        layout = replace(self.layout, seats=len(piles))
        self._lie(laid_cards.lay_trick(trick, piles, layout, self._rng))

    def roll(self, dice: Sequence[DieOnFelt]) -> None:
        """Let *dice* lie in the middle of the table."""
        with self._lock:
            if tuple(dice) != self._dice:
                self._dice, self._painted = tuple(dice), None

    def clear(self) -> None:
        """Take everything off the table."""
        self.roll(())
        self._lie(())
        self._others.clear()

    def cover(self, is_covered: bool) -> None:
        """Put the lens cap on, or take it off: a covered camera gives no picture."""
        self._covered = is_covered

    def truth(self) -> tuple[TrueTile, ...]:
        """Return every tile on the table, where it is in the picture and what it is there for."""
        return tuple(
            TrueTile(tile.code, self._box(tile), tile.area, tile.seat) for tile in self._tiles
        )

    def grab(self) -> Frame:
        """Return a picture; raise `NoFrameError` while the lens is covered."""
        if self._covered:
            message = "the camera gives no picture: take its cap off and check its cable"
            raise NoFrameError(message, where="camera")
        with self._lock:
            if self._painted is None:
                self._painted = self._paint()
            canvas = self._painted
        return Frame(self._capture(canvas), self._clock())

    def _lie(self, tiles: Iterable[PlacedTile], placed_sticks: Iterable[PlacedStick] = ()) -> None:
        """Let *tiles* and *placed_sticks* lie on the table in place of what lay there."""
        with self._lock:
            self._tiles, self._sticks, self._painted = tuple(tiles), tuple(placed_sticks), None

    def _paint(self) -> Image:
        """Return what lies on the table as the lens throws it, at the picture's size."""
        solids = [self._solid(tile) for tile in self._tiles]
        solids += [_stick(stick) for stick in self._sticks]
        canvas = self._empty.copy()
        if solids:
            shade = shadows(self._fine, solids, self._light())
            canvas = np.asarray(cv2.multiply(canvas, cv2.merge([shade] * 3), dtype=cv2.CV_8U))
        paint(canvas, self._fine, solids, self._material)
        paint_on(canvas, self._fine, self._dice)
        if self.conditions.sleeve_mm is not None:
            _reach_in(canvas, self._fine, self.layout, self.conditions.sleeve_mm)
        if self._bent is not None:
            edge = cv2.BORDER_REPLICATE
            x, y = cv2.split(self._bent)
            bent = cv2.remap(canvas, x, y, cv2.INTER_LINEAR, borderMode=edge)
            canvas = np.asarray(bent, np.uint8)
        if self._finer > 1:
            canvas = np.asarray(cv2.resize(canvas, self._size, interpolation=cv2.INTER_AREA))
        return canvas

    def _light(self) -> Light:
        light = self.conditions.light
        return Light(
            light.slant, light.shadow, light.softness_px * self._finer * self._size[1] / 1080
        )

    def _solid(self, tile: PlacedTile) -> Solid:
        size = self.layout.tile
        solid_size = (size.width_mm, size.height_mm, size.depth_mm)
        shade = float(np.clip(self._rng.normal(1.0, 0.015), 0.9, 1.05))
        top = self._tops[tile.code]
        face_up = tile.code != BACK
        solid = Solid(tile.center_mm, tile.turn, solid_size, top, face_up=face_up, shade=shade)
        return replace(solid, tilt_mm=tile.tilt_mm, base_mm=tile.on_mm)

    def _box(self, tile: PlacedTile) -> Box:
        solid = self._solid_at(tile)
        corners = self._view.project(solid.corners(solid.top_mm))
        corners = corners if self._lens is None else self._lens.distort(corners)
        a, b, c, d = ((float(x), float(y)) for x, y in corners)
        return (a, b, c, d)

    def _solid_at(self, tile: PlacedTile) -> Solid:
        size = self.layout.tile
        solid_size = (size.width_mm, size.height_mm, size.depth_mm)
        solid = Solid(tile.center_mm, tile.turn, solid_size, self._tops[tile.code])
        return replace(solid, tilt_mm=tile.tilt_mm, base_mm=tile.on_mm)

    def _capture(self, canvas: Image) -> Image:
        """Return *canvas* as the sensor gives it: blurred, lit, noisy."""
        conditions = self.conditions
        if conditions.blur_px > 0:
            canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), conditions.blur_px))
        gain = _white_balance(conditions.kelvin) * conditions.exposure
        lit = canvas.astype(np.float32) * (gain * _vignette(self._size)[:, :, None])
        if conditions.noise > 0:
            lit += self._rng.standard_normal(lit.shape, np.float32) * np.float32(conditions.noise)
        return np.clip(lit, 0, 255).astype(np.uint8)


def _stick(stick: PlacedStick) -> Solid:
    return Solid(stick.center_mm, stick.turn, STICK_MM, stick_top(stick.points))


def _focal(size: tuple[int, int]) -> float:
    return _HEIGHT_MM * size[1] / _SEEN_MM


def _lens(size: tuple[int, int], conditions: Conditions) -> Lens | None:
    if not conditions.bend:
        return None
    return Lens(_focal(size), (size[0] / 2, size[1] / 2), (conditions.bend, 0.0))


def _bending(lens: Lens, size: tuple[int, int], finer: int) -> NDArray[np.float32]:
    """Return where each pixel of the picture, *finer* times as fine, comes from, H×W×2.

    The bend is smooth: it is worked out for every eighth pixel and drawn through.
    """
    wide, tall = size[0] * finer, size[1] * finer
    x, y = np.meshgrid(np.arange(wide // _COARSE), np.arange(tall // _COARSE))
    centers = np.stack([x.ravel(), y.ravel()], axis=1).astype(float) + 0.5
    pixels = np.asarray(centers * (_COARSE / finer), float)
    source = (lens.undistort(pixels) * finer - 0.5).reshape(*x.shape, 2).astype(np.float32)
    return np.asarray(cv2.resize(source, (wide, tall), interpolation=cv2.INTER_LINEAR), np.float32)


def _reach_in(canvas: Image, view: View, layout: Layout, reach_mm: float) -> None:
    """Paint an arm that comes in over the rim before seat 0, *reach_mm* into the field."""
    edge = layout.span_mm / 2
    tip = np.array([-150.0, edge - reach_mm, 40.0])
    elbow = tip + np.array([-120.0, 320.0, 0.0])
    width = np.array([42.0, 14.0, 0.0])
    arm = view.project(
        np.array([elbow - width, tip - width * 0.8, tip + width * 0.8, elbow + width])
    )
    cv2.fillConvexPoly(canvas, np.round(arm).astype(np.int32), (92, 58, 46), cv2.LINE_AA)
    hand = view.project(tip + np.array([[0.0, 34.0, 0.0], [38.0, 34.0, 0.0]]))
    at = (round(float(hand[0][0])), round(float(hand[0][1])))
    radius = round(float(np.hypot(*(hand[1] - hand[0]))))
    cv2.circle(canvas, at, radius, (120, 150, 205), -1, cv2.LINE_AA)


def _view(size: tuple[int, int], finer: int, conditions: Conditions, further: float) -> View:
    large = (size[0] * finer, size[1] * finer)
    place = (0.0, conditions.tilt_mm * further, _HEIGHT_MM * further)
    return look(large, _focal(large), place, conditions.roll)


def _tops(tile_set: str, material: Material) -> dict[str, NDArray[np.uint8]]:
    tops = {code: face_on_body(ink, material) for code, ink in art.faces(tile_set).items()}
    tops[BACK] = _back(tops, material)
    return tops


def _back(tops: dict[str, NDArray[np.uint8]], material: Material) -> NDArray[np.uint8]:
    any_top = next(iter(tops.values()))
    return back_top((any_top.shape[1], any_top.shape[0]), material)


def _white_balance(kelvin: float) -> NDArray[np.float32]:
    """Return gains of blue, green, red under light of *kelvin*, 1 at 5,000 K."""
    warm = float(np.clip((5000.0 - kelvin) / 5000.0, -0.4, 0.5))
    return np.array([1 - 0.6 * warm, 1 - 0.08 * abs(warm), 1 + 0.28 * warm], np.float32)


def _vignette(size: tuple[int, int]) -> NDArray[np.float32]:
    x = np.linspace(-1, 1, size[0], dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, size[1], dtype=np.float32)[:, None] * (size[1] / size[0])
    return np.asarray(1.0 - 0.16 * (x * x + y * y), np.float32)
