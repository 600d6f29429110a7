"""The one place that touches the session state: what a visitor carries from page to page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import streamlit as st

from capsviz.data.drawing import INPUT, Drawing
from capsviz.data.samples import first_sample
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.messages import Request, Settings, request_from_plain

_DRAWING, _SETTINGS, _REVISION, _COMPLAINT, _ASKED = (
    f"capsviz.{name}" for name in ("drawing", "settings", "revision", "complaint", "asked")
)
_TEST_DIGIT = "capsviz.test-digit"

View = TypeVar("View")


def drawing() -> Drawing:
    """The current drawing; on a first visit a sample, never an empty page."""
    if _DRAWING not in st.session_state:
        st.session_state[_DRAWING] = first_sample().drawing
    return st.session_state[_DRAWING]


def replace_drawing(new: Drawing) -> None:
    """Put another drawing in place, also on a canvas that is already on the page."""
    st.session_state[_DRAWING] = new
    st.session_state[_REVISION] = revision() + 1


def revision() -> int:
    """Counts the times that the drawing was replaced from outside the canvas."""
    return st.session_state.get(_REVISION, 0)


def test_digit() -> int | None:
    """Number of the MNIST test digit compared in place of the drawing, if any."""
    return st.session_state.get(_TEST_DIGIT)


def choose_test_digit(index: int | None) -> None:
    """Compare a test digit, or with None the drawing again."""
    st.session_state[_TEST_DIGIT] = index


def take_test_digit(component: str) -> None:
    """Adopt the test digit that was chosen in a component's gallery."""
    index = _reported(component, "chosen")
    if isinstance(index, int) and index < 10_000:
        choose_test_digit(index if index >= 0 else None)


def view(page: str, first: Callable[[], View]) -> View:
    """What a page shows, as the visitor has set it.

    Parameters
    ----------
    first : makes what the page opens with.
    """
    key = _view(page)
    if key not in st.session_state:
        st.session_state[key] = first()
    return st.session_state[key]


def replace_view(page: str, new: Any) -> None:
    """Put another view of a page in place, such as that of a link."""
    st.session_state[_view(page)] = new
    st.session_state[_view(page, "revision")] = view_revision(page) + 1


def view_revision(page: str) -> int:
    """Counts the times that a page's view was replaced from outside the page."""
    return st.session_state.get(_view(page, "revision"), 0)


def take_view(page: str, read: Callable[[Any], Any]) -> None:
    """Adopt the view that a page's component reports; keep the old one if it is broken."""
    try:
        st.session_state[_view(page)] = read(_reported(page, "view"))
    except CapsvizError as error:
        st.session_state[_COMPLAINT] = str(error)


def _view(page: str, what: str = "view") -> str:
    return f"capsviz.{page}.{what}"


def settings() -> Settings:
    """How pictures are read and shown; by another model where the chosen one has gone."""
    found = st.session_state.get(_SETTINGS)
    if found is None or checkpoint.place(found.model) is None:
        usual = default_model()
        if found is not None:
            complain(f"the model {found.model!r} is no longer here: this is {usual!r}")
        found = st.session_state[_SETTINGS] = replace(found or Settings(), model=usual)
    return found


def replace_settings(new: Settings) -> None:
    """Put other settings in place, such as those of a link."""
    st.session_state[_SETTINGS] = new


def default_model() -> str:
    """The model that pages open with: "dynamic", or the first one there is.

    Raises
    ------
    CapsvizError : there is no checkpoint at all.
    """
    names = list(checkpoint.offered(INPUT))
    if not names:
        raise CapsvizError(
            "there is no trained model: fetch the checkpoints folder again, or train one with "
            "`capsviz train`"
        )
    return "dynamic" if "dynamic" in names else names[0]


def recover(component: str) -> None:
    """Adopt, once per session, what the browser told a server that has since been restarted.

    Such values are there from the session's first run on, so no change is ever reported.
    """
    met = f"capsviz.met.{component}"
    if met in st.session_state:
        return
    st.session_state[met] = True
    if _reported(component, "drawing") is not None:
        take_drawing(component)
    if _reported(component, "settings") is not None:
        take_settings(component)


def take_drawing(component: str) -> None:
    """Adopt what a canvas component reports after a stroke; keep the old one if it is broken."""
    try:
        st.session_state[_DRAWING] = Drawing.from_plain(_reported(component, "drawing"))
    except CapsvizError as error:
        st.session_state[_COMPLAINT] = str(error)


def take_settings(component: str) -> None:
    """Adopt settings that a component reports."""
    try:
        found = Settings.from_plain(_reported(component, "settings"))
        if found.model not in checkpoint.names():
            raise CapsvizError(f"there is no model {found.model!r} here")
        st.session_state[_SETTINGS] = found
    except CapsvizError as error:
        st.session_state[_COMPLAINT] = str(error)


def take_question(component: str) -> None:
    """Adopt a picture to be read, from a browser that cannot open a WebSocket."""
    try:
        st.session_state[_ASKED] = request_from_plain(_reported(component, "ask"))
    except CapsvizError as error:
        st.session_state[_COMPLAINT] = str(error)


def asked() -> Request | None:
    """The picture that this very run was asked to read, once."""
    return st.session_state.pop(_ASKED, None)


def complain(sentence: str) -> None:
    """Have something told once, when the page is next shown."""
    st.session_state[_COMPLAINT] = sentence


def complaint() -> str | None:
    """What was wrong with something a browser sent, told once."""
    return st.session_state.pop(_COMPLAINT, None)


def _reported(component: str, name: str) -> Any:
    return st.session_state[component].get(name)
