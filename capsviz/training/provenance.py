"""Provenance of a training or a measurement: commit and hardware."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import torch


def commit() -> str:
    """Return the clone's commit, or "unknown" outside of a git checkout."""
    described = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"],
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


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
