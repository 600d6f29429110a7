"""Checks for common mistakes in capsule networks, each described in a sentence.

The accuracy does not reveal them: networks with the softmax over the wrong axis reach 99 % too.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from capsviz.config import CHANNELS, PictureFormat
from capsviz.errors import CapsvizError
from capsviz.model import squash_checks
from capsviz.wording import amount_of

#: Tolerance for sums and repeated computations.
TOLERANCE = 1e-3
#: Change of a capsule, as a share of the largest one, that is rounding.
_ROUNDING = 1e-5
#: Side of the patch in a corner that only nearby capsules may see, in pixels.
_PATCH = 4
#: Minimum share of the types at a place that must respond to the patch.
_MIN_RESPONDING = 0.9

#: Capsules over which couplings sum to 1; "none" if they need not.
SUMS = ("outputs", "inputs", "none")

#: b, c, s and v of an iteration, and activations if they are not lengths.
Step = tuple[Tensor, Tensor, Tensor, Tensor, Tensor | None]


def route(network: Any, u: Tensor, u_hat: Tensor, iterations: int | None = None) -> list[Step]:
    """Return all steps of its routing; `steps` gets u if a later parameter has that name.

    Logits and couplings may have a first axis of 1, for all pictures, and a last axis of 1.
    """
    _, *others = inspect.signature(network.steps).parameters
    extra = {"u": u} if "u" in others else {}
    rounds = network.iterations if iterations is None else iterations
    steps = list(network.steps(u_hat, rounds, **extra) or ())
    if not all(_tensors(step) for step in steps):
        raise CapsvizError("steps must yield four tensors at each iteration: (b, c, s, v)")
    return [
        (
            _for_each_picture(step[0], u_hat),
            _for_each_picture(step[1], u_hat),
            step[2],
            step[3],
            step[4] if len(step) > len("bcsv") else None,
        )
        for step in steps
    ]


def _for_each_picture(tensor: Tensor, u_hat: Tensor) -> Tensor:
    """Return logits or couplings as [n, I, J]; axes of length 1 are dropped or expanded."""
    values = tensor.squeeze(-1) if tensor.ndim == u_hat.ndim and tensor.shape[-1] == 1 else tensor
    values = values.unsqueeze(0) if values.ndim == u_hat.ndim - 2 else values
    shared = values.shape == (1, *u_hat.shape[1:3])
    return values.expand(u_hat.shape[:3]) if shared else values


def first_capsules(network: Any, images: Tensor) -> Any:
    """Return primary capsules of pictures, normalised first if the network has ``normalize``.

    Parameters
    ----------
    images : [n, side, side], or [n, channels, side, side], in 0..1; they are not changed.
    """
    normalize = getattr(network, "normalize", None)
    if normalize is None:
        return network.primary(images)
    mean, deviation = (torch.as_tensor(value, dtype=images.dtype) for value in normalize)
    if images.ndim == 4:
        mean, deviation = (value.view(-1, 1, 1) for value in (mean, deviation))
    return network.primary((images - mean.to(images)) / deviation.to(images))


def input_capsules(network: Any, images: Tensor) -> Any:
    """Return the capsules that vote for the classes: primary ones, or those of the last stage."""
    u = first_capsules(network, images)
    for stage in stages_of(network):
        u = capsules_of(stage, u)[-1]
    return u


def stages_of(network: Any) -> Sequence[Any]:
    """Return the routed layers below the classes, from the lowest; see `CapsuleStage`."""
    return tuple(getattr(network, "capsule_stages", ()))


def capsules_of(stage: Any, u: Tensor) -> tuple[Tensor, Tensor, list[Step], Tensor]:
    """Route one stage: return its children, votes and steps, and its capsules [n, P J, D].

    Children, votes and steps have n P in place of n: each place is routed apart.

    Raises `CapsvizError` if its votes or children do not fit the capsules below.
    """
    u_hat = _tensor("votes of a stage", stage.votes(u))
    u_hat = u_hat.unsqueeze(1) if u_hat.ndim == 4 else u_hat
    children = children_of(stage, u.shape[1]).to(u.device)
    if u_hat.ndim != 5 or u_hat.shape[:3] != (u.shape[0], *children.shape):
        raise CapsvizError(
            f"votes of a stage give {list(u_hat.shape)}: they must be [n, I, J, D], or with places "
            f"[n, P, K, J, D], and windows [P, K], here with n = {u.shape[0]} and windows "
            f"{list(children.shape)}"
        )
    below, votes = u[:, children].flatten(0, 1), u_hat.flatten(0, 1)
    steps = route(stage, below, votes)
    if not steps:
        raise CapsvizError("steps of a stage yields nothing: it must once for each iteration")
    n, in_caps, out_caps, dim = votes.shape
    above = _tensor("steps of a stage", steps[-1][3])
    size = above.shape[-1] if above.ndim == 3 else dim
    shapes = [*[(n, in_caps, out_caps)] * 2, (n, out_caps, dim), (n, out_caps, size)]
    for name, tensor, shape in zip("bcsv", steps[-1], shapes, strict=False):
        if tensor is not None and tuple(tensor.shape) != shape:
            raise CapsvizError(
                f"steps of a stage yields {name} of the shape {list(tensor.shape)}: it must be "
                f"{list(shape)}, with n P places in place of n"
            )
    return below, votes, steps, above.reshape(u.shape[0], -1, size)


def children_of(stage: Any, below: int) -> Tensor:
    """Return the indices [P, K] of the capsules that each place sees, by default all below.

    Raises `CapsvizError` if they are no such indices.
    """
    children = torch.as_tensor(getattr(stage, "windows", torch.arange(below)[None]))
    if torch.compiler.is_exporting():  # adapt has checked them, and a graph has no such values
        return children.long()
    valid = not children.is_floating_point() and children.ndim == 2 and children.numel() > 0
    if not valid or not 0 <= int(children.min()) <= int(children.max()) < below:
        raise CapsvizError(
            f"windows of a stage must be indices [P, K] of the {below} capsules below"
        )
    return children.long()


@torch.no_grad()
def check(network: Any, strict: bool = True) -> tuple[tuple[str, ...], Weighing]:
    """Check a network for common mistakes.

    The checks cover attributes and shapes, also of one picture; NaN for an empty picture; couplings
    that do not sum to 1 over the output capsules; results that depend on the rest of the batch or
    on earlier calls; input capsules that no picture changes or that mix several places; an s that
    is not the weighted sum of votes; a squash over the wrong axis or none, for input and output
    capsules; NaN from the squash of a zero vector; output capsules that are all long; logits that
    are never updated; a decoder that ignores its capsule; pictures that are changed in place; NaN
    weights.

    Raises `CapsvizError` if the network has such a mistake.

    Parameters
    ----------
    strict : raise at the first mistake; otherwise only if no trace is possible.

    Returns
    -------
    A sentence for each mistake; and how s weighs the votes, by c if the weighting is unknown.
    """
    _check_attributes(network)
    shape = picture_format(network).shape
    random = torch.Generator().manual_seed(0)
    pictures = torch.rand(3, *shape, generator=random).to(_device(network))
    inputs = pictures.clone()
    u, u_hat, steps = _check_shapes(network, inputs)
    in_place = not torch.equal(inputs, pictures)
    _check_one_picture(network, pictures)
    if hasattr(network, "decode"):
        _check_pictures(network, u_hat)
    weighing = _weighing(network, u, u_hat, steps)
    mistakes: list[str] = []
    for run_check in (
        lambda: _check_in_place(in_place),
        lambda: _check_stages(network, pictures),
        lambda: _check_empty_picture(network, torch.zeros_like(pictures[:1])),
        lambda: _check_couplings(network, u, u_hat, steps),
        lambda: _check_independence(network, pictures, u_hat, steps),
        lambda: _check_weighing(weighing),
        lambda: _check_response(u),
        lambda: _check_capsule_order(network, pictures[:1], u.shape[1]),
        lambda: _check_squash(network, u, u_hat),
        lambda: _check_zero(network, pictures, u, u_hat, steps),
        lambda: _check_lengths(network, pictures, u, steps),
        lambda: _check_iterations(network, u, u_hat),
        lambda: _check_use_of_pose(network, u_hat),
    ):
        try:
            run_check()
        except CapsvizError as error:
            if strict:
                raise CapsvizError(f"{error} ({_LENIENT_HINT})") from error
            mistakes.append(str(error))
    return tuple(mistakes), weighing or Weighing()


def _check_in_place(in_place: bool) -> None:
    if in_place:
        raise CapsvizError(
            "primary changes the pictures that it is given: work on a copy, as in "
            "(images - mean) / std in place of images.sub_(mean).div_(std) or inplace=True"
        )


def _check_one_picture(network: Any, pictures: Tensor) -> None:
    try:
        _check_shapes(network, pictures[:1].clone())
    except Exception as error:  # user code may raise anything
        _check_shapes(network, pictures.clone())  # if this fails too, its error is the reason
        raise CapsvizError(
            "it reads three pictures at once but not one, [1, ...]: squeeze() without an axis also "
            "drops that of the batch, so name the axis, as in squeeze(-1)"
        ) from error


def _check_zero(
    network: Any, pictures: Tensor, u: Tensor, u_hat: Tensor, steps: list[Step]
) -> None:
    if steps[-1][4] is None:
        squash_checks.check_zero_votes(lambda votes: _last_outputs(network, u, votes), u_hat)
    if _lengths_are_presence(network, steps):
        squash_checks.check_zero_input(
            network, lambda images: input_capsules(network, images.clone()), pictures
        )


def _check_lengths(network: Any, pictures: Tensor, u: Tensor, steps: list[Step]) -> None:
    if _lengths_are_presence(network, steps):
        squash_checks.check_primary_squash(
            lambda images: input_capsules(network, images),
            pictures,
            network.types,
            bool(getattr(network, "types_first", False)),
        )
    if steps[-1][4] is None:
        squash_checks.check_saturation(torch.linalg.vector_norm(steps[-1][3], dim=-1))


def _lengths_are_presence(network: Any, steps: list[Step]) -> bool:
    """Return whether the presence of input and output capsules is their length."""
    return steps[-1][4] is None and not hasattr(network, "presence")


_LENIENT_HINT = "strict=False, or --lenient of commands, opens it as it is"


def picture_format(network: Any) -> PictureFormat:
    """Return the format of its pictures, with its ``channels`` if it has several."""
    return PictureFormat(network.side, getattr(network, "channels", 1))


def _device(network: Any) -> torch.device:
    return next((p.device for p in network.parameters()), torch.device("cpu"))


def _check_attributes(network: Any) -> None:
    """Check that sizes are whole numbers, and that weights have the pictures' type."""
    for name in ("types", "side", "iterations"):
        value = getattr(network, name)
        if not _is_count(value):
            raise CapsvizError(f"{name} must be a whole number from 1 on, not {value!r}")
    grid = getattr(network, "grid", (1, 1))
    if not (isinstance(grid, tuple | list) and len(grid) == 2 and all(_is_count(n) for n in grid)):
        raise CapsvizError(f"grid must be rows and columns, as in (4, 9), not {grid!r}")
    if getattr(network, "channels", 1) not in CHANNELS:
        raise CapsvizError(f"channels must be 1 to {CHANNELS[-1]}, not {network.channels!r}")
    declared = getattr(network, "couplings_over", SUMS[0])
    if declared not in SUMS:
        raise CapsvizError(f"couplings_over must be one of {', '.join(SUMS)}, not {declared!r:.60}")
    normalize = getattr(network, "normalize", None)
    if normalize is not None and not _is_normalisation(normalize, getattr(network, "channels", 1)):
        raise CapsvizError(
            "normalize must be the mean and the standard deviation of the pixels that it learnt "
            f"from, each a number or one a channel, as in (0.1307, 0.3081), not {normalize!r:.60}"
        )
    for name, parameter in network.named_parameters():
        if not bool(parameter.isfinite().all()):
            raise CapsvizError(
                f"its weights {name} hold NaN or infinite numbers: its training failed, take "
                "weights from before that"
            )
    dtypes = {p.dtype for p in network.parameters() if p.is_floating_point()} - {torch.float32}
    if dtypes:
        raise CapsvizError(
            f"it has weights of {dtypes.pop()}, and pictures are torch.float32: call float() on it"
        )


