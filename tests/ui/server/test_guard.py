"""The guard stands before every route, for every client."""

from __future__ import annotations

import contextlib
import json
import re
import runpy
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from starlette.testclient import TestClient

APP = Path(__file__).parents[3] / "app.py"
HERE = "http://localhost:8501"


@pytest.fixture(scope="module")
def app() -> Any:
    """The app as it is started, without Streamlit's own routes."""
    return runpy.run_path(str(APP))["app"]


def paths() -> list[tuple[str, str]]:
    """Method and path of each of our own routes, sockets as "socket"."""
    from capsviz.ui.startup.routes import routes

    found = []
    for route in routes():
        path = re.sub(r"\{[^}]*\}", "0", route.path)
        methods = getattr(route, "methods", None)
        method = "socket" if methods is None else "POST" if "POST" in methods else "GET"
        found.append((method, path))
    return found


@pytest.fixture
def client(app, tiny_checkpoint) -> Iterator[TestClient]:
    from starlette.applications import Starlette
    from starlette.testclient import TestClient

    guarded = Starlette(routes=app._user_routes, middleware=app._user_middleware)
    with TestClient(guarded, base_url=HERE) as found:
        yield found


def status(client: TestClient, method: str, path: str, headers: dict[str, str]) -> int:
    """The answer's status; of a socket 101, or 403 where it is not opened."""
    from starlette.websockets import WebSocketDisconnect

    if method != "socket":
        return client.request(method, path, headers=headers).status_code
    try:
        with client.websocket_connect(HERE.replace("http", "ws") + path, headers=dict(headers)):
            return 101
    except WebSocketDisconnect as refused:
        return {1008: 403}[refused.code]


FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "http://localhost.evil.example:8501"},
    {"origin": "http://localhost:9999"},
    {"origin": "https://localhost:8501"},
    {"origin": "null"},
    {"origin": "http://localhost:8501/"[:-1] + "@evil.example"},
    {"origin": "http://["},
    {"host": "evil.example:8501"},
    {"host": "evil.example:8501", "origin": "http://evil.example:8501"},
    {"host": "127.0.0.1.evil.example"},
    {"host": "6.6.6.6:8501"},
    {"host": "localhost:8501@evil.example"},
    {"host": ""},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_route_of_ours_answers_another_page_or_name(app, client, headers) -> None:
    asked = paths()
    assert len(asked) >= 15
    for method, path in asked:
        assert status(client, method, path, headers) in (403, 421), (method, path)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"origin": HERE, "sec-fetch-site": "same-origin"},
        {"host": "127.0.0.1:8501", "origin": "http://127.0.0.1:8501"},
        {"host": "[::1]:8501", "origin": "http://[::1]:8501"},
        {"host": "localhost", "origin": "http://localhost:80"},
    ],
    ids=str,
)
def test_every_route_of_ours_answers_our_own_page(app, client, headers) -> None:
    for method, path in paths():
        assert status(client, method, path, headers) not in (403, 421), (method, path)


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"host": "evil.example"}])
def test_streamlit_s_routes_are_guarded_too(app, headers) -> None:
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route
    from starlette.testclient import TestClient

    route = Route("/_stcore/health", lambda _: PlainTextResponse("ok"), methods=["GET", "PUT"])
    client = TestClient(Starlette(routes=[route], middleware=app._user_middleware), HERE)
    assert client.get("/_stcore/health").status_code == 200
    assert client.get("/_stcore/health", headers=headers).status_code in (403, 421)
    assert client.put("/_stcore/health").status_code == 405
    for site in ("cross-site", "same-site"):
        foreign = {"sec-fetch-site": site}
        # A link or a frame on another page may lead here; its pictures and scripts may not.
        opened = {**foreign, "sec-fetch-mode": "navigate"}
        assert client.get("/_stcore/health", headers=opened).is_success
        assert client.get("/_stcore/health", headers=foreign).status_code == 403
        for mode in ("no-cors", "cors", "same-origin", "websocket", ""):
            asked = {**foreign, "sec-fetch-mode": mode}
            assert client.get("/_stcore/health", headers=asked).status_code == 403
    own = {"sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors"}
    assert client.get("/_stcore/health", headers=own).is_success


def scope(host: str, server: str = "127.0.0.1", **more: Any) -> dict[str, Any]:
    headers = {"host": host, **more.pop("headers", {})}
    return {
        "type": "http",
        "method": "GET",
        "path": "/capsviz/live",
        "scheme": "http",
        "server": (server, 8501),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        **more,
    }


def allowed(asked: dict[str, Any]) -> bool:
    from capsviz.ui.server.guard import RefusedError, check

    try:
        check(asked)
    except RefusedError:
        return False
    return True


