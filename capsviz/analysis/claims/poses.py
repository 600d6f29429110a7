"""Laws of poses for every capsule network, compared with hidden layers of a CNN."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import torch
from jaxtyping import Float, Float32
from torch import Tensor

from capsviz.analysis.claims.claim_file import Row
from capsviz.analysis.claims.material import Material, readers
from capsviz.analysis.claims.records import mean_r2
from capsviz.analysis.laws import poses_under, shared_law
from capsviz.data.affine import KINDS
from capsviz.data.augment import center_on_canvas
from capsviz.data.overlap import SIDE as WIDE
from capsviz.data.pictures import Pictures
from capsviz.model.capsnet import CapsNet
from capsviz.model.cnn import CNN

#: Pictures of each class, half to fit and half to score; pictures for principal directions, and the
#: number of directions of a hidden layer: the size of a pose.
PER_CLASS, PICTURES, DIRECTIONS = 12, 500, 16
BATCH = 64

#: Maps images to outputs and to codes of each class.
Read = Callable[[Float32[np.ndarray, "n side side"]], tuple[np.ndarray, np.ndarray]]


def pose_laws(material: Material) -> Iterator[Row]:
    """R² of one law per class for the effect of a transform on poses and hidden layers."""
    for data_set, side in (("mnist", 28), ("mnist", WIDE), ("fashion", 28)):
        held_out = material.held_out(data_set)
        pictures = Pictures(center_on_canvas(held_out.images, side), held_out.labels)
        for name, model in readers(data_set, side):
            if isinstance(model, CapsNet):
                yield from score_laws(name, _poses(model), pictures)
                continue
            yield from score_laws(f"{name}: hidden layer", _hidden(model), pictures)
            projected = _hidden(model, principal_directions(model, pictures))
            yield from score_laws(f"{name}: {DIRECTIONS} directions of it", projected, pictures)


def score_laws(series: str, read: Read, pictures: Pictures) -> Iterator[Row]:
    """Mean R² over classes, on pictures that no law was fitted to."""
    random = np.random.default_rng(0).permutation(len(pictures))
    labels = pictures.labels.numpy()[random]
    for kind in KINDS:
        scores = []
        for k in np.unique(labels):
            images = (
                pictures.images.numpy()[random[labels == k][:PER_CLASS]].astype(np.float32) / 255
            )
            scores.append(shared_law(poses_under(read, images, kind, int(k))[0])[0])
        yield mean_r2(series, kind.replace("_", " "), scores)


@torch.inference_mode()
def principal_directions(model: CNN, pictures: Pictures) -> Float[Tensor, "features some"]:
    """Return the principal directions of a hidden layer over untransformed pictures."""
    codes = torch.cat(
        [model.features(x.float() / 255) for x in pictures.shuffle(PICTURES).images.split(BATCH)]
    )
    return torch.linalg.svd(codes - codes.mean(0), full_matrices=False)[2][:DIRECTIONS].T


def _poses(model: CapsNet) -> Read:
    def read(x: Tensor) -> tuple[Tensor, Tensor]:
        v, lengths = model(x)
        return lengths, v

    return _read_batches(read)


def _hidden(model: CNN, directions: Float[Tensor, "features some"] | None = None) -> Read:
    """Return a CNN's last hidden layer, or its projection, as the same code for every class."""

    def read(x: Tensor) -> tuple[Tensor, Tensor]:
        code, lengths = model.features(x), model(x).lengths
        projected = code if directions is None else code @ directions
        return lengths, projected[:, None].expand(-1, lengths.shape[1], -1)

    return _read_batches(read)


def _read_batches(read: Callable[[Tensor], tuple[Tensor, Tensor]]) -> Read:
    @torch.inference_mode()
    def read_all(images: Float32[np.ndarray, "n side side"]) -> tuple[np.ndarray, np.ndarray]:
        batches = [read(batch) for batch in torch.from_numpy(images).split(BATCH)]
        lengths, codes = (torch.cat(tensors).numpy() for tensors in zip(*batches, strict=True))
        return lengths, codes

    return read_all
