"""Training that goes on from weights: a checkpoint, or what ships.

What ships has its batch normalisations folded into the convolutions before them. They are unfolded
again by what the convolutions answer to training pictures, so that the network says the same as
before and learns as one whose normalisations were never folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

_LAYERS: Final = (nn.Conv2d, nn.Linear)

LOOKED_AT: Final = 12
"""Batches that tell well enough what is normal."""


def resume(net: nn.Module, path: Path, pictures: Sequence[Tensor]) -> None:
    """Give *net* the weights in *path*: a checkpoint (`.pt`), or an exported network (`.onnx`).

    *pictures* are batches as training will see them. Raise `ValueError` where *path* holds another
    network; what *net* says in more channels than it did keeps its own start there.
    """
    if path.suffix != ".onnx":
        net.load_state_dict(torch.load(path, map_location="cpu"))
        return
    norms = _fill(net, path, pictures[0])
    _unfold(net, norms, pictures)


def average(path: Path, before: onnx.ModelProto, share: float) -> None:
    """Give the exported network in *path* this *share* of the weights that it had *before*.

    A network that went on from another lies near it, and in their mean both know what they knew:
    docs/vision-notes.md. Raise `ValueError` where the two are not of one form.
    """
    model = onnx.load(path)
    weights = {one.name: numpy_helper.to_array(one) for one in before.graph.initializer}
    for ours in model.graph.initializer:
        new, old = numpy_helper.to_array(ours), weights.get(ours.name)
        if old is None or old.shape != new.shape:
            raise ValueError(f"{path}: {ours.name} is not in both networks")
        if np.issubdtype(new.dtype, np.floating):
            mean = ((1 - share) * new + share * old).astype(new.dtype)
            ours.CopyFrom(numpy_helper.from_array(mean, ours.name))
    onnx.save(model, path)


@torch.no_grad()
def _fill(net: nn.Module, path: Path, picture: Tensor) -> dict[str, nn.BatchNorm2d]:
    """Put the layers of *path* into *net*; return its normalisations, passing all through."""
    graph = onnx.load(path).graph
    weights = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    graph_layers = [node.input[1:3] for node in graph.node if node.op_type in {"Conv", "Gemm"}]
    ours = _in_order(net, picture)
    if len(ours) != len(graph_layers):
        raise ValueError(f"{path}: {len(graph_layers)} layers, the network has {len(ours)}")
    norms = _find_norms(net)
    for (name, layer), (weight, bias) in zip(ours, graph_layers, strict=True):
        values = torch.tensor(weights[weight])
        if values.shape[1:] != layer.weight.shape[1:]:
            raise ValueError(f"{path}: {weight} does not fit {name}")
        layer.weight[: len(values)] = values
        norm = norms.get(name)
        if norm is not None:
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
        offset = layer.bias if norm is None else norm.bias
        offset[: len(values)] = torch.tensor(weights[bias])
    return norms


def _in_order(net: nn.Module, picture: Tensor) -> list[tuple[str, nn.Module]]:
    ran: list[tuple[str, nn.Module]] = []
    hooks = [
        layer.register_forward_hook(lambda *_, entry=(name, layer): ran.append(entry))
        for name, layer in net.named_modules()
        if isinstance(layer, _LAYERS)
    ]
    net.eval()(picture)
    for hook in hooks:
        hook.remove()
    return ran


def _find_norms(net: nn.Module) -> dict[str, nn.BatchNorm2d]:
    """Return the normalisations of *net* by the name of the convolution before each."""
    return {
        one: after
        for (one, _), (_, after) in pairwise(net.named_modules())
        if isinstance(after, nn.BatchNorm2d)
    }


@torch.no_grad()
def _unfold(net: nn.Module, norms: dict[str, nn.BatchNorm2d], pictures: Sequence[Tensor]) -> None:
    """Let *norms* normalise what they see in *pictures*, and *net* say the same as before."""
    moments_by_norm: dict[nn.Module, list[Tensor]] = {norm: [] for norm in norms.values()}

    def look(norm: nn.Module, inputs: tuple[Tensor]) -> None:
        per_channel = inputs[0].double().transpose(0, 1).flatten(1)
        moments_by_norm[norm].append(
            torch.stack([per_channel.mean(1), per_channel.square().mean(1)])
        )

    hooks = [norm.register_forward_pre_hook(look) for norm in moments_by_norm]
    net.eval()
    for batch in pictures:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, moments in moments_by_norm.items():
        mean, square = torch.stack(moments).mean(0)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(square - mean.square())
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
        norm.bias.add_(norm.running_mean)
    net.train()