def test_the_address_that_was_connected_to_is_the_server_s_own() -> None:
    assert allowed(scope("192.168.1.5:8501", server="192.168.1.5"))
    assert allowed(scope("192.168.1.5:8501", server="::ffff:192.168.1.5"))
    assert not allowed(scope("192.168.1.6:8501", server="192.168.1.5"))


@pytest.mark.parametrize("option", ["server.address", "browser.serverAddress"])
def test_a_configured_name_is_the_server_s_own(option) -> None:
    from streamlit import config

    assert not allowed(scope("teach.example"))
    before = config.get_option(option)
    config.set_option(option, "Teach.Example")
    try:
        assert allowed(scope("teach.example"))
        assert allowed(scope("TEACH.example:443"))
    finally:
        config.set_option(option, before)


def test_names_behind_a_proxy_are_configured() -> None:
    from streamlit import config

    behind = scope("10.0.0.2:8501", headers={"origin": "https://teach.example"})
    assert not allowed(behind)
    config.set_option("server.allowedHosts", ["*.example", "10.0.0.2"])
    config.set_option("server.corsAllowedOrigins", ["https://teach.example"])
    try:
        assert allowed(scope("teach.example"))
        assert allowed(behind)
        assert not allowed(scope("teach.example.evil"))
    finally:
        config.set_option("server.allowedHosts", [])
        config.set_option("server.corsAllowedOrigins", [])


def test_a_page_over_https_is_asked_by_it() -> None:
    headers = {"origin": "https://localhost"}
    assert allowed(scope("localhost", scheme="https", headers=headers))
    assert allowed(scope("localhost", scheme="wss", type="websocket", headers=headers))
    assert not allowed(scope("localhost", headers=headers))


def test_requests_with_two_hosts_or_origins_are_refused() -> None:
    asked = scope("localhost")
    asked["headers"].append((b"host", b"localhost"))
    assert not allowed(asked)
    asked = scope("localhost", headers={"origin": "http://localhost"})
    assert allowed(asked)
    asked["headers"].append((b"origin", b"http://localhost"))
    assert not allowed(asked)


def test_a_failed_request_is_logged_with_its_address(app, caplog) -> None:
    import logging

    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route
    from starlette.testclient import TestClient

    routes = [
        Route(f"/{code}", lambda _, code=code: PlainTextResponse("", code)) for code in (404, 500)
    ]
    client = TestClient(Starlette(routes=routes, middleware=app._user_middleware), HERE)
    logger = logging.getLogger("capsviz")  # Streamlit's loggers hand nothing on
    logger.addHandler(caplog.handler)
    try:
        assert [client.get(f"/{code}").status_code for code in (404, 500)] == [404, 500]
    finally:
        logger.removeHandler(caplog.handler)
    assert [record.getMessage() for record in caplog.records] == ["a request failed: GET '/500'"]


def test_every_answer_has_security_headers(client) -> None:
    for headers in ({}, {"host": "evil.example"}):
        told = client.get("/capsviz/samples/0.json", headers=headers).headers
        assert told["x-content-type-options"] == "nosniff"
        assert told["x-frame-options"] == "SAMEORIGIN"
        assert told["cross-origin-resource-policy"] == "same-origin"
        policy = told["content-security-policy"]
        assert "frame-ancestors 'self'" in policy
        scripts = re.search(r"script-src ([^;]*)", policy)
        assert scripts
        assert not any(loose in scripts[1] for loose in ("unsafe-inline", "blob:", "data:"))
        assert "http" not in re.sub(r"wss?://\S+", "", policy)


@pytest.mark.parametrize("part", ["script", "style", "font"])
def test_a_part_of_a_page_comes_without_the_page_s_policy_and_nothing_else_does(client, part):
    place = "/capsviz/samples/0.json"
    whole = client.get(place, headers={"sec-fetch-dest": part}).headers
    assert "content-security-policy" not in whole
    assert whole["x-content-type-options"] == "nosniff"
    assert whole["cross-origin-resource-policy"] == "same-origin"
    for other in ("worker", "serviceworker", "document", "iframe", "empty", part.upper()):
        headers = client.get(place, headers={"sec-fetch-dest": other}).headers
        assert "content-security-policy" in headers, other


def test_only_configured_origins_may_embed_the_app(client, monkeypatch) -> None:
    from capsviz.ui.server import embedding

    named = [embedding.origin(each) for each in ("https://Slides.example/", "http://[::1]:4200")]
    assert named == ["https://slides.example", "http://[::1]:4200"]
    monkeypatch.setenv(embedding.ALLOW_VARIABLE, f"{' '.join(named)} evil;script-src *")
    told = client.get("/capsviz/samples/0.json").headers
    assert "x-frame-options" not in told
    policy = told["content-security-policy"].split("; ")
    assert f"frame-ancestors 'self' {' '.join(named)}" in policy


