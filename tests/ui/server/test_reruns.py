"""What reaches the browser when one rerun of a page overtakes another."""

from __future__ import annotations

import tomllib
from pathlib import Path

HOME = Path(__file__).parents[3]


def test_an_overtaken_rerun_leaves_nothing_for_places_that_were_never_made(monkeypatch) -> None:
    from streamlit import config
    from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
    from streamlit.runtime.forward_msg_cache import (
        create_reference_msg,
        populate_hash_if_needed,
    )
    from streamlit.runtime.forward_msg_queue import ForwardMsgQueue

    usual = config.get_option("global.minCachedMessageSize")
    settings = tomllib.loads((HOME / ".streamlit" / "config.toml").read_text("utf-8"))
    least = settings.get("global", {}).get("minCachedMessageSize", usual)
    monkeypatch.setattr(config, "get_option", lambda _name: least)

    def message(*path: int) -> ForwardMsg:
        made = ForwardMsg()
        made.metadata.delta_path.extend(path)
        made.delta.fragment_id = "page"
        return made

    block, chart = message(0, 1), message(0, 1, 0)
    block.delta.add_block.allow_empty = True
    # Larger than any message may be.
    chart.delta.new_element.markdown.body = "x" * 20_000_000
    populate_hash_if_needed(chart)
    # The browser has it from an earlier run: Streamlit refers to what may be kept.
    sent = create_reference_msg(chart) if chart.metadata.cacheable else chart

    queue = ForwardMsgQueue()
    queue.enqueue(block)
    queue.enqueue(sent)
    queue.clear(retain_lifecycle_msgs=True, fragment_ids_this_run=["page"])
    assert [list(left.metadata.delta_path) for left in queue.flush()] == []


def test_no_fragment_stands_within_that_of_a_page() -> None:
    ui = HOME / "capsviz" / "ui"
    makers = [path for path in ui.rglob("*.py") if "st.fragment" in path.read_text("utf-8")]
    assert makers == [ui / "session" / "host.py"]
