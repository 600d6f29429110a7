"""Names by which phones reach the server."""

from __future__ import annotations

import pytest
from streamlit import config

from capsviz.ui.server.reachability import reachable_names


@pytest.fixture
def listens():
    before = config.get_option("server.address")
    yield lambda address: config.set_option("server.address", address)
    config.set_option("server.address", before)


@pytest.mark.parametrize("address", ["localhost", "127.0.0.1", "::1"])
def test_a_server_for_this_machine_alone_has_no_name_for_others(listens, address):
    listens(address)
    assert reachable_names() == []


def test_a_server_is_reached_by_the_address_that_it_listens_to(listens):
    listens("192.168.1.7")
    assert reachable_names() == ["192.168.1.7"]


def test_a_public_server_lists_no_loopback_names(listens):
    listens("0.0.0.0")
    assert not {"localhost", "127.0.0.1", "::1", "0.0.0.0"} & set(reachable_names())
