"""The author's tools: a script to begin with, and the examination of one that is written.

`draft` and `apart` load without the compiler; the examination itself runs in a process of its own
(`python -m brisca_sim.inspection`), which can be ended when a script never comes back.
"""
