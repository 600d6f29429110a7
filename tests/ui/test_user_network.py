"""A network of one's own from the command line: on the pages as any other, and only from there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from pages import load_networks, visit

from capsviz.config import MAX_SHOWN_ITERATIONS

EXAMPLE = Path(__file__).parents[2] / ".github/examples/own_network.py"
#: The example with another decoder, with none, and with couplings of another rule.
VARIANTS = """
from torch import nn
import own_network
from own_network import Net as _Net
import torch


class Net(_Net):
    pass


class Upwards(_Net):
    def __init__(self):
        super().__init__()
        self.decoder = nn.ConvTranspose2d(160, 1, 28)

    def decode(self, poses):
        return torch.sigmoid(self.decoder(poses.flatten(1)[:, :, None, None]))[:, 0]


class Small(_Net):
    side, classes = 20, ("cat", "dog", "cow")

    def __init__(self):
        super().__init__()
        self.W = nn.Parameter(0.05 * torch.randn(1, 4 * 4, 3, 8, 8))
        self.decoder = nn.Sequential(nn.Linear(24, 16), nn.ReLU(), nn.Linear(16, 400))

    def primary(self, images):
        x = self.capsules(torch.relu(self.conv(images.unsqueeze(1))))
        x = x.view(len(x), 4, 8, 4).permute(0, 1, 3, 2)
        return own_network.squash(x.reshape(len(x), -1, 8))

    def decode(self, poses):
        return torch.sigmoid(self.decoder(poses.flatten(1))).view(-1, 20, 20)


class Flat(_Net):
    # Colours, on a grid of 2 x 6 places.

    grid, channels, side, classes = (2, 6), 3, 24, ("cat", "dog")

    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, 9)
        self.capsules = nn.Conv2d(16, 4 * 8, (9, 6), stride=(7, 2))
        self.W = nn.Parameter(0.05 * torch.randn(1, 4 * 12, 2, 16, 8))
        self.decoder = nn.Sequential(nn.Linear(32, 16), nn.ReLU(), nn.Linear(16, 3 * 24 * 24))

    def primary(self, images):
        x = self.capsules(torch.relu(self.conv(images)))
        x = x.view(len(x), 4, 8, 12).permute(0, 1, 3, 2)
        return own_network.squash(x.reshape(len(x), -1, 8))

    def decode(self, poses):
        return torch.sigmoid(self.decoder(poses.flatten(1))).view(-1, 3, 24, 24)


class Silent(_Net):
    decode = property()


class Sharp(_Net):
    def steps(self, u_hat, iterations):
        for b, c, s, v in super().steps(u_hat, iterations):
            c = torch.softmax(3 * b, 2)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            yield b, c, s, own_network.squash(s)


class Active(Sharp):
    def steps(self, u_hat, iterations):
        for b, c, s, v in super().steps(u_hat, iterations):
            yield b, c, s, v, v.norm(dim=-1).clamp(max=1).sqrt()


class Wrong(_Net):
    # The softmax over the wrong axis, its own iterations whatever is asked, one picture for all.
    def steps(self, u_hat, iterations):
        b = torch.zeros_like(u_hat[..., 0])
        for _ in range(self.iterations):
            c = torch.softmax(b, 1)
            s = (c.unsqueeze(-1) * u_hat).sum(1)
            v = own_network.squash(s)
            yield b, c, s, v
            b = b + (u_hat * v.unsqueeze(1)).sum(-1)

    def decode(self, poses):
        return torch.full((len(poses), 28, 28), 0.5)


class Long(_Net):
    # No squash, and NaN at an empty picture.
    def primary(self, images):
        u = super().primary(images)
        return u * (images.amax((1, 2)) / images.amax((1, 2)))[:, None, None]

    def steps(self, u_hat, iterations):
        for b, c, s, _ in super().steps(30 * u_hat, iterations):
            yield b, c, s, s


class Broken(_Net):
    def __init__(self):
        raise KeyError("no such layer")


class Branching(_Net):
    def primary(self, images):
        return super().primary(images) if images.sum().item() > -1 else None


