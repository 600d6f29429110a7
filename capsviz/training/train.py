"""The training loop: the paper's recipe, resumable to the same result."""

from __future__ import annotations

import math
import platform
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from tqdm import tqdm

from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.mnist import Digits
from capsviz.errors import CapsvizError
from capsviz.model.cnn import CNN
from capsviz.model.loss import margin_loss, reconstruction_error
from capsviz.model.networks import Network, build
from capsviz.model.primary import half_helps
from capsviz.training import checkpoint
from capsviz.training.evaluate import Scores
from capsviz.training.tasks import TASKS, Batch

#: Images per backward pass on a CPU: larger buffers are mapped afresh for every step.
MICRO_BATCH = 64


@dataclass(slots=True)
class Run:
    """Everything that changes while training; what a resumed run reads back."""

    model: Network
    average: Network
    optimiser: torch.optim.Adam
    config: TrainConfig
    origin: dict[str, str] = field(default_factory=dict)
    step: int = 0
    seconds: float = 0.0
    history: list[dict[str, float | None]] = field(default_factory=list)


def train(
    model_config: ModelConfig,
    config: TrainConfig,
    digits: Digits,
    test: Digits,
    out: Path,
    *,
    device: torch.device,
    resume: bool = False,
    say: Callable[[str], None] = print,
) -> bool:
    """Train a network; write a checkpoint after every epoch.

    ``out`` receives the running average of the weights in half precision, the file next to
    it that ends in ``.resume.safetensors`` everything needed to go on. Both are replaced
    atomically. Order and shifts are drawn anew for each epoch from seed and epoch alone,
    so a resumed run does the same steps as an unbroken one.

    Parameters
    ----------
    model_config : which network.
    config : how it is trained; a resumed run must be given the same.
    digits, test : training images, and the images scored after every epoch.
    out : path of the checkpoint, ending in ``.safetensors``.
    resume : continue from the state beside `out`.
    say : told one line per event.

    Returns
    -------
    Whether the training came to its end; False when it was interrupted (and saved).
    """
    state_path = out.with_name(out.name.removesuffix(".safetensors") + ".resume.safetensors")
    run = _start(model_config, config, device)
    if resume:
        _restore(run, state_path, model_config)
    elif state_path.exists():
        raise CapsvizError(
            f"{state_path} exists: add --resume to go on, or delete it to begin anew"
        )
    steps_per_epoch = math.ceil(len(digits) / config.batch)
    with _interruption() as interrupted:
        while run.step < config.epochs * steps_per_epoch:
            epoch = run.step // steps_per_epoch
            _epoch(run, digits, epoch, steps_per_epoch, device, interrupted)
            if run.step == (epoch + 1) * steps_per_epoch:
                _score(run, test, epoch, say)
                _ship(run, out, model_config)
            _keep(run, state_path, model_config)
            if interrupted:
                say(f"interrupted; saved to {state_path}, go on with --resume")
                return False
    return True


def learning_rate(step: int, total: int, config: TrainConfig) -> float:
    """Rate of a step (counted from 0): linear warm-up, then exponential decay."""
    warm = max(1, round(config.warmup * total))
    if step < warm:
        return config.peak_rate * (step + 1) / warm
    progress = (step - warm) / max(1, total - 1 - warm)
    return config.peak_rate * (config.final_rate / config.peak_rate) ** progress


def train_step(run: Run, batch: Batch, rate: float) -> tuple[float, float]:
    """One optimiser step; returns mean class loss and mean summed squared pixel error.

    Parameters
    ----------
    batch : images and what they show.
    rate : Adam's learning rate.
    """
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    together = MICRO_BATCH if batch.images.device.type == "cpu" else len(batch)
    margin_sum, error_sum = 0.0, 0.0
    for piece in batch.split(together):
        share = len(piece) / len(batch)
        margin, error = (term * share for term in losses(run.model, piece))
        (margin + run.config.reconstruction_weight * error).backward()
        margin_sum, error_sum = margin_sum + margin.detach(), error_sum + error.detach()
    run.optimiser.step()
    run.optimiser.zero_grad(set_to_none=True)
    run.step += 1
    _average(run)
    return float(margin_sum), float(error_sum)


