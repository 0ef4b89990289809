"""What is on the tiles: probabilities of every code for each crop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.tiles import CODES, FLOWERS, RED_FIVES
from vision.recognise.networks import (
    BACK_CLASS,
    CLASSES,
    CROP_SIDE,
    NO_TILE,
    Floats32,
    scores,
    temperature,
)
from vision.types import BACK, Box, Image, TileReading

_FIVES: Final = {"0m": 4, "0p": 13, "0s": 22}
"""The place of the ordinary five, among the kinds, of each red one."""
_CLEAR: Final = 0.985
"""A face this sure at first sight needs no second look upside down."""


class _Own:
    """How an enrolled set is compared: `docs/vision-notes.md`, "What stayed"."""

    LIKE: Final = 0.04
    """By so much more alike, and a face is 2.7 times as likely."""
    OWN: Final = (0.2, 0.95)
    """How much the owner's faces weigh against what the network says by itself, 0 to 1: where none
    is as like as the first of `_Own.SAME`, seen from elsewhere than it was learned; and from the
    second on."""
    SAME: Final = (0.6, 0.85)
    STRANGE: Final = 0.2
    """Less like every face of the set than this, and it is none of them."""
    UNLIKE: Final = 0.05
    """What looks otherwise than the clear faces of a kind is of that kind this much as likely, no
    less: what is half covered is like none, and would be whatever no clear face shows. Of 6,027
    discards at 150 ends of hands two more are read than uncompared; with 0 it were two less."""


@dataclass(frozen=True, slots=True)
class Face:
    """One tile's face: how likely each code is."""

    codes: Mapping[str, float]
    """Probability of every code of `rules.tiles.CODES`; with `no_tile` they sum to 1."""
    no_tile: float
    upside_down: float
    """Probability that the crop's upper edge is the face's lower one."""

    @property
    def code(self) -> str:
        """Return the likeliest code."""
        return max(self.codes, key=self.codes.__getitem__)

    @property
    def best(self) -> float:
        """Return the probability of the likeliest code."""
        return max(self.codes.values())

    def ranked(self) -> list[tuple[str, float]]:
        """Return the codes with their probabilities, most likely first."""
        return sorted(self.codes.items(), key=lambda entry: -entry[1])


