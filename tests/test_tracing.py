"""The public functions: their results, and their errors for bad input."""

from __future__ import annotations

import pydoc
from dataclasses import replace

import numpy as np
import pytest
import torch
from PIL import Image

import capsviz
from capsviz.model.capsnet import CapsNet
from capsviz.model.routing import ROUTINGS
from capsviz.tracing import _capsnet, check_iterations, reconstructions, votes

I, J, D = 144, 10, 16


@pytest.fixture
def images() -> np.ndarray:
    return np.random.default_rng(0).random((19, 28, 28), dtype=np.float32)


@pytest.mark.parametrize("iterations", [1, 3, 10])
def test_last_capsules_are_those_of_the_forward_pass_bit_for_bit(tiny_model, images, iterations):
    seen = capsviz.trace(tiny_model, images, iterations)
    with torch.no_grad():
        v, lengths = tiny_model(torch.tensor(images), iterations)
    assert seen.poses.tobytes() == v.numpy().tobytes()
    assert seen.lengths[:, -1].tobytes() == lengths.numpy().tobytes()


def test_a_trace_counts_its_images_and_is_cut_without_losing_an_axis(tiny_model, images):
    seen = capsviz.trace(tiny_model, images)
    assert len(seen) == 19
    assert seen[3] == seen[3:4]
    assert seen[-1].images.shape == (1, 28, 28)
    assert seen[3] != seen[4]
    assert [len(one) for one in seen] == [1] * 19
    for bad in ("3", np.array([True])):
        with pytest.raises(capsviz.CapsvizError, match="cut by numbers and slices"):
            seen[bad]
    told = repr(seen).splitlines()
    assert told[0] == "Trace of 19 images of 28 x 28 pixels"
    assert len(told) == 5


def test_a_saved_trace_is_the_same_bit_for_bit(tiny_model, images, tmp_path):
    seen = capsviz.trace(tiny_model, images[:2])
    seen.save(tmp_path / "seen.npz")
    again = capsviz.Trace.load(tmp_path / "seen.npz")
    assert again == seen
    assert (again.network, again.classes) == (seen.network, seen.classes)
    (tmp_path / "other.npz").write_bytes(b"no trace")
    np.savez(tmp_path / "half.npz", images=images)
    for name in ("other.npz", "half.npz"):
        with pytest.raises(capsviz.CapsvizError, match="holds no trace"):
            capsviz.Trace.load(tmp_path / name)
    with pytest.raises(capsviz.CapsvizError, match="there is no file"):
        capsviz.Trace.load(tmp_path / "missing.npz")


def test_figures_refuse_the_trace_of_another_network(tiny_model, images):
    from capsviz import figures

    torch.manual_seed(1)
    other = CapsNet(tiny_model.config).eval()
    seen = capsviz.trace(tiny_model, images[:1])
    assert seen.network != capsviz.trace(other, images[:1]).network
    with pytest.raises(capsviz.CapsvizError, match="made by another network"):
        figures.lengths(other, seen)
    # A trace without a fingerprint is drawn with the given network.
    figures.lengths(other, replace(seen, network=""))
    # So is a comparison of networks without checkpoints.
    assert figures.comparison([tiny_model, other], images[0])


def test_an_image_may_have_a_channel_axis(tiny_model, images):
    x = torch.tensor(images[:2])
    assert torch.equal(tiny_model(x.unsqueeze(1)).v, tiny_model(x).v)


def test_arrays_of_a_trace_have_their_shapes_and_relations(tiny_model, images):
    seen = capsviz.trace(tiny_model, images, 4)
    assert seen.primary.shape == (19, I, 8)
    assert seen.couplings.shape == seen.logits.shape == seen.agreement.shape == (19, 4, I, J)
    assert seen.totals.shape == seen.capsules.shape == (19, 4, J, D)
    np.testing.assert_allclose(seen.couplings.sum(-1), 1, atol=1e-6)
    np.testing.assert_allclose(np.diff(seen.logits, axis=1), seen.agreement[:, :-1], atol=1e-6)
    np.testing.assert_allclose(np.linalg.norm(seen.capsules, axis=-1), seen.lengths, atol=1e-6)
    np.testing.assert_allclose(
        np.linalg.norm(seen.primary, axis=-1), seen.primary_lengths, atol=1e-6
    )
    u_hat = votes(tiny_model, seen.primary)
    np.testing.assert_allclose(
        np.einsum("nrij,nijd->nrjd", seen.couplings, u_hat), seen.totals, atol=1e-5
    )
    np.testing.assert_allclose(
        np.einsum("nijd,nrjd->nrij", u_hat, seen.capsules), seen.agreement, atol=1e-6
    )
    assert (seen.winners == np.linalg.norm(seen.poses, axis=-1).argmax(1)).all()


@pytest.mark.parametrize("routing", ROUTINGS)
def test_agreement_is_vote_times_capsule_whatever_the_routing(tiny_model, images, routing):
    torch.manual_seed(0)
    model = CapsNet(replace(tiny_model.config, routing=routing)).eval()
    with torch.no_grad():
        model.W.mul_(5)
    seen = capsviz.trace(model, images, 3)
    expected = np.einsum("nijd,nrjd->nrij", votes(model, seen.primary), seen.capsules)
    assert np.abs(expected).max() > 0.01
    np.testing.assert_allclose(seen.agreement, expected, atol=1e-5)


def test_arrays_are_read_only(tiny_model, images):
    seen = capsviz.trace(tiny_model, images)
    with pytest.raises(ValueError, match="read-only"):
        seen.couplings[0, 0, 0, 0] = 1


