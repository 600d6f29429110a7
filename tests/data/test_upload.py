"""Uploads: every kind of picture file, good and bad, made here."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
import PIL
import pytest
from digit_pages import PAGES, draw_page
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from photographs import SIDE, file, grey
from PIL import Image


@pytest.fixture(scope="module")
def read() -> Any:
    from capsviz.data.upload import read_picture

    return read_picture


@pytest.fixture(scope="module")
def error() -> type[Exception]:
    from capsviz.errors import CapsvizError

    return CapsvizError


def wanted(ink: np.ndarray) -> np.ndarray:
    """The ink's box, 80 pixels long, in the middle of the raster."""
    rows, columns = (np.flatnonzero((ink > 0.05).any(axis)) for axis in (1, 0))
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1].astype(np.float32)
    size = [round(n * 80 / max(cut.shape)) for n in cut.shape[::-1]]
    field = Image.new("F", (112, 112))
    small = Image.fromarray(cut).resize(size, Image.Resampling.BILINEAR)
    field.paste(small, tuple((112 - n) // 2 for n in size))
    return np.asarray(field)


def assert_shows(raster: np.ndarray, ink: np.ndarray, least: float = 0.9) -> None:
    """The raster's ink and the wanted ink overlap (share of their union)."""
    assert raster.shape == (112, 112)
    assert raster.dtype == np.uint8
    found, right = raster > 127, wanted(ink) > 0.5
    assert (found & right).sum() / (found | right).sum() >= least
    assert raster.max() == 255


# --- kinds of file -----------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"])
def test_every_format_is_read_in_both_polarities(read, five, kind):
    assert_shows(read(file(grey(five), kind)), five)
    assert_shows(read(file(grey(five, 0, 255), kind)), five)


@pytest.mark.parametrize("mode", ["1", "L", "P", "RGB", "RGBA", "CMYK", "YCbCr", "LAB", "I;16"])
def test_every_pixel_mode_is_read(read, five, mode):
    if mode == "YCbCr" and int(PIL.__version__.partition(".")[0]) < 13:
        pytest.skip("Pillow before 13 cannot read the TIFF files of this mode that it writes")
    if mode == "I;16":
        image = Image.fromarray((1000 + 3000 * five).astype(np.uint16))  # a part of its range
    elif mode == "LAB":
        zero = Image.new("L", (SIDE, SIDE), 128)
        image = Image.merge("LAB", (grey(five), zero, zero))
    else:
        image = grey(five).convert("RGB").convert(mode)
    kind = "PNG" if mode in ("1", "L", "P", "RGB", "RGBA", "I;16") else "TIFF"
    assert_shows(read(file(image, kind)), five)


def test_a_cmyk_jpeg_is_read(read, five):
    assert_shows(read(file(grey(five).convert("RGB").convert("CMYK"), "JPEG")), five)


@pytest.mark.parametrize("fill", [np.nan, np.inf])
def test_a_floating_point_tiff_with_missing_values_is_read(read, five, fill):
    values = (0.3 + 0.2 * five).astype(np.float32)
    values[0, 0] = fill
    values[0, 1] = 0
    assert_shows(read(file(Image.fromarray(values), "TIFF")), five, 0.8)


@pytest.mark.parametrize("pen", [0, 255])
def test_ink_on_nothing_is_laid_on_paper_that_shows_it(read, five, pen):
    pixels = np.full((SIDE, SIDE, 4), pen, np.uint8)
    pixels[..., 3] = np.rint(five * 255)
    assert_shows(read(file(Image.fromarray(pixels))), five)
    # The colour of transparent pixels must not matter.
    pixels[five == 0, :3] = 255 - pen
    assert_shows(read(file(Image.fromarray(pixels))), five)


def test_transparent_corners_do_not_invert_opaque_paper(read, five):
    pixels = np.dstack([np.asarray(grey(five))] * 3 + [np.full((SIDE, SIDE), 255, np.uint8)])
    pixels[:30, :30] = 0
    pixels[-30:, -30:] = 0
    assert_shows(read(file(Image.fromarray(pixels))), five)


def test_a_palette_with_a_transparent_colour_is_read(read, five):
    image = Image.fromarray((five > 0.5).astype(np.uint8), "L").convert("P")
    image.putpalette([200, 30, 30, 0, 0, 0])
    assert_shows(read(file(image, "PNG", transparency=0)), five)
    assert_shows(read(file(image, "GIF", transparency=0)), five)


def test_colours_of_equal_lightness_are_separated(read, five):
    red, green = np.array([200, 60, 60]), np.array([60, 131, 60])  # the same luma
    colours = green + (red - green) * five[..., None]
    image = Image.fromarray(colours.astype(np.uint8))
    assert np.ptp(np.asarray(image.convert("L"))) <= 2
    assert_shows(read(file(image)), five)


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG", "TIFF"])
def test_an_animation_is_read_by_its_first_frame(read, five, kind):
    later = [grey(np.zeros_like(five)), grey(five[::-1])]
    animated = file(grey(five), kind, save_all=True, append_images=later)
    assert getattr(Image.open(io.BytesIO(animated)), "n_frames", 1) == 3
    assert_shows(read(animated), five)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_cameras_rotation_is_applied(read, five, kind, orientation):
    # How a camera stores the upright picture when it notes this orientation.
    stored = {
        1: five,
        2: five[:, ::-1],
        3: five[::-1, ::-1],
        4: five[::-1],
        5: five.T,
        6: np.rot90(five),
        7: five[::-1, ::-1].T,
        8: np.rot90(five, -1),
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_shows(read(file(grey(stored), kind, exif=exif)), five)


# --- photographs -------------------------------------------------------------------------


def photograph(five: np.ndarray, light: np.ndarray, pen: float = 0.3, noise: float = 5) -> bytes:
    """Ink in the middle of a larger sheet under this light (grey levels)."""
    height, width = light.shape
    ink = np.zeros(light.shape)
    top, left = (height - SIDE) // 2, (width - SIDE) // 2
    ink[top : top + SIDE, left : left + SIDE] = five
    grain = np.random.default_rng(0).normal(0, noise, light.shape)
    levels = light * (1 - (1 - pen) * ink) + grain
    return file(Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8)), "JPEG", quality=85)


def test_a_photograph_in_uneven_light_is_read(read, five):
    y, x = np.mgrid[0:640, 0:480]
    falling = 230 - 0.2 * y - 0.2 * x
    # The paper at one corner is darker than the ink at the other.
    assert falling.min() < 0.3 * falling.max()
    assert_shows(read(photograph(five, falling)), five, 0.8)


def test_a_photograph_across_the_edge_of_a_shadow_is_read(read, five):
    _, x = np.mgrid[0:640, 0:480]
    shadow = 215 * (1 - 0.5 / (1 + np.exp(-(x - 330) / 10)))
    assert_shows(read(photograph(five, shadow)), five, 0.8)


def test_specks_and_the_tables_edge_are_no_ink(read, five):
    light = np.full((640, 480), 220.0)
    light[:, :12] = 30
    light[100:104, 400:404] = 30
    light[560:563, 60:64] = 30
    assert_shows(read(photograph(five, light)), five, 0.8)


def test_a_small_digit_on_a_large_sheet_is_read_from_near(read, five):
    sheet = np.full((1600, 1600), 230.0)
    assert_shows(read(photograph(five, sheet)), five, 0.8)


def test_a_faint_pencil_stroke_is_read(read, five):
    sheet = np.full((500, 500), 210.0)
    assert_shows(read(photograph(five, sheet, pen=0.8)), five, 0.8)


def test_a_large_jpeg_is_decoded_small(read, five):
    sheet = Image.new("L", (7000, 7000), 240)
    sheet.paste(grey(five, 240, 20).resize((4000, 4000)), (1500, 1500))
    assert_shows(read(file(sheet, "JPEG")), five)


def test_mnist_digits_survive_an_upload(read, mnist_root):
    from capsviz.data.normalisation import normalise
    from capsviz.data.vision import Mnist

    digits = Mnist(mnist_root).test().images[:100].numpy()
    for polarity in (0, 255):
        seen = [normalise(read(file(Image.fromarray(polarity ^ digit)))) for digit in digits]
        off = np.abs(np.stack(seen) - digits / 255).mean((1, 2))
        # Mean ink is 0.13; a digit flipped, lost or shifted by a pixel is off by more.
        assert np.median(off) < 0.03


# --- bad files ---------------------------------------------------------------------------


def png_header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds nothing of it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + sum_

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def refusal(read, error, data: bytes) -> str:
    with pytest.raises(error) as refused:
        read(data)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < 200
    return sentence


def test_an_empty_file_is_refused(read, error):
    assert "empty" in refusal(read, error, b"")


def test_files_over_five_megabytes_are_refused(read, error, five):
    good = file(grey(five))
    padded = good + bytes(5 * 2**20 - len(good))
    assert_shows(read(padded), five)
    assert "5 MB" in refusal(read, error, padded + b"\0")


@pytest.mark.parametrize(
    "data",
    [b"hello", b"\0" * 100, b"%PDF-1.7 ...", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"BM", b"II*\0"],
)
def test_files_that_are_no_picture_are_refused(read, error, data):
    assert "no picture" in refusal(read, error, data)


def test_formats_that_are_not_read_are_named(read, error, five):
    svg = b'<?xml version="1.0"?>\n<SVG xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></SVG>'
    assert "SVG" in refusal(read, error, svg)
    assert "HEIC" in refusal(read, error, b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    for kind in ("PPM", "ICO", "TGA", "EPS", "PCX"):  # Pillow could read these
        assert "no picture" in refusal(read, error, file(grey(five), kind))


@pytest.mark.parametrize(
    "size", [(20_000, 20_000), (12_000, 10_000), (8_000, 7_000), (2**31 - 1, 1)]
)
def test_too_many_pixels_are_refused_by_the_header(read, error, size):
    assert "16 megapixels, or a JPEG of at most 50" in refusal(read, error, png_header(*size))


def test_a_picture_of_20000_by_20000_pixels_is_refused(read, error):
    bomb = file(Image.new("1", (20_000, 20_000)), "PNG")
    assert len(bomb) < 5 * 2**20
    assert "16 megapixels, or a JPEG of at most 50" in refusal(read, error, bomb)


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (3000, 20)])
def test_too_small_or_narrow_pictures_are_refused(read, error, size):
    image = Image.effect_noise(size, 90)
    assert "too small or too narrow" in refusal(read, error, file(image))


