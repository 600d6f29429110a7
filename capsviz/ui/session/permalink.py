"""Links that bring back what a visitor sees: page, drawing, settings and selection.

A link ends in ``?v=TOKEN``. The token is a version digit and, in URL-safe base64 without
padding, the zlib-compressed JSON of `Link.to_plain`, each point of a stroke after its first
as the way from the point before: small numbers, so that an ordinary drawing stays short
enough for a QR code. The same holds for drawings that a view lists. Links of version 2 hold
the points of those, links of version 1 of all, and both are still read.
`browser/permalink.js` writes the same form in the browser, where the selection lives; this
module reads both kinds. Nothing in a token is trusted: its size is limited before and after
unpacking, every part is checked, and a broken link opens the page as it is with one sentence.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from capsviz import untrusted
from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing, render
from capsviz.errors import CapsvizError

PARAMETER = "v"
VERSION = "3"
_READABLE_VERSIONS = ("1", "2", VERSION)
#: Longest token accepted, in characters: a photograph under a drawing takes about 17,000.
MAX_TOKEN_LENGTH = 24_000
#: Longest JSON a token may unpack to, in bytes.
MAX_PLAIN_LENGTH = 200_000

_DAMAGED = "the link is damaged, perhaps cut off"
_PAGE = re.compile(r"[a-z][a-z-]{0,30}")


@dataclass(frozen=True, slots=True)
class Link:
    """Content of a link.

    Attributes
    ----------
    page : name of the page, as in its address.
    drawing : None leaves the visitor's own in place.
    settings : None leaves the visitor's own in place.
    view : the page's own selection, plain values for JSON; the page checks them.
    """

    page: str
    drawing: Drawing | None = None
    settings: ReadSettings | None = None
    view: dict[str, Any] = field(default_factory=dict)

    def to_plain(self) -> dict[str, Any]:
        """Plain values, ready for JSON."""
        return {
            "page": self.page,
            "drawing": self.drawing and self.drawing.to_plain(),
            "settings": self.settings and self.settings.to_plain(),
            "view": self.view,
        }

    @classmethod
    def from_plain(cls, plain: Any) -> Link:
        """Check what a token held; raises `CapsvizError`."""
        if not isinstance(plain, dict):
            raise CapsvizError("the link holds no description of a view")
        page, view = plain.get("page"), plain.get("view", {})
        if not isinstance(page, str) or not _PAGE.fullmatch(page) or not isinstance(view, dict):
            raise CapsvizError("the link does not say which page it is for")
        drawing, settings = plain.get("drawing"), plain.get("settings")
        return cls(
            page,
            None if drawing is None else Drawing.from_plain(drawing),
            None if settings is None else ReadSettings.from_plain(settings),
            view,
        )


def encode(link: Link) -> str:
    """The token of a link; if the selection itself is too long, raises `CapsvizError`.

    A drawing with too many points for an address goes as the picture it makes, which the
    network reads the same.
    """
    token = _pack(link.to_plain())
    if len(token) > MAX_TOKEN_LENGTH and link.drawing is not None:
        picture = Drawing(base=render(link.drawing, channels=link.drawing.channels).tobytes())
        token = _pack({**link.to_plain(), "drawing": picture.to_plain()})
    if len(token) > MAX_TOKEN_LENGTH:
        raise CapsvizError("this view is too large for a link")
    return token


def decode(token: str) -> Link:
    """Read a token; raises `CapsvizError` with what is wrong with it."""
    if len(token) > MAX_TOKEN_LENGTH:
        raise CapsvizError(f"the link is longer than {MAX_TOKEN_LENGTH:,} characters")
    version = token[:1]
    if version not in _READABLE_VERSIONS:
        # A version is a digit: another letter is none that there could ever be.
        is_version = version.isascii() and version.isdigit()
        raise CapsvizError(
            "the link was made by another version of capsviz" if is_version else _DAMAGED
        )
    try:
        packed = base64.b64decode(_pad(token[1:]), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        text = unpacking.decompress(packed, MAX_PLAIN_LENGTH)
        complete = unpacking.eof and not unpacking.unconsumed_tail
        plain = untrusted.read(text) if complete else None
    except (binascii.Error, zlib.error, ValueError) as error:
        raise CapsvizError(_DAMAGED) from error
    if not complete:
        raise CapsvizError(_DAMAGED)
    return Link.from_plain(
        _convert_strokes(plain, _integrate, version) if version != "1" else plain
    )


def _pack(plain: dict[str, Any]) -> str:
    text = json.dumps(_convert_strokes(plain, _differences), separators=(",", ":")).encode()
    return VERSION + base64.urlsafe_b64encode(zlib.compress(text, 9)).decode().rstrip("=")


def _convert_strokes(plain: Any, change: Callable[[Any], Any], version: str = VERSION) -> Any:
    """The same link, its strokes changed; what has another form is left for the checks to refuse.

    They are those of the drawing and, since version 3, of drawings that the view lists.
    """
    if not isinstance(plain, dict):
        return plain
    compact = {**plain, "drawing": _stroke_by_stroke(plain.get("drawing"), change)}
    view = plain.get("view")
    if version == "2" or not isinstance(view, dict):
        return compact
    listed = {
        name: [_holder(item, change) for item in value]
        for name, value in view.items()
        if isinstance(value, list)
    }
    return {**compact, "view": {**view, **listed}}


def _holder(item: Any, change: Callable[[Any], Any]) -> Any:
    """A thing that a view lists, the strokes of the drawing that it holds changed."""
    if not isinstance(item, dict) or "drawing" not in item:
        return item
    return {**item, "drawing": _stroke_by_stroke(item["drawing"], change)}


def _stroke_by_stroke(drawing: Any, change: Callable[[Any], Any]) -> Any:
    if not isinstance(drawing, dict) or not isinstance(drawing.get("s"), list):
        return drawing
    return {**drawing, "s": [change(stroke) for stroke in drawing["s"]]}


def _differences(stroke: list[int]) -> list[int]:
    """Points as the ways between them."""
    return [*stroke[:4], *(b - a for a, b in zip(stroke[2:], stroke[4:], strict=False))]


def _integrate(stroke: Any) -> Any:
    """The inverse."""
    if not isinstance(stroke, list) or not all(_is_small(value) for value in stroke):
        return stroke
    points = list(stroke)
    for i in range(4, len(points)):
        points[i] += points[i - 2]
    return points


def _is_small(value: Any) -> bool:
    return isinstance(value, int | float) and abs(value) < 1e9


def _pad(text: str) -> str:
    return text + "=" * (-len(text) % 4)
