"""The guard of all requests and sockets, Streamlit's and our own.

It wraps the app, so that it applies to all routes: requests must use a known name of the server,
only our own pages may use our own routes, bodies are limited in time and size, sockets send bytes,
and all responses have security headers.
"""

from __future__ import annotations

import asyncio
import base64
import contextvars
import functools
import hashlib
import hmac
import ipaddress
import json
import os
import re
import socket
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlsplit

import streamlit
from starlette.datastructures import Headers, MutableHeaders, QueryParams
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect
from streamlit import config
from streamlit.logger import get_logger
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.assets import PREFIX, base_path
from capsviz.ui.languages import refusals
from capsviz.ui.server import connection_limits, embedding, first_page, log
from capsviz.ui.server.limits import Bucket, PerAddress
from capsviz.ui.server.secret import new_secret

_log = get_logger("capsviz")

#: Seconds until a request's body must be complete: a megabyte over a slow phone.
BODY_TIME = 60.0
#: Maximum size of a request's body in bytes: a page's request contains a drawing and its view.
MAX_BODY = 2**20
#: Maximum number of simultaneous bodies per address, and of their buffered bytes: a class of three
#: hundred that clicks a button at the same time.
MAX_BODIES, MAX_HELD = 400, 128 * 2**20

#: Limits of bytes to Streamlit's socket at once and per second, for a browser and for an address,
#: which may be a class's. A browser that sends more is read more slowly; others are not.
_SOCKET, _ADDRESS = (400_000, 2e4), (4_000_000, 4e5)
#: Minimum size that a message counts as, in bytes: Streamlit also runs a script for the smallest.
_MIN_SIZE = 1000
#: Maximum size of a message to Streamlit, in bytes: twice the longest address of a page.
#: Streamlit's JSON parser fails for more lists than these, and for longer numbers.
_MAX_MESSAGE, _MAX_LISTS = 100_000, 400
_LONG_NUMBER = re.compile(rb"\d{4000}")

#: Size of a response's pieces in bytes.
_PIECE = 1 << 16

#: Cookie with the owner's token, and the token's parameter in the address printed at the start.
TOKEN_COOKIE, TOKEN = "capsviz_token", "token"
#: Headers that proxies add to requests.
_PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
#: Whether the current request is from this server's owner; None outside of requests.
owns: contextvars.ContextVar[bool | None] = contextvars.ContextVar("capsviz_owns", default=None)
#: Whether the current request has the owner's token.
has_token: contextvars.ContextVar[bool] = contextvars.ContextVar("capsviz_token", default=False)
#: Uvicorn's variable with the addresses of trusted proxies, separated by commas.
PROXIES = "FORWARDED_ALLOW_IPS"
#: Environment variable with the owner's token.
TOKEN_VARIABLE = "CAPSVIZ_TOKEN"

#: The path of Streamlit's socket.
_STREAM = "/_stcore/stream"
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
#: Name of the only route to which other sites may link: a page of links.
PRESETS = "presets"

#: Values of "Sec-Fetch-Dest" for parts of a page; workers are not included.
_PARTS = ("script", "style", "font")

_UNKNOWN_HOST = (
    "this server is not known by the name in the address: open it by its own address, or start "
    "it with --browser.serverAddress and that name"
)
_FOREIGN_PAGE = "this is answered to capsviz's own pages only"
_READ_ONLY = "this can only be read"


