"""Learning parts and objects from pictures alone, resumable to the same result."""

from __future__ import annotations

import functools
import math
import shlex
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from tqdm import tqdm

from capsviz.config import DIGITS, LabelSet, PartsConfig, PartsTrainConfig
from capsviz.data.pictures import Learning, Pictures
from capsviz.errors import CapsvizError
from capsviz.model.parts import PartsNetwork
from capsviz.model.parts.object_capsules import ObjectCapsules, log_evidence, object_losses
from capsviz.model.parts.part_capsules import compose, part_losses, pixels
from capsviz.training import checkpoint
from capsviz.training.checkpoint import PartsCheckpoint
from capsviz.training.checkpoint.file import read_parts
from capsviz.training.matching import match, name_objects
from capsviz.training.parts_scores import READ, read_parts_of, score
from capsviz.training.provenance import commit, describe_hardware
from capsviz.training.state import KEEP_EVERY, End, interruption

#: Half the width of the noise on presence logits, and on the objects' logits.
PART_NOISE, OBJECT_NOISE = 2.0, 1.0
#: Weights of parts in a picture and of their uneven use, beside the cross-entropy.
SPARSITY, USE = 0.3, 5.0
#: Weight of the entropy between pictures beside the evidence lower bound.
BETWEEN = 10.0
#: Steps over which the rate rises, and sparsity; after which entropy within a picture counts;
#: in which the temperature of the likelihood falls by 1, from 10 to 1.
WARM, RAMP, SETTLE, COOL = 200, 1000, 1000, 200
#: Longest gradient of the parts.
CLIP = 20.0
#: How many labelled pictures of each object may name it.
NAMED_BY = (1, 2, 3, 5, 10, 20, 50, 100)


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
    #: Steps done of the epoch that is not whole yet.
    done: int = 0
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


def train_parts(
    model_config: PartsConfig,
    config: PartsTrainConfig,
    learning: Learning,
    out: Path,
    *,
    device: torch.device,
    subject: LabelSet = DIGITS,
    resume: bool = False,
    parts_of: PartsCheckpoint | None = None,
    say: Callable[[str], None] = print,
) -> End:
    """Learn parts, then objects; write a checkpoint after every epoch.

    Objects begin `restarts` times, and those are kept that make the parts likeliest.

    No label is learnt from; those of the validation pictures tell after every epoch how far the
    objects are the classes. Order and noise are drawn from the seed and the step's number alone,
    so a resumed run does the same steps as an unbroken one. Parameters, result and errors are as
    those of `capsviz.training.train.train`.

    Parameters
    ----------
    parts_of : whose parts are taken as they are; a training without epochs of the parts needs
        them.
    """
    _require_fit(model_config, learning.training(0))
    state = out.with_name(out.name.removesuffix(".safetensors") + ".resume.safetensors")
    if not resume and state.exists():
        raise CapsvizError(f"{state} exists: add --resume to go on, or delete it to begin anew")
    torch.manual_seed(config.seed)
    run = PartsRun(PartsNetwork(model_config).to(device), config, subject)
    run.origin = {
        "command": shlex.join(["capsviz", *sys.argv[1:]]),
        "commit": commit(),
        "hardware": describe_hardware(device),
        "torch": torch.__version__,
        "training_images": len(learning.training(0)),
        "validation": learning.validation and {"n": len(learning.validation), "how": learning.how},
        "parts_of": parts_of and {"name": parts_of.name, "sha256": parts_of.digest},
    }
    if parts_of:
        _take_parts(run, parts_of)
    if resume:
        _restore(run, state, model_config)
    keep = functools.partial(_keep, run, state, model_config)
    with interruption() as run.interrupted:
        while len(run.history) < config.epochs + config.restarts * config.object_epochs:
            shown = learning.training(len(run.history))
            if run.of_objects and run.turn[1] == 0 and not run.done:
                run.begin_objects(shown)
            if not _epoch(run, shown, keep):
                keep()
                end = End(False, next(iter(run.interrupted), None))
                say(f"{end}: state saved in {state}, go on with --resume")
                return end
            _score(run, shown, learning.validation, say)
            keep()
            tensors = run.model.parts.state_dict(prefix="parts.")
            tensors |= run.best or run.model.objects.state_dict(prefix="objects.")
            record = {**_record(run), "epochs": len(run.history)}
            checkpoint.save(out, tensors, model_config, record, torch.float16, subject)
    return End(True)


