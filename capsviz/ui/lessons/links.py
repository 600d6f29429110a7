"""Addresses of live pages in the state that a lesson refers to."""

from __future__ import annotations

import functools
from typing import Any

from capsviz.config import DIGITS
from capsviz.config.read_settings import ReadSettings
from capsviz.data.samples import sample_of
from capsviz.errors import CapsvizError
from capsviz.ui.catalogue import assets, navigation
from capsviz.ui.lessons import loader
from capsviz.ui.lessons.course import Open
from capsviz.ui.networks.defaults import default_model
from capsviz.ui.session import permalink


def plain_course(language: str) -> dict[str, Any]:
    """The course for the component, with links for the default network."""
    return _plain_course(language, _model())


@functools.lru_cache(maxsize=8)
def _plain_course(language: str, model: str | None) -> dict[str, Any]:
    return loader.load(language).to_plain(lambda target: address(target, model))


def _model() -> str | None:
    try:
        return default_model(DIGITS)
    except CapsvizError:
        return None


def things(target: Open) -> tuple[str, dict[str, Any]] | None:
    """The page of a target, and the values for its tab by name; None as for `address`.

    Drawing, settings and the page's view are included only if specified.
    """
    link = link_of(target, _model())
    if link is None:
        return None
    plain = link.to_plain()
    keys = {"drawing": "drawing", "settings": "settings", "view": f"view.{link.page}"}
    return link.page, {name: plain[field] for field, name in keys.items() if plain[field]}


def address(target: Open, model: str | None) -> str | None:
    """Link to a live page; None if none of its pages exists, or without a model."""
    link = link_of(target, model)
    if link is None:
        return None
    path, token = navigation.path(link.page), permalink.encode(link)
    return f"{assets.base_path()}/{path}?{permalink.PARAMETER}={token}"


def link_of(
    target: Open, model: str | None, pages: frozenset[str] | None = None
) -> permalink.Link | None:
    """Content of the link to a live page with a model; None as for `address`.

    `pages` are the names of existing pages, by default all in the navigation.
    """
    available = page_names() if pages is None else pages
    page = next((name for name in target.page if name in available), None)
    if page is None or model is None:
        return None
    drawing = None if target.digit is None else sample_of(target.digit).drawing
    settings = ReadSettings(model, target.iterations, target.center, target.capsule)
    view = target.views.get(page, {})
    if page == "overlap":
        view = {**view, "iterations": target.iterations}
    return permalink.Link(page, drawing, settings, view)


def page_names() -> frozenset[str]:
    """Names of the pages in the navigation."""
    return frozenset(entry.name for entry in navigation.ENTRIES)
