"""Networks of parts and objects that pages show."""

from __future__ import annotations

import contextlib
import functools
from pathlib import Path

from capsviz.config import DIGITS, LabelSet
from capsviz.data.normalisation import INPUT
from capsviz.errors import CapsvizError, hide_folders
from capsviz.files import stamp
from capsviz.training import checkpoint
from capsviz.ui.live.messages import pack_arrays

#: The default network.
MODEL = "parts"
#: The bundled networks.
SHIPPED = (MODEL, "parts_24", "parts_sprites")


def load_network(name: str) -> checkpoint.PartsCheckpoint:
    """A network by its name, reloaded if its file has changed. Raises `CapsvizError`."""
    path = checkpoint.find_name(name)
    return _load(path, stamp(path))


@functools.lru_cache(maxsize=8)
def _load(path: Path, _version: object) -> checkpoint.PartsCheckpoint:
    return checkpoint.load_parts(path, "cpu")


def offers(reads: LabelSet | None = None) -> list[checkpoint.PartsCheckpoint]:
    """All loadable networks, or those of one data set; `MODEL` first, then others of drawn digits.

    A damaged file is skipped; `complaints` reports it.
    """
    networks = []
    for name in checkpoint.list_parts():
        with contextlib.suppress(CapsvizError):
            networks.append(load_network(name))
    networks = [each for each in networks if reads in (None, each.subject)]
    return sorted(networks, key=lambda each: (each.name != MODEL, not normalises(each)))


def complaints() -> list[str]:
    """One sentence for each network of parts that cannot be read."""
    sentences = []
    for name in checkpoint.list_parts():
        try:
            load_network(name)
        except CapsvizError as error:
            sentences.append(hide_folders(str(error)))
    return sentences


def digit_reader() -> checkpoint.PartsCheckpoint | None:
    """The first network trained on digits in the format of drawings."""
    return next(filter(normalises, offers(DIGITS)), None)


def normalises(loaded: checkpoint.PartsCheckpoint) -> bool:
    """Whether drawings are centred and scaled like MNIST's digits for it."""
    return loaded.subject.digits and loaded.model.config.image_size == INPUT


def encode(loaded: checkpoint.PartsCheckpoint) -> bytes:
    """A network's weights in single precision, for a browser."""
    arrays = {name: value.numpy() for name, value in loaded.model.state_dict().items()}
    return pack_arrays({}, arrays)
