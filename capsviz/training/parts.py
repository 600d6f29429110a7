"""Unsupervised training of parts and objects, resumable to the same result."""

from __future__ import annotations

import functools
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor, nn
from tqdm import tqdm

from capsviz.config import DIGITS, LabelSet, PartsConfig, PartsTrainConfig
from capsviz.data.pictures import Learning, Pictures
from capsviz.errors import CapsvizError
from capsviz.files import lock_writer
from capsviz.model.parts import PartsNetwork
from capsviz.model.parts.object_capsules import object_losses
from capsviz.model.parts.part_capsules import compose, part_losses, pixels
from capsviz.training import checkpoint
from capsviz.training.callbacks import PartsCallback
from capsviz.training.checkpoint import PartsCheckpoint
from capsviz.training.checkpoint.file import read_parts
from capsviz.training.matching import match, name_objects
from capsviz.training.parts_run import PartsRun, describe_run, save_run, take_parts
from capsviz.training.parts_scores import score
from capsviz.training.provenance import describe_origin
from capsviz.training.state import (
    SAVE_INTERVAL,
    End,
    interruption,
    require_new,
    restore,
    state_beside,
)

#: Half-width of the noise on presence logits, and on the objects' logits.
PART_NOISE, OBJECT_NOISE = 2.0, 1.0
#: Weights of the number of parts per picture and of their uneven use, relative to the
#: cross-entropy.
SPARSITY, USE = 0.3, 5.0
#: Weight of the entropy between pictures, relative to the evidence lower bound.
BETWEEN_WEIGHT = 10.0
#: Steps over which the rate rises; over which sparsity rises; after which the entropy within a
#: picture counts; and in which the temperature of the likelihood falls by 1, from 10 to 1.
WARM_UP_STEPS, RAMP_STEPS, SETTLING_STEPS, COOLING_STEPS = 200, 1000, 1000, 200
#: Maximum norm of the parts' gradient.
CLIP = 20.0
#: Numbers of labelled pictures per object for naming it.
LABEL_COUNTS = (1, 2, 3, 5, 10, 20, 50, 100)


def train_parts(
    model_config: PartsConfig,
    config: PartsTrainConfig,
    learning: Learning,
    out: Path,
    *,
    device: torch.device,
    subject: LabelSet = DIGITS,
    resume: bool = False,
    overwrite: bool = False,
    parts_of: PartsCheckpoint | None = None,
    log: Callable[[str], None] = print,
    callback: PartsCallback | None = None,
) -> End:
    """Train parts, then objects; write a checkpoint after every epoch.

    Objects are initialised `restarts` times, and those with the largest likelihood of the parts are
    kept.

    No labels are used for training; those of the validation pictures measure after every epoch how
    well the objects match the classes. Order and noise depend on the seed and the step alone, so a
    resumed run does the same steps as an uninterrupted one. Parameters, result and errors are those
    of `capsviz.training.train.train`.

    Parameters
    ----------
    parts_of : network whose parts are used unchanged; required without epochs of the parts.
    callback : callback, which may pause the training.
    """
    _require_fit(model_config, learning.training(0))
    state = state_beside(out)
    if not resume:
        require_new(out, overwrite=overwrite)
    torch.manual_seed(config.seed)
    run = PartsRun(PartsNetwork(model_config).to(device), config, subject)
    run.origin = {
        **describe_origin(learning, device),
        "validation": learning.validation and {"n": len(learning.validation), "how": learning.how},
        "parts_of": parts_of and {"name": parts_of.name, "sha256": parts_of.digest},
    }
    if parts_of:
        _take_parts(run, parts_of)
    if resume:
        restore(run, state, model_config, read_parts, take_parts)
    save = functools.partial(save_run, run, state, model_config)
    callback = callback or PartsCallback()
    with lock_writer(out), interruption() as run.interrupted:
        while len(run.history) < config.epochs + config.restarts * config.object_epochs:
            pictures = learning.training(len(run.history))
            if run.trains_objects and run.restart_epoch == 0 and not run.done:
                run.begin_objects(pictures)
            if not _epoch(run, pictures, save, callback):
                save()
                end = End(False, next(iter(run.interrupted), None))
                log(f"{end}: state saved in {state}, go on with --resume")
                return end
            _score(run, pictures, learning.validation, log)
            save()
            tensors = run.model.parts.state_dict(prefix="parts.")
            tensors |= run.best or run.model.objects.state_dict(prefix="objects.")
            record = {**describe_run(run), "epochs": len(run.history)}
            checkpoint.save(out, tensors, model_config, record, torch.float16, subject)
    return End(True)


