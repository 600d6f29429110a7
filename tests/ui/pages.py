"""A page's script under Streamlit's AppTest."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

MAIN = Path(__file__).parents[2] / "capsviz/ui/startup/main.py"


def go(app: AppTest, name: str) -> AppTest:
    """Have the next run show a page, before or after the first.

    AppTest's own `switch_page` knows a page by its address only after a first run; until then
    it takes the file's name, which is the same for all.
    """
    from streamlit.util import calc_hash

    app._page_hash = calc_hash(name)
    return app


def at_page(name: str = "draw") -> AppTest:
    """The app about to show a page, for the first time."""
    from streamlit.testing.v1 import AppTest

    return go(AppTest.from_file(str(MAIN), default_timeout=60), name)


def load_networks() -> None:
    """Have every network loaded, as they are when Compare has been seen before."""
    from capsviz.engine import engine
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    for name in checkpoint.names():
        with suppress(CapsvizError):
            engine().checkpoint(name)


def data_of(component: Any) -> dict[str, Any]:
    """Data of a component on the page."""
    [shown] = json.loads(component.proto.json)
    return shown["data"]


def components(app: AppTest) -> dict[str, dict[str, Any]]:
    """Data of each component on the page, by its name."""
    return {
        json.loads(found.proto.json)[0]["name"]: data_of(found)
        for found in app.get("bidi_component")
    }


def visit(page: str, model: str | None = None, **kept: Any) -> dict[str, Any]:
    """The server's answer to a visit of a page; raises `CapsvizError`.

    Parameters
    ----------
    model : the network that the tab has chosen; the default one where it is None.
    kept : further fields of the question, as `capsviz.ui.shell.visit.answer` reads them.
    """
    from capsviz.ui.catalogue.navigation import entry
    from capsviz.ui.shell.visit import answer

    if model is not None:
        kept["settings"] = {**kept.get("settings", {}), "model": model}
    return answer(entry(page), kept)


def sections_of(page: str, model: str = "dynamic", **asked: Any) -> dict[str, dict[str, Any]]:
    """The sections beneath a page, by their names.

    Parameters
    ----------
    asked : further fields of `capsviz.ui.catalogue.sections.SectionRequest`.
    """
    from capsviz.ui.catalogue.navigation import entry
    from capsviz.ui.catalogue.sections import SectionRequest

    return {found["name"]: found for found in entry(page).sections(SectionRequest(model, **asked))}


def items_of(section: dict[str, Any], kind: str) -> list[Any]:
    """All items of a kind, such as "chart", in whatever they stand; "" for sentences."""
    found: list[Any] = []

    def look(items: list[Any]) -> None:
        for item in items:
            if isinstance(item, str):
                found.extend([item] * (kind == ""))
                continue
            found.extend([item] * (item["kind"] == kind))
            look(item.get("items", []))
            for column in item.get("columns", []):
                look(column)
            for option in item.get("options", []):
                look(option["items"])

    look(section["items"])
    return found


def words_of(sections: dict[str, dict[str, Any]]) -> str:
    """All their sentences, small print too."""
    said = [
        each
        for section in sections.values()
        for each in (*items_of(section, ""), *(n["text"] for n in items_of(section, "note")))
    ]
    return " ".join(said)
