"""Train the classifier and write it as ONNX.

python -m vision.training.classifier --fonts DIR --art DIR --photos DIR --out FILE
"""

from __future__ import annotations

import argparse
import copy
import multiprocessing as mp
import time
from multiprocessing.queues import Queue
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from rules.tiles import TILES
from vision.training import material, photographs
from vision.training.crops import SIDE, CropMaker
from vision.training.nets import CLASSES, TOGETHER, Classifier, ShippedClassifier
from vision.training.resumed import LOOKED_AT, resume

_BATCH: Final = 128

Batch = tuple["NDArray[np.uint8]", "NDArray[np.int64]"]


def batches(sources: argparse.Namespace, seed: int, queue: Queue[Batch]) -> None:
    """Put batches on *queue* for ever."""
    import cv2

    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    learned = photographs.learned(sources.photos, sources.without)
    found = list(material.photographed(sources.photos, learned))
    pools = [
        list(material.invented(rng, sources.fonts, sources.sets)),
        list(material.packaged_art(sources.art)),
        [sample for sample, name in found if "camerash" in name],
        [sample for sample, name in found if "camerash" not in name],
    ]
    maker = CropMaker(pools, [0.46, 0.12, 0.27, 0.15], rng)
    while True:
        made = [maker.crop() for _ in range(_BATCH)]
        crops = np.stack([crop for crop, _ in made])
        targets = np.array([(t.kind, t.red, t.flipped) for _, t in made], np.int64)
        queue.put((crops, targets))


def loss(scores: Tensor, targets: Tensor) -> Tensor:
    """Return what the network has to lower."""
    kinds = nn.functional.cross_entropy(scores[:, :CLASSES], targets[:, 0], label_smoothing=0.03)
    cross = nn.functional.binary_cross_entropy_with_logits
    red = cross(scores[:, CLASSES], targets[:, 1].float())
    known = targets[:, 2] >= 0
    flipped = cross(scores[known, CLASSES + 1], targets[known, 2].float())
    return kinds + 0.5 * red + 0.1 * flipped


def plain(tops: list[NDArray[np.uint8]]) -> Tensor:
    """Return *tops* as network input, upright and as they are."""
    import cv2

    small = [cv2.resize(top, (SIDE, SIDE), interpolation=cv2.INTER_AREA) for top in tops]
    return torch.from_numpy(np.stack(small).astype(np.float32)).permute(0, 3, 1, 2)


@torch.no_grad()
def accuracy(net: Classifier, photos: Path) -> dict[str, tuple[int, int]]:
    """Return right and all, by held-out set, on crops as they are (both ways up averaged)."""
    net.eval()
    found: dict[str, tuple[int, int]] = {}
    for sample, name in material.photographed(photos, photographs.HELD_OUT):
        x = plain([sample.top, sample.top[::-1, ::-1]])
        scores = net(x)[:, :CLASSES].log_softmax(1).mean(0)
        right, count = found.get(name, (0, 0))
        found[name] = (right + int(int(scores.argmax()) == TILES[sample.code]), count + 1)
    net.train()
    return found


def export(net: nn.Module, shape: tuple[int, ...], path: Path) -> None:
    """Write *net* as ONNX with only operations that every OpenCV knows."""
    net.eval()
    path.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        net,
        (torch.zeros(shape),),
        str(path),
        opset_version=13,
        dynamo=False,
        input_names=["picture"],
        output_names=["scores", "features"] if isinstance(net, ShippedClassifier) else ["scores"],
        # OpenCV takes any multiple of the first size; what is reshaped may not be named "n".
        dynamic_axes={"picture": {2: "h", 3: "w"}} if shape[2] != SIDE else {},
    )


@torch.no_grad()
def follow(calm: nn.Module, net: nn.Module, step: int) -> None:
    """Let the weights of *calm* follow those of *net* slowly, so that they are steadier."""
    share = max(0.01, 1 / (step + 1))
    for slow, fast in zip(calm.state_dict().values(), net.state_dict().values(), strict=True):
        if slow.is_floating_point():
            slow.lerp_(fast, share)


