"""Networks on the Hugging Face Hub, against a fake of its interface on this machine."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import torch
from machine import lacking

COMMIT = "c" * 40


class _Server(ThreadingHTTPServer):
    """Server of the fake, with the files that were sent and the repositories asked for."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Fake)
        self.files: dict[str, bytes] = {}
        self.asked: list[dict[str, object]] = []
        self.address = f"http://127.0.0.1:{self.server_port}"


class _Fake(BaseHTTPRequestHandler):
    """Repositories in memory: what `create_repo`, `upload_folder` and a download ask for."""

    server: _Server  # pyright: ignore[reportIncompatibleVariableOverride]

    def log_message(self, format: str, *args: object) -> None:
        pass

    def _answer(self, content=b"{}", status=200, **headers) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def do_POST(self) -> None:
        sent = self.rfile.read(int(self.headers["Content-Length"]))
        if "/preupload/" in self.path:
            files = [
                {**file, "uploadMode": "regular", "shouldIgnore": False}
                for file in json.loads(sent)["files"]
            ]
            self._answer(json.dumps({"files": files}).encode())
        elif "/commit/" in self.path:
            for line in sent.splitlines():
                entry = json.loads(line)
                if entry["key"] == "file":
                    value = entry["value"]
                    self.server.files[value["path"]] = base64.b64decode(value["content"])
            url = f"{self.server.address}/me/mine/commit/{COMMIT}"
            self._answer(json.dumps({"commitUrl": url, "commitOid": COMMIT}).encode())
        elif self.path == "/api/repos/create":
            self.server.asked.append(json.loads(sent))
            url = f"{self.server.address}/me/mine"
            self._answer(json.dumps({"url": url, "name": "me/mine"}).encode())
        else:
            self._answer(b"{}")

    def do_GET(self) -> None:
        name = self.path.partition("/resolve/")[2].partition("/")[2].partition("?")[0]
        content = self.server.files.get(name)
        if not self.path.startswith("/me/mine/") or content is None:
            self._answer(b"", 404, X_Error_Code="RepoNotFound", X_Error_Message="Not found")
            return
        etag = hashlib.sha1(content, usedforsecurity=False).hexdigest()
        self._answer(content, ETag=f'"{etag}"', X_Repo_Commit=COMMIT)

    def do_HEAD(self) -> None:
        self.do_GET()


@pytest.fixture
def hub(monkeypatch, tmp_path):
    try:
        from huggingface_hub import constants
    except ImportError:
        lacking("the library huggingface_hub is missing: pip install -e '.[hub]'")
    server = _Server()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", server.address)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "cache"))
    yield server
    server.shutdown()
    server.server_close()


def _network():
    import capsviz

    pictures = [(torch.full((28, 28), 0.1 * k), k % 3) for k in range(9)]
    return capsviz.train(
        pictures, "compact", classes=["ant", "bee", "cat"], epochs=1, quiet=True, device="cpu"
    )


def test_a_network_is_pushed_and_loaded_as_it_is(hub) -> None:
    import capsviz

    network = _network()
    assert capsviz.push(network, "hf:me/mine", token="hf_x").endswith("/me/mine")
    assert set(hub.files) == {"README.md", "model.safetensors"}
    card = hub.files["README.md"].decode()
    assert card.startswith("---\nlibrary_name: capsviz\n")
    assert 'capsviz.load("hf:me/mine")' in card
    assert "Classes: ant, bee, cat." in card
    again = capsviz.load("hf:me/mine", "cpu")
    assert again.class_names == ("ant", "bee", "cat")
    for one, other in zip(network.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_file_is_pushed_unchanged(hub, tmp_path) -> None:
    import capsviz

    path = capsviz.save(_network(), tmp_path / "mine.safetensors")
    capsviz.push(path, "hf:me/mine", private=True, token="hf_x")
    assert hub.files["model.safetensors"] == path.read_bytes()
    assert "private" in (hub.asked[0].get("visibility"), *hub.asked[0])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda c: c.load("hf:you/none"), "hf:you/none cannot be fetched: "),
        (lambda c: c.load("hf:none"), "'hf:none' names no network of the Hub"),
        (lambda c: c.push("dynamic", "me/mine"), "'me/mine' names no network of the Hub"),
    ],
)
def test_a_missing_hub_network_raises_one_sentence(hub, call, says) -> None:
    import capsviz

    with pytest.raises(capsviz.CapsvizError, match=says) as caught:
        call(capsviz)
    assert "\n" not in str(caught.value)