def _is_normalisation(normalize: Any, channels: int) -> bool:
    if not isinstance(normalize, tuple | list) or len(normalize) != 2:
        return False
    try:
        mean, deviation = (torch.as_tensor(value, dtype=torch.float32) for value in normalize)
    except (TypeError, ValueError, RuntimeError):
        return False
    sizes = all(value.numel() in (1, channels) for value in (mean, deviation))
    return sizes and bool(mean.isfinite().all()) and bool((deviation > 0).all())


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _tensor(name: str, value: Any) -> Tensor:
    if not isinstance(value, Tensor):
        raise CapsvizError(f"{name} gives {type(value).__name__}: it must be a tensor")
    return value


def _check_shapes(network: Any, pictures: Tensor) -> tuple[Tensor, Tensor, list[Step]]:
    n = len(pictures)
    u = _tensor("primary", input_capsules(network, pictures))
    if u.ndim != 3 or len(u) != n:
        raise CapsvizError(f"primary gives {list(u.shape)}: it must be [n, I, d], here n = {n}")
    rows, columns = grid_of(network, u.shape[1])
    if rows * columns * network.types != u.shape[1]:
        layout = "a square grid of places: say grid = (rows, columns)"
        if hasattr(network, "grid"):
            layout = f"{rows} x {columns} places"
        raise CapsvizError(f"{u.shape[1]} input capsules are not {network.types} types on {layout}")
    u_hat = _tensor("votes", network.votes(u))
    if u_hat.ndim != 4 or u_hat.shape[:2] != u.shape[:2]:
        raise CapsvizError(
            f"votes gives {list(u_hat.shape)}: it must be [n, I, J, D], here with "
            f"n = {n} and I = {u.shape[1]}"
        )
    steps = route(network, u, u_hat)
    if len(steps) != network.iterations:
        raise CapsvizError(
            f"steps yields {amount_of(len(steps), 'time')}: it must be once for each iteration, "
            f"{amount_of(network.iterations, 'time')}"
        )
    _, in_caps, out_caps, dim = u_hat.shape
    expected = [(n, in_caps, out_caps)] * 2 + [(n, out_caps, dim)] * 2 + [(n, out_caps)]
    for name, tensor, shape in zip("bcsva", steps[-1], expected, strict=True):
        if name in "bc" and tensor is not None and tuple(tensor.shape) == tuple(u_hat.shape):
            raise CapsvizError(
                f"steps yields {name} with a value for each of the {dim} dimensions, "
                f"{list(tensor.shape)}, so each dimension is routed by itself: sum the agreement "
                "over the last axis, (u_hat * v.unsqueeze(1)).sum(-1), or yield the mean over it "
                f"to see such a network"
            )
        if tensor is not None and tuple(tensor.shape) != shape:
            raise CapsvizError(
                f"steps yields {name} of the shape {list(tensor.shape)}: it must be {list(shape)}"
            )
    return u, u_hat, steps


