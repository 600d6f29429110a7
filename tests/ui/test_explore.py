"""Draw's live instrument in a notebook: what Python answers, and the script against that."""

from __future__ import annotations

import base64
import json
import struct

import numpy as np
import pytest
from on_page import until, until_true

IMAGES = np.random.default_rng(0).random((3, 28, 28), dtype=np.float32)


@pytest.fixture
def widget(tiny_model):
    import capsviz

    return capsviz.explore(tiny_model, IMAGES)


def question(seq=1, pictures=True, **settings):
    """A live question about an empty canvas."""
    header = json.dumps({"seq": seq, "pictures": pictures, **settings}).encode()
    return struct.pack("<I", len(header)) + header + bytes(112 * 112)


def test_the_widget_begins_with_the_reading_of_the_first_image(widget, tiny_model):
    import capsviz
    from capsviz.ui.live import messages

    seen = capsviz.trace(tiny_model, np.rint(255 * IMAGES[:1]).astype(np.uint8))
    np.testing.assert_allclose(widget.trace.poses, seen.poses, atol=1e-5)
    told, reply = widget.instrument.answer({"kind": "begin", "id": "a"}, b"")
    assert told["id"] == "a"
    assert [sample["name"] for sample in told["data"]["samples"]] == [
        "image 0",
        "image 1",
        "image 2",
    ]
    assert told["data"]["settings"]["center"] is False
    header, _ = messages.unpack(reply)
    assert told["data"]["network"]["classes"] == [str(k) for k in range(10)]
    assert header["decoder"]["sha"] == told["data"]["decoder"]["sha"]


def test_the_widget_has_the_words_of_the_language_that_is_named(tiny_model):
    import capsviz

    widget = capsviz.explore(tiny_model, IMAGES, language="de")
    told, _ = widget.instrument.answer({"kind": "begin", "id": "a"}, b"")
    assert told["data"]["texts"]["locale"] == "de"
    with pytest.raises(capsviz.CapsvizError, match="there is no language 'xx' here"):
        capsviz.explore(tiny_model, IMAGES, language="xx")


def test_the_widget_exposes_the_last_answer_and_the_pose(widget):
    from capsviz.ui.live import messages

    asked = {"kind": "live", "id": "b"}
    _, reply = widget.instrument.answer(asked, question(7, iterations=2, capsule=4))
    header, arrays = messages.unpack_arrays(reply)
    assert header["seq"] == 7
    assert (len(arrays["lengths"]), len(arrays["reconstructions"])) == (2, 10)
    assert widget.trace.couplings.shape[1] == 2
    assert not widget.trace.images.any()
    assert widget.capsule == 4
    np.testing.assert_array_equal(widget.pose, widget.trace.poses[0, 4])
    _, reply = widget.instrument.answer(asked, question(8, pictures=False, capsule=4))
    _, arrays = messages.unpack_arrays(reply)
    assert {name: array.shape for name, array in arrays.items()} == {
        "lengths": (3, 10),
        "poses": (10, 16),
        "input": (28, 28),
        "couplings": (3, 144),
    }
    moved = np.arange(16, dtype=np.float32) / 16
    widget.instrument.answer({"kind": "pose", "capsule": 2, "pose": moved.tolist()}, b"")
    assert widget.capsule == 2
    np.testing.assert_array_equal(widget.pose, moved)
    widget.instrument.answer({"kind": "pose", "capsule": 2, "pose": None}, b"")
    np.testing.assert_array_equal(widget.pose, widget.trace.poses[0, 2])


def test_synced_traits_follow_and_a_saved_notebook_has_a_picture(tiny_model):
    import io

    from PIL import Image

    import capsviz

    names = [f"class {k}" for k in range(10)]
    widget, heard = capsviz.explore(tiny_model, IMAGES, classes=names), []
    widget.observe(lambda change: heard.append((change["name"], change["new"])), "capsule")
    widget.instrument.answer({"kind": "live", "id": "b"}, question(1, capsule=4))
    assert heard[-1] == ("capsule", 4)
    synced = json.loads(json.dumps(widget.get_state(["capsule", "pose", "lengths", "classes"])))
    assert synced["capsule"] == 4
    assert synced["pose"] == widget.trace.poses[0, 4].tolist()
    assert synced["lengths"] == widget.trace.lengths[0, -1].tolist()
    assert synced["classes"] == names
    bundle = widget._repr_mimebundle_()
    assert bundle
    data, _ = bundle
    assert "application/vnd.jupyter.widget-view+json" in data
    picture = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert picture.size == (756, 256)


