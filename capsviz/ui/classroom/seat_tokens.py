"""Seats of a session: secrets that only its server can issue."""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import TypeGuard

#: Bytes of a seat's name, and of its signature.
_NAME, _PROOF = 16, 16


class Seats:
    """Issues seats and verifies them, also after a restart, by the lecturer's key."""

    def __init__(self, key: str) -> None:
        self._key = hmac.digest(key.encode(), b"capsviz seats", "sha256")

    def give(self, browser: str = "") -> str:
        """A new seat, or the same one for a known browser."""
        digest = hmac.digest(self._key, f"browser {browser}".encode(), "sha256")
        return self._sign(digest[:_NAME] if browser else secrets.token_bytes(_NAME))

    def is_given(self, seat: object) -> TypeGuard[str]:
        """Whether a seat was issued here."""
        if not isinstance(seat, str):
            return False
        try:
            name = base64.urlsafe_b64decode(f"{seat}=")[:_NAME]
        except ValueError:
            return False
        return hmac.compare_digest(self._sign(name).encode(), seat.encode())

    def _sign(self, name: bytes) -> str:
        proof = hmac.digest(self._key, b"seat " + name, "sha256")[:_PROOF]
        return base64.urlsafe_b64encode(name + proof).decode().rstrip("=")