def losses(model: Network, batch: Batch) -> tuple[Tensor, Tensor]:
    """Class loss and summed squared pixel error, each the mean over the images.

    Margin loss and reconstruction for capsules: each digit of an image is decoded from its
    own capsule alone and held against that digit alone, and the errors of an image's digits
    add up. Cross-entropy and nothing for the CNN; two digits share its probability equally.
    """
    present = batch.present(model.config.classes)
    if isinstance(model, CNN):
        shares = present / present.sum(1, keepdim=True)
        return functional.cross_entropy(model.logits(batch.images), shares), present.new_zeros(())
    v, lengths = model(batch.images)
    images, classes = torch.arange(len(v), device=v.device)[:, None], batch.classes
    decoded = model.decoder(v[images, classes].flatten(0, 1), classes.flatten())
    error = reconstruction_error(decoded, batch.parts.flatten(0, 1)).sum() / len(v)
    return margin_loss(lengths, present), error


def new_run(model: Network, average: Network, config: TrainConfig) -> Run:
    """A run at step 0 for a model that is already where it shall live."""
    if config.freeze and not isinstance(model, CNN):
        for weights in model.convolutions():
            weights.requires_grad_(False)
    learning = [weights for weights in model.parameters() if weights.requires_grad]
    optimiser = torch.optim.Adam(learning, lr=config.peak_rate, fused=True)
    return Run(model, average, optimiser, config)


def _start(model_config: ModelConfig, config: TrainConfig, device: torch.device) -> Run:
    torch.manual_seed(config.seed)
    model, average = build(model_config), build(model_config)
    began_with = _begin_with(model, config.start) if config.start else ""
    average.load_state_dict(model.state_dict())
    for network in (model, average):
        network.to(device)
        network.precision = torch.bfloat16 if half_helps(device) else torch.float32
    run = new_run(model, average.eval().requires_grad_(False), config)
    # Read now: by the end of a long run the clone may have moved on.
    run.origin = {
        "command": shlex.join(["capsviz", *sys.argv[1:]]),
        "commit": _commit(),
        "hardware": describe_hardware(device),
        "torch": torch.__version__,
    }
    if began_with:
        run.origin["start"] = began_with
    return run


def _begin_with(model: Network, name: str) -> str:
    """Copy a checkpoint's weights into `model` where they fit; says which and whose."""
    path = checkpoint.find(name)
    weights, _, _, digest = checkpoint.read(path)
    own = model.state_dict()
    fitting = {
        key: value for key, value in weights.items() if key in own and value.shape == own[key].shape
    }
    if not fitting:
        raise CapsvizError(f"no weights of {path.name} fit this network: leave out --start")
    model.load_state_dict(fitting, strict=False)
    parts = sorted({key.split(".")[0] for key in fitting})
    return f"{', '.join(parts)} of {path.stem}, sha256 {digest}"


def _average(run: Run) -> None:
    # A young average forgets faster, or the random start would linger in it.
    keep = min(0.5 ** (1 / run.config.average), (1 + run.step) / (10 + run.step))
    with torch.no_grad():
        for mean, value in zip(run.average.parameters(), run.model.parameters(), strict=True):
            mean.lerp_(value, 1 - keep)
        for mean, value in zip(run.average.buffers(), run.model.buffers(), strict=True):
            # Normalisation's statistics; a count is taken over as it is.
            mean.lerp_(value, 1 - keep) if mean.is_floating_point() else mean.copy_(value)


def _epoch(
    run: Run,
    digits: Digits,
    epoch: int,
    steps_per_epoch: int,
    device: torch.device,
    interrupted: list[bool],
) -> None:
    config, began = run.config, time.monotonic()
    total = config.epochs * steps_per_epoch
    drawn = TASKS[config.task](digits, config, epoch)
    first = run.step - epoch * steps_per_epoch
    bar = tqdm(
        total=len(digits),
        initial=min(first * config.batch, len(digits)),
        desc=f"epoch {epoch + 1}/{config.epochs}",
        unit="img",
        mininterval=2.0,
        dynamic_ncols=True,
    )
    margin, error = float("nan"), float("nan")
    with bar:
        for at in range(first, steps_per_epoch):
            here = slice(at * config.batch, (at + 1) * config.batch)
            batch = drawn.batch(here, device)
            losses = train_step(run, batch, learning_rate(run.step, total, config))
            margin, error = (_smooth(*pair) for pair in zip((margin, error), losses, strict=True))
            accuracy = run.history[-1]["accuracy"] if run.history else float("nan")
            bar.set_postfix_str(
                f"margin {margin:.4f}, reconstruction {error:.2f}, test {accuracy:.2%}",
                refresh=False,
            )
            bar.update(len(batch))
            if interrupted:
                break
    run.seconds += time.monotonic() - began


