"""capsviz as a web app: ``streamlit run app.py``."""

import os
from pathlib import Path

# Before torch is loaded: its worker threads sleep while they wait. Spinning, they would take
# the cores that the browser and other programs need; measured on two busy cores, a result
# then came 100 to 150 ms after the pen moved instead of 20 to 25.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import streamlit as st
from starlette.middleware import Middleware

from capsviz import ui
from capsviz.ui.browser import sheet_addresses, style
from capsviz.ui.server.compression import Compression
from capsviz.ui.server.first_page import FirstPage
from capsviz.ui.server.guard import Guard
from capsviz.ui.startup.background_import import OwnRoutes
from capsviz.ui.startup.lifespan import lifespan

folder = Path(ui.__file__).parent
# Nothing here imports torch: that is done while the server already answers.
around = [
    Middleware(Guard),
    Middleware(FirstPage, style=style(folder / "shell"), sheets=sheet_addresses),
    Middleware(Compression),
]
app = st.App(folder / "startup/main.py", routes=[OwnRoutes()], middleware=around, lifespan=lifespan)
