"""The Train page's routes, without a browser."""

from __future__ import annotations

import json
import threading
import time

import numpy as np
import pytest
from tiny_run import SETTINGS


@pytest.fixture
def client(tmp_path, monkeypatch, clients):
    monkeypatch.setenv("CAPSVIZ_RUNS", str(tmp_path))
    monkeypatch.setenv("CAPSVIZ_ALLOW_TRAINING", "1")
    from capsviz.monitoring import runs
    from capsviz.ui.pages.train import routes

    monkeypatch.setattr(runs, "start", lambda run: started.append(run.name))
    started.clear()
    found = clients(routes.routes())
    found.headers["Origin"] = "http://localhost"  # as a page in a browser of this machine
    return found


started: list[str] = []


def do(client, what, **more):
    return client.post("/capsviz/train/do", content=json.dumps({"do": what, **more}))


@pytest.fixture
def run(client):
    from capsviz.monitoring import runs

    made = runs.make(SETTINGS, "one")
    for step in (1, 2):
        line = {
            "step": step,
            "margin": 0.5,
            "error": 40.0,
            "rate": 0.002,
            "norm": 1.0,
            "seconds": 1,
        }
        made.append(line)
        made.keep_snapshot(step, {"lengths": np.ones(3, np.float32)}, {"step": step, "checks": []})
    return made


def test_the_film_sends_only_new_moments(client, run):
    from capsviz.ui.live.messages import unpack

    header, _ = unpack(client.get("/capsviz/train/film?run=one&since=1&lines=1").content)
    assert [moment["step"] for moment in header["moments"]] == [2]
    assert {name: shape for name, _, shape in header["arrays"]}["lines"] == [1, 6]
    header, _ = unpack(client.get("/capsviz/train/film?run=one&since=2&lines=1").content)
    assert header["moments"] == []
    assert {name: shape for name, _, shape in header["arrays"]}["lines"] == [1, 6]


def test_orders_are_written_into_the_run(client, run):
    assert do(client, "play", run="one").status_code == 200
    assert run.read("wanted") == {"until": None, "end": False}
    do(client, "step", run="one")
    assert run.read("wanted")["until"] == 3
    do(client, "rate", run="one", rate=0.01)
    assert run.read("wanted")["rate"] == 0.01
    assert started == ["one", "one"]


def test_a_visitor_s_drawing_can_be_pinned_and_released(client, run):
    from capsviz.ui.live.messages import unpack

    stroke = [92, 0, 300, 200, 280, 520, 700, 530]
    assert do(client, "pin", run="one", drawing={"s": [stroke], "b": None}).status_code == 200
    pinned = run.read_pinned_picture(SETTINGS.model.format)
    assert pinned is not None
    assert pinned.max() > 200
    assert unpack(client.get("/capsviz/train/film?run=one").content)[0]["own"]
    assert do(client, "pin", run="one", drawing={"s": "no"}).status_code == 400
    do(client, "pin", run="one", drawing=None)
    assert run.read_pinned_picture(SETTINGS.model.format) is None


def test_a_training_is_slowed_and_a_cnn_put_beside_a_new_one(client, run):
    from capsviz.monitoring import runs

    do(client, "slow", run="one", slow=True)
    assert run.read("wanted")["slow"] is True
    name = do(client, "start", settings={"plain": True}).json()["run"]
    assert runs.find(name).settings().plain


def test_a_film_is_saved_as_one_self_contained_file(client, run):
    import base64
    import re
    import zlib

    from capsviz.ui.live.messages import unpack

    reply = client.get("/capsviz/train/film.html", params={"run": "one"})
    assert reply.headers["content-type"].startswith("text/html")
    page = reply.text
    assert "default-src 'none'" in page
    assert not re.search(r"{{(title|css|body|data|js)}}", page)
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
    header, _ = unpack(zlib.decompress(base64.b64decode(data["film"])))
    assert [moment["step"] for moment in header["moments"]] == [1, 2]
    assert '"locale":"en-GB"' in page
    german = client.get("/capsviz/train/film.html", params={"run": "one", "language": "de"}).text
    assert '"locale":"de"' in german
    assert client.get("/capsviz/train/film.html", params={"run": "../one"}).status_code == 400


def test_a_new_training_has_default_settings_except_the_requested_ones(client):
    from capsviz.monitoring import runs

    name = do(client, "start", settings={"shapes": 5, "seed": 3}).json()["run"]
    settings = runs.find(name).settings()
    assert (settings.model.classes, settings.train.seed, settings.data_set) == (5, 3, "sprites")
    assert started == [name]


