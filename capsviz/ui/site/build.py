"""``capsviz publish``: everything a web server needs to hand out, and nothing that it must run."""

from __future__ import annotations

import base64
import dataclasses
import html
import json
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from capsviz.config.read_settings import ReadSettings
from capsviz.data.drawing import Drawing
from capsviz.engine import Reading, engine
from capsviz.errors import CapsvizError
from capsviz.files import replacing_folder
from capsviz.tracing import reconstructions, trace
from capsviz.training import checkpoint
from capsviz.ui.browser import markup, page_texts, picker, style
from capsviz.ui.catalogue import assets
from capsviz.ui.catalogue.navigation import ENTRIES, FOLDER, PARTS, Entry, entry, path
from capsviz.ui.catalogue.page_settings import PageSettings
from capsviz.ui.catalogue.publication import Publication, Site, pages
from capsviz.ui.catalogue.sections import SectionRequest
from capsviz.ui.catalogue.templates import fill_template
from capsviz.ui.languages import ENGLISH, native_names
from capsviz.ui.languages.messages import fill_markup, text
from capsviz.ui.lessons import loader
from capsviz.ui.networks import cache
from capsviz.ui.networks.titles import title
from capsviz.ui.server import replies
from capsviz.ui.shell.presets import Presets
from capsviz.ui.shell.sections import sections_json
from capsviz.ui.shell.tools import word_tools
from capsviz.ui.site import document, exporting, networks, runtime, scripts, service
from capsviz.ui.site.document import Origin

_HERE = Path(__file__).parent
#: The network that a first visit reads with, where it is there: its weights have 0.3 MB.
_FIRST_NETWORK = "efficient"
_UNKNOWN_ORIGIN = Origin()


def build(
    folder: Path,
    names: Sequence[str],
    say: Callable[[str], None],
    presets: Presets | None = None,
    origin: Origin = _UNKNOWN_ORIGIN,
    languages: Sequence[str] = (ENGLISH,),
) -> None:
    """Write the site.

    Parameters
    ----------
    folder : empty, or that of an earlier site, which is replaced when the new one is whole.
    names : of the networks that it holds.
    say : is told what is being written.
    presets : pages that are set up, to be a page of links.
    origin : where the site will be, and where it is from.
    languages : that a visitor chooses from, English first.

    Raises
    ------
    CapsvizError : the folder holds something else, the runtime or the exporter is missing, or a
        network cannot be exported.
    """
    runtime.require_runtime()
    shown = pages()
    if presets:
        presets.check_pages(list(shown), names)
    _require_replaceable(folder)
    with replacing_folder(folder) as new:
        besides = _besides(shown, names)
        site = Site(new, tuple(names), besides, frozenset(shown), tuple(languages))
        _write(site, shown, origin, say)
        if presets:
            site.write("presets/index.html", presets.page("..", folders=True).encode())
        service.write(new, _first_network(names))


def _write(
    site: Site, shown: dict[str, Publication], origin: Origin, say: Callable[[str], None]
) -> None:
    """All but what a browser keeps; node tries the networks out while pages are written."""
    scripts.write(site.folder / "web", shown)
    place = site.folder / "networks"
    place.mkdir()
    exporting.export(site.names, site.besides, place, say)
    site.write("site.json", _json(_describe(site, shown)))
    for language in site.languages:
        if language != ENGLISH:
            site.write(f"texts/{language}/tools.json", _json(_word_tools(site, language)))
    site.write(assets.PLOTLY, assets.plotly_script())
    site.write("icon.svg", (_HERE.parent / "icon.svg").read_bytes())
    document.write_root(site.folder, [entry(name) for name in shown], site.languages, origin)
    with ThreadPoolExecutor(1) as beside:
        say("runtime: trying the networks out")
        tried = beside.submit(runtime.write, site.folder)
        for name, page in shown.items():
            say(f"{name}: writing")
            _write_page(site, entry(name), page, origin)
        tried.result()


def _besides(shown: dict[str, Publication], names: Sequence[str]) -> tuple[str, ...]:
    """Networks that pages ask besides those that a visitor chooses from."""
    asked = list[str]()
    for page in shown.values():
        own = [*page.needs, *(names if page.chosen else ())]
        plain = [networks.plain_beside(name) for name in own] if page.plain else []
        asked += [*page.needs, *filter(None, plain)]
    return tuple(name for name in dict.fromkeys(asked) if name not in names)


