"""Decoded capsules: each alone, along one dimension, or between two poses.

Letters in the shapes: J output capsules, D dimensions each.
"""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral

import numpy as np
import torch
from jaxtyping import Float, Float32

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.trace_arrays import Trace
from capsviz.tracing import fingerprint, reconstructions

#: Offsets of a dimension from its own value in a sweep, as in the paper's figure 4.
OFFSETS = np.linspace(-0.25, 0.25, 11, dtype=np.float32)
#: Number of pictures of an interpolation, both ends included.
STEPS = 11


@dataclass(frozen=True, slots=True)
class Decoding:
    """One picture and the reconstruction from each output capsule.

    Attributes
    ----------
    image : input image, pixels in 0..1.
    decoded : reconstruction from each capsule alone, pixels in 0..1.
    lengths : lengths of the capsules after the last iteration, in [0, 1).
    winner : index of the longest capsule.
    """

    image: Float32[np.ndarray, "*c side side"]
    decoded: Float32[np.ndarray, "J *c side side"]
    lengths: Float32[np.ndarray, " J"]
    winner: int

    @property
    def difference(self) -> Float32[np.ndarray, "*c side side"]:
        """The winner's reconstruction minus the image: positive where it adds ink."""
        return self.decoded[self.winner] - self.image


@dataclass(frozen=True, slots=True)
class Sweep:
    """Sweep of one capsule: each dimension is varied while the others stay fixed.

    Attributes
    ----------
    capsule : index of the capsule.
    pose : its unchanged pose.
    offsets : values added to a dimension.
    images : decoded images, pixels in 0..1.
    """

    capsule: int
    pose: Float32[np.ndarray, " D"]
    offsets: Float32[np.ndarray, " steps"]
    images: Float32[np.ndarray, "D steps *c side side"]


@dataclass(frozen=True, slots=True)
class Way:
    """Straight line from one pose of a capsule to another.

    Attributes
    ----------
    capsules : index of the capsule at either end. Two different capsules are decoded together, each
        scaled by its share; the decoder was never trained on that.
    shares : share of the second end, 0 to 1.
    images : images along the line, pixels in 0..1.
    """

    capsules: tuple[int, int]
    shares: Float32[np.ndarray, " steps"]
    images: Float32[np.ndarray, "steps *c side side"]


def decode(model: CapsNet, trace: Trace, index: int = 0) -> Decoding:
    """Decode every capsule of one traced picture.

    Parameters
    ----------
    model : network that made the trace.
    index : index of the traced picture.
    """
    model.decoder.require()
    picture = select_picture(model, trace, index)
    return Decoding(
        picture.images[0],
        reconstructions(model, picture.poses)[0],
        picture.lengths[0, -1],
        int(picture.winners[0]),
    )


def sweep(
    model: CapsNet,
    trace: Trace,
    index: int = 0,
    capsule: int | None = None,
    offsets: Float[np.ndarray, " steps"] = OFFSETS,
) -> Sweep:
    """Move each dimension of a capsule by each offset and decode it.

    `capsule` is its index, by default that of the longest.
    """
    picture = select_picture(model, trace, index)
    j = capsule_of(picture, capsule)
    pose, added = picture.poses[0, j], np.asarray(offsets, np.float32)
    varied = pose + added[None, :, None] * np.eye(len(pose), dtype=np.float32)[:, None]
    images = _decode(model, j, varied.reshape(-1, len(pose)))
    return Sweep(j, pose, added, images.reshape(len(pose), len(added), *images.shape[1:]))


def way(model: CapsNet, trace: Trace, first: int = 0, second: int = 1, steps: int = STEPS) -> Way:
    """Decode the poses between the longest capsules of two traced pictures.

    Parameters
    ----------
    first, second : indices of the traced pictures.
    steps : number of pictures, both ends included, at least 2.
    """
    if steps < 2:
        raise CapsvizError("an interpolation between two pictures has at least 2 steps")
    ends = [select_picture(model, trace, index) for index in (first, second)]
    capsules = int(ends[0].winners[0]), int(ends[1].winners[0])
    shares = np.linspace(0, 1, steps, dtype=np.float32)
    poses = np.zeros((steps, *ends[0].poses.shape[1:]), np.float32)
    for end, j, share in zip(ends, capsules, (1 - shares, shares), strict=True):
        poses[:, j] += share[:, None] * end.poses[0, j]
    return Way(capsules, shares, decode_together(model, poses))


@torch.inference_mode()
def decode_together(
    model: CapsNet, poses: Float32[np.ndarray, "n J D"]
) -> Float32[np.ndarray, "n *c side side"]:
    """Decode several capsules together, to pixels in 0..1; zero the capsules to leave out."""
    return model.decoder.decode_all(torch.from_numpy(poses).to(model.W.device)).cpu().numpy()


def select_picture(model: CapsNet, trace: Trace, index: int) -> Trace:
    """Return the trace of one of the traced pictures.

    Raises `CapsvizError` if there is no such picture, or another network made the trace.
    """
    if not isinstance(model, CapsNet) or not isinstance(trace, Trace):
        raise CapsvizError(
            "give the network, from capsviz.load, then its trace, from capsviz.trace"
        )
    if trace.network and trace.network != fingerprint(model):
        raise CapsvizError(
            "this trace was made by another network: give the one that made it, or trace again"
        )
    position = check_index("picture", index, len(trace.images))
    return trace[position : position + 1]


def capsule_of(trace: Trace, capsule: int | None) -> int:
    """Return the given capsule, or the longest; raises `CapsvizError` if it does not exist."""
    if capsule is None:
        return int(trace.winners[0])
    return check_index("capsule", capsule, trace.poses.shape[1])


def check_index(noun: str, number: int, count: int, first: int = 0) -> int:
    """Check an index against a count; raises `CapsvizError` if it is out of range."""
    last = first + count - 1
    if not isinstance(number, Integral) or not first <= number <= last:
        raise CapsvizError(
            f"there is no {noun} {number!r}: choose "
            + (f"{first} to {last}" if count > 1 else f"{first}, the only one")
        )
    return int(number)


@torch.inference_mode()
def _decode(
    model: CapsNet, capsule: int, poses: Float32[np.ndarray, "n D"]
) -> Float32[np.ndarray, "n *c side side"]:
    inputs = torch.from_numpy(poses).to(model.W.device)
    classes = torch.full((len(inputs),), capsule, device=inputs.device)
    return model.decoder(inputs, classes).cpu().numpy()