def test_a_run_of_parts_starts_with_its_own_settings(client):
    from capsviz.config import PartsConfig, PartsTrainConfig
    from capsviz.monitoring import runs
    from capsviz.monitoring.settings import PartsSettings

    asked = {"network": "parts", "objects": 8, "restarts": 2, "seed": 3, "routing": "em"}
    begun = do(client, "start", settings=asked).json()
    name, mine = begun["run"], begun["owner"]
    assert name == "sprites parts 1"
    expected = PartsTrainConfig(restarts=2, seed=3)
    assert runs.find(name).any_settings() == PartsSettings(
        PartsConfig(objects=8), expected, "sprites"
    )
    assert started == [name]
    said = do(client, "pin", run=name, owner=mine, drawing={}).json()["error"]
    assert "cannot be forked, nor follow" in said


def test_a_folder_that_the_owner_named_is_trained_on_by_its_name(client, tmp_path, monkeypatch):
    from capsviz.data import sets
    from capsviz.data.sprites import write_folder
    from capsviz.errors import CapsvizError
    from capsviz.model.networks import build
    from capsviz.monitoring import runs
    from capsviz.monitoring.pictures import material, probe_set
    from capsviz.monitoring.snapshot import ROUTED_PICTURES, look
    from capsviz.ui.pages.train import routes

    monkeypatch.setenv(sets.OFFERED_FOLDERS, "")  # as it is now, once this test is over
    write_folder(tmp_path / "photos", classes=2, per_class=40)
    sets.offer([tmp_path / "photos"])
    assert routes.choices()["data_sets"]["folder:photos"] == "photos"
    name = do(client, "start", settings={"data_set": "folder:photos"}).json()["run"]
    settings = runs.find(name).settings()
    assert settings.model.classes == 2
    assert settings.train.epochs > 100  # few pictures are gone through often
    assert str(tmp_path) not in str(settings)
    learns = material(settings)
    assert learns.subject.classes == ("square", "triangle")
    # So few are held out that all of them are looked at.
    held = learns.learning.validation
    assert held is not None
    assert len(held) < ROUTED_PICTURES
    seen = look(build(settings.model), probe_set(learns, 28))
    assert seen.numbers["coupling_sum_off"] < 1e-3
    # If the app was started without it, the run reports what it lacks.
    monkeypatch.setenv(sets.OFFERED_FOLDERS, "[]")
    with pytest.raises(CapsvizError, match="--pictures"):
        material(settings)
    for wrong in ([tmp_path / "photos", tmp_path / "photos"], [tmp_path / "photos" / "square"]):
        with pytest.raises(CapsvizError, match=r"called 'photos'|one for each class"):
            sets.offer(wrong)


def test_unavailable_data_sets_are_not_offered(monkeypatch, tmp_path):
    from capsviz.ui.pages.train import routes

    monkeypatch.setenv("CAPSVIZ_DATA", str(tmp_path))
    assert list(routes.choices()["data_sets"]) == ["sprites", "colours", "solids"]


@pytest.mark.parametrize(
    "asked",
    [
        {"data_set": "folder:/etc"},
        {"routing": "none"},
        {"peak_rate": "fast"},
        {"shapes": 900},
        {"mistakes": ["all"]},
        {"share": 0},
        {"dropout": 1},
        {"digit_dim": 0},
        {"present_margin": 0.1, "absent_margin": 0.9},
        {"iterations": 99},
        {"network": "parts", "epochs": 0},
        {"network": "parts", "objects": 1000},
    ],
)
def test_impossible_settings_are_refused_with_one_sentence(client, asked):
    reply = do(client, "start", settings=asked)
    assert reply.status_code == 400
    assert reply.json()["error"]
    assert started == []


@pytest.mark.parametrize("name", ["../one", "", "nothing", 7, None])
def test_an_unknown_run_gets_one_sentence(client, name):
    assert do(client, "delete", run=name).status_code == 400
    assert client.get("/capsviz/train/film", params={"run": str(name)}).status_code == 400


def test_visitors_of_a_shared_server_watch_only(client, run, monkeypatch):
    from streamlit import config

    monkeypatch.delenv("CAPSVIZ_ALLOW_TRAINING")
    before = config.get_option("server.address")
    config.set_option("server.address", "0.0.0.0")
    try:
        assert "--allow-training" in do(client, "play", run="one").json()["error"]
        assert client.get("/capsviz/train/film?run=one").status_code == 200
    finally:
        config.set_option("server.address", before)


