"""Part capsules and the object capsules above them, as one network."""

from __future__ import annotations

import torch
from jaxtyping import Float
from torch import Tensor, nn

from capsviz.config import PartsConfig
from capsviz.model.parts.object_capsules import ObjectCapsules, Objects
from capsviz.model.parts.part_capsules import PartCapsules, Parts, compose


class PartsNetwork(nn.Module):
    """Parts of pictures and objects of parts, trained without labels.

    Attributes
    ----------
    published : differences from the published network, in sentences.
    """

    published = (
        "A simpler form of the stacked capsule autoencoder of Kosiorek, Sabour, Teh and Hinton "
        "(2019). As they published it: learnt templates at affine poses explain the picture, "
        "attention pools poses and presences, an object's pose times constant offsets predicts "
        "its parts' poses, likelihood of the parts under the objects, entropies within and "
        "between pictures, noise on logits. Not as published: a pixel is lit where any part inks "
        "it, with cross-entropy, in place of a mixture of Gaussians; poses have bounds; parts "
        "have neither colours nor further features, and each part belongs to one place of an "
        "object; a small network reads the parts in place of a set transformer; a picture is of "
        "one object; presences count as Bernoulli terms of the likelihood; the parts learn first "
        "and are held fixed while the objects learn; minutes of one core in place of GPUs."
    )

    def __init__(self, config: PartsConfig) -> None:
        super().__init__()
        self.config = config
        self.parts = PartCapsules(config)
        self.objects = ObjectCapsules(config)

    def forward(self, images: Float[Tensor, "n side side"]) -> tuple[Parts, Objects]:
        """Return parts and objects of pictures with pixels in 0..1."""
        parts = self.parts(images)
        return parts, self.objects(parts.x, parts.d)

    def paint(self, parts: Parts) -> Float[Tensor, "n points"]:
        """Reconstruct the picture from the parts, pixels row by row."""
        return compose(parts.d, self.parts.paint(parts.g))

    def read(self, parts: Parts, objects: Objects) -> Float[Tensor, "n each"]:
        """Posterior over the objects by the likelihood of the parts under each; sums to 1.

        The last entry is the background: parts at random poses.
        """
        background = self.objects.log_p_of_none(parts.d).sum(1, keepdim=True)
        return torch.softmax(torch.cat([objects.log_likelihood, background], 1), 1)