@pytest.mark.parametrize(
    ("content", "raw"),
    [
        ({"kind": "pose", "capsule": 10, "pose": None}, b""),
        ({"kind": "pose", "capsule": 1, "pose": [1.0]}, b""),
        ({"kind": "pose", "capsule": 1, "pose": [float("nan")] * 16}, b""),
        ({"kind": "decode"}, b"\x02\x00\x00\x00{}"),
        ({"kind": "__init__"}, b""),
        ({}, b""),
    ],
)
def test_an_invalid_question_gets_one_sentence(widget, content, raw):
    before = widget.pose.copy()
    told, found = widget.instrument.answer(content, raw)
    assert told["error"]
    assert found == b""
    np.testing.assert_array_equal(widget.pose, before)


def test_a_message_from_the_script_is_answered_over_the_widgets_channel(widget, monkeypatch):
    from capsviz.ui.live.weights import decoder_file

    sent = []
    monkeypatch.setattr(type(widget), "send", lambda self, *told: sent.append(told))
    widget._handle_custom_msg({"kind": "decoder", "id": "x"}, [])
    ((told, (data,)),) = sent
    assert told == {"id": "x"}
    assert data == decoder_file(widget.instrument.model).data


def test_a_missing_anywidget_raises_the_command_that_installs_it(tiny_model, monkeypatch):
    import importlib.util

    import capsviz

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(capsviz.CapsvizError, match=r'pip install "capsviz\[notebook\]"'):
        capsviz.explore(tiny_model)


@pytest.mark.parametrize(
    ("images", "classes", "says"),
    [
        (np.zeros((2, 9, 9), np.float32), None, "must have the shape"),
        (None, ["cat"], "has 10 classes: name as many, not 1"),
    ],
)
def test_explore_raises_one_sentence_for_wrong_arguments(tiny_model, images, classes, says):
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says):
        capsviz.explore(tiny_model, images, classes=classes)


#: No stricter one lets a notebook run anything; what is compiled runs without it too.
POLICY = "default-src 'none'; script-src blob: 'unsafe-inline'; style-src 'unsafe-inline'"

HOST = """async ([esm, markup]) => {
  const listeners = new Set();
  const text = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const model = {
    get: () => markup,
    on: (_, act) => listeners.add(act),
    off: (_, act) => listeners.delete(act),
    set: (name, value) => { window.synced = { ...window.synced, [name]: value }; },
    save_changes: () => {},
    send: async (content, _, [buffer]) => {
      const [told, found] = await toPython(content, text(new Uint8Array(buffer)));
      for (const act of listeners) act(told, [new DataView(bytes(found).buffer)]);
    },
  };
  const address = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const el = document.body.appendChild(document.createElement("div"));
  window.end = await (await import(address)).default.render({ model, el });
}"""


@pytest.mark.slow
def test_the_widgets_script_draws_requests_and_reports(tab, widget):
    from capsviz.ui.pages.draw.notebook import widget as there

    def to_python(content, text):
        told, found = widget.instrument.answer(content, base64.b64decode(text))
        return [told, base64.b64encode(found).decode()]

    # As in VS Code, where no server of a notebook is in reach: nothing is asked for.
    tab.set_content(f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">')
    with pytest.raises(Exception, match="WebAssembly"):
        tab.evaluate("new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))")
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.expose_function("toPython", to_python)
    tab.add_style_tag(content=there.Explorer._css)
    tab.evaluate(HOST, [there.module(), widget._markup])
    seq = int(tab.get_by_test_id("lengths").get_attribute("data-seq"))
    tab.get_by_test_id("sample-1").click()
    newer = f"Number(document.querySelector('[data-testid=lengths]').dataset.seq) > {seq}"
    until(tab, newer)
    until_true(tab, lambda: np.abs(widget.trace.images[0] - IMAGES[1]).max() < 0.003)
    np.testing.assert_allclose(widget.trace.images[0], IMAGES[1], atol=0.003)
    assert tab.get_by_test_id("prediction").inner_text()
    # Actions that its engine lacks are hidden, and a sentence replaces them.
    assert tab.get_by_test_id("upload").is_hidden()
    assert tab.get_by_text("are brought in the app").is_visible()
    # A row chosen, and one of its sliders moved: Python knows both.
    tab.locator(".cv-length-choose").nth(6).click()
    slider = tab.locator("[data-part=sliders] input[type=range]").nth(3)
    slider.focus()
    tab.keyboard.press("ArrowRight")
    until_true(tab, lambda: widget.instrument.moved is not None)
    assert widget.capsule == 6
    changed = np.flatnonzero(widget.pose != widget.trace.poses[0, 6])
    assert changed.tolist() == [3]
    # The visible state is in its traits too: marimo observes nothing else.
    until(tab, "window.synced.capsule === 6 && window.synced.pose.length === 16")
    tab.evaluate("end()")
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == []
    assert "url(" not in there.Explorer._css
    assert "@import" not in there.Explorer._css
