"""The frames of all pages: whole, for good, and as the projector shows pages."""

from __future__ import annotations

import json
import re

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient


@pytest.fixture
def client():
    from capsviz.ui.classroom import frames

    return TestClient(Starlette(routes=frames.routes()))


def test_every_page_has_a_frame_with_an_immutable_address(client):
    from capsviz.ui.catalogue.navigation import ENTRIES
    from capsviz.ui.classroom import frames

    reply = client.get(frames.address())
    assert "immutable" in reply.headers["cache-control"]
    found = reply.json()
    assert list(found["pages"]) == [entry.name for entry in ENTRIES]
    for name, page in found["pages"].items():
        # Elements that the script waits for before it removes the frame.
        assert re.match(rf'<div class="cv cv-{name}"', page["html"])
        assert f".cv-{name}" in page["css"]


def test_frames_of_another_version_get_404(client):
    assert client.get("/capsviz/frames/0000000000000000.json").status_code == 404


def test_frames_have_the_large_type_of_class_mode():
    from capsviz.ui.classroom import frames

    found = json.loads(frames.frames()[1])
    styles = found["style"] + "".join(page["css"] for page in found["pages"].values())
    assert ":host(.cv-class-mode) .cv {" in styles
    assert "html.cv-" not in styles
