"""Components: a folder each, with its HTML, CSS and JavaScript beside a typed wrapper.

Scripts are fragments without import or export, so that several components can share them;
they are joined here into the one text that a component is registered with.
"""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def assets(folder: str, *shared: str) -> dict[str, str]:
    """The html, css and js of a component, for ``st.components.v2.component``.

    Parameters
    ----------
    folder : the component's folder beside this file; its ``index.html``, ``index.css`` and
        ``index.js`` come last.
    shared : names of files in ``shared``, such as "theme.css" and "pen.js", in order.
    """
    own = {kind: _HERE / folder / f"index.{kind}" for kind in ("html", "css", "js")}
    before = {
        kind: [_HERE / "shared" / name for name in shared if name.endswith(f".{kind}")]
        for kind in own
    }
    return {
        kind: "\n".join(path.read_text("utf-8") for path in (*before[kind], own[kind]))
        for kind in own
    }
