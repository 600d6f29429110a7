"""Additions to a wheel: the app's entry, its settings, the first network, bundled scripts.

A wheel is built in an environment with setuptools and nothing else.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from setuptools.command.build_py import build_py

# The build loads this file alone, without the package around it.
sys.path.insert(0, str(Path(__file__).parents[1]))
from capsviz.bundling import SHELL, bundle

#: Files outside of the package that `capsviz.paths` expects in ``shipped``.
SHIPPED_FILES = (
    "app.py",
    ".streamlit/config.toml",
    "checkpoints/dynamic.safetensors",
    "checkpoints/dynamic.analysis.json",
    "checkpoints/dynamic.viewpoint.json",
    "checkpoints/results.json",
    "checkpoints/affine.json",
    "checkpoints/expanded.json",
)

#: Folder of the bundles, as deep as those whose scripts name workers by relative addresses.
BUNDLES = "browser/bundles"
#: Folders whose scripts are not components of the app.
_OTHER_FOLDERS = ("classroom", "lessons", "node_modules", "report", "site")


class BuildPy(build_py):
    """Build step that adds the files for a first page."""

    def run(self) -> None:
        """Build as usual, then copy the rest; the clone itself does not change."""
        super().run()
        if self.editable_mode:
            return
        for name, target in zip(SHIPPED_FILES, self._targets(), strict=True):
            self.mkpath(str(target.parent))
            self.copy_file(name, str(target), preserve_mode=False)
        ui = Path("capsviz/ui")
        if not bundle(ui, self._bundles, exports(ui)):
            self.warn("scripts are not bundled: run `npm ci --prefix capsviz/ui` for esbuild")

    def get_source_files(self) -> list[str]:
        """Return all sources of the wheel, so that a source distribution includes them."""
        return [*super().get_source_files(), *SHIPPED_FILES]

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return all built files."""
        built = super().get_outputs(include_bytecode)
        if self.editable_mode:
            return built
        return [*built, *map(str, [*self._targets(), *sorted(self._bundles.glob("*.js"))])]

    @property
    def _bundles(self) -> Path:
        return Path(self.build_lib, "capsviz/ui", BUNDLES)

    def _targets(self) -> list[Path]:
        return [Path(self.build_lib, "capsviz", "shipped", name) for name in SHIPPED_FILES]


def entries(ui: Path) -> Iterator[str]:
    """Yield the paths of scripts that the app loads by name: of each component, and its mounter."""
    yield "browser/remount.js"
    for script in sorted(ui.rglob("index.js")):
        path = script.relative_to(ui)
        if script.with_name("index.html").is_file() and path.parts[0] not in _OTHER_FOLDERS:
            yield path.as_posix()


def exports(ui: Path) -> dict[str, str]:
    """Return the text of each bundle: it exports its components' modules by their paths."""
    lines: dict[str, str] = {}
    for path in entries(ui):
        line = f'export * as "{path}" from "./{path}";\n'
        lines[bundle_name(path)] = lines.get(bundle_name(path), "") + line
    return lines


def bundle_name(path: str) -> str:
    """Return the name of an entry's bundle by its path: its page's, or `SHELL`."""
    kind, name, *_ = path.split("/")
    return name if kind == "pages" else SHELL
