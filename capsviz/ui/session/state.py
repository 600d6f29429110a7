"""The one place that touches the session state: what a visitor carries from page to page.

Drawing, settings and each page's view live here and in the visitor's browser
(``browser/state_sync.js``), each with a time stamp of the browser's clock, and the newer one wins:
a session that is lost, or a change that never arrived, costs nothing. What changes on this
side, such as by a link, is one millisecond newer than what was there.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import streamlit as st

from capsviz.config import LabelSet
from capsviz.data.drawing import Drawing
from capsviz.data.samples import first_sample
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint
from capsviz.ui.catalogue.read_settings import ReadSettings
from capsviz.ui.networks import cache

_DRAWING, _SETTINGS, _COMPLAINT, _STAMPS, _SESSION, _LINK = (
    f"capsviz.{name}" for name in ("drawing", "settings", "complaint", "stamps", "session", "link")
)
#: What a page's script says once the visitor sees it.
_SEEN = "seen"
#: Time stamps are whole milliseconds that a browser can count.
_LATEST = 2**53 - 1

View = TypeVar("View")


@dataclass(frozen=True, slots=True)
class _Report:
    """What a component reports: a plain value, and when the visitor gave it that value."""

    value: Any
    at: int


def drawing() -> Drawing:
    """The current drawing; on a first visit a sample, never an empty page."""
    if _DRAWING not in st.session_state:
        st.session_state[_DRAWING] = _example()
    return st.session_state[_DRAWING]


def _example() -> Drawing:
    """The drawing on the canvas until the visitor draws."""
    try:
        return cache.first_sample(settings().model)
    except CapsvizError:  # whatever reads it will tell
        return first_sample().drawing


def replace_drawing(new: Drawing) -> None:
    """Put another drawing in place, also on a canvas that is already on the page."""
    st.session_state[_DRAWING] = new
    _stamp("drawing")


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
    _stamp(_place(page, "view"))


def view_revision(page: str) -> int:
    """Counts the times that a page's view was replaced from outside the page."""
    return st.session_state.get(_view(page, "revision"), 0)


def take_view(page: str, read: Callable[[Any], Any]) -> None:
    """Adopt the view that a page's component reports, unless there is a newer one."""
    _take(page, "view", lambda value: st.session_state.update({_view(page): read(value)}))


def _view(page: str, what: str = "view") -> str:
    return f"capsviz.{page}.{what}"


def settings() -> ReadSettings:
    """How pictures are read and shown; by another model where the chosen one has gone."""
    current = st.session_state.get(_SETTINGS)
    if current is None or checkpoint.place(current.model) is None:
        usual = default_model()
        if current is not None:
            complain(f"the model {current.model!r} is no longer here: this is {usual!r}")
            _stamp("settings")
        made = current or ReadSettings(iterations=cache.iterations(usual))
        current = st.session_state[_SETTINGS] = replace(made, model=usual)
    return current


def replace_settings(new: ReadSettings) -> None:
    """Put other settings in place, such as those of a link."""
    st.session_state[_SETTINGS] = new
    _stamp("settings")


def _suit(before: str, now: str) -> None:
    """Have an untouched sample of what one network reads give way to one of another's.

    Where that has none, to an empty drawing, and that to the next one's sample. A drawing of the
    visitor's own stays.
    """
    try:
        if cache.subject(before) == cache.subject(now):
            return
        untouched = (Drawing(), *(sample.drawing for sample in cache.samples(before)))
        if drawing() in untouched:
            replace_drawing(cache.first_sample(now))
    except CapsvizError:
        return  # a network that cannot be read will say so itself


def default_model(reads: LabelSet | None = None) -> str:
    """The model that pages open with: the one brought, "dynamic", or the first there is.

    Parameters
    ----------
    reads : what it has to read; by default anything.

    Raises
    ------
    CapsvizError : there is no such checkpoint at all.
    """
    names = list(checkpoint.singles(reads=reads))
    if not names:
        raise CapsvizError(
            "there is no trained model: fetch the checkpoints folder again, or train one with "
            "`capsviz train`"
        )
    own = checkpoint.user_model()
    wanted = [own.name] if own else []
    return next((name for name in (*wanted, "dynamic") if name in names), names[0])


def carry(
    mount: Callable[..., Any],
    page: str,
    data: dict[str, Any],
    *,
    read: Callable[[Any], View],
    first: Callable[[], View],
) -> None:
    """Show a page's component; what the visitor does there is adopted here.

    The component finds drawing, settings and view in ``data["carried"]`` and reports each as
    a state of that name, ``{"value": ..., "at": ...}``; ``browser/state_sync.js`` does both.

    Parameters
    ----------
    mount : what `capsviz.ui.browser.component` returned.
    page : the component's key and its page's name; its script may say that it is seen.
    read : checks the page's view; raises `CapsvizError`.
    first : makes the view that the page opens with.
    """
    takes = {
        "drawing": lambda: take_drawing(page),
        "settings": lambda: take_settings(page),
        "view": lambda: take_view(page, read),
    }
    _show(mount, page, {**data, "carried": page_state(page, first)}, takes, _SEEN)


