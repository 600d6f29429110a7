"""Where the app's entry, its settings and the networks that come along lie.

In a clone they stand beside the package, in a wheel inside it.
"""

from __future__ import annotations

from pathlib import Path

#: What a wheel carries of them, see `capsviz.packaging`.
_INSIDE = Path(__file__).with_name("shipped")

#: Whether this is a wheel's package, which nothing may be written into.
IN_WHEEL = _INSIDE.is_dir()

#: The folder with ``app.py``, ``.streamlit`` and ``checkpoints``.
HOME = _INSIDE if IN_WHEEL else Path(__file__).parents[1]
