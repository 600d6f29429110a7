"""The figure of all iterations, by its data."""

from __future__ import annotations

import numpy as np
import pytest


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_every_length_and_every_answer_is_drawn(tiny_model, mode) -> None:
    import capsviz
    from capsviz.analysis.routing import routing_info
    from capsviz.figures.routing import lengths_by_iterations
    from capsviz.figures.theme import palette
    from capsviz.tracing import votes

    picture = np.random.default_rng(3).random((28, 28), dtype=np.float32)
    seen = capsviz.trace(tiny_model, picture, 10)
    info = routing_info(seen, votes(tiny_model, seen.primary), tiny_model)
    figure = lengths_by_iterations(info.summary, mode)
    lines = {line.name: line for line in figure.data}
    assert len(lines) == 11
    for j in range(10):
        np.testing.assert_allclose(lines[f"digit {j}"].y, seen.lengths[0, :, j])
        assert list(lines[f"digit {j}"].x) == list(range(1, 11))
    answers = [str(winner) for winner in seen.lengths[0].argmax(1)]
    assert list(lines["answer"].text) == answers
    np.testing.assert_allclose(lines["answer"].y, seen.lengths[0].max(1))
    accent = [line.name for line in figure.data if line.line.color == palette(mode).accent]
    assert accent == [f"digit {answers[-1]}"]
