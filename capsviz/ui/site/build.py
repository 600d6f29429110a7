"""``capsviz publish``: everything a web server needs to hand out, and nothing that it must run."""

from __future__ import annotations

import base64
import html
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from capsviz.data import sets
from capsviz.data.drawing import Drawing
from capsviz.engine import Reading, engine
from capsviz.errors import CapsvizError
from capsviz.tracing import reconstructions, trace
from capsviz.training import checkpoint
from capsviz.ui.browser import markup, style
from capsviz.ui.lessons import loader
from capsviz.ui.live import messages, replies
from capsviz.ui.live.messages import ReadSettings
from capsviz.ui.networks import cache
from capsviz.ui.server import web
from capsviz.ui.session.page_settings import PageSettings
from capsviz.ui.shell.navigation import ENTRIES, FOLDER, Entry, entry
from capsviz.ui.site import learn, networks, runtime, service, whole

_HERE = Path(__file__).parent
#: The network that a first visit reads with, where it is there: its weights have 0.3 MB.
_FIRST = "efficient"


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page that can be published.

    Attributes
    ----------
    name : of its `Entry`.
    reads : whether its data's "reply" is a live reading of the drawing.
    answered : whether it is so later too, of what the visitor draws.
    shows_network : whether it has data of each network.
    """

    name: str
    shows_network: bool = True
    reads: bool = False
    answered: bool = False


PAGES = (
    SitePage("draw", reads=True),
    SitePage("network"),
    SitePage("routing"),
    SitePage("dimensions", reads=True, answered=True),
    SitePage("parts", shows_network=False),
    SitePage("train", shows_network=False),
    SitePage("learn", shows_network=False),
)


def build(folder: Path, names: Sequence[str], say: Callable[[str], None]) -> None:
    """Write the site.

    Parameters
    ----------
    folder : empty, or that of an earlier site, which is replaced.
    names : of the networks that it holds.
    say : is told what is being written.

    Raises
    ------
    CapsvizError : the folder holds something else, the runtime or the exporter is missing, or a
        network cannot be exported.
    """
    runtime.require_runtime()
    _clear(folder)
    _write(folder / "site.json", _json(_describe(names)))  # first: by it a site is known
    for name in names:
        say(f"{name}: exporting")
        (folder / "networks").mkdir(exist_ok=True)
        networks.write(name, folder / "networks")
    say("runtime: trying the networks out")
    runtime.write(folder)
    for place, text in web.scripts().items():
        _write(folder / "web" / place, text)
    _write(folder / "icon.svg", (_HERE.parent / "icon.svg").read_bytes())
    for page in PAGES:
        say(f"{page.name}: writing")
        _write_page(folder, page, names)
    service.write(folder, _first(names))


def choose(wanted: str | None) -> list[str]:
    """The networks to publish: those named, or all shipped that show a page; `CapsvizError`."""
    offers = checkpoint.singles()
    if wanted is None:
        names = [name for name, offer in offers.items() if offer.shipped]
    else:
        names = [name.strip() for name in wanted.split(",") if name.strip()]
    for name in names:
        if name not in offers:
            raise CapsvizError(f"there is no network {name!r} here: choose some of {list(offers)}")
    if not names:
        raise CapsvizError("there is no network to publish: train one with `capsviz train`")
    return names


def _clear(folder: Path) -> None:
    """Make room for a site; only what looks like one is removed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CapsvizError(f"{folder} is a file: name a folder") from None
    if any(folder.iterdir()):
        if not (folder / "site.json").is_file():
            raise CapsvizError(f"{folder} holds something else than a site: name an empty folder")
        shutil.rmtree(folder)
        folder.mkdir()


def _describe(names: Sequence[str]) -> dict[str, Any]:
    offers = checkpoint.singles()
    return {
        "networks": [{"name": name, "title": _title(offers[name])} for name in names],
        "settings": ReadSettings(_first(names)).to_plain(),
        "answered": [page.name for page in PAGES if page.answered],
        "without_network": [page.name for page in PAGES if not page.shows_network],
        "missing": [each.name for each in _missing()],
        "excerpts": {page.name: entry(page.name).excerpt for page in PAGES},
        "words": {"details": loader.load().words["tools"]["details"]},
    }


def _first(names: Sequence[str]) -> str:
    return _FIRST if _FIRST in names else names[0]


