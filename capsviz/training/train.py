"""The training loop: the paper's recipe, resumable to the same result."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from torch import nn
from tqdm import tqdm

from capsviz.config import DIGITS, LabelSet, ModelConfig, TrainConfig
from capsviz.data.augment import augmentation
from capsviz.data.pictures import Learning, Pictures
from capsviz.errors import CapsvizError
from capsviz.files import lock_writer, require_space
from capsviz.model.cnn import CNN
from capsviz.model.networks import Network, build, read_many
from capsviz.model.primary import is_half_faster
from capsviz.training import checkpoint
from capsviz.training.callbacks import Callback
from capsviz.training.cost import training_cost
from capsviz.training.distributed import Team, is_main_process, join
from capsviz.training.provenance import describe_origin
from capsviz.training.state import (
    End,
    Keeper,
    Run,
    interruption,
    require_new,
    restore,
    state_beside,
)
from capsviz.training.step import learning_rate, new_run, train_step
from capsviz.training.tasks import TASKS


def train(
    model_config: ModelConfig,
    config: TrainConfig,
    learning: Learning,
    out: Path,
    *,
    device: torch.device,
    subject: LabelSet = DIGITS,
    samples: Pictures | None = None,
    resume: bool = False,
    overwrite: bool = False,
    keep_epochs: bool = False,
    log: Callable[[str], None] = print,
    progress: bool = True,
    callback: Callback | None = None,
) -> End:
    """Train a network; write a checkpoint after every epoch.

    It is scored on the validation pictures alone; this module cannot read test pictures.

    ``out`` receives the running average of the weights in half precision. A file beside it that
    ends in ``.resume.safetensors`` receives the state for resuming: after every epoch, every
    `SAVE_INTERVAL` seconds within one, and when a signal ends the run. Both are replaced
    atomically. Order and augmentation of each epoch depend on seed and epoch alone, so a resumed
    run does the same steps as an uninterrupted one.

    Several processes of ``torchrun`` each call this with the same arguments: they share every
    batch, and only the first one writes files and messages.

    Parameters
    ----------
    model_config : configuration of the network.
    config : configuration of the training; it must not change in a resumed run.
    learning : training pictures, and validation pictures that are scored after every epoch;
        ``config.all`` trains on both, without scores.
    out : path of the checkpoint, ending in ``.safetensors``.
    subject : data set and classes, for the checkpoint's header.
    samples : pictures to store in the checkpoint, with their owner's consent.
    resume : continue from the state beside `out`.
    overwrite : whether a finished checkpoint at `out` may be replaced.
    keep_epochs : also keep a checkpoint of every epoch beside `out`, as in ``NAME,epoch=1``.
    log : called with one line per event.
    progress : whether to show a progress bar.
    callback : observes and controls the training; in a team, of the first process.

    Returns
    -------
    How it ended: true if the training was completed, false if it was interrupted (and saved).

    Raises
    ------
    CapsvizError : the images do not fit the network, or its training the memory, there is nothing
        to resume, or a state exists without `resume`, a finished checkpoint exists, or another
        training writes to it; or, later, the disk is full or the training diverges. The last saved
        state remains, and the message names its step.
    """
    if config.all:
        learning = learning.whole()
    learning = learning.part(config.share, config.seed, config.pass_length)
    for pictures in (learning.training(0), learning.validation):
        if pictures is not None:
            _require_fit(model_config, config, pictures)
    state_path = state_beside(out)
    if not resume:
        require_new(out, overwrite=overwrite)
    if is_main_process() and not resume:
        cost = training_cost(model_config, config, len(learning.training(0)), device)
        log(f"a network of {cost}")

    # A function, so that its objects are freed before the team is dissolved.
    def learn(team: Team, interrupted: list[int]) -> End:
        run = _start(model_config, config, learning, subject, team)
        run.interrupted = interrupted
        if team.size > 1 and any(isinstance(m, nn.BatchNorm2d) for m in run.model.modules()):
            _log(run, log, f"batch normalisation: {team.size} processes, each by its own share")
        if resume:
            restore(run, state_path, model_config)
        if callback is not None and team.is_main:
            run.callback = callback
        if team.is_main:
            _require_space(run, state_path)
        keeper = Keeper(run, state_path, model_config, run.step)

        def should_stop() -> bool:
            """Return whether any of the team was interrupted; all must end at the same step."""
            ending = run.callback.ending(run) or bool(run.interrupted)
            return team.sum_over([float(ending)])[0] > 0

        def between_steps() -> bool:
            keeper.keep_if_due()
            return should_stop()

        with keeper.explain_loss():
            run.callback.on_start(run)
            while not (ending := should_stop()) and not _is_done(run):
                if _epoch(run, learning.training(len(run.history)), between_steps, progress):
                    _score(run, learning, log)
                    if not config.patience or _best(run) == len(run.history) - 1:
                        _save(run, out, model_config, samples)
                    if keep_epochs:
                        epoch_path = out.with_stem(f"{out.stem},epoch={len(run.history)}")
                        _save(run, epoch_path, model_config, samples)
                    run.callback.on_epoch(run)
                # before the next vote of the team: no process leaves while one writes
                keeper.keep()
            if ending:
                end = End(False, next(iter(run.interrupted), None))
                hint = f"state saved in {state_path}, go on with --resume"
                _log(run, log, f"{end}: {hint if keeper.step else 'no state was kept yet'}")
                return end
        return End(True)

    # Waiting for the others of a team can be interrupted at once; later on, signals only set a
    # flag.
    with _only_writer(out), join(device) as team, interruption() as interrupted:
        return learn(team, interrupted)


def _only_writer(out: Path) -> AbstractContextManager[None]:
    """Let the first process of a team write, and lock out other writers."""
    return lock_writer(out) if is_main_process() else nullcontext()


def _start(
    model_config: ModelConfig,
    config: TrainConfig,
    learning: Learning,
    subject: LabelSet,
    team: Team,
) -> Run:
    device = team.device
    torch.manual_seed(config.seed)
    model, average = build(model_config), build(model_config)
    start = _load_weights(model, config.start) if config.start else {}
    if config.start_spread:
        _spread_matrices(model, config.start_spread)
    average.load_state_dict(model.state_dict())
    for network in (model, average):
        network.to(device)
        network.precision = torch.bfloat16 if is_half_faster(device) else torch.float32
        read_many(network, device)
    teachers = _teachers(config, model_config, device)
    run = new_run(
        model, average.eval().requires_grad_(False), config, team, [t.model for t in teachers]
    )
    run.subject = subject
    # Read it now: the clone may have changed by the end of a long run.
    run.origin = {
        **describe_origin(learning, device),
        "validation": _validation(learning, subject, start),
    }
    if start:
        run.origin["start"] = start["weights"]
    if teachers:
        run.origin["teachers"] = [f"{t.name}, sha256 {t.digest}" for t in teachers]
    return run


def _spread_matrices(model: Network, spread: float) -> None:
    """Redraw the transformation matrices; raises `CapsvizError` if there is no such W."""
    if isinstance(model, CNN) or not isinstance(model.W, nn.Parameter):
        raise CapsvizError("--start-spread needs a network with unconstrained matrices W")
    nn.init.normal_(model.W, std=spread)


def _teachers(
    config: TrainConfig, model_config: ModelConfig, device: torch.device
) -> list[checkpoint.Checkpoint]:
    """Load the teachers of a network; raises `CapsvizError` if they do not fit."""
    teachers = [checkpoint.load(name, device) for name in config.teachers.split(",") if name]
    for teacher in teachers:
        other = teacher.model.config
        if not isinstance(teacher.model, CNN):
            raise CapsvizError(f"{teacher.name} gives no probabilities: name CNNs as --teachers")
        if (other.format, other.classes) != (model_config.format, model_config.classes):
            raise CapsvizError(
                f"{teacher.name} does not read what this network reads: name others as --teachers"
            )
        teacher.model.precision = torch.bfloat16 if is_half_faster(device) else torch.float32
    return teachers


def _validation(
    learning: Learning, subject: LabelSet, start: Mapping[str, Any]
) -> dict[str, Any] | None:
    """Describe the validation pictures for the model card; None if there are none."""
    if learning.validation is None:
        return None
    record: dict[str, Any] = {"n": len(learning.validation), "how": learning.how}
    same = start.get("subject") == subject
    if same and (start["validation"] or {}).get("how") != learning.how:
        record["seen"] = "the weights that it began with were learnt from them too"
    return record


def _load_weights(model: Network, name: str) -> dict[str, Any]:
    """Copy a checkpoint's matching weights into `model`; returns their names and origin."""
    path = checkpoint.find(name)
    tensors = checkpoint.read(path)
    weights, state = tensors.weights, model.state_dict()
    fitting = {k: v for k, v in weights.items() if k in state and v.shape == state[k].shape}
    if not fitting:
        raise CapsvizError(f"no weights of {path.name} fit this network: leave out --start")
    model.load_state_dict(fitting, strict=False)
    parts = sorted({key.split(".")[0] for key in fitting})
    return {
        "weights": f"{', '.join(parts)} of {path.stem}, sha256 {tensors.digest}",
        "subject": tensors.subject,
        "validation": tensors.training.get("validation"),
    }


