"""The lecturer's own screen: notes, the next step, the clock, the votes, who is lost.

A page of its own, without Streamlit, for the laptop beside the projector. The page holds words
and scripts alone; the lecture with its notes comes over the session's socket, to the key.
"""
