"""Pages set up for a class: read from a small file, and made a page of links."""

from __future__ import annotations

import json
import re

import pytest

from capsviz.errors import CapsvizError

GOOD = """
title = "Week <3>"
[[presets]]
title = "A & B"
page = "routing"
network = "dynamic"
show = ["steps", "cloud"]
lock = ["network"]
task = "Why <b>?"
[[presets]]
title = "As Share gave it"
link = "https://x.example/capsviz/learn?lesson=squash&step=3&show=figure&task=Look.&evil=1"
"""


@pytest.fixture
def listed(tmp_path):
    def write(text: str, name: str = "presets.toml"):
        file = tmp_path / name
        file.write_text(text, "utf-8")
        return file

    return write


def test_presets_become_links_that_hold_their_settings(tiny_checkpoint, listed):
    from capsviz.ui.session import permalink
    from capsviz.ui.shell import presets

    found = presets.read(listed(GOOD))
    first, second = found.presets
    settings = permalink.decode(first.query["v"]).settings
    assert settings
    assert settings.model == first.network == "dynamic"
    wanted = {"embed": "1", "show": "steps,cloud", "lock": "network", "task": "Why <b>?"}
    assert {name: first.query[name] for name in wanted} == wanted
    assert second.page == "learn"
    assert second.query == {
        **{"lesson": "squash", "step": "3", "embed": "1", "show": "figure", "task": "Look."}
    }
    page = found.page("/base", folders=True)
    assert "Week &lt;3&gt;" in page
    assert "<b>" not in page
    assert 'href="/base/routing/?v=' in page
    assert 'href="/base/learn?lesson=squash&amp;step=3' in found.page("/base", folders=False)
    plain = {"presets": [{"title": "One", "page": "draw"}]}
    (one,) = presets.read(listed(json.dumps(plain), "p.json")).presets
    assert (one.query, one.network) == ({"embed": "1"}, None)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("presets = [", "neither TOML nor JSON"),
        ("presets = 3", "needs a list named presets"),
        ("presets = [3]", "preset 1: it needs a title"),
        ('[[presets]]\ntitle = "a"', "either a link, as Share gives it, or a page"),
        ('[[presets]]\ntitle = "a"\npage = "drew"', "no page 'drew': choose of draw,"),
        ('[[presets]]\ntitle = "a"\npage = "draw"\nshow = ["x"]', "knows no 'x' to show"),
        ('[[presets]]\ntitle = "a"\npage = "draw"\nlock = 3', "lock must be a list"),
        ('[[presets]]\ntitle = "a"\npage = "draw"\ntsak = "b"', "cannot have 'tsak'"),
        (f'[[presets]]\ntitle = "a"\npage = "draw"\ntask = "{"b" * 301}"', "at most 300"),
        ('[[presets]]\ntitle = "a"\nlink = "http://x/?v=3zzz"', "the link is damaged"),
        ('[[presets]]\ntitle = "a"\nlink = "http://["', "no web address"),
    ],
)
def test_a_malformed_file_is_one_sentence(listed, text, said):
    from capsviz.ui.shell import presets

    file = listed(text)
    with pytest.raises(CapsvizError, match=re.escape(said)) as error:
        presets.read(file)
    assert str(error.value).startswith(f"{file}: ")
    assert "\n" not in str(error.value)


def test_the_app_serves_presets_to_visitors_who_follow_a_link(
    tiny_checkpoint, listed, clients, monkeypatch
):
    from capsviz.ui.shell import presets

    client = clients(presets.routes())
    assert client.get("/capsviz/presets").status_code == 404
    monkeypatch.setenv(presets.FILE, str(listed(GOOD)))
    foreign = {"sec-fetch-site": "cross-site"}
    answer = client.get("/capsviz/presets", headers={**foreign, "sec-fetch-mode": "navigate"})
    assert "Why &lt;b&gt;?" in answer.text
    assert client.get("/capsviz/presets", headers=foreign).status_code == 403
    monkeypatch.setenv(presets.FILE, str(listed(GOOD.replace('"dynamic"', '"nobody"'))))
    answer = client.get("/capsviz/presets")
    assert answer.status_code == 503
    assert "no network 'nobody' here" in answer.json()["error"]
