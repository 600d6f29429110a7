"""Fixtures of trainings."""

from __future__ import annotations

import pytest
import torch


@pytest.fixture
def digits():
    from capsviz.data.pictures import Digits

    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (24, 28, 28), generator=random).to(torch.uint8)
    return Digits(images, torch.arange(24) % 10)
