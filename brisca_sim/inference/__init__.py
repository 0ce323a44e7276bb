"""Verdicts on paired deals: estimates, anytime-valid intervals and sequential tests."""
