"""The Routing page's script and its route, without a browser."""

from __future__ import annotations

import base64
import itertools
from dataclasses import asdict
from typing import TYPE_CHECKING

import numpy as np
import pytest
import torch
from pages import visit

if TYPE_CHECKING:
    from starlette.testclient import TestClient


@pytest.fixture
def client(tiny_checkpoint, clients) -> TestClient:
    from capsviz.ui.pages.routing import routes as own
    from capsviz.ui.server import routes

    return clients([*routes.routes(), *own.routes()])


@pytest.fixture
def drawing():
    from capsviz.data.samples import first_sample

    return first_sample().drawing


def unpack_arrays(message: bytes) -> tuple[dict, dict[str, np.ndarray]]:
    from capsviz.ui.live import messages

    return messages.unpack_arrays(message)


def test_the_route_answers_with_ten_iterations_of_the_trace(client, drawing) -> None:
    from routed import route_drawing

    from capsviz.config.read_settings import ReadSettings

    reply = client.post(
        "/capsviz/routing", json={"drawing": drawing.to_plain(), "model": "dynamic"}
    )
    assert reply.status_code == 200
    header, arrays = unpack_arrays(reply.content)
    info = route_drawing(drawing, ReadSettings())
    assert (header["types"], header["grid"], header["iterations"]) == (4, 6, 10)
    assert not header["empty"]
    for name, values in (
        ("couplings", info.couplings),
        ("votes", info.votes),
    ):
        np.testing.assert_array_equal(arrays[name], values, err_msg=name)
    np.testing.assert_allclose(arrays["totals"], info.totals, atol=1e-6)
    np.testing.assert_allclose(arrays["couplings"].astype(float).sum(-1), 1, atol=1e-6)
    logits = np.cumsum(agreements(arrays), 0)[:-1]
    np.testing.assert_allclose(logits, info.logits[1:], atol=1e-5)


def agreements(arrays: dict[str, np.ndarray]) -> np.ndarray:
    """As the browser makes them of what is sent: each vote along its parent, [r, I, J]."""
    return np.einsum("ijd,rjd->rij", arrays["votes"], arrays["capsules"])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b"[]", 400),
        (b"{}", 400),
        (b'{"drawing": {"s": [[1, 2]]}}', 400),
        (b'{"drawing": {"s": []}, "model": "nobody"}', 400),
        (b'{"drawing": {"s": []}, "center": 1}', 400),
        (b" " * 400_000, 413),
    ],
)
def test_an_invalid_request_gets_one_sentence(client, body: bytes, status: int) -> None:
    reply = client.post("/capsviz/routing", content=body)
    assert reply.status_code == status
    assert reply.json()["error"]
    assert "\n" not in reply.json()["error"]


def test_the_route_is_for_our_own_page(client) -> None:
    reply = client.post(
        "/capsviz/routing", content=b"{}", headers={"origin": "https://evil.example"}
    )
    assert reply.status_code == 403


def test_an_empty_canvas_is_reported_as_empty(client) -> None:
    reply = client.post("/capsviz/routing", json={"drawing": {"s": [], "b": None}})
    header, arrays = unpack_arrays(reply.content)
    assert header["empty"]
    assert all(np.isfinite(array).all() for array in arrays.values())


@pytest.mark.usefixtures("tiny_checkpoint")
def test_the_page_shows_the_tabs_stored_drawing() -> None:
    other = {"s": [[80, 0, 300, 300, 600, 600]], "b": None}
    found = visit("routing", drawing=other)
    assert found["drawing"] == other
    assert not [*found["complaints"], *found["replaced"]]


@pytest.mark.usefixtures("tiny_checkpoint")
@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("drawing", {"s": "no"}),
        ("settings", {"iterations": 51}),
        ("settings", "settings"),
        ("view", {"scale": "loud"}),
    ],
)
def test_refused_state_is_replaced_with_a_complaint(drawing, name, bad) -> None:
    found = visit("routing", **{name: bad})
    assert found["replaced"] == [name]
    (complaint,) = found["complaints"]
    assert complaint.startswith(f"The {name} that this tab had kept cannot be used: ")
    assert found["drawing"] == drawing.to_plain()


