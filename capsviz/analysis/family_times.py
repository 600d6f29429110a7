"""Inference and training times of networks, measured in turns under the same load."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import torch

from capsviz.config import TrainConfig
from capsviz.data.augment import augmentation
from capsviz.data.pictures import Pictures
from capsviz.model.networks import Network
from capsviz.training.step import new_run, train_step
from capsviz.training.tasks import TASKS
from capsviz.training.threads import set_threads

#: Turns in which every network is timed once; the first one warms up and is discarded.
TURNS = 20
#: Inferences of one picture per turn; their mean is one value.
READINGS = 5


@dataclass(frozen=True, slots=True)
class Times:
    """Times of one network in each turn, in seconds of one thread's processor time.

    Attributes
    ----------
    read : inference of one picture.
    learn : one training: a training step times the number of steps.
    """

    read: list[float]
    learn: list[float]


def measure_times(
    networks: Sequence[tuple[Network, Mapping[str, Any]]], pictures: Pictures, turns: int = TURNS
) -> list[Times]:
    """Measure the times of each network, one after the other in every turn.

    Processor time of one thread excludes waiting for a processor. It includes cache misses caused
    by other processes; turns spread those evenly.

    `networks` are pairs of a network and its training settings, as in its checkpoint; they do not
    change. `pictures` are used for inference and training.
    """
    with set_threads(1):
        members = [
            (_reading(net, pictures), *_learning(net, settings, pictures))
            for net, settings in networks
        ]
        times = [
            [(_seconds(read) / READINGS, _seconds(step) * steps) for read, step, steps in members]
            for _ in range(turns + 1)
        ]
    return [
        Times([round(read, 6) for read, _ in turn], [round(learn, 3) for _, learn in turn])
        for turn in zip(*times[1:], strict=True)
    ]


def _reading(network: Network, pictures: Pictures) -> Callable[[], None]:
    x = pictures.images[:1].float() / 255

    @torch.inference_mode()
    def read() -> None:
        for _ in range(READINGS):
            network(x)

    return read


def _learning(
    network: Network, settings: Mapping[str, Any], pictures: Pictures
) -> tuple[Callable[[], None], int]:
    """Return one training step, with sampling and augmentation, and the number of steps."""
    config = TrainConfig(**settings)
    learner = copy.deepcopy(network).train()
    for weights in learner.parameters():
        weights.requires_grad_()
    run = new_run(learner, copy.deepcopy(network), config)
    task = TASKS[config.task](pictures, config, 0, augmentation(config.augment))

    def step() -> None:
        batch = task.batch(slice(0, config.batch), torch.device("cpu"))
        train_step(run, batch, config.final_rate)

    return step, config.epochs * math.ceil(config.pass_length / config.batch)


def _seconds(action: Callable[[], None]) -> float:
    start = time.process_time()
    action()
    return time.process_time() - start