def tensor(pictures: NDArray[np.uint8]) -> Tensor:
    """Return *pictures*, N×H×W×3, as the networks take them."""
    x = torch.from_numpy(pictures).permute(0, 3, 1, 2).float()
    return x.contiguous(memory_format=torch.channels_last)


def warmed(net: nn.Module, sources: argparse.Namespace, queue: Queue[Any]) -> None:
    """Wait for the first pictures, and go on from the weights `sources.resume`, if given."""
    first = queue.get()[0]
    if sources.resume is not None:
        more = [queue.get()[0] for _ in range(LOOKED_AT - 1)]
        resume(net, sources.resume, [tensor(pictures) for pictures in (first, *more)])


def train(sources: argparse.Namespace) -> Classifier:
    """Return a classifier trained for `sources.minutes` of processor time."""
    context = mp.get_context("spawn")
    queue: Queue[Batch] = context.Queue(12)
    makers = [
        context.Process(target=batches, args=(sources, seed, queue), daemon=True)
        for seed in range(sources.seed, sources.seed + sources.makers)
    ]
    for maker in makers:
        maker.start()
    torch.set_num_threads(sources.threads)
    net = Classifier().to(memory_format=torch.channels_last)
    warmed(net, sources, queue)
    optimiser = torch.optim.AdamW(net.parameters(), lr=2e-3, weight_decay=0.02)
    calm = copy.deepcopy(net)
    start, step, seen = time.process_time(), 0, 0.0
    while (done := (time.process_time() - start) / (60 * sources.minutes)) < 1:
        crops, targets = queue.get()
        rate = sources.rate * min(1.0, step / 60 + 0.05) * (0.5 + 0.5 * np.cos(np.pi * done)) + 1e-5
        for group in optimiser.param_groups:
            group["lr"] = rate
        with torch.autocast("cpu", torch.bfloat16):
            scores = net(tensor(crops))
        wrong = loss(scores.float(), torch.from_numpy(targets))
        optimiser.zero_grad()
        wrong.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 2.0)
        optimiser.step()
        follow(calm, net, step)
        step, seen = step + 1, 0.98 * seen + 0.02 * float(wrong.detach())
        if step % 100 == 0:
            torch.save(calm.state_dict(), sources.out.with_suffix(".pt"))
            report = accuracy(calm, sources.photos) if step % 500 == 0 else {}
            say(f"step={step} done={done:.2f} loss={seen / (1 - 0.98**step):.3f} {report}")
    for maker in makers:
        maker.terminate()
    return calm


def say(line: str) -> None:
    """Tell how far it is."""
    print(line, flush=True)  # noqa: T201  a training run reports to its terminal


def command_line(description: str | None, minutes: float, sets: int) -> argparse.ArgumentParser:
    """Return what both training commands ask for; *minutes* and *sets* are their usual ones."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--fonts", type=Path, nargs="+", required=True)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes, help="of processor time")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--without", nargs="*", default=[], help="sets left out besides HELD_OUT")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sets", type=int, default=sets, help="to invent")
    parser.add_argument("--threads", type=int, default=1)
    return parser


def main() -> None:
    """Train by the command line and write the weights."""
    parser = command_line(__doc__, minutes=48, sets=200)
    parser.add_argument("--makers", type=int, default=1, help="processes that make crops")
    sources = parser.parse_args()
    net = train(sources)
    torch.save(net.state_dict(), sources.out.with_suffix(".pt"))
    told = ShippedClassifier(net.to(memory_format=torch.contiguous_format))
    export(told, (TOGETHER**2, 3, SIDE, SIDE), sources.out)
    say(f"cpu_s={time.process_time():.0f} {accuracy(net, sources.photos)}")


if __name__ == "__main__":
    main()