@pytest.fixture
def networks(tiny_checkpoint, tiny_model) -> list[str]:
    """A small network of every routing beside the dynamic one, and one of another build."""
    from dataclasses import replace

    from capsviz.model.networks import MODELS, build
    from capsviz.model.routing import ROUTINGS
    from capsviz.training import checkpoint

    base = tiny_model.config
    own = [name for name in ROUTINGS if name in MODELS and name != "dynamic"]
    configs = {name: replace(base, routing=name) for name in own}
    configs["efficient"] = replace(base, routing="attention", architecture="efficient")
    configs["matrix"] = replace(MODELS["matrix"], decoder_hidden=(8, 8))
    for name, config in configs.items():
        path = tiny_checkpoint.with_name(f"{name}.safetensors")
        checkpoint.save(path, build(config).state_dict(), config, {"command": "none"})
    return ["dynamic", *configs]


def test_the_route_answers_with_as_many_iterations_as_are_asked_for(client, drawing) -> None:
    question = {"drawing": drawing.to_plain(), "model": "dynamic"}
    fewer, more = (
        unpack_arrays(client.post("/capsviz/routing", json={**question, "iterations": n}).content)
        for n in (3, 50)
    )
    assert (fewer[0]["iterations"], more[0]["iterations"]) == (10, 50)
    np.testing.assert_allclose(more[1]["couplings"][:10], fewer[1]["couplings"], atol=1e-6)
    refused = client.post("/capsviz/routing", json={**question, "iterations": 51})
    assert refused.status_code == 400
    assert "1 to 50" in refused.text


def test_every_routings_reply_matches_its_trace(client, networks, drawing) -> None:
    from routed import route_drawing

    from capsviz.config.read_settings import ReadSettings
    from capsviz.engine import engine
    from capsviz.model.routing import WHAT_IFS

    asked = [(name, "") for name in networks]
    asked += [("dynamic", what_if) for what_if in (*WHAT_IFS, "top_k:2", "damped:0.25")]
    for name, instead in asked:
        question = {"drawing": drawing.to_plain(), "model": name, "routing": instead}
        reply = client.post("/capsviz/routing", json=question)
        assert reply.status_code == 200, name
        header, arrays = unpack_arrays(reply.content)
        routing = engine().checkpoint(name, instead).capsnet.routing
        info = route_drawing(drawing, ReadSettings(model=name, routing=instead))
        if instead:
            what_if, _, number = instead.partition(":")
            assert header["routing"] == what_if
            assert header["level"] == (float(number) if number else routing.level)
        assert header["iterations"] == (10 if routing.iterative else 1)
        assert header["iterative"] == routing.iterative
        assert all(np.isfinite(array).all() for array in arrays.values()), name
        largest = np.abs(info.agreement).max()
        np.testing.assert_allclose(agreements(arrays), info.agreement, atol=1e-6 * largest + 1e-6)
        lengths = np.linalg.norm(arrays["votes"], axis=-1)
        np.testing.assert_allclose(lengths, info.vote_lengths, rtol=1e-5)
        if not routing.adds_agreement:
            np.testing.assert_allclose(arrays["logits"], info.logits, atol=1e-6)
        weights = arrays.get("weights", arrays["couplings"])
        np.testing.assert_allclose(weights, info.mixing.weights, atol=1e-3)
        assert ("activations" in arrays) == (name in ("em", "matrix", "self_routing"))
        assert arrays["primary"].shape[1] - header["pose_size"] == (name == "matrix")
        if name == "efficient":
            assert (header["types"], header["grid"], header["field"]) == (4, 1, 28)
        if name == "matrix":
            assert (header["types"], header["grid"], header["field"]) == (16, 3, 17)


DERIVED = """(text) => {
  const { arrays } = new RoutingData(base64ToBytes(text));
  return Object.fromEntries(Object.entries(arrays).map(([name, values]) =>
    [name, Array.from(values)]));
}"""