def _take_parts(run: PartsRun, other: PartsCheckpoint) -> None:
    ours, theirs = run.model.config, other.model.config
    for name in ("parts", "template", "image_size"):
        if getattr(ours, name) != getattr(theirs, name):
            raise CapsvizError(
                f"{other.name} has {name.replace('_', ' ')} {getattr(theirs, name)}, not "
                f"{getattr(ours, name)}: its parts fit no other size"
            )
    run.model.parts.load_state_dict(other.model.parts.state_dict())


def _name(
    run: PartsRun,
    guesses: Tensor,
    shown: Pictures,
    held: Tensor | None,
    validation: Pictures | None,
) -> list[dict[str, Any]]:
    """Names of the objects, by labels of a few training pictures of each, and how far they hold.

    A list: for so many labelled pictures of each object, the class that each object is taken for
    and the share of the validation pictures that it is right for.
    """
    naming = []
    for n in NAMED_BY:
        classes = name_objects(guesses, shown.labels, run.model.config.objects, n)
        right = None
        if validation is not None and held is not None:
            right = float((torch.tensor(classes)[held] == validation.labels).float().mean())
        naming.append({"labels": n, "classes": classes, "accuracy": right})
    return naming


def _epoch(run: PartsRun, shown: Pictures, keep: Callable[[], None]) -> bool:
    """Do the steps that are left of an epoch; whether it came to its end."""
    epoch, config = len(run.history), run.config
    device = next(run.model.parameters()).device
    read = run.read(shown) if run.of_objects else None
    size = 4 * config.batch if read else config.batch
    order = torch.Generator().manual_seed(config.seed * 1_000_003 + epoch)
    batches = torch.randperm(len(shown), generator=order).split(size)
    first = (run.turn[1] if read else epoch) * len(batches)
    #: Steps of the restarts before this one.
    since = run.turn[0] * config.object_epochs * len(batches) if read else 0
    began = kept = time.monotonic()
    bar = tqdm(
        batches[run.done :],
        f"epoch {epoch + 1}/{config.epochs + config.restarts * config.object_epochs}",
        len(batches),
        initial=run.done,
        mininterval=2.0,
        dynamic_ncols=True,
    )
    for chosen in bar:
        step = first + run.done
        torch.manual_seed((config.seed * 2 + (read is not None)) * 1_000_003 + since + step)
        if read:
            loss = _object_loss(run.model, read[0][chosen], read[1][chosen], step)
            rate = config.peak_rate
        else:
            images = shown.images[chosen].to(device).float() / 255
            loss = _part_loss(run.model, images, step)
            rate = config.peak_rate * _share(step, config.epochs * len(batches))
        _step(run, loss, rate)
        run.done += 1
        now = time.monotonic()
        run.seconds, began = run.seconds + now - began, now
        if run.interrupted:
            return False
        if now - kept >= KEEP_EVERY:
            keep()
            kept = now
    run.done = 0
    return True


def _share(step: int, total: int) -> float:
    """Of the largest rate, in a step of the parts."""
    if step < 0.5 * total:
        return min(1, (step + 1) / WARM)
    return 0.5 if step < 0.8 * total else 0.2


def _step(run: PartsRun, loss: Float[Tensor, ""], rate: float) -> None:
    if not math.isfinite(float(loss.detach())):
        raise CapsvizError(
            f"the loss of epoch {len(run.history) + 1} is no finite number: begin anew with a "
            "smaller --peak-rate"
        )
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    run.optimiser.zero_grad()
    loss.backward()
    if not run.of_objects:
        nn.utils.clip_grad_norm_(run.learner.parameters(), CLIP)
    run.optimiser.step()


