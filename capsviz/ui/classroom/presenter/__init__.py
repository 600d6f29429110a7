"""The lecturer's own screen: notes, the next step, the clock, the votes, the lost students.

A standalone page without Streamlit, for the laptop next to the projector. The page contains only
text and scripts; the lecture with its notes is sent over the session's socket, to the holder of the
key.
"""
