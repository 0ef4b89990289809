"""What landmarks that were found again agree on: one small movement of the table in the picture.

A camera that was knocked, or a table that was pushed, moves the whole table by one homography near
to the identity. It is fitted to what most landmarks say; of what they do not say, such as how a
plain round table is turned, the fit keeps what is likely and tells how unsure that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.calibration.homography import through

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.calibration.homography import Floats
    from vision.calibration.sightings import Sightings

AGREE_MM: Final = 1.3
"""Landmarks that miss one movement by less than this agree on it."""
_EXACT_MM: Final = 0.5
"""How exactly one landmark is seen."""
_LIKELY_MM: Final = np.array([60.0, 60.0, 5.0, 60.0, 3.0, 3.0, 5.0, 5.0])
"""How far tables move in pictures at the field's edge: to the right, down, larger, turned, and by
a camera that looks from elsewhere wider, askew, and larger on the right and on the near side."""
_TURNED: Final = 3
_SHIFTS: Final = np.array([1.0, 1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
"""Which of these figures shift and turn; the others stretch."""
_STRETCH: Final = 0.3
MORE: Final = 1.3
"""A larger movement is agreed on by so many times as many as a smaller one, or none."""
_LOOSE: Final = 1.6
"""Trials go by a few landmarks; so many times as much may be missed by them."""
_TRIALS: Final = 200
_DRAWN: Final = 5
"""Landmarks of which each trial makes a movement."""
_ROUNDS: Final = 3
ENOUGH: Final = 4
"""So many landmarks agree at least, …"""
_TELLING: Final = 8
"""… which tell so many figures, two a point and one an edge, …"""
_SHARE: Final = 0.5
"""… and are this share of those that are seen, …"""
_SIDES: Final = 3
"""… on so many sides."""
_ON_SIDE: Final = 0.6
"""Landmarks further from the middle than this share of half the field lie on that side."""
_DEVIATIONS: Final = 2.0
_STAYED_MM: Final = 1.0
_DENIED_MM: Final = 2.0
_DENYING: Final = 3
"""So many landmarks that stayed to `_STAYED_MM` deny what has them moved by `_DENIED_MM` more."""


@dataclass(frozen=True, slots=True, eq=False)
class Movement:
    """How the table moved in the picture."""

    on_table: Floats
    """3×3: a place of the table, in mm, to the one at which it is seen now."""
    agreeing: int
    """How many landmarks say so."""
    edge_mm: Floats
    """Places about the field's edge, N×2 in mm."""
    spread: Floats
    """How unsure the movement of each of these is, N×2×2 in mm²."""

    @property
    def moved_mm(self) -> float:
        """Return how far the field's edge moved: the median of its places."""
        return float(np.median(np.hypot(*self._moved().T)))

    @property
    def surely_mm(self) -> float:
        """Return how far it moved at least, by what the landmarks are sure of."""
        size, ways = np.linalg.eigh(self.spread)
        told = np.abs(np.einsum("nik,ni->nk", ways, self._moved()))
        left = np.maximum(told - _DEVIATIONS * np.sqrt(np.maximum(size, 0.0)), 0.0)
        return float(np.median(np.hypot(*left.T)))

    @property
    def unsure_mm(self) -> float:
        """Return how far off this may be in the worst place of the field's edge."""
        return float(np.sqrt(np.trace(self.spread, axis1=1, axis2=2).max()))

    @property
    def is_knock(self) -> bool:
        """Return whether a camera or a table that was knocked moves so, and not mere shadows."""
        return bool(_is_knock(_figures(self.on_table, float(self.edge_mm.max()))))

    def is_denied(self, seen: Sightings) -> bool:
        """Return whether some of *seen* are just where they were, and should not be."""
        stayed = _off(seen.after - seen.before, seen.normals) < _STAYED_MM
        missed = _off(seen.after - through(self.on_table, seen.before), seen.normals)
        return int((stayed & (missed > _DENIED_MM)).sum()) >= _DENYING

    def _moved(self) -> Floats:
        return through(self.on_table, self.edge_mm) - self.edge_mm


