"""The list of data sets or networks, the same on every page with a network."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from capsviz.config import LabelSet
from capsviz.data import sets
from capsviz.model.networks import MODELS
from capsviz.training import checkpoint
from capsviz.ui.catalogue.navigation import Entry


class PickerNetwork(TypedDict):
    """A network to choose, or its data set.

    "own" is the network's name if its data set does not identify it; "beside" is the network that
    other pages show in place of one that few pages show. The typedefs of ``browser/picker.js`` have
    the names of these classes.
    """

    name: str
    title: str
    own: NotRequired[str]
    beside: NotRequired[str]


class PickerGroup(TypedDict):
    """Networks under one title, with their data set if there are several."""

    title: str
    set: NotRequired[str]
    networks: list[PickerNetwork]


class Picker(TypedDict):
    """The list; "alone" is the page that shows more networks than others, or ""."""

    label: str
    groups: list[PickerGroup]
    alone: str


#: Networks by their group's data set, or "", and title.
Groups = dict[tuple[str, str], list[PickerNetwork]]


def offer(page: Entry, chosen: str) -> Picker | None:
    """Networks or data sets to choose from, including the current one; None without a choice."""
    if not page.picker:
        return None
    offers = checkpoint.singles()
    if page.picker == "all":
        groups = _groups(*_group_networks(offers, chosen))
    else:
        groups = _sets(offers, chosen) if page.picker == "sets" else _groups(offers, {})
    if sum(map(len, groups.values())) < 2:
        return None
    return {
        "label": "pictures" if page.picker == "sets" else "network",
        "groups": [_group(*key, members) for key, members in groups.items()],
        "alone": page.name if page.picker == "all" else "",
    }


def _group(data_set: str, title: str, members: list[PickerNetwork]) -> PickerGroup:
    group: PickerGroup = {"title": title, "networks": members}
    return {**group, "set": data_set} if data_set else group


def _group_networks(
    singles: dict[str, checkpoint.Offer], chosen: str
) -> tuple[dict[str, checkpoint.Offer], dict[str, str]]:
    """All networks by data set, and the substitutes of those that few pages show."""
    offers = checkpoint.list_offers(None, capsules=False, data_set=None)
    sets_in_order = [offer.subject.data_set for offer in (singles | offers).values()]
    order = sorted(offers, key=lambda name: sets_in_order.index(offers[name].subject.data_set))
    substitutes = {}
    for name in offers.keys() - singles.keys():
        fit = [
            candidate
            for candidate, offer in singles.items()
            if offer.subject == offers[name].subject
        ]
        substitutes[name] = chosen if chosen in fit else next(iter(fit), chosen)
    return {name: offers[name] for name in order}, substitutes


def _groups(offers: dict[str, checkpoint.Offer], substitutes: dict[str, str]) -> Groups:
    """Networks by data set and routing; a visitor's own are a separate group."""
    data_sets = {offer.subject.data_set for offer in offers.values()}
    groups: Groups = {}
    for name, offer in offers.items():
        kind = _way(offer)
        data_set = sets.title(offer.subject.data_set)
        title = kind if offer.shipped else "your own"
        # Several data sets have the same kind of network, and the closed list shows no group.
        needs_data_set = offer.pairs or (offer.shipped and name not in MODELS)
        subject = "two digits" if offer.pairs else data_set
        entry: PickerNetwork = {
            "name": name,
            "title": f"{offer.title}, {subject}" if needs_data_set else offer.title,
        }
        if name in substitutes:
            entry["beside"] = substitutes[name]
        groups.setdefault((data_set if len(data_sets) > 1 else "", title), []).append(entry)
    return groups


def _way(offer: checkpoint.Offer) -> str:
    if offer.pairs:
        return "two digits"
    if not offer.routing:
        return "no capsules"
    return "routing in iterations" if offer.iterates else "routing in one pass"


def _sets(offers: dict[str, checkpoint.Offer], chosen: str) -> Groups:
    """One network of each data set: the selected one, or the first, bundled ones before one's own.

    One's own networks for other classes of a data set are listed, too.
    """
    members: dict[LabelSet, PickerNetwork] = {}
    titles: set[str] = set()
    for name, offer in sorted(offers.items(), key=lambda item: not item[1].shipped):
        reads, title = offer.subject, sets.title(offer.subject.data_set)
        if reads not in members:
            members[reads] = {"name": name, "title": title}
            if title in titles:
                members[reads]["own"] = name
            titles.add(title)
        elif name == chosen:
            members[reads]["name"] = name
    order = dict.fromkeys(offer.subject for offer in offers.values())
    return {("", "data sets"): [members[reads] for reads in order]}
