"""A network's ONNX file gives the numbers of its trace, in another runtime."""

import json

import numpy as np
import pytest
import torch

from capsviz import cli, onnx_export
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.tracing import reconstructions, steps
from capsviz.training import checkpoint

ort = pytest.importorskip("onnxruntime")
onnx = pytest.importorskip("onnx")

#: One of each build with each routing; the others differ in weights and sizes alone.
KINDS = ["matrix", "dynamic", "em", "self_routing", "attention", "uniform", "sprites"]
KINDS += ["cnn", "overlap_cnn"]
NAMES = ["efficient", *(pytest.param(name, marks=pytest.mark.slow) for name in KINDS)]
#: Logits, agreements, votes and their sums are not within 0..1: errors count by the largest.
SCALED = {"logits", "agreement", "votes", "totals", "capsules", "primary"}


def session(data: bytes):
    options = ort.SessionOptions()
    options.log_severity_level = 3
    return ort.InferenceSession(data, options)


def pictures(side: int) -> torch.Tensor:
    """Noise of eight strengths: it leaves capsules as inactive as no digit does."""
    random = torch.Generator().manual_seed(0)
    strengths = torch.linspace(0.125, 1, 8).view(8, 1, 1, 1)
    return torch.rand(8, 1, side, side, generator=random) * strengths


@pytest.mark.parametrize("batch", [False, True], ids=["one", "any_number"])
@pytest.mark.parametrize("name", NAMES)
def test_the_exported_file_gives_the_networks_outputs(name, batch):
    loaded = checkpoint.load(name, "cpu")
    model = loaded.model
    made = onnx_export.export(model, name, loaded.subject.classes, decoder=True, batch=batch)
    run = session(made.data)
    x = pictures(model.config.image_size)
    for given in (x[-1], x[:3, 0], x[1:, 0]) if batch else x:
        answers = dict(zip(made.outputs, run.run(None, {"image": given.numpy()}), strict=True))
        with torch.no_grad():
            expected = expect(model, given)
        assert answers.keys() == expected.keys()
        for output, array in expected.items():
            size = max(1.0, float(array.abs().max())) if output in SCALED else 1.0
            assert answers[output].shape == array.shape, output
            off = np.abs(answers[output] - array.numpy()).max() / size
            assert off < 1e-4, (output, off)


def expect(model, x) -> dict[str, torch.Tensor]:
    if not isinstance(model, CapsNet):
        return {"probabilities": model(x).lengths}
    seen = steps(model, x, model.rounds())._asdict()
    u, votes = seen["primary"], model.votes(seen["primary"])
    expected = {**seen, "votes": votes}
    if hasattr(model.routing, "activation"):
        expected["activations"] = model.routing.activation(u)
    if model.routing.weighs:
        expected["weights"] = torch.stack(
            [model.routing.weigh(u, c.mT).mT for c in seen["couplings"]]
        )
    if not model.routing.begins_uniform:
        expected["unrouted"] = model.routing.uniform_presence(u, votes)
    expected["reconstructions"] = torch.tensor(reconstructions(model, seen["capsules"][-1].numpy()))
    return expected


def test_the_command_writes_a_file_that_explains_itself(tmp_path, capsys):
    out = tmp_path / "small.onnx"
    assert cli.main(["export", "efficient", "--out", str(out)]) == 0
    assert "presence of each class" in capsys.readouterr().out
    read = onnx.load(out)
    told = {each.key: each.value for each in read.metadata_props}
    assert told["network"] == "efficient"
    assert json.loads(told["classes"]) == list("0123456789")
    assert told["meaning.lengths"] == onnx_export.MEANINGS["lengths"]
    assert {value.name for value in read.graph.output} == {
        *onnx_export.OUTPUTS,
        "weights",
        "unrouted",
        "reconstructions",
    }
    assert told["meaning.image"].startswith("pixels in 0..1, ink bright on dark [n, side, side]")
    for value in (*read.graph.input, *read.graph.output):
        sizes = [size.dim_param for size in value.type.tensor_type.shape.dim]
        assert sizes.count("n") == 1, value.name
        stated = told[f"meaning.{value.name}"].partition("[")[2].split("]")[0].split(", ")
        assert stated[sizes.index("n")] == "n", value.name
    assert told["routing"] == "Self-attention"
    assert "1 − exp(−‖s‖)" in told["presence"]
    assert told["sharing"].startswith("in one pass: a class for which")
    assert told["published"].startswith("As Mazzia")
    assert all(value.doc_string for value in (*read.graph.input, *read.graph.output))


