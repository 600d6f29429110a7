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
from capsviz.config import LabelSet
from capsviz.data.normalisation import network_input
from capsviz.errors import CapsvizError
from capsviz.model.parts import PartsNetwork
from capsviz.training.checkpoint.file import PartsContents, read_parts
from capsviz.training.checkpoint.folders import every_name, find
from capsviz.training.checkpoint.loaded import is_parts, pick_device


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

    Raises
    ------
    CapsvizError : the file does not exist, or is not a readable checkpoint of this kind.
    """
    path = find(name_or_path)
    stored = read_parts(path)
    # Compare shapes on the meta device first: a damaged header may request terabytes.
    with torch.device("meta"):
        expected = PartsNetwork(stored.config).state_dict()
    shapes = {key: value.shape for key, value in stored.weights.items()}
    if shapes != {key: value.shape for key, value in expected.items()}:
        raise CapsvizError(f"{path.name} does not fit its own configuration: fetch it again")
    if not all(
        value.is_floating_point() and bool(torch.isfinite(value).all())
        for value in stored.weights.values()
    ):
        raise CapsvizError(f"{path.name} holds weights that are not finite numbers")
    if not _names_objects(stored):
        raise CapsvizError(
            f"{path.name} does not name its objects: train it to the end, or fetch it again"
        )
    model = PartsNetwork(stored.config)
    model.load_state_dict(stored.weights)
    return PartsCheckpoint(
        path.name.removesuffix(".safetensors"),
        model.to(pick_device(device)).eval().requires_grad_(False),
        stored.training,
        stored.digest,
        stored.subject,
        path,
    )


def _names_objects(stored: PartsContents) -> bool:
    """Return whether a file names the class of each object, as pages and cards need."""
    naming, classes = stored.training.get("naming"), range(len(stored.subject.classes))
    return (
        isinstance(naming, list)
        and len(naming) > 0
        and all(
            isinstance(each, dict)
            and type(each.get("labels")) is int
            and isinstance(each.get("classes"), list)
            and len(each["classes"]) == stored.config.objects
            and all(type(named) is int and named in classes for named in each["classes"])
            and (each.get("accuracy", 0) is None or untrusted.is_number(each.get("accuracy")))
            for each in naming
        )
    )


def list_parts() -> list[str]:
    """Return the names of all networks of parts and objects, in alphabetical order."""
    return [name for name in every_name() if is_parts(name)]
