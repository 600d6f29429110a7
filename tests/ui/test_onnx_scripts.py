"""Scripts around the network in the visitor's browser: the same results as in Python."""

from __future__ import annotations

import base64
import dataclasses
import functools
import io

import numpy as np
import pytest
from digit_pages import PAGES, draw_page
from oddities import oddities
from PIL import Image
from test_raster import random_drawing

from capsviz import onnx_export
from capsviz.config import PictureFormat
from capsviz.data.affine import KINDS, LIMITS, Transform, transform_image
from capsviz.data.drawing import RASTER_SIDE, Drawing, render, to_bytes
from capsviz.data.normalisation import format_input, network_input
from capsviz.data.samples import samples
from capsviz.data.upload import read
from capsviz.errors import CapsvizError
from capsviz.tracing import live, reconstructions
from capsviz.training import checkpoint
from capsviz.ui.live.messages import unpack_arrays
from capsviz.ui.networks import cache
from capsviz.ui.site import networks


def drawings() -> list[dict]:
    """500: all samples and oddities, wider, narrower, moved and made smaller, and scribbles."""
    random = np.random.default_rng(0)
    kept = [each.to_plain() for each in (*(one.drawing for one in samples()), *oddities())]
    changed = list(kept)
    while len(changed) < 460:
        plain = kept[len(changed) % len(kept)]
        size, (x, y) = random.uniform(0.3, 1.1), random.integers(-150, 400, 2)
        strokes = [
            [
                int(np.clip(width * random.uniform(0.4, 2.5), 1, 250)),
                erase,
                *(
                    int(np.clip(round(value * size) + (y if n % 2 else x), -1000, 2000))
                    for n, value in enumerate(points)
                ),
            ]
            for width, erase, *points in plain["s"]
        ]
        changed.append({"s": strokes, "b": plain["b"]})
    return [*changed, *(random_drawing(random) for _ in range(500 - len(changed)))]


@functools.cache
def rasters() -> list[np.ndarray]:
    return [render(Drawing.from_plain(plain)) for plain in drawings()]


#: Side of the network's pictures, whether it reads digits, whether these are centred.
WAYS = [(28, True, True), (28, True, False), (36, True, True)]


def test_drawings_become_the_same_network_input(script):
    found = script(
        ["browser/digit_form.js", "browser/raster.js"],
        "({rasters, ways}) => rasters.map((one) => ways.map(([side, digits, center]) =>"
        "bytesToBase64(toBytes(networkInput(base64ToBytes(one), side, { digits, center })))))",
        {
            "rasters": [base64.b64encode(each.tobytes()).decode() for each in rasters()],
            "ways": WAYS,
        },
    )
    for n, (raster, pictures) in enumerate(zip(rasters(), found, strict=True)):
        for (side, digits, center), text in zip(WAYS, pictures, strict=True):
            picture = np.frombuffer(base64.b64decode(text), np.uint8).reshape(side, side)
            expected = to_bytes(network_input(raster, side, digits=digits, center=center))
            assert np.abs(picture.astype(int) - expected).max() <= 1, (n, side, center)


@pytest.mark.parametrize("center", [True, False])
def test_a_digit_form_has_its_scale_and_position_on_the_raster(script, center):
    drawn = [render(each.drawing) for each in samples()[::5]]
    found = script(
        ["browser/digit_form.js", "browser/raster.js"],
        "({rasters, center}) => rasters.map((one) => { const { image, scale, left, top } ="
        "formOf(base64ToBytes(one), 28, { digits: true, center });"
        "return [Array.from(image), scale, left, top]; })",
        {
            "rasters": [base64.b64encode(each.tobytes()).decode() for each in drawn],
            "center": center,
        },
    )

    def middle(picture):
        at = np.arange(len(picture)) + 0.5
        return np.array([picture.sum(0) @ at, picture.sum(1) @ at]) / picture.sum()

    for raster, (image, scale, left, top) in zip(drawn, found, strict=True):
        moved = scale * middle(raster.astype(float)) + (left, top)
        # Thinning takes a little more of one side than of the other.
        np.testing.assert_allclose(middle(np.reshape(image, (28, 28))), moved, atol=0.15)
    blank = "() => formOf(new Uint8Array(12544), 28, { digits: true, center: true })"
    assert script("browser/digit_form.js", blank) is None