def grid_of(network: Any, in_caps: int) -> tuple[int, int]:
    """Return rows and columns of its places: from ``grid``, or of a square."""
    side = math.isqrt(in_caps // network.types)
    rows, columns = getattr(network, "grid", (side, side))
    return rows, columns


def _tensors(step: Any) -> bool:
    valid = isinstance(step, tuple | list) and len(step) in (len("bcsv"), len("bcsva"))
    return valid and all(isinstance(item, Tensor) for item in step)


def _check_empty_picture(network: Any, empty: Tensor) -> None:
    u = input_capsules(network, empty)
    if not bool(torch.isfinite(u).all()):
        raise CapsvizError(
            "an empty picture gives input capsules that are NaN: in squash, put a small number "
            "inside the square root of the length"
        )
    if not bool(torch.isfinite(_last_outputs(network, u, network.votes(u))).all()):
        raise CapsvizError(
            "an empty picture gives output capsules that are NaN: in squash, put a small number "
            "inside the square root of the length"
        )


def _check_couplings(network: Any, u: Tensor, u_hat: Tensor, steps: list[Step]) -> None:
    b, c, *_ = steps[-1]
    sums = c.sum(2)
    if _sum_to_one(sums) or _equal(c, b.sigmoid()):
        return
    if getattr(network, "background", False) and bool(
        ((c >= 0).all() & (sums <= 1 + TOLERANCE)).all()
    ):
        return  # the rest to 1 goes to no class
    declared = getattr(network, "couplings_over", "")
    if declared == "none":
        return
    if _sum_to_one(c.sum(1)):
        if declared == "inputs" or not _same_for_all(steps[0][0]):
            return  # attention over the input capsules
        raise CapsvizError(
            "the couplings sum to 1 over the input capsules: in routing by agreement the softmax "
            "is over the wrong axis, take it over the output capsules; if attention over the input "
            'capsules is meant, declare couplings_over = "inputs"'
        )
    if _has_prior(*route(network, u, _conflicting_votes(u_hat))[-1][:2]):
        return
    raise CapsvizError(
        "the couplings of an input capsule must sum to 1 over the output capsules, not to "
        f"{float(c.sum(2).mean()):.3g}: take the softmax over the output capsules; where votes are "
        "weighed by something else too, tell that by weigh(u, c); for weights that need not sum to "
        '1, such as gates, declare couplings_over = "none"'
    )


def _same_for_all(b: Tensor) -> bool:
    """Return whether the first logits are the same for all pictures, as in routing by agreement."""
    return torch.allclose(b, b[:1].expand_as(b), rtol=0, atol=1e-7)


def couplings_over(network: Any, c: Tensor) -> str:
    """Return the capsules over which couplings [n, I, J] sum to 1, an element of `SUMS`."""
    if _sum_to_one(c.sum(2)) or getattr(network, "background", False):
        return "outputs"
    return "inputs" if _sum_to_one(c.sum(1)) else "none"


def _check_stages(network: Any, pictures: Tensor) -> None:
    """Check the couplings of each stage below the classes."""
    u = first_capsules(network, pictures.clone())
    for number, stage in enumerate(stages_of(network), 1):
        below, votes, steps, above = capsules_of(stage, u)
        try:
            _check_couplings(stage, below, votes, steps)
        except CapsvizError as error:
            raise CapsvizError(f"stage {number}: {error}") from error
        u = above


def _has_prior(b: Tensor, c: Tensor) -> bool:
    """Return whether couplings are the softmax of their logits plus a constant."""
    prior = c - b.softmax(2)
    return _equal(prior, prior[:1].expand_as(prior)) and not _equal(b, b[:1].expand_as(b))


def _sum_to_one(sums: Tensor) -> bool:
    return bool(((sums - 1).abs() < TOLERANCE).all())


def _check_independence(network: Any, pictures: Tensor, u_hat: Tensor, steps: list[Step]) -> None:
    u = input_capsules(network, pictures)
    _require_equal(_last_outputs(network, u, network.votes(u)), steps[-1][3], _NOT_REPEATABLE)
    _require_equal(input_capsules(network, pictures[:1]), u[:1], _BATCH_MIXES_INPUTS)
    # An untrained network's votes hardly change its logits: also try conflicting votes.
    for votes in (u_hat, _conflicting_votes(u_hat)):
        expected = _last_outputs(network, u, votes)
        _require_equal(_last_outputs(network, u, votes), expected, _NOT_REPEATABLE)
        _require_equal(_last_outputs(network, u[:1], votes[:1]), expected[:1], _BATCH_MIXES_OUTPUTS)


_NOT_REPEATABLE = (
    "the same pictures give other capsules the second time: routing keeps its logits from one call "
    "to the next, let them begin at zero each time (or dropout is at work)"
)
_BATCH_MIXES_INPUTS = (
    "input capsules depend on the other pictures of the batch: a reshape mixes pictures, or "
    "normalisation is still learning"
)
_BATCH_MIXES_OUTPUTS = (
    "output capsules depend on the other pictures of the batch: the logits are averaged over it, "
    "keep them apart for each picture"
)


def _require_equal(tensor: Tensor, expected: Tensor, message: str) -> None:
    if not torch.allclose(tensor, expected, atol=TOLERANCE, equal_nan=True):
        raise CapsvizError(message)


def _last_outputs(network: Any, u: Tensor, u_hat: Tensor) -> Tensor:
    """Return the output capsules of the last step."""
    return route(network, u, u_hat)[-1][3]


def _conflicting_votes(like: Tensor) -> Tensor:
    """Make votes of this shape that agree and disagree strongly."""
    return 0.5 * torch.randn(like.shape, generator=torch.Generator().manual_seed(0)).to(like)


def presence(network: Any, u: Tensor) -> Tensor:
    """Return presences of input capsules [n, I]: the network's own, or lengths."""
    function = getattr(network, "presence", None)
    return function(u) if function else torch.linalg.vector_norm(u, dim=-1)


class Weighing(NamedTuple):
    """How s weighs the votes, in addition to c or the network's own `weigh`.

    Attributes
    ----------
    by_presence : whether also by the presence of their capsules.
    averaged : whether s is a mean, so that the weights sum to 1 over the capsules.
    """

    by_presence: bool = False
    averaged: bool = False


def weigh(network: Any, weighing: Weighing, u: Tensor, c: Tensor) -> Tensor:
    """Return the weights of the votes in s, [n, I, J], from couplings c."""
    function = getattr(network, "weigh", None)
    weights = function(u, c) if function else c
    if weighing.by_presence:
        weights = weights * presence(network, u).unsqueeze(-1)
    return weights / weights.sum(1, keepdim=True).clamp(min=1e-9) if weighing.averaged else weights


def _weighing(network: Any, u: Tensor, u_hat: Tensor, steps: list[Step]) -> Weighing | None:
    """Return how s weighs the votes at every step; None if the weighting is unknown."""
    for averaged in (False, True):
        for by_presence in (False, True):
            weighing = Weighing(by_presence, averaged)
            if all(
                _equal((weigh(network, weighing, u, c).unsqueeze(-1) * u_hat).sum(1), s)
                for _, c, s, *_ in steps
            ):
                return weighing
    return None


def _check_weighing(weighing: Weighing | None) -> None:
    """Check that s sums or averages the votes, weighted by c, also times presences."""
    if weighing is None:
        raise CapsvizError(
            "s is not the sum of the votes by their couplings: yield "
            "s = (c.unsqueeze(-1) * u_hat).sum(1), and as c the weights of the votes in it, or "
            "give the weights by weigh(u, c), as in c + prior"
        )


def _check_squash(network: Any, u: Tensor, u_hat: Tensor) -> None:
    """Check that v has lengths below 1 and the direction of s, if lengths are presences."""
    _, _, s, v, a = route(network, u, 4 * _conflicting_votes(u_hat))[-1]
    if a is not None:
        if float(a.min()) < 0 or float(a.max()) > 1 + TOLERANCE:
            raise CapsvizError("activations must be in 0..1: end them with a sigmoid")
        return
    if _parallel(v, s, 1) and not _parallel(v, s, 2):
        raise CapsvizError(
            "squash is over the wrong axis: the norm runs over all classes, take it "
            "over the last axis, dim=-1"
        )
    longest = float(torch.linalg.vector_norm(v, dim=-1).max())
    if longest > 1 + TOLERANCE:
        raise CapsvizError(
            f"output capsules are up to {longest:.2g} long: their length says how present a class "
            "is, so squash them to below 1, or yield activations as a fifth tensor"
        )


def _parallel(a: Tensor, b: Tensor, dim: int) -> bool:
    cosine = torch.nn.functional.cosine_similarity(a, b, dim=dim)
    return bool((cosine > 1 - TOLERANCE).all())


def _check_iterations(network: Any, u: Tensor, u_hat: Tensor) -> None:
    """Check that the requested number of steps is yielded, and that they differ."""
    count, votes = network.iterations + 1, _conflicting_votes(u_hat)
    steps = route(network, u, votes, count)
    if network.iterations == len(steps) == 1:
        return  # a routing without iterations
    if len(steps) != count:
        raise CapsvizError(
            f"steps yields {len(steps)} times where {count} iterations are asked for: loop over "
            "its iterations, not over a number of its own"
        )
    same = (_equal(step[0], steps[0][0]) and _equal(step[3], steps[0][3]) for step in steps[1:])
    if network.iterations > 1 and all(same):
        raise CapsvizError(
            "iterations change nothing: b is never updated, add the agreement of votes and output "
            "capsules to it, or say iterations = 1"
        )


@torch.no_grad()
def is_dynamic(network: Any, u: Tensor, like: Tensor) -> bool:
    """Return whether the routing is routing by agreement (Sabour et al. 2017), step by step.

    The test uses votes that agree and disagree strongly: on an untrained network's votes all
    routings look alike.

    Parameters
    ----------
    u : its input capsules.
    like : its votes [n, I, J, D]; only the shape is used.
    """
    u_hat = _conflicting_votes(like)
    expected = torch.zeros_like(u_hat[..., 0])
    for b, c, s, v, a in route(network, u, u_hat):
        square = s.square().sum(-1, keepdim=True)
        squashed = square / (1 + square) * s / (square + 1e-12).sqrt()
        if a is not None or not (
            _equal(b, expected) and _equal(c, b.softmax(2)) and _equal(v, squashed)
        ):
            return False
        expected = b + (u_hat * v.unsqueeze(1)).sum(-1)
    return True


def _equal(tensor: Tensor, expected: Tensor) -> bool:
    return torch.allclose(tensor, expected, rtol=TOLERANCE, atol=TOLERANCE)


def _check_response(u: Tensor) -> None:
    """Check that input capsules depend on the picture."""
    if float((u - u[:1]).abs().max()) <= _ROUNDING * float(u.abs().max()):
        raise CapsvizError(
            "the input capsules are the same for different pictures: the layers before them are "
            "saturated or dead; train again from smaller weights or with a lower rate"
        )


def _check_capsule_order(network: Any, picture: Tensor, in_caps: int) -> None:
    """Check that few places respond to a patch in a corner, each with all of its types."""
    active = torch.zeros(in_caps, dtype=torch.bool, device=picture.device)
    for base in (picture, 0.1 * picture, 0 * picture):  # some saturate a trained capsule
        changed = base.clone()
        changed[..., :_PATCH, :_PATCH] = 1 - changed[..., :_PATCH, :_PATCH]
        u = input_capsules(network, base)
        change = (input_capsules(network, changed) - u)[0].norm(dim=-1)
        rounding = _ROUNDING * float(u.norm(dim=-1).max())
        active |= (change > rounding) & (change > 1e-3 * float(change.max()))
    if not active.any():
        return
    places = in_caps // network.types
    if places == 1 or bool(active.float().mean() > 0.5):
        return  # all places see the corner, so the order cannot be checked
    by_place, by_type = active.view(places, network.types), active.view(network.types, places).T
    grid = grid_of(network, in_caps)
    types_first = bool(getattr(network, "types_first", False))
    if _responds_evenly(by_type if types_first else by_place, grid):
        return
    if _responds_evenly(by_place if types_first else by_type, grid):
        raise CapsvizError(
            f"input capsules are counted {'place by place' if types_first else 'type by type'}: "
            f"say types_first = {not types_first}"
        )
    if _responds_evenly(by_type if types_first else by_place, grid, minimum=0.0):
        return  # some types never respond
    raise CapsvizError(
        "an input capsule is made of several places of one channel: bring the dimensions of a "
        "capsule to the end (permute) before they are reshaped"
    )


def _responds_evenly(
    active: Tensor, grid: tuple[int, int], minimum: float = _MIN_RESPONDING
) -> bool:
    """Return whether each place responds with all types or none, and the responding ones adjoin.

    More than the share `minimum` of the types counts as all.
    """
    shares = active.float().mean(1)
    responds = (shares > minimum).view(grid)
    rows, columns = int(responds.any(1).sum()), int(responds.any(0).sum())
    is_block = bool(responds[:rows, :columns].all()) and int(responds.sum()) == rows * columns > 0
    return is_block and bool(((shares > minimum) | (shares < 1 - _MIN_RESPONDING)).all())


def _check_use_of_pose(network: Any, u_hat: Tensor) -> None:
    """Check that decode returns pictures that depend on the capsule."""
    if not hasattr(network, "decode"):
        return
    _, _, out_caps, dim = u_hat.shape
    poses = torch.zeros(4, out_caps, dim, device=u_hat.device)
    random = torch.Generator().manual_seed(0)
    poses[:, 0] = torch.randn(4, dim, generator=random).to(poses)
    images = network.decode(poses)
    if float(images.min()) < 0 or float(images.max()) > 1 or not bool(images.isfinite().all()):
        raise CapsvizError("decode must give pixels in 0..1: end it with a sigmoid")
    if bool(((images - images[:1]).abs() < 1e-7).all()):
        raise CapsvizError(
            "decode gives the same picture whatever the capsule is: let it use the one that is "
            "not masked"
        )


def _check_pictures(network: Any, u_hat: Tensor) -> None:
    """Check that decode accepts poses and returns pictures of the right size."""
    _, _, out_caps, dim = u_hat.shape
    poses = torch.zeros(2, out_caps, dim, device=u_hat.device)
    poses[1, 0] = 0.2
    try:
        images = network.decode(poses)
    except RuntimeError as error:
        raise CapsvizError(
            f"decode cannot take all {out_caps} capsules of {dim} numbers, of which masking leaves "
            f"one: {str(error).splitlines()[0]}"
        ) from error
    shape = picture_format(network).shape
    if images.numel() != 2 * math.prod(shape):
        raise CapsvizError(
            f"decode gives {list(images.shape)}: it must be [n, {', '.join(map(str, shape))}]"
        )
