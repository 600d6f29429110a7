"""Script of each process that ``torchrun`` starts for `test_distributed`.

It is ``capsviz train`` of a tiny network on a few pictures, in float32, with the command's
arguments.
"""

from __future__ import annotations

import sys

import torch

from capsviz.cli import main
from capsviz.cli import train as command
from capsviz.config import ModelConfig
from capsviz.data import sets
from capsviz.data.pictures import Learning, Pictures
from capsviz.data.vision import Mnist
from capsviz.model.networks import MODELS
from capsviz.training import step, train

TINY = ModelConfig(conv_channels=16, primary_types=2, decoder_hidden=(32, 32))


def bars(n: int, seed: int = 0) -> Pictures:
    """Ten easy classes: a bright bar whose height on the image is the class, and noise."""
    random = torch.Generator().manual_seed(seed)
    labels = torch.randint(0, 10, (n,), generator=random)
    images = torch.randint(0, 40, (n, 28, 28), generator=random)
    for image, label in zip(images, labels.tolist(), strict=True):
        image[2 * label + 3 : 2 * label + 6, 6:22] = 255
    return Pictures(images.to(torch.uint8), labels)


def learning() -> Learning:
    """Six steps of 40 pictures; the last has only one, so one process has none."""
    return Learning.of(bars(201), bars(60, 1), "by hand")


if __name__ == "__main__":
    MODELS["dynamic"] = TINY
    sets.SETS["mnist"] = type("Few", (Mnist,), {"learning": lambda _: learning()})
    train.is_half_faster = lambda _: False
    step.MICRO_BATCH = 8  # split each share of 20 into chunks
    # Keep the state for inspection.
    command.state_beside = lambda out: out.with_suffix(".none")
    sys.exit(main(["train", *sys.argv[1:]]))
