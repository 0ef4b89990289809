"""How the networks are trained: makers of examples beside one learner, and its command line.

Makers draw on the processor what takes long to draw; the learner keeps the latest of it on its
device and sees each many times, every time otherwise.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from vision.training.checkpoints import LOOKED_AT, average, resume

Raw = tuple["NDArray[Any]", ...]
"""What makers make: arrays with a row for each example."""
Make = Callable[[argparse.Namespace, np.random.Generator], Iterator[Raw]]
"""Makes examples for ever."""
See = Callable[[list[Tensor], torch.Generator], tuple[Tensor, Tensor]]
"""Returns pictures, N×3×H×W, of examples, and what the network should say of them."""

_WARM: Final = 100
"""Steps until the rate of learning is whole."""
_STEADY: Final = 0.99
"""What is kept of the averaged weights at every step."""
_CHECKPOINT_STEPS: Final = 100
"""Steps between two lines of progress, each with a checkpoint."""
_REPORT_STEPS: Final = 2000
"""Steps between two looks at how good the network is, which take seconds."""
_FEW: Final = 32
"""Pictures of each batch that tell what is normal; the processor looks at them."""
_SIDE: Final = 64
"""Side of the picture by which networks are written down: the classifier's; others take any."""
_START_BATCHES: Final = 8
"""Batches of different examples that are waited for before the first step."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one network is trained."""

    make: Make
    see: See
    loss: Callable[[Tensor, Tensor], Tensor]
    report: Callable[[nn.Module], object] = lambda _: ""
    """Tells now and then how good the network is."""


class _Examples(IterableDataset):
    """What the makers make, each by chance of its own."""

    def __init__(self, make: Make, sources: argparse.Namespace) -> None:
        self._make, self._sources = make, sources

    def __iter__(self) -> Iterator[Raw]:
        seed = self._sources.seed + get_worker_info().id
        cv2.setNumThreads(1)
        cv2.setRNGSeed(seed)
        return self._make(self._sources, np.random.default_rng(seed))


class Pool:
    """The latest examples that the makers made, on the device that learns."""

    def __init__(self, make: Make, sources: argparse.Namespace) -> None:
        self._sources = sources
        self._examples: list[Tensor] = []
        self._made = 0
        self._failure: Exception | None = None
        self._lock = threading.Lock()
        self._enough = threading.Event()
        self._generator = torch.Generator(sources.device).manual_seed(sources.seed)
        loader = DataLoader(
            _Examples(make, sources),
            batch_size=None,
            num_workers=sources.makers,
            prefetch_factor=4,
            multiprocessing_context="spawn",
            pin_memory=sources.device != "cpu",
        )
        # A daemon: what the makers make is never at an end.
        threading.Thread(target=self._fill, args=(iter(loader),), daemon=True).start()

    def _fill(self, stream: Iterator[list[Tensor]]) -> None:
        """Keep what comes of *stream*, in place of the oldest; a maker's failure is for `draw`."""
        try:
            for raw in stream:
                self._keep(raw)
        except Exception as failure:
            self._failure = failure
            self._enough.set()

    def _keep(self, raw: list[Tensor]) -> None:
        size, device = self._sources.pool, self._sources.device
        if len(raw[0]) > size:
            raise ValueError(f"--pool: {size} are fewer than a maker hands over, {len(raw[0])}")
        parts = [part.to(device) for part in raw]
        if not self._examples:
            self._examples = [part.new_empty((size, *part.shape[1:])) for part in parts]
        # No drawing may see a picture with the corners of the one before.
        with self._lock:
            rows = torch.arange(self._made, self._made + len(parts[0]), device=device) % size
            for tensor, part in zip(self._examples, parts, strict=True):
                tensor[rows] = part
            self._made += len(parts[0])
        if self._made >= min(size, _START_BATCHES * self._sources.batch):
            self._enough.set()

    def draw(self, see: See) -> tuple[Tensor, Tensor]:
        """Return a batch of pictures and what to say of them; wait for the first examples.

        Raise what a maker failed with.
        """
        self._enough.wait()
        if self._failure is not None:
            raise self._failure
        count, chance = min(self._made, self._sources.pool), self._generator
        rows = torch.randint(
            count, (self._sources.batch,), generator=chance, device=self._sources.device
        )
        with self._lock:
            examples = [part[rows] for part in self._examples]
        return see(examples, chance)


