"""Decoding of users' picture files: limits, formats and conversion to pixels."""

from __future__ import annotations

import io
import threading
import warnings

import numpy as np
from jaxtyping import Float32, UInt8
from PIL import Image

from capsviz.config import PictureFormat
from capsviz.errors import CapsvizError
from capsviz.wording import amount_of

#: Maximum size of a file in bytes, and of a picture in pixels.
MAX_BYTES, MAX_PIXELS = 5 * 2**20, 50_000_000
#: Maximum pixels of formats other than JPEG: only a JPEG can be decoded at a fraction of its size;
#: the others take up to 0.1 s of processor time per megapixel.
_MAX_WHOLE = 16_000_000
#: Number of pixels always accepted, and maximum pixels per byte beyond it: photographs have 2 to
#: 20, and far higher compression costs seconds of decoding.
_ACCEPTED_PIXELS, _PIXELS_A_BYTE = 12_000_000, 100
#: Weight of a deep pixel (16 bits or more per channel), since it decodes to values of four bytes.
_DEEP_WEIGHT = 4
#: Maximum frames of a file whose header counts them.
MAX_FRAMES = 1000
#: Accepted raster formats, by Pillow's names; other decoders have had too many vulnerabilities.
FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP", "TIFF")

_ADVICE = "choose a PNG, JPEG, GIF, WebP, BMP or TIFF file"
NO_INK = "there is nothing to see in this picture: choose one with a digit on plain paper"
#: Maximum sides, in pixels, of a kept picture and of the search for ink.
_MAX_KEPT_SIDE, MAX_SEARCH_SIDE = 1024, 256
MIN_SIDE = 8
TOO_SMALL = (
    f"this picture is too small or too narrow: choose one at least {MIN_SIDE} pixels wide and high"
)
_ORIENTATION = 0x0112
_TURNS = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
#: One picture at a time: this bounds memory, and silencing warnings is not thread-safe.
_lock = threading.Lock()


def decode(data: bytes, max_bytes: int = MAX_BYTES) -> Float32[np.ndarray, "h w planes"]:
    """Decode a picture file: grey or colour in 0..255, upright, on an opaque background.

    Raises `CapsvizError` if the file has another format, or is damaged, too large or too small.

    Parameters
    ----------
    data : a file of `FORMATS` with at most `MAX_PIXELS` pixels. The first frame of an animation is
        used, and the camera's orientation tag is applied.
    max_bytes : maximum size of the file.
    """
    _check_file(data, max_bytes)
    with _lock, warnings.catch_warnings():
        # Pillow warns of harmless oddities that no user can act on.
        warnings.simplefilter("ignore")
        return _planes(data)


def _check_file(data: bytes, max_bytes: int) -> None:
    """Reject a file by its size and signature, before decoding."""
    if not data:
        raise CapsvizError(f"this file is empty: {_ADVICE}")
    if len(data) > max_bytes:
        raise CapsvizError(
            f"this file has {len(data) / 2**20:.1f} MB: choose one of at most {max_bytes >> 20} MB"
        )
    if b"<svg" in data[:1000].lower():
        raise CapsvizError(f"SVG drawings cannot be read here: {_ADVICE}")
    if data[4:8] == b"ftyp":
        raise CapsvizError(f"HEIC, AVIF and video files cannot be read here: {_ADVICE}")


def _planes(data: bytes) -> Float32[np.ndarray, "h w planes"]:
    """Decode: grey or colour in 0..255, upright, at most `_MAX_KEPT_SIDE` pixels a side."""
    try:
        image = Image.open(io.BytesIO(data), formats=FORMATS)
    except Image.DecompressionBombError as error:
        raise CapsvizError(
            f"this picture is too large: choose one of at most {_name_size(_MAX_WHOLE)}"
        ) from error
    except Exception as error:  # damaged headers make Pillow raise nearly anything
        raise CapsvizError(f"this file is no picture that can be read: {_ADVICE}") from error
    _judge(image, len(data))
    try:
        return _pixels(image)
    except (CapsvizError, MemoryError):
        raise
    except Exception as error:  # damaged data too
        raise CapsvizError(
            "this picture is damaged or cut short: save it again, or choose another one"
        ) from error


def _judge(image: Image.Image, size: int) -> None:
    """Reject by the header alone a picture that is too expensive to decode."""
    width, height = image.size
    deep = image.mode.startswith("I") or image.mode == "F"
    max_pixels = (
        MAX_PIXELS // _DEEP_WEIGHT if deep else MAX_PIXELS if image.format == "JPEG" else _MAX_WHOLE
    )
    if width * height > max_pixels:
        raise CapsvizError(
            f"this picture has {width:,} x {height:,} pixels{' of 16 bits or more' * deep}: "
            f"choose one of at most {_name_size(max_pixels)}"
        )
    if width * height > max(_ACCEPTED_PIXELS, _PIXELS_A_BYTE * size):
        raise CapsvizError(
            f"this file unfolds to {width:,} x {height:,} pixels, far more than a picture of its "
            "size holds: choose a smaller one"
        )
    if min(width, height) * min(1, MAX_SEARCH_SIDE / max(width, height)) < MIN_SIDE - 0.5:
        raise CapsvizError(TOO_SMALL)
    # Other formats count frames only by reading the whole file; only the first is decoded.
    frames = getattr(image, "n_frames", 1) if image.format in ("PNG", "WEBP") else 1
    if frames > MAX_FRAMES:
        raise CapsvizError(f"this file holds {frames:,} pictures: choose one that holds one")


