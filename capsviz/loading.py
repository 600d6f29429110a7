"""Loading of a trained network by its name or its file."""

from __future__ import annotations

import os

import torch

from capsviz.model.networks import Network
from capsviz.training import checkpoint


def load(
    name_or_path: str | os.PathLike[str] = "dynamic",
    device: str | torch.device | None = None,
    *,
    precision: str = "float32",
) -> Network:
    """Load a trained network in evaluation mode, with frozen weights.

    ``model(images)`` takes a float tensor [n, 28, 28] with pixels in 0..1 and returns the output
    capsules ``v`` [n, 10, 16] and their ``lengths`` [n, 10] in [0, 1). The plain CNN named "cnn"
    has no capsules: its ``lengths`` are probabilities, its ``v`` is empty.

    Parameters
    ----------
    name_or_path : a name in the clone's ``checkpoints`` folder (or in the folder that the
        environment variable ``CAPSVIZ_CHECKPOINTS`` names); anything else is a path.
    device : device of the model; by default CUDA if available, else the CPU.
    precision : "float32" is exact and has gradients. "bfloat16" and "int8" are two and three times
        as fast on processors that support them (on others, bfloat16 is slow and int8 is rejected),
        but not exact: capsule lengths differ by less than 0.003 on average and up to 0.3; the
        shipped networks' model cards have the figures. "fastest" selects this machine's fastest
        precision for the network.

    Returns
    -------
    The network, frozen and in evaluation mode.

    Raises
    ------
    CapsvizError : the file or device does not exist, the file is not a complete checkpoint, or this
        machine does not support the precision for this network.
    """
    return checkpoint.load(name_or_path, device).in_precision(precision).model
