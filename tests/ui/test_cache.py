"""What is made once for all visitors is made anew when a file behind it changes."""

from __future__ import annotations

import pytest


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


def test_an_analysis_is_looked_for_again_when_its_file_changes(tiny_checkpoint, monkeypatch):
    from capsviz.analysis import record
    from capsviz.ui.networks import cache

    looked, path, real = [], record.beside(tiny_checkpoint), record.load
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


def test_names_that_are_no_models_are_not_remembered(tiny_checkpoint):
    from capsviz.ui.networks import cache

    for name in ("nobody", "../dynamic", "x" * 5000):
        assert cache.analysis(name) is None
    assert not cache._analysis._made


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


def test_who_uses_a_model_that_is_deleted_gets_another_and_is_told_once(tiny_checkpoint):
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    import capsviz.ui

    app = AppTest.from_file(str(Path(capsviz.ui.__file__).with_name("main.py")), default_timeout=60)
    app.run()
    tiny_checkpoint.rename(tiny_checkpoint.with_name("other.safetensors"))
    app.run()
    told = "the model 'dynamic' is no longer here: this is 'other'"
    assert [warning.value for warning in app.warning] == [told]
    app.run()
    assert not app.exception
    assert not app.warning


def test_an_unreadable_folder_of_checkpoints_is_a_sentence_on_the_page(tmp_path, monkeypatch):
    from pathlib import Path

    from streamlit.testing.v1 import AppTest

    import capsviz.ui
    from capsviz.ui.networks import cache
    from capsviz.ui.session.error_banner import plain

    (tmp_path / "file").touch()
    monkeypatch.setenv("CAPSVIZ_CHECKPOINTS", str(tmp_path / "file"))
    assert cache.decoder_by_sha("0") is None
    assert cache.poses_by_sha("0") is None
    app = AppTest.from_file(str(Path(capsviz.ui.__file__).with_name("main.py")), default_timeout=60)
    app.run()
    assert not app.exception
    told = [message.value for message in (*app.warning, *app.error, *app.info)]
    said = f"the folder of checkpoints, {tmp_path}/file, cannot be read: Not a directory"
    assert told == [plain(said)]
