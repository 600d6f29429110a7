"""The route with the sections beneath a page, and Plotly's script."""

from __future__ import annotations

import gzip
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from starlette.testclient import TestClient

CLONE = Path(__file__).parents[2]


@pytest.fixture
def client(tiny_checkpoint, clients) -> TestClient:
    from capsviz.ui.server import scripts
    from capsviz.ui.shell import sections

    return clients([*sections.routes(), *scripts.routes()])


def test_sections_come_whole_or_one_alone(client):
    whole = client.get("/capsviz/sections/compare?model=dynamic").json()
    names = [section["name"] for section in whole["sections"]]
    assert {"disputed", "results", "calibration"} <= set(names)
    one = client.get("/capsviz/sections/compare?model=dynamic&only=calibration").json()
    assert [section["name"] for section in one["sections"]] == ["calibration"]
    assert "run `capsviz calibrate" in one["sections"][0]["items"][0]
    assert client.get("/capsviz/sections/draw?model=dynamic").json()["sections"] == []


def test_sections_are_rebuilt_after_a_file_beside_the_networks_changes(client, tiny_checkpoint):
    asked = "/capsviz/sections/compare?model=dynamic"
    assert "family" not in client.get(asked).text
    shutil.copy(CLONE / "checkpoints/family.json", tiny_checkpoint.parent)
    assert "family" in client.get(asked).text


def test_sections_are_gzipped_on_request(client):
    asked = "/capsviz/sections/viewpoint?model=dynamic"
    with client.stream("GET", asked, headers={"Accept-Encoding": "gzip"}) as packed:
        assert packed.headers["content-encoding"] == "gzip"
        body = b"".join(packed.iter_raw())
    plain = client.get(asked, headers={"Accept-Encoding": "identity"})
    assert gzip.decompress(body) == plain.content


@pytest.mark.parametrize("query", ["", "?model=nobody", "?model=../dynamic", "?model=" + "x" * 500])
def test_sections_of_no_network_are_refused_by_one_sentence(client, query):
    reply = client.get(f"/capsviz/sections/compare{query}")
    assert reply.status_code == 400
    assert "there is no network" in reply.json()["error"]
    assert len(reply.json()["error"]) < 100


def test_unknown_networks_in_an_address_are_ignored(client):
    asked = "/capsviz/sections/compare?model=dynamic&only=disputed&networks=nobody,,dynamic"
    assert client.get(asked).status_code == 200


def test_the_installed_plotly_script_has_an_immutable_address(client):
    from plotly import __version__

    from capsviz.ui.catalogue import assets

    assert f"plotly/{__version__}.js" == assets.PLOTLY
    reply = client.get(f"/capsviz/{assets.PLOTLY}")
    assert "immutable" in reply.headers["cache-control"]
    assert reply.headers["content-type"].startswith("text/javascript")
    assert reply.content == assets.plotly_script()
    assert b"window.Plotly" in reply.content
