"""Page data of Train, as plain values."""

from __future__ import annotations

from typing import Any, TypedDict

from capsviz.monitoring import prewarm
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.pages.train import films
from capsviz.ui.pages.train.routes import TrainChoices, choices, is_allowed
from capsviz.ui.pages.train.view import View


class TrainPageData(TypedDict):
    """Result of `page_data`, as ``TrainPageData`` of ``runs.js``."""

    table: list[dict[str, Any]]
    allowed: bool
    runs: list[dict[str, Any]]
    asked: str
    choices: TrainChoices


def page_data(settings: PageSettings) -> TrainPageData:
    """Existing runs, and the choices of a new one."""
    allowed = is_allowed()
    if allowed:
        prewarm.prepare()
    return {
        "table": View.table(),
        "allowed": allowed,
        "runs": films.list_films(),
        "asked": settings.address.get("run", ""),
        "choices": choices(),
    }