def fit(net: nn.Module, recipe: Recipe, sources: argparse.Namespace) -> nn.Module:
    """Return *net* trained by *recipe* for `sources.minutes`.

    Raise ValueError where weights are to keep a share that are no exported network's, and what a
    maker failed with.
    """
    if sources.keep and (sources.resume is None or sources.resume.suffix != ".onnx"):
        raise ValueError("--keep: --resume has to name an exported network (.onnx)")
    sources.out.parent.mkdir(parents=True, exist_ok=True)
    device = sources.device
    torch.set_num_threads(sources.threads)
    pool = Pool(recipe.make, sources)
    _go_on(net, recipe, pool, sources.resume)
    net.to(device, memory_format=torch.channels_last)
    optimiser = torch.optim.AdamW(net.parameters(), lr=sources.rate, weight_decay=0.015)
    calm = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(_STEADY), use_buffers=True)
    running = torch.zeros((), device=device)
    start, step = time.monotonic(), 0
    while (progress := (time.monotonic() - start) / (60 * sources.minutes)) < 1:
        pictures, targets = pool.draw(recipe.see)
        rate = sources.rate * min(1.0, (step + 1) / _WARM) * (0.5 + 0.5 * np.cos(np.pi * progress))
        for group in optimiser.param_groups:
            group["lr"] = rate + 1e-5
        with torch.autocast(device, torch.bfloat16):
            out = net(pictures.contiguous(memory_format=torch.channels_last))
        wrong = recipe.loss(out.float(), targets)
        optimiser.zero_grad()
        wrong.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        calm.update_parameters(net)
        step, running = step + 1, 0.98 * running + 0.02 * wrong.detach()
        if step % _CHECKPOINT_STEPS == 0:
            torch.save(calm.module.state_dict(), sources.out.with_suffix(".pt"))
            report = recipe.report(calm.module) if step % _REPORT_STEPS == 0 else ""
            loss = float(running) / (1 - 0.98**step)
            say(f"step={step} done={progress:.2f} loss={loss:.3f} {report}")
    torch.save(calm.module.state_dict(), sources.out.with_suffix(".pt"))
    return calm.module.cpu().to(memory_format=torch.contiguous_format)


def _go_on(net: nn.Module, recipe: Recipe, pool: Pool, path: Path | None) -> None:
    """Wait for the first examples, and give *net* the weights in *path*, if given."""
    first = [pool.draw(recipe.see)[0][:_FEW].cpu() for _ in range(LOOKED_AT)]
    if path is not None:
        resume(net, path, first)


def export(net: nn.Module, sources: argparse.Namespace, outputs: list[str]) -> None:
    """Write *net* to `sources.out` as ONNX, for any number of pictures, of any size if it can.

    What it went on from keeps its share, `sources.keep`.
    """
    path = sources.out
    # Read first: a network may go on in the file that it came from.
    before = onnx.load(sources.resume) if sources.keep else None
    net.eval()
    torch.onnx.export(
        net,
        (torch.zeros(1, 3, _SIDE, _SIDE),),
        str(path),
        opset_version=17,
        dynamo=False,
        input_names=["picture"],
        output_names=outputs,
        dynamic_axes={"picture": {0: "n", 2: "h", 3: "w"}},
    )
    if before is not None:
        average(path, before, sources.keep)


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, flush=True)  # noqa: T201  a training run reports to its terminal


def command_line(
    description: str | None, minutes: float, batch: int, pool: int, sets: int = 0
) -> argparse.ArgumentParser:
    """Return what all training commands ask for; the numbers are what each takes by itself.

    Without *sets* to invent they need no fonts and no art.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--fonts", type=Path, nargs="+", required=sets > 0)
    parser.add_argument("--art", type=Path, required=sets > 0)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--keep", type=float, default=0.0, help="share of the weights in --resume")
    parser.add_argument("--without", nargs="*", default=[], help="sets left out besides HELD_OUT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=sets, help="for each maker to invent")
    parser.add_argument("--batch", type=int, default=batch, help="pictures to a step")
    parser.add_argument("--pool", type=int, default=pool, help="latest examples to learn from")
    parser.add_argument("--makers", type=int, default=1, help="processes that make pictures")
    parser.add_argument("--threads", type=int, default=1, help="of the processor to learn with")
    parser.add_argument("--device", default="cpu", help="to learn with, as PyTorch names it")
    return parser
