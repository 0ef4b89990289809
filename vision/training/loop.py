"""How both networks are trained: makers of examples beside one learner, and its command line."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.resumed import LOOKED_AT, resume

Batch = tuple["NDArray[np.uint8]", "NDArray[Any]"]
Batches = Callable[[argparse.Namespace, np.random.Generator], Iterator[Batch]]
"""Make pictures, N×H×W×3, and what the network should say of them, for ever."""
Loss = Callable[[Tensor, Tensor], Tensor]

_WARM: Final = 100
"""Steps until the rate of learning is whole."""
_STEADY: Final = 0.99
"""What is kept of the averaged weights at every step."""
_REPORTED: Final = 100
"""Steps between two lines of progress, each with a checkpoint."""


class _Examples(IterableDataset):
    """What the makers make, each by chance of its own."""

    def __init__(self, batches: Batches, sources: argparse.Namespace) -> None:
        self._batches, self._sources = batches, sources

    def __iter__(self) -> Iterator[Batch]:
        seed = self._sources.seed + get_worker_info().id
        cv2.setNumThreads(1)
        cv2.setRNGSeed(seed)
        return self._batches(self._sources, np.random.default_rng(seed))


def fit(
    net: nn.Module,
    batches: Batches,
    loss: Loss,
    sources: argparse.Namespace,
    report: Callable[[nn.Module], object] = lambda _: "",
) -> nn.Module:
    """Return *net* trained for `sources.minutes`; *report* tells now and then how good it is."""
    device = sources.device
    torch.set_num_threads(sources.threads)
    stream = _stream(batches, sources)
    _warm(net, sources, stream)
    net.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=sources.rate, weight_decay=0.015)
    calm = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_STEADY), use_buffers=True)
    start, step, running = time.monotonic(), 0, 0.0
    while (done := (time.monotonic() - start) / (60 * sources.minutes)) < 1:
        pictures, targets = (part.to(device, non_blocking=True) for part in next(stream))
        rate = sources.rate * min(1.0, (step + 1) / _WARM) * (0.5 + 0.5 * np.cos(np.pi * done))
        for group in optimiser.param_groups:
            group["lr"] = rate + 1e-5
        with torch.autocast(device, torch.bfloat16):
            out = net(as_input(pictures))
        wrong = loss(out.float(), targets)
        optimiser.zero_grad()
        wrong.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        calm.update_parameters(net)
        step, running = step + 1, 0.98 * running + 0.02 * float(wrong.detach())
        if step % _REPORTED == 0:
            torch.save(calm.module.state_dict(), sources.out.with_suffix(".pt"))
            told = report(calm.module) if step % (10 * _REPORTED) == 0 else ""
            say(f"step={step} done={done:.2f} loss={running / (1 - 0.98**step):.3f} {told}")
    torch.save(calm.module.state_dict(), sources.out.with_suffix(".pt"))
    return calm.module.cpu().to(memory_format=torch.contiguous_format)


def _stream(batches: Batches, sources: argparse.Namespace) -> Iterator[list[Tensor]]:
    """Return what all makers make, as it comes."""
    loader = DataLoader(
        _Examples(batches, sources),
        batch_size=None,
        num_workers=sources.makers,
        prefetch_factor=4,
        multiprocessing_context="spawn",
        pin_memory=sources.device != "cpu",
    )
    return iter(loader)


def as_input(pictures: Tensor) -> Tensor:
    """Return *pictures*, N×H×W×3, as the networks take them."""
    return pictures.permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)


def _warm(net: nn.Module, sources: argparse.Namespace, stream: Iterator[list[Tensor]]) -> None:
    """Wait for the first pictures, and go on from the weights `sources.resume`, if given."""
    first = as_input(next(stream)[0])
    if sources.resume is not None:
        more = [as_input(next(stream)[0]) for _ in range(LOOKED_AT - 1)]
        resume(net, sources.resume, [first, *more])


def export(net: nn.Module, shape: tuple[int, ...], path: Path, outputs: list[str]) -> None:
    """Write *net* as ONNX with only operations that every OpenCV knows.

    A picture's height and width are left open where *shape* is that of a single one.
    """
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(shape),),
        str(path),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=outputs,
        # OpenCV takes any multiple of the first size; what is reshaped may not be named "n".
        dynamic_axes={"picture": {2: "h", 3: "w"}} if shape[0] == 1 else {},
    )


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, flush=True)  # noqa: T201  a training run reports to its terminal


def command_line(
    description: str | None, minutes: float, sets: int, batch: int
) -> argparse.ArgumentParser:
    """Return what both training commands ask for; the numbers are what each takes by itself."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="sets left out besides HELD_OUT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=sets, help="for each maker to invent")
    parser.add_argument("--batch", type=int, default=batch, help="pictures to a step")
    parser.add_argument("--makers", type=int, default=1, help="processes that make pictures")
    parser.add_argument("--threads", type=int, default=1, help="of the processor to learn with")
    parser.add_argument("--device", default="cpu", help="to learn with, as PyTorch names it")
    return parser
