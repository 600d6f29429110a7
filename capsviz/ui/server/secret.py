"""Secrets that identify a browser: owner of a class, a vote or a training."""

from __future__ import annotations

import re
import secrets
from typing import TypeGuard

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """A random secret of 256 bits."""
    return secrets.token_urlsafe(32)


def is_secret(value: object) -> TypeGuard[str]:
    """Whether a value has the form of a secret."""
    return isinstance(value, str) and _SECRET.fullmatch(value) is not None
