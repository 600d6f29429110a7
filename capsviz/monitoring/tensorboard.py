"""Export of a run's curves, pictures and histograms to TensorBoard."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from torch import nn

from capsviz.data.drawing import shown_planes
from capsviz.errors import CapsvizError

#: Numbers of a line, and their tags in TensorBoard.
_STEP_TAGS = {
    "margin": "loss/margin",
    "error": "loss/squared error",
    "rate": "step/rate",
    "norm": "step/gradient",
}
#: The same for numbers of a snapshot.
_SNAPSHOT_TAGS = {
    "accuracy": "accuracy/held out",
    "training_accuracy": "accuracy/learnt from",
    "plain_accuracy": "accuracy/plain CNN",
    "entropy": "routing/entropy",
    "largest_share": "routing/largest share",
    "coupling_sum_off": "routing/couplings off 1",
    "dead_types": "capsules/dead types",
    "longest": "capsules/longest",
    "sse": "parts/squared error",
    "between": "objects/entropy between pictures",
    "within": "objects/entropy within a picture",
}
_VERDICTS = {"fine": 0, "warn": 1, "bad": 2}


class TensorBoardWriter:
    """An event file in a folder.

    Raises `CapsvizError` if TensorBoard is not installed, or the folder cannot be written.

    Parameters
    ----------
    folder : folder of this run, below that of ``tensorboard --logdir``.
    settings : settings of the run, as plain values.
    """

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            raise CapsvizError(
                "--tensorboard needs an extra: pip install 'capsviz[tensorboard]'"
            ) from None
        try:
            self._writer = SummaryWriter(str(folder))
            # Indented by four spaces, as code in Markdown.
            lines = json.dumps(settings, indent=1).splitlines()
            self._writer.add_text("settings", "\n".join(f"    {line}" for line in lines))
        except OSError as error:
            raise CapsvizError(f"{folder} cannot be written: {error.strerror}") from error

    def line(self, line: Mapping[str, Any]) -> None:
        """Write the numbers of a step."""
        self._scalars(line, _STEP_TAGS, line["step"])

    def moment(
        self, arrays: Mapping[str, np.ndarray], numbers: Mapping[str, Any], model: nn.Module
    ) -> None:
        """Write a `capsviz.monitoring.snapshot.Snapshot` and histograms of the weights."""
        step = numbers["step"]
        self._scalars(numbers, _SNAPSHOT_TAGS, step)
        self._scalars(numbers.get("r2") or {}, {}, step, "R²")
        for check in numbers.get("checks", []):
            name = f"checks/{check['name']} (0 fine, 1 take care, 2 bad)"
            self._writer.add_scalar(name, _VERDICTS[check["verdict"]], step)
        for layer in numbers.get("layers", []):
            for key in ("gradient", "update", "weight"):
                self._writer.add_scalar(f"{key} of layers/{layer['name']}", layer[key], step)
        for name in ("pinned", "ten", "worst", "templates"):
            if name in arrays and arrays[name].size:
                pictures = arrays[name][None] if name == "pinned" else arrays[name]
                self._picture(name, _side_by_side(pictures), step)
        if "sweeps" in arrays:
            rows = [_side_by_side(row) for row in np.moveaxis(arrays["sweeps"], 1, 0)]
            self._picture("sweeps", np.concatenate(rows, -2), step)
        if "couplings" in arrays:
            self._histogram("couplings", (arrays["couplings"] / 255.0) ** 2, step)
            self._histogram("votes along the capsule", arrays["votes"][:, 0], step)
            self._histogram("lengths", arrays["lengths"], step)
        if "presences" in arrays:
            self._histogram("presences", arrays["presences"], step)
        for name, weights in model.named_parameters():
            if weights.ndim > 1:
                self._histogram(f"weights/{name}", weights.detach().float().cpu().numpy(), step)
        self._writer.flush()

    def _scalars(
        self, numbers: Mapping[str, Any], tags: Mapping[str, str], step: int, group: str = ""
    ) -> None:
        scalars = {f"{group}/{name}": value for name, value in numbers.items()} if group else {}
        scalars |= {tag: numbers[name] for name, tag in tags.items() if name in numbers}
        for tag, value in scalars.items():
            self._writer.add_scalar(tag, value, step)

    def _picture(self, name: str, pixels: np.ndarray, step: int) -> None:
        """Write a picture: grey, [height, width], or of several channels, [c, height, width]."""
        pixels = shown_planes(pixels) if pixels.ndim == 3 else pixels
        self._writer.add_image(name, pixels, step, dataformats="CHW"[-pixels.ndim :])

    def _histogram(self, name: str, values: np.ndarray, step: int) -> None:
        if np.isfinite(values).all():
            self._writer.add_histogram(name, values, step)


def open_board(
    folder: Path | None, settings: Mapping[str, Any], *, run: str, new_name: str, resume: bool
) -> TensorBoardWriter | None:
    """Open the writer of ``--tensorboard``; None without that option.

    Raises `CapsvizError` as `TensorBoardWriter` does, or if a training without a name is resumed.

    `run` is the name of the run, or "", and `new_name` the name to use then.
    """
    if not folder:
        return None
    if resume and not run:
        raise CapsvizError("--tensorboard goes on with a run by its name: give --run NAME too")
    return TensorBoardWriter(folder / (run or new_name), settings)


def _side_by_side(pictures: np.ndarray) -> np.ndarray:
    return np.concatenate([*pictures], -1)
