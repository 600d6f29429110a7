"""The documents hold together: links, commands, versions, sizes."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from requirements import are_allowed

from capsviz.cli import entry

CLONE = Path(__file__).parents[1]
GUIDES = ("README.md", ".github/USAGE.md", ".github/MEASUREMENTS.md", "capsviz/README.md")
DOCUMENTS = (
    *GUIDES,
    "checkpoints/README.md",
    *(f".github/{name}.md" for name in ("CHANGELOG", "CONTRIBUTING", "SECURITY")),
)
CODE = re.compile(r"```.*?```", re.DOTALL)
LINK = re.compile(r'(?:\]\(|src=")([^)"\s]+)')
#: A link to another page of the repository on GitHub, not to a file in it.
ON_GITHUB = "../../deployments/"
COMMAND = re.compile(r"^    (capsviz [^#\n]*)", re.MULTILINE)
INLINE = re.compile(r"`(capsviz [a-z]+ [^`…]*)`")


def read(name: str) -> str:
    return (CLONE / name).read_text("utf-8")


@pytest.mark.parametrize(("name", "most"), [("README.md", 150), ("capsviz/README.md", 250)])
def test_a_readme_stays_short(name, most):
    assert len(read(name).splitlines()) <= most


def anchors(text: str) -> set[str]:
    """The anchors that GitHub gives the headings of a document."""
    headings = re.findall(r"^#+ (.+)$", CODE.sub("", text), re.MULTILINE)
    plain = [re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", each).lower() for each in headings]
    return {re.sub(r"[^\w\- ]", "", each).strip().replace(" ", "-") for each in plain}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name):
    for link in LINK.findall(CODE.sub("", read(name))):
        if re.match(r"[a-z]+:", link) or link.startswith(ON_GITHUB):
            continue
        path, _, anchor = link.partition("#")
        target = (CLONE / name).parent / path if path else CLONE / name
        assert target.exists(), link
        if anchor:
            assert anchor in anchors(target.read_text("utf-8")), link


@pytest.mark.parametrize("name", GUIDES)
def test_every_command_is_one_that_capsviz_takes(name):
    text = read(name)
    commands = [*COMMAND.findall(text), *INLINE.findall(" ".join(CODE.sub("", text).split()))]
    assert commands or name == "capsviz/README.md"
    for command in commands:
        words = shlex.split(command)[1:]
        if "COMMAND" in words:
            continue
        # A device that a machine lacks is refused.
        entry.parse([{"N": "3", "cuda": "cpu"}.get(word, word) for word in words])


def test_the_path_of_a_drawing_has_at_most_twenty_hops():
    (drawing,) = re.findall(r"```mermaid\nsequenceDiagram(.*?)```", read("capsviz/README.md"), re.S)
    hops = re.findall(r"^\s*\w+-{1,2}>>\w+: ", drawing, re.MULTILINE)
    assert 5 < len(hops) <= 20


def test_the_readme_shows_every_page():
    from capsviz.ui.catalogue.navigation import ENTRIES

    text = read("README.md")
    for page in ENTRIES:
        assert f"**{page.title}**" in text
        assert f'src=".github/images/pages/{page.name}.webp"' in text


def test_a_citation_names_the_version_and_authors_of_the_project():
    yaml = pytest.importorskip("yaml")
    project = tomllib.loads(read("pyproject.toml"))["project"]
    citation = yaml.safe_load(read(".github/CITATION.cff"))
    assert citation["cff-version"] == "1.2.0"
    assert str(citation["version"]) == project["version"]
    assert f"version = {{{project['version']}}}" in read("README.md")
    assert citation["title"] == f"capsviz: {project['description'].split(':')[0].lower()}"
    assert [each["name"] for each in citation["authors"]] == [
        each["name"] for each in project["authors"]
    ]


def test_the_citation_follows_the_schema_of_the_citation_file_format(tmp_path):
    pytest.importorskip("check_jsonschema")
    schema = ["--builtin-schema", "vendor.citation-file-format"]

    def check(path):
        command = [sys.executable, "-m", "check_jsonschema", *schema, str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    found = check(CLONE / ".github/CITATION.cff")
    assert found.returncode == 0, found.stdout
    wrong = tmp_path / "CITATION.cff"
    wrong.write_text(
        read(".github/CITATION.cff").replace("authors:\n  - name", "authors:\n  - nom")
    )
    assert check(wrong).returncode == 1


def test_the_changelog_has_one_short_line_a_change():
    text = read(".github/CHANGELOG.md")
    _, *versions = re.split(r"^## ", text, flags=re.MULTILINE)
    for version in versions:
        title, body = version.split("\n", 1)
        assert re.fullmatch(r"\d+\.\d+\.\d+ \((unreleased|\d{4}-\d\d-\d\d)\)", title)
        kinds = re.findall(r"^### (.+)$", body, re.MULTILINE)
        assert kinds == [kind for kind in ("Added", "Changed", "Fixed") if kind in kinds]
        lines = [line for line in body.splitlines() if line and not line.startswith("### ")]
        assert [line for line in lines if not line.startswith("- ")] == []
        assert [line for line in lines if len(line.split()) > 26] == []  # with the dash
        assert len(lines) == len(set(lines))
    project = tomllib.loads(read("pyproject.toml"))["project"]
    assert versions[0].startswith(f"{project['version']} (")


def test_the_dockerfile_copies_existing_files_and_runs_a_valid_command():
    text = read(".github/Dockerfile")
    for sources in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.MULTILINE):
        assert [each for each in sources.split() if not (CLONE / each).exists()] == []
    (index,) = re.findall(r"whl/cpu (.+) \\$", text, re.MULTILINE)
    assert are_allowed(shlex.split(index))
    (start,) = re.findall(r"^ENTRYPOINT (\[.*\])$", text, re.MULTILINE)
    name, *words = json.loads(start)
    assert name == "capsviz"
    entry.parse(words)
    assert text.index("\nUSER capsviz") < text.index("\nENTRYPOINT")


def test_every_requirement_of_a_user_has_both_ends():
    """A release with another major version must not break an installation of today."""
    project = tomllib.loads(read("pyproject.toml"))["project"]
    extras = project["optional-dependencies"]
    assert {"app", "train", "figures", "notebook", "publish"} <= {*extras}
    wanted = [*project["dependencies"]]
    wanted += [each for name, needed in extras.items() if name != "test" for each in needed]
    bounded = re.compile(r"[\w\[\]-]+>=[\d.]+,<[\d.]+")
    assert [each for each in wanted if not bounded.fullmatch(each)] == []
    (index,) = re.findall(r"whl/cpu (.+)$", read("README.md"), re.MULTILINE)
    assert are_allowed(shlex.split(index))


@pytest.mark.slow
def test_the_readmes_lines_of_python_run():
    pytest.importorskip("anywidget")
    from capsviz.data.samples import sample_pictures

    (lines,) = re.findall(r"```python\n(.*?)```", read("README.md"), re.DOTALL)
    assert len(lines.splitlines()) <= 12
    images = sample_pictures(28)
    pictures = [(images[number % 10], number % 10) for number in range(60)]
    names = {"images": images[:2], "dataset": pictures}
    exec(lines, names)
    trace = names["trace"]
    assert trace.couplings.shape[2:] == (1152, 10)
    assert abs(trace.couplings.sum(-1) - 1).max() < 1e-5
    assert names["network"].config.classes == 10


def test_the_container_script_knows_every_instruction_of_the_dockerfile():
    text = re.sub(r"\\\n", " ", read(".github/Dockerfile"))
    used = {*re.findall(r"^([A-Z]+) ", text, re.MULTILINE)}
    known = re.findall(r'case ((?:"[A-Z]*"(?: \| )?)+):', read(".ci/container"))
    assert {"FROM", "RUN", "COPY"} <= used
    assert used <= {"FROM", *re.findall(r'"([A-Z]+)"', " ".join(known))}
    assert ".ci/container" in read(".github/USAGE.md")
