"""Slow imports run while the server already answers.

Torch, the pages and the first network are three quarters of a start. Before they are there the
server says that it is healthy and sends what every page of Streamlit begins with, which browsers
take as long to run; scripts and our own routes wait.
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
    """Load all there is, once, in a thread; its result answers what is below our own address."""
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
    with contextlib.suppress(CapsvizError):  # which the page will tell
        quiz()  # and the lessons: every page's header links to them
    return router


class OwnRoutes(BaseRoute):
    """Everything below our own address, where nothing else is."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request or a socket is for us."""
        is_own = scope["type"] in ("http", "websocket") and scope["path"].startswith(
            f"{base_path()}{PREFIX}/"
        )
        return (Match.FULL if is_own else Match.NONE), {}

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, as soon as all is loaded."""
        loading = begin()
        if not loading.done():
            # A request that is cancelled meanwhile must not cancel the others' routes.
            await asyncio.shield(asyncio.wrap_future(loading))
        await loading.result()(scope, receive, send)
