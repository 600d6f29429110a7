"""State of a training, and its file for resuming."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
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

#: Maximum seconds of training between two saves within an epoch.
KEEP_EVERY = 120.0
#: Signals that end a training: Ctrl-C, another program, a closing terminal.
_ENDINGS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in dir(signal)
]


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
    watcher: Callback = field(default_factory=Callback)
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
    when : time of the save, by `time.monotonic`.
    """

    run: Run
    path: Path
    model_config: ModelConfig
    step: int = 0
    when: float = field(default_factory=time.monotonic)

    def keep(self) -> None:
        """Save the present state, which all processes of a team share."""
        if self.run.team.first:
            _keep(self.run, self.path, self.model_config)
            self.run.watcher.on_save(self.run, self.path)
        self.step, self.when = self.run.step, time.monotonic()

    def keep_if_due(self) -> None:
        """Save the state if the last time is long ago."""
        if time.monotonic() - self.when >= min(KEEP_EVERY, self.run.watcher.keep_every):
            self.keep()

    @contextmanager
    def explain_loss(self) -> Iterator[None]:
        """Add the saved step to the message of an error."""
        try:
            yield
        except (CapsvizError, OSError) as error:  # such as logging the progress on a full disk
            left = (
                f"the state after {self.step} steps is in {self.path}, go on from there with "
                "--resume"
                if self.step
                else "no state was kept yet"
            )
            raise CapsvizError(f"{error}; {left}") from error


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
    checkpoint.save(path, tensors, model_config, record, subject=run.subject)


def restore(run: Run, path: Path, model_config: ModelConfig) -> None:
    """Restore the state that a `Keeper` saved for the same training.

    Raises
    ------
    CapsvizError : the file does not exist, is damaged, or belongs to a training of another kind.
    """
    if not path.is_file():
        raise CapsvizError(f"there is nothing to resume at {path}: leave out --resume")
    tensors = checkpoint.read(path)
    record = tensors.training
    try:
        same = tensors.config == model_config and tensors.subject == run.subject
        if not same or TrainConfig.from_dict(record["config"]) != run.config:
            raise CapsvizError(f"{path.name} was trained with other settings: resume with the same")
        _take(run, tensors.weights, record)
    except CapsvizError:
        raise
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise CapsvizError(
            f"{path.name} holds no state of such a training: delete it to begin anew"
        ) from error


def _take(run: Run, tensors: dict[str, Tensor], record: dict[str, Any]) -> None:
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


def _learning(model: Network) -> list[tuple[str, nn.Parameter]]:
    return [(key, weights) for key, weights in model.named_parameters() if weights.requires_grad]


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
