"""Draw's live instrument in a notebook: ``capsviz.explore(model, images)``."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from capsviz.errors import CapsvizError
from capsviz.ui.languages import ENGLISH

if TYPE_CHECKING:
    from capsviz.model.capsnet import CapsNet
    from capsviz.ui.pages.draw.notebook.widget import Explorer


def explore(
    model: CapsNet,
    images: Any = None,
    *,
    classes: Sequence[str] | None = None,
    language: str = ENGLISH,
) -> Explorer:
    """Draw, and watch a network classify it while the pen moves, in JupyterLab or VS Code.

    The present result is available in Python at any time: ``widget.trace`` is the `Trace` of what
    was read last, n = 1, ``widget.capsule`` the number of the capsule that is looked at,
    ``widget.pose`` its numbers as the sliders have them, [D], and ``widget.lengths`` those of all
    J. The latter three and ``widget.classes`` are synced traits: ``widget.observe`` hears of them,
    and in marimo the cells that use ``mo.ui.anywidget(widget)`` follow. A saved notebook, and its
    HTML, show a picture.

    Parameters
    ----------
    model : from `capsviz.load` or `capsviz.adapt`.
    images : to begin with and to choose from, as for `capsviz.trace`; by default the drawings
        that ship, of which the first is on the canvas.
    classes : what each output class is called, J of them; by default the network's own, or
        digits, or numbers.
    language : of the widget's words, such as "de".

    Returns
    -------
    A widget: the last line of a cell shows it.

    Raises
    ------
    CapsvizError : anywidget is not installed; a model without capsules, images that it does not
        read, other than J classes, or no such language.

    Examples
    --------
    >>> widget = capsviz.explore(model, images)
    >>> len(widget.lengths)
    10
    """
    if importlib.util.find_spec("anywidget") is None:
        raise CapsvizError(
            'capsviz.explore is a widget of anywidget: pip install "capsviz[notebook]"'
        )
    from capsviz.ui.pages.draw.notebook.widget import Explorer

    return Explorer(model, images, classes, language)
