"""The cookie that distinguishes browsers behind one address."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import Response

from capsviz.ui.catalogue.assets import base_path
from capsviz.ui.server.secret import new_secret

COOKIE = "capsviz_browser"
#: Maximum length of a value in characters; the rest is ignored.
_MAX_LENGTH = 100


def browser_of(cookies: Mapping[str, str]) -> str:
    """The browser's name; "" if it sends none."""
    return str(cookies.get(COOKIE, ""))[:_MAX_LENGTH]


def name_browser(cookies: Mapping[str, str], response: Response) -> None:
    """Give a browser without a name one, which it stores until it is closed."""
    if not browser_of(cookies):
        response.set_cookie(
            COOKIE, new_secret(), path=base_path() or "/", httponly=True, samesite="lax"
        )