class Plain:
    pass
"""
PAGES = ("draw", "network", "routing", "dimensions", "viewpoint", "compare")


@pytest.fixture
def bring(tiny_checkpoint, tmp_path, monkeypatch):
    """Name a class of the variants, as the command line does; engine and caches begin anew."""
    from capsviz.training import checkpoint

    folder = tmp_path / "theirs"
    folder.mkdir()
    shutil.copy(EXAMPLE, folder)
    (folder / "mine.py").write_text(VARIANTS)
    for name in ("CAPSVIZ_MODEL", "CAPSVIZ_WEIGHTS"):
        monkeypatch.setenv(name, "")  # put back in the end
    monkeypatch.syspath_prepend(str(folder))

    def named(name: str, weights: Path | None = None, **how: bool):
        torch.manual_seed(0)
        return checkpoint.bring(f"{folder / 'mine.py'}:{name}", weights and str(weights), **how)

    return named


def test_a_user_network_is_offered_and_loaded_by_its_name_alone(bring):
    import capsviz
    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache
    from capsviz.ui.networks.defaults import default_model

    bring("Net")
    assert checkpoint.names() == ["Net", "dynamic"]
    offer = checkpoint.singles()["Net"]
    assert (offer.title, offer.routing, offer.iterates) == ("Net", "dynamic", True)
    assert default_model() == "Net"
    loaded = checkpoint.load("Net", "cpu")
    assert checkpoint.digest("Net") == loaded.digest
    assert cache.decoder("Net").shape["hidden"] == [64, 128]
    seen = capsviz.trace(loaded.capsnet, np.zeros((28, 28), np.float32))
    assert seen.couplings.shape == (1, 3, 144, 10)
    assert loaded.in_precision("fastest").model.precision is torch.float32


def test_replaced_safetensors_weights_are_reloaded(bring, tmp_path):
    from safetensors.torch import save_file

    from capsviz.training import checkpoint

    own = bring("Net")
    first = checkpoint.load("Net", "cpu")
    path = tmp_path / "weights.safetensors"
    state = {key: value.clone() for key, value in first.model.network.state_dict().items()}
    save_file(state, path)
    own = bring("Net", path)
    assert own.path == path
    assert checkpoint.load("Net", "cpu").digest == first.digest
    save_file({key: value + 0.001 for key, value in state.items()}, path)
    assert checkpoint.digest("Net") != first.digest
    torch.save(state, path)
    with pytest.raises(ValueError, match="does not hold the weights of Net"):
        checkpoint.load("Net", "cpu")


@pytest.mark.parametrize("name", ["Net", "Upwards", "Small", "Flat", "Silent", "Sharp"])
def test_every_page_works_with_a_user_network_or_names_what_is_missing(bring, name):
    bring(name)
    load_networks()
    for page in PAGES:
        found = visit(page)
        assert not [*found["complaints"], *found["notes"]], page
        page_fits(page, found["data"], name)


def page_fits(page: str, data: dict[str, Any], name: str) -> None:
    """A page's data belong to the network of that name."""
    if page == "routing":
        assert data["routing"] == ("own" if name == "Sharp" else "dynamic")
    if page in ("draw", "dimensions"):
        assert data["decoder"]["here"] is (name not in ("Upwards", "Silent")), page
        assert data["decoder"].get("there", True) is (name != "Silent"), page
        # Draw's help about the routing depends on this.
        assert data["network"]["routing"] == ("own" if name == "Sharp" else "dynamic"), page
        assert data["network"]["dimensions"] == (8 if name == "Small" else 16), page
        sizes = {"Small": (8, 20), "Flat": (16, 24)}.get(name, (16, 28))
        assert (data["decoder"]["dim"], data["decoder"]["side"]) == sizes, page
    if page == "compare":
        # One that reads other pictures stands there alone.
        beside = [] if name in ("Small", "Flat") else ["dynamic"]
        assert [column["name"] for column in data["columns"]] == [*beside, name]
        assert (data["columns"][-1]["reconstruction"] is None) == (name == "Silent")


