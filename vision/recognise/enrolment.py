"""The owner's own tile set, learned from one picture of each face.

The classifier's features of every face are kept, both ways up. A face seen later is compared with
them, and what the comparison says is joined with what the network says by itself: for faces that
it knows. Cards and dominoes, which it does not know, are told by the comparison alone.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import CODES, COPIES, FLOWERS, KIND, TILES
from vision.errors import VisionError
from vision.recognise.crops import cut
from vision.recognise.networks import (
    BACK_CLASS,
    CLASSES,
    FEATURES,
    Floats32,
    in_white_light,
    mark_of_features,
    scores,
    white_of,
)
from vision.types import BACK, Image

WHOLE_SET: Final = (
    dict.fromkeys(CODES[:FLOWERS], COPIES)
    | dict.fromkeys(CODES[FLOWERS : TILES[BACK]], 1)
    | {"0p": 2}
)
"""How many of each code a picture may show, and an owner's set has, where nobody says so."""

KITS: Final = ("hanafuda", "dominoes")
"""Sets that come enrolled, from our own drawings; an owner's own deck is read better once it is."""

_BLUR_PX: Final = 2.0
"""How far each face is blurred besides, of the 64 pixels of a crop: of 3,195 faces on 50 rough
tables 13 are misread without, 4 surely; with it one, not surely."""


class EnrolmentError(VisionError):
    """A picture that does not show one of each kind, or a stored set that is damaged."""

    code = "not_enrolled"


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledSet:
    """One set's faces as the classifier sees them."""

    name: str
    codes: tuple[str, ...]
    """The code of each example; a code may have several."""
    features: Floats32
    """Examples × features, centred on *middle* and of length 1."""
    middle: Floats32
    """The mean of all faces: what they share says nothing about which one it is."""
    copies: Mapping[str, int]
    """How many of each code the set has."""

    def __post_init__(self) -> None:
        if self.features.shape != (len(self.codes), len(self.middle)):
            raise ValueError(f"{len(self.codes)} codes for features {self.features.shape}")
        if not self.codes:
            raise ValueError("a set without faces")

    @property
    def is_mahjong(self) -> bool:
        """Return whether the classifier knows all its faces."""
        return are_tiles(self.codes)

    @property
    def distinct_codes(self) -> tuple[str, ...]:
        """Return the codes, each once, in the order in which they were learned."""
        return tuple(dict.fromkeys(self.codes))

    def likeness(self, outputs: Floats32) -> Floats32:
        """Return how like its faces of each class those are that have these *outputs*: N×classes.

        At most 1; −1 where it has none of a class. A red five is as like its kind as the plain one.
        Cards and dominoes have a class for each code. Faces are compared both ways up, since both
        are kept.
        """
        if self.is_mahjong:
            labels = [BACK_CLASS if code == BACK else KIND[TILES[code]] for code in self.codes]
            classes = CLASSES
        else:
            labels = [self.distinct_codes.index(code) for code in self.codes]
            classes = len(self.distinct_codes)
        return likest(unit(outputs[:, FEATURES] - self.middle), self.features, labels, classes)

    def save(self, path: Path) -> None:
        """Write the set to *path*."""
        facts = {"name": self.name, "copies": dict(self.copies)}
        about = json.dumps(facts | {"weights": mark_of_features()})
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer,
            about=np.array(about),
            codes=np.array(self.codes),
            features=self.features.astype(np.float16),
            middle=self.middle.astype(np.float16),
        )
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(buffer.getvalue())

    @classmethod
    def load(cls, content: bytes, where: str = "") -> EnrolledSet:
        """Return the set that `save` wrote; raise `EnrolmentError` where it is damaged."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as archive:
                about = json.loads(str(archive["about"]))
                if about["weights"] != mark_of_features():
                    message = "this set was learned by an older recogniser: enrol it again"
                    raise EnrolmentError(message, where=where)
                return cls(
                    str(about["name"]),
                    tuple(str(code) for code in archive["codes"]),
                    archive["features"].astype(np.float32),
                    archive["middle"].astype(np.float32),
                    {str(code): int(count) for code, count in about["copies"].items()},
                )
        except (OSError, ValueError, TypeError, KeyError, EOFError, AttributeError) as error:
            message = "the stored tile set is damaged: enrol it again"
            raise EnrolmentError(message, where=where) from error


def unit(features: Floats32) -> Floats32:
    """Return *features*, N×features, each of length 1."""
    length = np.linalg.norm(features, axis=1, keepdims=True)
    return np.asarray(features / np.maximum(length, 1e-6), np.float32)


def likest(
    features: Floats32, examples: Floats32, labels: Sequence[int], classes: int = CLASSES
) -> Floats32:
    """Return how like *features* are to the likest of *examples* of each class: N×*classes*.

    *labels* are the classes of the examples; a class without any gives −1.
    """
    likeness = np.full((classes, len(features)), -1.0, np.float32)
    np.maximum.at(likeness, labels, examples @ features.T)
    return likeness.T


def are_tiles(codes: Sequence[str]) -> bool:
    """Return whether *codes* are all of mahjong tiles, which the networks know."""
    return all(code in TILES for code in codes)


def enrol(
    name: str,
    image: Image,
    quads: NDArray[np.float64],
    codes: Sequence[str],
    copies: Mapping[str, int] | None = None,
) -> EnrolledSet:
    """Return the set whose faces have the corners *quads*, N×4×2 pixels of *image*.

    *codes* names them in the same order.
    """
    crops = cut(image, quads)
    if are_tiles(codes):  # cards and dominoes need not be white
        crops = in_white_light(crops, white_of(crops))
    # As small tiles are seen, or any on a bad evening.
    blurred_crops = np.stack([cv2.GaussianBlur(crop, (0, 0), _BLUR_PX) for crop in crops])
    examples = [
        (code, feature)
        for batch in (crops, blurred_crops)
        for way in (batch, batch[:, ::-1, ::-1])
        for code, feature in zip(codes, scores(way)[:, FEATURES], strict=True)
    ]
    return assemble(name, examples, copies or {})


def assemble(
    name: str, examples: Sequence[tuple[str, Floats32]], copies: Mapping[str, int]
) -> EnrolledSet:
    """Return the set with *examples*, each a code with its features."""
    features = np.stack([feature for _, feature in examples])
    middle = features.mean(axis=0)
    codes = tuple(code for code, _ in examples)
    all_copies = {code: copies.get(code, WHOLE_SET.get(code, 1)) for code in codes}
    return EnrolledSet(name, codes, unit(features - middle), middle, all_copies)


def merge_sets(one: EnrolledSet, other: EnrolledSet) -> EnrolledSet:
    """Return *one* with the faces of *other*, which was learned from another picture."""
    examples = [
        (code, feature + half.middle)
        for half in (one, other)
        for code, feature in zip(half.codes, half.features, strict=True)
    ]
    return assemble(one.name, examples, {**one.copies, **other.copies})


@lru_cache(maxsize=len(KITS))
def kit(name: str) -> EnrolledSet:
    """Return the set that comes enrolled under *name*, one of `KITS`."""
    if name not in KITS:
        raise ValueError(f"{name!r} is no kit: choose from {', '.join(KITS)}")
    content = (resources.files("vision.models") / f"{name}.bin").read_bytes()
    return EnrolledSet.load(content, name)
