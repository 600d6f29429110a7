"""Object capsules: arrangements of parts (OCAE)."""

from __future__ import annotations

import math
from typing import NamedTuple

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn import functional

from capsviz.config import PartsConfig

#: Weight of presences relative to poses in the likelihood.
PRESENCE = 3.0
#: Minimum standard deviation of a part's pose under an object.
MIN_SIGMA = 0.05
#: Log density of a uniform pose, each of its six numbers in -1..1. Like `log_p` it omits half the
#: logarithm of 2 pi for each number.
UNIFORM_LOG_DENSITY = 6 * (0.5 * math.log(2 * math.pi) - math.log(2))
#: Minimum distance of a part's mean presence from 0 and 1.
_RARE = 1e-3
#: Minimum standard deviation for standardising the encoder's input.
_SPREAD = 0.05


class Objects(NamedTuple):
    """Outputs of the object capsules for n pictures of one object each.

    Attributes
    ----------
    z : logits of the objects; their softmax is the encoder's posterior a.
    ov : pose of each object, from its own frame to the picture's.
    mu : pose of each part predicted by each object: its pose times the part's offset.
    log_p : log-likelihood of each part under each object, poses and presences together.
    """

    z: Float[Tensor, "n K"]
    ov: Float[Tensor, "n K 2 3"]
    mu: Float[Tensor, "n K M 2 3"]
    log_p: Float[Tensor, "n K M"]

    @property
    def a(self) -> Float[Tensor, "n K"]:
        """Posterior over the objects by the encoder; sums to 1."""
        return self.z.softmax(1)

    @property
    def log_likelihood(self) -> Float[Tensor, "n K"]:
        """Log-likelihood of all parts together under each object."""
        return self.log_p.sum(2)