@pytest.mark.parametrize("routing", ["dynamic", "em", "self_routing", "attention"])
def test_the_page_derives_the_numbers_that_the_library_does(tiny_model, routing, script) -> None:
    from dataclasses import replace

    import torch

    from capsviz.analysis.routing import routing_info
    from capsviz.model.capsnet import CapsNet
    from capsviz.tracing import trace, votes
    from capsviz.ui.live.messages import encode_routing

    torch.manual_seed(0)
    model = CapsNet(replace(tiny_model.config, routing=routing)).eval()
    with torch.no_grad():
        model.W.mul_(8)
    side = model.config.image_size
    picture = torch.rand(side, side, generator=torch.manual_seed(1)).numpy()
    seen = trace(model, picture, 4)
    u_hat = votes(model, seen.primary)
    message = base64.b64encode(encode_routing(seen, u_hat, model, "tiny")).decode()
    found = script(["pages/routing/data.js", "browser/raster.js"], DERIVED, message)
    info = routing_info(seen, u_hat, model)
    cloud, summary, geometry = info.cloud, info.summary, info.geometry
    expected = {
        **{
            f"{side}_{name}": getattr(info, f"{side}_{name}")
            for side in ("type", "place")
            for name in ("couplings", "flow", "feed")
        },
        **{
            f"cloud_{name}": getattr(cloud, name)
            for name in ("points", "explained", "totals", "capsules", "in_plane", "spread")
        },
        **{name: getattr(summary, name) for name in ("entropy", "favourite", "coupling")},
        "mean_agreement": summary.agreement,
        "coupled_agreement": summary.coupled_agreement,
        "winners": summary.winners,
        "reach": geometry.reach(),
        "reach_down": geometry.reach(geometry.rows),
    }
    if cloud.gaussian is not None:
        expected["cloud_gaussian"] = cloud.gaussian
    assert ("cloud_gaussian" in found) == (cloud.gaussian is not None)
    for name, values in expected.items():
        close = 1e-4 * max(1.0, float(np.abs(values).max()))
        np.testing.assert_allclose(found[name], values.ravel(), atol=close, err_msg=name)


@pytest.mark.parametrize("places", [(6, 6), (3, 5)])
def test_pixels_average_over_the_places_that_see_them(script, places) -> None:
    from capsviz.analysis.routing import Geometry

    geometry = Geometry("capsule", 4, *places, field=9, core=5, stride=2, first=1, side=20)
    found = script(
        "pages/routing/derive.js",
        "({ geometry, places }) => places.map((count) => reachOf(geometry, count))",
        {"geometry": asdict(geometry), "places": places},
    )
    for reach, count in zip(found, places, strict=True):
        np.testing.assert_allclose(reach, geometry.reach(count).ravel(), atol=1e-6)


#: Parts of the names of kinds for owners' own networks.
OWN = (("", "_weights"), ("", "_weighed"), ("", "_activations"), ("", "_once"))


def test_the_browser_has_words_for_every_routing(script) -> None:
    from capsviz.model.routing import BUILT_IN, ROUTINGS

    known = script("pages/routing/kinds/index.js", "() => Object.keys(ROUTING_KINDS)")
    assert set(known) == {
        *ROUTINGS,
        *BUILT_IN,
        *("own" + "".join(parts) for parts in itertools.product(*OWN)),
    }


def test_changing_the_network_preserves_drawing_and_iterations(networks, drawing) -> None:
    kept = {"iterations": 5, "center": False}
    for before, name in itertools.pairwise([*networks, "dynamic"]):
        found = visit("routing", name, settings=kept, drawing=drawing.to_plain(), before=before)
        assert not found["complaints"]
        assert found["settings"] == {**found["settings"], **kept, "model": name}
        assert found["drawing"] == drawing.to_plain()
        assert found["data"]["routing"] == ("attention" if name == "efficient" else name)


