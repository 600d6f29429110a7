"""The cookie that tells the browsers behind one address apart."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from capsviz.ui.catalogue.assets import base_path
from capsviz.ui.server.secret import new_secret

COOKIE = "capsviz_browser"
#: Longest value that counts, in characters.
_MAX_LENGTH = 100


def browser_of(cookies: Mapping[str, str]) -> str:
    """The browser's own name; "" where it sends none."""
    return str(cookies.get(COOKIE, ""))[:_MAX_LENGTH]


def name_browser(cookies: Mapping[str, str], response: Response) -> None:
    """Have a browser that has no name yet keep one until it is closed."""
    if not browser_of(cookies):
        response.set_cookie(
            COOKIE, new_secret(), path=base_path() or "/", httponly=True, samesite="lax"
        )
