"""Service worker and manifest: a published site that installs and opens offline."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from capsviz.ui.languages import native_names
from capsviz.ui.site import runtime

_HERE = Path(__file__).parent


def write(folder: Path, first: str) -> None:
    """Write the manifest and the service worker, after all other files of the site.

    Parameters
    ----------
    first : network cached with the pages; others are cached on request.
    """
    manifest = {
        "name": "capsviz",
        "short_name": "capsviz",
        "description": "see a capsule network think",
        "start_url": "./",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#b8430a",
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "icon-192.png", "sizes": "192x192", "type": "image/png"},
            {"src": "icon-512.png", "sizes": "512x512", "type": "image/png"},
        ],
    }
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest), "utf-8")
    digest, paths, references = hashlib.sha256(), [], _read_names(folder, first)
    for path in sorted(folder.rglob("*")):
        if not path.is_file():
            continue
        relative = path.relative_to(folder).as_posix()
        digest.update(relative.encode() + b"\0" + path.read_bytes())
        if _is_kept(relative, first, references):
            paths.append(relative.removesuffix("index.html"))
    site = {"version": digest.hexdigest()[:16], "kept": paths}
    script = (_HERE / "service_worker.js").read_text("utf-8")
    text = f"self.SITE = {json.dumps(site)};\n{script}"
    (folder / "service_worker.js").write_text(text, "utf-8")


def _read_names(folder: Path, first: str) -> str:
    """All page data of a network, which name files by checksum."""
    files = (folder / "networks" / f"{first}.json", *(folder / "data").glob(f"*/{first}.json"))
    return "".join(path.read_text("utf-8") for path in files)


def _is_kept(path: str, first: str, references: str) -> bool:
    """Whether to cache a file at once: pages in every language, their scripts, one network."""
    top, _, rest = path.partition("/")
    if top == "networks":
        return rest.startswith((f"{first}-", f"{first}."))
    if top == "sections":
        return rest.endswith(f"/{first}.json")
    if top == "data":
        without_network = "/" not in rest or rest.partition("/")[0] in native_names()
        return without_network or rest.endswith(f"/{first}.json")
    if top == "attacks":
        return rest == f"{first}.bin"
    if top in ("decoder", "poses", "samples"):
        return rest.partition(".")[0] in references
    if path == f"onnxruntime/{runtime.WHOLE_RUNTIME}":
        return False
    if path in ("404.html", "preview.png", "robots.txt", "sitemap.txt"):  # not for visitors
        return False
    return top not in ("films", "capsviz", "plotly")  # large, and worksheets
