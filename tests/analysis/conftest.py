"""Pictures for the tests of several analyses."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from capsviz.data.pictures import Digits


@pytest.fixture
def digits() -> Digits:
    """Forty blobs with labels 0 to 9 in turn."""
    import torch

    from capsviz.data.pictures import Digits

    rng = np.random.default_rng(0)
    images = np.zeros((40, 28, 28), np.uint8)
    images[:, 8:20, 8:20] = rng.integers(0, 255, (40, 12, 12))
    return Digits(torch.from_numpy(images), torch.arange(40) % 10)


@pytest.fixture(params=["capsules", "cnn"])
def model(request, tiny_model):
    """Return an untrained network of each kind."""
    import torch

    from capsviz.model.networks import MODELS, build

    if request.param == "capsules":
        return tiny_model.requires_grad_(False)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return build(MODELS["cnn"]).eval().requires_grad_(False)
