"""``capsviz publish``: writes a site of static files."""

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
from capsviz.ui.catalogue.navigation import ENTRIES, FOLDER, Entry, entry, path
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
#: The network of a first visit, if available: its weights have 0.3 MB.
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
    folder : empty, or of an earlier site, which is replaced when the new one is complete.
    names : of its networks.
    say : called with a sentence about each written part.
    presets : for a page of links.
    origin : addresses of the site and of its source.
    languages : to choose from, English first.

    Raises
    ------
    CapsvizError : the folder contains other files, the runtime or the exporter is missing, or a
        network cannot be exported.
    """
    runtime.require_runtime()
    publications = pages()
    if presets:
        presets.check_pages(list(publications), names)
    _require_replaceable(folder)
    with replacing_folder(folder) as target:
        besides = _besides(publications, names)
        site = Site(target, tuple(names), besides, frozenset(publications), tuple(languages))
        _write(site, publications, origin, say)
        if presets:
            site.write("presets/index.html", presets.page("..", folders=True).encode())
        service.write(target, _first_network(names))


def _write(
    site: Site, publications: dict[str, Publication], origin: Origin, say: Callable[[str], None]
) -> None:
    """Write all but the service worker; Node runs the networks while pages are written."""
    scripts.write(site.folder / "web", publications)
    networks_folder = site.folder / "networks"
    networks_folder.mkdir()
    exporting.export(site.names, site.besides, networks_folder, say)
    site.write("site.json", _json(_describe(site, publications)))
    for language in site.languages:
        if language != ENGLISH:
            site.write(f"texts/{language}/tools.json", _json(_word_tools(site, language)))
    site.write(assets.PLOTLY, assets.plotly_script())
    site.write("icon.svg", (_HERE.parent / "icon.svg").read_bytes())
    document.write_root(site.folder, [entry(name) for name in publications], site.languages, origin)
    with ThreadPoolExecutor(1) as executor:
        say("runtime: trying the networks out")
        trial = executor.submit(runtime.write, site.folder)
        for name, page in publications.items():
            say(f"{name}: writing")
            _write_page(site, entry(name), page, origin)
        trial.result()


def _besides(publications: dict[str, Publication], names: Sequence[str]) -> tuple[str, ...]:
    """Networks that pages use in addition to the visitors' choices."""
    requested = list[str]()
    for page in publications.values():
        page_names = [*page.needs, *(names if page.chosen else ())]
        cnns = [networks.plain_beside(name) for name in page_names] if page.plain else []
        requested += [*page.needs, *filter(None, cnns)]
    return tuple(name for name in dict.fromkeys(requested) if name not in names)


def choose(requested: str | None) -> list[str]:
    """The networks to publish: the named ones, or all bundled ones; raises `CapsvizError`.

    A network given on the command line is always included.
    """
    offers, user_model = checkpoint.singles(), checkpoint.user_model()
    if requested is None:
        names = [name for name, offer in offers.items() if offer.shipped]
    else:
        names = [name.strip() for name in requested.split(",") if name.strip()]
    if user_model and user_model.name not in names:
        names.insert(0, user_model.name)
    for name in names:
        if name not in offers:
            raise CapsvizError(
                f"there is no network {name!r} here: choose some of {', '.join(offers)}"
            )
    if not names:
        raise CapsvizError("there is no network to publish: train one with `capsviz train`")
    return names


def choose_languages(requested: str | None) -> list[str]:
    """The languages to publish: English and the named ones, or all; raises `CapsvizError`."""
    available = list(native_names())
    names = available if requested is None else [name.strip() for name in requested.split(",")]
    for name in filter(None, names):
        if name not in available:
            raise CapsvizError(
                f"there is no language {name!r} here: choose some of {', '.join(available)}"
            )
    return [name for name in available if name in (ENGLISH, *names)]


def _require_replaceable(folder: Path) -> None:
    """Check that a folder is empty or contains a site; raises `CapsvizError`."""
    if folder.exists() and not folder.is_dir():
        raise CapsvizError(f"{folder} is a file: name a folder")
    has_files = folder.is_dir() and any(folder.iterdir())
    if has_files and not (folder / "site.json").is_file():
        raise CapsvizError(f"{folder} holds something else than a site: name an empty folder")


def _describe(site: Site, publications: dict[str, Publication]) -> dict[str, Any]:
    offers = checkpoint.singles()
    return {
        "networks": [_describe_network(site, name, offers[name]) for name in site.names],
        "settings": _settings(_first_network(site.names)).to_plain(),
        "answered": {name: page.answered for name, page in publications.items() if page.answered},
        "without_network": [name for name, page in publications.items() if not page.chosen],
        "missing": [each.name for each in _missing(site)],
        "worded": [name for name, page in publications.items() if page.worded],
        "languages": {
            name: native_name
            for name, native_name in native_names().items()
            if name in site.languages
        },
        "pages": {name: entry(name).host for name in publications},
        "tools": _tools(site),
    }


def _tools(site: Site) -> dict[str, Any]:
    """Data of the header's tools, the same on every page."""
    return {
        **_word_tools(site, ENGLISH),
        **{"parts": (), "about": (), "names": (), "framers": None, "frames": ""},
    }


def _word_tools(site: Site, language: str) -> dict[str, Any]:
    """The translated part of these data."""
    data = word_tools(language)
    tour = [step for step in data["tour"] if step["page"] in site.pages]
    # The only text of "classroom" is about reaching an app from other machines.
    return {**data, "tour": tour, "classroom": {"alone": ""}, "quiz": []}


