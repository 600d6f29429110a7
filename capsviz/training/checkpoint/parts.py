"""Loading and listing of checkpoints of parts and objects."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Float32, UInt8

from capsviz import untrusted
from capsviz.config import LabelSet, PartsConfig
from capsviz.data.normalisation import network_input
from capsviz.errors import CapsvizError
from capsviz.model.parts import PartsNetwork
from capsviz.training.checkpoint.file import CheckpointContents, read_parts
from capsviz.training.checkpoint.folders import all_names, find
from capsviz.training.checkpoint.loaded import fill, is_parts


@dataclass(frozen=True, slots=True)
class PartsCheckpoint:
    """Parts and objects with their origin; fields as in `Checkpoint`."""

    name: str
    model: PartsNetwork
    training: dict[str, Any]
    digest: str
    subject: LabelSet
    path: Path

    def picture(
        self, raster: UInt8[np.ndarray, "old old"], *, center: bool = True
    ) -> Float32[np.ndarray, "side side"]:
        """Return the network's input for a drawing's raster; see `Checkpoint.picture`."""
        side = self.model.config.image_size
        return network_input(raster, side, digits=self.subject.digits, center=center)


def load_parts(
    name_or_path: str | os.PathLike[str] = "parts", device: str | torch.device | None = None
) -> PartsCheckpoint:
    """Load a checkpoint of parts and objects and build its model; see `load`.

    Raises `CapsvizError` if the file does not exist, or is not a readable checkpoint of this kind.
    """
    path = find(name_or_path)
    stored = read_parts(path)
    model = fill(PartsNetwork, stored, path, device)
    if not _names_objects(stored):
        raise CapsvizError(
            f"{path.name} does not name its objects: train it to the end, or fetch it again"
        )
    name = path.name.removesuffix(".safetensors")
    return PartsCheckpoint(name, model, stored.training, stored.digest, stored.subject, path)


def _names_objects(stored: CheckpointContents[PartsConfig]) -> bool:
    """Return whether a file names the class of each object, as pages and cards need."""
    naming, classes = stored.training.get("naming"), range(len(stored.subject.classes))
    return (
        isinstance(naming, list)
        and len(naming) > 0
        and all(
            isinstance(entry, dict)
            and type(entry.get("labels")) is int
            and isinstance(entry.get("classes"), list)
            and len(entry["classes"]) == stored.config.objects
            and all(type(k) is int and k in classes for k in entry["classes"])
            and (entry.get("accuracy", 0) is None or untrusted.is_number(entry.get("accuracy")))
            for entry in naming
        )
    )


def list_parts() -> list[str]:
    """Return the names of all networks of parts and objects, in alphabetical order."""
    return [name for name in all_names() if is_parts(name)]