def _title(offer: checkpoint.Offer) -> str:
    """What people call a network; the same build reads several data sets."""
    reads = offer.subject
    return offer.title if reads.digits else f"{offer.title}, {sets.title(reads.data_set)}"


def _write_page(folder: Path, page: SitePage, names: Sequence[str]) -> None:
    if page.name == "learn":
        learn.write(folder, names, frozenset(each.name for each in PAGES))
    elif not page.shows_network:
        data = whole.page_data(folder, page.name, names[0])
        _write(folder / "data" / f"{page.name}.json", _json(data))
    for name in names if page.shows_network else ():
        data = _json(_page_data(folder, page, name, names))
        _write(folder / "data" / page.name / f"{name}.json", data)
    _write(folder / "styles" / f"{page.name}.css", _style(page).encode())
    first = page is PAGES[0]
    place = folder / "index.html" if first else folder / page.name / "index.html"
    _write(place, _page_html(page, "." if first else "..").encode())


def _page_data(folder: Path, page: SitePage, name: str, names: Sequence[str]) -> dict[str, Any]:
    """What the app's page would be given of a network, read in float32 as a browser does."""
    drawing, reading = cache.first_sample(name), ReadSettings(name)
    shown = entry(page.name)
    view = shown.view()
    data = shown.data(PageSettings(reading=reading, drawing=drawing, view=view))
    for kind, described in (("samples", cache.samples_by_sha), ("poses", cache.poses_by_sha)):
        if text := data.get(kind) and described(data[kind]):
            _write(folder / kind / f"{data[kind]}.json", text.encode())
    if page.reads:
        data["reply"] = base64.b64encode(_reply(drawing, reading)).decode()
    if "offered" in data:  # beside the network
        data["offered"] = [one for one in data["offered"] if one["name"] in names]
        data["reply"] = _without_times(data["reply"])
    return {
        **data,
        "network": {**data["network"], **networks.network(name)},
        "test": None,  # MNIST's own pictures are not published
        "drawing": drawing.to_plain(),
        "view": view.to_plain(),
    }


def _reply(drawing: Drawing, reading: ReadSettings) -> bytes:
    loaded = engine().checkpoint(reading.model)
    model, picture = loaded.capsnet, loaded.draw(drawing, center=True)
    seen = trace(model, picture, reading.iterations)
    exact = Reading.of(reading.model, seen, reconstructions(model, seen.poses)[0])
    return replies.of(exact, reading)


def _without_times(reply: str) -> str:
    """What the blocks take is measured anew where they are shown."""
    header, raw = messages.unpack(base64.b64decode(reply))
    return base64.b64encode(messages.pack({**header, "took": {}}, raw)).decode()


def _style(page: SitePage) -> str:
    """What Streamlit gives the app's pages is of alone.css, and of this folder."""
    own = style(
        FOLDER / page.name, "alone.css", "theme.css", "excerpt.css", *entry(page.name).styles
    )
    picker = style(_HERE.parent / "shell" / "picker")
    return f"{own}\n{picker}\n{(_HERE / 'index.css').read_text('utf-8')}"


def _page_html(page: SitePage, root: str) -> str:
    names = {each.name for each in PAGES}
    links = "\n".join(_link(page.name, each, root) for each in ENTRIES if each.name in names)
    name, motto = loader.load().words["tools"]["brand"]
    text = (_HERE / "index.html").read_text("utf-8")
    filled = {
        **{"title": entry(page.name).title, "page": page.name, "root": root, "links": links},
        **{"name": html.escape(name), "motto": html.escape(motto)},
        "missing": ", ".join(each.title for each in _missing()),
        "picker": markup(_HERE.parent / "shell" / "picker") if page.shows_network else "",
        "markup": markup(FOLDER / page.name),
    }
    for what, value in filled.items():
        text = text.replace(f"{{{{{what}}}}}", value)
    return text


def _missing() -> list[Entry]:
    """Pages that only the app has."""
    names = {page.name for page in PAGES}
    return [each for each in ENTRIES if each.name not in names]


def _link(here: str, to: Entry, root: str) -> str:
    href = f"{root}/" if to.name == PAGES[0].name else f"{root}/{to.name}/"
    current = ' aria-current="page"' if to.name == here else ""
    return f'      <a data-testid="stTopNavLink" href="{href}"{current}>{to.title}</a>'


def _json(plain: Any) -> bytes:
    return json.dumps(plain, separators=(",", ":")).encode()


def _write(place: Path, content: bytes) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
