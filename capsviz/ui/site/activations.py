"""Graphs for Network, with ablations as inputs, and each network's sheet."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from capsviz import onnx_export
from capsviz.analysis.ablation import AXES, SQUASHES
from capsviz.analysis.activations import SHRINKS, Change, Pass, follow, varies
from capsviz.analysis.weight_patterns import feeding, kernels
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.engine import engine
from capsviz.model.capsnet import CapsNet
from capsviz.model.plan import Block, blocks, capsule_block
from capsviz.model.squash import squash
from capsviz.ui.live import messages
from capsviz.ui.pages.network.routes import plan_of, sampling_of, strongest_maps

#: Outputs of a graph besides each block's maps; see `capsviz.analysis.activations.Activations`.
OUTPUTS = (
    *("primary", "presence", "flow", "logits", "couplings", "vote_lengths"),
    *("totals", "capsules", "lengths"),
)


class _FollowModule(nn.Module):
    """`follow` with factors of 0 and 1 for maps and capsules, and a number of `SQUASHES`.

    Attributes
    ----------
    inputs : of `forward` behind the image, as they leave all as trained, by name.
    outputs : names of what it gives.
    seen : of empty paper.
    """

    def __init__(self, model: CapsNet, drawn: tuple[Block, ...], axis: str) -> None:
        super().__init__()
        self.network, self.drawn, self.axis = model, drawn, axis
        self.inputs: dict[str, Tensor] = {}

        def maps(block: str, output: Tensor) -> Tensor:
            self.inputs[f"keep/{block}"] = output.new_ones(output.shape[1])
            return output

        with torch.no_grad():
            self.seen = self._follow(_empty(model), Change(maps, lambda u: u))
        self.inputs["keep"] = torch.ones(self.seen.u.shape[1])
        self.maps = tuple(name for name, each in self.seen.maps.items() if each.ndim == 3)
        self.outputs = (*(f"maps/{name}" for name in self.maps), *OUTPUTS)
        if self.seen.before is not None:
            self.inputs["squash"] = torch.zeros(1)
            self.outputs = (*self.outputs, "before")

    def _follow(self, image: Tensor, change: Change) -> Pass:
        return follow(self.network, self.drawn, image, self.rounds, change)

    def _change(self, given: dict[str, Tensor]) -> Change:
        def maps(block: str, output: Tensor) -> Tensor:
            return output * given[f"keep/{block}"].view(-1, *[1] * (output.ndim - 2))

        def shrink(s: Tensor) -> Tensor:
            chosen, *others = [(SHRINKS[name] or squash)(s) for name in SQUASHES]
            for number, other in enumerate(others, 1):
                chosen = torch.where(given["squash"] == number, other, chosen)
            return chosen

        chosen = shrink if "squash" in given else None
        return Change(maps, lambda u: u * given["keep"].view(1, -1, 1), chosen, self.axis)

    @property
    def rounds(self) -> int:
        """Iterations of its routing, as many as anybody may ask for."""
        return self.network.rounds(MAX_SHOWN_ITERATIONS)

    def forward(self, image: Tensor, *given: Tensor) -> tuple[Tensor, ...]:
        seen = self._follow(image, self._change(dict(zip(self.inputs, given, strict=True))))
        steps = {
            name: torch.stack([getattr(step, name)[0] for step in seen.steps]) for name in "bcsv"
        }
        sizes = torch.linalg.vector_norm(seen.u_hat[0], dim=-1)
        types = self.network.config.primary_types
        weighted = (steps["c"] * sizes).reshape(self.rounds, -1, types, sizes.shape[1])
        made = {
            **{f"maps/{name}": seen.maps[name] for name in self.maps},
            **{"primary": seen.u[0], "presence": self.network.presence(seen.u)[0]},
            **{"flow": weighted.sum(1), "logits": steps["b"], "couplings": steps["c"]},
            **{"vote_lengths": sizes, "totals": steps["s"], "capsules": steps["v"]},
            "lengths": torch.stack([step.activations[0] for step in seen.steps]),
        }
        if seen.before is not None:
            made["before"] = seen.before[0]
        return tuple(made[name] for name in self.outputs)


def _empty(model: CapsNet) -> Tensor:
    return torch.zeros(1, *model.config.format.shape)


def graphs(name: str) -> dict[str, Any]:
    """An ``onnx.ModelProto`` for each axis of the softmax that its routing may have."""
    model, drawn = engine().checkpoint(name).capsnet, blocks(plan_of(name))
    made = {}
    for axis in AXES if varies(model) else AXES[:1]:
        module = _FollowModule(model, drawn, axis)
        inputs = {"image": _empty(model), **module.inputs}
        made[axis] = onnx_export.convert(name, module, inputs, module.outputs)
    return made


def sheet(name: str) -> bytes:
    """Further data for the browser, as `messages.pack_arrays`.

    Its header has of each block the "shape" of its maps, those that are "shown", and of a plain
    convolution over the picture the "stride"; and where the input capsules' convolution is plain,
    "fed": the block below with kernel and stride; and "sizes" of the graphs' inputs. Its arrays
    are "axes", of poses, and "kernels/BLOCK" and "biases/BLOCK" of those convolutions.
    """
    model, drawn = engine().checkpoint(name).capsnet, blocks(plan_of(name))
    sampling = sampling_of(name)
    followed = _FollowModule(model, drawn, AXES[0])
    seen = followed.seen
    shapes = {each: tuple(maps.shape) for each, maps in seen.maps.items()}
    arrays: dict[str, np.ndarray] = {"axes": np.asarray(sampling.axes, np.float32)}
    told: dict[str, Any] = {}
    for block in drawn:
        if block.name not in sampling.maps:
            continue
        shape = shapes[block.name]
        told[block.name] = {
            "shape": shape,
            "shown": strongest_maps(sampling.maps[block.name], shape),
        }
        layer = kernels(model, block)
        if layer is not None and layer.bias is not None:
            told[block.name]["stride"] = layer.stride[0]
            arrays[f"kernels/{block.name}"] = layer.weight[:, 0].detach().numpy()
            arrays[f"biases/{block.name}"] = layer.bias.detach().numpy()
    header = {
        "blocks": told,
        "capsules": capsule_block(drawn),
        "types": model.config.primary_types,
        "sizes": {name: len(given) for name, given in followed.inputs.items()},
        "votes": model.W.ndim == 4 and len(model.W) == seen.u.shape[1],
        "fed": None,
    }
    below = [block.name for block in drawn if block.part == "features"]
    layer = feeding(model, shapes[below[-1]][0]) if below else None
    if layer is not None:
        header["fed"] = {"below": below[-1], "stride": layer.stride, "kernel": layer.kernel_size}
    return messages.pack_arrays(header, arrays)
