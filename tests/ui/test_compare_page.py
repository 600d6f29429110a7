"""The Compare page's script, without a browser."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from pages import items_of, load_networks, sections_of, visit, words_of

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
    assert found["picture"] == "example"
    assert found["image"]
    assert [engine().knows(name) for name in NAMES] == [True, False, False]


def test_a_visitors_own_network_stands_beside_the_first(folder):
    from capsviz.training import checkpoint

    known = checkpoint.load("attention")
    state = known.model.state_dict()
    checkpoint.save(folder / "mine.safetensors", state, known.model.config, {})
    assert list(columns()) == ["dynamic", "mine", "cnn", "attention"]


def test_every_network_classifies_the_drawing_and_marks_inapplicable_rows(folder):
    found = columns()
    assert list(found) == ["dynamic", "cnn", "attention"], "the CNN stands second"
    assert found["dynamic"]["settled"] in range(1, 11)
    assert found["attention"]["settled"] is found["cnn"]["settled"] is None
    kinds = [column["kind"] for column in found.values()]
    assert kinds == ["capsules", "plain", "capsules"]
    assert found["cnn"]["couplings"] is None
    assert found["cnn"]["reconstruction"] is None
    assert found["dynamic"]["accuracy"] == {"of": "test", "share": 1 / 3, "interval": [0.1, 0.6]}
    assert set(found["dynamic"]["facts"]) == {"parameters"}


def test_test_set_results_appear_in_sentences_tables_and_charts(folder):
    found = sections_of("compare")
    assert [name for name, one in found.items() if not one["detail"]] == ["disputed", "results"]
    text = words_of(found)
    assert "change the answer for **1** of 3 test digits" in text
    assert "1 from wrong to right, 0 from right to wrong" in text
    assert "1 of 3, the most disputed first" in text
    assert "None of the 3 pairs of networks differs by more than chance" in text
    charts = items_of(found["results"], "chart")
    assert [one["name"] for one in charts] == ["accuracy", "disagreements"]
    assert charts[0]["csv"].splitlines()[0] == "name,accuracy in %,low,high"
    assert charts[0]["figures"]["light"] != charts[0]["figures"]["dark"]
    whole, pairs = items_of(found["differences"], "table")
    assert [row[0] for row in whole["rows"]] == ["Dynamic", "Self-attention", "Plain CNN"]
    assert pairs["heads"][2:4] == ["only the second right", "p"]
    assert [row[2:4] for row in pairs["rows"]] == [["0", "1"]] * 3


def test_sections_are_in_the_visitors_language(folder):
    from capsviz.ui.languages import messages

    found = sections_of("compare", language="de")
    title = messages.text("de", "compare_sections", "section-results")
    assert found["results"]["title"] == title


def test_digits_are_disputed_between_the_networks_that_are_chosen(folder):
    def asked(*names: str) -> dict:
        return sections_of("compare", only="disputed", networks=names)

    found = asked("dynamic", "cnn")
    assert list(found) == ["disputed"]
    (choice,) = items_of(found["disputed"], "networks")
    assert [one["name"] for one in choice["networks"] if one["chosen"]] == ["dynamic", "cnn"]
    assert "1 of 3" in words_of(found)
    assert "the same answer" in words_of(asked("dynamic", "attention"))
    assert "two networks or more" in words_of(asked("dynamic"))


def test_a_site_omits_networks_that_it_does_not_publish(folder, monkeypatch):
    from capsviz.ui.pages.compare import sections

    titles = {name: name for name in (*NAMES, "mine")}
    monkeypatch.setattr(sections, "titles_of", lambda _: titles)
    seen = []
    monkeypatch.setattr(
        sections, "label_items", lambda names, called, *_: seen.append(called) or ()
    )
    published = frozenset({"dynamic"})
    monkeypatch.setattr(
        "capsviz.ui.catalogue.sections.SectionRequest.tells",
        lambda asked, name, **_: asked.published is None or name in asked.published,
    )
    found = sections_of("compare", published=published)
    assert "disputed" not in found
    assert [list(called) for called in seen] == [["dynamic"]]
    assert "run " not in words_of(found), "nobody there can do anything about it"


def test_the_bases_of_labels_are_compared_side_by_side(folder, monkeypatch):
    from capsviz.analysis.label_quality import Strength
    from capsviz.ui.pages.compare import label_basis

    low = np.array([0.1, 0.2, 0.3])
    found = {"attention": Strength("attention", 160, 142, 77, low, low + 0.6, -low)}
    monkeypatch.setattr(label_basis, "_strength", found.get)
    section = sections_of("compare")["labels"]
    (table,) = items_of(section, "table")
    (row,) = table["rows"]  # the others were not analysed
    told = dict(zip(table["heads"], row, strict=True))
    assert told["network"] == "Self-attention"
    assert told["R² on sweeps"] == "0.80 (0.70 to 0.90)"
    assert told["confirmed"] == "77"
    assert "real digits" in words_of({"": section})


def test_results_of_other_weights_are_not_shown_as_these_weights_own(folder):
    text = (folder / "results.json").read_text("utf-8")
    rows = json.loads(text)["results"]
    (folder / "results.json").write_text(text.replace(rows[0]["sha256"], "0" * 64), "utf-8")
    found = columns()["dynamic"]["accuracy"]
    assert (found["share"], found["interval"]) == (None, None)


def test_affine_results_are_shown_at_full_strength_and_for_the_same_weights_only(folder):
    from capsviz.analysis import robustness
    from capsviz.training import checkpoint

    row = {"set": "affine", "n": 2000, "seed": 0, "field": 28, "strengths": [0.0, 1.0]}
    measured = {"accuracy": [0.99, 0.75], "interval": [[0.98, 1.0], [0.7, 0.8]]}
    digest = checkpoint.load("dynamic").digest
    rows = [
        {**row, **measured, "checkpoint": "dynamic", "sha256": digest},
        {**row, **measured, "checkpoint": "cnn", "sha256": "of other weights"},
    ]
    robustness.ROWS.save(folder / "affine.json", rows)
    facts = {name: column["facts"] for name, column in columns().items()}
    assert facts["dynamic"]["affine"] == {"share": 0.75, "interval": [0.7, 0.8]}
    assert facts["cnn"]["affine"] is None


def test_calibration_is_shown_for_the_same_weights_only(folder):
    from capsviz.analysis import calibration
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    def said() -> str:
        return words_of({"": sections_of("compare")["calibration"]})

    cache.calibration.cache_clear()
    assert "run `capsviz calibrate --all`" in said()
    row = {"n": 100, "mean": [0.55, 0.95], "count": [20, 80], "right": [18, 80], "error": 0.11}
    row |= {"interval": [[0.7, 0.97], [0.95, 1.0]]}
    digest = checkpoint.load("dynamic").digest
    others = {**row, "checkpoint": "cnn", "sha256": "of other weights"}
    rows = [others, {**row, "checkpoint": "dynamic", "sha256": digest}]
    calibration.ROWS.save(folder / "calibration.json", rows)
    words = said()
    assert "around 0.95, 80 of 80 answers are right (100.0 %; 95.0 to 100.0)" in words
    assert "around 0.55, 18 of 20 answers are right (90.0 %; 70.0 to 97.0)" in words
    assert "read no length as a probability" in words
    assert "held out; bars 95 % intervals" in words, "no other network's line is drawn"
    (choice,) = items_of(sections_of("compare")["calibration"], "choice")
    assert [one["title"] for one in choice["options"]] == ["Dynamic"]


def test_retrained_routings_have_a_section_if_they_were_recorded(folder):
    import shutil
    from pathlib import Path

    assert "family" not in sections_of("compare")
    shutil.copy(Path(__file__).parents[2] / "checkpoints" / "family.json", folder)
    section = sections_of("compare")["family"]
    (choice,) = items_of(section, "choice")
    first, *_ = items_of(section, "table")
    assert len(first["rows"]) == 18
    assert first["rows"][-1][0] == "k-means"  # the best first
    text = words_of({"": section})
    assert "Paired t test over 5 seeds" in text
    assert "`--pass-length 5000" in text
    options = {one["name"]: one for one in choice["options"]}
    (table,) = items_of(options["seconds to learn"], "table")
    assert table["rows"][0][0] == "Deep capsules, three layers"
    (file,) = items_of(section, "download")
    assert file["name"] == "family-mnist.csv"
    assert len(file["text"].splitlines()) > 18


def test_results_on_two_digits_are_shown_once_measured(folder):
    from capsviz.training import results

    def told() -> list[str]:
        lines = items_of(sections_of("compare")["differences"], "")
        return [line for line in lines if line.startswith("Two digits")]

    assert ["capsviz evaluate --set overlap" in line for line in told()] == [True]
    row = {"checkpoint": "overlap", "set": "overlap", "n": 10_000, "both_right": 0.94}
    row |= {"interval": [0.935, 0.944], "parameters": 3_646_064, "sha256": "of its weights"}
    results.save(folder / "overlap.json", [row], results.Answers("721"))
    (line,) = told()
    assert "**94.00%** (95 % interval 93.50 to 94.40)" in line
    assert "10,000 test pairs" in line


def test_missing_results_leave_the_columns_and_name_the_command(folder):
    (folder / "results.json").unlink()
    assert len(columns()) == 3
    assert "evaluate --all --save" in items_of(sections_of("compare")["results"], "")[0]


def test_a_damaged_network_does_not_hide_the_others(folder):
    (folder / "attention.safetensors").write_bytes(b"PK no safetensors")
    load_networks()
    found = visit("compare", seen=True)
    assert [column["name"] for column in found["data"]["columns"]] == ["dynamic", "cnn"]
    assert "attention.safetensors" in found["complaints"][0]


def test_a_link_brings_back_a_test_digit(folder, mnist_root):
    from capsviz.ui.session.permalink import Link, encode

    found = shown(link=encode(Link("compare", view={"test_digit": 7})))
    assert (found["test"]["title"], found["index"], found["label"]) == ("MNIST", 7, "9")


@pytest.mark.parametrize("bad", [-1, 10_000, True, "7"])
def test_a_bad_test_digit_in_a_link_gets_one_sentence(bad):
    from capsviz.errors import CapsvizError
    from capsviz.ui.pages.compare.view import View

    with pytest.raises(CapsvizError, match="0 to 9999"):
        View.from_plain({"test_digit": bad})