class ObjectCapsules(nn.Module):
    """Encoder of parts that proposes objects, and the parts that each object predicts.

    As in Kosiorek, Sabour, Teh and Hinton (2019), section 2.3, an object k has a pose ``OV_k`` and
    its parts constant offsets ``OP_km`` from it, so it predicts their poses by ``OV_k · OP_km``,
    and a part's pose has a Gaussian around that. `capsviz.model.parts.PartsNetwork.published` lists
    the differences.
    """

    mean: Tensor
    spread: Tensor

    def __init__(self, config: PartsConfig) -> None:
        super().__init__()
        self.config = config
        K, M, hidden = config.objects, config.parts, config.hidden
        self.full1, self.full2 = nn.Linear(7 * M, hidden), nn.Linear(hidden, hidden)
        self.posterior, self.pose = nn.Linear(hidden, K), nn.Linear(hidden, 6 * K)
        nn.init.normal_(self.pose.weight, std=0.01)
        nn.init.zeros_(self.pose.bias)
        self.offset = nn.Parameter(
            0.1 * torch.randn(K, M, 6) + torch.tensor([0.5, 0, 0, 0, 0.5, 0])
        )
        self.log_sigma = nn.Parameter(torch.full((K, M, 6), -1.0))
        self.presence = nn.Parameter(0.5 * torch.randn(K, M))
        self.register_buffer("mean", torch.zeros(7 * M))
        self.register_buffer("spread", torch.ones(7 * M))

    @torch.no_grad()
    def standardise(self, x: Float[Tensor, "n M 2 3"], d: Float[Tensor, "n M"]) -> None:
        """Set the mean and deviation of the encoder's input from the training pictures' parts."""
        inputs = features(x, d)
        self.mean.copy_(inputs.mean(0))
        self.spread.copy_(inputs.std(0) + _SPREAD)

    def forward(
        self, x: Float[Tensor, "n M 2 3"], d: Float[Tensor, "n M"], noise: float = 0.0
    ) -> Objects:
        """Return objects of parts with these poses and presences.

        `noise` is the half-width of uniform noise on the logits, for training.
        """
        h = functional.relu(self.full1((features(x, d) - self.mean) / self.spread))
        h = functional.relu(self.full2(h))
        z = self.posterior(h)
        if noise:
            z = z + noise * (2 * torch.rand_like(z) - 1)
        identity = torch.tensor([1.0, 0, 0, 0, 1, 0], device=x.device)
        ov = (self.pose(h).unflatten(1, (self.config.objects, 6)) + identity).unflatten(2, (2, 3))
        mu = self.expect(ov)
        return Objects(z, ov, mu, self.log_p(x, d, mu))

    def expect(self, ov: Float[Tensor, "n K 2 3"]) -> Float[Tensor, "n K M 2 3"]:
        """Return the part poses that each object predicts, ``OV_k · OP_km``."""
        op = self.offset.unflatten(2, (2, 3))
        last = op.new_tensor([0.0, 0, 1]).expand(*op.shape[:2], 1, 3)
        homogeneous = torch.cat([op, last], 2).permute(0, 2, 1, 3).flatten(2)
        # One product per object, over all pictures and parts at once, halves the time of a step.
        mu = torch.bmm(ov.transpose(0, 1).flatten(1, 2), homogeneous)
        return mu.unflatten(1, (-1, 2)).unflatten(3, (-1, 3)).permute(1, 0, 3, 2, 4)

    def log_p(
        self,
        x: Float[Tensor, "n M 2 3"],
        d: Float[Tensor, "n M"],
        mu: Float[Tensor, "n K M 2 3"],
    ) -> Float[Tensor, "n K M"]:
        """Log-likelihood of each part under each object, up to a constant.

        ``d_m log N(x_m; mu_km, sigma_km²) + 3 (d_m log p_km + (1 - d_m) log (1 - p_km))``: the pose
        of an absent part does not count. A network without agreement of poses has the second term
        alone.
        """
        present, absent = (functional.logsigmoid(s * self.presence) for s in (1, -1))
        d = d[:, None]
        presence_term = PRESENCE * (d * present + (1 - d) * absent)
        if not self.config.poses:
            return presence_term
        return d * self.log_p_of_pose(x, mu) + presence_term

    def log_p_of_pose(
        self, x: Float[Tensor, "n M 2 3"], mu: Float[Tensor, "n K M 2 3"]
    ) -> Float[Tensor, "n K M"]:
        """Log density of each part's pose under each object."""
        sigma = self.log_sigma.exp().clamp(min=MIN_SIGMA)
        deviation = (mu - x[:, None]) * (1 / sigma).unflatten(2, (2, 3))
        return -0.5 * (deviation * deviation).sum((-1, -2)) - sigma.log().sum(-1)

    def log_p_of_none(self, d: Float[Tensor, "n M"]) -> Float[Tensor, "n M"]:
        """Log-likelihood of each part without any object, up to the same constant.

        ``d_m log 2⁻⁶ + 3 (d_m log p_m + (1 - d_m) log (1 - p_m))``: poses are uniform, and a part
        is present as often as in the training pictures. It allows that no object fits. It is not in
        the paper.
        """
        p = self.mean.unflatten(0, (-1, 7))[:, 6].clamp(_RARE, 1 - _RARE)
        presence_term = PRESENCE * (d * p.log() + (1 - d) * (1 - p).log())
        return presence_term + (d * UNIFORM_LOG_DENSITY if self.config.poses else 0)


def features(x: Float[Tensor, "n M 2 3"], d: Float[Tensor, "n M"]) -> Float[Tensor, "n read"]:
    """Input of the encoder: poses times presences, and the presences."""
    return torch.cat([x.flatten(2) * d[..., None], d[..., None]], -1).flatten(1)


def log_evidence(log_likelihood: Float[Tensor, "n K"]) -> Float[Tensor, " n"]:
    """Log-likelihood of each picture's parts under a uniform mixture of the objects."""
    return torch.logsumexp(log_likelihood, 1) - math.log(log_likelihood.shape[1])


def object_losses(
    objects: Objects, temperature: float
) -> tuple[Float[Tensor, ""], Float[Tensor, ""], Float[Tensor, ""]]:
    """Evidence lower bound of the parts, and two entropies: between pictures and within one.

    The first is ``Σ_k a_k (log p(parts | k) / T - log a_k)``, averaged over pictures. The second is
    the entropy of the mean posterior, largest if all objects are used equally. The third is the
    mean entropy of the posteriors, 0 if each picture has one certain object.
    """
    a, log_a = objects.a, objects.z.log_softmax(1)
    bound = (a * (objects.log_likelihood / temperature - log_a)).sum(1).mean()
    mean = a.mean(0)
    between = -(mean * mean.clamp(min=1e-8).log()).sum()
    within = -(a * log_a).sum(1).mean()
    return bound, between, within