def choose(wanted: str | None) -> list[str]:
    """The networks to publish: those named, or all shipped that show a page; `CapsvizError`.

    One that the command line brought is always among them.
    """
    offers, own = checkpoint.singles(), checkpoint.user_model()
    if wanted is None:
        names = [name for name, offer in offers.items() if offer.shipped]
    else:
        names = [name.strip() for name in wanted.split(",") if name.strip()]
    if own and own.name not in names:
        names.insert(0, own.name)
    for name in names:
        if name not in offers:
            raise CapsvizError(
                f"there is no network {name!r} here: choose some of {', '.join(offers)}"
            )
    if not names:
        raise CapsvizError("there is no network to publish: train one with `capsviz train`")
    return names


def choose_languages(wanted: str | None) -> list[str]:
    """The languages to publish: English and those named, or all that there are; `CapsvizError`."""
    known = list(native_names())
    names = known if wanted is None else [name.strip() for name in wanted.split(",")]
    for name in filter(None, names):
        if name not in known:
            raise CapsvizError(
                f"there is no language {name!r} here: choose some of {', '.join(known)}"
            )
    return [name for name in known if name in (ENGLISH, *names)]


def _require_replaceable(folder: Path) -> None:
    """Only what looks like a site is removed."""
    if folder.exists() and not folder.is_dir():
        raise CapsvizError(f"{folder} is a file: name a folder")
    held = folder.is_dir() and any(folder.iterdir())
    if held and not (folder / "site.json").is_file():
        raise CapsvizError(f"{folder} holds something else than a site: name an empty folder")


def _describe(site: Site, shown: dict[str, Publication]) -> dict[str, Any]:
    offers = checkpoint.singles()
    return {
        "networks": [_describe_network(site, name, offers[name]) for name in site.names],
        "settings": _settings(_first_network(site.names)).to_plain(),
        "answered": {name: page.answered for name, page in shown.items() if page.answered},
        "without_network": [name for name, page in shown.items() if not page.chosen],
        "missing": [each.name for each in _missing(site)],
        "worded": [name for name, page in shown.items() if page.worded],
        "languages": {name: own for name, own in native_names().items() if name in site.languages},
        "pages": {name: entry(name).host for name in shown},
        "tools": _tools(site),
    }


def _tools(site: Site) -> dict[str, Any]:
    """Data of the header's tools on every page."""
    return {
        **_word_tools(site, ENGLISH),
        **{"parts": PARTS, "about": (), "names": (), "framers": None, "frames": ""},
    }


def _word_tools(site: Site, language: str) -> dict[str, Any]:
    """All of them that a language words."""
    worded = word_tools(language)
    tour = [step for step in worded["tour"] if step["page"] in site.pages]
    # In "classroom" only how an app is reached from other machines.
    return {**worded, "tour": tour, "classroom": {"alone": ""}, "quiz": []}


def _describe_network(site: Site, name: str, offer: checkpoint.Offer) -> dict[str, Any]:
    """Name, title, data set and iterations of a network, and its sizes in bytes.

    A browser fetches "bytes" before it reads; the weights then take "memory".
    """
    weights = engine().checkpoint(name).model.parameters()
    return {
        **{"name": name, "title": title(offer), "reads": offer.subject.data_set},
        "iterations": cache.iterations(name),
        "bytes": sum(site.files(name).values()),
        "memory": sum(4 * each.numel() for each in weights),
    }


def _first_network(names: Sequence[str]) -> str:
    if own := checkpoint.user_model():
        return own.name
    return _FIRST_NETWORK if _FIRST_NETWORK in names else names[0]


def _write_page(site: Site, page: Entry, needs: Publication, origin: Origin) -> None:
    if needs.chosen:
        for name in site.names:
            data = _page_data(site, page, needs, name)
            if "network" in data:
                data["network"] |= site.card(name)["network"]
            site.write(f"data/{page.name}/{name}.json", _json(data))
            if page.sections:
                _write_sections(site, page.name, name)
    else:
        for language in site.languages if needs.worded else (ENGLISH,):
            here = dataclasses.replace(site, language=language)
            place = page.name if language == ENGLISH else f"{language}/{page.name}"
            data = _page_data(here, page, needs, _first_network(site.names))
            site.write(f"data/{place}.json", _json(data))
    for language in site.languages:
        texts = page_texts(page, language, shared=False)
        site.write(f"texts/{language}/{page.name}.json", _json(texts))
    site.write(f"styles/{page.name}.css", _style(page).encode())
    site.write(
        f"{document.place_of(page)}index.html", _page_html(site, page, needs, origin).encode()
    )


def _write_sections(site: Site, page: str, name: str) -> None:
    """The sections beneath a page about a network, in each language."""
    published = frozenset((*site.names, *site.besides))
    for language in site.languages:
        asked = SectionRequest(name, published=published, language=language)
        place = page if language == ENGLISH else f"{page}/{language}"
        site.write(f"sections/{place}/{name}.json", sections_json(page, asked))


