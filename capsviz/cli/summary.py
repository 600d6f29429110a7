"""``capsviz summary``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

import torch
from torch import nn
from torch.nn.utils import parametrize

from capsviz.cli.options import add_iterations, network_name
from capsviz.cli.parser import add_folder, add_model, add_switch
from capsviz.model.capsnet import CapsNet
from capsviz.model.deep import ConvVectorCaps
from capsviz.model.matrix import ConvCaps
from capsviz.model.plan import SUMMED_ATTRIBUTES, Plan, plan
from capsviz.training import checkpoint

#: Headings of the table after the layer's name.
_HEADINGS = ("output", "parameters", "multiply-adds", "weight bytes", "output bytes")


def add_options(command: argparse.ArgumentParser) -> None:
    """Add options for network and format."""
    add_folder(command)
    group = command.add_mutually_exclusive_group()
    group.add_argument(
        "checkpoint",
        nargs="?",
        metavar="NAME",
        help="name or path of a network, by default dynamic",
    )
    add_model(group, command)
    add_iterations(command)
    add_switch(command, "--json", "print one object")


def run(options: argparse.Namespace) -> int:
    """Print the layers of a network."""
    loaded = checkpoint.load(network_name(options), torch.device("cpu"))
    layers = plan(loaded.model, options.iterations)
    if options.json:
        print(json.dumps({"network": loaded.name, **layers.to_plain()}))
    else:
        print(_table(layers))
        print(*_savings(loaded.model), sep="", end="")
    return 0


def _savings(network: nn.Module) -> Iterator[str]:
    """Yield a sentence for each capsule layer with parametrised matrices."""
    for name, layer in network.named_modules():
        if isinstance(layer, ConvCaps | ConvVectorCaps) and layer.field.places > 1:
            places, size = layer.field.places, layer.W.numel()
            yield (
                f"{name}: matrices of {size:,} numbers serve {places} places; with their own at "
                f"each place they would be {places * size:,}\n"
            )
    if isinstance(network, CapsNet) and parametrize.is_parametrized(network, "W"):
        learnt = sum(
            weights.numel() for weights in network.get_submodule("parametrizations.W").parameters()
        )
        yield (
            f"votes: matrices are made of {learnt:,} numbers; with all of their own they would be "
            f"{network.W.numel():,}\n"
        )


def _table(layers: Plan) -> str:
    """Return a table with a line for each layer, and one for the sums."""
    total = layers.to_plain()["total"]
    rows: list[tuple[str, ...]] = [("layer", *_HEADINGS)]
    for layer in layers.layers:
        shape = " × ".join(map(str, layer.output))
        rows.append(
            (layer.name, shape, *(f"{getattr(layer, name):,}" for name in SUMMED_ATTRIBUTES))
        )
    rows.append(("total", "", *(f"{n:,}" for n in total.values())))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
