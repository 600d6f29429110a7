"""The film of a run as one HTML file that plays offline.

It holds the run's data and the page's own scripts, and a content policy that forbids it to load
anything.
"""

from __future__ import annotations

import base64
import zlib
from pathlib import Path

from capsviz.ui.browser import markup, style
from capsviz.ui.languages import ENGLISH, messages
from capsviz.ui.pages.train import films
from capsviz.ui.report import render_html

_HERE = Path(__file__).parent


def film_html(name: str, language: str = ENGLISH) -> str:
    """A bundled film, or a run of this machine up to its present step.

    Raises
    ------
    CapsvizError : there is no such run.
    """
    packed = zlib.compress(films.film(name, -1, -1), 9)
    return render_html(
        title=f"capsviz: {name}",
        css=style(_HERE, "standalone.css", "theme.css", "gallery.css", "export.css"),
        body=markup(_HERE),
        data={
            "run": name,
            "film": base64.b64encode(packed).decode("ascii"),
            "texts": messages.texts(language, "shared", "train"),
        },
        entry="pages/train/standalone.js",
    )
