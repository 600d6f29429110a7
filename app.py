"""capsviz as a web app: ``streamlit run app.py``."""

import streamlit as st

from capsviz.ui import server, share

routes = [*server.routes(), *share.routes()]
app = st.App("capsviz/ui/main.py", routes=routes, lifespan=server.lifespan)
