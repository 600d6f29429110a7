"""Titles of networks in lists that mix data sets."""

from __future__ import annotations

from capsviz.data import sets
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint


def title(offer: checkpoint.Offer) -> str:
    """Title of a network, with its data set unless that is digits."""
    reads = offer.subject
    return offer.title if reads.digits else f"{offer.title}, {sets.title(reads.data_set)}"


def titles() -> dict[str, str]:
    """Titles of all networks by name; empty if their folder cannot be read.

    The page itself reports the error.
    """
    try:
        offers = checkpoint.list_offers(None, capsules=False, data_set=None)
    except CapsvizError:
        return {}
    return {name: title(offer) for name, offer in offers.items()}
