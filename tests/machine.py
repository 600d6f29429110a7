"""Tools that a machine may lack."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def lacking(what: str) -> NoReturn:
    """Skip on a contributor's machine, with this sentence; fail where everything is checked."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)
