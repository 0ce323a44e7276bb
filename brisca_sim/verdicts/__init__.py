"""Verdicts: what is better, what a rule is worth, who is best - always on the same deals."""
