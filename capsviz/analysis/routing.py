"""Routing of one image: couplings by type and place, votes, flows, summaries.

Everything here follows from one trace of one image and its votes. Letters in the shapes: r
iterations, I primary capsules, J digit capsules, D dimensions of a digit capsule, T types and P
places of primary capsules (I = P T, types vary fastest), G = sqrt(P).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Float32, Int64

from capsviz.analysis.vote_weights import Mixing, mixing
from capsviz.config import ModelConfig
from capsviz.model.capsnet import CapsNet
from capsviz.trace_arrays import Trace


@dataclass(frozen=True, slots=True)
class Geometry:
    """Position, name and receptive field of the voting capsules.

    Attributes
    ----------
    voter : their adjective, as `ModelConfig.input_capsules`.
    types : number of types at each place, T.
    grid : places per row, G.
    rows : places per column; equal to `grid` except in networks of other authors.
    field : side of the square of pixels that a capsule sees.
    core : side of the square in its middle that affects the capsule most: the whole field, unless
        the field is the whole image.
    stride : pixels between neighbouring places.
    first : start of the first place's square: place (row, column) sees the rows from ``first +
        stride * row`` and the columns from ``first + stride * column``.
    side : side of the image in pixels.
    """

    voter: str
    types: int
    grid: int
    rows: int
    field: int
    core: int
    stride: int
    first: int
    side: int

    @classmethod
    def of(cls, config: ModelConfig) -> Geometry:
        """Return the geometry of a model's two convolutions."""
        return cls(
            voter=config.input_capsules,
            types=config.primary_types,
            grid=config.grid,
            rows=config.rows,
            field=config.receptive_field,
            core=config.core,
            stride=config.stride,
            first=config.first_pixel,
            side=config.image_size,
        )

    def reach(self, places: int | None = None) -> Float32[np.ndarray, "side places"]:
        """Weights with which each column (or row) of pixels averages the places that see it.

        Each line sums to 1, or is all zero for pixels that no capsule sees. If all places see the
        whole image, the places with the pixel in their core count.

        `places` are those of a row by default, or else `rows`.
        """
        indices = np.arange(self.grid if places is None else places)
        first = self.first + (self.field - self.core) // 2 + self.stride * indices
        pixel = np.arange(self.side)[:, None]
        sees = (pixel >= first) & (pixel < first + self.core)
        return (sees / np.maximum(sees.sum(1, keepdims=True), 1)).astype(np.float32)


