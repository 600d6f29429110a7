"""A network's ONNX file gives the numbers of its trace, in another runtime."""

import json

import numpy as np
import pytest
import torch

from capsviz import cli, onnx_export
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


@pytest.mark.parametrize("name", NAMES)
def test_it_gives_what_the_network_gives(name):
    loaded = checkpoint.load(name, "cpu")
    model = loaded.model
    made = onnx_export.export(model, name, loaded.subject.classes)
    run = session(made.data)
    for x in pictures(model.config.image_size):
        answers = dict(zip(made.outputs, run.run(None, {"image": x.numpy()}), strict=True))
        with torch.no_grad():
            expected = expect(model, x)
        for output, array in expected.items():
            size = max(1.0, float(array.abs().max())) if output in SCALED else 1.0
            off = np.abs(answers[output] - array.numpy()).max() / size
            assert off < 1e-4, (output, off)


def expect(model, x) -> dict[str, torch.Tensor]:
    if not isinstance(model, CapsNet):
        return {"probabilities": model(x).lengths}
    seen = steps(model, x, model.rounds())._asdict()
    u, c, votes = seen["primary"], seen["couplings"][:, 0].mT, model.votes(seen["primary"])
    expected = {**seen, "votes": votes}
    if model.routing.weighs:
        expected["weights"] = model.routing.weigh(u, c).mT[:, None]
    if not model.routing.begins_uniform:
        expected["unrouted"] = model.routing.uniform_presence(u, votes)
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
    assert "bright ink on dark" in told["meaning.image"]
    model, x = checkpoint.load("efficient", "cpu").capsnet, pictures(28)[-1]
    with torch.no_grad():
        expected = reconstructions(model, model(x).v.numpy())
    (decoded,) = session(out.read_bytes()).run(["reconstructions"], {"image": x.numpy()})
    np.testing.assert_allclose(decoded, expected, atol=1e-4)
    assert told["routing"] == "Self-attention"
    assert "1 − exp(−‖s‖)" in told["presence"]
    assert told["sharing"].startswith("in one pass: a class for which")
    assert told["published"].startswith("As Mazzia")
    assert all(value.doc_string for value in (*read.graph.input, *read.graph.output))


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


def test_a_translation_is_parsed_once_not_for_every_network():
    registry = pytest.importorskip("onnxscript.function_libs.torch_lib.ops").core
    onnx_export._remember_translations()
    assert registry.aten_abs.function_ir is registry.aten_abs.function_ir


def test_a_missing_exporter_raises_the_command_that_installs_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(onnx_export.importlib.util, "find_spec", lambda _: None)
    assert cli.main(["export", "efficient", "--out", str(tmp_path / "x.onnx")]) == 2
    assert 'pip install "capsviz[publish]"' in capsys.readouterr().err
