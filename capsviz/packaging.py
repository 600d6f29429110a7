"""Additions to a wheel: the app's entry, its settings, the first network, bundled scripts.

This module only imports setuptools: a wheel is built in an environment without anything else.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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

#: Folder of the bundles, as deep as those whose scripts name workers by relative addresses.
BUNDLES = "browser/bundles"
#: Bundle of all that is no page, and of what several pages import.
SHELL, SHARED = "shell", "shared"
#: Script that stays apart, by its address from a bundle: few visitors load it.
APART = "../vendor/three.js"
#: Scripts that others import when they are needed, by names that no other script has.
LATER = ("browser/engine/onnx.js", "classroom/lecture.js", "classroom/student.js")
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
        if not bundle(Path("capsviz/ui"), self._bundles):
            self.warn("scripts are not bundled: run `npm ci --prefix capsviz/ui` for esbuild")

    def get_source_files(self) -> list[str]:
        """Return all sources of the wheel, so that a source distribution includes them."""
        return [*super().get_source_files(), *SHIPPED]

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

    Each page, and each script of `LATER`, has a bundle of what it alone imports. All else is in
    one: esbuild puts modules together that the same bundles import, so each imports all of them.

    Parameters
    ----------
    ui : the folder of `capsviz.ui` in a clone.
    target : the folder of the bundles; each exports its entries' modules by path.

    Returns
    -------
    Whether they were written: without ``npm ci`` in `ui` there is no esbuild, and the app uses
    modules.
    """
    program = ui.resolve() / "node_modules/.bin/esbuild"
    if not program.exists():
        return False
    lines: dict[str, str] = {}
    for place in entries(ui):
        line = f'export * as "{place}" from "{ui.resolve() / place}";\n'
        lines[bundle_name(place)] = lines.get(bundle_name(place), "") + line
    later = {Path(place).stem: ui.resolve() / place for place in LATER}
    lines |= {name: f'export * from "{script}";\n' for name, script in later.items()}
    apart = (f"--external:{path}" for path in (APART, *(f"./{name}.js" for name in later)))
    form = ("--bundle", "--minify", "--splitting", "--format=esm", "--target=es2022", *apart)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def run(out: Path, shared: list[str], *further: str) -> None:
            imports = "".join(f'import "{ui.resolve() / place}";\n' for place in shared)
            for entry, exports in lines.items():
                (folder / f"{entry}.js").write_text(imports + exports, "utf-8")
            entry_files = [str(folder / f"{entry}.js") for entry in lines]
            command = [str(program), *entry_files, *form, f"--outdir={out}", *further]
            subprocess.run([*command, "--log-level=error"], cwd=ui, check=True)

        facts = folder / "facts.json"
        run(folder / "first", [], f"--metafile={facts}")
        shared = _shared_scripts(json.loads(facts.read_bytes()))
        run(target.resolve(), shared, f"--chunk-names={SHARED}")
    return True


def bundle_name(place: str) -> str:
    """Return the name of an entry's bundle by its path: its page's, or `SHELL`."""
    kind, name, *_ = place.split("/")
    return name if kind == "pages" else SHELL


def _shared_scripts(facts: dict[str, Any]) -> list[str]:
    """Return the paths of scripts that are not one page's alone, by esbuild's metafile."""
    return sorted(
        place
        for output in facts["outputs"].values()
        if Path(output.get("entryPoint", SHELL)).stem == SHELL
        for place in output["inputs"]
        if not place.startswith("..")
    )