DEEP = "[" * 50_000
REPORTED = {
    "{}": None,
    "not json": None,  # which Streamlit passes over
    "x" * 120_000: 1009,
    '{"drawing": {"s": [[85, 0, 300, 200]], "b": null}}': None,
    DEEP: 1007,
    '{"drawing": ' + DEEP: 1007,
    "9" * 5000: 1007,
}


@pytest.mark.parametrize("kind", ["json_value", "json_trigger_value"])
@pytest.mark.parametrize("reported", list(REPORTED), ids=lambda text: text[:20])
def test_streamlit_s_socket_takes_messages_that_it_can_read(app, kind, reported) -> None:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.testclient import TestClient
    from starlette.websockets import WebSocketDisconnect
    from streamlit.proto.BackMsg_pb2 import BackMsg

    async def stream(socket: Any) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            await socket.send_bytes(await socket.receive_bytes())

    route = WebSocketRoute("/_stcore/stream", stream)
    client = TestClient(Starlette(routes=[route], middleware=app._user_middleware), HERE)
    asked = BackMsg()
    widget = asked.rerun_script.widget_states.widgets.add()
    setattr(widget, kind, reported)
    for packet, code in ((asked.SerializeToString(), REPORTED[reported]), (b"\xff\xff", None)):
        with client.websocket_connect(f"{HERE.replace('http', 'ws')}/_stcore/stream") as socket:
            socket.send_bytes(packet)
            if code is None:
                assert socket.receive_bytes() == packet
                continue
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_bytes()
            assert closed.value.code == code


def test_origins_that_need_an_outside_lookup_are_not_passed_to_streamlit(app) -> None:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.testclient import TestClient

    async def stream(socket: Any) -> None:
        await socket.accept()
        await socket.send_json([socket.headers.get("origin"), socket.headers["host"]])

    route = WebSocketRoute("/_stcore/stream", stream)
    client = TestClient(Starlette(routes=[route], middleware=app._user_middleware), HERE)
    address = f"{HERE.replace('http', 'ws')}/_stcore/stream"
    with client.websocket_connect(address, headers={"origin": HERE}) as socket:
        assert socket.receive_json() == [None, HERE.removeprefix("http://")]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "counted"), [(80_000, 80_000), (10, 1000)], ids=["large messages", "many messages"]
)
def test_a_browser_that_sends_much_to_streamlit_is_read_more_slowly(
    app, monkeypatch, size: int, counted: int
) -> None:
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.testclient import TestClient
    from starlette.websockets import WebSocketDisconnect
    from streamlit.proto.BackMsg_pb2 import BackMsg

    from capsviz.ui.server import guard

    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    async def stream(socket: Any) -> None:
        await socket.accept()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await socket.send_bytes((await socket.receive_bytes())[:1])

    # A byte a second: no time passes here.
    monkeypatch.setattr(guard, "_SOCKET", (50.0 * counted, 1.0))
    monkeypatch.setattr(guard.asyncio, "sleep", sleep)
    route = WebSocketRoute("/_stcore/stream", stream)
    client = TestClient(Starlette(routes=[route], middleware=app._user_middleware), HERE)
    asked = BackMsg()
    asked.rerun_script.widget_states.widgets.add().json_value = f'["{"x" * size}"]'
    packet = asked.SerializeToString()
    with client.websocket_connect(f"{HERE.replace('http', 'ws')}/_stcore/stream") as socket:
        for _ in range(100):
            socket.send_bytes(packet)
            socket.receive_bytes()
    assert pauses[:40] == [0.0] * 40
    assert max(pauses) == pytest.approx(50 * counted, rel=0.025)  # half of them at once


@pytest.mark.parametrize(
    ("options", "headers"),
    [
        ({"server.address": "0.0.0.0"}, {}),
        ({"browser.serverAddress": "teach.example"}, {}),
        ({"server.allowedHosts": ["teach.example"]}, {}),
        ({}, {"X-Forwarded-For": "10.1.2.3"}),
        ({}, {"Forwarded": "for=10.1.2.3"}),
        ({}, {"Via": "1.1 proxy"}),
    ],
)
def test_a_remote_or_proxied_request_is_not_the_owner_s(options, headers) -> None:
    from starlette.datastructures import Headers
    from streamlit import config

    from capsviz.ui.server.guard import is_owner

    here = {"host": "localhost:8501", "origin": "http://localhost:8501"}
    assert is_owner(Headers(here))
    before = {name: config.get_option(name) for name in options}
    try:
        for name, value in options.items():
            config.set_option(name, value)
        assert not is_owner(Headers({**here, **headers}))
    finally:
        for name, value in before.items():
            config.set_option(name, value)


