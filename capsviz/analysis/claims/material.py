"""Inputs of the claims' measures: pictures, networks and sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import torch

from capsviz import untrusted
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.tracing import Trace, trace
from capsviz.training import checkpoint

#: Routing iterations to compare.
ROUNDS = (1, 2, 3, 5, 7)
#: Number of pictures traced for the effect of routing iterations.
TRACED_PICTURES = 1000
_PIECE = 50


@dataclass(frozen=True, slots=True)
class Material:
    """Inputs of the measures.

    Attributes
    ----------
    held_out : validation pictures by name of the data set; loaded on first use.
    sweeps : folder with one folder per sweep; None if none was named.
    """

    held_out: Callable[[str], Pictures]
    sweeps: Path | None = None

    def validation(self) -> Pictures:
        """Validation digits."""
        return self.held_out("mnist")

    @contextmanager
    def sweep_results(self, sweep: str, command: str) -> Iterator[list[dict]]:
        """Yield a sweep's results; raises `CapsvizError` if they are missing or damaged.

        `command` is the command that runs the sweep.
        """
        path = self._folder(sweep) / "sweep.json"
        try:
            yield untrusted.read_file(path)["results"]
        except FileNotFoundError as error:
            raise CapsvizError(f"{path} is not there: run `{command}` first") from error
        except untrusted.DAMAGED_FILE_ERRORS as error:
            raise CapsvizError(f"{path} is damaged: run the sweep again") from error

    def load_networks(self, sweep: str, setting: str = "") -> list[Network]:
        """Load a sweep's networks of one setting, such as "iterations=3", ordered by seed.

        Raises `CapsvizError` if no folder of sweeps was named, or it has no such networks.
        """
        folder = self._folder(sweep)
        paths = sorted(folder.glob(f"{setting}{',' * bool(setting)}seed=*.safetensors"))
        finished = [path for path in paths if not path.name.endswith(".resume.safetensors")]
        if not finished:
            raise CapsvizError(f"{folder} has no network of {setting or 'any seed'}: run it first")
        return [checkpoint.load(path, torch.device("cpu")).model for path in finished]

    def _folder(self, sweep: str) -> Path:
        if self.sweeps is None:
            raise CapsvizError(
                f"this measure needs the sweep {sweep}: name its parent folder with --sweeps"
            )
        return self.sweeps / sweep


def readers(data_set: str = "mnist", side: int = 28) -> Iterator[tuple[str, Network]]:
    """Yield all installed networks that take pictures of a data set and this side."""
    for name in checkpoint.list_offers(side, capsules=False, data_set=data_set):
        yield name, checkpoint.load(name, torch.device("cpu")).model


def capsules(name: str) -> CapsNet:
    """Load a capsule network by name; raises `CapsvizError`."""
    return checkpoint.load(name, torch.device("cpu")).capsnet


def trace_pictures(
    model: CapsNet, pictures: Pictures, iterations: int = max(ROUNDS)
) -> Iterator[Trace]:
    """Yield the traces of a set's pictures, some pictures at a time."""
    for images in pictures.images.split(_PIECE):
        yield trace(model, images, iterations)
