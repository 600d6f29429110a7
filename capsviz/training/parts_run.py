"""State of a training of parts and objects, and its file."""

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
from capsviz.model.parts import PartsNetwork
from capsviz.model.parts.object_capsules import ObjectCapsules, log_evidence
from capsviz.training import checkpoint
from capsviz.training.parts_scores import BATCH_SIZE, read_parts_of
from capsviz.training.state import moments_of, select_below, take_moments


@dataclass(slots=True)
class PartsRun:
    """State of a training, which is saved and restored."""

    model: PartsNetwork
    config: PartsTrainConfig
    subject: LabelSet = DIGITS
    origin: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)
    interrupted: list[int] = field(default_factory=list)
    optimiser: torch.optim.Adam = field(init=False)
    #: Steps of the current epoch, and in total.
    done: int = 0
    step: int = 0
    #: The best objects so far, their names, and the log-likelihood of the training pictures' parts;
    #: during the first restart the present ones.
    best: dict[str, Tensor] = field(default_factory=dict)
    naming: list[dict[str, Any]] = field(default_factory=list)
    likelihood: float = -math.inf
    #: Latest parts of the training pictures, and of the validation pictures.
    latest: dict[str, tuple[Pictures, tuple[Tensor, Tensor]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.begin_stage()

    @property
    def trains_objects(self) -> bool:
        """Whether the objects are trained, after the parts."""
        return len(self.history) >= self.config.epochs

    @property
    def learner(self) -> nn.Module:
        """Module that is trained at present."""
        return self.model.objects if self.trains_objects else self.model.parts

    @property
    def restart(self) -> int:
        """Number of the objects' restart, from 0."""
        return self._object_epochs // self.config.object_epochs

    @property
    def restart_epoch(self) -> int:
        """Number of completed epochs of this restart."""
        return self._object_epochs % self.config.object_epochs

    @property
    def _object_epochs(self) -> int:
        return len(self.history) - self.config.epochs

    def begin_objects(self, pictures: Pictures) -> None:
        """Initialise new objects over the parts, which are fixed from now on."""
        torch.manual_seed(self.config.seed * 1_000_003 + self.restart)
        device = next(self.model.parameters()).device
        self.model.objects = ObjectCapsules(self.model.config).to(device)
        self.model.objects.standardise(*self.read(pictures))
        self.begin_stage()

    def begin_stage(self) -> None:
        """Create an optimiser for the module that is trained now."""
        parameters = self.learner.parameters()
        self.optimiser = torch.optim.Adam(parameters, lr=self.config.peak_rate, fused=True)

    @torch.no_grad()
    def judge(
        self, pictures: Pictures, kind: str = "training"
    ) -> tuple[Int[Tensor, " n"], Float[Tensor, ""]]:
        """Return the likeliest object of each of these pictures, and the mean log-likelihood."""
        x, d = self.read(pictures, kind)
        chunks = [
            self.model.objects(*chunk).log_likelihood
            for chunk in zip(x.split(BATCH_SIZE), d.split(BATCH_SIZE), strict=True)
        ]
        log_likelihood = torch.cat(chunks)
        return log_likelihood.argmax(1).cpu(), log_evidence(log_likelihood).mean().cpu()

    def read(
        self, pictures: Pictures, kind: str = "training"
    ) -> tuple[Float[Tensor, "n M 2 3"], Float[Tensor, "n M"]]:
        """Return poses and presences of the parts in these pictures, cached per kind."""
        if kind not in self.latest or self.latest[kind][0] is not pictures:
            self.latest[kind] = pictures, read_parts_of(self.model, pictures.images)
        return self.latest[kind][1]


def describe_run(run: PartsRun) -> dict[str, Any]:
    """Describe the training for its checkpoints and cards."""
    return {
        **run.origin,
        "config": run.config.to_dict(),
        "history": run.history,
        "seconds": round(run.seconds),
        **({"naming": run.naming} if run.naming else {}),
    }


def save_run(run: PartsRun, path: Path, model_config: PartsConfig) -> None:
    """Save the state for `take_parts`."""
    tensors = {f"model.{key}": value for key, value in run.model.state_dict().items()}
    tensors |= {f"best.{key}": value for key, value in run.best.items()}
    tensors |= moments_of(run.optimiser, run.learner)
    # There are none if the stage starts with the next epoch.
    steps = next((int(moments["step"]) for moments in run.optimiser.state.values() if moments), 0)
    checkpoint.save(
        path,
        tensors,
        model_config,
        {
            **describe_run(run),
            "steps": steps,
            "done": run.done,
            "likelihood": run.likelihood if math.isfinite(run.likelihood) else None,
        },
        subject=run.subject,
    )


def take_parts(run: PartsRun, tensors: dict[str, Tensor], record: dict[str, Any]) -> None:
    """Restore a run's state that `save_run` saved."""
    device = next(run.model.parameters()).device
    run.model.load_state_dict(select_below("model.", tensors))
    run.best = {key: value.to(device) for key, value in select_below("best.", tensors).items()}
    run.naming = record.get("naming", [])
    if record.get("likelihood") is not None:
        run.likelihood = record["likelihood"]
    run.history.extend(record["history"])
    run.seconds, run.done = record["seconds"], record["done"]
    run.origin = {key: record.get(key) for key in run.origin}
    run.begin_stage()
    take_moments(run.optimiser, run.learner, tensors, record["steps"])
