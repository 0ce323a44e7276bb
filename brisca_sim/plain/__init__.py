"""Strategies in plain Python: a class `Player` instead of a function that is compiled."""
