"""Tile tops for training: invented sets, free art from distribution packages, photographs.

Everything is kept as `Sample`: the code, a picture of the top and whether its colors
may be changed. Which way up a photographed tile lies is not always known.
"""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hw_sim.camera.solids import Material, face_on_body
from rules.tiles import CODES
from vision.training import faces, glyphs, photographs
from vision.training.ink import HEIGHT, WIDTH
from vision.training.recut import TOLD_BY_COLOR, recut

HELD_OUT_FONTS: Final = ("LXGW", "soseki", "Aoyagi")
"""The simulator's faces are lettered by these hands; training never sees them."""
_POOR_FONTS: Final = ("Ext-B", "Plus", "Symbola", "Thin", "ExtraLight", "Mono", "Sousyo")
_BRUSHED: Final = ("kai00mp", "Kai", "cwkai", "mouhitsu", "Gungseo", "KleeOne", "Yuji", "yuji")
_RUNNING: Final = ("gyosho", "LiuJian", "ZhiMang", "long-cang", "MaShan")
_KDE: Final = {
    "CHARACTER": [f"{n}m" for n in range(1, 10)],
    "ROD": [f"{n}p" for n in range(1, 10)],
    "BAMBOO": [f"{n}s" for n in range(1, 10)],
    "WIND": ["4z", "2z", "1z", "3z"],
    "DRAGON": ["5z", "6z", "7z"],
    "SEASON": ["1f", "2f", "3f", "4f"],
    "FLOWER": ["5f", "6f", "7f", "8f"],
}
"""Names in the KDE tile sets, numbered from 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """A tile's top for training."""

    code: str
    top: NDArray[np.uint8]
    """Blue-green-red; with a fourth channel where it is ink without a body."""
    upright: bool
    """Whether the picture is known to be the right way up."""


def font_banks(folders: list[Path]) -> tuple[list[glyphs.Glyphs], list[glyphs.Glyphs]]:
    """Return the letterings and the corner figures of the fonts in *folders*."""
    path_by_name = {
        path.name: path for folder in folders for path in sorted(folder.rglob("*.tt[fc]"))
    }
    left_out = (*HELD_OUT_FONTS, *_POOR_FONTS)
    paths = [
        path for name, path in path_by_name.items() if not any(bad in name for bad in left_out)
    ]
    brush = [path for path in paths if any(mark in path.name for mark in _BRUSHED)]
    running = [path for path in paths if any(mark in path.name for mark in _RUNNING)]
    cjk = [path for path in paths if "Noto" not in path.name or "CJK" in path.name]
    signs = [path for path in paths if "CJK" in path.name or "DejaVu" in path.name]
    letters = glyphs.bank([*cjk, *brush * 3, *running * 6], glyphs.CHARACTERS, glyphs.NEEDED)
    return letters, glyphs.bank(signs, glyphs.SIGNS, glyphs.SIGNS)


def sets(rng: np.random.Generator, fonts: list[Path]) -> Iterator[list[Sample]]:
    """Yield invented sets for ever, every face of each as ink."""
    letters, signs = font_banks(fonts)
    while True:
        style = faces.invent(rng, letters, signs)
        yield [Sample(code, faces.draw(code, style), upright=True) for code in CODES[:-1]]


def _fit(picture: NDArray[np.uint8], share: float) -> NDArray[np.uint8]:
    """Return the ink of *picture* (H×W×4) trimmed and centred to *share* of a face."""
    box = cv2.boundingRect((picture[:, :, 3] > 20).astype(np.uint8))
    x, y, w, h = box
    sheet = np.zeros((HEIGHT, WIDTH, 4), np.uint8)
    if w < 3 or h < 3:
        return sheet
    scale = share * min(WIDTH / w, HEIGHT / h)
    size = (max(2, round(w * scale)), max(2, round(h * scale)))
    small = cv2.resize(picture[y : y + h, x : x + w], size, interpolation=cv2.INTER_AREA)
    left, top = (WIDTH - size[0]) // 2, (HEIGHT - size[1]) // 2
    sheet[top : top + size[1], left : left + size[0]] = small
    return sheet


