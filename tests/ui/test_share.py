"""QR codes and reports: drawn here, sent nowhere, and open without a network."""

from __future__ import annotations

import json
import re
import shutil

import numpy as np
import pytest


@pytest.fixture
def client(tiny_checkpoint, clients):
    from capsviz.ui.shell import share

    return clients(share.routes())


@pytest.fixture
def drawing():
    from capsviz.data.drawing import Drawing

    return Drawing.from_plain({"s": [[85, 0, 300, 200, 700, 200, 450, 800]], "b": None})


def test_a_link_becomes_a_code(client):
    link = "http://127.0.0.1:8501/learn?lesson=squash&step=3&class=1"
    answer = client.post("/capsviz/qr", content=link)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


def test_the_code_holds_the_link():
    import segno

    from capsviz.ui.shell.share import qr_svg

    link = "https://capsviz.example/?v=1abc&class=1"
    expected = segno.make(link, error="l", micro=False)
    side = len(list(expected.matrix)) + 4
    assert f'viewBox="0 0 {side} {side}"' in qr_svg(link)
    assert qr_svg(link) != qr_svg(link + "x")


@pytest.mark.parametrize(
    ("link", "said"),
    [("javascript:alert(1)", "web address"), ("", "web address"),
     ("http://[", "web address"), ("http://[::1", "web address"), ("http://a:x/", "web address"),
     ("http://a:99999/", "web address"), ("http://\u2100/", "web address"),
     ("http://x/" + "a" * 2000, "too long")],
)  # fmt: skip
def test_an_invalid_link_gets_one_sentence(client, link, said):
    answer = client.post("/capsviz/qr", content=link.encode())
    assert answer.status_code == 400
    assert said in answer.json()["error"]


@pytest.mark.parametrize(
    "body", [b"no json", b"[]", b"{}", b'{"drawing": {"s": 1}}', b'{"drawing": {"s": []}, '
             b'"settings": {"iterations": 99}}', b"[" * 200_000,
             b'{"drawing": {"s": []}, "view": {"pose": [1, 2]}}',
             b'{"drawing": {"s": []}, "view": 3}',
             b'{"drawing": {"s": [[1, 0, ' + b"9" * 5000 + b", 1]]}}"],
)  # fmt: skip
def test_a_bad_request_for_a_report_gets_one_sentence(client, body):
    answer = client.post("/capsviz/report", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"].count(". ") == 0


def test_a_too_large_report_request_is_refused_with_its_limit(client):
    answer = client.post("/capsviz/report", content=b"x" * 400_000)
    assert answer.status_code == 413
    assert "300 kB" in answer.json()["error"]


def test_the_report_has_the_networks_outputs(tiny_checkpoint, drawing):
    import base64

    from capsviz.config.read_settings import ReadSettings
    from capsviz.paths import HOME
    from capsviz.ui.report import report_data
    from capsviz.ui.report.view import View

    data = report_data(drawing, ReadSettings(iterations=4), View())
    assert len(data["header"]["lengths"]) == 4
    couplings = np.frombuffer(base64.b64decode(data["couplings"]), np.uint8).reshape(4, 10, -1)
    shares = (couplings / 255.0) ** 2
    assert np.allclose(shares.sum(1), 1, atol=0.03)
    assert np.allclose(shares[0], 0.1, atol=0.002)
    assert data["winner"] == int(np.argmax(data["header"]["lengths"][-1]))
    assert data["apart"] is None
    # If there is a network of parts for the same data, the drawing is decomposed too.
    shutil.copy(HOME / "checkpoints/parts.safetensors", tiny_checkpoint.parent)
    apart = report_data(drawing, ReadSettings(), View())["apart"]
    words = [picture["words"][0] for picture in apart["pictures"]]
    assert words[0] == "all parts"
    assert all(one.startswith("part ") for one in words[1:])
    assert f"{len(words) - 1} of its 16 parts are in this picture" in apart["words"]
    assert {tuple(picture["shape"]) for picture in apart["pictures"]} == {(28, 28)}


@pytest.mark.browser
def test_the_report_opens_offline_and_stays_interactive(tab, client, drawing, tmp_path):
    pose = [0.1 + d / 7 for d in range(16)]
    plain = {"drawing": drawing.to_plain(), "settings": {"iterations": 3, "capsule": 5}}
    answer = client.post("/capsviz/report", content=json.dumps({**plain, "view": {"pose": pose}}))
    assert answer.status_code == 200
    assert "attachment" in answer.headers["content-disposition"]
    path = tmp_path / "report.html"
    path.write_text(answer.text, encoding="utf-8")
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.context.set_offline(True)
    tab.goto(path.as_uri())
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert not re.search(r"""(?:src|href)=["']https?:""", answer.text)

    # It begins with the sliders as they stood, to the last bit, on their capsule.
    shown = tab.evaluate(
        "[...document.querySelectorAll('[data-testid^=dimension-]')].map(({ value }) => +value)"
    )
    assert np.allclose(shown, pose, rtol=0, atol=1e-6)
    assert tab.get_by_test_id("report-length-5").get_attribute("aria-pressed") == "true"
    tab.get_by_test_id("reset-dimensions").click()

    picture = "document.querySelector('[data-part=decoded]').toDataURL()"
    before = tab.evaluate(picture)
    slider = tab.get_by_test_id("dimension-0")
    slider.focus()
    tab.keyboard.press("PageUp")
    assert tab.evaluate(picture) != before
    tab.get_by_test_id("reset-dimensions").click()
    assert tab.evaluate(picture) == before

    lengths = tab.locator(".cv-report-lengths").inner_text()
    tab.locator("[data-part=iteration]").fill("1")
    assert tab.locator(".cv-report-lengths").inner_text() != lengths
    tab.get_by_test_id("report-length-4").click()
    assert "capsule 4 in iteration 1" in tab.locator("[data-part=coupling-name]").inner_text()
    tab.context.set_offline(False)


def test_markup_in_a_report_s_data_cannot_end_its_script(tiny_checkpoint, drawing, monkeypatch):
    from capsviz.config.read_settings import ReadSettings
    from capsviz.ui import report

    real = report.report_data

    def spoiled(*arguments):
        data = real(*arguments)
        data["header"]["model"] = "</script><script>alert(1)</script>"
        return data

    monkeypatch.setattr(report, "report_data", spoiled)
    text = report.report_html(drawing, ReadSettings())
    assert "<script>alert(1)" not in text
