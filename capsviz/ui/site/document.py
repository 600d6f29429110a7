"""Head and foot of published pages: descriptions for search engines and shared links, and links."""

from __future__ import annotations

import html
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.navigation import ENTRIES, Entry
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages.messages import text

_HERE = Path(__file__).parent
_DESCRIPTION = (
    "Draw a digit, and see in your own browser what a capsule network reads, which parts voted for "
    "it, and what each of its numbers means."
)
_PAPERS = {
    "Dynamic Routing Between Capsules (2017)": "https://arxiv.org/abs/1710.09829",
    "Matrix Capsules with EM Routing (2018)": "https://openreview.net/forum?id=HJWLfGWRb",
}
_LICENCE = "https://opensource.org/license/mit"
#: Pictures at the top of the site: icons, the preview for links to it, and the picture of the walk
#: through the network on its first page.
PICTURES = ("icon-192.png", "icon-512.png", "preview.png", "walk.png")
_PREVIEW_SIZE = (1200, 630)
#: The README.md of a static Hugging Face Space. Its headers isolate pages from other origins, which
#: browsers require to share memory between threads.
SPACE_CARD = """---
title: capsviz
emoji: ✏️
colorFrom: yellow
colorTo: red
sdk: static
app_file: index.html
license: mit
short_description: See a capsule network think
custom_headers:
  cross-origin-embedder-policy: require-corp
  cross-origin-opener-policy: same-origin
  cross-origin-resource-policy: cross-origin
---

Draw a digit and watch a capsule network classify it, in your browser.
"""


@dataclass(frozen=True, slots=True)
class Origin:
    """The addresses of a site and of its source.

    Attributes
    ----------
    address : of its first page, such as "https://you.github.io/capsviz/"; "" if unknown.
    repository : address of the program's source; "" for none.
    """

    address: str = ""
    repository: str = ""

    @classmethod
    def read(cls, address: str | None, repository: str | None) -> Origin:
        """Read the options of a command; raises `CapsvizError`."""
        for option in filter(None, (address, repository)):
            parts = urlsplit(option)
            if parts.scheme not in ("http", "https") or not parts.netloc or parts.query:
                raise CapsvizError(
                    f"{option!r} is no address: give a whole one, as https://you.github.io/capsviz/"
                )
        return cls(f"{address.rstrip('/')}/" if address else "", (repository or "").rstrip("/"))

    @property
    def path(self) -> str:
        """The path of the address; "/" if the address is unknown."""
        return urlsplit(self.address).path or "/"


def head(title: str, path: str, origin: Origin) -> str:
    """Return the description of a page for search engines and shared links.

    Parameters
    ----------
    path : of the page below the site's address, "" or with a trailing slash.
    """
    properties = {
        "title": title,
        "description": _DESCRIPTION,
        "type": "website",
        "site_name": "capsviz",
    }
    lines = [_meta("name", "description", _DESCRIPTION)]
    if origin.address:
        url = origin.address + path
        lines.append(f'<link rel="canonical" href="{html.escape(url)}">')
        width, height = _PREVIEW_SIZE
        properties |= {"url": url, "image": f"{origin.address}preview.png"}
        properties |= {"image:width": str(width), "image:height": str(height)}
        lines.append(_meta("name", "twitter:card", "summary_large_image"))
    lines += [_meta("property", f"og:{name}", value) for name, value in properties.items()]
    return "\n".join(lines)


def _meta(kind: str, name: str, value: str) -> str:
    return f'<meta {kind}="{name}" content="{html.escape(value)}">'


def foot(origin: Origin) -> str:
    """Links to the source, to papers and to the licence."""
    links = dict(_PAPERS)
    if origin.repository:
        links = {"Source": origin.repository, **links}
    licence = f"{origin.repository}/blob/main/LICENSE" if origin.repository else _LICENCE
    links["MIT licence"] = licence
    anchors = [
        f'<a href="{html.escape(to)}" rel="noopener">{name}</a>' for name, to in links.items()
    ]
    return " · ".join(anchors)


def write_root(
    folder: Path, pages: Sequence[Entry], languages: Sequence[str], origin: Origin
) -> None:
    """Write the files at the top of a site: pictures, 404.html and robots.txt.

    Parameters
    ----------
    pages : of the site, the first page first.
    languages : of the site; 404.html contains the text in each, since it has no scripts.
    """
    for name in PICTURES:
        (folder / name).write_bytes((_HERE / name).read_bytes())
    # Its links are absolute, since it is shown at addresses of any depth.
    base = html.escape(origin.path)
    title = text(languages[0], "shell", "site-gone-heading")
    sections = "\n".join(_missing_page_texts(pages, base, language) for language in languages)
    template = (_HERE / "404.html").read_text("utf-8")
    filled = fill_template(template, {"base": base, "sections": sections, "title": title})
    (folder / "404.html").write_text(filled, "utf-8")
    robots = "User-agent: *\nAllow: /\n"
    if origin.address:
        robots += f"Sitemap: {origin.address}sitemap.txt\n"
        urls = "".join(f"{origin.address}{place_of(page)}\n" for page in pages)
        (folder / "sitemap.txt").write_text(urls, "utf-8")
    (folder / "robots.txt").write_text(robots, "utf-8")


def place_of(page: Entry) -> str:
    """The place of a page below the site's address."""
    return "" if page is ENTRIES[0] else f"{page.name}/"


def _missing_page_texts(pages: Sequence[Entry], base: str, language: str) -> str:
    """The content of 404.html in one language."""
    heading, message = (
        text(language, "shell", name) for name in ("site-gone-heading", "site-gone")
    )
    links = "".join(
        f'<li><a href="{base}{place_of(page)}?lang={language}">{page.title_in(language)}</a></li>'
        for page in pages
    )
    return (
        f'<section lang="{language}"><h1>{html.escape(heading)}</h1><p>{html.escape(message)}</p>'
        f"<ul>{links}</ul></section>"
    )


def failure_words(languages: Sequence[str]) -> str:
    """Why a page cannot work, and what to do, by language and reason: JSON for first.js."""
    names = {
        "sandboxed": ("site-sandboxed", "site-sandboxed-way"),
        "file": ("site-file", "site-file-way"),
        "broken": ("site-broken", "site-broken-way"),
    }
    messages = {
        language: {
            reason: [text(language, "shell", name) for name in ids] for reason, ids in names.items()
        }
        for language in languages
    }
    return json.dumps(messages)
