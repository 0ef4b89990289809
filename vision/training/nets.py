"""The networks: plain 3×3 convolutions, which processors run fast."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor, nn

from vision.training.pictures import DOMINOES

CLASSES: Final = 48
"""34 kinds, 8 flowers, 4 animals, back, not a tile."""

MAPS: Final = 9
"""What the localiser says of each place."""


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
            down(48, 88),
            Residual(88),
            Residual(88),
            down(88, 160),
            Residual(160),
        )
        self.squeeze = nn.Conv2d(160, 24, 1)
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(24 * 16 + 160, CLASSES + 2 + len(DOMINOES))

    def features(self, x: Tensor) -> Tensor:
        """Return what faces are told by, N × 544; *x* is N×3×64×64, blue-green-red, 0 to 255."""
        planes = self.body(x / 128 - 1)
        places = torch.relu(self.squeeze(planes)).flatten(1)
        return torch.cat([places, planes.mean((2, 3))], 1)

    def forward(self, x: Tensor) -> Tensor:
        """Return scores, N × (classes + 2 + dominoes), of *x*."""
        return self.head(self.drop(self.features(x)))


class ShippedClassifier(nn.Module):
    """The classifier as it ships: scores and the features that enrolled sets are compared by."""

    def __init__(self, net: Classifier) -> None:
        super().__init__()
        self.net = net
        self.head = nn.Linear(net.head.in_features, CLASSES + 2)
        ours = {name: rows[: CLASSES + 2] for name, rows in net.head.state_dict().items()}
        self.head.load_state_dict(ours)

    def forward(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores and features of *x*."""
        features = self.net.features(x)
        return self.head(features), features


class Localiser(nn.Module):
    """Picture to maps at a quarter of its size, of tiles, or of cards.

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
        joint = self.join(torch.relu(middle + wide))
        wide = nn.functional.interpolate(self.widen2(joint), scale_factor=2.0, mode="nearest")
        return self.head(torch.relu(self.side(fine) + wide))
