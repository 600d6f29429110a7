"""Conversion of a torch Dataset to labelled pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from capsviz.config import CHANNELS, NAME_LIMIT, LabelSet
from capsviz.data.arrays import bytes_of, tensor_of
from capsviz.data.file_contents import choose_columns, read_picture
from capsviz.data.picture_file import planes_of
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.wording import amount_of

_FORM = "give pairs of a picture and the number of its class"


def pictures_of(dataset: Any) -> Pictures:
    """Convert a dataset to labelled pictures.

    Raises `CapsvizError` if the dataset has another form or is empty, or its pictures differ in
    size, are not square, or have other values.

    Parameters
    ----------
    dataset : `Pictures`; or a torch Dataset, or any sequence, of pairs: a picture, [side, side],
    [1 to 4, side, side] or [side, side, 1 to 4], floats in 0..1 or bytes, an image of PIL, or
    the path of a picture's file; and its class index, from 0. Or two arrays, of all pictures
    and of their class indices. Or a Dataset of Hugging Face's library, with columns such as
    "image" and "label".
    """
    if isinstance(dataset, Pictures):
        return dataset
    if isinstance(dataset, Mapping):
        raise CapsvizError(
            f"the data are a dictionary of {', '.join(map(str, dataset))}: give one of these"
        )
    if not (hasattr(dataset, "__len__") and hasattr(dataset, "__getitem__")) or not len(dataset):
        raise CapsvizError(f"there are no pictures in {type(dataset).__name__}: {_FORM}")
    if isinstance(dataset, tuple | list) and len(dataset) == 2 and hasattr(dataset[0], "shape"):
        dataset = _pairs(*dataset)
    columns = _columns_of(dataset)
    images, labels = [], []
    for i in range(len(dataset)):
        try:
            item = dataset[i]
            picture, label = (item[name] for name in columns) if columns else item
            if int(label) != float(label):
                raise ValueError
            labels.append(int(label))
        except (TypeError, ValueError, LookupError) as error:
            raise CapsvizError(f"item {i} of the data is not a pair: {_FORM}") from error
        images.append(_bytes(picture, i))
        if images[-1].shape[-1] != images[0].shape[-1]:
            first, shape = (list(image.shape) for image in (images[0], images[-1]))
            raise CapsvizError(
                f"picture {i} has the shape {shape}, the first one {first}: resize them all to one"
            )
    channels = {len(image) for image in images if image.ndim == 3}
    if len(channels) > 1:
        raise CapsvizError(
            f"there are pictures of {' and of '.join(map(str, sorted(channels)))} channels: give "
            "them all as many"
        )
    if channels:  # a grey picture among colour ones is converted too
        images = [image.expand(*channels, *image.shape[-2:]) for image in images]
    return Pictures(torch.stack(images), torch.tensor(labels))


def _pairs(pictures: Any, labels: Any) -> Sequence[Any]:
    if len(pictures) != len(labels):
        counts = f"{amount_of(len(pictures), 'picture')} and {amount_of(len(labels), 'label')}"
        raise CapsvizError(f"there are {counts}: {_FORM}")
    return list(zip(pictures, labels, strict=True))


def _columns_of(dataset: Any) -> tuple[str, str] | None:
    """Return the columns of pictures and labels of a Dataset of Hugging Face's library."""
    names = getattr(dataset, "column_names", None)
    return choose_columns(names, "the data set") if isinstance(names, list) else None


def class_names_of(dataset: Any) -> Sequence[Any] | None:
    """Return the class names that a Dataset gives: of torchvision, or of Hugging Face's library."""
    columns = _columns_of(dataset)
    if columns:
        return getattr(dataset.features[columns[1]], "names", None)
    return getattr(dataset, "classes", None)


def label_set_of(dataset: Any, labels: Tensor, names: Sequence[str] | None) -> LabelSet:
    """Return the class names: as given, as the Dataset names them, or numbers."""
    count = int(labels.max()) + 1
    classes = class_names_of(dataset) if names is None else names
    classes = range(max(2, count)) if classes is None else classes
    classes = tuple(str(name)[:NAME_LIMIT] for name in classes)
    if len(classes) < count:
        raise CapsvizError(
            f"there are {count} classes of pictures: name as many, not {len(classes)}"
        )
    return LabelSet("own", classes)


def _bytes(picture: Any, index: int) -> Tensor:
    """Convert one picture to bytes, [side, side] or [2 to 4, side, side]."""
    if isinstance(picture, str | Path):
        picture = np.rint(read_picture(Path(picture))).astype(np.uint8)
    elif isinstance(picture, Image.Image):
        picture = np.rint(planes_of(picture)).astype(np.uint8)
    x = tensor_of(picture).cpu()
    if x.ndim == 3 and x.shape[0] not in CHANNELS and x.shape[-1] in CHANNELS:
        x = x.movedim(-1, 0)
    if x.ndim == 3 and x.shape[0] == 1:
        x = x[0]
    square = x.ndim in (2, 3) and x.shape[-1] == x.shape[-2]
    if not square or (x.ndim == 3 and x.shape[0] not in CHANNELS):
        raise CapsvizError(
            f"picture {index} has the shape {list(x.shape)}: they are square, grey or of at most "
            f"{CHANNELS[-1]} channels, as red, green, blue"
        )
    return bytes_of(x, f"picture {index}")
