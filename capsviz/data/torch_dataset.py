"""Conversion of a torch Dataset to labelled pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from capsviz.config import CHANNELS, NAME_LIMIT, LabelSet
from capsviz.data.arrays import tensor_of
from capsviz.data.picture_file import planes_of
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError

_FORM = "give pairs of a picture and the number of its class"


def pictures_of(dataset: Any) -> Pictures:
    """Convert a dataset to labelled pictures.

    Parameters
    ----------
    dataset : `Pictures`, or a torch Dataset, or anything with ``len`` and numbered items, of pairs:
        a picture, [side, side], [1, side, side], [3, side, side] or [side, side, 3], floats in 0..1
        or bytes, or an image of PIL; and its class index, from 0.

    Raises
    ------
    CapsvizError : the dataset has another form or is empty, or its pictures differ in size, are not
        square, or have other values.
    """
    if isinstance(dataset, Pictures):
        return dataset
    if isinstance(dataset, Mapping):
        raise CapsvizError(
            f"the data are a dictionary of {', '.join(map(str, dataset))}: give one of these"
        )
    if not (hasattr(dataset, "__len__") and hasattr(dataset, "__getitem__")) or not len(dataset):
        raise CapsvizError(f"there are no pictures in {type(dataset).__name__}: {_FORM}")
    images, labels = [], []
    for at in range(len(dataset)):
        try:
            picture, label = dataset[at]
            if int(label) != float(label):
                raise ValueError
            labels.append(int(label))
        except (TypeError, ValueError, LookupError) as error:
            raise CapsvizError(f"item {at} of the data is not a pair: {_FORM}") from error
        images.append(_bytes(picture, at))
        if images[-1].shape[-1] != images[0].shape[-1]:
            first, other = (list(each.shape) for each in (images[0], images[-1]))
            raise CapsvizError(
                f"picture {at} has the shape {other}, the first one {first}: resize them all to one"
            )
    if any(image.ndim == 3 for image in images):  # grey among colours becomes a colour too
        images = [image.expand(3, *image.shape[-2:]) for image in images]
    return Pictures(torch.stack(images), torch.tensor(labels))


def label_set_of(dataset: Any, labels: Tensor, names: Sequence[str] | None) -> LabelSet:
    """Return the class names: as given, as the Dataset names them, or numbers."""
    count = int(labels.max()) + 1
    called = names or getattr(dataset, "classes", None) or range(max(2, count))
    called = tuple(str(each)[:NAME_LIMIT] for each in called)
    if len(called) < count:
        raise CapsvizError(f"there are {count} classes of pictures and {len(called)} are named")
    return LabelSet("own", called)


def _bytes(picture: Any, at: int) -> Tensor:
    """Convert one picture to bytes, [side, side] or [3, side, side]."""
    if isinstance(picture, Image.Image):
        picture = np.rint(planes_of(picture)).astype(np.uint8)
    x = tensor_of(picture).cpu()
    if x.ndim == 3 and x.shape[0] not in CHANNELS and x.shape[-1] in CHANNELS:
        x = x.movedim(-1, 0)
    if x.ndim == 3 and x.shape[0] == 1:
        x = x[0]
    if x.ndim not in (2, 3) or x.shape[-1] != x.shape[-2] or (x.ndim == 3 and x.shape[0] != 3):
        raise CapsvizError(
            f"picture {at} has the shape {list(x.shape)}: they are square, grey or red, green, blue"
        )
    if x.dtype == torch.uint8:
        return x.contiguous()
    if not x.is_floating_point() or not bool(((x >= 0) & (x <= 1)).all()):
        raise CapsvizError(
            f"picture {at} holds neither bytes nor floats in 0..1: leave out the normalisation"
        )
    return (x * 255).round().byte().contiguous()
