"""Cost of inference and training: counted, or timed in turns on one machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from time import perf_counter

import numpy as np
import torch
from torch import Tensor
from torch.autograd.graph import saved_tensors_hooks

from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import ROUNDS, Material, capsules, readers
from capsviz.analysis.claims.records import mean
from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.pictures import Pictures
from capsviz.model.networks import ARCHITECTURES, MODELS, Network
from capsviz.model.plan import plan
from capsviz.model.routing.gradients import through_all_iterations
from capsviz.training.step import losses
from capsviz.training.tasks import Batch
from capsviz.wording import amount_of

#: Batch size for times, other batch sizes, and the number of timed turns.
TIMED_BATCH, BATCHES, TURNS = 16, (1, 16, 64), 15
#: Routing iterations of a timed training step, and fewer turns for it, since it is slow.
TRAINED_ITERATIONS, TRAINING_TURNS = (1, 3, 7), 7
#: CNNs of the size of capsule networks. They are untrained: their cost does not depend on weights.
EQUAL_SIZES = {"large CNN": "expanded_cnn", "small build": "compact", "small CNN": "compact_cnn"}


def cost(_: Material) -> Iterator[Row]:
    """Parameters without a decoder, multiply-adds for one digit, bytes of its votes."""
    for name, model in (*readers(), *_untrained_networks()):
        layers = [layer for layer in plan(model).layers if layer.part != "decoder"]
        votes = sum(layer.output_bytes for layer in layers if layer.part == "votes")
        yield Row(name, "parameters", sum(layer.parameters for layer in layers))
        yield Row(name, "multiply-adds", sum(layer.multiply_adds for layer in layers))
        if votes:
            yield Row(name, "bytes of votes", votes)


@torch.inference_mode()
def time_rounds(material: Material) -> Iterator[Row]:
    """Time by routing iterations, relative to one iteration."""
    model, x = capsules("dynamic"), _pixels(material.validation(), TIMED_BATCH)
    calls = {str(rounds): lambda rounds=rounds: model(x, rounds) for rounds in ROUNDS}
    yield from _time_in_turns("dynamic", calls, "1")


@torch.inference_mode()
def time(material: Material) -> Iterator[Row]:
    """Time of every network, relative to the CNN."""
    x = _pixels(material.validation(), TIMED_BATCH)
    calls = {name: lambda model=model: model(x) for name, model in readers()}
    for row in _time_in_turns("", calls, "cnn"):
        yield Row(row.condition, "", row.value, row.low, row.high)


@torch.inference_mode()
def time_batch(material: Material) -> Iterator[Row]:
    """Time of every network by batch size, relative to the CNN."""
    networks = dict((*readers(), *_untrained_networks()))
    for count in BATCHES:
        x = _pixels(material.validation(), count)
        calls = {name: lambda model=model, x=x: model(x) for name, model in networks.items()}
        for row in _time_in_turns("", calls, "cnn"):
            yield Row(row.condition, str(count), row.value, row.low, row.high)


def time_learnt(material: Material) -> Iterator[Row]:
    """Time of one training step, relative to the CNN."""
    batch = _batch(material.validation())
    networks = {
        name: _untrained_network(model.config)
        for name, model in (*readers(), *_untrained_networks())
    }
    del networks["matrix"]  # it alternates between other losses
    steps = {name: lambda model=model: _learn(model, batch) for name, model in networks.items()}
    for rounds in TRAINED_ITERATIONS:
        model = _untrained_network(replace(MODELS["dynamic"], iterations=rounds))
        last, full = (partial(_learn, model, batch, all_iterations=x) for x in (False, True))
        name = f"dynamic, {amount_of(rounds, 'round')}"
        steps |= {name: last, f"{name}, all": full}
    for row in _time_in_turns("", steps, "cnn", TRAINING_TURNS):
        yield Row(row.condition, "", row.value, row.low, row.high)


def memory_rounds(material: Material) -> Iterator[Row]:
    """Megabytes that one training step keeps for its gradients, by routing iterations."""
    batch = _batch(material.validation())
    for all_iterations, series in ((False, "gradients of the last round"), (True, "of all rounds")):
        for rounds in ROUNDS:
            model = _untrained_network(replace(MODELS["dynamic"], iterations=rounds))
            yield Row(series, str(rounds), count_memory(model, batch, all_iterations) / 1e6)


def _untrained_networks() -> Iterator[tuple[str, Network]]:
    for name, build in EQUAL_SIZES.items():
        yield name, _untrained_network(replace(MODELS[build], image_size=28)).eval()


def _untrained_network(config: ModelConfig) -> Network:
    """Return an untrained network in training mode: times and sizes do not depend on weights."""
    return ARCHITECTURES[config.architecture](config)


def _pixels(digits: Pictures, n: int) -> Tensor:
    return digits.shuffle(n).images.float() / 255


def _batch(digits: Pictures) -> Batch:
    sample = digits.shuffle(TIMED_BATCH)
    return Batch.of_digits(sample.images.float() / 255, sample.labels)


def _learn(model: Network, batch: Batch, all_iterations: bool = False) -> None:
    """Run a training step without the optimiser; `all_iterations` differentiates all of them."""
    _loss(model, batch, all_iterations).backward()
    model.zero_grad(set_to_none=True)


def _loss(model: Network, batch: Batch, all_iterations: bool) -> Tensor:
    config = TrainConfig()
    with through_all_iterations() if all_iterations else nullcontext():
        margin, error = losses(model, batch, config)
    return margin + config.reconstruction_weight * error


def count_memory(model: Network, batch: Batch, all_iterations: bool) -> int:
    """Count the bytes that a forward pass keeps for the backward pass, weights excluded."""
    weights = {parameter.untyped_storage().data_ptr() for parameter in model.parameters()}
    saved: dict[int, Tensor] = {}

    def keep(tensor: Tensor) -> Tensor:
        saved[tensor.untyped_storage().data_ptr()] = tensor
        return tensor

    with saved_tensors_hooks(keep, lambda tensor: tensor):
        _loss(model, batch, all_iterations)
    return sum(
        tensor.untyped_storage().nbytes()
        for pointer, tensor in saved.items()
        if pointer not in weights
    )


def _time_in_turns(
    series: str, calls: Mapping[str, Callable[[], object]], reference: str, turns: int = TURNS
) -> Iterator[Row]:
    """Time calls in turns, relative to one of them in the same turn: means of the logarithms."""
    durations: dict[str, list[float]] = {name: [] for name in calls}
    for turn in range(turns + 1):
        for name, call in calls.items():
            start = perf_counter()
            call()
            if turn:  # the first turn warms up
                durations[name].append(perf_counter() - start)
    for name, times in durations.items():
        logs = [float(np.log(a / b)) for a, b in zip(times, durations[reference], strict=True)]
        row = mean(series, name, logs) if name != reference else Row(series, name, 0.0)
        value, low, high = (float(np.exp(n)) for n in (row.value, row.lower, row.upper))
        yield Row(series, name, value, low, high) if name != reference else Row(series, name, 1.0)
