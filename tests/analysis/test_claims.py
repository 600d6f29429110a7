"""The file of claims is complete, and its verdicts follow from its numbers, those from records."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import torch


def row(value: float, low: float | None = None, high: float | None = None):
    from capsviz.analysis.claims import Row

    return Row("a", "", value, low, high)


def test_a_difference_of_two_shares_has_newcombes_bounds():
    from capsviz.analysis.claims import difference
    from capsviz.training.evaluate import interval

    one, two = (row(k / n, *interval(k / n, n)) for k, n in ((56, 70), (48, 80)))
    found = difference(one, two)
    # Newcombe (1998), method 10, of 56/70 and 48/80.
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=1e-4)
    assert found.outcome == "for"
    assert difference(two, one).outcome == "against"
    assert difference(one, one).outcome == "open"


def test_numbers_without_an_interval_are_exact():
    from capsviz.analysis.claims import difference

    assert difference(row(3.0), row(1.0)).low == 2.0
    assert difference(row(0.6, 0.4, 0.8), row(0.5)).outcome == "open"
    assert difference(row(0.6, 0.51, 0.8), row(0.5)).outcome == "for"
    assert difference(row(1.0), row(1.0)).outcome == "open"


@pytest.mark.parametrize(
    ("outcomes", "says"),
    [
        ([], "not tried"),
        (["for"], "holds"),
        (["for", "for"], "holds"),
        (["for", "open"], "holds in part"),
        (["for", "against"], "holds in part"),
        (["open"], "not found"),
        (["open", "against"], "not found"),
        (["against", "against"], "reversed"),
    ],
)
def test_a_verdict_follows_from_its_comparisons(outcomes, says):
    from capsviz.analysis.claims import VERDICTS, verdict

    assert verdict(outcomes) == says
    assert says in VERDICTS


def test_the_claims_file_names_existing_measures_pages_and_lessons():
    from capsviz.analysis import claims
    from capsviz.analysis.claims import measures
    from capsviz.ui.catalogue.navigation import ENTRIES
    from capsviz.ui.lessons import loader

    known = claims.load()
    pages = {entry.name: entry for entry in ENTRIES}
    lessons = {lesson.name for lesson in loader.load("en").lessons}
    assert set(known.measures) == {*measures.RECORDS, *measures.SWEEPS, *measures.NETWORKS}
    assert len(known.papers) <= 15
    for claim in known.claims:
        assert claim.tests, claim.name
        assert claim.missing, claim.name
        for way in claim.links:
            assert way.page in pages
            assert not way.lesson or way.lesson in lessons, way
            plain = {**pages[way.page].view().to_plain(), **way.view}
            assert pages[way.page].view.from_plain(plain).to_plain() == plain


@pytest.mark.parametrize(
    "name",
    [
        *("digits", "affine", "expanded", "overlap", "attacks", "detected", "labels"),
        *("strangers", "strangers_rounds", "strangers_shipped"),
        *("couplings_differ", "couplings_parents", "silent", "settling_learnt", "settling_right"),
        *("activations", "couplings_epochs", "silent_epochs", "activations_epochs"),
    ],
)
def test_recorded_rows_equal_the_present_records(name):
    from capsviz.analysis import claims
    from capsviz.analysis.claims import measures

    known = claims.load().measures[name]
    again = measures.measure(known, measures.Material(lambda _: pytest.fail("reads pictures")))
    assert [(one.series, one.condition) for one in again.rows] == [
        (o.series, o.condition) for o in known.rows
    ]
    for one, other in zip(again.rows, known.rows, strict=True):
        assert (one.value, one.lower, one.upper) == pytest.approx(
            (other.value, other.lower, other.upper), rel=1e-5, abs=1e-9
        )


@pytest.mark.parametrize(("unit", "least"), [("share", 0.0), ("R²", -np.inf)])
def test_no_share_or_r2_and_none_of_its_bounds_exceed_one(unit, least):
    from capsviz.analysis import claims

    rows = [row for one in claims.load().measures.values() if one.unit == unit for row in one.rows]
    assert rows
    assert [row for row in rows if not least <= row.lower <= row.upper <= 1] == []


def test_sweeps_become_means_with_intervals(tmp_path):
    from capsviz.analysis import claims
    from capsviz.analysis.claims import measures
    from capsviz.errors import CapsvizError

    known = claims.load().measures["weights_error"]
    material = measures.Material(lambda _: pytest.fail("reads pictures"), tmp_path)
    with pytest.raises(CapsvizError, match=r"is not there: run `capsviz sweep recon"):
        measures.measure(known, material)
    (tmp_path / "recon").mkdir()
    result = {
        "setting": [["reconstruction-weight", "0.025"]],
        "accuracies": [0.9, 0.9, 0.9],
        "errors": [1.0, 2.0, 3.0],
        "seconds": 1.0,
    }
    (tmp_path / "recon/sweep.json").write_text(json.dumps({"results": [result]}))
    (found,) = measures.measure(known, material).rows
    assert (found.series, found.condition, found.value) == ("small build", "50 times", 2.0)
    assert (found.low, found.high) == pytest.approx((-0.484, 4.484), abs=1e-3)


def test_solids_are_compared_at_the_accuracy_that_all_trainings_reach(tmp_path):
    from capsviz.analysis import claims
    from capsviz.analysis.claims import measures, solid_views
    from capsviz.errors import CapsvizError

    known = claims.load().measures
    material = measures.Material(lambda _: pytest.fail("reads pictures"), tmp_path)
    with pytest.raises(CapsvizError, match=r"azimuth_matrix/sweep\.json is not there"):
        measures.measure(known["solids"], material)
    fast, slow = [[0.5, 0.3], [0.9, 0.6], [1.0, 0.5]], [[0.2, 0.2], [0.6, 0.4], [0.8, 0.7]]
    folders = [*solid_views.NETWORKS, *solid_views.STEREO]
    cameras = [""] * len(solid_views.NETWORKS) + ["stereo_"] * len(solid_views.STEREO)
    for split in ("azimuth", "elevation"):
        for camera, folder in zip(cameras, folders, strict=True):
            path = tmp_path / f"{camera}{split}_{folder}" / "sweep.json"
            path.parent.mkdir()
            epochs = [slow] if folder == "matrix" else [fast, [[0.7, 0.1], [0.85, 0.4]]]
            path.write_text(json.dumps({"results": [{"epochs": epochs}]}))
    found = {
        (one.series, one.condition): one.value
        for one in measures.measure(known["solids"], material).rows
    }
    assert len(found) == 7 * 4
    # All trainings reach 0.8: the CNNs are stopped in their second epochs.
    assert found["matrix, one training", "azimuth, novel"] == pytest.approx(0.7)
    assert found["CNN with pooling", "azimuth, familiar"] == pytest.approx(0.875)
    assert found["CNN with pooling", "elevation, novel"] == pytest.approx(0.5)
    # Without the matrix network all of these reach 0.85.
    both = {
        (one.series, one.condition): one.value
        for one in measures.measure(known["solids_stereo"], material).rows
    }
    assert len(both) == 4 * 4
    assert both["CNN with pooling", "azimuth, novel"] == pytest.approx((0.6 + 0.4) / 2)
    (tmp_path / "elevation_cnn/sweep.json").write_text('{"results": [{"epochs": []}]}')
    with pytest.raises(CapsvizError, match=r"elevation_cnn/sweep\.json has no novel views"):
        measures.measure(known["solids"], material)
    (tmp_path / "elevation_cnn/sweep.json").write_text('{"results": [{"epochs": [[[1]]]}]}')
    with pytest.raises(CapsvizError, match=r"elevation_cnn/sweep\.json is damaged"):
        measures.measure(known["solids"], material)


def test_kept_couplings_are_the_mean_overlap_with_the_iteration_before():
    from capsviz.analysis.couplings import kept_couplings

    settled = [[0.5, 0.5], [1.0, 0.0]]
    moved = [[0.0, 1.0], [0.75, 0.25]]
    couplings = np.array([[settled, settled, moved]], np.float32)  # half and a quarter have moved
    assert kept_couplings(couplings) == pytest.approx(np.array([[1.0, 1 - (0.5 + 0.25) / 2]]))


def test_settling_compares_every_iteration_with_the_last(monkeypatch):
    from capsviz.analysis.claims import settling
    from capsviz.analysis.claims.material import Material
    from capsviz.config import ModelConfig
    from capsviz.data.pictures import Pictures
    from capsviz.model.capsnet import CapsNet
    from capsviz.tracing import trace

    torch.manual_seed(0)
    model = CapsNet(ModelConfig(conv_channels=8, primary_types=1)).eval()
    monkeypatch.setattr(settling, "capsules", lambda name: model)
    monkeypatch.setattr(settling, "NETWORKS", ("dynamic",))
    monkeypatch.setattr(settling, "ITERATIONS", (1, 2, 4))
    images = torch.randint(256, (3, 28, 28), dtype=torch.uint8)
    rows = [*settling.settling(Material(lambda _: Pictures(images, torch.zeros(3).long())))]

    answers = trace(model, images, 4).lengths.argmax(2)
    found = {(row.series, row.condition): row.value for row in rows}
    for r in (1, 2):
        same = float((answers[:, r - 1] == answers[:, 3]).mean())
        assert found["dynamic: answer of iteration 4", str(r)] == pytest.approx(same)
    assert {at for series, at in found if series == "dynamic: couplings kept"} == {"2", "4"}


def test_usual_couplings_are_means_over_the_digits_of_a_class(monkeypatch):
    from capsviz.analysis.claims import measures
    from capsviz.config import ModelConfig
    from capsviz.data.pictures import Pictures
    from capsviz.model.capsnet import CapsNet
    from capsviz.tracing import trace

    torch.manual_seed(0)
    model = CapsNet(ModelConfig(conv_channels=8, primary_types=2, classes=2)).eval()
    monkeypatch.setattr(measures, "capsules", lambda name: model)
    monkeypatch.setattr(measures, "COUPLED_NETWORKS", ("dynamic",))
    images = torch.randint(256, (5, 28, 28), dtype=torch.uint8)
    labels = torch.tensor([0, 1, 0, 1, 1])
    numbers = measures.NETWORKS["usual_couplings"]
    rows = [*numbers(measures.Material(lambda _: Pictures(images, labels)))]

    assert [(row.series, row.condition) for row in rows] == [
        (f"dynamic: {k}", f"type {t}") for k in (0, 1) for t in (0, 1)
    ]
    couplings = trace(model, images, 3).couplings[:, 2]
    expected = [couplings[labels.numpy() == k][:, t::2, k].mean() for k in (0, 1) for t in (0, 1)]
    assert [row.value for row in rows] == pytest.approx(expected, rel=1e-5)


def test_a_sweep_without_finished_networks_gets_one_sentence(tmp_path):
    from capsviz.analysis.claims.material import Material
    from capsviz.errors import CapsvizError

    def nothing(name):
        pytest.fail("reads pictures")

    with pytest.raises(CapsvizError, match="needs the sweep turned_cnn: name its parent folder"):
        Material(nothing).load_networks("turned_cnn")
    (tmp_path / "rounds").mkdir()
    (tmp_path / "rounds/iterations=3,seed=0.resume.safetensors").touch()
    with pytest.raises(CapsvizError, match="has no network of iterations=3: run it first"):
        Material(nothing, tmp_path).load_networks("rounds", "iterations=3")


def test_score_laws_finds_a_law_for_a_code_that_moves_with_the_picture():
    from capsviz.analysis.claims.poses import score_laws
    from capsviz.data.pictures import Pictures

    images = torch.zeros(48, 28, 28, dtype=torch.uint8)
    images[:, 8:20, 11:17] = 255
    along = np.arange(28, dtype=np.float32)

    def read(pictures):
        middle = (pictures.sum(1) * along).sum(1) / pictures.sum((1, 2))
        return np.eye(4, dtype=np.float32)[np.zeros(len(pictures), int)], middle[
            :, None, None
        ].repeat(4, 1)

    labels = torch.arange(48) % 4
    rows = {row.condition: row for row in score_laws("middle", read, Pictures(images, labels))}
    assert rows["shift x"].value > 0.99
    assert rows["shift y"].value < 0.5


def test_gradients_through_all_iterations_need_more_memory():
    from capsviz.analysis.claims.cost import count_memory
    from capsviz.config import ModelConfig
    from capsviz.model.networks import ARCHITECTURES
    from capsviz.training.tasks import Batch

    batch = Batch.of_digits(torch.rand(2, 28, 28), torch.tensor([1, 2]))
    small = {"architecture": "compact", "primary_types": 1, "digit_dim": 4}
    networks = [
        ARCHITECTURES["compact"](ModelConfig(**small, iterations=rounds)) for rounds in (2, 5)
    ]
    last, every = (
        [count_memory(network, batch, every) for network in networks] for every in (False, True)
    )
    assert last[0] == last[1] < every[0] < every[1]


def test_saved_claims_load_and_damage_gets_one_sentence(tmp_path):
    from dataclasses import replace

    from capsviz.analysis import claims
    from capsviz.errors import CapsvizError

    path = Path(tmp_path / "claims.json")
    path.write_text(Path(claims.claim_file.FILE).read_text("utf-8"), "utf-8")
    known = claims.load(path).measures["overlap"]
    other = replace(known, rows=tuple(replace(one, value=one.lower) for one in known.rows))
    claims.save_measure(other, path)
    assert claims.load(path).measures["overlap"].rows == other.rows
    plain = json.loads(path.read_text("utf-8"))
    plain["measures"]["overlap"]["rows"][0][2] = 7
    path.write_text(json.dumps(plain), "utf-8")
    with pytest.raises(CapsvizError, match=r"is damaged .*lies outside of its interval"):
        claims.load(path)


def test_the_command_prints_claims_and_their_numbers(capfd, tmp_path):
    from capsviz import cli

    assert cli.main(["claims"]) == 0
    assert "| scrambled | Scrambled parts fool a CNN, not capsules | holds in part |" in (
        capfd.readouterr().out
    )
    assert cli.main(["claims", "overlap"]) == 0
    said = capfd.readouterr().out
    assert "capsviz evaluate --set overlap --all" in said
    assert "+0.98 (+0.38 to +1.58) points | for |" in said
    assert cli.main(["claims", "--csv", str(tmp_path / "all.csv")]) == 0
    assert "overlap_cnn,,0.9456" in (tmp_path / "all.csv").read_text("utf-8")
    assert cli.main(["claims", "--measure", "none"]) == 2
    assert "there is no measure 'none'" in capfd.readouterr().err


def test_the_sheet_has_a_row_for_every_claim_and_escapes_markup(tmp_path, monkeypatch):
    import dataclasses

    from capsviz import cli
    from capsviz.analysis import claims
    from capsviz.ui.pages.claims import summary

    path = tmp_path / "claims.html"
    assert cli.main(["claims", "--sheet", str(path)]) == 0
    written = path.read_text("utf-8")
    known = claims.load()
    for claim in known.claims:
        verdict = claims.judge(known.pairs(claim))[0]
        row = written[written.index(claim.says) :].partition("</tr>")[0]
        assert f">{verdict}<" in row
        assert row.count("</td>") == 2

    one = dataclasses.replace(known.claims[0], says="<b>bold</b>", result="First. Second.")
    monkeypatch.setattr(claims, "load", lambda: dataclasses.replace(known, claims=(one,)))
    assert "&lt;b&gt;bold" in summary.render_summary()
    assert "First.</td>" in summary.render_summary()
