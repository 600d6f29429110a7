"""What a published site says of a network's blocks, against the app's server."""

from __future__ import annotations

import base64

import numpy as np
import pytest

from capsviz.analysis.ablation import Ablation
from capsviz.data.drawing import render
from capsviz.data.samples import samples
from capsviz.ui.live.messages import ReadSettings, unpack_arrays
from capsviz.ui.pages.network import routes
from capsviz.ui.site import networks
from capsviz.ui.site.build import _RUNTIME

pytest.importorskip("onnxscript")
SEVEN = next(sample.drawing for sample in samples() if sample.digit == 7)
TRAINED = Ablation()
CHANGED = Ablation({"conv1": (0,)}, (1,), (0, 3), {"0": (1, 2), "1": (0,)}, "none", "inputs")
READ = """async ({ runtime, folder, asked, raster }) => {
  const { readFile } = await import("node:fs/promises");
  const ort = await import(`${runtime}/ort.wasm.bundle.min.mjs`);
  Object.assign(ort.env.wasm, { numThreads: 1 });
  ort.env.wasm.wasmBinary = await readFile(`${runtime}/ort-wasm-simd-threaded.wasm`);
  const fetchBytes = async (place) => new Uint8Array(await readFile(`${folder}/${place}`));
  const all = new Networks(ort, fetchBytes, () => {});
  const ink = base64ToBytes(raster);
  const answers = asked.map((question) => answer(all, question, ink));
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
            for block, digit in (("conv1", -1), ("primary", 2), ("routing", -1), ("decoder", -1))
        ]
    return asked


def test_every_block_is_as_in_the_app(tiny_checkpoint, tmp_path, script):
    for cached in (routes.plan_of, routes.sampling_of):
        cached.cache_clear()
    (tmp_path / "networks").mkdir()
    networks.write("dynamic", tmp_path / "networks")
    raster, asked = render(SEVEN), questions()
    given = {
        **{"runtime": str(_RUNTIME), "folder": str(tmp_path), "asked": asked},
        "raster": base64.b64encode(raster).decode(),
    }
    modules = ["browser/onnx/answers.js", "browser/onnx/networks.js", "browser/raster.js"]
    for question, text in zip(asked, script(modules, READ, given), strict=True):
        off = Ablation.from_plain(question["off"])
        settings = ReadSettings("dynamic")
        if question["what"] == "network":
            message = routes.first_reply(raster, settings, off)
        else:
            message = routes._inside({**question, "drawing": SEVEN.to_plain()})
        compare(base64.b64decode(text), message)


def compare(message: bytes, expected: bytes) -> None:
    header, arrays = unpack_arrays(message)
    other, others = unpack_arrays(expected)
    varying = ("took", "seq", "peaks")
    assert {k: v for k, v in header.items() if k not in varying} == {
        k: v for k, v in other.items() if k not in varying
    }
    assert header["peaks"] == pytest.approx(other["peaks"], rel=1e-2, abs=1e-3)
    assert arrays.keys() == others.keys()
    for name, array in others.items():
        assert arrays[name].shape == array.shape, name
        # The browser's decoder has rounded weights.
        rounded = name.startswith(("hidden", "picture", "pattern"))
        bound = (2 if rounded else 1) if array.dtype == np.uint8 else 1e-2 if rounded else 1e-4
        size = 1 if array.dtype == np.uint8 else max(1.0, float(np.abs(array).max()))
        apart = np.abs(arrays[name].astype(float) - array.astype(float)).max() / size
        assert apart <= bound, (name, apart)
