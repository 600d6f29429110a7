"""Networks are saved, listed and loaded again, also a network of one's own."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import torch

EXAMPLE = Path(__file__).parents[1] / ".github/examples/own_network.py"


@pytest.fixture(scope="module")
def net_class():
    spec = importlib.util.spec_from_file_location("own_network", EXAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Net


def test_a_network_changed_in_ones_own_loop_is_saved_listed_and_loaded(tiny_checkpoint) -> None:
    import capsviz
    from capsviz.training import checkpoint

    model = capsviz.load().train().requires_grad_(True)
    images = torch.rand(2, 28, 28)
    model(images).lengths.sum().backward()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter -= 0.1 * (0 if parameter.grad is None else parameter.grad)
    out = tiny_checkpoint.with_name("changed.safetensors")
    assert capsviz.save(model, out) == out
    assert capsviz.list_networks() == ["changed", "dynamic"]
    again = capsviz.load("changed")
    torch.testing.assert_close(again(images).v, model.eval()(images).v)
    assert checkpoint.subject("changed").digits
    with pytest.raises(capsviz.CapsvizError, match=r"changed.safetensors exists: .*overwrite=True"):
        capsviz.save(model, out)
    capsviz.save(model, out, class_names=list("abcdefghij"), overwrite=True)
    assert capsviz.load("changed").class_names == tuple("abcdefghij")
    assert checkpoint.subject("changed").data_set == "own"


def test_the_weights_of_ones_own_network_are_loaded_by_an_instance(net_class, tmp_path) -> None:
    import capsviz

    torch.manual_seed(0)
    network = net_class()
    model, out = capsviz.adapt(network), tmp_path / "mine.safetensors"
    images = torch.rand(2, 28, 28)
    capsviz.save(model, out, class_names=list("abcdefghij"))
    again = capsviz.load(out, like=net_class())
    torch.testing.assert_close(again(images).v, model(images).v)
    assert again.class_names == again.subject.classes == tuple("abcdefghij")
    assert capsviz.trace(again, images.numpy()).classes == tuple("abcdefghij")
    torch.save(network.state_dict(), tmp_path / "mine.pt")
    other = capsviz.load(tmp_path / "mine.pt", like=net_class())
    torch.testing.assert_close(other(images).v, model(images).v)
    with pytest.raises(capsviz.CapsvizError, match="calculates in float32"):
        capsviz.load(out, like=net_class(), precision="int8")
    with pytest.raises(capsviz.CapsvizError, match="by its path alone"):
        capsviz.load(out, like=model)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("net.pt", None, r"never loaded.*capsviz.load\(FILE, like=Net\(\)\)"),
        ("net.keras", b"PK\x03\x04", "file of another library.* by --model"),
        ("model.h5", b"\x89HDF\r\n\x1a\n", "file of another library"),
        ("net.safetensors", b"none", "not a whole safetensors file"),
    ],
)
def test_other_files_are_refused_with_the_next_step(tmp_path, name, content, says) -> None:
    import capsviz

    path = tmp_path / name
    if content is None:
        torch.save({"W": torch.zeros(2)}, path)
    else:
        path.write_bytes(content)
    with pytest.raises(capsviz.CapsvizError, match=says) as caught:
        capsviz.load(path)
    assert "\n" not in str(caught.value)


def test_save_raises_one_sentence_for_wrong_arguments(tiny_model, tmp_path) -> None:
    import capsviz

    for call, says in (
        (lambda: capsviz.save(tiny_model, tmp_path / "net.pt"), "must end in .safetensors"),
        (
            lambda: capsviz.save(tiny_model, tmp_path / "a.safetensors", class_names=["a"]),
            "10 classes: name as many, not 1",
        ),
    ):
        with pytest.raises(capsviz.CapsvizError, match=says):
            call()
    assert not list(tmp_path.iterdir())
