"""capsviz as a web app: ``streamlit run app.py``."""

import streamlit as st

from capsviz.ui import server

app = st.App("capsviz/ui/main.py", routes=server.routes(), lifespan=server.lifespan)
