"""Nothing that a link, a file or a checkpoint says is rendered as Markdown or HTML."""

from __future__ import annotations

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = [
    "![x](http://127.0.0.1:9/leak.png) [click](http://evil.example)",
    "[![x][y]][z] ![y] [z]: http://evil.example",
    "<img src=http://127.0.0.1:9/leak.png onerror=alert(1)> <b>bold</b> &lt;i&gt; &amp;",
    "see http://evil.example/a?b=c or HTTPS://evil.example or www.evil.example or WWW.evil.example",
    "write to someone@evil.example or mailto:someone@evil.example now",
    "**bold** __bold__ *slanted* _slanted_ ~~gone~~ ~gone~ `code` ``code``",
    "`![x](http://127.0.0.1:9/leak.png)` \\![x](http://127.0.0.1:9/leak.png)",
    ":red[coloured] :red-background[x] :small[x] :blue-badge[x] :material/delete: :streamlit:",
    ":tada: :+1: :100: a :smile:b :rainbow[x]",
    "$x^2$ $$y$$ \\(z\\) a | b | c",
    "# heading",
    "> quoted",
    "- listed",
    "+ listed",
    "1. listed",
    "2) listed",
    "---",
    "    indented",
    "a\n\n# heading\n\n![x](http://127.0.0.1:9/leak.png)",
    "| a | b |\n|---|---|\n| ![x](http://127.0.0.1:9/leak.png) | c |",
    "[^1] and\n\n[^1]: note",
]
SCRIPT = """
import sys
import pandas as pd
import streamlit as st
sys.path.insert(0, {root!r})
from capsviz.ui.session.error_banner import plain, warn
texts = {texts!r}
for k, text in enumerate(texts):
    with st.container(key=f"text-{{k}}"):
        warn(text)
        st.error(plain(text))
        st.markdown("said: " + plain(text))
        st.caption(f"of **{{plain('x')}}** " + plain(text))
        st.table(pd.DataFrame([[plain(text)]]))
        st.pills("l", ["a"], format_func=lambda _, text=text: plain(text), key=f"p{{k}}")
st.write("end")
"""
#: What may stand in a message without any of it being the text's.
MARKUP = """(box) => [...box.querySelectorAll(
  "img, a, em, del, code, pre, h1, h2, h3, h4, li, ul, ol, blockquote, hr, sup, .katex, b, i, "
  + "[data-testid=stMarkdownColoredText], [data-testid=stIconMaterial], .stMarkdownBadge"
)].map((found) => found.outerHTML)"""


@pytest.fixture(scope="module")
def texts(tmp_path_factory) -> Iterator[str]:
    """Address of a page that shows each hostile text in every way that pages show texts."""
    from capsviz.development.bench.live import _free_port

    script = tmp_path_factory.mktemp("texts") / "texts.py"
    root = str(Path(__file__).parents[2])
    script.write_text(SCRIPT.format(root=root, texts=HOSTILE), "utf-8")
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    options = ["--server.headless=true", "--server.address=127.0.0.1"]
    server = subprocess.Popen([*command, *options], cwd=root, **quiet)
    address = f"http://127.0.0.1:{port}"
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2).close()
            break
        except OSError:
            time.sleep(0.2)
    yield address
    server.kill()  # nothing of it is kept
    server.wait()


def test_every_text_is_shown_letter_by_letter(texts, page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(texts)
    page.get_by_text("end", exact=True).wait_for(timeout=60_000)
    page.wait_for_load_state("networkidle")  # what markup asks for has been asked for
    for k, text in enumerate(HOSTILE):
        box = page.locator(f".st-key-text-{k}")
        assert box.evaluate(MARKUP) == [], text
        shown = box.locator('[data-testid="stAlert"]').first.inner_text()
        # Streamlit draws arrows and dashes for what people type in their place.
        assert " ".join(shown.replace("\u2060", "").split()) == " ".join(text.split())
    assert not [url for url in asked if "leak" in url or "evil" in url]


def test_a_link_s_words_are_no_markup(app: str, page: Page) -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.ui.session.permalink import Link, encode

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    name = "![x](http://127.0.0.1:9/leak.png) [here](http://evil.example) <b>x</b>"
    token = encode(Link("draw", settings=ReadSettings(model=name)))
    page.goto(f"{app}/?v={token}")
    told = page.locator(".cv-told")
    told.wait_for(timeout=60_000)
    assert name in told.inner_text()
    assert told.bounding_box()["y"] < 200, "it is above the page, where it is seen"
    assert told.evaluate(MARKUP) == []
    assert not [url for url in asked if "leak" in url]
