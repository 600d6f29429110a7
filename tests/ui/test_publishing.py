"""`capsviz publish` writes the same bytes each time, and a run that is killed harms no site."""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

import pytest
from published_site import PUBLISHED, publish

from capsviz import bundling
from capsviz.errors import CapsvizError
from capsviz.ui.site import scripts

pytest.importorskip("onnxscript")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]


def checksums(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


def test_the_same_networks_give_the_same_bytes(published, tmp_path):
    publisher = publish(tmp_path / "again", seed="1")
    publisher.communicate()
    assert publisher.returncode == 0
    first, again = checksums(published), checksums(tmp_path / "again")
    assert first.keys() == again.keys()
    assert not [place for place in first if first[place] != again[place]]


def test_a_run_that_is_killed_leaves_the_old_site_or_nothing(published, tmp_path):
    site = tmp_path / "site"
    shutil.copytree(published, site)
    before = checksums(site)
    # A network is written at first, and the pages after all networks.
    for folder, moment in ((site, "overlap: writing"), (tmp_path / "new", "efficient: exported")):
        with publish(folder, seed="0", networks=PUBLISHED[:1]) as publisher:
            assert publisher.stdout is not None
            next(line for line in publisher.stdout if line.startswith(moment))
            publisher.kill()
    assert checksums(site) == before
    assert not (tmp_path / "new").exists()


def test_the_first_page_alone_leads_to_the_walk_by_its_picture(published):
    first = (published / "index.html").read_text("utf-8")
    assert 'href="network/#walk"' in first
    assert (published / "walk.png").stat().st_size < 20_000
    assert "#walk" not in (published / "network" / "index.html").read_text("utf-8")


@pytest.mark.parametrize("program", [Path(sys.executable), Path("nowhere")])
def test_without_a_working_esbuild_there_is_a_sentence(tmp_path, monkeypatch, program):
    monkeypatch.setattr(bundling, "_program", lambda _: program)
    with pytest.raises(CapsvizError, match="npm ci"):
        scripts.write(tmp_path, ["draw"])
