"""A published site's results for two overlapping digits, compared with the app's server."""

from __future__ import annotations

import base64
from dataclasses import replace

import numpy as np
import pytest
import torch
from test_site_network import encoded

from capsviz.analysis import overlap
from capsviz.data.drawing import Drawing
from capsviz.data.overlap import SIDE
from capsviz.engine import engine
from capsviz.model.capsnet import CapsNet
from capsviz.model.networks import Network
from capsviz.tracing import steps
from capsviz.ui.live.messages import describe_routing, unpack_arrays
from capsviz.ui.networks import cache
from capsviz.ui.pages.overlap import routes
from capsviz.ui.pages.overlap.digit import Digit
from capsviz.ui.pages.overlap.view import View

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
  return asked.map(({ question, digits, outputs }) => {
    const drawn = digits.map(({ drawing, move }) => {
      const raster = new DrawingRaster().load(drawing).bytes;
      return { raster, small: digitOf(raster), move };
    });
    const pair = digits.length > 1 ? overlayDigits(drawn) : shrinkDrawing(drawn[0].raster);
    const labels = digits.length > 1 ? digits.map(({ label }) => label) : [null, null];
    const taken = Object.fromEntries(Object.entries(outputs).map(([name, [text, dims]]) =>
      [name, { data: floats(text), dims }]));
    const network = { card, decoder: known };
    const bytes = encodeSplit(network, question, taken, taken.probabilities.data);
    const seen = { ...pair, labels, forced: question.forced };
    const reply = deriveSplit(decodeAnswer(bytes), seen, card.present);
    const plain = Object.entries(reply).map(([name, value]) =>
      [name, ArrayBuffer.isView(value) ? Array.from(value) : value]);
    return [bytesToBase64(bytes), { ...Object.fromEntries(plain), parts: null }];
  });
}"""
SCRIPTS = [
    *("onnx/overlap.js", "decoder.js", "raster.js", "digit_pair.js"),
    "../pages/overlap/derive.js",
]


def picture(view: View) -> np.ndarray:
    return view.question().image.astype(np.float32) / 255


def test_a_split_of_two_digits_on_a_site_equals_the_apps(script):
    loaded, decoder = engine().checkpoint(routes.MODEL), cache.decoder(routes.MODEL)
    network, plain = loaded.capsnet, engine().checkpoint(routes.PLAIN).model
    assert decoder is not None
    given = []
    for view in VIEWS:
        image = torch.from_numpy(picture(view))[None]
        with torch.no_grad():
            outputs = steps(network, image, 10)._asdict()
            outputs["probabilities"] = plain(image).lengths
        sent = {name: [encoded(each), list(each.shape)] for name, each in outputs.items()}
        question = {"seq": 0, "forced": view.forced, "iterations": view.iterations}
        digits = [digit.to_plain() for digit in view.digits]
        given.append({"question": question, "digits": digits, "outputs": sent})
    limits = cache.thresholds(routes.MODEL)
    card = {
        **{"side": SIDE, "channels": 1, "decoder": decoder.describe, "present": limits.present},
        "routing": describe_routing(network),
    }
    found = script(
        [f"browser/{name}" for name in SCRIPTS],
        SPLIT,
        {"card": card, "decoder": in_text(decoder.data), "asked": given},
    )
    for view, (text, derived) in zip(VIEWS, found, strict=True):
        compare(
            *unpack_arrays(base64.b64decode(text)), *unpack_arrays(routes.answer(view.question()))
        )
        compare_derived(derived, expected_split(view, network, plain))


def compare(header: dict, arrays: dict, expected: dict, others: dict) -> None:
    assert header == expected
    assert arrays.keys() == others.keys()
    for name, other in others.items():
        rounded = 3 if name == "reconstructions" else 1  # its decoder's weights are coarse
        bound = rounded if other.dtype == np.uint8 else 1e-4
        assert np.abs(arrays[name].astype(float) - other.astype(float)).max() <= bound, name


def expected_split(view: View, network: CapsNet, plain: Network) -> overlap.Split:
    parts, labels = None, (None, None)
    if len(view.digits) == 2:
        placed = [overlap.place(each.pixels(), each.move, SIDE) for each in view.digits]
        first, second = view.digits
        parts, labels = np.stack(placed), (first.label, second.label)
    asked = {"forced": view.forced, "iterations": view.iterations, "cnn": plain}
    return overlap.split_picture(network, picture(view), parts, labels, **asked)


def compare_derived(derived: dict, split: overlap.Split) -> None:
    """The page's numbers, which are read off bytes, against the library's."""
    for name in ("winners", "shown", "labels"):
        assert tuple(derived[name]) == getattr(split, name), name
    assert derived["empty"] == (not split.image.any())
    for name in ("lengths", "probabilities", "couplings", "feeds"):
        wanted = getattr(split, name).ravel()
        assert np.allclose(np.ravel(derived[name]), wanted, atol=1e-4), name
    for name in ("ink", "ious"):
        if getattr(split, name) is not None:
            assert np.allclose(derived[name], getattr(split, name), atol=2 / 255), name
    if split.errors is not None:
        assert np.allclose(derived["errors"], split.errors, rtol=1e-2, atol=1e-2)
    # If both capsules paint as little as may count as a claim, rounding decides on either side.
    painted = split.decoded[list(split.shown)].sum(0)
    wrong = np.abs(np.reshape(derived["shares"], split.shares.shape) - 255 * split.shares)
    assert ((wrong * painted)[:, np.abs(painted - 0.05) > 0.01] <= 2).all()
    assert np.abs(np.ravel(derived["image"]) / 255 - split.image.ravel()).max() <= 1.01 / 255


def in_text(data: bytes) -> str:
    return base64.b64encode(data).decode()
