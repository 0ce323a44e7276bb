"""The rules of one hand, compiled: arrays in, arrays filled.

A card travels one way: `deal` shuffles, `hand` plays with the help of `draw`, `swap` and
`observation`, `batch` counts.  `layout` names every word of the flat int64 arrays that they share,
and `jit` is the door to numba.
"""
