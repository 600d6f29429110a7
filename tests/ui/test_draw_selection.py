"""Settings that a link may carry to the Draw page."""

from __future__ import annotations

import pytest


def test_a_pose_is_read_and_may_be_missing():
    from capsviz.ui.pages.draw.view import View

    assert View.from_plain({}).pose is None
    assert View.from_plain({"pose": [0] * 16}).pose == (0.0,) * 16


@pytest.mark.parametrize(
    "pose", [[0.1] * 15, [0.1] * 15 + ["x"], [float("nan")] * 16, [1e9] * 16, "pose", [True] * 16]
)
def test_a_broken_pose_is_refused(pose):
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.draw.view import View

    with pytest.raises(CapsvizError, match="its pose must be"):
        View.from_plain({"pose": pose}, ModelConfig())