def _describe_network(site: Site, name: str, offer: checkpoint.Offer) -> dict[str, Any]:
    """Name, title, data set and iterations of a network, and its sizes in bytes.

    "bytes" is the size of the files to load, "memory" the size of the weights in memory.
    """
    weights = engine().checkpoint(name).model.parameters()
    return {
        **{"name": name, "title": title(offer), "reads": offer.subject.data_set},
        "iterations": cache.iterations(name),
        "bytes": sum(site.files(name).values()),
        "memory": sum(4 * each.numel() for each in weights),
    }


def _first_network(names: Sequence[str]) -> str:
    if user_model := checkpoint.user_model():
        return user_model.name
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
            localised = dataclasses.replace(site, language=language)
            folder = page.name if language == ENGLISH else f"{language}/{page.name}"
            data = _page_data(localised, page, needs, _first_network(site.names))
            site.write(f"data/{folder}.json", _json(data))
    for language in site.languages:
        texts = page_texts(page, language, shared=False)
        site.write(f"texts/{language}/{page.name}.json", _json(texts))
    site.write(f"styles/{page.name}.css", _style(page).encode())
    site.write(
        f"{document.place_of(page)}index.html", _page_html(site, page, needs, origin).encode()
    )


def _write_sections(site: Site, page: str, name: str) -> None:
    """Write the sections below a page about a network, in each language."""
    published = frozenset((*site.names, *site.besides))
    for language in site.languages:
        request = SectionRequest(name, published=published, language=language)
        folder = page if language == ENGLISH else f"{page}/{language}"
        site.write(f"sections/{folder}/{name}.json", sections_json(page, request))


def _page_data(site: Site, page: Entry, needs: Publication, name: str) -> dict[str, Any]:
    """Data of the app's page for a network, computed in float32 like in browsers."""
    drawing, reading = cache.first_sample(name), _settings(name)
    view = page.view()
    data = page.data(
        PageSettings(inference=reading, drawing=drawing, view=view, language=site.language)
    )
    data.pop("complaints", None)  # about the owner's files, not for visitors
    for kind, read_text in (("samples", cache.samples_by_sha), ("poses", cache.poses_by_sha)):
        if text := data.get(kind) and read_text(data[kind]):
            site.write(f"{kind}/{data[kind]}.json", text.encode())
    if needs.reads:
        data["reply"] = base64.b64encode(_reply(drawing, reading)).decode()
    # Without "test": MNIST's pictures are not published.
    full = {**data, "test": None, "drawing": drawing.to_plain(), "view": view.to_plain()}
    adapted = needs.adapt(site, full)
    for column in adapted.get("columns", ()):
        column["files"] = _files(site, column)
    return adapted


def _files(site: Site, column: dict[str, Any]) -> dict[str, int]:
    """Places and sizes, in bytes, of the files that a browser loads to compute a column."""
    if column["parts"] is None:
        return site.files(column["name"])
    file = f"parts/{column['parts']['sha']}.bin"
    return {file: site.size(file)}


def _settings(name: str) -> ReadSettings:
    return ReadSettings(name, cache.iterations(name))


def _reply(drawing: Drawing, reading: ReadSettings) -> bytes:
    loaded = engine().checkpoint(reading.model)
    model, picture = loaded.capsnet, loaded.draw(drawing, center=True)
    record = trace(model, picture, reading.iterations)
    exact = Reading.of(reading.model, record, reconstructions(model, record.poses)[0])
    return replies.build(exact, reading)


def _style(page: Entry) -> str:
    """Styles of a page; standalone.css and this folder's replace Streamlit's."""
    page_style = style(
        FOLDER / page.name, "standalone.css", "theme.css", "excerpt.css", *page.styles
    )
    shell = _HERE.parent / "shell"
    tools = style(shell, "picker.css")
    return f"{page_style}\n{tools}\n{(_HERE / 'index.css').read_text('utf-8')}"


#: The link from the first page to the walk through the network.
_WALK = """<a class="cv cv-site-walk" data-testid="walk-link" href="network/#walk">
        <img src="walk.png" width="192" height="108" alt="">
        <span data-text="site-walk"></span></a>"""


def _page_html(site: Site, page: Entry, needs: Publication, origin: Origin) -> str:
    root = ".." if document.place_of(page) else "."
    links = "\n".join(_link(page, each, root) for each in ENTRIES if each.name in site.pages)
    name, motto = loader.load().words["tools"]["brand"]
    walk = _WALK if not document.place_of(page) and "network" in site.pages else ""
    template = (_HERE / "index.html").read_text("utf-8").replace("{{walk}}", walk)
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
    return fill_template(fill_markup(template, "shell"), filled)


def _header(links: str) -> str:
    """The shell's markup with links, visible before its script has loaded."""
    return markup(_HERE.parent / "shell").replace("</nav>", f"\n{links}\n    </nav>")


def _missing(site: Site) -> list[Entry]:
    """Pages that exist only in the app."""
    return [each for each in ENTRIES if each.name not in site.pages]


def _say_missing(site: Site) -> str:
    """One sentence about missing pages, or ""."""
    titles = [each.title for each in _missing(site)]
    if not titles:
        return ""
    return text(ENGLISH, "shell", "site-missing", titles=", ".join(titles), count=len(titles))


def _link(page: Entry, to: Entry, root: str) -> str:
    href = f"{root}/{path(to.name)}/".replace("//", "/")
    current = ' aria-current="page"' if to is page else ""
    name = f'data-testid="page-link" data-name="{to.name}"'
    return f'      <a {name} href="{href}"{current}>{to.title}</a>'


def _json(plain: Any) -> bytes:
    return json.dumps(plain, separators=(",", ":")).encode()
