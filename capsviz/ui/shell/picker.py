"""The choice of pictures and of a network, the same on every page that shows one."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from capsviz.config import LabelSet
from capsviz.data import sets
from capsviz.model.networks import MODELS
from capsviz.training import checkpoint
from capsviz.ui.catalogue.navigation import Entry


class PickerNetwork(TypedDict):
    """A network to choose, or the data set that it reads.

    "own" is the network's name where its data set alone would not tell it apart; "beside" is what
    other pages show in place of one that few pages show. The typedefs of ``browser/picker.js`` have
    the names of these classes.
    """

    name: str
    title: str
    own: NotRequired[str]
    beside: NotRequired[str]


class PickerGroup(TypedDict):
    """Networks under one title, and their data set where there are several."""

    title: str
    set: NotRequired[str]
    networks: list[PickerNetwork]


class Picker(TypedDict):
    """The choice; "alone" is the page that shows more networks than others, or ""."""

    label: str
    groups: list[PickerGroup]
    alone: str


#: Networks by the data set of their group, or "", and its title.
Groups = dict[tuple[str, str], list[PickerNetwork]]


def offer(page: Entry, chosen: str) -> Picker | None:
    """Networks or data sets to choose from, with the one in use; None where there is no choice."""
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
    """All networks by what they read; of those that few pages show, the ones beside them."""
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
    """Networks by what they read and how they route; a visitor's own apart."""
    data_sets = {offer.subject.data_set for offer in offers.values()}
    groups: Groups = {}
    for name, offer in offers.items():
        kind = _way(offer)
        data_set = sets.title(offer.subject.data_set)
        title = kind if offer.shipped else "your own"
        # The same build reads several data sets; closed, the picker shows no group.
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
    """One network of each kind of pictures: the chosen one, or the first, shipped before one's own.

    Networks of one's own that tell other classes of a data set apart stand beside it.
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
