"""ONNX Runtime Web of a published site: complete, and reduced to the functions used."""

from __future__ import annotations

import functools
import hashlib
import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from capsviz.errors import CapsvizError
from capsviz.ui.site import wasm

_HERE = Path(__file__).parent
PLACE = _HERE.parent / "node_modules" / "onnxruntime-web" / "dist"
SCRIPT = "ort.wasm.bundle.min.mjs"
#: WebAssembly on one thread.
WHOLE_RUNTIME = "ort-wasm-simd-threaded.wasm"
#: The runtime's used functions; a browser that calls others loads the complete one
#: (engine/onnx.js).
USED_RUNTIME = "ort-used.wasm"


def require_files() -> None:
    """Raise `CapsvizError` if npm has not installed the runtime."""
    if not all((PLACE / name).is_file() for name in (SCRIPT, WHOLE_RUNTIME)):
        raise CapsvizError(
            "ONNX Runtime Web is missing, which runs the networks in a browser: with node "
            "installed, run `npm ci --prefix capsviz/ui` in the clone"
        )


def require_runtime() -> None:
    """Raise `CapsvizError` if the runtime or Node is missing."""
    require_files()
    if shutil.which("node") is None:
        raise CapsvizError("node is missing, which tries the networks out: install it first")


@functools.cache
def checksum() -> str:
    """The first 16 hexadecimal digits of both files' SHA-256; "" if they are missing."""
    if not all((PLACE / name).is_file() for name in (SCRIPT, WHOLE_RUNTIME)):
        return ""
    digest = hashlib.sha256((PLACE / SCRIPT).read_bytes() + (PLACE / WHOLE_RUNTIME).read_bytes())
    return digest.hexdigest()[:16]


def write(folder: Path) -> None:
    """Write the runtime into a site whose networks are written already.

    Raises
    ------
    CapsvizError : it cannot run one of the networks.
    """
    target = folder / "onnxruntime"
    target.mkdir()
    for name in (SCRIPT, WHOLE_RUNTIME):
        shutil.copyfile(PLACE / name, target / name)
    module = (PLACE / WHOLE_RUNTIME).read_bytes()
    (target / USED_RUNTIME).write_bytes(
        wasm.keep_functions(module, _find_calls(module, folder / "networks"))
    )


def _find_calls(module: bytes, networks: Path) -> frozenset[int]:
    """The functions called when all graphs of some networks are loaded and run."""
    with tempfile.TemporaryDirectory() as folder:
        marked = Path(folder) / WHOLE_RUNTIME
        marked.write_bytes(wasm.mark_calls(module))
        script = _HERE / "trial" / "run_networks.js"
        command = ["node", str(script), str(PLACE / SCRIPT), str(marked), str(networks)]
        process = subprocess.run([*command, wasm.MARK], capture_output=True, text=True, check=False)
    if process.returncode:
        error = next(
            (line for line in process.stderr.splitlines() if "Error" in line), "node failed"
        )
        raise CapsvizError(f"ONNX Runtime Web cannot run these networks: {error.strip()[:300]}")
    return frozenset(json.loads(process.stdout))