def test_one_choice_serves_every_page(networks) -> None:
    for page in ("draw", "dimensions", "viewpoint", "routing"):
        found = visit(page, "em")
        assert found["settings"]["model"] == "em"
        groups = found["picker"]["groups"]
        offered = {group["title"]: group["networks"] for group in groups}
        iterating = [each["name"] for each in offered["routing in iterations"]]
        assert iterating == ["dynamic", "em", "matrix"]
        assert sum(map(len, offered.values())) == len(networks)


def test_the_picker_lists_own_networks_separately(networks) -> None:
    from capsviz.training import checkpoint

    path = checkpoint.find("dynamic")
    path.with_name("mine.safetensors").write_bytes(path.read_bytes())
    groups = visit("routing")["picker"]["groups"]
    assert groups[-1] == {"title": "your own", "networks": [{"name": "mine", "title": "mine"}]}


@pytest.mark.usefixtures("tiny_checkpoint")
def test_one_network_leaves_nothing_to_pick() -> None:
    assert visit("routing")["picker"] is None


def test_a_network_without_capsules_gets_one_sentence(networks) -> None:
    from capsviz.config import ModelConfig
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    config = ModelConfig(architecture="cnn")
    path = checkpoint.find("dynamic").with_name("cnn.safetensors")
    checkpoint.save(path, build(config).state_dict(), config, {"command": "none"})
    with pytest.raises(CapsvizError, match="no capsules"):
        visit("routing", "cnn")
    assert not visit("routing", "em")["complaints"]


def test_a_network_that_routes_between_all_layers_is_unfolded(client, tiny_checkpoint, drawing):
    from dataclasses import replace

    from capsviz.analysis.parse_tree import trace_layers
    from capsviz.data.drawing import render
    from capsviz.data.normalisation import normalise
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        network = build(replace(MODELS["matrix"], decoder_hidden=(8, 8))).eval()
    path = tiny_checkpoint.with_name("many.safetensors")
    checkpoint.save(path, network.state_dict(), network.config, {"command": "none"})
    reply = client.post(
        "/capsviz/routing/tree", json={"drawing": drawing.to_plain(), "model": "many"}
    )
    assert reply.status_code == 200, reply.text
    header, arrays = unpack_arrays(reply.content)
    assert [each["grid"] for each in header["layers"]] == [12, 5, 3, 1]
    layers = trace_layers(network, normalise(render(drawing)))
    np.testing.assert_allclose(arrays["activations3"], layers[3].activations, atol=1e-5)
    np.testing.assert_array_equal(arrays["children1"], layers[1].children)
    assert arrays["means2"].shape == (2, 9, 16, 16)


def test_vector_capsules_in_several_layers_are_unfolded_too(client, tiny_checkpoint, drawing):
    from dataclasses import replace

    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    network = build(replace(MODELS["deep_2"], decoder_hidden=(8, 8))).eval()
    path = tiny_checkpoint.with_name("deep.safetensors")
    checkpoint.save(path, network.state_dict(), network.config, {"command": "none"})
    question = {"drawing": drawing.to_plain(), "model": "deep"}
    told, _ = unpack_arrays(client.post("/capsviz/routing", json=question).content)
    assert told["tree"]
    assert told["voter"] == "ConvCaps1"
    reply = client.post("/capsviz/routing/tree", json=question)
    header, arrays = unpack_arrays(reply.content)
    layers = [(each["name"], each["grid"], each["pose"]) for each in header["layers"]]
    assert layers == [("PrimaryCaps", 12, 8), ("ConvCaps1", 5, 8), ("ClassCaps", 1, 16)]
    assert not any(each["gaussian"] for each in header["layers"])
    assert not any(name.startswith(("variances", "costs")) for name in arrays)


def test_a_network_that_routes_once_has_no_tree(client, drawing):
    reply = client.post(
        "/capsviz/routing/tree", json={"drawing": drawing.to_plain(), "model": "dynamic"}
    )
    assert reply.status_code == 400
    assert reply.json()["error"] == "dynamic routes once: there is no tree to unfold"
