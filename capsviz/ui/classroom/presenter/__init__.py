"""The lecturer's own screen: notes, the next step, the clock, the votes, the lost students.

A page of its own, without Streamlit, for the laptop beside the projector. The page itself holds
only text and scripts; the lecture with its notes is sent over the session's socket, to the holder
of the key.
"""
