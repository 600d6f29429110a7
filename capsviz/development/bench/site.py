"""Loading of a published site: bytes of a first visit, time to a live answer, answer rate.

The site is served from this machine as by GitHub Pages: compressed by gzip, cached for ten minutes.
Chromium runs the network with one thread, as on any server that sends no special headers.
"""

from __future__ import annotations

import contextlib
import functools
import gzip
import http.server
import json
import mimetypes
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from capsviz.config.read_settings import ReadSettings
from capsviz.development.bench import live
from capsviz.errors import CapsvizError
from capsviz.ui.session import permalink

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

_TYPES = {".mjs": "text/javascript", ".js": "text/javascript", ".wasm": "application/wasm"}
#: Wait for the answer of the chosen network, not a stored or temporary one.
_ANSWERED = """async (model) => {
  const { page } = document.querySelector(".cv-draw") ?? {};
  for (;;) {
    const { reply } = page?.results ?? {};
    if (reply?.seq && reply.model === model) return;
    await new Promise((settle) => setTimeout(settle, 5));
  }
}"""
_READ = """async ([model, seconds]) => {
  const { page } = document.querySelector(".cv-draw");
  const settings = { model, iterations: 3, center: true, capsule: -1, pictures: false };
  const raster = page.pad.raster.bytes;
  let fastest = Infinity;
  let count = 0;
  const begun = performance.now();
  while (performance.now() - begun < 1000 * seconds) {
    const started = performance.now();
    await page.engine.read(settings, raster);
    fastest = Math.min(fastest, performance.now() - started);
    count++;
  }
  return [count / seconds, fastest];
}"""


class _Server:
    """Bytes sent to visitors, by path of the file."""

    def __init__(self, folder: Path) -> None:
        files = [path for path in folder.rglob("*") if path.is_file()]
        self.packed = {
            f"/{path.relative_to(folder).as_posix()}": gzip.compress(path.read_bytes(), 9)
            for path in files
        }
        self.sent: Counter[str] = Counter()


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, site: _Server, *args: Any) -> None:
        self.served = site
        super().__init__(*args)

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        file = f"{path}index.html" if path.endswith("/") else path
        packed = self.served.packed.get(file)
        kind = _TYPES.get(Path(file).suffix) or mimetypes.guess_type(file)[0]
        tag = f'"{len(packed or b"")}"'
        unchanged = packed is not None and self.headers.get("If-None-Match") == tag
        body = b"" if packed is None or unchanged else packed
        self.send_response(404 if packed is None else 304 if unchanged else 200)
        self.send_header("Content-Type", kind or "application/octet-stream")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Cache-Control", "max-age=600")
        self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.served.sent[file] += len(body)

    def log_message(self, format: str, *_: Any) -> None:
        """Log nothing."""


@contextlib.contextmanager
def _serve(folder: Path) -> Iterator[tuple[str, _Server]]:
    served = _Server(folder)
    handler = functools.partial(_Handler, served)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}", served
        finally:
            server.shutdown()


def run(folder: Path, seconds: float = 6.0, names: Sequence[str] = ()) -> dict[str, Any]:
    """Visit a published site's Draw page for the first time, with each network.

    Raises `CapsvizError` if the folder has no site, or none of these networks.

    Parameters
    ----------
    folder : output folder of ``capsviz publish``.
    seconds : duration of drawing, and of running the network without it.
    names : names of the networks; by default "efficient" and "dynamic", if present.

    Returns
    -------
    For each network: "bytes" until its first live answer, "kept", the bytes in the service worker's
    cache, "seconds" until that answer, "pen", the result of `live.measure_pen`, "engine", readings
    per second, "fastest_ms", the fastest of them, and "parts", bytes by kind.
    """
    try:
        description = json.loads((folder / "site.json").read_text("utf-8"))
    except (OSError, ValueError):
        raise CapsvizError(f"{folder} holds no site: write one by `capsviz publish`") from None
    available = [network["name"] for network in description["networks"]]
    selected = [name for name in names or ("efficient", "dynamic") if name in available]
    if not selected:
        raise CapsvizError(f"the site holds none of these networks: it has {', '.join(available)}")
    with _serve(folder) as (address, served), live.chromium() as browser:
        return {
            name: _visit(
                browser, address, served, {**description["settings"], "model": name}, seconds
            )
            for name in selected
        }


def _visit(
    browser: Browser, address: str, served: _Server, settings: dict[str, Any], seconds: float
) -> dict[str, Any]:
    url = address + "/?" + _choice(settings)
    with _visitor(browser, served, "block") as page:
        started = time.monotonic()
        page.goto(url, wait_until="commit")
        page.wait_for_selector('[data-testid="lengths"][data-seq]', timeout=120_000)
        page.evaluate("() => document.querySelector('.cv-draw').page.link.touch()")
        page.evaluate(_ANSWERED, settings["model"])
        elapsed, sent = time.monotonic() - started, Counter(served.sent)
        rate, fastest = page.evaluate(_READ, [settings["model"], seconds])
        pen = live.measure_pen(page, seconds)
    with _visitor(browser, served, "allow") as page:
        page.goto(url)
        page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=120_000)
        total = served.sent.total()
    return {
        **{"bytes": sent.total(), "kept": total, "seconds": round(elapsed, 2)},
        **{"pen": pen, "engine": round(rate, 1)},
        **{"fastest_ms": round(fastest, 1), "parts": _parts(sent)},
    }


@contextlib.contextmanager
def _visitor(
    browser: Browser, served: _Server, workers: Literal["allow", "block"]
) -> Iterator[Page]:
    """Open a new visitor's page, with or without the service worker."""
    served.sent.clear()
    size: ViewportSize = {"width": 1440, "height": 900}
    context = browser.new_context(viewport=size, bypass_csp=True, service_workers=workers)
    try:
        yield context.new_page()
    finally:
        context.close()


def _choice(settings: dict[str, Any]) -> str:
    link = permalink.Link("draw", None, ReadSettings.from_plain(settings), {})
    return f"{permalink.PARAMETER}={permalink.encode(link)}"


def _parts(sent: Counter[str]) -> dict[str, int]:
    parts: Counter[str] = Counter()
    for path, size in sent.items():
        parts[path.strip("/").partition("/")[0] if path.count("/") > 1 else "page"] += size
    return dict(parts.most_common())


def report(results: dict[str, Any]) -> str:
    """Format the measurement as a few lines of text."""
    lines = []
    for name, row in results.items():
        parts = ", ".join(f"{kind} {size / 1e6:.2f}" for kind, size in row["parts"].items())
        lines += [
            f"{name}: {row['bytes'] / 1e6:.2f} MB by gzip and {row['seconds']:.1f} s until its "
            f"first live answer; {row['kept'] / 1e6:.2f} MB with all that is kept for later",
            f"  {parts}",
            f"  the engine alone reads {row['engine']:.1f} times a second, fastest "
            f"{row['fastest_ms']:.1f} ms",
            *(f"  {line}" for line in live.report({"pen": row["pen"]}).splitlines()),
        ]
    return "\n".join(lines)
