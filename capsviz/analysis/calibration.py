"""How often an answer is right, by how large its number is: no length is a probability by itself.

Pictures are sorted into ten bins of equal width by the number of the class that wins (a capsule's
length or activation, a CNN's probability), as in the reliability diagrams of Guo, Pleiss, Sun and
Weinberger (2017, section 2). A network is calibrated where the share that is right equals the mean
of these numbers. The pictures are those that training held out, since words are chosen by them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float

from capsviz import markdown, untrusted
from capsviz.analysis.store import load_rows, save_rows
from capsviz.data.pictures import Pictures
from capsviz.errors import CapsvizError
from capsviz.model.networks import Network
from capsviz.training.evaluate import BATCH, interval

BINS = 10
#: A bin with fewer pictures says next to nothing.
FEW = 10
COMMAND = "capsviz calibrate --all"
#: The file beside the checkpoints.
FILE = "calibration.json"


@torch.inference_mode()
def measure_calibration(
    model: Network, pictures: Pictures, name: str, digest: str
) -> dict[str, Any]:
    """What ``capsviz calibrate`` prints of one checkpoint.

    Returns
    -------
    For each bin that is not empty, in ascending order, the "mean" of the winner's number, the
    "count" of pictures, how many of them are read "right", and the 95 % "interval" of that share;
    "error" is the expected calibration error: the mean distance of share and number, 0..1.
    """
    device = next(model.parameters()).device
    longest, right = [], []
    batches = zip(pictures.images.split(BATCH), pictures.labels.split(BATCH), strict=True)
    for images, labels in batches:
        most = model(images.to(device).float() / 255).lengths.max(1)
        longest.append(most.values.cpu())
        right.append(most.indices.cpu() == labels)
    bins = bin_shares(torch.cat(longest).double().numpy(), torch.cat(right).numpy())
    return {"checkpoint": name, "n": len(pictures), **bins, "sha256": digest}


def bin_shares(scores: Float[np.ndarray, " n"], right: Bool[np.ndarray, " n"]) -> dict[str, Any]:
    """The bins of `measure_calibration`, of n numbers in 0..1 and whether each answer is right."""
    at = np.minimum((scores * BINS).astype(int), BINS - 1)
    count = np.bincount(at, minlength=BINS)
    filled = np.flatnonzero(count)
    count, hits = count[filled], np.bincount(at, right, BINS)[filled].astype(int)
    mean = np.bincount(at, scores, BINS)[filled] / count
    off = np.abs(hits / count - mean)
    return {
        "mean": np.round(mean, 4).tolist(),
        "count": count.tolist(),
        "right": hits.tolist(),
        "interval": [
            [round(end, 4) for end in interval(float(k / n), int(n))]
            for k, n in zip(hits, count, strict=True)
        ],
        "error": round(float((off * count).sum() / count.sum()), 4),
    }


def table(rows: Sequence[dict[str, Any]]) -> str:
    """A Markdown table: of each network and bin how often an answer is right."""
    heads = ["network", "mean number", "pictures", "right", "95 % interval", "calibration error"]
    cells = []
    for row in rows:
        columns = (row[part] for part in ("mean", "count", "right", "interval"))
        for k, (mean, count, right, (low, high)) in enumerate(zip(*columns, strict=True)):
            named = [row["checkpoint"], f"{row['error']:.3f}"] if k == 0 else ["", ""]
            share = f"{right / count:.2%}"
            ends = f"{100 * low:.2f} - {100 * high:.2f}"
            cells.append([named[0], f"{mean:.3f}", f"{count:,}", share, ends, named[1]])
    return markdown.table(heads, cells)


def load_calibration(path: Path) -> list[dict[str, Any]]:
    """Read what `save_calibration` wrote; raises `CapsvizError` where that cannot be done."""
    lists = ("mean", "count", "right", "interval")
    rows = load_rows(path, "how often answers are right is not known", COMMAND, lists)
    try:
        for row in rows:
            values = [row["error"], *row["mean"], *row["right"], *np.ravel(row["interval"])]
            if not (min(row["count"]) >= 1 and all(value >= 0 for value in values)):
                raise ValueError("no shares")
    except untrusted.DAMAGED as error:
        raise CapsvizError(f"{path.name} is damaged: run `{COMMAND}` again") from error
    return rows


def save_calibration(path: Path, rows: Sequence[dict[str, Any]]) -> None:
    """Keep `measure_calibration`'s rows for the Compare page, beside those of other networks."""
    save_rows(path, lambda: load_calibration(path), rows)