def test_the_shipped_film_holds_no_picture_of_a_data_set(client):
    from capsviz.data.samples import sample_pictures
    from capsviz.ui.live.messages import unpack

    listed = client.post("/capsviz/train/do", json={"do": "list"}).json()["runs"]
    film, *_ = [each for each in listed if each["film"]]
    assert listed[0] == film
    assert film["size"] < 3_000_000
    header, raw = unpack(client.get("/capsviz/train/film", params={"run": film["name"]}).content)
    arrays, at = {}, 0
    for name, kind, shape in header["arrays"]:
        size = int(kind[1]) * int(np.prod(shape))
        arrays[name] = np.frombuffer(raw[at : at + size], kind).reshape(shape)
        at += size
    assert at == len(raw)
    moments = header["moments"]
    assert moments[0]["step"] == 0
    assert moments[0]["accuracy"] < 0.3 < 0.9 < moments[-1]["accuracy"]
    assert moments[-1]["checks"]
    assert moments[-1]["layers"]
    of_each = {"capsule", "couplings", "lengths", "pinned", "sweeps", "ten", "votes"}
    of_each |= {"vote_couplings", "confusion"}
    assert all(len(arrays[name]) == len(moments) for name in of_each)
    assert len(arrays["lines"]) == moments[-1]["step"]
    # Arrays that not every moment has are pictures of our own, and numbers.
    assert set(arrays) - of_each == {"pinned_input", "ten_input", "ten_labels", "lines"}
    own = {(picture * 255).round().astype(np.uint8).tobytes() for picture in sample_pictures(28)}
    for picture in [*arrays["pinned_input"], *arrays["ten_input"][0]]:
        assert picture.tobytes() in own


def test_a_run_in_a_folder_with_other_letters_is_listed_and_opened(client, run):
    import shutil

    shutil.copytree(run.path, run.path.with_name("été ☃"))
    listed = do(client, "list").json()["runs"]
    assert {"one", "été ☃"} <= {each["name"] for each in listed}
    assert client.get("/capsviz/train/film", params={"run": "été ☃"}).status_code == 200


def test_only_its_owner_can_change_a_run(client, monkeypatch):
    from capsviz.monitoring import runs
    from capsviz.ui.server import guard

    begun = do(client, "start", settings={}).json()
    name, mine = begun["run"], begun["owner"]
    assert do(client, "start", settings={}, owner=mine).json()["owner"] == mine
    assert do(client, "start", settings={}).json()["owner"] != mine
    assert mine not in (runs.find(name).path / "owner.json").read_text()
    for secret in (None, "", [1], "x" * 43, do(client, "start", settings={}).json()["owner"]):
        for act in ("rename", "delete", "rewind", "pause", "play", "step", "rate", "slow", "pin"):
            more = {"name": "theirs"} if act == "rename" else {}
            reply = do(client, act, run=name, owner=secret, **more)
            assert reply.status_code == 400
            assert "begun in another browser" in reply.json()["error"]
    assert do(client, "rename", run=name, name="mine", owner=mine).json() == {"run": "mine"}
    assert do(client, "delete", run="mine", owner=mine).status_code == 200
    # A run of the command line belongs to the owner of this machine.
    runs.make(SETTINGS, "by hand")
    monkeypatch.setattr(guard, "is_owner", lambda _: False)
    assert do(client, "delete", run="by hand").status_code == 400
    monkeypatch.setattr(guard, "is_owner", lambda _: True)
    assert do(client, "delete", run="by hand").status_code == 200


def test_a_training_that_cannot_begin_leaves_no_run(client, monkeypatch):
    from capsviz.errors import CapsvizError
    from capsviz.monitoring import runs

    def full(_run):
        raise CapsvizError("32 trainings wait already")

    monkeypatch.setattr(runs, "start", full)
    assert "wait already" in do(client, "start", settings={}).json()["error"]
    assert runs.all_runs() == []


@pytest.mark.parametrize(
    "told",
    [{"do": [1]}, {"do": "start", "settings": {"data_set": {}}}, {"do": "fork", "step": 10**19}],
)
def test_an_invalid_order_gets_one_sentence(client, run, told):
    reply = client.post("/capsviz/train/do", content=json.dumps({"run": "one", **told}))
    assert reply.status_code == 400
    assert reply.json()["error"]


def test_a_shipped_film_is_judged_by_the_present_checks():
    from capsviz.monitoring.checks import CHECKS
    from capsviz.ui.live import messages
    from capsviz.ui.pages.train import films

    name, *_ = [each["name"] for each in films.list_films() if each["film"]]
    header, arrays = messages.unpack_arrays(films.film(name, -1, -1))
    assert len(arrays["confusion"]) == len(header["moments"])
    *_, last = header["moments"]
    # How lengths spread was not written down when it was recorded.
    assert {each["name"] for each in last["checks"]} == {*CHECKS} - {"answers"}
    assert {each["verdict"] for each in last["checks"]} == {"fine"}
    first = {each["name"]: each for each in header["moments"][1]["checks"]}
    assert first["accuracy"]["says"] == "early"


