"""A published site, served from its files and opened in a browser.

Before it is deployed a workflow runs ``python tests/published_site.py DIR``.
"""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

#: The network of a first visit to the tests' site, and one that a visitor may choose.
PUBLISHED = ("efficient", "dynamic")
#: Milliseconds until the first live answer, on a busy machine.
_PATIENCE = 60_000
#: Tells whether a page's parts are in place.
_SEEN = """() => Boolean(document.querySelector('[data-part="page"]').innerText.trim())"""
#: A live answer has a number; the recorded one that a page begins with has 0.
_ANSWERED = """() => {
  const page = document.querySelector(".cv-draw").page;
  return page?.results.reply?.seq > 0;
}"""


def publish(
    folder: Path, seed: str, networks: tuple[str, ...] = PUBLISHED
) -> subprocess.Popen[str]:
    """Start to publish a site with those networks, under a seed of Python's hashes."""
    command = ("-m", "capsviz", "publish", "--networks", ",".join(networks), str(folder))
    return subprocess.Popen(
        [sys.executable, *command],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
    )


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map,
        **{".mjs": "text/javascript", ".wasm": "application/wasm"},
    }

    def log_message(self, format: str, *_: object) -> None:
        """Log nothing."""


@contextmanager
def serve(root: Path) -> Iterator[str]:
    """Serve a folder's files at an origin of their own."""
    handler = functools.partial(Handler, directory=str(root))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def _comes_true(page, condition: str) -> bool:
    """Whether a condition holds in a page within `_PATIENCE`."""
    for _ in range(_PATIENCE // 100):
        if page.evaluate(condition):
            return True
        page.wait_for_timeout(100)
    return False


def open_pages(folder: Path, browser) -> list[str]:
    """Open every page of a site; returns the errors."""
    wrong: list[str] = []
    tools = json.loads((folder / "site.json").read_text("utf-8"))
    places = ["" if name == "draw" else f"{name}/" for name in tools["pages"]]
    with serve(folder) as address:
        page = browser.new_page()
        page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda said: said.type == "error" and wrong.append(f"{page.url}: {said.text}"),
        )
        page.on(
            "response",
            lambda reply: reply.status >= 400 and wrong.append(f"{reply.url}: {reply.status}"),
        )
        for place in places:
            page.goto(address + place, wait_until="networkidle", timeout=_PATIENCE)
            if not _comes_true(page, _SEEN):
                wrong.append(f"{page.url}: the page is empty")
        page.goto(address)
        if not _comes_true(page, _ANSWERED):
            wrong.append("Draw: no network answered")
        page.close()
    return wrong


def main(folder: str) -> int:
    """Open a site and print its errors; returns the exit status."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(channel="chrome")
        wrong = open_pages(Path(folder), browser)
        browser.close()
    print("\n".join(wrong) or "every page opens, and a network answers")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
