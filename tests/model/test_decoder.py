"""Decoding one capsule equals masking all others and decoding the 160 numbers."""

from __future__ import annotations

import torch
from torch.nn import functional


def test_the_decoder_equals_the_product_of_the_masked_poses(tiny_model):
    decoder = tiny_model.decoder
    v = torch.randn(5, 10, 16, generator=torch.Generator().manual_seed(0))
    capsule = torch.tensor([3, 0, 9, 3, 7])
    masked = torch.zeros(5, 10, 16)
    for image, which in enumerate(capsule.tolist()):
        masked[image, which] = v[image, which]
    hidden = functional.relu(masked.flatten(1) @ decoder.fc1.weight.T + decoder.fc1.bias)
    hidden = functional.relu(hidden @ decoder.fc2.weight.T + decoder.fc2.bias)
    expected = torch.sigmoid(hidden @ decoder.fc3.weight.T + decoder.fc3.bias).view(5, 28, 28)

    found = decoder(v[torch.arange(5), capsule], capsule)
    torch.testing.assert_close(found, expected, atol=1e-6, rtol=1e-5)
    assert ((found > 0) & (found < 1)).all()


def test_the_same_pose_means_something_else_in_another_capsule(tiny_model):
    pose = torch.ones(2, 16)
    first, second = tiny_model.decoder(pose, torch.tensor([1, 2]))
    assert not torch.allclose(first, second, atol=1e-3)