def test_colour_pictures_are_formatted_in_colour_or_grey(script):
    random = np.random.default_rng(4)
    planes = random.integers(0, 256, (4, RASTER_SIDE, RASTER_SIDE)).astype(np.uint8)
    given = [planes[:3], rasters()[0], planes[:2], planes]
    formats = [PictureFormat(32, 3), *(PictureFormat(28, channels) for channels in (1, 2, 4))]
    found = script(
        ["browser/digit_form.js", "browser/raster.js"],
        "({rasters, formats}) => rasters.map((one) => formats.map((format) => bytesToBase64("
        "toBytes(formatInput(base64ToBytes(one), format, { digits: false, center: true })))))",
        {
            "rasters": [base64.b64encode(each.tobytes()).decode() for each in given],
            "formats": [dataclasses.asdict(each) for each in formats],
        },
    )
    for raster, pictures in zip(given, found, strict=True):
        for format, text in zip(formats, pictures, strict=True):
            picture = np.frombuffer(base64.b64decode(text), np.uint8).reshape(format.shape)
            expected = to_bytes(format_input(raster, format))
            assert np.abs(picture.astype(int) - expected).max() <= 1, format


#: The network that a published site begins with.
FIRST = "efficient"
INPUTS = """(rasters) => rasters.map((one) => bytesToBase64(new Uint8Array(
  networkInput(base64ToBytes(one), 28, { digits: true, center: true }).buffer)))"""
READINGS = """({ card, file, iterations, drawings }) => {
  const decoder = new CapsuleDecoder(base64ToBytes(file).buffer, card.decoder);
  const floats = (text) => new Float32Array(base64ToBytes(text).buffer);
  const question = { seq: 1, center: true, iterations, capsule: -1, alone: true };
  return drawings.map(({ image, outputs }) => {
    const taken = Object.entries(outputs).map(([name, [text, dims]]) =>
      [name, { data: floats(text), dims }]);
    const bytes =
      encodeReading(card, decoder, question, floats(image), Object.fromEntries(taken));
    const { verdict } = deriveReading(decodeReply(bytes), card.network);
    return [bytesToBase64(bytes), verdict];
  });
}"""


@pytest.mark.slow
def test_readings_are_the_same_numbers_and_words(script):
    """By the graph that a site holds, beside the trace of Python's own picture."""
    pytest.importorskip("onnxscript")
    ort = pytest.importorskip("onnxruntime")
    loaded, limits = checkpoint.load(FIRST, "cpu"), cache.thresholds(FIRST)
    made = onnx_export.export(
        loaded.model, FIRST, loaded.subject.classes, output_names=networks._LIVE
    )
    graph = ort.InferenceSession(made.data)
    images = script(
        ["browser/digit_form.js", "browser/raster.js"],
        INPUTS,
        [base64.b64encode(each.tobytes()).decode() for each in rasters()],
    )
    pictures = np.stack([loaded.picture(raster, center=True) for raster in rasters()])
    seen = live(loaded.capsnet, pictures, made.iterations)
    painted = reconstructions(loaded.capsnet, seen.poses)
    asked = []
    for image, couplings in zip(images, seen.couplings, strict=True):
        x = np.frombuffer(base64.b64decode(image), np.float32).reshape(1, 28, 28)
        outputs = dict(zip(made.outputs, graph.run(None, {"image": x}), strict=True))
        assert np.abs(outputs["couplings"][:, 0].swapaxes(1, 2) - couplings).max() < 1e-4
        texts = {n: [base64.b64encode(v).decode(), list(v.shape)] for n, v in outputs.items()}
        asked.append({"image": image, "outputs": texts})
    decoder = cache.decoder(FIRST)
    assert decoder is not None
    given = {
        "card": {"network": networks.site_network(FIRST), "decoder": decoder.describe, "side": 28},
        **{"file": base64.b64encode(decoder.data).decode(), "drawings": asked},
        "iterations": made.iterations,
    }
    names = ("onnx/live_reply", "derive/reading", "engine/message", "decoder", "raster")
    modules = [f"browser/{name}.js" for name in names]
    kinds = set()
    for n, (reply, found) in enumerate(script(modules, READINGS, given)):
        header, arrays = unpack_arrays(base64.b64decode(reply))
        lengths, winner = seen.lengths[n], int(seen.lengths[n, -1].argmax())
        assert np.abs(arrays["lengths"] - lengths).max() < 1e-4, n
        assert np.abs(arrays["poses"] - seen.poses[n]).max() < 1e-4, n
        roots = to_bytes(np.sqrt(seen.couplings[n, ..., winner])).astype(int)
        assert np.abs(arrays["couplings"] - roots).max() <= 1, n
        alone = to_bytes(painted[n, winner]).astype(int)
        assert np.abs(arrays["reconstruction"] - alone).max() <= 2, n
        misfit = float(((painted[n, winner] - pictures[n]) ** 2).sum())
        # Its decoder's weights are rounded.
        assert header["misfit"] == pytest.approx(misfit, abs=0.5), n
        recognised = limits.recognise(pictures[n], lengths[-1])
        assert found["digit"] == (winner if recognised else None), n
        kinds.add(found["kind"])
    assert kinds == {"clear", "two", "none", "misfit", "empty"}


