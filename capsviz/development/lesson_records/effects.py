"""The effects of mistakes in the gallery of the lessons, measured by this project's own model.

``python -m capsviz.development.lesson_records.effects`` writes ``effects.json``. All but one are
effects of a single pass; the share of wrong masks is read from the recorded training of the lesson
on learning.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

import capsviz
from capsviz.data.samples import digit_pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.primary import features
from capsviz.model.routing.gradients import through_all_iterations
from capsviz.model.squash import squash
from capsviz.ui.lessons.figure_data import load_record, path_of, write_record

FILE = path_of("effects")
NETWORK = "dynamic"
#: The displayed digit.
DIGIT = 7


def main() -> None:
    """Measure all effects and write them."""
    record = {**one_pass(), "winner": wrong_masks()}
    write_record(FILE, record)
    print(json.dumps(record, indent=1))


def one_pass() -> dict[str, Any]:
    """The effects of a single pass."""
    return {
        "squash": over_capsules(),
        "batch": over_batch(),
        "unit": from_unit_normal(),
        "rounds": through_rounds(),
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
    """Lengths of the digit's ten capsules in a batch of ten digits, with own and mean logits."""
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
    for std in (None, 1.0):
        torch.manual_seed(0)
        network = CapsNet()
        if std is not None:
            torch.nn.init.normal_(network.W, std=std)
        with torch.inference_mode():
            lengths.append(network(pictures()[[DIGIT]]).lengths[0])
    return _effect(*lengths, tell=[float(row.min()) for row in lengths])


def wrong_masks() -> dict[str, Any]:
    """Masks that would be wrong with the winner's capsule, at ten moments of a recorded training.

    The decoder of that training was given the true class; the winner's capsule is another one
    wherever the network errs.
    """
    record = load_record("learning")
    assert record is not None
    all_moments = record["moments"]
    moments = [all_moments[round(k * (len(all_moments) - 1) / 9)] for k in range(10)]
    shares = [round(100 * (1 - moment["accuracy"]), 1) for moment in moments]
    return {"right": [0.0] * len(moments), "mistaken": shares, "tell": [0.0, shares[0]]}


def through_rounds() -> dict[str, Any]:
    """Gradients of a digit's length by its primary capsules, through the last iteration or all.

    ``right`` and ``mistaken`` are their norms for ten digits, through the last iteration and
    through all; ``tell`` is the mean cosine between the two.
    """
    network = _load_network()
    capsules = network.primary_capsules(pictures()).detach()
    norms: list[list[float]] = [[], []]
    cosines = []
    for k in range(len(capsules)):
        gradients = []
        u = capsules[[k]].requires_grad_()
        for n, context in enumerate((nullcontext(), through_all_iterations())):
            with context:
                length = network.route(u).lengths[0, k]
            (gradient,) = torch.autograd.grad(length, u)
            gradients.append(gradient.flatten())
            norms[n].append(round(float(gradient.norm()), 4))
        cosines.append(float(torch.nn.functional.cosine_similarity(*gradients, dim=0)))
    tell = [1.0, round(sum(cosines) / len(cosines), 3)]
    return {"right": norms[0], "mistaken": norms[1], "tell": tell}


# --- shared


def _load_network() -> CapsNet:
    network = capsviz.load(NETWORK)
    assert isinstance(network, CapsNet)
    return network


def pictures() -> Float[Tensor, "ten side side"]:
    """The first sample drawing of each digit, in MNIST's form."""
    return torch.from_numpy(digit_pictures())


def _effect(right: Tensor, mistaken: Tensor, *, tell: list[float]) -> dict[str, Any]:
    return {
        "right": [round(float(length), 3) for length in right],
        "mistaken": [round(float(length), 3) for length in mistaken],
        "tell": [round(number, 3) for number in tell],
    }


if __name__ == "__main__":
    main()
