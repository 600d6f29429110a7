"""The effects of five mistakes in the gallery of the lessons, measured by this project's own model.

``python -m capsviz.development.lesson_records.effects`` writes ``effects.json``. Three effects are
those of one pass: squash over the capsules, logits averaged over the batch, W from a unit normal.
Two need trainings of a small network, some minutes on two cores: the winner's mask in training,
and gradients through all iterations in place of the last.
"""

from __future__ import annotations

import json
import math
from contextlib import nullcontext
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

import capsviz
from capsviz.config import ModelConfig, TrainConfig
from capsviz.data.augment import AUGMENTATIONS, shift_images
from capsviz.data.drawing import render
from capsviz.data.normalisation import normalise
from capsviz.data.samples import samples
from capsviz.data.sets import open_set
from capsviz.model.capsnet import CapsNet
from capsviz.model.loss import margin_loss, one_hot, reconstruction_error
from capsviz.model.primary import features
from capsviz.model.routing.gradients import through_all_iterations
from capsviz.model.squash import squash
from capsviz.training.step import learning_rate
from capsviz.ui.lessons.figure_data import path_of

FILE = path_of("effects")
NETWORK = "dynamic"
#: The network that is trained, its recipe, and the number of steps after which it is measured.
CONFIG = ModelConfig(conv_channels=32, primary_types=8)
RECIPE = TrainConfig(epochs=1, augment="paper")
TENTHS = 10
#: Number of validation digits for the scores.
SCORED = 2000
#: The digit that is shown.
DIGIT = 7


def main() -> None:
    """Measure all effects and write them."""
    record = {**one_pass(), **trainings()}
    FILE.write_text(json.dumps(record, separators=(",", ":")) + "\n", encoding="utf-8")
    print(json.dumps(record, indent=1))


def one_pass() -> dict[str, Any]:
    """The effects that no training is needed for."""
    return {"squash": over_capsules(), "batch": over_batch(), "unit": from_unit_normal()}


def trainings() -> dict[str, Any]:
    """The effects of trainings."""
    true, winner, every = train("true"), train("winner"), train("true", rounds="all")
    return {
        "winner": {
            "right": true["wrong_masks"],
            "mistaken": winner["wrong_masks"],
            "tell": [true["misread_error"], winner["misread_error"]],
            "accuracy": [true["accuracy"], winner["accuracy"]],
            "misread": [true["misread"], winner["misread"]],
        },
        "rounds": {
            "right": true["errors"],
            "mistaken": every["errors"],
            "tell": [true["spread"], every["spread"]],
            "accuracy": [true["accuracy"], every["accuracy"]],
        },
    }


# --- one pass


def over_capsules() -> dict[str, Any]:
    """Lengths of the ten capsules, and of the longest primary capsule, by both squashes."""
    network = _load_network()
    with torch.inference_mode():
        x = features(network.conv1, network.primary, pictures()[[DIGIT]], torch.float32)
        s = x.reshape(1, -1, network.config.primary_dim)
        right, mistaken = squash(s), squash(s.transpose(1, 2)).transpose(1, 2)
        longest = [float(u.norm(dim=-1).max()) for u in (right, mistaken)]
        lengths = [network.route(u).lengths[0] for u in (right, mistaken)]
    return _effect(*lengths, tell=longest)


def over_batch() -> dict[str, Any]:
    """Lengths of the digit's ten capsules beside nine other digits, with own and mean logits."""
    network = _load_network()
    with torch.inference_mode():
        u_hat = network.votes(network.primary_capsules(pictures()))
        own, mean = (routed_lengths(u_hat, average=average)[DIGIT] for average in (False, True))
        alone = routed_lengths(u_hat[[DIGIT]], average=True)[0]
    change = [0.0, float((mean - alone).abs().max())]
    return _effect(own, mean, tell=change)


def routed_lengths(
    u_hat: Float[Tensor, "batch in_caps out_caps dim"], *, average: bool, iterations: int = 3
) -> Float[Tensor, "batch out_caps"]:
    """Lengths by Procedure 1; ``average`` gives all pictures the batch's mean logits (mistaken)."""
    b = u_hat.new_zeros(u_hat.shape[:3])
    v = u_hat.new_zeros(())
    for _ in range(iterations):
        v = squash((b.softmax(2).unsqueeze(3) * u_hat).sum(1))
        b = b + (u_hat * v.unsqueeze(1)).sum(3)
        if average:
            b = b.mean(0, keepdim=True).expand_as(b)
    return v.norm(dim=-1)