def test_reconstructions_decode_each_capsule_alone(tiny_model, images):
    seen = capsviz.trace(tiny_model, images[:3])
    decoded = reconstructions(tiny_model, seen.poses)
    assert decoded.shape == (3, J, 28, 28)
    with torch.no_grad():
        alone = tiny_model.decoder(torch.tensor(seen.poses[2, 7][None]), torch.tensor([7]))
    np.testing.assert_allclose(decoded[2, 7], alone[0].numpy(), atol=1e-6)


def test_every_accepted_form_gives_the_same_trace(tiny_model, images):
    as_bytes = (images[0] * 255).astype(np.uint8)
    expected = capsviz.trace(tiny_model, as_bytes / np.float32(255)).poses
    picture = Image.fromarray(as_bytes)
    for form in (
        picture,
        [picture.convert("RGB")],
        (picture.convert("P"),),
        picture.convert("LA"),
        as_bytes,
        as_bytes[None, None],
        torch.tensor(as_bytes),
        as_bytes.astype(np.float64) / 255,
        (as_bytes / 255).tolist(),
        np.asfortranarray(as_bytes),
        as_bytes[::-1][::-1],
    ):
        np.testing.assert_allclose(capsviz.trace(tiny_model, form).poses, expected, atol=1e-6)


def _with(value: float) -> np.ndarray:
    image = np.zeros((2, 28, 28), np.float32)
    image[1, 3, 4] = value
    return image


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (np.zeros((2, 27, 28), np.float32), "shape"),
        (np.zeros((2, 3, 28, 28), np.float32), "shape"),
        (np.zeros((1, 1, 1, 28, 28), np.float32), "shape"),
        (np.zeros(784, np.float32), "shape"),
        (np.float32(0), "shape"),
        (np.zeros((0, 28, 28), np.float32), "no images"),
        (_with(float("nan")), "finite"),
        (_with(float("inf")), "finite"),
        (_with(-0.1), "0..1"),
        (_with(255.0), "0..1"),
        (np.full((28, 28), 256), "0..255"),
        (np.full((28, 28), -1), "0..255"),
        (np.zeros((28, 28), np.complex64), "not complex"),
        ([[1.0], [1.0, 2.0]], "array of numbers"),
        (np.zeros((28, 28), object), "not of objects: convert it first"),
        ("digit.png", "array of numbers"),
        ([Image.new("L", (28, 28)), np.zeros((28, 28), np.uint8)], "all of PIL, or all arrays"),
        (None, "array of numbers"),
    ],
)
def test_bad_images_get_one_sentence(tiny_model, bad, says):
    with pytest.raises(capsviz.CapsvizError, match=says) as caught:
        capsviz.trace(tiny_model, bad)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("bad", [0, -1, 51, True])
def test_bad_iterations_get_one_sentence(tiny_model, images, bad):
    with pytest.raises(capsviz.CapsvizError, match="1 to 50 iterations"):
        capsviz.trace(tiny_model, images, bad)


@pytest.mark.parametrize("bad", [0, -1, 51])
def test_evaluate_and_train_refuse_bad_iterations_with_the_same_sentence(tiny_model, tmp_path, bad):
    dataset = [(np.zeros((28, 28), np.float32), k % 2) for k in range(8)]
    for call in (
        lambda: capsviz.evaluate(tiny_model, dataset, iterations=bad),
        lambda: capsviz.train(dataset, "compact", iterations=bad, quiet=True),
    ):
        with pytest.raises(capsviz.CapsvizError, match=f"1 to 50 iterations, not {bad}"):
            call()


def test_a_module_of_another_kind_is_named_by_its_class():
    with pytest.raises(capsviz.CapsvizError, match="not a Sequential"):
        _capsnet(torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.ReLU()))


def test_dir_and_help_list_every_public_name():
    assert [name for name in dir(capsviz) if not name.startswith("__")] == capsviz.__all__
    help_text = pydoc.plain(pydoc.render_doc(capsviz))
    assert all(name in help_text for name in capsviz.__all__)


def test_arguments_of_another_type_get_one_sentence():
    # Called below the signature, which the type checker of the tests already guards.
    with pytest.raises(capsviz.CapsvizError, match=r"1 to 50 iterations, not 2\.5"):
        check_iterations(2.5)
    with pytest.raises(capsviz.CapsvizError, match=r"capsviz.adapt, not 'dynamic'"):
        _capsnet("dynamic")


def _imported(code: str, names: set[str]) -> set[str]:
    """Which of some modules a new process has imported after running code."""
    import ast
    import subprocess
    import sys

    code = f"{code}\nimport sys; print(sorted({names!r} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ast.literal_eval(run.stdout))


def test_importing_the_package_leaves_pages_and_figures_out():
    assert _imported("import capsviz", {"streamlit", "plotly", "torchvision"}) == set()


def test_figures_leave_pandas_out_and_the_app_brings_it_before_plotly_looks_for_it():
    """Plotly takes a pandas that another thread has half loaded; a script has no such thread."""
    assert _imported("import capsviz.figures", {"pandas"}) == set()
    assert _imported("import capsviz.ui.sections", {"pandas"}) == {"pandas"}


def test_networks_are_loaded_and_read_without_a_compiler():
    from capsviz.training import checkpoint

    if not (there := checkpoint.names()):
        pytest.skip("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    code = f"""
import torch, capsviz
from capsviz.training import checkpoint
for name in {sorted(there)!r}:
    loaded = checkpoint.load(name)
    with torch.inference_mode():
        loaded.model(torch.rand(1, *loaded.model.config.format.shape))
"""
    assert _imported(code, {"torch._dynamo", "sympy"}) == set()
