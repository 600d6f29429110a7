"""Solids from familiar and from novel viewpoints, compared at equal accuracy on familiar ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
#: Networks that were also trained on the pictures of two cameras, `capsviz.data.solids.STEREO`
#: degrees apart, as two channels; the names of their sweeps begin with "stereo_".
STEREO = ("dynamic", "efficient", "cnn", "compact_cnn")
#: Accuracies of a training on familiar and on novel views, after every epoch.
Epochs = Sequence[tuple[float, float]]


def equal_accuracy(
    material: Material, prefix: str = "", folders: Sequence[str] = tuple(NETWORKS)
) -> Iterator[Row]:
    """Accuracy after the first epoch in which a training reaches a common level.

    Every training is stopped by its accuracy on familiar views, as by Hinton, Sabour and Frosst
    (2018, section 5.1). The level is the highest one that all trainings of a split reach.
    """
    for split in SPLITS:
        by_network = {
            NETWORKS[folder]: _read(material, f"{prefix}{split}_{folder}") for folder in folders
        }
        level = min(
            max(familiar for familiar, _ in epochs)
            for trainings in by_network.values()
            for epochs in trainings
        )
        for network, trainings in by_network.items():
            stopped = [next(epoch for epoch in epochs if epoch[0] >= level) for epochs in trainings]
            yield from _rows(network, split, stopped)


def _rows(network: str, split: str, ends: Epochs) -> Iterator[Row]:
    series = network if len(ends) > 1 else f"{network}, one training"
    for views, accuracies in zip(("familiar", "novel"), zip(*ends, strict=True), strict=True):
        yield mean_share(series, f"{split}, {views}", accuracies)


def _read(material: Material, sweep: str) -> Sequence[Epochs]:
    """Read the epochs of all trainings of a sweep; raises `CapsvizError`."""
    with material.sweep_results(sweep, "capsviz sweep") as results:
        trainings = [
            [(float(familiar), float(novel)) for familiar, novel in epochs]
            for result in results
            for epochs in result["epochs"]
        ]
    if not trainings or not all(trainings):
        raise CapsvizError(
            f"{sweep}/sweep.json has no novel views: train on solids:azimuth or its like"
        )
    return trainings