@pytest.mark.parametrize("mode", ["1", "L", "RGB", "CMYK", "I;16", "F", "P", "LA", "RGBA"])
@pytest.mark.parametrize("level", [0, 1])
def test_blank_pictures_are_refused(read, error, mode, level):
    colour = level if mode in ("1", "I;16", "F", "P", "L") else (level,) * len(mode)
    image = Image.new(mode, (60, 60), colour)
    kind = "PNG" if mode in ("1", "L", "RGB", "I;16", "P", "LA", "RGBA") else "TIFF"
    assert "nothing to see" in refusal(read, error, file(image, kind))


def test_noise_and_uneven_light_alone_are_blank(read, error):
    random = np.random.default_rng(0)
    y, x = np.mgrid[-1:1:300j, -1:1:300j]
    for levels in (
        random.normal(200, 12, (300, 300)),
        random.uniform(0, 255, (300, 300)),
        220 - 60 * (x * x + y * y) + random.normal(0, 4, (300, 300)),
        120 + 100 * x,
    ):
        image = Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))
        assert "nothing to see" in refusal(read, error, file(image))


@pytest.mark.parametrize("noise", [0, 6])
@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_several_digits_is_refused_and_one_digit_in_pieces_is_accepted(
    read, error, page, noise
):
    several, digits = PAGES[page]
    data = file(Image.fromarray(draw_page(digits, noise)))
    if several:
        assert "several digits in this picture: crop it" in refusal(read, error, data)
    else:
        assert read(data).max() == 255


