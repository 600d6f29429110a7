"""Figures of a trace: one call from a network and its trace to a Plotly figure.

Each docstring names the function of `capsviz.analysis` that computes the figure's numbers; call
that for the numbers alone. The colours are those of the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import plotly.graph_objects as go

from capsviz.analysis import claims as evidence_of
from capsviz.analysis import compare, decoding
from capsviz.analysis import overlap as overlapping
from capsviz.analysis import viewpoint as turning
from capsviz.analysis.class_score import ClassScore
from capsviz.analysis.parts_reading import read_picture
from capsviz.analysis.routing import RoutingInfo, routing_info
from capsviz.data.affine import KINDS, Transform
from capsviz.errors import CapsvizError
from capsviz.figures import bars, curves, decoded, evidence, iterations, readings, strokes
from capsviz.figures.named import (
    Known,
    Names,
    checkpoint_of,
    complete_docstring,
    document,
    names_of,
)
from capsviz.figures.theme import Mode
from capsviz.model.capsnet import CapsNet
from capsviz.trace_arrays import Trace
from capsviz.tracing import as_images
from capsviz.tracing import votes as votes_of
from capsviz.training.checkpoint import PartsCheckpoint, load_parts

#: A network of parts and objects, or its name or file.
PartsKnown = PartsCheckpoint | str | Path


@document
def lengths(
    model: CapsNet, trace: Trace, index: int = 0, *, classes: Names = None, mode: Mode = "light"
) -> go.Figure:
    """Length of each output capsule after the last iteration, the winner in the accent colour.

    Numbers: ``trace.lengths[index, -1]``.
    """
    picture = decoding.select_picture(model, trace, index)
    last = picture.lengths[0, -1]
    return bars.draw_lengths(last, names_of(model, classes), mode, ClassScore.of(model).name)


@document
def reconstructions(
    model: CapsNet, trace: Trace, index: int = 0, *, classes: Names = None, mode: Mode = "light"
) -> go.Figure:
    """The input, the winner's reconstruction, their difference, and each capsule decoded alone.

    Numbers: `capsviz.analysis.decoding.decode`.
    """
    info = decoding.decode(model, trace, index)
    return decoded.draw_reconstructions(info, names_of(model, classes), mode)


@document
def couplings(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    capsule: int | None = None,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Couplings to one capsule by type and place, with a slider over the iterations.

    Numbers: `capsviz.analysis.routing.routing_info`, its `couplings`.
    """
    info = _routing(model, trace, index)
    j = _capsule(info, capsule)
    return iterations.draw_couplings(info, j, names_of(model, classes)[j], mode)


