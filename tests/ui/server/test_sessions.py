"""Leftovers of visitors in the running app, counted from outside."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="only Linux shows another process's descriptors"
)

#: Descriptors of two sessions; thirty would hold ninety.
FEW = 6


def descriptors(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


async def visit(address: str) -> None:
    """Open a page as a browser does, wait until it is drawn, and leave."""
    from streamlit.proto.BackMsg_pb2 import BackMsg
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from websockets.asyncio.client import connect

    stream = f"{address.replace('http', 'ws')}/_stcore/stream"
    async with connect(stream, subprotocols=["streamlit"], max_size=None) as socket:
        asked = BackMsg()
        asked.rerun_script.query_string = ""
        await socket.send(asked.SerializeToString())
        told = ForwardMsg()
        while told.WhichOneof("type") != "script_finished":
            told.ParseFromString(await asyncio.wait_for(socket.recv(), 60))


@pytest.mark.slow
def test_departed_visitors_leave_no_open_descriptors() -> None:
    from capsviz.development.bench.live import app_process
    from capsviz.training import checkpoint

    if "dynamic" not in checkpoint.names():
        pytest.skip("there is no checkpoint: set CAPSVIZ_CHECKPOINTS or train one")
    with app_process() as app:
        asyncio.run(visit(app.address))
        before = descriptors(app.pid)

        async def many() -> None:
            for _ in range(5):
                await asyncio.gather(*(visit(app.address) for _ in range(6)))

        asyncio.run(many())
        # Each session that is kept holds three; those of the last moment go with the next visitor.
        deadline = time.monotonic() + 60
        while descriptors(app.pid) > before + FEW and time.monotonic() < deadline:
            time.sleep(1)
        assert descriptors(app.pid) <= before + FEW