@pytest.mark.parametrize("count", [2, 5])
def test_a_line_of_five_mnist_digits_is_refused_and_one_of_two_is_not(
    read, error, mnist_root, count
):
    from capsviz.data.vision import Mnist

    digits = Mnist(mnist_root).test().images[:500].numpy()
    pages = [np.hstack(digits[n : n + count]) for n in range(0, 500, count)]
    refused = 0
    for page in pages:
        try:
            read(file(Image.fromarray(255 - page)))
        except error as wrong:
            assert "several digits" in str(wrong)  # noqa: PT017
            refused += 1
    assert refused == (len(pages) if count == 5 else 0)


def test_an_all_clear_picture_is_blank(read, error, five):
    pixels = np.dstack([np.asarray(grey(five))] * 3 + [np.zeros((SIDE, SIDE), np.uint8)])
    assert "nothing to see" in refusal(read, error, file(Image.fromarray(pixels)))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF"])
def test_truncated_files_are_refused(read, error, five, kind):
    whole = file(grey(five), kind)
    sentence = refusal(read, error, whole[: len(whole) // 2])
    assert "cut short" in sentence or "no picture" in sentence


def test_damaged_exif_is_no_reason_to_refuse(read, five):
    exif = b"Exif\0\0II*\0\x08\0\0\0\xff\xff" + b"\x12\x01\x03\0\xff\xff\xff\xff" * 3
    assert_shows(read(file(grey(five), "JPEG", exif=exif)), five)


# --- anything else -----------------------------------------------------------------------

QUIET = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def survives(read, error, data: bytes) -> None:
    try:
        raster = read(data)
    except error as refused:
        assert str(refused)  # noqa: PT017
    else:
        assert raster.any()


@settings(max_examples=150, **QUIET)
@given(
    st.sampled_from(
        [
            b"",
            b"\x89PNG\r\n\x1a\n",
            b"\xff\xd8\xff\xe0",
            b"GIF89a",
            b"II*\0",
            b"MM\0*",
            b"BM",
            b"RIFF\x40\0\0\0WEBPVP8 ",
        ]
    ),
    st.binary(max_size=300),
)
@example(b"", b"\xff")
def test_random_bytes_are_refused_and_raise_nothing_else(read, error, start, rest):
    survives(read, error, start + rest)


@settings(max_examples=120, **QUIET)
@given(
    st.sampled_from(["PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF"]),
    st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), min_size=1, max_size=8),
)
def test_flipped_bytes_raise_nothing_else(read, error, five, kind, flips):
    data = bytearray(file(grey(five[::4, ::4]), kind))
    for place, value in flips:
        data[int(place * (len(data) - 1))] = value
    survives(read, error, bytes(data))


