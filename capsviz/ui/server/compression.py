"""Compresses immutable responses, once.

Streamlit sends its scripts uncompressed, since it would compress them again for each visitor. Here
all immutable responses, Streamlit's and our own, are cached compressed from the first request on.
Streamlit answers unknown addresses with its page, so that made-up addresses below ``/static`` could
fill the cache: they get a 404.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.to_thread
import streamlit
from cachetools import LRUCache
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from capsviz.ui.catalogue.assets import PREFIX, base_path

#: Maximum compressed size of all cached responses, and minimum size that each address counts as, so
#: that at most 4,096 are cached; the least recently requested is dropped. Streamlit's 360 files
#: have 7 MB, and a network's decoder has 2.
MAX_KEPT, MIN_KEPT = 64 * 2**20, 2**14
#: Responses below this size, in bytes, are not compressed.
MIN_SIZE = 500
#: Formats that are already compressed, or nearly.
_COMPRESSED = ("image/png", "image/jpeg", "image/gif", "image/webp", "font/", "video/", "audio/")


@dataclass(frozen=True, slots=True)
class _Answer:
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Compression:
    """ASGI middleware that caches immutable responses, compressed."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        #: Responses by path; None for a response that is not cached.
        self._cache: LRUCache[str, _Answer | None] = LRUCache(MAX_KEPT, _size)
        #: Locks by path: of several requests for a new response, one computes it while the others
        #: wait.
        self._locks: dict[str, asyncio.Lock] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond from the cache, cache the response, or pass the request on."""
        if _is_made_up(scope):
            await PlainTextResponse("Not Found", 404)(scope, receive, send)
            return
        if not _accepts(scope):
            await self.app(scope, receive, send)
            return
        path = scope["path"]
        if path not in self._cache and await self._fill(path, scope, receive, send):
            return
        entry = self._cache.get(path)
        if entry is None:
            await self.app(scope, receive, send)
            return
        await send({"type": "http.response.start", "status": 200, "headers": list(entry.headers)})
        await send({"type": "http.response.body", "body": entry.body})

    async def _fill(self, path: str, scope: Scope, receive: Receive, send: Send) -> bool:
        """Cache the app's response; returns True if it was sent without caching.

        Headers say whether a response is immutable. Others are streamed on, without blocking
        further requests.
        """
        lock = self._locks.setdefault(path, asyncio.Lock())
        start: Message = {}
        body, keeps = bytearray(), False

        async def take(message: Message) -> None:
            nonlocal start, keeps
            if message["type"] == "http.response.start":
                start, keeps = message, self._may_keep(message)
                if not keeps:
                    if start["status"] == 200:  # otherwise the address is not stored
                        self._cache[path] = None
                    lock.release()
            if keeps:
                body.extend(message.get("body", b""))
            else:
                await send(message)

        await lock.acquire()
        if path in self._cache:
            lock.release()
            return False
        try:
            await self.app(_uncompressed_scope(scope), receive, take)
            if keeps:
                packed = await anyio.to_thread.run_sync(compress, bytes(body))
                self._keep(path, start, bytes(body), packed)
                return False
            return True
        finally:
            self._locks.pop(path, None)
            if not start or keeps:
                lock.release()

    def _keep(self, path: str, start: Message, body: bytes, packed: bytes) -> None:
        if len(packed) >= min(len(body), MAX_KEPT):
            self._cache[path] = None
            return
        headers = MutableHeaders(raw=list(start["headers"]))
        headers["Content-Encoding"] = "gzip"
        headers["Content-Length"] = str(len(packed))
        headers.add_vary_header("Accept-Encoding")
        for name in ("ETag", "Accept-Ranges"):  # these describe the uncompressed bytes
            del headers[name]
        self._cache[path] = _Answer(headers.raw, packed)

    def _may_keep(self, start: Message) -> bool:
        headers = Headers(raw=start["headers"])
        return (
            start["status"] == 200
            and "immutable" in headers.get("cache-control", "")
            and "content-encoding" not in headers
            and not headers.get("content-type", "").startswith(_COMPRESSED)
            and int(headers.get("content-length", MIN_SIZE)) >= MIN_SIZE
        )


def _size(answer: _Answer | None) -> int:
    return max(MIN_KEPT, len(answer.body) if answer else 0)


def _is_made_up(scope: Scope) -> bool:
    """Whether a request is for a Streamlit file that does not exist."""
    folder = f"{base_path()}/static/"
    if scope["type"] != "http" or not scope["path"].startswith(folder):
        return False
    return scope["path"].removeprefix(folder) not in _list_files()


@functools.cache
def _list_files() -> frozenset[str]:
    """Paths of all files that Streamlit serves below ``/static``."""
    folder = Path(streamlit.__file__).parent / "static" / "static"
    files = (path for path in folder.rglob("*") if path.is_file())
    return frozenset(path.relative_to(folder).as_posix() for path in files)


def _accepts(scope: Scope) -> bool:
    """Whether a request accepts a complete, compressed response."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    if not scope["path"].startswith((f"{base_path()}/static/", f"{base_path()}{PREFIX}/")):
        return False
    headers = Headers(scope=scope)
    return accepts_gzip(headers) and "range" not in headers and "if-none-match" not in headers


def accepts_gzip(headers: Headers) -> bool:
    """Whether a request accepts compressed responses."""
    return "gzip" in headers.get("accept-encoding", "").replace(" ", "").split(",")


def _uncompressed_scope(scope: Scope) -> dict[str, Any]:
    """The request without the header for compressed responses."""
    headers = [(name, value) for name, value in scope["headers"] if name != b"accept-encoding"]
    return {**scope, "headers": headers}


def compress(body: bytes) -> bytes:
    """Compress bytes, independent of the time."""
    return gzip.compress(body, 9, mtime=0)
