"""The lessons' component on an empty page of a real browser, without the app."""

from __future__ import annotations

import dataclasses
import functools
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: The page's path, and the scripts' above theirs.
PAGE, SCRIPTS = "/learn", "/scripts/"
STYLE = """:root { --st-primary-color: #b8430a; --st-background-color: #ffffff;
  --st-secondary-background-color: #f4f5f7; --st-text-color: #1c2126;
  --st-border-color: #d9dde2; --st-font: sans-serif; }"""
MOUNT = """async ([script, data, words, texts]) => {
  (await import(words)).adoptTexts(texts);
  const { default: mount } = await import(script);
  mount({ parentElement: document.body, data: JSON.parse(data) });
}"""


@contextmanager
def served(further: dict[str, bytes]) -> Iterator[str]:
    """Address of a server of the page and its scripts.

    Seventy scripts that the test itself answered would be asked for anew by every page; from a
    server a browser fetches and compiles them once.

    Parameters
    ----------
    further : what else there is, by its path; looked at when it is asked for.
    """

    class Answer(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def do_GET(self) -> None:
            body, kind = _file(self.path.partition("?")[0], further)
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Cache-Control", "max-age=31536000, immutable")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _file(path: str, further: dict[str, bytes]) -> tuple[bytes, str]:
    """Content of a path, empty if there is none, and its type."""
    from capsviz.ui.catalogue import assets

    if path == PAGE:
        return _page(), "text/html"
    if path.startswith(SCRIPTS):
        return assets.scripts().get(path.removeprefix(SCRIPTS), b""), "text/javascript"
    return further.get(path, b""), "text/plain"


def _page() -> bytes:
    from capsviz.ui.browser import style
    from capsviz.ui.pages import learn

    folder = Path(learn.__file__).parent
    look = STYLE + style(folder, "theme.css", "sliders.css")
    markup = (folder / "index.html").read_text("utf-8")
    screen = '<meta name="viewport" content="width=device-width">'
    return f"<!doctype html>{screen}<style>{look}</style><body>{markup}</body>".encode()


def mount(tab: Any, data: dict[str, Any]) -> None:
    """Open the page in a tab whose addresses are below the server's, and start the component."""
    from capsviz.ui.languages.messages import texts

    tab.goto(PAGE)
    scripts = [f"{SCRIPTS}pages/learn/index.js", f"{SCRIPTS}browser/text.js"]
    tab.evaluate(MOUNT, [scripts[0], json.dumps(data), scripts[1], texts("en", "shared", "learn")])


@functools.cache
def _course() -> str:
    """All lessons as the page gets them; their formulas take a second to write."""
    from capsviz.ui.lessons import loader

    return json.dumps(loader.load().to_plain(lambda place: f"/{place.page[0]}?v=1"))


def course_data(
    lesson: str = "",
    step: int = 0,
    extra: dict[str, Any] | None = None,
    view: dict[str, Any] | None = None,
) -> Any:
    from capsviz.ui.lessons.figure_data import load_measures
    from capsviz.ui.lessons.quiz import quiz
    from capsviz.ui.pages.learn.view import View

    return {
        "base": "",
        "course": json.loads(_course()),
        "lesson": lesson,
        "step": step,
        "quiz": [dataclasses.asdict(question) for question in quiz()],
        "extra": {**load_measures("en"), **(extra or {})},
        "table": View.table(),
        "view": view,
    }
