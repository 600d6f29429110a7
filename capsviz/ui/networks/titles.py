"""What networks are called where they do not stand among others that read the same."""

from __future__ import annotations

from capsviz.data import sets
from capsviz.errors import CapsvizError
from capsviz.training import checkpoint


def title(offer: checkpoint.Offer) -> str:
    """What people call a network; the same build reads several data sets."""
    reads = offer.subject
    return offer.title if reads.digits else f"{offer.title}, {sets.title(reads.data_set)}"


def titles() -> dict[str, str]:
    """Titles of all networks here, by name; none where their folder cannot be read.

    The page itself says what is wrong with the folder.
    """
    try:
        every = checkpoint.list_offers(None, capsules=False, data_set=None)
    except CapsvizError:
        return {}
    return {name: title(offer) for name, offer in every.items()}
