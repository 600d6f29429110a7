"""Quality of labels: for known effects, and for the shipped networks."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def test_only_dimensions_with_a_measure_count():
    from capsviz.analysis.label_quality import strength, table
    from capsviz.analysis.labels import Effects

    slope, r2, partial = (np.zeros((1, 4, 9)) for _ in range(3))
    # Thickness by two, one of them against what real digits do, slant by another; one is still.
    for d, (m, size, fit, r) in enumerate(
        [(2, 0.5, 0.9, 0.8), (2, 1.0, 0.7, -0.2), (3, 2, 0.8, 0.4)]
    ):
        slope[0, d, m], r2[0, d, m], partial[0, d, m] = size, fit, r
    slope[0, 2], partial[0, 2] = -slope[0, 2], -partial[0, 2]  # both the other way round
    yardstick, visible = np.ones((1, 9)), np.ones((1, 4))
    found = strength("n", Effects(slope, r2, yardstick, partial, visible, np.array([500])))
    assert (found.dimensions, found.measured, found.confirmed) == (4, 3, 2)
    assert found.effect == pytest.approx([0.75, 1.0, 1.5])
    assert found.r2 == pytest.approx([0.75, 0.8, 0.85])
    assert found.r == pytest.approx([0.1, 0.4, 0.6])
    assert table([found]).splitlines()[-1] == (
        "| n | 4 | 3 | 2 | 1.00 (0.75 to 1.50) | 0.80 (0.75 to 0.85) | 0.40 (0.10 to 0.60) |"
    )
    none = strength("n", Effects(0 * slope, r2, yardstick, partial, visible, np.array([500])))
    assert table([none]).splitlines()[-1] == "| n | 4 | 0 | 0 | none | none | none |"


def test_the_readme_equals_the_command_s_output(capsys, monkeypatch):
    from capsviz.cli import main

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(ROOT / "checkpoints"))
    assert main(["compare", "--labels"]) == 0
    assert capsys.readouterr().out in (ROOT / "checkpoints/README.md").read_text("utf-8")


def test_a_missing_analysis_prints_one_sentence(capsys, tmp_path):
    from capsviz.cli import main

    assert main(["compare", "--labels", "--checkpoints", str(tmp_path)]) == 2
    assert "run `capsviz analyse --all` first" in capsys.readouterr().err
