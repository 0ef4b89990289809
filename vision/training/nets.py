"""The two networks: plain 3×3 convolutions, which OpenCV runs fastest."""

from __future__ import annotations

import copy
import itertools
from typing import Final

import torch
from torch import Tensor, nn

CLASSES: Final = 48
"""34 kinds, 8 flowers, 4 animals, back, not a tile."""

DOMINOES: Final = tuple(itertools.combinations_with_replacement(range(1, 7), 2))
"""Pips of dominoes' ends: learned behind the classes for the features' sake, and not shipped."""

MAPS: Final = 9
"""What the localiser says of each place."""

TOGETHER: Final = 2
"""Crops side by side, and one below the other, in the third stage of the classifier that ships."""
_THIRD: Final = 8
_WIDE: Final = 88
"""Side of the third stage's planes, and how many there are."""


class Residual(nn.Module):
    """Two 3×3 convolutions beside a straight way through."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU()
        )
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Return *x* with what the convolutions add."""
        return torch.relu(x + self.second(self.first(x)))


def down(inside: int, outside: int, stride: int = 2) -> nn.Sequential:
    """Return a convolution that shrinks by *stride*."""
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, 1, bias=False), nn.BatchNorm2d(outside), nn.ReLU()
    )


class Classifier(nn.Module):
    """64×64 crop to class scores, a red-five score, an upside-down score and dominoes, in a row."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            down(3, 24),
            Residual(24),
            down(24, 48),
            Residual(48),
            Residual(48),
            down(48, _WIDE),
            Residual(_WIDE),
            Residual(_WIDE),
            down(_WIDE, 160),
            Residual(160),
        )
        self.squeeze = nn.Conv2d(160, 24, 1)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(24 * 16 + 160, CLASSES + 2 + len(DOMINOES))

    def features(self, x: Tensor) -> Tensor:
        """Return what faces are told by, N × 544; *x* is N×3×64×64, blue-green-red, 0 to 255."""
        return self.summed(self.body(x / 128 - 1))

    def summed(self, seen: Tensor) -> Tensor:
        """Return the features of what the body has *seen*, N×160×4×4."""
        places = torch.relu(self.squeeze(seen)).flatten(1)
        return torch.cat([places, seen.mean((2, 3))], 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return scores, N × (classes + 2 + dominoes), of *x*."""
        return self.head(self.drop(self.features(x)))


class ShippedClassifier(nn.Module):
    """The classifier as it ships: scores and the features that enrolled sets are compared by.

    It says the same, sooner: OpenCV's fast convolution (Winograd's) needs planes larger than the
    8×8 of its third stage, so that four crops lie side by side there, a line of nothing between
    them. N has to be a multiple of 4.
    """

    def __init__(self, net: Classifier) -> None:
        super().__init__()
        self.net = copy.deepcopy(net)
        self.net.head = nn.Linear(net.head.in_features, CLASSES + 2)
        ours = {name: rows[: CLASSES + 2] for name, rows in net.head.state_dict().items()}
        self.net.head.load_state_dict(ours)
        line = torch.ones(1, 1, TOGETHER * (_THIRD + 1), TOGETHER * (_THIRD + 1))
        line[:, :, _THIRD :: _THIRD + 1] = 0
        line[:, :, :, _THIRD :: _THIRD + 1] = 0
        self.register_buffer("apart", line)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores and features of *x*."""
        before, third, after = self.net.body[:6], self.net.body[6:8], self.net.body[8:]
        seen = _side_by_side(before(x / 128 - 1))
        for part in third:
            inner = part.first(seen) * self.apart
            seen = torch.relu(seen + part.second(inner)) * self.apart
        features = self.net.summed(after(_singly(seen)))
        return self.net.head(features), features


def _side_by_side(x: Tensor) -> Tensor:
    """Return *x*, N×88×8×8, with four each in one plane of 18×18: right and low edges nothing."""
    side, both = _THIRD + 1, TOGETHER * (_THIRD + 1)
    padded = nn.functional.pad(x, (0, 1, 0, 1)).reshape(-1, TOGETHER, _WIDE * side, side)
    rows = padded.transpose(1, 2).reshape(-1, TOGETHER, _WIDE, side * both)
    return rows.transpose(1, 2).reshape(-1, _WIDE, both, both)


def _singly(x: Tensor) -> Tensor:
    """Return what `_side_by_side` put together as N×88×8×8 again."""
    side, both = _THIRD + 1, TOGETHER * (_THIRD + 1)
    rows = x.reshape(-1, _WIDE, TOGETHER, side * both).transpose(1, 2)
    parts = rows.reshape(-1, _WIDE * side, TOGETHER, side).transpose(1, 2)
    return parts.reshape(-1, _WIDE, side, side)[:, :, :_THIRD, :_THIRD]


class Localiser(nn.Module):
    """Picture to maps at a quarter of its size.

    Channels: 0 score of a tile's centre, 1–2 offset of the centre in cells, 3–4
    logarithm of width and height over 8 pixels, 5–6 cosine and sine of twice the
    tile's angle, 7–8 from the face's middle to that of the side opposite, in widths.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fine = nn.Sequential(down(3, 24), down(24, 32), Residual(32))
        self.middle = nn.Sequential(down(32, 64), Residual(64), Residual(64))
        self.coarse = nn.Sequential(down(64, 112), Residual(112), Residual(112))
        self.widen = nn.Conv2d(112, 64, 1)
        self.join = down(64, 48, 1)
        self.widen2 = nn.Conv2d(48, 48, 1)
        self.side = nn.Conv2d(32, 48, 1)
        self.head = nn.Sequential(down(48, 48, 1), down(48, 48, 1), nn.Conv2d(48, MAPS, 1))

    def forward(self, x: Tensor) -> Tensor:
        """Return the maps, N×9×H/4×W/4; *x* is N×3×H×W, blue-green-red, 0 to 255."""
        fine = self.fine(x / 128 - 1)
        middle = self.middle(fine)
        coarse = self.coarse(middle)
        wide = nn.functional.interpolate(self.widen(coarse), scale_factor=2.0, mode="nearest")
        joined = self.join(torch.relu(middle + wide))
        wide = nn.functional.interpolate(self.widen2(joined), scale_factor=2.0, mode="nearest")
        return self.head(torch.relu(self.side(fine) + wide))
