"""GitHub workflows: valid files with existing steps."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from requirements import are_allowed

from capsviz.cli import entry

yaml = pytest.importorskip("yaml")
CLONE = Path(__file__).parents[1]
FILES = sorted((CLONE / ".github/workflows").glob("*.yml"))


def read(file: Path) -> dict[Any, Any]:
    return yaml.safe_load(file.read_text("utf-8"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_workflow_can_be_read_and_asks_for_no_more_than_it_needs(file):
    plain = read(file)
    pushed = {"tags": ["v*"]} if file.name == "release.yml" else {"branches": ["main"]}
    assert plain[True]["push"] == pushed  # to YAML 1.1, "on" is a truth
    assert plain["permissions"] == {"contents": "read"}
    for job in plain["jobs"].values():
        assert job["timeout-minutes"] <= 60
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert "--extra-index-url" not in step.get("run", "")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_an_action_is_pinned_to_a_commit(file):
    used = re.findall(r"uses: (.*)", file.read_text("utf-8"))
    assert used
    pinned = re.compile(r"actions/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")
    assert [action for action in used if not pinned.fullmatch(action)] == []


def test_every_npm_package_is_checked_against_its_hash():
    lock = json.loads((CLONE / "capsviz/ui/package-lock.json").read_text("utf-8"))
    packages = {name: entry for name, entry in lock["packages"].items() if name}
    assert packages
    assert [name for name, entry in packages.items() if "integrity" not in entry] == []


def test_the_bare_script_runs_the_readmes_commands():
    (line,) = [
        line
        for line in (CLONE / ".ci/bare").read_text("utf-8").splitlines()
        if line.startswith("pip ")
    ]
    assert f"    {line} " in (CLONE / "README.md").read_text("utf-8")
    jobs = read(CLONE / ".github/workflows/ci.yml")["jobs"]
    assert "bash .ci/bare" in [step.get("run") for step in jobs["bare"]["steps"]]
    assert "bash .ci/lowest" in [step.get("run") for step in jobs["lowest"]["steps"]]


def test_the_site_of_the_main_branch_is_built_and_then_deployed():
    jobs = read(CLONE / ".github/workflows/pages.yml")["jobs"]
    build, deploy = jobs["build"], jobs["deploy"]
    used = [step.get("uses", step.get("run")).split("@")[0] for step in build["steps"]]
    assert used[0] == "actions/checkout"
    order = ["actions/setup-node", "actions/setup-python", "npm ci --prefix capsviz/ui"]
    published = next(each for each in used if each.startswith("capsviz publish site "))
    opened = "python tests/published_site.py site"
    reference = "python -m capsviz.development.reference site/api"
    order += [published, reference, opened, "actions/upload-pages-artifact"]
    assert [used.index(each) for each in order] == sorted(used.index(each) for each in order)
    assert build["steps"][-1]["with"]["path"] == "site"
    # tests/e2e/test_site.py runs the command itself, and opens what it wrote.
    said = next(
        run for step in build["steps"] if (run := step.get("run", "")).startswith("capsviz")
    )
    assert entry.parse(said.split()[1:]).folder == Path(build["steps"][-1]["with"]["path"])
    project = tomllib.loads((CLONE / "pyproject.toml").read_text("utf-8"))["project"]
    torch, installed, browser = (
        step["run"] for step in build["steps"] if "pip" in step.get("run", "")
    )
    assert are_allowed(re.findall(r'"([^"]+)"', torch))
    assert {*re.findall(r'"([^"]+)"', browser)} <= {*project["optional-dependencies"]["test"]}
    (extras,) = re.findall(r"\.\[([\w,]+)\]", installed)
    assert {*extras.split(",")} == {"docs", "publish"} <= {*project["optional-dependencies"]}
    assert (CLONE / "capsviz/ui/package-lock.json").is_file()
    for step in build["steps"]:
        if place := step.get("with", {}).get("cache-dependency-path"):
            assert (CLONE / place).is_file()
    assert deploy["needs"] == "build"
    assert deploy["permissions"] == {"pages": "write", "id-token": "write"}
    assert deploy["environment"]["name"] == "github-pages"
    (step,) = deploy["steps"]
    assert step["uses"].startswith("actions/deploy-pages@")
    assert f"steps.{step['id']}.outputs.page_url" in deploy["environment"]["url"]


def test_a_release_has_the_tag_s_version_and_the_repository_s_address(tmp_path):
    jobs = read(CLONE / ".github/workflows/release.yml")["jobs"]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}
    assert jobs["publish"]["needs"] == "build"
    steps = [step.get("run", "") for step in jobs["build"]["steps"]]
    (matches,) = (step for step in steps if step.startswith("grep "))
    (names,) = (step for step in steps if step.startswith("printf "))
    text = (CLONE / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    project = tomllib.loads(text)["project"]
    known = {**os.environ, "GITHUB_REPOSITORY": "you/caps", "GITHUB_REPOSITORY_OWNER": "you"}

    def run(step: str, tag: str) -> int:
        environment = {**known, "GITHUB_REF_NAME": tag}
        return subprocess.run(["bash", "-c", step], cwd=tmp_path, env=environment).returncode

    assert run(matches, f"v{project['version']}") == 0
    assert run(matches, "v9.9.9") == 1
    assert run(names, "v0") == 0
    told = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    assert told["urls"] == {
        "Source": "https://github.com/you/caps",
        "Demo": "https://you.github.io/caps/",
    }
    built = steps.index("PIP_FIND_LINKS=/tmp/wheels bash .ci/packages")
    assert steps.index(matches) < steps.index(names) < built
    assert "path: dist" in (CLONE / ".github/workflows/release.yml").read_text("utf-8")
    (torch,) = (step for step in steps if "download.pytorch.org" in step)
    assert are_allowed(re.findall(r'"([^"]+)"', torch))