def test_pictures_are_transformed_the_same(script):
    random = np.random.default_rng(2)
    asked, expected = [], []
    for sample in samples()[::2]:
        image = network_input(render(sample.drawing), 28)
        for n in range(4):
            moved = {name: round(random.uniform(*LIMITS[name]), 3) for name in KINDS[: 5 + n // 2]}
            transform = Transform(**moved)
            asked.append([[float(pixel) for pixel in image.ravel()], transform.to_plain()])
            expected.append(to_bytes(transform_image(image, transform)).ravel())
    colours = np.stack([image, 1 - image, image / 2])
    for several in (colours, colours[:2], np.concatenate([colours, colours[:1]])):
        asked.append([[float(value) for value in several.ravel()], asked[-1][1], len(several)])
        expected.append(to_bytes(transform_image(several, transform)).ravel())
    found = script(
        ["browser/transform.js", "browser/digit_form.js", "browser/raster.js"],
        "(asked) => asked.map(([image, transform, channels]) => bytesToBase64("
        "toBytes(transformImage(Float32Array.from(image), transform, channels))))",
        asked,
    )
    for text, picture in zip(found, expected, strict=True):
        seen = np.frombuffer(base64.b64decode(text), np.uint8)
        assert np.abs(seen.astype(int) - picture).max() <= 1


def photographs() -> list[np.ndarray]:
    """Digits on paper: dark or bright, small, in colour, unevenly lit, noisy, in a shadow."""
    random = np.random.default_rng(3)
    made = []
    for n, sample in enumerate(samples()[::6]):
        ink = render(sample.drawing, 300 if n % 2 else 150)[..., None] / 255
        side = len(ink) + 40 + 200 * (n % 3)
        wide = np.zeros((side, side + 40, 1))
        wide[30 : 30 + len(ink), 20 : 20 + len(ink)] = ink
        across = np.linspace(0.6, 1, wide.shape[1])[None, :, None]
        shadow = np.where(np.arange(wide.shape[1]) < side // 3, 0.5, 1)[None, :, None]
        paper, pen = [
            (np.array([250, 240, 230]), np.array([20, 40, 160])),
            (np.array([20, 30, 60]), np.array([240, 220, 200])),
            (220 * across, 60 * across),
            (230 * shadow, 40 * shadow),
        ][n % 4]
        picture = paper + (pen - paper) * wide + random.normal(0, n % 5, (*wide.shape[:2], 3))
        made.append(np.clip(picture, 0, 255).astype(np.uint8))
    return made


def plain_pixels(picture: np.ndarray) -> list:
    """Opaque pixels and the number of columns, as `rasterOfPicture` takes them."""
    opaque = np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])
    return [base64.b64encode(opaque.tobytes()).decode(), picture.shape[1]]


@pytest.mark.parametrize(
    "way", ["ink", *(pytest.param(way, marks=pytest.mark.slow) for way in ("whole", "colours"))]
)
def test_uploaded_pictures_become_the_same_raster(script, way):
    pictures = photographs()
    asked = [plain_pixels(picture) for picture in pictures]
    found = script(
        ["browser/upload/picture_raster.js", "browser/raster.js"],
        "({asked, way}) => asked.map(([rgba, columns]) => bytesToBase64("
        "rasterOfPicture(base64ToBytes(rgba), columns, way)))",
        {"asked": asked, "way": way},
    )
    for text, picture in zip(found, pictures, strict=True):
        out = io.BytesIO()
        Image.fromarray(picture).save(out, "PNG")
        expected = read(out.getvalue(), way).ravel()
        raster = np.frombuffer(base64.b64decode(text), np.uint8)
        assert np.abs(raster.astype(int) - expected).max() <= 1


def test_a_page_with_several_digits_is_refused_by_the_same_sentence(script):
    pages = [draw_page(digits, noise) for noise in (0, 6) for _, digits in PAGES.values()]
    found = script(
        ["browser/upload/picture_raster.js", "browser/raster.js", "browser/text.js"],
        "(asked) => asked.map(([rgba, columns]) => {"
        'try { rasterOfPicture(base64ToBytes(rgba), columns, "ink"); return ""; }'
        "catch (wrong) { return text(wrong.message); } })",
        [plain_pixels(page) for page in pages],
    )
    expected = []
    for page in pages:
        out = io.BytesIO()
        Image.fromarray(page).save(out, "PNG")
        try:
            read(out.getvalue(), "ink")
            expected.append("")
        except CapsvizError as wrong:
            expected.append(str(wrong))
    assert found == expected
    assert [bool(sentence) for sentence in found] == 2 * [several for several, _ in PAGES.values()]
