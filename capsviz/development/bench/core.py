"""Speed of the core, relative to a plain capsule network measured in the same run.

Only ratios are comparable between machines or times of day. Compared cases are therefore measured
in turns, in several rounds; a ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import copy
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import torch
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import ModelConfig, TrainConfig
from capsviz.model import graphs
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import margin_loss, one_hot
from capsviz.model.networks import MODELS, build
from capsviz.model.precision import PRECISIONS, convert_precision, possible
from capsviz.model.squash import squash
from capsviz.model.vote_matrices import FULL
from capsviz.tracing import live, trace
from capsviz.training.provenance import describe_hardware
from capsviz.training.step import new_run, train_step
from capsviz.training.tasks import Batch
from capsviz.training.threads import set_threads

#: Images of the large batch, and of a training step.
BATCH = 128
#: Suffixes of the cases by precision.
SUFFIXES = {"float32": "", "bfloat16": " bf16", "int8": " int8"}
#: Maximum batch size of the app.
FEW = 16
#: Poses of the decoding case: a sweep of 16 dimensions over 11 values.
DECODED_POSES = 176

Call = Callable[[], object]
Network = TypeVar("Network", bound=nn.Module)


class PlainCapsNet(nn.Module):
    """The same network in a careful implementation without optimisation.

    Votes, agreement and totals use `torch.einsum`; convolutions, softmax and squash are torch's
    plain operators. From the same weights the results equal `CapsNet`'s.
    """

    def __init__(self, reference: CapsNet) -> None:
        super().__init__()
        c = self.config = reference.config
        self.conv1 = nn.Conv2d(1, c.conv_channels, c.kernel)
        self.primary = nn.Conv2d(
            c.conv_channels, c.primary_types * c.primary_dim, c.kernel, stride=2
        )
        first, second = c.decoder_hidden
        layers = (
            nn.Linear(c.classes * c.digit_dim, first),
            nn.Linear(first, second),
            nn.Linear(second, c.image_size**2),
        )
        self.decoder = nn.Sequential(
            layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2], nn.Sigmoid()
        )
        self.conv1.load_state_dict(reference.conv1.state_dict())
        self.primary.load_state_dict(reference.primary.state_dict())
        for layer, source in zip(layers, reference.decoder.children(), strict=True):
            layer.load_state_dict(source.state_dict())
        # Capsules are ordered type by type, as torch's channels; W is [in, out, out_dim, in_dim].
        by_place = reference.W.detach().unflatten(0, (c.grid**2, c.primary_types))
        self.W = nn.Parameter(by_place.transpose(0, 1).flatten(0, 1).permute(0, 2, 3, 1).clone())

    def forward(self, images: Tensor, iterations: int = 3) -> Tensor:
        """Return output capsules [batch, classes, dim] of images [batch, 1, side, side]."""
        return self.route(self.primary_capsules(images), iterations)

    def primary_capsules(self, images: Tensor) -> Tensor:
        """Return primary capsules [batch, in_caps, in_dim]."""
        c = self.config
        x = self.primary(functional.relu(self.conv1(images)))
        x = x.view(len(x), c.primary_types, c.primary_dim, c.grid, c.grid)
        return squash(x.permute(0, 1, 3, 4, 2).reshape(len(x), -1, c.primary_dim))

    def route(self, u: Tensor, iterations: int) -> Tensor:
        """Procedure 1, line by line."""
        u_hat = torch.einsum("ijdk,bik->bijd", self.W, u)
        fixed = u_hat.detach()  # except in the last iteration, votes are constants
        b = u_hat.new_zeros(u_hat.shape[:3])
        for _ in range(iterations - 1):
            c = torch.softmax(b, dim=2)
            v = squash(torch.einsum("bij,bijd->bjd", c, fixed))
            b = b + torch.einsum("bijd,bjd->bij", fixed, v)
        c = torch.softmax(b, dim=2)
        return squash(torch.einsum("bij,bijd->bjd", c, u_hat))

    def decode(self, v: Tensor, capsule: Tensor) -> Tensor:
        """Decode one capsule of each image, [batch, side * side], the others masked with zeros."""
        mask = one_hot(capsule, v.shape[1]).unsqueeze(-1)
        return self.decoder((v * mask).flatten(1))


@dataclass(frozen=True, slots=True)
class Timing:
    """Times of one case: milliseconds in each round."""

    milliseconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """Median over the rounds, in milliseconds."""
        return statistics.median(self.milliseconds)

    def ratio(self, reference: Timing) -> float:
        """Median over the rounds of the ratio of both times."""
        pairs = zip(self.milliseconds, reference.milliseconds, strict=True)
        return statistics.median(a / b for a, b in pairs)


def run(
    device: torch.device | None = None, *, threads: int = 2, rounds: int = 7, batch: int = BATCH
) -> dict[str, Any]:
    """Measure the core and the plain network in turns.

    Parameters
    ----------
    device : device; by default the CPU.
    threads : number of torch threads on a CPU.
    rounds : number of rounds for each group of cases, at least 5 for quotable results.
    batch : images of the large batch and of a training step.

    Returns
    -------
    Plain values for JSON: ``milliseconds[group][case]``, ``ratios[group][case]`` and the
    conditions. Ratios are to the group's ``plain`` case; ``trace`` is relative to the forward pass
    of the same precision, ``live`` to the trace that it replaces if there is a graph for the batch
    size. Cases "bf16" and "int8" are left out on machines that do not support them.
    """
    device = device or torch.device("cpu")
    with set_threads(threads):
        groups = {
            "one image": _alternate(_forward_cases(device, 1), device, rounds, repeats=15),
            f"{FEW} images": _alternate(_forward_cases(device, FEW), device, rounds, repeats=3),
            f"{batch} images": _alternate(_forward_cases(device, batch), device, rounds),
            f"training step of {batch}": _alternate(_training_cases(device, batch), device, rounds),
            f"matrices, {FEW} images": _alternate(
                _matrices_cases(device), device, rounds, repeats=3
            ),
            f"layers of capsules, {FEW} images": _alternate(
                _layers_cases(device), device, rounds, repeats=3
            ),
            f"{DECODED_POSES} decodes": _alternate(
                _decoding_cases(device), device, rounds, repeats=5
            ),
        }
        return {
            "device": describe_hardware(device),
            "torch": torch.__version__,
            "threads": threads,
            "rounds": rounds,
            "milliseconds": {
                group: {name: round(timing.median, 4) for name, timing in timings.items()}
                for group, timings in groups.items()
            },
            "ratios": {group: _ratios(timings) for group, timings in groups.items()},
        }


def report(result: dict[str, Any]) -> str:
    """Format the result of `run` as text."""
    lines = [
        f"{result['device']}; torch {result['torch']}, {result['threads']} threads set, "
        f"medians of {result['rounds']} rounds in turns"
    ]
    for group, cases in result["milliseconds"].items():
        lines += ["", group]
        for name, milliseconds in cases.items():
            ratio = result["ratios"][group].get(name)
            comparison = "" if ratio is None else f"{ratio:8.2f} x {_reference(name)}"
            lines.append(f"  {name:26}{milliseconds:10.3f} ms{comparison}")
    return "\n".join(lines)


def _reference(name: str) -> str | None:
    """Return the case that a case is compared with."""
    if name.startswith("plain"):
        return None
    if name.startswith("routing"):
        return "plain routing"
    if name.startswith("live"):
        return name.replace("live", "trace")
    return name.replace("trace", "core") if name.startswith("trace") else "plain"


def _ratios(timings: dict[str, Timing]) -> dict[str, float]:
    ratios = {}
    for name, timing in timings.items():
        reference = _reference(name)
        if reference in timings:
            ratios[name] = round(timing.ratio(timings[reference]), 4)
    return ratios


def _forward_cases(device: torch.device, n: int) -> dict[str, Call]:
    core, plain, images = _networks(device, n)
    x, u, pixels = images.unsqueeze(1), core.primary_capsules(images), images.cpu().numpy()
    by_type = u.unflatten(1, (-1, core.config.primary_types)).transpose(1, 2).flatten(1, 2)
    cases: dict[str, Call] = {"plain": lambda: plain(x)}
    for suffix, model in _precisions(core).items():
        cases[f"core{suffix}"] = lambda model=model: model(images)
        cases[f"trace{suffix}"] = lambda model=model: trace(model, images)
        if graphs.size(model, n) is not None:
            cases[f"live{suffix}"] = lambda model=model: live(model, pixels)
        if model.precision is not torch.int8:  # torch's own convolutions take floats
            cases[f"convolutions{suffix}"] = _bare_convolutions(model, x)
    cases["plain routing"] = lambda: plain.route(by_type, core.config.iterations)
    cases["routing"] = lambda: core.route(u)
    return cases


def _training_cases(device: torch.device, n: int) -> dict[str, Call]:
    core, plain, images = _networks(device, n)
    labels = torch.arange(n, device=device) % core.config.classes
    cases: dict[str, Call] = {"plain": _plain_step(plain.requires_grad_(True), images, labels)}
    batch = Batch.of_digits(images, labels)
    for name in possible(core):
        if name != "int8":  # int8 has no gradients
            model = copy.deepcopy(core).train().requires_grad_(True)
            model.precision = PRECISIONS[name]
            task = new_run(model, _prepare(copy.deepcopy(core), device), TrainConfig())
            cases[f"core{SUFFIXES[name]}"] = lambda task=task: train_step(task, batch, 1e-4)
            convolve = _bare_convolutions(model, images.unsqueeze(1))
            # Only their three products: the outputs, the gradients of the weights and of the maps.
            cases[f"convolutions{SUFFIXES[name]}"] = lambda run=convolve: run().sum().backward()
    return cases


def _decoding_cases(device: torch.device) -> dict[str, Call]:
    core, plain, _ = _networks(device, 1)
    classes, dim = core.config.classes, core.config.digit_dim
    poses = torch.randn(DECODED_POSES, dim, device=device) * 0.2
    indices = torch.arange(DECODED_POSES, device=device) % classes
    capsules = poses.unsqueeze(1).expand(-1, classes, -1)
    cases: dict[str, Call] = {"plain": lambda: plain.decode(capsules, indices)}
    for suffix, model in _precisions(core).items():
        if suffix != SUFFIXES["int8"]:  # int8 also decodes in half precision
            cases[f"core{suffix}"] = lambda model=model: model.decoder(poses, indices)
    return cases


def _matrices_cases(device: torch.device) -> dict[str, Call]:
    """A forward pass with parametrised W; "plain" has the full W."""
    forms = {"plain": FULL, "core shared": "shared", "core groups:2": "groups:2"}
    forms |= {f"core low_rank:{rank}": f"low_rank:{rank}" for rank in (1, 2)}
    return _passes({case: replace(ModelConfig(), matrices=forms[case]) for case in forms}, device)


def _layers_cases(device: torch.device) -> dict[str, Call]:
    """A forward pass with two and three layers of routed capsules; "plain" has the paper's one."""
    names = {"plain": "dynamic", "core two": "deep_2", "core three": "deep_3"}
    return _passes({case: MODELS[name] for case, name in names.items()}, device)


