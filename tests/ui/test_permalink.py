"""Links bring back what they were made of, and whatever else they hold does no harm."""

from __future__ import annotations

import base64
import json
import string
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pages import visit


def token_of(plain: object, version: str = "1") -> str:
    """As a link's maker might, whatever it holds."""
    packed = zlib.compress(json.dumps(plain).encode())
    return version + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@pytest.fixture
def link():
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample
    from capsviz.ui.session.permalink import Link

    settings = ReadSettings(iterations=7, center=False, capsule=4)
    return Link("routing", first_sample().drawing, settings, {"digit": 4, "iteration": 2})


def test_a_link_brings_everything_back(link) -> None:
    from capsviz.ui.session.permalink import decode, encode

    token = encode(link)
    found = decode(token)
    assert found.to_plain() == link.to_plain()
    assert set(token) <= set(string.ascii_letters + string.digits + "-_")
    assert len(token) < 2_000


def test_a_link_of_the_first_version_is_still_read(link) -> None:
    from capsviz.ui.session.permalink import decode

    assert decode(token_of(link.to_plain())).to_plain() == link.to_plain()


def many_points(count: int) -> dict:
    """A spiral as an unsteady hand draws it."""
    random = np.random.default_rng(0)
    turn = np.linspace(0, 5 * np.pi, count)
    reach = np.linspace(350, 60, count)
    points = 500 + reach * (np.cos(turn), np.sin(turn)) + random.normal(0, 0.8, (2, count))
    return {"s": [[85, 0, *np.rint(points.T).astype(int).ravel().tolist()]], "b": None}


def test_an_ordinary_drawing_is_short_enough_for_a_qr_code() -> None:
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.drawing import Drawing
    from capsviz.ui.session.permalink import Link, decode, encode
    from capsviz.ui.shell.share import qr_svg

    drawing = Drawing.from_plain(many_points(300))
    token = encode(Link("draw", drawing, ReadSettings(), {"pose": [0.1234] * 16}))
    assert decode(token).drawing == drawing
    assert qr_svg(f"https://some-university.example/capsviz/?v={token}&class=1")


def test_python_reads_links_that_the_browser_writes(script, link) -> None:
    from capsviz.ui.session.permalink import MAX_TOKEN_LENGTH, VERSION, decode

    links = "browser/permalink.js"
    plain = {**link.to_plain(), "drawing": many_points(50), "view": listed_drawings(40)}
    token = script(links, "(plain) => linkToken(plain)", plain)
    assert token.startswith(VERSION)
    assert decode(token).to_plain() == plain
    assert script(links, "() => MAX_TOKEN_LENGTH") == MAX_TOKEN_LENGTH
    nothing = {"page": "learn", "drawing": None, "settings": None, "view": {}}
    assert decode(script(links, "(plain) => linkToken(plain)", nothing)).to_plain() == nothing


def test_omitted_fields_of_a_link_stay_unset() -> None:
    from capsviz.ui.session.permalink import Link, decode, encode

    found = decode(encode(Link("draw")))
    assert (found.drawing, found.settings, found.view) == (None, None, {})


def test_a_drawing_too_long_for_an_address_goes_as_its_picture() -> None:
    from capsviz.data.drawing import Drawing, Stroke, render
    from capsviz.ui.session.permalink import MAX_TOKEN_LENGTH, Link, decode, encode

    random = np.random.default_rng(0)
    points = random.uniform(0.2, 0.8, (18_000, 2)).round(3)
    drawing = Drawing((Stroke(tuple((float(x), float(y)) for x, y in points), 0.02),))
    token = encode(Link("routing", drawing))
    assert len(token) <= MAX_TOKEN_LENGTH
    found = decode(token).drawing
    assert found is not None
    assert not found.strokes
    assert np.array_equal(render(found), render(drawing))


def test_the_noisiest_picture_fits_and_a_longer_view_does_not() -> None:
    from capsviz.data.drawing import RASTER_SIDE, Drawing
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import Link, decode, encode

    noise = np.random.default_rng(1).integers(0, 256, RASTER_SIDE * RASTER_SIDE, np.uint8).tobytes()
    link = Link("routing", Drawing(base=noise), view={"digit": 1})
    found = decode(encode(link)).drawing
    assert found is not None
    assert found.base == noise
    text = base64.b64encode(np.random.default_rng(2).bytes(20_000)).decode()
    with pytest.raises(CapsvizError, match="too large"):
        encode(Link("routing", view={"text": text}))


@pytest.mark.parametrize(
    "stroke",
    [None, [[1, 2]], [80, 0, 1, 1, "x", 2], [80, 0, 1, 1, 1e308, 1, 1e308, 1], [80, 0, 500, 500,
     9000, 0], [80, 0, 1, 0.5, 10**4000, 1]],
)  # fmt: skip
def test_invalid_strokes_get_one_sentence(stroke) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import decode

    with pytest.raises(CapsvizError, match=r"stroke|damaged"):
        decode(token_of({"page": "draw", "drawing": {"s": [stroke]}}, "2"))


@pytest.mark.parametrize("listed", [3, None, {"drawing": 3}, {"drawing": {"s": [[1, "x"]]}}])
def test_decode_leaves_a_view_s_lists_to_its_page(listed) -> None:
    from capsviz.ui.session.permalink import decode

    view = {"digits": [listed]}
    assert decode(token_of({"page": "overlap", "view": view}, "3")).view == view


