"""Parts and objects learnt without labels: a stacked capsule autoencoder in a simpler form."""

from capsviz.model.parts.network import PartsNetwork
from capsviz.model.parts.object_capsules import ObjectCapsules, Objects
from capsviz.model.parts.part_capsules import PartCapsules, Parts

__all__ = [
    "ObjectCapsules",
    "Objects",
    "PartCapsules",
    "Parts",
    "PartsNetwork",
]
