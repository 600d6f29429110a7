"""Resource usage of a server process, observed from outside."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

#: Number of observations.
OBSERVATIONS = 10


def memory(pid: int) -> int:
    """Memory of a process in bytes, shared memory included; raises `OSError` if it is gone."""
    return int(_read(pid, "statm").split()[1]) * os.sysconf("SC_PAGE_SIZE")


def processor_seconds(pid: int) -> float:
    """Processor time of a process in seconds; raises as `memory` does."""
    # User and system ticks of the process, after its name, which may contain any character.
    ticks = _read(pid, "stat").rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def _read(pid: int, file: str) -> str:
    return Path(f"/proc/{pid}", file).read_text()


async def watch(pid: int | None, seconds: float) -> list[dict[str, int | float]]:
    """Observe a process at regular times.

    A process that does not exist, or runs on another machine, gives no observations. `seconds` is
    the time between the first and the last observation.

    Returns
    -------
    For each observation "seconds" since the first, "memory_mb", "descriptors", "threads", and
    "processor_s": processor time since the start of the process.
    """
    folder, readings = Path(f"/proc/{pid}"), []
    start = time.monotonic()
    for i in range(OBSERVATIONS + 1):
        await asyncio.sleep(max(0.0, start + i * seconds / OBSERVATIONS - time.monotonic()))
        try:
            readings.append(
                {
                    "seconds": round(time.monotonic() - start, 1),
                    "memory_mb": round(memory(pid or 0) / 1e6, 1),
                    "descriptors": len(list((folder / "fd").iterdir())),
                    "threads": len(list((folder / "task").iterdir())),
                    "processor_s": processor_seconds(pid or 0),
                }
            )
        except OSError:
            return readings
    return readings


def report(readings: list[dict[str, int | float]]) -> list[str]:
    """Format a line for each observation, and one for the total."""
    lines = [
        f"server after {reading['seconds']:6.1f} s: {reading['memory_mb']:7.1f} MB, "
        f"{reading['descriptors']} descriptors, {reading['threads']} threads"
        for reading in readings
    ]
    if len(readings) > 1:
        seconds = readings[-1]["processor_s"] - readings[0]["processor_s"]
        share = seconds / (readings[-1]["seconds"] - readings[0]["seconds"])
        lines.append(f"the server took {seconds:.1f} s of a processor: {share:.2f} of one")
    return lines