def _take_parts(run: PartsRun, other: PartsCheckpoint) -> None:
    config, other_config = run.model.config, other.model.config
    for name in ("parts", "template", "image_size"):
        if getattr(config, name) != getattr(other_config, name):
            raise CapsvizError(
                f"{other.name} has {name.replace('_', ' ')} {getattr(other_config, name)}, not "
                f"{getattr(config, name)}: its parts fit no other size"
            )
    run.model.parts.load_state_dict(other.model.parts.state_dict())


def _name(
    run: PartsRun,
    guesses: Tensor,
    pictures: Pictures,
    predictions: Tensor | None,
    validation: Pictures | None,
) -> list[dict[str, Any]]:
    """Name the objects by labels of a few training pictures each, and measure the accuracy.

    Returns a list: for each number of labelled pictures per object, the class of each object and
    the accuracy on the validation pictures.
    """
    naming = []
    for n in LABEL_COUNTS:
        classes = name_objects(guesses, pictures.labels, run.model.config.objects, n)
        accuracy = None
        if validation is not None and predictions is not None:
            accuracy = float(
                (torch.tensor(classes)[predictions] == validation.labels).float().mean()
            )
        naming.append({"labels": n, "classes": classes, "accuracy": accuracy})
    return naming


def _epoch(
    run: PartsRun, pictures: Pictures, save: Callable[[], None], callback: PartsCallback
) -> bool:
    """Do the remaining steps of an epoch; returns whether it was completed."""
    epoch, config = len(run.history), run.config
    device = next(run.model.parameters()).device
    parts = run.read(pictures) if run.trains_objects else None
    size = 4 * config.batch if parts else config.batch
    order = torch.Generator().manual_seed(config.seed * 1_000_003 + epoch)
    batches = torch.randperm(len(pictures), generator=order).split(size)
    first = (run.restart_epoch if parts else epoch) * len(batches)
    #: Steps of earlier restarts.
    earlier = run.restart * config.object_epochs * len(batches) if parts else 0
    #: Steps of the parts, before all of these.
    part_steps = config.epochs * math.ceil(len(pictures) / config.batch) if parts else 0
    run.step = part_steps + earlier + first + run.done
    callback.on_step(run)
    saved_at = time.monotonic()
    bar = tqdm(
        batches[run.done :],
        f"epoch {epoch + 1}/{config.epochs + config.restarts * config.object_epochs}",
        len(batches),
        initial=run.done,
        mininterval=2.0,
        dynamic_ncols=True,
    )
    for indices in bar:
        if callback.ending(run):
            return False
        start = time.monotonic()
        step = first + run.done
        torch.manual_seed((config.seed * 2 + (parts is not None)) * 1_000_003 + earlier + step)
        if parts:
            loss = _object_loss(run.model, parts[0][indices], parts[1][indices], step)
            rate = config.peak_rate
        else:
            images = pictures.images[indices].to(device).float() / 255
            loss = _part_loss(run.model, images, step)
            rate = config.peak_rate * _share(step, config.epochs * len(batches))
        _step(run, loss, callback.rate(run, rate))
        run.done += 1
        run.step += 1
        now = time.monotonic()
        run.seconds += now - start
        callback.on_step(run)
        if run.interrupted:
            return False
        if now - saved_at >= SAVE_INTERVAL:
            save()
            saved_at = now
    run.done = 0
    return True


def _share(step: int, total: int) -> float:
    """Return the share of the peak rate in a step of the parts."""
    if step < 0.5 * total:
        return min(1, (step + 1) / WARM_UP_STEPS)
    return 0.5 if step < 0.8 * total else 0.2


