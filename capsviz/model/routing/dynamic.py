"""Dynamic routing by agreement (Sabour, Frosst, Hinton 2017, Procedure 1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from jaxtyping import Float
from torch import Tensor

from capsviz.config import ModelConfig
from capsviz.model.routing.base import SQUASH_MEANING, Routing
from capsviz.model.routing.gradients import differentiates_all
from capsviz.model.routing.step import RoutingStep
from capsviz.model.squash import squash

#: Axes of the logits, by output and by input capsule, for the softmax.
OUTPUTS, INPUTS = 1, 2


def dynamic_routing(
    u_hat: Float[Tensor, "batch in_caps out_caps dim"],
    iterations: int,
    shrink: Callable[[Tensor], Tensor] = squash,
    axis: int = OUTPUTS,
) -> Iterator[RoutingStep]:
    """Route votes to output capsules, one yielded step per iteration.

    Procedure 1 adds ``u_hat . v`` to the logits after every iteration. The votes do not change, so
    the logits entering iteration t are ``u_hat . (v_1 + ... + v_{t-1})``, and only that sum of
    small vectors is stored.

    There are two differences from the authors' code (Sarasra/models, ``layers.py``). Gradients flow
    through the last iteration alone, as in many later implementations: the votes are constants in
    the earlier iterations, unless `capsviz.model.routing.gradients` requests all; the authors' code
    differentiates the whole loop. The authors' code also adds a learned bias to each ``s_j``, which
    is not in Procedure 1.

    Parameters
    ----------
    u_hat : votes of every input capsule for every output capsule.
    iterations : r >= 1.
    shrink : function from s to v.
    axis : `OUTPUTS`: each input capsule's couplings sum to 1 over the outputs, as published.
        `INPUTS` is a common mistake: each output's couplings sum to 1 over the inputs.

    Yields
    ------
    RoutingStep : logits, couplings (summing to 1 over the axis), totals and output capsules of one
        iteration.
    """
    batch, in_caps, out_caps, dim = u_hat.shape
    # One small matrix product per image and output capsule: [batch * out_caps, in_caps, dim].
    votes = u_hat.transpose(1, 2).flatten(0, 1)
    fixed = votes if differentiates_all() else votes.detach()

    count = (batch, out_caps, in_caps)[axis]
    b = u_hat.new_zeros(()).expand(batch, in_caps, out_caps)
    c = u_hat.new_full((), 1 / count).expand(batch, in_caps, out_caps)
    total_v = u_hat.new_zeros(batch, out_caps, dim)
    for t in range(1, iterations + 1):
        if t > 1:
            # Computed as v times votes: the other order takes four times as long.
            by_parent = torch.bmm(total_v.reshape(-1, 1, dim), fixed.transpose(1, 2))
            by_parent = by_parent.view(batch, out_caps, in_caps)
            b = by_parent.transpose(1, 2)
            c = by_parent.softmax(axis).transpose(1, 2)
        current = votes if t == iterations else fixed
        if t == 1:  # uniform couplings: a plain mean over the parents
            s = current.view(batch, out_caps, in_caps, dim).sum(2) / count
        else:
            s = torch.bmm(c.transpose(1, 2).reshape(-1, 1, in_caps), current).view(
                batch, out_caps, dim
            )
        v = shrink(s)
        yield RoutingStep(b, c, s, v)
        total_v = total_v + v


#: Differences of `dynamic_routing`, for descriptions of networks that use it.
NOT_THE_AUTHORS = (
    "gradients through the last iteration alone and no bias for each output capsule, where the "
    "authors' code differentiates the whole loop and has one"
)


class Dynamic(Routing):
    """`dynamic_routing`, without learned parameters besides the votes.

    Parameters
    ----------
    config : configuration of the network.
    shrink, axis : as for `dynamic_routing`; by default as published.
    """

    title = "Dynamic"
    published = (
        "As Sabour, Frosst and Hinton (2017) published it: layers, squash, routing, margin loss, "
        f"decoder. Not as published: {NOT_THE_AUTHORS}, and its training, which its model card "
        "tells."
    )
    sharing = (
        "evenly at first; where its vote agrees with a {thing}, that is, fits it well, that "
        "{thing}'s share grows in the next iteration."
    )
    meaning = SQUASH_MEANING
    iterative = True
    adds_agreement = True
    by_agreement = True

    def __init__(
        self,
        config: ModelConfig,
        shrink: Callable[[Tensor], Tensor] = squash,
        axis: int = OUTPUTS,
    ) -> None:
        super().__init__(config)
        self.shrink, self.axis = shrink, axis

    def steps(self, u: Tensor, u_hat: Tensor, iterations: int) -> Iterator[RoutingStep]:
        """One step per iteration."""
        return dynamic_routing(u_hat, iterations, self.shrink, self.axis)
