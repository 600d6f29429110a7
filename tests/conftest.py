"""Fixtures that many tests share.

The package is imported inside the fixtures: an import at the top of this file would come
before jaxtyping's import hook, and shapes would go unchecked.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from capsviz import CapsNet


@pytest.fixture(scope="session")
def mnist_root() -> Path:
    """The folder that holds MNIST/raw; tests that need it are skipped where it is absent."""
    from capsviz.data.mnist import default_root

    root = default_root()
    if not (root / "MNIST" / "raw").is_dir():
        pytest.skip(f"MNIST is not in {root}: set CAPSVIZ_DATA to run this test")
    return root


@pytest.fixture
def tiny_model() -> CapsNet:
    """A network with the paper's shape and few channels, always with the same weights."""
    import torch

    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet

    config = ModelConfig(conv_channels=16, primary_types=4, primary_dim=8, decoder_hidden=(32, 64))
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return CapsNet(config).eval()
