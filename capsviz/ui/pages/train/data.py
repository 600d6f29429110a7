"""Page data of Train, as plain values."""

from __future__ import annotations

import functools
from typing import Any, TypedDict

from capsviz.monitoring import prewarm
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.languages.messages import text
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
    complaints: list[str]


def page_data(settings: PageSettings) -> TrainPageData:
    """Existing runs, the choices of a new one, and ``complaints`` about the address."""
    allowed = is_allowed()
    if allowed:
        prewarm.prepare()
    run, runs = settings.address.get("run", ""), films.list_films()
    say = functools.partial(text, settings.language, "shared")
    unknown = run and all(each["name"] != run for each in runs)
    return {
        "table": View.table(),
        "allowed": allowed,
        "runs": runs,
        "asked": run,
        "choices": choices(),
        "complaints": [say("link-unopened", reason=say("link-run", name=run[:30]))] * bool(unknown),
    }