@document
def flow(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    iteration: int | None = None,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Coupled votes from each type of primary capsule to each class, as ribbons.

    Numbers: `capsviz.analysis.routing.routing_info`, its `type_flow`.

    Parameters
    ----------
    iteration : routing iteration, counted from 1; by default the last.
    """
    info = _routing(model, trace, index)
    rounds = len(info.couplings)
    last = rounds if iteration is None else decoding.check_index("iteration", iteration, rounds, 1)
    return iterations.draw_flow(info, last - 1, names_of(model, classes), mode)


@document
def votes(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    capsule: int | None = None,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Votes for one capsule as a cloud in the plane of their principal components.

    Numbers: `capsviz.analysis.routing.routing_info`, its `cloud`.
    """
    info = _routing(model, trace, index)
    j = _capsule(info, capsule)
    return iterations.draw_votes(info, j, names_of(model, classes)[j], mode)


@document
def entropy(model: CapsNet, trace: Trace, index: int = 0, *, mode: Mode = "light") -> go.Figure:
    """Entropy of the couplings after each iteration, and share of capsules that favour the winner.

    Numbers: `capsviz.analysis.routing.routing_info`, its `summary`.
    """
    info = _routing(model, trace, index)
    return bars.draw_entropy(info.summary, mode, info.couplings.shape[2])


@document
def sweep(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    capsule: int | None = None,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Each dimension of a capsule varied by -0.25 to 0.25 and decoded, as in the paper's figure 4.

    Numbers: `capsviz.analysis.decoding.sweep`.
    """
    info = decoding.sweep(model, trace, index, capsule)
    return decoded.draw_sweep(info, names_of(model, classes)[info.capsule], mode)


@document
def interpolation(
    model: CapsNet,
    trace: Trace,
    first: int = 0,
    second: int = 1,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Interpolation from the winning capsule of one traced picture to that of another.

    Numbers: `capsviz.analysis.decoding.way`.

    Parameters
    ----------
    first : index of the first traced picture, from 0.
    second : index of the second traced picture, from 0.
    """
    info = decoding.way(model, trace, first, second)
    return decoded.draw_interpolation(info, names_of(model, classes), mode)


@document
def viewpoint(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    kind: str = "rotation",
    capsule: int | None = None,
    *,
    classes: Names = None,
    mode: Mode = "light",
) -> go.Figure:
    """Lengths and one pose while the picture is rotated, shifted, scaled, sheared or thickened.

    Numbers: `capsviz.analysis.viewpoint.curve`.

    Parameters
    ----------
    kind : one of `capsviz.data.affine.KINDS`.
    """
    if kind not in KINDS:
        raise CapsvizError(f"there is no transform {kind!r}: choose one of {', '.join(KINDS)}")
    picture = decoding.select_picture(model, trace, index)
    j = decoding.capsule_of(picture, capsule)
    info = turning.curve(model, None, picture.images[0], Transform(), kind, j)
    names = names_of(model, classes)
    return curves.draw_viewpoint(info, j, kind, names, mode, ClassScore.of(model).name)


@document
def overlap(
    model: CapsNet, trace: Trace, index: int = 0, *, classes: Names = None, mode: Mode = "light"
) -> go.Figure:
    """The two longest capsules, overlaid in two colours.

    Numbers: `capsviz.analysis.overlap.split_picture`.
    """
    info = overlapping.split_picture(model, decoding.select_picture(model, trace, index).images[0])
    return decoded.draw_overlap(info, names_of(model, classes), mode)


@complete_docstring
def comparison(networks: Sequence[Known], image: Any, *, mode: Mode = "light") -> go.Figure:
    """One picture under several networks: all lengths, and each winner's reconstruction.

    Numbers: `capsviz.analysis.compare.read_image`.

    Parameters
    ----------
    networks : networks, names or files as for `capsviz.load`, or results of
        `capsviz.training.checkpoint.load`, all with the same input size.
    image : as for `capsviz.trace`.

    Raises
    ------
    CapsvizError : the networks are not a list, or there are several pictures, or one of another
        size.

    Examples
    --------
    >>> figure = figures.comparison(["dynamic", "efficient"], images[0])
    """
    if isinstance(networks, str) or not networks:
        raise CapsvizError("there is nothing to compare: give a list of at least one network")
    opened = [checkpoint_of(network) for network in networks]
    images = as_images(image, opened[0].model.config.format).cpu().numpy()
    if len(images) > 1:
        raise CapsvizError(f"networks are compared by one picture: {len(images)} are given")
    columns = [compare.read_image(network, images[0]) for network in opened]
    return readings.draw_comparison(images[0], columns, mode)


@complete_docstring
def parts(network: PartsKnown, image: Any, *, mode: Mode = "light") -> go.Figure:
    """A decomposed picture: its parts in colours, their reconstruction, and all templates.

    Numbers: `capsviz.analysis.parts_reading.read_picture`.

    Parameters
    ----------
    network : a network of parts and objects: its name or file, or a result of
        `capsviz.training.checkpoint.load_parts`.
    image : one image, as for `capsviz.trace`.

    Raises
    ------
    CapsvizError : the network does not exist, or the image has another size than its input.

    Examples
    --------
    >>> figure = figures.parts("parts", images[0])
    """
    return strokes.draw_parts(read_picture(_parts_of(network), image), mode)


@complete_docstring
def objects(network: PartsKnown, image: Any, *, mode: Mode = "light") -> go.Figure:
    """Posterior of each object by name, and the parts that it predicts.

    Numbers: `capsviz.analysis.parts_reading.read_picture`.

    Parameters
    ----------
    network : as for `capsviz.figures.elements`.
    image : one image, as for `capsviz.trace`.

    Raises
    ------
    CapsvizError : the network does not exist, or the image has another size than its input.

    Examples
    --------
    >>> figure = figures.objects("parts", images[0])
    """
    loaded = _parts_of(network)
    return strokes.draw_objects(read_picture(loaded, image), loaded.subject.classes, mode)


@complete_docstring
def claims(name: str, *, mode: Mode = "light") -> go.Figure:
    """Measurements behind a claim about capsules: every number with its 95 % interval.

    Numbers: `capsviz.analysis.claims.load`, its `measures`.

    Parameters
    ----------
    name : name of the claim, as ``capsviz claims`` lists it: "scrambled".

    Raises
    ------
    CapsvizError : the claim does not exist, or has no measurements.

    Examples
    --------
    >>> figure = figures.claims("scrambled")
    """
    catalogue = evidence_of.load()
    measures = [catalogue.measures[key] for key in catalogue.claim(name).measures]
    return evidence.draw_measures(measures, mode)


def _parts_of(network: PartsKnown) -> PartsCheckpoint:
    return network if isinstance(network, PartsCheckpoint) else load_parts(network)


def _routing(model: CapsNet, trace: Trace, index: int) -> RoutingInfo:
    picture = decoding.select_picture(model, trace, index)
    return routing_info(picture, votes_of(model, np.array(picture.primary)), model)


def _capsule(info: RoutingInfo, capsule: int | None) -> int:
    if capsule is None:
        return int(info.summary.winners[-1])
    return decoding.check_index("capsule", capsule, info.couplings.shape[2])
