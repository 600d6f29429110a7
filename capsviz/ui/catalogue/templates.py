"""Templates of whole pages: HTML with names in double braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAME = re.compile(r"\{\{([\w-]+)\}\}")


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Put values in place of their names; names within a value stay as they are.

    Raises
    ------
    KeyError : the template has a name without a value.
    """
    return _NAME.sub(lambda found: values[found[1]], template)
