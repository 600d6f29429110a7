"""One step of a training: learning rate, losses, optimiser and running average."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace

import torch
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import TrainConfig
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet, Capsules, final_step
from capsviz.model.cnn import CNN
from capsviz.model.loss import (
    distillation_loss,
    margin_loss,
    reconstruction_error,
    spread_loss,
    spread_margin,
)
from capsviz.model.matrix import MatrixCapsNet
from capsviz.model.networks import Network
from capsviz.model.routing.gradients import through_all_iterations
from capsviz.training.distributed import ALONE, Team, holding_back
from capsviz.training.state import Run
from capsviz.training.tasks import Batch

#: Images per backward pass on a CPU: larger buffers are mapped again for every step.
MICRO_BATCH = 64


def new_run(
    model: Network,
    average: Network,
    config: TrainConfig,
    team: Team = ALONE,
    teachers: Sequence[Network] = (),
) -> Run:
    """Create a run at step 0 for a model, and its teachers, on their device.

    Raises `CapsvizError` if there are teachers, but the network has no lengths to train on them.
    """
    if teachers and isinstance(model, CNN | MatrixCapsNet):
        raise CapsvizError(
            "only networks with lengths and margin loss learn from others: leave out --teachers"
        )
    if not isinstance(model, CNN):
        for weights in model.list_frozen_parameters(config.freeze):
            weights.requires_grad_(False)
        model.train(not config.freeze)  # frozen layers keep their statistics
        model.decoder.dropout = config.decoder_dropout
    if config.dropout and isinstance(model, CNN):
        model.dropout.p = config.dropout
    trainable = [weights for weights in model.parameters() if weights.requires_grad]
    optimiser = torch.optim.AdamW(
        trainable, lr=config.peak_rate, weight_decay=config.weight_decay, fused=True
    )
    module = team.sharing(_Losses(model, config, teachers))
    return Run(model, average, optimiser, config, module, team)


def learning_rate(step: int, total: int, config: TrainConfig) -> float:
    """Learning rate of a step (counted from 0): linear warm-up, then decay."""
    warmup_steps = max(1, round(config.warmup * total))
    if step < warmup_steps:
        return config.peak_rate * (step + 1) / warmup_steps
    progress = (step - warmup_steps) / max(1, total - 1 - warmup_steps)
    if config.decay == "cosine":
        excess = (config.peak_rate - config.final_rate) * (1 + math.cos(math.pi * progress)) / 2
        return config.final_rate + excess
    return config.peak_rate * (config.final_rate / config.peak_rate) ** progress


def train_step(run: Run, batch: Batch, rate: float, progress: float = 0.0) -> tuple[float, float]:
    """Do one optimiser step; returns mean class loss and mean summed squared pixel error.

    `rate` is Adam's learning rate, `progress` the completed share of the training, 0 to 1.
    """
    for group in run.optimiser.param_groups:
        group["lr"] = rate
    # Dropout depends on the step's number alone, so that a resumed run drops the same.
    torch.manual_seed((run.config.seed * 1_000_003 + run.step) % 2**63)
    shard = batch[run.team.share(len(batch))]
    # Gradients are averaged over the team; a process without a share of a small batch adds none.
    weight = run.team.size * len(shard) / len(batch)
    chunk_size = MICRO_BATCH if batch.images.device.type == "cpu" else len(batch)
    chunks = list((shard if len(shard) else batch[:1]).split(chunk_size))
    margin_sum, error_sum = 0.0, 0.0
    for i, chunk in enumerate(chunks, 1):
        share = weight * len(chunk) / max(1, len(shard))
        with holding_back(run.losses, i < len(chunks)):
            margin, error = (term * share for term in run.losses(chunk, progress))
            (margin + run.config.reconstruction_weight * error).backward()
        margin_sum, error_sum = margin_sum + margin.detach(), error_sum + error.detach()
    run.callback.on_gradients(run, _clip_gradients(run))
    run.optimiser.step()
    run.optimiser.zero_grad(set_to_none=True)
    run.step += 1
    _average(run)
    margin, error = run.team.sum_over([float(margin_sum), float(error_sum)])
    return margin / run.team.size, error / run.team.size


def _clip_gradients(run: Run) -> float:
    """Return the norm of all gradients together, and clip them as configured.

    Raises `CapsvizError` if the norm is not finite; the weights are still valid.
    """
    gradients = [p.grad for p in run.model.parameters() if p.grad is not None]
    total = nn.utils.get_total_norm(gradients)
    norm = float(total)
    if not math.isfinite(norm):
        raise CapsvizError(
            f"the loss of step {run.step + 1} or its gradient is not finite: begin "
            "anew with a smaller --peak-rate"
        )
    if run.config.clip:
        nn.utils.clip_grads_with_norm_(run.model.parameters(), run.config.clip, total)
    return norm


class _Losses(nn.Module):
    """`losses` as a module, since only modules can be distributed."""

    def __init__(self, model: Network, config: TrainConfig, teachers: Sequence[Network]) -> None:
        super().__init__()
        self.model = model
        self.config = config
        self.teachers = tuple(teachers)  # a tuple keeps them from being registered and trained

    def forward(self, batch: Batch, progress: float) -> tuple[Tensor, Tensor]:
        targets = None
        if self.config.adversarial:
            batch = attack_half(self.model, batch, self.config, progress)
        if self.teachers:
            with torch.no_grad():
                outputs = [teacher(batch.images).lengths for teacher in self.teachers]
                targets = torch.stack(outputs).mean(0)
        all_iterations = self.config.all_gradients or self.config.coupling_entropy
        with through_all_iterations() if all_iterations else nullcontext():
            return losses(self.model, batch, self.config, progress, targets)


def attack_half(model: Network, batch: Batch, config: TrainConfig, progress: float) -> Batch:
    """Attack the first half of a batch so that its class loss rises.

    Each pixel changes by ``config.adversarial`` along the gradient's sign, through all routing
    iterations, and stays in 0..1. The target of the reconstruction is still the original image.
    """
    half = len(batch) // 2
    if not half:
        return batch
    images = batch.images[:half].detach().clone().requires_grad_()
    with through_all_iterations():
        loss, _ = losses(model, replace(batch[:half], images=images), config, progress)
    if not loss.requires_grad:  # only a decoder is trained, without a class loss
        return batch
    (gradient,) = torch.autograd.grad(loss, images)
    attacked = (images.detach() + config.adversarial * gradient.sign()).clamp(0, 1)
    return replace(batch, images=torch.cat([attacked, batch.images[half:]]))


def learns_by_spread(model: nn.Module) -> bool:
    """Return whether spread loss is used: for matrix capsules, unless only a decoder is trained."""
    return isinstance(model, MatrixCapsNet) and model.W.requires_grad


def losses(
    model: Network,
    batch: Batch,
    config: TrainConfig,
    progress: float = 0.0,
    targets: Tensor | None = None,
) -> tuple[Tensor, Tensor]:
    """Return class loss and summed squared pixel error, each averaged over the images.

    Capsules have margin loss and reconstruction: each digit of an image is decoded from its own
    capsule alone and compared with that digit alone, and the errors of an image's digits add up.
    Matrix capsules have spread loss in place of margin loss, with a margin that rises with
    `progress`, and no class loss if only their decoder is trained. CNNs have cross-entropy and no
    reconstruction; two digits share the target probability equally.

    Parameters
    ----------
    config : margins of the loss and the weight of absent classes.
    progress : completed share of the training, 0 to 1.
    targets : class probabilities as additional targets of the lengths.
    """
    present = batch.present(model.config.classes)
    if isinstance(model, CNN):
        shares = present / present.sum(1, keepdim=True)
        return functional.cross_entropy(model.logits(batch.images), shares), present.new_zeros(())
    u = model.primary_capsules(batch.images)
    if config.dropout:
        u = u * functional.dropout(u.new_ones(*u.shape[:2], 1), config.dropout)
    (v, lengths), entropy = _route(model, u, config.coupling_entropy)
    images, classes = torch.arange(len(v), device=v.device)[:, None], batch.classes
    decoded = model.decoder(v[images, classes].flatten(0, 1), classes.flatten())
    error = reconstruction_error(decoded, batch.parts.flatten(0, 1)).sum() / len(v)
    if learns_by_spread(model):
        return spread_loss(lengths, batch.classes[:, 0], spread_margin(progress)), error
    if isinstance(model, MatrixCapsNet):
        return present.new_zeros(()), error
    margin = margin_loss(lengths, present, config.margins, config.down_weight) + entropy
    return margin if targets is None else margin + distillation_loss(lengths, targets), error


def _route(model: CapsNet, u: Tensor, weight: float) -> tuple[Capsules, Tensor | float]:
    """Return the output capsules, and the weighted mean entropy of the couplings."""
    if not weight:
        return model.route(u), 0.0
    steps = [final_step(chunk) for _, chunk in model.route_chunks(u)]
    v, lengths = (
        torch.cat(values) for values in zip(*((s.v, s.activations) for s in steps), strict=True)
    )
    couplings = torch.cat([step.c for step in steps])
    return Capsules(v, lengths), weight * torch.special.entr(couplings).sum(2).mean()


def _average(run: Run) -> None:
    # A young average decays faster, or the random initialisation would persist in it.
    decay = min(0.5 ** (1 / run.config.average), (1 + run.step) / (10 + run.step))
    with torch.no_grad():
        for mean, value in zip(run.average.parameters(), run.model.parameters(), strict=True):
            mean.lerp_(value, 1 - decay)
        for mean, value in zip(run.average.buffers(), run.model.buffers(), strict=True):
            # Statistics of normalisation are averaged; counters are copied.
            mean.lerp_(value, 1 - decay) if mean.is_floating_point() else mean.copy_(value)
