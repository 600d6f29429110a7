"""Weights on disk: safetensors with the configuration in the header, never pickle."""

from capsviz.training.checkpoint.file import read, save
from capsviz.training.checkpoint.folders import find, folders, names, place, sidecar
from capsviz.training.checkpoint.loaded import (
    Checkpoint,
    Offer,
    config,
    digest,
    list_offers,
    load,
    option,
    pick_device,
    singles,
    subject,
)
from capsviz.training.checkpoint.user_model import bring, user_model

__all__ = [
    "Checkpoint",
    "Offer",
    "bring",
    "config",
    "digest",
    "find",
    "folders",
    "list_offers",
    "load",
    "names",
    "option",
    "pick_device",
    "place",
    "read",
    "save",
    "sidecar",
    "singles",
    "subject",
    "user_model",
]