class RefusedError(CapsvizError):
    """A rejected request, with the HTTP status of its response."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Guard:
    """ASGI middleware around the app; a body must be complete after `body_time` seconds."""

    def __init__(self, app: ASGIApp, body_time: float = BODY_TIME) -> None:
        self.app, self.body_time = app, body_time
        self._bodies: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._sent = PerAddress(*_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request, a socket or the server's start on, or reject it."""
        if scope["type"] == "lifespan":
            # Uvicorn's `receive` is a method of an object with its configuration.
            uvicorn = getattr(getattr(receive, "__self__", None), "config", None)
            if uvicorn is not None and hasattr(uvicorn, "http_protocol_class"):
                connection_limits.stand_at(uvicorn, connection_limits.room_of_this_machine())
                _trust_named_proxies_only(uvicorn)
            await self.app(scope, receive, send)
            return
        client = log.address(scope["client"][0]) if scope.get("client") else "unknown"
        token = log.client.set(client)
        owns.set(is_owner(Headers(scope=scope)))
        has_token.set(_has_token(Headers(scope=scope)))
        refusals.visitors_language.set(_language(scope))
        try:
            await (self._http if scope["type"] == "http" else self._socket)(
                scope, receive, send, client
            )
        finally:
            log.client.reset(token)

    async def _http(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        started = False

        async def send_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                if message["status"] == 500:
                    _log.error("a request failed: %s %.200r", scope["method"], scope["path"])
                headers = MutableHeaders(scope=message)
                _protect(headers, scope)
                if _brings_token(scope):
                    # Strict, so that pages of other sites cannot use it.
                    headers.append(
                        "Set-Cookie",
                        f"{TOKEN_COOKIE}={owner_token()}; Path={base_path() or '/'}; HttpOnly; "
                        "SameSite=Strict",
                    )
            for part in _parts(message):
                await send(part)

        try:
            check(scope)
            if scope["method"] in _SAFE_METHODS:
                await self.app(scope, receive, send_headers)
            else:
                await self._with_body(scope, receive, send_headers, client)
        except RefusedError as refused:
            if started:
                raise
            await refusal(refused)(scope, receive, send_headers)

    async def _with_body(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        """Accept a body within the limits of size and time."""
        if self._bodies[client] >= MAX_BODIES:
            raise RefusedError(429, "too much is sent from your address: try again in a moment")
        self._bodies[client] += 1
        deadline, size = asyncio.get_running_loop().time() + self.body_time, 0

        async def receive_within() -> Message:
            nonlocal size
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise RefusedError(408, "sending this took too long: try again") from None
            if message["type"] != "http.request":
                return message
            got = len(message.get("body", b""))
            size += got
            self._held[client] += got
            if size > MAX_BODY:
                raise RefusedError(413, "this is larger than 1 MB: send less")
            if self._held[client] > MAX_HELD:
                raise RefusedError(429, "too much is sent from your address: try again in a moment")
            return message

        try:
            await self.app(scope, receive_within, send)
        finally:
            for counter, amount in ((self._bodies, 1), (self._held, size)):
                counter[client] -= amount
                if counter[client] <= 0:
                    del counter[client]

    async def _socket(self, scope: Scope, receive: Receive, send: Send, client: str) -> None:
        closed, is_stream = False, scope["path"] == base_path() + _STREAM
        sent, owed = Bucket(*_SOCKET), 0.0

        async def readable() -> Message:
            nonlocal closed, owed
            # Wait before receiving the next: a message waiting here would take memory.
            await asyncio.sleep(owed)
            message = await receive()
            if message["type"] != "websocket.receive":
                closed = message["type"] == "websocket.disconnect"
                return message
            code, reason, packet = 0, "", message.get("bytes")
            if packet is None:
                code, reason = 1003, "bytes only"
            elif is_stream:
                size = len(packet)
                cost = max(size, _MIN_SIZE)
                owed = max(sent.wait(cost), self._sent.of(client).wait(cost))
                if size > _MAX_MESSAGE:
                    code, reason = 1009, "this is longer than a page's messages"
                elif packet.count(b"[") + packet.count(b"{") > _MAX_LISTS:
                    code, reason = 1007, "this holds too many lists"
                elif _LONG_NUMBER.search(packet):
                    code, reason = 1007, "this holds too long a number"
            if not code:
                return message
            closed = True
            await send({"type": "websocket.close", "code": code, "reason": reason})
            return {"type": "websocket.disconnect", "code": code}

        async def while_open(message: Message) -> None:
            nonlocal closed
            if not closed:
                try:
                    await send(message)
                except (OSError, RuntimeError):  # closed while waiting to be read
                    closed = True
                    raise ConnectionAbortedError from None

        try:
            check(scope)
        except RefusedError:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        # The origin was checked already. Streamlit would ask an external server for this machine's
        # address.
        headers = [(name, value) for name, value in scope["headers"] if name != b"origin"]
        try:
            await self.app({**scope, "headers": headers}, readable, while_open)
        except (WebSocketDisconnect, RuntimeError):
            if not closed:  # otherwise the client has disconnected
                raise


def _trust_named_proxies_only(uvicorn: Any) -> None:
    """Trust forwarding headers only from proxies named by the owner.

    By default, Uvicorn trusts forwarding headers of all programs on this machine, so that each
    visitor behind a plain proxy could choose an address, and get new limits.
    """
    if PROXIES not in os.environ and isinstance(uvicorn.loaded_app, ProxyHeadersMiddleware):
        uvicorn.loaded_app = uvicorn.loaded_app.app


# --- who may ask ---------------------------------------------------------------------------


def check(scope: Scope) -> None:
    """Check that a request uses a known name of the server, and is from our own page."""
    headers = Headers(scope=scope)
    host = _split(headers.getlist("host"))
    if host is None or not _is_known(host, scope):
        raise RefusedError(421, _UNKNOWN_HOST)
    origins = headers.getlist("origin")
    if origins and not (len(origins) == 1 and _is_ours(origins[0], host, scope)):
        raise RefusedError(403, _FOREIGN_PAGE)
    is_own = scope["path"].startswith(base_path() + PREFIX + "/")
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        # Pictures and scripts of other sites send this header, but no origin. Their links and
        # frames may open pages, and one of our own routes.
        opens = not is_own or scope["path"] == f"{base_path()}{PREFIX}/{PRESETS}"
        if not opens or headers.get("sec-fetch-mode") != "navigate":
            raise RefusedError(403, _FOREIGN_PAGE)
    if not is_own and scope["type"] == "http" and scope["method"] not in _SAFE_METHODS:
        # Streamlit would store any number of uploaded files; no page uses them.
        raise RefusedError(405, _READ_ONLY)


def list_served_names() -> set[str]:
    """Known host names of this server, in lower case."""
    configured = [config.get_option("server.address"), *_list_public_names()]
    machine = socket.gethostname().lower().removesuffix(".local")
    names = {"localhost", "127.0.0.1", "::1", machine, f"{machine}.local"}
    return names | {name.strip().lower().rstrip(".") for name in configured if name}


def _list_public_names() -> list[str]:
    """Further names of the server, set by the owner."""
    hosts = config.get_option("server.allowedHosts")
    return [name for name in (config.get_option("browser.serverAddress"), *hosts) if name]


def owner_token() -> str:
    """The secret printed at the start, which allows to train and delete.

    ``CAPSVIZ_TOKEN`` sets it; by default, each start has a new one.
    """
    return os.environ.get(TOKEN_VARIABLE) or _create_token()


@functools.cache
def _create_token() -> str:
    return new_secret()


def needs_token() -> bool:
    """Whether the owner needs the token, also from this machine.

    The token is needed if the server is reachable by another address than loopback (its own, a
    proxy's or tunnel's, or by pages of another origin), or if ``CAPSVIZ_TOKEN`` is set.
    """
    address = str(config.get_option("server.address") or "0.0.0.0")
    origins = map(_hostname, config.get_option("server.corsAllowedOrigins"))
    names = (address, *_list_public_names(), *origins)
    return bool(os.environ.get(TOKEN_VARIABLE)) or not all(map(_is_loopback, names))


def is_owner(headers: Mapping[str, str]) -> bool:
    """Whether a request with these headers is from the owner of this server.

    It has the token; or none is needed, and a page in a browser of this machine sent it. A request
    without an origin is not enough, since a proxy also forwards requests of other programs.
    """
    if _has_token(headers):
        return True
    by_page = "origin" in headers or headers.get("sec-fetch-site") == "same-origin"
    return not needs_token() and by_page and not any(name in headers for name in _PROXY_HEADERS)


def _has_token(headers: Mapping[str, str]) -> bool:
    cookies = cookie_parser(headers.get("cookie", ""))
    return _is_token(cookies.get(TOKEN_COOKIE, ""))


def _brings_token(scope: Scope) -> bool:
    """Whether a request's address contains the token, like the printed one."""
    if TOKEN.encode() + b"=" not in scope["query_string"]:
        return False
    return _is_token(QueryParams(scope["query_string"]).get(TOKEN, ""))


def _is_token(text: str) -> bool:
    return hmac.compare_digest(text.encode(), owner_token().encode())


def _hostname(origin: str) -> str:
    try:
        return urlsplit(origin).hostname or origin
    except ValueError:
        return origin


def _is_loopback(name: str) -> bool:
    name = name.strip().lower().rstrip(".")
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def _split(hosts: list[str]) -> SplitResult | None:
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        return None
    return urlsplit(f"//{hosts[0]}")


def _is_known(host: SplitResult, scope: Scope) -> bool:
    name, names = (host.hostname or "").rstrip("."), list_served_names()
    # The connection's own IP address is the server's; a name may not be, since its owner can make
    # it point here.
    server_host = scope["server"][0] if scope.get("server") else None
    if name in names or (server_host is not None and name == server_host.removeprefix("::ffff:")):
        return True
    return any(pattern.startswith("*.") and name.endswith(pattern[1:]) for pattern in names)


def _is_ours(origin: str, host: SplitResult, scope: Scope) -> bool:
    if origin in config.get_option("server.corsAllowedOrigins"):
        return True
    scheme = {"ws": "http", "wss": "https"}.get(scope["scheme"], scope["scheme"])
    default_port = 443 if scheme == "https" else 80
    try:
        address = urlsplit(origin)
        ports = address.port or default_port, host.port or default_port
    except ValueError:
        return False
    return address.scheme == scheme and address.hostname == host.hostname and ports[0] == ports[1]


def _parts(message: Message) -> Iterator[Message]:
    """A response's body in pieces; each is sent after the previous one.

    A complete body would wait in memory for each connection that does not read it.
    """
    body = message.get("body", b"")
    if len(body) <= _PIECE:
        yield message
        return
    for start in range(0, len(body), _PIECE):
        has_more = message.get("more_body", False) or start + _PIECE < len(body)
        yield {**message, "body": body[start : start + _PIECE], "more_body": has_more}


# --- answers -------------------------------------------------------------------------------


def _protect(headers: MutableHeaders, scope: Scope) -> None:
    """Set security headers; parts of a page need only a few."""
    request_headers = Headers(scope=scope)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if request_headers.get("sec-fetch-dest") in _PARTS:
        return
    host = request_headers.get("host", "")
    # Safari applies 'self' only to HTTP, so that sockets are named; invalid hosts are not.
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    framers = ["'self'", *embedding.origins()]
    if len(framers) == 1:  # this header cannot name other origins
        headers.setdefault("X-Frame-Options", "SAMEORIGIN")
    for name, value in {
        "Referrer-Policy": "same-origin",  # a link contains a drawing
        "Cross-Origin-Opener-Policy": "same-origin",
        "Content-Security-Policy": (
            "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'; "
            f"frame-ancestors {' '.join(framers)}; "
            "img-src 'self' data: blob:; font-src 'self' data:; "
            # Streamlit creates styles at run time; decoders run as WebAssembly.
            f"script-src 'self' {_page_scripts()} 'wasm-unsafe-eval'; "
            "worker-src 'self' blob:; "
            f"style-src 'self' 'unsafe-inline'; connect-src 'self' data: blob:{sockets}"
        ),
    }.items():
        headers.setdefault(name, value)


def _language(scope: Scope) -> str:
    parameter = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("lang", [""])[-1]
    return refusals.asked_language(parameter, Headers(scope=scope).get("accept-language", ""))


@functools.cache
def _page_scripts() -> str:
    """Checksums of the inline scripts of the HTML, Streamlit's and ours."""
    page = Path(streamlit.__file__).with_name("static") / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", page.read_text("utf-8"), re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in (*scripts, first_page.SCRIPT))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def refusal(error: CapsvizError) -> Response:
    """Error response of a rejected request, the same for every route."""
    status = error.status if isinstance(error, RefusedError) else 400
    body: dict[str, Any] = {"error": refusals.word(error)}
    # Do not wait for the rest of a rejected body.
    headers = {"Connection": "close"} if status in (408, 413, 429) else None
    return Response(json.dumps(body), status, headers, "application/json")
