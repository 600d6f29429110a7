"""The choice of pictures and of a network, the same on every page that shows one."""

from __future__ import annotations

import contextlib
from pathlib import Path

import streamlit as st

from capsviz.config import LabelSet
from capsviz.data import sets
from capsviz.errors import CapsvizError
from capsviz.model.networks import MODELS
from capsviz.training import checkpoint
from capsviz.ui.browser import component
from capsviz.ui.networks import cache
from capsviz.ui.session import state
from capsviz.ui.session.error_banner import warn

_KEY = "picker"
_mount = component("picker", Path(__file__).parent, "theme.css")

#: The networks that stand together, each with its name and its title; one that few pages show also
#: with the one "beside" it, which all others show meanwhile.
Groups = dict[str, list[dict[str, str]]]


def picker(*, networks: bool = True, alone: str = "") -> None:
    """Offer the capsule networks there are, or the data sets that there are networks for.

    Either is offered where there are several. The choice changes the settings, which all pages
    share and links carry; iterations and all else stay.

    Parameters
    ----------
    networks : each of them; or else one for each data set, for pages that show all of a set's.
    alone : name of a page that shows all others too, without capsules or of two digits: its view
        holds which, in `shown` and `instead_of`.
    """
    offered = checkpoint.singles()
    chosen = state.settings().model
    if alone:
        groups = _groups(*_every(offered, chosen))
    else:
        groups = _groups(offered, {}) if networks else _sets(offered, chosen)
    if sum(map(len, groups.values())) > 1:
        plain = [{"title": title, "networks": members} for title, members in groups.items()]
        data = {"label": "network" if networks else "pictures", "groups": plain, "alone": alone}
        state.carry_settings(_mount, _KEY, data)
    _tell_mistakes(chosen)


def _tell_mistakes(model: str) -> None:
    """Say what is wrong with a network that was opened for that, or trained so on purpose."""
    mistakes: tuple[str, ...] = ()
    with contextlib.suppress(CapsvizError):  # what cannot be loaded is told by its page
        mistakes = cache.mistakes(model)
    if not mistakes:
        return
    with st.container(key="mistakes"):
        for mistake in mistakes:
            warn(f"{model} makes a mistake: {mistake.rstrip('.')}.")


def tell_damaged(complaints: list[str]) -> None:
    """Name the networks that a page leaves out because their files cannot be read."""
    if complaints:
        with st.container(key="damaged"):
            for complaint in complaints:
                warn(f"A network is left out: {complaint}.")


def digits_alone(what: str) -> None:
    """Where the chosen network reads something else, say that a page is about digits alone.

    Parameters
    ----------
    what : the beginning of the sentence, such as "Overlap is".
    """
    with contextlib.suppress(CapsvizError):  # without any network there is nothing to say
        if not cache.subject(state.settings().model).digits:
            sentence = f"{what} about digits alone: the network that you chose does not read them."
            with st.container(key="digits-alone"):  # leaves the small map its room
                st.caption(sentence)


def _every(
    singles: dict[str, checkpoint.Offer], chosen: str
) -> tuple[dict[str, checkpoint.Offer], dict[str, str]]:
    """All networks by what they read; of those that few pages show, the ones beside them."""
    every = checkpoint.list_offers(None, capsules=False, data_set=None)
    sets_in_order = [offer.subject.data_set for offer in (singles | every).values()]
    order = sorted(every, key=lambda name: sets_in_order.index(every[name].subject.data_set))
    beside = {}
    for name in every.keys() - singles.keys():
        fit = [one for one, offer in singles.items() if offer.subject == every[name].subject]
        beside[name] = chosen if chosen in fit else next(iter(fit), chosen)
    return {name: every[name] for name in order}, beside


def _groups(offered: dict[str, checkpoint.Offer], beside: dict[str, str]) -> Groups:
    """Networks by what they read and how they route; a visitor's own apart."""
    data_sets = {offer.subject.data_set for offer in offered.values()}
    groups: Groups = {}
    for name, offer in offered.items():
        how = _way(offer)
        data_set = sets.title(offer.subject.data_set)
        title = how if offer.shipped else "your own"
        if len(data_sets) > 1:
            title = f"{data_set}: {title}"
        # The same build reads several data sets; closed, the picker shows no group.
        apart = offer.pairs or (offer.shipped and name not in MODELS)
        what = "two digits" if offer.pairs else data_set
        entry = {"name": name, "title": f"{offer.title}, {what}" if apart else offer.title}
        if name in beside:
            entry["beside"] = beside[name]
        groups.setdefault(title, []).append(entry)
    return groups


def _way(offer: checkpoint.Offer) -> str:
    if offer.pairs:
        return "two digits"
    if not offer.routing:
        return "no capsules"
    return "routing in iterations" if offer.iterates else "routing in one pass"


def _sets(offered: dict[str, checkpoint.Offer], chosen: str) -> Groups:
    """One network of each kind of pictures: the chosen one, or the first, shipped before one's own.

    Networks of one's own that tell other classes of a data set apart stand beside it.
    """
    members: dict[LabelSet, dict[str, str]] = {}
    titles: dict[LabelSet, str] = {}
    for name, offer in sorted(offered.items(), key=lambda item: not item[1].shipped):
        reads, title = offer.subject, sets.title(offer.subject.data_set)
        if reads not in titles:
            titles[reads] = f"{title}: {name}" if title in titles.values() else title
        if reads not in members or name == chosen:
            members[reads] = {"name": name, "title": titles[reads]}
    order = dict.fromkeys(offer.subject for offer in offered.values())
    return {"data sets": [members[reads] for reads in order]}
