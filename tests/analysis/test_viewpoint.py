"""Laws of the pose on poses with a known law; curves and the affine set on a tiny network."""

from __future__ import annotations

import numpy as np
import pytest

AMOUNTS = np.array([-2.0, -1.0, 1.0, 2.0])


def poses(n: int = 40, dim: int = 16) -> np.ndarray:
    return np.random.default_rng(0).normal(0, 1, (n, dim))


def moved(before: np.ndarray, after: np.ndarray, amounts: np.ndarray = AMOUNTS):
    from capsviz.analysis.laws import TransformedPoses

    return TransformedPoses(before, after, amounts, np.arange(len(before)) < len(before) // 2)


def test_a_shared_law_is_found_and_explains_everything():
    from capsviz.analysis.laws import laws

    before, slope = poses(), np.random.default_rng(1).normal(0, 0.3, 16)
    after = before + AMOUNTS[:, None, None] * slope
    found = laws(moved(before, after))
    np.testing.assert_allclose(found["slope"], slope, atol=1e-12)
    assert found["shared"] == pytest.approx(1, abs=1e-9)
    assert found["own"] == pytest.approx(1, abs=1e-9)


def test_a_law_of_each_digits_own_needs_its_pose():
    from capsviz.analysis.laws import laws

    before, mix = poses(80), np.random.default_rng(1).normal(0, 0.3, (16, 16))
    after = before + AMOUNTS[:, None, None] * (before @ mix)
    found = laws(moved(before, after))
    assert found["own"] == pytest.approx(1, abs=1e-9)
    assert abs(found["shared"]) < 0.1


def test_noise_has_no_law():
    from capsviz.analysis.laws import laws

    rng = np.random.default_rng(2)
    before = poses(400)
    after = before + rng.normal(0, 1, (4, 400, 16))
    found = laws(moved(before, after))
    for name in ("shared", "own", "read"):
        assert abs(found[name]) < 0.1, name


def test_a_matrix_that_moves_every_pose_is_found_and_no_vector_can_stand_for_it():
    """Poses multiplied from the left by exp(tA), far beyond where exp(tA) is 1 + tA."""
    from scipy.linalg import expm

    from capsviz.analysis.laws import laws, matrix_laws

    A = np.random.default_rng(3).normal(0, 0.3, (4, 4))

    def poses_moved(before: np.ndarray, by: np.ndarray):
        after = [(expm(t * by) @ before.reshape(-1, 4, 4)).reshape(-1, 16) for t in AMOUNTS]
        return moved(before, np.stack(after))

    one, other = poses_moved(poses(), A), poses_moved(poses(60), A)
    found = matrix_laws([one, other])
    np.testing.assert_allclose(found["matrix"], 1, atol=1e-9)
    np.testing.assert_allclose(found["common"], 1, atol=1e-9)
    assert laws(one)["shared"] < 0.2
    # A matrix for each class, and none for both.
    found = matrix_laws([one, poses_moved(poses(60), -A)])
    np.testing.assert_allclose(found["matrix"], 1, atol=1e-9)
    assert min(found["common"]) < 0


def test_poses_moved_by_a_common_vector_or_of_another_size_have_no_matrix_law():
    from capsviz.analysis.laws import matrix_laws

    before = poses(200)
    slope = np.random.default_rng(1).normal(0, 0.3, 16)
    found = matrix_laws([moved(before, before + AMOUNTS[:, None, None] * slope)])
    assert abs(found["matrix"][0]) < 0.1
    assert matrix_laws([moved(before[:, :8], np.stack([before[:, :8]] * 4))]) == {}


def test_a_transform_that_the_pose_holds_can_be_read_off():
    from capsviz.analysis.laws import laws

    before = poses()
    before[:, 3] = 0  # upright digits all have the same value here
    after = np.repeat(before[None], 4, 0)
    after[:, :, 3] = AMOUNTS[:, None] * 0.1
    assert laws(moved(before, after))["read"] == pytest.approx(1, abs=1e-9)


def test_fits_are_scored_on_digits_that_were_not_fitted():
    from capsviz.analysis.laws import laws

    before = poses()
    after = before + AMOUNTS[:, None, None] * np.where(np.arange(40)[:, None] < 20, 1.0, -1.0)
    assert laws(moved(before, after))["shared"] == pytest.approx(-3)


def test_the_pose_of_a_moved_blob_follows_a_law(digits):
    """The pose here is the centre of mass: shifts have a shared law, rotations do not."""
    from capsviz.analysis.laws import KINDS, fit_laws

    def read(images):
        total = images.sum((1, 2)) + 1e-9
        place = np.arange(28)
        x, y = images.sum(1) @ place / total, images.sum(2) @ place / total
        v = np.repeat(np.stack([x, y], 1)[:, None], 10, 1)
        return np.eye(10)[np.zeros(len(images), int)], v

    found = fit_laws(read, digits, per_class=4)
    assert found.slope.shape == (len(KINDS), 10, 2)
    for kind, axis in (("shift_x", 0), ("shift_y", 1)):
        at = KINDS.index(kind)
        assert found.shared[at].min() > 0.999
        np.testing.assert_allclose(found.slope[at], np.eye(2)[[axis] * 10], atol=1e-3)
    assert found.kept[:, 0].min() == 1
    assert found.kept[:, 1:].max() == 0


def test_too_few_digits_of_a_class_get_one_sentence(digits):
    from capsviz.analysis.laws import fit_laws
    from capsviz.errors import CapsvizError

    with pytest.raises(CapsvizError, match="class 0 has only 4 test pictures"):
        fit_laws(lambda images: (None, None), digits, per_class=5)


def test_a_curve_passes_through_the_picture_itself(tiny_model):
    import torch

    from capsviz.analysis.viewpoint import POINTS, curve
    from capsviz.data.affine import Transform
    from capsviz.model.networks import MODELS, build

    image = np.zeros((28, 28), np.float32)
    image[5:22, 12:16] = 1
    plain = build(MODELS["cnn"]).eval()
    found = curve(tiny_model, plain, image, Transform(), "rotation", 3)
    middle = POINTS // 2
    assert found.values[middle] == 0
    assert np.array_equal(found.images[middle], image)
    with torch.inference_mode():
        v, lengths = tiny_model(torch.from_numpy(image[None]))
    np.testing.assert_allclose(found.lengths[middle], lengths[0], atol=1e-5)
    np.testing.assert_allclose(found.poses[middle], v[0, 3], atol=1e-5)
    assert found.probabilities.shape == (POINTS, 10)
    alone = curve(tiny_model, None, image, Transform(shift_x=2.0), "scale", 0)
    assert alone.probabilities.shape == (0, 10)
    assert np.array_equal(alone.images[middle], np.roll(image, 2, 1))


@pytest.fixture
def findings():
    from capsviz.analysis import attack_success as attacks
    from capsviz.analysis import laws, viewpoint

    rng = np.random.default_rng(0)
    kinds = len(viewpoint.KINDS)
    square = [rng.normal(0, 1, (kinds, 10)) for _ in range(4)]
    fits = laws.Fits(*square[:3], rng.normal(0, 1, (kinds, 10, 16)), square[3])
    methods = attacks.METHODS
    resistance = {
        "n": 5,
        "epsilons": [0.0, 0.1],
        "accuracy": {key: [1.0, 0.5] for key in methods},
        "interval": {key: [[0.9, 1.0], [0.4, 0.6]] for key in methods},
        "given_away": {key: [None, 0.5] for key in methods},
    }
    return viewpoint.Findings("ab" * 32, {"command": "none"}, fits, resistance)


def test_findings_survive_the_file(findings, tmp_path):
    from capsviz.analysis import viewpoint

    path = viewpoint.path_beside(tmp_path / "own.safetensors")
    assert path.name == "own.viewpoint.json"
    viewpoint.save(path, findings)
    found = viewpoint.load(path, findings.digest)
    assert (found.provenance, found.resistance) == (findings.provenance, findings.resistance)
    np.testing.assert_allclose(found.fits.slope, findings.fits.slope, rtol=1e-4)
    np.testing.assert_allclose(found.fits.kept, findings.fits.kept, rtol=1e-4)


def test_measuring_laws_again_does_not_delete_attack_results(
    findings, tmp_path, tiny_model, monkeypatch
):
    import torch

    from capsviz.analysis import viewpoint
    from capsviz.data.pictures import Digits

    monkeypatch.setattr(viewpoint, "fits_of", lambda *_, **__: findings.fits)
    few = Digits(torch.zeros(80, 28, 28, dtype=torch.uint8), torch.arange(80) % 10)
    made = {"command": "capsviz viewpoint --laws"}
    found = viewpoint.find_laws(tiny_model, findings.digest, few, made, findings, quiet=True)
    assert found.resistance == findings.resistance
    assert (found.provenance["command"], found.provenance["attacks"]) == (made["command"], "none")
    alone = viewpoint.find_laws(tiny_model, findings.digest, few, made, quiet=True)
    assert alone.resistance is None
    assert alone.provenance["matrices"] is False
    path = tmp_path / "own.viewpoint.json"
    viewpoint.save(path, alone)
    assert viewpoint.load(path, findings.digest).resistance is None


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ('"format":2', '"format":7', "damaged"),
        ('"shared"', '"other"', "damaged"),
        ("abab", "cdcd", "other weights"),
        ('"epsilons":[0.0,', '"epsilons":[', "damaged"),
    ],
)
def test_findings_that_do_not_fit_get_one_sentence(findings, tmp_path, before, after, why):
    from capsviz.analysis import viewpoint
    from capsviz.errors import CapsvizError

    path = tmp_path / "own.viewpoint.json"
    with pytest.raises(CapsvizError, match="capsviz viewpoint --checkpoint own"):
        viewpoint.load(path, findings.digest)
    viewpoint.save(path, findings)
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after), "utf-8")
    with pytest.raises(CapsvizError, match=why):
        viewpoint.load(path, findings.digest)
