"""What is on the tiles: probabilities of every code for each crop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rules.tiles import CODES, FLOWERS, KIND, RED_FIVES, TILES
from vision.recognise.enrolment import EnrolledSet, likest, unit
from vision.recognise.networks import (
    BACK_CLASS,
    CLASSES,
    FEATURES,
    NO_TILE,
    Floats32,
    scores,
)
from vision.types import BACK, Box, TileReading

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

    def rank_codes(self) -> list[tuple[str, float]]:
        """Return the codes with their probabilities, most likely first."""
        return sorted(self.codes.items(), key=lambda entry: -entry[1])


def classify(
    crops: NDArray[np.uint8],
    own: EnrolledSet | None = None,
    outputs: Floats32 | None = None,
    *,
    are_alike: bool = False,
) -> list[Face]:
    """Return what is on *crops*, N×64×64×3, of which a first look may have given *outputs*.

    What is not clear at once is looked at upside down, too, and so is what looks like another face
    of one's *own* set, with whose faces all are compared. Without it unclear faces are compared
    with clear ones where they *are_alike*: of one set and seen from one side.
    """
    outputs = scores(crops) if outputs is None else outputs
    if own is not None and not own.is_mahjong:
        return _classify_cards(outputs, own)
    is_unclear = ~clear(outputs)
    like = None if own is None else own.likeness(outputs)
    if like is not None:
        is_unclear |= like.argmax(axis=1) != outputs[:, :CLASSES].argmax(axis=1)
    unclear = np.flatnonzero(is_unclear)
    upside_down = outputs.copy()
    upside_down[:, CLASSES + 1] *= -1  # as far as one look tells, the same face upside down
    upside_down[unclear] = scores(crops[unclear][:, ::-1, ::-1])
    kinds = probabilities(outputs, upside_down)
    if own is not None and like is not None:
        kinds = _join_likeness(kinds, np.mean([like, own.likeness(upside_down)], axis=0))
    elif are_alike:
        kinds = compare_with_clear(kinds, outputs, upside_down)
    red = _sigmoid((outputs[:, CLASSES] + upside_down[:, CLASSES]) / 2)
    flips = _sigmoid((outputs[:, CLASSES + 1] - upside_down[:, CLASSES + 1]) / 2)
    return [_likely(kind, float(r), float(f)) for kind, r, f in zip(kinds, red, flips, strict=True)]


def clear(outputs: Floats32) -> NDArray[np.bool_]:
    """Return which faces are so clear by the *outputs* of one look that none more is needed."""
    return np.asarray(probabilities(outputs).max(axis=1) >= _CLEAR)


def probabilities(*looks: Floats32) -> NDArray[np.float64]:
    """Return the classes' probabilities, N×48, from the network's outputs for one or more *looks*.

    The last two classes are a back and no tile.
    """
    each = np.stack([outputs[:, :CLASSES] for outputs in looks]).astype(np.float64)
    return _shares(each.mean(axis=0))


def _shares(logits: NDArray[Any]) -> NDArray[np.float64]:
    """Return *logits* as probabilities, whose sum is 1 in every row."""
    sharp = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(sharp / sharp.sum(axis=1, keepdims=True))


def _join_likeness(kinds: NDArray[np.float64], like: NDArray[Any]) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, joined with how *like* the set's own faces they are.

    Faces that the set lacks are none of its; backs and what is no tile stay as they are.
    """
    shares = _shares(np.where(like > -1.0, like / _Own.LIKE, -np.inf))
    own = np.interp(like.max(axis=1, keepdims=True), _Own.SAME, _Own.OWN)
    return _share_out(kinds, kinds ** (1 - own) * shares**own, [BACK_CLASS, NO_TILE])


