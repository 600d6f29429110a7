"""A page's script under Streamlit's AppTest."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest

MAIN = Path(__file__).parents[2] / "capsviz/ui/main.py"


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
    """What a component on the page was given."""
    [data] = json.loads(component.proto.json or "[{}]")
    return data


def components(app: AppTest) -> dict[str, dict[str, Any]]:
    """What each component on the page was given, by its name."""
    return {
        found.proto.component_name.removeprefix("capsviz."): data_of(found)
        for found in app.get("bidi_component")
    }


def pick(app: AppTest, network: str) -> AppTest:
    """Choose a network, as the picker's component reports it."""
    from capsviz.ui.session import state

    settings = {**app.session_state["capsviz.settings"].to_plain(), "model": network}
    names = ("capsviz.settings", "capsviz.drawing", "capsviz.stamps")
    session = {name: app.session_state[name] for name in names if name in app.session_state}
    session["picker"] = {"settings": settings}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(state.st, "session_state", session)
        state.take_settings("picker")
    del session["picker"]
    for name, value in session.items():
        app.session_state[name] = value
    return app.run()
