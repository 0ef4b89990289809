"""What a camera does to pictures, for whole batches on the device that learns.

Makers draw pictures on the processor, slowly; each is seen many times, every time otherwise. What
blurs along lines and columns is a matrix, so that one product does it for a batch, each picture by
its own amount.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

_BLOCK: Final = 8
_STEP: Final = ((10.0, 6.0), (17.0, 14.0), (17.0, 14.0))
"""Steps of JPEG's waves at half quality: of the slowest, and how much more for each finer one."""
_TO_LUMA: Final = ((0.114, 0.587, 0.299), (0.5, -0.331, -0.169), (-0.081, -0.419, 0.5))


@dataclass(frozen=True, slots=True)
class Chance:
    """Random numbers for *count* pictures, one row for each."""

    count: int
    generator: torch.Generator

    def uniform(self, low: float, high: float, *shape: int) -> Tensor:
        """Return numbers between *low* and *high*, count × *shape*."""
        size = (self.count, *shape)
        device = self.generator.device
        return low + (high - low) * torch.rand(size, generator=self.generator, device=device)

    def normal(self, spread: float, *shape: int) -> Tensor:
        """Return numbers about 0, count × *shape*."""
        size = (self.count, *shape)
        return spread * torch.randn(size, generator=self.generator, device=self.generator.device)

    def happens(self, share: float) -> Tensor:
        """Return for each picture whether what happens to a *share* of them happens to it."""
        return self.uniform(0.0, 1.0) < share


def resample(pictures: Tensor, places: Tensor) -> Tensor:
    """Return *pictures*, N×H×W×3, at *places*, N×h×w×2 in pixels (x, y), as N×3×h×w.

    Beyond a picture's edge lies what lies there.
    """
    size = torch.tensor(pictures.shape[2:0:-1], device=pictures.device)
    grid = (2 * places + 1) / size - 1
    planes = pictures.permute(0, 3, 1, 2).float()
    return torch.nn.functional.grid_sample(planes, grid, padding_mode="border", align_corners=False)


def finer(side: int, device: torch.device) -> Tensor:
    """Return where pixels half as large as those of a picture *side* wide lie, 2·side × 2."""
    line = (torch.arange(2 * side, device=device) + 0.5) / 2 - 0.5
    return torch.stack(torch.meshgrid(line, line, indexing="xy"), -1)


def blur_matrix(side: int, sigma: Tensor) -> Tensor:
    """Return matrices, N×side×side, that blur a line by *sigma* pixels; 0 leaves it as it is."""
    at = torch.arange(side, device=sigma.device)
    far = (at[:, None] - at) / sigma.clamp(min=0.05)[:, None, None]
    return _even(torch.exp(-far.square() / 2))


def shake_matrix(side: int, length: Tensor) -> Tensor:
    """Return matrices, N×side×side, that smear a line evenly over *length* pixels."""
    at = torch.arange(side, device=length.device)
    far = (at[:, None] - at).abs()
    # The two at the ends of an even length are half in it.
    return _even((length[:, None, None] / 2 + 0.5 - far).clamp(0, 1))


def coarse_matrix(side: int, step: Tensor, phase: Tensor) -> Tensor:
    """Return matrices, N×side×side, that see a line in pixels of *step* (at least 1) instead of 1.

    *phase* is where in the first of them the line begins, 0 to 1.
    """
    step, phase = step.clamp(min=1.0)[:, None, None], phase[:, None, None]
    at, coarse = (torch.arange(n, device=step.device) for n in (side, side + 2))
    edge = at + phase * step
    start, end = coarse[:, None] * step, (coarse[:, None] + 1) * step
    downscale = (torch.minimum(edge + 1, end) - torch.maximum(edge, start)).clamp(min=0)
    place = (edge + 0.5).transpose(1, 2) / step - 0.5
    upscale = (1 - (place - coarse).abs()).clamp(min=0) * (downscale.sum(2)[:, None] > step / 2)
    matrix = _even(upscale) @ _even(downscale)
    return torch.where(step > 1, matrix, torch.eye(side, device=step.device))


def _even(weights: Tensor) -> Tensor:
    return weights / weights.sum(-1, keepdim=True).clamp(min=1e-6)


def apply(pictures: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Return *pictures*, N×3×S×S, with the matrix *rows* along each row, *columns* down each."""
    return columns[:, None] @ pictures @ rows[:, None].transpose(2, 3)


def jpeg(pictures: Tensor, quality: Tensor) -> Tensor:
    """Return *pictures*, N×3×H×W, about as JPEG keeps them with *quality*, 1 to 100.

    H and W are multiples of 8. Its colors are as fine as its light, other than in most files.
    """
    count, _, height, width = pictures.shape
    device = pictures.device
    luma = torch.tensor(_TO_LUMA, device=device)
    wave = torch.arange(_BLOCK, device=device)
    cosines = torch.cos((wave + 0.5) * wave[:, None] * torch.pi / _BLOCK) / 2
    cosines[0] /= 2**0.5
    slow, more = torch.tensor(_STEP, device=device).T[:, :, None, None]
    loss = torch.where(quality < 50, 50 / quality, 2 - quality / 50).clamp(min=0.01)
    steps = (slow + more * (wave + wave[:, None])) * loss[:, None, None, None]
    planes = torch.einsum("dc,nchw->ndhw", luma, pictures)
    blocks = planes.reshape(count, 3, height // _BLOCK, _BLOCK, width // _BLOCK, _BLOCK)
    blocks = blocks.transpose(3, 4)
    waves = cosines @ blocks @ cosines.T
    coefficients = torch.round(waves / steps[:, :, None, None]) * steps[:, :, None, None]
    planes = (cosines.T @ coefficients @ cosines).transpose(3, 4).reshape(pictures.shape)
    return torch.einsum("cd,ndhw->nchw", torch.linalg.inv(luma), planes)
