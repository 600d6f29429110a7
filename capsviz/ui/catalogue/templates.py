"""Templates of pages: HTML with names in double braces."""

from __future__ import annotations

import re
from collections.abc import Mapping

_NAME = re.compile(r"\{\{([\w-]+)\}\}")


def fill_template(template: str, values: Mapping[str, str]) -> str:
    """Replace all names by their values; names within a value stay."""
    return _NAME.sub(lambda match: values[match[1]], template)