def test_pages_begin_with_the_networks_iterations_up_to_the_limit(bring):
    from capsviz.ui.networks import cache

    own = bring("Net")
    assert cache.iterations("Net") == 3
    text = own.file.read_text("utf-8").replace(
        "class Net(_Net):\n    pass", "class Net(_Net):\n    iterations = 12"
    )
    own.file.write_text(text, "utf-8")
    assert cache.iterations("Net") == 10


def test_curves_and_attacks_have_the_sizes_of_the_network(bring, clients):
    from capsviz.config import DIGITS
    from capsviz.data.drawing import render, to_bytes
    from capsviz.data.gallery import first_drawing
    from capsviz.training import checkpoint
    from capsviz.ui.live import messages
    from capsviz.ui.pages.viewpoint import routes

    bring("Small")
    drawing = first_drawing(DIGITS)
    seen = checkpoint.load("Small", "cpu").picture(render(drawing))
    assert seen.shape == (20, 20)
    client = clients(routes.routes())

    def ask(what: str, **more):
        reply = client.post(
            f"/capsviz/viewpoint/{what}",
            content=messages.pack({"model": "Small", **more}, 2 * to_bytes(seen).tobytes()),
            headers={"Origin": "http://localhost"},
        )
        assert reply.status_code == 200, reply.text
        header, _ = messages.unpack(reply.content)
        return {name: shape for name, _, shape in header["arrays"]}

    curve = ask("curves")
    assert [curve[name] for name in ("lengths", "poses")] == [[1, 3], [1, 8]]
    assert set(map(tuple, ask("attack", epsilon=0.1, method="fgsm").values())) == {(20, 20)}


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Wrong", ["over the wrong axis", "of its own", "the same picture"]),
        ("Long", ["are NaN", "squash them to below 1"]),
    ],
)
def test_a_network_with_mistakes_opens_and_every_page_shows_a_warning(bring, name, says):
    from capsviz.data.drawing import Drawing
    from capsviz.training import checkpoint

    bring(name)
    with pytest.raises(ValueError, match=says[0]):
        checkpoint.load(name, "cpu")
    bring(name, strict=False)
    load_networks()
    for drawing in (None, Drawing().to_plain()):
        for page in PAGES:
            found = visit(page, drawing=drawing)
            told = " ".join(found["notes"])
            assert all(words in told for words in says), (page, told)
            assert "NaN" not in json.dumps(found["data"]), page


def test_a_network_without_a_decoder_is_answered_without_reconstructions(bring, clients):
    from capsviz.data.samples import first_sample
    from capsviz.training import checkpoint
    from capsviz.ui.live import messages
    from capsviz.ui.pages.viewpoint import routes
    from capsviz.ui.report import report_html
    from capsviz.ui.report.view import View

    bring("Silent")
    drawing = first_sample().drawing
    config = checkpoint.load("Silent", "cpu").model.config
    question = {"model": "Silent", "epsilon": 0.1, "method": "fgsm"}
    reply = clients(routes.routes()).post(
        "/capsviz/viewpoint/attack",
        content=messages.pack(question, bytes(2 * config.image_size**2)),
        headers={"Origin": "http://localhost"},
    )
    header, arrays = messages.unpack_arrays(reply.content)
    assert "misfit" not in header["capsules_after"]
    assert set(arrays) == {"capsules_before", "capsules_after"}
    said = report_html(drawing, messages.ReadSettings(model="Silent"), View())
    assert '"there":false' in said.replace(" ", "")


