"""The decoder in the browser does what the decoder in PyTorch does."""

from __future__ import annotations

import base64
import functools
import itertools

import numpy as np
import pytest
import torch
from modules import expose

#: Grey levels of 255 that a picture may be off, of a capsule of a digit and of any pose.
DIGIT, ANY = 3, 8
DECODER = "browser/decoder.js"
LAYERS = "browser/linear_layers.js"
DECODE = """([file, shape, capsules, poses, wasm]) => {
  const bytes = Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
  const decoder = new CapsuleDecoder(bytes.buffer, shape, wasm);
  return poses.map((pose, n) => Array.from(decoder.decode(capsules[n], pose)));
}"""


def poses_of_all_kinds(classes, dim, count):
    """Poses of a trained network's spread, up to its limits and beyond, and exactly zero."""
    generator = np.random.default_rng(0)
    direction = generator.normal(size=(count, dim))
    direction /= np.linalg.norm(direction, axis=1, keepdims=True)
    length = generator.choice([0.0, 0.1, 0.5, 0.9, 0.999, 2.5], size=(count, 1))
    poses = (direction * length).astype(np.float32)
    poses[0], poses[1], poses[2] = 0, 1, -1
    poses[3] = np.eye(dim)[0]  # all but one dimension exactly zero
    return np.arange(count) % classes, poses


def in_torch(model, capsules, poses):
    with torch.inference_mode():
        return 255 * model.decoder(torch.tensor(poses), torch.tensor(capsules)).flatten(1).numpy()


@functools.cache
def shipped(name):
    """A network that comes along, and its decoder's file, which takes seconds to make."""
    from capsviz.training import checkpoint
    from capsviz.ui.live.weights import decoder_file

    model = checkpoint.load(name, "cpu").capsnet
    return model, decoder_file(model)


@functools.cache
def contrasted(hidden):
    """A network as contrasted as a trained one: most pixels are black or white; and its file."""
    from capsviz.config import ModelConfig
    from capsviz.model.capsnet import CapsNet
    from capsviz.ui.live.weights import decoder_file

    torch.manual_seed(1)
    model = CapsNet(ModelConfig(conv_channels=4, primary_types=1, decoder_hidden=hidden))
    decoder = model.decoder
    with torch.no_grad():
        for layer, gain in ((decoder.fc1, 12), (decoder.fc2, 3), (decoder.fc3, 6)):
            layer.weight.mul_(gain)
    return model, decoder_file(model)


def in_browser(script, file, capsules, poses, wasm=True):
    encoded = base64.b64encode(file.data).decode()
    return np.array(
        script(DECODER, DECODE, [encoded, file.shape, capsules.tolist(), poses.tolist(), wasm])
    )


@pytest.mark.parametrize("wasm", [True, False])
@pytest.mark.parametrize("hidden", [(512, 1024), (30, 65)])
def test_decoding_in_the_browser_is_as_in_torch(script, hidden, wasm):
    model, file = contrasted(hidden)
    capsules, poses = poses_of_all_kinds(10, 16, 240)
    expected = in_torch(model, capsules, poses)
    assert (expected < 20).any()
    assert (expected > 235).any()
    found = in_browser(script, file, capsules, poses, wasm)
    assert np.abs(found - expected).max() <= ANY


@pytest.mark.parametrize("widths", [(160, 784), (160, 40, 784), (160, 20, 30, 40, 784)])
def test_decoding_a_chain_of_any_length_is_as_in_torch(script, tiny_model, widths):
    """Decoder of a visitor's network, whose layers may have no bias."""
    from capsviz.model.mlp_decoder import run_chain
    from capsviz.ui.live.weights import decoder_file

    class Chain(torch.nn.Module):
        def __init__(self):
            super().__init__()
            pairs = itertools.pairwise(widths)
            self.layers = [torch.nn.Linear(*pair, bias=pair[0] != 40) for pair in pairs]

        def forward(self, pose, capsule):
            given = torch.zeros(len(pose), 10, 16)
            given[torch.arange(len(pose)), capsule] = pose
            return run_chain(self.layers, given.flatten(1))

    tiny_model.decoder = Chain()
    capsules, poses = poses_of_all_kinds(10, 16, 40)
    expected = in_torch(tiny_model, capsules, poses)
    found = in_browser(script, decoder_file(tiny_model), capsules, poses)
    assert np.abs(found - expected).max() <= 2  # no contrast


def test_the_shipped_decoder_is_closer_for_digits_than_for_any_pose(script, mnist_root):
    from capsviz.data.vision import Mnist

    model, file = shipped("dynamic")
    capsules, extreme = poses_of_all_kinds(10, 16, 120)
    with torch.inference_mode():
        v, lengths = model(Mnist(mnist_root).test().images[:120].float() / 255)
    winners = lengths.argmax(1)
    real = v[torch.arange(120), winners].numpy()
    for shown, poses, most in ((winners.numpy(), real, DIGIT), (capsules, extreme, ANY)):
        found = in_browser(script, file, shown, poses)
        assert np.abs(found - in_torch(model, shown, poses)).max() <= most