def cut(image: Image, quads: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Return the crops, N×64×64×3, of the tiles with corners *quads*, N×4×2 pixels.

    A picture whose tiles are larger is shrunk first, so that strokes do not alias.
    """
    if not len(quads):
        return np.zeros((0, CROP_SIDE, CROP_SIDE, 3), np.uint8)
    factor = CROP_SIDE / float(np.median(np.hypot(*(quads[:, 1] - quads[:, 0]).T)))
    if factor < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8
        )
        quads = quads * factor
    return np.stack([squared(image, quad - 0.5, CROP_SIDE) for quad in quads])


def squared(image: Image, quad: NDArray[Any], side: int, flags: int = cv2.INTER_LINEAR) -> Image:
    """Return what *image* has between the corners *quad*, 4×2, as a square of *side* pixels."""
    to = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * side - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), to)
    edge, size = cv2.BORDER_REPLICATE, (side, side)
    return np.asarray(cv2.warpPerspective(image, matrix, size, flags=flags, borderMode=edge))


class OwnFaces(Protocol):
    """A set's faces, against which those seen are compared (`vision.recognise.enrolled`)."""

    @property
    def codes(self) -> Sequence[str]:
        """Return the codes of the faces learned."""
        ...

    @property
    def is_mahjong(self) -> bool:
        """Return whether the classifier knows all its faces."""
        ...

    def likeness(self, features: Floats32) -> tuple[tuple[str, ...], Floats32]:
        """Return the codes and how like them *features* are, N×codes, at most 1."""
        ...

    def kinds(self, features: Floats32) -> Floats32:
        """Return how like each class *features* are, N×classes; −1 unknown."""
        ...


def classify(crops: NDArray[np.uint8], own: OwnFaces | None = None) -> list[Face]:
    """Return what is on *crops*, N×64×64×3; those not clear at once are judged both ways up.

    With the faces of one's *own* set they are told by those, too.
    """
    return with_second_look(crops, first_look(crops), own)


def first_look(crops: NDArray[np.uint8]) -> Floats32:
    """Return the network's outputs for *crops* as they are: scores, then features."""
    return scores(crops)


def from_first_look(outputs: Floats32) -> list[Face]:
    """Return what one look says by its *outputs*: enough to tell a tile from what is none."""
    return _name_faces(outputs, _turned(outputs), None)


def with_second_look(
    crops: NDArray[np.uint8],
    outputs: Floats32,
    own: OwnFaces | None = None,
    *,
    are_alike: bool = False,
) -> list[Face]:
    """Return what is on *crops*, of which a first look gave *outputs*; unclear ones get a second.

    So do those that look like another face of one's *own* set. Where they *are_alike*, of one set
    and seen from one side, unclear ones are compared with clear ones.
    """
    turned = _turned(outputs)
    if own is not None and not own.is_mahjong:
        return _name_faces(outputs, turned, own)
    is_unclear = ~clear(outputs)
    like = own_likeness(outputs, own)
    if like is not None:
        is_unclear |= like.argmax(axis=1) != outputs[:, :CLASSES].argmax(axis=1)
    unclear = np.flatnonzero(is_unclear)
    turned[unclear] = scores(crops[unclear][:, ::-1, ::-1])
    return _name_faces(outputs, turned, own, are_alike=are_alike)


def own_likeness(outputs: Floats32, own: OwnFaces | None) -> Floats32 | None:
    """Return how like each class of one's *own* mahjong set faces are, by the network's *outputs*.

    N×classes, −1 unknown; `None` without such a set.
    """
    if own is None or not own.is_mahjong:
        return None
    return own.kinds(outputs[:, CLASSES + 2 :])


def clear(outputs: Floats32) -> NDArray[np.bool_]:
    """Return which faces are so clear by the *outputs* of one look that none more is needed."""
    return np.asarray(_probabilities(outputs, outputs).max(axis=1) >= _CLEAR)


def _turned(outputs: Floats32) -> Floats32:
    """Return the scores that the same faces would have upside down, as far as *outputs* tell."""
    turned = outputs.copy()
    turned[:, CLASSES + 1] *= -1
    return turned


def _name_faces(
    upright: Floats32, turned: Floats32, own: OwnFaces | None, *, are_alike: bool = False
) -> list[Face]:
    if own is not None and not own.is_mahjong:
        return _foreign(upright[:, CLASSES + 2 :], own)
    kinds = _probabilities(upright, turned)
    if own is not None:
        both = (own.kinds(outputs[:, CLASSES + 2 :]) for outputs in (upright, turned))
        kinds = _compared(kinds, np.mean(list(both), axis=0))
    elif are_alike:
        kinds = compare_with_clear(kinds, upright, turned)
    extra, extra_turned = (outputs[:, CLASSES:].astype(np.float64) for outputs in (upright, turned))
    red = _sigmoid((extra[:, 0] + extra_turned[:, 0]) / 2)
    flipped = _sigmoid((extra[:, 1] - extra_turned[:, 1]) / 2)
    return [
        _likely(kind, float(r), float(f)) for kind, r, f in zip(kinds, red, flipped, strict=True)
    ]


def _probabilities(
    upright: NDArray[np.float32], turned: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return the classes' probabilities, N×48, from the scores of both ways up."""
    mean = np.zeros((len(upright), CLASSES))
    for outputs in (upright, turned):
        kinds = outputs[:, :CLASSES].astype(np.float64)
        kinds -= kinds.max(axis=1, keepdims=True)
        mean += (kinds - np.log(np.exp(kinds).sum(axis=1, keepdims=True))) / 2
    sharp = np.exp(mean / temperature())
    return np.asarray(sharp / sharp.sum(axis=1, keepdims=True))


def _compared(kinds: NDArray[np.float64], like: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, joined with how *like* the set's own faces they are.

    Faces that the set lacks are none of its; backs and what is no tile stay as they are.
    """
    known, best = like > -1.0, like.max(axis=1, keepdims=True)
    shares = np.where(known, np.exp((like - best) / _Own.LIKE), 0.0)
    shares = shares / shares.sum(axis=1, keepdims=True)
    own = np.interp(best, _Own.SAME, _Own.OWN)
    joint = np.where(known, kinds ** (1 - own) * shares**own, 0.0)
    return _shared_out(kinds, joint, [BACK_CLASS, NO_TILE])


def compare_with_clear(
    kinds: NDArray[np.float64], upright: Floats32, turned: Floats32
) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, those of unclear faces compared with the clear ones beside them.

    All tiles of a table are of one set: what looks otherwise than a clear face of a kind is hardly
    of that kind. Flowers lie there once: nothing tells them but themselves. *upright* and *turned*
    are the network's outputs for both ways up. What faces share, and so says nothing, one or two
    kinds do not tell: then *kinds* stay as they are.
    """
    is_clear = kinds.max(axis=1) >= _CLEAR
    named = kinds[is_clear].argmax(axis=1)
    if len(set(named.tolist())) <= 2:
        return kinds
    middle = upright[is_clear, CLASSES + 2 :].mean(axis=0)
    seen, seen_turned = (unit(outputs[:, CLASSES + 2 :] - middle) for outputs in (upright, turned))
    like = np.maximum(seen @ seen[is_clear].T, seen_turned @ seen[is_clear].T)
    like[is_clear] = 1.0  # these stay as they are
    joint = kinds.copy()
    for kind in set(named.tolist()):
        off = like[:, named == kind].max(axis=1) - _Own.SAME[1]
        joint[:, kind] *= np.clip(np.exp(off / _Own.LIKE), _Own.UNLIKE, 1.0)
    return _shared_out(kinds, joint, range(FLOWERS, CLASSES))


def _shared_out(
    kinds: NDArray[np.float64], joint: NDArray[np.float64], others: Sequence[int]
) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, as likely as *joint* says but for the *others*, which stay."""
    left = 1.0 - kinds[:, others].sum(axis=1, keepdims=True)
    faces = np.delete(joint, others, axis=1).sum(axis=1, keepdims=True)
    result = left * joint / np.maximum(faces, 1e-12)
    result[:, others] = kinds[:, others]
    return np.asarray(result)


def unit(features: Floats32) -> Floats32:
    """Return *features*, N×features, each of length 1."""
    length = np.linalg.norm(features, axis=1, keepdims=True)
    return np.asarray(features / np.maximum(length, 1e-6), np.float32)


def _foreign(features: Floats32, own: OwnFaces) -> list[Face]:
    """Return what is likely where only the set's own faces tell: cards, dominoes."""
    names, like = own.likeness(features)
    shares = np.exp((like - like.max(axis=1, keepdims=True)) / _Own.LIKE)
    shares = shares / shares.sum(axis=1, keepdims=True)
    strange = _sigmoid((_Own.STRANGE - like.max(axis=1)) / _Own.LIKE)
    found = []
    for row, no_tile in zip(shares, strange, strict=True):
        codes = {name: float(share * (1 - no_tile)) for name, share in zip(names, row, strict=True)}
        found.append(Face({BACK: 0.0, **codes}, float(no_tile), 0.0))
    return found


def _likely(kinds: NDArray[np.float64], red: float, flipped: float) -> Face:
    """Return the probabilities of codes: a five is shared out between plain and red."""
    codes = {code: float(kinds[place]) for place, code in enumerate(CODES[:RED_FIVES])}
    for code, five in _FIVES.items():
        whole = float(kinds[five])
        codes[code] = whole * red
        codes[CODES[five]] = whole * (1 - red)
    codes[BACK] = float(kinds[BACK_CLASS])
    return Face(codes, float(kinds[NO_TILE]), flipped)


def _sigmoid(score: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1.0 / (1.0 + np.exp(-score)))


_ALTERNATIVES: Final = 4
"""So many other codes a tile is told with: people choose among them."""


def tile_at(likely: Face, code: str, quad: NDArray[np.float64]) -> TileReading:
    """Return the tile named *code* whose face has the corners *quad*, 4×2 pixels.

    Its confidence is the network's own for *code*: where joint decoding preferred a less
    likely code, the confidence stays as low as the picture left it.
    """
    ranked = likely.ranked()
    others = [(name, share) for name, share in ranked if name != code][:_ALTERNATIVES]
    first = ranked[0][0]
    return TileReading(
        code=code,
        confidence=float(np.clip(likely.codes[code], 0.0, 1.0)),
        box=_upright(quad, likely.upside_down > 0.5),
        alternatives=tuple((name, float(share)) for name, share in others),
        decoded_from=None if first == code else first,
    )


def _upright(quad: NDArray[np.float64], upside_down: bool) -> Box:
    """Return the corners of *quad* so that the first is the face's own top left."""
    return box_of(np.roll(quad, 2, axis=0) if upside_down else quad)


def box_of(quad: NDArray[np.float64]) -> Box:
    """Return the corners in *quad*, 4×2."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, b, c, d)