def _part_loss(
    model: PartsNetwork, images: Float[Tensor, "n side side"], step: int
) -> Float[Tensor, ""]:
    """What the parts learn by: of each picture, a quarter of the pixels at random.

    These are every second one of every second row, so that a step costs a third of what all
    would, and its mean over steps is the same.
    """
    parts = model.parts(images, PART_NOISE)
    side = images.shape[-1]
    first = torch.randint(2, (len(images), 2, 1))
    rows, columns = (torch.arange(0, side - 1, 2) + first).unbind(1)
    chosen = (rows[:, :, None] * side + columns[:, None]).flatten(1)
    where = pixels(side)[chosen].to(images)
    chosen = chosen.to(images.device)
    picture = compose(parts.d, model.parts.paint(parts.g, where))
    error, present, uneven = part_losses(images.flatten(1).gather(1, chosen), picture, parts.d)
    return side * side * error + SPARSITY * min(1, step / RAMP) * present + USE * uneven


def _object_loss(
    model: PartsNetwork, x: Float[Tensor, "n M 2 3"], d: Float[Tensor, "n M"], step: int
) -> Float[Tensor, ""]:
    objects = model.objects(x, d, OBJECT_NOISE)
    bound, between, within = object_losses(objects, max(1, 10 - step / COOL))
    return -bound - BETWEEN * between + (within if step > SETTLE else 0)


def _score(
    run: PartsRun, shown: Pictures, validation: Pictures | None, say: Callable[[str], None]
) -> None:
    if run.of_objects:
        row, line = _score_objects(run, shown, validation)
    else:
        row, line = _score_parts(run, validation)
    run.history.append({"accuracy": None, "reconstruction_sse": None, **row})
    say(f"epoch {len(run.history)}, {line}, {run.seconds:.0f} s of training")


def _score_parts(run: PartsRun, validation: Pictures | None) -> tuple[dict[str, Any], str]:
    if validation is None:
        return {"stage": "parts"}, "parts"
    scores = score(run.model, validation.images)
    return {"stage": "parts", "reconstruction_sse": scores.sse, "parts": scores.parts}, (
        f"parts: error {scores.sse:.2f} per validation picture, {scores.parts:.1f} parts each, "
        f"{int((scores.used > 0.02).sum())} used"
    )


def _score_objects(
    run: PartsRun, shown: Pictures, validation: Pictures | None
) -> tuple[dict[str, Any], str]:
    """Look at an epoch of the objects, and keep them where they are the best yet."""
    restart, over = run.turn
    guesses, likelihood = run.judge(shown)
    row: dict[str, Any] = {"stage": "objects", "restart": restart, "likelihood": float(likelihood)}
    line, held = f"objects {restart + 1}: log likelihood {likelihood:.3f}", None
    if validation is not None:
        held, _ = run.judge(validation, "validation")
        objects, classes = run.model.config.objects, len(run.subject.classes)
        row["accuracy"] = match(held, validation.labels, objects, classes).accuracy
        line += f", they are classes for {row['accuracy']:.2%} of the validation pictures"
    ended = over + 1 == run.config.object_epochs
    if ended and likelihood > run.likelihood:
        run.likelihood, row["kept"] = float(likelihood), True
    if row.get("kept") or not restart:
        state = run.model.objects.state_dict(prefix="objects.")
        run.best = {key: value.clone() for key, value in state.items()}
        run.naming = _name(run, guesses, shown, held, validation)
    return row, line


def _record(run: PartsRun) -> dict[str, Any]:
    return {
        **run.origin,
        "config": run.config.to_dict(),
        "history": run.history,
        "seconds": round(run.seconds),
        **({"naming": run.naming} if run.naming else {}),
    }


def _keep(run: PartsRun, path: Path, model_config: PartsConfig) -> None:
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
            **_record(run),
            "steps": steps,
            "done": run.done,
            "likelihood": run.likelihood if math.isfinite(run.likelihood) else None,
        },
        subject=run.subject,
    )


def _restore(run: PartsRun, path: Path, model_config: PartsConfig) -> None:
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


def _require_fit(model_config: PartsConfig, shown: Pictures) -> None:
    side = shown.images.shape[-1]
    if side != model_config.image_size:
        raise CapsvizError(
            f"these pictures have {side}x{side} pixels, the network reads "
            f"{model_config.image_size}x{model_config.image_size}"
        )