def _smooth(old: float, new: float) -> float:
    return new if math.isnan(old) else 0.98 * old + 0.02 * new


def _score(run: Run, test: Digits, epoch: int, say: Callable[[str], None]) -> Scores:
    scores = TASKS[run.config.task].score(run.average, test)
    run.history.append(
        {"accuracy": scores.accuracy, "reconstruction_sse": scores.reconstruction_sse}
    )
    sse = scores.reconstruction_sse
    say(
        f"epoch {epoch + 1}: test accuracy {scores.accuracy:.2%}, "
        + ("" if sse is None else f"reconstruction {sse:.2f} per image, ")
        + f"{run.seconds:.0f} s of training"
    )
    return scores


def _ship(run: Run, out: Path, model_config: ModelConfig) -> None:
    record: dict[str, Any] = {
        **run.origin,
        "config": run.config.to_dict(),
        "epochs": len(run.history),
        "history": run.history,
        "seconds": round(run.seconds),
    }
    checkpoint.save(out, run.average.state_dict(), model_config, record, torch.float16)


def _keep(run: Run, path: Path, model_config: ModelConfig) -> None:
    tensors = {f"model.{key}": value for key, value in run.model.state_dict().items()}
    tensors |= {f"average.{key}": value for key, value in run.average.state_dict().items()}
    for key, parameter in _learning(run.model):
        moments = run.optimiser.state[parameter]
        tensors[f"first.{key}"] = moments["exp_avg"]
        tensors[f"second.{key}"] = moments["exp_avg_sq"]
    record = {
        "config": run.config.to_dict(),
        "origin": run.origin,
        "step": run.step,
        "seconds": run.seconds,
        "history": run.history,
    }
    checkpoint.save(path, tensors, model_config, record)


def _learning(model: Network) -> list[tuple[str, nn.Parameter]]:
    return [(key, weights) for key, weights in model.named_parameters() if weights.requires_grad]


def _restore(run: Run, path: Path, model_config: ModelConfig) -> None:
    if not path.is_file():
        raise CapsvizError(f"there is nothing to resume at {path}: leave out --resume")
    tensors, stored_config, record, _ = checkpoint.read(path)
    if stored_config != model_config or TrainConfig(**record["config"]) != run.config:
        raise CapsvizError(f"{path.name} was trained with other settings: resume with the same")
    for part, network in (("model.", run.model), ("average.", run.average)):
        network.load_state_dict(
            {
                key.removeprefix(part): value
                for key, value in tensors.items()
                if key.startswith(part)
            }
        )
    for key, parameter in _learning(run.model):
        layout = functional.relu(parameter.detach())  # same device and memory layout
        run.optimiser.state[parameter] = {
            "step": torch.tensor(float(record["step"]), device=parameter.device),
            "exp_avg": torch.empty_like(layout).copy_(tensors[f"first.{key}"]),
            "exp_avg_sq": torch.empty_like(layout).copy_(tensors[f"second.{key}"]),
        }
    run.step, run.seconds = record["step"], record["seconds"]
    run.origin = record.get("origin", run.origin)
    run.history.extend(record["history"])


@contextmanager
def _interruption() -> Iterator[list[bool]]:
    """Turn Ctrl-C into a flag that is looked at between two steps."""
    flag: list[bool] = []
    previous = signal.signal(signal.SIGINT, lambda *_: flag.append(True))
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, previous)


def _commit() -> str:
    """The clone's commit, or "unknown" where the package is no git checkout."""
    described = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"],
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def describe_hardware(device: torch.device) -> str:
    """The device's name; for a CPU also how many threads torch uses."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{_processor()}, {torch.get_num_threads()} threads"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
