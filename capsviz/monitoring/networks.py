"""Networks made from a run's weights, which every page lists and the app can remove.

A second file records each network's owner, so that the app only removes networks that it made.
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from capsviz import untrusted
from capsviz.errors import CapsvizError
from capsviz.files import replacing, write_file
from capsviz.monitoring.folder import RunFolder
from capsviz.monitoring.runs import alone, clean_name
from capsviz.monitoring.settings import MISTAKES, PartsSettings
from capsviz.training import checkpoint

_SUFFIX = ".run.json"


@dataclass(frozen=True, slots=True)
class RunNetwork:
    """A network made from a run.

    Attributes
    ----------
    name : name of its checkpoint.
    run : name of the run.
    proof : hash of its owner's secret; "" if the machine's owner made it.
    """

    name: str
    run: str
    proof: str


def keep(folder: RunFolder, name: str, proof: str = "") -> RunNetwork:
    """Make a network from a run's weights; deliberate mistakes are built in and recorded.

    Raises `CapsvizError` if the run has no weights yet, or a network with this name or these
    weights exists.
    """
    settings = folder.any_settings()
    is_parts = isinstance(settings, PartsSettings)
    if is_parts and settings.elsewhere:
        raise CapsvizError(
            f"capsviz train keeps what {folder.name} learns: the page Parts opens it"
        )
    if not folder.weights.is_file():
        raise CapsvizError("nothing was written yet: let it train to the end of a pass first")
    mistakes = () if is_parts else settings.mistakes
    network = RunNetwork(clean_name(name), folder.name, proof)
    target = checkpoint.folders()[0] / f"{network.name}.safetensors"
    with alone(folder):  # prevents a rewind or deletion
        _require_new_name(network.name, folder.weights)
        write_file(_record(target), json.dumps({"run": network.run, "proof": proof}))
        with replacing(target) as partial:
            shutil.copyfile(folder.weights, partial)
    if mistakes:
        checkpoint.record_mistakes(target, {name: MISTAKES[name] for name in mistakes})
    return network


def _require_new_name(name: str, weights: Path) -> None:
    digest = _digest(weights)
    for other in [*checkpoint.names(), *checkpoint.list_parts()]:
        if other.casefold() == name.casefold():
            raise CapsvizError(f"there is a network {other!r} already: choose another name")
        with suppress(CapsvizError):  # a damaged one is no duplicate
            if _digest(other) != digest:
                continue
            break
    else:
        return
    raise CapsvizError(f"these weights are kept already, as {other!r}: train on to keep others")


def _digest(network: str | Path) -> str:
    is_parts = checkpoint.is_parts(network)
    return checkpoint.load_parts(network).digest if is_parts else checkpoint.digest(network)


def list_networks() -> list[RunNetwork]:
    """Return all networks made from runs, by name."""
    networks = []
    for path in sorted(checkpoint.folders()[0].glob(f"*{_SUFFIX}")):
        name = path.name.removesuffix(_SUFFIX)
        if not path.with_name(f"{name}.safetensors").is_file():
            continue
        with suppress(*untrusted.DAMAGED_FILE_ERRORS):
            record = untrusted.read_file(path)
            networks.append(RunNetwork(name, str(record["run"]), str(record["proof"])))
    return networks


def find_network(name: str) -> RunNetwork:
    """Return one of them; raises `CapsvizError`."""
    match = next((network for network in list_networks() if network.name == name), None)
    if match is None:
        raise CapsvizError(f"no network {name[:60]!r} was made here of a run")
    return match


def remove(network: RunNetwork) -> None:
    """Remove a network and all results about it; raises `CapsvizError`."""
    weights = checkpoint.folders()[0] / f"{network.name}.safetensors"
    files = [path for path in weights.parent.iterdir() if path.name.startswith(f"{network.name}.")]
    others = {*checkpoint.names(), *checkpoint.list_parts()} - {network.name}
    try:
        for path in [weights, *(path for path in files if not _belongs(path, others))]:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise CapsvizError(f"{weights} cannot be deleted: {error.strerror}") from error


def _belongs(path: Path, others: set[str]) -> bool:
    """Return whether a file belongs to a network, not to one whose name merely starts alike."""
    return any(path.name.startswith(f"{other}.") for other in others)


def _record(weights: Path) -> Path:
    return weights.with_name(weights.name.removesuffix(".safetensors") + _SUFFIX)