def test_the_server_renders_poses_that_a_browser_cannot_decode(bring, clients):
    import struct

    from capsviz.training import checkpoint
    from capsviz.ui.server import routes

    bring("Upwards")
    poses = np.random.default_rng(0).normal(0, 0.2, (20, 10, 16)).astype("<f4")
    header = b'{"model":"Upwards"}'
    client = clients(routes.routes())

    def ask(raw: bytes, head: bytes = header):
        return client.post(
            "/capsviz/decode",
            content=struct.pack("<I", len(head)) + head + raw,
            headers={"Origin": "http://localhost", "Content-Type": "application/octet-stream"},
        )

    answer = ask(poses.tobytes())
    assert answer.status_code == 200
    found = np.frombuffer(answer.content, np.uint8).reshape(20, 28, 28)
    with torch.inference_mode():
        expected = checkpoint.load("Upwards", "cpu").model.network.decode(torch.tensor(poses))
    np.testing.assert_allclose(found / 255, expected.numpy(), atol=0.003)
    for raw in (b"", poses.tobytes()[:-4], poses.tobytes() * 7, b"\xff" * (4 * 160)):
        refused = ask(raw)
        assert refused.status_code == 400, refused.status_code
    assert ask(poses.tobytes(), b'{"model":"/etc/passwd"}').status_code == 400


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (
            "Branching",
            r"as ONNX \(Could not guard .*\): let it calculate with tensors of torch alone",
        ),
        ("Upwards", "its decode does more than linear layers"),
    ],
)
def test_an_unpublishable_network_is_refused_before_the_site_changes(bring, name, says, tmp_path):
    from capsviz.ui.site import build, runtime

    pytest.importorskip("onnxscript")
    bring(name)
    earlier = tmp_path / "site.json"
    earlier.write_text("of an earlier site")
    if not runtime.PLACE.is_dir():
        pytest.skip("ONNX Runtime Web is missing")
    with pytest.raises(ValueError, match=f"^{name} cannot be (published|exported)[^\n]*{says}"):
        build.build(tmp_path, build.choose(name), lambda _: None)
    assert earlier.read_text() == "of an earlier site"


@pytest.mark.parametrize(
    ("name", "most"),
    [
        pytest.param("Net", MAX_SHOWN_ITERATIONS, marks=pytest.mark.slow),
        # One graph of ten iterations is enough.
        pytest.param("Silent", 3, marks=pytest.mark.slow),
        ("Flat", 3),
    ],
)
def test_a_site_reads_a_user_network_as_the_app_does(bring, name, most, tmp_path, monkeypatch):
    from capsviz.engine import engine
    from capsviz.ui.catalogue.navigation import entry
    from capsviz.ui.catalogue.publication import Site, pages
    from capsviz.ui.site import activations, build, networks
    from capsviz.ui.site.document import Origin

    onnx = pytest.importorskip("onnx")
    ort = pytest.importorskip("onnxruntime")
    bring(name)
    assert build.choose(None)[0] == name
    for module in (activations, networks):
        monkeypatch.setattr(module, "MAX_SHOWN_ITERATIONS", most)
    (tmp_path / "networks").mkdir()
    networks.write(name, tmp_path / "networks")
    card = json.loads((tmp_path / f"networks/{name}.json").read_text())
    assert str(tmp_path) not in json.dumps(card)
    assert card["decoder"]["here"] is (name != "Silent")
    model = engine().checkpoint(name).capsnet
    assert (card["side"], card["channels"]) == (model.config.image_size, model.config.channels)
    picture = np.random.default_rng(1).random((1, *model.config.format.shape), np.float32)
    graph = onnx.load(
        tmp_path / "networks" / card["graphs"]["live"], load_external_data=False
    ).SerializeToString()
    options = ort.SessionOptions()
    (block,) = {kind for _, kind, _ in card["blocks"]} or {"f4"}
    assert block == "f4"  # nothing of it is rounded
    raw = (tmp_path / "networks" / card["weights"]).read_bytes()
    options.add_external_initializers_from_files_in_memory(["weights"], [raw], [len(raw)])
    (lengths,) = ort.InferenceSession(graph, options).run(["lengths"], {"image": picture})
    with torch.inference_mode():
        expected = model(torch.from_numpy(picture)).lengths
    np.testing.assert_allclose(lengths[-1], expected, atol=1e-4)
    shown = pages()
    site = Site(tmp_path, (name,), (), frozenset(shown))
    described = build._describe(site, shown)["networks"][0]
    assert described["iterations"] == model.config.iterations
    for page, needs in shown.items():
        if needs.chosen and page != "compare":  # which needs results, that the tests' folder lacks
            build._write_page(site, entry(page), needs, Origin())
            data = json.loads((tmp_path / f"data/{page}/{name}.json").read_text())
            assert str(tmp_path) not in json.dumps(data), page


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Broken", "mine.py cannot make Broken: KeyError, 'no such layer'"),
        ("Plain", "mine.py has no torch.nn.Module called 'Plain'"),
        ("Nobody", "mine.py has no torch.nn.Module called 'Nobody'"),
    ],
)
def test_a_broken_network_gets_one_sentence_and_hides_no_others(bring, name, says):
    from capsviz.training import checkpoint

    bring(name)
    with pytest.raises(ValueError, match=says):
        checkpoint.load(name, "cpu")
    assert checkpoint.load("dynamic", "cpu").name == "dynamic"
    assert set(checkpoint.singles()) == {name, "dynamic"}


