"""Output and files of `evaluate`, on a few images with known predictions."""

from __future__ import annotations

import json
import re

import pytest
import torch


@pytest.fixture
def digits():
    from capsviz.data.pictures import Digits

    random = torch.Generator().manual_seed(0)
    images = torch.randint(0, 256, (20, 28, 28), generator=random).to(torch.uint8)
    return Digits(images, torch.arange(20) % 10)


@pytest.fixture
def folder(tmp_path, monkeypatch, tiny_model):
    """Checkpoints of a capsule network, of a CNN, and of one that reads larger images."""
    from capsviz.config import ModelConfig
    from capsviz.model.networks import MODELS, build
    from capsviz.training import checkpoint

    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path))
    config = ModelConfig(image_size=36, conv_channels=4, primary_types=1, decoder_hidden=(4, 4))
    networks = {"cnn": build(MODELS["cnn"]), "mine": tiny_model, "wide": build(config)}
    for name, network in networks.items():
        checkpoint.save(tmp_path / f"{name}.safetensors", network.state_dict(), network.config, {})
    return tmp_path


def test_interval_is_wilsons():
    from capsviz.training.evaluate import interval

    # Wilson's interval for 8 of 10, as tabulated: 0.4902 to 0.9433.
    assert interval(0.8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    low, high = interval(1.0, 10_000)
    assert 0.9995 < low < 1
    assert high == pytest.approx(1)


def test_a_result_counts_the_networks_predictions(folder, digits):
    from capsviz.training import checkpoint
    from capsviz.training.results import Answers, answers_without_routing, result_of

    loaded = checkpoint.load("mine", "cpu")
    with torch.no_grad():
        expected = loaded.model(digits.images / 255).lengths.argmax(1)
        once = loaded.model(digits.images / 255, 1).lengths.argmax(1)
    answered = Answers.to(digits)
    result = result_of(loaded, digits, answered)
    assert answered.predictions == {"mine": "".join(str(int(answer)) for answer in expected)}
    assert result["accuracy"] == int((expected == digits.labels).sum()) / 20
    assert result["parameters"] - result["parameters_without_decoder"] == sum(
        p.numel() for p in loaded.capsnet.decoder.parameters()
    )
    assert answered.unrouted == {"mine": "".join(str(int(answer)) for answer in once)}

    plain = result_of(checkpoint.load("cnn", "cpu"), digits)
    assert plain["reconstruction_sse"] is None
    assert plain["parameters"] == plain["parameters_without_decoder"]
    assert answers_without_routing(checkpoint.load("cnn", "cpu"), digits) is None


def test_evaluate_all_lists_the_results_of_every_network(folder, digits, few_pictures, capsys):
    import capsviz.cli as cli

    few_pictures(digits, digits, digits)
    assert cli.main(["evaluate", "--all", "--json", "--save", str(folder / "results.json")]) == 0
    several = json.loads(capsys.readouterr().out)
    # The network for 36 x 36 pixels cannot read these images.
    assert [result["checkpoint"] for result in several] == ["cnn", "mine"]
    assert cli.main(["evaluate", "--checkpoint", "mine", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == several[1]

    kept = json.loads((folder / "results.json").read_text("utf-8"))
    assert kept["results"] == several
    assert {name: len(text) for name, text in kept["answers"].items()} == {"cnn": 20, "mine": 20}
    assert list(kept["unrouted"]) == ["mine"]
    assert kept["labels"] == "01234567890123456789"

    assert cli.main(["evaluate", "--all"]) == 0
    assert "| cnn | " in capsys.readouterr().out


@pytest.mark.parametrize("classes", [1, 2])
def test_agreement_counts_pictures_with_the_same_predictions(tiny_model, digits, classes):
    from copy import deepcopy

    from capsviz.training.evaluate import agreement

    other = deepcopy(tiny_model)
    with torch.no_grad():
        other.W.add_(torch.randn(other.W.shape, generator=torch.Generator().manual_seed(1)) / 10)
        images = digits.images / 255
        a, b = (network(images).lengths for network in (tiny_model, other))
    pairs = [
        [set(sorted(range(10), key=lambda k: -row[k])[:classes]) for row in each.tolist()]
        for each in (a, b)
    ]
    same = sum(x == y for x, y in zip(*pairs, strict=True))
    found = agreement(tiny_model, other, images.split(7), classes)
    assert 0 < same < 20
    assert (found.n, found.same) == (20, same)
    assert found.mean == pytest.approx(float((a - b).abs().mean()), rel=1e-4)
    assert found.largest == pytest.approx(float((a - b).abs().max()), rel=1e-4)


def test_agreement_is_printed_and_saved(folder, digits, few_pictures, capsys):
    import capsviz.cli as cli
    from capsviz.training import checkpoint

    few_pictures(digits, digits, digits)
    command = ["evaluate", "--checkpoint", "mine", "--precision", "float32"]
    assert cli.main(command) == 0
    said = (
        "in float32 20 of 20 answers are those in float32; lengths differ by 0.00000 on average, "
        "0.0000 at most"
    )
    assert f"mine: {said}" in capsys.readouterr().out
    assert cli.main([*command, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["agreement"] == {
        "precision": "float32",
        "n": 20,
        "same": 20,
        "mean": 0.0,
        "largest": 0.0,
    }
    assert checkpoint.load("mine").model.precision is torch.float32
    kept = json.loads((folder / "mine.agreement.json").read_text("utf-8"))
    assert [row["same"] for row in kept["precisions"]] == [20]

    (folder / "mine.agreement.json").unlink()
    (folder / "mine.agreement.json").mkdir()  # reported, without losing results
    assert cli.main(command) == 0
    heard = capsys.readouterr()
    assert f"mine: {said}" in heard.out
    assert "not on record" in heard.err

    assert cli.main([*command, "--set", "affine"]) == 2
    assert "leave out --precision" in capsys.readouterr().err


def test_the_affine_set_lies_on_the_field_that_a_network_reads(
    folder, digits, few_pictures, capsys
):
    import capsviz.cli as cli
    from capsviz.config import ModelConfig
    from capsviz.model.networks import build
    from capsviz.training import checkpoint

    few_pictures(digits, digits, digits)
    config = ModelConfig(image_size=40, conv_channels=4, primary_types=1, decoder_hidden=(4, 4))
    path = folder / "large.safetensors"
    history = {"history": [{"accuracy": 0.25}, {"accuracy": 0.5}]}
    checkpoint.save(path, build(config).state_dict(), config, history)
    kept = folder / "found.json"
    command = ["evaluate", "--set", "affine", "--json", "--save", str(kept), "--checkpoint"]
    for name, field in (("large", 40), ("mine", 28)):
        assert cli.main([*command, name]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["field"] == field
        # Accuracy on digits placed as in its training, so that two networks can be compared.
        assert told.get("validation") == {40: 0.5}.get(field)
    rows = json.loads(kept.read_text("utf-8"))["results"]
    assert [row["checkpoint"] for row in rows] == ["large", "mine"]
    assert cli.main([*command, "wide"]) == 2
    assert "reads 36x36 pixels, the set 'affine' has 28x28" in capsys.readouterr().err


def test_every_card_states_a_sufficient_agreement_of_precisions():
    """The app uses the fastest precision, so it may change hardly any prediction."""
    from capsviz.training import checkpoint

    folder = checkpoint.folders()[0]
    cards = {name: (folder / f"{name}.md").read_text("utf-8") for name in checkpoint.names()}
    listed = re.findall(r"\[`\w+`\]\((\w+)\.md\)", (folder / "README.md").read_text("utf-8"))
    assert sorted(listed) == sorted([*cards, *checkpoint.list_parts()])
    for name, card in cards.items():
        found = re.search(r"([\d,]+) of ([\d,]+) answers are those in float32", card)
        assert found, name
        same, n = (int(number.replace(",", "")) for number in found.groups())
        exact = "so the app reads in float32" in card
        assert exact == (same < 0.9995 * n), name
        precision = checkpoint.load(name).in_precision("fastest").model.precision
        assert precision is torch.float32 or not exact, name


def test_scores_of_one_network_leave_those_of_others_in_the_file(tmp_path):
    import json

    from capsviz.training import results

    path = tmp_path / "results.json"
    row = {"set": "digits", "accuracy": 1.0}
    both = results.Answers("7210", {"a": "7210", "b": "7211"}, {"a": "7213"})
    results.save(path, [{**row, "checkpoint": "a"}, {**row, "checkpoint": "b"}], both)
    once = results.Answers("7210", {"a": "0000"})
    results.save(path, [{**row, "checkpoint": "a", "accuracy": 0.25}], once)
    found = json.loads(path.read_text("utf-8"))
    assert [(each["checkpoint"], each["accuracy"]) for each in found["results"]] == [
        ("b", 1.0),
        ("a", 0.25),
    ]
    assert found["answers"] == {"b": "7211", "a": "0000"}
    assert found["unrouted"] == {}
    # Results on other images replace all earlier ones.
    results.save(path, [{**row, "checkpoint": "c"}], results.Answers("00", {"c": "00"}))
    assert list(json.loads(path.read_text("utf-8"))["answers"]) == ["c"]
