"""Checkpoints are restored as saved, and a bad file gets one sentence."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import save_file

import capsviz
from capsviz.errors import CapsvizError
from capsviz.model.capsnet import CapsNet
from capsviz.training import checkpoint


@pytest.fixture
def good(tiny_model: CapsNet, tmp_path: Path) -> Path:
    """A checkpoint as training writes it."""
    path = tmp_path / "mine.safetensors"
    checkpoint.save(path, tiny_model.state_dict(), tiny_model.config, {"epochs": 3}, torch.float16)
    return path


def test_load_returns_the_saved_checkpoint(good, tiny_model):
    loaded = checkpoint.load(good, "cpu")
    assert loaded.name == "mine"
    assert loaded.training == {"epochs": 3}
    assert loaded.model.config == tiny_model.config
    assert not loaded.model.training
    assert len(loaded.digest) == 64
    for key, value in loaded.model.state_dict().items():
        assert value.dtype == torch.float32
        assert torch.equal(value, tiny_model.state_dict()[key].half().float()), key


def test_the_public_loader_gives_the_model_and_records_no_gradients(good):
    model = capsviz.load(good, "cpu")
    assert isinstance(model, CapsNet)
    assert not model(torch.zeros(1, 28, 28)).v.requires_grad


def test_names_are_looked_up_in_the_folder_the_environment_names(good, monkeypatch):
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(good.parent))
    (good.parent / "mine.resume.safetensors").write_bytes(b"")
    assert checkpoint.names() == ["mine"]
    assert checkpoint.load("mine", "cpu").digest == checkpoint.load(str(good), "cpu").digest
    with pytest.raises(CapsvizError, match=r"no checkpoint 'other'.* names mine$"):
        capsviz.load("other")


def test_a_name_cannot_leave_the_folder(good, monkeypatch, tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(inner))
    monkeypatch.chdir(inner)
    with pytest.raises(CapsvizError, match="no checkpoint"):
        checkpoint.load("../mine")


def test_a_full_disk_leaves_the_old_file_and_nothing_beside_it(good, tiny_model, full_disk):
    before = good.read_bytes()
    with full_disk(1000), pytest.raises(CapsvizError, match="cannot be written: File too large"):
        checkpoint.save(good, tiny_model.state_dict(), tiny_model.config, {})
    assert good.read_bytes() == before
    assert checkpoint.load(good, "cpu").name == "mine"
    assert list(good.parent.iterdir()) == [good]


def test_a_checkpoint_has_the_usual_file_mode(good):
    (good.parent / "other").touch()
    assert good.stat().st_mode == (good.parent / "other").stat().st_mode


def _header(path: Path) -> dict:
    with safe_open(path, framework="pt") as file:
        return json.loads(file.metadata()["capsviz"])


def _rewrite(path: Path, header: dict | str | None, weights: dict | None = None) -> None:
    """Write the file anew with another header and, where given, other weights."""
    old = checkpoint.read(path).weights
    text = header if isinstance(header, str) else json.dumps(header)
    metadata = None if header is None else {"capsviz": text}
    save_file(old if weights is None else weights, path, metadata=metadata)


def _with_weights(path: Path, change: Callable[[dict], None]) -> None:
    """Other weights under a header and checksum that fit them: an honest, useless file."""
    stored = checkpoint.read(path)
    change(stored.weights)
    checkpoint.save(path, stored.weights, stored.config, stored.training)


def _truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def _cut_in_the_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:40])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


def _bit_flipped(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1000] ^= 0b100
    path.write_bytes(content)


def _text(path: Path) -> None:
    path.write_text("weights, honestly")


def _endless_header(path: Path) -> None:
    path.write_bytes((2**62).to_bytes(8, "little") + b"{}")


def _pickled(path: Path) -> None:
    path.write_bytes(pickle.dumps({"weights": [1.0]}))


class _Trap:
    def __reduce__(self):
        return os.mkdir, ("sprung",)


def _armed_torch_pickle(path: Path) -> None:
    torch.save({"weights": _Trap()}, path)


def _foreign(path: Path) -> None:
    _rewrite(path, None)


def _no_json(path: Path) -> None:
    _rewrite(path, "{")


def _deep_json(path: Path) -> None:
    _rewrite(path, "[" * 100_000)


def _list_for_a_header(path: Path) -> None:
    _rewrite(path, "[]")


def _another_format(path: Path) -> None:
    _rewrite(path, _header(path) | {"format": 99})


def _model_is(**changes: object) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        header = _header(path)
        header["model"] |= changes
        _rewrite(path, header)

    return change


def _wrong_shape(path: Path) -> None:
    _with_weights(path, lambda weights: weights.update(W=torch.zeros(3)))


def _missing_part(path: Path) -> None:
    _with_weights(path, lambda weights: weights.pop("W"))


def _one_part_more(path: Path) -> None:
    _with_weights(path, lambda weights: weights.update(extra=torch.zeros(3)))


def _not_a_number(path: Path) -> None:
    _with_weights(path, lambda weights: weights["W"].view(-1)[5:6].fill_(float("nan")))


def _infinite(path: Path) -> None:
    _with_weights(path, lambda weights: weights["W"].view(-1)[5:6].fill_(float("inf")))


def _stored_as(dtype: torch.dtype) -> Callable[[Path], None]:
    return lambda path: _with_weights(
        path, lambda weights: weights.update(W=weights["W"].to(dtype))
    )


BAD: dict[str, tuple[Callable[[Path], None], str]] = {
    "missing": (Path.unlink, "no checkpoint"),
    "truncated": (_truncated, "cut short"),
    "cut in the header": (_cut_in_the_header, "cut short"),
    "empty": (_empty, "cut short"),
    "bit-flipped": (_bit_flipped, "checksum"),
    "text": (_text, "not a whole safetensors file"),
    "endless header": (_endless_header, "not a whole safetensors file"),
    "pickled": (_pickled, "pickle"),
    "armed torch pickle": (_armed_torch_pickle, "pickle"),
    "foreign safetensors": (_foreign, "not one that capsviz wrote"),
    "header no JSON": (_no_json, "damaged header"),
    "header deep JSON": (_deep_json, "damaged header"),
    "header a list": (_list_for_a_header, "damaged header"),
    "another format": (_another_format, "format 99"),
    "lying about sizes": (_model_is(conv_channels=4096), "does not fit its own configuration"),
    "asking for terabytes": (
        _model_is(primary_types=4096, primary_dim=4096, classes=4096, digit_dim=4096),
        "the network is too large",
    ),
    "size no number": (_model_is(classes="ten"), "damaged header"),
    "size negative": (_model_is(classes=-1), "damaged header"),
    "size beyond reason": (_model_is(classes=10**12), "damaged header"),
    "unknown field": (_model_is(surprise=1), "damaged header"),
    "unknown routing": (_model_is(routing="gossip"), "gossip"),
    "unknown architecture": (_model_is(architecture="tower"), "tower"),
    "wrong shape": (_wrong_shape, r"W has shape \(3,\), expected \(144, 8, 10, 16\)"),
    "part missing": (_missing_part, "W has shape missing"),
    "one part more": (_one_part_more, "extra has shape"),
    "NaN": (_not_a_number, "not finite"),
    "infinite": (_infinite, "not finite"),
    "eighths": (_stored_as(torch.float8_e4m3fn), "stores W as F8_E4M3.*convert"),
    "doubles": (_stored_as(torch.float64), "stores W as F64"),
    "truth values": (_stored_as(torch.bool), "stores W as BOOL"),
    "bytes": (_stored_as(torch.uint8), "stores W as U8"),
    "complex": (_stored_as(torch.complex64), "stores W as C64"),
    "counts": (_stored_as(torch.int64), r"W is stored as torch.int64, expected torch.float32"),
}


@pytest.mark.parametrize(("damage", "says"), BAD.values(), ids=BAD.keys())
def test_a_bad_file_gets_one_sentence_and_is_never_run(good, monkeypatch, damage, says):
    monkeypatch.chdir(good.parent)
    damage(good)
    with pytest.raises(CapsvizError, match=says) as caught:
        checkpoint.load(good, "cpu")
    assert "\n" not in str(caught.value)
    assert not Path("sprung").exists()


def test_unknown_and_missing_devices_get_one_sentence():
    assert checkpoint.pick_device("cpu") == torch.device("cpu")
    with pytest.raises(CapsvizError, match="no device 'abacus'"):
        checkpoint.pick_device("abacus")
    if not torch.cuda.is_available():
        with pytest.raises(CapsvizError, match="no CUDA device"):
            checkpoint.pick_device("cuda")


@pytest.mark.parametrize("length", [0x80, 0x280, 0x480, 0x4B50])
def test_a_cut_file_whose_header_has_a_pickles_first_byte_is_cut_short(tmp_path, length):
    from capsviz.errors import CapsvizError
    from capsviz.training import checkpoint

    # As found by chance: a header of such a length begins like a pickle, or like a zip.
    path = tmp_path / "model.safetensors"
    path.write_bytes(length.to_bytes(8, "little") + b'{"capsviz": ')
    with pytest.raises(CapsvizError, match="cut short"):
        checkpoint.load(path)


@pytest.mark.parametrize("kind", ["a file", "no right to look"])
def test_an_unreadable_folder_of_checkpoints_gets_one_sentence(tmp_path, monkeypatch, kind):
    folder = tmp_path / "checkpoints"
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(folder))
    assert checkpoint.names() == []  # the first training makes it
    if kind == "a file":
        folder.touch()
    else:
        real = os.stat

        def stat(path: object, *rest: object, **named: object) -> os.stat_result:
            if str(path).startswith(str(folder)):
                raise PermissionError(13, "Permission denied", str(path))
            return real(path, *rest, **named)

        monkeypatch.setattr(os, "stat", stat)
        monkeypatch.setattr(os, "listdir", stat)
    for look in (checkpoint.names, checkpoint.load, lambda: checkpoint.list_offers(28)):
        with pytest.raises(CapsvizError, match=r"checkpoints, cannot be read: (Not a|Perm)"):
            look()
