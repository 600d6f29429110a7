"""Picture files in a real browser: each kind becomes the raster that Python finds or a sentence."""

from __future__ import annotations

import base64
import struct
import zlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from digit_pages import PAGES, draw_page
from photographs import file, grey
from PIL import Image
from published_site import serve
from scripts import ROOT

from capsviz.ui.languages import messages

if TYPE_CHECKING:
    from playwright.sync_api import Page

#: Least share of the union of two rasters' ink that both have.
ALIKE = 0.9

#: The orientation that a camera notes, and what it then stores of an upright picture.
STORED: dict[int, Callable[[np.ndarray], np.ndarray]] = {
    1: lambda upright: upright,
    2: lambda upright: upright[:, ::-1],
    3: lambda upright: upright[::-1, ::-1],
    4: lambda upright: upright[::-1],
    5: lambda upright: upright.T,
    6: lambda upright: np.rot90(upright),
    7: lambda upright: upright[::-1, ::-1].T,
    8: lambda upright: np.rot90(upright, -1),
}


@pytest.fixture(scope="module")
def page(browser) -> Iterator[Page]:
    """A tab with nothing but the script that reads picture files."""
    with serve(ROOT) as address:
        opened = browser.new_page()
        opened.goto(f"{address}package.json")
        opened.evaluate(
            """async ([host, texts]) => {
              (await import(`${host}browser/text.js`)).adoptTexts(texts);
              window.script = await import(`${host}browser/upload/picture_file.js`);
            }""",
            [address, messages.texts("en", "shared")],
        )
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def read(page) -> Callable[..., np.ndarray | str]:
    """Have a file read: its raster, or the sentence that refuses it."""

    def ask(data: bytes, way: str = "ink") -> np.ndarray | str:
        found: Any = page.evaluate(
            """async ([text, way]) => {
              const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
              const file = new File([bytes], "brought.png", { type: "image/png" });
              return window.script.readPictureFile(file, way).then(
                (raster) => Array.from(raster),
                (error) => error.message,
              );
            }""",
            [base64.b64encode(data).decode(), way],
        )
        return found if isinstance(found, str) else np.array(found, np.uint8)

    return ask


def with_alpha(ink: np.ndarray, pen: int) -> Image.Image:
    """Ink on nothing, whose colour where nothing is must not matter."""
    pixels = np.full((*ink.shape, 4), 255 - pen, np.uint8)
    pixels[ink > 0, :3] = pen
    pixels[..., 3] = np.rint(ink * 255)
    return Image.fromarray(pixels)


def with_clear_corners(ink: np.ndarray) -> Image.Image:
    pixels = np.dstack([np.asarray(grey(ink))] * 3 + [np.full(ink.shape, 255, np.uint8)])
    pixels[:30, :30] = pixels[-30:, -30:] = 0
    return Image.fromarray(pixels)


def of_equal_lightness(ink: np.ndarray) -> Image.Image:
    red, green = np.array([200, 60, 60]), np.array([60, 131, 60])
    return Image.fromarray((green + (red - green) * ink[..., None]).astype(np.uint8))


def with_exif(ink: np.ndarray, orientation: int) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = orientation
    return file(grey(STORED[orientation](ink)), "JPEG", exif=exif, quality=95)


#: Files that show the digit, by what is special about each.
GOOD: dict[str, Callable[[np.ndarray], bytes]] = {
    **{
        f"{kind}, pen {pen}": lambda ink, kind=kind, pen=pen: file(grey(ink, 255 - pen, pen), kind)
        for kind in ("PNG", "JPEG", "GIF", "WEBP", "BMP")
        for pen in (0, 255)
    },
    "CMYK": lambda ink: file(grey(ink).convert("RGB").convert("CMYK"), "JPEG"),
    "two levels": lambda ink: file(grey(ink).convert("1")),
    "palette": lambda ink: file(grey(ink).convert("RGB").convert("P")),
    "16 bits": lambda ink: file(Image.fromarray((65535 * (1 - ink)).astype(np.uint16))),
    "a part of 16 bits": lambda ink: file(Image.fromarray((1000 + 3000 * ink).astype(np.uint16))),
    "dark on nothing": lambda ink: file(with_alpha(ink, 0)),
    "bright on nothing": lambda ink: file(with_alpha(ink, 255)),
    "clear corners": lambda ink: file(with_clear_corners(ink)),
    "equal lightness": lambda ink: file(of_equal_lightness(ink)),
    "animation": lambda ink: file(
        grey(ink), "GIF", save_all=True, append_images=[grey(ink[::-1]), grey(ink.T)]
    ),
    **{f"orientation {n}": lambda ink, n=n: with_exif(ink, n) for n in STORED},
    "large": lambda ink: file(
        Image.fromarray(np.kron(np.asarray(grey(ink, 240, 20)), np.ones((30, 30), np.uint8))),
        "JPEG",
    ),
}


