"""Blocks played on a Dask cluster instead of on threads; Dask is imported only when one is opened.

What travels to the workers is a run's identity and the source of its scripts (`errand`); each worker
compiles them once (`worker`).  What comes back are counts.  Any deal is a function of seed and number,
so a block that is lost with its worker is simply played again somewhere else.
"""
