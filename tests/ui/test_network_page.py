"""Data and routes of the Network page."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from capsviz.analysis.ablation import Ablation
from capsviz.analysis.activations import activations
from capsviz.config.read_settings import ReadSettings
from capsviz.data.samples import samples
from capsviz.engine import engine
from capsviz.errors import CapsvizError
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.live.messages import pack, unpack_arrays
from capsviz.ui.pages.network.routes import plan_of, routes
from capsviz.ui.pages.network.view import View

SEVEN = next(sample.drawing for sample in samples() if sample.digit == 7)


@pytest.fixture(scope="module")
def client():
    return TestClient(Starlette(routes=routes()))


def page_data(view: dict | None = None, **reading) -> dict:
    from capsviz.ui.pages.network.data import page_data

    settings = PageSettings(
        drawing=SEVEN, inference=ReadSettings(**reading), view=View(**(view or {}))
    )
    return page_data(settings)


def inside(client, **question):
    plain = {"model": "dynamic", "iterations": 3, "center": True, "drawing": SEVEN.to_plain()}
    answer = client.post("/capsviz/network/inside", content=json.dumps({**plain, **question}))
    return answer.json()["error"] if answer.is_error else unpack_arrays(answer.content)


def test_the_page_knows_every_block_and_the_first_reply_is_small_and_of_the_drawing():
    data = page_data()
    assert [block["name"] for block in data["blocks"]] == [
        "conv1",
        "primary",
        "votes",
        "routing",
        "decoder",
    ]
    summed = sum(block["parameters"] for block in data["blocks"])
    assert summed == data["total"]["parameters"] == 8_215_568
    message = base64.b64decode(data["reply"])
    assert len(message) <= 25_000
    header, arrays = unpack_arrays(message)
    assert int(arrays["lengths"][-1].argmax()) == 7
    assert arrays["maps/conv1"].shape == (len(header["shown"]["conv1"]), 20, 20)
    assert arrays["flow"].shape == (3, 32, 10)
    s, v = arrays["s"], arrays["lengths"]
    np.testing.assert_allclose(s**2 / (1 + s**2), v, atol=1e-4)  # the squash
    assert [arrays[f"hidden/{k}"].size for k in (0, 1)] == [512, 1024]


@pytest.mark.parametrize("model", ["em", "efficient", "matrix", "sprites"])
def test_every_network_s_reply_stays_small(model):
    data = page_data(model=model)
    message = base64.b64decode(data["reply"])
    assert len(message) <= 25_000
    assert len(data["blocks"]) >= 5


@pytest.mark.parametrize("name", ["cnn", "overlap", "overlap_cnn", "uniform"])
def test_another_network_stands_under_the_first(name, client):
    data = page_data({"second": name})
    second = data["second"]
    message = base64.b64decode(second["reply"])
    assert len(message) <= 25_000
    header, arrays = unpack_arrays(message)
    assert arrays["lengths"].shape[1] == len(second["network"]["classes"])
    assert set(header["shown"]) <= {block["name"] for block in second["blocks"]}
    assert second["network"]["pairs"] == name.startswith("overlap")
    last = [block for block in second["blocks"] if block["part"] == "features"][-1]
    _, arrays = inside(client, block=last["name"], model=name)
    assert list(arrays["maps"].shape[:1]) == last["outputs"][-1][:1]
    assert name in [other["name"] for other in data["offered"]]


@pytest.mark.parametrize(
    ("name", "beside"),
    [("cnn", "dynamic"), ("overlap", "em"), ("overlap_cnn", "dynamic"), ("sprites_cnn", "sprites")],
)
def test_a_network_that_only_this_page_shows_can_come_first(name, beside):
    view = {"shown": name, "instead_of": beside, "second": beside}
    data = page_data(view, model=beside)
    header, arrays = unpack_arrays(base64.b64decode(data["reply"]))
    assert data["network"]["name"] == name
    assert data["settings"]["model"] == beside
    assert set(header["shown"]) <= {block["name"] for block in data["blocks"]}
    assert arrays["lengths"].shape[1] == len(data["network"]["classes"])
    assert data["second"]["network"]["name"] == beside
    # With another network chosen on another page it is that one.
    assert page_data(view, model="uniform")["network"]["name"] == "uniform"
    assert page_data({**view, "shown": "../x"}, model=beside)["network"]["name"] == beside


def test_a_network_for_other_pictures_is_not_offered_as_second():
    data = page_data({"second": "sprites_cnn"})
    assert data["second"] is None
    offered = [one["name"] for one in page_data(model="sprites")["offered"]]
    assert offered == ["sprites_cnn"]


def test_a_reply_reports_and_replaces_nan(client, script):
    changes = (Ablation(types=(3,), squash="bare"), Ablation())
    replies = [page_data({"off": off})["reply"] for off in changes]
    code = """(replies) => replies.map((text) => decodeReply(base64ToBytes(text)))
      .map(({ nan, s, lengths }) => [nan, [...s, ...lengths].flatMap((row) => [...row])])"""
    modules = ["pages/network/reply.js", "browser/raster.js"]
    (broken, numbers), (whole, _) = script(modules, code, replies)
    assert (broken, whole) == ("capsules", "")
    assert set(numbers) == {0}
    _, arrays = inside(client, block="primary", unit=3, off=changes[0].to_plain())
    assert np.isnan(arrays["u"]).all()


def test_a_block_is_answered_whole(client):
    header, arrays = inside(client, block="conv1")
    assert arrays["maps"].shape == (256, 20, 20)
    kernel, bias = arrays["kernels"][41], arrays["biases"][41]
    patch = arrays["input"][3:12, 5:14]
    value = max(0.0, float((patch * kernel).sum() + bias))
    shown = arrays["maps"][41, 3, 5] / 255 * header["peaks"]["maps"]
    assert shown == pytest.approx(value, abs=header["peaks"]["maps"] / 255)
    header, arrays = inside(client, block="votes", unit=300, digit=4)
    vote = arrays["u"] @ arrays["W"]
    assert arrays["vote_lengths"][4] == pytest.approx(np.linalg.norm(vote), abs=1e-5)
    seen = activations(engine().checkpoint("dynamic").capsnet, plan_of("dynamic"), arrays["input"])
    v = seen.capsules[:, 4]
    cosines = v @ vote / np.linalg.norm(v, axis=1) / np.linalg.norm(vote)
    np.testing.assert_allclose(arrays["cosines"][:, 4], cosines, atol=1e-4)
    header, arrays = inside(client, block="primary", unit=99_999)
    assert header["unit"] == 1151
    assert arrays["feeds"].shape == (256,)
    _, arrays = inside(client, block="decoder", unit=600)
    assert arrays["pattern"].shape == (28, 28)


def test_the_network_is_answered_whole_and_agrees_with_the_flow_of_the_live_reply(client):
    header, arrays = inside(client, block="")
    assert arrays["maps/conv1"].shape == (256, 20, 20)
    assert arrays["couplings"].shape == (3, 1152, 10)
    couplings = (arrays["couplings"] / 255) ** 2
    np.testing.assert_allclose(couplings.sum(2), 1, atol=0.02)
    live, seen = unpack_arrays(base64.b64decode(page_data()["reply"]))
    sizes = arrays["vote_lengths"] / 255 * header["peaks"]["vote_lengths"]
    flow = (couplings * sizes).reshape(3, 36, 32, 10).sum(1)
    np.testing.assert_allclose(
        flow, seen["flow"] / 255 * live["peaks"]["flow"], atol=0.02 * live["peaks"]["flow"]
    )


def test_switched_off_maps_are_zero_in_the_detail(client):
    off = {"maps": {"conv1": [41]}}
    _, arrays = inside(client, block="conv1", off=off)
    assert not arrays["maps"][41].any()


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ({"block": "conv9"}, "the block must be one of conv1"),
        ({"block": None}, "the block must be one of conv1"),
        ({"block": "votes", "unit": "x"}, "whole numbers"),
        ({"block": "votes", "digit": 10}, "whole numbers"),
        ({"block": "votes", "off": []}, "an ablation"),
        ({"block": "votes", "drawing": 3}, "drawing"),
        ({"block": "votes", "model": "nobody"}, "there is no model"),
    ],
)
def test_a_bad_question_gets_one_sentence(client, question, says):
    answer = inside(client, **question)
    assert isinstance(answer, str)
    assert says in answer


def test_a_live_message_is_answered_and_a_bad_one_gets_a_sentence(client):
    raster = np.zeros((112, 112), np.uint8)
    raster[20:90, 50:60] = 255
    header = {"seq": 5, "model": "dynamic", "iterations": 2, "center": True}
    good = client.post("/capsviz/network/read", content=pack(header, raster.tobytes())).content
    found, arrays = unpack_arrays(good)
    assert (found["seq"], arrays["lengths"].shape) == (5, (2, 10))
    bad = pack({**header, "off": {"types": "all"}}, raster.tobytes())
    found, _ = unpack_arrays(client.post("/capsviz/network/read", content=bad).content)
    assert "an ablation" in found["error"]


@pytest.mark.parametrize(
    ("walk", "says"),
    [
        (3, "a JSON object"),
        ({"notes": []}, "sentences by stop"),
        ({"notes": {"votes": "x" * 201}}, "at most 200 letters"),
        ({"notes": {"votes": "two\nlines"}}, "at most 200 letters"),
        ({"notes": {"votes": 3}}, "at most 200 letters"),
        ({"notes": {"<b>": "x"}}, "name stops"),
        ({"notes": {f"s{k}": "x" for k in range(41)}}, "at most 40 sentences"),
        ({"hidden": [3]}, "name stops"),
    ],
)
def test_a_bad_walk_in_a_link_gets_one_sentence(walk, says):
    with pytest.raises(CapsvizError, match=says) as caught:
        View.from_plain({"walk": walk})
    assert "\n" not in str(caught.value)


def test_a_lecturers_walk_is_kept_as_it_was_written():
    walk = {"notes": {"votes": "Look <b>here</b>: & why?"}, "hidden": ["input"]}
    assert View.from_plain({"walk": walk}).to_plain()["walk"] == walk
