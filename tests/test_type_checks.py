"""The basis of all other tests: shapes and types are checked when functions are called."""

from __future__ import annotations

import pytest
import torch


def test_a_tensor_of_another_kind_is_refused():
    from capsviz.model.squash import squash

    squash(torch.zeros(2, 3))
    with pytest.raises(TypeError, match="squash"):
        squash(torch.zeros(2, 3, dtype=torch.int64))


def test_shapes_that_do_not_agree_are_refused():
    from capsviz.model.capsnet import make_votes

    W = torch.zeros(6, 8, 10, 16)
    make_votes(W, torch.zeros(1, 6, 8))
    with pytest.raises(TypeError, match="make_votes"):
        make_votes(W, torch.zeros(1, 5, 8))


def test_types_are_checked_without_a_shape(tmp_path):
    from capsviz.files import stamp

    assert stamp(tmp_path) is not None
    with pytest.raises(TypeError, match="stamp"):
        stamp("no path")