def _passes(configs: dict[str, ModelConfig], device: torch.device) -> dict[str, Call]:
    """Return a forward pass of a few images for each network."""
    images = torch.rand(FEW, 28, 28, device=device)
    networks = {case: _prepare(build(config), device) for case, config in configs.items()}
    return {case: lambda model=model: model(images) for case, model in networks.items()}


def _networks(device: torch.device, n: int) -> tuple[CapsNet, PlainCapsNet, Tensor]:
    with torch.random.fork_rng():
        torch.manual_seed(0)
        core = CapsNet(ModelConfig())
        plain, images = PlainCapsNet(core), torch.rand(n, 28, 28)
    return _prepare(core, device), _prepare(plain, device), images.to(device)


def _prepare(network: Network, device: torch.device) -> Network:
    return network.to(device).eval().requires_grad_(False)


def _precisions(core: CapsNet) -> dict[str, CapsNet]:
    """Return the network in each precision, by the suffix of its cases."""

    def pictures(side: int) -> Tensor:
        return torch.rand(64, side, side)

    return {SUFFIXES[name]: convert_precision(core, name, pictures) for name in possible(core)}


def _bare_convolutions(model: CapsNet, x: Tensor) -> Callable[[], Tensor]:
    """Return torch's two convolutions alone, channels last, in the model's precision."""
    layout: dict[str, Any] = {"memory_format": torch.channels_last, "dtype": model.precision}
    x = x.to(**layout)
    weights = [layer.weight.to(**layout) for layer in (model.conv1, model.primary)]
    return lambda: functional.conv2d(functional.conv2d(x, weights[0]), weights[1], stride=2)