def compare_with_clear(
    kinds: NDArray[np.float64], upright: Floats32, upside_down: Floats32
) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, those of unclear faces compared with the clear ones beside them.

    All tiles of a table are of one set: what looks otherwise than a clear face of a kind is hardly
    of that kind. Flowers lie there once: nothing tells them but themselves. *upright* and
    *upside_down* are the network's outputs for both ways up. What faces share, and so says nothing,
    one or two kinds do not tell: then *kinds* stay as they are.
    """
    is_clear = kinds.max(axis=1) >= _CLEAR
    labels = kinds[is_clear].argmax(axis=1)
    if len(set(labels.tolist())) <= 2:
        return kinds
    middle = upright[is_clear, FEATURES].mean(axis=0)
    upright, upside_down = (unit(way[:, FEATURES] - middle) for way in (upright, upside_down))
    like = np.maximum(*(likest(way, upright[is_clear], labels) for way in (upright, upside_down)))
    alike = np.clip(np.exp((like - _Own.SAME[1]) / _Own.LIKE), _Own.UNLIKE, 1.0)
    stays = is_clear[:, None] | (like == -1.0)
    return _share_out(kinds, np.where(stays, kinds, alike * kinds), range(FLOWERS, CLASSES))


def _share_out(
    kinds: NDArray[np.float64], joint: NDArray[np.float64], others: Sequence[int]
) -> NDArray[np.float64]:
    """Return *kinds*, N×classes, as likely as *joint* says but for the *others*, which stay."""
    left = 1.0 - kinds[:, others].sum(axis=1, keepdims=True)
    faces = np.delete(joint, others, axis=1).sum(axis=1, keepdims=True)
    result = left * joint / np.maximum(faces, 1e-12)
    result[:, others] = kinds[:, others]
    return np.asarray(result)


def _classify_cards(outputs: Floats32, own: EnrolledSet) -> list[Face]:
    """Return what is likely where only the set's own faces tell: cards, dominoes."""
    like = own.likeness(outputs)
    strange = _sigmoid((_Own.STRANGE - like.max(axis=1)) / _Own.LIKE)
    shares = _shares(like / _Own.LIKE) * (1 - strange[:, None])
    return [
        Face({BACK: 0.0, **dict(zip(own.distinct_codes, row, strict=True))}, no_tile, 0.0)
        for row, no_tile in zip(shares.tolist(), strange.tolist(), strict=True)
    ]


def _likely(kinds: NDArray[np.float64], red: float, upside_down: float) -> Face:
    """Return the probabilities of codes: a five is shared out between plain and red."""
    codes = {code: float(kinds[place]) for place, code in enumerate(CODES[:RED_FIVES])}
    for code in CODES[RED_FIVES : TILES[BACK]]:
        five = CODES[KIND[TILES[code]]]
        codes[code], codes[five] = codes[five] * red, codes[five] * (1 - red)
    codes[BACK] = float(kinds[BACK_CLASS])
    return Face(codes, float(kinds[NO_TILE]), upside_down)


def _sigmoid(score: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(1.0 / (1.0 + np.exp(-score)))


_ALTERNATIVES: Final = 4
"""Most other codes that a tile's reading names: people choose among them."""


def tile_at(likely: Face, code: str, quad: NDArray[np.float64]) -> TileReading:
    """Return the tile named *code* whose face has the corners *quad*, 4×2 pixels.

    Its confidence is the network's own for *code*: where joint decoding preferred a less
    likely code, the confidence stays as low as the picture left it.
    """
    ranking = likely.rank_codes()
    others = [(name, share) for name, share in ranking if name != code][:_ALTERNATIVES]
    first = ranking[0][0]
    return TileReading(
        code=code,
        confidence=float(np.clip(likely.codes[code], 0.0, 1.0)),
        box=box_of(np.roll(quad, 2, axis=0) if likely.upside_down > 0.5 else quad),
        alternatives=tuple((name, float(share)) for name, share in others),
        decoded_from=None if first == code else first,
    )


def box_of(quad: NDArray[np.float64]) -> Box:
    """Return the corners in *quad*, 4×2."""
    a, b, c, d = ((float(x), float(y)) for x, y in quad)
    return (a, b, c, d)
