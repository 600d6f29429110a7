"""A training of parts and objects as it stands, and the file that a resumed one reads."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from capsviz.config import DIGITS, LabelSet, PartsConfig, PartsTrainConfig
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.parts import PartsNetwork
from capsviz.model.parts.object_capsules import ObjectCapsules, log_evidence
from capsviz.training import checkpoint
from capsviz.training.checkpoint.file import read_parts
from capsviz.training.parts_scores import READ, read_parts_of


@dataclass(slots=True)
class PartsRun:
    """Everything that changes while learning; what a resumed run reads back."""

    model: PartsNetwork
    config: PartsTrainConfig
    subject: LabelSet = DIGITS
    origin: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)
    interrupted: list[int] = field(default_factory=list)
    optimiser: torch.optim.Adam = field(init=False)
    #: Steps done of the epoch that is not whole yet, and of all.
    done: int = 0
    step: int = 0
    #: The objects that count, their names, and how likely they make the training pictures' parts:
    #: of the restarts that are over the best, within the first those that there are.
    best: dict[str, Tensor] = field(default_factory=dict)
    naming: list[dict[str, Any]] = field(default_factory=list)
    likelihood: float = -math.inf
    #: What was read last of the training pictures, and of those held out.
    latest: dict[str, tuple[Pictures, tuple[Tensor, Tensor]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin_stage()

    @property
    def of_objects(self) -> bool:
        """Whether the objects learn now, and no longer the parts."""
        return len(self.history) >= self.config.epochs

    @property
    def learner(self) -> nn.Module:
        """What learns now."""
        return self.model.objects if self.of_objects else self.model.parts

    @property
    def turn(self) -> tuple[int, int]:
        """Which restart of the objects it is, and how many of its epochs are over."""
        return divmod(len(self.history) - self.config.epochs, self.config.object_epochs)

    def begin_objects(self, shown: Pictures) -> None:
        """New objects over the parts, which are held fixed from here on."""
        torch.manual_seed(self.config.seed * 1_000_003 + self.turn[0])
        device = next(self.model.parameters()).device
        self.model.objects = ObjectCapsules(self.model.config).to(device)
        self.model.objects.standardise(*self.read(shown))
        self.begin_stage()

    def begin_stage(self) -> None:
        """An optimiser of its own for what learns now."""
        parameters = self.learner.parameters()
        self.optimiser = torch.optim.Adam(parameters, lr=self.config.peak_rate, fused=True)

    @torch.no_grad()
    def judge(
        self, shown: Pictures, kind: str = "training"
    ) -> tuple[Int[Tensor, " n"], Float[Tensor, ""]]:
        """The likeliest object of each of these pictures, and the mean log likelihood of all."""
        x, d = self.read(shown, kind)
        pieces = [
            self.model.objects(*piece).log_likelihood
            for piece in zip(x.split(READ), d.split(READ), strict=True)
        ]
        found = torch.cat(pieces)
        return found.argmax(1).cpu(), log_evidence(found).mean().cpu()

    def read(
        self, shown: Pictures, kind: str = "training"
    ) -> tuple[Float[Tensor, "n M 2 3"], Float[Tensor, "n M"]]:
        """Poses and presences of the parts in these pictures; the latest of a kind are kept."""
        if kind not in self.latest or self.latest[kind][0] is not shown:
            self.latest[kind] = shown, read_parts_of(self.model, shown.images)
        return self.latest[kind][1]


def record_run(run: PartsRun) -> dict[str, Any]:
    """What its checkpoints and cards say of it."""
    return {
        **run.origin,
        "config": run.config.to_dict(),
        "history": run.history,
        "seconds": round(run.seconds),
        **({"naming": run.naming} if run.naming else {}),
    }


def save_run(run: PartsRun, path: Path, model_config: PartsConfig) -> None:
    """Write all of it, for `restore_run`."""
    tensors = {f"model.{key}": value for key, value in run.model.state_dict().items()}
    tensors |= {f"best.{key}": value for key, value in run.best.items()}
    steps = 0
    for key, parameter in run.learner.named_parameters():
        moments = run.optimiser.state.get(parameter)
        if moments:  # none yet where the stage begins with the next epoch
            tensors[f"first.{key}"] = moments["exp_avg"]
            tensors[f"second.{key}"] = moments["exp_avg_sq"]
            steps = int(moments["step"])
    checkpoint.save(
        path,
        tensors,
        model_config,
        {
            **record_run(run),
            "steps": steps,
            "done": run.done,
            "likelihood": run.likelihood if math.isfinite(run.likelihood) else None,
        },
        subject=run.subject,
    )


def restore_run(run: PartsRun, path: Path, model_config: PartsConfig) -> None:
    """Read into it what `save_run` wrote.

    Raises
    ------
    CapsvizError : there is no such file, or it is another training's, or damaged.
    """
    if not path.is_file():
        raise CapsvizError(f"there is nothing to resume at {path}: leave out --resume")
    kept = read_parts(path)
    try:
        same = kept.config == model_config and kept.subject == run.subject
        if not same or PartsTrainConfig(**kept.training["config"]) != run.config:
            raise CapsvizError(f"{path.name} was trained with other settings: resume with the same")
        _take(run, kept.weights, kept.training)
    except (KeyError, TypeError, RuntimeError) as error:
        raise CapsvizError(
            f"{path.name} holds no state of such a training: delete it to begin anew"
        ) from error


def _take(run: PartsRun, tensors: dict[str, Tensor], record: dict[str, Any]) -> None:
    device = next(run.model.parameters()).device
    run.model.load_state_dict(_below("model.", tensors))
    run.best = {key: value.to(device) for key, value in _below("best.", tensors).items()}
    run.naming = record.get("naming", [])
    if record.get("likelihood") is not None:
        run.likelihood = record["likelihood"]
    run.history.extend(record["history"])
    run.seconds, run.done = record["seconds"], record["done"]
    run.origin = {key: record.get(key) for key in run.origin}
    run.begin_stage()
    for key, parameter in run.learner.named_parameters():
        if f"first.{key}" in tensors:
            run.optimiser.state[parameter] = {
                "step": torch.tensor(float(record["steps"])),
                "exp_avg": tensors[f"first.{key}"].to(parameter.device),
                "exp_avg_sq": tensors[f"second.{key}"].to(parameter.device),
            }


def _below(prefix: str, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
    return {
        key.removeprefix(prefix): value for key, value in tensors.items() if key.startswith(prefix)
    }