#: A network of one's own that reads the number of pictures by SIZE.
OWN = """
import torch
from torch import nn

def squash(s):
    square = (s ** 2).sum(-1, keepdim=True)
    return square / (1 + square) * s / torch.sqrt(square + 1e-8)

class Net(nn.Module):
    types, side, iterations = 4, 28, 2

    def __init__(self):
        super().__init__()
        torch.manual_seed(0)
        self.conv = nn.Conv2d(1, 16, 8, stride=5)
        self.W = nn.Parameter(0.2 * torch.randn(100, 10, 6, 4))

    def primary(self, x):
        return squash(self.conv(x.unsqueeze(1)).permute(0, 2, 3, 1).reshape(SIZE, -1, 4))

    def votes(self, u):
        return torch.einsum("ijdk,nik->nijd", self.W, u)

    def steps(self, u_hat, iterations):
        b = torch.zeros_like(u_hat[..., 0])
        for _ in range(iterations):
            c = b.softmax(2)
            s = torch.einsum("nij,nijd->njd", c, u_hat)
            v = squash(s)
            yield b, c, s, v
            b = b + torch.einsum("nijd,njd->nij", u_hat, v)
"""


@pytest.mark.parametrize(("size", "any_number"), [("x.shape[0]", True), ("len(x)", False)])
def test_an_own_network_says_if_its_file_takes_one_picture(
    size, any_number, tmp_path, monkeypatch, capsys
):
    for name in ("MODEL", "WEIGHTS", "LENIENT", "WITH"):
        monkeypatch.setenv(f"CAPSVIZ_{name}", "")  # put back in the end
    (tmp_path / "net.py").write_text(OWN.replace("SIZE", size), "utf-8")
    out = tmp_path / "net.onnx"
    assert cli.main(["export", "--model", f"{tmp_path / 'net.py'}:Net", "--out", str(out)]) == 0
    assert ("x.shape[0] in place of len(x)" in capsys.readouterr().out) is not any_number
    run, x = session(out.read_bytes()), pictures(28)
    (alone,) = run.run(["lengths"], {"image": x[-1].numpy()})
    if any_number:
        (lengths,) = run.run(["lengths"], {"image": x[:, 0].numpy()})
        np.testing.assert_allclose(lengths[:, -1:], alone, atol=1e-4)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--out", "x.onnx"], "say which one network"),
        (["efficient", "--out", "x.txt"], ".onnx"),
        (["nobody", "--out", "x.onnx"], "nobody"),
    ],
)
def test_an_impossible_export_prints_one_sentence(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["export", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_function_that_onnx_lacks_is_named():
    class Digamma(torch.nn.Module):
        def forward(self, x):
            return torch.digamma(x + 1)

    with pytest.raises(CapsvizError, match="which has no digamma: calculate it from other"):
        onnx_export.convert("mine", Digamma(), {"image": torch.zeros(1, 28, 28)}, ("lengths",))


def test_a_translation_is_parsed_once_not_for_every_network():
    registry = pytest.importorskip("onnxscript.function_libs.torch_lib.ops").core
    onnx_export._remember_translations()
    assert registry.aten_abs.function_ir is registry.aten_abs.function_ir


def test_a_missing_exporter_raises_the_command_that_installs_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(onnx_export.importlib.util, "find_spec", lambda _: None)
    assert cli.main(["export", "efficient", "--out", str(tmp_path / "x.onnx")]) == 2
    assert 'pip install "capsviz[publish]"' in capsys.readouterr().err