@pytest.fixture
def weights(run, tmp_path, monkeypatch, tiny_model):
    """Writes weights of a run, others each time; networks are kept in a folder of the test's."""
    import torch

    from capsviz.training import checkpoint

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "checkpoints"))
    (tmp_path / "checkpoints").mkdir()

    def write() -> None:
        with torch.no_grad():
            tiny_model.W += 0.01
        checkpoint.save(run.weights, tiny_model.state_dict(), tiny_model.config, {})

    write()
    return write


def test_a_deliberate_mistake_is_recorded_and_shown_on_every_page(client, run, weights):
    from dataclasses import replace

    import numpy as np
    from pages import visit

    import capsviz

    run.write("settings", replace(run.settings(), mistakes=("axis",)).to_plain())
    assert do(client, "keep", run="one", name="wrong").json()["network"] == "wrong"
    model = capsviz.load("wrong")
    assert model.mistakes == ("softmax over the input capsules",)
    side = model.config.image_size
    seen = capsviz.trace(model, np.random.default_rng(0).random((1, side, side), np.float32))
    np.testing.assert_allclose(seen.couplings.sum(2), 1, atol=1e-5)
    for page in ("draw", "network", "routing", "dimensions", "viewpoint", "compare"):
        assert "wrong makes a mistake: softmax over" in visit(page, "wrong")["notes"][0], page


def test_a_run_is_rewound_only_after_it_was_saved_as_a_network(client, run, weights, monkeypatch):
    from capsviz.monitoring import networks, runs

    rewinding = threading.Thread(target=runs.rewind, args=(run,))
    monkeypatch.setattr(
        networks, "_require_new_name", lambda *_: (rewinding.start(), time.sleep(0.3))
    )
    assert do(client, "keep", run="one", name="Mine").json()["network"] == "Mine"
    rewinding.join()
    assert not run.weights.exists()


def test_a_run_is_saved_as_a_network_once_and_can_be_removed(client, run, weights, tmp_path):
    from capsviz.training import checkpoint

    made = do(client, "keep", run="one", name="Mine").json()
    assert made["network"] == "Mine"
    assert checkpoint.names() == ["Mine"]
    twin = do(client, "keep", run="one", name="another").json()["error"]
    assert twin == "these weights are kept already, as 'Mine': train on to keep others"
    weights()
    for taken in ("Mine", "mine"):
        assert "choose another name" in do(client, "keep", run="one", name=taken).json()["error"]
    assert do(client, "keep", run="one", name="Mine.v2").json()["network"] == "Mine.v2"
    folder = tmp_path / "checkpoints"
    (folder / "Mine.analysis.json").write_text("{}", "utf-8")
    listed = do(client, "list").json()
    assert listed["networks"] == [
        {"name": name, "run": "one", "owned": True, "parts": False} for name in ("Mine", "Mine.v2")
    ]
    assert do(client, "remove", network="Mine").status_code == 200
    assert checkpoint.names() == ["Mine.v2"]
    assert sorted(path.name for path in folder.iterdir()) == [
        "Mine.v2.run.json",
        "Mine.v2.safetensors",
    ]
    assert "no network 'Mine'" in do(client, "remove", network="Mine").json()["error"]


def test_the_app_removes_no_network_but_those_it_made(client, weights, tmp_path, tiny_model):
    from capsviz.training import checkpoint

    path = tmp_path / "checkpoints" / "dynamic.safetensors"
    checkpoint.save(path, tiny_model.state_dict(), tiny_model.config, {})
    for name in ("dynamic", "../one", "", None):
        assert do(client, "remove", network=name).status_code == 400
    assert path.is_file()
    assert do(client, "list").json()["networks"] == []


def test_runs_are_owned_by_the_browser_that_started_them(client, run, weights):
    from capsviz.ui.server.secret import new_secret

    mine, others = new_secret(), new_secret()
    name = do(client, "start", settings={}, owner=mine).json()["run"]
    assert do(client, "keep", run="one", name="kept", owner=mine).status_code == 200

    def owned(secret):
        found = do(client, "list", owner=secret).json()
        runs = {each["name"]: each.get("owned") for each in found["runs"] if not each["film"]}
        return runs[name], found["networks"][0]["owned"]

    assert owned(mine) == (True, True)
    assert owned(others) == (False, False)
    refused = do(client, "remove", network="kept", owner=others)
    assert "in another browser" in refused.json()["error"]
    assert do(client, "remove", network="kept", owner=mine).status_code == 200
