"""What building a wheel adds: the app's entry, its settings, the first network, scripts as one.

Setuptools alone is imported here: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from setuptools.command.build_py import build_py

#: What the clone keeps beside the package and `capsviz.paths` looks for in ``shipped``.
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

#: Where the file lies among the scripts: beside the engine, whose worker's address is relative.
BUNDLE = "browser/engine/bundle.js"
#: Folders whose scripts are no components of the app.
_OTHERS = ("classroom", "node_modules", "report", "site")


class BuildPy(build_py):
    """The package with what a first page needs."""

    def run(self) -> None:
        """Build as usual, then copy the rest; a clone's own files stay where they are."""
        super().run()
        if self.editable_mode:
            return
        for name, target in zip(SHIPPED, self._targets(), strict=True):
            self.mkpath(str(target.parent))
            self.copy_file(name, str(target), preserve_mode=False)
        if not bundle(Path("capsviz/ui"), self._bundle):
            self.warn("scripts stay apart: `npm ci --prefix capsviz/ui` brings what joins them")

    def get_source_files(self) -> list[str]:
        """All that a wheel is made of, so that an archive of the sources has it too."""
        return [*super().get_source_files(), *SHIPPED]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """All that is built."""
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