def _page_data(site: Site, page: Entry, needs: Publication, name: str) -> dict[str, Any]:
    """Data of the app's page for a network, computed in float32 as a browser does."""
    drawing, reading = cache.first_sample(name), _settings(name)
    view = page.view()
    data = page.data(
        PageSettings(inference=reading, drawing=drawing, view=view, language=site.language)
    )
    data.pop("complaints", None)  # about files of the owner's, which are nobody else's business
    for kind, described in (("samples", cache.samples_by_sha), ("poses", cache.poses_by_sha)):
        if text := data.get(kind) and described(data[kind]):
            site.write(f"{kind}/{data[kind]}.json", text.encode())
    if needs.reads:
        data["reply"] = base64.b64encode(_reply(drawing, reading)).decode()
    # Without "test": MNIST's own pictures are not published.
    whole = {**data, "test": None, "drawing": drawing.to_plain(), "view": view.to_plain()}
    adapted = needs.adapt(site, whole)
    for column in adapted.get("columns", ()):
        column["files"] = _files(site, column)
    return adapted


def _files(site: Site, column: dict[str, Any]) -> dict[str, int]:
    """Places and bytes of the files that a browser fetches to make a column anew."""
    if column["parts"] is None:
        return site.files(column["name"])
    place = f"parts/{column['parts']['sha']}.bin"
    return {place: site.size(place)}


def _settings(name: str) -> ReadSettings:
    return ReadSettings(name, cache.iterations(name))


def _reply(drawing: Drawing, reading: ReadSettings) -> bytes:
    loaded = engine().checkpoint(reading.model)
    model, picture = loaded.capsnet, loaded.draw(drawing, center=True)
    seen = trace(model, picture, reading.iterations)
    exact = Reading.of(reading.model, seen, reconstructions(model, seen.poses)[0])
    return replies.build(exact, reading)


def _style(page: Entry) -> str:
    """Streamlit's styles of the app's pages are replaced by standalone.css and this folder's."""
    own = style(FOLDER / page.name, "standalone.css", "theme.css", "excerpt.css", *page.styles)
    shell = _HERE.parent / "shell"
    tools = style(shell, "picker.css")
    return f"{own}\n{tools}\n{(_HERE / 'index.css').read_text('utf-8')}"


#: The way from the first page to the walk through the network.
_WALK = """<a class="cv cv-site-walk" data-testid="walk-link" href="network/#walk">
        <img src="walk.png" width="192" height="108" alt="">
        <span data-text="site-walk"></span></a>"""


def _page_html(site: Site, page: Entry, needs: Publication, origin: Origin) -> str:
    root = ".." if document.place_of(page) else "."
    links = "\n".join(_link(page, each, root) for each in ENTRIES if each.name in site.pages)
    name, motto = loader.load().words["tools"]["brand"]
    walk = _WALK if not document.place_of(page) and "network" in site.pages else ""
    whole = (_HERE / "index.html").read_text("utf-8").replace("{{walk}}", walk)
    title = f"{page.title} · {name}" if document.place_of(page) else f"{name}: {motto}"
    filled = {
        **{
            "title": html.escape(title),
            "head": document.head(title, document.place_of(page), origin),
        },
        **{"page": page.name, "root": root, "foot": document.foot(origin)},
        "missing": _say_missing(site),
        "failures": html.escape(document.failure_words(site.languages)),
        "picker": picker() if needs.chosen else "",
        "tools": _header(links),
        "markup": markup(FOLDER / page.name),
    }
    return fill_template(fill_markup(whole, "shell"), filled)


def _header(links: str) -> str:
    """The shell's markup, which is there before its script is."""
    return markup(_HERE.parent / "shell").replace("</nav>", f"\n{links}\n    </nav>")


def _missing(site: Site) -> list[Entry]:
    """Pages that only the app has."""
    return [each for each in ENTRIES if each.name not in site.pages]


def _say_missing(site: Site) -> str:
    """One sentence about them, or nothing."""
    titles = [each.title for each in _missing(site)]
    if not titles:
        return ""
    return text(ENGLISH, "shell", "site-missing", titles=", ".join(titles), count=len(titles))


def _link(here: Entry, to: Entry, root: str) -> str:
    href = f"{root}/{path(to.name)}/".replace("//", "/")
    current = ' aria-current="page"' if to is here else ""
    name = f'data-testid="page-link" data-name="{to.name}"'
    return f'      <a {name} href="{href}"{current}>{to.title}</a>'


def _json(plain: Any) -> bytes:
    return json.dumps(plain, separators=(",", ":")).encode()
