"""Declaration of a published page: its ``publication.py`` holds `PUBLICATION`."""

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
    """A folder that is written.

    Attributes
    ----------
    folder : of the site.
    names : of the networks that a visitor chooses from, at least one.
    besides : of those that pages ask besides.
    pages : names of the pages that it holds.
    languages : that a visitor chooses from, English first.
    language : the one that data are being written in.
    """

    folder: Path
    names: tuple[str, ...]
    besides: tuple[str, ...]
    pages: frozenset[str]
    languages: tuple[str, ...] = (ENGLISH,)
    language: str = ENGLISH

    def holds(self, network: str) -> bool:
        """Whether a network of this name can be asked there."""
        return network in (*self.names, *self.besides)

    def write(self, relative: str, content: bytes) -> None:
        """Write a file, by its place below the folder."""
        path = self.folder / relative
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def card(self, network: str) -> Data:
        """Read the description of a network whose files are there."""
        return json.loads((self.folder / "networks" / f"{network}.json").read_text("utf-8"))

    def files(self, network: str, graph: str = "read") -> dict[str, int]:
        """Places and bytes of the files that a browser fetches to ask a graph of a network.

        The graph is "read" for a network that has no such one.
        """
        card = self.card(network)
        graphs = card["graphs"]
        of_it = (f"{network}.json", graphs.get(graph, graphs["read"]), card["weights"])
        paths = [f"networks/{each}" for each in of_it]
        if card["decoder"]:  # a network without decoder has words of it, and no file
            paths.append(f"decoder/{card['decoder']['sha']}.bin")
        return {path: self.size(path) for path in paths if (self.folder / path).is_file()}

    def size(self, relative: str) -> int:
        """Bytes of a file that is there."""
        return (self.folder / relative).stat().st_size


def _unchanged_data(_: Site, data: Data) -> Data:
    return data


@dataclass(frozen=True, slots=True)
class Publication:
    """Requirements of a page that no server answers.

    Attributes
    ----------
    chosen : whether it shows a network of the visitor's choice, so that it has data of each.
    needs : networks that it asks besides; without them there is no such page.
    there : whether what it shows besides is here; otherwise there is no such page either.
    plain : whether it asks the network without capsules beside each, where there is one.
    reads : whether its data's "reply" is a live reading of the drawing.
    worded : whether its data hold texts, so that a site has them in each language.
    answered : which of its data are made anew of what the visitor draws, of `answers.js`.
    adapt : what it is given in place of the app's page data; writes what the page will ask for.
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
    """Requirements of a page; None if it is the app's alone."""
    name = f"capsviz.ui.pages.{page.name}.publication"
    return import_module(name).PUBLICATION if find_spec(name) else None


def pages() -> dict[str, Publication]:
    """The pages that can be published here, by their names, in the order of the navigation."""
    available = set(checkpoint.names())
    publications = {each.name: publication(each) for each in ENTRIES}
    return {
        name: page
        for name, page in publications.items()
        if page and available >= {*page.needs} and page.there()
    }
