"""Texts that are not the program's own are shown letter by letter."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from pages import items_of, sections_of

UI = Path(__file__).parents[2] / "capsviz" / "ui"
#: Every mark that sentences know, and others that Markdown has.
HOSTILE = [
    "**bold** __bold__ *slanted* _slanted_ ~~gone~~ `code` ``code``",
    "`![x](http://127.0.0.1:9/leak.png)` \\![x](http://127.0.0.1:9/leak.png)",
    "*",
    "**",
    "a*b*c\\",
    "\\*a\\* \\\\",
    "<img src=http://127.0.0.1:9/leak.png onerror=alert(1)> <b>bold</b> &lt;i&gt; &amp;",
    "a\n\n# heading\n\n- listed",
    "there is no model 'em' here: choose one of 3 (or 4), at 12.5 %, in checkpoints/x",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_foreign_text_within_a_sentence_is_shown_letter_by_letter(text, script) -> None:
    from capsviz.ui.sections import escape

    shown = " ".join(text.split())
    found = script(
        "browser/markdown.js",
        "(lines) => lines.map((line) => markdownParts(line))",
        [escape(text), f"of **{escape(text)}**, *said*: `{'x'}` {escape(text)}"],
    )
    assert "".join(part["text"] for part in found[0]) == shown
    assert {part["tag"] for part in found[0]} <= {""}
    assert ["".join(p["text"] for p in found[1] if p["tag"] == tag) for tag in ("b", "em")] == [
        shown,
        "said",
    ]
    assert "".join(part["text"] for part in found[1]) == f"of {shown}, said: x {shown}"


def test_sentences_name_networks_by_their_letters_alone(tiny_checkpoint, monkeypatch) -> None:
    import shutil

    from capsviz.training import checkpoint
    from capsviz.ui.networks import cache
    from capsviz.ui.pages.compare import sections as compare
    from capsviz.ui.pages.viewpoint import sections as viewpoint
    from capsviz.ui.sections import escape

    name, place = "q*u`o\\te", Path(checkpoint.__file__).parents[3] / "checkpoints"
    for file in ("results.json", "calibration.json", "affine.json"):
        shutil.copy(place / file, tiny_checkpoint.parent)
    singles = checkpoint.singles

    def called(**how: object) -> dict:
        return {one: replace(offer, title=name) for one, offer in singles(**how).items()}

    monkeypatch.setattr(viewpoint, "_is_current", lambda row, titles: row["checkpoint"] in titles)
    monkeypatch.setattr("capsviz.ui.pages.compare.reliability._is_measured", lambda _row: True)
    monkeypatch.setattr(viewpoint.checkpoint, "singles", called)
    monkeypatch.setattr(compare, "titles_of", lambda _reads: {"dynamic": name})
    for cached in (cache.results, cache.affine, cache.calibration):
        cached.cache_clear()
    said = [
        line
        for page in ("compare", "viewpoint")
        for section in sections_of(page).values()
        for line in items_of(section, "")
    ]
    for cached in (cache.results, cache.affine, cache.calibration):
        cached.cache_clear()
    assert sum(escape(name) in line for line in said) >= 3
    for line in said:
        assert name not in line.replace(escape(name), ""), line


def test_nothing_asks_streamlit_for_html() -> None:
    for path in UI.rglob("*.py"):
        text = path.read_text("utf-8")
        assert "unsafe_allow_html" not in text
        assert "st.html(" not in text
