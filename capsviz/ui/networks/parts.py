"""Networks of parts and objects that pages show."""

from __future__ import annotations

import functools

from capsviz.files import stamp
from capsviz.training import checkpoint

#: The network that pages begin with.
MODEL = "parts"
#: Height and width of what it reads, in pixels.
SIDE = 28


def network(name: str) -> checkpoint.PartsCheckpoint:
    """A network by its name; read anew where its file is another. Raises `CapsvizError`."""
    return _load(name, stamp(checkpoint.find(name)))


@functools.lru_cache(maxsize=8)
def _load(name: str, _version: object) -> checkpoint.PartsCheckpoint:
    return checkpoint.load_parts(name, "cpu")


def offers() -> list[checkpoint.PartsCheckpoint]:
    """Those that can be shown, which read digits of the size that is drawn; `MODEL` first."""
    found = [network(name) for name in checkpoint.list_parts()]
    found = [each for each in found if each.subject.digits and each.model.config.image_size == SIDE]
    return sorted(found, key=lambda each: each.name != MODEL)


def title(loaded: checkpoint.PartsCheckpoint) -> str:
    """What a network is called beside others."""
    config = loaded.model.config
    return f"{loaded.name}: {config.objects} objects" + (
        "" if config.poses else " that ignore poses"
    )
