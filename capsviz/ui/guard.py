"""What a page shows when something outside the program is wrong: one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from capsviz.errors import CapsvizError


@contextmanager
def one_sentence() -> Iterator[None]:
    """Show a `CapsvizError` raised within as its sentence; the rest of the page goes on.

    To be used inside a fragment, not around it: Streamlit catches what a fragment raises.
    """
    try:
        yield
    except CapsvizError as error:
        st.error(str(error), icon=":material/info:")
