"""Write the API reference as HTML: ``python -m capsviz.development.reference FOLDER``.

pdoc, of the extra ``capsviz[docs]``, makes it from the docstrings of every public name.
"""

from __future__ import annotations

import sys
from pathlib import Path

import capsviz
from capsviz import figures

#: The modules whose ``__all__`` is public.
MODULES = (capsviz, figures)


def write(folder: Path) -> None:
    """Write ``index.html`` and a page for each public module."""
    import pdoc  # pyright: ignore[reportMissingImports]
    from pdoc import render  # pyright: ignore[reportMissingImports]

    for module in MODULES:
        for name in module.__all__:
            # pdoc only documents existing attributes, and these are imported on first use.
            setattr(module, name, getattr(module, name))
    render.configure(docformat="numpy", footer_text=f"capsviz {capsviz.__version__}")
    pdoc.pdoc(*(module.__name__ for module in MODULES), output_directory=folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
