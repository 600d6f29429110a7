"""Two routes for taking a view along: its link as a QR code, and the report to take home."""

from __future__ import annotations

import io
import json
from urllib.parse import urlsplit

import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from streamlit.logger import get_logger

from capsviz.data.drawing import Drawing
from capsviz.errors import CapsvizError
from capsviz.ui import server, web
from capsviz.ui.messages import Settings
from capsviz.ui.report import report_html

#: Longest link that becomes a code, in bytes: with more, cameras no longer read the squares.
LONGEST_CODED = 1200
#: Largest request accepted, in bytes: a link, or a drawing with settings.
LARGEST = 300_000

_log = get_logger("capsviz")


def qr_svg(link: str) -> str:
    """A link as the SVG of a QR code, dark on white whatever the theme.

    Raises
    ------
    CapsvizError : no web address, or one that is too long for a camera.
    """
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CapsvizError("a QR code can be made of a web address only")
    if len(link.encode()) > LONGEST_CODED:
        raise CapsvizError(
            "this link is too long for a QR code that a camera can read: copy the link, or draw "
            "with fewer strokes"
        )
    out = io.BytesIO()
    code = segno.make(link, error="l", micro=False)
    code.save(out, kind="svg", border=2, xmldecl=False, dark="#000", light="#fff", omitsize=True)
    return out.getvalue().decode()


async def qr(request: Request) -> Response:
    """The QR code of the link in the request's body."""
    try:
        link = (await _body(request)).decode("utf-8", "replace")
        return Response(qr_svg(link), media_type="image/svg+xml")
    except CapsvizError as error:
        return JSONResponse({"error": str(error)}, status_code=400)


async def report(request: Request) -> Response:
    """The report of the drawing in the request's body, read with the settings beside it."""
    try:
        body = await _body(request)
        found = await run_in_threadpool(_report, body)
    except CapsvizError as error:
        return JSONResponse({"error": str(error)}, status_code=400)
    except Exception:
        _log.exception("a report failed")
        sentence = "the server could not write this report: try again"
        return JSONResponse({"error": sentence}, status_code=500)
    disposition = 'attachment; filename="capsviz-report.html"'
    return Response(found, media_type="text/html", headers={"Content-Disposition": disposition})


def _report(body: bytes) -> str:
    try:
        plain = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise CapsvizError("the request is not JSON") from error
    if not isinstance(plain, dict):
        raise CapsvizError("the request holds no drawing")
    return report_html(
        Drawing.from_plain(plain.get("drawing")), Settings.from_plain(plain.get("settings"))
    )


async def _body(request: Request) -> bytes:
    if not server.same_origin(request):
        raise CapsvizError("this is answered to capsviz's own page only")
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise CapsvizError("this drawing is too large: draw less")
    return bytes(body)


def routes() -> list[BaseRoute]:
    """Both, below the base path that the server is configured to live under."""
    base = web.base_path() + web.PREFIX
    return [
        Route(f"{base}/qr", qr, methods=["POST"]),
        Route(f"{base}/report", report, methods=["POST"]),
    ]
