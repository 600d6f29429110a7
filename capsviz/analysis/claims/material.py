"""What measures of the claims are made of: pictures, networks, sweeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.training import checkpoint

#: Rounds of routing that are compared.
ROUNDS = (1, 2, 3, 5, 7)


@dataclass(frozen=True, slots=True)
class Material:
    """What measures are made of.

    Attributes
    ----------
    held_out : pictures that trainings of a set held out, by the set's name; read when needed.
    sweeps : folder in which sweeps lie, each in a folder of its own; None where none was named.
    """

    held_out: Callable[[str], Pictures]
    sweeps: Path | None = None

    def validation(self) -> Pictures:
        """The digits among them."""
        return self.held_out("mnist")

    def load_networks(self, sweep: str, setting: str = "") -> list[Network]:
        """A sweep's networks of one setting, such as "iterations=3", seed by seed.

        Raises
        ------
        CapsvizError : no folder of sweeps was named, or such networks are not in it.
        """
        if self.sweeps is None:
            raise CapsvizError(
                f"this is of the sweep {sweep}: name the folder that it lies in with --sweeps"
            )
        folder = self.sweeps / sweep
        paths = sorted(folder.glob(f"{setting}{',' * bool(setting)}seed=*.safetensors"))
        done = [path for path in paths if not path.name.endswith(".resume.safetensors")]
        if not done:
            raise CapsvizError(f"{folder} has no network of {setting or 'any seed'}: run it first")
        return [checkpoint.load(path, torch.device("cpu")).model for path in done]


def readers(data_set: str = "mnist", side: int = 28) -> Iterator[tuple[str, Network]]:
    """All networks here that read pictures of a set and of this side."""
    for name in checkpoint.list_offers(side, capsules=False, data_set=data_set):
        yield name, checkpoint.load(name, torch.device("cpu")).model


def capsules(name: str) -> CapsNet:
    """A network of capsules here; raises `CapsvizError`."""
    return checkpoint.load(name, torch.device("cpu")).capsnet


def some(pictures: Pictures, n: int) -> Pictures:
    """So many pictures of a set, always the same."""
    random = torch.Generator().manual_seed(0)
    return pictures.at(torch.randperm(len(pictures), generator=random)[:n])
