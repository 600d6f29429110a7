"""The one guard that every request and every socket passes, Streamlit's and our own.

It stands around the whole app, so no route can forget it: only who names the server as it is
known may ask, only our own pages may use our own routes, bodies are limited in time and size,
sockets speak bytes, and every answer tells the browser what it may do with it.
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

#: Seconds until a request's body must be whole: a megabyte over a slow phone.
BODY_TIME = 60.0
#: Largest body of any request, in bytes: a page's question holds a drawing and its view.
MAX_BODY = 2**20
#: Bodies that may be on their way from one address at a time, and bytes of them held: a class
#: of three hundred that presses a button together.
MAX_BODIES, MAX_HELD = 400, 128 * 2**20

#: Bytes that a browser may send through Streamlit's socket at once, and a second from then on; an
#: address has room for a class. A browser that sends more is read more slowly; others are not.
_SOCKET, _ADDRESS = (400_000, 2e4), (4_000_000, 4e5)
#: Bytes that a message counts for at least: Streamlit begins a script for the smallest too.
_MIN_SIZE = 1000
#: Largest message to Streamlit, in bytes: twice the address of a page with the longest link. It
#: reads JSON out of it; more lists than these, or a longer number, end its reading with an error.
_MAX_MESSAGE, _MAX_LISTS = 100_000, 400
_LONG_NUMBER = re.compile(rb"\d{4000}")

#: Bytes of an answer that are handed to the network at a time.
_PIECE = 1 << 16

#: Cookie that holds the token by which the owner is known, and its name in the address that the
#: server prints at its start.
TOKEN_COOKIE, TOKEN = "capsviz_token", "token"
#: Headers that proxies add to requests.
_PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
#: Whether the request that is being answered comes from this server's owner; None outside.
owns: contextvars.ContextVar[bool | None] = contextvars.ContextVar("capsviz_owns", default=None)
#: Whether it holds the owner's token.
has_token: contextvars.ContextVar[bool] = contextvars.ContextVar("capsviz_token", default=False)
#: Uvicorn's own variable: addresses of proxies, with commas between, whose word counts.
PROXIES = "FORWARDED_ALLOW_IPS"
#: Environment variable with the owner's token.
TOKEN_VARIABLE = "CAPSVIZ_TOKEN"

#: The socket that Streamlit's pages speak through.
_STREAM = "/_stcore/stream"
_HOST = re.compile(r"(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?")
_SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
#: Below our own address, the one page that pages of others link to: it holds nothing but links.
PRESETS = "presets"

#: As browsers call what belongs to a page; a worker is something else.
_PARTS = ("script", "style", "font")

_UNKNOWN_HOST = (
    "this server is not known by the name in the address: open it by its own address, or start "
    "it with --browser.serverAddress and that name"
)
_FOREIGN_PAGE = "this is answered to capsviz's own pages only"
_READ_ONLY = "this can only be read"


class RefusedError(CapsvizError):
    """A request that is not answered, with the status of the HTTP answer that says so."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class Guard:
    """ASGI middleware around the whole app; a body must be whole after `body_time` seconds."""

    def __init__(self, app: ASGIApp, body_time: float = BODY_TIME) -> None:
        self.app, self.body_time = app, body_time
        self._bodies: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._sent = PerAddress(*_ADDRESS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request, a socket or the server's start on, or refuse it."""
        if scope["type"] == "lifespan":
            # Uvicorn's own receive belongs to an object that holds its configuration.
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
                    # Strict: pages of other sites cannot use it.
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
        """Let a body in, as long as there is room and time for it."""
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
            # Paid before the next is taken: a message that waits here would be held in memory.
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
                except (OSError, RuntimeError):  # closed while this waited to be read
                    closed = True
                    raise ConnectionAbortedError from None

        try:
            check(scope)
        except RefusedError:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        # An origin has passed. Streamlit would ask an outside server whether it is this machine.
        headers = [(name, value) for name, value in scope["headers"] if name != b"origin"]
        try:
            await self.app({**scope, "headers": headers}, readable, while_open)
        except (WebSocketDisconnect, RuntimeError):
            if not closed:  # else nobody is there to speak to or to hear
                raise


def _trust_named_proxies_only(uvicorn: Any) -> None:
    """Take no client's word for its address, unless the owner has named the proxy that says it.

    Uvicorn believes forwarding headers of everybody on this machine where nothing is named, so each
    visitor behind a plain proxy could have an address of its choice, and with it new limits.
    """
    if PROXIES not in os.environ and isinstance(uvicorn.loaded_app, ProxyHeadersMiddleware):
        uvicorn.loaded_app = uvicorn.loaded_app.app


# --- who may ask ---------------------------------------------------------------------------


def check(scope: Scope) -> None:
    """Refuse who does not know the server by its name, or asks from a page of another."""
    headers = Headers(scope=scope)
    host = _split(headers.getlist("host"))
    if host is None or not _is_known(host, scope):
        raise RefusedError(421, _UNKNOWN_HOST)
    origins = headers.getlist("origin")
    if origins and not (len(origins) == 1 and _is_ours(origins[0], host, scope)):
        raise RefusedError(403, _FOREIGN_PAGE)
    is_own = scope["path"].startswith(base_path() + PREFIX + "/")
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        # A picture or script tag of another page names no origin, but this. Its links and frames
        # open pages, and of our own routes the one that is made to be linked to.
        opens = not is_own or scope["path"] == f"{base_path()}{PREFIX}/{PRESETS}"
        if not opens or headers.get("sec-fetch-mode") != "navigate":
            raise RefusedError(403, _FOREIGN_PAGE)
    if not is_own and scope["type"] == "http" and scope["method"] not in _SAFE_METHODS:
        # Streamlit would keep files for any session, as many as are sent; no page asks for any.
        raise RefusedError(405, _READ_ONLY)


def list_served_names() -> set[str]:
    """Host names, in lower case, by which this server may be asked."""
    configured = [config.get_option("server.address"), *_list_public_names()]
    machine = socket.gethostname().lower().removesuffix(".local")
    names = {"localhost", "127.0.0.1", "::1", machine, f"{machine}.local"}
    return names | {name.strip().lower().rstrip(".") for name in configured if name}


def _list_public_names() -> list[str]:
    """Names that the owner serves the app under besides the server's own address."""
    hosts = config.get_option("server.allowedHosts")
    return [name for name in (config.get_option("browser.serverAddress"), *hosts) if name]


def owner_token() -> str:
    """The secret that is printed at the start: who has it may train and delete.

    ``CAPSVIZ_TOKEN`` sets it; without that each start has a new one.
    """
    return os.environ.get(TOKEN_VARIABLE) or _create_token()


@functools.cache
def _create_token() -> str:
    return new_secret()


def needs_token() -> bool:
    """Whether the owner is known by the token alone, from this machine too.

    That is so where the server can be reached by another address than loopback (its own, one that
    a proxy or tunnel has, or pages of another origin), and where ``CAPSVIZ_TOKEN`` is set.
    """
    address = str(config.get_option("server.address") or "0.0.0.0")
    origins = map(_hostname, config.get_option("server.corsAllowedOrigins"))
    names = (address, *_list_public_names(), *origins)
    return bool(os.environ.get(TOKEN_VARIABLE)) or not all(map(_is_loopback, names))


def is_owner(headers: Mapping[str, str]) -> bool:
    """Whether a request with these headers comes from the owner of this server.

    It has the token; or none is needed, and a page in a browser of this machine sent it. A proxy in
    front hands on what other programs send, so a request without an origin is not enough.
    """
    if _has_token(headers):
        return True
    by_page = "origin" in headers or headers.get("sec-fetch-site") == "same-origin"
    return not needs_token() and by_page and not any(name in headers for name in _PROXY_HEADERS)


def _has_token(headers: Mapping[str, str]) -> bool:
    cookies = cookie_parser(headers.get("cookie", ""))
    return _is_token(cookies.get(TOKEN_COOKIE, ""))


def _brings_token(scope: Scope) -> bool:
    """Whether a request's address holds the token, as the printed one does."""
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
    # The very address that the connection was made to is the server's own; a name is not,
    # since whoever owns it can have it point here.
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
    """An answer's body in pieces, of which the next is handed over when the last is under way.

    Whole ones would wait in memory for whoever does not read them, once for each connection.
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
    """Tell the browser what an answer may be used for; of a page's part the page has told it."""
    request_headers = Headers(scope=scope)
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
    if request_headers.get("sec-fetch-dest") in _PARTS:
        return
    host = request_headers.get("host", "")
    # Safari takes 'self' for HTTP alone, so the sockets are named; a refused host is not.
    sockets = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    framers = ["'self'", *embedding.origins()]
    if len(framers) == 1:  # it can name no other origin
        headers.setdefault("X-Frame-Options", "SAMEORIGIN")
    for name, value in {
        "Referrer-Policy": "same-origin",  # a link holds a whole drawing
        "Cross-Origin-Opener-Policy": "same-origin",
        "Content-Security-Policy": (
            "default-src 'self'; base-uri 'self'; form-action 'self'; object-src 'none'; "
            f"frame-ancestors {' '.join(framers)}; "
            "img-src 'self' data: blob:; font-src 'self' data:; "
            # Streamlit makes its styles while it runs; decoders run as WebAssembly.
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
    """The scripts that are written in the page itself, Streamlit's and ours, by their checksums."""
    page = Path(streamlit.__file__).with_name("static") / "index.html"
    scripts = re.findall(r"<script>(.*?)</script>", page.read_text("utf-8"), re.DOTALL)
    digests = (hashlib.sha256(script.encode()).digest() for script in (*scripts, first_page.SCRIPT))
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)


def refusal(error: CapsvizError) -> Response:
    """Error response of a refused request, the same for every route."""
    status = error.status if isinstance(error, RefusedError) else 400
    body: dict[str, Any] = {"error": refusals.word(error)}
    # The rest of a refused body is not worth waiting for.
    headers = {"Connection": "close"} if status in (408, 413, 429) else None
    return Response(json.dumps(body), status, headers, "application/json")
