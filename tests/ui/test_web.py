"""The pages' scripts: how they are served, and how they become one for the report."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient


@pytest.fixture
def client():
    from capsviz.ui.server import scripts

    return TestClient(Starlette(routes=scripts.routes()))


def test_a_script_is_served_for_good_under_the_checksum_of_all(client):
    from capsviz.ui.catalogue import assets

    place = "browser/raster.js"
    found = client.get(assets.address(assets._ROOT / place))
    assert found.content == assets.scripts()[place]
    assert found.headers["content-type"].startswith("text/javascript")
    assert "immutable" in found.headers["cache-control"]


@pytest.mark.parametrize("place", ["web.py", "../tracing.py", "browser/no.js", "browser/theme.css"])
def test_only_scripts_are_served(client, place):
    from capsviz.ui.catalogue import assets

    assert client.get(f"/capsviz/web/{assets.checksum()}/{place}").status_code == 404
    assert client.get("/capsviz/web/0000000000000000/browser/raster.js").status_code == 404


def test_every_import_names_an_export_of_an_existing_script():
    import posixpath
    import re

    from capsviz.ui.catalogue import assets

    statement = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"([^"]+)";$', re.MULTILINE)
    count = 0
    for place, text in assets.scripts().items():
        for names, path in statement.findall(text.decode()):
            if path.startswith("node:"):  # what a site is made with runs there
                continue
            target = posixpath.normpath(posixpath.join(posixpath.dirname(place), path))
            exported = set(
                re.findall(
                    r"^export (?:async )?(?:function\*?|class|const|let) ([\w$]+)",
                    assets.scripts()[target].decode(),
                    re.MULTILINE,
                )
            )
            listed = re.search(r"export\{([^}]*)\};", assets.scripts()[target].decode())
            if listed:  # as a library's file that esbuild made has them
                exported |= {each.split(" as ")[-1] for each in listed[1].split(",")}
            wanted = {name.split(" as ")[0].strip() for name in names.split(",") if name.strip()}
            assert wanted <= exported, f"{place} imports {wanted - exported} from {target}"
            count += 1
    assert count > 50


def test_the_report_s_modules_become_one_script():
    from capsviz.ui.catalogue import assets
    from capsviz.ui.report.flatten import flatten

    text = flatten("report/index.js", assets.scripts())
    assert "import " not in text.split("/*")[0]
    assert text.index("function adoptTheme") < text.index("class Report")


@pytest.mark.browser
def test_a_film_s_file_plays_without_a_server(tab, tmp_path):
    from capsviz.ui.pages.train.standalone_html import film_html

    file = tmp_path / "film.html"
    file.write_text(film_html("dynamic from noise"), encoding="utf-8")
    tab.goto(file.as_uri())
    tab.get_by_test_id("train-time").focus()
    tab.keyboard.press("End")
    tab.get_by_text("step 860").first.wait_for()
    assert float(tab.get_by_test_id("train-accuracy").inner_text().split()[0]) > 90


@pytest.mark.browser
def test_modules_keep_their_own_names(tab):
    from capsviz.ui.report.flatten import flatten

    scripts = {
        "a/first.js": 'import { name as theirs } from "../second.js";\n'
        'import {\n  told,\n} from "./third.js";\n'
        'const name = "a";\nexport function all() {\n  return [name, theirs, told()];\n}\n',
        "second.js": 'export const name = "b";\n',
        "a/third.js": 'import { name } from "../second.js";\nconst theirs = "c";\n'
        "export const told = () => theirs + name;\n",
    }
    text = flatten("a/first.js", {place: each.encode() for place, each in scripts.items()})
    assert tab.evaluate(f"{text}.all()") == ["a", "b", "cb"]
    assert tab.evaluate("typeof $modules") == "undefined"


@pytest.mark.parametrize(
    ("scripts", "says"),
    [
        (
            {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'},
            "circle",
        ),
        ({"a.js": "export let a = 1;\n"}, "cannot be flattened"),  # its importers would not follow
        ({"a.js": "export default function () {}\n"}, "cannot be flattened"),
    ],
)
def test_impossible_scripts_are_not_flattened(scripts, says):
    from capsviz.ui.report.flatten import flatten

    with pytest.raises(ValueError, match=says):
        flatten("a.js", {place: text.encode() for place, text in scripts.items()})
