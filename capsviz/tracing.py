"""Tracing of a capsule network: every step of it, or the subset for live display."""

from __future__ import annotations

import hashlib
import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Float, Float32
from PIL import Image
from torch import Tensor

from capsviz.config import MAX_ITERATIONS, PictureFormat
from capsviz.data.arrays import pixels_of, tensor_of
from capsviz.data.picture_file import fit_format, planes_of
from capsviz.errors import CapsvizError
from capsviz.model import graphs
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN
from capsviz.model.networks import Network
from capsviz.model.operator_precision import infer_exactly
from capsviz.trace_arrays import LiveTrace, Trace


@torch.inference_mode()
def fingerprint(model: CapsNet) -> str:
    """Return a fingerprint of a network from a few weights: 16 hexadecimal digits.

    The weights are rounded, so that the fingerprint does not depend on the precision.
    """
    digest = hashlib.sha256(repr(model.config).encode())
    for weights in model.parameters():
        if weights.numel():
            first = weights[:: max(1, len(weights) // 16)] if weights.ndim else weights
            while first.ndim > 1:
                first = first[..., 0]
            digest.update(first.bfloat16().view(torch.int16).cpu().numpy().tobytes())
    return digest.hexdigest()[:16]


@infer_exactly
def trace(model: Network, images: Any, iterations: int | None = None) -> Trace:
    """Run a model and keep every step of its routing.

    The last capsules are, bit for bit, those of ``model(images)``.

    Parameters
    ----------
    model : network from `capsviz.load`.
    images : array or tensor of shape [n, 28, 28], [n, 1, 28, 28] or [28, 28], white on black; for
        colours [n, 3, 32, 32] or [n, 32, 32, 3]: floats in 0..1, or bytes (uint8) in 0..255. Or an
        image of PIL, or a list of them, which are resized to the model's side.
    iterations : routing iterations, 1 to 50; by default the model's own. A routing without
        iterations always takes one step.

    Returns
    -------
    Every step of the routing, as arrays.

    Raises
    ------
    CapsvizError : the images have another shape or type, are out of range, not finite, or missing;
        iterations are outside 1 to 50; or `model` is not a network, or has no capsules.

    Examples
    --------
    >>> trace = capsviz.trace(model, images, iterations=5)
    >>> trace.lengths.shape  # images, iterations, classes
    (2, 5, 10)
    """
    model, x, rounds = _validate(model, images, iterations)
    result = _arrays(x, steps(model, x, rounds))
    result = replace(result, network=fingerprint(model), classes=model.class_names)
    return replace(result, decoded=winners(model, result)) if model.decoder.exists else result


@torch.inference_mode()
def live(model: Network, images: Any, iterations: int | None = None) -> LiveTrace:
    """Return the subset of `trace` for live display; on CUDA a few images take one launch.

    Parameters and errors are those of `trace`.
    """
    model, x, rounds = _validate(model, images, iterations)
    size = graphs.size(model, len(x))
    if size is None:
        reading = read_live(model, x, rounds)
    else:
        filled = torch.cat([x, x.new_zeros(size - len(x), *x.shape[1:])])
        reading = graphs.replay(read_live, model, filled, rounds).first(len(x))
    return LiveTrace(
        images=_array(x),
        couplings=_array(reading.couplings.permute(1, 0, 3, 2)),
        lengths=_array(reading.lengths.transpose(0, 1)),
        poses=_array(reading.poses),
    )


class LiveTensors(NamedTuple):
    """Tensors of a `LiveTrace` on their device.

    Attributes
    ----------
    couplings : [r, n, J, I].
    lengths : [r, n, J].
    poses : [n, J, D].
    """

    couplings: Tensor
    lengths: Tensor
    poses: Tensor

    def first(self, n: int) -> LiveTensors:
        """Select the first n images, as views."""
        return LiveTensors(self.couplings[:, :n], self.lengths[:, :n], self.poses[:n])


def read_live(model: CapsNet, x: Float[Tensor, "n *c side side"], rounds: int) -> LiveTensors:
    """Compute the tensors of a `LiveTrace`, without waiting for the device."""
    chunks = []
    for _, steps in model.route_chunks(model.primary_capsules(x), rounds):
        iterations = list(steps)
        couplings = torch.stack([step.c.transpose(1, 2) for step in iterations])
        chunks.append(
            (couplings, torch.stack([step.activations for step in iterations]), iterations[-1].v)
        )
    couplings, lengths, poses = zip(*chunks, strict=True)
    return LiveTensors(torch.cat(couplings, 1), torch.cat(lengths, 1), torch.cat(poses))


class Steps(NamedTuple):
    """Tensors of a trace on their device.

    Attributes
    ----------
    primary : [n, I, primary_dim].
    primary_lengths : [n, I].
    logits, couplings, agreement : [r, n, J, I], as the routing computes them.
    totals, capsules : [r, n, J, D].
    lengths : [r, n, J].
    """

    primary: Tensor
    primary_lengths: Tensor
    logits: Tensor
    couplings: Tensor
    totals: Tensor
    capsules: Tensor
    agreement: Tensor
    lengths: Tensor


def steps(model: CapsNet, x: Float[Tensor, "n *c side side"], rounds: int) -> Steps:
    """Compute the tensors of a trace, without waiting for the device."""
    u = model.primary_capsules(x)

    (n, in_caps, _), config = u.shape, model.config
    out_caps, dim = config.classes, config.digit_dim
    # Iterations are first and input capsules last, as the routing computes them: no reordering.
    logits, couplings, agreement = (u.new_empty(rounds, n, out_caps, in_caps) for _ in range(3))
    totals, capsules = (u.new_empty(rounds, n, out_caps, dim) for _ in range(2))
    lengths = u.new_empty(rounds, n, out_caps)
    start = 0
    for u_hat, steps in model.route_chunks(u, rounds):
        chunk = slice(start, start + u_hat.shape[0])
        iterations = list(steps)
        torch.stack([step.b.transpose(1, 2) for step in iterations], out=logits[:, chunk])
        torch.stack([step.c.transpose(1, 2) for step in iterations], out=couplings[:, chunk])
        torch.stack([step.s for step in iterations], out=totals[:, chunk])
        torch.stack([step.v for step in iterations], out=capsules[:, chunk])
        torch.stack([step.activations for step in iterations], out=lengths[:, chunk])
        derived = rounds - 1 if model.routing.adds_agreement else 0
        if derived:
            torch.sub(logits[1:, chunk], logits[:-1, chunk], out=agreement[:-1, chunk])
        by_parent = u_hat.permute(0, 2, 3, 1).flatten(0, 1)
        for t in range(derived, rounds):
            v = iterations[t].v.reshape(-1, 1, dim)
            torch.bmm(v, by_parent, out=agreement[t, chunk].view(-1, 1, in_caps))
        start = chunk.stop

    return Steps(u, model.presence(u), logits, couplings, totals, capsules, agreement, lengths)


def _arrays(x: Tensor, steps: Steps) -> Trace:
    return Trace(
        images=_array(x),
        primary=_array(steps.primary),
        primary_lengths=_array(steps.primary_lengths),
        logits=_array(steps.logits.permute(1, 0, 3, 2)),
        couplings=_array(steps.couplings.permute(1, 0, 3, 2)),
        totals=_array(steps.totals.transpose(0, 1)),
        capsules=_array(steps.capsules.transpose(0, 1)),
        agreement=_array(steps.agreement.permute(1, 0, 3, 2)),
        lengths=_array(steps.lengths.transpose(0, 1)),
    )


def _validate(model: Any, images: Any, iterations: int | None) -> tuple[CapsNet, Tensor, int]:
    model = _capsnet(model)
    rounds = model.rounds(None if iterations is None else check_iterations(iterations))
    return model, as_images(images, model.config.format).to(model.W.device), rounds


@infer_exactly
def votes(
    model: CapsNet, primary: Float32[np.ndarray, "n I primary_dim"]
) -> Float32[np.ndarray, "n I J D"]:
    """Compute the votes û of traced input capsules, 0.7 MB per image, which a trace does not keep.

    Parameters
    ----------
    model : the model that made the trace.
    primary : ``trace.primary``, or a slice of it such as ``trace.primary[2:3]``.
    """
    return _array(model.votes(torch.tensor(primary, device=model.W.device)))


@infer_exactly
def reconstructions(
    model: CapsNet, poses: Float32[np.ndarray, "n J D"]
) -> Float32[np.ndarray, "n pictures *c side side"]:
    """Decode every output capsule of every image on its own, all others masked.

    It is separate from `trace`, since it costs a fifth of the forward pass.

    Parameters
    ----------
    model : the model that made the trace.
    poses : ``trace.poses``, or a slice of it.

    Returns
    -------
    Images with pixels in 0..1: [n, J, 28, 28], in colour [n, J, 3, side, side]; without a decoder
    empty, [n, 0, 28, 28].
    """
    n, out_caps, _ = poses.shape
    if not model.decoder.exists:
        return np.empty((n, 0, *model.config.format.shape), np.float32)
    classes = torch.arange(out_caps, device=model.W.device).repeat(n)
    decoded = model.decoder(torch.tensor(poses, device=model.W.device).flatten(0, 1), classes)
    return _array(decoded.unflatten(0, (n, out_caps)))


@infer_exactly
def winners(model: CapsNet, traced: Trace | LiveTrace) -> Float32[np.ndarray, "n *c side side"]:
    """Decode each image's longest capsule alone: pixels in 0..1."""
    classes = torch.tensor(traced.winners, device=model.W.device)
    poses = traced.poses[np.arange(len(traced.poses)), traced.winners]
    return _array(model.decoder(torch.tensor(poses, device=model.W.device), classes))


def as_images(images: Any, format: PictureFormat) -> Float32[Tensor, "n *c side side"]:
    """Check a user's images and convert them to floats in 0..1.

    Parameters
    ----------
    images : as for `trace`.
    format : the model's input format.

    Raises
    ------
    CapsvizError : as for `trace`.
    """
    form = str(["n", *format.shape]).replace("'", "")
    items = [images] if isinstance(images, Image.Image) else images
    if isinstance(items, list | tuple) and any(isinstance(item, Image.Image) for item in items):
        if not all(isinstance(item, Image.Image) for item in items):
            raise CapsvizError("images must be all of PIL, or all arrays: convert the others first")
        images = np.stack([fit_format(planes_of(item), format) for item in items])
    tensor = tensor_of(images)
    shape = tuple(tensor.shape)
    if format.colour and shape[-3:] == (*format.shape[1:], format.channels) != format.shape:
        tensor = tensor.movedim(-1, -3)  # channels last, as in picture files and plotting
        shape = tuple(tensor.shape)
    grey = shape[-2:] == format.shape and (len(shape) < 4 or shape[1] == 1)
    if len(shape) > 4 or not (shape[-3:] == format.shape if format.colour else grey):
        raise CapsvizError(
            f"images must have the shape {form}, not {list(shape)}: {remedy_shape(shape, format)}"
        )
    if not tensor.numel():
        raise CapsvizError("there are no images: give at least one")
    x = pixels_of(tensor.reshape(-1, *format.shape))
    return x.float() / 255 if x.dtype == torch.uint8 else x


def remedy_shape(shape: Sequence[int], format: PictureFormat) -> str:
    """Say what to do with pictures of another shape than a network's input format."""
    side = format.shape[-2:]
    if not format.colour and tuple(shape[-3:]) in ((3, *side), (*side, 3)):
        return "make them grey first"
    planes = {1: "", 3: ", red, green and blue in 3 planes"}
    return "resize them first" + planes.get(format.channels, f", {format.channels} planes each")


def _capsnet(model: Any) -> CapsNet:
    if isinstance(model, CNN):
        raise CapsvizError("a plain CNN has no capsules to trace: load a capsule network")
    if not isinstance(model, CapsNet):
        raise CapsvizError(
            f"trace needs a model from capsviz.load or capsviz.adapt, not {_name(model)}"
        )
    return model


def _name(model: Any) -> str:
    """Name a module by its class, since its repr is a page long."""
    return f"a {type(model).__name__}" if isinstance(model, torch.nn.Module) else f"{model!r:.100}"


def check_iterations(iterations: Any) -> int:
    """Check a number of routing iterations and convert it to int.

    Raises
    ------
    CapsvizError : it is not a whole number from 1 to `MAX_ITERATIONS`.
    """
    try:
        count = operator.index(iterations)
    except TypeError:
        count = 0
    if isinstance(iterations, bool) or not 1 <= count <= MAX_ITERATIONS:
        raise CapsvizError(f"routing runs 1 to {MAX_ITERATIONS} iterations, not {iterations!r}")
    return count


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.cpu().numpy()
