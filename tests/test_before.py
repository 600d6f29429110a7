"""Files saved before names changed still open: one of each kind, made by the program then."""

from __future__ import annotations

import json
import shutil
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

BEFORE = Path(__file__).with_name("before")
LINKS = json.loads((BEFORE / "links.json").read_text("utf-8"))


@pytest.fixture
def network(monkeypatch, tmp_path):
    from capsviz import engine

    shutil.copy(BEFORE / "dynamic.safetensors", tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    engine.engine.cache_clear()
    yield "dynamic"
    engine.engine.cache_clear()


def test_a_checkpoint_reads_as_it_did_and_traces_hold_the_same(network, tmp_path):
    from capsviz.cli import main

    out = tmp_path / "trace.npz"
    assert main(["trace", str(BEFORE / "digit.png"), "--out", str(out), "--device", "cpu"]) == 0
    with np.load(out) as now, np.load(BEFORE / "trace.npz") as then:
        assert set(now.files) == set(then.files)
        for name in then.files:
            if then[name].dtype.kind == "f":
                np.testing.assert_allclose(now[name], then[name], atol=1e-4, err_msg=name)


def test_a_run_folder_plays_and_can_be_forked(monkeypatch, tmp_path):
    from capsviz.monitoring import runs
    from capsviz.ui.live.messages import unpack_arrays
    from capsviz.ui.pages.train import films

    shutil.copytree(BEFORE / "run", tmp_path / "run")
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    run = runs.find("run")
    assert (run.last_step(), run.snapshots(), run.list_state_steps()) == (3, [0, 1, 2], [3])
    header, arrays = unpack_arrays(films.message(run))
    assert header["classes"] == ["triangle", "square", "ellipse"]
    assert [len(moment["checks"]) > 0 for moment in header["moments"]] == [False, True, True]
    assert arrays["sweeps"].shape[:3] == (3, 4, 2)
    made, step = runs.fork(run, 3, {})
    assert (step, made.settings().model) == (3, run.settings().model)


@pytest.mark.parametrize("page", LINKS)
def test_a_link_brings_the_same_view(page):
    from capsviz.config import ModelConfig
    from capsviz.ui.session.permalink import decode

    link = decode(LINKS[page]["token"])
    assert link.page == page
    assert link.drawing is not None
    assert link.settings is not None
    assert (link.settings.iterations, link.settings.center) != (3, True)
    view = import_module(f"capsviz.ui.pages.{page}.view").View
    since = view().to_plain()  # later fields of a view have their defaults
    assert view.from_plain(link.view, ModelConfig()).to_plain() == {**since, **LINKS[page]["view"]}
