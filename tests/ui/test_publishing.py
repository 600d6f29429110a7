"""`capsviz publish` writes the same bytes each time, and a run that is killed harms no site."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import pytest

pytest.importorskip("onnxscript")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.usefixtures("node", "packages"),
]
COMMAND = [sys.executable, "-m", "capsviz", "publish", "--networks", "efficient"]


def start(folder, seed="0"):
    return subprocess.Popen(
        [*COMMAND, str(folder)],
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
    )


def checksums(folder):
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory, node, packages):
    folder = tmp_path_factory.mktemp("published") / "site"
    publisher = start(folder)
    publisher.communicate()
    assert publisher.returncode == 0
    return folder


def test_the_same_networks_give_the_same_bytes(site, tmp_path):
    publisher = start(tmp_path / "again", seed="1")
    publisher.communicate()
    assert publisher.returncode == 0
    first, again = checksums(site), checksums(tmp_path / "again")
    assert first.keys() == again.keys()
    assert not [place for place in first if first[place] != again[place]]


def test_a_run_that_is_killed_leaves_the_old_site_or_nothing(site, tmp_path):
    before = checksums(site)
    for folder in (site, tmp_path / "new"):
        with start(folder) as publisher:
            assert publisher.stdout is not None
            next(line for line in publisher.stdout if line.startswith("overlap: writing"))
            publisher.kill()
    assert checksums(site) == before
    assert not (tmp_path / "new").exists()
