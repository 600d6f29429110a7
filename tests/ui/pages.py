"""A page's script under Streamlit's AppTest."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

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
