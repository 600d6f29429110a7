"""Speed of the browser's own decoder and network of parts, compared with ONNX Runtime Web."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import torch
from torch import Tensor, nn
from torch.nn import functional

from capsviz import onnx_export
from capsviz.development.bench import live
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue import assets
from capsviz.ui.live.weights import DecoderShape
from capsviz.ui.networks import cache, parts
from capsviz.ui.site import runtime

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

#: Poses of a sweep: sixteen dimensions at eleven values.
SWEEP = 176
_NETWORK = "dynamic"
_HOST = "http://bench.test"
_TYPES = {"js": "text/javascript", "mjs": "text/javascript"}
#: Time both engines on the same inputs in turns; returns milliseconds per call in each turn.
_RUN = """async ({ shape, turns, ms, sweep }) => {
  const load = (place) => import(`${location.origin}/${place}`);
  const bytes = async (place) => (await fetch(place)).arrayBuffer();
  const { CapsuleDecoder } = await load("browser/decoder.js");
  const { PartsNetwork } = await load("browser/parts_network/network.js");
  const { unpackArrays } = await load("browser/arrays.js");
  const { env, InferenceSession, Tensor } = await load("runtime.mjs");
  Object.assign(env.wasm, { numThreads: 1, wasmBinary: await bytes("runtime.wasm") });
  const session = async (place) =>
    InferenceSession.create(await bytes(place), { executionProviders: ["wasm"] });
  const decoder = new CapsuleDecoder(await bytes("decoder.bin"), shape);
  const network = new PartsNetwork(unpackArrays(new Uint8Array(await bytes("parts.bin"))));
  const one = await session("decoder-1.onnx");
  const many = await session(`decoder-${sweep}.onnx`);
  const graph = await session("parts.onnx");
  const { dim } = shape;
  const poses = Float32Array.from({ length: sweep * dim }, (_, n) => 0.3 * Math.sin(7 * n));
  // A slanted stroke.
  const image = Float32Array.from({ length: 28 * 28 }, (_, p) =>
    Number(Math.abs((p % 28) + p / 84 - 18) < 2 && p > 112 && p < 672));
  const pose = (n) => poses.subarray(n * dim, (n + 1) * dim);
  const decode = async (graph, n) => {
    const pose = new Tensor("float32", poses.slice(0, n * dim), [n, dim]);
    return (await graph.run({ pose })).picture.data;
  };
  const questions = {
    "picture of a slider": [() => decoder.decode(0, pose(0)), () => decode(one, 1)],
    "pictures of a sweep": [
      () => { for (let n = 0; n < sweep; n++) decoder.decode(0, pose(n)); },
      () => decode(many, sweep),
    ],
    "parts of a drawing": [
      () => network.read(image),
      async () => {
        const inputs = { image: new Tensor("float32", image.slice(), [1, 28, 28]) };
        return (await graph.run(inputs)).x.data;
      },
    ],
  };
  const [ours, theirs] = [decoder.decode(0, pose(0)), await decode(one, 1)];
  if (ours.some((value, p) => Math.abs(value - theirs[p]) > 3)) throw new Error("pictures differ");
  const times = {};
  for (let turn = 0; turn < turns; turn++) {
    for (const [name, engines] of Object.entries(questions)) {
      times[name] ??= [[], []];
      for (const [index, answer] of engines.entries()) {
        await answer();
        const start = performance.now();
        let count = 0;
        for (; performance.now() - start < ms || !count; count++) await answer();
        times[name][index].push((performance.now() - start) / count);
      }
    }
  }
  return times;
}"""


class _Decoder(nn.Module):
    """Decoder for one capsule, without the weights of the other capsules, which are masked."""

    def __init__(self, layers: list[nn.Linear], dim: int) -> None:
        super().__init__()
        self.first = nn.Parameter(layers[0].weight[:, :dim].T.contiguous())
        self.bias = layers[0].bias
        self.rest = nn.ModuleList(layers[1:])

    def forward(self, pose: Tensor) -> Tensor:
        x = pose @ self.first + self.bias
        for layer in self.rest:
            x = layer(functional.relu(x))
        return (255 * torch.sigmoid(x)).round().to(torch.uint8)


class _Parts(nn.Module):
    """Poses and presences of the parts in a picture."""

    def __init__(self, network: nn.Module) -> None:
        super().__init__()
        self.network = network

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor]:
        output = self.network(image)
        return output.x, output.d


def run(turns: int, seconds: float = 0.1) -> dict[str, dict[str, float]]:
    """Time both engines in turns, on one thread of a headless Chromium.

    The networks are "dynamic" and "parts"; ONNX Runtime does not use a published site's worker.

    Raises `CapsvizError` if ONNX Runtime Web, the exporter, Chromium or a network is missing.

    `seconds` is the duration of each measurement in a turn.

    Returns
    -------
    For a slider's picture, the pictures of a sweep and the parts of a drawing: "own_ms" and
    "onnx_ms" of a call in the fastest turn, which other work disturbs least, and "ratio", of ONNX
    Runtime to this project's engine.
    """
    runtime.require_files()
    shape, files = _files()
    arguments = {"shape": shape, "turns": turns, "ms": 1000 * seconds, "sweep": SWEEP}
    with live.chromium() as browser:
        timings = _ask(browser, files, arguments)
    results = {}
    for name, engines in timings.items():
        own, onnx = (min(times) for times in engines)
        results[name] = {"own_ms": own, "onnx_ms": onnx, "ratio": onnx / own}
    return results


@torch.no_grad()
def _files() -> tuple[DecoderShape, dict[str, bytes]]:
    """Return the decoder's shape, and the files that the tab fetches, by path."""
    layers = checkpoint.load(_NETWORK, "cpu").capsnet.decoder.layers
    file, loaded = cache.decoder(_NETWORK), parts.load_network(parts.MODEL)
    if layers is None or file is None:
        raise CapsvizError(f"{_NETWORK} has no decoder for browsers: fetch the checkpoints again")
    decoder, dim = _Decoder(layers, file.shape["dim"]), file.shape["dim"]
    files = {
        f"decoder-{count}.onnx": _export("decoder", decoder, {"pose": torch.zeros(count, dim)})
        for count in (1, SWEEP)
    }
    reader = _Parts(loaded.model.parts)
    files["parts.onnx"] = _export("parts", reader, {"image": torch.zeros(1, 28, 28)})
    return file.shape, {
        **assets.scripts(),
        **files,
        "decoder.bin": file.data,
        "parts.bin": parts.encode(loaded),
        "runtime.mjs": (runtime.PLACE / runtime.SCRIPT).read_bytes(),
        "runtime.wasm": (runtime.PLACE / runtime.WHOLE_RUNTIME).read_bytes(),
        "": b"<!doctype html>",
    }


def _export(name: str, module: nn.Module, inputs: dict[str, Tensor]) -> bytes:
    outputs = ("picture",) if name == "decoder" else ("x", "d")
    return onnx_export.convert(name, module, inputs, outputs).SerializeToString()


def _ask(browser: Browser, files: dict[str, bytes], arguments: dict[str, Any]) -> dict[str, Any]:
    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path[1:]
        kind = _TYPES.get(path.rpartition(".")[2], "application/octet-stream")
        route.fulfill(body=files.get(path, b""), content_type=kind if path else "text/html")

    tab = browser.new_page()
    tab.route(f"{_HOST}/**", answer)
    tab.goto(f"{_HOST}/")
    return tab.evaluate(_RUN, arguments)


def report(results: dict[str, dict[str, float]]) -> str:
    """Format the measurement as one line per kind of input."""
    return "\n".join(
        f"{name}: {row['own_ms']:.3f} ms here, {row['onnx_ms']:.3f} ms by ONNX Runtime, "
        f"{row['ratio']:.2f} times as long"
        for name, row in results.items()
    )
