"""Accuracy by the size of the winning output: a capsule's length is no probability by itself.

Pictures are sorted into ten bins of equal width by the output of the winning class (a capsule's
length or activation, a CNN's probability), as in the reliability diagrams of Guo, Pleiss, Sun and
Weinberger (2017, section 2). A network is calibrated if the accuracy in each bin equals the mean
output. The pictures are validation pictures, since the wording of verdicts depends on these
results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float

from capsviz import markdown
from capsviz.analysis.store import RowFile
from capsviz.data.pictures import Pictures
from capsviz.model.networks import Network
from capsviz.training.evaluate import BATCH, interval

BINS = 10
#: Minimum number of pictures in a bin for a meaningful accuracy.
MIN_PICTURES = 10
#: File name in the folder of checkpoints.
FILE = "calibration.json"


@torch.inference_mode()
def measure_calibration(
    model: Network, pictures: Pictures, name: str, digest: str
) -> dict[str, Any]:
    """Measure the calibration of one checkpoint, as ``capsviz calibrate`` prints it.

    Returns
    -------
    For each non-empty bin, in ascending order, the "mean" output of the winner, the "count" of
    pictures, how many of them are classified "right", and the 95 % "interval" of that accuracy;
    "error" is the expected calibration error: the mean distance of accuracy and output, 0..1.
    """
    device = next(model.parameters()).device
    longest, right = [], []
    for x, labels in pictures.batches(BATCH, device):
        largest = model(x).lengths.max(1)
        longest.append(largest.values.cpu())
        right.append((largest.indices == labels).cpu())
    bins = bin_shares(torch.cat(longest).double().numpy(), torch.cat(right).numpy())
    return {"checkpoint": name, "n": len(pictures), **bins, "sha256": digest}


def bin_shares(scores: Float[np.ndarray, " n"], right: Bool[np.ndarray, " n"]) -> dict[str, Any]:
    """Bin n outputs in 0..1 by value and count correct answers; see `measure_calibration`."""
    indices = np.minimum((scores * BINS).astype(int), BINS - 1)
    count = np.bincount(indices, minlength=BINS)
    filled = np.flatnonzero(count)
    count, hits = count[filled], np.bincount(indices, right, BINS)[filled].astype(int)
    mean = np.bincount(indices, scores, BINS)[filled] / count
    errors = np.abs(hits / count - mean)
    return {
        "mean": np.round(mean, 4).tolist(),
        "count": count.tolist(),
        "right": hits.tolist(),
        "interval": [
            [round(end, 4) for end in interval(float(k / n), int(n))]
            for k, n in zip(hits, count, strict=True)
        ],
        "error": round(float((errors * count).sum() / count.sum()), 4),
    }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Return a Markdown table of the accuracy in each bin of each network."""
    heads = ["network", "mean number", "pictures", "right", "95 % interval", "calibration error"]
    cells = []
    for row in rows:
        columns = (row[part] for part in ("mean", "count", "right", "interval"))
        for k, (mean, count, right, (low, high)) in enumerate(zip(*columns, strict=True)):
            network, error = (row["checkpoint"], f"{row['error']:.3f}") if k == 0 else ("", "")
            share = f"{right / count:.2%}"
            ends = f"{100 * low:.2f} - {100 * high:.2f}"
            cells.append([network, f"{mean:.3f}", f"{count:,}", share, ends, error])
    return markdown.table(heads, cells)


def _check(row: dict[str, Any]) -> None:
    values = [row["error"], *row["mean"], *row["right"], *np.ravel(row["interval"])]
    if not (min(row["count"]) >= 1 and all(value >= 0 for value in values)):
        raise ValueError("no shares")


#: Rows of `measure_calibration`.
ROWS = RowFile(
    "how often answers are right is not known",
    "capsviz calibrate --all",
    ("mean", "count", "right", "interval"),
    _check,
)
