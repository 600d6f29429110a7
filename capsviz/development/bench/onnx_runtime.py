"""The core compared with ONNX Runtime on one thread, in float32 and with its quantiser.

Times are the thread's processor time, which other work disturbs little.
"""

from __future__ import annotations

import logging
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import torch
from jaxtyping import Float32
from onnxruntime import quantization

from capsviz.data.sets import open_set
from capsviz.development.bench.core import SUFFIXES, PlainCapsNet
from capsviz.model.precision import convert_precision, possible
from capsviz.onnx_export import export
from capsviz.training import checkpoint
from capsviz.training.threads import set_threads

#: Batch sizes, with the number of rounds of each.
_ROUNDS = {1: 25, 16: 7, 128: 3}
#: Pictures on which the quantiser measures ranges, and their batch size.
_CALIBRATION, _TOGETHER = 128, 16

Pictures = Float32[np.ndarray, "n side side"]
Read = Callable[[Pictures], Float32[np.ndarray, "n J"]]


@torch.no_grad()
def run(name: str, count: int) -> dict[str, Any]:
    """Compare ways to run a network of the paper's shape, in turns.

    `count` is the number of validation pictures for the differences; the first ones are used for
    calibration, too.

    Returns
    -------
    For each way: ``milliseconds`` and ``ratios`` to the plain network by batch size, the
    ``largest`` difference of a length from float32, and the number of ``changed`` predictions.
    """
    pictures = open_set("mnist").held_out().images[:count].numpy().astype(np.float32) / 255
    logging.getLogger().setLevel(logging.ERROR)  # its advice on preparing a graph
    with set_threads(1), tempfile.TemporaryDirectory() as folder:
        ways = _ways(name, pictures, Path(folder))
        outputs = {way: read(pictures) for way, read in ways.items()}
        times = {size: _alternate(ways, pictures[:size]) for size in _ROUNDS}
    exact = outputs["core"]
    return {
        way: {
            "milliseconds": {size: round(1e3 * min(times[size][way]), 2) for size in _ROUNDS},
            "ratios": {
                size: round(
                    statistics.median(times[size][way]) / statistics.median(times[size]["plain"]), 2
                )
                for size in _ROUNDS
            },
            "largest": float(abs(lengths - exact).max()),
            "changed": int((lengths.argmax(1) != exact.argmax(1)).sum()),
        }
        for way, lengths in outputs.items()
    }


def report(result: dict[str, Any]) -> str:
    """Format the result of `run` as a table."""
    lines = ["batch: ms of one thread, ratio to plain"]
    for way, row in result.items():
        times = "".join(
            f"{size:>6}: {row['milliseconds'][size]:8.2f} {row['ratios'][size]:5.2f}"
            for size in _ROUNDS
        )
        lines.append(f"{way:12}{times}   off {row['largest']:.1e}, changed {row['changed']}")
    return "\n".join(lines)


def _ways(name: str, pictures: Pictures, folder: Path) -> dict[str, Read]:
    loaded = checkpoint.load(name, "cpu")
    core = loaded.capsnet.eval().requires_grad_(False)
    plain = PlainCapsNet(core).eval().requires_grad_(False)
    sample = torch.from_numpy(pictures[:64])

    def read_plainly(images: Pictures) -> Float32[np.ndarray, "n J"]:
        return plain(torch.from_numpy(images).unsqueeze(1)).norm(dim=-1).numpy()

    ways: dict[str, Read] = {"plain": read_plainly}
    for precision in possible(core):
        model = convert_precision(core, precision, lambda _side: sample)
        ways[f"core{SUFFIXES[precision]}"] = lambda images, model=model: (
            model(torch.from_numpy(images)).lengths.float().numpy()
        )
    graph = export(core, name, loaded.subject.classes, output_names=("lengths",), batch=True).model
    exact, rounded = folder / "exact.onnx", folder / "int8.onnx"
    onnx.save(graph, exact)
    quantization.quantize_static(
        exact,
        rounded,
        _Calibration(pictures[:_CALIBRATION]),
        activation_type=quantization.QuantType.QUInt8,
        per_channel=True,
        op_types_to_quantize=["Conv", "MatMul", "Gemm"],
    )
    for way, path in (("onnx", exact), ("onnx int8", rounded)):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(path, options)
        ways[way] = lambda images, session=session: np.asarray(
            session.run(None, {"image": images})[0]
        )[-1]
    return ways


class _Calibration(quantization.CalibrationDataReader):
    """Pictures for the quantiser, in batches."""

    def __init__(self, pictures: Pictures) -> None:
        starts = range(0, len(pictures), _TOGETHER)
        self._left = iter([{"image": pictures[start : start + _TOGETHER]} for start in starts])

    def get_next(self) -> dict[str, Pictures] | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        return next(self._left, None)


def _alternate(ways: dict[str, Read], pictures: Pictures) -> dict[str, list[float]]:
    """Return the processor seconds of this thread in each round."""
    times: dict[str, list[float]] = {way: [] for way in ways}
    for read in ways.values():
        read(pictures)
    for _ in range(_ROUNDS[len(pictures)]):
        for way, read in ways.items():
            start = time.thread_time()
            read(pictures)
            times[way].append(time.thread_time() - start)
    return times
