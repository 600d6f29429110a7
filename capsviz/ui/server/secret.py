"""Secrets by which a server knows a browser again: who holds a class, a vote, a training."""

from __future__ import annotations

import re
import secrets
from typing import TypeGuard

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")


def new_secret() -> str:
    """A secret that nobody guesses: 256 bits."""
    return secrets.token_urlsafe(32)


def is_secret(value: object) -> TypeGuard[str]:
    """Whether a value has the form of a secret of ours."""
    return isinstance(value, str) and _SECRET.fullmatch(value) is not None
