"""What building a wheel adds: the app's entry, its settings, the first network, scripts as one.

Setuptools alone is imported here: a wheel is built where nothing else is installed.
"""

from __future__ import annotations

from pathlib import Path

from setuptools.command.build_py import build_py

from capsviz.bundling import BUNDLE, bundle

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
