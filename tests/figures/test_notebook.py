"""The notebook from a picture to every figure runs, and its calls are documented."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy
from importlib.util import find_spec
from pathlib import Path

import pytest
from machine import lacking

pytestmark = pytest.mark.slow

NOTEBOOK = Path(__file__).parents[2] / ".github/examples/figures.ipynb"
FIGURE = "application/vnd.plotly.v1+json"
WIDGET = "application/vnd.jupyter.widget-view+json"


# The kernel's own client warns; this program does not use it otherwise.
@pytest.mark.filterwarnings("default")
def test_every_figure_comes_out_of_a_notebook(monkeypatch):
    import nbformat
    from nbclient import NotebookClient

    from capsviz import figures

    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    monkeypatch.setenv("PLOTLY_RENDERER", "plotly_mimetype")
    book = nbformat.read(NOTEBOOK, as_version=4)
    NotebookClient(book, timeout=240, kernel_name="python3").execute()
    drawn = set()
    for cell in book.cells:
        shown = {kind for out in cell.get("outputs", []) for kind in out.get("data", {})}
        if called := re.match(r"figures\.(\w+)", cell.source):
            assert FIGURE in shown, called[1]
            drawn.add(called[1])
        if cell.source.endswith("\nwidget"):
            assert WIDGET in shown
    assert drawn == set(figures.__all__)


def public():
    """Yield every name of the public API with its import path."""
    import capsviz
    from capsviz import figures

    for module in (capsviz, figures):
        for name in module.__all__:
            yield f"{module.__name__}.{name}", getattr(module, name)


def test_every_public_docstring_documents_parameters_returns_and_errors():
    for name, thing in public():
        said = inspect.getdoc(thing) or ""
        assert len(said) > 100, name
        if not inspect.isfunction(thing):
            continue
        for parameter in inspect.signature(thing).parameters:
            assert re.search(rf"^{parameter} : ", said, re.MULTILINE), (name, parameter)
        assert "Returns\n---" in said, name
        assert "Raises\n---" in said, name


def test_every_array_of_a_trace_is_explained_with_its_axes():
    from dataclasses import fields

    import capsviz

    said = inspect.getdoc(capsviz.Trace)
    for field in fields(capsviz.Trace):
        assert re.search(rf"^{field.name} : ", said, re.MULTILINE), field.name


def test_the_reference_documents_every_public_name(tmp_path):
    if not find_spec("pdoc"):
        lacking("the reference needs pdoc: pip install -e '.[docs]'")
    from capsviz.development.reference import write

    write(tmp_path)
    assert (tmp_path / "index.html").is_file()
    for name, _ in public():
        module, _, short = name.rpartition(".")
        page = (tmp_path / f"{module.replace('.', '/')}.html").read_text("utf-8")
        assert f'<section id="{short}">' in page, name


def examples():
    """Every docstring of the reference by its name, those of the modules first."""
    import capsviz
    from capsviz import figures

    yield "capsviz", capsviz.__doc__ or ""
    yield "capsviz.figures", figures.__doc__ or ""
    for name, thing in public():
        yield name, inspect.getdoc(thing) or ""


def test_every_example_of_the_reference_runs(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # one saves a network
    names = runpy.run_path(str(NOTEBOOK.with_name("own_network.py")))
    globs = {"Net": names["Net"]}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    for name, text in examples():
        test = parser.get_doctest(text, globs, name, None, None)
        assert test.examples, name
        said: list[str] = []
        failed, _ = runner.run(test, out=said.append, clear_globs=False)
        assert not failed, "".join(said)
        globs = test.globs
