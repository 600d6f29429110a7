"""Networks for pictures of one to four channels, from a file of arrays to the pages."""

from __future__ import annotations

import base64
import re

import numpy as np
import pytest
import torch

from tests.ui.pages import visit

SMALL = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8), "digit_dim": 2}


def _arrays(channels: int, n: int = 24) -> tuple[np.ndarray, np.ndarray]:
    """Squares in the channel, and at the height, of their class."""
    labels = np.arange(n) % 3
    images = np.random.default_rng(0).integers(0, 60, (n, 28, 28, channels), np.uint8)
    for image, k in zip(images, labels, strict=True):
        image[4 + 7 * k : 11 + 7 * k, 5:22, k % channels] = 230
    return images, labels


@pytest.fixture(
    params=[pytest.param(1, marks=pytest.mark.slow), 2, pytest.param(3, marks=pytest.mark.slow), 4],
    ids="{} channels".format,
)
def learnt(request, tmp_path, monkeypatch):
    """A small network of so many channels, trained on a file of arrays."""
    from capsviz import engine
    from capsviz.cli import main
    from capsviz.config import ModelConfig
    from capsviz.model.networks import MODELS

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    monkeypatch.setitem(MODELS, "dynamic", ModelConfig(**SMALL))
    images, labels = _arrays(request.param)
    np.savez("several.npz", images=images, labels=labels)
    (tmp_path / "checkpoints").mkdir()
    command = ["train", "--network", "dynamic", "--data-set", "file:several.npz", "--out", "a"]
    few = ["--channels", str(request.param), "--epochs", "1", "--keep-samples", "2"]
    assert main([*command, *few, "--device", "cpu"]) == 0
    engine.engine.cache_clear()
    yield request.param
    engine.engine.cache_clear()


def test_a_file_of_arrays_is_learnt_and_shown_by_every_page(learnt):
    from capsviz.data.drawing import shown_planes
    from capsviz.engine import engine
    from capsviz.training import checkpoint
    from capsviz.ui.live.messages import unpack_arrays
    from capsviz.ui.networks import cache

    loaded = engine().checkpoint("a")
    config = loaded.model.config
    assert config.channels == learnt
    assert checkpoint.option("a") == "--checkpoint a --data-set file:PATH"
    planes = 1 if learnt == 1 else 3
    samples = visit("draw", "a")["data"]["samples"]
    assert samples
    drawing = cache.samples("a")[0].drawing
    assert drawing.channels == learnt
    image = loaded.picture(cache.raster("a", drawing))
    assert image.shape == config.format.shape
    for page in ("draw", "routing", "dimensions", "network", "viewpoint", "compare"):
        assert not visit(page, "a", drawing=drawing.to_plain())["complaints"], page
    reply = visit("draw", "a", drawing=drawing.to_plain())["data"]["reply"]
    _, arrays = unpack_arrays(base64.b64decode(reply))
    assert arrays["input"].size == planes * 28 * 28
    decoder, poses = cache.decoder("a"), torch.linspace(-1, 1, 6).view(1, 3, 2)
    assert decoder is not None
    assert decoder.shape["channels"] == planes
    found = poses.flatten(1)
    for layer in decoder.layers[:-1]:
        found = layer(found).relu()
    found = decoder.layers[-1](found).sigmoid().detach().numpy()
    with torch.inference_mode():
        whole = loaded.capsnet.decoder.decode_all(poses).numpy()
    expected = whole if learnt == 1 else shown_planes(whole)
    np.testing.assert_allclose(found, expected.reshape(1, -1), atol=1e-5)


def test_a_graph_of_any_channels_reads_as_the_network_does(learnt, tmp_path):
    from capsviz.cli import main
    from capsviz.training import checkpoint

    pytest.importorskip("onnxscript")
    ort = pytest.importorskip("onnxruntime")
    assert main(["export", "a", "--out", "a.onnx", "--iterations", "2"]) == 0
    model = checkpoint.load("a").model
    picture = np.random.default_rng(1).random((2, *model.config.format.shape), np.float32)
    session = ort.InferenceSession(str(tmp_path / "a.onnx"))
    lengths, decoded = session.run(["lengths", "reconstructions"], {"image": picture})
    with torch.inference_mode():
        expected = model(torch.from_numpy(picture), 2)
    np.testing.assert_allclose(lengths[-1], expected.lengths, atol=1e-5)
    assert decoded.shape == (2, 3, *model.config.format.shape)


def test_other_channels_are_refused_in_one_sentence(tmp_path, capsys, monkeypatch):
    from PIL import Image

    from capsviz.cli import main

    monkeypatch.chdir(tmp_path)
    images, labels = _arrays(2)
    np.savez("two.npz", images=images, labels=labels)
    np.savez("five.npz", images=np.zeros((9, 28, 28, 5), np.uint8), labels=np.arange(9) % 3)
    for k in "ab":
        (tmp_path / "photos" / k).mkdir(parents=True)
        for n in range(4):
            Image.fromarray(images[n, ..., 0]).save(tmp_path / f"photos/{k}/{n}.png")
    for data, channels, says in (
        ("file:two.npz", "3", "have 2 channels, and 3 are asked for"),
        ("file:five.npz", "4", r"\[9, 28, 28, 5\].* at most 4 channels"),
        ("folder:photos", "2", "picture files are read as 1 channel or 3, not 2"),
    ):
        command = ["train", "--data-set", data, "--channels", channels, "--out", "b"]
        assert main(command) == 2
        assert re.search(says, capsys.readouterr().err), data


@pytest.mark.parametrize("channels", [2, 4])
def test_a_dataset_of_any_channels_becomes_pictures(channels):
    import capsviz
    from capsviz.data.torch_dataset import pictures_of

    images, labels = _arrays(channels, 6)
    pairs = [(image, int(k)) for image, k in zip(images, labels, strict=True)]
    found = pictures_of(pairs)
    assert np.array_equal(found.images.numpy(), np.moveaxis(images, -1, 1))
    with pytest.raises(capsviz.CapsvizError, match=r"pictures of \d and of \d channels"):
        pictures_of([*pairs, (np.zeros((28, 28, 3), np.uint8), 0)])
