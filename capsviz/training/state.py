"""The state of a training: what changes in it, and how it is kept to go on from."""

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

#: Seconds of training after which the state is kept within an epoch too.
KEEP_EVERY = 120.0
#: What asks a training to end: Ctrl-C, another program, a terminal that closes.
_ENDINGS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in dir(signal)
]


@dataclass(slots=True)
class Run:
    """Everything that changes while training; what a resumed run reads back."""

    model: Network
    average: Network
    optimiser: torch.optim.Adam
    config: TrainConfig
    #: Calculates the losses of one piece of a batch: the model, as the team shares it.
    losses: nn.Module
    team: Team = ALONE
    subject: LabelSet = DIGITS
    origin: dict[str, Any] = field(default_factory=dict)
    step: int = 0
    seconds: float = 0.0
    history: list[dict[str, float | None]] = field(default_factory=list)
    watcher: Callback = field(default_factory=Callback)
    #: Signals that asked the training to end.
    interrupted: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class End:
    """How a training ended; as a truth value, whether it came to its end.

    Attributes
    ----------
    done : False when it was asked to end before (and saved).
    signal : that asked this process to end, where one did.
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
    """Keeps a run's state in a file, and knows of which step the file is.

    Attributes
    ----------
    step : of the state that is in the file; 0 where there is none.
    when : it was kept, by `time.monotonic`.
    """

    run: Run
    path: Path
    model_config: ModelConfig
    step: int = 0
    when: float = field(default_factory=time.monotonic)

    def keep(self) -> None:
        """Replace the file by the present state, which all of a team have alike."""
        if self.run.team.first:
            _keep(self.run, self.path, self.model_config)
            self.run.watcher.on_save(self.run, self.path)
        self.step, self.when = self.run.step, time.monotonic()

    def keep_if_due(self) -> None:
        """Do so when the last time is long ago."""
        if time.monotonic() - self.when >= min(KEEP_EVERY, self.run.watcher.keep_every):
            self.keep()

    @contextmanager
    def explain_loss(self) -> Iterator[None]:
        """Add to a sentence about what went wrong what is left of the training."""
        try:
            yield
        except (CapsvizError, OSError) as error:  # such as a log of the progress on a full disk
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
    """Take over what a `Keeper` kept of the same training.

    Raises
    ------
    CapsvizError : there is no such file, it is damaged, or of a training of another kind.
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
    """Turn what asks a training to end into a flag that is looked at between two steps."""
    flag: list[int] = []
    previous = {
        number: signal.signal(number, lambda number, _: flag.append(number))
        for number in _ENDINGS
        if signal.getsignal(number) is not signal.SIG_IGN  # as nohup wants it
    }
    try:
        yield flag
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
