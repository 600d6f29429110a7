"""Texts that are not the program's own reach Streamlit's Markdown as plain text only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

UI = Path(__file__).parents[2] / "capsviz" / "ui"
#: What Streamlit renders as Markdown.
SHOWN = {
    "badge", "button", "caption", "error", "expander", "header", "info", "markdown", "metric",
    "subheader", "success", "table", "text_area", "title", "toast", "toggle", "warning", "write",
}  # fmt: skip
#: Functions that make a text of our own, and pass on others by `plain` alone.
MADE = {
    "plain",
    "_law_sentence",
    "affine_sentence",
    "_larger_sentence",
    "attacks_sentence",
    "two_digits_sentence",
    "results_table",
    "family_table",
}
MADE |= {
    "_larger_sentence",
    "mcnemar_sentence",
    "mcnemar_table",
    "labels_table",
    "_matrix_sentence",
}


def raw(node: ast.expr) -> list[str]:
    """The parts of a text that are neither written here, nor numbers, nor `plain`."""
    if isinstance(node, ast.Constant):
        return []
    if isinstance(node, ast.BinOp):
        return raw(node.left) + raw(node.right)
    if isinstance(node, ast.IfExp):
        return raw(node.body) + raw(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return [part for value in node.values for part in raw(value)]
    if isinstance(node, ast.FormattedValue) and node.format_spec:
        return []  # only a number takes one
    if isinstance(node, ast.FormattedValue):
        return raw(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MADE:
        return []
    return [ast.unparse(node)]


#: Looked at by hand: made of `plain` parts, or of texts in our own lesson files.
OURS = {"sentence", "claim['pro']", "claim['con']", "', '.join(alarms)", "missing"}


@pytest.mark.parametrize("path", sorted(UI.rglob("*.py")), ids=lambda path: str(path.name))
def test_pages_show_foreign_texts_by_plain_alone(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "st"
            and node.func.attr in SHOWN
            and node.args
        ):
            assert set(raw(node.args[0])) <= OURS, f"{path.name}:{node.lineno}"


def test_nothing_asks_streamlit_for_html() -> None:
    for path in UI.rglob("*.py"):
        text = path.read_text("utf-8")
        assert "unsafe_allow_html" not in text
        assert "st.html(" not in text


def test_a_plain_text_stays_readable() -> None:
    from capsviz.ui.session.error_banner import plain

    said = "there is no model 'em' here: choose one of 3 (or 4), at 12.5 %, in checkpoints/x"
    assert plain(said) == said