def test_the_file_is_named_by_its_content(tiny_model):
    from capsviz.ui.live.weights import decoder_file

    first = decoder_file(tiny_model)
    assert decoder_file(tiny_model).sha == first.sha
    with torch.no_grad():
        tiny_model.decoder.fc3.bias[0] += 1
    assert decoder_file(tiny_model).sha != first.sha


def test_the_papers_decoder_is_small_on_the_wire():
    import gzip

    assert len(gzip.compress(shipped("dynamic")[1].data, 9)) < 1_100_000


@pytest.mark.parametrize(
    "name",
    ["dynamic", *(pytest.param(name, marks=pytest.mark.slow) for name in ("efficient", "overlap"))],
)
def test_a_shipped_decoders_pictures_of_digits_are_as_in_torch(script, name):
    from capsviz.data.samples import sample_pictures

    model, file = shipped(name)
    with torch.inference_mode():
        poses = model(torch.tensor(sample_pictures(model.config.image_size)[:30])).v
    capsules, poses = np.arange(300) % 10, poses.flatten(0, 1).numpy()
    found = in_browser(script, file, capsules, poses)
    assert np.abs(found - in_torch(model, capsules, poses)).max() <= DIGIT


def test_weights_too_large_for_half_precision_are_refused(tiny_model):
    from capsviz.errors import CapsvizError
    from capsviz.ui.live.weights import decoder_file

    with torch.no_grad():
        tiny_model.decoder.fc1.weight[0, 0] = 1e5
    with pytest.raises(CapsvizError, match="half-precision"):
        decoder_file(tiny_model)


@pytest.mark.parametrize("cut", [0, 1, 2, 10_000])
def test_a_file_of_another_size_is_refused(script, tiny_model, cut):
    from capsviz.ui.live.weights import decoder_file

    file = decoder_file(tiny_model)
    said = script(
        DECODER,
        """([file, shape]) => {
          const bytes = Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
          try { new CapsuleDecoder(bytes.buffer, shape); } catch (error) { return error.message; }
        }""",
        [base64.b64encode(file.data[:-cut] if cut else file.data + b"00").decode(), file.shape],
    )
    assert said == "the decoder file has a wrong size"


@pytest.mark.browser
def test_the_file_is_fetched_once_for_all_components(tab, tiny_model):
    from capsviz.ui.live.weights import decoder_file

    file = decoder_file(tiny_model)
    fetched = []

    def answer(route):
        fetched.append(route.request.url)
        route.fulfill(body=file.data if len(fetched) > 1 else b"", status=200)

    tab.route("**/decoder/*.bin", answer)
    tab.route("http://app.test/", lambda route: route.fulfill(body="<p>", status=200))
    tab.goto("http://app.test/")
    expose(tab, "browser/engine/http.js")
    load = "(known) => new HttpEngine('').decoderHere(known).then(() => 1, (e) => e.message)"
    request = {**file.shape, "sha": "0"}
    assert tab.evaluate(load, request) == "the decoder file has a wrong size"
    assert tab.evaluate(load, request) == 1  # a failure is not remembered
    assert tab.evaluate(load, request) == 1
    assert len(fetched) == 2


def test_the_compiled_layer_equals_its_source(script):
    import wasmtime

    from capsviz.ui import browser

    source = browser.HERE / "linear_layers.wat"
    compiled = base64.b64encode(wasmtime.wat2wasm(source.read_text("utf-8"))).decode()
    assert script(LAYERS, "() => LAYER_WASM") == compiled
    memory = "new WebAssembly.Memory({ initial: 1 })"
    assert script(LAYERS, f"() => typeof layerKernel({memory})") == "function"


def test_two_capsules_decode_at_once(script, tiny_model):
    from capsviz.ui.live.weights import decoder_file

    file = decoder_file(tiny_model)
    first, second = poses_of_all_kinds(10, 16, 12)[1][10:]
    found = script(
        DECODER,
        """([file, shape, first, second]) => {
          const bytes = Uint8Array.from(atob(file), (c) => c.charCodeAt(0));
          const decoder = new CapsuleDecoder(bytes.buffer, shape);
          return Array.from(decoder.decodeMixture([[2, first], [7, second]]));
        }""",
        [base64.b64encode(file.data).decode(), file.shape, first.tolist(), second.tolist()],
    )
    vector = torch.zeros(160)
    vector[32:48], vector[112:128] = torch.tensor(first), torch.tensor(second)
    with torch.inference_mode():
        decoder = tiny_model.decoder
        hidden = torch.relu(decoder.fc2(torch.relu(decoder.fc1(vector))))
        expected = 255 * torch.sigmoid(decoder.fc3(hidden)).numpy()
    assert np.abs(np.array(found) - expected).max() <= 2
