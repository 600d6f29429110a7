"""Summaries of what `bench live` measures in the browser."""

from __future__ import annotations

import pytest

from capsviz.development.bench import live
from capsviz.errors import CapsvizError


def test_frames_are_counted_by_the_second():
    summary = live.summarize_frames([40.0] * 18 + [60.0, 120.0])
    assert summary == {"updates": 20, "rate": 22.2, "median_ms": 40.0, "p95_ms": 63.0}
    assert live.report({"flight": summary}).startswith("flight: 22.2 updates/s")


def test_a_scene_without_frames_raises_one_sentence():
    with pytest.raises(CapsvizError, match="no frames"):
        live.summarize_frames([])
