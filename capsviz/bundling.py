"""Bundles of the scripts, by esbuild: one for each page, and one for the modules they share.

This module imports nothing else: a wheel is built in an environment without any package.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: Bundle of the scripts outside of pages, and bundle of the modules that several pages import.
SHELL, SHARED = "shell", "shared"
#: Script that is not bundled, since few visitors load it; its address relative to a bundle.
SEPARATE = "../vendor/three.js"
#: Scripts that others import dynamically; their file names are unique.
DEFERRED = ("browser/engine/onnx.js", "classroom/lecture.js", "classroom/student.js")


def bundle(
    ui: Path, target: Path, texts: Mapping[str, str], deferred: Sequence[str] = DEFERRED
) -> bool:
    """Bundle the scripts by esbuild, from the npm package pinned in ``package.json``.

    Each page, and each script of `deferred`, has a bundle of the modules that it alone imports. All
    other modules are in one bundle: esbuild groups modules by the bundles that import them, so
    every bundle is made to import all of these.

    Parameters
    ----------
    ui : the folder of `capsviz.ui` in a clone.
    target : the folder of the bundles.
    texts : script of each bundle by its name, which imports modules of `ui` by their paths.
    deferred : paths of scripts as of `DEFERRED`.

    Returns
    -------
    Whether they were written: without ``npm ci`` in `ui` there is no esbuild.
    """
    if not _program(ui).exists():
        return False
    lines = {name: text.replace('"./', f'"{ui.resolve()}/') for name, text in texts.items()}
    scripts = {Path(script).stem: ui.resolve() / script for script in deferred}
    lines |= {name: f'export * from "{script}";\n' for name, script in scripts.items()}
    external = (SEPARATE, *(f"./{name}.js" for name in scripts))
    options = ("--splitting", *(f"--external:{address}" for address in external))

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run(out: Path, shared: list[str], *more_options: str) -> None:
            imports = "".join(f'import "{ui.resolve() / path}";\n' for path in shared)
            for entry, text in lines.items():
                (folder / f"{entry}.js").write_text(imports + text, "utf-8")
            entry_files = [str(folder / f"{entry}.js") for entry in lines]
            _run(ui, *entry_files, *options, f"--outdir={out}", *more_options)

        metafile = folder / "metafile.json"
        run(folder / "first", [], f"--metafile={metafile}")
        shared = _shared_scripts(json.loads(metafile.read_bytes()))
        run(target.resolve(), shared, f"--chunk-names={SHARED}")
    return True


def bundle_each(ui: Path, target: Path, paths: Sequence[str]) -> None:
    """Bundle each script separately, with all of its imports, to its own path below a folder."""
    _run(ui, *paths, "--outbase=.", f"--outdir={target.resolve()}")


def _program(ui: Path) -> Path:
    return ui.resolve() / "node_modules/.bin/esbuild"


def _run(ui: Path, *arguments: str) -> None:
    options = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error")
    subprocess.run([str(_program(ui)), *arguments, *options], cwd=ui, check=True)


def _shared_scripts(metafile: dict[str, Any]) -> list[str]:
    """Return the paths of the modules that pages share, from esbuild's metafile."""
    return sorted(
        path
        for output in metafile["outputs"].values()
        if Path(output.get("entryPoint", SHELL)).stem == SHELL
        for path in output["inputs"]
        if not path.startswith("..")
    )
