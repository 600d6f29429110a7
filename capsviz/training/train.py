"""The training loop: the paper's recipe, resumable to the same result."""

from __future__ import annotations

import math
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
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
from capsviz.training.origin import commit, describe_hardware
from capsviz.training.state import Keeper, Run, interruption, restore
from capsviz.training.tasks import TASKS, Batch

#: Images per backward pass on a CPU: larger buffers are mapped afresh for every step.
MICRO_BATCH = 64


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
    it that ends in ``.resume.safetensors`` everything needed to go on: after every epoch,
    every `KEEP_EVERY` seconds within one, and when a signal asks the run to end. Both are
    replaced atomically. Order and shifts are drawn anew for each epoch from seed and epoch
    alone, so a resumed run does the same steps as an unbroken one.

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

    Raises
    ------
    CapsvizError : the images do not fit the network, there is nothing to resume or something
        to resume that was not asked for; or, later, the disk is full or the training
        diverges. What was kept last stays, and the sentence says which step that is.
    """
    for images in (digits, test):
        _must_fit(model_config, config, images)
    state_path = out.with_name(out.name.removesuffix(".safetensors") + ".resume.safetensors")
    run = _start(model_config, config, device)
    if resume:
        restore(run, state_path, model_config)
    elif state_path.exists():
        raise CapsvizError(
            f"{state_path} exists: add --resume to go on, or delete it to begin anew"
        )
    keeper = Keeper(run, state_path, model_config, run.step)

    def between_steps() -> bool:
        keeper.keep_if_due()
        return bool(interrupted)

    with interruption() as interrupted, keeper.telling_what_is_kept():
        while len(run.history) < config.epochs:
            _epoch(run, digits, device, between_steps)
            if not interrupted:  # else scored by the run that goes on
                _score(run, test, say)
                _ship(run, out, model_config)
            keeper.keep()
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
        "commit": commit(),
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


def _epoch(run: Run, digits: Digits, device: torch.device, stop: Callable[[], bool]) -> None:
    """Do the steps that are left of the epoch that is not scored yet.

    Parameters
    ----------
    stop : asked after every step.
    """
    config, epoch = run.config, len(run.history)
    steps = math.ceil(len(digits) / config.batch)
    drawn = TASKS[config.task](digits, config, epoch)
    first = run.step - epoch * steps
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
        for at in range(first, steps):
            began = time.monotonic()
            here = slice(at * config.batch, (at + 1) * config.batch)
            batch = drawn.batch(here, device)
            rate = learning_rate(run.step, config.epochs * steps, config)
            found = train_step(run, batch, rate)
            _must_be_finite(run, found)
            margin, error = (_smooth(*pair) for pair in zip((margin, error), found, strict=True))
            accuracy = run.history[-1]["accuracy"] if run.history else float("nan")
            bar.set_postfix_str(
                f"margin {margin:.4f}, reconstruction {error:.2f}, test {accuracy:.2%}",
                refresh=False,
            )
            bar.update(len(batch))
            run.seconds += time.monotonic() - began
            if stop():
                break


def _must_be_finite(run: Run, found: tuple[float, float]) -> None:
    if not all(map(math.isfinite, found)):
        raise CapsvizError(
            f"the loss of step {run.step} is no finite number: begin anew with a smaller "
            "--peak-rate"
        )


def _must_fit(model_config: ModelConfig, config: TrainConfig, digits: Digits) -> None:
    """Raise `CapsvizError` where the task's pictures are not what the network reads."""
    seen = TASKS[config.task](digits, config, 0).batch(slice(0, 1), torch.device("cpu"))
    side = seen.images.shape[-1]
    if side != model_config.image_size:
        raise CapsvizError(
            f"the task {config.task!r} makes pictures of {side}x{side} pixels of these digits, "
            f"the network reads {model_config.image_size}x{model_config.image_size}"
        )
    if int(digits.labels.max()) >= model_config.classes:
        raise CapsvizError(
            f"there are digits with the label {int(digits.labels.max())}, the network has "
            f"{model_config.classes} classes, counted from 0"
        )


def _smooth(old: float, new: float) -> float:
    return new if math.isnan(old) else 0.98 * old + 0.02 * new


def _score(run: Run, test: Digits, say: Callable[[str], None]) -> Scores:
    scores = TASKS[run.config.task].score(run.average, test)
    run.history.append(
        {"accuracy": scores.accuracy, "reconstruction_sse": scores.reconstruction_sse}
    )
    sse = scores.reconstruction_sse
    say(
        f"epoch {len(run.history)}: test accuracy {scores.accuracy:.2%}, "
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
