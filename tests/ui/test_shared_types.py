"""Dictionaries that Python sends to a script have the same keys in the types of both languages."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import NotRequired, get_origin, get_type_hints, is_typeddict

import pytest

from capsviz.ui import pages

PAGES = Path(pages.__file__).parent
#: Module below ``capsviz.ui``, script below its folder, names of the types.
SHARED = [
    ("catalogue.sections", "browser/sections.js", "Section"),
    ("classroom.drawing_board", "classroom/drawing.js", "VisitorBoard"),
    ("classroom.drawing_board", "classroom/drawing_board.js", "StaffBoard"),
    ("classroom.drawing_board", "classroom/board_order.js", "BoardPrediction"),
    ("classroom.inbox", "classroom/presenter/nodes.js", "InboxQuestion"),
    ("classroom.overlaid_states", "classroom/overlaid_states.js", "PlainState StateCollection"),
    ("classroom.overlaid_states", "classroom/state_sharing.js", "VisitorStateCollection"),
    ("classroom.people", "classroom/presenter/nodes.js", "PeopleCounts"),
    ("classroom.poll", "classroom/lecturer_questions.js", "StaffQuestion"),
    ("classroom.poll", "classroom/presenter/nodes.js", "VoteCounts"),
    ("classroom.poll", "classroom/student_answer.js", "VisitorQuestion"),
    (
        "classroom.presenter.stops",
        "classroom/presenter/stops.js",
        "PlainPlan PlainSection PlainStop",
    ),
    (
        "classroom.presenter.stops",
        "classroom/presenter_requests.js",
        "StopQuestion StopTarget",
    ),
    ("classroom.shared_view", "classroom/presenter/stops.js", "PlainLocation"),
    ("live.weights", "browser/engine/remote_decoder.js", "DecoderData"),
    ("live.messages", "browser/engine/message.js", "ReplyHeader"),
    ("live.messages", "browser/what_if.js", "WhatIf WhatIfSetting"),
    ("networks.cache", "browser/classes.js", "NetworkData TestSet"),
    ("networks.cache", "pages/draw/words.js", "Certainty"),
    ("pages.claims.data", "pages/claims/effects.js", "ClaimEntry ClaimLink ClaimTest"),
    ("pages.claims.data", "pages/claims/experiments/experiment.js", "ClaimsPageData"),
    ("pages.claims.data", "pages/claims/figures.js", "MeasureRows"),
    ("pages.compare.data", "pages/compare/index.js", "ComparePageData"),
    ("pages.compare.data", "pages/compare/words.js", "Accuracy Column Score"),
    ("networks.factors", "browser/factors.js", "FactorShape KnownFactors"),
    ("pages.dimensions.data", "pages/dimensions/controls.js", "DimensionsPageData"),
    ("pages.draw.data", "pages/draw/controls.js", "DrawPageData"),
    ("pages.learn.data", "pages/learn/player.js", "LearnPageData"),
    ("pages.network.data", "pages/network/row.js", "NetworkRow"),
    (
        "pages.overlap.data",
        "pages/overlap/answer.js",
        "OverlapLimits OverlapPageData OverlapTraining",
    ),
    ("pages.overlap.data", "pages/overlap/results.js", "OverlapResults"),
    ("pages.parts.data", "pages/parts/settings.js", "PartsPageData"),
    ("pages.routing.data", "pages/routing/wiring.js", "RoutingPageData"),
    ("pages.train.data", "pages/train/runs.js", "TrainPageData"),
    ("pages.train.routes", "pages/train/form.js", "TrainChoices"),
    (
        "pages.viewpoint.data",
        "pages/viewpoint/controls.js",
        "ViewpointClaim ViewpointLaws ViewpointPageData",
    ),
    ("shell.picker", "browser/picker.js", "Picker PickerGroup PickerNetwork"),
    ("shell.visit", "browser/page_host.js", "PageAnswer"),
]
#: ``shell.visit`` takes these out of a page's data.
TAKEN = {"complaints"}


@pytest.mark.parametrize(
    ("module", "script", "name"),
    [(module, script, name) for module, script, names in SHARED for name in names.split()],
)
def test_a_shared_type_has_the_same_keys_in_both_languages(module, script, name):
    from capsviz.ui import browser

    python = getattr(importlib.import_module(f"capsviz.ui.{module}"), name)
    hints = get_type_hints(python, include_extras=True)
    required = {key for key, hint in hints.items() if get_origin(hint) is not NotRequired}
    text = (browser.HERE.parent / script).read_text("utf-8")
    declared = re.search(rf"@typedef {{object}} {name}\b(.*?)(?:@typedef|\*/)", text, re.DOTALL)
    assert declared
    found = re.findall(r"@property \{.*\} (\[?)(\w+)", declared[1])
    taken = TAKEN if name.endswith("PageData") else set()
    assert {key for _, key in found} == hints.keys() - taken
    assert {key for optional, key in found if not optional} <= required


@pytest.mark.parametrize("page", sorted(path.parent.name for path in PAGES.glob("*/data.py")))
def test_every_pages_data_has_a_shared_type(page):
    module = importlib.import_module(f"capsviz.ui.pages.{page}.data")
    returned = get_type_hints(module.page_data)["return"]
    assert is_typeddict(returned)
    scripts = [path.read_text("utf-8") for path in (PAGES / page).rglob("*.js")]
    declared = re.compile(rf"@typedef (\{{object\}} |\{{[^@]*\}} ){returned.__name__}\b")
    assert any(declared.search(script) for script in scripts)
