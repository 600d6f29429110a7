"""Routes to share a view: its link as a QR code, and its report."""

from __future__ import annotations

import io
from urllib.parse import urlsplit

import segno
from starlette.responses import Response
from starlette.routing import BaseRoute

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.languages import choose_language
from capsviz.ui.live.request_json import read_json
from capsviz.ui.report import report_html
from capsviz.ui.report.view import View
from capsviz.ui.server import endpoints

#: Maximum size of a link for a QR code, in bytes: cameras cannot read denser codes.
MAX_CODED_LENGTH = 1200
#: Maximum size of a request in bytes: a link, or a drawing with settings.
MAX_REQUEST = 300_000


def qr_svg(link: str) -> str:
    """A link as the SVG of a QR code, dark on white in every theme.

    Raises `CapsvizError` if it is not a web address, or too long for cameras.
    """
    if not _is_web_address(link):
        raise CapsvizError("a QR code can be made of a web address only")
    if len(link.encode()) > MAX_CODED_LENGTH:
        raise CapsvizError(
            "this link is too long for a QR code that a camera can read: copy it instead"
        )
    out = io.BytesIO()
    code = segno.make(link, error="l", micro=False)
    code.save(out, kind="svg", border=2, xmldecl=False, dark="#000", light="#fff", omitsize=True)
    return out.getvalue().decode()


def _is_web_address(link: str) -> bool:
    try:
        parts = urlsplit(link)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # an incomplete IPv6 address, or a port that is not a number
        return False


async def qr(body: bytes) -> Response:
    """The QR code of the link in the request's body."""
    code = await endpoints.run_in_thread(qr_svg, body.decode("utf-8", "replace"))
    return Response(code, media_type="image/svg+xml")


async def report(body: bytes) -> Response:
    """The report of the drawing and settings in the request's body."""
    page = await endpoints.run_in_thread(_report, body)
    disposition = 'attachment; filename="capsviz-report.html"'
    return Response(page, media_type="text/html", headers={"Content-Disposition": disposition})


def _report(body: bytes) -> str:
    plain = read_json(body)
    if not isinstance(plain, dict):
        raise CapsvizError("the request holds no drawing")
    settings = ReadSettings.from_plain(plain.get("settings"))
    return report_html(
        Drawing.from_plain(plain.get("drawing")),
        settings,
        View.from_plain(plain.get("view", {}), checkpoint.config(settings.model)),
        choose_language(plain.get("language")),
    )


def routes() -> list[BaseRoute]:
    """Both routes."""
    return [endpoints.post("qr", qr, MAX_REQUEST), endpoints.post("report", report, MAX_REQUEST)]
