"""One network's votes under every routing without learned parameters.

The weights were trained with dynamic routing, so the rows show how these votes perform under each
routing, not the results of a network trained with it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool

from capsviz import markdown
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import route_instead, takes_what_ifs
from capsviz.model.routing import DYNAMIC, ROUTINGS, WHAT_IFS
from capsviz.training.evaluate import BATCH, decode_winner, interval


@dataclass(slots=True)
class Member:
    """Results of the votes under one routing.

    Attributes
    ----------
    routing : name of the routing with its setting: "top_k:1".
    title : usual name.
    right : whether each picture was classified correctly.
    longest, others : mean length of the winner and of the other capsules, in 0..1.
    error : mean summed squared pixel error of the winner's reconstruction.
    seconds : time per picture of votes and routing on this machine.
    """

    routing: str
    title: str
    right: Bool[np.ndarray, " n"]
    longest: float = 0.0
    others: float = 0.0
    error: float = 0.0
    seconds: float = 0.0


#: The usual settings, the strictest choice, and settings near the end of a rule's range.
MEMBERS = (DYNAMIC, *WHAT_IFS, "top_k:1", "soft_k_means:0.1", "damped:1")


@torch.inference_mode()
def read_family(
    network: CapsNet, pictures: Pictures, names: Sequence[str] = MEMBERS
) -> list[Member]:
    """Classify pictures by each routing over one network's votes, at its own iterations.

    Raises `CapsvizError` if the network was not trained with dynamic routing.
    """
    if not takes_what_ifs(network.config):
        raise CapsvizError("this network was not trained with dynamic routing: name one that was")
    device, labels = network.W.device, pictures.labels
    batches = [images.to(device).float() / 255 for images in pictures.images.split(BATCH)]
    primary = [network.primary_capsules(x) for x in batches]
    members = []
    for name in names:
        variant = network if name == DYNAMIC else route_instead(network, name)
        member = Member(name, ROUTINGS[name.partition(":")[0]].title, np.zeros(0, bool))
        right = []
        for x, u, truth in zip(batches, primary, labels.split(BATCH), strict=True):
            start = time.perf_counter()
            v, lengths = variant.route(u)  # pyright: ignore[reportCallIssue]
            longest, winner = lengths.max(1)
            member.seconds += (time.perf_counter() - start) / len(labels)
            error = decode_winner(network, x, v, lengths)[1]
            member.error += float(error.sum()) / len(labels)
            member.longest += float(longest.sum()) / len(labels)
            rest = (lengths.sum(1) - longest) / (lengths.shape[1] - 1)
            member.others += float(rest.sum()) / len(labels)
            right.append((winner.cpu() == truth).numpy())
        member.right = np.concatenate(right)
        members.append(member)
    return members


def table(members: Sequence[Member]) -> str:
    """Return a Markdown table with a row for each routing."""
    heads = ["routing", "accuracy", "95 % interval", "winner", "others", "error", "ms a picture"]
    rows = []
    for member in members:
        accuracy = float(member.right.mean())
        low, high = interval(accuracy, len(member.right))
        rows.append(
            [
                member.routing,
                f"{accuracy:.2%}",
                f"{100 * low:.2f} - {100 * high:.2f}",
                f"{member.longest:.3f}",
                f"{member.others:.3f}",
                f"{member.error:.1f}",
                f"{1000 * member.seconds:.2f}",
            ]
        )
    return markdown.table(heads, rows)
