"""A CNN with strides is one with poolings that keep one value in place of the largest."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from capsviz.model import cnn
from capsviz.model.cnn import CNN, StridedCNN
from capsviz.model.networks import MODELS, build


@pytest.mark.parametrize("side", [28, 29, 31, 32])
def test_strides_keep_every_second_value_where_poolings_keep_the_largest(monkeypatch, side):
    torch.manual_seed(0)
    pooled, strided = (
        build(replace(MODELS[name], image_size=side)).eval() for name in ("cnn", "strided_cnn")
    )
    assert isinstance(pooled, CNN)
    assert isinstance(strided, StridedCNN)
    weights = {key: w for key, w in pooled.state_dict().items() if not key.startswith("linear")}
    assert strided.load_state_dict(weights, strict=False).unexpected_keys == []
    images = torch.rand(3, side, side)
    with torch.inference_mode():
        found = strided.features(images)
        monkeypatch.setattr(cnn.functional, "max_pool2d", lambda x, step: x[..., ::step, ::step])
        torch.testing.assert_close(found, pooled.features(images))
        assert strided(images).lengths.shape == (3, 10)


def test_strides_leave_the_number_of_parameters_as_it_is():
    pooled, strided = (build(MODELS[name]) for name in ("cnn", "strided_cnn"))
    sizes = [{key: w.shape for key, w in each.state_dict().items()} for each in (pooled, strided)]
    assert sizes[0] == sizes[1]
