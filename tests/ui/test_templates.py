"""Templates of whole pages."""

import pytest

from capsviz.ui.catalogue.templates import fill_template


def test_names_within_a_value_stay_as_they_are():
    filled = fill_template("<b>{{one}}</b>{{two}}{{one}}", {"one": "{{two}}", "two": "2"})
    assert filled == "<b>{{two}}</b>2{{two}}"


def test_a_name_without_a_value_raises_an_error():
    with pytest.raises(KeyError, match="two"):
        fill_template("{{one}}{{two}}", {"one": "1"})