def movement(seen: Sightings, edge_mm: Floats, agree_mm: float = AGREE_MM) -> Movement | None:
    """Return the movement that most of *seen* agree on; `None` where too few of them agree.

    *edge_mm* are places about the field's edge, N×2, at which the movement is asked for; what
    misses it by less than *agree_mm* agrees on it.
    """
    if len(seen.before) < ENOUGH:
        return None
    half_mm = edge_mm.max(axis=0)
    reach = float(half_mm.max())
    rows = _rows(seen.before / reach, seen.after / reach)
    told = seen.after - seen.before
    weights = _weights(seen.normals)
    agree = _tried(rows, told, weights, _LOOSE * agree_mm)
    if not _suffices(agree, seen, half_mm):
        return None
    found, spread = _fitted(rows[agree], told[agree], weights[agree])
    for _ in range(_ROUNDS):
        weights = _weights(_turned(seen.normals, found[_TURNED] / reach))
        agree = _misses(rows, told, weights, found[None])[0] < agree_mm
        if not _suffices(agree, seen, half_mm):
            return None
        found, spread = _fitted(rows[agree], told[agree], weights[agree])
    at = _rows(edge_mm / reach, edge_mm / reach)
    unsure = np.einsum("nij,jk,nlk->nil", at, spread, at)
    moved = Movement(_matrix(found, reach), int(agree.sum()), edge_mm, unsure)
    return None if moved.is_denied(seen) else moved


def _off(steps: Floats, normals: Floats) -> Floats:
    """Return how long *steps* are, N×2; those of edges across them, along their *normals*."""
    across = np.abs((steps * normals).sum(axis=1))
    return np.asarray(np.where(normals.any(axis=1), across, np.hypot(*steps.T)))


def _rows(before: Floats, after: Floats) -> Floats:
    """Return how the eight figures of a movement move places *before* that are seen at *after*.

    Both are N×2, in times of the field's reach; what is returned, N×2×8, in mm by mm.
    """
    (x, y), (u, v), none, one = before.T, after.T, np.zeros(len(before)), np.ones(len(before))
    right = np.stack([one, none, x, -y, x, y, u * x, u * y], axis=1)
    down = np.stack([none, one, y, x, -y, x, v * x, v * y], axis=1)
    return np.stack([right, down], axis=1)


def _matrix(found: Floats, reach: float) -> Floats:
    """Return the homography on the table, 3×3, for which the eight figures *found* stand."""
    right, down, larger, turned, wider, askew, to_right, to_near = found
    return np.array(
        [
            [1 + (larger + wider) / reach, (askew - turned) / reach, right],
            [(askew + turned) / reach, 1 + (larger - wider) / reach, down],
            [-to_right / reach**2, -to_near / reach**2, 1.0],
        ]
    )


def _figures(on_table: Floats, reach: float) -> Floats:
    """Return the eight figures for which *on_table* stands, as `_matrix` has them."""
    (a, b, right), (c, d, down), (e, f, _) = on_table / on_table[2, 2]
    return np.array(
        [
            right,
            down,
            ((a + d) / 2 - 1) * reach,
            (c - b) / 2 * reach,
            (a - d) / 2 * reach,
            (b + c) / 2 * reach,
            -e * reach**2,
            -f * reach**2,
        ]
    )


def _weights(normals: Floats) -> Floats:
    """Return what a miss costs, N×2×2: that of an edge only across it, along its normal."""
    exact = normals[:, :, None] * normals[:, None, :]
    exact[~normals.any(axis=1)] = np.eye(2)
    return np.asarray(exact / _EXACT_MM**2)


