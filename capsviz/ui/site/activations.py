"""Graphs for the Network page, with ablations as inputs, and each network's sheet."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from capsviz import onnx_export
from capsviz.analysis.ablation import AXES, SQUASHES
from capsviz.analysis.activations import SQUASH_FUNCTIONS, Change, Pass, follow, varies
from capsviz.analysis.block_arrays import capsule_arrays, unit_arrays, vote_arrays
from capsviz.analysis.weight_patterns import kernels
from capsviz.config import MAX_SHOWN_ITERATIONS
from capsviz.engine import engine
from capsviz.model.capsnet import CapsNet
from capsviz.model.plan import Block, blocks, capsule_block, features_below
from capsviz.model.squash import squash
from capsviz.ui.live import messages
from capsviz.ui.pages.network.routes import plan_of, sampling_of, strongest_maps


class _FollowModule(nn.Module):
    """`follow` with factors of 0 and 1 for maps and capsules, and an index of `SQUASHES`.

    Attributes
    ----------
    inputs : of `forward` after the image, by name, with the values that change nothing.
    shapes : of each block's maps.
    outputs : names of its results: of `capsule_arrays`, of `unit_arrays` as ``unit/NAME``, of
        `vote_arrays` as ``votes/NAME``, and for each block ``maps/BLOCK`` and their means,
        ``strength/BLOCK``.
    """

    axes: Tensor

    def __init__(self, model: CapsNet, blocks: tuple[Block, ...], axis: str, axes: Any) -> None:
        super().__init__()
        self.network, self.blocks, self.axis = model, blocks, axis
        self.register_buffer("axes", torch.tensor(axes))
        self.inputs: dict[str, Tensor] = {}

        def maps(block: str, output: Tensor) -> Tensor:
            self.inputs[f"keep/{block}"] = output.new_ones(output.shape[1])
            return output

        with torch.no_grad():
            result = self._follow(_empty(model), Change(maps, lambda u: u))
            self.inputs["keep"] = torch.ones(result.u.shape[1])
            if result.before is not None:
                self.inputs["squash"] = torch.zeros(1)
            self.inputs["unit"] = torch.zeros(1)
            self.shapes = {name: tuple(maps.shape) for name, maps in result.maps.items()}
            self.outputs = tuple(self._arrays(result, self.inputs["unit"]))

    def _follow(self, image: Tensor, change: Change) -> Pass:
        return follow(self.network, self.blocks, image, self.rounds, change)

    def _change(self, factors: dict[str, Tensor]) -> Change:
        def maps(block: str, output: Tensor) -> Tensor:
            return output * factors[f"keep/{block}"].view(-1, *[1] * (output.ndim - 2))

        def shrink(s: Tensor) -> Tensor:
            result, *alternatives = [(SQUASH_FUNCTIONS[name] or squash)(s) for name in SQUASHES]
            for number, alternative in enumerate(alternatives, 1):
                result = torch.where(factors["squash"] == number, alternative, result)
            return result

        squashing = shrink if "squash" in factors else None
        return Change(maps, lambda u: u * factors["keep"].view(1, -1, 1), squashing, self.axis)

    @property
    def rounds(self) -> int:
        """Number of iterations of its routing, up to the maximum that visitors can request."""
        return self.network.rounds(MAX_SHOWN_ITERATIONS)

    def forward(self, image: Tensor, *values: Tensor) -> tuple[Tensor, ...]:
        factors = dict(zip(self.inputs, values, strict=True))
        return tuple(
            self._arrays(self._follow(image, self._change(factors)), factors["unit"]).values()
        )

    def _arrays(self, result: Pass, unit: Tensor) -> dict[str, Tensor]:
        unit_values = unit_arrays(self.network, result, unit.long(), features_below(self.blocks))
        return {
            **{f"maps/{name}": maps for name, maps in result.planes.items()},
            **{f"strength/{name}": maps.mean((1, 2)) for name, maps in result.planes.items()},
            **capsule_arrays(self.network, result, self.axes),
            **{f"unit/{name}": values for name, values in unit_values.items()},
            **{f"votes/{name}": values for name, values in vote_arrays(result).items()},
        }


def _empty(model: CapsNet) -> Tensor:
    return torch.zeros(1, *model.config.format.shape)


def graphs(name: str) -> dict[str, Any]:
    """An ``onnx.ModelProto`` for each possible axis of the routing's softmax."""
    model, network_blocks = engine().checkpoint(name).capsnet, blocks(plan_of(name))
    models = {}
    for axis in AXES if varies(model) else AXES[:1]:
        module = _FollowModule(model, network_blocks, axis, sampling_of(name).axes)
        inputs = {"image": _empty(model), **module.inputs}
        models[axis] = onnx_export.convert(name, module, inputs, module.outputs)
    return models


def sheet(name: str) -> bytes:
    """Further data for the browser, encoded by `messages.pack_arrays`.

    Its header has for each block the "shape" of its maps, the "shown" ones, and the "stride" of a
    plain convolution over the picture; and the "sizes" of the graphs' inputs. Its arrays are
    "kernels/BLOCK" and "biases/BLOCK" of those convolutions.
    """
    model, network_blocks = engine().checkpoint(name).capsnet, blocks(plan_of(name))
    sampling = sampling_of(name)
    followed = _FollowModule(model, network_blocks, AXES[0], sampling.axes)
    arrays: dict[str, np.ndarray] = {}
    details: dict[str, Any] = {}
    for block in network_blocks:
        if block.name not in sampling.maps:
            continue
        shape = followed.shapes[block.name]
        strongest = strongest_maps(sampling.maps[block.name], shape)
        details[block.name] = {"shape": shape, "shown": strongest}
        if (kernel := kernels(model, block)) is not None:
            arrays[f"kernels/{block.name}"], arrays[f"biases/{block.name}"], stride = kernel
            details[block.name]["stride"] = stride
    header = {
        "blocks": details,
        "capsules": capsule_block(network_blocks),
        "types": model.config.primary_types,
        "sizes": {name: len(factor) for name, factor in followed.inputs.items()},
    }
    return messages.pack_arrays(header, arrays)
