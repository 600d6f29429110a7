"""Weights on disk: safetensors with the configuration in the header, never pickle."""

from capsviz.training.checkpoint.brought import bring, brought
from capsviz.training.checkpoint.file import read, save
from capsviz.training.checkpoint.folders import find, folders, kept, names, place
from capsviz.training.checkpoint.loaded import (
    Checkpoint,
    Offer,
    config,
    digest,
    load,
    offered,
    option,
    pick_device,
    singles,
    subject,
)

__all__ = [
    "Checkpoint",
    "Offer",
    "bring",
    "brought",
    "config",
    "digest",
    "find",
    "folders",
    "kept",
    "load",
    "names",
    "offered",
    "option",
    "pick_device",
    "place",
    "read",
    "save",
    "singles",
    "subject",
]
