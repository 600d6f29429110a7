"""The Compare page's script, without a browser."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from pages import at_page, load_networks, visit

NAMES = ["dynamic", "attention", "cnn"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Three small networks and their results on three test digits."""
    from capsviz import engine
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint, results
    from capsviz.ui.networks import cache

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    rows = []
    for name in NAMES:
        config = replace(MODELS[name], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
        checkpoint.save(tmp_path / f"{name}.safetensors", build(config).state_dict(), config, {})
        rows.append(
            {
                "checkpoint": name,
                "n": 3,
                "accuracy": 1 / 3,
                "interval": [0.1, 0.6],
                "reconstruction_sse": None if name == "cnn" else 12.5,
                "parameters": 1234,
                "parameters_without_decoder": 1000,
                "sha256": checkpoint.load(name).digest,
            }
        )
    answers = {"dynamic": "721", "attention": "721", "cnn": "729"}
    answered = results.Answers("721", answers, {"dynamic": "121"})
    results.save(tmp_path / "results.json", rows, answered)
    for cached in (engine.engine, cache.results, cache.affine):
        cached.cache_clear()
    yield tmp_path
    for cached in (engine.engine, cache.results, cache.affine):
        cached.cache_clear()


@pytest.fixture
def app(folder):
    """The page's script after its component has told the network in use."""
    at = at_page("compare")
    at.session_state["compare"] = {"shown": {"network": "dynamic", "view": {}}}
    return at


def shown(**asked) -> dict:
    """The data of a page whose networks are loaded."""
    load_networks()
    return visit("compare", seen=True, **asked)["data"]


def columns() -> dict[str, dict]:
    return {column["name"]: column for column in shown()["columns"]}


def test_the_page_is_shown_before_networks_are_loaded(folder):
    from capsviz.engine import engine

    engine()
    found = visit("compare")["data"]
    assert found["loading"][0] == 2  # the engine itself has loaded one
    assert found["columns"] == []
    assert found["of_what"] == "an example"
    assert found["image"]
    assert [engine().knows(name) for name in NAMES] == [True, False, False]


def test_every_network_reads_the_drawing_and_says_what_does_not_apply(app):
    app.run()
    assert not app.exception
    assert not app.error
    found = columns()
    assert list(found) == ["dynamic", "cnn", "attention"], "the CNN stands second"
    facts = {name: dict(column["facts"]) for name, column in found.items()}
    assert facts["dynamic"]["iterations"].startswith("settled from")
    assert facts["attention"]["iterations"] == "none: one pass"
    assert facts["cnn"]["iterations"] == "none"
    assert found["cnn"]["couplings"] is None
    assert found["cnn"]["reconstruction"] is None
    assert facts["dynamic"]["accuracy on MNIST"] == "33.33%"
    text = " ".join(block.value for block in app.markdown)
    assert "change the answer for **1** of 3 test digits" in text
    assert "1 from wrong to right, 0 from right to wrong" in text
    assert "1 of 3, the most disputed first" in app.caption[0].value
    assert "Of the 3 pairs of networks none differs by more than chance" in text
    pairs = app.table[1].value
    assert list(pairs["p"]) == ["1"] * 3
    assert list(pairs["only the second right"]) == ["0"] * 3


def test_what_labels_rest_on_stands_side_by_side(app, monkeypatch):
    from capsviz.analysis.label_quality import Strength
    from capsviz.ui.pages.compare import labelled

    low = np.array([0.1, 0.2, 0.3])
    found = {"attention": Strength("attention", 160, 142, 77, low, low + 0.6, -low)}
    monkeypatch.setattr(labelled, "_strength", found.get)
    app.run()
    assert not app.exception
    table = app.table[-1].value
    assert list(table.index) == ["Self-attention"]  # the others were not analysed
    (row,) = table.to_dict("records")
    assert row["R² on sweeps"] == "0.80 (0.70 to 0.90)"
    assert row["confirmed"] == "77"
    assert "real digits" in app.caption[-1].value


def test_results_of_other_weights_are_not_shown_as_these_weights_own(folder):
    text = (folder / "results.json").read_text("utf-8")
    rows = json.loads(text)["results"]
    (folder / "results.json").write_text(text.replace(rows[0]["sha256"], "0" * 64), "utf-8")
    facts = dict(columns()["dynamic"]["facts"])
    assert facts["accuracy on MNIST"] == "not measured for these weights"


def test_the_affine_set_is_told_at_its_full_strength_and_of_these_weights_only(folder):
    from capsviz.analysis.robustness import save_affine
    from capsviz.training import checkpoint

    row = {"set": "affine", "n": 2000, "seed": 0, "field": 28, "strengths": [0.0, 1.0]}
    measured = {"accuracy": [0.99, 0.75], "interval": [[0.98, 1.0], [0.7, 0.8]]}
    digest = checkpoint.load("dynamic").digest
    rows = [
        {**row, **measured, "checkpoint": "dynamic", "sha256": digest},
        {**row, **measured, "checkpoint": "cnn", "sha256": "of other weights"},
    ]
    save_affine(folder / "affine.json", rows)
    facts = {name: dict(column["facts"]) for name, column in columns().items()}
    assert facts["dynamic"]["on the affine set"] == "75.00%"
    assert facts["dynamic"]["interval there"] == "70.00 to 80.00"
    assert facts["cnn"]["on the affine set"] == "not measured for these weights"


def test_how_often_a_number_is_right_is_said_of_these_weights_only(app, folder):
    from capsviz.analysis.calibration import save_calibration
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    def said() -> str:
        at = app.run()
        assert not at.exception
        return " ".join(block.value for block in [*at.markdown, *at.caption])

    cache.calibration.cache_clear()
    assert "run `capsviz calibrate --all`" in said()
    row = {"n": 100, "mean": [0.55, 0.95], "count": [20, 80], "right": [18, 80], "error": 0.11}
    row |= {"interval": [[0.7, 0.97], [0.95, 1.0]]}
    digest = checkpoint.load("dynamic").digest
    others = {**row, "checkpoint": "cnn", "sha256": "of other weights"}
    rows = [others, {**row, "checkpoint": "dynamic", "sha256": digest}]
    save_calibration(folder / "calibration.json", rows)
    words = said()
    assert "around 0.95, 80 of 80 answers are right (100.0%; 95.0 to 100.0)" in words
    assert "around 0.55, 18 of 20 answers are right (90.0%; 70.0 to 97.0)" in words
    assert "read no length as a probability" in words
    assert list(app.selectbox(key="compare-calibration").options) == ["Dynamic"]


def test_routings_taught_anew_stand_folded_where_they_were_recorded(app, folder):
    import shutil
    from pathlib import Path

    from capsviz.ui.pages.compare.family import TITLE

    def sections() -> list:
        return [each for each in app.run().expander if each.label == TITLE]

    assert not sections()
    shutil.copy(Path(__file__).parents[2] / "checkpoints" / "family.json", folder)
    (section,) = sections()
    (table,) = section.table
    assert len(table.value) == 18
    assert table.value.index[-1] == "k-means"  # the best first
    assert "Paired t test over 5 seeds" in section.markdown[0].value
    assert "`--pass-length 5000" in section.markdown[1].value
    section.selectbox[0].select("seconds to learn").run()
    assert sections()[0].table[0].value.index[0] == "Deep capsules, three layers"


def test_two_digits_are_told_where_they_were_measured(app, folder):
    from capsviz.training import results

    def told() -> list[str]:
        return [line.value for line in app.run().markdown if line.value.startswith("Two digits")]

    assert ["capsviz evaluate --set overlap" in line for line in told()] == [True]
    row = {"checkpoint": "overlap", "set": "overlap", "n": 10_000, "both_right": 0.94}
    row |= {"interval": [0.935, 0.944], "parameters": 3_646_064, "sha256": "of its weights"}
    results.save(folder / "overlap.json", [row], results.Answers("721"))
    (line,) = told()
    assert "**94.00%** (95 % interval 93.50 to 94.40)" in line
    assert "10,000 test pairs" in line


def test_without_results_the_columns_stay_and_one_sentence_says_what_to_do(app, folder):
    (folder / "results.json").unlink()
    app.run()
    assert not app.exception
    assert len(columns()) == 3
    assert "evaluate --all --save" in app.error[0].value


def test_a_damaged_network_does_not_hide_the_others(folder):
    (folder / "attention.safetensors").write_bytes(b"PK no safetensors")
    load_networks()
    found = visit("compare", seen=True)
    assert [column["name"] for column in found["data"]["columns"]] == ["dynamic", "cnn"]
    assert "attention.safetensors" in found["complaints"][0]


def test_a_link_brings_back_a_test_digit(folder, mnist_root):
    from capsviz.ui.session.permalink import Link, encode

    found = shown(link=encode(Link("compare", view={"test_digit": 7})))
    assert found["of_what"] == "MNIST test digit 7"
    assert found["label"] == "a 9"


@pytest.mark.parametrize("bad", [-1, 10_000, True, "7"])
def test_a_bad_test_digit_in_a_link_gets_one_sentence(bad):
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.compare.view import View

    with pytest.raises(CapsvizError, match="0 to 9999"):
        View.from_plain({"test_digit": bad})