@pytest.mark.parametrize("kind", GOOD)
def test_a_file_becomes_the_raster_of_its_ink(read, five, kind) -> None:
    from capsviz.data.upload import read_picture

    expected = read_picture(file(grey(five))) > 127
    found = read(GOOD[kind](five))
    assert not isinstance(found, str), found
    ink = found.reshape(112, 112) > 127
    assert (ink & expected).sum() / (ink | expected).sum() >= ALIKE


@pytest.mark.parametrize("way", ["whole", "straight", "inverted", "colours"])
def test_a_picture_of_no_ink_is_taken_as_it_is(read, way) -> None:
    from capsviz.data import upload

    coat = np.full((60, 90, 3), (250, 252, 255), np.uint8)
    coat[10:50, 20:70] = (60, 40, 90)
    data = file(Image.fromarray(coat))
    found = read(data, way)
    assert not isinstance(found, str), found
    assert np.abs(found.astype(int) - upload.read(data, way).ravel()).max() <= 1


def header(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds nothing of it."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def page_of_digits(several: bool) -> bytes:
    digits = next(digits for told, digits in PAGES.values() if told == several)
    return file(Image.fromarray(draw_page(digits, 0)))


def half(data: bytes) -> bytes:
    return data[: len(data) // 2]


#: Files of which nothing is read, and what is said of each.
BAD: dict[str, tuple[Callable[[np.ndarray], bytes], str]] = {
    "empty": (lambda _: b"", "this file is empty"),
    "text": (lambda _: b"hello, I am a letter", "no picture that can be read"),
    "PDF": (lambda _: b"%PDF-1.7 ...", "no picture that can be read"),
    "SVG": (
        lambda _: b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
        "SVG drawings cannot be read",
    ),
    "HEIC": (lambda _: b"\0\0\0\x18ftypheic\0\0\0\0mif1heic" + bytes(99), "HEIC and video files"),
    "TIFF": (lambda ink: file(grey(ink), "TIFF"), "choose a PNG, JPEG, GIF, WebP or BMP"),
    **{
        f"half a {kind}": (
            lambda ink, kind=kind: half(file(grey(ink), kind)),
            "damaged or cut short",
        )
        for kind in ("PNG", "JPEG", "GIF", "WEBP", "BMP")
    },
    "bomb": (lambda _: file(Image.new("1", (20_000, 20_000))), "20,000 x 20,000 pixels"),
    "bomb of a header": (lambda _: header(20_000, 20_000), "20,000 x 20,000 pixels"),
    "blank": (lambda ink: file(grey(0 * ink)), "nothing to see"),
    "blank of 16 bits": (
        lambda _: file(Image.fromarray(np.full((60, 60), 9000, np.uint16))),
        "nothing to see",
    ),
    "all clear": (lambda ink: file(Image.new("RGBA", (60, 60))), "nothing to see"),
    "narrow": (lambda _: file(Image.effect_noise((300, 7), 90)), "too small or too narrow"),
    "one pixel": (lambda _: file(Image.new("L", (1, 1))), "too small or too narrow"),
    "five digits": (lambda _: page_of_digits(several=True), "several digits"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_file_that_cannot_be_read_gets_one_sentence(read, five, kind) -> None:
    make, sentence = BAD[kind]
    data = make(five)
    for way in (
        ("ink",) if kind in ("blank", "five digits", "blank of 16 bits") else ("ink", "whole")
    ):
        found = read(data, way)
        assert isinstance(found, str), found.sum()
        assert sentence in found
        assert "\n" not in found
        assert len(found) < 200


@pytest.mark.parametrize("kind", ["bomb", "bomb of a header"])
def test_a_picture_too_large_is_refused_before_it_is_decoded(page, read, five, kind) -> None:
    make, sentence = BAD[kind]
    page.evaluate(
        """() => {
          window.own = createImageBitmap;
          window.createImageBitmap = async () => { throw new Error("it is decoded"); };
        }"""
    )
    try:
        assert sentence in read(make(five))
        assert "damaged" in read(file(grey(five)))  # which was to be decoded
    finally:
        page.evaluate("() => { window.createImageBitmap = window.own; }")