@dataclass(frozen=True, slots=True)
class Cloud:
    """Votes for each digit capsule in the plane of their first two principal components.

    Attributes
    ----------
    points : the votes; the plane's origin is the zero vector, not their mean.
    explained : share of the votes' variance along each of the two axes, 0..1.
    totals : s_j, projected.
    capsules : v_j, projected; its sign is chosen so that the last one points right and up.
    in_plane : share of v_j's length that lies in the plane, 0..1.
    spread : weighted root mean square distance of the votes from their weighted mean, in all D
        dimensions, with their weights in s; negative weights count as 0.
    gaussian : covariance in the plane, about s_j, of the axis-aligned Gaussian that EM fits to the
        votes; None for other routings.
    """

    points: Float32[np.ndarray, "J I 2"]
    explained: Float32[np.ndarray, "J 2"]
    totals: Float32[np.ndarray, "r J 2"]
    capsules: Float32[np.ndarray, "r J 2"]
    in_plane: Float32[np.ndarray, "r J"]
    spread: Float32[np.ndarray, "r J"]
    gaussian: Float32[np.ndarray, "r J 2 2"] | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Summary of each iteration.

    Attributes
    ----------
    entropy : entropy of a primary capsule's couplings in bits, mean over all capsules; at most
        log2(J), for uniform couplings.
    favourite : share of primary capsules, 0..1, whose largest coupling is to the final winner; ties
        do not count.
    coupling : mean coupling of the primary capsules to that digit; it puts `favourite` in context,
        since a largest coupling may hardly exceed 1/J.
    agreement : mean over the primary capsules of a_ij = u_hat . v.
    coupled_agreement : the same, weighted by the couplings.
    lengths : lengths of the digit capsules, in [0, 1), or their separate activations.
    winners : longest digit capsule if routing stopped here.
    """

    entropy: Float32[np.ndarray, " r"]
    favourite: Float32[np.ndarray, " r"]
    coupling: Float32[np.ndarray, " r"]
    agreement: Float32[np.ndarray, "r J"]
    coupled_agreement: Float32[np.ndarray, "r J"]
    lengths: Float32[np.ndarray, "r J"]
    winners: Int64[np.ndarray, " r"]


@dataclass(frozen=True, slots=True)
class RoutingInfo:
    """Routing of one image, ready to be drawn.

    The first t iterations are independent of later ones, so the arrays up to t describe a network
    with t iterations.

    Attributes
    ----------
    geometry : geometry of the capsules that vote.
    image : input image, 0..1.
    votes : û.
    vote_lengths : their lengths.
    logits : b at the start of each iteration.
    couplings : c; they sum to 1 over the digits.
    mixing : weight of each vote in s: c itself, or derived from it.
    agreement : a = û · v; each iteration of dynamic routing adds it to b.
    totals : s.
    capsules : v.
    type_couplings : mean of c over the places of each type.
    place_couplings : mean of c over the types of each place.
    type_flow : weighted vote lengths of each type: sum over its places of w |û|.
    place_flow : the same for each place, over its types.
    type_feed : contribution of each type to the length of s: sum over its places of w û · s / |s|.
        The sum over all types is |s|; opposing votes count as negative.
    place_feed : the same for each place, over its types.
    cloud : the votes in a plane.
    summary : a few numbers per iteration.
    """

    geometry: Geometry
    image: Float32[np.ndarray, "*c side side"]
    votes: Float32[np.ndarray, "I J D"]
    vote_lengths: Float32[np.ndarray, "I J"]
    logits: Float32[np.ndarray, "r I J"]
    couplings: Float32[np.ndarray, "r I J"]
    mixing: Mixing
    agreement: Float32[np.ndarray, "r I J"]
    totals: Float32[np.ndarray, "r J D"]
    capsules: Float32[np.ndarray, "r J D"]
    type_couplings: Float32[np.ndarray, "r T J"]
    place_couplings: Float32[np.ndarray, "r P J"]
    type_flow: Float32[np.ndarray, "r T J"]
    place_flow: Float32[np.ndarray, "r P J"]
    type_feed: Float32[np.ndarray, "r T J"]
    place_feed: Float32[np.ndarray, "r P J"]
    cloud: Cloud
    summary: Summary


def routing_info(
    trace: Trace, votes: Float32[np.ndarray, "1 I J D"], model: CapsNet
) -> RoutingInfo:
    """Derive all views of one image's routing.

    `trace` is of one image by the model, `votes` are from `capsviz.tracing.votes`.
    """
    geometry, mixed = Geometry.of(model.config), mixing(model, trace, votes)
    couplings, agreement, u_hat = trace.couplings[0], trace.agreement[0], votes[0]
    weights, vote_lengths = mixed.weights, np.linalg.norm(u_hat, axis=-1)
    by_capsule = [couplings, weights * vote_lengths, weights * _vote_components(agreement, trace)]
    shares, flows, feeds = (_by_place_and_type(values, geometry) for values in by_capsule)
    return RoutingInfo(
        geometry=geometry,
        image=trace.images[0],
        votes=u_hat,
        vote_lengths=vote_lengths,
        logits=trace.logits[0],
        couplings=couplings,
        mixing=mixed,
        agreement=agreement,
        totals=trace.totals[0],
        capsules=trace.capsules[0],
        type_couplings=shares.mean(1),
        place_couplings=shares.mean(2),
        type_flow=flows.sum(1),
        place_flow=flows.sum(2),
        type_feed=feeds.sum(1),
        place_feed=feeds.sum(2),
        cloud=_cloud(trace, u_hat, mixed),
        summary=_summary(trace),
    )


def _vote_components(
    agreement: Float32[np.ndarray, "r I J"], trace: Trace
) -> Float32[np.ndarray, "r I J"]:
    """Component of each vote along its parent: û · s / |s| = û · v / |v|, since v points like s."""
    return agreement / np.maximum(_sizes(trace)[:, None], np.finfo(np.float32).tiny)


def _sizes(trace: Trace) -> Float32[np.ndarray, "r J"]:
    """Return |v|, which is not the trace's "lengths" if activations are separate from poses."""
    return np.linalg.norm(trace.capsules[0], axis=-1)