@settings(max_examples=40, **QUIET)
@given(st.integers(8, 40), st.integers(8, 40), st.integers(0, 2**32 - 1), st.booleans())
def test_random_pictures_raise_nothing_else(read, error, width, height, seed, colour):
    shape = (height, width, 3) if colour else (height, width)
    pixels = np.random.default_rng(seed).choice([0, 90, 255], shape, p=[0.1, 0.1, 0.8])
    survives(read, error, file(Image.fromarray(pixels.astype(np.uint8))))


def _file(pixels):
    out = io.BytesIO()
    Image.fromarray(np.asarray(pixels, np.uint8)).save(out, "PNG")
    return out.getvalue()


def test_a_picture_of_no_ink_is_taken_as_it_is():
    """A grey picture without ink is kept, in the middle of a square, bright on dark."""
    from capsviz.data.upload import read_whole

    coat = np.full((60, 90, 3), (250, 252, 255))
    coat[10:50, 20:70] = (60, 40, 90)
    coat[10:50, 20:45] = (140, 120, 160)
    seen = read_whole(_file(coat))
    assert seen.shape == (112, 112)
    assert seen[:8].max() < 8
    # Both greys of it are still there, where they were: a little left of the middle.
    rows = seen[50]
    assert abs(int(rows[40]) - (255 - 130)) < 8
    assert abs(int(rows[70]) - (255 - 50)) < 8
    assert rows[:20].max() < 8 < 100 < rows[28]
    already = read_whole(_file(255 - coat))
    np.testing.assert_allclose(already.astype(int), seen, atol=1)


def test_a_recorded_inversion_applies_to_every_picture():
    from capsviz.data.upload import read

    # Dark objects on bright paper; the edges of the second photograph are in shadow.
    small, large = np.full((2, 60, 60), 240)
    small[25:35, 25:35] = 20
    large[4:56, 4:56] = 20
    large[:3] = large[-3:] = 0
    large[:, :3] = large[:, -3:] = 0
    assert read(_file(large), "whole")[56, 56] < 60, "by its border alone it is not turned over"
    for picture in (small, large):
        assert read(_file(picture), "inverted")[56, 56] > 200
        assert read(_file(255 - picture), "straight")[56, 56] > 200


def test_a_picture_of_no_ink_may_be_flat_but_not_narrow():
    from capsviz.data.upload import read_whole
    from capsviz.errors import CapsvizError

    assert (read_whole(_file(np.full((20, 20), 90))) == 90).all()
    with pytest.raises(CapsvizError, match="too narrow"):
        read_whole(_file(np.zeros((4, 300))))


def test_a_small_file_that_unfolds_to_very_much_is_refused_before_it_is_decoded(monkeypatch):
    import io

    from capsviz.data import picture_file
    from capsviz.errors import CapsvizError

    out = io.BytesIO()
    Image.new("1", (3990, 3990)).save(out, "PNG")
    monkeypatch.setattr(picture_file, "_pixels", lambda _: pytest.fail("it was decoded"))
    with pytest.raises(CapsvizError, match="this file unfolds to 3,990 x 3,990 pixels"):
        picture_file.decode(out.getvalue())