def _epoch(run: Run, pictures: Pictures, stop: Callable[[], bool], progress: bool) -> bool:
    """Do the remaining steps of the epoch that is not scored yet.

    It returns whether the epoch was completed; otherwise the resumed run scores it.

    `stop` is called after every step; `progress` shows a progress bar.
    """
    config, number = run.config, len(run.history)
    steps = math.ceil(len(pictures) / config.batch)
    epoch = TASKS[config.task](pictures, config, number, augmentation(config.augment))
    first = run.step - number * steps
    bar = tqdm(
        total=len(pictures),
        initial=min(first * config.batch, len(pictures)),
        desc=f"epoch {number + 1}/{config.epochs}",
        unit="img",
        mininterval=2.0,
        dynamic_ncols=True,
        disable=not (progress and run.team.is_main),
    )
    margin, error = float("nan"), float("nan")
    accuracy = run.history[-1]["accuracy"] if run.history else None
    suffix = "" if accuracy is None else f", validation {accuracy:.2%}"
    with bar:
        for i in range(first, steps):
            start = time.monotonic()
            indices = slice(i * config.batch, (i + 1) * config.batch)
            batch = epoch.batch(indices, run.team.device)
            total = config.epochs * steps
            rate = run.callback.rate(run, learning_rate(run.step, total, config))
            run.callback.on_batch(run, batch)
            losses = train_step(run, batch, rate, run.step / total)
            _require_finite(run, losses)
            run.callback.on_step(run, *losses)
            margin, error = (_smooth(*pair) for pair in zip((margin, error), losses, strict=True))
            bar.set_postfix_str(
                f"margin {margin:.4f}, reconstruction {error:.2f}{suffix}", refresh=False
            )
            bar.update(len(batch))
            run.seconds += time.monotonic() - start
            if stop():
                return False
    return True


