"""Runs slow imports while the server already responds.

Torch, the pages and the first network take three quarters of a start. Before they are loaded, the
server responds to health checks and sends Streamlit's files, which browsers take as long to run;
scripts and our own routes wait.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from starlette.routing import BaseRoute, Match, Router
from starlette.types import Receive, Scope, Send

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.assets import PREFIX, base_path

_guard = threading.Lock()
_begun: list[Future[Router]] = []


def begin() -> Future[Router]:
    """Load everything once, in a thread; the result is the router of our own routes."""
    with _guard:
        if not _begun:
            _begun.append(ThreadPoolExecutor(1, "capsviz-loading").submit(_load))
        return _begun[0]


def _load() -> Router:
    from capsviz.engine import engine
    from capsviz.ui.lessons.quiz import quiz
    from capsviz.ui.startup.routes import routes

    router = Router(routes(), redirect_slashes=False)
    engine()
    with contextlib.suppress(CapsvizError):  # reported by the page
        quiz()  # loads the lessons, too, for every page's header
    return router


class OwnRoutes(BaseRoute):
    """All routes below our own address."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request or a socket is below our own address."""
        is_own = scope["type"] in ("http", "websocket") and scope["path"].startswith(
            f"{base_path()}{PREFIX}/"
        )
        return (Match.FULL if is_own else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond as soon as everything is loaded."""
        loading = begin()
        if not loading.done():
            # A cancelled request must not cancel loading.
            await asyncio.shield(asyncio.wrap_future(loading))
        await loading.result()(scope, receive, send)
