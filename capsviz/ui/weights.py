"""A model's decoder as one small file, for decoding in the visitor's browser.

Half-precision, little endian, one block after another: ``fc1.weight`` stored by input
[classes * dim][first], so that the 16 rows of one capsule lie together, ``fc1.bias``,
``fc2.weight`` [second][first], ``fc2.bias``, ``fc3.weight`` [pixels][second], ``fc3.bias``.
`browser/decoder.js` reads it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet


@dataclass(frozen=True, slots=True)
class DecoderFile:
    """The decoder's weights as the browser reads them.

    Attributes
    ----------
    data : the file, 2.8 MB for the paper's decoder.
    sha : the first 16 hexadecimal digits of its SHA-256; names the file in its address, so
        that it can be cached for good.
    shape : ``{"classes", "dim", "hidden", "side"}``, what the reader must know besides.
    """

    data: bytes
    sha: str
    shape: dict[str, Any]


def decoder_file(model: CapsNet) -> DecoderFile:
    """Write a model's decoder as half-precision bytes.

    Raises
    ------
    CapsvizError : a weight is too large for half precision.
    """
    decoder, config = model.decoder, model.config
    blocks = [
        decoder.fc1.weight.T,
        decoder.fc1.bias,
        decoder.fc2.weight,
        decoder.fc2.bias,
        decoder.fc3.weight,
        decoder.fc3.bias,
    ]
    values = np.concatenate([block.detach().cpu().float().numpy().ravel() for block in blocks])
    if np.abs(values).max() > np.finfo(np.float16).max:
        raise CapsvizError(
            "this model's decoder has weights above 65,504, which the browser's half-precision "
            "copy cannot hold: train it with a lower rate"
        )
    data = values.astype("<f2").tobytes()
    shape = {
        "classes": config.classes,
        "dim": config.digit_dim,
        "hidden": list(config.decoder_hidden),
        "side": config.image_size,
    }
    return DecoderFile(data, hashlib.sha256(data).hexdigest()[:16], shape)
