"""A layer's weights as whole numbers of a step, rounded so that its outputs change least.

Each weight is rounded in turn, that of the strongest input first, and those that are not yet take
over what its rounding did to the outputs on inputs as they occur. Pictures of the decoder are then
a third as far off as where each weight goes to its nearest step.

References
----------
.. [1] Frantar, Ashkboos, Hoefler, Alistarh, "GPTQ: Accurate Post-Training Quantization for
   Generative Pre-trained Transformers", 2023, algorithm 1.
"""

from __future__ import annotations

import numpy as np
import torch
from jaxtyping import Float, Int16
from torch import Tensor

#: Columns that are worked on before the later ones are told; for speed alone.
_TOGETHER = 64
#: Of the mean square of an input, added to each: what never occurs may still a little.
_DAMPING = 0.01
_LARGEST = np.iinfo(np.int16).max


@torch.inference_mode()
def quantise(
    weights: Float[Tensor, "outputs inputs"], step: float, seen: Float[Tensor, "n inputs"]
) -> Int16[np.ndarray, "outputs inputs"]:
    """Whole numbers that stand for the weights once they are multiplied by `step`.

    Parameters
    ----------
    step : no weight is above 32,767 of it.
    seen : inputs as the layer gets them.
    """
    order = seen.square().sum(0).argsort(descending=True, stable=True)
    left, seen = weights[:, order].double(), seen[:, order].double()
    outputs, inputs = left.shape
    curvature = seen.T @ seen
    curvature.diagonal().add_(_DAMPING * curvature.diagonal().mean() + 1e-9)
    # Row i tells how the inputs after i make good for an error in i.
    passes_on = torch.linalg.cholesky(torch.cholesky_inverse(torch.linalg.cholesky(curvature)))
    passes_on = passes_on.T.contiguous()
    codes = torch.empty(outputs, inputs, dtype=torch.int16)
    for first in range(0, inputs, _TOGETHER):
        here = slice(first, min(first + _TOGETHER, inputs))
        errors = torch.empty(outputs, here.stop - first, dtype=left.dtype)
        for at in range(here.start, here.stop):
            whole = (left[:, at] / step).round().clamp(-_LARGEST, _LARGEST)
            codes[:, at] = whole.short()
            error = (left[:, at] - whole * step) / passes_on[at, at]
            left[:, at : here.stop] -= error[:, None] * passes_on[at, at : here.stop]
            errors[:, at - first] = error
        left[:, here.stop :] -= errors @ passes_on[here, here.stop :]
    return codes[:, order.argsort()].numpy()
