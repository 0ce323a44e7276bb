"""What a run looks like: tables, terminal text, figures and the folder that holds them.

This is the only home of pandas and matplotlib. The input is always the run document, the same
mapping that ``run --format json`` prints; nothing here computes a statistic.
"""