def is_seen(page: str) -> bool:
    """Whether this run was asked for by a page's script, which the visitor sees by now."""
    return bool(st.session_state.get(page, {}).get(_SEEN))


def carry_settings(mount: Callable[..., Any], key: str, data: dict[str, Any]) -> None:
    """Show a component that changes the settings and nothing else, likewise.

    Parameters
    ----------
    key : the component's.
    """
    known = _page_state(key, {"settings": settings().to_plain()})
    _show(mount, key, {**data, "carried": known}, {"settings": lambda: take_settings(key)})


def _show(
    mount: Callable[..., Any],
    key: str,
    data: dict[str, Any],
    takes: dict[str, Callable[[], None]],
    *triggers: str,
) -> None:
    changes = {f"on_{name}_change": take for name, take in takes.items()}
    changes |= {f"on_{name}_change": lambda: None for name in triggers}
    mount(key=key, data=data, **changes)
    # A server that was restarted finds what the browser had told the one before. Such values
    # are there from the session's first run on, so no change is ever reported.
    met = f"capsviz.met.{key}"
    if met not in st.session_state:
        st.session_state[met] = True
        for name, take in takes.items():
            if _component_value(key, name) is not None:
                take()


def page_state(page: str, first: Callable[[], Any]) -> dict[str, Any]:
    """What the visitor carries as this session knows it, plain values for the page's script.

    Returns
    -------
    ``drawing``, ``settings`` and ``view``, each ``{"value": ..., "at": ...}``; ``session``, a
    name of this session; ``link``, what the session's last link was and what it brought;
    ``example``, the drawing that the visitor's first stroke replaces.
    """
    values = {
        "drawing": drawing().to_plain(),
        "settings": settings().to_plain(),
        "view": view(page, first).to_plain(),
    }
    return {**_page_state(page, values), "example": _example().to_plain()}


def _page_state(page: str, values: dict[str, Any]) -> dict[str, Any]:
    return {
        **{
            name: {"value": value, "at": _stamps().get(_place(page, name), 0)}
            for name, value in values.items()
        },
        "session": st.session_state.setdefault(_SESSION, secrets.token_hex(8)),
        "link": st.session_state.get(_LINK),
    }


def note_link(token: str, page: str, names: list[str]) -> None:
    """Remember which link was opened last, and which of the visitor's things it replaced."""
    digest = hashlib.sha256(token.encode()).hexdigest()[:16]
    places = [_place(page, name) for name in names]
    st.session_state[_LINK] = {"token": digest, "places": places}


def take_drawing(component: str) -> None:
    """Adopt the drawing that a component reports, unless there is a newer one."""
    _take(
        component,
        "drawing",
        lambda value: st.session_state.update({_DRAWING: Drawing.from_plain(value)}),
    )


def take_settings(component: str) -> None:
    """Adopt the settings that a component reports, unless there are newer ones."""

    def adopt(value: Any) -> None:
        new = ReadSettings.from_plain(value)
        if new.model not in checkpoint.names():
            raise CapsvizError(f"there is no model {new.model!r} here")
        _suit(settings().model, new.model)
        st.session_state[_SETTINGS] = new

    _take(component, "settings", adopt)


def complain(sentence: str) -> None:
    """Have something told once, when the page is next shown."""
    st.session_state[_COMPLAINT] = sentence


def complaint() -> str | None:
    """What was wrong with something a browser sent, told once."""
    return st.session_state.pop(_COMPLAINT, None)


def _component_value(component: str, name: str) -> Any:
    return st.session_state[component].get(name)


def _take(component: str, name: str, adopt: Callable[[Any], None]) -> None:
    """Adopt what is reported if it is newer; what is wrong with it becomes the complaint."""
    place = _place(component, name)
    report = _report(component, name, place)
    if report.at <= _stamps().get(place, 0):
        return
    at = report.at
    try:
        adopt(report.value)
    except CapsvizError as error:
        at += 1  # what is refused here is overruled in the browser
        complain(str(error))
    # Last: Streamlit may stop a run at any touch of the session, and what was not adopted is then
    # reported anew by the next page.
    _stamp(place, at)


def _report(component: str, name: str, place: str) -> _Report:
    value = _component_value(component, name)
    if isinstance(value, dict) and value.keys() == {"value", "at"}:
        at = value["at"]
        return _Report(value["value"], at if type(at) is int and 0 < at < _LATEST else 0)
    return _Report(value, _stamps().get(place, 0) + 1)


def _place(page: str, name: str) -> str:
    """Under which name a thing has its time stamp: views differ from page to page."""
    return f"{name}.{page}" if name == "view" else name


def _stamps() -> dict[str, int]:
    return st.session_state.setdefault(_STAMPS, {})


def _stamp(place: str, at: int | None = None) -> None:
    st.session_state[_STAMPS] = {
        **_stamps(),
        place: _stamps().get(place, 0) + 1 if at is None else at,
    }
