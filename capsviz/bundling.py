"""Scripts joined by esbuild: one of what pages share, and one of each page.

This module imports nothing else: a wheel is built in an environment without any package.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

#: Bundle of all that is no page, and of what several pages import.
SHELL, SHARED = "shell", "shared"
#: Script that stays apart, by its address from a bundle: few visitors load it.
SEPARATE = "../vendor/three.js"
#: Scripts that others import when they are needed, by names that no other script has.
DEFERRED = ("browser/engine/onnx.js", "classroom/lecture.js", "classroom/student.js")


def bundle(
    ui: Path, target: Path, texts: Mapping[str, str], deferred: Sequence[str] = DEFERRED
) -> bool:
    """Bundle the scripts by esbuild, from the npm package pinned in ``package.json``.

    Each page, and each script of `deferred`, has a bundle of what it alone imports. All else is in
    one: esbuild puts modules together that the same bundles import, so each imports all of them.

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
    """Write scripts at their own paths below a folder, each with all that it imports."""
    _run(ui, *paths, "--outbase=.", f"--outdir={target.resolve()}")


def _program(ui: Path) -> Path:
    return ui.resolve() / "node_modules/.bin/esbuild"


def _run(ui: Path, *arguments: str) -> None:
    options = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error")
    subprocess.run([str(_program(ui)), *arguments, *options], cwd=ui, check=True)


def _shared_scripts(metafile: dict[str, Any]) -> list[str]:
    """Return the paths of scripts that are not one page's alone, by esbuild's metafile."""
    return sorted(
        path
        for output in metafile["outputs"].values()
        if Path(output.get("entryPoint", SHELL)).stem == SHELL
        for path in output["inputs"]
        if not path.startswith("..")
    )