def from_unit_normal() -> dict[str, Any]:
    """Ten lengths before any training, with W as this project draws it and from a unit normal."""
    lengths = []
    for spread in (None, 1.0):
        torch.manual_seed(0)
        network = CapsNet()
        if spread is not None:
            torch.nn.init.normal_(network.W, std=spread)
        with torch.inference_mode():
            lengths.append(network(pictures()[[DIGIT]]).lengths[0])
    return _effect(*lengths, tell=[float(each.min()) for each in lengths])


# --- trainings


def train(mask: str, rounds: str = "last") -> dict[str, Any]:
    """Train the small network once.

    Parameters
    ----------
    mask : "true" or "winner": the capsule that the decoder is given in training.
    rounds : "last" or "all": the iterations that gradients flow through.

    Returns
    -------
    ``wrong_masks``: percentage of the training digits of each tenth that the decoder painted from
    another digit's capsule; ``errors``: validation error in percent after each tenth; ``accuracy``
    and ``misread`` (number of misclassified validation digits); ``misread_error``: their squared
    error when they are painted from the capsule of their true digit; ``spread``: length of W's
    gradient in the first step.
    """
    learning = open_set("mnist").learning()
    digits, held_out = learning.training(0), learning.validation
    assert held_out is not None
    x_held, y_held = held_out.images[:SCORED].float() / 255, held_out.labels[:SCORED]
    torch.manual_seed(RECIPE.seed)
    model = CapsNet(CONFIG)
    optimiser = torch.optim.Adam(model.parameters(), lr=RECIPE.peak_rate)
    furthest = AUGMENTATIONS[RECIPE.augment].shift
    total = math.ceil(len(digits) / RECIPE.batch)
    order = torch.randperm(len(digits))
    wrong, errors, spread = [[] for _ in range(TENTHS)], [], 0.0
    for step in range(total):
        which = order[step * RECIPE.batch :][: RECIPE.batch]
        x, y = digits.images[which].float() / 255, digits.labels[which]
        x = shift_images(x, torch.randint(-furthest, furthest + 1, (len(y), 2)), furthest)
        with through_all_iterations() if rounds == "all" else nullcontext():
            v, lengths = model(x)
            given = y if mask == "true" else lengths.argmax(1)
            painted = model.decoder(v[torch.arange(len(y)), given], given)
            error = reconstruction_error(painted, x).mean()
            loss = margin_loss(lengths, one_hot(y, CONFIG.classes))
            optimiser.param_groups[0]["lr"] = learning_rate(step, total, RECIPE)
            optimiser.zero_grad()
            (loss + RECIPE.reconstruction_weight * error).backward()
        if step == 0:
            spread = float(model.W.grad.norm())  # pyright: ignore[reportOptionalMemberAccess]
        optimiser.step()
        tenth = step * TENTHS // total
        wrong[tenth].append(float((given != y).float().mean()))
        if (step + 1) * TENTHS // total > tenth:
            errors.append(
                round(100 * float((_lengths(model, x_held).argmax(1) != y_held).float().mean()), 2)
            )
    with torch.inference_mode():
        v, lengths = model.eval()(x_held)
        missed = lengths.argmax(1) != y_held
        painted = model.decoder(v[missed, y_held[missed]], y_held[missed])
        misread_error = float(reconstruction_error(painted, x_held[missed]).mean())
    return {
        "wrong_masks": [round(100 * sum(each) / len(each), 1) for each in wrong],
        "errors": errors,
        "accuracy": round(1 - float(missed.float().mean()), 4),
        "misread": int(missed.sum()),
        "misread_error": round(misread_error, 1),
        "spread": round(spread, 4),
    }


def _load_network() -> CapsNet:
    network = capsviz.load(NETWORK)
    assert isinstance(network, CapsNet)
    return network


def _lengths(model: CapsNet, images: Tensor) -> Tensor:
    with torch.inference_mode():
        return model(images).lengths


# --- shared


def pictures() -> Float[Tensor, "ten side side"]:
    """The first sample drawing of each digit, in MNIST's form."""
    chosen = [next(s for s in samples() if s.digit == digit) for digit in range(CONFIG.classes)]
    return torch.stack([torch.from_numpy(normalise(render(one.drawing))) for one in chosen])


def _effect(right: Tensor, mistaken: Tensor, *, tell: list[float]) -> dict[str, Any]:
    return {
        "right": [round(float(length), 3) for length in right],
        "mistaken": [round(float(length), 3) for length in mistaken],
        "tell": [round(number, 3) for number in tell],
    }


if __name__ == "__main__":
    main()