def _plain_step(plain: PlainCapsNet, images: Tensor, labels: Tensor) -> Call:
    optimiser = torch.optim.Adam(plain.parameters(), lr=1e-4)
    x, targets = images.unsqueeze(1), one_hot(labels, plain.config.classes)
    flat = images.flatten(1)

    def step() -> float:
        optimiser.zero_grad()
        v = plain(x)
        error = (plain.decode(v, labels) - flat).square().sum(1).mean()
        loss = margin_loss(v.norm(dim=-1), targets) + 0.0005 * error
        loss.backward()
        optimiser.step()
        return loss.item()

    return step


def _alternate(
    cases: dict[str, Call], device: torch.device, rounds: int, repeats: int = 1
) -> dict[str, Timing]:
    """Measure all cases in turns; a round's time is the median of a few consecutive calls."""
    times: dict[str, list[float]] = {name: [] for name in cases}
    for call in cases.values():
        _milliseconds(call, device)
        _milliseconds(call, device)
    for _ in range(rounds):
        for name, call in cases.items():
            samples = [_milliseconds(call, device) for _ in range(repeats)]
            times[name].append(statistics.median(samples))
    return {name: Timing(tuple(seconds)) for name, seconds in times.items()}


def _milliseconds(call: Call, device: torch.device) -> float:
    _wait(device)
    start = time.perf_counter()
    call()
    _wait(device)
    return (time.perf_counter() - start) * 1e3


def _wait(device: torch.device) -> None:
    if device.type == "cuda":
        torch.cuda.synchronize(device)
