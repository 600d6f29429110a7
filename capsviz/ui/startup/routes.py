"""All of our own routes. Importing this module loads torch and every page."""

from __future__ import annotations

from starlette.routing import BaseRoute

from capsviz.ui import pages
from capsviz.ui.classroom import frames
from capsviz.ui.classroom import routes as classroom
from capsviz.ui.classroom.presenter import routes as presenter
from capsviz.ui.lessons import routes as lessons
from capsviz.ui.server import routes as common
from capsviz.ui.shell import presets, sections, share, tools, visit
from capsviz.ui.site import routes as here


def routes() -> list[BaseRoute]:
    """Routes below our own address."""
    return [
        *common.routes(),
        *share.routes(),
        *classroom.routes(),
        *frames.routes(),
        *presenter.routes(),
        *lessons.routes(),
        *presets.routes(),
        *tools.routes(),
        *visit.routes(),
        *sections.routes(),
        *here.routes(),
        *pages.routes(),
    ]
