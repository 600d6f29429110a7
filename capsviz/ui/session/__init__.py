"""State of a visitor: the session, links, views, and a page's host in Streamlit."""
