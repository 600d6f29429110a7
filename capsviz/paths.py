"""Location of the app's entry, its settings and the shipped networks.

In a clone they are in the package's parent folder, in a wheel inside the package.
"""

from __future__ import annotations

from pathlib import Path

#: Copies in a wheel, see `capsviz.packaging`.
_SHIPPED = Path(__file__).with_name("shipped")

#: Whether this is a wheel's package, which is read-only.
IN_WHEEL = _SHIPPED.is_dir()

#: The folder with ``app.py``, ``.streamlit`` and ``checkpoints``.
HOME = _SHIPPED if IN_WHEEL else Path(__file__).parents[1]
