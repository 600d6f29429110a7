"""Every page for networks of other pictures than ten digits."""

from __future__ import annotations

import json
import string

import numpy as np
import pytest
import torch
from pages import load_networks, visit

PAGES = ("draw", "network", "routing", "dimensions", "viewpoint", "compare")
THREE, LETTERS = ("cat", "dog", "*mouse*"), tuple(string.ascii_uppercase)
SMALL = {"conv_channels": 4, "primary_types": 2, "decoder_hidden": (8, 8)}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Small networks for three animals, 26 letters and eight shapes, and none for digits."""
    from capsviz import engine
    from capsviz.config import LabelSet, ModelConfig
    from capsviz.data.pictures import Pictures
    from capsviz.data.sprites import SpriteSet
    from capsviz.model.networks import build
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    torch.manual_seed(0)
    kept = Pictures(torch.randint(0, 256, (3, 28, 28)).to(torch.uint8), torch.arange(3))
    for name, subject, sizes, samples in (
        ("animals", LabelSet("folder:animals", THREE), {}, kept),
        ("letters", LabelSet("folder:letters", LETTERS), {"digit_dim": 8, "image_size": 32}, None),
        ("shapes", SpriteSet().subject, {}, None),
        ("shapes-em", SpriteSet().subject, {"routing": "em"}, None),
        ("shapes-plain", SpriteSet().subject, {"architecture": "cnn"}, None),
    ):
        config = ModelConfig(classes=len(subject.classes), **SMALL, **sizes)
        path = tmp_path / f"{name}.safetensors"
        weights = build(config).state_dict()
        checkpoint.save(path, weights, config, {}, subject=subject, samples=samples)
    engine.engine.cache_clear()
    yield tmp_path
    engine.engine.cache_clear()
    cache._samples_json.cache_clear()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    ("name", "classes"), [("animals", THREE), ("letters", LETTERS), ("shapes", None)]
)
def test_every_page_has_the_classes_of_the_network(folder, page, name, classes):
    load_networks()
    found = visit(page, name)
    assert not [*found["complaints"], *found["notes"]]
    data = found["data"]
    said = data["columns"][0]["called"] if page == "compare" else data["network"]["classes"]
    assert len(said) == (len(classes) if classes else 8)
    if classes:
        assert said == list(classes)
    if page == "dimensions" and name == "letters":
        rows = {row["name"]: row for row in data["table"]}
        assert (rows["capsule"]["most"], rows["dimension"]["most"]) == (25, 7)
        assert rows["pose"]["count"] == 8


def test_a_reply_speaks_of_the_network_s_classes(folder):
    from capsviz.data.drawing import render
    from capsviz.engine import engine
    from capsviz.ui.live import messages
    from capsviz.ui.networks import cache

    for name, classes, side in (("animals", THREE, 28), ("letters", LETTERS, 32)):
        drawing = cache.first_sample("animals")
        settings = messages.ReadSettings(model=name, capsule=len(classes))
        reading = engine().read(render(drawing), settings).result()
        message = messages.encode_reply(reading, settings)
        header, arrays = messages.unpack_arrays(message)
        assert arrays["input"].shape == (side, side)
        assert arrays["reconstructions"].shape == (len(classes), side, side)
        assert arrays["couplings"].shape == reading.couplings.shape[:2]
        assert header["capsule"] == reading.winner
        said = cache.network_data(name)
        assert said["classes"] == list(classes)
        assert said["side"] == side
        assert "digit" not in said["meaning"]


def test_a_picture_of_another_kind_is_not_centred(folder):
    """Nothing of a sample is lost on its way over the canvas, and it is not centred."""
    from capsviz.data.drawing import render
    from capsviz.engine import engine
    from capsviz.ui.networks import cache

    loaded = engine().checkpoint("animals")
    shown = cache.samples("animals")
    assert [sample.name for sample in shown] == ["cat 1", "dog 1", "*mouse* 1"]
    for sample in shown:
        seen = loaded.picture(render(sample.drawing), center=True)
        kept = loaded.samples.images[sample.digit].numpy()
        np.testing.assert_allclose(seen * 255, kept, atol=1e-3)


def test_shapes_are_drawn_and_letters_have_no_samples(folder):
    from capsviz.ui.networks import cache

    shown = cache.samples("shapes")
    assert len(shown) == 24
    assert {sample.digit for sample in shown} == set(range(8))
    assert cache.samples("letters") == ()
    assert cache.first_sample("letters").strokes == ()
    assert cache.samples_by_sha(cache.samples_json("shapes")[0]) == cache.samples_json("shapes")[1]
    assert cache.plain_network("shapes").name == "shapes-plain"
    assert cache.plain_network("animals") is None


def test_the_picker_groups_networks_by_what_they_read(folder):
    from capsviz.data.drawing import Drawing, Stroke
    from capsviz.ui.networks import cache

    found = visit("routing", "shapes")
    offered = {
        (group["set"], group["title"]): [network["name"] for network in group["networks"]]
        for group in found["picker"]["groups"]
    }
    assert offered == {
        ("animals", "your own"): ["animals"],
        ("letters", "your own"): ["letters"],
        ("Sprites", "your own"): ["shapes", "shapes-em"],
    }
    assert found["drawing"] == cache.first_sample("shapes").to_plain()

    def after(drawing: dict, before: str, now: str) -> dict:
        return visit("routing", now, drawing=drawing, before=before)["drawing"]

    # An untouched sample gives way to one of the new network's data set; a drawing stays.
    animal = after(found["drawing"], "shapes", "animals")
    assert animal == cache.first_sample("animals").to_plain()
    # Without samples, no sample of another kind stays, and with them a sample follows again.
    assert after(animal, "animals", "letters") == Drawing().to_plain()
    assert after(Drawing().to_plain(), "letters", "animals") == animal
    own = Drawing((Stroke(((0.2, 0.2), (0.7, 0.8)), 0.1),)).to_plain()
    assert after(own, "animals", "letters") == own


def test_shipped_networks_keep_their_titles_and_precede_own_ones(folder):
    """The same build reads sprites and others; "a" comes before "sprites" in every list."""
    from capsviz.config import LabelSet
    from capsviz.training import checkpoint

    path = checkpoint.find("shapes")
    for name in ("a", "sprites"):
        path.with_name(f"{name}.safetensors").write_bytes(path.read_bytes())
    # A network with other names for the classes of a set is shown alone, and hides no others.
    found = checkpoint.read(path)
    other = LabelSet("sprites", tuple(f"a {name}" for name in found.subject.classes))
    checkpoint.save(path.with_name("b.safetensors"), found.weights, found.config, {}, subject=other)

    def offered(found):
        return {
            (group.get("set"), group["title"]): {
                (each["title"], each.get("own")): each["name"] for each in group["networks"]
            }
            for group in found["picker"]["groups"]
        }

    found = offered(visit("routing", "a"))
    (((title, _), name),) = [
        pair for each in found.values() for pair in each.items() if pair[1] == "sprites"
    ]
    assert title.endswith(", Sprites")
    own = found["Sprites", "your own"]
    assert {("a", None): "a", ("b", None): "b"}.items() <= own.items()
    # Without a choice of one's own, it is the shipped one that stands for a set.
    found = offered(visit("compare", "animals"))[None, "data sets"]
    assert found["Sprites", None] == "sprites"
    assert found["Sprites", "b"] == "b"
    for name in ("a", "b"):
        found = offered(visit("compare", name))[None, "data sets"]
        assert found["Sprites", None] == ("a" if name == "a" else "sprites")
        assert found["Sprites", "b"] == "b"


def test_a_page_that_shows_all_networks_of_a_set_offers_the_sets(folder):
    found = visit("compare", "shapes-em")["picker"]
    assert found["label"] == "pictures"
    (group,) = found["groups"]
    assert {each["title"]: each["name"] for each in group["networks"]} == {
        "animals": "animals",
        "letters": "letters",
        "Sprites": "shapes-em",
    }


def test_a_sprite_of_chosen_factors_is_drawn_and_read(folder):
    import asyncio

    from capsviz.data.sprites import draw, ranges
    from capsviz.engine import engine
    from capsviz.ui.live import messages
    from capsviz.ui.server import factors

    least, most = ranges()
    wanted = ((least + most) / 2)[4].tolist()
    body = {"model": "shapes", "shape": 4, "factors": wanted}
    reply = asyncio.run(factors.read(json.dumps(body).encode()))
    header, arrays = messages.unpack_arrays(reply.body)
    raster = draw(torch.tensor([4]), torch.tensor([wanted]), 112)[0].numpy()
    seen = engine().read(raster, messages.ReadSettings("shapes")).result()
    np.testing.assert_allclose(arrays["poses"], seen.poses, atol=1e-5)
    assert header["b"]


def save_untrained(folder, name, chosen, **sizes):
    """Save an untrained network of a data set; return its known factors."""
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build
    from capsviz.training import checkpoint
    from capsviz.ui.networks.factors import factors

    subject = chosen.subject
    config = ModelConfig(classes=len(subject.classes), **sizes, **SMALL)
    weights = build(config).state_dict()
    checkpoint.save(folder / f"{name}.safetensors", weights, config, {}, subject=subject)
    known = factors(name)
    assert known is not None
    return known


def read_raster(body):
    """The raster that the server draws of chosen factors."""
    import asyncio
    import base64

    from capsviz.ui.live import messages
    from capsviz.ui.server import factors

    reply = asyncio.run(factors.read(json.dumps(body).encode()))
    header, _ = messages.unpack_arrays(reply.body)
    return base64.b64decode(header["b"])


def test_a_solid_of_a_chosen_viewpoint_is_drawn_and_read(folder):
    from capsviz.data.solids import AZIMUTH, FACTORS, SolidSet, draw
    from capsviz.errors import CapsvizError

    known = save_untrained(folder, "bodies", SolidSet(), image_size=32)
    assert known["names"] == list(FACTORS)
    turns = [shape["periods"][AZIMUTH] for shape in known["shapes"]]
    assert turns == [90, 360, 180, 180, 360, 360, 360]
    body = {"model": "bodies", "shape": 6, "factors": [0, 0, 0.35, 200, 30, -20]}
    expected = draw(torch.tensor([6]), torch.tensor([body["factors"]]).float(), 112)
    assert read_raster(body) == expected.numpy().tobytes()
    body["factors"][4] = 80
    with pytest.raises(CapsvizError, match="elevation must be a number from 10 to 70"):
        read_raster(body)


def test_a_coloured_sprite_is_drawn_in_three_rasters(folder):
    from capsviz.data.colours import FACTORS, ColourSet, draw

    known = save_untrained(folder, "tinted", ColourSet(), channels=3)
    assert known["names"] == list(FACTORS)
    assert known["shapes"][1]["periods"] == [0, 0, 90, 0, 0, 360, 0]
    body = {"model": "tinted", "shape": 1, "factors": [0, 0, 10, 0.3, 0.5, 200, 0.9]}
    expected = draw(torch.tensor([1]), torch.tensor([body["factors"]]).float(), 112)
    assert read_raster(body) == expected.numpy().tobytes()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"model": "animals"}, "only networks of sprites or solids read pictures of known"),
        ({"shape": 8}, "shape must be"),
        ({"shape": True}, "shape must be"),
        ({"factors": [0, 0, 0, 0.2]}, "factors must be 5 numbers"),
        ({"factors": [0, 0, 0, 9, 0.5]}, "size must be a number from 0.18 to 0.34"),
        ({"factors": [0, None, 0, 0.2, 0.5]}, "y must be a number"),
    ],
)
def test_an_impossible_sprite_is_refused(folder, change, sentence):
    import asyncio

    from capsviz.errors import CapsvizError
    from capsviz.ui.server import factors

    body = {"model": "shapes", "shape": 1, "factors": [0, 0, 0, 0.2, 0.5], **change}
    with pytest.raises(CapsvizError, match=sentence):
        asyncio.run(factors.read(json.dumps(body).encode()))


def test_factors_of_sprites_include_measured_maps_after_an_analysis(folder):
    from capsviz.analysis import factor_report
    from capsviz.engine import engine
    from capsviz.ui.networks.factors import factors

    assert factors("animals") is None
    known = factors("shapes")
    assert len(known["shapes"]) == 8
    assert known["maps"] is None
    loaded = engine().checkpoint("shapes")
    found = factor_report.find_out(
        loaded.model, loaded.digest, {}, per_class=20, moved_pictures=8, quiet=True
    )
    factor_report.save(factor_report.path_beside(loaded.path), found)
    known = factors("shapes")
    assert np.array(known["maps"]).shape == (8, 6, 17)
    assert np.array(known["r2"]).shape == (8, 5)


def test_own_networks_of_the_same_classes_are_compared(folder):
    from capsviz.config import LabelSet
    from capsviz.training import checkpoint

    found = checkpoint.read(checkpoint.find("animals"))
    for name, data_set, classes in (
        ("turned", "folder:elsewhere", THREE[::-1]),
        ("strange", "folder:animals", ("oak", "ash", "elm")),
    ):
        subject = LabelSet(data_set, classes)
        path = checkpoint.find("animals").with_name(f"{name}.safetensors")
        checkpoint.save(path, found.weights, found.config, {}, subject=subject)
    load_networks()
    data = visit("compare", "animals", seen=True)["data"]
    columns = {column["name"]: column for column in data["columns"]}
    assert {"animals", "turned"} <= set(columns)
    one, other = columns["animals"], columns["turned"]
    assert other["called"] == list(THREE[::-1])
    assert one["lengths"] == other["lengths"]
    assert "strange" in data["apart"]["names"]
    assert "turned" not in data["apart"]["names"]
    alone = visit("compare", "strange", seen=True)["data"]
    assert [column["name"] for column in alone["columns"]] == ["strange"]
    assert alone["apart"]["alone"]
