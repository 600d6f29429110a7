"""Dictionaries that Python sends to a script have the same keys in the types of both languages."""

from __future__ import annotations

import importlib
import re
from typing import NotRequired, get_origin, get_type_hints

import pytest

#: Module below ``capsviz.ui``, script below its folder, names of the types.
SHARED = [
    ("catalogue.sections", "browser/sections.js", "Section"),
    ("live.messages", "browser/engine/message.js", "ReplyHeader VerdictWords"),
    ("live.messages", "browser/what_if.js", "WhatIf WhatIfSetting"),
    ("networks.cache", "browser/classes.js", "NetworkData TestSet"),
    ("networks.cache", "pages/draw/words.js", "Certainty"),
    ("pages.claims.data", "pages/claims/effects.js", "ClaimEntry ClaimLink ClaimTest"),
    ("pages.claims.data", "pages/claims/experiments/experiment.js", "ClaimsPageData"),
    ("pages.claims.data", "pages/claims/figures.js", "MeasureRows"),
    ("pages.compare.data", "pages/compare/index.js", "ComparePageData"),
    ("pages.compare.data", "pages/compare/words.js", "Accuracy Column Score"),
    ("pages.draw.data", "pages/draw/controls.js", "DrawPageData"),
    ("pages.network.data", "pages/network/row.js", "NetworkRow"),
    ("pages.routing.data", "pages/routing/wiring.js", "RoutingPageData"),
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
