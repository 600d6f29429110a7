"""Drawings: the raster against a scalar reference, the network's input against MNIST."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

BLANK = base64.b64encode(bytes(112 * 112)).decode()


@pytest.fixture(scope="module")
def drawing() -> Any:
    from capsviz.data import drawing

    return drawing


@pytest.fixture(scope="module")
def normalise() -> Any:
    from capsviz.data.normalisation import normalise

    return normalise


@pytest.fixture(scope="module")
def error() -> type[Exception]:
    from capsviz.errors import CapsvizError

    return CapsvizError


def reference(plain: dict[str, Any], side: int) -> np.ndarray:
    """Render in scalar loops: coverage is the brush's reach past the nearest segment."""
    field = [[0.0] * side for _ in range(side)]
    for width, erase, *values in plain["s"]:
        points = [(x * side / 1000, y * side / 1000) for x, y in zip(*[iter(values)] * 2)]  # noqa: B905
        radius = width * side / 2000
        for row in range(side):
            for column in range(side):
                near = min(
                    segment_distance((column + 0.5, row + 0.5), start, end)
                    for start, end in zip(points, points[1:] or points, strict=False)
                )
                cover = min(max(radius + 0.5 - near, 0), 1, 2 * radius)
                ink = field[row][column]
                field[row][column] = ink * (1 - cover) if erase else ink + cover * (1 - ink)
    return np.array(field) * 255


def segment_distance(point, start, end) -> float:
    (px, py), (ax, ay), (bx, by) = point, start, end
    square = (bx - ax) ** 2 + (by - ay) ** 2
    along = ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square if square else 0.0
    t = min(max(along, 0), 1)
    return math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay))


def line(drawing, *points, width=0.08, erase=False):
    return drawing.Stroke(tuple(points), width, erase)


def centre_of_mass(picture: np.ndarray) -> tuple[float, float]:
    places = np.arange(len(picture)) + 0.5
    return tuple(float(picture.sum(axis) @ places / picture.sum()) for axis in (1, 0))


# --- plain form --------------------------------------------------------------------------

coordinates = st.integers(-1000, 2000)
plain_strokes = st.builds(
    lambda width, erase, points: [width, erase, *(value for point in points for value in point)],
    st.integers(1, 250),
    st.integers(0, 1),
    st.lists(st.tuples(coordinates, coordinates), min_size=1, max_size=6),
)
plain_drawings = st.fixed_dictionaries(
    {"s": st.lists(plain_strokes, max_size=4), "b": st.sampled_from([None, BLANK])}
)


@given(plain_drawings)
def test_plain_form_survives_reading_writing_and_json(drawing, plain):
    read = drawing.Drawing.from_plain(json.loads(json.dumps(plain)))
    assert read.to_plain() == plain
    assert drawing.Drawing.from_plain(read.to_plain()) == read


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from("sbx"), inner),
    max_leaves=20,
)


@given(json_values)
def test_any_other_value_is_refused_with_one_sentence_or_read(drawing, error, value):
    sentence = None
    try:
        read = drawing.Drawing.from_plain(value)
    except error as refusal:
        sentence = str(refusal)
    if sentence is None:
        assert drawing.Drawing.from_plain(read.to_plain()).to_plain() == read.to_plain()
    else:
        assert 10 < len(sentence) < 200
        assert "\n" not in sentence


@pytest.mark.parametrize(
    ("plain", "word"),
    [
        (None, "object"),
        ({"s": [], "more": 1}, "object"),
        ({"s": {}}, "list"),
        ({"s": [[80, 0, 1, 1]] * 401}, "400"),
        ({"s": [[80, 0, *[5] * 40_002]]}, "20,000"),
        ({"s": [[80, 0, *[5] * 20_002]] * 2}, "20,000"),
        ({"s": ["80,0,1,1"]}, "stroke must be a list"),
        ({"s": [[80, 0]]}, "stroke must be a list"),
        ({"s": [[80, 0, 1]]}, "stroke must be a list"),
        ({"s": [[80, 0, 1, float("nan")]]}, "finite"),
        ({"s": [[80, 0, 1, True]]}, "finite"),
        ({"s": [[80, 0, 1, "1"]]}, "finite"),
        ({"s": [[80, 0, 1, 10**400]]}, "outside"),
        ({"s": [[0, 0, 1, 1]]}, "width"),
        ({"s": [[251, 0, 1, 1]]}, "width"),
        ({"s": [[80, -1, 1, 1]]}, "eraser"),
        ({"s": [[80, 2 + (1 << 24), 1, 1]]}, "eraser"),
        ({"s": [[80, 0, 2001, 1]]}, "outside"),
        ({"s": [[80, 0, 1, -1001]]}, "outside"),
        ({"s": [], "b": "AAAA"}, "base64"),
        ({"s": [], "b": BLANK[:-4] + "????"}, "base64"),
        ({"s": [], "b": "ä"}, "base64"),
        ({"s": [], "b": 5}, "base64"),
    ],
)
def test_a_bad_drawing_is_refused_by_name(drawing, error, plain, word):
    with pytest.raises(error, match=word):
        drawing.Drawing.from_plain(plain)


