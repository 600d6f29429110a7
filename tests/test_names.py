"""Functions and classes have names of the field: nouns, or a verb and its object."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1] / "capsviz"
#: Participles that once named functions here; regular ones end in "ed".
# fmt: off
IRREGULAR = frozenset({
    "bound", "brought", "built", "caught", "chosen", "done", "drawn", "driven", "found",
    "given", "gone", "grown", "heard", "held", "kept", "known", "laid", "left", "lost", "made",
    "meant", "met", "paid", "said", "seen", "sent", "shown", "sought", "spent", "spoken",
    "stood", "taken", "thought", "told", "understood", "won", "written",
})
# fmt: on
#: Words that end like one or name a set or layer, and names that asyncio's protocols call.
NOUNS = frozenset(
    {"embed", "feed", "hidden", "need", "red", "scrambled", "seed", "signed", "speed"}
)
OTHERS = frozenset({"connection_lost", "connection_made", "data_received", "r_squared"})
SCRIPT = re.compile(
    r"^(?:export )?(?:async )?function\*? (\w+)|^  (?:async |static |get |\*)?#?(\w+)\([^)]*\) \{$",
    re.MULTILINE,
)


def is_participle(name: str) -> bool:
    """Whether what a name ends in is one, and it asks nothing: ``is_done`` and ``areShown`` may."""
    words = [word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name)]
    if not words or words[0] in {"is", "are", "has"} or name.lstrip("_") in OTHERS:
        return False
    return words[-1] in IRREGULAR or (words[-1].endswith("ed") and words[-1] not in NOUNS)


def test_no_function_or_class_is_called_by_a_participle():
    named = []
    for file in ROOT.rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        named += [(file, node.name) for node in ast.walk(tree) if isinstance(node, kinds)]
    for file in (each for each in ROOT.glob("ui/[!n]*/**/*.js") if each.parent.name != "test"):
        found = SCRIPT.findall(file.read_text("utf-8"))
        named += [(file, name) for pair in found for name in pair if name]
    assert len(named) > 4000
    wrong = [f"{file.relative_to(ROOT)}: {name}" for file, name in named if is_participle(name)]
    assert not wrong


def test_the_check_separates_participles_from_other_names():
    assert all(map(is_participle, ["found", "Given", "_said", "showRemembered", "score_detached"]))
    assert not any(map(is_participle, ["find", "is_done", "isSeen", "speed", "decodePose", "feed"]))


#: Constants that a script and a Python module share.
SHARED = (
    ("ui/browser/permalink.js", "config/model.py", "MAX_ITERATIONS"),
    ("ui/browser/permalink.js", "config/model.py", "MAX_SHOWN_ITERATIONS"),
    ("ui/browser/permalink.js", "ui/session/permalink.py", "MAX_TOKEN_LENGTH"),
    ("ui/browser/excerpt.js", "ui/shell/presets.py", "MAX_TASK_LENGTH"),
    ("ui/browser/pen.js", "data/drawing.py", "MAX_STROKES"),
    ("ui/browser/pen.js", "data/drawing.py", "MAX_POINTS"),
    ("ui/browser/digit_form.js", "data/normalisation.py", "MAX_THICKNESS"),
    ("ui/browser/digit_form.js", "data/normalisation.py", "MAX_THINNING"),
    ("ui/browser/digit_form.js", "data/normalisation.py", "MIN_INK_SHARE"),
    ("ui/browser/transform.js", "analysis/viewpoint.py", "POINTS"),
    ("ui/browser/parts_network/network.js", "model/parts/object_capsules.py", "MIN_SIGMA"),
    ("ui/browser/upload/picture_raster.js", "data/picture_file.py", "MIN_SIDE"),
    ("ui/classroom/compose.js", "ui/classroom/poll.py", "MAX_ANSWERS"),
    ("ui/classroom/compose.js", "ui/classroom/poll.py", "MIN_ANSWERS"),
)


def constants(file: Path) -> dict[str, float]:
    """The numbers that a script's or module's constants are set to, by name without underscore."""
    found: dict[str, float] = {}
    for names, values in re.findall(
        r"^(?:export )?(?:const )?([A-Z_][A-Z0-9_, ]*) = ([\d_., ]+);?$",
        file.read_text("utf-8"),
        re.MULTILINE,
    ):
        numbers = [float(value) for value in values.split(",")]
        found |= zip([name.strip().lstrip("_") for name in names.split(",")], numbers, strict=True)
    return found


@pytest.mark.parametrize(("script", "module", "name"), SHARED)
def test_a_constant_has_one_name_and_value_in_both_languages(script, module, name):
    assert constants(ROOT / script)[name] == constants(ROOT / module)[name]


def test_limits_are_called_max_and_min():
    wrong = [
        f"{file.relative_to(ROOT)}: {name}"
        for kind in ("*.py", "*.js")
        for file in ROOT.rglob(kind)
        if not {"node_modules", "vendor"} & set(file.parts)
        for name in re.findall(
            r"\b_?(?:MOST|LEAST|LARGEST|SMALLEST|LONGEST|SHORTEST|FEWEST|DEEPEST)(?:_[A-Z_]+)?\b",
            file.read_text("utf-8"),
        )
    ]
    assert not wrong
