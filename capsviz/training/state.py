"""State of a training, and its file for resuming."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import DIGITS, LabelSet, ModelConfig, TrainConfig
from capsviz.errors import CapsvizError
from capsviz.model.networks import Network
from capsviz.training import checkpoint
from capsviz.training.callbacks import Callback
from capsviz.training.distributed import ALONE, Team
from capsviz.wording import amount_of

#: Maximum seconds of training between two saves within an epoch.
SAVE_INTERVAL = 120.0
#: Signals that end a training: Ctrl-C, another program, a closing terminal.
_ENDINGS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in dir(signal)
]
#: Prefixes of the names of Adam's moments in a file, and their names in the optimiser.
_MOMENTS = {"first": "exp_avg", "second": "exp_avg_sq"}


@dataclass(slots=True)
class Run:
    """State of a training, which is saved and restored."""

    model: Network
    average: Network
    optimiser: torch.optim.Adam
    config: TrainConfig
    #: Computes the losses of one chunk of a batch: the model, wrapped for the team.
    losses: nn.Module
    team: Team = ALONE
    subject: LabelSet = DIGITS
    origin: dict[str, Any] = field(default_factory=dict)
    step: int = 0
    seconds: float = 0.0
    history: list[dict[str, float | None]] = field(default_factory=list)
    callback: Callback = field(default_factory=Callback)
    #: Signals received so far.
    interrupted: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class End:
    """End of a training; true if it was completed.

    Attributes
    ----------
    done : False if it was interrupted (and saved).
    signal : the signal that interrupted it, if any.
    """

    done: bool
    signal: int | None = None

    def __bool__(self) -> bool:
        return self.done

    def __str__(self) -> str:
        if self.done:
            return "finished"
        if self.signal is None or self.signal == signal.SIGINT:
            return "interrupted"
        return f"ended by {signal.Signals(self.signal).name}"


@dataclass(slots=True)
class Keeper:
    """Saves a run's state to a file, and tracks the step of the file.

    Attributes
    ----------
    step : step of the saved state; 0 if there is none.
    saved_at : time of the save, by `time.monotonic`.
    """

    run: Run
    path: Path
    model_config: ModelConfig
    step: int = 0
    saved_at: float = field(default_factory=time.monotonic)

    def keep(self) -> None:
        """Save the present state, which is the same in all processes of a team."""
        if self.run.team.is_main:
            _keep(self.run, self.path, self.model_config)
            self.run.callback.on_save(self.run, self.path)
        self.step, self.saved_at = self.run.step, time.monotonic()

    def keep_if_due(self) -> None:
        """Save the state if the last save is older than the interval."""
        if time.monotonic() - self.saved_at >= min(SAVE_INTERVAL, self.run.callback.save_interval):
            self.keep()

    @contextmanager
    def explain_loss(self) -> Iterator[None]:
        """Add the saved step to the message of an error."""
        try:
            yield
        except (CapsvizError, OSError) as error:  # such as logging the progress on a full disk
            hint = (
                f"the state after {amount_of(self.step, 'step')} is in {self.path}, go on from "
                "there with --resume"
                if self.step
                else "no state was kept yet"
            )
            raise CapsvizError(f"{error}; {hint}") from error


def _keep(run: Run, path: Path, model_config: ModelConfig) -> None:
    tensors = {f"model.{key}": value for key, value in run.model.state_dict().items()}
    tensors |= {f"average.{key}": value for key, value in run.average.state_dict().items()}
    tensors |= moments_of(run.optimiser, run.model)
    record = {
        "config": run.config.to_dict(),
        "origin": run.origin,
        "step": run.step,
        "seconds": run.seconds,
        "history": run.history,
    }
    checkpoint.save(path, tensors, model_config, record, subject=run.subject)


def take_state(run: Run, tensors: dict[str, Tensor], record: dict[str, Any]) -> None:
    """Restore a run's state that a `Keeper` saved."""
    run.model.load_state_dict(select_below("model.", tensors))
    run.average.load_state_dict(select_below("average.", tensors))
    take_moments(run.optimiser, run.model, tensors, record["step"])
    run.step, run.seconds = record["step"], record["seconds"]
    run.origin = record.get("origin", run.origin)
    run.history.extend(record["history"])


def restore(
    run: Any,
    path: Path,
    model_config: Any,
    read: Callable[[Path], Any] = checkpoint.read,
    take: Callable[..., None] = take_state,
) -> None:
    """Restore the saved state of the same training.

    Raises `CapsvizError` if the file does not exist, is damaged, or belongs to a training of
    another kind.

    Parameters
    ----------
    run : a `Run` or `capsviz.training.parts_run.PartsRun` at its first step.
    read : function that reads the file.
    take : function that gives `run` the file's tensors and record.
    """
    if not path.is_file():
        raise CapsvizError(f"there is nothing to resume at {path}: leave out --resume")
    saved = read(path)
    try:
        same = saved.config == model_config and saved.subject == run.subject
        if not same or type(run.config).from_dict(saved.training["config"]) != run.config:
            raise CapsvizError(f"{path.name} was trained with other settings: resume with the same")
        take(run, saved.weights, saved.training)
    except CapsvizError:
        raise
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise CapsvizError(
            f"{path.name} holds no state of such a training: delete it to begin anew"
        ) from error


def moments_of(optimiser: torch.optim.Adam, learner: nn.Module) -> dict[str, Tensor]:
    """Return Adam's moments of each parameter that has any, by name."""
    return {
        f"{prefix}.{key}": optimiser.state[parameter][moment]
        for key, parameter in learner.named_parameters()
        if optimiser.state.get(parameter)
        for prefix, moment in _MOMENTS.items()
    }


def take_moments(
    optimiser: torch.optim.Adam, learner: nn.Module, tensors: dict[str, Tensor], step: int
) -> None:
    """Restore the moments of `moments_of` after so many steps."""
    for key, parameter in learner.named_parameters():
        if f"first.{key}" in tensors:
            layout = functional.relu(parameter.detach())  # same device and memory layout
            optimiser.state[parameter] = {
                "step": torch.tensor(float(step), device=parameter.device)
            } | {
                moment: torch.empty_like(layout).copy_(tensors[f"{prefix}.{key}"])
                for prefix, moment in _MOMENTS.items()
            }


def select_below(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    """Return the tensors whose names have a prefix, without it."""
    return {
        key.removeprefix(prefix): value for key, value in tensors.items() if key.startswith(prefix)
    }


def state_beside(out: Path) -> Path:
    """Return the path of the state for resuming a training of this checkpoint."""
    return out.with_name(out.name.removesuffix(".safetensors") + ".resume.safetensors")


def require_new(out: Path, *, overwrite: bool) -> None:
    """Raise `CapsvizError` if a training would replace a state, or a finished checkpoint."""
    state = state_beside(out)
    if state.exists():
        raise CapsvizError(f"{state} exists: add --resume to go on, or delete it to begin anew")
    checkpoint.require_free(out, overwrite=overwrite)


@contextmanager
def interruption() -> Iterator[list[int]]:
    """Turn signals that end a training into a flag that is checked between two steps."""
    flag: list[int] = []
    previous = {
        number: signal.signal(number, lambda number, _: flag.append(number))
        for number in _ENDINGS
        if signal.getsignal(number) is not signal.SIG_IGN  # ignored under nohup
    }
    try:
        yield flag
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
