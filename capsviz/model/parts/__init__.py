"""Unsupervised parts and objects: a simplified stacked capsule autoencoder."""

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
