"""Scripts of a published site: a shared one, and one for each page."""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from pathlib import Path

from capsviz.bundling import DEFERRED, SHELL, bundle, bundle_each
from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.assets import BUNDLES

_UI = Path(__file__).parents[1]
#: Scripts that browsers start by address.
_WORKERS = ("browser/onnx/worker.js", "browser/upload/worker.js")
#: Scripts that are not bundled: one that few visitors load, and one that is not a module.
_SEPARATE_SCRIPTS = ("browser/vendor/three.js", "site/first.js")


def write(folder: Path, pages: Iterable[str]) -> None:
    """Write the scripts of a site with these pages into its folder ``web``.

    Raises
    ------
    CapsvizError : esbuild is missing, or fails.
    """
    try:
        joined = _join(folder, pages)
    except (OSError, subprocess.CalledProcessError) as error:
        raise CapsvizError(
            "esbuild cannot join the scripts: run `npm ci --prefix capsviz/ui` once more"
        ) from error
    if not joined:
        raise CapsvizError(
            "esbuild is missing, which joins the scripts: with node installed, run "
            "`npm ci --prefix capsviz/ui` in the clone"
        )
    for path in _SEPARATE_SCRIPTS:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_bytes((_UI / path).read_bytes())


def _join(folder: Path, pages: Iterable[str]) -> bool:
    texts = {SHELL: 'import "./site/index.js";\n'}
    texts |= {page: f'export {{ default }} from "./pages/{page}/index.js";\n' for page in pages}
    joined = bundle(_UI, folder / BUNDLES, texts, (*DEFERRED, "site/parts_column.js"))
    if joined:
        bundle_each(_UI, folder, _WORKERS)
    return joined