def _turned(normals: Floats, turn: float) -> Floats:
    """Return *normals* turned by *turn*, a small angle given as its tangent."""
    cos, sin = np.array([1.0, turn]) / np.hypot(1.0, turn)
    return np.asarray(normals @ np.array([[cos, sin], [-sin, cos]]))


def _tried(rows: Floats, told: Floats, weights: Floats, agree_mm: float) -> NDArray[np.bool_]:
    """Return which landmarks agree on what most agree on: standing still, or one of the trials.

    Every trial is the movement that a few of the landmarks tell; which, is the same for the same
    number of them.
    """
    draw = np.random.default_rng(len(rows))
    order = np.tile(np.arange(len(rows)), (_TRIALS, 1))
    drawn = draw.permuted(order, axis=1)[:, :_DRAWN]
    squares, sides = _squares(rows, told, weights)
    normal = squares[drawn].sum(axis=1) + np.diag(_LIKELY_MM**-2)
    tried = np.linalg.solve(normal, sides[drawn].sum(axis=1)[:, :, None])[:, :, 0]
    tried = np.vstack([np.zeros(8), tried])
    misses = _misses(rows, told, weights, tried)
    worth = np.maximum(1 - (misses / agree_mm) ** 2, 0.0).sum(axis=1)
    worth[~_is_knock(tried)] = 0.0
    worth[0] *= MORE
    return np.asarray(misses[int(worth.argmax())] < agree_mm)


def _is_knock(figures: Floats) -> NDArray[np.bool_]:
    """Return whether *figures*, …×8, are those of a camera or a table that was knocked.

    It shifts and turns the picture far more than it stretches it. Shadows of a raised rim, which
    wander over the cloth as the light does, bring two sides nearer to the others instead.
    """
    shifted, stretched = (
        np.sqrt((np.square(figures) * ones).sum(axis=-1)) for ones in (_SHIFTS, 1 - _SHIFTS)
    )
    return np.asarray(stretched <= _STRETCH * shifted + _EXACT_MM)


def _fitted(rows: Floats, told: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return the eight figures that fit best, and how unsure they are together, 8×8.

    A turn that the landmarks do not tell is none: by chance it would be any.
    """
    squares, sides = _squares(rows, told, weights)
    spread = np.linalg.inv(squares.sum(axis=0) + np.diag(_LIKELY_MM**-2))
    found = spread @ sides.sum(axis=0)
    if abs(found[_TURNED]) <= _DEVIATIONS * spread[_TURNED, _TURNED] ** 0.5:
        found = found - spread[:, _TURNED] / spread[_TURNED, _TURNED] * found[_TURNED]
    return np.asarray(found), np.asarray(spread)


def _squares(rows: Floats, told: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """Return each landmark's share of the normal equations, N×8×8 and N×8."""
    weighed = np.swapaxes(rows, 1, 2) @ weights
    return weighed @ rows, (weighed @ told[:, :, None])[:, :, 0]


def _misses(rows: Floats, told: Floats, weights: Floats, tried: Floats) -> Floats:
    """Return by how many mm each landmark misses each movement of *tried*, T×N."""
    off = told[None] - np.einsum("nij,tj->tni", rows, tried)
    cost = np.einsum("tni,nij,tnj->tn", off, weights, off)
    return np.asarray(np.sqrt(np.maximum(cost, 0.0)) * _EXACT_MM)


def _suffices(agree: NDArray[np.bool_], seen: Sightings, half_mm: Floats) -> bool:
    """Return whether so many agree, so far about the table, that it is no chance."""
    count = int(agree.sum())
    telling = 2 * count - int(seen.normals[agree].any(axis=1).sum())
    x, y = (seen.before[agree] / half_mm).T
    sides = [bool((one > _ON_SIDE).any()) for one in (x, -x, y, -y)]
    enough = count >= max(ENOUGH, _SHARE * len(agree)) and telling >= _TELLING
    return enough and sum(sides) >= _SIDES
