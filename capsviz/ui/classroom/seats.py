"""Seats of a session: secrets that its server gave, and no one else can make up."""

from __future__ import annotations

import base64
import hmac
import secrets
from typing import TypeGuard

#: Bytes of a seat's name, and of the proof that it was given.
_NAME, _PROOF = 16, 16


class Seats:
    """Gives seats and knows them again, after a restart too.

    Parameters
    ----------
    key : the lecturer's; it brings the session back, and with it the seats.
    """

    def __init__(self, key: str) -> None:
        self._key = hmac.digest(key.encode(), b"capsviz seats", "sha256")

    def give(self, browser: str = "") -> str:
        """A seat: a new one, or the one of a browser, always the same.

        Parameters
        ----------
        browser : what tells it from others; "" where nothing does.
        """
        known = hmac.digest(self._key, f"browser {browser}".encode(), "sha256")
        return self._sign(known[:_NAME] if browser else secrets.token_bytes(_NAME))

    def is_given(self, seat: object) -> TypeGuard[str]:
        """Whether a seat was given here."""
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
