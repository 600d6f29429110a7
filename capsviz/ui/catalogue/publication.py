"""Declaration of a published page: `PUBLICATION` in its ``publication.py``."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from capsviz.training import checkpoint
from capsviz.ui.catalogue.navigation import ENTRIES, Entry
from capsviz.ui.languages import ENGLISH

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Site:
    """A published site's folder, being written.

    Attributes
    ----------
    folder : of the site.
    names : of the networks that a visitor chooses from, at least one.
    besides : of further networks that pages use.
    pages : names of its pages.
    languages : that a visitor chooses from, English first.
    language : of the data being written.
    """

    folder: Path
    names: tuple[str, ...]
    besides: tuple[str, ...]
    pages: frozenset[str]
    languages: tuple[str, ...] = (ENGLISH,)
    language: str = ENGLISH

    def holds(self, network: str) -> bool:
        """Whether the site contains a network."""
        return network in (*self.names, *self.besides)

    def write(self, relative: str, content: bytes) -> None:
        """Write a file, by its place below the folder."""
        path = self.folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def card(self, network: str) -> Data:
        """Read the description of a network whose files are written."""
        return json.loads((self.folder / "networks" / f"{network}.json").read_text("utf-8"))

    def files(self, network: str, graph: str = "read") -> dict[str, int]:
        """Places and sizes, in bytes, of the files that a browser loads for a graph of a network.

        "read" is used if the network has no such graph.
        """
        card = self.card(network)
        graphs = card["graphs"]
        of_it = (f"{network}.json", graphs.get(graph, graphs["read"]), card["weights"])
        paths = [f"networks/{each}" for each in of_it]
        if card["decoder"]:  # a network without a decoder has a description of it, but no file
            paths.append(f"decoder/{card['decoder']['sha']}.bin")
        return {path: self.size(path) for path in paths if (self.folder / path).is_file()}

    def size(self, relative: str) -> int:
        """Size of a written file in bytes."""
        return (self.folder / relative).stat().st_size


def _unchanged_data(_: Site, data: Data) -> Data:
    return data


@dataclass(frozen=True, slots=True)
class Publication:
    """Requirements of a page without a server.

    Attributes
    ----------
    chosen : whether it shows the selected network, and has data for each.
    needs : further networks that it uses; without them the page is omitted.
    there : returns whether its other data exist; otherwise the page is omitted.
    plain : whether it also uses each network's counterpart without capsules, if any.
    reads : whether its data's "reply" is a live reading of the drawing.
    worded : whether its data contain texts, so that a site has them in each language.
    answered : the data computed for the visitor's drawing, by `answers.js`.
    adapt : converts the app's page data for the site; writes files that the page requests.
    """

    chosen: bool = True
    needs: tuple[str, ...] = ()
    there: Callable[[], bool] = lambda: True
    plain: bool = False
    reads: bool = False
    worded: bool = False
    answered: Literal["", "reply", "columns"] = ""
    adapt: Callable[[Site, Data], Data] = _unchanged_data


def publication(page: Entry) -> Publication | None:
    """Requirements of a page; None if it exists only in the app."""
    name = f"capsviz.ui.pages.{page.name}.publication"
    return import_module(name).PUBLICATION if find_spec(name) else None


def pages() -> dict[str, Publication]:
    """Publishable pages by name, in the order of the navigation."""
    available = set(checkpoint.names())
    publications = {each.name: publication(each) for each in ENTRIES}
    return {
        name: page
        for name, page in publications.items()
        if page and available >= {*page.needs} and page.there()
    }