def _name_size(max_pixels: int) -> str:
    jpeg = f", or a JPEG of at most {MAX_PIXELS // 10**6}" * (max_pixels == _MAX_WHOLE)
    return f"{max_pixels / 10**6:g} megapixels{jpeg}"


def _pixels(image: Image.Image) -> Float32[np.ndarray, "h w planes"]:
    # A JPEG can be decoded at a fraction of its size.
    image.draft(None, (_MAX_KEPT_SIDE, _MAX_KEPT_SIDE))
    return planes_of(image, _MAX_KEPT_SIDE)


def planes_of(image: Image.Image, max_side: int | None = None) -> Float32[np.ndarray, "h w planes"]:
    """Return the pixels of a Pillow image of any mode: upright, opaque, in 0..255.

    Parameters
    ----------
    image : grey of 16 bits, 32 bits or floats is stretched to 0..255 between its extremes.
    max_side : maximum pixels along the longer side; larger images are scaled down.

    Returns
    -------
    One plane for a grey image, by its mode or palette; otherwise three.
    """
    image.load()
    # Read the orientation only now, because Pillow rotates a TIFF while loading it.
    transform = _TURNS.get(image.getexif().get(_ORIENTATION, 1))
    grey = _is_grey(image)
    if image.mode.startswith("I") or image.mode == "F":
        image = _eight_bits(image)
    elif image.mode == "LAB":
        image = image.getchannel(0)
    elif image.has_transparency_data:
        image = image.convert("RGBA")
    else:
        image = image.convert("L" if grey else "RGB")
    share = (max_side or max(image.size)) / max(image.size)
    if share < 1:
        columns, rows = (max(1, round(side * share)) for side in image.size)
        image = image.resize((columns, rows), Image.Resampling.BOX)
    if transform is not None:
        image = image.transpose(transform)
    pixels = np.atleast_3d(np.asarray(image, np.float32))
    if image.mode == "RGBA":
        pixels = _on_paper(pixels)
    return pixels[..., :1] if grey else pixels


def _is_grey(image: Image.Image) -> bool:
    """Return whether an image's mode or palette is grey."""
    if image.mode.startswith("P"):
        red, green, blue = (image.convert("RGB").getchannel(name) for name in "RGB")
        return red.tobytes() == green.tobytes() == blue.tobytes()
    return image.mode in ("1", "L", "LA", "La", "F", "LAB") or image.mode.startswith("I")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Stretch deep grey to eight bits, whatever part of its range is in use."""
    values = np.nan_to_num(np.asarray(image, np.float32), posinf=0, neginf=0)
    low, high = float(values.min()), float(values.max())
    # Keep a picture with hardly any range flat.
    span = max(high - low, 1e-3 * max(abs(low), abs(high)), 1e-30)
    return Image.fromarray(((values - low) * (255 / span)).astype(np.uint8))


def _on_paper(pixels: Float32[np.ndarray, "h w 4"]) -> Float32[np.ndarray, "h w 3"]:
    """Composite a transparent picture on a background that shows it.

    A mostly opaque picture has its own paper, which is extended; otherwise the opaque pixels are
    ink, and the paper is white for dark ink, black for bright ink.
    """
    colour, alpha = pixels[..., :3], pixels[..., 3:] / 255
    if not alpha.any():
        raise CapsvizError(NO_INK)
    opaque = colour[alpha[..., 0] > 0.5 * alpha.max()]
    median = np.median(opaque, axis=0)
    paper = median if alpha.mean() > 0.5 else np.float32(255 if median.mean() < 128 else 0)
    return (colour * alpha + paper * (1 - alpha)).astype(np.float32)


def grey_of(planes: Float32[np.ndarray, "h w planes"]) -> Float32[np.ndarray, "h w"]:
    """Grey levels in 0..255 of the planes of `decode`."""
    if planes.shape[-1] == 1:
        return planes[..., 0]
    return planes @ np.array([0.299, 0.587, 0.114], np.float32)  # weights of television


def fit_format(
    planes: Float32[np.ndarray, "h w planes"], format: PictureFormat
) -> UInt8[np.ndarray, "*c side side"]:
    """Resize a decoded picture to a network's format: `fit_square` of each channel.

    Raises `CapsvizError` if it has other channels, which cannot be converted to the format's.
    """
    channels, target = planes.shape[-1], format.channels
    if channels not in (1, target) and (channels, target) != (3, 1):
        raise CapsvizError(
            f"a picture of {amount_of(channels, 'channel')} cannot become one of {target}: choose "
            "another number of channels, or give them all in the arrays of a .npz file"
        )
    if not format.colour:
        return fit_square(grey_of(planes), format.side)
    colours = np.broadcast_to(planes, (*planes.shape[:2], format.channels))
    return np.stack([fit_square(plane, format.side) for plane in np.moveaxis(colours, -1, 0)])


def fit_square(grey: Float32[np.ndarray, "h w"], side: int) -> UInt8[np.ndarray, "side side"]:
    """Fit a picture into the middle of a square, padded with its border's grey.

    The grey is in 0..255, the side of the square in pixels.
    """
    share = side / max(grey.shape)
    height, width = (max(1, round(length * share)) for length in grey.shape)
    picture = Image.fromarray(np.ascontiguousarray(grey))
    if (width, height) != picture.size:
        picture = picture.resize((width, height), Image.Resampling.LANCZOS)
    border = np.concatenate([grey[0], grey[-1], grey[:, 0], grey[:, -1]])
    canvas = np.full((side, side), np.median(border), np.float32)
    top, left = (side - height) // 2, (side - width) // 2
    canvas[top : top + height, left : left + width] = np.asarray(picture)
    return np.rint(np.clip(canvas, 0, 255)).astype(np.uint8)
