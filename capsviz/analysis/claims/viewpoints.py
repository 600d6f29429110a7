"""Sprites from viewpoints outside of the training range."""

from __future__ import annotations

from collections.abc import Iterator

import torch

from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material
from capsviz.analysis.claims.records import mean_share
from capsviz.data.pictures import Pictures
from capsviz.data.sprites import SHAPES, sprites
from capsviz.model.networks import Network
from capsviz.training.evaluate import evaluate

#: Sprites per range of angles, prefix of their seeds, and width of a range in degrees.
PER_RANGE, SEED, WIDTH = 2000, 7, 30
#: Folders of sweeps, and the names of their networks.
TRAININGS = {"turned_compact": "small build", "turned_cnn": "CNN of like size"}
#: The same for trainings on few pictures, and pictures per class by share of the training set.
FEW_PICTURES_NETWORKS = {"few_turned_efficient": "Efficient-CapsNet", "few_turned_cnn": "CNN"}
SHARES = {"0.00145": "10", "0.0145": "100"}


def read_turned_shapes(material: Material) -> Iterator[Row]:
    """Accuracy on shapes by rotation angle, for networks trained within 30 degrees.

    Only shapes without rotational symmetry: others look the same again before 180 degrees.
    """
    bands = _bands(180)
    for folder, series in TRAININGS.items():
        yield from _read(material.load_networks(folder), series, bands)


def read_few_shapes(material: Material) -> Iterator[Row]:
    """The same for networks trained on few pictures per class, up to twice the training range."""
    bands = _bands(2 * WIDTH)
    for folder, series in FEW_PICTURES_NETWORKS.items():
        for share, count in SHARES.items():
            labelled = {
                f"{count}, turned by {angles}": pictures for angles, pictures in bands.items()
            }
            yield from _read(material.load_networks(folder, f"share={share}"), series, labelled)


def _read(networks: list[Network], series: str, bands: dict[str, Pictures]) -> Iterator[Row]:
    for angles, pictures in bands.items():
        yield mean_share(
            series, angles, [evaluate(network, pictures).accuracy for network in networks]
        )


def _bands(maximum: int) -> dict[str, Pictures]:
    return {f"{start}° to {start + WIDTH}°": _band(start) for start in range(0, maximum, WIDTH)}


def _band(start: int) -> Pictures:
    pictures = sprites(PER_RANGE, (SEED, start), angles=(start, start + WIDTH)).pictures
    asymmetric = torch.tensor([shape.symmetry == 360 for shape in SHAPES])
    return pictures.at(asymmetric[pictures.labels].nonzero()[:, 0])
