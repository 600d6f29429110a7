"""Modules that a start of the app imports."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1] / "capsviz"
#: `import scipy` and `import skimage` load a part when it is used.
EAGER = re.compile(r"^(?:from (?:scipy|skimage)\b|import (?:scipy|skimage)\.)", re.MULTILINE)


def test_scipys_parts_are_loaded_by_who_uses_them():
    """``from scipy import stats`` alone is 35 MB and half a second of every start."""
    assert EAGER.search("import torch\nfrom scipy.stats import t\n")
    eager = [file for file in ROOT.glob("**/*.py") if EAGER.search(file.read_text("utf-8"))]
    assert [file for file in eager if "node_modules" not in file.parts] == []