def _require_space(run: Run, state_path: Path) -> None:
    """Raise `CapsvizError` now, not after an epoch, if the files would not fit on the disk."""
    # The state holds weights, average and two moments in float32, the checkpoint float16; each is
    # written before its predecessor is removed.
    size = (4 * 4 + 2) * sum(weights.numel() for weights in run.model.parameters())
    require_space(state_path, size if state_path.exists() else 2 * size)


def _require_finite(run: Run, losses: tuple[float, float]) -> None:
    if not all(map(math.isfinite, losses)):
        raise CapsvizError(
            f"the loss of step {run.step} is not finite: begin anew with a smaller --peak-rate"
        )


def _require_fit(model_config: ModelConfig, config: TrainConfig, pictures: Pictures) -> None:
    """Raise `CapsvizError` if the task's pictures do not fit the network's input."""
    epoch = TASKS[config.task](pictures, config, 0, augmentation(config.augment))
    batch = epoch.batch(slice(0, 1), torch.device("cpu"))
    shape = tuple(batch.images.shape[1:])
    if shape != model_config.format.shape:
        size = "x".join(map(str, shape))
        raise CapsvizError(
            f"the task {config.task!r} makes pictures of {size} pixels of these, "
            f"the network reads {model_config.format}"
        )
    if int(pictures.labels.max()) >= model_config.classes:
        raise CapsvizError(
            f"there are pictures with the label {int(pictures.labels.max())}, the network has "
            f"{model_config.classes} classes, counted from 0"
        )


def _smooth(old: float, new: float) -> float:
    return new if math.isnan(old) else 0.98 * old + 0.02 * new


def _score(run: Run, learning: Learning, log: Callable[[str], None]) -> None:
    validation, unfamiliar = learning.validation, learning.unfamiliar
    number, duration = len(run.history) + 1, f"{run.seconds:.0f} s of training"
    if validation is None:
        run.history.append({"accuracy": None, "reconstruction_sse": None})
        _log(run, log, f"epoch {number}: no validation pictures, {duration}")
        return
    accuracy, sse = run.team.broadcast(_scores(run, validation) if run.team.is_main else (0.0, 0.0))
    sse = None if math.isnan(sse) else sse
    run.history.append({"accuracy": accuracy, "reconstruction_sse": sse})
    unfamiliar_text = ""
    if unfamiliar is not None:
        share, _ = run.team.broadcast(_scores(run, unfamiliar) if run.team.is_main else (0.0, 0.0))
        run.history[-1]["unfamiliar"] = share
        unfamiliar_text = f"of unfamiliar ones {share:.2%}, "
    _log(
        run,
        log,
        f"epoch {number}: validation accuracy {accuracy:.2%}, {unfamiliar_text}"
        + ("" if sse is None else f"reconstruction {sse:.2f} per image, ")
        + duration,
    )


def _scores(run: Run, validation: Pictures) -> tuple[float, float]:
    """Return accuracy and squared error; the latter is NaN without a reconstruction."""
    scores = TASKS[run.config.task].score(run.average, validation)
    error = scores.reconstruction_sse
    return scores.accuracy, math.nan if error is None else error


def _log(run: Run, log: Callable[[str], None], line: str) -> None:
    if run.team.is_main:
        log(line)


def _best(run: Run) -> int:
    """Return the epoch, from 0, with the best validation accuracy; the first of several."""
    accuracies = [epoch["accuracy"] or 0.0 for epoch in run.history]
    return accuracies.index(max(accuracies))


def _is_done(run: Run) -> bool:
    """Return whether all epochs are done, or the validation accuracy has stopped improving."""
    done, patience = len(run.history), run.config.patience
    return done >= run.config.epochs or bool(
        patience and done and done - 1 - _best(run) >= patience
    )


def _save(run: Run, out: Path, model_config: ModelConfig, samples: Pictures | None) -> None:
    if not run.team.is_main:
        return
    record: dict[str, Any] = {
        **run.origin,
        "config": run.config.to_dict(),
        "epochs": len(run.history),
        "history": run.history,
        "seconds": round(run.seconds),
    }
    weights = run.average.state_dict()
    checkpoint.save(out, weights, model_config, record, torch.float16, run.subject, samples)
