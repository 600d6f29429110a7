"""Weights on disk: safetensors with the configuration in the header, never pickle."""

from capsviz.training.checkpoint.file import read, record_mistakes, save
from capsviz.training.checkpoint.folders import (
    every_name,
    find,
    find_listed,
    folders,
    place,
    sidecar,
)
from capsviz.training.checkpoint.loaded import (
    Checkpoint,
    Offer,
    config,
    digest,
    is_parts,
    list_offers,
    load,
    load_own,
    names,
    option,
    pick_device,
    singles,
    subject,
    wrap,
)
from capsviz.training.checkpoint.parts import PartsCheckpoint, list_parts, load_parts
from capsviz.training.checkpoint.user_model import bring, name_user_model, user_model

__all__ = [
    "Checkpoint",
    "Offer",
    "PartsCheckpoint",
    "bring",
    "config",
    "digest",
    "every_name",
    "find",
    "find_listed",
    "folders",
    "is_parts",
    "list_offers",
    "list_parts",
    "load",
    "load_own",
    "load_parts",
    "name_user_model",
    "names",
    "option",
    "pick_device",
    "place",
    "read",
    "record_mistakes",
    "save",
    "sidecar",
    "singles",
    "subject",
    "user_model",
    "wrap",
]
