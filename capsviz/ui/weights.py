"""A model's decoder as one small file, for decoding in the visitor's browser.

Half-precision, little endian, one layer after another, each its weights and its bias. Those of
the first layer are stored by input [classes * dim][first], so that the 16 rows of one capsule
lie together, those of the others by output, such as [second][first] and [pixels][second].
All lower bytes come before all upper ones, and all matrices but the first are rounded to
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
from torch import Tensor, nn

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
        return {"here": True, "sha": self.sha, **self.shape}


def decoder_file(model: CapsNet) -> DecoderFile | None:
    """Write a model's decoder as half-precision bytes; None where it is no chain of layers.

    Raises
    ------
    CapsvizError : a weight is too large for half precision.
    """
    layers, config = model.decoder.layers, model.config
    if layers is None:
        return None
    blocks = [block for n, layer in enumerate(layers) for block in _blocks(layer, first=not n)]
    plain = [block.detach().cpu().float().numpy().ravel() for block in blocks]
    if max(np.abs(block).max() for block in plain) > np.finfo(np.float16).max:
        raise CapsvizError(
            "this model's decoder has weights above 65,504, which the browser's half-precision "
            "copy cannot hold: train it with a lower rate"
        )
    halves = [block.astype("<f2").view("<u2") for block in plain]
    # All weights but the first layer's; every second block is a bias.
    halves = [_rounded(half) if n > 1 and n % 2 == 0 else half for n, half in enumerate(halves)]
    data = np.concatenate(halves).view(np.uint8).reshape(-1, 2).T.tobytes()
    shape = {
        "classes": config.classes,
        "dim": config.digit_dim,
        "hidden": [layer.out_features for layer in layers[:-1]],
        "side": config.image_size,
    }
    return DecoderFile(data, hashlib.sha256(data).hexdigest()[:16], shape)


def _blocks(layer: nn.Linear, *, first: bool) -> list[Tensor]:
    bias = layer.bias if layer.bias is not None else layer.weight.new_zeros(layer.out_features)
    return [layer.weight.T if first else layer.weight, bias]


def _rounded(halves: UInt16[np.ndarray, " n"]) -> UInt16[np.ndarray, " n"]:
    """Half-precision bits to the nearest that ends in zeros; what is near the largest is cut."""
    step = 1 << 10 - DIGITS
    infinite = 31 << 10
    magnitude = halves & 0x7FFF
    up = (magnitude + step // 2) // step * step
    found = np.where(up < infinite, up, magnitude // step * step)
    return (found | halves & 0x8000).astype("<u2")
