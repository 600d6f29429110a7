"""Slow results are computed once on a machine, and none of the files is trusted."""

from __future__ import annotations

import os


def test_a_damaged_cache_file_is_rebuilt_once_even_on_a_full_disk(
    tmp_path, monkeypatch, full_disk
) -> None:
    from capsviz.ui.live import disk_cache

    made: list[int] = []

    def keep(name: str) -> bytes:
        return disk_cache.keep_file(name, lambda: made.append(1) or b"long work")

    monkeypatch.setenv("CAPSVIZ_CACHE", str(tmp_path))
    kept = tmp_path / "capsviz/files"
    assert [keep("a"), keep("a")] == [b"long work"] * 2
    assert len(made) == 1
    (kept / "a").write_bytes(b"0" * 50)
    assert [keep("a"), keep("a")] == [b"long work"] * 2
    assert len(made) == 2
    with full_disk(0):
        assert keep("b") == b"long work"
    assert [path.name for path in kept.iterdir()] == ["a"]
    os.utime(kept / "a", (0, 0))
    monkeypatch.setattr(disk_cache, "MAX_ENTRIES", 2)
    for name in ("c", "d"):
        keep(name)
    assert {path.name for path in kept.iterdir()} == {"c", "d"}
