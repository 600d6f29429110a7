"""Provenance of a training or a measurement: commit and hardware."""

from __future__ import annotations

import platform
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import torch

from capsviz.data.pictures import Learning


def describe_origin(learning: Learning, device: torch.device) -> dict[str, Any]:
    """Describe how a training began, for its checkpoints and cards."""
    return {
        "command": shlex.join(["capsviz", *sys.argv[1:]]),
        "commit": commit(),
        "hardware": describe_hardware(device),
        "torch": torch.__version__,
        "training_images": learning.different or len(learning.training(0)),
    }


def commit() -> str:
    """Return the clone's commit, or "unknown" outside of a git checkout."""
    result = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"],
        capture_output=True,
        text=True,
        check=False,
    )
    return result.stdout.strip() or "unknown"


def describe_hardware(device: torch.device) -> str:
    """Return the device's name; for a CPU also the number of torch threads."""
    if device.type == "cuda":
        return torch.cuda.get_device_name(device)
    return f"{_processor()}, {torch.get_num_threads()} threads"


def _processor() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
