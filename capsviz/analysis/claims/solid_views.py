"""Solids from familiar and from novel viewpoints, compared at equal accuracy on familiar ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from capsviz import untrusted
from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material
from capsviz.analysis.claims.records import mean_share
from capsviz.data.solids import SPLITS
from capsviz.errors import CapsvizError

#: Folders of sweeps, after the name of the split, and the names of their networks.
NETWORKS = {
    "matrix": "matrix",
    "dynamic": "compact, dynamic",
    "attention": "compact, attention",
    "uniform": "compact, uniform",
    "efficient": "Efficient-CapsNet",
    "cnn": "CNN with pooling",
    "compact_cnn": "CNN without pooling",
}
#: Networks that also learnt from the pictures of two cameras, and the prefix of their sweeps.
STEREO, _PREFIX = ("dynamic", "efficient", "cnn", "compact_cnn"), "stereo_"
#: Accuracies of a training on familiar and on novel views, after every epoch.
Epochs = Sequence[tuple[float, float]]


def equal_accuracy(material: Material) -> Iterator[Row]:
    """Accuracy after the first epoch in which a training is as good as all others become.

    Every training is stopped by its accuracy on familiar views, as Hinton, Sabour and Frosst (2018,
    section 5.1) did. The level is the highest one that all trainings of a split reach.
    """
    return _at_equal_accuracy(material, "", tuple(NETWORKS))


def equal_accuracy_in_stereo(material: Material) -> Iterator[Row]:
    """The same with two cameras, `capsviz.data.solids.STEREO` degrees apart, as two channels."""
    return _at_equal_accuracy(material, _PREFIX, STEREO)


def _at_equal_accuracy(material: Material, prefix: str, folders: Sequence[str]) -> Iterator[Row]:
    for split, by_network in _of_splits(material, prefix, folders):
        level = min(
            max(familiar for familiar, _ in epochs)
            for trainings in by_network.values()
            for epochs in trainings
        )
        for network, trainings in by_network.items():
            stopped = [next(one for one in epochs if one[0] >= level) for epochs in trainings]
            yield from _rows(network, split, stopped)


def _rows(network: str, split: str, ends: Epochs) -> Iterator[Row]:
    series = network if len(ends) > 1 else f"{network}, one training"
    for views, accuracies in zip(("familiar", "novel"), zip(*ends, strict=True), strict=True):
        yield mean_share(series, f"{split}, {views}", accuracies)


def _of_splits(
    material: Material, prefix: str, folders: Sequence[str]
) -> Iterator[tuple[str, dict[str, Sequence[Epochs]]]]:
    """Yield every split with the trainings of each network."""
    if material.sweeps is None:
        raise CapsvizError("this measure is of trainings: name the folder of sweeps with --sweeps")
    for split in SPLITS:
        yield (
            split,
            {
                NETWORKS[folder]: _read(material.sweeps / f"{prefix}{split}_{folder}/sweep.json")
                for folder in folders
            },
        )


def _read(path: Path) -> Sequence[Epochs]:
    """Read the epochs of all trainings of a sweep; raises `CapsvizError`."""
    try:
        found = [
            [(float(familiar), float(novel)) for familiar, novel in epochs]
            for result in untrusted.read_file(path)["results"]
            for epochs in result["epochs"]
        ]
    except FileNotFoundError as error:
        raise CapsvizError(f"{path} is not there: run its sweep first") from error
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path} is damaged: run the sweep again") from error
    if not found or not all(found):
        raise CapsvizError(f"{path} has no novel views: train on solids:azimuth or its like")
    return found
