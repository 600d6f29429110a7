"""The one reader of uploaded pictures, and how the picture route waits for it."""

from __future__ import annotations

import asyncio
import functools

from capsviz.data.upload_pool import PoolBusyError, Reader
from capsviz.engine import visitor
from capsviz.ui.server import endpoints
from capsviz.ui.server.guard import RefusedError


@functools.cache
def reader() -> Reader:
    """The app's reader, started on first use."""
    return Reader(acquaintance=endpoints.acquaintance)


def close() -> None:
    """End the reader's process, if it was ever used."""
    if reader.cache_info().currsize:
        reader().close()
        reader.cache_clear()


def wake() -> None:
    """Let the reader's process start: somebody is choosing a picture."""
    reader().wake()


async def read(data: bytes, way: str = "ink") -> bytes:
    """The raster of a picture file, read in one of `WAYS`; raises `CapsvizError`."""
    try:
        return await asyncio.wrap_future(reader().read(data, way, visitor.get()))
    except PoolBusyError as error:
        raise RefusedError(503, str(error)) from error
