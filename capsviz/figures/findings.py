"""Figures of the results of ``capsviz analyse``, one call each.

The results come from a file beside the checkpoint; no picture is read.
"""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from capsviz.analysis import factor_report, record
from capsviz.data.sprites import SHAPES, SpriteSet
from capsviz.errors import CapsvizError
from capsviz.figures import labels, sprites
from capsviz.figures.named import Known, Names, class_names, complete_docstring, measured_checkpoint
from capsviz.figures.theme import Mode


@complete_docstring
def dimensions(
    source: record.Analysis | Known, *, classes: Names = None, mode: Mode = "light"
) -> go.Figure:
    """Measured effect of each dimension of each capsule.

    Numbers: `capsviz.analysis.labels.labels`.

    Parameters
    ----------
    source : name or file of a network that ``capsviz analyse`` has measured, as for `capsviz.load`;
        or a result of `capsviz.training.checkpoint.load` or `capsviz.analysis.record.load`.
    classes : name of each of the J output classes; by default its number.

    Raises
    ------
    CapsvizError : the checkpoint has no analysis, or one of other weights.

    Examples
    --------
    >>> figure = figures.dimensions("dynamic")
    """
    if not isinstance(source, record.Analysis):
        network = measured_checkpoint(source)
        source = record.load(record.path_beside(network.path), network.digest)
    return labels.draw_dimensions(
        source.effects, class_names(classes, len(source.effects.slope)), mode, source.measures
    )


@complete_docstring
def factors(
    source: factor_report.Truth | Known, capsule: int | None = None, *, mode: Mode = "light"
) -> go.Figure:
    """R² of each factor of a sprite, predicted from its capsule.

    For all shapes: by the best single dimension, by a linear map of all dimensions, and by a smooth
    one. For one shape: by each dimension alone, and by the same two maps.

    Numbers: `capsviz.analysis.factor_report.Truth`, its `best`, `single`, `linear` and `nonlinear`.

    Parameters
    ----------
    source : name or file of a network of sprites that ``capsviz analyse`` has measured, as for
        `capsviz.load`; or a result of `capsviz.training.checkpoint.load` or
        `capsviz.analysis.factor_report.load`.
    capsule : index of one shape, from 0; by default all shapes.

    Raises
    ------
    CapsvizError : the network does not classify sprites, or has no results, or some of other
        weights; or `capsule` is given for a plain CNN, whose hidden layer has too many dimensions.

    Examples
    --------
    >>> figure = figures.factors("sprites")
    """
    report = _factor_report(source)
    if capsule is None:
        return sprites.draw_factors(report, mode)
    if not 0 <= capsule < len(SHAPES):
        raise CapsvizError(f"there is no capsule {capsule}: choose 0 to {len(SHAPES) - 1}")
    if report.single is None:
        raise CapsvizError(
            f"single dimensions of a {report.code} were not measured: leave the capsule out"
        )
    return sprites.draw_dimensions(report, report.single[capsule], capsule, mode)


@complete_docstring
def disentanglement(
    sources: factor_report.Truth | Known | Sequence[factor_report.Truth | Known],
    *,
    mode: Mode = "light",
) -> go.Figure:
    """Disentanglement of the factors of sprites: a dot per shape, a line for their mean.

    The measures are disentanglement and completeness of DCI (Eastwood and Williams, 2018), and the
    mutual information gap (Chen et al., 2018), averaged over factors; each 0 to 1.

    Numbers: `capsviz.analysis.factor_report.Truth`, its `disentanglement`, `completeness` and
    `gap`.

    Parameters
    ----------
    sources : one or several networks, each as for `factors`.

    Raises
    ------
    CapsvizError : there are no networks, or one does not classify sprites, has no results, or some
        of other weights.

    Examples
    --------
    >>> figure = figures.disentanglement(["sprites", "sprites_cnn"])
    """
    # A name is a sequence of letters, too.
    several = [sources] if isinstance(sources, factor_report.Truth | Known) else sources
    if not several:
        raise CapsvizError("there is nothing to show: give at least one network")
    return sprites.draw_disentanglement([_factor_report(source) for source in several], mode)


def _factor_report(source: factor_report.Truth | Known) -> factor_report.Truth:
    if isinstance(source, factor_report.Truth):
        return source
    network = measured_checkpoint(source)
    if network.subject != SpriteSet().subject:
        raise CapsvizError(
            f"factors are known of sprites alone, and {network.name} reads "
            f"{network.subject.data_set!r}: choose a network of sprites"
        )
    return factor_report.load(factor_report.path_beside(network.path), network.digest)