def test_the_most_points_allowed_are_read(drawing):
    assert drawing.Drawing.from_plain({"s": [[80, 0, *[5] * 40_000]]}).strokes
    assert len(drawing.Drawing.from_plain({"s": [[80, 0, 1, 1]] * 400}).strokes) == 400


# --- rendering ---------------------------------------------------------------------------


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(plain_drawings, st.sampled_from([8, 13, 24]))
def test_the_raster_equals_the_scalar_reference(drawing, plain, side):
    found = drawing.render(drawing.Drawing.from_plain({**plain, "b": None}), side)
    assert found.dtype == np.uint8
    assert found.shape == (side, side)
    assert np.abs(found - reference(plain, side)).max() <= 1


def test_long_thick_strokes_equal_the_scalar_reference(drawing):
    # Cut in pieces, drawn over, leaving the canvas and coming back.
    plain = {
        "s": [
            [150, 0, 100, 500, 900, 500, 300, 100, 1900, 1200, 500, 900],
            [60, 1, 500, -900, 500, 1900],
            [8, 0, 0, 0, 1000, 1000],
        ]
    }
    found = drawing.render(drawing.Drawing.from_plain(plain), 64)
    assert np.abs(found - reference(plain, 64)).max() <= 1


def test_many_points_need_several_rounds_of_windows_and_change_nothing(drawing):
    t = np.linspace(0, 1000, 3000)
    straight = {"s": [[80, 0, 0, 300, 1000, 700]]}
    dense = {"s": [[80, 0, *np.stack([t, 300 + 0.4 * t], 1).ravel().tolist()]]}
    pair = [drawing.render(drawing.Drawing.from_plain(plain)) for plain in (straight, dense)]
    assert np.abs(pair[0].astype(int) - pair[1]).max() <= 1


def test_a_point_is_a_round_dot(drawing):
    dot = drawing.render(drawing.Drawing((line(drawing, (0.5, 0.5), width=0.25),)))
    assert dot.sum() / 255 == pytest.approx(math.pi * 14**2, rel=0.01)
    np.testing.assert_array_equal(dot, dot.T)
    np.testing.assert_array_equal(dot, dot[::-1])


def test_the_eraser_removes_earlier_strokes_only(drawing):
    ink = line(drawing, (0.1, 0.5), (0.9, 0.5))
    rubber = line(drawing, (0.5, 0.0), (0.5, 1.0), width=0.2, erase=True)
    base = bytes([255]) * 112**2
    crossed = drawing.render(drawing.Drawing((ink, rubber), base))
    assert crossed[56, 56] == 0
    assert crossed[10, 10] == 255
    assert drawing.render(drawing.Drawing((rubber, ink), base))[56, 56] == 255


def test_a_base_is_shown_as_it_is_and_scaled_with_the_field(drawing):
    base = np.random.default_rng(0).integers(0, 256, (112, 112), dtype=np.uint8)
    under = drawing.Drawing((), base.tobytes())
    np.testing.assert_array_equal(drawing.render(under), base)
    assert drawing.render(under, 56).mean() == pytest.approx(base.mean(), rel=0.02)


def test_sides_out_of_range_are_refused(drawing, error):
    for side in (7, 513):
        with pytest.raises(error, match="8 to 512"):
            drawing.render(drawing.Drawing(), side)


# --- the network's input -----------------------------------------------------------------


def seven(drawing, scale=1.0, x=0.0, y=0.0, width=0.08) -> np.ndarray:
    corners = ((0.25, 0.2), (0.75, 0.2), (0.4, 0.8))
    points = [(x + scale * px, y + scale * py) for px, py in corners]
    return drawing.render(drawing.Drawing((line(drawing, *points, width=width),)))


def box(picture: np.ndarray, level: float = 0.02) -> tuple[int, int]:
    inked = picture > level
    return tuple(int(np.ptp(np.flatnonzero(inked.any(axis)))) + 1 for axis in (1, 0))


@pytest.mark.parametrize("center", [True, False])
def test_an_empty_drawing_normalises_to_an_empty_image(normalise, center):
    np.testing.assert_array_equal(
        normalise(np.zeros((112, 112), np.uint8), center=center), np.zeros((28, 28))
    )


@given(arrays(np.uint8, st.integers(8, 40).map(lambda n: (n, n))), st.booleans())
def test_any_raster_gives_pixels_between_0_and_1(normalise, raster, center):
    seen = normalise(raster, center=center)
    assert seen.shape == (28, 28)
    assert seen.dtype == np.float32
    assert np.isfinite(seen).all()
    assert seen.min() >= 0
    assert seen.max() <= 1
    if center and raster.any():
        assert seen.max() == 1


