"""A model's decoder as one small file, for decoding in the visitor's browser.

Half-precision, little endian, one block after another: ``fc1.weight`` stored by input
[classes * dim][first], so that the 16 rows of one capsule lie together, ``fc1.bias``,
``fc2.weight`` [second][first], ``fc2.bias``, ``fc3.weight`` [pixels][second], ``fc3.bias``.
All lower bytes come before all upper ones, and the two large matrices are rounded to
`DIGITS` binary digits: so the file is compressed to 2.1 MB instead of 2.6, and pictures
are the same to within two grey levels. With 8 bits a weight they would be off by up to ten.
`browser/decoder.js` reads it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import UInt16

from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet

#: Of a large matrix's weights, binary digits kept after the first; half precision has ten.
DIGITS = 8


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

    @property
    def told(self) -> dict[str, Any]:
        """What the browser must know to fetch and read it, as plain values."""
        return {"sha": self.sha, **self.shape}


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
    plain = [block.detach().cpu().float().numpy().ravel() for block in blocks]
    if max(np.abs(block).max() for block in plain) > np.finfo(np.float16).max:
        raise CapsvizError(
            "this model's decoder has weights above 65,504, which the browser's half-precision "
            "copy cannot hold: train it with a lower rate"
        )
    halves = [block.astype("<f2").view("<u2") for block in plain]
    large = (decoder.fc2.weight, decoder.fc3.weight)
    halves = [
        _rounded(half) if any(block is each for each in large) else half
        for block, half in zip(blocks, halves, strict=True)
    ]
    data = np.concatenate(halves).view(np.uint8).reshape(-1, 2).T.tobytes()
    shape = {
        "classes": config.classes,
        "dim": config.digit_dim,
        "hidden": list(config.decoder_hidden),
        "side": config.image_size,
    }
    return DecoderFile(data, hashlib.sha256(data).hexdigest()[:16], shape)


def _rounded(halves: UInt16[np.ndarray, " n"]) -> UInt16[np.ndarray, " n"]:
    """Half-precision bits to the nearest that ends in zeros; what is near the largest is cut."""
    step = 1 << 10 - DIGITS
    infinite = 31 << 10
    magnitude = halves & 0x7FFF
    up = (magnitude + step // 2) // step * step
    found = np.where(up < infinite, up, magnitude // step * step)
    return (found | halves & 0x8000).astype("<u2")