def test_no_page_and_no_link_names_a_file(bring, tmp_path):
    from capsviz.engine import engine
    from capsviz.training import checkpoint

    own = bring("Net")
    for name in (f"{own.file}:Net", str(own.file), "mine.py:Net", "mine", "Upwards"):
        assert checkpoint.locate(name) is None
        with pytest.raises(ValueError, match="there is no model"):
            engine().checkpoint(name)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--model mine.txt:Net", "names no network: give FILE.py:CLASS"),
        ("--model mine.py", "names no network: give FILE.py:CLASS"),
        ("--model missing.py:Net", "there is no file"),
        ("--weights x.safetensors", "--weights needs --model"),
    ],
)
@pytest.mark.parametrize("command", ["app", "trace sample:0-round --out t.npz"])
def test_a_command_without_a_valid_network_prints_one_sentence(
    bring, capsys, monkeypatch, arguments, says, command
):
    from capsviz.cli import main

    monkeypatch.setattr("subprocess.Popen", lambda *_, **__: pytest.fail("a server began"))
    assert main(f"{command} {arguments}".split()) == 2
    printed = capsys.readouterr().err
    assert says in printed
    assert printed.count("\n") == 1


def test_trace_and_figure_accept_a_user_network(bring, tmp_path, monkeypatch, capsys):
    from capsviz.cli import main

    own = bring("Sharp")
    monkeypatch.chdir(tmp_path)
    given = f"--model {own.file}:Sharp --device cpu"
    assert main(f"trace sample:0-round --out t.npz {given}".split()) == 0
    with np.load("t.npz") as found:
        assert found["votes"].shape == (1, 144, 10, 16)
        assert '"network": "Sharp"' in str(found["about"])
    assert main(f"figure flow sample:0-round --out f.html {given}".split()) == 0
    assert "Plotly.newPlot" in Path("f.html").read_text("utf-8")


def test_the_app_starts_with_a_sound_user_network_only(bring, monkeypatch, capsys):
    from capsviz.cli import main

    started = []

    class Server:
        def __init__(self, command, **_):
            started.append(command)

        def __enter__(self):
            return self

        def __exit__(self, *_):
            return None

        def wait(self):
            return 0

    monkeypatch.setattr("subprocess.Popen", Server)
    own = bring("Net")
    assert main(["app", "--model", f"{own.file}:Net"]) == 0
    assert "Net: 346,896 parameters" in capsys.readouterr().out
    assert main(["app", "--model", f"{own.file}:Broken"]) == 2
    assert len(started) == 1