@pytest.mark.parametrize("side", [8, 28, 100, 112, 512])
def test_full_rasters_and_single_pixels_fill_the_box(normalise, side):
    full = np.full((side, side), 255, np.uint8)
    dot = np.zeros_like(full)
    dot[0, -1] = 255
    for raster in (full, dot):
        seen = normalise(raster)
        assert box(seen) == (20, 20)
        assert seen.sum() == pytest.approx(400, rel=0.01)
    np.testing.assert_allclose(normalise(full, center=False), 1, atol=1e-5)


def test_a_faint_speck_on_the_largest_raster_is_no_error(normalise):
    speck = np.zeros((512, 512), np.uint8)
    speck[100, 100] = 1
    assert normalise(speck).sum() == 0


def test_the_box_is_20_pixels_and_the_centre_of_mass_in_the_middle(normalise, drawing):
    for raster in (seven(drawing), seven(drawing, 0.5, 0.4, 0.1, 0.03), seven(drawing).T.copy()):
        seen = normalise(raster)
        assert max(box(seen)) == 20
        assert seen.max() == 1
        if max(abs(place - 14.5) for place in centre_of_mass(seen)) > 0.51:
            # Only the raster's edge may keep it from there.
            inked = seen > 0
            assert inked[0].any() or inked[-1].any() or inked[:, 0].any() or inked[:, -1].any()


def test_size_and_place_of_a_drawing_do_not_matter(normalise, drawing):
    whole = normalise(seven(drawing))
    small = [
        seven(drawing, scale, 0.1 + x, 0.05, width=0.08 * scale)
        for scale in (0.4, 0.6, 0.75)
        for x in (0, 0.013, 0.031)
    ]
    off, off_as_drawn = (
        np.mean([np.abs(whole - normalise(each, center=c)).mean() for each in small])
        for c in (True, False)
    )
    assert off < 0.2 * off_as_drawn
    elsewhere = normalise(np.roll(seven(drawing), (9, -11), (0, 1)))
    np.testing.assert_allclose(elsewhere, whole, atol=1e-4)


def test_normalising_without_centring_preserves_position_and_mean(normalise, drawing):
    raster = seven(drawing, 0.5, 0.4, 0.1)
    seen = normalise(raster, center=False)
    np.testing.assert_allclose(seen, raster.reshape(28, 4, 28, 4).mean((1, 3)) / 255, atol=1e-5)


def test_broad_ink_is_thinned_and_slender_ink_is_not(normalise, drawing):
    sums = [normalise(seven(drawing, width=width)).sum() for width in (0.06, 0.12, 0.24)]
    # Unthinned, the ink would grow as the brush does.
    assert sums[1] > 1.5 * sums[0]
    assert sums[2] < 1.35 * sums[1]


def test_one_wrong_array_is_refused(normalise, error):
    bad = [
        np.zeros((112, 112), np.float32),
        np.zeros((112, 111), np.uint8),
        np.zeros((7, 7), np.uint8),
        np.zeros((513, 513), np.uint8),
        np.zeros((3, 112, 112), np.uint8),
        [[0]],
    ]
    for raster in bad:
        with pytest.raises((error, TypeError)) as refusal:  # TypeError: the shape checks of tests
            normalise(raster)
        assert "square" in str(refusal.value) or type(refusal.value) is not error


# --- against MNIST -----------------------------------------------------------------------


@pytest.fixture(scope="module")
def digits(mnist_root) -> np.ndarray:
    from capsviz.data.vision import Mnist

    return Mnist(mnist_root).test().images[:400].numpy()


def test_mnist_digits_normalised_again_are_the_same(normalise, digits):
    again = [normalise(np.kron(digit, np.ones((4, 4), np.uint8))) for digit in digits]
    error = np.abs(np.stack(again) - digits / 255).mean((1, 2))
    assert np.mean(error < 0.002) > 0.95
    assert error.mean() < 0.002


def test_the_network_reads_normalised_digits_as_well_as_the_originals(normalise, mnist_root):
    import torch

    import capsviz
    from capsviz.data.vision import Mnist
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        pytest.skip("there is no trained checkpoint named dynamic")
    test = Mnist(mnist_root).test()
    images, labels = test.images[:400].numpy(), test.labels[:400]
    bicubic = Image.Resampling.BICUBIC
    large = [np.asarray(Image.fromarray(image).resize((112, 112), bicubic)) for image in images]
    again = np.stack([normalise(raster) for raster in large])
    model = capsviz.load("dynamic", "cpu")
    with torch.inference_mode():
        right = [
            int((model(torch.from_numpy(x))[1].argmax(1) == labels).sum())
            for x in (images.astype(np.float32) / 255, again)
        ]
    assert right[1] >= right[0] - 1
