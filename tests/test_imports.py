"""Modules that a start of the app imports."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from machine import lacking

from capsviz.training import checkpoint

ROOT = Path(__file__).parents[1] / "capsviz"
#: `import scipy` and `import skimage` load a part when it is used.
EAGER = re.compile(r"^(?:from (?:scipy|skimage)\b|import (?:scipy|skimage)\.)", re.MULTILINE)


def test_no_module_imports_scipy_at_its_top():
    """``from scipy import stats`` alone is 35 MB and half a second of every start."""
    assert EAGER.search("import torch\nfrom scipy.stats import t\n")
    eager = [file for file in ROOT.glob("**/*.py") if EAGER.search(file.read_text("utf-8"))]
    assert [file for file in eager if "node_modules" not in file.parts] == []


#: A script that uses the library alone; modules of the app are missing.
SCRIPT = """
import sys

class Missing:
    def find_spec(self, name, *_):
        if name.partition(".")[0] in ("streamlit", "starlette", "pandas", "pyarrow"):
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Missing())

import capsviz
from capsviz import figures
from capsviz.data.samples import sample_pictures

sys.path.insert(0, sys.argv[1])
import own_network

model = capsviz.load("dynamic", "cpu")
images = sample_pictures(28)[:1]
seen = capsviz.trace(model, images)
own = capsviz.adapt(own_network.Net())
drawn = [figures.couplings(model, seen), figures.votes(model, seen)]
drawn.append(figures.lengths(own, capsviz.trace(own, images)))
print(sum(len(each.to_json()) > 100 for each in drawn))
"""


def test_the_library_needs_neither_streamlit_nor_pandas():
    if "dynamic" not in checkpoint.names():
        lacking("the network dynamic is missing: set CAPSVIZ_CHECKPOINTS")
    examples = ROOT.parent / ".github/examples"
    command = [sys.executable, "-B", "-c", SCRIPT, str(examples)]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.stdout == "3\n", run.stderr
