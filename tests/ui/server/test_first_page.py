"""Pages' addresses are answered with Streamlit's page, which names what it would ask for later."""

from __future__ import annotations

import asyncio
import re

import httpx2 as httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from capsviz.ui.catalogue import assets
from capsviz.ui.server import first_page

_LINK = re.compile(r'<link rel="modulepreload" crossorigin href="([^"]+)">\n')


@pytest.fixture(autouse=True)
def anew():
    """Each test has the page made anew, and leaves none behind."""
    for made in (first_page._html, first_page._packed_html):
        made.cache_clear()
    yield
    for made in (first_page._html, first_page._packed_html):
        made.cache_clear()


def asked(*requests: tuple[str, str], **headers: str) -> list[httpx.Response]:
    async def answer(request) -> Response:
        html = "nope" in request.url.path
        return Response("Streamlit's", media_type="text/html" if html else None)

    route = Route("/{path:path}", answer, methods=["GET", "HEAD"])
    sheets = {"draw": ("/draw.css",)}
    app = first_page.FirstPage(
        Starlette(routes=[route]), "main { top: 0 }", lambda name: sheets.get(name, ())
    )

    async def ask() -> list[httpx.Response]:
        door = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=door, base_url="http://localhost") as client:
            return [
                await client.request(method, path, headers=headers) for method, path in requests
            ]

    return asyncio.run(ask())


def links(html: str) -> list[str]:
    """Files that the page names in addition to Streamlit's own."""
    before = (first_page._STATIC / "index.html").read_text("utf-8")
    return [each for each in _LINK.findall(html) if f'"{each}"' not in before]


@pytest.mark.parametrize("path", ["/", "/routing?v=1x"])
def test_a_page_is_streamlits_and_preloads_the_scripts_of_components(path):
    (answer,) = asked(("GET", path))
    found = links(answer.text)
    assert len(found) == len(set(found))
    without = answer.text
    for each in found:
        without = without.replace(f'<link rel="modulepreload" crossorigin href="{each}">\n', "")
    without = without.replace(f"<script>{first_page.SCRIPT}</script>\n", "")
    without = without.replace('<link rel="preload" as="style" href="/draw.css">\n', "")
    without = without.replace("<style>\nmain { top: 0 }</style>\n", "")
    assert without == (first_page._STATIC / "index.html").read_text("utf-8")
    assert any("BidiComponent" in each for each in found)
    (entry,) = [each for each in found if "bidi-components" in each]
    found.remove(entry)
    assert all((first_page._STATIC / each).is_file() for each in found)
    assert answer.headers["cache-control"] == "no-cache"


def test_a_page_loads_its_own_bundle_and_the_shared_ones(monkeypatch):
    names = [f"{assets.BUNDLES}/{name}.js" for name in ("shared", "shell", "compare", "draw")]
    monkeypatch.setattr(assets, "scripts", lambda: dict.fromkeys([*names, "browser/pen.js"], b""))
    monkeypatch.setattr(assets, "checksum", lambda: "0123")
    (answer,) = asked(("GET", "/compare"))
    own = [each for each in links(answer.text) if each.startswith("/capsviz/")]
    assert own == [f"/capsviz/web/0123/{name}" for name in names[:3]]


def test_a_page_is_compressed_for_browsers_that_accept_gzip():
    packed, plain = (asked(("GET", "/"), **{"accept-encoding": each})[0] for each in ("gzip", ""))
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2


def test_all_other_requests_go_to_streamlit():
    others = [("GET", "/static/js/a.js"), ("GET", "/draw/x"), ("HEAD", "/x"), ("GET", "/capsviz/x")]
    assert [answer.text for answer in asked(*others)] == [
        "Streamlit's",
        "Streamlit's",
        "",
        "Streamlit's",
    ]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        *(("/draw", "/"), ("/Draw/", "/"), ("/index.html?v=1x&class=1", "/?v=1x&class=1")),
        *(("/Routing", "/routing"), ("/routing/?v=1", "/routing?v=1")),
        *(("/LEARN/index.html", "/learn"), ("//draw", "/")),
    ],
)
def test_a_nearly_right_address_redirects_to_its_page(address, place):
    (answer,) = asked(("GET", f"http://localhost{address}"))
    assert (answer.status_code, answer.headers["location"]) == (307, place)


@pytest.mark.parametrize("address", ["/nope", "/nope/nope", "//nope.example/draw", "/static/nope"])
def test_an_unknown_address_gets_404_and_one_sentence(address):
    (answer,) = asked(("GET", f"http://localhost{address}"))
    assert answer.status_code == 404
    assert answer.text.count("<p>") == 1
    assert "There is no page at this address" in answer.text
    assert "<script" not in answer.text


def test_unknown_paths_below_our_routes_go_to_streamlit():
    (answer,) = asked(("GET", "/capsviz/nope"))
    assert (answer.status_code, answer.text) == (200, "Streamlit's")


def test_pages_below_a_base_path_lead_within_it(monkeypatch):
    monkeypatch.setattr(assets, "base_path", lambda: "/caps")
    answers = asked(("GET", "/caps/Draw"), ("GET", "/caps"), ("GET", "/capsdraw"), ("GET", "/draw"))
    places = [answer.headers.get("location") for answer in answers]
    assert places == ["/caps/", "/caps/", None, None]


def test_streamlit_finds_no_folder_to_make_a_navigation_of(monkeypatch) -> None:
    from pages import MAIN
    from streamlit.runtime.pages_manager import PagesManager

    monkeypatch.setattr(PagesManager, "uses_pages_directory", None)
    PagesManager(str(MAIN))
    assert PagesManager.uses_pages_directory is False


def test_the_font_of_icons_is_a_small_one_under_the_name_that_streamlit_asks_for():
    names = [path.name for path in first_page._STATIC.glob("static/media/MaterialSymbols*")]
    assert len(names) == 1
    mine, other = asked(*(("GET", f"/static/media/{name}") for name in [names[0], "other.woff2"]))
    assert mine.content.startswith(b"wOF2")
    assert len(mine.content) < 300
    assert mine.headers["Content-Type"] == "font/woff2"
    assert other.text == "Streamlit's"


def test_each_browser_gets_one_lasting_cookie():
    (first,) = asked(("GET", "/"))
    cookie = first.headers["set-cookie"]
    assert re.fullmatch(r"capsviz_browser=[\w-]{43}; HttpOnly; Path=/; SameSite=lax", cookie)
    for named in asked(("GET", "/"), ("GET", "/routing"), Cookie=cookie.partition(";")[0]):
        assert "set-cookie" not in named.headers
    (other,) = asked(("GET", "/"))
    assert other.headers["set-cookie"] != cookie


def test_the_script_of_components_is_a_file_that_streamlit_finds_and_the_page_names():
    from streamlit.components.v2.manifest_scanner import scan_component_manifests

    found = [
        (f"{manifest.name}.{component.name}", component.resolve_asset_root(root))
        for manifest, root in scan_component_manifests()
        for component in manifest.components
    ]
    [folder] = [folder for name, folder in found if name == assets.COMPONENT]
    assert folder
    assert [path.name for path in folder.iterdir()] == [assets.ENTRY]
    (answer,) = asked(("GET", "/"))
    assert f"./_stcore/bidi-components/{assets.COMPONENT}/{assets.ENTRY}" in links(answer.text)
