"""Shared results are computed anew when one of their files changes."""

from __future__ import annotations

import re

import pytest
from pages import visit


def test_a_replaced_checkpoint_has_another_decoder(tiny_checkpoint, tiny_model):
    import torch

    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache

    first = cache.decoder("dynamic")
    assert cache.decoder("dynamic") is first
    with torch.no_grad():
        next(tiny_model.decoder.parameters()).neg_()
    checkpoint.save(tiny_checkpoint, tiny_model.state_dict(), tiny_model.config, {})
    assert cache.decoder("dynamic").sha != first.sha
    assert cache.decoder_by_sha(first.sha) is None


def test_an_unknown_checksum_makes_no_decoders_file(tiny_checkpoint, monkeypatch):
    """Each takes seconds of processor time, which any visitor could ask for again and again."""
    from capsviz.ui.live import weights
    from capsviz.ui.networks import cache

    made = []
    monkeypatch.setattr(weights, "keep_file", lambda name, _: made.append(name) or b"file")
    assert cache.decoder_by_sha("0" * 16) is None
    assert not made
    kept = cache.decoder("dynamic")
    assert cache.decoder_by_sha(kept.sha) == b"file"


def test_an_analysis_is_looked_for_again_when_its_file_changes(tiny_checkpoint, monkeypatch):
    from capsviz.analysis import record
    from capsviz.ui.networks import cache

    looked, path, real = [], record.path_beside(tiny_checkpoint), record.load
    monkeypatch.setattr(record, "load", lambda *given: looked.append(given) or real(*given))

    def looks() -> int:
        assert cache.analysis("dynamic") is None  # there is none that fits these weights
        return len(looked)

    assert [looks(), looks()] == [1, 1]
    path.write_text("{}")
    assert [looks(), looks()] == [2, 2]
    path.write_text("[]")
    assert [looks(), looks()] == [3, 3]
    path.unlink()
    assert [looks(), looks()] == [4, 4]


def test_unknown_names_are_not_cached(tiny_checkpoint):
    from capsviz.ui.networks import cache

    for name in ("nobody", "../dynamic", "x" * 5000):
        assert cache.analysis(name) is None
    assert not cache._analysis._cache


def test_results_are_read_anew_when_they_are_measured_anew(tiny_checkpoint):
    from capsviz.errors import CapsvizError
    from capsviz.training import results
    from capsviz.ui.networks import cache

    with pytest.raises(CapsvizError):
        cache.results()
    for labels in ("12", "21"):
        results.save(tiny_checkpoint.with_name("results.json"), [], results.Answers(labels))
        assert cache.results() is cache.results()
        assert list(cache.results().labels) == [int(label) for label in labels]


def test_a_model_that_is_deleted_is_replaced_with_a_sentence(tiny_checkpoint):
    tiny_checkpoint.rename(tiny_checkpoint.with_name("other.safetensors"))
    found = visit("draw", "dynamic")
    assert found["complaints"] == ["The network “dynamic” is no longer here: this is “other”."]
    assert found["settings"]["model"] == "other"
    assert found["replaced"] == ["settings"]
    assert not visit("draw", "other")["complaints"]


def test_an_unreadable_folder_of_checkpoints_gets_one_sentence(tmp_path, monkeypatch):
    from capsviz.errors import CapsvizError
    from capsviz.ui.networks import cache

    (tmp_path / "file").touch()
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "file"))
    assert cache.decoder_by_sha("0") is None
    assert cache.poses_by_sha("0") is None
    said = f"the folder of checkpoints, {tmp_path}/file, cannot be read: Not a directory"
    with pytest.raises(CapsvizError, match=re.escape(said)):
        visit("draw")


def test_a_network_without_capsules_names_no_command_that_would_refuse_it():
    from capsviz.ui.networks import cache

    assert cache.explain_missing_analysis("cnn") == "it has no capsules."