def test_a_report_holds_the_pictures_of_a_decoder_that_only_python_runs(bring):
    import base64

    from capsviz.analysis.decoding import decode_together
    from capsviz.config.read_settings import ReadSettings
    from capsviz.data.samples import first_sample
    from capsviz.training import checkpoint
    from capsviz.ui.report import report_data, report_html
    from capsviz.ui.report.view import View

    bring("Upwards")
    pose = tuple(0.05 * d for d in range(16))
    settings = ReadSettings(model="Upwards", capsule=3)
    data = report_data(first_sample().drawing, settings, View(pose))
    assert data["decoder"] is None
    assert len(base64.b64decode(data["reconstructions"])) == 10 * 28 * 28
    poses = np.zeros((1, 10, 16), np.float32)
    poses[0, 3] = pose
    expected = decode_together(checkpoint.load("Upwards", "cpu").capsnet, poses)[0]
    moved = np.frombuffer(base64.b64decode(data["moved"]), np.uint8).reshape(28, 28)
    np.testing.assert_allclose(moved, 255 * expected, atol=0.51)
    assert report_data(first_sample().drawing, settings, View())["moved"] is None
    assert "runs in Python alone" in report_html(first_sample().drawing, settings)


def test_networks_from_files_are_scored_and_compared(bring, tmp_path, monkeypatch, capsys):
    from PIL import Image

    from capsviz.cli import main

    for name in "0123456789":
        (tmp_path / "digits" / name).mkdir(parents=True)
        for n in range(4):
            picture = Image.new("L", (28, 28))
            picture.putpixel((n, int(name)), 255)
            picture.save(tmp_path / "digits" / name / f"{n}.png")

    own = bring("Net")
    for name in ("CAPSVIZ_MODEL", "CAPSVIZ_WEIGHTS"):
        monkeypatch.setenv(name, "")
    given = ["--model", f"{own.file}:Net", "--data-set", f"folder:{tmp_path / 'digits'}"]
    assert main(["evaluate", *given, "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["parameters"] == 346_896
    assert "if it learnt from normalised ones, declare their mean" in told.err
    monkeypatch.setenv("CAPSVIZ_MODEL", "")
    assert main(["compare", *given, "--model", f"{own.file}:Silent"]) == 0
    told = capsys.readouterr().out
    assert "| Silent | " in told
    assert "| Net, Silent | " in told
    assert own.file.with_name("mine.py.readings.json").is_file()
    assert main(["compare", *given]) == 2
    assert "one network alone is named" in capsys.readouterr().err
    wrong = ["--model", f"{own.file}:Wrong"]
    assert main(["compare", *given, *wrong]) == 2
    assert "--lenient of commands, opens it as it is" in capsys.readouterr().err
    assert main(["compare", *given, *wrong, "--lenient"]) == 0
    assert "capsviz: Wrong: the couplings sum to 1 over the input" in capsys.readouterr().err
    assert main(["evaluate", *given, "--card"]) == 2
    assert "leave out --card" in capsys.readouterr().err


def test_routing_speaks_of_activations_where_these_are_the_presence(bring):
    bring("Active")
    assert visit("routing", "Active")["data"]["routing"] == "own_activations"
    bring("Sharp")
    assert visit("routing", "Sharp")["data"]["routing"] == "own"


def test_pages_ask_for_normalised_pixels(bring, tmp_path, monkeypatch):
    from capsviz.analysis import normalisation
    from capsviz.training import checkpoint
    from capsviz.ui.catalogue.navigation import ENTRIES
    from capsviz.ui.networks import cache
    from capsviz.ui.shell import visit

    bring("Net")
    assert cache.normalisation_advice("Net") == "", "it has not been trained"
    torch.save(checkpoint.load("Net", "cpu").model.network.state_dict(), tmp_path / "net.pt")
    bring("Net", tmp_path / "net.pt")
    assert "if it learnt from normalised ones" in cache.normalisation_advice("Net")
    cache.normalisation_advice.cache_clear()
    right = iter([14, 40])
    clear = sum(sample.rival is None for sample in cache.samples("Net"))
    monkeypatch.setattr(
        normalisation,
        "_correct",
        lambda model, images, labels: torch.arange(len(labels)) < next(right),
    )
    draw = next(page for page in ENTRIES if page.name == "draw")
    assert visit._notes(draw, "Net", "en") == [
        f"Net classifies 14 of {clear} pictures correctly, and 40 when their pixels are "
        "normalised: declare normalize = (0.1307, 0.3081)."
    ]
    assert f"klassifiziert 14 von {clear} Bildern" in visit._notes(draw, "Net", "de")[0]
