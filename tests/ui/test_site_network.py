"""A published site's data about a network's blocks, compared with the app's server."""

from __future__ import annotations

import base64
from dataclasses import replace

import numpy as np
import pytest
import torch

from capsviz.analysis.ablation import Ablation
from capsviz.analysis.vote_weights import mixing
from capsviz.config import LabelSet
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import render
from capsviz.data.samples import samples
from capsviz.model.capsnet import CapsNet
from capsviz.tracing import steps, trace, votes
from capsviz.ui.live.messages import describe_routing, encode_routing, unpack_arrays
from capsviz.ui.pages.network import routes
from capsviz.ui.site import networks, runtime

pytest.importorskip("onnxscript")
SEVEN = next(sample.drawing for sample in samples() if sample.digit == 7)
TRAINED = Ablation()
CHANGED = Ablation({"conv1": (0,)}, (1,), (0, 3), {"0": (1, 2), "1": (0,)}, "none", "inputs")
READ = """async ({ runtime, folder, asked, rasters }) => {
  const { readFile } = await import("node:fs/promises");
  const ort = await import(`${runtime}/ort.wasm.bundle.min.mjs`);
  Object.assign(ort.env.wasm, { numThreads: 1 });
  ort.env.wasm.wasmBinary = await readFile(`${runtime}/ort-wasm-simd-threaded.wasm`);
  const fetchBytes = async (place) => new Uint8Array(await readFile(`${folder}/${place}`));
  const all = new Networks(ort, fetchBytes, () => {});
  const inks = rasters.map(base64ToBytes);
  const answers = asked.map((question, n) => answer(all, question, inks[n % inks.length]));
  return (await Promise.all(answers)).map(bytesToBase64);
}"""


def questions() -> list[dict]:
    """All blocks, and each of them whole; as trained, and changed."""
    common = {"seq": 5, "model": "dynamic", "iterations": 3, "center": True, "capsule": -1}
    asked = []
    for off in (TRAINED, CHANGED):
        plain = {**common, "off": off.to_plain()}
        asked.append({**plain, "what": "network"})
        asked += [
            {**plain, "what": "inside", "block": block, "unit": 3, "digit": digit}
            for block, digit in (
                ("", -1),
                ("conv1", -1),
                ("primary", 2),
                ("routing", -1),
                ("decoder", -1),
            )
        ]
    return asked


@pytest.mark.slow
def test_every_block_on_a_site_equals_the_apps(tiny_checkpoint, tmp_path, script):
    for cached in (routes.plan_of, routes.sampling_of):
        cached.cache_clear()
    (tmp_path / "networks").mkdir()
    networks.write("dynamic", tmp_path / "networks")
    raster, asked = render(SEVEN), questions()
    given = {
        **{"runtime": str(runtime.PLACE), "folder": str(tmp_path), "asked": asked},
        "rasters": [base64.b64encode(raster).decode()],
    }
    modules = ["browser/onnx/answers.js", "browser/onnx/networks.js", "browser/raster.js"]
    for question, text in zip(asked, script(modules, READ, given), strict=True):
        off = Ablation.from_plain(question["off"])
        settings = ReadSettings("dynamic")
        if question["what"] == "network":
            message = routes.first_reply(raster, settings, off)
        else:
            message = routes._read_block({**question, "drawing": SEVEN.to_plain()})
        compare(base64.b64decode(text), message)


def compare(message: bytes, expected: bytes) -> None:
    header, arrays = unpack_arrays(message)
    other, others = unpack_arrays(expected)
    varying = ("took", "seq", "peaks", "most")  # the app alone routes for longer
    assert {k: v for k, v in header.items() if k not in varying} == {
        k: v for k, v in other.items() if k not in varying
    }
    assert header.get("peaks", {}) == pytest.approx(other.get("peaks", {}), rel=1e-2, abs=1e-3)
    assert arrays.keys() == others.keys()
    for name, array in others.items():
        assert arrays[name].shape == array.shape, name
        # The browser's decoder has rounded weights.
        rounded = name.startswith(("hidden", "picture", "pattern"))
        bound = (2 if rounded else 1) if array.dtype == np.uint8 else 1e-2 if rounded else 1e-4
        size = 1 if array.dtype == np.uint8 else max(1.0, float(np.abs(array).max()))
        apart = np.abs(arrays[name].astype(float) - array.astype(float)).max() / size
        assert apart <= bound, (name, apart)


ROUTE = """({ card, image, outputs }) => {
  const floats = (text) => new Float32Array(base64ToBytes(text).buffer);
  const taken = Object.entries(outputs).map(([name, [text, dims]]) =>
    [name, { data: floats(text), dims }]);
  return bytesToBase64(encodeRouting(card, floats(image), Object.fromEntries(taken)));
}"""


@pytest.mark.parametrize("routing", ["dynamic", "em", "self_routing", "attention"])
def test_a_routing_traced_in_the_browser_equals_the_apps(tiny_model, routing, script):
    torch.manual_seed(0)
    config = replace(tiny_model.config, routing=routing)
    model = CapsNet(config).eval()
    with torch.no_grad():
        model.W.mul_(8)
    picture = torch.rand(config.image_size, config.image_size, generator=torch.manual_seed(1))
    seen = trace(model, picture.numpy(), 4)
    u_hat = votes(model, seen.primary)
    mixed = mixing(model, seen, u_hat)
    subject = LabelSet("digits", tuple(map(str, range(config.classes))))
    expected = encode_routing(seen, u_hat, model, "tiny", subject)
    with torch.no_grad():
        traced = steps(model, picture[None], model.rounds(4))._asdict()
    outputs = {**traced, "votes": torch.tensor(u_hat)}
    if mixed.activations is not None:
        outputs["activations"] = torch.tensor(mixed.activations[None])
    if model.routing.weighs:
        outputs["weights"] = torch.tensor(mixed.weights).mT[:, None]
    if not model.routing.begins_uniform:
        outputs["unrouted"] = torch.tensor(mixed.unrouted[None])
    given = {
        "card": {
            "network": {"name": "tiny", "classes": subject.classes, "thing": subject.noun},
            "routing": describe_routing(model),
            "side": config.image_size,
        },
        "image": encoded(picture),
        "outputs": {name: [encoded(each), list(each.shape)] for name, each in outputs.items()},
    }
    text = script(["browser/onnx/routing.js", "browser/raster.js"], ROUTE, given)
    compare(base64.b64decode(text), expected)


def encoded(values: torch.Tensor) -> str:
    return base64.b64encode(values.detach().numpy().astype("<f4").tobytes()).decode()
