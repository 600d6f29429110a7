"""capsviz as a web app: ``streamlit run app.py``."""

import os
from pathlib import Path

# Before torch is loaded: its worker threads sleep while they wait. Spinning, they would take
# the cores that the browser and other programs need; measured on two busy cores, a result
# then came 100 to 150 ms after the pen moved instead of 20 to 25.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import streamlit as st
from starlette.middleware import Middleware
from starlette.routing import Mount

from capsviz.ui import pages
from capsviz.ui.classroom import frames
from capsviz.ui.classroom import routes as classroom
from capsviz.ui.classroom.presenter import routes as presenter
from capsviz.ui.lessons.worksheets import routes as worksheets
from capsviz.ui.server import routes as common
from capsviz.ui.server import share, web
from capsviz.ui.server.compression import Compression
from capsviz.ui.server.guard import Guard
from capsviz.ui.server.icons import Icons
from capsviz.ui.server.lifespan import lifespan
from capsviz.ui.shell import presets
from capsviz.ui.shell.navigation import ENTRIES
from capsviz.ui.site import routes as here

routes = [
    *common.routes(),
    *share.routes(),
    *classroom.routes(),
    *frames.routes(),
    *presenter.routes(),
    *worksheets.routes(),
    *presets.routes(),
    *here.routes(),
    *pages.routes(),
    Mount(f"{web.base_path()}{web.PREFIX}", routes=[]),  # nothing else is below our own address
]
script = Path(pages.__file__).parents[1] / "main.py"
around = [
    Middleware(Guard),
    Middleware(Icons, shown=[entry.icon for entry in ENTRIES]),
    Middleware(Compression),
]
app = st.App(script, routes=routes, middleware=around, lifespan=lifespan)
