"""What a visitor carries: the session, links, views, and how a page stands in Streamlit."""
