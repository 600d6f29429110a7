"""Additions to a wheel: the app's entry, its settings, the first network, bundled scripts.

This module only imports setuptools: a wheel is built in an environment without anything else.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from setuptools.command.build_py import build_py

#: Files outside of the package that `capsviz.paths` expects in ``shipped``.
SHIPPED = (
    "app.py",
    ".streamlit/config.toml",
    "checkpoints/dynamic.safetensors",
    "checkpoints/dynamic.analysis.json",
    "checkpoints/dynamic.viewpoint.json",
    "checkpoints/results.json",
    "checkpoints/affine.json",
    "checkpoints/expanded.json",
)

#: Path of the bundle: beside the engine, whose worker has a relative address.
BUNDLE = "browser/engine/bundle.js"
#: Script that stays apart, by its address from the bundle: few visitors load it.
APART = "../vendor/three.js"
#: Folders whose scripts are not components of the app.
_OTHERS = ("classroom", "lessons", "node_modules", "report", "site")


class BuildPy(build_py):
    """Build step that adds the files for a first page."""

    def run(self) -> None:
        """Build as usual, then copy the rest; the clone itself does not change."""
        super().run()
        if self.editable_mode:
            return
        for name, target in zip(SHIPPED, self._targets(), strict=True):
            self.mkpath(str(target.parent))
            self.copy_file(name, str(target), preserve_mode=False)
        if not bundle(Path("capsviz/ui"), self._bundle):
            self.warn("scripts are not bundled: run `npm ci --prefix capsviz/ui` for esbuild")

    def get_source_files(self) -> list[str]:
        """Return all sources of the wheel, so that a source distribution includes them."""
        return [*super().get_source_files(), *SHIPPED]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return all built files."""
        built = super().get_outputs(include_bytecode)
        if self.editable_mode:
            return built
        joined = [self._bundle] if self._bundle.is_file() else []
        return [*built, *map(str, [*self._targets(), *joined])]

    @property
    def _bundle(self) -> Path:
        return Path(self.build_lib, "capsviz/ui", BUNDLE)

    def _targets(self) -> list[Path]:
        return [Path(self.build_lib, "capsviz", "shipped", name) for name in SHIPPED]


def entries(ui: Path) -> Iterator[str]:
    """Yield the paths of scripts that the app loads by name: of each component, and its mounter."""
    yield "browser/remount.js"
    for script in sorted(ui.rglob("index.js")):
        place = script.relative_to(ui)
        if script.with_name("index.html").is_file() and place.parts[0] not in _OTHERS:
            yield place.as_posix()


def bundle(ui: Path, target: Path) -> bool:
    """Bundle the scripts by esbuild, from the npm package pinned in ``package.json``.

    Parameters
    ----------
    ui : the folder of `capsviz.ui` in a clone.
    target : the bundle; it exports each entry's module by path.

    Returns
    -------
    Whether it was written: without ``npm ci`` in `ui` there is no esbuild, and the app uses
    modules.
    """
    program = ui.resolve() / "node_modules/.bin/esbuild"
    if not program.exists():
        return False
    exports = "".join(f'export * as "{place}" from "./{place}";\n' for place in entries(ui))
    form = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--log-level=error")
    command = [str(program), *form, f"--external:{APART}", f"--outfile={target.resolve()}"]
    subprocess.run(command, input=exports, cwd=ui, text=True, check=True)
    return True