def listed_drawings(count: int) -> dict:
    """Two drawings that a view lists, as Overlap's does."""
    digits = [
        {"drawing": many_points(count + 7 * k), "pixels": None, "label": k, "move": [0, k]}
        for k in (0, 1)
    ]
    return {"digits": digits, "forced": None, "pose": [1, 2, 3]}


def test_drawings_in_a_view_are_as_short_as_the_drawing() -> None:
    from capsviz.ui.session.permalink import Link, decode, encode
    from capsviz.ui.shell.share import qr_svg

    view = listed_drawings(150)
    token = encode(Link("overlap", view=view))
    assert decode(token).view == view
    assert qr_svg(f"https://some-university.example/capsviz/overlap?v={token}&class=1")
    # The version before held points.
    assert decode(token_of({"page": "overlap", "view": view}, "2")).view == view


@pytest.mark.parametrize(
    ("token", "says"),
    [
        ("", "damaged"),
        ("xyz", "damaged"),
        ("²abc", "damaged"),
        ("4abc", "another version"),
        ("3abc", "damaged"),
        ("1", "damaged"),
        ("1!!!", "damaged"),
        ("1" + "A" * 30_000, "longer"),
        (token_of({"page": "routing"})[:-6], "damaged"),
        (token_of([1, 2]), "no description"),
        (token_of({"page": "../etc"}), "which page"),
        (token_of({"page": "routing", "view": []}), "which page"),
        (token_of({"page": "routing", "drawing": {"s": [[1]]}}), "stroke"),
        (token_of({"page": "routing", "settings": {"iterations": 99}}), "iterations"),
        (token_of("x" * 300_000), "damaged"),  # small until it is unpacked
        (token_of(None).replace("1", "1=", 1), "damaged"),
    ],
)
def test_a_broken_link_gets_one_sentence(token: str, says: str) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import decode

    with pytest.raises(CapsvizError, match=says) as caught:
        decode(token)
    assert "\n" not in str(caught.value)


@given(st.text(st.characters(codec="ascii"), max_size=60).map(lambda text: "2" + text))
def test_random_text_raises_one_sentence_only(token: str) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import decode

    with pytest.raises(CapsvizError):
        decode(token)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["page", "drawing", "settings", "view", "s", "b", "model"]), inner
        )
    ),
    max_leaves=20,
)


@given(_JSON, st.sampled_from("12"))
def test_random_content_gives_a_link_or_raises_one_sentence(plain: object, version: str) -> None:
    from capsviz.errors import CapsvizError
    from capsviz.ui.session.permalink import Link, decode

    try:
        found = decode(token_of(plain, version))
    except CapsvizError:
        return
    assert isinstance(found, Link)


# --- what a page makes of it


@pytest.mark.usefixtures("tiny_checkpoint")
def test_a_page_opens_a_link(link) -> None:
    from capsviz.ui.session.permalink import encode

    found = visit("routing", link=encode(link), drawing={"s": [], "b": None})
    assert found["drawing"] == link.drawing.to_plain()
    assert found["settings"] == link.settings.to_plain()
    assert (found["view"]["digit"], found["view"]["iteration"]) == (4, 2)
    assert found["replaced"] == ["drawing", "settings", "view"]
    assert not found["complaints"]


@pytest.mark.usefixtures("tiny_checkpoint")
@pytest.mark.parametrize(
    ("plain", "says"),
    [
        ({"page": "overlap"}, "for the page"),
        ({"page": "routing", "settings": {"model": "nobody"}}, "no model"),
        ({"page": "routing", "view": {"digit": 12}}, "digit"),
        ({"page": "routing", "view": {"scale": "loud"}}, "scale"),
        ({"page": "routing", "view": {"iteration": True}}, "iteration"),
        ({"page": "routing", "view": {"scale": ["relative"]}}, "scale"),
    ],
)
def test_a_link_that_does_not_fit_opens_the_page_with_one_sentence(plain, says) -> None:
    from capsviz.ui.pages.routing.view import View

    token = token_of({**plain, "drawing": {"s": [[90, 0, 1, 1, 9, 9]], "b": None}})
    found = visit("routing", link=token)
    (complaint,) = found["complaints"]
    assert says in complaint
    assert found["view"] == View().to_plain()
    assert found["drawing"]["s"] != [[90, 0, 1, 1, 9, 9]], "nothing of it is adopted"
    assert not found["replaced"]


def test_an_address_opens_its_page_with_the_network_that_it_names():
    from capsviz.data.samples import first_sample

    found = visit("draw", "dynamic", network="efficient", drawing=first_sample().drawing.to_plain())
    assert found["settings"]["model"] == "efficient"
    assert "settings" in found["replaced"]
    assert found["complaints"] == []
    assert visit("draw", network="efficient")["settings"]["model"] == "efficient"


@pytest.mark.parametrize("page", ["draw", "claims", "learn"])
@pytest.mark.parametrize("name", ["nobody", "overlap", "../dynamic"])
def test_an_unknown_network_in_an_address_gets_one_sentence(page, name):
    found = visit(page, network=name)
    [sentence] = found["complaints"]
    assert sentence.startswith(f"There is no network “{name}” here: choose one of dynamic, ")
    assert found["replaced"] == []
