"""The pages' scripts as one small file, for those who get a wheel.

A clone serves them as the modules that they are. Only the standard library is imported here: a
wheel is built where nothing else is installed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

#: Where the file lies among the scripts: beside the engine, whose worker's address is relative.
BUNDLE = "browser/engine/bundle.js"
#: Folders whose scripts are no components of the app.
_OTHERS = ("classroom", "node_modules", "report", "site")


def entries(ui: Path) -> Iterator[str]:
    """Places of the scripts that the app loads by name: of each component, and what mounts them."""
    yield "browser/remount.js"
    for script in sorted(ui.rglob("index.js")):
        place = script.relative_to(ui)
        if script.with_name("index.html").is_file() and place.parts[0] not in _OTHERS:
            yield place.as_posix()


def bundle(ui: Path, target: Path) -> bool:
    """Write the file by esbuild, from the npm package that ``package.json`` beside it pins.

    Parameters
    ----------
    ui : the folder of `capsviz.ui` in a clone.
    target : what is written; it exports each entry's module by its place.

    Returns
    -------
    Whether it was: without ``npm ci`` in `ui` there is no esbuild, and modules serve as well.
    """
    program = ui.resolve() / "node_modules/.bin/esbuild"
    if not program.exists():
        return False
    exports = "".join(f'export * as "{place}" from "./{place}";\n' for place in entries(ui))
    form = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error")
    command = [str(program), *form, f"--outfile={target.resolve()}"]
    subprocess.run(command, input=exports, cwd=ui, text=True, check=True)
    return True
