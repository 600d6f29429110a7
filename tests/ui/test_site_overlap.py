"""A published site's results for two overlapping digits, compared with the app's server."""

from __future__ import annotations

import base64
from dataclasses import replace

import numpy as np
import pytest
import torch
from test_site_network import encoded

from capsviz.analysis import overlap
from capsviz.data.drawing import Drawing, render, to_bytes
from capsviz.engine import engine
from capsviz.tracing import steps
from capsviz.ui.live.messages import describe_routing, unpack_arrays
from capsviz.ui.networks import cache
from capsviz.ui.pages.overlap import routes
from capsviz.ui.pages.overlap.digit import Digit, normalise_drawing
from capsviz.ui.pages.overlap.view import SplitRequest, View
from capsviz.ui.site import networks

pytest.importorskip("onnxscript")
FIRST, SECOND = View().digits
EMPTY = replace(FIRST, source=Drawing())
VIEWS = [
    View(),
    View(iterations=1),
    View(iterations=7, forced=(3, 8)),
    View(digits=(replace(FIRST, move=(8, -8), label=None), replace(SECOND, label=4))),
    View(digits=(FIRST, EMPTY)),
    View(digits=(EMPTY, EMPTY)),
    View(digits=(Digit(FIRST.source),)),
]


#: Outputs are Python's: what is under test is what is made of them.
SPLIT = """({ card, decoder, asked }) => {
  const floats = (text) => new Float32Array(base64ToBytes(text).buffer);
  const known = new CapsuleDecoder(base64ToBytes(decoder).buffer, card.decoder);
  return asked.map(({ question, rasters, outputs }) => {
    const pair = readPair(question, base64ToBytes(rasters), card.side);
    const taken = Object.fromEntries(Object.entries(outputs).map(([name, [text, dims]]) =>
      [name, { data: floats(text), dims }]));
    const { probabilities } = taken;
    const network = { card, decoder: known };
    return bytesToBase64(encodeSplit(network, question, pair, taken, probabilities.data, 1));
  });
}"""


def asked(view: View) -> tuple[dict, bytes]:
    """As the page asks it, when it knows what drawings became."""
    side = 112 if len(view.digits) == 1 else 28
    digits = [
        {"side": side, "move": list(digit.move), "label": digit.label} for digit in view.digits
    ]
    rasters = b"".join(raster_of(digit, side) for digit in view.digits)
    common = {"seq": 0, "model": routes.MODEL, "plain": routes.PLAIN, "what": "split"}
    return {
        **common,
        "digits": digits,
        "forced": view.forced,
        "iterations": view.iterations,
    }, rasters


def raster_of(digit: Digit, side: int) -> bytes:
    assert isinstance(digit.source, Drawing)
    raster = render(digit.source)
    return (raster if side == 112 else to_bytes(normalise_drawing(raster))).tobytes()


def test_a_split_of_two_digits_on_a_site_equals_the_apps(script):
    loaded, decoder = engine().checkpoint(routes.MODEL), cache.decoder(routes.MODEL)
    network, plain = loaded.capsnet, engine().checkpoint(routes.PLAIN).model
    assert decoder is not None
    side, given = network.config.image_size, []
    for view in VIEWS:
        question, rasters = asked(view)
        image = torch.from_numpy(image_of(view.question(), side))[None]
        with torch.no_grad():
            outputs = steps(network, image, 10)._asdict()
            outputs["probabilities"] = plain(image).lengths
        sent = {name: [encoded(each), list(each.shape)] for name, each in outputs.items()}
        given.append({"question": question, "rasters": in_text(rasters), "outputs": sent})
    card = {
        **{"side": side, "decoder": decoder.describe, "routing": describe_routing(network)},
        "network": networks.site_network(routes.MODEL),
    }
    modules = ["onnx/overlap.js", "decoder.js", "raster.js"]
    found = script(
        [f"browser/{name}" for name in modules],
        SPLIT,
        {"card": card, "decoder": in_text(decoder.data), "asked": given},
    )
    for view, text in zip(VIEWS, found, strict=True):
        compare(
            *unpack_arrays(base64.b64decode(text)), *unpack_arrays(routes.answer(view.question()))
        )


def compare(header: dict, arrays: dict, expected: dict, others: dict) -> None:
    assert header.keys() == expected.keys()
    for name in ("winners", "shown", "named", "labels", "forced", "empty", "text", "iterations"):
        assert header[name] == expected[name], name
    for name in ("lengths", "probabilities"):
        if expected[name] is not None:
            assert np.allclose(header[name], expected[name], atol=1e-4), name
    # Read off pictures, which are the app's within a grey level.
    for name in ("ink", "ious"):
        if expected[name] is not None:
            assert np.allclose(header[name], expected[name], atol=1 / 255), name
    if expected["errors"] is not None:
        assert np.allclose(header["errors"], expected["errors"], rtol=1e-3)
    assert arrays.keys() == others.keys()
    # If both capsules paint as little as may count as a claim, rounding decides on either side.
    painted = others["decoded"][expected["shown"]].astype(int).sum(0)
    arrays["shares"] = np.where(
        np.abs(painted - 0.05 * 255) < 2, others["shares"], arrays["shares"]
    )
    for name, other in others.items():
        bound = 1 if other.dtype == np.uint8 else 1e-4
        assert np.abs(arrays[name].astype(float) - other.astype(float)).max() <= bound, name


def image_of(question: SplitRequest, side: int) -> np.ndarray:
    if not question.moves:
        return overlap.shrink(question.pictures[0], side)
    placed = zip(question.pictures, question.moves, strict=True)
    return overlap.overlay(np.stack([overlap.place(digit, move, side) for digit, move in placed]))


def in_text(data: bytes) -> str:
    return base64.b64encode(data).decode()