def test_no_start_asks_an_outside_server_for_the_address_of_this_machine() -> None:
    start = (
        "from streamlit import net_util; from streamlit.web import bootstrap\n"
        "net_util.get_external_ip = lambda: print('ASKED OUTSIDE')\n"
        "options = {'server_address': '0.0.0.0', 'server_headless': True}\n"
        "bootstrap.load_config_options(options)\n"
        "bootstrap._print_url(False)\n"
    )
    root = Path(__file__).parents[3]
    told = subprocess.run([sys.executable, "-c", start], cwd=root, capture_output=True, text=True)
    assert "http://localhost:8501" in told.stdout, told.stderr
    assert "ASKED" not in told.stdout


# --- bodies --------------------------------------------------------------------------------


def slow_app(body_time: float) -> Any:
    from starlette.applications import Starlette
    from starlette.middleware import Middleware

    from capsviz.ui.server import endpoints
    from capsviz.ui.server.guard import Guard

    async def length(body: bytes) -> Any:
        return endpoints.octets(str(len(body)).encode())

    route = endpoints.post("length", length, 10 * 2**20)
    return Starlette(routes=[route], middleware=[Middleware(Guard, body_time=body_time)])


async def sent(app: Any, parts: list[bytes], pause: float = 0.0) -> tuple[int, bytes]:
    """Status and body of the answer to a body that comes in parts."""
    import asyncio

    waiting, told = list(parts), []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        return {"type": "http.request", "body": waiting.pop(0), "more_body": bool(waiting)}

    async def send(message: Any) -> None:
        told.append(message)

    asked = scope("localhost", method="POST", path="/capsviz/length", raw_path=b"", root_path="")
    await app({**asked, "query_string": b"", "client": ("10.0.0.9", 1)}, receive, send)
    return told[0]["status"], told[1]["body"]


def test_a_body_that_takes_too_long_is_refused() -> None:
    import asyncio

    assert asyncio.run(sent(slow_app(5.0), [b"x"] * 5)) == (200, b"5")
    code, said = asyncio.run(sent(slow_app(0.15), [b"x"] * 50, pause=0.02))
    assert code == 408
    assert b"too long" in said


def test_a_body_too_large_is_refused_whatever_the_route_allows() -> None:
    import asyncio

    code, said = asyncio.run(sent(slow_app(5.0), [b"x" * 2**18] * 6))
    assert code == 413
    assert b"1 MB" in said


def test_a_class_may_send_at_once_and_nobody_more() -> None:
    import asyncio

    from capsviz.ui.server.guard import MAX_BODIES

    app = slow_app(20.0)

    async def many(count: int, parts: list[bytes]) -> list[int]:
        found = await asyncio.gather(*(sent(app, parts, pause=0.2) for _ in range(count)))
        return [code for code, _ in found]

    assert asyncio.run(many(300, [b"x" * 5000, b"y"])) == [200] * 300
    codes = asyncio.run(many(MAX_BODIES + 20, [b"x"]))
    assert codes.count(429) == 20
    codes = asyncio.run(many(200, [b"x" * 1_000_000, b"y"]))
    assert 0 < codes.count(429) < 200
    # A refused request takes no room.
    assert asyncio.run(many(300, [b"x"])) == [200] * 300


@pytest.mark.parametrize("path", ["nothing", "", "train/nothing", "web/x", "test/mnist/1/2"])
def test_nothing_else_is_below_our_own_address(client, path) -> None:
    for method in ("GET", "POST"):
        assert client.request(method, f"/capsviz/{path}").status_code == 404


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("/home/me/runs/one cannot be deleted: busy", "one cannot be deleted: busy"),
        ("the folder, /srv/a/b, cannot be read", "the folder, b, cannot be read"),
        ("there is no '/srv/of Jane/b', only c", "there is no 'b', only c"),
        ("/srv/of Jane/nets/b is damaged and/or cut", "b is damaged and/or cut"),
        ("/srv/of Jane/nets is empty", "nets is empty"),
        (r"D:\me\nets\b is damaged", "b is damaged"),
        ("see http://localhost:8501/train/x or 3/4 of 1/2/3", None),
        ("choose /train", None),
    ],
)
def test_a_refusal_names_no_folder_of_this_machine(said, shown, monkeypatch) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.server.guard import refusal

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", "/srv/of Jane/nets")
    assert json.loads(refusal(CapsvizError(said)).body)["error"] == (shown or said)