def _step(run: PartsRun, loss: Float[Tensor, ""], rate: float) -> None:
    if not math.isfinite(float(loss.detach())):
        raise CapsvizError(
            f"the loss of epoch {len(run.history) + 1} is not finite: begin anew with a "
            "smaller --peak-rate"
        )
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    run.optimiser.zero_grad()
    loss.backward()
    if not run.trains_objects:
        nn.utils.clip_grad_norm_(run.learner.parameters(), CLIP)
    run.optimiser.step()


def _part_loss(
    model: PartsNetwork, images: Float[Tensor, "n side side"], step: int
) -> Float[Tensor, ""]:
    """Loss of the parts, on a random quarter of each picture's pixels.

    These are every second pixel of every second row, so that a step costs a third, with the same
    mean over steps.
    """
    parts = model.parts(images, PART_NOISE)
    side = images.shape[-1]
    first = torch.randint(2, (len(images), 2, 1))
    rows, columns = (torch.arange(0, side - 1, 2) + first).unbind(1)
    indices = (rows[:, :, None] * side + columns[:, None]).flatten(1)
    positions = pixels(side)[indices].to(images)
    indices = indices.to(images.device)
    picture = compose(parts.d, model.parts.paint(parts.g, positions))
    error, present, uneven = part_losses(images.flatten(1).gather(1, indices), picture, parts.d)
    return side * side * error + SPARSITY * min(1, step / RAMP_STEPS) * present + USE * uneven


def _object_loss(
    model: PartsNetwork, x: Float[Tensor, "n M 2 3"], d: Float[Tensor, "n M"], step: int
) -> Float[Tensor, ""]:
    objects = model.objects(x, d, OBJECT_NOISE)
    bound, between, within = object_losses(objects, max(1, 10 - step / COOLING_STEPS))
    return -bound - BETWEEN_WEIGHT * between + (within if step > SETTLING_STEPS else 0)


def _score(
    run: PartsRun, pictures: Pictures, validation: Pictures | None, log: Callable[[str], None]
) -> None:
    if run.trains_objects:
        row, line = _score_objects(run, pictures, validation)
    else:
        row, line = _score_parts(run, validation)
    run.history.append({"accuracy": None, "reconstruction_sse": None, **row})
    log(f"epoch {len(run.history)}, {line}, {run.seconds:.0f} s of training")


def _score_parts(run: PartsRun, validation: Pictures | None) -> tuple[dict[str, Any], str]:
    if validation is None:
        return {"stage": "parts"}, "parts"
    scores = score(run.model, validation.images)
    return {"stage": "parts", "reconstruction_sse": scores.sse, "parts": scores.parts}, (
        f"parts: error {scores.sse:.2f} per validation picture, {scores.parts:.1f} parts each, "
        f"{int((scores.used > 0.02).sum())} used"
    )


def _score_objects(
    run: PartsRun, pictures: Pictures, validation: Pictures | None
) -> tuple[dict[str, Any], str]:
    """Score an epoch of the objects, and keep them if they are the best so far."""
    restart = run.restart
    guesses, likelihood = run.judge(pictures)
    row: dict[str, Any] = {"stage": "objects", "restart": restart, "likelihood": float(likelihood)}
    line, predictions = f"objects {restart + 1}: log likelihood {likelihood:.3f}", None
    if validation is not None:
        predictions, _ = run.judge(validation, "validation")
        objects, classes = run.model.config.objects, len(run.subject.classes)
        row["accuracy"] = match(predictions, validation.labels, objects, classes).accuracy
        line += f", matching accuracy {row['accuracy']:.2%} on the validation pictures"
    last = run.restart_epoch + 1 == run.config.object_epochs
    if last and likelihood > run.likelihood:
        run.likelihood, row["kept"] = float(likelihood), True
    if row.get("kept") or not restart:
        state = run.model.objects.state_dict(prefix="objects.")
        run.best = {key: value.clone() for key, value in state.items()}
        run.naming = _name(run, guesses, pictures, predictions, validation)
    return row, line


def _require_fit(model_config: PartsConfig, pictures: Pictures) -> None:
    side = pictures.images.shape[-1]
    if side != model_config.image_size:
        raise CapsvizError(
            f"these pictures have {side}x{side} pixels, the network reads "
            f"{model_config.image_size}x{model_config.image_size}"
        )
