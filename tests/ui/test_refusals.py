"""Sentences that refuse something are worded in the visitor's language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from capsviz.ui.languages import ENGLISH, messages, native_names, refusals

PACKAGE = Path(__file__).parents[2] / "capsviz"
#: Files whose errors a visitor of a page can meet by what the page offers.
MET = [
    *("engine/requests.py", "engine/queues.py", "ui/live/weights.py", "ui/report/__init__.py"),
    "model/adapter_checks.py",
    *(f"monitoring/{name}.py" for name in ("folder", "networks", "runs")),
    *(f"training/checkpoint/{name}.py" for name in ("file", "folders", "loaded", "parts")),
    *(f"ui/classroom/{name}.py" for name in ("drawing_board", "inbox", "overlaid_states", "poll")),
    *(f"ui/classroom/{name}.py" for name in ("routes", "session", "sessions", "shared_view")),
    "ui/classroom/tally.py",
    *(f"ui/server/{name}.py" for name in ("endpoints", "guard", "routes")),
    *(f"ui/pages/{name}/routes.py" for name in ("overlap", "routing", "train")),
    *(f"ui/pages/{name}/data.py" for name in ("compare", "overlap", "parts")),
    *(f"ui/shell/{name}.py" for name in ("sections", "share", "visit")),
    *("ui/session/permalink.py", "ui/networks/defaults.py", "ui/networks/cache.py"),
]
#: How sentences begin that the pages' own scripts and controls never cause: they answer a client
#: that speaks another way, the command line, or Python.
OF_OTHERS = (
    # a request that no page makes
    *("a class frame", "a lecturer cannot say", "a message must be", "a presenter view cannot"),
    *("a question is voted on", "a question must have", "a state holds a card", "a stop with a"),
    *("do must be one of", "mistakes must be", "settings must be", "since and lines must be"),
    *("the board has no name", "the figure for all has no name", "the first vote must be"),
    *("the hidden drawings must be", "the picture of two digits", "the pictures must be one of"),
    *("the question has no name", "the request must be a JSON", "the seed must be"),
    *("the state holds nothing", "there are not so many pages"),
    *("this does not say which page", "this is no question of a lesson", "a visitor cannot say"),
    *("this is answered to", "this can only be read", "when it is asked is told"),
    # a network of one's own that breaks the form it must have, before any page shows it
    *("steps must yield four", "steps of a stage yields nothing", "decode cannot take all"),
    *("X1 input capsules are not", "input capsules are counted X1", "X1 (X1)"),
    # the command line, or Python
    *("give a network by", "there is no device", "there is no CUDA", "the run 'X1' has other"),
    *("X1 is a network that ships", "X1 exists: choose", "X1 learnt classes by", "X1 is not a run"),
    *("X1 stores", "X1 is a safetensors file, but", "X1 is a pickle", "X1 is a file of another"),
    # the machine's own error in its own words
    *("the run 'X1' cannot be made", "X1 cannot be deleted", "X1 cannot be made"),
)


def text_of(node: ast.expr) -> str | None:
    """A sentence as it may come out; X1 stands for its values."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "" for part in node.values)
    if isinstance(node, ast.FormattedValue):
        return "'X1'" if node.conversion == ord("r") else "X1"
    return None


def sentences(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Name) and called.id in (
            "CapsvizError",
            "RefusedError",
            "BusyError",
        ):
            for argument in node.args:  # type: ignore[attr-defined]
                if said := text_of(argument):
                    yield said


@pytest.mark.parametrize("file", MET)
def test_every_sentence_that_a_visitor_can_meet_has_a_message(file):
    said = [each for each in sentences(PACKAGE / file) if not each.startswith(OF_OTHERS)]
    assert [each for each in said if refusals.find_message(each) is None] == []


@pytest.mark.parametrize("language", [name for name in native_names() if name != ENGLISH])
def test_an_error_is_worded_with_its_values_and_those_of_errors_within_it(language):
    for identifier, entry in messages.messages(ENGLISH, "refusals").items():
        english = entry.partition(" = ")[2].strip().replace("{ $", "X").replace(" }", "")
        assert refusals.find_message(english), identifier
        assert refusals.word(english, language) != english
    assert refusals.word("there is a run 'a b' already: choose another name", "de") == (
        "Es gibt schon einen Lauf „a b“: Wählen Sie einen anderen Namen"
    )
    inner = "dynamic is a plain CNN: it has no capsules, choose another model"
    assert "einfaches CNN" in refusals.word(f"this worksheet cannot be drawn: {inner}", "de")
    assert refusals.word("only its owner knows this", language) == "only its owner knows this"


def test_a_request_names_its_language_by_its_address_or_its_headers():
    assert refusals.asked_language("zh", "de") == "zh"
    assert refusals.asked_language("", "de-AT,de;q=0.9,en;q=0.8") == "de"
    assert refusals.asked_language("zh-Hans", "") == "zh"
    assert refusals.asked_language("", "") == refusals.asked_language("xx", "") == ENGLISH
