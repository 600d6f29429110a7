"""Routings trained by one recipe: rows of `capsviz compare --family`, measured, saved, printed."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import torch

from capsviz.analysis import family_record, family_table
from capsviz.analysis.family_times import measure_times
from capsviz.cli import main
from capsviz.data.pictures import Learning, Pictures
from capsviz.errors import CapsvizError
from capsviz.model.networks import MODELS, build
from capsviz.training import checkpoint

SHIPPED = Path(__file__).parents[2] / "checkpoints"


def _row(
    value: str, accuracy: list[float], data_set: str = "mnist", option: str = "routing"
) -> dict:
    seeds = list(range(len(accuracy)))
    return {
        "checkpoint": f"{value} on {data_set}", "data_set": data_set,
        "option": option, "value": value,
        "iterations": 3, "recipe": "--network compact", "measured": {"hardware": "a machine"},
        "validation": 5000, "n": 500, "parameters": 1000, "multiply_adds": 2000,
        "ways": ["thirds moved"], "seeds": seeds, "accuracy": accuracy,
        "error": [40.0 + one for one in seeds], "learn": [60.0, 62.0, 61.0],
        "read": [0.002, 0.002, 0.002], "affine": [0.5 for _ in seeds],
        "auc": [[0.75] for _ in seeds], "digests": ["a" for _ in seeds], "sha256": "b",
    }  # fmt: skip


def test_a_verdict_is_of_pairs_of_one_seed_and_no_finer_than_they_allow():
    own = _row("dynamic", [0.97, 0.95, 0.96])
    lower = _row("top_k", [0.959, 0.941, 0.95])  # by about 0.01 with every seed
    alike = _row("leaky", [0.971, 0.949, 0.96])
    said = family_table.describe([alike, lower, own])[0]
    assert said.startswith("MNIST, accuracy below dynamic: top_k. Paired t test over 3 seeds")
    assert said.endswith("of the other 1 so few seeds tell no difference.")
    assert "nothing to hold against" in family_table.describe([lower])[0]
    fewer = _row("deep_2", [0.91, 0.92], option="network")
    said = family_table.describe([alike, lower, own, fewer])
    assert said[0].endswith("Of fewer seeds, and not tested: deep_2 (2).")
    assert "over 3 turns" in said[-1]
    assert said[-1].endswith("read and learnt once.")
    later = {**alike, "measured": {"hardware": "a machine", "commit": "b"}}
    assert "Those of MNIST are of several runs: compare" in family_table.describe([later, own])[-1]


def test_rows_are_sorted_by_a_measure_and_have_usual_names():
    shared = _row("shared", [0.98, 0.98], option="matrices")
    deep = _row("deep_2", [0.91, 0.92], option="network") | {"error": [None, None]}
    rows = [_row("top_k", [0.95, 0.96]), deep, shared]
    titles = [family_table.title_of(row) for row in family_table.order(rows, "accuracy, %")]
    assert titles == ["W the same at every place", "Top-k", "Deep capsules, two layers"]
    assert family_table.order(rows, "reconstruction error")[-1] == deep  # it has none
    assert family_table.setting_of(_row("top_k:2", [0.9])) == ("k", 2)
    assert family_table.setting_of(deep) is None


def test_intervals_are_over_seeds_and_one_seed_has_none():
    said = family_table.cells(_row("dynamic", [0.96, 0.98]))
    assert said["accuracy, %"] == "97.00 (84.29 to 109.71)"  # t with one degree of freedom: 12.7
    assert said["affine, %"] == "50.0 (50.0 to 50.0)"
    assert said["ms to read one"] == "2.00 (2.00 to 2.00)"
    assert said["seconds to learn"] == "61.0 (58.5 to 63.5)"  # over turns
    assert family_table.cells(_row("dynamic", [0.96]))["accuracy, %"] == "96.00"


def test_saved_rows_keep_the_others_and_damage_is_refused(tmp_path):
    path = tmp_path / family_record.FILE
    with pytest.raises(CapsvizError, match="not recorded: run `capsviz compare --family --sweeps"):
        family_record.ROWS.load(path)
    first, second = _row("em", [0.9, 0.91]), _row("dynamic", [0.9, 0.91], "fashion")
    family_record.ROWS.save(path, [first])
    family_record.ROWS.save(path, [second])
    assert family_record.ROWS.load(path) == [first, second]
    lines = list(csv.DictReader(family_table.to_csv([second, first]).splitlines()))
    assert [line["data_set"] for line in lines] == ["mnist"] * 2 + ["fashion"] * 2
    assert lines[1]["accuracy"] == "0.91"
    assert lines[1]["learn"] == "61.0"
    path.write_text(path.read_text().replace("0.91", '"much"'))
    with pytest.raises(CapsvizError, match="is damaged"):
        family_record.ROWS.load(path)


def test_a_sweep_is_measured_by_its_trainings(tmp_path, monkeypatch, capsys):
    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (30, 28, 28), generator=random, dtype=torch.uint8)
    held = Pictures(images, torch.randint(0, 10, (30,), generator=random))
    config = replace(MODELS["dynamic"], conv_channels=8, primary_types=2, decoder_hidden=(8, 8))
    record = {
        "config": {"epochs": 1, "batch": 4, "pass_length": 8}, "epochs": 1, "torch": "2",
        "hardware": "a machine",
        "command": "capsviz sweep here --vary routing=dynamic --seeds 2 --network capsnet",
        "validation": {"n": 30, "how": ""},
        "history": [{"accuracy": 0.5, "reconstruction_sse": 40.0}],
    }  # fmt: skip
    folder = tmp_path / "sweep"
    folder.mkdir()
    for seed in (0, 1):
        torch.manual_seed(seed)
        path = folder / f"routing=dynamic,seed={seed}.safetensors"
        checkpoint.save(path, build(config).state_dict(), config, record)
    shared = replace(config, matrices="shared")
    path = folder / "matrices=shared,seed=0.safetensors"
    swapped = "capsviz sweep here --network capsnet --seeds 2 --vary matrices=shared"
    checkpoint.save(path, build(shared).state_dict(), shared, {**record, "command": swapped})
    (folder / "matrices=none,seed=0.safetensors").write_bytes(path.read_bytes())
    # The state of an interrupted training is not a member, and not an error.
    (folder / "matrices=shared,seed=1.resume.safetensors").write_bytes(b"another format")
    monkeypatch.setattr("capsviz.data.vision.Mnist.learning", lambda self: Learning.of(held, held))
    monkeypatch.setattr(family_record, "measure_times", partial(measure_times, turns=2))
    members = family_record.find_members(tmp_path)
    assert sorted(member.name for member in members) == ["W shared", "dynamic"]
    members.sort(key=lambda member: member.name, reverse=True)
    row, other = family_record.measure_members(members)
    assert (family_table.name_of(other), other["seeds"]) == ("W shared", [0])
    assert other["parameters"] < row["parameters"]
    assert (row["value"], row["seeds"], row["n"]) == ("dynamic", [0, 1], 30)
    assert all(len(row[key]) == 2 and min(row[key]) > 0 for key in family_record.TIMES)
    assert row["recipe"] == other["recipe"] == "--network capsnet"
    assert row["parameters"] == sum(p.numel() for p in build(config).parameters())
    assert all(0 <= share <= 1 for share in row["affine"])
    assert len(row["auc"][0]) == 3
    assert row["digests"][0] != row["digests"][1]
    with pytest.raises(CapsvizError, match="no sweep of routings"):
        family_record.find_members(tmp_path / "none")
    # The whole command, restarted after an interruption: each row is kept, and only once.
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    family_record.ROWS.save(tmp_path / family_record.FILE, [row])
    command = ["compare", "--family", "--sweeps", str(folder), "--save", "--csv"]
    assert main([*command, str(tmp_path / "all.csv")]) == 0
    kept = family_record.ROWS.load(tmp_path / family_record.FILE)
    assert {each["checkpoint"] for each in kept} == {"dynamic on mnist", "W shared on mnist"}
    assert len(kept) == 2
    assert len((tmp_path / "all.csv").read_text().splitlines()) == 1 + 3
    table = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| ")]
    assert [line.split(" | ")[0] for line in table[1:]] == ["| ---", "| dynamic", "| W shared"]


def test_the_command_prints_the_record_and_writes_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(SHIPPED))
    file = tmp_path / "all.csv"
    assert main(["compare", "--family", "--csv", str(file)]) == 0
    printed = capsys.readouterr().out.strip()
    rows = json.loads((SHIPPED / family_record.FILE).read_text())["results"]
    assert len(file.read_text().splitlines()) == 1 + sum(len(row["seeds"]) for row in rows)
    readme = (SHIPPED / "README.md").read_text()
    assert all(line in readme for line in printed.splitlines() if line.startswith("|"))
    assert main(["compare", "--csv", str(file)]) != 0
    assert "need --family" in capsys.readouterr().err
