"""Learning the owner's tile set from pictures of its faces, and keeping what was learned.

The command line and the operator's page both come here. A set that was learned lies in the data
directory beside the pictures of its faces; the one before it is kept until the next, so that a bad
lesson can be taken back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from kiosk.camera.survey import load_calibration
from kiosk.camera.tile_sets import FACES, FOLDER, path_of
from kiosk.errors import Refused
from vision.geometry import Layout
from vision.photo import find, in_rows
from vision.recognise import (
    EnrolledSet,
    EnrolmentError,
    are_tiles,
    detect_cards,
    enrol,
    merge_sets,
)
from vision.table import field

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from vision.recognise import Spot
    from vision.types import Image

_FACE: Final = (78, 105)
"""Width and height of a kept face's picture in pixels."""
_QUALITY: Final = 80
"""Of a face as it is shown: a page has dozens of them."""
_BEFORE: Final = ".before"


@dataclass(frozen=True, slots=True)
class Lesson:
    """Pictures and where the tiles are in them, in reading order."""

    images: Sequence[Image]
    rows: Sequence[Sequence[Spot]]

    @property
    def count(self) -> int:
        """Return how many tiles were found."""
        return sum(len(row) for row in self.rows)

    def check(self, codes: Sequence[str], names: Sequence[str] = ()) -> None:
        """Raise `EnrolmentError` unless there are as many tiles as *codes*; *names* of files."""
        if self.count == len(codes):
            return
        each = ", ".join(f"{name} {len(row)}" for name, row in zip(names, self.rows, strict=False))
        message = (
            f"{self.count} tiles found{f' ({each})' if each else ''}, {len(codes)} expected: lay "
            "out one of each kind, a little apart, nothing else in the picture"
        )
        raise EnrolmentError(message, where="photos")

    def learn(self, name: str, codes: Sequence[str]) -> EnrolledSet:
        """Return the set *name* with the faces seen, which *codes* names in order."""
        whole: EnrolledSet | None = None
        start = 0
        for image, spots in zip(self.images, self.rows, strict=True):
            if not spots:
                continue
            quads = np.stack([spot.quad() for spot in spots])
            part = enrol(name, image, quads, codes[start : start + len(spots)])
            whole = part if whole is None else merge_sets(whole, part)
            start += len(spots)
        assert whole is not None
        return whole

    def faces(self) -> Image:
        """Return the faces seen, one below the other."""
        width, height = _FACE
        to = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
        column = []
        for image, spots in zip(self.images, self.rows, strict=True):
            for spot in spots:
                turn = cv2.getPerspectiveTransform(spot.quad().astype(np.float32), to)
                column.append(cv2.warpPerspective(image, turn, _FACE))
        return np.asarray(np.vstack(column), np.uint8)


def lesson(images: Sequence[Image], codes: Sequence[str]) -> Lesson:
    """Return what lies in *images*: mahjong tiles, or cards, by the *codes* of its faces."""
    find_all = find if are_tiles(codes) else detect_cards
    return Lesson(images, [_in_order(find_all(image)) for image in images])


def _in_order(spots: list[Spot]) -> list[Spot]:
    """Return *spots* in reading order."""
    return [spots[place] for row in in_rows(spots) for place in row]


def field_of(image: Image, data_dir: Path) -> Image:
    """Return the playing field in *image*, a frame of the kiosk's camera, from straight above.

    Where the camera is not calibrated the whole frame is all there is.
    """
    calibration = load_calibration(data_dir)
    if calibration is None:
        return image
    table = calibration.table or Layout()
    return field(image, calibration, max(table.oval_mm or (table.span_mm,)))


def codes_of(kind: str) -> tuple[str, ...]:
    """Return the faces of a set of *kind* in reading order; raise `Refused` for none such."""
    if kind not in FACES:
        message = f"{kind!r}: choose from {', '.join(FACES)}"
        raise Refused("bad_setting", message, where="kind")
    return FACES[kind]


@dataclass(frozen=True, slots=True)
class TileSetStore:
    """The sets learned at one kiosk."""

    data_dir: Path

    def keep(self, tile_set: EnrolledSet, faces: Image) -> Path:
        """Store *tile_set* with its *faces*; what had its name is kept for `take_back`."""
        for path in self._files(tile_set.name):
            if path.exists():
                path.replace(_before(path))
            else:
                _before(path).unlink(missing_ok=True)
        set_path, picture = self._files(tile_set.name)
        tile_set.save(set_path)
        is_encoded, png = cv2.imencode(".png", faces)
        assert is_encoded
        picture.write_bytes(png.tobytes())
        return set_path

    def take_back(self, name: str) -> bool:
        """Undo the last lesson of *name*; return whether an older one holds again.

        Raise `EnrolmentError` where there is no such set.
        """
        set_path, _ = self._files(name)
        if not set_path.exists():
            raise EnrolmentError(f"there is no set {name!r}: learn it first", where="set")
        had_one = _before(set_path).exists()
        for path in self._files(name):
            path.unlink(missing_ok=True)
            if _before(path).exists():
                _before(path).replace(path)
        return had_one

    def check_name(self, name: str) -> None:
        """Raise `Refused` where a set cannot be called *name*."""
        path_of(self.data_dir, name)

    def names(self) -> tuple[str, ...]:
        """Return the names of all sets learned here, in alphabetical order."""
        paths = (self.data_dir / FOLDER).glob("*.npz")
        return tuple(sorted(path.stem for path in paths if not path.stem.endswith(_BEFORE)))

    def faces(self, name: str) -> tuple[str, ...]:
        """Return the codes of the set *name*, one for each face.

        Raise `EnrolmentError` where there is no such set, or it is damaged.
        """
        set_path, _ = self._files(name)
        if not set_path.exists():
            raise EnrolmentError(f"there is no set {name!r}: learn it first", where="set")
        codes = EnrolledSet.load(set_path.read_bytes(), str(set_path)).codes
        return tuple(dict.fromkeys(codes))

    def face(self, name: str, place: int) -> bytes | None:
        """Return the picture of the face at *place*, WebP; `None` where there is none."""
        _, picture = self._files(name)
        if not picture.exists():
            return None
        sheet = cv2.imread(str(picture))
        height = _FACE[1]
        if sheet is None or not 0 <= place < len(sheet) // height:
            return None
        cut = sheet[place * height : (place + 1) * height]
        is_encoded, webp = cv2.imencode(".webp", cut, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])
        assert is_encoded
        return webp.tobytes()

    def _files(self, name: str) -> tuple[Path, Path]:
        """Return the files of the set *name*: what was learned, and its faces."""
        set_path = path_of(self.data_dir, name)
        return set_path, set_path.with_suffix(".png")


def _before(path: Path) -> Path:
    """Return where what *path* held before is kept."""
    return path.with_name(f"{path.stem}{_BEFORE}{path.suffix}")
