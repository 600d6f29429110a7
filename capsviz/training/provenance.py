"""Where a training or a measurement was made: the commit and the hardware."""

from __future__ import annotations

import platform
import subprocess
from pathlib import Path

import torch


def commit() -> str:
    """The clone's commit, or "unknown" where the package is no git checkout."""
    described = subprocess.run(
        ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty", "--abbrev=12"],
        capture_output=True,
        text=True,
        check=False,
    )
    return described.stdout.strip() or "unknown"


def describe_hardware(device: torch.device) -> str:
    """The device's name; for a CPU also how many threads torch uses."""
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