def _by_place_and_type(
    values: Float32[np.ndarray, "r I J"], geometry: Geometry
) -> Float32[np.ndarray, "r P T J"]:
    return values.reshape(len(values), geometry.rows * geometry.grid, geometry.types, -1)


def _cloud(trace: Trace, votes: Float32[np.ndarray, "I J D"], mixed: Mixing) -> Cloud:
    by_parent = votes.transpose(1, 0, 2)
    centred = by_parent - by_parent.mean(1, keepdims=True)
    variances, vectors = np.linalg.eigh(centred.transpose(0, 2, 1) @ centred)
    axes = vectors[:, :, :-3:-1]  # eigh sorts in ascending order
    signs = np.sign(np.einsum("jd,jdk->jk", trace.capsules[0, -1], axes))
    axes = axes * np.where(signs == 0, 1, signs)[:, None, :]
    capsules = np.einsum("rjd,jdk->rjk", trace.capsules[0], axes)
    variance, gaussian = _variance(mixed.weights, votes), None
    if mixed.floor is not None:
        broadened = variance + np.float32(mixed.floor)
        gaussian = np.einsum("jdk,rjd,jdl->rjkl", axes, broadened, axes, optimize=True)
    return Cloud(
        points=by_parent @ axes,
        explained=_share(variances[:, :-3:-1], variances.sum(1, keepdims=True)),
        totals=np.einsum("rjd,jdk->rjk", trace.totals[0], axes),
        capsules=capsules,
        in_plane=_share(np.linalg.norm(capsules, axis=-1), _sizes(trace)),
        spread=np.sqrt(variance.sum(-1)),
        gaussian=gaussian,
    )


def _variance(
    weights: Float32[np.ndarray, "r I J"], votes: Float32[np.ndarray, "I J D"]
) -> Float32[np.ndarray, "r J D"]:
    """Weighted variance of the votes, dimension by dimension, as E[û²] - E[û]²."""
    positive = np.maximum(weights, 0)
    share = positive / np.maximum(positive.sum(1, keepdims=True), np.finfo(np.float32).tiny)
    square = np.einsum("rij,ijd->rjd", share, np.square(votes), optimize=True)
    mean = np.einsum("rij,ijd->rjd", share, votes, optimize=True)
    return np.maximum(square - np.square(mean), 0)


def _summary(trace: Trace) -> Summary:
    couplings, agreement = trace.couplings[0], trace.agreement[0]
    in_order = np.sort(couplings, axis=-1)
    largest, second = in_order[..., -1], in_order[..., -2]
    to_winner = couplings[..., int(trace.winners[0])]
    surprise = -np.log2(np.maximum(couplings, np.finfo(np.float32).tiny))
    return Summary(
        entropy=(couplings * surprise).sum(-1).mean(-1),
        favourite=((to_winner == largest) & (largest > second)).mean(-1, dtype=np.float32),
        coupling=to_winner.mean(-1),
        agreement=agreement.mean(1),
        coupled_agreement=_share((couplings * agreement).sum(1), couplings.sum(1)),
        lengths=trace.lengths[0],
        winners=trace.lengths[0].argmax(-1),
    )


def _share(
    part: Float[np.ndarray, "..."], whole: Float[np.ndarray, "..."]
) -> Float32[np.ndarray, "..."]:
    return (part / np.maximum(whole, np.finfo(np.float32).tiny)).astype(np.float32)