def packaged_art(folder: Path) -> Iterator[Sample]:
    """Yield the faces rendered from distribution packages into *folder* (model card, "Art")."""
    for path in sorted(folder.glob("tex_mahjong-??.png")):
        yield from _read_ink(path, path.stem[-2:], 0.9)
    entries = [(kind, *one) for kind, codes in _KDE.items() for one in enumerate(codes, 1)]
    for kind, place, code in entries:
        for name in ("traditional", "default"):
            yield from _read_ink(folder / f"kde_{name}_{kind}_{place}.png", code, 0.86)
    yield from _sheet(folder / "x_real.png", _REAL, (59, 79))
    yield from _sheet(folder / "gnome.png", _GNOME, (6255 / 43, 200))
    yield from _sheet(folder / "x_dorothys.png", _DOROTHY, (64, 80))


_REAL: Final = tuple(
    itertools.chain(
        (f"{n}p" for n in range(1, 10)),
        (f"{n}s" for n in range(1, 10)),
        (f"{n}m" for n in range(1, 10)),
        ("1f", "2f", "3f", "4f", "4z", "2z", "1z", "3z", ""),
        ("5f", "6f", "7f", "8f", "6z", "5z", "7z"),
    )
)
_GNOME: Final = tuple(
    itertools.chain(
        (f"{n}p" for n in range(1, 10)),
        ("4z", "3z", "2z", "1z", "7z", "6z"),
        (f"{n}m" for n in range(1, 10)),
        (f"{n}s" if n > 1 else "" for n in range(1, 10)),
    )
)
_DOROTHY: Final = tuple(
    itertools.chain(
        (f"{n}p" for n in range(1, 10)),
        ("4z", "3z", "2z", "1z", "7z", "6z"),
        (f"{n}m" for n in range(1, 10)),
        (f"{n}s" for n in range(1, 10)),
    )
)


def _read_ink(path: Path, code: str, share: float) -> Iterator[Sample]:
    """Yield the face in *path*; white outlines without color are left out."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.exists() else None
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4 or code not in CODES:
        return
    solid = picture[:, :, :3][picture[:, :, 3] > 128]
    if code != "5z" and (len(solid) < 50 or solid.mean() > 235):
        return
    yield Sample(code, _fit(np.asarray(picture, np.uint8), share), upright=True)


def _sheet(path: Path, codes: tuple[str, ...], cell: tuple[float, float]) -> Iterator[Sample]:
    sheet = cv2.imread(str(path))
    if sheet is None:
        return
    columns = int(sheet.shape[1] // cell[0])
    for place, code in enumerate(codes):
        if not code:
            continue
        x, y = cell[0] * (place % columns), cell[1] * (place // columns)
        inset = 3 if cell[0] < 60 else 9
        face = sheet[int(y) + 3 : int(y + cell[1]) - inset, int(x) + 3 : int(x + cell[0]) - inset]
        yield Sample(code, np.asarray(cv2.resize(face, (WIDTH, HEIGHT)), np.uint8), upright=True)


def read_samples(folder: Path, sets: Container[str]) -> Iterator[tuple[Sample, str]]:
    """Yield the photographed tiles of *sets* with the names of their sets."""
    for path, code, name in photographs.crops(folder):
        if name in sets:
            image = cv2.imread(str(path))
            assert image is not None
            top = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
            yield Sample(code, np.asarray(top, np.uint8), upright=True), name
    for frame in photographs.frames(folder):
        if frame.set_name in sets:
            for sample in _cut(frame):
                yield sample, frame.set_name


def _cut(frame: photographs.Photograph) -> Iterator[Sample]:
    image = cv2.imread(str(frame.path))
    assert image is not None
    to = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float32)
    for tile in frame.tiles:
        matrix = cv2.getPerspectiveTransform(tile.quad, to)
        top = cv2.warpPerspective(image, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR)
        yield Sample(tile.code, np.asarray(top, np.uint8), upright=False)


def embody(sample: Sample, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the top of *sample* as a picture; ink gets a body of a new color.

    Faces pictured with their body are few: they are often recut, as another maker's.
    """
    if sample.top.shape[2] == 3:
        return recut(sample.top, rng, recolor=sample.code not in TOLD_BY_COLOR)
    white = rng.uniform(205, 250)
    tint = rng.uniform((-30, -8, -6), (4, 4, 6))
    body = tuple(float(np.clip(white + t, 0, 255)) for t in tint)
    picture = face_on_body(sample.top, Material(face=(body[0], body[1], body[2])), 0.08)
    return picture[:, :, :3]
