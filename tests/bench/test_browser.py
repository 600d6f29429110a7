"""The comparison with ONNX Runtime asks both engines the same."""

from __future__ import annotations

import json

import pytest

from capsviz import cli


@pytest.mark.slow
def test_both_engines_answer_the_same_questions(packages, browser, capsys, monkeypatch):
    from contextlib import nullcontext

    from capsviz.development.bench import live

    monkeypatch.setattr(live, "chromium", lambda: nullcontext(browser))
    assert cli.main(["bench", "browser", "--turns", "1", "--json"]) == 0
    results = json.loads(capsys.readouterr().out)
    assert len(results) == 3
    for row in results.values():
        assert row["ratio"] == pytest.approx(row["onnx_ms"] / row["own_ms"])
